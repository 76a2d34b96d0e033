//! A drawing of characters: the topology, and for each picture a column for every node with the
//! messages as arrows between the columns.

use std::fmt::Write;

use super::faults::Faults;
use super::layout::{Layout, Point, at, higher, lower};
use super::story::{Story, ToldMessage, between, grouped, in_a_sentence};
use super::{Drawing, Panel};
use hockney_core::topology::{Topology, Vertex};

/// Tenths of a pixel for a character.
const ACROSS: i32 = 106;
const DOWN: i32 = 250;

/// Everything, one picture below the other; a picture that is wider than `width` is left out.
pub(super) fn write(
    drawing: &Drawing<'_>,
    story: &Story,
    panels: &[Panel],
    width: usize,
) -> String {
    let topology = &drawing.checked.schedule().topology;
    let mut out = format!("{}\n", hockney_base::diagnostic::visible(drawing.title));
    // The links of a graph in characters cannot be followed.
    let is_regular = topology.network().graph_links().is_none();
    let map = map(topology, &Layout::of(topology, drawing.view), width);
    if let Some(map) = map.filter(|_| is_regular) {
        let _ = write!(out, "\n{map}");
    }
    for panel in panels {
        picture(&mut out, drawing, story, panel, panels.len() == 1, width);
    }
    out
}

/// The topology, where it is small enough for a terminal.
fn map(topology: &Topology, layout: &Layout, width: usize) -> Option<String> {
    let bent = layout.bends.values().flatten().chain(layout.cut.values().flatten());
    let places = layout.places.iter().chain(bent);
    let cell =
        |point: &Point| at((point.x + ACROSS / 2) / ACROSS, (point.y + DOWN / 2).div_euclid(DOWN));
    let cells: Vec<Point> = places.map(cell).collect();
    let low = cells.iter().copied().reduce(lower)?;
    let high = cells.iter().copied().reduce(higher)?;
    let columns = usize::try_from(high.x - low.x + 7).ok()?;
    let count = usize::try_from(high.y - low.y + 1).ok()?;
    if columns > width || count > 60 {
        return None;
    }
    let mut rows = vec![vec![' '; columns]; count];
    let place = |point: &Point| {
        let cell = cell(point);
        at(cell.x - low.x + 3, cell.y - low.y)
    };
    for (from, to) in layout.drawn(topology) {
        let mut points = vec![layout.places[from as usize]];
        points.extend(layout.cut(from, to, 0).into_iter().flatten());
        points.extend(layout.bends(from, to));
        points.push(layout.places[to as usize]);
        let between = usize::from(layout.cut(from, to, 0).is_some());
        // A link that is cut has nothing between its two ends.
        for pair in points.windows(2).step_by(1 + between) {
            line(&mut rows, place(&pair[0]), place(&pair[1]));
        }
    }
    for vertex in layout.shown(topology) {
        let switch = vertex >= topology.nodes();
        let name = if switch { "#".to_owned() } else { format!(" {vertex} ") };
        let cell = place(&layout.places[vertex as usize]);
        let start = usize::try_from(cell.x).ok()?.saturating_sub(name.len() / 2);
        let row = rows.get_mut(usize::try_from(cell.y).ok()?)?;
        for (i, c) in name.chars().enumerate() {
            if let Some(slot) = row.get_mut(start + i) {
                *slot = c;
            }
        }
    }
    let lines = rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned() + "\n");
    Some(lines.collect())
}

/// A straight line between two cells.
fn line(rows: &mut [Vec<char>], from: Point, to: Point) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = dx.abs().max(dy.abs());
    let stroke = if dy == 0 || dx.abs() > 4 * dy.abs() {
        '-'
    } else if dx == 0 || dy.abs() > 2 * dx.abs() {
        '|'
    } else if (dx > 0) == (dy > 0) {
        '\\'
    } else {
        '/'
    };
    for i in 0..=steps {
        let near = |from: i32, by: i32| {
            if steps == 0 { from } else { from + (2 * by * i + steps).div_euclid(2 * steps) }
        };
        let (x, y) = (usize::try_from(near(from.x, dx)), usize::try_from(near(from.y, dy)));
        let (Ok(x), Ok(y)) = (x, y) else { continue };
        if let Some(slot) = rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *slot = stroke;
        }
    }
}

