//! Why a name, a size or a list of links is not a topology.

use thiserror::Error;

use super::{MOST_NUMBERED, Vertex};

/// What is wrong with the text of a topology.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TopologyError {
    /// `rnig:8`
    #[error("there is no topology `{}`", .0.escape_debug())]
    UnknownFamily(String),
    /// `ring`
    #[error("`{0}` has no size: write its number of nodes, such as `{0}:8`")]
    NoSize(&'static str),
    /// `ring:eight`
    #[error(
        "`{}` is not a size: a size is a whole number such as 8, sides are joined by x such as 4x4",
        .0.escape_debug()
    )]
    NotASize(String),
    /// `ring:1` followed by forty zeros; the number of digits.
    #[error(
        "a size of {} digits is too large: no more than {} vertices can be numbered",
        .0, MOST_NUMBERED
    )]
    HugeSize(usize),
    /// `ring:0`
    #[error("the size is 0: a topology has at least one node")]
    ZeroSize,
    /// `ring:4x4`
    #[error("`{0}` takes one size, its number of nodes, such as `{0}:8`")]
    OneSizeOnly(&'static str),
    /// `mesh:16`
    #[error(
        "`{family}:{p}` has one side only: write {}:{p} or {family}:{}",
        if *.family == "mesh" { "linear-array" } else { "ring" }, two_sides(*.p)
    )]
    SidesNeeded {
        /// `mesh`
        family: &'static str,
        /// The one side.
        p: u64,
    },
    /// `nodes:4`; the family, its sizes, and an example.
    #[error("`{0}` takes {1}, such as `{2}`")]
    PartsNeeded(&'static str, &'static str, &'static str),
    /// `ring:4/switch:2/switch:2`
    #[error(
        "`/switch` comes once: write the nodes of each switch together, such as `ring:4/switch:4`"
    )]
    TwoSwitches,
    /// `hypercube:6`
    #[error(
        "a hypercube has a power-of-two number of nodes, not {}; the nearest are {} and {}",
        .0, power_below(*.0), 2 * power_below(*.0)
    )]
    NotAPowerOfTwo(u64),
    /// `graph:4`
    #[error(
        "a graph is given by its links: write graph:FILE, or \
         {{graph: {{nodes: 3, links: [[0, 1], [1, 2]]}}}} in a document"
    )]
    LinksNeeded,
    /// `ring:99999999999`
    #[error("a topology of {needed} vertices is over the limit of {allowed} vertices")]
    TooLarge {
        /// The number of vertices needed.
        needed: u128,
        /// The maximum number of vertices.
        allowed: u64,
    },
    /// `{graph: {nodes: 0, links: []}}`
    #[error("a graph has at least one node")]
    NoNodes,
    /// `links: [[0, 9]]` with fewer vertices; which link, counted from 0, and which end point.
    #[error("link {} ends at vertex {}, which the graph does not have", .0 + 1, .1)]
    NoSuchVertex(usize, u64),
    /// `links: [[2, 2]]`; which link, counted from 0.
    #[error("link {} joins a vertex to itself", .0 + 1)]
    Loop(usize),
    /// `links: [[0, 1, fast], [0, 1, slow]]`; which link, counted from 0, and its ends.
    #[error("links of different classes join {1} and {2}")]
    TwoClasses(usize, u64, u64),
    /// `{graph: {nodes: 3, links: [[0, 1]]}}`: a vertex that cannot be reached from vertex 0.
    #[error("the graph is in pieces: vertex {0} cannot be reached from vertex 0")]
    NotConnected(Vertex),
}

impl TopologyError {
    /// Whether the topology is valid but exceeds the limit of vertices.
    pub fn is_limit(&self) -> bool {
        matches!(self, TopologyError::TooLarge { .. })
    }
}

/// The largest power of two not above a number; 1 for 0.
fn power_below(number: u64) -> u128 {
    1 << number.checked_ilog2().unwrap_or(0)
}

/// The most nearly square pair of sides with this product, for the help text.
fn two_sides(p: u64) -> String {
    let root = p.isqrt();
    let side = (1..=root.min(1 << 20)).rev().find(|side| p.is_multiple_of(*side)).unwrap_or(1);
    format!("{side}x{}", p / side.max(1))
}
