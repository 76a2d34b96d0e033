//! The arguments of `compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LimitArgs, MachineArgs, NumberArgs, OperationArgs};

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  hockney compare all-reduce -t switch:1000 -m 1MB --ts 2us --bandwidth 100Gbit/s
  hockney compare all-reduce -t torus:32x32 -m 4kB,1MB,64MB --alpha 2us --bandwidth 100Gbit/s \
      -a ring,recursive-doubling,rabenseifner --contention
  hockney compare all-reduce -t ring:16 --over m=1..1e6 --ts 5 --tw 1
  hockney compare all-gather -t mesh --over p=2..1000 -m 100 --ts 5 --tw 1
  hockney compare all-reduce -t hypercube --over p=2^4..2^20 --over m=1,1e3,1e6 -f csv";

#[derive(Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub(crate) struct CompareArgs {
    /// The collective, by its MPI or textbook name.
    pub(crate) collective: String,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    /// Rank only these algorithms, such as ring,recursive-doubling.
    #[arg(short, long, value_name = "LIST", value_delimiter = ',', help_heading = "Algorithm")]
    pub(crate) algorithm: Vec<String>,
    /// Add your own schedule as a row: a schedule file, or lines such as `Step 1: 0 -> 4`.
    #[arg(long, value_name = "FILE", help_heading = "Algorithm", conflicts_with = "over")]
    pub(crate) schedule: Option<String>,
    /// Also show dominated algorithms: another one has no more steps and no more words.
    #[arg(long, conflicts_with = "over", help_heading = "Algorithm")]
    pub(crate) all: bool,
    /// Find where the best algorithm changes: m=1..1e6, ts/tw=1..1000 or p=2..1000. With -f csv or
    /// jsonl, print a row for each value: p=2^4..2^20, m=1,1e3, m=1..1e6:x10, m=0..9:+3,
    /// m=1..1e6:x1.1up; several ranges are combined.
    #[arg(long, value_name = "NAME=VALUES", help_heading = "Algorithm")]
    pub(crate) over: Vec<String>,
    /// Also rank algorithms whose messages share links: these are serialized, and the rows are marked.
    #[arg(long, help_heading = "Algorithm")]
    pub(crate) contention: bool,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    /// Write a plot of all costs over one range to this file, as SVG.
    #[arg(long, value_name = "FILE", help_heading = "Output", requires = "over",
          conflicts_with_all = ["format", "shard", "output"])]
    pub(crate) plot: Option<PathBuf>,
    /// Print the closed forms below the table.
    #[arg(long, help_heading = "Output")]
    pub(crate) formulas: bool,
    /// Print algorithm and bus bandwidth as nccl-tests define them.
    #[arg(long, help_heading = "Output")]
    pub(crate) busbw: bool,
    /// The output format.
    #[arg(short, long, help_heading = "Output", value_enum, default_value_t)]
    pub(crate) format: CompareFormat,
    /// Write to FILE (atomically).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Plan and check every algorithm, also those with a closed form, and count hops.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true)]
    pub(crate) measure: bool,
    /// With -f csv or jsonl print only this part of the rows, such as 3/16.
    #[arg(
        long,
        value_name = "PART/PARTS",
        help_heading = "Limits and internals",
        hide_short_help = true
    )]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    #[default]
    #[value(alias = "text")]
    Table,
    Yaml,
    Json,
    /// A row for each point and algorithm.
    Csv,
    /// The same, with a JSON document on each line.
    Jsonl,
}
