//! Counts what a reader of a finished sheet could misread. It uses nothing of how texts were placed.

use super::layout::Point;
use super::layout::labels::apart;
use super::shape::{Class, Shape, printed};
use super::sheet::Sheet;

/// A text: its middle, half its sizes, and its words.
struct Text<'a>(Point, Point, &'a str);

impl Text<'_> {
    fn of(shape: &Shape) -> Option<Text<'_>> {
        match shape {
            Shape::Text(class, place, letters, words) => {
                Some(Text(*place, printed(*class, words, *letters), words))
            }
            Shape::Line2(class, place, letters, words) => {
                let size = printed(*class, words, *letters);
                Some(Text(place.plus(size.x, 0), size, words))
            }
            _ => None,
        }
    }

    fn on(&self, other: &Text<'_>) -> bool {
        (self.0.x - other.0.x).abs() < self.1.x + other.1.x
            && (self.0.y - other.0.y).abs() < self.1.y + other.1.y
    }
}

/// What texts belong to.
enum Thing {
    /// The points of an arrow.
    Arrow(Vec<Point>),
    /// The middle of a node or a switch, and how wide it is.
    Vertex(Point, i32),
}

impl Thing {
    fn of(shape: &Shape) -> Option<Thing> {
        match shape {
            Shape::Line(Class::Arrow(_) | Class::Fault, curve) => {
                Some(Thing::Arrow(curve.samples(60)))
            }
            Shape::Circle(Class::Node | Class::Holder, place, r)
            | Shape::Square(Class::Switch | Class::Cell(_), place, r) => {
                Some(Thing::Vertex(*place, *r))
            }
            _ => None,
        }
    }

    /// How far it is from a text, in tenths.
    fn from(&self, text: &Text<'_>) -> i64 {
        let far = |at: &Point| apart(*at, text.0, text.1).isqrt();
        match self {
            Thing::Arrow(points) => points.iter().map(far).min().unwrap_or(i64::MAX),
            Thing::Vertex(place, r) => (far(place) - i64::from(*r)).max(0),
        }
    }

    fn is_vertex(&self) -> bool {
        matches!(self, Thing::Vertex(..))
    }
}

/// Texts on texts, on vertices and beyond the paper, and texts that are nearer to another arrow or
/// vertex than to their own.
pub(super) fn collisions(sheet: &Sheet) -> Vec<String> {
    let mut found = Vec::new();
    let texts: Vec<Text<'_>> = sheet.shapes.iter().filter_map(Text::of).collect();
    for (i, text) in texts.iter().enumerate() {
        let Text(middle, half, words) = text;
        let others = texts[..i].iter().filter(|other| text.on(other));
        found.extend(others.map(|other| format!("`{words}` is on `{}`", other.2)));
        let (low, high) = (middle.plus(-half.x, -half.y), middle.plus(half.x, half.y));
        let inside = |a: Point, b: Point| a.x <= b.x && a.y <= b.y;
        if !inside(sheet.low, low) || !inside(high, sheet.high) {
            found.push(format!("`{words}` is beyond the paper"));
        }
    }
    let things: Vec<Option<Thing>> = sheet.shapes.iter().map(Thing::of).collect();
    let vertices = || things.iter().flatten().filter(|thing| thing.is_vertex());
    for shape in &sheet.shapes {
        // The name of a node is in it.
        let inside = matches!(shape, Shape::Text(Class::Name | Class::Bits, ..));
        let Some(text) = Text::of(shape).filter(|_| !inside) else { continue };
        let on = vertices().filter(|vertex| vertex.from(&text) == 0);
        found.extend(on.map(|_| format!("`{}` is on a node", text.2)));
    }
    for (text, owner) in &sheet.owners {
        let (text, owner) = (sheet.shapes.get(*text), things.get(*owner));
        let Some((text, owner)) = text.and_then(Text::of).zip(owner.and_then(Option::as_ref))
        else {
            continue;
        };
        let own = owner.from(&text);
        let alike = things.iter().flatten().filter(|thing| thing.is_vertex() == owner.is_vertex());
        if alike.map(|thing| thing.from(&text)).any(|other| other < own) {
            found.push(format!("`{}` is nearer to another than to its own", text.2));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::layout::at;
    use super::super::layout::curve::link;
    use super::*;

    /// A node, an arrow below it and another one, and texts.
    fn found(texts: &[(Point, &str)], owners: &[(usize, usize)]) -> Vec<String> {
        let arrow = |y| Shape::Line(Class::Arrow(0), link(at(-500, y), &[], at(500, y)));
        let mut shapes = vec![Shape::Circle(Class::Node, at(0, 0), 125), arrow(300), arrow(700)];
        let text = |(place, words): &(Point, &str)| {
            Shape::Text(Class::Label(0), *place, 110, (*words).to_owned())
        };
        shapes.extend(texts.iter().map(text));
        let owners = owners.to_vec();
        let (low, high) = (at(-600, -200), at(600, 900));
        let (title, description) = (String::new(), String::new());
        collisions(&Sheet { title, description, shapes, owners, listed: 0, low, high })
    }

    #[test]
    fn each_kind_of_collision_is_found() {
        let apart = [(at(0, 400), "(0-3)"), (at(0, 600), "(4-7)")];
        assert_eq!(found(&apart, &[(3, 1), (4, 2)]), [""; 0]);
        assert_eq!(
            found(&apart, &[(3, 2), (4, 1)]),
            [
                "`(0-3)` is nearer to another than to its own",
                "`(4-7)` is nearer to another than to its own"
            ]
        );
        let over = [(at(0, 400), "(0-3)"), (at(150, 450), "(4-7)")];
        assert_eq!(found(&over, &[]), ["`(4-7)` is on `(0-3)`"]);
        assert_eq!(found(&[(at(100, 100), "1")], &[]), ["`1` is on a node"]);
        assert_eq!(found(&[(at(150, 150), "1")], &[]), [""; 0]);
        assert_eq!(found(&[(at(500, 400), "(0-3)")], &[]), ["`(0-3)` is beyond the paper"]);
    }
}
