//! The numbers that a trace starts from, from the list that a person gave.

use std::fmt;

use super::Operator;
use crate::collective::{Data, Instance};
use crate::number::Rational;

/// Why a list of values does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuesError {
    /// Too few or too many: how many there are, and the numbers that would fit.
    Count(usize, Vec<u64>),
    /// One that the operator does not take.
    NotForOperator(Rational),
}

/// The values in the order in which [`super::watch`] takes them.
///
/// Copied data takes a value for each block. Combined data takes one for each node, which then
/// contributes it to every block, or one for each node and block, node by node.
///
/// # Errors
/// A list of another length, or a value that the operator does not take.
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
        return Err(ValuesError::Count(given.len(), fitting));
    }
    // One of each node for all blocks, unless there is one for each block.
    let each = if instance.data() == Data::Copied || count == all { 1 } else { blocks };
    Ok(given.iter().flat_map(|value| (0..each).map(|_| value.clone())).collect())
}

impl fmt::Display for ValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(found, fitting) => {
                let fitting: Vec<String> = fitting.iter().map(u64::to_string).collect();
                write!(f, "there are {found} values where {} are needed", fitting.join(" or "))
            }
            Self::NotForOperator(value) => {
                write!(f, "`and` and `or` take whole numbers from 0 to 2^64 - 1, not {value}")
            }
        }
    }
}

impl std::error::Error for ValuesError {}
