//! Which steps share a picture.

use std::collections::BTreeSet;
use std::ops::Range;

use hockney_core::collective::Schedule;
use hockney_core::schedule::Listed;

/// One picture of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Some steps, counted from 1, in one picture; the blocks of nodes are those before the first.
    Steps {
        /// The first step.
        first: usize,
        /// The last step.
        last: usize,
    },
    /// No message, but the blocks of nodes after this number of steps.
    After(usize),
}

impl Panel {
    /// One step, counted from 1.
    pub fn step(step: usize) -> Self {
        Panel::Steps { first: step, last: step }
    }

    /// Its steps, counted from 0.
    pub(super) fn steps(&self) -> Range<usize> {
        match *self {
            Panel::Steps { first, last } => first.saturating_sub(1)..last,
            Panel::After(step) => step..step,
        }
    }

    /// Whether it shows what is wrong at the end: one of some steps does where it is `alone`.
    pub(super) fn ends(&self, steps: usize, alone: bool) -> bool {
        match *self {
            Panel::After(step) => step == steps,
            Panel::Steps { last, .. } => alone && last == steps,
        }
    }

    /// `step 3`, `steps 1 to 3`, `after step 3`, `at the start`.
    pub(super) fn caption(&self) -> String {
        match *self {
            Panel::After(0) => "at the start".to_owned(),
            Panel::After(step) => format!("after step {step}"),
            Panel::Steps { first, last } if first == last => format!("step {first}"),
            Panel::Steps { first, last } => format!("steps {first} to {last}"),
        }
    }

    /// The step after which it shows what nodes hold, if it has no arrows.
    pub(super) fn after(&self, steps: usize) -> Option<usize> {
        if let Panel::After(step) = self { Some((*step).min(steps)) } else { None }
    }

    /// A picture of each step, and one of the end.
    pub fn all(steps: usize) -> Vec<Panel> {
        (1..=steps).map(Panel::step).chain([Panel::After(steps)]).collect()
    }
}

/// The most messages in a picture of several steps.
const MOST_TOGETHER: u128 = 32;

/// One picture of all steps where that can be read: no arrow twice, and few of them. Otherwise a
/// picture of each step and of the end.
pub(super) fn suitable(schedule: &Schedule, valid: bool) -> Vec<Panel> {
    let steps = schedule.steps();
    let one = schedule.phases.iter().all(|phase| phase.instance().all_blocks().len() == 1);
    let few = schedule.messages() <= MOST_TOGETHER;
    if steps > 0 && valid && one && few && no_arrow_twice(schedule) {
        return vec![Panel::Steps { first: 1, last: steps }];
    }
    Panel::all(steps)
}

fn no_arrow_twice(schedule: &Schedule) -> bool {
    let mut seen = BTreeSet::new();
    let steps = schedule.phases.iter().flat_map(|phase| Listed::of(&*phase.steps).0);
    steps.flat_map(|step| step.messages).all(|message| seen.insert((message.from, message.to)))
}
