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

use super::collective::Data;
use crate::collective::{Instance, Parameter, Phase};
use crate::schedule::{Message, Payload, Step, Steps};
use crate::topology::Vertex;
use hockney_base::number::Rational;
pub use state::{TraceState, TracedValue, disjoint};
use thiserror::Error;

/// One message of a traced step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The node that sends.
    pub from: Vertex,
    /// The node that receives.
    pub to: Vertex,
    /// What the message carries, by block.
    pub carried: Vec<(u64, TracedValue)>,
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
    mut step: impl FnMut(usize, &[Transfer], &TraceState) -> Result<(), E>,
) -> Result<(), E> {
    let mut state = TraceState::new(instance, values, !keeps_apart(instance, steps));
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

/// Why a list of values does not fit.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValuesError {
    /// Too few or too many.
    #[error("expected {} values, found {found}", any_of(.fitting))]
    Count {
        /// How many there are.
        found: usize,
        /// The numbers that would fit.
        fitting: Vec<u64>,
    },
    /// A value that the operator does not support.
    #[error("`and` and `or` take whole numbers from 0 to 2^64 - 1, not {0}")]
    NotForOperator(Rational),
}

fn any_of(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ")
}

/// The values in the order that [`watch`] expects.
///
/// Copied data needs one value per block. Combined data needs one value per node, used for every block, or
/// one per node and block, node by node.
///
/// # Errors
/// A list of another length, or a value that the operator does not support.
pub fn starting_values(
    instance: &Instance,
    given: &[Rational],
    operator: Operator,
) -> Result<Vec<Rational>, ValuesError> {
    if let Some(value) = given.iter().find(|value| !operator.takes(value)) {
        return Err(ValuesError::NotForOperator(value.clone()));
    }
    let (p, blocks) = (u64::from(instance.nodes), instance.all_blocks().len());
    let count = given.len() as u64;
    let all = p.saturating_mul(blocks);
    let fitting = match instance.data() {
        Data::Copied => vec![blocks],
        Data::Combined | Data::Token if blocks == 1 => vec![p],
        Data::Combined | Data::Token => vec![p, all],
    };
    if !fitting.contains(&count) {
        return Err(ValuesError::Count { found: given.len(), fitting });
    }
    // One value per node for all blocks, unless there is one per block.
    let each = if instance.data() == Data::Copied || count == all { 1 } else { blocks };
    Ok(given.iter().flat_map(|value| (0..each).map(|_| value.clone())).collect())
}

/// The operator that combines two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// a + b
    Sum,
    /// a b
    Product,
    /// The larger.
    Max,
    /// The smaller.
    Min,
    /// Bitwise, on whole numbers that are not negative.
    And,
    /// Bitwise, on whole numbers that are not negative.
    Or,
}

impl Operator {
    /// The operators by their names.
    pub const NAMES: [(&str, Operator); 6] = [
        ("sum", Operator::Sum),
        ("product", Operator::Product),
        ("max", Operator::Max),
        ("min", Operator::Min),
        ("and", Operator::And),
        ("or", Operator::Or),
    ];

    /// Whether the operator supports such a number: `and` and `or` take whole numbers from 0 to 2^64 - 1.
    pub fn takes(self, value: &Rational) -> bool {
        match self {
            Operator::Sum | Operator::Product | Operator::Max | Operator::Min => true,
            Operator::And | Operator::Or => value.to_u64().is_some(),
        }
    }

    /// Combines two supported values.
    pub fn combine(self, a: &Rational, b: &Rational) -> Option<Rational> {
        Some(match self {
            Operator::Sum => a + b,
            Operator::Product => a * b,
            Operator::Max => a.max(b).clone(),
            Operator::Min => a.min(b).clone(),
            Operator::And => Rational::from(a.to_u64()? & b.to_u64()?),
            Operator::Or => Rational::from(a.to_u64()? | b.to_u64()?),
        })
    }
}

/// The messages of one group of a phase, among positions.
pub struct OfGroup<'a> {
    /// The phase.
    pub phase: &'a Phase,
    /// The number of the group.
    pub group: usize,
}

impl Steps for OfGroup<'_> {
    fn count(&self) -> usize {
        self.phase.steps.count()
    }

    fn messages(&self) -> u128 {
        self.phase.steps.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        self.phase.steps.step_into(k, step);
        let position = |node| {
            let place = self.phase.place(node);
            place.filter(|(group, _)| *group == self.group).map(|(_, position)| position)
        };
        step.messages.retain_mut(|message| {
            let ends = position(message.from).zip(position(message.to));
            ends.map(|(from, to)| (message.from, message.to) = (from, to)).is_some()
        });
    }
}
