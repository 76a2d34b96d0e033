//! The command line: definitions only; what the words mean is in the other files of this folder.

mod compare;
mod formulas;
mod grading;
mod plan;
mod serve;
mod words;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::collective::Ports;
use crate::cost::Switching;
use crate::document::Notation;

use compare::COMPARE_EXAMPLES;
pub(crate) use compare::{CompareArgs, CompareFormat};
use formulas::{EQUAL_EXAMPLES, PROVE_EXAMPLES};
pub(crate) use formulas::{EqualArgs, ProveArgs};
use grading::GRADE_EXAMPLES;
pub(crate) use grading::{GradeArgs, PrintArgs, ProblemsArgs, ProblemsCommand};
use plan::{DRAW_EXAMPLES, PLAN_EXAMPLES};
pub(crate) use plan::{DrawArgs, DrawFormat, PlanArgs, PlanFormat};
use serve::SERVE_EXAMPLES;
pub(crate) use serve::ServeArgs;
use words::{Word, one_of};

const EXIT_CODES: &str = "\
Exit codes: 0 yes, 1 the answer is no, 2 unusable input, 3 no answer (a limit).";

/// Plan, check and price collective communication in the model t_s + m t_w.
///
/// What exactly travels in each step, is that schedule right, and what does it cost?
#[derive(Debug, Parser)]
#[command(name = "hockney", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write the schedule of a collective, step by step.
    #[command(after_help = PLAN_EXAMPLES)]
    Plan(PlanArgs),
    /// Say whether a schedule is right, and if not, where and what would mend it.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Price a schedule exactly and compare it with its closed form.
    #[command(after_help = COST_EXAMPLES)]
    Cost(CostArgs),
    /// Rank every algorithm of a collective, the best first, or say where the best changes.
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// Draw a schedule, step by step, with its faults in red.
    #[command(after_help = DRAW_EXAMPLES)]
    Draw(DrawArgs),
    /// Say whether two formulas are equal, for all values of their symbols.
    #[command(after_help = EQUAL_EXAMPLES)]
    Equal(EqualArgs),
    /// Grade answers against a problem set whose key is computed.
    #[command(after_help = GRADE_EXAMPLES)]
    Grade(GradeArgs),
    /// Print a problem set: the sheet, a blank answer file, the worked solution.
    Problems(ProblemsArgs),
    /// Prove for all sizes at once that the steps of an algorithm cost what its closed form says.
    #[command(after_help = PROVE_EXAMPLES)]
    Prove(ProveArgs),
    /// Show it all on a page with a form, on this machine.
    #[command(after_help = SERVE_EXAMPLES)]
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
  hockney cost --schedule schedule.yaml -m 64KiB --word 8B --ts 1.5us --tw 2ns";

/// Which topology and how large.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct MachineArgs {
    /// The topology, such as ring:8, mesh:4x4 or graph:FILE.
    #[arg(short, long)]
    pub(crate) topology: Option<String>,
    /// The number of nodes, such as 8 or 2^20; a mesh or torus gets equal sides.
    #[arg(short = 'p', long = "nodes", value_name = "N")]
    pub(crate) nodes: Option<String>,
    /// The dimension: of a hypercube, log p; of a mesh or torus, how many sides.
    #[arg(short, long, value_name = "D")]
    pub(crate) dimension: Option<u32>,
    /// The most vertices, where `--limit` says it.
    #[arg(skip)]
    pub(crate) vertices: Option<u64>,
    /// The most nodes, where messages are looked at.
    #[arg(skip)]
    pub(crate) messages: Option<u128>,
}

/// What the collective is to do.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OperationArgs {
    /// The root: a number, bits on a hypercube, coordinates on a grid [default: 0].
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    pub(crate) root: Option<String>,
    /// Leave the node itself out of a scan.
    #[arg(long)]
    pub(crate) exclusive: bool,
    /// The nodes that take part, such as 0,2,5; through all others messages only pass.
    #[arg(long, value_name = "LIST")]
    pub(crate) among: Option<String>,
    /// By how much a shift moves; any integer.
    #[arg(long, value_name = "Q", allow_hyphen_values = true)]
    pub(crate) by: Option<String>,
    /// Where a permutation sends the block of each node, such as 3,0,1,2, or @FILE with such a list.
    #[arg(long, value_name = "LIST|@FILE")]
    pub(crate) map: Option<String>,
    /// Into how many pieces each block is cut [default: with -m, --ts and --tw the best number of an
    /// algorithm that takes any, else 1].
    #[arg(long, value_name = "N")]
    pub(crate) pieces: Option<u32>,
    /// How many messages a node may send and receive in a step.
    #[arg(long, default_value = "one",
          value_parser = one_of(&[("one", "", Ports::One), ("all", "", Ports::All)]))]
    pub(crate) ports: Ports,
}

