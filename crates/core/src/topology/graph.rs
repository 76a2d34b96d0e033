//! Any connected graph, given by its links.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use super::{
    Family, LinkKind, MOST_VERTICES, Network, Rooted, Sizes, Topology, TopologyError, Vertex,
};
use hockney_base::number::{index, saturated};

pub(super) static FAMILY: Family = Family {
    name: "graph",
    noun: "graph",
    about: "the listed links, in both directions; a link listed k times carries k messages",
    sizes: Sizes::Links,
    offers: &[],
    // A family without links of its own; `Topology::graph` makes its topologies.
    network: |_sizes| {
        let alone = GraphLinks { nodes: 1, switches: 0, links: Vec::new() };
        Arc::new(Graph::build(alone, Vec::new(), Vec::new()))
    },
};

/// The maximum number of vertices of a graph with stored routes (256 MiB of next hops).
const MOST_REMEMBERED: usize = 8192;

impl Topology {
    /// The same graph, with the file that it was read from.
    #[must_use]
    pub fn from_file(self, file: &str) -> Self {
        Topology { file: Some(file.into()), ..self }
    }

    /// The same graph with a place for each vertex in drawings: x to the right, y up.
    #[must_use]
    pub fn at_places(self, places: &[[u32; 2]]) -> Self {
        Topology { places: Some(places.into()), ..self }
    }

    /// The places of the vertices of a graph in drawings, if they were given.
    pub fn places(&self) -> Option<&[[u32; 2]]> {
        self.places.as_deref()
    }

    /// The file that a graph was read from, if it was.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }
}

/// The greatest coordinate of a place in a drawing.
pub const MOST_PLACE: u32 = 1000;

/// A graph as in a file: `{nodes: 4, switches: 1, links: [[0, 4], ..]}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphLinks {
    /// The number of nodes, p.
    pub nodes: u64,
    /// The number of switches.
    pub switches: u64,
    /// The links, each in both directions. A link listed k times carries k messages.
    pub links: Vec<[u64; 2]>,
}

impl GraphLinks {
    /// Its nodes and switches, and its links with their classes and capacities, in canonical order.
    pub(super) fn in_order(&self, kinds: &[LinkKind]) -> (u64, u64, Vec<([u64; 2], LinkKind)>) {
        let kinds = kinds.iter().copied().chain(std::iter::repeat(LinkKind::PLAIN));
        let link = |([a, b], kind): (&[u64; 2], _)| ([*a.min(b), *a.max(b)], kind);
        let mut links: Vec<_> = self.links.iter().zip(kinds).map(link).collect();
        links.sort_unstable();
        (self.nodes, self.switches, links)
    }
}

/// The directed links out of vertex v have the numbers `first[v]..first[v + 1]`, in ascending order of their
/// targets. The default route has the fewest hops; of several next vertices it takes the lowest number.
#[derive(Debug)]
pub(super) struct Graph {
    given: GraphLinks,
    /// The class and the capacity of each of the given links; empty if none has any.
    kinds: Vec<LinkKind>,
    first: Vec<usize>,
    heads: Vec<Vertex>,
    /// The class and the capacity of each directed link.
    of_link: Vec<LinkKind>,
    /// Whether both directions of a link of a class share its lanes.
    half_duplex: Vec<bool>,
    /// The breadth-first spanning tree from vertex 0.
    parents: Vec<Vertex>,
    depths: Vec<u32>,
    preorder: Vec<Vertex>,
    /// For each destination, filled on first use: the next hop of every vertex. Kept only for graphs of up to
    /// [`MOST_REMEMBERED`] vertices, because its size is their square.
    next_hops: Vec<OnceLock<Vec<Vertex>>>,
}

impl Graph {
    pub(super) fn new(
        given: GraphLinks,
        kinds: Vec<LinkKind>,
        half_duplex: Vec<bool>,
    ) -> Result<Self, TopologyError> {
        let vertices = u128::from(given.nodes) + u128::from(given.switches);
        if given.nodes == 0 {
            return Err(TopologyError::NoNodes);
        }
        if vertices > u128::from(MOST_VERTICES) {
            return Err(TopologyError::TooLarge { needed: vertices, allowed: MOST_VERTICES });
        }
        for (i, [a, b]) in given.links.iter().enumerate() {
            if let Some(end) = [*a, *b].into_iter().find(|end| u128::from(*end) >= vertices) {
                return Err(TopologyError::NoSuchVertex(i, end));
            }
            if a == b {
                return Err(TopologyError::Loop(i));
            }
        }
        if let Some(vertex) = lonely(&given, vertices) {
            return Err(TopologyError::NotConnected(vertex));
        }
        let graph = Graph::build(given, kinds, half_duplex);
        graph.one_class_each()?;
        match graph.depths.iter().position(|depth| *depth == u32::MAX) {
            Some(vertex) => Err(TopologyError::NotConnected(saturated(vertex))),
            None => Ok(graph),
        }
    }

