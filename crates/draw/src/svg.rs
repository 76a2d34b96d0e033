//! A sheet as SVG: colours by class, distinguished by dashes too, and other colours on dark screens.

use super::Colours;
use super::layout::curve::Curve;
use super::layout::{Point, at};
use super::shape::{self, Class, LOOKS, MARGIN, Shape, look};
use super::sheet::Sheet;

/// The style of all classes, in the colours of the reader. Faults are thick beside red.
pub(super) fn style() -> String {
    let light = shape::dashes() + &shape::rules(0);
    in_colours(include_str!("svg.css"), &light, &shape::rules(1), Colours::Auto)
}

/// A style sheet with its rules for colours set in, all of it or only that for one kind of paper.
pub(super) fn in_colours(sheet: &str, light: &str, dark: &str, colours: Colours) -> String {
    let style = sheet.replace('\n', "").replace("LIGHT", light).replace("DARK", dark);
    let Some((always, only_dark)) = style.split_once("@media (prefers-color-scheme:dark){") else {
        return style;
    };
    match colours {
        Colours::Auto => style,
        Colours::Light => always.to_owned(),
        // The block of the dark colours without its frame.
        Colours::Dark => always.to_owned() + only_dark.strip_suffix('}').unwrap_or(only_dark),
    }
}

/// Escapes the special characters of XML, and replaces characters that XML does not allow.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || "\u{fffe}\u{ffff}".contains(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Text for HTML, in which t_s, t_w and t_h have subscripts.
pub fn typeset(text: &str) -> String {
    ["s", "w", "h"].iter().fold(escaped(text), |text, of| {
        text.replace(&format!("t_{of}"), &format!("<i>t<sub>{of}</sub></i>"))
    })
}

/// `12.5` of 125 tenths.
pub(super) fn number(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, part) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// A path in a style.
pub(super) fn stroke(class: &str, path: &str) -> String {
    format!("<path class=\"{class}\" d=\"{path}\"/>")
}

/// The path through some places.
pub(super) fn polyline(points: &[Point]) -> String {
    let places: Vec<String> = points.iter().copied().map(pair).collect();
    if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) }
}

pub(super) fn circle(class: &str, place: Point, r: i32) -> String {
    let [x, y, r] = [place.x, place.y, r].map(number);
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
}

/// From its upper left corner.
pub(super) fn rectangle(class: &str, corner: Point, size: Point) -> String {
    let [x, y, width, height] = [corner.x, corner.y, size.x, size.y].map(number);
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}

fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// The path of a curve.
pub(super) fn path(curve: &Curve) -> String {
    let part = |[a, b, to]: [Point; 3]| format!("C{} {} {}", pair(a), pair(b), pair(to));
    format!("M{}", pair(curve.start)) + &curve.parts.iter().copied().map(part).collect::<String>()
}

/// The name of a class in styles.
pub(super) fn name(class: Class) -> String {
    match class {
        Class::Link => "link",
        Class::LinkOf(look) => return format!("link k{look}"),
        Class::Slow => "slow",
        Class::Node => "node",
        Class::Holder => "holder",
        Class::Switch => "switch",
        Class::Arrow(step) => return format!("a{}", step % LOOKS),
        Class::Cell(step) => return format!("h{}", look(step).0),
        Class::Boundary => "boundary",
        Class::Block => "node block",
        Class::Full => "holder block",
        Class::Name => "name",
        Class::Bits => "bits",
        Class::Holds => "holds",
        Class::Label(step) => return format!("label t{}", look(step).0),
        Class::Caption => "caption",
        Class::Note => "note",
        Class::Fault | Class::Busy => "fault",
        Class::FaultText => "faulttext",
    }
    .to_owned()
}

/// One shape as an element.
pub(super) fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line(class, curve) => stroke(&name(*class), &path(curve)),
        Shape::Head(class, points) => stroke(&class.head(), &(polyline(points) + "Z")),
        Shape::Circle(class, place, r) => circle(&name(*class), *place, *r),
        Shape::Square(class, place, r) => {
            rectangle(&name(*class), place.plus(-r, -r), at(2 * r, 2 * r))
        }
        Shape::Text(class, place, letters, words) => label(&name(*class), *place, *letters, words),
        Shape::Line2(class, place, letters, words) => {
            label(&format!("{} left", name(*class)), *place, *letters, words)
        }
    }
}

fn label(class: &str, place: Point, letters: i32, words: &str) -> String {
    // Half the height of a capital below the middle; not every reader knows other baselines.
    let [x, y, size] = [place.x, place.y + letters * 35 / 100, letters].map(number);
    let words = escaped(words);
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{words}</text>")
}

/// The whole picture.
pub(super) fn write(sheet: &Sheet, colours: Colours) -> String {
    let style = in_colours(&style(), "", "", colours);
    let head = head(frame(sheet.low, sheet.high), &sheet.title, &sheet.description, &style);
    let shapes: String = sheet.shapes.iter().map(|shape| element(shape) + "\n").collect();
    format!("{head}{shapes}</svg>\n")
}

/// What a picture in this frame begins with.
pub(super) fn head(frame: [String; 4], title: &str, description: &str, style: &str) -> String {
    let [x, y, width, height] = frame;
    let (title, description) = (escaped(title), escaped(description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n\
         <style>{style}</style>\n\
         <rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n"
    )
}

/// Where a picture begins and how large it is, with some room around it.
pub(super) fn frame(low: Point, high: Point) -> [String; 4] {
    let (width, height) = (high.x - low.x + 2 * MARGIN, high.y - low.y + 2 * MARGIN);
    [low.x - MARGIN, low.y - MARGIN, width, height].map(number)
}
