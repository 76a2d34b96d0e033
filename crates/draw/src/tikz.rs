//! A sheet as a `tikzpicture` with its own colours: nothing but the package tikz is needed.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::layout::Point;
use super::layout::curve::Bezier;
use super::shape::{Anchor, COLOURS, Class, DASHES, LOOKS, Shape, look};
use super::sheet::Sheet;
use super::svg::{self, number};

/// Before the first shape: the colours and styles of the steps of this picture, and all others.
fn styles(sheet: &Sheet) -> String {
    let step = |shape: &Shape| match shape {
        Shape::Line(Class::Arrow(step) | Class::Exchange(step), _)
        | Shape::Square(Class::Cell(step), ..) => Some(step % LOOKS),
        _ => None,
    };
    let steps: BTreeSet<usize> = sheet.shapes.iter().filter_map(step).collect();
    let colours: BTreeSet<usize> = steps.iter().map(|step| look(*step).0).collect();
    let (mut defined, mut styles) = (String::new(), String::new());
    for colour in colours {
        let hex = COLOURS[colour][0].to_uppercase();
        let _ = writeln!(defined, "\\definecolor{{hockney{colour}}}{{HTML}}{{{hex}}}%");
        let _ = writeln!(styles, "  h{colour}/.style={{fill=hockney{colour}}},");
    }
    for step in steps {
        let (colour, dashes) = look(step);
        let dashes = DASHES[dashes][1];
        let _ = writeln!(styles, "  a{step}/.style={{arrow,hockney{colour},{dashes}}},");
    }
    let link = |shape: &Shape| match shape {
        Shape::Line(Class::LinkOf(look), _) => Some(*look),
        _ => None,
    };
    for look in sheet.shapes.iter().filter_map(link).collect::<BTreeSet<usize>>() {
        let _ = writeln!(styles, "  k{look}/.style={{link,{}}},", super::classes::STYLES[look]);
    }
    include_str!("styles.tex").replace("COLOURS", &defined).replace("STEPS", &styles)
}

/// Characters that mean something in LaTeX written so that they mean themselves.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '>' => out.push_str("\\ensuremath{>}"),
            '<' => out.push_str("\\ensuremath{<}"),
            c if c.is_ascii() && !c.is_control() => out.push(c),
            '\u{a0}' => out.push('~'),
            'Σ' => out.push_str("\\ensuremath{\\Sigma}"),
            // Which other characters a document can print depends on the document.
            _ => out.push('?'),
        }
    }
    out
}

fn pair(point: Point) -> String {
    format!("({},{})", number(point.x), number(point.y))
}

fn path(curve: &Bezier) -> String {
    let mut path = pair(curve.start);
    for [a, b, to] in &curve.parts {
        let _ = write!(path, " .. controls {} and {} .. {}", pair(*a), pair(*b), pair(*to));
    }
    path
}

/// Texts have the colour of their class; everything else has a style of its own.
fn style(class: Class) -> String {
    let colour = match class {
        Class::FaultText => "hockneyFault",
        Class::Holds => "darkgray",
        Class::Label(step) => return format!("text=hockney{}", look(step).0),
        Class::Exchange(step) => return format!("a{},latex-latex", step % LOOKS),
        Class::Block => return "draw,fill=white,thick".to_owned(),
        Class::Full => return "draw,fill=hockneyHeld,very thick".to_owned(),
        Class::Name | Class::Bits | Class::Caption | Class::Note => "black",
        Class::LinkOf(look) => return format!("k{look}"),
        shape => return svg::name(shape),
    };
    format!("text={colour}")
}

/// The nodes and switches of one picture, in the order of their numbers: middle and radius.
struct Vertices(Vec<(Point, i32)>);

impl Vertices {
    fn of(shapes: &[Shape]) -> Vertices {
        Vertices(shapes.iter().filter_map(vertex).map(|(_, place, r)| (place, r)).collect())
    }

    /// The vertex at whose rim or middle a line ends.
    fn at(&self, end: Point) -> Option<usize> {
        let near = |(place, r): &(Point, i32)| {
            let (x, y) = (i64::from(end.x - place.x), i64::from(end.y - place.y));
            x * x + y * y <= i64::from(r + GAP).pow(2)
        };
        self.0.iter().position(near)
    }

    /// Whether a place is on the line between the middles of two vertices.
    fn joins(&self, from: usize, to: usize, place: Point) -> bool {
        let (a, b) = (self.0[from].0, self.0[to].0);
        let [(x, y), (px, py)] =
            [b, place].map(|to| (i64::from(to.x - a.x), i64::from(to.y - a.y)));
        (x * py - y * px).abs() <= 10 * (x * x + y * y).isqrt()
    }

