//! What is wrong at a violation, and what would mend it, in words.

use super::phrases::{Phrases, list};
use super::violation::{Because, BrokenRule, Detour, Lack, Listing, Place, Tangle, Violation};
use crate::collective::{Data, Instance, Schedule};
use crate::topology::Vertex;

impl Violation {
    /// `step 3`, `phase 2, step 5`, `at the end`, `at the end of phase 1`
    pub fn when(&self) -> String {
        match (self.phase, self.step) {
            (None, Some(step)) => format!("step {step}"),
            (Some(phase), Some(step)) => format!("phase {phase}, step {step}"),
            (None, None) => "at the end".to_owned(),
            (Some(phase), None) => format!("at the end of phase {phase}"),
        }
    }

    /// What is wrong, without saying when. The schedule is the one that was checked.
    pub fn message(&self, schedule: &Schedule) -> String {
        let say = Phrases::of(self, schedule);
        let (here, there) = match self.place {
            Place::Node(node) => (say.node(node), String::new()),
            Place::Link(from, to) => (say.vertex(from), say.vertex(to)),
            Place::Message { from, to } => (say.node(from), say.vertex(to)),
        };
        match &self.rule {
            BrokenRule::SendPort { to } => {
                let to_whom = list(to, |node| say.vertex(*node));
                format!("{here} sends {} messages, to {to_whom}", to.count)
            }
            BrokenRule::ReceivePort { from } => {
                let from_whom = list(from, |node| say.vertex(*node));
                format!("{here} receives {} messages, from {from_whom}", from.count)
            }
            BrokenRule::Link { hop: (u, v) } => {
                let (a, b) = (say.vertex(*u), say.vertex(*v));
                match self.place {
                    Place::Message { from, to } if (from, to) == (*u, *v) => {
                        format!("there is no link from {a} to {b}")
                    }
                    _ => format!(
                        "the message of {here} to {there} goes from {a} to {b}, where there is no link"
                    ),
                }
            }
            BrokenRule::Congestion { capacity, messages, .. } => {
                let which =
                    list(messages, |(u, v)| format!("{} -> {}", say.vertex(*u), say.vertex(*v)));
                format!(
                    "the link from {here} to {there} carries {} messages and can carry {capacity}: {which}",
                    messages.count
                )
            }
            BrokenRule::NotHeld { lacks, .. } if lacks.is_empty() => {
                format!("{here} holds nothing to send")
            }
            BrokenRule::NotHeld { lacks, .. } => {
                format!("{here} sends to {there} {}, {}", say.lacks(lacks), unknown(lacks))
            }
            BrokenRule::CannotForm { tangles } => {
                let sends = match self.place {
                    Place::Message { .. } => format!("which it sends to {there}"),
                    Place::Node(_) | Place::Link(..) => "which it must have at the end".to_owned(),
                };
                listed(tangles, |tangle| because(tangle, &say, &here, &sends))
            }
            BrokenRule::NotDelivered { lacks } => {
                let lacking = say.lacks(lacks);
                match say.instance().map(Instance::data) {
                    Some(Data::Token) => match lacks.first() {
                        Some(lack) => format!(
                            "{here} has not heard of {} at the end",
                            say.contributors(&lack.contributors)
                        ),
                        None => format!("{here} has not heard of everyone at the end"),
                    },
                    Some(Data::Combined) => {
                        format!("nothing that {here} knows at the end has {lacking}")
                    }
                    Some(Data::Copied) | None => {
                        format!("{here} does not hold {lacking} at the end")
                    }
                }
            }
        }
    }

    /// What would mend it.
    pub fn advice(&self, schedule: &Schedule) -> String {
        let say = Phrases::of(self, schedule);
        match (&self.rule, self.place) {
            (BrokenRule::SendPort { to }, _) => one_a_step("send to", to, &say),
            (BrokenRule::ReceivePort { from }, _) => one_a_step("receive from", from, &say),
            (BrokenRule::Link { .. }, Place::Message { from, to }) => {
                let mut via = Vec::new();
                schedule.topology.network().route(from, to, &mut via);
                if via.is_empty() {
                    "go directly, over the link that joins the two: `via: []`".to_owned()
                } else {
                    format!(
                        "go by way of {}, the default route: leave `via` out",
                        say.vertices(&via)
                    )
                }
            }
            (BrokenRule::Link { .. }, Place::Node(_) | Place::Link(..)) => {
                "leave `via` out, for the default route".to_owned()
            }
            (BrokenRule::Congestion { capacity, messages, detour }, _) => {
                relieve(*capacity, messages, detour.as_ref(), &say)
            }
            (
                BrokenRule::NotHeld { lacks, held_after },
                Place::Message { from, .. } | Place::Node(from),
            ) => self.have_first(lacks, *held_after, from, &say),
            (BrokenRule::NotHeld { .. }, Place::Link(..)) => "send it later".to_owned(),
            (
                BrokenRule::CannotForm { tangles },
                Place::Message { from: node, .. } | Place::Node(node),
            ) => listed(tangles, |tangle| untangle(tangle, node, &say)),
            (BrokenRule::CannotForm { .. }, Place::Link(..)) => "keep values apart".to_owned(),
            (
                BrokenRule::NotDelivered { lacks },
                Place::Node(node) | Place::Message { from: node, .. },
            ) => deliver(lacks, node, &say),
            (BrokenRule::NotDelivered { .. }, Place::Link(..)) => "deliver it".to_owned(),
        }
    }

