//! Why a question cannot be asked or planned.

use std::fmt;

use crate::collective::InstanceError;
use crate::planner::PlanError;

/// Why there is no question, or no plan for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// `Question::new("gossip", ..)`
    NoSuchCollective(String),
    /// `Question::new("permute", ..)`: which block goes where?
    NeedsItsMap(&'static str),
    /// A root beyond the nodes, and what else an [`Instance`](crate::collective::Instance) refuses.
    Parameter(InstanceError),
    /// `plan(Choice::Named("bubble"))`
    NoSuchAlgorithm {
        /// The collective.
        collective: &'static str,
        /// The name that none of its algorithms has.
        name: String,
    },
    /// No algorithm fits this machine.
    NothingFits(String),
    /// The algorithm that was named does not fit.
    DoesNotFit(PlanError),
}

impl From<InstanceError> for QuestionError {
    fn from(error: InstanceError) -> Self {
        QuestionError::Parameter(error)
    }
}

impl From<PlanError> for QuestionError {
    fn from(error: PlanError) -> Self {
        QuestionError::DoesNotFit(error)
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchCollective(name) => write!(f, "there is no collective `{name}`"),
            Self::NeedsItsMap(name) => write!(f, "{name} needs its map"),
            Self::Parameter(error) => write!(f, "{error}"),
            Self::NoSuchAlgorithm { collective, name } => {
                write!(f, "there is no algorithm `{name}` for {collective}")
            }
            Self::NothingFits(machine) => write!(f, "no algorithm fits {machine}"),
            Self::DoesNotFit(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for QuestionError {}
