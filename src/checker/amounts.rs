//! How large a schedule is, phase by phase, and whether that is within the limits.

use crate::checker::report::no_answer::{Bound, Limits, NoAnswer, Over};
use crate::checker::symmetry::Symmetry;
use crate::collective::{Blocks, Data, Phase, Schedule};
use crate::topology::Topology;

/// What [`Limits::ranges`] limits.
pub(crate) const RANGES: &str = "ranges of blocks beyond the first of each message";

/// What the phases of a schedule so far come to. They are added one by one, so that a schedule whose
/// phases come one by one need not be summed from its start for each.
#[derive(Clone, Copy)]
pub(crate) struct Amounts {
    /// Those of the machine.
    nodes_there: u128,
    pub(crate) messages: u128,
    pub(crate) steps: u128,
    pub(crate) combining: u128,
    nodes: u128,
    /// Pairs of nodes for which there is a block, each of its pieces by itself: a bit of memory each.
    pairs: u128,
    pieces: bool,
    /// The ranges of blocks of all messages beyond the first of each, as far as they are known without making them.
    ranges: u128,
    /// All hops, where they have been counted.
    hops: Option<u128>,
}

impl Amounts {
    /// Of no phases.
    pub(crate) fn none(topology: &Topology) -> Self {
        let nodes_there = u128::from(topology.nodes());
        let (messages, steps, combining, nodes) = (0, 0, 0, 0);
        let (pairs, pieces, ranges, hops) = (0, false, 0, None);
        Amounts { nodes_there, messages, steps, combining, nodes, pairs, pieces, ranges, hops }
    }

    /// Of all phases.
    pub(crate) fn of(schedule: &Schedule) -> Self {
        schedule.phases.iter().fold(Self::none(&schedule.topology), Self::and)
    }

    /// With one phase more.
    pub(crate) fn and(mut self, phase: &Phase) -> Self {
        let messages = phase.steps.messages();
        self.messages += messages;
        self.steps += phase.steps.count() as u128;
        let ranges = phase.steps.ranges().unwrap_or(0).saturating_sub(messages);
        self.ranges = self.ranges.saturating_add(ranges);
        let of = phase.groups.first().map(|group| group.instance.data());
        if of == Some(Data::Combined) {
            self.combining += messages;
        }
        for group in &phase.groups {
            let nodes = u128::from(group.instance.nodes);
            self.nodes += nodes;
            if group.instance.blocks() == Blocks::PerPair {
                self.pairs += nodes.pow(2) * u128::from(group.instance.pieces);
                self.pieces |= group.instance.pieces > 1;
            }
        }
        self
    }

    /// The same with what has been counted.
    pub(crate) fn counted(self, hops: u128, ranges: u128) -> Self {
        Amounts { hops: Some(hops), ranges, ..self }
    }

    /// Refuses what exceeds a limit, all that does so at once.
    pub(crate) fn within(self, limits: &Limits) -> Result<(), NoAnswer> {
        let pairs =
            if self.pieces { "pieces of blocks for pairs of nodes" } else { "pairs of nodes" };
        let messages = |what, needed| Over::exact(what, needed, limits.messages, Bound::Messages);
        refuse([
            messages("messages", self.messages),
            Over::exact(
                "messages of combined data",
                self.combining,
                limits.combining,
                Bound::Combining,
            ),
            messages("steps", self.steps),
            messages("nodes", self.nodes.max(self.nodes_there)),
            messages(pairs, self.pairs),
            // Every message makes a hop.
            Over {
                least: self.hops.is_none(),
                ..Over::hops(self.hops.unwrap_or(self.messages), limits)
            },
            Over::exact(RANGES, self.ranges, limits.ranges, Bound::Ranges),
        ])
    }
}

/// Refuses templates that exceed a limit.
pub(crate) fn look_at_templates(symmetry: &Symmetry<'_>, limits: &Limits) -> Result<(), NoAnswer> {
    let templates = symmetry.symmetric.templates();
    let amounts = [
        ("messages in its templates", templates.patterns()),
        ("steps", templates.count() as u128),
        ("nodes", u128::from(symmetry.by.nodes())),
    ];
    refuse(
        amounts.map(|(what, needed)| Over::exact(what, needed, limits.messages, Bound::Messages)),
    )
}

/// No answer, if one of these amounts is over its limit. Of those that one limit is for the most is said.
pub(crate) fn refuse(amounts: impl IntoIterator<Item = Over>) -> Result<(), NoAnswer> {
    let mut over: Vec<Over> = Vec::new();
    for of in amounts.into_iter().filter(|of| of.needed > of.allowed) {
        match over.iter_mut().find(|other| other.bound == of.bound) {
            Some(other) if of.needed > other.needed => *other = of,
            Some(_) => {}
            None => over.push(of),
        }
    }
    if over.is_empty() { Ok(()) } else { Err(NoAnswer::TooMany(over)) }
}