    fn build(given: GraphLinks, kinds: Vec<LinkKind>, half_duplex: Vec<bool>) -> Self {
        let vertices = index(given.nodes + given.switches);
        let kind_of = |i: usize| kinds.get(i).copied().unwrap_or(LinkKind::PLAIN);
        let mut directed: Vec<(Vertex, Vertex, LinkKind)> = (0..)
            .zip(&given.links)
            .map(|(i, [a, b])| (saturated(*a), saturated(*b), kind_of(i)))
            .flat_map(|(a, b, kind)| [(a, b, kind), (b, a, kind)])
            .collect();
        directed.sort_unstable();
        let (mut heads, mut of_link, mut first) =
            (Vec::new(), Vec::new(), vec![0_usize; vertices + 1]);
        for same in directed.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (from, to, LinkKind { class, .. }) = same[0];
            heads.push(to);
            let lanes = same.iter().fold(0_u32, |sum, link| sum.saturating_add(link.2.lanes));
            of_link.push(LinkKind { class, lanes });
            first[from as usize + 1] += 1;
        }
        for v in 0..vertices {
            first[v + 1] += first[v];
        }
        let mut graph = Graph {
            given,
            kinds,
            first,
            heads,
            of_link,
            half_duplex,
            parents: vec![0; vertices],
            depths: vec![u32::MAX; vertices],
            preorder: Vec::new(),
            next_hops: if vertices <= MOST_REMEMBERED {
                (0..vertices).map(|_| OnceLock::new()).collect()
            } else {
                Vec::new()
            },
        };
        graph.span();
        graph
    }

    /// Rejects parallel links of different classes, since routes name vertices.
    fn one_class_each(&self) -> Result<(), TopologyError> {
        for (i, (kind, [a, b])) in self.kinds.iter().zip(&self.given.links).enumerate() {
            let link = self.place(saturated(*a), saturated(*b));
            if link.is_some_and(|link| self.class(link) != kind.class) {
                return Err(TopologyError::TwoClasses(i, *a, *b));
            }
        }
        Ok(())
    }

    /// The place of a link among those of all vertices.
    fn place(&self, from: Vertex, to: Vertex) -> Option<u64> {
        if from as usize >= self.depths.len() {
            return None;
        }
        let links = self.out_links(from);
        let place = self.heads[links.clone()].binary_search(&to).ok()?;
        Some((links.start + place) as u64)
    }

    fn kind(&self, link: u64) -> Option<LinkKind> {
        usize::try_from(link).ok().and_then(|i| self.of_link.get(i)).copied()
    }

    /// Grows the breadth-first tree from vertex 0 and walks it in preorder.
    fn span(&mut self) {
        self.depths[0] = 0;
        let mut children = vec![Vec::new(); self.depths.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(v) = queue.pop_front() {
            for i in self.out_links(v) {
                let w = self.heads[i];
                if self.depths[w as usize] == u32::MAX {
                    self.depths[w as usize] = self.depths[v as usize] + 1;
                    self.parents[w as usize] = v;
                    children[v as usize].push(w);
                    queue.push_back(w);
                }
            }
        }
        let nodes = saturated(self.given.nodes);
        let mut open = vec![0];
        while let Some(v) = open.pop() {
            self.preorder.extend((v < nodes).then_some(v));
            open.extend(children[v as usize].iter().rev());
        }
    }

    fn out_links(&self, vertex: Vertex) -> std::ops::Range<usize> {
        self.first[vertex as usize]..self.first[vertex as usize + 1]
    }

    /// The number of hops from each vertex to `to`; `u32::MAX` for vertices farther than `from`, if given.
    fn hops(&self, to: Vertex, from: Option<Vertex>) -> Vec<u32> {
        let mut hops = vec![u32::MAX; self.depths.len()];
        hops[to as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(v) = queue.pop_front() {
            // All vertices that are nearer than this one's neighbours are known by now.
            if from.is_some_and(|from| hops[from as usize] != u32::MAX) {
                break;
            }
            for i in self.out_links(v) {
                let w = self.heads[i];
                if hops[w as usize] == u32::MAX {
                    hops[w as usize] = hops[v as usize] + 1;
                    queue.push_back(w);
                }
            }
        }
        hops
    }

    /// The lowest-numbered neighbour that is one hop nearer.
    fn next_hop(&self, v: Vertex, hops: &[u32]) -> Vertex {
        self.out_links(v)
            .map(|i| self.heads[i])
            .find(|w| hops[*w as usize].checked_add(1) == Some(hops[v as usize]))
            .unwrap_or(v)
    }

    /// Every vertex's next hop towards `to`.
    fn next_hops(&self, to: Vertex) -> Vec<Vertex> {
        let hops = self.hops(to, None);
        (0..saturated(hops.len())).map(|v| self.next_hop(v, &hops)).collect()
    }
}

impl Rooted for Graph {
    fn parent(&self, vertex: Vertex) -> Vertex {
        self.parents[vertex as usize]
    }

    fn depth(&self, vertex: Vertex) -> u32 {
        self.depths[vertex as usize]
    }
}

/// A vertex without a link. Searched only if there are more vertices than ends of links: a short text with a
/// large number must not cost the memory of a large graph.
fn lonely(given: &GraphLinks, vertices: u128) -> Option<Vertex> {
    if vertices <= 2 * given.links.len() as u128 + 1 {
        return None;
    }
    let mut ends: Vec<u64> = given.links.iter().flatten().copied().collect();
    ends.sort_unstable();
    ends.dedup();
    // Vertex 0 needs no link to be reached from vertex 0.
    let free =
        (1..given.nodes + given.switches).find(|vertex| ends.binary_search(vertex).is_err())?;
    Vertex::try_from(free).ok()
}

impl Network for Graph {
    fn nodes(&self) -> u32 {
        saturated(self.given.nodes)
    }

    fn switches(&self) -> u32 {
        saturated(self.given.switches)
    }

    fn link(&self, from: Vertex, to: Vertex) -> Option<u64> {
        let link = self.place(from, to)?;
        match self.class(link) {
            Some(class) if self.half_duplex[class] => Some(link.min(self.place(to, from)?)),
            _ => Some(link),
        }
    }

    fn link_slots(&self) -> u64 {
        self.heads.len() as u64
    }

    fn capacity(&self, link: u64) -> u32 {
        self.kind(link).map_or(0, |kind| kind.lanes)
    }

    fn class(&self, link: u64) -> Option<usize> {
        self.kind(link)?.class
    }

    fn neighbours(&self, vertex: Vertex, out: &mut Vec<Vertex>) {
        out.extend_from_slice(&self.heads[self.out_links(vertex)]);
    }

    fn route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        if let Some(remembered) = self.next_hops.get(to as usize) {
            let next = remembered.get_or_init(|| self.next_hops(to));
            let mut at = next[from as usize];
            while at != to {
                out.push(at);
                at = next[at as usize];
            }
        } else {
            let hops = self.hops(to, Some(from));
            let mut at = self.next_hop(from, &hops);
            while at != to {
                out.push(at);
                at = self.next_hop(at, &hops);
            }
        }
    }

    fn tour_ascends(&self) -> bool {
        false
    }

    fn tour_order(&self) -> Option<&[Vertex]> {
        Some(&self.preorder)
    }

    fn tour_is_default(&self, _from: Vertex, _to: Vertex) -> bool {
        false
    }

    fn tour_route(&self, from: Vertex, to: Vertex, out: &mut Vec<Vertex>) {
        self.tree_route(from, to, out);
    }

    fn graph_links(&self) -> Option<&GraphLinks> {
        Some(&self.given)
    }

    fn link_kinds(&self) -> &[LinkKind] {
        &self.kinds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Routes that are recomputed, on graphs too large to store them, equal the stored ones.
    #[test]
    fn a_route_found_afresh_is_the_one_remembered() {
        for seed in 1..40_u64 {
            let (nodes, mut state) = (3 + seed % 14, seed);
            let mut below = |n: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) % n
            };
            let tree = (1..nodes).map(|i| [i, below(i)]).collect::<Vec<_>>();
            let more = (0..seed % 7).map(|_| [below(nodes), below(nodes)]);
            let links = tree.into_iter().chain(more.collect::<Vec<_>>());
            let links = links.filter(|[a, b]| a != b).collect();
            let mut graph =
                Graph::new(GraphLinks { nodes, switches: 0, links }, Vec::new(), Vec::new())
                    .unwrap();
            let routes = |graph: &Graph| {
                let ends = (0..saturated(nodes))
                    .flat_map(|from| (0..saturated(nodes)).map(move |to| (from, to)));
                let route = |(from, to): (Vertex, Vertex)| {
                    let mut out = Vec::new();
                    graph.route(from, to, &mut out);
                    out
                };
                ends.filter(|(from, to)| from != to).map(route).collect::<Vec<_>>()
            };
            let remembered = routes(&graph);
            graph.next_hops.clear();
            assert_eq!(routes(&graph), remembered, "{:?}", graph.given);
        }
    }
}
