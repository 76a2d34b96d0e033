//! The shapes of a drawing: lines, circles, boxes and texts, each with a class that sets its style.

use super::layout::curve::Curve;
use super::layout::{Point, at};

/// The class of a shape, which sets its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Link,
    Node,
    /// A node that has the block.
    Holder,
    Switch,
    /// An arrow; arrows of different steps look different.
    Arrow(usize),
    Name,
    Bits,
    Holds,
    Label,
    Caption,
    /// Something wrong: a line, a ring, an arrow.
    Fault,
    FaultText,
}

impl Class {
    /// The name of the head of an arrow: one of four for the arrows of a step, or that of a violation.
    pub(super) fn head(self) -> String {
        match self {
            Class::Arrow(step) => format!("h{}", step % 4),
            _ => "faulthead".to_owned(),
        }
    }
}

/// One thing on paper.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Line(Class, Curve),
    Head(Class, [Point; 3]),
    /// Middle and radius.
    Circle(Class, Point, i32),
    /// Middle and half the side.
    Square(Class, Point, i32),
    /// The middle of the text, the height of its letters, and the text.
    Text(Class, Point, i32, String),
    /// The left end of the text.
    Line2(Class, Point, i32, String),
}

/// The height of letters.
pub(super) const LETTERS: i32 = 120;
pub(super) const SMALL: i32 = 85;

/// Half the sizes of a text.
pub(super) fn half(text: &str, letters: i32) -> Point {
    let count = i32::try_from(text.chars().count()).unwrap_or(i32::MAX / 100_000);
    at(count * letters * 29 / 100 + 15, letters * 58 / 100)
}

pub(super) fn lower(a: Point, b: Point) -> Point {
    at(a.x.min(b.x), a.y.min(b.y))
}

pub(super) fn higher(a: Point, b: Point) -> Point {
    at(a.x.max(b.x), a.y.max(b.y))
}

/// The corners of all shapes.
pub(super) fn extent(shapes: &[Shape]) -> (Point, Point) {
    let mut corners = Vec::new();
    for shape in shapes {
        match shape {
            Shape::Line(_, curve) => corners.extend(curve.samples(8)),
            Shape::Head(_, points) => corners.extend(points),
            Shape::Circle(_, place, r) | Shape::Square(_, place, r) => {
                corners.extend([place.plus(-r, -r), place.plus(*r, *r)]);
            }
            Shape::Text(_, place, letters, words) => {
                let size = half(words, *letters);
                corners.extend([place.plus(-size.x, -size.y), place.plus(size.x, size.y)]);
            }
            Shape::Line2(_, place, letters, words) => {
                let size = half(words, *letters);
                corners.extend([place.plus(0, -size.y), place.plus(2 * size.x, size.y)]);
            }
        }
    }
    let low = corners.iter().copied().reduce(lower).unwrap_or_default();
    let high = corners.iter().copied().reduce(higher).unwrap_or_default();
    (low, high)
}

impl Shape {
    /// The same elsewhere.
    pub(super) fn moved(mut self, by: Point) -> Shape {
        let move_one = |point: &mut Point| *point = point.plus(by.x, by.y);
        match &mut self {
            Shape::Line(_, curve) => {
                move_one(&mut curve.start);
                curve.parts.iter_mut().flatten().for_each(move_one);
            }
            Shape::Head(_, points) => points.iter_mut().for_each(move_one),
            Shape::Circle(_, place, _)
            | Shape::Square(_, place, _)
            | Shape::Text(_, place, ..)
            | Shape::Line2(_, place, ..) => move_one(place),
        }
        self
    }
}
