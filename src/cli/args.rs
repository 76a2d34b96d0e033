//! The command line: definitions only; what the words mean is in the other files of this folder.

mod compare;
mod export;
mod formulas;
mod grading;
mod list;
mod named;
mod optimal;
mod plan;
mod serve;
mod words;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use hockney_ask::Search;
use hockney_core::collective::Ports;
use hockney_cost::Switching;
use hockney_files::Notation;

use compare::COMPARE_EXAMPLES;
pub(crate) use compare::{CompareArgs, CompareFormat};
use export::EXPORT_EXAMPLES;
pub(crate) use export::{ExportArgs, ExportFormat, ExportedArgs};
use formulas::{EQUAL_EXAMPLES, PROVE_EXAMPLES};
pub(crate) use formulas::{EqualArgs, ProveArgs};
use grading::{GRADE_EXAMPLES, PROBLEMS_EXAMPLES};
pub(crate) use grading::{GradeArgs, PrintArgs, ProblemsArgs, ProblemsCommand};
pub(crate) use list::ListArgs;
pub(crate) use named::{Named, named};
use optimal::OPTIMAL_EXAMPLES;
pub(crate) use optimal::{OptimalArgs, SolveArgs};
use plan::{DRAW_EXAMPLES, PLAN_EXAMPLES, wide};
pub(crate) use plan::{DrawArgs, DrawFormat, PlanArgs, PlanFormat, Wide};
use serve::SERVE_EXAMPLES;
pub(crate) use serve::ServeArgs;
use words::{Word, one_of};

const EXIT_CODES: &str =
    "Exit codes: 0 yes, 1 the answer is no, 2 unusable input, 3 no answer (a limit).";

/// Plan, check and price collective communication: broadcast, all-reduce and ten more.
///
/// A message of m words takes t_s + m t_w. Begin with `hockney cost broadcast -t ring:8`.
#[derive(Debug, Parser)]
#[command(name = "hockney", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print exact fractions instead of six digits.
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) exact: bool,
    /// The width of text output [default: COLUMNS, else that of the terminal, else 100]; of a picture
    /// with a unit: 345pt, 120mm or 640px.
    #[arg(
        long,
        value_name = "COLUMNS",
        global = true,
        help_heading = "Output",
        hide_short_help = true,
        value_parser = wide
    )]
    pub(crate) width: Option<Wide>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the schedule of a collective, step by step.
    #[command(after_help = PLAN_EXAMPLES)]
    Plan(PlanArgs),
    /// Check a schedule: where it is wrong, and how to fix it.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Compute the exact cost of a schedule and compare it with its closed form.
    #[command(after_help = COST_EXAMPLES)]
    Cost(CostArgs),
    /// Rank the algorithms of a collective, or find the size where the best one changes.
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// Draw a schedule step by step, with violations in red.
    #[command(after_help = DRAW_EXAMPLES)]
    Draw(DrawArgs),
    /// Write a schedule for other software: GOAL (LogGOPSim), SimGrid or MPI.
    #[command(after_help = EXPORT_EXAMPLES)]
    Export(ExportArgs),
    /// Decide whether two formulas are equal for all values of their symbols.
    #[command(after_help = EQUAL_EXAMPLES)]
    Equal(EqualArgs),
    /// Grade answers to a problem set; the key is computed.
    #[command(after_help = GRADE_EXAMPLES)]
    Grade(GradeArgs),
    /// Write a problem set, or print its sheet, a blank answer file or the solution.
    #[command(after_help = PROBLEMS_EXAMPLES)]
    Problems(ProblemsArgs),
    /// Prove for all sizes that the steps of an algorithm add up to its closed form.
    #[command(after_help = PROVE_EXAMPLES)]
    Prove(ProveArgs),
    /// Find the least steps and words of all schedules on a small machine, with proofs.
    #[command(after_help = OPTIMAL_EXAMPLES)]
    Optimal(OptimalArgs),
    /// Solve a formula, for `hockney optimal`.
    #[command(name = "solve-cnf", hide = true)]
    SolveCnf(SolveArgs),
    /// Serve a web page with a form on this computer.
    #[command(hide = cfg!(not(feature = "serve")), after_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// List the collectives, topologies and algorithms.
    List(ListArgs),
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: Shell,
    },
}

const CHECK_EXAMPLES: &str = "\
Examples:
  hockney check schedule.yaml
  hockney check broadcast -t ring:8 answer.txt
  echo '0 -> 4' | hockney check broadcast -t ring:8 -";

const COST_EXAMPLES: &str = "\
Examples:
  hockney cost broadcast -t ring:8 -m 100 --ts 5 --tw 1
  hockney cost all-gather -t mesh:4x4 --expect '2 ts (sqrt p - 1) + m tw (p - 1)'
  hockney cost all-reduce -t switch:1000 -m 1MB --ts 2us --bandwidth 100Gbit/s
  hockney cost schedule.yaml -m 64KiB --word 8B --ts 1.5us --tw 2ns";

