//! Networks as a dense count of links between every two vertices, each family by its definition, pair by pair.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::json::{Read, bad, digits, list, object, required, too_large, whole};

/// More vertices than this are too many for tables over all pairs.
const MOST_VERTICES: usize = 1024;

/// What the default route needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A single line of nodes.
    Line,
    /// One ring.
    Ring,
    /// Sides of a mesh.
    Mesh(Vec<usize>),
    /// Sides of a torus.
    Torus(Vec<usize>),
    /// Labels that differ in a bit.
    Hypercube,
    /// Any tree: the parent of each vertex, none for the root.
    Tree(Vec<Option<usize>>),
    /// Every pair.
    Complete,
    /// As listed.
    Graph,
}

/// A network.
#[derive(Debug, Clone)]
pub(crate) struct Topology {
    /// The nodes are `0..nodes`.
    pub(crate) nodes: usize,
    /// Nodes and switches are `0..vertices`.
    pub(crate) vertices: usize,
    /// How many messages each directed link carries at once; a pair that is not here has no link.
    pub(crate) capacity: BTreeMap<(usize, usize), usize>,
    /// For the default route, and for rows and columns.
    pub(crate) shape: Shape,
}

impl Topology {
    /// Those one link away, in rising order.
    pub(crate) fn neighbours(&self, vertex: usize) -> BTreeSet<usize> {
        (0..self.vertices).filter(|&other| self.capacity.contains_key(&(vertex, other))).collect()
    }

    fn of_pairs(nodes: usize, shape: Shape, adjacent: impl Fn(usize, usize) -> bool) -> Self {
        let mut capacity = BTreeMap::new();
        for a in 0..nodes {
            for b in 0..nodes {
                if a != b && (adjacent(a, b) || adjacent(b, a)) {
                    capacity.insert((a, b), 1);
                }
            }
        }
        Self { nodes, vertices: nodes, capacity, shape }
    }

    fn of_parents(nodes: usize, parents: Vec<Option<usize>>) -> Self {
        let adjacent = |a: usize, b: usize| parents[a] == Some(b);
        let whole = Self::of_pairs(parents.len(), Shape::Graph, adjacent);
        Self { nodes, shape: Shape::Tree(parents), ..whole }
    }
}

/// The coordinates of a label, the last one varying fastest.
pub(crate) fn coordinates(label: usize, sides: &[usize]) -> Vec<usize> {
    let mut rest = label;
    let mut coordinates = vec![0; sides.len()];
    for place in (0..sides.len()).rev() {
        coordinates[place] = rest % sides[place];
        rest /= sides[place];
    }
    coordinates
}

/// The label of coordinates.
pub(crate) fn label(coordinates: &[usize], sides: &[usize]) -> usize {
    coordinates.iter().zip(sides).fold(0, |label, (&place, &side)| label * side + place)
}

/// Next to each other on a line of this length, or across its two ends where it is closed to a ring.
fn near(a: usize, b: usize, side: usize, closed: bool) -> bool {
    a.abs_diff(b) == 1 || (closed && side > 2 && a.abs_diff(b) == side - 1)
}

fn grid(sides: &[usize], nodes: usize, closed: bool) -> Topology {
    let shape = if closed { Shape::Torus(sides.to_vec()) } else { Shape::Mesh(sides.to_vec()) };
    Topology::of_pairs(nodes, shape, |a, b| {
        let (a, b) = (coordinates(a, sides), coordinates(b, sides));
        let apart: Vec<usize> = (0..sides.len()).filter(|&place| a[place] != b[place]).collect();
        match apart[..] {
            [place] => near(a[place], b[place], sides[place], closed),
            _ => false,
        }
    })
}

/// Hangs `leaves` below `parent`; vertices at `next` and beyond are switches that have no place yet.
fn hang(
    leaves: std::ops::Range<usize>,
    parent: Option<usize>,
    next: &mut usize,
    parents: &mut [Option<usize>],
) {
    if leaves.len() == 1 {
        parents[leaves.start] = parent;
        return;
    }
    let switch = *next;
    *next += 1;
    parents[switch] = parent;
    let middle = leaves.start + leaves.len().div_ceil(2);
    hang(leaves.start..middle, Some(switch), next, parents);
    hang(middle..leaves.end, Some(switch), next, parents);
}

