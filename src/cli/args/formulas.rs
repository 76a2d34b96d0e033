//! The command line of `equal` and `prove`.

use clap::Args;

use super::words::one_of;
use super::{ReportFormat, TEXT_FORMATS};

pub(super) const EQUAL_EXAMPLES: &str = "\
Examples:
  hockney equal '(ts + m tw) log p' 'ts log p + m tw log p'
  hockney equal 'ceil(log p)' 'log p' --given 'p = 2^d'
  hockney equal 'O(log p)' 'ts log p'
  hockney equal 'T = sum(i = 1..log p, ts + 2^(i-1) m tw) = ts log p + m tw (p - 1)' --proof";

pub(super) const PROVE_EXAMPLES: &str = "\
Examples:
  hockney prove all-gather -t hypercube
  hockney prove all-gather -t ring --expect 'p (ts + m tw)'
  hockney prove broadcast -t ring --expect '(ts + m tw) log p' --given 'p = 2^d'
  hockney prove scatter -t ring -f json > proof.json && hockney prove --check proof.json";

/// What to compare.
#[derive(Args, Debug)]
pub(crate) struct EqualArgs {
    /// Two formulas, or one to see its reading; `@FILE` is a file, `-` standard input.
    #[arg(value_name = "FORMULA", required = true, num_args = 1..=2)]
    pub(crate) formulas: Vec<String>,
    /// A condition on a symbol: p = 2^d, p = 4^k, p = q^2, p = a*b, p >= 2.
    #[arg(long, value_name = "FACT")]
    pub(crate) given: Vec<String>,
    /// Read one symbol as another, such as n=m.
    #[arg(long = "let", value_name = "NAME=SYMBOL")]
    pub(crate) renamed: Vec<String>,
    /// The symbols that grow in an order of growth such as O(p m), for example p,m [default: p].
    #[arg(long = "in", value_name = "LIST")]
    pub(crate) growing: Option<String>,
    /// Print the steps.
    #[arg(long)]
    pub(crate) proof: bool,
    /// The output format.
    #[arg(short, long, default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
}

/// What to prove.
#[derive(Args, Debug)]
pub(crate) struct ProveArgs {
    /// The collective, by its MPI or textbook name.
    #[arg(required_unless_present_any = ["all", "check"])]
    pub(crate) collective: Option<String>,
    /// The kind of topology, without a size: ring, mesh, hypercube.
    #[arg(short, long, value_name = "FAMILY", required_unless_present_any = ["all", "check"])]
    pub(crate) topology: Option<String>,
    /// The algorithm, by a name that `hockney list COLLECTIVE` prints.
    #[arg(short, long)]
    pub(crate) algorithm: Option<String>,
    /// The number of sides of a mesh or torus.
    #[arg(short, long, value_name = "D", default_value_t = 2)]
    pub(crate) dimension: u32,
    /// Prove or refute your own formula instead of the closed form.
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) expect: Option<String>,
    /// A fact about the sizes: p = 2^d, p = q^2, k_1 = k_2, p >= 2.
    #[arg(long, value_name = "FACT")]
    pub(crate) given: Vec<String>,
    /// Also compare the step costs with schedules of up to this number of nodes.
    #[arg(long, value_name = "P", default_value_t = 16)]
    pub(crate) up_to: u32,
    /// Print a table of all algorithms: proved, certified or only checked.
    #[arg(long, conflicts_with_all = ["collective", "topology", "algorithm", "expect", "given", "check"])]
    pub(crate) all: bool,
    /// Check a proof that was written with -f json; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["collective", "topology", "algorithm", "expect", "given"])]
    pub(crate) check: Option<String>,
    /// The format; of a proof, json and yaml are the proof itself.
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}