/// How it is to be done.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct AlgorithmArgs {
    /// The algorithm, by a name that `list algorithms` prints, or `best` for the cheapest.
    #[arg(short, long)]
    pub(crate) algorithm: Option<String>,
    /// The order of the dimensions on a hypercube, such as 2,0,1.
    #[arg(long, value_name = "LIST")]
    pub(crate) order: Option<String>,
}

/// The numbers of the model.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct NumberArgs {
    /// Words in a block: a number, or a size such as 64KiB with --word.
    #[arg(short, value_name = "WORDS", allow_hyphen_values = true)]
    pub(crate) m: Option<String>,
    /// Startup time t_s: 5, 3/2, 1e-6 or 1.5us.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) ts: Option<String>,
    /// Time per word t_w.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) tw: Option<String>,
    /// Time per hop t_h [default: 0].
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) th: Option<String>,
    /// The size of a word, such as 8B, where -m is given in bytes.
    #[arg(long, value_name = "SIZE")]
    pub(crate) word: Option<String>,
    /// Price pieces of m/n words exactly, also where these are no whole words.
    #[arg(long)]
    pub(crate) ideal: bool,
}

/// What is asked of a planner, and at which numbers.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
}

/// How much is allowed.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LimitArgs {
    /// The most messages, steps, nodes and hops to look at; above it there is no answer. Other limits by
    /// name, such as hops=1e10,vertices=2^26; given again it adds to what it said before.
    #[arg(long, value_name = "LIMIT")]
    pub(crate) limit: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A schedule file, or a collective and a file of lines such as `Step 1: 0 -> 4`; `-` is
    /// standard input.
    #[arg(value_name = "FILE | COLLECTIVE FILE", required = true, num_args = 1..=2)]
    pub(crate) what: Vec<String>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) operation: OperationArgs,
    /// The format.
    #[arg(short, long, default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
    /// Print the schedule as a document instead of only judging it.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&[
        ("yaml", "", Notation::Yaml),
        ("json", "", Notation::Json),
    ]))]
    pub(crate) to: Option<Notation>,
    /// Check every message of a file that lists templates.
    #[arg(long)]
    pub(crate) every_message: bool,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a flag
pub(crate) struct CostArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present_any = ["schedule", "composition"])]
    pub(crate) collective: Option<String>,
    /// Price this schedule file instead of a planned one, or with a collective and -t the lines
    /// such as `Step 1: 0 -> 4` in it; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "AlgorithmArgs")]
    pub(crate) schedule: Option<String>,
    /// Plan and price the phases of this file, a schedule file without steps; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "schedule", "collective", "MachineArgs", "OperationArgs", "AlgorithmArgs",
    ])]
    pub(crate) composition: Option<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// What a message pays at the vertices on its way.
    #[arg(long, default_value = "cut-through", value_parser = one_of(&[
        ("cut-through", "", Switching::CutThrough),
        ("store-and-forward", "", Switching::StoreAndForward),
    ]))]
    pub(crate) switching: Switching,
    /// Price a schedule that is refused for ports or congestion only, with waiting for each other.
    #[arg(long)]
    pub(crate) contention: bool,
    /// Your own answer: a formula, a number, `3.03 us`, or `log p steps`; `@FILE` holds it, `-` is
    /// standard input.
    #[arg(long, value_name = "ANSWER", allow_hyphen_values = true)]
    pub(crate) expect: Option<String>,
    /// Check one template for each step that looks the same from every node; above 10^6 messages
    /// that is the default where there are templates.
    #[arg(long, conflicts_with_all = ["schedule", "composition"])]
    pub(crate) by_symmetry: bool,
    /// Check every message, however many there are.
    #[arg(long, conflicts_with = "by_symmetry")]
    pub(crate) every_message: bool,
    /// Look at no message: answer from the proof for all sizes; above the limits that is the default
    /// where there is one.
    #[arg(long, conflicts_with_all = ["schedule", "composition", "by_symmetry", "every_message"])]
    pub(crate) by_proof: bool,
    /// The format.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ListArgs {
    /// What to list; all three where it is left out.
    #[arg(value_enum)]
    pub(crate) what: Option<ListWhat>,
    /// The format.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// Of commands whose answer for people is no table.
const TEXT_FORMATS: &[Word<ReportFormat>] = &[
    ("text|table", "", ReportFormat::Table),
    ("json", "", ReportFormat::Json),
    ("yaml", "", ReportFormat::Yaml),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    #[default]
    Table,
    Yaml,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListWhat {
    Collectives,
    Topologies,
    Algorithms,
}
