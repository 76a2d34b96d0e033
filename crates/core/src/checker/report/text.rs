//! The message of a violation.

use super::super::super::schedule::Message;
use super::super::super::topology::Vertex;
use crate::checker::report::phrases::{Phrases, list, listed};
use crate::checker::{
    Because, BrokenRule, Lack, Listing, Redundant, Report, Tangle, Violation, ViolationPlace,
};
use crate::collective::{Data, Instance, Schedule};
use std::collections::HashMap;

impl Violation {
    /// `step 3`, `step 1 of phase 2`, `the end`, `the end of phase 1`
    pub fn when(&self, schedule: &Schedule) -> String {
        match (self.phase, self.step) {
            (phase, Some(step)) => Phrases::of(self, schedule).step(phase, step),
            (None, None) => "the end".to_owned(),
            (Some(phase), None) => format!("the end of phase {phase}"),
        }
    }

    /// The message, without the step, which [`Violation::when`] gives. The message of a violation at the end
    /// contains its place.
    ///
    /// `schedule` must be the checked one; it gives the names of nodes and blocks.
    pub fn message(&self, schedule: &Schedule) -> String {
        let say = Phrases::of(self, schedule);
        let (from, to) = match self.place {
            ViolationPlace::Node(node) => (say.vertex(node), String::new()),
            ViolationPlace::Link(from, to) | ViolationPlace::Message { from, to } => {
                (say.vertex(from), say.vertex(to))
            }
        };
        match &self.rule {
            BrokenRule::SendPort { to } => {
                let to_whom = list(to, |node| say.vertex(*node));
                format!("node {from} sends {} messages, to {to_whom}", to.count)
            }
            BrokenRule::ReceivePort { from: senders } => {
                let from_whom = list(senders, |node| say.vertex(*node));
                format!("node {from} receives {} messages, from {from_whom}", senders.count)
            }
            BrokenRule::Link { hop: (u, v) } => {
                let (a, b) = (say.vertex(*u), say.vertex(*v));
                if (&a, &b) == (&from, &to) {
                    format!("there is no link from {a} to {b}")
                } else {
                    format!(
                        "the message from {from} to {to} goes from {a} to {b}, where there is no link"
                    )
                }
            }
            BrokenRule::Congestion { capacity, messages, .. } => {
                let arrow = |(u, v): &(_, _)| format!("{} -> {}", say.vertex(*u), say.vertex(*v));
                let both_ways = match self.place {
                    ViolationPlace::Link(u, v) => schedule.topology.is_half_duplex(u, v),
                    _ => false,
                };
                let link = if both_ways {
                    format!("the half-duplex link between {from} and {to}")
                } else {
                    format!("the link from {from} to {to}")
                };
                format!(
                    "{link} carries {} messages, but its capacity is {capacity}: {}",
                    messages.count,
                    list(messages, arrow)
                )
            }
            BrokenRule::NotHeld { lacks, .. } if lacks.is_empty() => {
                format!("node {from} holds nothing to send")
            }
            BrokenRule::NotHeld { lacks, .. } => {
                format!("node {from} sends to {to} {}, {}", say.lacks(lacks), missing(lacks))
            }
            BrokenRule::CannotForm { tangles } => {
                let wanted = match self.place {
                    ViolationPlace::Message { .. } => format!("which it sends to {to}"),
                    ViolationPlace::Node(_) | ViolationPlace::Link(..) => {
                        format!("which it must have at {}", self.when(schedule))
                    }
                };
                listed(tangles, |tangle| because(tangle, &say, &from, &wanted))
            }
            BrokenRule::NotDelivered { lacks } => {
                let (what, when) = (say.lacks(lacks), self.when(schedule));
                match say.instance().map(Instance::data) {
                    Some(Data::Token) => format!("node {from} has no signal from {what} at {when}"),
                    Some(Data::Combined) => {
                        format!("node {from} does not have {what} at {when}")
                    }
                    Some(Data::Copied) | None => {
                        format!("node {from} does not hold {what} at {when}")
                    }
                }
            }
        }
    }
}

impl Report {
    /// A note on the redundant messages, if there are any.
    pub fn note(&self, schedule: &Schedule) -> Option<String> {
        let Listing { count, first } = &self.redundant;
        let show = |redundant: &Redundant| {
            let Redundant { phase, step, from, to, blocks } = redundant;
            let say = Phrases::at(schedule, *phase, Some(*to));
            let step = say.step(*phase, *step);
            let (from, to) = (say.vertex(*from), say.vertex(*to));
            format!("{step}, {from} -> {to}: {}", say.blocks(blocks))
        };
        let shown: Vec<String> = first.iter().map(show).collect();
        let bring = if *count == 1 { "message brings" } else { "messages bring" };
        let others = if *count > first.len() as u64 { "; and others" } else { "" };
        let said = format!(
            "{count} {bring} data that the receiver already has ({}{others})",
            shown.join("; ")
        );
        (*count > 0).then_some(said)
    }
}

/// The relative clause for missing data of a sender.
fn missing(lacks: &[Lack]) -> &'static str {
    let combined = lacks.iter().any(|lack| !lack.contributors.is_empty());
    let one = |lack: &Lack| {
        if combined { lack.contributors.len() == 1 } else { lack.blocks.len() == 1 }
    };
    match (combined, lacks.len() == 1 && lacks.iter().all(one)) {
        (false, true) => "which it does not hold",
        (false, false) => "none of which it holds",
        (true, true) => "which it does not have",
        (true, false) => "none of which it has",
    }
}

fn because(tangle: &Tangle, say: &Phrases<'_>, node: &str, wanted: &str) -> String {
    let value = say.value(&tangle.blocks, &tangle.wanted);
    let why = match &tangle.because {
        Because::Mixed { wanted, with } => {
            let (wanted, with) = (say.contributions(wanted), say.contributions(with));
            format!("it has {wanted} only in a sum with {with}")
        }
        Because::Twice { who, values: [a, b] } => format!(
            "{} would be counted twice, in {} and in {}",
            say.contributors(who),
            say.value(&tangle.blocks, a),
            say.value(&tangle.blocks, b)
        ),
    };
    format!("node {node} cannot form {value}, {wanted}: {why}")
}

/// Line and column, counted from 1.
pub type InText = (u32, u32);

/// For each violation of a step, the place of the first message that it names. There is no place if several
/// messages have the same ends.
pub(crate) fn message_places(
    violations: &[Violation],
    messages: &[Message],
    places: &[InText],
) -> Vec<Option<InText>> {
    let mut first: HashMap<(Vertex, Vertex), (InText, bool)> = HashMap::new();
    for (message, place) in messages.iter().zip(places) {
        let found = first.entry((message.from, message.to));
        found.and_modify(|(_, alone)| *alone = false).or_insert((*place, true));
    }
    let of = |violation: &Violation| {
        let (ends, alone) = match (&violation.rule, violation.place) {
            (BrokenRule::SendPort { to }, ViolationPlace::Node(node)) => {
                ((node, *to.first.first()?), false)
            }
            (BrokenRule::ReceivePort { from }, ViolationPlace::Node(node)) => {
                ((*from.first.first()?, node), false)
            }
            (BrokenRule::Congestion { messages, .. }, _) => (*messages.first.first()?, false),
            (_, ViolationPlace::Message { from, to }) => ((from, to), true),
            _ => return None,
        };
        let (place, is_alone) = first.get(&ends)?;
        (*is_alone || !alone).then_some(*place)
    };
    violations.iter().map(of).collect()
}
