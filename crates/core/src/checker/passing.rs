//! Schedules that are checked while they are read, without storing their steps.

use crate::checker::amounts::{Amounts, Tally, is_counted_on_the_way};
use crate::checker::report::possible_from::Second;
use crate::checker::{Checked, CheckerRule, Limits, MadeStep, NoAnswer, Orbit, Ranks, Walk};
use crate::collective::{Came, Data, Phase, Ports, Schedule, StepSource};
use crate::schedule::{Step, Steps};
use crate::topology::{Network, Topology};

/// Why a schedule was not checked to its end while it was read.
#[derive(Debug)]
pub enum Stopped<E> {
    /// As for [`check`](super::check).
    NoAnswer(NoAnswer),
    /// The reading failed.
    Source(E),
}

impl<E> From<NoAnswer> for Stopped<E> {
    fn from(why: NoAnswer) -> Self {
        Stopped::NoAnswer(why)
    }
}

/// Steps that are not stored.
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

/// Checks a schedule message by message while it is read, in the memory of its largest step. The report
/// equals that of [`check_every_message`](super::check_every_message) except for one advice: the step after
/// which a sender first holds its data needs a second reading, [`say_when_possible`]. The steps of the resulting
/// schedule are counted, but empty.
///
/// # Errors
/// An error of the reading, and as for [`check`](super::check).
pub fn check_passing<S: StepSource>(
    topology: &Topology,
    ports: Ports,
    source: &mut S,
    limits: &Limits,
) -> Result<Checked, Stopped<S::Error>> {
    let machine = Schedule { topology: topology.clone(), ports, phases: Vec::new() };
    let mut about = machine.clone();
    let mut walk = Walk::new(&machine, limits);
    let mut amounts = Amounts::none(topology);
    amounts.within(limits)?;
    while let Some(mut phase) = source.phase().map_err(Stopped::Source)? {
        let number = about.phases.len() + 1;
        phase.steps = std::sync::Arc::new(Gone::default());
        let before = amounts;
        let fits = before.and(&phase).within(limits);
        let ranks = Ranks::of(&phase, topology.nodes());
        let ranks = ranks.ok_or(NoAnswer::MalformedPhase { phase: number })?;
        let mut coming = Coming { source: &mut *source, phase: &phase, gone: Gone::default() };
        let mut beyond = None;
        // The limits that the earlier phases have left.
        let messages = limits.messages.saturating_sub(before.messages);
        let combining = limits.combining.saturating_sub(before.combining);
        let most = if ranks.data() == Data::Combined { messages.min(combining) } else { messages };
        let most_steps = limits.messages.saturating_sub(before.steps);
        let passed = walk.passing::<Stopped<S::Error>>(&ranks, Some(number), |visit| {
            let mut made = MadeStep::new(&machine);
            loop {
                let left = most.saturating_sub(coming.gone.messages);
                let left = usize::try_from(left).unwrap_or(usize::MAX);
                let came = coming.next(&mut made.step, left)?;
                let too_long = came == Came::Part || coming.gone.count as u128 > most_steps;
                let why = match &fits {
                    Err(why) => why.clone(),
                    Ok(()) if came == Came::Nothing => return Ok(()),
                    Ok(()) if too_long => NoAnswer::TooMany(Vec::new()),
                    Ok(()) => {
                        made.look(&ranks);
                        made.places.clear();
                        made.places.extend_from_slice(coming.source.places());
                        match visit(&mut made) {
                            Ok(()) => continue,
                            Err(why) if is_counted_on_the_way(&why) => why,
                            Err(why) => return Err(why.into()),
                        }
                    }
                };
                let rest = beyond.insert(Tally::default());
                coming.count(came, &mut made.step, topology.network(), rest)?;
                return Err(why.into());
            }
        });
        let gone = std::sync::Arc::new(coming.gone);
        if let (Err(Stopped::NoAnswer(why)), Some(mut rest)) = (&passed, beyond) {
            phase.steps = gone;
            amounts = count_phases(source, topology, before.and(&phase), &mut rest)?;
            let Tally { hops, ranges } = walk.so_far();
            let all = Tally { hops: rest.hops + hops, ranges: rest.ranges + ranges };
            amounts.counted(all).within(limits)?;
            return Err(why.clone().into());
        }
        passed?;
        phase.steps = gone;
        amounts = before.and(&phase);
        amounts.within(limits)?;
        about.phases.push(phase);
    }
    let mut report = walk.report();
    if about.phases.len() == 1 {
        // A single phase is not numbered.
        report.violations.iter_mut().for_each(|violation| violation.phase = None);
        report.redundant.first.iter_mut().for_each(|redundant| redundant.phase = None);
    }
    Ok(Checked { schedule: about, report })
}