fn leaf_tree(nodes: usize) -> Topology {
    let mut parents = vec![None; 2 * nodes - 1];
    hang(0..nodes, None, &mut { nodes }, &mut parents);
    Topology::of_parents(nodes, parents)
}

/// Reads the value of `topology`: `name:sizes`, or a graph that is written out.
pub(crate) fn read(value: &Value) -> Read<Topology> {
    if let Some(text) = value.as_str() {
        return named(text);
    }
    let map = object(value, "topology", &["graph"])?;
    graph(required(map, "graph")?)
}

fn named(text: &str) -> Read<Topology> {
    let Some((name, after)) = text.split_once(':') else {
        return bad(format!("{text} is not name:sizes"));
    };
    let sides = after.split('x').map(digits).collect::<Read<Vec<usize>>>()?;
    let product = sides.iter().try_fold(1_usize, |product, &side| product.checked_mul(side));
    let nodes = match product {
        Some(0) => return bad("a size of 0"),
        Some(nodes) if nodes <= MOST_VERTICES => nodes,
        _ if sides.contains(&0) => return bad("a size of 0"),
        _ => return too_large(format!("{text} has too many nodes")),
    };
    let is_grid = name == "mesh" || name == "torus";
    if is_grid != (sides.len() > 1) {
        // A torus of one side is refused as a mesh of one side is.
        return bad(format!("{text} has the wrong number of sizes"));
    }
    let line = |a: usize, b: usize| near(a, b, nodes, false);
    let ring = |a: usize, b: usize| near(a, b, nodes, true);
    Ok(match name {
        "linear-array" => Topology::of_pairs(nodes, Shape::Line, line),
        "ring" => Topology::of_pairs(nodes, Shape::Ring, ring),
        "mesh" => grid(&sides, nodes, false),
        "torus" => grid(&sides, nodes, true),
        "hypercube" if !nodes.is_power_of_two() => return bad("not a power of two"),
        "hypercube" => {
            Topology::of_pairs(nodes, Shape::Hypercube, |a, b| (a ^ b).is_power_of_two())
        }
        "tree" => leaf_tree(nodes),
        "node-tree" => Topology::of_parents(
            nodes,
            (0..nodes).map(|v| if v == 0 { None } else { Some((v - 1) / 2) }).collect(),
        ),
        "star" => Topology::of_parents(
            nodes,
            (0..nodes).map(|v| if v == 0 { None } else { Some(0) }).collect(),
        ),
        "switch" => Topology::of_parents(
            nodes,
            (0..=nodes).map(|v| if v == nodes { None } else { Some(nodes) }).collect(),
        ),
        "complete" => Topology::of_pairs(nodes, Shape::Complete, |_, _| true),
        _ => return bad(format!("no topology is called {name}")),
    })
}

fn graph(value: &Value) -> Read<Topology> {
    if value.is_string() {
        return bad("a graph in another file is not read here");
    }
    let map = object(value, "graph", &["nodes", "switches", "links"])?;
    let nodes = whole(required(map, "nodes")?, "nodes")?;
    let switches = map.get("switches").map_or(Ok(0), |value| whole(value, "switches"))?;
    if nodes == 0 {
        return bad("a graph without nodes");
    }
    let Some(vertices) = nodes.checked_add(switches).filter(|&count| count <= MOST_VERTICES) else {
        return too_large("a graph with too many vertices");
    };
    let mut capacity = BTreeMap::new();
    for link in list(required(map, "links")?, "links")? {
        let ends = list(link, "a link")?;
        let ends = ends.iter().map(|end| whole(end, "a vertex")).collect::<Read<Vec<_>>>()?;
        let &[a, b] = &ends[..] else {
            return bad("a link that has not two ends");
        };
        if a == b || a >= vertices || b >= vertices {
            return bad(format!("link {a} - {b} is a loop or out of range"));
        }
        *capacity.entry((a, b)).or_insert(0) += 1;
        *capacity.entry((b, a)).or_insert(0) += 1;
    }
    let graph = Topology { nodes, vertices, capacity, shape: Shape::Graph };
    // Switches count: one that nothing hangs on makes the graph disconnected.
    if graph.distances(0).iter().any(Option::is_none) {
        return bad("the graph is not connected");
    }
    Ok(graph)
}
