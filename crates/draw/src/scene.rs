//! One picture as shapes: links, arrows, nodes, and texts where they have a place.

use super::faults::Faults;
use super::lanes::{Lane, lanes};
use super::layout::curve::{Bezier, arrow, link};
use super::layout::labels::{Owner, Paper, along, beside};
use super::layout::{Layout, Point, SWITCH, at, links};
use super::shape::{
    Class, LARGE, LETTERS, MARGIN, SMALL, Shape, bold, extent, half, higher, lower, path, text,
    wrapped, write_below,
};
use super::story::{Story, THE_BLOCK, bracketed};
use super::{Drawing, Extra, Panel, classes};
use hockney_core::topology::{Topology, Vertex};

/// The width of the longest thing that is written beside a node or an arrow.
pub(super) fn longest(layout: &Layout, story: &Story, panels: &[Panel], nodes: u32) -> i32 {
    let mut most = 0;
    for panel in panels {
        for lane in lanes(&story.during(panel), false) {
            let ends = lane.way.first().zip(lane.way.last());
            let x = |vertex: &Vertex| layout.places.get(*vertex as usize).map(|place| place.x);
            // Those of arrows up and down are side by side between two columns.
            let upright = ends.is_some_and(|(from, to)| x(from) == x(to));
            most = most.max(if upright { 4 } else { 2 } * half(&lane.label, LETTERS).x);
        }
        for held in story.beside(panel.steps().start, nodes, false) {
            most = most.max(2 * half(&bracketed(&held), LETTERS).x);
        }
    }
    most
}

/// One picture, somewhere.
pub(super) struct Picture {
    pub(super) shapes: Vec<Shape>,
    /// For some texts the arrow or vertex that they are about, both as indices of shapes.
    pub(super) owners: Vec<(usize, usize)>,
    /// How many texts are listed below.
    pub(super) listed: usize,
    pub(super) low: Point,
    pub(super) high: Point,
    pub(super) caption: String,
    /// Whether it has links that are cut.
    pub(super) cut: bool,
    /// Where the middle of its caption is.
    pub(super) middle: i32,
}

/// Links, nodes and names: what is the same in each picture of a topology.
pub(super) fn base(topology: &Topology, layout: &Layout, paper: &mut Paper) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (from, to) in links(topology) {
        let class = classes::of_link(topology, from, to);
        for curve in link_between(layout, from, to) {
            paper.put_line(&curve.samples(24), 2);
            shapes.push(Shape::Line(class, curve));
        }
    }
    for (vertex, place) in (0..topology.vertices()).zip(&layout.places) {
        paper.put_vertex(*place, layout.radius_of(vertex, topology.nodes()));
    }
    shapes
}

/// The line of a link, or its two ends if it is cut.
pub(super) fn link_between(layout: &Layout, from: Vertex, to: Vertex) -> Vec<Bezier> {
    let (start, end) = (layout.places[from as usize], layout.places[to as usize]);
    match layout.cut(from, to, 0) {
        Some([leaves, comes]) => vec![link(start, &[], leaves), link(comes, &[], end)],
        None => vec![link(start, &layout.bends(from, to), end)],
    }
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
    let rank = topology.placement().and_then(|placement| placement.rank(vertex));
    let rank = rank.map(|rank| format!("r{rank}"));
    let label = topology.bits_or_coordinates(vertex).filter(|label| !label.starts_with('('));
    let label = rank.clone().or(label);
    if let Some(bits) = label.filter(|_| layout.radius > super::layout::RADIUS) {
        shapes.push(text(Class::Name, place.plus(0, -45), LETTERS, vertex.to_string()));
        shapes.push(text(Class::Bits, place.plus(0, 75), SMALL, bits));
    } else {
        let letters = if layout.radius < super::layout::RADIUS { SMALL } else { LETTERS };
        shapes.push(text(Class::Name, place, letters, rank.unwrap_or_else(|| vertex.to_string())));
    }
    shapes
}