/// Which topology and how large.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Machine")]
pub(crate) struct MachineArgs {
    /// The topology, such as ring:8, mesh:4x4 or graph:FILE.
    #[arg(short, long)]
    pub(crate) topology: Option<String>,
    /// The number of nodes, such as 8 or 2^20; a mesh or torus gets equal sides.
    #[arg(short = 'p', visible_short_alias = 'n', long = "nodes", value_name = "N")]
    pub(crate) nodes: Option<String>,
    /// The number of dimensions of a hypercube, mesh or torus.
    #[arg(short, long, value_name = "D")]
    pub(crate) dimension: Option<u32>,
    /// The number of rails between the boxes of nodes:4x8 [default: 1]; compare takes several, such as 1,8.
    #[arg(long, value_name = "R", value_delimiter = ',', hide_short_help = true)]
    pub(crate) rails: Vec<u64>,
    /// The most vertices, if `--limit` sets it.
    #[arg(skip)]
    pub(crate) vertices: Option<u64>,
    /// The most nodes, where messages are looked at.
    #[arg(skip)]
    pub(crate) messages: Option<u128>,
}

/// The parameters of the collective.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Collective")]
pub(crate) struct OperationArgs {
    /// The root: a number, bits on a hypercube, coordinates on a grid [default: 0].
    #[arg(long, alias = "source", value_name = "R", allow_hyphen_values = true)]
    pub(crate) root: Option<String>,
    /// Exclusive scan (MPI_Exscan): leave out the node's own value.
    #[arg(long)]
    pub(crate) exclusive: bool,
    /// The nodes that take part, such as 0,2,5 or 0-15. Other nodes only forward messages.
    #[arg(long, value_name = "LIST", hide_short_help = true)]
    pub(crate) among: Option<String>,
    /// The node of each rank: block, round-robin (dealt over the boxes), best (a search), or a file.
    #[arg(long, value_name = "HOW|FILE", hide_short_help = true, conflicts_with = "among")]
    pub(crate) place: Option<String>,
    /// The number of ranks, if not that of all nodes or of the lines of `--place FILE`.
    #[arg(long, value_name = "N", hide_short_help = true, requires = "place")]
    pub(crate) ranks: Option<u64>,
    #[arg(skip)]
    pub(crate) search: Search,
    /// Shift distance; any integer.
    #[arg(long, value_name = "Q", allow_hyphen_values = true)]
    pub(crate) by: Option<String>,
    /// The target of each node's block in a permutation, such as 3,0,1,2, or @FILE with such a list.
    #[arg(long, value_name = "LIST|@FILE")]
    pub(crate) map: Option<String>,
    /// Number of pieces per block, for pipelining [default: with -m, --ts and --tw the best number for
    /// an algorithm that takes any, else 1].
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(crate) pieces: Option<u32>,
    /// How many messages a node may send and receive in a step: one-port or all-port model.
    #[arg(long, value_name = "one|all|K", default_value_t, hide_short_help = true)]
    pub(crate) ports: Ports,
}

/// The algorithm and its order.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Algorithm")]
pub(crate) struct AlgorithmArgs {
    /// The algorithm, or `best` for the cheapest; `hockney list COLLECTIVE` prints the names.
    #[arg(short, long)]
    pub(crate) algorithm: Option<String>,
    /// The order of the dimensions on a hypercube, such as 2,0,1.
    #[arg(long, value_name = "LIST", hide_short_help = true)]
    pub(crate) order: Option<String>,
}

/// The numbers of the model.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Costs")]
pub(crate) struct NumberArgs {
    /// The size m of the data: a number of words, or a size such as 1MB. It is the whole message of a
    /// broadcast, reduce, all-reduce or scan, and one block of any other collective.
    #[arg(short, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) m: Option<String>,
    /// Startup time t_s, the latency α: 5, 3/2, 1e-6 or 1.5us.
    #[arg(long, visible_aliases = ["alpha", "latency"], value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) ts: Option<String>,
    /// Time per word t_w, the inverse bandwidth β: 1, 2us, 1ns/B or 46us/MB.
    #[arg(long, visible_alias = "beta", value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) tw: Option<String>,
    /// The bandwidth of a link, such as 100Gbit/s or 12.5GB/s, instead of --tw.
    #[arg(long, value_name = "RATE", allow_hyphen_values = true)]
    pub(crate) bandwidth: Option<String>,
    /// Time per hop t_h [default: 0].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) th: Option<String>,
    /// The times of a class of links: NAME=T_H,T_W, such as fast=100ns,46us/MB or fast=0,100Gbit/s.
    #[arg(long, value_name = "CLASS", allow_hyphen_values = true, hide_short_help = true)]
    pub(crate) link: Vec<String>,
    /// The classes of links whose times per word ascend, such as inside,between.
    #[arg(long, value_name = "NAMES", hide_short_help = true)]
    pub(crate) link_order: Option<String>,
    /// The size of a word, such as 8B [default: 1B where -m is a size].
    #[arg(long, value_name = "SIZE")]
    pub(crate) word: Option<String>,
    /// Allow fractional words per piece.
    #[arg(long, hide_short_help = true)]
    pub(crate) ideal: bool,
}

