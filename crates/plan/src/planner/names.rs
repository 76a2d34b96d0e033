//! Other names of algorithms, and known names without an algorithm here.

use std::cmp::Reverse;

use super::{Algorithm, Request, Role, algorithm, fitted};
use hockney_core::topology::Family;

/// A name in the literature or in an MPI library.
struct Alias {
    name: &'static str,
    collectives: &'static [&'static str],
    /// The algorithms with this name. The first one that fits the question is chosen.
    means: &'static [&'static str],
}

const fn alias(
    name: &'static str,
    collectives: &'static [&'static str],
    means: &'static [&'static str],
) -> Alias {
    Alias { name, collectives, means }
}

const TREES: &[&str] = &["broadcast", "reduce"];
const TWO_TREES: &[&str] = &["broadcast", "reduce", "all-reduce"];
const LINEAR_IN_MPI: &[&str] =
    &["broadcast", "reduce", "all-reduce", "scatter", "gather", "barrier"];
const BINOMIAL: &[&str] = &["binomial", "recursive-doubling"];
const HALVING: &[&str] = &["dimension-halving", "interval-halving"];
const DOUBLING: &[&str] = &["dimension-doubling", "interval-doubling"];

/// The table of `specs/planner.md`, "Other names".
const ALIASES: &[Alias] = &[
    alias("binomial", TREES, BINOMIAL),
    alias("binomial-tree", TREES, BINOMIAL),
    alias("tree", TREES, BINOMIAL),
    alias("flat-tree", TREES, &["sequential"]),
    alias("van-de-geijn", &["broadcast"], &["scatter-all-gather", "scatter-ring"]),
    alias(
        "scatter-allgather",
        &["broadcast"],
        &["scatter-all-gather", "binomial-scatter-doubling", "scatter-ring"],
    ),
    alias("scatter-allgather-ring", &["broadcast"], &["binomial-scatter-ring", "scatter-ring"]),
    alias("scatter-ring-allgather", &["broadcast"], &["binomial-scatter-ring", "scatter-ring"]),
    alias(
        "scatter-recursive-doubling-allgather",
        &["broadcast"],
        &["binomial-scatter-doubling", "scatter-all-gather"],
    ),
    alias("basic-linear", LINEAR_IN_MPI, &["sequential"]),
    alias("basic-linear", &["all-gather"], &["gather-then-send"]),
    alias("basic-linear", &["reduce-scatter"], &["reduce-then-send"]),
    alias("basic-linear", &["all-to-all"], &["rotation"]),
    alias("basic-linear", &["scan"], &["pipelined-chain"]),
    alias("knomial", TREES, &["knomial-4"]),
    alias("k-nomial", TREES, &["knomial-4"]),
    alias("paired-rotation", &["all-to-all"], &["rotation-2"]),
    alias("binary", TREES, &["binary-tree"]),
    alias("two-trees", TWO_TREES, &["two-tree"]),
    alias("double-tree", TWO_TREES, &["two-tree"]),
    alias("double-binary-tree", TWO_TREES, &["two-tree"]),
    alias("split-binary", &["broadcast"], &["split-binary-tree"]),
    alias("in-order-binary-tree", &["reduce"], &["in-order-binary"]),
    alias("nonoverlapping", &["all-reduce"], &["reduce-then-broadcast"]),
    alias("segmented-ring", &["all-reduce"], &["ring"]),
    alias("reduce-scatter-allgather", &["all-reduce"], &["rabenseifner", "halving-doubling"]),
    alias("redscat-allgather", &["all-reduce"], &["rabenseifner", "halving-doubling"]),
    alias("redscat-gather", &["reduce"], &["rabenseifner", "reduce-scatter-gather"]),
    alias("brucks", &["all-gather", "all-to-all"], &["bruck"]),
    alias("modified-bruck", &["all-to-all"], &["bruck"]),
    alias("linear-sync", &["all-to-all"], &["rotation"]),
    alias("scattered", &["all-to-all"], &["rotation"]),
    alias("bruck", &["barrier"], &["dissemination"]),
    alias("tree", &["barrier"], &["binomial"]),
    alias("rabenseifner", &["reduce"], &["reduce-scatter-gather", "ring-gather"]),
    alias("pipeline", &["broadcast", "reduce", "scan"], &["pipelined-chain"]),
    alias("pipelined", &["broadcast", "reduce", "scan"], &["pipelined-chain"]),
    alias("chain", &["scan"], &["pipelined-chain"]),
    alias("linear", &["scan"], &["pipelined-chain"]),
    alias("bucket", &["all-gather", "reduce-scatter", "all-reduce"], &["ring"]),
    alias(
        "neighbor-exchange",
        &["all-gather", "reduce-scatter", "all-reduce"],
        &["neighbour-exchange"],
    ),
    alias(
        "ring-by-dimension",
        &["all-gather", "reduce-scatter", "all-to-all"],
        &["dimension-by-dimension"],
    ),
    alias("dissemination", &["all-gather", "reduce-scatter"], &["bruck"]),
    alias("hypercube-exchange", &["all-gather", "all-reduce"], &["recursive-doubling"]),
    alias("rabenseifner", &["all-reduce"], &["halving-doubling"]),
    alias("recursive-halving-doubling", &["all-reduce"], &["halving-doubling"]),
    alias("recursive-halving-and-doubling", &["all-reduce"], &["halving-doubling"]),
    alias("reduce-scatter-all-gather", &["all-reduce"], &["halving-doubling", "ring"]),
    alias("butterfly", &["all-reduce", "barrier"], &["recursive-doubling"]),
    alias("bruck", &["all-reduce"], &["circulant"]),
    alias("dissemination", &["all-reduce"], &["census"]),
    alias("recursive-doubling", &["scan"], &["hypercube-exchange"]),
    alias("kogge-stone", &["scan"], &["hillis-steele"]),
    alias("binomial", &["scatter"], HALVING),
    alias("binomial-tree", &["scatter"], HALVING),
    alias("tree", &["scatter"], HALVING),
    alias("recursive-halving", &["scatter"], HALVING),
    alias("binomial", &["gather"], DOUBLING),
    alias("binomial-tree", &["gather"], DOUBLING),
    alias("tree", &["gather"], DOUBLING),
    alias("recursive-doubling", &["gather"], DOUBLING),
    alias("pairwise", &["all-to-all"], &["pairwise-exchange", "rotation"]),
    alias("direct", &["all-to-all"], &["rotation"]),
    alias("recursive-doubling", &["all-to-all"], &["dimension-exchange"]),
    alias("linear", TREES, LINEAR),
    alias("flat", TREES, LINEAR),
    alias("naive", &["broadcast", "reduce", "shift", "permute"], &["sequential"]),
    alias("naive", &["all-gather"], &["sequential-broadcasts"]),
    alias("naive", &["reduce-scatter"], &["sequential-reductions"]),
];

