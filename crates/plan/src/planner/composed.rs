//! Schedules composed of other schedules, or generated step by step by a function.

use hockney_core::schedule::{Message, Route, Step, Steps};
use hockney_core::topology::Vertex;

/// The maximum number of messages whose ranges of blocks are counted.
const MOST_COUNTED: u128 = 1 << 27;

/// The steps of each schedule in turn.
pub(super) struct InTurn(pub(super) Vec<Box<dyn Steps>>);

impl Steps for InTurn {
    fn count(&self) -> usize {
        self.0.iter().map(|steps| steps.count()).sum()
    }

    fn messages(&self) -> u128 {
        self.0.iter().map(|steps| steps.messages()).sum()
    }

    fn ranges(&self) -> Option<u128> {
        let each = || self.0.iter().map(|steps| steps.ranges());
        if self.messages() <= MOST_COUNTED { each().sum() } else { None }
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut k = k;
        for steps in &self.0 {
            if k < steps.count() {
                return steps.step_into(k, step);
            }
            k -= steps.count();
        }
    }
}

/// This many steps and messages; a function appends the messages of a step.
pub(super) fn each_step(
    count: usize,
    messages: u128,
    append: impl Fn(usize, &mut Vec<Message>) + Send + Sync + 'static,
) -> Box<dyn Steps> {
    Box::new(EachStep { count, messages, append })
}

struct EachStep<F> {
    count: usize,
    messages: u128,
    append: F,
}

impl<F: Fn(usize, &mut Vec<Message>) + Send + Sync> Steps for EachStep<F> {
    fn count(&self) -> usize {
        self.count
    }

    fn messages(&self) -> u128 {
        self.messages
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        (self.append)(k, &mut step.messages);
    }
}

/// A message between the same nodes under other names.
pub(super) fn renamed(message: Message, vertex: impl Fn(Vertex) -> Vertex) -> Message {
    let route = match message.route {
        Route::Default => Route::Default,
        Route::Via(via) => Route::Via(via.iter().copied().map(&vertex).collect()),
    };
    Message { from: vertex(message.from), to: vertex(message.to), route, ..message }
}
