//! A sheet of pictures as shapes: what SVG and TikZ write down.

use super::faults::Faults;
use super::lanes::{Lane, lanes};
use super::layout::curve::{Curve, arrow, link};
use super::layout::labels::{Paper, beside};
use super::layout::{Layout, Point, SWITCH, at, links};
use super::shape::{Class, LETTERS, SMALL, Shape, extent, half, higher, lower};
use super::story::{Story, THE_BLOCK, bracketed};
use super::{Drawing, Panel};
use crate::topology::{Topology, Vertex};

/// Several pictures side by side, with one title.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) title: String,
    /// A description in words, for screen readers.
    pub(super) description: String,
    pub(super) shapes: Vec<Shape>,
    pub(super) low: Point,
    pub(super) high: Point,
}

/// All pictures.
pub(super) fn sheet(drawing: &Drawing<'_>, story: &Story, panels: &[Panel]) -> Sheet {
    let topology = &drawing.checked.schedule().topology;
    let mut layout = Layout::of(topology, drawing.view);
    layout.widen(longest(&layout, story, panels, topology.nodes()));
    let pictures: Vec<Picture> =
        panels.iter().map(|panel| picture(drawing, story, &layout, panel)).collect();
    let mut low = pictures.iter().map(|p| p.low).fold(at(i32::MAX, i32::MAX), lower);
    // Captions are in a line, above the highest of the pictures.
    low.y -= 220;
    let high = pictures.iter().map(|p| p.high).fold(at(i32::MIN, i32::MIN), higher);
    let (width, height) = (high.x - low.x + 500, high.y - low.y + 450);
    let columns = (21_000 / width.max(1)).clamp(1, 4);
    let mut shapes = Vec::new();
    for (i, mut picture) in (0..).zip(pictures) {
        let by = at(i % columns * width, i / columns * height);
        let caption = at(picture.middle, low.y);
        picture.shapes.push(text(Class::Caption, caption, LETTERS + 20, picture.caption));
        shapes.extend(picture.shapes.into_iter().map(|shape| shape.moved(by)));
    }
    let (low, high) = extent(&shapes);
    let (title, description) = (drawing.title.to_owned(), description(drawing, story));
    Sheet { title, description, shapes, low, high }
}

/// The width of the longest thing that is written beside a node or an arrow.
pub(super) fn longest(layout: &Layout, story: &Story, panels: &[Panel], nodes: u32) -> i32 {
    let mut most = 0;
    for panel in panels {
        for lane in lanes(&story.during(panel)) {
            let ends = lane.way.first().zip(lane.way.last());
            let x = |vertex: &Vertex| layout.places.get(*vertex as usize).map(|place| place.x);
            // Those of arrows up and down are side by side between two columns.
            let upright = ends.is_some_and(|(from, to)| x(from) == x(to));
            most = most.max(if upright { 4 } else { 2 } * half(&lane.label, LETTERS).x);
        }
        for node in 0..nodes {
            let held = bracketed(story.holds(panel.steps().start, node));
            most = most.max(2 * half(&held, LETTERS).x);
        }
    }
    most
}

/// The first messages of each step and the faults in words.
fn description(drawing: &Drawing<'_>, story: &Story) -> String {
    let mut lines = Vec::new();
    for (k, messages) in story.steps.iter().enumerate().take(32) {
        let arrows: Vec<String> =
            messages.iter().take(16).map(|sent| format!("{} to {}", sent.from, sent.to)).collect();
        let more = messages.len().saturating_sub(16);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        lines.push(format!("Step {}: {}{more}.", k + 1, arrows.join(", ")));
    }
    let all = Faults::of(drawing.checked, &(0..usize::MAX), true);
    lines.extend(all.words.iter().take(16).map(|fault| format!("Fault: {fault}.")));
    lines.join(" ")
}

/// One picture, somewhere.
struct Picture {
    shapes: Vec<Shape>,
    low: Point,
    high: Point,
    caption: String,
    /// Where the middle of its caption is.
    middle: i32,
}

/// Links, nodes and names: what is the same in each picture of a topology.
pub(super) fn base(topology: &Topology, layout: &Layout, paper: &mut Paper) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (from, to) in links(topology) {
        let curve = link_between(layout, from, to);
        paper.put_line(&curve.samples(24), 2);
        shapes.push(Shape::Line(Class::Link, curve));
    }
    for (vertex, place) in (0..topology.vertices()).zip(&layout.places) {
        // A circle leaves its corners free.
        let half = layout.radius_of(vertex, topology.nodes()) * 7 / 10;
        paper.put_box(*place, at(half, half));
    }
    shapes
}

pub(super) fn link_between(layout: &Layout, from: Vertex, to: Vertex) -> Curve {
    let places = &layout.places;
    link(places[from as usize], &layout.bends(from, to), places[to as usize])
}

