//! Why a question is invalid or has no plan.

use std::fmt;

use crate::collective::InstanceError;
use crate::planner::PlanError;

/// Why a question is invalid or has no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// `Question::new("gossip", ..)`
    NoSuchCollective(String),
    /// `Question::new("permute", ..)`, which needs a map
    NeedsItsMap(&'static str),
    /// A root out of range, or another error of [`Instance`](crate::collective::Instance).
    Parameter(InstanceError),
    /// `plan(Choice::Named("bubble"))`
    NoSuchAlgorithm {
        /// The collective.
        collective: &'static str,
        /// The unknown name.
        name: String,
    },
    /// No algorithm supports this topology.
    NothingFits(String),
    /// The named algorithm does not support the topology or the parameters.
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
            Self::NeedsItsMap(name) => write!(f, "{name} needs a map"),
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
