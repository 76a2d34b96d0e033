//! The arguments of `compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LimitArgs, MachineArgs, NumberArgs, OperationArgs};

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  hockney compare broadcast -t hypercube:64 -m 1000 --ts 5 --tw 1
  hockney compare all-reduce -t ring:16 --over m=1..1e6 --ts 5 --tw 1
  hockney compare all-gather -t mesh --over p=2..1000 -m 100 --ts 5 --tw 1
  hockney compare all-reduce -t hypercube --over p=2^4..2^20 --over m=1,1e3,1e6 -f csv";

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    /// The collective, by its MPI or textbook name.
    pub(crate) collective: String,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    /// Show the dominated algorithms too: another one has no more steps and no more words.
    #[arg(long, conflicts_with = "over")]
    pub(crate) all: bool,
    /// Plan and check every algorithm, also those that have a closed form, and count hops.
    #[arg(long)]
    pub(crate) measure: bool,
    /// Say where the best algorithm changes: m=1..1e6, ts/tw=1..1000 or p=2..1000; with -f csv or
    /// jsonl, also several times, go through values: p=2^4..2^20, m=1,1e3, m=1..1e6:x10, m=0..9:+3,
    /// m=1..1e6:x1.1up.
    #[arg(long, value_name = "NAME=VALUES")]
    pub(crate) over: Vec<String>,
    /// With -f csv or jsonl only this part of the rows, such as 3/16; all parts together are the whole.
    #[arg(long, value_name = "PART/PARTS")]
    pub(crate) shard: Option<String>,
    /// With --over and one range, draw the costs of all algorithms as SVG into this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "shard", "output"])]
    pub(crate) plot: Option<PathBuf>,
    /// The format.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: CompareFormat,
    /// Write to a file instead; it is replaced only when the whole is there.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    #[default]
    Table,
    Yaml,
    Json,
    /// A row for each point and algorithm.
    Csv,
    /// The same, a JSON document a line.
    Jsonl,
}
