//! Schedules: blocks, messages, steps, and streams of steps.
//!
//! ```
//! use hockney_core::schedule::{Message, Runs, Step};
//!
//! let step = Step { messages: vec![Message::plain(0, 4, Runs::one(0))] };
//! assert_eq!(step.messages[0].to, 4);
//! ```

pub(crate) mod block_set;
mod expression;
mod measure;
mod message;
mod reversed;
mod runs;
mod space;
mod symmetric;

use std::ops::Range;

pub use expression::{Expression, NameValues, NoValue, value};
pub use measure::{ByClass, Charge, Classed, ClassedMeasure, MessageMeasure, Shared, StepMeasure};
pub use message::{CombinedBlocks, Message, Payload, Route, Step, Via};
pub use reversed::Reversed;
pub use runs::{Run, Runs};
pub use space::{Brick, Space};
pub use symmetric::{
    Frame, ListedTemplates, Part, Pattern, Repeated, Symmetric, Template, Templates,
};

/// A function that visits a part of a step, and returns whether to continue.
pub type Visit<'a> = dyn FnMut(&[Message]) -> bool + 'a;

/// A schedule with access to each of its steps.
///
/// It is a stream, not a list: a step is generated on demand, so that a schedule of 10^7 messages needs the
/// memory of its largest step.
pub trait Steps: Send + Sync {
    /// The number of steps.
    fn count(&self) -> usize;

    /// The number of messages, known without generating them.
    fn messages(&self) -> u128;

    /// The number of ranges of blocks of all messages together, or a lower bound of it, if one is known without generating
    /// them.
    fn ranges(&self) -> Option<u128> {
        None
    }

    /// Fills `step` with the messages of step `k`, counted from 0. Its former content is dropped.
    fn step_into(&self, k: usize, step: &mut Step);

    /// Step `k`, counted from 0.
    fn step(&self, k: usize) -> Step {
        let mut step = Step::default();
        self.step_into(k, &mut step);
        step
    }

    /// Passes on the messages of step `k` in order, one part at a time, until `visit` returns false. Returns
    /// whether it always returned true. Each part is generated in `step` and fits into the processor's cache,
    /// unlike the whole step. A step without parts is passed on whole.
    ///
    /// All parts together are the messages of [`Steps::step_into`], in the same order. `step` has the last part
    /// afterwards: all messages, if there was one part.
    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        self.step_into(k, step);
        visit(&step.messages)
    }

    /// Whether the checker makes large steps in parts, each of them twice, which takes less time than to keep them.
    fn prefers_parts(&self) -> bool {
        false
    }

    /// The templates of which all steps are translations, if they are stored in this form.
    fn symmetric(&self) -> Option<&Symmetric> {
        None
    }
}

/// The maximum number of messages of a step in one part (320 KiB), and the number of messages of each part of
/// a larger step (20 KiB).
const WHOLE: u32 = 1 << 13;
const PART: u32 = 1 << 9;

/// Generates a step in parts, if each of `count` places has one message, as in [`Steps::in_parts`]. `append`
/// appends the messages of some places.
pub fn in_parts_of(
    count: u32,
    step: &mut Step,
    append: impl Fn(Range<u32>, &mut Vec<Message>),
    visit: &mut Visit<'_>,
) -> bool {
    let (mut first, part) = (0, if count <= WHOLE { WHOLE } else { PART });
    loop {
        let end = count.min(first + part);
        step.messages.clear();
        append(first..end, &mut step.messages);
        // A step of one part is left complete.
        match visit(&step.messages) {
            true if end < count => first = end,
            visited => return visited,
        }
    }
}

/// The same if there are up to `most` messages, which `each` passes on one by one.
pub fn in_parts_of_most(
    most: u64,
    step: &mut Step,
    each: impl FnOnce(&mut dyn FnMut(Message)),
    visit: &mut Visit<'_>,
) -> bool {
    let part = if most <= u64::from(WHOLE) { WHOLE } else { PART } as usize;
    step.messages.clear();
    let mut goes_on = true;
    each(&mut |message| {
        if goes_on && step.messages.len() == part {
            goes_on = visit(&step.messages);
            step.messages.clear();
        }
        if goes_on {
            step.messages.push(message);
        }
    });
    goes_on && visit(&step.messages)
}

/// A schedule as a list, like a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed(pub Vec<Step>);

impl Steps for Listed {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn messages(&self) -> u128 {
        self.0.iter().map(|step| step.messages.len() as u128).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clone_from(&self.0[k].messages);
    }
}

impl Listed {
    /// Appends a message to step k, which is created if necessary.
    pub fn add(&mut self, k: usize, message: Message) {
        if k >= self.0.len() {
            self.0.resize_with(k + 1, Step::default);
        }
        self.0[k].messages.push(message);
    }

    /// Lists all steps of a schedule.
    pub fn of(steps: &dyn Steps) -> Self {
        Listed((0..steps.count()).map(|k| steps.step(k)).collect())
    }
}
