//! The command line of `optimal`.

use std::path::PathBuf;

use clap::Args;

use super::{LimitArgs, MachineArgs, ReportFormat};
use hockney_core::collective::Ports;

pub(super) const OPTIMAL_EXAMPLES: &str = "\
Examples:
  hockney optimal all-gather -t linear-array:7
  hockney optimal broadcast -t ring:5 --pieces 1,2,3
  hockney optimal all-gather -t ring:7 -o optimum && hockney check optimum/optimum.yaml";

/// What to search.
#[derive(Args, Debug)]
pub(crate) struct OptimalArgs {
    /// The collective, by its MPI or textbook name.
    pub(crate) collective: String,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    /// The root: a number, bits on a hypercube, coordinates on a grid [default: 0].
    #[arg(long, value_name = "R", help_heading = "Collective")]
    pub(crate) root: Option<String>,
    /// The numbers of pieces per block, such as 1,2,3.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "1",
        help_heading = "Collective"
    )]
    pub(crate) pieces: Vec<u32>,
    /// How many messages a node may send and receive in a step. With all ports, messages are between
    /// neighbours.
    #[arg(long, value_name = "one|all", default_value_t, help_heading = "Collective")]
    pub(crate) ports: Ports,
    /// The numbers of steps, such as 4..6 or 5 [default: all that can save words].
    #[arg(long, value_name = "S..T", help_heading = "Search")]
    pub(crate) steps: Option<String>,
    /// Only messages between neighbours.
    #[arg(long, help_heading = "Search")]
    pub(crate) neighbours: bool,
    /// Another solver that prints as in competitions and writes binary LRAT, such as 'cadical --lrat
    /// {cnf} {proof}'.
    #[arg(long, value_name = "CMD", help_heading = "Search", hide_short_help = true)]
    pub(crate) solver: Option<String>,
    /// Time per hop t_h; the search knows only 0.
    #[arg(long, value_name = "TIME", hide = true)]
    pub(crate) th: Option<String>,
    /// Switching; the search knows only cut-through.
    #[arg(long, value_name = "WORD", hide = true)]
    pub(crate) switching: Option<String>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Write optimum.yaml, schedules, formulas and proofs to this folder.
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// The output format.
    #[arg(short, long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: ReportFormat,
}

/// A formula for the solver of this program.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The formula in DIMACS.
    pub(crate) formula: PathBuf,
    /// Where the proof is written, as binary LRAT.
    pub(crate) proof: PathBuf,
    /// The most clauses that are derived.
    #[arg(long, value_name = "N")]
    pub(crate) clauses: u64,
}
