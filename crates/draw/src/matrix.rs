//! Senders and receivers of a schedule too large for a drawing, counted in squares of nodes and
//! spans of steps, so that the page stays small whatever the schedule.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use super::faults::Faults;
use super::layout::curve::link;
use super::layout::{Point, at, whole};
use super::scene::written_out;
use super::shape::{
    Anchor, COLOURS, Class, LARGE, LETTERS, MARGIN, Shape, extent, put_below, text, write_below,
};
use super::sheet::Sheet;
use super::{Drawing, Panel};
use hockney_core::collective::Schedule;
use hockney_core::schedule::Step;

/// The most rows and columns.
const MOST_BINS: u32 = 64;

/// The most spans of steps.
const MOST_SPANS: usize = 64;

/// Some steps that follow each other.
#[derive(Serialize)]
pub(super) struct StepSpan {
    pub(super) title: String,
    /// From which row of nodes, to which, how many messages.
    cells: Vec<(u32, u32, u64)>,
    /// The last of its steps, counted from 1.
    #[serde(skip)]
    pub(super) last: usize,
}

/// How many rows and columns there are, and how many nodes are in each.
pub(super) fn bins(nodes: u32) -> (u32, u32) {
    let each = nodes.div_ceil(MOST_BINS).max(1);
    (nodes.div_ceil(each), each)
}

/// All steps, in at most so many spans.
pub(super) fn spans(schedule: &Schedule) -> Vec<StepSpan> {
    let (all, (_, nodes)) = (schedule.steps(), bins(schedule.topology.nodes()));
    let each = all.div_ceil(MOST_SPANS).max(1);
    let span = |start: usize| {
        let steps = start..(start + each).min(all);
        let cells = cells(schedule, &steps, nodes);
        let messages: u64 = cells.values().map(|(count, _)| count).sum();
        let which = Panel::Steps { first: start + 1, last: steps.end }.caption();
        let cells = cells.into_iter().map(|((from, to), (count, _))| (from, to, count)).collect();
        StepSpan { title: format!("{which}: {messages} messages"), cells, last: steps.end }
    };
    (0..all).step_by(each).map(span).collect()
}

/// The widest matrix, and the room left of it and above it for the numbers of nodes.
const WIDEST: i32 = 4200;
const NUMBERS: i32 = 480;

/// Senders and receivers as a picture: a matrix for each panel, one below the other.
pub(super) fn sheet(drawing: &Drawing<'_>, panels: &[Panel]) -> Sheet {
    let schedule = drawing.checked.schedule();
    let mut shapes = Vec::new();
    for panel in panels {
        let one = matrix(drawing, &panel.steps(), &panel.caption());
        put_below(&mut shapes, one, 280);
    }
    let faults = Faults::of(drawing.checked, &(0..schedule.steps()), true).words;
    let width = drawing.width.page().x - 2 * MARGIN;
    write_below(&mut shapes, Class::FaultText, &written_out(&faults, width, 1), width);
    let (nodes, messages) = (schedule.topology.nodes(), schedule.messages());
    let description = format!(
        "A matrix of the senders and receivers of {messages} messages among {nodes} nodes."
    );
    Sheet::of(drawing.title.to_owned(), description, shapes)
}

/// For each sender and receiver the number of messages, and the first step.
fn cells(
    schedule: &Schedule,
    steps: &Range<usize>,
    each: u32,
) -> BTreeMap<(u32, u32), (u64, usize)> {
    let (mut cells, mut step, mut number) = (BTreeMap::new(), Step::default(), 0);
    for phase in &schedule.phases {
        for k in 0..phase.steps.count() {
            if steps.contains(&number) {
                phase.steps.step_into(k, &mut step);
                for message in &step.messages {
                    let cell = (message.from / each, message.to / each);
                    cells.entry(cell).or_insert((0, number)).0 += 1;
                }
            }
            number += 1;
        }
    }
    cells
}

