//! Traces a schedule: the messages of each step, and what each node holds after it.
//!
//! Only for schedules of one collective among all nodes. A trace does not check: it assumes that each message
//! carries what it claims.
//!
//! ```
//! use hockney_core::collective::{Instance, collective};
//! use hockney_core::schedule::{Listed, Message, Runs};
//! use hockney_core::trace::watch;
//!
//! let broadcast = Instance::new(collective("broadcast").unwrap(), 2);
//! let mut steps = Listed::default();
//! steps.add(0, Message::plain(0, 1, Runs::one(0)));
//! let mut sent = 0;
//! watch(&broadcast, &steps, None, |_, transfers, _| {
//!     sent += transfers.len();
//!     Ok::<(), ()>(())
//! })
//! .unwrap();
//! assert_eq!(sent, 1);
//! ```

mod state;
mod values;

pub use state::{Held, State, disjoint};
pub use values::{Operator, ValuesError, starting_values};

use crate::collective::{Instance, Parameter};
use crate::schedule::{Message, Payload, Step, Steps};
use crate::topology::Vertex;
use hockney_base::number::Rational;

/// One message of a traced step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The node that sends.
    pub from: Vertex,
    /// The node that receives.
    pub to: Vertex,
    /// What the message carries, by block.
    pub carried: Vec<(u64, Held)>,
    /// Whether the receiver combines a value of it with a value of its own; otherwise it keeps a copy.
    pub combines: bool,
}

/// Traces a schedule: calls `step` with each step's number, counted from 1, its messages, and the state after
/// it.
///
/// # Errors
/// An error of `step`.
pub fn watch<E>(
    instance: &Instance,
    steps: &dyn Steps,
    values: Option<(&[Rational], Operator)>,
    mut step: impl FnMut(usize, &[Transfer], &State) -> Result<(), E>,
) -> Result<(), E> {
    let mut state = State::new(instance, values, !keeps_apart(instance, steps));
    let mut now = Step::default();
    for k in 0..steps.count() {
        steps.step_into(k, &mut now);
        // All messages see the state before the step.
        let transfer = |message: &Message| {
            let carried = state.carried(instance, message.from, &message.payload);
            let combines = state.combines(message.to, &carried);
            Transfer { from: message.from, to: message.to, carried, combines }
        };
        let transfers: Vec<Transfer> = now.messages.iter().map(transfer).collect();
        for transfer in &transfers {
            state.receive(transfer.to, &transfer.carried);
        }
        step(k + 1, &transfers, &state)?;
    }
    Ok(())
}

/// Whether a node must keep received values apart: for a scan, where each result needs only some of them, and
/// if some message names its contributors.
fn keeps_apart(instance: &Instance, steps: &dyn Steps) -> bool {
    if instance.collective.parameter() == Some(Parameter::Exclusive) {
        return true;
    }
    let mut step = Step::default();
    (0..steps.count()).any(|k| {
        steps.step_into(k, &mut step);
        step.messages.iter().any(|message| matches!(message.payload, Payload::Values(_)))
    })
}
