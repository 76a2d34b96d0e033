//! Topologies: vertices, the links that join them, and the default routes of messages.
//!
//! A *family* (`torus`) with its sizes is a *topology* (`torus:4x4`). A new family needs one file with a
//! [`Family`] and a [`Network`], and two lines here: the `mod` and its entry in [`FAMILIES`].
//!
//! ```
//! use hockney_core::topology::Topology;
//!
//! let mesh = Topology::parse("mesh:3x4").unwrap();
//! assert_eq!((mesh.nodes(), mesh.network().sides()), (12, Some(&[3, 4][..])));
//! ```

mod boxes;
mod classes;
mod complete;
mod dragonfly;
mod error;
mod family;
mod fat_tree;
mod graph;
mod grid;
mod hypercube;
mod loads;
mod name;
mod network;
mod node_tree;
mod placement;
mod star;
mod subset;
mod switched;
mod translations;
mod tree;

use std::sync::Arc;

pub use classes::{LinkClass, LinkKind, MOST_CLASSES};
pub use error::TopologyError;
pub use family::{Family, MachineSizes, Sizes};
pub use family::{Feature, Level};
pub use graph::{GraphLinks, MOST_PLACE};
pub use grid::Line;
pub(crate) use loads::MOST_IN_ARRAY;
pub use loads::{LinkCounts, LinkLoad};
pub use name::{Numbering, label_of, labelled, parse_node_of};
pub use network::{Network, Rooted};
pub use placement::{Placement, PlacementError};
pub use subset::Subset;
pub use translations::Translations;

/// A vertex of a topology: nodes are `0..p`, and switches follow from `p` on.
pub type Vertex = u32;

/// Every family, in the order in which `list` and the manual show them.
pub static FAMILIES: &[&Family] = &[
    &grid::LINEAR_ARRAY,
    &grid::RING,
    &grid::MESH,
    &grid::TORUS,
    &hypercube::FAMILY,
    &tree::FAMILY,
    &node_tree::FAMILY,
    &star::STAR,
    &star::SWITCH,
    &complete::FAMILY,
    &boxes::NODES,
    &boxes::DIRECT,
    &fat_tree::FAMILY,
    &dragonfly::FAMILY,
    &switched::FAMILY,
    &graph::FAMILY,
];

/// The maximum number of vertices of a topology, which bounds the memory.
pub const MOST_VERTICES: u64 = 1 << 25;

/// The largest limit of nodes: with twice as many vertices, as in a tree, they still fit in 32 bits.
pub const MOST_NUMBERED: u64 = 1 << 30;

/// A family with its sizes: `torus:4x4`. Cheap to clone.
#[derive(Clone)]
pub struct Topology {
    family: &'static Family,
    sizes: Vec<u32>,
    network: Arc<dyn Network>,
    classes: Arc<[LinkClass]>,
    /// The file that a graph was read from.
    file: Option<Arc<str>>,
    numbering: Numbering,
    /// The places of the vertices of a graph in drawings.
    places: Option<Arc<[[u32; 2]]>>,
    /// The ranks of its nodes.
    placement: Option<Arc<Placement>>,
    /// The words that its links carry in the same time, if that is known.
    speeds: Arc<[u32]>,
}

impl Topology {
    /// The topology with this family and these sizes.
    ///
    /// # Errors
    /// A size of zero, the wrong number of sizes, a number of nodes that must be a power of two, or more than
    /// [`MOST_VERTICES`] vertices.
    pub fn new(family: &'static Family, sizes: &[u64]) -> Result<Self, TopologyError> {
        Self::within(family, sizes, MOST_VERTICES)
    }

    /// The same with another limit, at most [`MOST_NUMBERED`].
    ///
    /// # Errors
    /// As [`Topology::new`].
    pub fn within(
        family: &'static Family,
        sizes: &[u64],
        most: u64,
    ) -> Result<Self, TopologyError> {
        let sizes = name::checked_sizes(family, sizes, most.min(MOST_NUMBERED))?;
        let network = (family.network)(&sizes);
        let topology = Self::of(family, sizes, network);
        let has_classes = family.parts().is_some_and(|parts| parts.classes_always);
        Ok(if has_classes { topology.with_all_classes() } else { topology })
    }