fn matrix(drawing: &Drawing<'_>, steps: &Range<usize>, caption: &str) -> Vec<Shape> {
    let schedule = drawing.checked.schedule();
    let (rows, each) = bins(schedule.topology.nodes());
    let cells = cells(schedule, steps, each);
    let most = cells.values().map(|(count, _)| *count).max().unwrap_or(1);
    let few = steps.len() <= COLOURS.len();
    let count = whole(rows);
    let size = ((drawing.width.tenths() - 2 * MARGIN - NUMBERS).min(WIDEST) / count).min(400);
    let side = size * count;
    let line = |from: Point, to: Point| Shape::Line(Class::Link, link(from, &[], to));
    let note = |place, words| text(Class::Note, place, LETTERS - 10, words);
    let mut shapes = vec![
        text(Class::Caption, at(side / 2, -690), LARGE, caption.to_owned()),
        note(at(side / 2, -430), "receiver".to_owned()),
        note(at(-NUMBERS / 2, -430), "sender".to_owned()),
    ];
    for edge in [0, side] {
        shapes.push(line(at(0, edge), at(side, edge)));
        shapes.push(line(at(edge, 0), at(edge, side)));
    }
    // The first of 1, 2, 5, 10, .. squares that leaves room between two numbers.
    let mut powers =
        (0..4).map(|power| 10_usize.pow(power)).flat_map(|ten| [ten, 2 * ten, 5 * ten]);
    let apart = powers.find(|apart| whole(*apart) * size >= 330).unwrap_or(rows as usize);
    for place in (0..rows).step_by(apart) {
        let (middle, node) = (whole(place) * size + size / 2, place * each);
        shapes.push(note(at(middle, -200), node.to_string()));
        shapes.push(note(at(-250, middle), node.to_string()));
        shapes.push(line(at(middle, -70), at(middle, 0)));
        shapes.push(line(at(-70, middle), at(0, middle)));
    }
    for ((row, column), (messages, step)) in &cells {
        let middle = |n: &u32| whole(*n) * size + size / 2;
        let class = Class::Cell(if few { *step } else { 0 });
        let place = at(middle(column), middle(row));
        shapes.push(Shape::Square(class, place, mark(*messages, most, size)));
    }
    legend(&mut shapes, &cells, steps, size, each);
    shapes
}

/// Half the side of a mark: the area of the largest is nearly that of a square of the matrix.
fn mark(messages: u64, most: u64, size: i32) -> i32 {
    let full = u64::from((size * 45 / 100).unsigned_abs());
    let part = (full * full * messages / most.max(1)).isqrt();
    whole(part).max(6)
}

/// What sizes and colours mean, below the matrix.
fn legend(
    shapes: &mut Vec<Shape>,
    cells: &BTreeMap<(u32, u32), (u64, usize)>,
    steps: &Range<usize>,
    size: i32,
    each: u32,
) {
    let (low, mut y) = (extent(shapes).0.x, extent(shapes).1.y + 250);
    let mut row = |mark: i32, step: usize, words: String| {
        shapes.push(Shape::Square(Class::Cell(step), at(low + 200, y), mark));
        let place = at(low + 450, y);
        shapes.push(Shape::Text(Class::Note, Anchor::Start, place, LETTERS - 10, words));
        y += 190;
    };
    let some =
        |count: u64| if count == 1 { "1 message".to_owned() } else { format!("{count} messages") };
    let counts = || cells.values().map(|(count, _)| *count);
    if let (Some(least), Some(most)) = (counts().min(), counts().max()) {
        let first = steps.start;
        let colour = if steps.len() <= COLOURS.len() { first } else { 0 };
        if least < most {
            row(mark(least, most, size.min(180)), colour, some(least));
        }
        row(mark(most, most, size.min(180)), colour, some(most));
        if steps.len() > 1 && steps.len() <= COLOURS.len() {
            for step in steps.clone() {
                row(60, step, format!("first in step {}", step + 1));
            }
        }
    }
    if each > 1 {
        write_below(
            shapes,
            Class::Note,
            &[format!("Each square stands for {each} x {each} nodes.")],
            3000,
        );
    }
}
