//! Topologies: vertices, the links that join them, and the default routes of messages.
//!
//! A *family* (`torus`) with its sizes is a *topology* (`torus:4x4`). A new family needs one file with a
//! [`Family`] and a [`Network`], and two lines here: the `mod` and its entry in [`FAMILIES`].
//!
//! ```
//! use hockney::internal::topology::Topology;
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
mod feature;
mod graph;
mod grid;
mod hypercube;
mod lines;
mod name;
mod node_tree;
mod numbering;
mod placement;
mod rooted;
mod star;
mod subset;
mod translations;
mod tree;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use classes::{LinkClass, LinkKind, MOST_CLASSES};
pub use error::TopologyError;
pub use family::{Family, Parts, Sizes};
pub use feature::Feature;
pub use graph::{GraphLinks, MOST_PLACE};
pub use lines::Line;
pub use numbering::Numbering;
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
    &graph::FAMILY,
];

/// The maximum number of vertices of a topology, which bounds the memory.
pub const MOST_VERTICES: u64 = 1 << 25;

/// The largest limit of nodes: with twice as many vertices, as in a tree, they still fit in 32 bits.
pub const MOST_NUMBERED: u64 = 1 << 30;

/// A network in which all nodes are equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regular {
    /// Node v is joined to v - 1 and v + 1.
    Cycle,
    /// Nodes whose numbers differ in one bit are joined.
    Cube,
    /// All nodes are joined.
    Clique,
}

/// One interconnection network: its vertices, links and routes.
///
/// `link` numbers the directed links, so that their use in a step can be counted in an array.
pub trait Network: Send + Sync + fmt::Debug {
    /// The number of nodes, p.
    fn nodes(&self) -> u32;

    /// The number of switches, which are the vertices from p on.
    fn switches(&self) -> u32 {
        0
    }

    /// The number of the directed link from `from` to `to`, below [`Network::link_slots`], or `None` if the
    /// vertices are not joined. Both directions of a half-duplex link have the same number.
    fn link(&self, from: Vertex, to: Vertex) -> Option<u64>;

    /// One more than the largest number of a directed link. Not every number below it is a link.
    fn link_slots(&self) -> u64;

    /// The capacity of a directed link: the number of messages that it carries in a step. A class may set
    /// another one: see [`Topology::capacity`].
    fn capacity(&self, _link: u64) -> u32 {
        1
    }

    /// The place of the class of a directed link; `None` if it has no class. A topology may leave out the
    /// classes of its family: see [`Topology::class_place`].
    fn class(&self, _link: u64) -> Option<usize> {
        None
    }

    /// The names of the classes of a family.
    fn class_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Appends the vertices joined to `vertex`, ascending, each once.
    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>);

    /// Appends the vertices strictly between `from` and `to` on the default route.
    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>);

    /// The number of hops of the default route. `scratch` is any buffer. A family with long routes computes
    /// it without following them.
    fn hops(&self, from: Vertex, to: Vertex, scratch: &mut Vec<Vertex>) -> u64 {
        scratch.clear();
        self.route(from, to, scratch);
        scratch.len() as u64 + 1
    }

    /// Appends the numbers of the links on the default route, in order, as [`Network::route`] and
    /// [`Network::link`] give them. `scratch` is any buffer.
    fn route_links(&self, from: Vertex, to: Vertex, scratch: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        scratch.clear();
        self.route(from, to, scratch);
        let mut at = from;
        for next in scratch.iter().copied().chain([to]) {
            out.extend(self.link(at, next));
            at = next;
        }
    }

    /// Whether the default route from `to` to `from` is known to be the reverse of the one from `from` to
    /// `to`. `false` is always allowed.
    fn back_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        false
    }

    /// The nodes in the order in which a closed Euler tour of a spanning tree visits them (specs/lemmas.md),
    /// or `None` if `0, 1, .., p-1` is such an order.
    fn tour_order(&self) -> Option<&[Vertex]> {
        None
    }

    /// Appends the nodes at these positions of that order as ranges, ascending. Two ranges may be adjacent.
    fn tour_nodes(&self, positions: Range<u32>, out: &mut Vec<Range<Vertex>>) {
        let Some(order) = self.tour_order() else { return out.push(positions) };
        let mut nodes: Vec<Vertex> = positions.map(|position| order[position as usize]).collect();
        nodes.sort_unstable();
        let ranges = nodes.chunk_by(|a, b| a + 1 == *b);
        out.extend(ranges.filter_map(|range| Some(*range.first()?..range.last()? + 1)));
    }

    /// Appends the vertices strictly between `from` and `to` on the route *inside that spanning tree*.
    /// Messages with disjoint arcs of the tour use disjoint links on these routes.
    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.route(from, to, out);
    }

    /// Whether [`Network::tour_route`] is known to be the default route between two nodes. `false` is always
    /// allowed.
    fn tour_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        true
    }

    /// The sides of a grid of nodes, numbered row-major with the last coordinate fastest.
    fn sides(&self) -> Option<&[u32]> {
        None
    }

    /// Whether the lines of a grid with more than two nodes are closed to rings.
    fn wraps(&self) -> bool {
        false
    }

    /// Whether each of these translations maps links to links and default routes to default routes, so that
    /// all nodes of a class are equivalent. `tests/topologies.rs` verifies it at small sizes. `false` is
    /// always allowed.
    fn looks_the_same_under(&self, _translations: &Translations) -> bool {
        false
    }

    /// The least number by which all node numbers can be shifted cyclically, as far as is known; 1 is always
    /// allowed, because [`Network::looks_the_same_under`] decides.
    fn turn(&self) -> u32 {
        1
    }

    /// The image of a vertex under one of the translations under which the network looks the same.
    fn moved(&self, by: &Translations, g: Vertex, vertex: Vertex) -> Vertex {
        by.apply(g, vertex)
    }

    /// For a link between two switches a node such that the translation of the node to its representative takes
    /// all links that translations map to each other to the same link.
    fn stands_for(&self, _u: Vertex, _v: Vertex) -> Vertex {
        0
    }

    /// The regular shape of the whole network, which allows closed forms for sums over all nodes or links.
    /// `None` is always allowed.
    fn regular(&self) -> Option<Regular> {
        None
    }

    /// The second notation of a node: bits on a hypercube, coordinates on a grid.
    fn label(&self, _node: Vertex) -> Option<String> {
        None
    }

    /// The links of a graph, for writing it to a file; `None` if the name determines them.
    fn graph_links(&self) -> Option<&GraphLinks> {
        None
    }

    /// The class and the capacity of each link of a graph, in the same order; empty if none has any.
    fn link_kinds(&self) -> &[LinkKind] {
        &[]
    }

    /// The topology of which these nodes are a part, with their numbers there; `None` for a whole topology.
    fn part_of(&self) -> Option<(&Topology, &[Vertex])> {
        None
    }
}

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
        Topology { family, sizes, network, classes, file, numbering, places, placement }
    }

    /// Reads `name:sizes`, such as `mesh:4x4`.
    ///
    /// # Errors
    /// As [`Topology::new`], and an unknown name or a size that cannot be read.
    pub fn parse(text: &str) -> Result<Self, TopologyError> {
        let (family, sizes) = name::parse(text)?;
        Self::new(family, &sizes)
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
        let number = self.number(node);
        match self.label(node) {
            Some(label) if label.starts_with('(') => format!("{number} {label}"),
            Some(label) => format!("{number} ({label})"),
            None => number.to_string(),
        }
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
            && self.network.part_of() == other.network.part_of()
    }
}

impl Eq for Topology {}

/// The family with this name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().copied().find(|family| family.name() == name)
}
