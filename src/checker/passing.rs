//! Schedules that pass by: each step is looked at when it comes, and not kept.

use crate::checker::amounts::{Amounts, Tally, is_counted_on_the_way};
use crate::checker::report::when_held::Second;
use crate::checker::{Checked, Limits, Made, NoAnswer, Orbit, Ranks, Report, Rule, Walk};
use crate::collective::{Came, Data, Phase, Ports, Schedule, Source};
use crate::schedule::{Step, Steps};
use crate::topology::{Network, Topology};

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
/// comes to hold what it sent too early takes a second reading, [`say_when_held`]. The steps of the
/// schedule are gone: they are counted, and empty.
///
/// # Errors
/// What breaks the schedule off, and as for [`check`](super::check).
pub fn check_passing<S: Source>(
    (topology, ports): (&Topology, Ports),
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
        // What the phases before have left of what is allowed.
        let messages = limits.messages.saturating_sub(before.messages);
        let combining = limits.combining.saturating_sub(before.combining);
        let most = if ranks.data() == Data::Combined { messages.min(combining) } else { messages };
        let most_steps = limits.messages.saturating_sub(before.steps);
        let passed = walk.passing::<Stopped<S::Error>>(&ranks, Some(number), |visit| {
            let mut made = Made::new(&machine);
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
        of_one_phase(&mut report);
    }
    Ok(Checked { schedule: about, report })
}

/// Says of messages that were sent too early when they could be sent, from a second reading of what
/// has passed. Where that breaks off, or is another schedule by now, they are left with other advice.
pub fn say_when_held<S: Source>(source: &mut S, limits: &Limits, passed: &mut Checked) {
    let Checked { schedule, report } = passed;
    if report.counts.of(Rule::NotHeld) == 0 {
        return;
    }
    let mut second = Second::of(schedule.topology.nodes(), schedule.phases.len(), limits);
    for gone in &schedule.phases {
        let Ok(Some(phase)) = source.phase() else { return };
        let mut whole = true;
        let mut next = |step: &mut Step| {
            // Whatever has come to stand there, no more is read than was.
            let most = usize::try_from(limits.messages).unwrap_or(usize::MAX);
            let came = source.step(&phase, step, most);
            whole &= matches!(came, Ok(Came::Whole | Came::Nothing));
            matches!(came, Ok(Came::Whole))
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

/// How many messages that are only counted are read at once.
const COUNTED: usize = 1 << 12;

/// The steps of a phase as they come, of which is kept what they come to.
struct Coming<'s, S> {
    source: &'s mut S,
    phase: &'s Phase,
    gone: Gone,
}

impl<S: Source> Coming<'_, S> {
    /// The next step, or so many messages of it.
    fn next(&mut self, step: &mut Step, most: usize) -> Result<Came, Stopped<S::Error>> {
        let came = self.source.step(self.phase, step, most).map_err(Stopped::Source)?;
        if came != Came::Nothing {
            self.gone.count += usize::from(came == Came::Whole);
            self.gone.messages += step.messages.len() as u128;
        }
        Ok(came)
    }

    /// Counts what has just come and what is still to come, so that it can be said by how much there is
    /// too much.
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

/// Counts all phases that are still to come; says what all come to.
fn count_phases<S: Source>(
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

/// Where there is but one phase, nobody calls it the first.
fn of_one_phase(report: &mut Report) {
    for violation in &mut report.violations {
        violation.phase = None;
    }
    for redundant in &mut report.note.first {
        redundant.phase = None;
    }
}
