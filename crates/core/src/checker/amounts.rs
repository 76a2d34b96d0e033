//! The size of a schedule, phase by phase, and its limits.
//!
//! If a limit is reached during the check, the remaining messages are still counted, so that the error can
//! name the required limit.

use super::limits::RANGES;
use crate::checker::{Exceeded, Limit, Limits, NoAnswer, Pair, TemplateOrbit};
use crate::collective::{Blocks, Data, Phase, Schedule};
use crate::schedule::{Message, Route, Step, Symmetric, Template};
use crate::topology::{Network, Topology, Vertex};

/// The totals of the phases so far. They are added one by one, so that a schedule that is read phase by phase
/// is not summed again for each phase.
#[derive(Clone, Copy, Default)]
pub(crate) struct Amounts {
    /// The nodes of the topology.
    nodes_there: u128,
    pub(crate) messages: u128,
    pub(crate) steps: u128,
    pub(crate) combining: u128,
    nodes: u128,
    /// Pairs of nodes with a block, times the pieces: one bit of memory each.
    pairs: u128,
    pieces: bool,
    /// The ranges of blocks of all messages beyond the first of each, as far as they are known without
    /// generating the messages.
    ranges: u128,
    /// All hops, if they have been counted.
    hops: Option<u128>,
}

impl Amounts {
    /// The totals of no phases.
    pub(crate) fn none(topology: &Topology) -> Self {
        Amounts { nodes_there: topology.nodes().into(), ..Amounts::default() }
    }

    /// The totals of all phases.
    pub(crate) fn of(schedule: &Schedule) -> Self {
        schedule.phases.iter().fold(Self::none(&schedule.topology), Self::and)
    }

    /// Adds a phase.
    pub(crate) fn and(mut self, phase: &Phase) -> Self {
        let messages = phase.steps.messages();
        self.messages += messages;
        self.steps += phase.steps.count() as u128;
        let ranges = phase.steps.ranges().unwrap_or_default().saturating_sub(messages);
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

    /// Adds the counted amounts.
    pub(crate) fn counted(self, counted: Tally) -> Self {
        Amounts { hops: Some(counted.hops), ranges: counted.ranges, ..self }
    }

    /// Rejects amounts above a limit, all of them at once.
    pub(crate) fn within(self, limits: &Limits) -> Result<(), NoAnswer> {
        let pairs =
            if self.pieces { "pieces of blocks for pairs of nodes" } else { "pairs of nodes" };
        let messages = |what, needed| Limit::Messages.over(what, needed, limits);
        refuse([
            messages("messages", self.messages),
            Limit::Combining.over("messages of combined data", self.combining, limits),
            messages("steps", self.steps),
            messages("nodes", self.nodes.max(self.nodes_there)),
            messages(pairs, self.pairs),
            // Every message has at least one hop.
            Exceeded {
                least: self.hops.is_none(),
                ..Limit::Hops.over("hops", self.hops.unwrap_or(self.messages), limits)
            },
            Exceeded {
                least: self.hops.is_none(),
                ..Limit::Ranges.over(RANGES, self.ranges, limits)
            },
        ])
    }
}

/// Rejects templates that exceed a limit.
pub(crate) fn look_at_templates(
    symmetry: &TemplateOrbit<'_>,
    limits: &Limits,
) -> Result<(), NoAnswer> {
    let templates = symmetry.symmetric.templates();
    let amounts = [
        ("messages in its templates", templates.patterns()),
        ("steps", templates.count() as u128),
        ("nodes", u128::from(symmetry.by.nodes())),
    ];
    refuse(amounts.map(|(what, needed)| Limit::Messages.over(what, needed, limits)))
}

/// Fails if one of these amounts exceeds its limit. Of several amounts with the same limit it reports the
/// largest.
pub(crate) fn refuse(amounts: impl IntoIterator<Item = Exceeded>) -> Result<(), NoAnswer> {
    let mut over: Vec<Exceeded> = Vec::new();
    for of in amounts.into_iter().filter(|of| of.needed > of.allowed) {
        match over.iter_mut().find(|other| other.bound == of.bound) {
            Some(other) if of.needed > other.needed => *other = of,
            Some(_) => {}
            None => over.push(of),
        }
    }
    if over.is_empty() { Ok(()) } else { Err(NoAnswer::TooMany(over)) }
}

/// Totals of steps that the number of messages does not determine.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) hops: u128,
    pub(crate) ranges: u128,
}

