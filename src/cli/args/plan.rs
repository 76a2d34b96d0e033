//! `plan`: its arguments.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::draw::{NUMBERINGS, ORIGINS};
use super::words::{Word, one_of};
use super::{AskArgs, LimitArgs};
use crate::draw::{Numbering, Origin};
use crate::trace::Operator;

pub(super) const PLAN_EXAMPLES: &str = "\
Examples:
  hockney plan broadcast -t ring:8
  hockney plan all-gather -t mesh -p 16 -f trace
  hockney plan reduce -t hypercube -d 3 --root 101 -o reduce.yaml";

const OPERATORS: &[Word<Operator>] = &[
    ("sum", "", Operator::Sum),
    ("product", "", Operator::Product),
    ("max", "", Operator::Max),
    ("min", "", Operator::Min),
    ("and", "", Operator::And),
    ("or", "", Operator::Or),
];

#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present = "composition")]
    pub(crate) collective: Option<String>,
    /// Plan the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "collective", "MachineArgs", "OperationArgs", "AlgorithmArgs", "NumberArgs", "values", "op",
        "numbering", "origin", "compact",
    ])]
    pub(crate) composition: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// The format.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: PlanFormat,
    /// Values to put through the schedule in a trace, such as 3,1,4,1.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) values: Option<String>,
    /// Along what the nodes of a mesh or torus are numbered [default: row-major].
    #[arg(long, value_parser = one_of(NUMBERINGS))]
    pub(crate) numbering: Option<Numbering>,
    /// Write what nodes hold in a trace as the grid is drawn, with node 0 in this corner.
    #[arg(long, value_parser = one_of(ORIGINS))]
    pub(crate) origin: Option<Origin>,
    /// The operator that combines the values of a trace.
    #[arg(long, default_value = "sum", value_parser = one_of(OPERATORS))]
    pub(crate) op: Operator,
    /// Write what one node sends for all that send alike, where the algorithm has such templates.
    #[arg(long)]
    pub(crate) compact: bool,
    /// Check every message, also those that templates stand for.
    #[arg(long)]
    pub(crate) every_message: bool,
    /// Write to a file instead; it is replaced only when the whole is there.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    #[default]
    Yaml,
    Json,
    Table,
    Trace,
}
