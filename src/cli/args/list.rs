//! The command line of `list`.

use clap::Args;

use super::ReportFormat;

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// `collectives`, `topologies`, `optima`, a collective, or a collective and an algorithm.
    #[arg(value_name = "COLLECTIVE | COLLECTIVE ALGORITHM", num_args = 0..=2)]
    pub(crate) what: Vec<String>,
    /// Only algorithms for this topology.
    #[arg(short, long, value_name = "TOPOLOGY")]
    pub(crate) topology: Option<String>,
    /// Also counterexamples: algorithms that the literature shows to be wrong on a topology.
    #[arg(long)]
    pub(crate) all: bool,
    /// The output format.
    #[arg(short, long, help_heading = "Output", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}
