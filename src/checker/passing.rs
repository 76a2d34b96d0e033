//! Schedules that pass by: each step is looked at when it comes, and not kept.

use super::ahead::Made;
use super::amounts::Amounts;
use super::no_answer::{Limits, NoAnswer};
use super::report::{Note, Report};
use super::seats::Seats;
use super::violation::Rule;
use super::walk::Walk;
use super::when_held::Second;
use crate::collective::{Data, Phase, Ports, Schedule, Source};
use crate::schedule::{Step, Steps};
use crate::topology::Topology;

/// What the checker found in a schedule that has passed by.
pub struct Passed {
    /// What the schedule was about. Its steps are gone: they are counted, and empty.
    pub about: Schedule,
    /// What the checker found.
    pub report: Report,
}

/// Why a schedule that passes by was not checked to its end.
#[derive(Debug)]
pub enum Stopped<E> {
    /// As for [`check`](super::check).
    NoAnswer(NoAnswer),
    /// It broke off.
    Source(E),
}

impl<E> From<NoAnswer> for Stopped<E> {
    fn from(why: NoAnswer) -> Self {
        Stopped::NoAnswer(why)
    }
}

/// Steps that nobody has any more.
#[derive(Clone, Copy, Default)]
struct Gone {
    count: usize,
    messages: u128,
}

impl Steps for Gone {
    fn count(&self) -> usize {
        self.count
    }

    fn messages(&self) -> u128 {
        self.messages
    }

    fn step_into(&self, _k: usize, step: &mut Step) {
        step.messages.clear();
    }
}

/// Checks a schedule message by message as it comes, in the memory of its largest step. The report is
/// that of [`check_every_message`](super::check_every_message) but for one advice: when a sender
/// comes to hold what it sent too early takes a second reading, [`say_when_held`].
///
/// # Errors
/// What breaks the schedule off, and as for [`check`](super::check).
pub fn check_passing<S: Source>(
    (topology, ports): (&Topology, Ports),
    source: &mut S,
    limits: &Limits,
) -> Result<Passed, Stopped<S::Error>> {
    let machine = Schedule { topology: topology.clone(), ports, phases: Vec::new() };
    let mut about = machine.clone();
    let mut walk = Walk::new(&machine, limits, false)?;
    let mut amounts = Amounts::none(topology);
    while let Some(mut phase) = source.phase().map_err(Stopped::Source)? {
        let number = about.phases.len() + 1;
        phase.steps = std::sync::Arc::new(Gone::default());
        let before = amounts;
        before.and(&phase).within(limits)?;
        let seats = Seats::of(&phase, topology.nodes());
        let seats = seats.ok_or(NoAnswer::MalformedPhase { phase: number })?;
        let combines = seats.data() == Data::Combined;
        let mut gone = Gone::default();
        walk.passing::<Stopped<S::Error>>(&seats, Some(number), |visit| {
            let mut made = Made::new(&machine);
            while source.step(&phase, &mut made.step).map_err(Stopped::Source)? {
                gone.count += 1;
                gone.messages += made.step.messages.len() as u128;
                let most = if combines { limits.combining } else { limits.messages };
                let many =
                    gone.messages > most || before.messages + gone.messages > limits.messages;
                if many || before.steps + gone.count as u128 > limits.messages {
                    count_all(source, &phase, (&mut gone, &mut made.step))?;
                    return Ok(());
                }
                made.look(&seats);
                visit(&mut made)?;
            }
            Ok(())
        })?;
        phase.steps = std::sync::Arc::new(gone);
        amounts = before.and(&phase);
        amounts.within(limits)?;
        about.phases.push(phase);
    }
    let mut report = walk.report();
    if about.phases.len() == 1 {
        of_one_phase(&mut report);
    }
    Ok(Passed { about, report })
}

/// Says of messages that were sent too early when they could be sent, from a second reading of what
/// has passed. Where that breaks off, or is another schedule by now, they are left with other advice.
pub fn say_when_held<S: Source>(source: &mut S, limits: &Limits, passed: &mut Passed) {
    let Passed { about, report } = passed;
    if report.counts.of(Rule::NotHeld) == 0 {
        return;
    }
    let mut second = Second::of(about.topology.nodes(), about.phases.len(), limits);
    for gone in &about.phases {
        let Ok(Some(phase)) = source.phase() else { return };
        let mut whole = true;
        let mut next = |step: &mut Step| {
            let more = source.step(&phase, step);
            whole &= more.is_ok();
            more.unwrap_or(false)
        };
        second.phase(&phase, report, &mut next);
        // What is left of the phase.
        let mut step = Step::default();
        while next(&mut step) {}
        if !whole {
            return;
        }
        second.steps_before += gone.steps.count();
    }
}

/// Counts the steps that are still to come, so that it can be said by how much there are too many.
fn count_all<S: Source>(
    source: &mut S,
    phase: &Phase,
    (gone, step): (&mut Gone, &mut Step),
) -> Result<(), Stopped<S::Error>> {
    while source.step(phase, step).map_err(Stopped::Source)? {
        gone.count += 1;
        gone.messages += step.messages.len() as u128;
    }
    Ok(())
}

/// Where there is but one phase, nobody calls it the first.
fn of_one_phase(report: &mut Report) {
    for violation in &mut report.violations {
        violation.phase = None;
    }
    for Note::Redundant { first, .. } in &mut report.notes {
        for redundant in first {
            redundant.phase = None;
        }
    }
}
