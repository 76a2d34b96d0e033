//! Generates steps, and takes a first look at them, ahead of their turn and in parallel.
//!
//! The messages of a step, and whether they share ports and links, do not depend on earlier steps; the data
//! of nodes do. So one thread delivers the messages of some steps in order, while the others generate the
//! next steps. The findings and their order do not depend on the number of threads.

use std::sync::Arc;

use hockney_base::parallel::{self, prelude::*};

use crate::checker::traffic::marks::{Clean, FirstLook};
use crate::checker::{InText, Ranks};
use crate::collective::{Phase, Schedule};
use crate::schedule::{Message, Step, Steps, Visit};

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
pub(crate) struct MadeStep<'a> {
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

impl<'a> MadeStep<'a> {
    pub(crate) fn new(schedule: &'a Schedule) -> Self {
        let first_look = FirstLook::new(&schedule.topology, schedule.ports);
        MadeStep {
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
        let MadeStep { step, first_look, .. } = self;
        loop {
            first_look.begin();
            // A step that is not clean is generated completely, so that a step of one part need not be
            // generated again.
            let (mut parts, mut clean, mut all_hold) = (0, true, true);
            let look = &mut |messages: &[Message]| {
                parts += 1;
                clean = clean && first_look.add(messages, ranks);
                all_hold = all_hold && holds(messages);
                true
            };
            if steps.prefers_parts() {
                steps.in_parts(k, step, look);
            } else {
                steps.step_into(k, step);
                look(&step.messages);
            }
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
        let MadeStep { step, first_look, .. } = self;
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
fn at_once(schedule: &Schedule, phase: &Phase) -> usize {
    // Messages with blocks for pairs may be large, so several steps of them would dominate the memory.
    if phase.instance().blocks().named_by() == 2 {
        return 1;
    }
    let (messages, steps) = (phase.steps.messages(), phase.steps.count());
    fitting(messages, steps, schedule.topology.network().link_slots())
}

/// The number of steps generated at once, of so many with so many messages in total, on so many links.
fn fitting(messages: u128, steps: usize, links: u64) -> usize {
    if messages < MANY {
        return 1;
    }
    let (steps, links) = (steps as u128, u128::from(links));
    let few =
        |at_once: &u128| at_once * messages <= AT_ONCE * steps && at_once * links <= MOST_LINKS;
    let at_once =
        (2..=MOST_STEPS).rev().find(few).filter(|at_once| at_once * messages >= FEWEST * steps);
    at_once.and_then(|at_once| usize::try_from(at_once).ok()).unwrap_or(1)
}

/// Calls `visit` for all steps of a phase in order, with some generated ahead, until it fails.
pub(crate) fn each_step<'a, E: Send>(
    schedule: &'a Schedule,
    phase: &Phase,
    ranks: &Ranks<'_>,
    mut visit: impl FnMut(&mut MadeStep<'a>) -> Result<(), E> + Send,
) -> Result<(), E> {
    let count = phase.steps.count();
    if parallel::current_num_threads() == 1 {
        let mut made = MadeStep::new(schedule);
        return (0..count).try_for_each(|k| {
            made.coming = Some((Arc::clone(&phase.steps), k));
            visit(&mut made)
        });
    }
    let at_once = at_once(schedule, phase);
    let some = || -> Vec<MadeStep<'a>> { (0..at_once).map(|_| MadeStep::new(schedule)).collect() };
    let make = |first: usize, steps: &mut [MadeStep<'a>]| {
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
    let in_parts = now.iter().all(MadeStep::is_in_parts);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_steps_are_made_at_once_as_are_worthwhile() {
        let small = 1 << 10;
        assert_eq!(fitting(MANY - 1, 64, small), 1);
        assert_eq!(fitting(MANY, 64, small), 32);
        assert_eq!(fitting(MANY, 1024, small), 64);
        // So small that even the most steps have too few messages.
        assert_eq!(fitting(MANY, 1025, small), 1);
        // So large that two steps have too many.
        assert_eq!(fitting(MANY, 4, small), 2);
        assert_eq!(fitting(MANY + 1, 4, small), 1);
        // As many links as three steps may mark.
        assert_eq!(fitting(2 * MANY, 64, (1 << 23) / 3), 3);
        assert_eq!(fitting(4 * MANY, 64, 1 << 22), 2);
        assert_eq!(fitting(4 * MANY, 64, (1 << 22) + 1), 1);
    }

    #[cfg(feature = "parallel")]
    mod with_threads {
        use std::sync::Mutex;

        use super::*;
        use crate::collective::{Instance, Ports, collective};
        use crate::schedule::{Message, Runs};
        use crate::topology::Topology;

        /// The numbers of the steps made so far, each of which has this many parts and tells of as many messages as
        /// make threads worthwhile.
        struct Logged {
            steps: usize,
            parts: usize,
            made: Mutex<Vec<usize>>,
        }

        impl Steps for Logged {
            fn count(&self) -> usize {
                self.steps
            }

            fn messages(&self) -> u128 {
                MANY
            }

            fn step_into(&self, k: usize, step: &mut Step) {
                self.made.lock().unwrap().push(k);
                step.messages = vec![Message::plain(0, 1, Runs::one(0))];
            }

            fn prefers_parts(&self) -> bool {
                true
            }

            fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
                self.step_into(k, step);
                (0..self.parts).all(|_| visit(&step.messages))
            }
        }

        /// Calls `run` where this many threads are.
        fn with_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
        }

        /// The steps made before each step's turn.
        fn made_before(threads: usize, steps: usize, parts: usize) -> Vec<Vec<usize>> {
            let logged = Arc::new(Logged { steps, parts, made: Mutex::default() });
            let broadcast = Instance::new(collective("broadcast").unwrap(), 4);
            let topology = Topology::parse("ring:4").unwrap();
            let schedule =
                Schedule::plain(topology, Ports::ONE, broadcast, Arc::<Logged>::clone(&logged));
            let phase = &schedule.phases[0];
            let ranks = Ranks::of(phase, 4).unwrap();
            let mut before = Vec::new();
            let passed = with_threads(threads, || {
                each_step::<()>(&schedule, phase, &ranks, |made| {
                    made.make(&ranks, &mut |_| true);
                    assert_eq!(made.is_in_parts(), parts > 1);
                    let mut made = logged.made.lock().unwrap().clone();
                    made.sort_unstable();
                    before.push(made);
                    Ok(())
                })
            });
            assert_eq!(passed, Ok(()));
            before
        }

        #[test]
        fn steps_are_made_ahead_where_there_are_threads() {
            let at_its_turn: Vec<Vec<usize>> = (0..40).map(|k| (0..=k).collect()).collect();
            assert_eq!(made_before(1, 40, 1), at_its_turn);
            let all: Vec<usize> = (0..40).collect();
            let ahead = made_before(2, 40, 1);
            assert!(ahead[0].starts_with(&all[..20]) && ahead[39] == all, "{ahead:?}");
        }

        /// One of the two steps has so many messages that they are not kept while the other is made.
        #[test]
        fn large_steps_are_made_at_their_turn() {
            assert_eq!(made_before(2, 3, 1), [vec![0], vec![0, 1], vec![0, 1, 2]]);
        }
    }
}
