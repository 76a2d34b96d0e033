//! What messages come to that are not looked at: counted, so that a limit says what is needed.

use crate::checker::amounts::{Amounts, refuse};
use crate::checker::report::no_answer::{Bound, Limits, NoAnswer, Over};
use crate::collective::Schedule;
use crate::schedule::{Message, Payload, Route, Step, Symmetric, Template};
use crate::topology::{Network, Vertex};

/// What steps come to that messages alone do not tell.
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

    /// No answer, as far as these or other amounts are over limits.
    pub(crate) fn refuse(self, amounts: Amounts, limits: &Limits) -> Option<NoAnswer> {
        let Tally { hops, ranges } = self;
        amounts.counted(hops, ranges).within(limits).err()
    }
}

/// How many messages are counted whatever the limit.
const FEW: u128 = 1 << 20;

/// How many ranges of blocks messages carry, beyond the first of each.
pub(crate) fn ranges_of(messages: &[Message]) -> u128 {
    let of = |message: &Message| match &message.payload {
        Payload::Plain(blocks) => blocks.runs().len().saturating_sub(1),
        Payload::Everything => 0,
        Payload::Values(values) => {
            let ranges: usize = values.iter().map(|value| value.blocks.runs().len()).sum();
            ranges.saturating_sub(1)
        }
    };
    messages.iter().map(of).sum::<usize>() as u128
}

/// How many hops a message makes that can be followed.
fn hops_of(
    network: &dyn Network,
    (from, to): (Vertex, Vertex),
    route: &Route,
    scratch: &mut Vec<Vertex>,
) -> u64 {
    match route {
        Route::Via(via) => via.len() as u64 + 1,
        Route::Default => network.hops(from, to, scratch),
    }
}

/// The whole need where a pass came to a limit on its way: all steps are made, and not looked at.
pub(crate) fn counted(why: NoAnswer, schedule: &Schedule, limits: &Limits) -> NoAnswer {
    let messages = schedule.messages();
    if !is_counted_on_the_way(&why) || messages > limits.messages.max(FEW) {
        return why;
    }
    let network = schedule.topology.network();
    let (mut tally, mut step) = (Tally::default(), Step::default());
    for phase in &schedule.phases {
        for k in 0..phase.steps.count() {
            phase.steps.step_into(k, &mut step);
            tally.add(network, &step.messages);
        }
    }
    tally.refuse(Amounts::of(schedule), limits).unwrap_or(why)
}

/// The same where only templates are looked at.
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
    refuse([Over::hops(made, limits)]).err().unwrap_or(why)
}

/// Whether this is a limit of something that is counted while messages are looked at.
pub(crate) fn is_counted_on_the_way(why: &NoAnswer) -> bool {
    let on_the_way = |bound| matches!(bound, Bound::Hops | Bound::Ranges);
    matches!(why, NoAnswer::TooMany(over) if over.iter().any(|of| of.least && on_the_way(of.bound)))
}
