//! One picture as shapes: links, arrows, nodes, and texts where they have a place.

use super::faults::Faults;
use super::lanes::{Labels, Lane, lanes, split};
use super::layout::curve::{ArrowStop, Bezier, arrow, link, straight};
use super::layout::labels::{BUSY, HARD, Owner, Paper, along, beside};
use super::layout::{Layout, Point, at, higher, lower, whole};
use super::shape::{
    BELOW, Class, LARGE, LETTERS, MARGIN, SMALL, Shape, bold, extent, half, letters, path, text,
    wrapped, write_below,
};
use super::story::{Story, THE_BLOCK};
use super::{Drawing, Extra, Panel, classes};
use hockney_core::topology::{Topology, Vertex};

/// The width of the longest thing that is written beside a node or an arrow.
pub(super) fn longest(
    layout: &Layout,
    story: &Story,
    panels: &[Panel],
    how: Labels,
    nodes: u32,
) -> i32 {
    let mut most = 0;
    for panel in panels {
        for lane in lanes(&story.during(panel), layout, how, &Faults::default()) {
            let ends = lane.way.first().zip(lane.way.last());
            let x = |vertex: &Vertex| layout.places.get(*vertex as usize).map(|place| place.x);
            // Those of arrows up and down are side by side between two columns.
            let upright = ends.is_some_and(|(from, to)| x(from) == x(to));
            most = most.max(if upright { 4 } else { 2 } * half(&lane.label, LETTERS).x);
        }
        for held in story.beside(panel.steps().start, nodes) {
            most = most.max(2 * half(&held, LETTERS).x);
        }
    }
    most
}

/// One picture, somewhere.
pub(super) struct Picture {
    pub(super) shapes: Vec<Shape>,
    /// For some texts the arrow or vertex that they are about, both as indices of shapes.
    pub(super) owners: Vec<(usize, usize)>,
    /// Texts without a place, which are listed below if the picture is drawn nevertheless.
    pub(super) notes: Vec<String>,
    pub(super) low: Point,
    pub(super) high: Point,
    /// Its caption in lines.
    pub(super) caption: Vec<String>,
    /// Where the middle of its caption is.
    pub(super) middle: i32,
    /// Whether steps are told apart by their looks only.
    pub(super) keyed: bool,
}

/// Links, nodes and names: what is the same in each picture of a topology.
pub(super) fn base(topology: &Topology, layout: &Layout, paper: &mut Paper) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (from, to) in layout.drawn(topology) {
        let class = classes::of_link(topology, from, to);
        let network = topology.network();
        let several = network.link(from, to).map_or(1, |link| network.capacity(link)).min(4);
        for curve in link_between(layout, from, to) {
            paper.put_line(&curve.samples(24), 2);
            for nth in 0..whole(several) {
                shapes.push(Shape::Line(class, curve.beside((2 * nth + 1 - whole(several)) * 12)));
            }
        }
    }
    for vertex in layout.shown(topology) {
        let place = layout.places[vertex as usize];
        paper.put_vertex(place, layout.radius_of(vertex, topology.nodes()));
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
        return vec![Shape::Square(Class::Switch, place, layout.switch())];
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
        shapes.push(text(
            Class::Name,
            place,
            letters(layout),
            rank.unwrap_or_else(|| vertex.to_string()),
        ));
    }
    shapes
}

/// The narrowest column of text below a picture.
const COLUMN: i32 = 2000;

