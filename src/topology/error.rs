//! Why a name, a size or a list of links is no topology.

use std::fmt;

use super::{MOST_NUMBERED, Vertex};

/// What is wrong with a topology that somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopologyError {
    /// `rnig:8`
    UnknownFamily(String),
    /// `ring`
    NoSize(&'static str),
    /// `ring:eight`
    NotASize(String),
    /// `ring:1` with forty zeros behind it: how many digits.
    HugeSize(usize),
    /// `ring:0`
    ZeroSize,
    /// `ring:4x4`
    OneSizeOnly(&'static str),
    /// `mesh:16`
    SidesNeeded(&'static str, u64),
    /// `hypercube:6`
    NotAPowerOfTwo(u64),
    /// `graph:4`
    LinksNeeded,
    /// `ring:99999999999`
    TooLarge {
        /// The vertices that were asked for.
        needed: u128,
        /// The vertices that a topology may have.
        allowed: u64,
    },
    /// `{graph: {nodes: 0, links: []}}`
    NoNodes,
    /// `links: [[0, 9]]` with fewer vertices; which link, counted from 0, and which end point.
    NoSuchVertex(usize, u64),
    /// `links: [[2, 2]]`; which link, counted from 0.
    Loop(usize),
    /// `{graph: {nodes: 3, links: [[0, 1]]}}`: a vertex that cannot be reached from vertex 0.
    NotConnected(Vertex),
}

impl TopologyError {
    /// Whether the topology is fine but too large, so that the answer is "no answer".
    pub fn is_limit(&self) -> bool {
        matches!(self, TopologyError::TooLarge { .. })
    }
}

impl fmt::Display for TopologyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFamily(name) => {
                write!(f, "there is no topology `{}`", name.escape_debug())
            }
            Self::NoSize(family) => {
                write!(f, "`{family}` has no size: write its number of nodes, such as `{family}:8`")
            }
            Self::NotASize(text) => write!(
                f,
                "`{}` is not a size: a size is a whole number such as 8, sides are joined by x \
                 such as 4x4",
                text.escape_debug()
            ),
            Self::HugeSize(digits) => write!(
                f,
                "a size of {digits} digits is too large: no more than {MOST_NUMBERED} vertices can be \
                 numbered"
            ),
            Self::ZeroSize => f.write_str("a size is 0: a topology has at least one node"),
            Self::OneSizeOnly(family) => {
                write!(f, "`{family}` takes one size, its number of nodes, such as `{family}:8`")
            }
            Self::SidesNeeded(family, p) => {
                let line = if *family == "mesh" { "linear-array" } else { "ring" };
                write!(
                    f,
                    "`{family}:{p}` has one side only: write {line}:{p} or {family}:{}",
                    two_sides(*p)
                )
            }
            Self::NotAPowerOfTwo(p) => {
                let below = if *p < 2 { 1 } else { 1_u64 << p.ilog2() };
                write!(
                    f,
                    "a hypercube has a power of two of nodes, not {p}; the nearest are {below} and \
                     {}",
                    u128::from(below) * 2
                )
            }
            Self::LinksNeeded => f.write_str(
                "a graph is given by its links: write graph:FILE, or \
                 {graph: {nodes: 3, links: [[0, 1], [1, 2]]}} in a document",
            ),
            Self::TooLarge { needed, allowed } => {
                write!(f, "a topology of {needed} vertices is over the limit of {allowed} vertices")
            }
            Self::NoNodes => f.write_str("a graph has at least one node"),
            Self::NoSuchVertex(link, vertex) => write!(
                f,
                "link {} ends at vertex {vertex}, which the graph does not have",
                link + 1
            ),
            Self::Loop(link) => write!(f, "link {} joins a vertex to itself", link + 1),
            Self::NotConnected(vertex) => {
                write!(f, "the graph is in pieces: vertex {vertex} cannot be reached from vertex 0")
            }
        }
    }
}

impl std::error::Error for TopologyError {}

/// The most nearly square pair of sides with this product, for the advice.
fn two_sides(p: u64) -> String {
    let root = p.isqrt();
    let side = (1..=root.min(1 << 20)).rev().find(|side| p.is_multiple_of(*side)).unwrap_or(1);
    format!("{side}x{}", p / side.max(1))
}
