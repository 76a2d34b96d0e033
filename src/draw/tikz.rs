//! A sheet as a `tikzpicture` with its own colours: nothing but the package tikz is needed.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::layout::Point;
use super::layout::curve::Curve;
use super::palette::{COLOURS, DASHES, LOOKS, look};
use super::shape::{Class, Shape};
use super::sheet::Sheet;
use super::svg::{self, number};

/// Before the first shape: the colours and styles of the steps of this picture, and all others.
fn styles(sheet: &Sheet) -> String {
    let step = |shape: &Shape| match shape {
        Shape::Line(Class::Arrow(step), _) | Shape::Square(Class::Cell(step), ..) => {
            Some(step % LOOKS)
        }
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
        let _ = writeln!(styles, "  a{step}/.style={{hockney{colour},thick,{dashes}}},");
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
            // Which other characters a document can print depends on the document.
            _ => out.push('?'),
        }
    }
    out
}

fn pair(point: Point) -> String {
    format!("({},{})", number(point.x), number(point.y))
}

fn path(curve: &Curve) -> String {
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
        Class::Name | Class::Bits | Class::Caption | Class::Note => "black",
        shape => return svg::name(shape),
    };
    format!("text={colour}")
}

fn shape(shape: &Shape) -> String {
    match shape {
        Shape::Line(class, curve) => format!("\\draw[{}] {};", style(*class), path(curve)),
        Shape::Head(class, corners) => {
            let class = class.head();
            let [a, b, c] = corners.map(pair);
            format!("\\fill[{class}] {a} -- {b} -- {c} -- cycle;")
        }
        Shape::Circle(class, place, r) => {
            let r = number(r * 3 / 4);
            format!("\\path[draw,{}] {} circle[radius={r}bp];", style(*class), pair(*place))
        }
        Shape::Square(class, place, r) => {
            let (low, high) = (pair(place.plus(-r, -r)), pair(place.plus(*r, *r)));
            format!("\\path[{}] {low} rectangle {high};", style(*class))
        }
        Shape::Text(class, place, letters, words) => label(&style(*class), *place, *letters, words),
        Shape::Line2(class, place, letters, words) => {
            label(&format!("{},anchor=west", style(*class)), *place, *letters, words)
        }
    }
}

fn label(style: &str, place: Point, letters: i32, words: &str) -> String {
    // In points, as the pictures are three quarters as large on paper.
    let (size, place, words) = (number(letters * 3 / 4), pair(place), escaped(words));
    format!("\\node[words={size},{style}] at {place} {{{words}}};")
}

/// The whole picture.
pub(super) fn write(sheet: &Sheet) -> String {
    let shapes: String = sheet.shapes.iter().map(|one| shape(one) + "\n").collect();
    format!("% {}\n{}{shapes}\\end{{tikzpicture}}\n", escaped(&sheet.title), styles(sheet))
}
