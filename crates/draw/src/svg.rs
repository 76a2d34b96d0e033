//! Shapes as SVG: colours by class, distinguished by dashes too, and other colours on dark screens.

use super::Colours;
use super::layout::Point;
use super::layout::curve::Bezier;
use super::shape::{self, Anchor, COLOURS, Class, LOOKS, MARGIN, Shape, look};
use super::sheet::Sheet;

/// The style of all classes, in the colours of the reader. Faults are thick beside red.
pub(super) fn style() -> String {
    let sheet = include_str!("svg.css").replace('\n', "");
    let light = shape::dashes() + &shape::rules(0);
    sheet.replace("LIGHT", &light).replace("DARK", &shape::rules(1))
}

/// All of a style sheet, or only that for one kind of paper.
fn in_colours(style: &str, colours: Colours) -> String {
    let Some((always, only_dark)) = style.split_once("@media (prefers-color-scheme:dark){") else {
        return style.to_owned();
    };
    match colours {
        Colours::Auto => style.to_owned(),
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
fn stroke(class: &str, path: &str) -> String {
    format!("<path class=\"{class}\" d=\"{path}\"/>")
}

/// The path through some places.
fn polyline(points: &[Point]) -> String {
    let places: Vec<String> = points.iter().copied().map(pair).collect();
    if places.is_empty() { String::new() } else { format!("M{}", places.join("L")) }
}

fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// The path of a curve.
pub(super) fn path(curve: &Bezier) -> String {
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
        Class::Light => "light",
        Class::LightHead => "lighthead",
        Class::Arrow(step) | Class::Exchange(step) => return format!("a{}", step % LOOKS),
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
        Class::FaultHead => "faulthead",
        Class::FaultText => "faulttext",
        Class::Axis => "axis",
        Class::Grid => "grid",
        Class::Bound => "bound",
        Class::Change => "change",
        Class::Mark(curve) => {
            let colour = curve % COLOURS.len();
            // From the seventh on they are filled.
            let filled = !(curve / COLOURS.len()).is_multiple_of(2);
            let fill = if filled { format!("h{colour}") } else { "hollow".to_owned() };
            return format!("mark a{colour} {fill}");
        }
    }
    .to_owned()
}

/// One shape as an element.
pub(super) fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line(class, curve) => stroke(&name(*class), &path(curve)),
        Shape::Path(class, points) => {
            let line = match points.split_last() {
                Some((last, closed)) if closed.first() == Some(last) => polyline(closed) + "Z",
                _ => polyline(points),
            };
            stroke(&name(*class), &line)
        }
        Shape::Circle(class, place, r) => {
            let (class, [x, y, r]) = (name(*class), [place.x, place.y, *r].map(number));
            format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
        }
        Shape::Square(class, place, r) => {
            let (class, [x, y, side]) =
                (name(*class), [place.x - r, place.y - r, 2 * r].map(number));
            format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            )
        }
        Shape::Text(class, anchor, place, letters, words) => {
            let side = match anchor {
                Anchor::Start => " left",
                Anchor::Middle => "",
                Anchor::End => " right",
            };
            // Half the height of a capital below the middle; not every reader knows other baselines.
            let [x, y, size] = [place.x, place.y + letters * 35 / 100, *letters].map(number);
            let (class, words) = (name(*class), escaped(words));
            format!(
                "<text class=\"{class}{side}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{words}</text>"
            )
        }
    }
}

/// The whole picture; `own` is the part of its style that no other picture needs.
pub(super) fn write(sheet: &Sheet, own: &str, colours: Colours) -> String {
    let style = in_colours(&style(), colours) + &in_colours(&own.replace('\n', ""), colours);
    let [x, y, width, height] = frame(sheet.low, sheet.high);
    let (title, description) = (escaped(&sheet.title), escaped(&sheet.description));
    let shapes: String = sheet.shapes.iter().map(|shape| element(shape) + "\n").collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{description}</desc>\n\
         <style>{style}</style>\n\
         <rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n\
         {shapes}</svg>\n"
    )
}

/// Where a picture begins and how large it is, with some room around it.
pub(super) fn frame(low: Point, high: Point) -> [String; 4] {
    let (width, height) = (high.x - low.x + 2 * MARGIN, high.y - low.y + 2 * MARGIN);
    [low.x - MARGIN, low.y - MARGIN, width, height].map(number)
}
