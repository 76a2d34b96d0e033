//! The shapes of drawings and plots: lines, circles, boxes and texts, each with a class that sets its style; lines of text
//! below a picture; and the looks of steps and curves: six colours and four kinds of dashes, so that 24 look different.
//!
//! The colours were searched by number: `crates/draw/tests/all/draw.rs` measures what the specification promises.

use std::fmt::Write;

use super::layout::curve::Bezier;
use super::layout::{Layout, Point, RADIUS, at, higher, lower};

/// The class of a shape, which sets its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Link,
    /// A link of a class, by its look.
    LinkOf(usize),
    Node,
    /// A node that has the block.
    Holder,
    Switch,
    /// An arrow, or a curve of a plot; arrows of different steps look different, and so do curves.
    Arrow(usize),
    /// An arrow with two heads.
    Exchange(usize),
    /// An arrow that is not the subject of its picture, and its head.
    Light,
    LightHead,
    /// Below the arrow of the slowest message of a step.
    Slow,
    /// A square of a matrix or the head of an arrow, in the colour of a step.
    Cell(usize),
    /// The boundary of a group of nodes.
    Boundary,
    /// A block beside a node, and one that is sent or comes in.
    Block,
    Full,
    Name,
    Bits,
    Holds,
    /// The label of an arrow, in its colour.
    Label(usize),
    Caption,
    /// A remark below a picture.
    Note,
    /// Something wrong: a ring, an arrow.
    Fault,
    /// The head of such an arrow.
    FaultHead,
    /// A link that carries too much.
    Busy,
    FaultText,
    /// Of a plot the two axes with their ticks, and the lines across at ticks with numbers.
    Axis,
    Grid,
    /// The lower bound of all curves, and where the best of them changes.
    Bound,
    Change,
    /// A mark on the curve with this number.
    Mark(usize),
}

/// What of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The middle of a text of this half width.
    pub(super) fn middle(self, place: Point, half: i32) -> Point {
        match self {
            Anchor::Start => place.plus(half, 0),
            Anchor::Middle => place,
            Anchor::End => place.plus(-half, 0),
        }
    }
}

/// One thing on paper.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Line(Class, Bezier),
    /// Straight lines through some places; closed if the last is the first.
    Path(Class, Vec<Point>),
    /// Middle and radius.
    Circle(Class, Point, i32),
    /// Middle and half the side.
    Square(Class, Point, i32),
    /// What is where, the height of the letters, and the text.
    Text(Class, Anchor, Point, i32, String),
}

/// A text with its middle at this place.
pub(super) fn text(class: Class, place: Point, letters: i32, text: String) -> Shape {
    Shape::Text(class, Anchor::Middle, place, letters, text)
}

/// Straight lines through some places.
pub(super) fn path(class: Class, points: impl Into<Vec<Point>>) -> Shape {
    Shape::Path(class, points.into())
}

/// The height of letters: 8.25 pt, and for what is inside a node 7.1 pt.
pub(super) const LETTERS: i32 = 110;
pub(super) const SMALL: i32 = 95;
/// The height of the letters of captions.
pub(super) const LARGE: i32 = 125;

/// The width of a letter in hundredths of its height, in the widest of the usual fonts.
fn width(letter: char) -> i32 {
    match letter {
        ' ' | '\u{a0}' | ',' | '.' | '-' | '\'' | '|' | '!' | ':' | ';' | '(' | ')' | '[' | ']' => {
            40
        }
        'f' | 'i' | 'j' | 'l' | 'r' | 't' => 41,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 99,
        '>' | '<' | '+' | '=' => 84,
        c if c.is_uppercase() => 77,
        _ => 64,
    }
}

/// Half the sizes of a text, with a little room round it.
pub(super) fn half(text: &str, letters: i32) -> Point {
    // No text of a picture has as many letters as would overflow.
    let wide: i32 = text.chars().take(10_000).map(width).sum();
    at(wide * letters / 200 + ROOM, letters * 58 / 100)
}

/// The room beside a text.
const ROOM: i32 = 15;

/// Half the sizes of what is printed of a text.
pub(super) fn printed(class: Class, text: &str, letters: i32) -> Point {
    let size = half(text, bold(class, letters));
    at(size.x - ROOM, letters * 45 / 100)
}

/// Bold letters are as wide as others of this height.
pub(super) fn bold(class: Class, letters: i32) -> i32 {
    match class {
        Class::Name | Class::Caption | Class::FaultText => letters * 11 / 10,
        _ => letters,
    }
}

/// The height of the letters of names and labels in a picture: small where nodes are.
pub(super) fn letters(layout: &Layout) -> i32 {
    if layout.radius < RADIUS { SMALL } else { LETTERS }
}

/// The corners of all shapes.
pub(super) fn extent(shapes: &[Shape]) -> (Point, Point) {
    let mut corners = Vec::new();
    for shape in shapes {
        match shape {
            Shape::Line(_, curve) => corners.extend(curve.samples(8)),
            Shape::Path(_, points) => corners.extend(points),
            Shape::Circle(_, place, r) | Shape::Square(_, place, r) => {
                corners.extend([place.plus(-r, -r), place.plus(*r, *r)]);
            }
            Shape::Text(class, anchor, place, letters, words) => {
                let size = half(words, bold(*class, *letters));
                let middle = anchor.middle(*place, size.x);
                corners.extend([middle.plus(-size.x, -size.y), middle.plus(size.x, size.y)]);
            }
        }
    }
    let low = corners.iter().copied().reduce(lower).unwrap_or_default();
    let high = corners.iter().copied().reduce(higher).unwrap_or_default();
    (low, high)
}