impl Tally {
    /// Adds the messages of a step, or some of them.
    pub(crate) fn add(&mut self, network: &dyn Network, messages: &[Message]) {
        let mut scratch = Vec::new();
        for message in messages {
            let Message { from, to, route, .. } = message;
            self.hops += u128::from(hops_of(network, (*from, *to), route, &mut scratch));
        }
        self.ranges += ranges_of(messages);
    }
}

/// The number of messages that are counted whatever the limit.
const FEW: u128 = 1 << 20;

/// The number of nodes above which all amounts are counted in advance.
const MANY_NODES: u32 = 1 << 24;

/// The number of ranges of blocks that messages carry, beyond the first of each.
pub(crate) fn ranges_of(messages: &[Message]) -> u128 {
    let of = |message: &Message| {
        let ranges = message.payload.parts().map(|(blocks, _)| blocks.runs().len());
        ranges.sum::<usize>().saturating_sub(1)
    };
    messages.iter().map(of).sum::<usize>() as u128
}

/// The number of hops of a message with a valid route.
fn hops_of(network: &dyn Network, (from, to): Pair, route: &Route, via: &mut Vec<Vertex>) -> u64 {
    match route {
        Route::Via(via) => via.len() as u64 + 1,
        Route::Default => network.hops(from, to, via),
    }
}

/// All amounts, after a pass that reached a limit: all steps are generated and not examined. Ranges that were too many
/// before the pass are not: generating them is what the limit forbids.
pub(crate) fn counted(why: NoAnswer, schedule: &Schedule, limits: &Limits) -> NoAnswer {
    let known = Amounts::of(schedule);
    let is_few = known.messages <= limits.messages.max(FEW) && known.ranges <= limits.ranges;
    if !is_counted_on_the_way(&why) || !is_few {
        return why;
    }
    count(schedule, limits).err().unwrap_or(why)
}

/// Rejects amounts above a limit, before memory is needed for the data of very many nodes.
pub(crate) fn count_if_large(schedule: &Schedule, limits: &Limits) -> Result<(), NoAnswer> {
    if schedule.topology.nodes() <= MANY_NODES {
        return Ok(());
    }
    Amounts::of(schedule).within(limits)?;
    count(schedule, limits)
}

/// Generates all steps, part by part, and rejects amounts above a limit.
fn count(schedule: &Schedule, limits: &Limits) -> Result<(), NoAnswer> {
    let network = schedule.topology.network();
    let (mut tally, mut step) = (Tally::default(), Step::default());
    let vertices = schedule.topology.vertices();
    for phase in &schedule.phases {
        for k in 0..phase.steps.count() {
            phase.steps.in_parts(k, &mut step, &mut |messages| {
                // The pass refuses them, at their place.
                let there = |message: &Message| message.from.max(message.to) < vertices;
                let all = messages.iter().all(there);
                tally.add(network, if all { messages } else { &[] });
                all
            });
        }
    }
    Amounts::of(schedule).counted(tally).within(limits)
}

/// The same for templates.
pub(crate) fn counted_in_templates(
    why: NoAnswer,
    schedule: &Schedule,
    symmetric: &Symmetric,
    limits: &Limits,
) -> NoAnswer {
    if !is_counted_on_the_way(&why) {
        return why;
    }
    let (network, templates) = (schedule.topology.network(), symmetric.templates());
    let (mut made, mut template, mut scratch) = (0, Template::default(), Vec::new());
    for k in 0..templates.count() {
        templates.template_into(k, &mut template);
        for pattern in &template.messages {
            let ends = (pattern.from, pattern.to);
            made += u128::from(hops_of(network, ends, &pattern.route, &mut scratch));
        }
    }
    refuse([Limit::Hops.over("hops", made, limits)]).err().unwrap_or(why)
}

/// Whether this limit applies to an amount that is counted while messages are examined.
pub(crate) fn is_counted_on_the_way(why: &NoAnswer) -> bool {
    let on_the_way = |bound| matches!(bound, Limit::Hops | Limit::Ranges);
    matches!(why, NoAnswer::TooMany(over) if over.iter().any(|of| of.least && on_the_way(of.bound)))
}