    /// A line from vertex to vertex, bent if a number of degrees says its curve.
    fn line(&self, class: Class, curve: &Bezier) -> String {
        let style = if class == Class::Fault { "wrong".to_owned() } else { style(class) };
        let end = curve.parts.last().and_then(|part| self.at(part[2]));
        let (from, to) = match (self.at(curve.start), end) {
            (Some(from), Some(to))
                if curve.parts.len() > 1 || self.joins(from, to, curve.start) =>
            {
                (from, to)
            }
            // A line from a node begins at its rim, and does not pass through its number.
            (Some(from), None) if self.0[from].0 == curve.start => {
                let line = path(curve);
                let rest = line.split_once(')').map_or("", |(_, rest)| rest);
                return format!("\\draw[{style}] (n{from}){rest};");
            }
            (None, Some(to)) if curve.parts.last().is_some_and(|part| part[2] == self.0[to].0) => {
                let line = path(curve);
                let rest = line.rsplit_once('(').map_or("", |(rest, _)| rest);
                return format!("\\draw[{style}] {rest}(n{to});");
            }
            _ => return format!("\\draw[{style}] {};", path(curve)),
        };
        let Some(bend) = curve.bend(self.0[from].0, self.0[to].0) else {
            let whole = path(curve);
            let between = whole.find(" .. ").zip(whole.rfind(" .. "));
            let between = between.and_then(|(a, b)| whole.get(a..b)).unwrap_or_default();
            return format!("\\draw[{style}] (n{from}){between} .. (n{to});");
        };
        match bend {
            0 => format!("\\draw[{style}] (n{from}) -- (n{to});"),
            bend if bend > 0 => format!("\\draw[{style}] (n{from}) to[bend right={bend}] (n{to});"),
            bend => format!("\\draw[{style}] (n{from}) to[bend left={}] (n{to});", -bend),
        }
    }
}

/// The gap between an arrow and a node, and a little more.
const GAP: i32 = 25;

fn vertex(shape: &Shape) -> Option<(Class, Point, i32)> {
    match shape {
        Shape::Circle(class @ (Class::Node | Class::Holder), place, r)
        | Shape::Square(class @ Class::Switch, place, r) => Some((*class, *place, *r)),
        _ => None,
    }
}

/// One picture: its nodes, then lines from node to node, then texts.
fn picture(shapes: &[Shape]) -> String {
    let vertices = Vertices::of(shapes);
    let name = |at: Point| {
        shapes.iter().find_map(|shape| match shape {
            Shape::Text(Class::Name, _, place, letters, words) if *place == at => {
                Some((letters, words))
            }
            _ => None,
        })
    };
    let mut out = String::new();
    for (which, (class, place, r)) in shapes.iter().filter_map(vertex).enumerate() {
        let (at, size) = (pair(place), number(2 * r * 3 / 4));
        let (font, words) = name(place).map_or_else(Default::default, |(letters, words)| {
            (format!(",words={}", number(letters * 3 / 4)), escaped(words))
        });
        let style = style(class);
        let _ = writeln!(
            out,
            "\\node[{style}{font},minimum size={size}bp] (n{which}) at {at} {{{words}}};"
        );
    }
    let named = |shape: &&Shape| match shape {
        Shape::Text(Class::Name, _, place, ..) => !vertices.0.iter().any(|(at, _)| at == place),
        // Arrows have heads of their own.
        Shape::Path(Class::Cell(_) | Class::FaultHead | Class::LightHead, _) => false,
        shape => vertex(shape).is_none(),
    };
    for one in shapes.iter().filter(named) {
        let line = match one {
            Shape::Line(class, curve) => vertices.line(*class, curve),
            one => shape(one),
        };
        out.push_str(&line);
        out.push('\n');
    }
    out
}

fn shape(shape: &Shape) -> String {
    match shape {
        Shape::Line(class, curve) => format!("\\draw[{}] {};", style(*class), path(curve)),
        Shape::Path(class, points) => {
            let places: Vec<String> = points.iter().copied().map(pair).collect();
            format!("\\draw[{}] {};", style(*class), places.join(" -- "))
        }
        Shape::Circle(class, place, r) => {
            let r = number(r * 3 / 4);
            format!("\\path[draw,{}] {} circle[radius={r}bp];", style(*class), pair(*place))
        }
        Shape::Square(class, place, r) => {
            let (low, high) = (pair(place.plus(-r, -r)), pair(place.plus(*r, *r)));
            format!("\\path[{}] {low} rectangle {high};", style(*class))
        }
        Shape::Text(class, anchor, place, letters, words) => {
            let side = match anchor {
                Anchor::Start => ",anchor=west",
                Anchor::Middle => "",
                Anchor::End => ",anchor=east",
            };
            // In points, as the pictures are three quarters as large on paper.
            let (size, style, place) = (number(letters * 3 / 4), style(*class), pair(*place));
            format!("\\node[words={size},{style}{side}] at {place} {{{}}};", escaped(words))
        }
    }
}

/// The whole picture; a caption is the last shape of each of its pictures.
pub(super) fn write(sheet: &Sheet) -> String {
    let is_caption = |shape: &Shape| matches!(shape, Shape::Text(Class::Caption, ..));
    let shapes: String = sheet.shapes.split_inclusive(is_caption).map(picture).collect();
    format!("% {}\n{}{shapes}\\end{{tikzpicture}}\n", escaped(&sheet.title), styles(sheet))
}
