//! When a sender that did not have what it sent comes to have it: for the advice.
//!
//! In the check itself a false message arrives as what it claims to be. Here, in a second pass that
//! is made only where something was not held, it does not arrive, so that nobody is advised to
//! wait for what a false message would bring.

use std::collections::HashMap;

use super::faults::Faults;
use super::no_answer::Limits;
use super::report::{At, Findings, Report};
use super::seats::Seats;
use super::sets::Work;
use super::state::{Arrives, State};
use super::violation::{BrokenRule, Lack, Place, Violation};
use crate::collective::{Phase, Schedule};
use crate::schedule::{Message, Payload, Runs, Step};
use crate::topology::Vertex;

/// Senders, each with what it lacked, and where its violation is in the report.
type Waiting = HashMap<Vertex, Vec<(usize, Vec<Lack>)>>;

/// Fills in `held_after` of all reported violations of `not-held`. Where this takes too long the
/// others are left without, and so with other advice.
pub(super) fn fill_in(schedule: &Schedule, limits: &Limits, report: &mut Report) {
    let several = schedule.phases.len() > 1;
    let mut work = Work::new(limits.set_work);
    let mut steps = 0;
    for (number, phase) in (1..).zip(&schedule.phases) {
        let number = several.then_some(number);
        let mut waiting = Waiting::new();
        for (index, violation) in report.violations.iter().enumerate() {
            if let Violation {
                phase,
                place: Place::Message { from, .. },
                rule: BrokenRule::NotHeld { lacks, .. },
                ..
            } = violation
                && *phase == number
            {
                waiting.entry(*from).or_default().push((index, lacks.clone()));
            }
        }
        if !waiting.is_empty()
            && let Some(seats) = Seats::of(phase, schedule.topology.nodes())
        {
            let found = found_in(phase, &seats, waiting, &mut work);
            for (index, step) in found {
                if let Some(Violation { rule: BrokenRule::NotHeld { held_after, .. }, .. }) =
                    report.violations.get_mut(index)
                {
                    *held_after = Some(steps + step);
                }
            }
        }
        steps += phase.steps.count();
    }
}

/// The violations whose senders come to have what they lacked, and after which step of the phase.
fn found_in(
    phase: &Phase,
    seats: &Seats<'_>,
    mut waiting: Waiting,
    work: &mut Work,
) -> Vec<(usize, usize)> {
    // Only counted: the order of the table does not matter.
    let wanted: usize = waiting.values().map(Vec::len).sum();
    let mut found = Vec::new();
    let mut state = State::at_start(seats);
    let mut step = Step::default();
    for k in 0..phase.steps.count() {
        phase.steps.step_into(k, &mut step);
        if spread(&mut state, &mut step.messages, seats, work).is_none() {
            break;
        }
        for message in &step.messages {
            let Ok((_, to)) = seats.ends(message) else { continue };
            let Some(lacking) = waiting.get_mut(&message.to) else { continue };
            let brings_nothing = message.payload == Payload::Plain(Runs::new());
            lacking.retain(|(index, lacks)| {
                let has = !brings_nothing && state.has(to, lacks, work).unwrap_or(false);
                found.extend(has.then_some((*index, k + 1)));
                !has
            });
        }
        if found.len() == wanted {
            break;
        }
    }
    found
}

/// Lets what is true of the messages of a step arrive; `None` when it takes too long.
fn spread(
    state: &mut State,
    messages: &mut [Message],
    seats: &Seats<'_>,
    work: &mut Work,
) -> Option<()> {
    let mut faults = Faults::default();
    for (number, message) in messages.iter_mut().enumerate() {
        let (from, to) = seats.ends(message).ok()?;
        let payload = std::mem::replace(&mut message.payload, Payload::Plain(Runs::new()));
        let spelled = match payload {
            Payload::Everything => Payload::Plain(state.everything(seats, from)),
            spelled => spelled,
        };
        message.payload = state.true_part(spelled, from);
        state.judge((number, message), (from, to), Arrives::IfTrue, &mut faults, work).ok()?;
    }
    // What is noted of messages on the way is not wanted a second time.
    let mut unwanted = Findings::default();
    let at = At { phase: None, step: None };
    state.arrive(messages, seats, at, &mut unwanted, work).ok()
}