fn picture(
    out: &mut String,
    drawing: &Drawing<'_>,
    story: &Story,
    panel: &Panel,
    alone: bool,
    width: usize,
) {
    let topology = &drawing.checked.schedule().topology;
    let p = topology.nodes();
    let steps = panel.steps();
    let faults = Faults::of(drawing.checked, &steps, panel.ends(story.steps.len(), alone));
    let _ = writeln!(out, "\n{}", panel.caption());
    let wide = p.to_string().len().max(2) + 2;
    let columns = (p as usize).saturating_mul(wide) <= width.saturating_sub(30);
    if columns && !steps.is_empty() {
        let heads: Vec<String> = (0..p).map(|node| format!("{node:>wide$}")).collect();
        let _ = writeln!(out, "     {}", heads.concat());
    }
    for (k, messages) in story.during(panel) {
        for sent in messages {
            let fault = faults.messages.get(&(sent.from, sent.to));
            let fault = fault.map_or_else(String::new, |fault| format!("  ! {fault}"));
            let arrow = if columns { arrow(sent, wide, p) } else { String::new() };
            let _ = writeln!(out, "{:>4} {arrow}  {}{fault}", k + 1, in_words(sent, topology));
        }
    }
    let mut told = |when: &str, after: usize| {
        for (text, nodes) in blocks_of_nodes(story, after, p) {
            let verb = if nodes.contains([' ', '-']) { "hold" } else { "holds" };
            let _ = writeln!(out, "     {when}{nodes} {verb} {text}");
        }
    };
    if steps.is_empty() {
        told("", steps.start);
    } else {
        told("before: ", steps.start);
        if alone {
            told("after:  ", steps.end);
        }
    }
    for words in &faults.words {
        let _ = writeln!(out, "   ! {words}");
    }
}

/// `o-------->` from the column of the sender to that of the receiver.
fn arrow(sent: &ToldMessage, wide: usize, p: u32) -> String {
    let column = |node: u32| node as usize * wide + wide - 1;
    let (from, to) = (column(sent.from), column(sent.to));
    let mut row = vec![' '; p as usize * wide];
    for slot in row.iter_mut().take(from.max(to)).skip(from.min(to) + 1) {
        *slot = '-';
    }
    for (place, mark) in [(from, 'o'), (to, if from < to { '>' } else { '<' })] {
        if let Some(slot) = row.get_mut(place) {
            *slot = mark;
        }
    }
    row.into_iter().collect()
}

/// `0 -> 4 (0-3) by way of 1 2 3`; placed ranks are named: `0 (rank 0) -> 4 (rank 1)`
fn in_words(sent: &ToldMessage, topology: &Topology) -> String {
    let name = |node: Vertex| match topology.placement() {
        Some(_) => topology.show(node),
        None => node.to_string(),
    };
    let mut words = format!("{} -> {}", name(sent.from), name(sent.to));
    if !sent.blocks.is_empty() {
        words.extend([" ", &sent.blocks]);
    }
    let between: Vec<String> = between(&sent.way).iter().map(u32::to_string).collect();
    if !between.is_empty() {
        words.extend([" by way of ", &between.join(" ")]);
    }
    words
}

/// The blocks of nodes, one line for all nodes with the same blocks, in the order of the first of them.
fn blocks_of_nodes(story: &Story, after: usize, p: u32) -> Vec<(String, String)> {
    let groups = grouped((0..p).map(|node| (story.holds(after, node), u64::from(node))));
    let named = groups.into_iter().filter(|(text, _)| !text.is_empty());
    named.map(|(text, nodes)| (in_a_sentence(text), nodes.to_string().replace('+', " "))).collect()
}
