//! Other names of algorithms, and known names without an algorithm here.

use std::cmp::Reverse;

use super::{Algorithm, Request, Role, Use, algorithm};
use hockney_core::topology::{FAMILIES, Family};

/// Names in the literature or in MPI libraries.
struct Alias {
    names: &'static [&'static str],
    collectives: &'static [&'static str],
    /// The algorithms with these names. The first one that takes the machine is chosen.
    means: &'static [&'static str],
}

const fn alias(
    names: &'static [&'static str],
    collectives: &'static [&'static str],
    means: &'static [&'static str],
) -> Alias {
    Alias { names, collectives, means }
}

const TREES: &[&str] = &["broadcast", "reduce"];
const TWO_TREES: &[&str] = &["broadcast", "reduce", "all-reduce"];
const LINEAR_IN_MPI: &[&str] =
    &["broadcast", "reduce", "all-reduce", "scatter", "gather", "barrier"];
const BINOMIAL: &[&str] = &["hypercube-binomial", "recursive-doubling"];
const SCATTER: &[&str] = &["binomial-halving", "dimension-halving", "interval-halving"];
const GATHER: &[&str] = &["binomial-doubling", "dimension-doubling", "interval-doubling"];
const RABENSEIFNER: &[&str] = &["folded-halving-doubling", "halving-doubling"];
const RABENSEIFNER_TO_ROOT: &[&str] =
    &["folded-halving-gather", "reduce-scatter-gather", "ring-gather"];

/// The table of `specs/planner.md`, "Other names".
const ALIASES: &[Alias] = &[
    alias(&["binomial", "binomial-tree", "tree"], TREES, BINOMIAL),
    alias(&["flat-tree"], TREES, &["sequential"]),
    alias(&["van-de-geijn"], &["broadcast"], &["scatter-all-gather", "scatter-ring"]),
    alias(
        &["scatter-allgather"],
        &["broadcast"],
        &["scatter-all-gather", "binomial-scatter-doubling", "scatter-ring"],
    ),
    alias(
        &["scatter-allgather-ring", "scatter-ring-allgather"],
        &["broadcast"],
        &["binomial-scatter-ring", "scatter-ring"],
    ),
    alias(
        &["scatter-recursive-doubling-allgather"],
        &["broadcast"],
        &["binomial-scatter-doubling", "scatter-all-gather"],
    ),
    alias(&["basic-linear"], LINEAR_IN_MPI, &["sequential"]),
    alias(&["basic-linear"], &["all-gather"], &["gather-then-send"]),
    alias(&["basic-linear"], &["reduce-scatter"], &["reduce-then-send"]),
    alias(&["basic-linear"], &["all-to-all"], &["rotation"]),
    alias(&["basic-linear"], &["scan"], &["pipelined-chain"]),
    alias(&["knomial", "k-nomial"], TREES, &["knomial-4"]),
    alias(&["paired-rotation"], &["all-to-all"], &["rotation-2"]),
    alias(&["binary"], TREES, &["binary-tree"]),
    alias(&["two-trees", "double-tree", "double-binary-tree"], TWO_TREES, &["two-tree"]),
    alias(&["split-binary"], &["broadcast"], &["split-binary-tree"]),
    alias(&["in-order-binary-tree"], &["reduce"], &["in-order-binary"]),
    alias(&["nonoverlapping"], &["all-reduce"], &["reduce-then-broadcast"]),
    alias(&["segmented-ring"], &["all-reduce"], &["ring"]),
    alias(&["reduce-scatter-allgather", "redscat-allgather"], &["all-reduce"], RABENSEIFNER),
    alias(&["redscat-gather"], &["reduce"], RABENSEIFNER_TO_ROOT),
    alias(&["brucks"], &["all-gather", "all-to-all"], &["bruck"]),
    alias(&["modified-bruck", "bruck-2"], &["all-to-all"], &["bruck"]),
    alias(&["linear-sync", "scattered"], &["all-to-all"], &["rotation"]),
    alias(&["bruck"], &["barrier"], &["dissemination"]),
    alias(&["tree"], &["barrier"], &["binomial"]),
    alias(&["rabenseifner"], &["reduce"], RABENSEIFNER_TO_ROOT),
    alias(&["pipeline", "pipelined"], &["broadcast", "reduce", "scan"], &["pipelined-chain"]),
    alias(&["chain", "linear"], &["scan"], &["pipelined-chain"]),
    alias(&["bucket"], &["all-gather", "reduce-scatter", "all-reduce"], &["ring"]),
    alias(
        &["neighbor-exchange"],
        &["all-gather", "reduce-scatter", "all-reduce"],
        &["neighbour-exchange"],
    ),
    alias(
        &["ring-by-dimension"],
        &["all-gather", "reduce-scatter", "all-to-all"],
        &["dimension-by-dimension"],
    ),
    alias(&["dissemination"], &["all-gather", "reduce-scatter"], &["bruck"]),
    alias(&["hypercube-exchange"], &["all-gather", "all-reduce"], &["recursive-doubling"]),
    alias(&["rabenseifner"], &["all-reduce"], RABENSEIFNER),
    alias(&["recursive-halving-doubling"], &["all-reduce"], &["halving-doubling"]),
    alias(&["recursive-halving-and-doubling"], &["all-reduce"], &["halving-doubling"]),
    alias(&["reduce-scatter-all-gather"], &["all-reduce"], &["halving-doubling", "ring"]),
    alias(&["butterfly"], &["all-reduce", "barrier"], &["recursive-doubling"]),
    alias(&["bruck"], &["all-reduce"], &["circulant"]),
    alias(&["dissemination"], &["all-reduce"], &["census"]),
    alias(&["recursive-doubling"], &["scan"], &["clipped-exchange", "hypercube-exchange"]),
    alias(&["kogge-stone"], &["scan"], &["hillis-steele"]),
    alias(&["binomial", "binomial-tree", "tree"], &["scatter"], SCATTER),
    alias(&["recursive-halving"], &["scatter"], &["dimension-halving", "interval-halving"]),
    alias(&["binomial", "binomial-tree", "tree"], &["gather"], GATHER),
    alias(&["recursive-doubling"], &["gather"], &["dimension-doubling", "interval-doubling"]),
    alias(&["pairwise"], &["all-to-all"], &["pairwise-exchange", "rotation"]),
    alias(&["direct"], &["all-to-all"], &["rotation"]),
    alias(&["recursive-doubling"], &["all-to-all"], &["dimension-exchange"]),
    alias(&["linear", "flat"], TREES, LINEAR),
    alias(&["naive"], &["broadcast", "reduce", "shift", "permute"], &["sequential"]),
    alias(&["naive"], &["all-gather"], &["sequential-broadcasts"]),
    alias(&["naive"], &["reduce-scatter"], &["sequential-reductions"]),
];

