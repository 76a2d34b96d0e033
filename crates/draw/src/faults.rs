//! The checker's faults, sorted by where they are drawn.

use std::collections::BTreeMap;
use std::ops::Range;

use hockney_core::checker::{BrokenRule, Checked, Lack, Violation, ViolationPlace};
use hockney_core::collective::Schedule;
use hockney_core::topology::Vertex;

/// The violations of some steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    /// Congested directed links, and how many messages each carries.
    pub(super) links: BTreeMap<(Vertex, Vertex), u64>,
    /// Nodes with a busy port or without what they need, and what to write beside them.
    pub(super) nodes: BTreeMap<Vertex, String>,
    /// Messages, by sender and receiver, and what to write beside them.
    pub(super) messages: BTreeMap<(Vertex, Vertex), String>,
    /// All of it in words.
    pub(super) words: Vec<String>,
}

impl Faults {
    /// The faults in these steps, counted from 0; with those at the end if `ended`.
    pub(super) fn of(checked: &Checked, steps: &Range<usize>, ended: bool) -> Faults {
        let mut faults = Faults::default();
        let seen = |violation: &&Violation| {
            violation.step.map_or(ended, |step| steps.contains(&(step - 1)))
        };
        let all: Vec<&Violation> = checked.report().violations.iter().filter(seen).collect();
        for alike in all.chunk_by(|a, b| congested(a).is_some() && congested(a) == congested(b)) {
            for violation in alike {
                faults.add(checked.schedule(), violation);
            }
            let words = match congested(alike[0]).filter(|_| alike.len() > 2) {
                Some((step, messages, capacity)) => vec![format!(
                    "step {step}: congestion: {} directed links carry {messages} messages each, but their \
                     capacity is {capacity}",
                    alike.len()
                )],
                None => alike.iter().map(|one| in_words(checked.schedule(), one)).collect(),
            };
            faults.words.extend(words);
        }
        faults
    }

    fn add(&mut self, schedule: &Schedule, violation: &Violation) {
        let phase = violation.phase.map_or(0, |phase| phase - 1);
        let missing = |lacks: &[Lack]| {
            let of = schedule.phases.get(phase).map(hockney_core::collective::Phase::instance);
            let name = |lack: &Lack| {
                let blocks = of.map_or_else(Vec::new, |of| of.entries(&lack.blocks));
                if lack.contributors.is_empty() {
                    return blocks;
                }
                // Of a single block only whose contributions are missing is news.
                let whose = format!("({})", lack.contributors);
                let single = of.is_some_and(|of| of.all_blocks().len() == 1);
                if single { vec![whose] } else { vec![blocks.join(",") + ":" + &whose] }
            };
            let names: Vec<String> = lacks.iter().flat_map(name).collect();
            if names.len() > 4 {
                format!("lacks {} blocks", names.len())
            } else {
                format!("lacks {}", names.join(","))
            }
        };
        let text = match &violation.rule {
            BrokenRule::SendPort { to } => format!("sends {}", to.count),
            BrokenRule::ReceivePort { from } => format!("receives {}", from.count),
            BrokenRule::Congestion { .. } => String::new(),
            BrokenRule::Link { .. } => "no link".to_owned(),
            BrokenRule::NotHeld { lacks, .. } | BrokenRule::NotDelivered { lacks } => {
                missing(lacks)
            }
            BrokenRule::CannotForm { .. } => "cannot form".to_owned(),
        };
        match violation.place {
            ViolationPlace::Link(from, to) => {
                if let BrokenRule::Congestion { messages, .. } = &violation.rule {
                    self.links.insert((from, to), messages.count);
                }
            }
            ViolationPlace::Node(node) => join(self.nodes.entry(node).or_default(), &text),
            ViolationPlace::Message { from, to } => {
                join(self.messages.entry((from, to)).or_default(), &text);
            }
        }
    }
}

/// Of a congested link the step, the number of messages and the capacity.
fn congested(violation: &Violation) -> Option<(usize, u64, u64)> {
    match &violation.rule {
        BrokenRule::Congestion { messages, capacity, .. } => {
            Some((violation.step?, messages.count, u64::from(*capacity)))
        }
        _ => None,
    }
}

fn join(all: &mut String, more: &str) {
    if !all.is_empty() {
        all.push_str(", ");
    }
    all.push_str(more);
}

/// `step 3: congestion: the link from 3 to 4 carries ..`
pub(super) fn in_words(schedule: &Schedule, violation: &Violation) -> String {
    let when =
        if violation.step.is_some() { violation.when(schedule) + ": " } else { String::new() };
    format!("{when}{}: {}", violation.rule.name(), violation.message(schedule))
}