    fn have_first(
        &self,
        lacks: &[Lack],
        held_after: Option<usize>,
        node: Vertex,
        say: &Phrases<'_>,
    ) -> String {
        let here = say.node(node);
        let combined = lacks.iter().any(|lack| !lack.contributors.is_empty());
        let single = lacks.len() == 1
            && lacks.iter().all(|lack| lack.contributors.len().max(1) * lack.blocks.len() == 1);
        let has = match (lacks.is_empty(), combined, single) {
            (true, ..) => "holds something",
            (_, false, true) => "holds it",
            (_, false, false) => "holds all of it",
            (_, true, true) => "knows of it",
            (_, true, false) => "knows of all of it",
        };
        match (held_after, self.phase) {
            (Some(step), None) => format!(
                "{here} first {has} after step {step}: move this message to step {} or later",
                step + 1
            ),
            (Some(step), Some(phase)) => format!(
                "{here} first {has} after step {step}: move this message to a later step of phase {phase}"
            ),
            (None, _) if lacks.is_empty() => format!("let {here} receive something before"),
            (None, _) => {
                let what = say.lacks(lacks);
                let origin = lacks.first().and_then(|lack| say.origin(&lack.blocks));
                match origin.filter(|_| !combined) {
                    Some(origin) if single => format!(
                        "let {here} receive it in an earlier step, for instance from {}, where it starts",
                        say.node(origin)
                    ),
                    _ => format!("let {here} receive {what} in an earlier step"),
                }
            }
        }
    }
}

/// The first few of a list that is seldom longer than one.
fn listed<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    let mut shown: Vec<String> = items.iter().take(3).map(show).collect();
    if items.len() > shown.len() {
        shown.push(format!("and {} more", items.len() - shown.len()));
    }
    shown.join("; ")
}

fn unknown(lacks: &[Lack]) -> &'static str {
    let combined = lacks.iter().any(|lack| !lack.contributors.is_empty());
    let several = lacks.len() > 1
        || lacks
            .iter()
            .any(|lack| if combined { lack.contributors.len() > 1 } else { lack.blocks.len() > 1 });
    match (combined, several) {
        (false, false) => "which it does not hold",
        (false, true) => "none of which it holds",
        (true, false) => "which is in nothing that it knows",
        (true, true) => "none of which is in anything that it knows",
    }
}

fn because(tangle: &Tangle, say: &Phrases<'_>, here: &str, sends: &str) -> String {
    let value = say.value(&tangle.blocks, &tangle.wanted);
    let why = match &tangle.because {
        Because::Mixed { wanted, with } => format!(
            "it knows {} only together with {}",
            say.contributions(wanted),
            say.contributions(with)
        ),
        Because::Twice { who, values: [a, b] } => format!(
            "{} would be counted twice, in {} and in {}",
            say.contributors(who),
            say.value(&tangle.blocks, a),
            say.value(&tangle.blocks, b)
        ),
    };
    format!("{here} cannot form {value}, {sends}: {why}")
}

fn untangle(tangle: &Tangle, node: Vertex, say: &Phrases<'_>) -> String {
    let here = say.node(node);
    match &tangle.because {
        Because::Mixed { wanted, with } => format!(
            "let {here} receive {} without {}: `@` keeps values apart",
            say.contributions(wanted),
            say.contributions(with)
        ),
        Because::Twice { who, .. } => {
            format!("let {} reach {here} in only one of the two values", say.contributions(who))
        }
    }
}

fn one_a_step(verb: &str, partners: &Listing<Vertex>, say: &Phrases<'_>) -> String {
    match &partners.first[..] {
        [first, others @ ..] if others.iter().all(|other| other == first) => {
            "put what they carry into one message".to_owned()
        }
        [first, second] if partners.count == 2 => format!(
            "{verb} {} in this step and {} {} in another",
            say.vertex(*first),
            verb.rsplit(' ').next().unwrap_or_default(),
            say.vertex(*second)
        ),
        [first, ..] => format!(
            "{verb} {} in this step, and {} the others one in a step",
            say.vertex(*first),
            verb.rsplit(' ').next().unwrap_or_default()
        ),
        [] => format!("{verb} one a step"),
    }
}

fn relieve(
    capacity: u32,
    messages: &Listing<(Vertex, Vertex)>,
    detour: Option<&Detour>,
    say: &Phrases<'_>,
) -> String {
    let steps = match messages.count.saturating_sub(u64::from(capacity)) {
        1 => "let one of them travel in another step".to_owned(),
        more => format!("let {more} of them travel in other steps"),
    };
    match detour {
        None => steps,
        Some(Detour { message: (from, to), via }) => {
            let way = if via.is_empty() {
                "over the direct link".to_owned()
            } else {
                format!("by way of {}", say.vertices(via))
            };
            let (from, to) = (say.vertex(*from), say.vertex(*to));
            format!("{steps}, or send {from} -> {to} {way}, where the links are free")
        }
    }
}

fn deliver(lacks: &[Lack], node: Vertex, say: &Phrases<'_>) -> String {
    let here = say.node(node);
    let Some(lack) = lacks.first() else { return format!("let {here} receive more") };
    if say.instance().is_some_and(|instance| instance.data() == Data::Token) {
        let who = say.contributors(&lack.contributors);
        return format!("let {here} receive from {who}, or from nodes that have heard of them");
    }
    if lack.contributors.is_empty() {
        let origin = say.origin(&lack.blocks).filter(|_| lack.blocks.len() == 1);
        let from = origin.map_or_else(
            || ", from nodes that hold them".to_owned(),
            |origin| format!(", for instance from {}, where it starts", say.node(origin)),
        );
        format!("let {here} receive {}{from}", say.lacks(lacks))
    } else {
        format!("let {} reach {here}", say.lacks(lacks))
    }
}