/// `linear` and `flat` are ambiguous: the root sends to one node after another, or each node sends on to the
/// next.
const LINEAR: &[&str] = &["sequential", "chain"];

/// NameValues with different meanings in different sources.
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
const COMMON: [&str; 19] = [
    "ring",
    "ring-by-dimension",
    "recursive-doubling",
    "recursive-halving",
    "halving-doubling",
    "folded-halving-doubling",
    "folded-halving-gather",
    "clipped-exchange",
    "bruck",
    "circulant",
    "binomial",
    "hypercube-binomial",
    "binomial-halving",
    "binomial-doubling",
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
pub enum NameMeaning {
    /// This algorithm, by its canonical name.
    Algorithm(&'static str),
    /// One of these, depending on the source.
    Several(&'static [&'static str]),
    /// Known in the literature, and why it has no algorithm here.
    Missing(&'static str),
    /// Unknown.
    Unknown,
}

/// The meaning of an algorithm's name on the machine of a request. What else is asked for, such as a root or contention,
/// changes no meaning.
pub fn meaning(name: &str, request: &Request) -> NameMeaning {
    let (topology, of) = (&request.topology, request.instance.collective.name());
    meaning_on(name, of, Some(topology.family()), Some(topology.nodes().into()))
}

/// The algorithm with this name or meaning; `None` if it has no meaning, or several.
pub fn named_algorithm(name: &str, request: &Request) -> Option<&'static Algorithm> {
    match meaning(name, request) {
        NameMeaning::Algorithm(name) => algorithm(request.instance.collective.name(), name),
        _ => None,
    }
}

/// The meaning of an algorithm's name on a family with so many nodes, for all its sizes, or for all families: of several
/// algorithms the first that takes the size, else the first that is right on the family.
pub fn meaning_on(
    name: &str,
    collective: &str,
    family: Option<&'static Family>,
    nodes: Option<u64>,
) -> NameMeaning {
    let name = &*spelt(name);
    if let Some(canonical) = algorithm(collective, name) {
        return NameMeaning::Algorithm(canonical.name());
    }
    let Some((alias, means)) = aliases(collective).find(|(alias, _)| *alias == name) else {
        let missing = MISSING.iter().find(|(missing, _)| *missing == name);
        return missing.map_or(NameMeaning::Unknown, |(_, why)| NameMeaning::Missing(why));
    };
    if AMBIGUOUS.contains(&alias) {
        return NameMeaning::Several(means);
    }
    // On a machine a name means the messages that the libraries send there, which are those on a switch.
    let switch = || FAMILIES.iter().copied().find(|family| family.has_all_pairs());
    let family = family.and_then(|of| {
        let machine = of.parts().is_some_and(|parts| parts.is_machine);
        if machine { switch() } else { Some(of) }
    });
    let suits = |one: &Algorithm| {
        let takes = nodes.is_none_or(|nodes| one.takes(nodes));
        let is = |usage: Use| takes || usage.role != Role::Counterexample;
        (family.is_none_or(|family| one.on(family).is_some_and(is)), takes)
    };
    let meant = means.iter().filter_map(|name| algorithm(collective, name));
    let meant = meant.min_by_key(|one| Reverse(suits(one)));
    meant.map_or(NameMeaning::Unknown, |one| NameMeaning::Algorithm(one.name()))
}

/// A name of an algorithm however it is spelt: `Far_First doubling`.
pub fn spelt(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', ' '], "-")
}

/// The other names of a collective's algorithms, each with its possible algorithms, in the order of the
/// table.
pub fn aliases(collective: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let of = ALIASES.iter().filter(move |alias| alias.collectives.contains(&collective));
    of.flat_map(|alias| alias.names.iter().map(|name| (*name, alias.means)))
}