/// A node or switch, above its links.
pub(super) fn vertex(
    topology: &Topology,
    layout: &Layout,
    vertex: Vertex,
    holds: bool,
) -> Vec<Shape> {
    let place = layout.places[vertex as usize];
    if vertex >= topology.nodes() {
        return vec![Shape::Square(Class::Switch, place, SWITCH)];
    }
    let class = if holds { Class::Holder } else { Class::Node };
    let mut shapes = vec![Shape::Circle(class, place, layout.radius)];
    let label = topology.network().label(vertex).filter(|label| !label.starts_with('('));
    match label.filter(|_| layout.radius > super::layout::RADIUS) {
        Some(bits) => {
            shapes.push(text(Class::Name, place.plus(0, -45), LETTERS, vertex.to_string()));
            shapes.push(text(Class::Bits, place.plus(0, 75), SMALL, bits));
        }
        None => shapes.push(text(Class::Name, place, LETTERS, vertex.to_string())),
    }
    shapes
}

fn text(class: Class, place: Point, letters: i32, text: String) -> Shape {
    Shape::Text(class, place, letters, text)
}

fn picture(drawing: &Drawing<'_>, story: &Story, layout: &Layout, panel: &Panel) -> Picture {
    let topology = &drawing.checked.schedule().topology;
    let steps = panel.steps();
    let ended = panel.ends(story.steps.len(), drawing.panels.len() == 1);
    let faults = Faults::of(drawing.checked, &steps, ended);
    let mut paper = Paper::default();
    let mut shapes = base(topology, layout, &mut paper);
    shapes.extend(busy_links(layout, &faults, &mut paper));
    let all = lanes(&story.during(panel));
    let nodes = (0..topology.vertices())
        .flat_map(|v| vertex(topology, layout, v, story.holds(steps.start, v) == THE_BLOCK));
    let arrows = arrows(topology, layout, &all, &faults, steps.start, &mut paper);
    shapes.extend(arrows.0);
    shapes.extend(nodes);
    shapes.extend(at_nodes(topology, layout, story, &faults, steps.start, &mut paper));
    shapes.extend(write_labels(&arrows.1, &mut paper));
    let (low, high) = extent(&shapes);
    let middle = i32::midpoint(low.x, high.x);
    let room = usize::try_from((high.x - low.x) / 66).unwrap_or(0).max(48);
    for (i, words) in (0..).zip(written_out(&faults.words, room)) {
        let place = at(low.x, high.y + 220 + i * 170);
        shapes.push(Shape::Line2(Class::FaultText, place, LETTERS - 10, words));
    }
    let (low, high) = extent(&shapes);
    Picture { shapes, low, high, caption: panel.caption(), middle }
}

/// The most faults that are written out below a picture.
const MOST_WRITTEN: usize = 6;

/// Faults in lines of so many characters.
fn written_out(faults: &[String], room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for fault in faults.iter().take(MOST_WRITTEN) {
        let mut line = "!".to_owned();
        for word in fault.split(' ') {
            if line.chars().count() + word.chars().count() >= room {
                lines.push(std::mem::replace(&mut line, "\u{a0}\u{a0}".to_owned()));
            }
            line.push(' ');
            line.push_str(word);
        }
        lines.push(line);
    }
    if let Some(more) = faults.len().checked_sub(MOST_WRITTEN).filter(|more| *more > 0) {
        lines.push(format!("! and {more} more"));
    }
    lines
}

pub(super) fn busy_links(layout: &Layout, faults: &Faults, paper: &mut Paper) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (from, to) in &faults.links {
        let curve = link_between(layout, *from, *to);
        let samples = curve.samples(12);
        paper.put_line(&samples, 4);
        let middle = samples.get(samples.len() / 2).copied().unwrap_or_default();
        shapes.push(Shape::Line(Class::Fault, curve));
        shapes.push(text(Class::FaultText, middle, LETTERS + 20, "!".to_owned()));
    }
    shapes
}

/// A label that has no place yet: its candidates, what it is, its text, and of which arrow.
pub(super) struct Waiting(Vec<Point>, Class, String, u32);

/// Arrows, and their labels for later: what nodes hold is written first.
pub(super) fn arrows(
    topology: &Topology,
    layout: &Layout,
    lanes: &[Lane],
    faults: &Faults,
    first: usize,
    paper: &mut Paper,
) -> (Vec<Shape>, Vec<Waiting>) {
    let (mut shapes, mut waiting) = (Vec::new(), Vec::new());
    for lane in lanes {
        let stops = lane.stops(layout, topology.nodes());
        let (from, to) = (lane.way.first(), lane.way.last());
        let direct = from.zip(to).and_then(|(a, b)| topology.network().link(*a, *b));
        // Where there is no link, the part between is passed by.
        let bulge = if direct.is_some() { 95 } else { 330 };
        let Some((curve, mut head)) = arrow(&stops, bulge) else { continue };
        let fault = from.zip(to).and_then(|(a, b)| faults.messages.get(&(*a, *b)));
        let class = if fault.is_some() { Class::Fault } else { Class::Arrow(lane.step - first) };
        if class == Class::Fault {
            // Its line is thick.
            let tip = head[0];
            head = head.map(|corner| tip.plus(2 * (corner.x - tip.x), 2 * (corner.y - tip.y)));
        }
        // So many that no label fits between two of them.
        let samples = curve.samples(60);
        let number = paper.put_arrow(&samples, 2);
        let (label, written) = match fault {
            Some(fault) => (format!("{} ! {fault}", lane.label), Class::FaultText),
            None => (lane.label.clone(), Class::Label),
        };
        let size = half(&label, LETTERS);
        waiting.push(Waiting(along(&samples, size), written, label, number));
        shapes.push(Shape::Line(class, curve));
        shapes.push(Shape::Head(class, head));
    }
    (shapes, waiting)
}