/// Adds to violations of `not-held` the step from which the message is possible, by a second reading. If the
/// reading fails or gives another schedule, the violations keep other advice.
pub fn say_when_possible<S: StepSource>(source: &mut S, limits: &Limits, passed: &mut Checked) {
    let Checked { schedule, report } = passed;
    if report.counts.of(CheckerRule::NotHeld) == 0 {
        return;
    }
    let mut second = Second::of(schedule.topology.nodes(), schedule.phases.len(), limits);
    for gone in &schedule.phases {
        let Ok(Some(phase)) = source.phase() else { return };
        let mut whole = true;
        let mut next = |step: &mut Step| {
            // The second reading never reads more than the first.
            let most = usize::try_from(limits.messages).unwrap_or(usize::MAX);
            let came = source.step(&phase, step, most);
            whole &= matches!(came, Ok(Came::Whole | Came::Nothing));
            matches!(came, Ok(Came::Whole))
        };
        second.phase(&phase, report, &mut next);
        // The rest of the phase.
        let mut step = Step::default();
        while next(&mut step) {}
        if !whole {
            return;
        }
        second.steps_before += gone.steps.count();
    }
}

/// The number of messages that are read at once only to be counted.
const COUNTED: usize = 1 << 12;

/// The steps of a phase while they are read, with their totals.
struct Coming<'s, S> {
    source: &'s mut S,
    phase: &'s Phase,
    gone: Gone,
}

impl<S: StepSource> Coming<'_, S> {
    /// The next step, or this many messages of it.
    fn next(&mut self, step: &mut Step, most: usize) -> Result<Came, Stopped<S::Error>> {
        let came = self.source.step(self.phase, step, most).map_err(Stopped::Source)?;
        if came != Came::Nothing {
            self.gone.count += usize::from(came == Came::Whole);
            self.gone.messages += step.messages.len() as u128;
        }
        Ok(came)
    }

    /// Counts the current and the remaining steps, so that the error can name the required limit.
    fn count(
        &mut self,
        mut came: Came,
        step: &mut Step,
        network: &dyn Network,
        rest: &mut Tally,
    ) -> Result<(), Stopped<S::Error>> {
        while came != Came::Nothing {
            rest.add(network, &step.messages);
            came = self.next(step, COUNTED)?;
        }
        Ok(())
    }
}

/// Counts all remaining phases. Returns the totals.
fn count_phases<S: StepSource>(
    source: &mut S,
    topology: &Topology,
    mut amounts: Amounts,
    rest: &mut Tally,
) -> Result<Amounts, Stopped<S::Error>> {
    let mut step = Step::default();
    while let Some(mut phase) = source.phase().map_err(Stopped::Source)? {
        let mut coming = Coming { source: &mut *source, phase: &phase, gone: Gone::default() };
        let came = coming.next(&mut step, COUNTED)?;
        coming.count(came, &mut step, topology.network(), rest)?;
        phase.steps = std::sync::Arc::new(coming.gone);
        amounts = amounts.and(&phase);
    }
    Ok(amounts)
}