    fn of(family: &'static Family, sizes: Vec<u32>, network: Arc<dyn Network>) -> Self {
        let (classes, numbering) = (Arc::new([]), Numbering::default());
        let (file, places, placement) = (None, None, None);
        let speeds = Arc::new([]);
        Topology { family, sizes, network, classes, file, numbering, places, placement, speeds }
    }

    /// Reads `name:sizes`, such as `mesh:4x4`, or `name:sizes/switch:nodes`.
    ///
    /// # Errors
    /// As [`Topology::new`], and an unknown name or a size that cannot be read.
    pub fn parse(text: &str) -> Result<Self, TopologyError> {
        Self::parse_within(text, MOST_VERTICES)
    }

    /// The same with another limit, at most [`MOST_NUMBERED`].
    ///
    /// # Errors
    /// As [`Topology::parse`].
    pub fn parse_within(text: &str, most: u64) -> Result<Self, TopologyError> {
        if let Some((base, each)) = name::switched(text)? {
            return Self::parse_within(base, most)?.with_switches(each, most);
        }
        let (family, sizes) = name::parse(text)?;
        Self::within(family, &sizes, most)
    }

    /// Reads `name:sizes` without making the topology, so that sizes may exceed the limit.
    ///
    /// # Errors
    /// An unknown name, or a size that cannot be read.
    pub fn parse_name(text: &str) -> Result<(&'static Family, Vec<u64>), TopologyError> {
        name::parse(text)
    }

    /// The graph with these links.
    ///
    /// # Errors
    /// No nodes, an end point out of range, a loop, a disconnected graph, or one that is too large.
    pub fn graph(links: GraphLinks) -> Result<Self, TopologyError> {
        Topology::graph_of_classes(links, Vec::new(), Vec::new())
    }

    /// The family.
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// Whether it is a computer as it is built and no network of the textbook: boxes, a fat tree, a dragonfly, or links of
    /// classes. Who prices it wants to know what takes the least time, also if messages share links.
    pub fn is_machine(&self) -> bool {
        let built = self.family.parts().is_some_and(|parts| parts.is_machine);
        built || !self.classes.is_empty()
    }

    /// The sizes after the colon; none for a graph.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The vertices, links and routes.
    pub fn network(&self) -> &dyn Network {
        &*self.network
    }

    /// The number of nodes, p.
    pub fn nodes(&self) -> u32 {
        self.network.nodes()
    }

    /// All vertices of the default route, with both ends.
    pub fn whole_route(&self, from: Vertex, to: Vertex) -> Vec<Vertex> {
        let mut vertices = vec![from];
        if from != to {
            self.network.route(from, to, &mut vertices);
            vertices.push(to);
        }
        vertices
    }

    /// The number of vertices: nodes and switches.
    pub fn vertices(&self) -> u32 {
        self.network.nodes() + self.network.switches()
    }

    /// Whether this topology belongs to the family with this name.
    pub fn is(&self, family: &str) -> bool {
        self.family.name() == family
    }

    /// Whether its family offers this feature.
    pub fn offers(&self, feature: Feature) -> bool {
        self.family.offers().contains(&feature)
    }

    /// log p, if p is a power of two.
    pub fn dimension(&self) -> Option<u32> {
        let p = self.nodes();
        p.is_power_of_two().then(|| p.trailing_zeros())
    }

    /// A node with its second notation, if it has one: `6 (110)`, `5 (1,1)`.
    pub fn show(&self, node: Vertex) -> String {
        labelled(self.number(node), self.label(node))
    }

    /// Reads a node: its number, its bits on a hypercube, its coordinates on a grid.
    ///
    /// There are as many bits as the hypercube has dimensions. Such a word is never the decimal number of
    /// another node, so the two cannot be confused.
    pub fn parse_node(&self, text: &str) -> Option<Vertex> {
        name::parse_node(self, text)
    }
}

/// Whether both have the same vertices and links (those of a graph in any order), with the same classes, or the same nodes of the
/// same topology in the same order.
impl PartialEq for Topology {
    fn eq(&self, other: &Self) -> bool {
        let graph = |of: &Topology| {
            of.network.graph_links().map(|links| links.in_order(of.network.link_kinds()))
        };
        self.is(other.family.name())
            && self.sizes == other.sizes
            && graph(self) == graph(other)
            && self.classes == other.classes
            && self.network.base() == other.network.base()
            && self.network.part_of() == other.network.part_of()
    }
}

impl Eq for Topology {}

/// The family with this name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.name() == name)
}