/// The narrowest column of text below a picture.
const COLUMN: i32 = 2000;

/// One picture. Blocks are `counted` if that is asked for, and where more than a tenth of the texts have
/// no place, if that helps.
pub(super) fn picture(
    drawing: &Drawing<'_>,
    story: &Story,
    layout: &Layout,
    panel: &Panel,
    counted: bool,
) -> Picture {
    let counted = counted && panel.after(story.steps.len()).is_none();
    let named = drawn(drawing, story, layout, panel, counted);
    if counted || named.listed * 10 <= named.listed + named.owners.len() {
        return named;
    }
    let counted = drawn(drawing, story, layout, panel, true);
    if counted.listed < named.listed { counted } else { named }
}

fn drawn(
    drawing: &Drawing<'_>,
    story: &Story,
    layout: &Layout,
    panel: &Panel,
    counted: bool,
) -> Picture {
    let topology = &drawing.checked.schedule().topology;
    let steps = panel.steps();
    let ended = panel.ends(story.steps.len(), drawing.panels.len() == 1);
    let faults = Faults::of(drawing.checked, &steps, ended);
    let mut paper = Paper::default();
    let mut shapes = base(topology, layout, &mut paper);
    let (busy, counts) = busy_links(layout, &faults, &mut paper);
    shapes.extend(busy);
    let mut all = lanes(&story.during(panel), counted);
    if drawing.extra == Extra::Arcs {
        all.iter_mut().for_each(Lane::direct);
    }
    shapes.extend(match drawing.extra {
        Extra::None | Extra::Arcs => Vec::new(),
        Extra::Groups => groups(story, layout, panel, &mut paper),
        Extra::Blocks => blocks(layout, panel, &mut paper),
    });
    let (arrows, waiting, below) = arrows(topology, layout, &all, &faults, &mut paper);
    shapes.extend(below);
    let first = shapes.len();
    shapes.extend(arrows);
    let mut vertices = Vec::new();
    for v in 0..topology.vertices() {
        vertices.push(shapes.len());
        shapes.extend(vertex(topology, layout, v, story.holds(steps.start, v) == THE_BLOCK));
    }
    let held = story.beside(steps.start, topology.nodes(), counted);
    let mut written = at_nodes(layout, &held, &faults, &mut paper);
    written.extend(write_labels(&waiting, &mut paper, true));
    let counts = write_labels(&counts, &mut paper, false);
    let owner = |(index, owner): &(usize, Owner)| match owner {
        // An arrow is a line and a head.
        Owner::Arrow(arrow) => Some((index + shapes.len(), first + 2 * arrow)),
        Owner::Vertex(vertex) => Some((index + shapes.len(), *vertices.get(*vertex)?)),
        Owner::Any => None,
    };
    let owners = written.owners.iter().filter_map(owner).collect();
    shapes.extend(written.shapes);
    shapes.extend(counts.shapes);
    let (low, high) = extent(&shapes);
    let middle = i32::midpoint(low.x, high.x);
    let nth = drawing.panels.iter().position(|other| other == panel).unwrap_or(0);
    let words = drawing.captions.get(nth).copied().flatten();
    let caption = panel.caption() + &words.map_or_else(String::new, |words| format!(": {words}"));
    let width = (high.x - low.x).max(COLUMN.min(drawing.width.tenths() - 2 * MARGIN));
    let listed = written.notes.len();
    // None of them is broken.
    let notes = written.notes.iter().map(|note| note.replace(' ', "\u{a0}")).collect::<Vec<_>>();
    if !notes.is_empty() {
        write_below(&mut shapes, Class::Note, &[notes.join("; ")], width);
    }
    // At most a quarter of the picture.
    let most = ((high.y - low.y) / 150 / 3).max(2).unsigned_abs() as usize;
    write_below(&mut shapes, Class::FaultText, &written_out(&faults.words, width, most), width);
    let (low, high) = extent(&shapes);
    let wide = half(&caption, bold(Class::Caption, LARGE)).x;
    let (low, high) =
        (lower(low, at(middle - wide, low.y)), higher(high, at(middle + wide, high.y)));
    let cut = !layout.cut.is_empty();
    Picture { shapes, owners, listed, low, high, caption, cut, middle }
}

