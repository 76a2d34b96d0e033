//! Senders and receivers of a schedule too large for a drawing, counted in squares of nodes and
//! spans of steps, so that the page stays small whatever the schedule.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::collective::Schedule;
use crate::schedule::Step;

/// The most rows and columns.
const MOST_BINS: u32 = 64;

/// The most spans of steps.
const MOST_SPANS: usize = 64;

/// Some steps that follow each other.
#[derive(Serialize)]
pub(super) struct Span {
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
pub(super) fn spans(schedule: &Schedule) -> Vec<Span> {
    let each = schedule.steps().div_ceil(MOST_SPANS).max(1);
    let (_, nodes) = bins(schedule.topology.nodes());
    let (mut spans, mut cells, mut messages) = (Vec::new(), BTreeMap::new(), 0);
    let (mut step, mut number) = (Step::default(), 0);
    for phase in &schedule.phases {
        for k in 0..phase.steps.count() {
            phase.steps.step_into(k, &mut step);
            number += 1;
            for message in &step.messages {
                *cells.entry((message.from / nodes, message.to / nodes)).or_insert(0) += 1;
                messages += 1;
            }
            if number % each == 0 || number == schedule.steps() {
                let first = (number - 1) / each * each + 1;
                let which = if first == number {
                    format!("step {number}")
                } else {
                    format!("steps {first} to {number}")
                };
                let cells = std::mem::take(&mut cells);
                let cells = cells.into_iter().map(|((from, to), n)| (from, to, n)).collect();
                spans.push(Span {
                    title: format!("{which}: {messages} messages"),
                    cells,
                    last: number,
                });
                messages = 0;
            }
        }
    }
    spans
}