/// One picture.
pub(super) fn picture(
    drawing: &Drawing<'_>,
    story: &Story,
    layout: &Layout,
    panel: &Panel,
    data: bool,
) -> Picture {
    let topology = &drawing.checked.schedule().topology;
    let steps = panel.steps();
    let ended = panel.ends(story.steps.len(), drawing.panels.len() == 1);
    let faults = Faults::of(drawing.checked, &steps, ended);
    let mut paper = Paper::default();
    let mut shapes = base(topology, layout, &mut paper);
    let (busy, counts) = busy_links(layout, &faults, &mut paper);
    shapes.extend(busy);
    let mut all = lanes(&story.during(panel), layout, drawing.labels(panel, data), &faults);
    let strong = faults.links.keys().nth(faults.links.len() / 2);
    let strong = strong.copied().filter(|_| drawing.extra == Extra::Routes);
    if let Some(link) = strong {
        all = split(all, link);
    }
    shapes.extend(match drawing.extra {
        Extra::Groups => groups(story, layout, panel, &mut paper),
        Extra::Blocks => blocks(layout, panel, &mut paper),
        _ => Vec::new(),
    });
    let Arrows { shapes: arrows, waiting, below } =
        arrows(topology, layout, &all, &faults, &mut paper);
    shapes.extend(below);
    let first = shapes.len();
    shapes.extend(arrows);
    let mut vertices = Vec::new();
    for v in layout.shown(topology) {
        vertices.push(shapes.len());
        shapes.extend(vertex(topology, layout, v, story.holds(steps.start, v) == THE_BLOCK));
    }
    let mut held = story.beside(steps.start, topology.nodes());
    if drawing.extra == Extra::Routes || (steps.start == 0 && story.is_own(topology.nodes())) {
        // The arrows say it, or a line below.
        held.fill(String::new());
    }
    let mut written = at_nodes(layout, &held, &faults, &mut paper);
    written.extend(write_labels(&counts, letters(layout), &mut paper));
    written.extend(write_labels(&waiting, letters(layout), &mut paper));
    let lines = |i: &usize| matches!(shapes[*i], Shape::Line(..));
    let lines: Vec<usize> = (first..shapes.len()).filter(lines).collect();
    let owner = |(index, owner): &(usize, Owner)| match owner {
        Owner::Arrow(arrow) => Some((index + shapes.len(), *lines.get(*arrow)?)),
        Owner::Vertex(vertex) => Some((index + shapes.len(), *vertices.get(*vertex)?)),
        Owner::Any => None,
    };
    let keyed = written.keyed;
    let owners = written.owners.iter().filter_map(owner).collect();
    shapes.extend(written.shapes);
    let (low, high) = extent(&shapes);
    let middle = i32::midpoint(low.x, high.x);
    let nth = drawing.panels.iter().position(|other| other == panel).unwrap_or(0);
    let words = drawing.captions.get(nth).copied().flatten();
    let caption = panel.caption() + &words.map_or_else(String::new, |words| format!(": {words}"));
    let width = (high.x - low.x).max(COLUMN.min(drawing.width.tenths() - 2 * MARGIN));
    // None of them is broken.
    let notes = written.notes.iter().map(|note| note.replace(' ', "\u{a0}")).collect();
    // At most a quarter of the picture.
    let most = ((high.y - low.y) / 150 / 3).max(2).unsigned_abs() as usize;
    write_below(&mut shapes, Class::FaultText, &written_out(&faults.words, width, most), width);
    let (low, high) = extent(&shapes);
    let caption = wrapped(&caption, Class::Caption, LARGE, (high.x - low.x).max(CAPTION));
    let widest = caption.iter().map(|line| half(line, bold(Class::Caption, LARGE)).x);
    let wide = widest.max().unwrap_or(0);
    let low = low.plus(0, -(whole(caption.len()) - 1) * CAPTION_LINE);
    let (low, high) =
        (lower(low, at(middle - wide, low.y)), higher(high, at(middle + wide, high.y)));
    Picture { shapes, owners, notes, low, high, caption, middle, keyed }
}

/// The least width of a caption in several lines, and from one of its lines to the next.
const CAPTION: i32 = 1800;
pub(super) const CAPTION_LINE: i32 = 150;