impl Shape {
    /// The shape, moved by so much.
    pub(super) fn moved(mut self, by: Point) -> Shape {
        let move_one = |point: &mut Point| *point = point.plus(by.x, by.y);
        match &mut self {
            Shape::Line(_, curve) => {
                move_one(&mut curve.start);
                curve.parts.iter_mut().flatten().for_each(move_one);
            }
            Shape::Path(_, points) => points.iter_mut().for_each(move_one),
            Shape::Circle(_, place, _)
            | Shape::Square(_, place, _)
            | Shape::Text(_, _, place, ..) => move_one(place),
        }
        self
    }
}

/// Puts a picture below all others, so far from them.
pub(super) fn put_below(shapes: &mut Vec<Shape>, picture: Vec<Shape>, apart: i32) {
    let below = |(_, high): (Point, Point)| high.y + apart - extent(&picture).0.y;
    let down = if shapes.is_empty() { 0 } else { below(extent(shapes)) };
    shapes.extend(picture.into_iter().map(|shape| shape.moved(at(0, down))));
}

/// The paper around the pictures.
pub(super) const MARGIN: i32 = 60;

/// Writes lines below everything, none wider than this.
pub(super) fn write_below(shapes: &mut Vec<Shape>, class: Class, texts: &[String], width: i32) {
    let (low, high) = extent(shapes);
    for (i, words) in (0..).zip(texts.iter().flat_map(|text| wrapped(text, class, BELOW, width))) {
        let place = at(low.x, high.y + 150 + i * 150);
        shapes.push(Shape::Text(class, Anchor::Start, place, BELOW, words));
    }
}

/// The height of letters below a picture.
pub(super) const BELOW: i32 = 100;

/// A text in lines of this width.
pub(super) fn wrapped(text: &str, class: Class, letters: i32, width: i32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || 2 * half(&longer, bold(class, letters)).x <= width {
            line = longer;
        } else {
            lines.push(line);
            let indented = if class == Class::Caption { "" } else { "\u{a0}\u{a0}" };
            line = format!("{indented}{word}");
        }
    }
    lines.push(line);
    lines
}

/// The colours on white and on dark paper, in the order of the steps.
pub const COLOURS: [[&str; 2]; 6] = [
    ["003a8b", "5fb8ec"],
    ["c36500", "ffb95c"],
    ["0d7657", "75f6be"],
    ["530050", "ae6a9e"],
    ["151926", "f8fafa"],
    ["5f5300", "a99911"],
];

/// The colours of white and of dark paper.
pub const PAPERS: [&str; 2] = ["ffffff", "15181c"];

/// How many steps look different.
pub(super) const LOOKS: usize = COLOURS.len() * DASHES.len();

/// As SVG and as TikZ names them.
pub(super) const DASHES: [[&str; 2]; 4] =
    [["none", "solid"], ["7 3", "dashed"], ["2 2.5", "densely dotted"], ["8 3 2 3", "dash dot"]];

/// The number of the colour of a step, and that of its dashes.
pub(super) fn look(step: usize) -> (usize, usize) {
    let colour = step % COLOURS.len();
    // A further round of colours has other dashes.
    (colour, (step + step / COLOURS.len()) % DASHES.len())
}

/// The rules of SVG for all looks, on one of the papers.
pub(super) fn rules(paper: usize) -> String {
    let mut rules = String::new();
    for (colour, on) in COLOURS.iter().enumerate() {
        let hex = on[paper];
        let same = (colour..LOOKS).step_by(COLOURS.len()).map(|look| format!(".a{look}"));
        let arrows = same.collect::<Vec<_>>().join(",");
        let fill = format!("{{fill:#{hex}}}");
        let _ = write!(rules, "{arrows}{{stroke:#{hex}}}.h{colour}{fill}.t{colour}{fill}");
    }
    rules
}

/// The rules of SVG for dashes; the same on every paper.
pub(super) fn dashes() -> String {
    let mut rules = String::new();
    for (number, [dashes, _]) in DASHES.iter().enumerate() {
        let same = (0..LOOKS).filter(|step| look(*step).1 == number);
        let arrows = same.map(|step| format!(".a{step}")).collect::<Vec<_>>().join(",");
        let _ = write!(rules, "{arrows}{{fill:none;stroke-width:1.8px;stroke-dasharray:{dashes}}}");
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::{LOOKS, look};
    use std::collections::BTreeSet;

    #[test]
    fn every_step_of_two_dozen_has_its_own_look() {
        assert_eq!(LOOKS, 24);
        assert_eq!((0..LOOKS).map(look).collect::<BTreeSet<_>>().len(), LOOKS);
        // Neighbouring steps differ in both.
        for step in 0..LOOKS - 1 {
            let ((a, b), (c, d)) = (look(step), look(step + 1));
            assert!(a != c && b != d, "{step}");
        }
    }
}
