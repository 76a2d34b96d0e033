//! Steps made, and given a first look, ahead of their turn and side by side.
//!
//! What a step's messages are, and whether ports and links are free of each other, does not depend on
//! the steps before it; what nodes have does. So while one thread lets the messages of some steps
//! arrive, in their order, the others make the next ones. What is found, and in which order, does not
//! depend on how many threads there are.

use rayon::prelude::*;

use super::clean::{Clean, FirstLook};
use super::lines::InText;
use super::seats::Seats;
use crate::collective::{Phase, Schedule};
use crate::schedule::Step;

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
pub(super) struct Made<'a> {
    pub(super) step: Step,
    pub(super) clean: Option<Clean>,
    /// Where its messages stand in a text; nothing where that is not known.
    pub(super) places: Vec<InText>,
    first_look: FirstLook<'a>,
}

impl<'a> Made<'a> {
    pub(super) fn new(schedule: &'a Schedule) -> Self {
        let first_look = FirstLook::new(&schedule.topology, schedule.ports);
        Made { step: Step::default(), clean: None, places: Vec::new(), first_look }
    }

    /// Makes a step and looks at it.
    pub(super) fn make(&mut self, phase: &Phase, k: usize, seats: &Seats<'_>) {
        phase.steps.step_into(k, &mut self.step);
        self.look(seats);
    }

    /// Looks at a step that is made.
    pub(super) fn look(&mut self, seats: &Seats<'_>) {
        self.clean = self.first_look.step(&self.step.messages, seats);
    }
}

/// How many steps of a phase are made at once.
pub(super) fn at_once(schedule: &Schedule, phase: &Phase) -> usize {
    let messages = phase.steps.messages();
    // Messages of pairs' blocks may be large: several steps of them would be the most memory of all.
    if phase.instance().blocks().named_by() == 2 {
        return 1;
    }
    if messages < MANY || rayon::current_num_threads() == 1 {
        return 1;
    }
    let each = (messages / (phase.steps.count() as u128).max(1)).max(1);
    let links = u128::from(schedule.topology.network().link_slots()).max(1);
    let fits = (AT_ONCE / each).min(MOST_LINKS / links).min(MOST_STEPS);
    let fits = if fits * each < FEWEST { 1 } else { fits };
    usize::try_from(fits).unwrap_or(1).max(1)
}

/// Calls `visit` for all steps of a phase in their order, with so many made ahead, until it fails.
pub(super) fn each_step<'a, E: Send>(
    (schedule, phase, seats): (&'a Schedule, &Phase, &Seats<'_>),
    at_once: usize,
    mut visit: impl FnMut(&mut Made<'a>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let count = phase.steps.count();
    if at_once == 1 {
        let mut made = Made::new(schedule);
        return (0..count).try_for_each(|k| {
            made.make(phase, k, seats);
            visit(&mut made)
        });
    }
    let some = || -> Vec<Made<'a>> { (0..at_once).map(|_| Made::new(schedule)).collect() };
    let make = |first: usize, steps: &mut [Made<'a>]| {
        let coming = at_once.min(count - first.min(count));
        steps[..coming].par_iter_mut().enumerate().for_each(|(i, made)| {
            made.make(phase, first + i, seats);
        });
        coming
    };
    let (mut now, mut next) = (some(), some());
    let mut first = make(0, &mut now);
    let mut ready = first;
    while ready > 0 {
        let visit_all = || now[..ready].iter_mut().try_for_each(&mut visit);
        let (visited, coming) = rayon::join(visit_all, || make(first, &mut next));
        visited?;
        first += coming;
        ready = coming;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(())
}