/// The first faults, in about so many lines; the first in any case.
fn written_out(faults: &[String], width: i32, most: usize) -> Vec<String> {
    let (mut written, mut used) = (Vec::new(), 0);
    for fault in faults {
        let line = format!("! {fault}");
        used += wrapped(&line, Class::FaultText, width).len();
        if used > most && !written.is_empty() {
            break;
        }
        written.push(line);
    }
    let more = faults.len() - written.len();
    if more > 0 {
        written.push(format!("! and {more} more"));
    }
    written
}

/// The links that carry too much, and how many messages each of them carries, for later.
pub(super) fn busy_links(
    layout: &Layout,
    faults: &Faults,
    paper: &mut Paper,
) -> (Vec<Shape>, Vec<Waiting>) {
    let (mut shapes, mut counts) = (Vec::new(), Vec::new());
    for ((from, to), count) in &faults.links {
        let curves = link_between(layout, *from, *to);
        let samples: Vec<Point> = curves.iter().flat_map(|curve| curve.samples(24)).collect();
        paper.put_line(&samples, 4);
        shapes.extend(curves.into_iter().map(|curve| Shape::Line(Class::Busy, curve)));
        counts.push(Waiting {
            samples,
            class: Class::FaultText,
            label: format!("x{count}"),
            ends: (*from, *to),
            owner: Owner::Any,
        });
    }
    (shapes, counts)
}

/// A label that has no place yet.
pub(super) struct Waiting {
    /// Points of its line.
    samples: Vec<Point>,
    class: Class,
    label: String,
    ends: (Vertex, Vertex),
    owner: Owner,
}

/// Texts that have a place, and those that have none.
#[derive(Default)]
pub(super) struct WrittenTexts {
    pub(super) shapes: Vec<Shape>,
    /// The index of a text, and what it is about.
    owners: Vec<(usize, Owner)>,
    /// Texts without a place, each with the name of what it is about.
    notes: Vec<String>,
}

impl WrittenTexts {
    fn put(&mut self, class: Class, place: Point, words: String, owner: Owner) {
        self.owners.push((self.shapes.len(), owner));
        self.shapes.push(text(class, place, LETTERS, words));
    }

    fn extend(&mut self, other: WrittenTexts) {
        let first = self.shapes.len();
        self.owners.extend(other.owners.into_iter().map(|(index, owner)| (index + first, owner)));
        self.shapes.extend(other.shapes);
        self.notes.extend(other.notes);
    }
}

