//! The advice for a violation: how to fix the checked schedule.

use crate::checker::report::phrases::{Phrases, listed};
use crate::checker::{
    Because, BrokenRule, Detour, Lack, Listing, Tangle, Violation, ViolationPlace,
};
use crate::collective::{Data, Instance, Ports, Schedule};
use crate::topology::Vertex;

impl Violation {
    /// The advice.
    pub fn advice(&self, schedule: &Schedule) -> String {
        let say = Phrases::of(self, schedule);
        let (node, to) = match self.place {
            ViolationPlace::Node(node) => (node, node),
            ViolationPlace::Link(from, to) | ViolationPlace::Message { from, to } => (from, to),
        };
        match &self.rule {
            BrokenRule::SendPort { to } => fewer("send", "to", to, schedule.ports, &say),
            BrokenRule::ReceivePort { from } => {
                fewer("receive", "from", from, schedule.ports, &say)
            }
            BrokenRule::Link { .. } => default_way((node, to), schedule, &say),
            BrokenRule::Congestion { capacity, messages, detour } => {
                relieve(*capacity, messages, detour.as_ref(), &say)
            }
            BrokenRule::NotHeld { lacks, held_after: Some(step) } => {
                let after = say.step(self.phase, *step);
                let later = match self.phase {
                    None => format!("step {} or later", step + 1),
                    Some(_) => "a later step of that phase".to_owned(),
                };
                let has = has(lacks);
                format!("{} {has} after {after}: move this message to {later}", say.node(node))
            }
            BrokenRule::NotHeld { lacks, held_after: None } => bring_first(lacks, node, &say),
            BrokenRule::CannotForm { tangles } => {
                listed(tangles, |tangle| untangle(tangle, node, &say))
            }
            BrokenRule::NotDelivered { lacks } => deliver(lacks, node, &say),
        }
    }
}

fn fewer(
    verb: &str,
    word: &str,
    partners: &Listing<Vertex>,
    ports: Ports,
    say: &Phrases<'_>,
) -> String {
    match &partners.first[..] {
        _ if ports != Ports::ONE => {
            let most = ports.at_most(partners.count);
            let more = partners.count - most;
            format!("{verb} {more} of them in other steps, at most {most} per step")
        }
        [first, others @ ..] if others.iter().all(|other| other == first) => {
            "put their contents into one message".to_owned()
        }
        [first, second] if partners.count == 2 => {
            let (first, second) = (say.vertex(*first), say.vertex(*second));
            format!("{verb} {word} {first} in this step and {word} {second} in another")
        }
        [first, ..] => {
            let first = say.vertex(*first);
            format!(
                "{verb} {word} {first} in this step and {word} the others in other steps, one per step"
            )
        }
        [] => format!("{verb} one message per step"),
    }
}

/// The default route uses only existing links.
fn default_way((from, to): (Vertex, Vertex), schedule: &Schedule, say: &Phrases<'_>) -> String {
    let mut via = Vec::new();
    schedule.topology.network().route(from, to, &mut via);
    if via.is_empty() {
        "omit `via` to use the direct link".to_owned()
    } else {
        format!("omit `via` to use the default route through {}", say.vertices(&via))
    }
}

fn relieve(
    capacity: u32,
    messages: &Listing<(Vertex, Vertex)>,
    detour: Option<&Detour>,
    say: &Phrases<'_>,
) -> String {
    let steps = match messages.count.saturating_sub(u64::from(capacity)) {
        1 => "move one of them to another step".to_owned(),
        more => format!("move {more} of them to other steps"),
    };
    let Some(Detour { message: (from, to), via }) = detour else { return steps };
    let way = if via.is_empty() {
        "by the direct link".to_owned()
    } else {
        format!("by way of {}", say.vertices(via))
    };
    let (from, to) = (say.vertex(*from), say.vertex(*to));
    format!("{steps}, or send {from} -> {to} {way}, where the links are free")
}

fn is_combined(lacks: &[Lack]) -> bool {
    lacks.iter().any(|lack| !lack.contributors.is_empty())
}

/// Whether one block is missing, or one contribution to one block.
fn is_one(lacks: &[Lack]) -> bool {
    let one = |lack: &Lack| lack.contributors.len() <= 1 && lack.blocks.len() == 1;
    lacks.len() == 1 && lacks.iter().all(one)
}

fn has(lacks: &[Lack]) -> &'static str {
    match (is_combined(lacks), is_one(lacks)) {
        _ if lacks.is_empty() => "first holds something",
        (false, true) => "first holds it",
        (false, false) => "first holds all of it",
        (true, true) => "can first form it",
        (true, false) => "can first form all of it",
    }
}

fn bring_first(lacks: &[Lack], node: Vertex, say: &Phrases<'_>) -> String {
    let here = say.node(node);
    if lacks.is_empty() {
        return format!("send some data to {here} in an earlier step");
    }
    let what = if is_one(lacks) { "it".to_owned() } else { say.lacks(lacks) };
    format!("send {what} to {here} in an earlier step{}", origin(lacks, say))
}

/// A node where a missing block starts, which can send it in any step.
fn origin(lacks: &[Lack], say: &Phrases<'_>) -> String {
    let of_one = lacks.first().filter(|_| is_one(lacks) && !is_combined(lacks));
    match of_one.and_then(|lack| say.origin(&lack.blocks)) {
        Some(origin) => format!(", for example from {}, where it starts", say.node(origin)),
        None => String::new(),
    }
}

fn untangle(tangle: &Tangle, node: Vertex, say: &Phrases<'_>) -> String {
    let here = say.node(node);
    match &tangle.because {
        Because::Mixed { wanted, with } => {
            let (wanted, with) = (say.contributions(wanted), say.contributions(with));
            format!("send {wanted} to {here} separately from {with}: use `@`")
        }
        Because::Twice { who, .. } => {
            format!("leave {} out of one of these two values", say.contributions(who))
        }
    }
}

fn deliver(lacks: &[Lack], node: Vertex, say: &Phrases<'_>) -> String {
    let (here, what) = (say.node(node), say.lacks(lacks));
    match say.instance().map(Instance::data) {
        Some(Data::Token) => format!("send the signal of {what} to {here}"),
        Some(Data::Combined) => format!("send {what} to {here}"),
        Some(Data::Copied) | None => format!("send {what} to {here}{}", origin(lacks, say)),
    }
}
