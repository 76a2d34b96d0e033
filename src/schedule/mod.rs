//! What travels when: blocks, messages, steps, and schedules as streams of steps.
//!
//! ```
//! use hockney::internal::schedule::{Message, Runs, Step};
//!
//! let step = Step { messages: vec![Message::plain(0, 4, Runs::one(0))] };
//! assert_eq!(step.messages[0].to, 4);
//! ```

mod advance;
pub(crate) mod block_set;
mod expression;
mod measure;
mod message;
mod reversed;
pub mod rule;
mod runs;
mod space;
mod symmetric;

use std::ops::Range;

pub use expression::{Expression, Names};
pub use measure::{Load, StepMeasure};
pub use message::{Message, Payload, Route, Step, Value, Via};
pub use reversed::Reversed;
pub use runs::{Run, Runs};
pub use space::{Brick, Space};
pub use symmetric::{
    Frame, ListedTemplates, Part, Pattern, Repeated, Symmetric, Template, Templates,
};

/// What looks at a part of a step, and says whether to go on.
pub type Visit<'a> = dyn FnMut(&[Message]) -> bool + 'a;

/// A schedule that can be asked for each of its steps.
///
/// It is a stream, not a list: a step is made when it is asked for, so that a schedule of 10^7
/// messages needs the memory of its largest step.
pub trait Steps: Send + Sync {
    /// How many steps there are.
    fn count(&self) -> usize;

    /// How many messages there are in all, known without making them.
    fn messages(&self) -> u128;

    /// How many ranges of blocks all messages carry together, where that is known without making them.
    fn ranges(&self) -> Option<u128> {
        None
    }

    /// Fills `step` with the messages of step `k`, counted from 0. What was in it is dropped.
    fn step_into(&self, k: usize, step: &mut Step);

    /// Hands over the messages of step `k` in their order, a part at a time, until `visit` says no; says
    /// whether it said yes to all. Each part is made in `step`, which is small enough to stay in the
    /// processor's cache where the step is not. A step that is not made in parts is handed over whole.
    fn in_parts(&self, k: usize, step: &mut Step, visit: &mut Visit<'_>) -> bool {
        self.step_into(k, step);
        visit(&step.messages)
    }

    /// The templates that all steps are translations of, if that is how they are kept.
    fn symmetric(&self) -> Option<&Symmetric> {
        None
    }
}

/// The most messages of a step that is made in one part (320 KiB), and how many are made as one part of
/// a larger one (20 KiB).
const WHOLE: u32 = 1 << 13;
const PART: u32 = 1 << 9;

/// Makes a step in parts where each of `count` places has one message, as [`Steps::in_parts`] does;
/// `append` appends those of some places.
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
        // A step of one part stays as it is.
        match visit(&step.messages) {
            true if end < count => first = end,
            visited => return visited,
        }
    }
}

/// A schedule that is listed, as a file is.
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
    /// Puts a message at the end of step k, which comes to be if it is not there yet.
    pub fn add(&mut self, k: usize, message: Message) {
        if k >= self.0.len() {
            self.0.resize_with(k + 1, Step::default);
        }
        self.0[k].messages.push(message);
    }

    /// Lists all steps of a schedule.
    pub fn of(steps: &dyn Steps) -> Self {
        let list = |k| {
            let mut step = Step::default();
            steps.step_into(k, &mut step);
            step
        };
        Listed((0..steps.count()).map(list).collect())
    }
}
