//! A sheet as SVG: colours by class, told apart by dashes too, and turned for dark screens.

use std::fmt::Write;

use super::layout::Point;
use super::layout::curve::Curve;
use super::scene::Sheet;
use super::shape::{Class, Shape};

/// Colours that the colour-blind can tell apart (Okabe and Ito 2008). Faults are thick beside red.
pub(super) fn style() -> String {
    include_str!("svg.css").replace('\n', "")
}

/// Characters that mean something in XML written so that they mean themselves, and what XML does
/// not allow replaced.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// `12.5` of 125 tenths.
pub(super) fn number(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, part) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// The path of a curve.
pub(super) fn path(curve: &Curve) -> String {
    let mut d = format!("M{}", pair(curve.start));
    for [a, b, to] in &curve.parts {
        // Writing to a String cannot fail.
        let _ = write!(d, "C{} {} {}", pair(*a), pair(*b), pair(*to));
    }
    d
}

/// What a class is called in styles.
pub(super) fn name(class: Class) -> String {
    match class {
        Class::Link => "link",
        Class::Node => "node",
        Class::Holder => "holder",
        Class::Switch => "switch",
        Class::Arrow(step) => return format!("a{}", step % 4),
        Class::Name => "name",
        Class::Bits => "bits",
        Class::Holds => "holds",
        Class::Label => "label",
        Class::Caption => "caption",
        Class::Fault => "fault",
        Class::FaultText => "faulttext",
    }
    .to_owned()
}

/// One shape as an element.
pub(super) fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line(class, curve) => {
            format!("<path class=\"{}\" d=\"{}\"/>", name(*class), path(curve))
        }
        Shape::Head(class, points) => {
            let class = class.head();
            let [a, b, c] = points.map(pair);
            format!("<path class=\"{class}\" d=\"M{a}L{b}L{c}Z\"/>")
        }
        Shape::Circle(class, place, r) => format!(
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            name(*class),
            number(place.x),
            number(place.y),
            number(*r)
        ),
        Shape::Square(class, place, r) => {
            let (x, y, side) = (number(place.x - r), number(place.y - r), number(2 * r));
            let class = name(*class);
            format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            )
        }
        Shape::Text(class, place, letters, words) => label(&name(*class), *place, *letters, words),
        Shape::Line2(class, place, letters, words) => {
            label(&format!("{} left", name(*class)), *place, *letters, words)
        }
    }
}

fn label(class: &str, place: Point, letters: i32, words: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text>",
        number(place.x),
        // Half the height of a capital below the middle; not every reader knows other baselines.
        number(place.y + letters * 35 / 100),
        number(letters),
        escaped(words)
    )
}

/// The whole picture.
pub(super) fn write(sheet: &Sheet) -> String {
    let margin = 150;
    let (x, y) = (sheet.low.x - margin, sheet.low.y - margin);
    let (width, height) = (sheet.high.x - x + margin, sheet.high.y - y + margin);
    let [x, y, width, height] = [x, y, width, height].map(number);
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">"
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escaped(&sheet.title));
    let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escaped(&sheet.description));
    let _ = writeln!(out, "<style>{}</style>", style());
    let _ = writeln!(
        out,
        "<rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
    );
    for shape in &sheet.shapes {
        out.push_str(&element(shape));
        out.push('\n');
    }
    out.push_str("</svg>\n");
    out
}