/// Places beside a curve: near its middle first, above, below, right and left of it.
fn along(samples: &[Point], size: Point) -> Vec<Point> {
    let last = samples.len().saturating_sub(1);
    let start = samples.first().copied().unwrap_or_default();
    let end = samples.last().copied().unwrap_or_default();
    let mut places = Vec::new();
    for distance in [20, 90, 170] {
        for part in [50, 42, 58, 34, 66, 26, 74, 82] {
            let Some(here) = samples.get(last * part / 100) else { continue };
            let (x, y) = (size.x + distance, size.y + distance);
            // To the right of the arrow first, where it bends to.
            let (along, across) = (end.x - start.x, end.y - start.y);
            let sideways = if across > 0 { -x } else { x };
            let upright = if along >= 0 { y } else { -y };
            let ways = if across.abs() > along.abs() {
                [(sideways, 0), (-sideways, 0), (0, upright), (0, -upright)]
            } else {
                [(0, upright), (0, -upright), (sideways, 0), (-sideways, 0)]
            };
            places.extend(ways.map(|(dx, dy)| here.plus(dx, dy)));
        }
    }
    if let Some(middle) = samples.get(last / 2) {
        places.push(*middle);
    }
    places
}

pub(super) fn write_labels(waiting: &[Waiting], paper: &mut Paper) -> Vec<Shape> {
    let place = |Waiting(places, class, label, arrow): &Waiting| {
        let place = paper.place(places, half(label, LETTERS), Some(*arrow));
        text(*class, place, LETTERS, label.clone())
    };
    waiting.iter().map(place).collect()
}

/// The blocks that nodes hold and lack, beside them.
pub(super) fn at_nodes(
    topology: &Topology,
    layout: &Layout,
    story: &Story,
    faults: &Faults,
    after: usize,
    paper: &mut Paper,
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for node in 0..topology.nodes() {
        let place = layout.places[node as usize];
        let outward = layout.outward[node as usize];
        let mut write = |class: Class, words: String| {
            let size = half(&words, LETTERS);
            let places = beside(place, layout.radius, outward, size);
            let found = paper.place(&places, size, None);
            shapes.push(text(class, found, LETTERS, words));
        };
        let held = story.holds(after, node);
        if held != THE_BLOCK && !held.is_empty() {
            write(Class::Holds, bracketed(held));
        }
        if let Some(fault) = faults.nodes.get(&node) {
            write(Class::FaultText, format!("! {fault}"));
            shapes.push(Shape::Circle(Class::Fault, place, layout.radius + 35));
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::super::{Drawing, FIGURES};
    use super::*;
    use crate::checker::{Limits, check};

    /// No two texts of a figure lie over each other, and none on a node that is not its own.
    #[test]
    fn labels_of_the_figures_are_apart() {
        for figure in FIGURES.iter() {
            let made = figure.made().unwrap();
            let checked = check(&made.schedule, &Limits::default()).unwrap();
            let (view, panels) = (made.view, &made.panels[..]);
            let drawing = Drawing {
                checked: &checked,
                title: "",
                view,
                panels,
                formula: None,
                numbers: None,
            };
            let shapes = sheet(&drawing, &Story::of(&made.schedule), panels).shapes;
            let mut boxes: Vec<(Point, Point, &str)> = Vec::new();
            for shape in &shapes {
                match shape {
                    Shape::Text(Class::Name | Class::Bits, ..) => {}
                    Shape::Text(_, place, letters, words) => {
                        // The height of what is printed, without the space round it.
                        let size = half(words, *letters);
                        boxes.push((*place, at(size.x - 15, size.y * 7 / 10), words));
                    }
                    Shape::Circle(Class::Node | Class::Holder, place, r) => {
                        boxes.push((*place, at(r * 6 / 10, r * 6 / 10), "a node"));
                    }
                    _ => {}
                }
            }
            assert!(boxes.len() > 10);
            for (i, (a, size, words)) in boxes.iter().enumerate() {
                for (b, other, others) in &boxes[..i] {
                    let apart = (a.x - b.x).abs() >= size.x + other.x
                        || (a.y - b.y).abs() >= size.y + other.y;
                    assert!(apart, "{}: {words} and {others}", figure.number);
                }
            }
        }
    }
}
