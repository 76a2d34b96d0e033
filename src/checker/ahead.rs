//! Steps made, and given a first look, ahead of their turn and side by side.
//!
//! What a step's messages are, and whether ports and links are free of each other, does not depend on
//! the steps before it; what nodes have does. So while one thread lets the messages of some steps
//! arrive, in their order, the others make the next ones. What is found, and in which order, does not
//! depend on how many threads there are.

use std::sync::Arc;

use crate::parallel::{self, prelude::*};

use crate::checker::traffic::marks::{Clean, FirstLook};
use crate::checker::{InText, Ranks};
use crate::collective::{Phase, Schedule};
use crate::schedule::{Step, Steps, Visit};

/// From how many messages on it pays to start threads.
const MANY: u128 = 1 << 16;
/// How many messages have to be made at once for threads to be of use.
const FEWEST: u128 = 1 << 12;
/// How many messages are made ahead at once, or one step (2 MiB).
const AT_ONCE: u128 = 1 << 15;
/// How many steps are.
const MOST_STEPS: u128 = 64;
/// How many links the steps made ahead may have to mark, of all together (16 MiB).
const MOST_LINKS: u128 = 1 << 23;

/// A step, and what the first look at it found.
///
/// A large step is looked at in parts, each made where the one before was: writing it to memory as a
/// whole, to read it from there, would take longer than to make its messages again.
pub(crate) struct Made<'a> {
    /// The messages; those of the last part, where there are `parts`.
    pub(crate) step: Step,
    pub(crate) clean: Option<Clean>,
    /// Where its messages stand in a text; nothing where that is not known.
    pub(crate) places: Vec<InText>,
    parts: Option<(Arc<dyn Steps>, usize)>,
    /// Of what it is to be made, where it is made when it is its turn.
    coming: Option<(Arc<dyn Steps>, usize)>,
    /// Whether all senders were found to hold what they send.
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

    /// Makes a step and looks at it, if that has not been done; and asks `holds` of all its messages.
    pub(crate) fn make(&mut self, ranks: &Ranks<'_>, holds: &mut Visit<'_>) {
        let Some((steps, k)) = self.coming.take() else { return };
        let Made { step, first_look, .. } = self;
        loop {
            first_look.begin();
            // What is not clean is gone on with, so that a step of one part need not be made again.
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

    /// Looks at a step that is made.
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

    /// Whether there are but parts of it so far.
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

    /// Hands over the messages in their order, in parts, until `visit` says no.
    pub(crate) fn in_parts(&mut self, visit: &mut Visit<'_>) -> bool {
        match &self.parts {
            Some((steps, k)) => steps.in_parts(*k, &mut self.step, visit),
            None => visit(&self.step.messages),
        }
    }
}

/// How many steps of a phase are made at once.
pub(crate) fn at_once(schedule: &Schedule, phase: &Phase) -> usize {
    let messages = phase.steps.messages();
    if messages < MANY || parallel::current_num_threads() == 1 {
        return 1;
    }
    // Messages of pairs' blocks may be large: several steps of them would be the most memory of all.
    if phase.instance().blocks().named_by() == 2 {
        return 1;
    }
    let each = (messages / (phase.steps.count() as u128).max(1)).max(1);
    let links = u128::from(schedule.topology.network().link_slots()).max(1);
    let fits = (AT_ONCE / each).min(MOST_LINKS / links).min(MOST_STEPS);
    let fits = if fits * each < FEWEST { 1 } else { fits };
    usize::try_from(fits).unwrap_or(1).max(1)
}

/// Calls `visit` for all steps of a phase in their order, with so many made ahead, until it fails.
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
    // Of a large step nothing is kept, if it comes in parts: one of them may be ahead of its turn.
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