/// The question for a planner, with the numbers of the model.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
}

/// The limits.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits and internals")]
pub(crate) struct LimitArgs {
    /// Set the message limit, such as 1e9, or other limits by name, separated by commas:
    /// messages=1e9,hops=1e11.
    #[arg(long, value_name = "LIMIT", hide_short_help = true)]
    pub(crate) limit: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A schedule file, or a collective and a file of lines such as `Step 1: 0 -> 4`. `-` is
    /// standard input.
    #[arg(value_name = "FILE | COLLECTIVE FILE", required_unless_present = "schedule", num_args = 1..=2)]
    pub(crate) what: Vec<String>,
    /// Another way to name the file.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) schedule: Option<String>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    /// The output format.
    #[arg(short, long, help_heading = "Output", default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
    /// List all violations, not only the first eight.
    #[arg(long, help_heading = "Output")]
    pub(crate) all: bool,
    /// Print the schedule as a schedule file.
    #[arg(long, help_heading = "Output", value_name = "FORMAT", value_parser = one_of(&[
        ("yaml", Notation::Yaml),
        ("json", Notation::Json),
    ]))]
    pub(crate) to: Option<Notation>,
    /// Check every message of a file that lists templates.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true)]
    pub(crate) every_message: bool,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub(crate) struct CostArgs {
    /// A collective, by its MPI or textbook name; a schedule file; or a collective and a file of lines
    /// such as `Step 1: 0 -> 4`. `-` is standard input.
    #[arg(value_name = "COLLECTIVE | FILE", num_args = 1..=2,
          required_unless_present_any = ["schedule", "composition"])]
    pub(crate) what: Vec<String>,
    /// Another way to name the file.
    #[arg(long, value_name = "FILE", conflicts_with = "AlgorithmArgs", hide = true)]
    pub(crate) schedule: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Plan the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Collective", conflicts_with_all = [
        "schedule", "what", "MachineArgs", "OperationArgs", "AlgorithmArgs",
    ])]
    pub(crate) composition: Option<String>,
    /// How switches forward a message.
    #[arg(long, help_heading = "Costs", hide_short_help = true, default_value = "cut-through", value_parser = one_of(&[
        ("cut-through", Switching::CutThrough),
        ("store-and-forward", Switching::StoreAndForward),
    ]))]
    pub(crate) switching: Switching,
    /// Compute the cost of a congested schedule: messages that share a link or port are serialized.
    #[arg(long, help_heading = "Costs")]
    pub(crate) contention: bool,
    /// Compare with your own answer: a formula, a number, a time such as `3.03 us`, or `log p steps`;
    /// `@FILE` is a file, `-` standard input.
    #[arg(long, help_heading = "Costs", value_name = "ANSWER", allow_hyphen_values = true)]
    pub(crate) expect: Option<String>,
    /// Print algorithm and bus bandwidth as nccl-tests define them.
    #[arg(long, help_heading = "Output")]
    pub(crate) busbw: bool,
    /// Print all steps; by default a table of more than 24 rows shows the first and last ten.
    #[arg(long, help_heading = "Output")]
    pub(crate) all_steps: bool,
    /// The output format.
    #[arg(short, long, help_heading = "Output", value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
    /// Check one template for each step of a symmetric schedule; the default above 10^6 messages.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true,
          conflicts_with_all = ["schedule", "composition"])]
    pub(crate) by_symmetry: bool,
    /// Check every message.
    #[arg(
        long,
        help_heading = "Limits and internals",
        hide_short_help = true,
        conflicts_with = "by_symmetry"
    )]
    pub(crate) every_message: bool,
    /// Check no message and use the proof for all sizes; the default above the limits.
    #[arg(long, help_heading = "Limits and internals", hide_short_help = true,
          conflicts_with_all = ["schedule", "composition", "by_symmetry", "every_message"])]
    pub(crate) by_proof: bool,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

/// The formats of commands without a table.
const TEXT_FORMATS: &[Word<ReportFormat>] = &[
    ("text|table", ReportFormat::Table),
    ("json", ReportFormat::Json),
    ("yaml", ReportFormat::Yaml),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    #[default]
    #[value(alias = "text")]
    Table,
    Yaml,
    Json,
}
