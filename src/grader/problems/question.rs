//! One question: a collective on a machine.

use super::{Ask, Partial};
use crate::collective::Instance;
use crate::cost::Numbers;
use crate::planner::Algorithm;
use crate::topology::Topology;

/// A collective on a machine, and what is asked about it.
#[derive(Clone)]
pub struct Question {
    /// Letters, digits, `-` and `_`.
    pub id: String,
    /// What the student reads, where the teacher wrote it.
    pub text: Option<String>,
    /// The machine.
    pub topology: Topology,
    /// The collective with its parameters.
    pub instance: Instance,
    /// The algorithm that is asked for, where one is.
    pub algorithm: Option<&'static Algorithm>,
    /// Which further algorithms are right.
    pub accept: Accept,
    /// The numbers of the model, where they are given.
    pub numbers: Numbers,
    /// Whether formulas are for every size of the family, and not for this one.
    pub general: bool,
    /// How the nodes of a grid are numbered, where the question says so.
    pub numbering: Option<Numbering>,
    /// What is asked; never empty.
    pub asks: Vec<Ask>,
    /// Machines and parameters of which each student gets one; none where all have the same.
    pub variants: Vec<(Topology, Instance)>,
    /// Shares for answers that are right in part.
    pub partial: Partial,
}

/// Which algorithms are right beside the question's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accept {
    /// Every right one.
    Any,
    /// None.
    This,
    /// These.
    These(Vec<&'static str>),
}

/// How the nodes of a grid are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Along the rows.
    RowMajor,
    /// Along the columns.
    ColumnMajor,
}

impl std::fmt::Debug for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("id", &self.id)
            .field("topology", &self.topology.to_string())
            .field("collective", &self.instance.collective.name())
            .field("algorithm", &self.algorithm.map(Algorithm::name))
            .finish_non_exhaustive()
    }
}
