//! One interconnection network: vertices, links, default routes, the tour, symmetries; and the routes in rooted trees.

use std::fmt;
use std::ops::Range;

use super::{GraphLinks, Level, LinkKind, Topology, Translations, Vertex};

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

    /// Whether `0, 1, .., p-1` is such an order, which is known without making it.
    fn tour_ascends(&self) -> bool {
        true
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
    /// all nodes of a class are equivalent. `crates/core/tests/all/topologies.rs` verifies it at small sizes. `false` is
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

    /// The nested groups of nodes, the outermost first: the parts multiply to the number of nodes. Without
    /// groups it is one level.
    fn levels(&self) -> Vec<Level> {
        vec![Level { parts: self.nodes(), ways: 1 }]
    }

    /// The links of a graph, for writing it to a file; `None` if the name determines them.
    fn graph_links(&self) -> Option<&GraphLinks> {
        None
    }

    /// The class and the capacity of each link of a graph, in the same order; empty if none has any.
    fn link_kinds(&self) -> &[LinkKind] {
        &[]
    }

    /// The topology whose nodes have become switches with nodes of their own.
    fn base(&self) -> Option<&Topology> {
        None
    }

    /// The topology of which these nodes are a part, with their numbers there; `None` for a whole topology.
    fn part_of(&self) -> Option<(&Topology, &[Vertex])> {
        None
    }
}

/// A tree that is given by each vertex's parent and depth, with its routes; the root is its own parent.
pub trait Rooted {
    /// The vertex above one.
    fn parent(&self, vertex: Vertex) -> Vertex;

    /// The number of links between a vertex and the root.
    fn depth(&self, vertex: Vertex) -> u32;

    /// The link between two vertices, which [`Rooted::tree_links`] numbers.
    fn tree_link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from == to {
            None
        } else if self.parent(from) == to {
            Some(2 * u64::from(from))
        } else {
            (self.parent(to) == from).then(|| 2 * u64::from(to) + 1)
        }
    }

    /// Appends the vertices strictly between `from` and `to`: up to the lowest common ancestor,
    /// then down.
    fn tree_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        let start = out.len();
        let (mut a, mut b) = (from, to);
        let mut down = Vec::new();
        while a != b {
            if self.depth(a) >= self.depth(b) {
                a = self.parent(a);
                out.push(a);
            } else {
                b = self.parent(b);
                down.push(b);
            }
        }
        // The meeting point is the last vertex of each non-empty list. It is needed once, or not at all if it
        // is an end point: then the other list is empty.
        if down.pop().is_none() && out.len() > start {
            out.pop();
        }
        out.extend(down.into_iter().rev());
    }

    /// Appends the links of that route: `2 v` leads up from v to its parent, `2 v + 1` down to v. `scratch`
    /// is any buffer.
    fn tree_links(&self, from: Vertex, to: Vertex, scratch: &mut Vec<Vertex>, out: &mut Vec<u64>) {
        let (mut a, mut b) = (from, to);
        let (mut depth_a, mut depth_b) = (self.depth(a), self.depth(b));
        scratch.clear();
        while a != b {
            if depth_a >= depth_b {
                out.push(2 * u64::from(a));
                (a, depth_a) = (self.parent(a), depth_a.saturating_sub(1));
            } else {
                scratch.push(b);
                (b, depth_b) = (self.parent(b), depth_b.saturating_sub(1));
            }
        }
        out.extend(scratch.iter().rev().map(|vertex| 2 * u64::from(*vertex) + 1));
    }
}
