//! The command line of `export`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::words::one_of;
use super::{AskArgs, LimitArgs};
use hockney_export::Mode;

pub(super) const EXPORT_EXAMPLES: &str = "\
Examples:
  hockney export goal all-reduce -t switch:8 -m 1000 --ts 1000 --tw 1 -o schedule.goal
  hockney export simgrid schedule.yaml -m 1000 --ts 1us --tw 1ns -o folder
  hockney export mpi all-gather -t ring:8 -o folder";

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[command(subcommand)]
    pub(crate) format: ExportFormat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportFormat {
    /// GOAL, for the simulator LogGOPSim.
    Goal {
        #[command(flatten)]
        of: ExportedArgs,
        /// When a rank begins a step: after all messages of the previous step (lock-step, as the cost
        /// assumes), or after its own.
        #[arg(long, help_heading = "Output", default_value = "lock-step", value_parser = one_of(&[
            ("lock-step", Mode::LockStep),
            ("dependencies", Mode::Dependencies),
        ]))]
        mode: Mode,
        /// Write to FILE (atomically).
        #[arg(short, long, value_name = "FILE", help_heading = "Output")]
        output: Option<PathBuf>,
    },
    /// A platform and traces, for the simulator SimGrid.
    Simgrid {
        #[command(flatten)]
        of: ExportedArgs,
        /// Write one trace for each step.
        #[arg(long, help_heading = "Output")]
        each_step: bool,
        /// Messages that share a link or a port wait for each other instead of being violations.
        #[arg(long, help_heading = "Costs")]
        contention: bool,
        /// Write the files to this folder.
        #[arg(short, long, value_name = "DIR", help_heading = "Output")]
        output: PathBuf,
    },
    /// A program with real data, for any MPI.
    Mpi {
        #[command(flatten)]
        of: ExportedArgs,
        /// Write the files to this folder.
        #[arg(short, long, value_name = "DIR", help_heading = "Output")]
        output: PathBuf,
    },
}

/// The schedule.
#[derive(Args, Debug)]
pub(crate) struct ExportedArgs {
    /// A collective to plan, a schedule file, or a collective and a file of lines. `-` is standard input.
    #[arg(value_name = "COLLECTIVE | FILE | COLLECTIVE FILE", required = true, num_args = 1..=2)]
    pub(crate) what: Vec<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

impl ExportFormat {
    /// The schedule.
    pub(crate) fn of(&self) -> &ExportedArgs {
        match self {
            Self::Goal { of, .. } | Self::Simgrid { of, .. } | Self::Mpi { of, .. } => of,
        }
    }

    /// The same, to change it.
    pub(crate) fn of_mut(&mut self) -> &mut ExportedArgs {
        match self {
            Self::Goal { of, .. } | Self::Simgrid { of, .. } | Self::Mpi { of, .. } => of,
        }
    }
}
