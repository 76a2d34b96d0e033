//! `plan`: its arguments.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    AlgorithmArgs, LimitArgs, MachineArgs, NumberArgs, NumberingArg, OperationArgs, OperatorArg,
    OriginArg,
};

pub(super) const PLAN_EXAMPLES: &str = "\
Examples:
  hockney plan broadcast -t ring:8
  hockney plan all-gather -t mesh -p 16 -f trace
  hockney plan reduce -t hypercube -d 3 --root 101 -o reduce.yaml";

#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present = "composition")]
    pub(crate) collective: Option<String>,
    /// Plan the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "collective")]
    pub(crate) composition: Option<String>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    /// The format.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: PlanFormat,
    /// Values to put through the schedule in a trace, such as 3,1,4,1.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) values: Option<String>,
    /// Along what the nodes of a mesh or torus are numbered [default: row-major].
    #[arg(long, value_enum)]
    pub(crate) numbering: Option<NumberingArg>,
    /// Write what nodes hold in a trace as the grid is drawn, with node 0 in this corner.
    #[arg(long, value_enum)]
    pub(crate) origin: Option<OriginArg>,
    /// The operator that combines the values of a trace.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) op: OperatorArg,
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