/// The first faults, in about so many lines; the first in any case.
pub(super) fn written_out(faults: &[String], width: i32, most: usize) -> Vec<String> {
    let (mut written, mut used) = (Vec::new(), 0);
    for fault in faults {
        let line = format!("! {fault}");
        used += wrapped(&line, Class::FaultText, BELOW, width).len();
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

/// The links that carry too much, each once, and how many messages each of them carries, for later.
pub(super) fn busy_links(
    layout: &Layout,
    faults: &Faults,
    paper: &mut Paper,
) -> (Vec<Shape>, Vec<Waiting>) {
    let (mut shapes, mut counts) = (Vec::new(), Vec::new());
    for ((from, to), count) in &faults.links {
        let back = faults.links.get(&(*to, *from));
        if back.is_some() && from > to {
            continue;
        }
        let label = match back {
            None => format!("x{count}"),
            Some(back) if back == count => format!("x{count} each way"),
            Some(back) => format!("x{count}, back x{back}"),
        };
        let curves = link_between(layout, *from, *to);
        let samples: Vec<Point> = curves.iter().flat_map(|curve| curve.samples(24)).collect();
        paper.put_line(&samples, BUSY);
        shapes.extend(curves.into_iter().map(|curve| Shape::Line(Class::Busy, curve)));
        counts.push(Waiting {
            samples,
            class: Class::FaultText,
            label,
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

/// Half the distance of two lines of a text, in hundredths of the height of its letters.
pub(super) const LINE: i32 = 56;

/// The most letters in a line of a label where nodes are small.
const MOST_LETTERS: usize = 9;

/// A label in one line, or where letters are small in several.
pub(super) fn in_lines(words: &str, letters: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let whole =
        letters > SMALL || (words.contains(',') && words.chars().count() <= MOST_LETTERS + 2);
    // A break comes after one of these.
    for part in words.split_inclusive([',', ';', ':', '>', ' ']) {
        let line = lines.last_mut().filter(|line| {
            whole
                || line.is_empty()
                || line.chars().count() + part.trim_end().chars().count() <= MOST_LETTERS
        });
        match line {
            Some(line) => line.push_str(part),
            None => lines.push(part.to_owned()),
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Half the sizes of a label in lines.
fn half_of(lines: &[String], class: Class, letters: i32) -> Point {
    let widest = lines.iter().map(|line| half(line, bold(class, letters)).x).max().unwrap_or(0);
    at(widest, half("", letters).y + (whole(lines.len()) - 1) * letters * LINE / 100)
}

/// Texts that have a place, and those that have none.
#[derive(Default)]
pub(super) struct WrittenTexts {
    pub(super) shapes: Vec<Shape>,
    /// The index of a text, and what it is about.
    owners: Vec<(usize, Owner)>,
    /// Texts without a place, each with the name of what it is about.
    notes: Vec<String>,
    /// Whether some number of a step has no place.
    keyed: bool,
}

impl WrittenTexts {
    fn put(&mut self, class: Class, place: Point, letters: i32, lines: Vec<String>, owner: Owner) {
        let last = whole(lines.len()) - 1;
        for (nth, line) in (0..).zip(lines) {
            // Lines together are nearest to their owner.
            if last == 0 {
                self.owners.push((self.shapes.len(), owner));
            }
            let place = place.plus(0, (2 * nth - last) * letters * LINE / 100);
            self.shapes.push(text(class, place, letters, line));
        }
    }

    fn extend(&mut self, other: WrittenTexts) {
        let first = self.shapes.len();
        self.owners.extend(other.owners.into_iter().map(|(index, owner)| (index + first, owner)));
        self.shapes.extend(other.shapes);
        self.notes.extend(other.notes);
        self.keyed |= other.keyed;
    }
}

/// Arrows, their labels for later, for what nodes hold is written first, and what is below the arrows.
#[derive(Default)]
pub(super) struct Arrows {
    pub(super) shapes: Vec<Shape>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) below: Vec<Shape>,
}

/// The arrows of a picture; those on the left of their way are drawn lightly.
pub(super) fn arrows(
    topology: &Topology,
    layout: &Layout,
    lanes: &[Lane],
    faults: &Faults,
    paper: &mut Paper,
) -> Arrows {
    let mut arrows = Arrows::default();
    let mut before = Vec::new();
    let mut nth = 0;
    for lane in lanes {
        let mut drawn = lines(topology, layout, lane);
        let Some((curve, mut head)) = drawn.pop() else { continue };
        let ends = lane.way.first().copied().zip(lane.way.last().copied()).unwrap_or_default();
        let fault = faults.messages.get(&ends);
        let (class, of_head, written) = match fault {
            Some(_) => (Class::Fault, Class::FaultHead, Class::FaultText),
            None if lane.left => (Class::Light, Class::LightHead, Class::Holds),
            None if lane.back.is_some() => {
                (Class::Exchange(lane.step), Class::Cell(lane.step), Class::Label(lane.step))
            }
            None => (Class::Arrow(lane.step), Class::Cell(lane.step), Class::Label(lane.step)),
        };
        if fault.is_some() {
            // Its line is thick.
            let tip = head[0];
            head = head.map(|corner| tip.plus(2 * (corner.x - tip.x), 2 * (corner.y - tip.y)));
        }
        // So many that no label fits between two of them.
        let samples = curve.samples(if curve.parts.len() > 1 { 50 } else { 100 });
        let label = match fault {
            Some(fault) => format!("{} ! {fault}", lane.label).trim_start().to_owned(),
            None => lane.label.clone(),
        };
        paper.put_arrow([samples.clone(), head.to_vec()].concat(), HARD);
        let owner = Owner::Arrow(nth);
        nth += 1;
        let wait = |samples: &[Point], label: &str| {
            let (samples, label) = (samples.to_vec(), label.to_owned());
            Waiting { samples, class: written, label, ends, owner }
        };
        if let Some(back) = &lane.back {
            // The label of what a node sends is nearer to it.
            let middle = samples.len() / 2;
            let [mine, other] = [&samples[..middle], &samples[middle..]];
            arrows.waiting.extend([wait(mine, &lane.label), wait(other, back)]);
        } else {
            arrows.waiting.push(wait(&samples, &label));
        }
        if lane.slow {
            let all = drawn.iter().map(|(before, _)| before).chain([&curve]);
            arrows.below.extend(all.map(|curve| Shape::Line(Class::Slow, curve.clone())));
        }
        let both = |(curve, head)| [Shape::Line(class, curve), path(of_head, head)];
        before.extend(drawn.into_iter().map(|arrow| (arrow.0.samples(60), both(arrow))));
        let back = lane.back.as_ref().and_then(|_| curve.head_back());
        arrows.shapes.extend(both((curve, head)));
        arrows.shapes.extend(back.map(|head| path(of_head, head)));
    }
    // Parts up to a link that is cut: the label is at the last part.
    for (samples, arrow) in before {
        paper.put_arrow(samples, HARD);
        arrows.shapes.extend(arrow);
    }
    arrows.waiting.retain(|one| !one.label.is_empty());
    arrows
}

/// The most vertices on a curve among which arrows are straight.
const MOST_STRAIGHT: usize = 24;

/// The lines of an arrow with their heads: several if it passes links that are cut.
fn lines(topology: &Topology, layout: &Layout, lane: &Lane) -> Vec<(Bezier, [Point; 4])> {
    let parts = lane.parts(layout, topology.nodes());
    if let ([a, b], [stops]) = (&lane.way[..], &parts[..])
        && let [from, to] = stops[..]
    {
        let linked = topology.network().link(*a, *b).is_some() || layout.rows.is_some();
        let passed = layout.places.len() > MOST_STRAIGHT && layout.is_passed(from, to);
        if passed && layout.rigid {
            let past = ArrowStop { at: Layout::inside(from.at, to.at), beside: 0 };
            return arrow(&[from, past, to], 0).into_iter().collect();
        }
        if linked && !passed {
            return vec![straight(from, to, lane.aside())];
        }
        // What is between is passed by.
        return arrow(stops, 330).into_iter().collect();
    }
    parts.iter().filter_map(|stops| arrow(stops, 0)).collect()
}

/// Writes the labels that have a free place. The arrows of all others are named below the picture.
pub(super) fn write_labels(waiting: &[Waiting], letters: i32, paper: &mut Paper) -> WrittenTexts {
    let choice = |(i, one): (usize, &Waiting)| {
        let size = half_of(&in_lines(&one.label, letters), one.class, letters);
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
    let mut written = WrittenTexts::default();
    for (one, place) in waiting.iter().zip(places) {
        let (from, to) = one.ends;
        match place {
            Some(place) => {
                written.put(one.class, place, letters, in_lines(&one.label, letters), one.owner);
            }
            // Its colour and its dashes say which step it is.
            None if one.label.parse::<usize>().is_ok() => written.keyed = true,
            None => written.notes.push(format!("{from} to {to}: {}", one.label)),
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
    let letters = self::letters(layout);
    for ((number, node), held) in (0..).enumerate().zip(all) {
        let place = layout.places[node as usize];
        let outward = layout.outward[node as usize];
        let held = Some(held).filter(|held| *held != THE_BLOCK && !held.is_empty());
        let held = held.map(|held| (Class::Holds, held.clone()));
        let fault = faults.nodes.get(&node).map(|fault| (Class::FaultText, format!("! {fault}")));
        if fault.is_some() {
            written.shapes.push(Shape::Circle(Class::Fault, place, layout.radius + 35));
        }
        for (class, words) in held.into_iter().chain(fault) {
            let lines = in_lines(&words, letters);
            let size = half_of(&lines, class, letters);
            let radius = layout.radius + if class == Class::FaultText { 60 } else { 0 };
            let places = beside(place, radius, outward, size);
            match paper.place(&places, size, Owner::Vertex(number)) {
                Some(found) => written.put(class, found, letters, lines, Owner::Vertex(number)),
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
            paper.put_line(&line.samples(80), HARD);
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