/// `linear` and `flat` are ambiguous: the root sends to one node after another, or each node sends on to the
/// next.
const LINEAR: &[&str] = &["sequential", "chain"];

/// Names with different meanings in different sources.
const AMBIGUOUS: [&str; 2] = ["linear", "flat"];

/// Algorithms of the literature that are not available here, and the nearest ones.
const MISSING: [(&str, &str); 2] = [
    ("blelloch", "Blelloch's scan is not available; the nearest is shifted-brent-kung"),
    (
        "tournament",
        "the tournament barrier is not available; dissemination and recursive-doubling are",
    ),
];

/// The algorithms that practitioners expect. Rankings show them even if others are better.
const COMMON: [&str; 14] = [
    "ring",
    "ring-by-dimension",
    "recursive-doubling",
    "recursive-halving",
    "halving-doubling",
    "rabenseifner",
    "bruck",
    "circulant",
    "binomial",
    "pairwise-exchange",
    "leaders",
    "two-level-ring-doubling",
    "two-level-ring-ring",
    "multi-ring",
];

impl Algorithm {
    /// Whether practitioners expect it in a ranking.
    pub fn is_common(&self) -> bool {
        COMMON.contains(&self.name())
    }
}

/// The meaning of a name for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This algorithm, by its canonical name.
    Algorithm(&'static str),
    /// One of these, depending on the source.
    Several(&'static [&'static str]),
    /// Known in the literature, and why it has no algorithm here.
    Missing(&'static str),
    /// Unknown.
    Unknown,
}

/// The meaning of an algorithm's name for a question: of several algorithms the first that fits it, else the
/// first that is valid on its family.
pub fn meaning(name: &str, request: &Request) -> Meaning {
    let family = request.topology.family();
    resolved(name, request.instance.collective.name(), |algorithm| {
        let fits = fitted(algorithm, request).is_ok();
        let on = algorithm.on(family).map(|usage| usage.role);
        u8::from(on.is_some_and(|role| fits || role != Role::Counterexample)) + u8::from(fits)
    })
}

/// The meaning of an algorithm's name for all sizes of a family, or for all families.
pub fn meaning_on(name: &str, collective: &str, family: Option<&'static Family>) -> Meaning {
    let here = |algorithm: &Algorithm| family.is_none_or(|family| algorithm.on(family).is_some());
    resolved(name, collective, |algorithm| u8::from(here(algorithm)))
}

/// The meaning of a name, in any spelling. `suits` ranks algorithms, 0 for one that does not apply; a
/// canonical name that applies has priority over an alias.
fn resolved(name: &str, collective: &str, suits: impl Fn(&Algorithm) -> u8) -> Meaning {
    let name = &*name.trim().to_lowercase().replace(['_', ' '], "-");
    let canonical = algorithm(collective, name);
    let applies = canonical.filter(|algorithm| suits(algorithm) > 0);
    let of = |alias: &&Alias| alias.name == name && alias.collectives.contains(&collective);
    let alias = ALIASES.iter().find(of).filter(|_| applies.is_none());
    if let Some(alias) = alias.filter(|alias| AMBIGUOUS.contains(&alias.name)) {
        return Meaning::Several(alias.means);
    }
    let meant = alias.into_iter().flat_map(|alias| alias.means);
    let meant = meant.filter_map(|name| algorithm(collective, name));
    // The first of those that suit best.
    let meant = meant.min_by_key(|algorithm| Reverse(suits(algorithm)));
    // If none applies, the canonical name is meant.
    let meant = meant.filter(|algorithm| canonical.is_none() || suits(algorithm) > 0);
    if let Some(algorithm) = meant.or(canonical) {
        return Meaning::Algorithm(algorithm.name());
    }
    let missing = MISSING.iter().find(|(missing, _)| *missing == name);
    missing.map_or(Meaning::Unknown, |(_, why)| Meaning::Missing(why))
}

/// The other names of a collective's algorithms, each with its possible algorithms, in the order of the
/// table.
pub fn aliases(collective: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let of = ALIASES.iter().filter(move |alias| alias.collectives.contains(&collective));
    of.map(|alias| (alias.name, alias.means))
}