/// Arrows, their labels for later, for what nodes hold is written first, and what is below the arrows.
pub(super) fn arrows(
    topology: &Topology,
    layout: &Layout,
    lanes: &[Lane],
    faults: &Faults,
    paper: &mut Paper,
) -> (Vec<Shape>, Vec<Waiting>, Vec<Shape>) {
    let (mut shapes, mut waiting, mut below) = (Vec::new(), Vec::new(), Vec::new());
    let mut before = Vec::new();
    for lane in lanes {
        let parts = lane.parts(layout, topology.nodes());
        let (from, to) = (lane.way.first(), lane.way.last());
        let direct = from.zip(to).and_then(|(a, b)| topology.network().link(*a, *b));
        // Where there is no link, the part between is passed by.
        let bulge = match (parts.len(), direct) {
            (1, Some(_)) => 95,
            (1, None) => 330,
            _ => 0,
        };
        let mut drawn: Vec<_> = parts.iter().filter_map(|stops| arrow(stops, bulge)).collect();
        let Some((curve, mut head)) = drawn.pop() else { continue };
        let fault = from.zip(to).and_then(|(a, b)| faults.messages.get(&(*a, *b)));
        let (class, of_head) = match fault {
            Some(_) => (Class::Fault, Class::FaultHead),
            None => (Class::Arrow(lane.step), Class::Cell(lane.step)),
        };
        if class == Class::Fault {
            // Its line is thick.
            let tip = head[0];
            head = head.map(|corner| tip.plus(2 * (corner.x - tip.x), 2 * (corner.y - tip.y)));
        }
        // So many that no label fits between two of them.
        let samples = curve.samples(60);
        let (label, written) = match fault {
            Some(fault) => (format!("{} ! {fault}", lane.label), Class::FaultText),
            None => (lane.label.clone(), Class::Label(lane.step)),
        };
        let (ends, owner) = (from.copied().zip(to.copied()), Owner::Arrow(waiting.len()));
        paper.put_arrow(samples.clone(), 6);
        waiting.push(Waiting {
            samples,
            class: written,
            label,
            ends: ends.unwrap_or_default(),
            owner,
        });
        if lane.slow {
            let all = drawn.iter().map(|(before, _)| before).chain([&curve]);
            below.extend(all.map(|curve| Shape::Line(Class::Slow, curve.clone())));
        }
        let both = |(curve, head)| [Shape::Line(class, curve), path(of_head, head)];
        before.extend(drawn.into_iter().map(|arrow| (arrow.0.samples(60), both(arrow))));
        shapes.extend(both((curve, head)));
    }
    // Parts up to a link that is cut: the label is at the last part.
    for (samples, arrow) in before {
        paper.put_arrow(samples, 6);
        shapes.extend(arrow);
    }
    (shapes, waiting, below)
}

/// Writes the labels that have a free place. If `numbered`, all others become a number, which is
/// explained below the picture, or where not even a number has a place their arrow is named there.
pub(super) fn write_labels(waiting: &[Waiting], paper: &mut Paper, numbered: bool) -> WrittenTexts {
    let find = |paper: &mut Paper, one: &Waiting, words: &str| {
        let size = half(words, bold(one.class, LETTERS));
        paper.place(&along(&one.samples, size), size, one.owner)
    };
    let choice = |(i, one): (usize, &Waiting)| {
        let size = half(&one.label, bold(one.class, LETTERS));
        (paper.options(&along(&one.samples, size), size, one.owner), size, i)
    };
    let mut order: Vec<(Vec<Point>, Point, usize)> =
        waiting.iter().enumerate().map(choice).collect();
    // What has the least choice chooses first.
    order.sort_by_key(|(options, _, i)| (options.len(), *i));
    let mut places = vec![None; waiting.len()];
    for (options, size, i) in order {
        places[i] = paper.take(&options, size);
    }
    let (mut written, mut number) = (WrittenTexts::default(), 0);
    for (one, place) in waiting.iter().zip(places) {
        let (label, (from, to)) = (&one.label, one.ends);
        if let Some(place) = place {
            written.put(one.class, place, label.clone(), one.owner);
        } else if numbered {
            let mark = format!("[{}]", number + 1);
            if let Some(place) = find(paper, one, &mark) {
                number += 1;
                written.notes.push(format!("{mark} {label}"));
                written.put(one.class, place, mark, one.owner);
            } else {
                written.notes.push(format!("{from} to {to}: {label}"));
            }
        }
    }
    written
}

