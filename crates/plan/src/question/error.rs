//! Why a question is invalid or has no plan.

use thiserror::Error;

use crate::planner::PlanError;
use hockney_core::collective::InstanceError;

/// Why a question is invalid or has no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// `Question::new("gossip", ..)`
    #[error("there is no collective `{0}`")]
    NoSuchCollective(String),
    /// `Question::new("permute", ..)`, which needs a map
    #[error("{0} needs a map")]
    NeedsItsMap(&'static str),
    /// A root out of range, or another error of [`Instance`](hockney_core::collective::Instance).
    #[error(transparent)]
    Parameter(#[from] InstanceError),
    /// `plan(Choice::Named("bubble"))`
    #[error("there is no algorithm `{name}` for {collective}")]
    NoSuchAlgorithm {
        /// The collective.
        collective: &'static str,
        /// The unknown name.
        name: String,
    },
    /// No algorithm supports this topology.
    #[error("no algorithm fits {0}")]
    NothingFits(String),
    /// The named algorithm does not support the topology or the parameters.
    #[error(transparent)]
    DoesNotFit(#[from] PlanError),
}
