//! Generates steps, and takes a first look at them, ahead of their turn and in parallel.
//!
//! The messages of a step, and whether they share ports and links, do not depend on earlier steps; the data
//! of nodes do. So one thread delivers the messages of some steps in order, while the others generate the
//! next steps. The findings and their order do not depend on the number of threads.

use std::sync::Arc;

use crate::parallel::{self, prelude::*};

use crate::checker::traffic::marks::{Clean, FirstLook};
use crate::checker::{InText, Ranks};
use crate::collective::{Phase, Schedule};
use crate::schedule::{Step, Steps, Visit};

/// The minimum number of messages for which threads are worthwhile.
const MANY: u128 = 1 << 16;
/// The minimum number of messages generated at once for which threads are worthwhile.
const FEWEST: u128 = 1 << 12;
/// The maximum number of messages generated ahead at once, unless one step has more (2 MiB).
const AT_ONCE: u128 = 1 << 15;
/// The maximum number of steps generated ahead.
const MOST_STEPS: u128 = 64;
/// The maximum number of links that steps generated ahead may mark together (16 MiB).
const MOST_LINKS: u128 = 1 << 23;

/// A step, and the result of the first look at it.
///
/// A large step is examined in parts, each generated in the same buffer: writing the whole step to memory and
/// reading it back would take longer than generating its messages again.
pub(crate) struct Made<'a> {
    /// The messages, or those of the last part if there are `parts`.
    pub(crate) step: Step,
    pub(crate) clean: Option<Clean>,
    /// The places of its messages in a text, if known.
    pub(crate) places: Vec<InText>,
    parts: Option<(Arc<dyn Steps>, usize)>,
    /// The source of the step, if it is generated at its turn.
    coming: Option<(Arc<dyn Steps>, usize)>,
    /// Whether all senders hold what they send.
    pub(crate) holds: bool,
    first_look: FirstLook<'a>,
}

impl<'a> Made<'a> {
    pub(crate) fn new(schedule: &'a Schedule) -> Self {
        let first_look = FirstLook::new(&schedule.topology, schedule.ports);
        Made {
            step: Step::default(),
            clean: None,
            places: Vec::new(),
            parts: None,
            coming: None,
            holds: false,
            first_look,
        }
    }

    /// Generates a step and examines it, unless that is done, and calls `holds` for all its messages.
    pub(crate) fn make(&mut self, ranks: &Ranks<'_>, holds: &mut Visit<'_>) {
        let Some((steps, k)) = self.coming.take() else { return };
        let Made { step, first_look, .. } = self;
        loop {
            first_look.begin();
            // A step that is not clean is generated completely, so that a step of one part need not be
            // generated again.
            let (mut parts, mut clean, mut all_hold) = (0, true, true);
            steps.in_parts(k, step, &mut |messages| {
                parts += 1;
                clean = clean && first_look.add(messages, ranks);
                all_hold = all_hold && holds(messages);
                true
            });
            if !clean && first_look.takes_another() {
                continue;
            }
            self.clean = clean.then(|| first_look.end()).flatten();
            self.holds = all_hold;
            self.parts = (parts > 1).then_some((steps, k));
            return;
        }
    }

    /// Examines a generated step.
    pub(crate) fn look(&mut self, ranks: &Ranks<'_>) {
        let Made { step, first_look, .. } = self;
        let mut look = || {
            first_look.begin();
            (first_look.add(&step.messages, ranks), first_look.takes_another())
        };
        let (clean, again) = look();
        let clean = clean || again && look().0;
        self.clean = clean.then(|| first_look.end()).flatten();
    }

    /// Whether only a part of it has been generated.
    pub(crate) fn is_in_parts(&self) -> bool {
        self.parts.is_some()
    }

    /// All messages of the step.
    pub(crate) fn whole(&mut self) -> &mut Step {
        if let Some((steps, k)) = self.parts.take() {
            steps.step_into(k, &mut self.step);
        }
        &mut self.step
    }

    /// Passes on the messages in order, in parts, until `visit` returns false.
    pub(crate) fn in_parts(&mut self, visit: &mut Visit<'_>) -> bool {
        match &self.parts {
            Some((steps, k)) => steps.in_parts(*k, &mut self.step, visit),
            None => visit(&self.step.messages),
        }
    }
}

/// The number of steps of a phase generated at once.
pub(crate) fn at_once(schedule: &Schedule, phase: &Phase) -> usize {
    let messages = phase.steps.messages();
    if messages < MANY || parallel::current_num_threads() == 1 {
        return 1;
    }
    // Messages with blocks for pairs may be large, so several steps of them would dominate the memory.
    if phase.instance().blocks().named_by() == 2 {
        return 1;
    }
    let each = (messages / (phase.steps.count() as u128).max(1)).max(1);
    let links = u128::from(schedule.topology.network().link_slots()).max(1);
    let fits = (AT_ONCE / each).min(MOST_LINKS / links).min(MOST_STEPS);
    let fits = if fits * each < FEWEST { 1 } else { fits };
    usize::try_from(fits).unwrap_or(1).max(1)
}

/// Calls `visit` for all steps of a phase in order, with this many generated ahead, until it fails.
pub(crate) fn each_step<'a, E: Send>(
    (schedule, phase, ranks): (&'a Schedule, &Phase, &Ranks<'_>),
    at_once: usize,
    mut visit: impl FnMut(&mut Made<'a>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let count = phase.steps.count();
    if at_once == 1 && parallel::current_num_threads() == 1 {
        let mut made = Made::new(schedule);
        return (0..count).try_for_each(|k| {
            made.coming = Some((Arc::clone(&phase.steps), k));
            visit(&mut made)
        });
    }
    let some = || -> Vec<Made<'a>> { (0..at_once).map(|_| Made::new(schedule)).collect() };
    let make = |first: usize, steps: &mut [Made<'a>]| {
        let coming = at_once.min(count - first.min(count));
        steps[..coming].par_iter_mut().enumerate().for_each(|(i, made)| {
            made.coming = Some((Arc::clone(&phase.steps), first + i));
            made.make(ranks, &mut |_| false);
        });
        coming
    };
    let mut now = some();
    let mut ready = make(0, &mut now);
    let mut first = ready;
    // A large step that comes in parts is not stored; one of its parts may be generated ahead.
    let in_parts = now.iter().all(Made::is_in_parts) && parallel::current_num_threads() > 1;
    let mut next = if at_once > 1 || in_parts { some() } else { Vec::new() };
    while ready > 0 {
        let mut visit_all = || now[..ready].iter_mut().try_for_each(&mut visit);
        if next.is_empty() {
            visit_all()?;
            ready = make(first, &mut now);
        } else {
            let (visited, coming) = parallel::join(visit_all, || make(first, &mut next));
            visited?;
            ready = coming;
            std::mem::swap(&mut now, &mut next);
        }
        first += ready;
    }
    Ok(())
}