/// The blocks that nodes hold and lack, beside them.
pub(super) fn at_nodes(
    layout: &Layout,
    all: &[String],
    faults: &Faults,
    paper: &mut Paper,
) -> WrittenTexts {
    let mut written = WrittenTexts::default();
    for ((number, node), held) in (0..).enumerate().zip(all) {
        let place = layout.places[node as usize];
        let outward = layout.outward[node as usize];
        let held = Some(held).filter(|held| *held != THE_BLOCK && !held.is_empty());
        let held = held.map(|held| (Class::Holds, bracketed(held)));
        let fault = faults.nodes.get(&node).map(|fault| (Class::FaultText, format!("! {fault}")));
        if fault.is_some() {
            written.shapes.push(Shape::Circle(Class::Fault, place, layout.radius + 35));
        }
        for (class, words) in held.into_iter().chain(fault) {
            let size = half(&words, bold(class, LETTERS));
            let places = beside(place, layout.radius, outward, size);
            match paper.place(&places, size, Owner::Vertex(number)) {
                Some(found) => written.put(class, found, words, Owner::Vertex(number)),
                None => written.notes.push(format!("node {node}: {words}")),
            }
        }
    }
    written
}

/// From a node to the block beside it, and half the side of a block.
const AWAY: i32 = 620;
const BLOCK: i32 = 150;

/// A dotted boundary around the nodes of each group that exchanges messages in this picture.
fn groups(story: &Story, layout: &Layout, panel: &Panel, paper: &mut Paper) -> Vec<Shape> {
    let mut group: Vec<usize> = (0..layout.places.len()).collect();
    for sent in story.during(panel).iter().flat_map(|(_, messages)| *messages) {
        let (a, b) = (group[sent.from as usize], group[sent.to as usize]);
        group.iter_mut().filter(|of| **of == b).for_each(|of| *of = a);
    }
    let room = |part: &dyn Fn(&Point) -> i32| {
        let mut parts: Vec<i32> = layout.places.iter().map(part).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0) * 46 / 100
    };
    let (x, y) = (room(&|place| place.x), room(&|place| place.y));
    let mut shapes = Vec::new();
    for one in 0..group.len() {
        let places = || layout.places.iter().zip(&group).filter(|(_, of)| **of == one);
        let ends = places().map(|(place, _)| *place).reduce(lower);
        let ends = ends.zip(places().map(|(place, _)| *place).reduce(higher));
        let Some((low, high)) = ends.filter(|_| places().count() > 1) else { continue };
        let (low, high) = (low.plus(-x, -y), high.plus(x, y));
        let corners = [low, at(high.x, low.y), high, at(low.x, high.y), low];
        for side in corners.windows(2) {
            let line = link(side[0], &[], side[1]);
            // A text on a boundary is the last choice.
            paper.put_line(&line.samples(80), 40);
            shapes.push(Shape::Line(Class::Boundary, line));
        }
    }
    shapes
}

/// The blocks of x above the columns, those of y left of the rows, and at each node one of A. In the first
/// picture x is sent, in the last one y comes.
fn blocks(layout: &Layout, panel: &Panel, paper: &mut Paper) -> Vec<Shape> {
    let side = layout.places.len().isqrt();
    let mut shapes = Vec::new();
    let mut block = |node: usize, way: Point, words: String, full: bool| {
        let Some(from) = layout.places.get(node) else { return };
        let place = from.plus(way.x * AWAY, way.y * AWAY);
        let line = link(*from, &[], place);
        paper.put_line(&line.samples(24), 2);
        paper.put_text(place, at(BLOCK + 20, BLOCK + 20));
        let class = if full { Class::Full } else { Class::Block };
        shapes.push(Shape::Line(Class::Link, line));
        shapes.push(Shape::Square(class, place, BLOCK));
        shapes.push(text(Class::Name, place, LETTERS, words));
    };
    let first = panel.steps().start == 0;
    for k in 0..side {
        block(k, at(0, -1), format!("x{k}"), first);
        block(k * side, at(-1, 0), format!("y{k}"), !first);
    }
    for (node, place) in layout.places.iter().enumerate().filter(|_| first) {
        let words = format!("A{}{}", node / side, node % side);
        let size = half(&words, LETTERS);
        let place = place.plus(layout.radius + size.x - 25, layout.radius + 20);
        paper.put_text(place, size);
        shapes.push(text(Class::Holds, place, LETTERS, words));
    }
    shapes
}
