//! Finds when a sender first holds the data that it sent too early, for the advice.
//!
//! In the check itself a false message arrives as claimed. Here, in a second pass that runs only after such a
//! violation, it does not arrive, so the advice never relies on data from a false message.

use std::collections::HashMap;

use crate::checker::{
    Arrives, BrokenRule, Findings, Judgement, Lack, Limits, Orbit, PhaseData, Ranks, Report,
    Violation, ViolationPlace, Work,
};
use crate::collective::{Phase, Schedule};
use crate::schedule::{Message, Payload, Step};
use crate::topology::Vertex;

/// A reported violation of `not-held`, and its step in its phase.
struct Early<'a> {
    index: usize,
    step: usize,
    ends: (Vertex, Vertex),
    lacks: &'a [Lack],
}

/// Reads the next step of a phase; false at the end.
pub(crate) type Next<'n> = dyn FnMut(&mut Step) -> bool + 'n;

/// Sets `held_after` of all reported violations of `not-held`. If this takes too long, the other violations
/// stay without it, and so keep other advice.
pub(crate) fn fill_in(schedule: &Schedule, limits: &Limits, report: &mut Report) {
    let mut second = Second::of(schedule.topology.nodes(), schedule.phases.len(), limits);
    for phase in &schedule.phases {
        let mut steps = 0..phase.steps.count();
        second.phase(phase, report, &mut |step| {
            let k = steps.next();
            if let Some(k) = k {
                phase.steps.step_into(k, step);
            }
            k.is_some()
        });
        second.steps_before += phase.steps.count();
    }
}

/// The second pass, at the start of a phase.
pub(crate) struct Second {
    nodes: Vertex,
    several: bool,
    number: usize,
    pub(crate) steps_before: usize,
    work: Work,
}

impl Second {
    /// Passes this many phases.
    pub(crate) fn of(nodes: Vertex, phases: usize, limits: &Limits) -> Self {
        let work = Work::new(limits.set_work);
        Second { nodes, several: phases > 1, number: 0, steps_before: 0, work }
    }

    /// Passes the next phase, as far as necessary.
    pub(crate) fn phase(&mut self, phase: &Phase, report: &mut Report, next: &mut Next<'_>) {
        self.number += 1;
        let number = self.several.then_some(self.number);
        let early: Vec<Early<'_>> = report
            .violations
            .iter()
            .enumerate()
            .filter(|(_, violation)| violation.phase == number)
            .filter_map(|(index, violation)| early(index, violation, self.steps_before))
            .collect();
        if early.is_empty() {
            return;
        }
        if let Some(ranks) = Ranks::of(phase, self.nodes) {
            for (index, step) in found_in(next, &ranks, &early, &mut self.work) {
                if let Some(Violation { rule: BrokenRule::NotHeld { held_after, .. }, .. }) =
                    report.violations.get_mut(index)
                {
                    *held_after = Some(self.steps_before + step);
                }
            }
        }
    }
}

fn early(index: usize, violation: &Violation, steps_before: usize) -> Option<Early<'_>> {
    let step = violation.step?.checked_sub(steps_before)?;
    match (&violation.rule, violation.place) {
        (BrokenRule::NotHeld { lacks, .. }, ViolationPlace::Message { from, to }) => {
            Some(Early { index, step, ends: (from, to), lacks })
        }
        _ => None,
    }
}

/// The violations whose messages are possible later, and after which step of the phase.
fn found_in(
    next: &mut Next<'_>,
    ranks: &Ranks<'_>,
    early: &[Early<'_>],
    work: &mut Work,
) -> Vec<(usize, usize)> {
    let mut state = PhaseData::at_start(ranks, *work);
    // Violations are in the order of their messages.
    let mut coming = early.iter().peekable();
    let mut waiting: HashMap<Vertex, Vec<(usize, Message)>> = HashMap::new();
    let mut found = Vec::new();
    let mut step = Step::default();
    let mut steps = 0;
    while next(&mut step) {
        steps += 1;
        for message in &step.messages {
            if let Some(early) = coming.next_if(|early| early.step == steps && early.is_of(message))
            {
                waiting.entry(message.from).or_default().push((early.index, message.clone()));
            }
        }
        if spread(&mut state, &mut step.messages, ranks).is_none() {
            break;
        }
        for message in &step.messages {
            if let Some(early) = waiting.get_mut(&message.to) {
                early.retain(|(index, message)| {
                    let now = can_be_sent(&mut state, message, ranks);
                    found.extend(now.then_some((*index, steps)));
                    !now
                });
            }
        }
        if found.len() == early.len() {
            break;
        }
    }
    *work = state.work();
    found
}

impl Early<'_> {
    /// Whether this is the message that was sent too early.
    fn is_of(&self, message: &Message) -> bool {
        let carries = |lack: &Lack| {
            message.payload == Payload::Everything
                || message.payload.parts().any(|(blocks, _)| !blocks.is_disjoint(&lack.blocks))
        };
        self.ends == (message.from, message.to) && self.lacks.iter().all(carries)
    }
}

fn can_be_sent<'p>(state: &mut PhaseData<Ranks<'p>>, message: &Message, ranks: &Ranks<'p>) -> bool {
    let mut message = message.clone();
    state.spell_out(ranks, &mut message);
    let Some(sent) = ranks.sent(&message) else { return false };
    let mut judgement = Judgement::default();
    let judged = state.judge(ranks, 0, &sent, Arrives::Never, &mut judgement);
    judged.is_ok() && !judgement.is_any()
}

/// Lets the true data of the messages of a step arrive; `None` when it takes too long.
fn spread<'p>(
    state: &mut PhaseData<Ranks<'p>>,
    messages: &mut [Message],
    ranks: &Ranks<'p>,
) -> Option<()> {
    let mut judgement = Judgement::default();
    for (number, message) in messages.iter_mut().enumerate() {
        state.spell_out(ranks, message);
        message.payload = state.true_part(ranks, &ranks.sent(message)?);
        let sent = ranks.sent(message)?;
        state.judge(ranks, number, &sent, Arrives::IfTrue, &mut judgement).ok()?;
    }
    // Notes on messages are not needed a second time.
    let mut unwanted = Findings::default();
    state.arrive(ranks, messages, &mut unwanted).ok()
}
