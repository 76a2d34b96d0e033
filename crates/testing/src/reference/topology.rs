//! Networks as a dense count of links between every two vertices, each family by its definition, pair by pair.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fraction::Fraction;
use super::json::{Read, bad, digits, list, object, required, too_large, whole};

/// More vertices than this are too many for tables over all pairs.
const MOST_VERTICES: usize = 1024;

/// t_h and t_w of a class.
type Times = (Fraction, Option<Fraction>);

/// What the default route needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
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
    /// Boxes of accelerators: the accelerators of each, the boxes, the rails, and whether a box has direct links.
    Boxes(usize, usize, usize, bool),
    /// A fat tree: half the ports of a switch, and the hosts of an edge switch.
    FatTree(usize, usize),
    /// A dragonfly: the hosts of a router, the routers of a group, the global links of a router, the groups.
    Dragonfly([usize; 4]),
    /// Nodes at the switches that the nodes of another network have become.
    Switched(Box<Topology>, usize),
    /// As listed.
    Graph,
}

/// A network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topology {
    /// The nodes are `0..nodes`.
    pub nodes: usize,
    /// Nodes and switches are `0..vertices`.
    pub vertices: usize,
    /// How many messages each directed link carries at once; a pair that is not here has no link.
    pub capacity: BTreeMap<(usize, usize), usize>,
    /// The class of each directed link that has one.
    pub class: BTreeMap<(usize, usize), usize>,
    /// t_h and t_w of each class.
    pub times: Vec<Times>,
    /// The classes whose links share their lanes in both directions.
    pub half_duplex: BTreeSet<usize>,
    /// For the default route, and for rows and columns.
    pub shape: Shape,
}

impl Topology {
    /// One name for what shares lanes: the link in this direction, or both directions of a half-duplex link.
    pub fn wire(&self, (a, b): (usize, usize)) -> (usize, usize) {
        let class = self.class.get(&(a, b));
        let both_ways = class.is_some_and(|class| self.half_duplex.contains(class));
        if both_ways { (a.min(b), a.max(b)) } else { (a, b) }
    }

    fn shape_is_switched(&self) -> bool {
        matches!(self.shape, Shape::Switched(..))
    }

    /// Those one link away, in rising order.
    pub fn neighbours(&self, vertex: usize) -> BTreeSet<usize> {
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
        let (class, times) = (BTreeMap::new(), Vec::new());
        Self { nodes, vertices: nodes, capacity, class, times, half_duplex: BTreeSet::new(), shape }
    }

    fn of_parents(nodes: usize, parents: Vec<Option<usize>>) -> Self {
        let adjacent = |a: usize, b: usize| parents[a] == Some(b);
        let whole = Self::of_pairs(parents.len(), Shape::Graph, adjacent);
        Self { nodes, shape: Shape::Tree(parents), ..whole }
    }
}

/// The coordinates of a label, the last one varying fastest.
pub fn coordinates(label: usize, sides: &[usize]) -> Vec<usize> {
    let mut rest = label;
    let mut coordinates = vec![0; sides.len()];
    for place in (0..sides.len()).rev() {
        coordinates[place] = rest % sides[place];
        rest /= sides[place];
    }
    coordinates
}

/// The label of coordinates.
pub fn label(coordinates: &[usize], sides: &[usize]) -> usize {
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

/// Accelerators, a switch for each box, then the rails.
fn boxes(boxes: usize, each: usize, rails: usize, direct: bool) -> Topology {
    let nodes = boxes * each;
    let (first, rail) = (nodes, nodes + boxes);
    let shape = Shape::Boxes(each, boxes, rails, direct);
    let of = |v: usize| v / each;
    let mut topology = Topology::of_pairs(rail + rails, shape, |a, b| {
        let inside = a < nodes && (b == first + of(a) || (direct && b < nodes && of(a) == of(b)));
        inside || (first..rail).contains(&a) && b >= rail
    });
    topology.nodes = nodes;
    topology.times = vec![(Fraction::ZERO, None); 2];
    let between = |&(a, b): &(usize, usize)| usize::from(a >= rail || b >= rail);
    topology.class = topology.capacity.keys().map(|link| (*link, between(link))).collect();
    topology
}

/// Hosts, edge switches, aggregation switches, core switches.
fn fat_tree(half: usize, below: usize) -> Topology {
    let per_level = 2 * half * half;
    let nodes = per_level * below;
    let [edges, aggregations, cores] = [nodes, nodes + per_level, nodes + 2 * per_level];
    let joined = |a: usize, b: usize| {
        if a < edges {
            b == edges + a / below
        } else if a < aggregations {
            (aggregations..cores).contains(&b) && (a - edges) / half == (b - aggregations) / half
        } else {
            a < cores && b >= cores && (b - cores) / half == (a - aggregations) % half
        }
    };
    let whole = Topology::of_pairs(cores + half * half, Shape::FatTree(half, below), joined);
    Topology { nodes, ..whole }
}

/// Hosts, then routers.
fn dragonfly(sizes: [usize; 4]) -> Topology {
    let [hosts, routers, global, groups] = sizes;
    let nodes = hosts * routers * groups;
    let joined = |a: usize, b: usize| match a < nodes {
        true => b == nodes + a / hosts,
        false if b < nodes => false,
        false => {
            let ([here, first], [there, second]) =
                [a, b].map(|v| [(v - nodes) / routers, (v - nodes) % routers]).into();
            let ports = (0..groups - 1).filter(|q| q / global == first);
            let back = (0..groups - 1).filter(|q| q / global == second);
            here == there
                || ports.clone().any(|q| (here + 1 + q) % groups == there)
                    && back.clone().any(|q| (there + 1 + q) % groups == here)
        }
    };
    let whole = Topology::of_pairs(nodes + routers * groups, Shape::Dragonfly(sizes), joined);
    Topology { nodes, ..whole }
}

/// Nodes, then the vertices of the other network.
fn switched(base: Topology, each: usize) -> Topology {
    let nodes = base.nodes * each;
    let mut capacity: BTreeMap<_, _> =
        base.capacity.iter().map(|(&(a, b), &lanes)| ((nodes + a, nodes + b), lanes)).collect();
    for node in 0..nodes {
        let switch = nodes + node / each;
        capacity.extend([((node, switch), 1), ((switch, node), 1)]);
    }
    let vertices = nodes + base.vertices;
    let (class, times, half_duplex) = Default::default();
    let shape = Shape::Switched(Box::new(base), each);
    Topology { nodes, vertices, capacity, class, times, half_duplex, shape }
}

/// Reads the value of `topology`: `name:sizes`, or a graph that is written out.
pub fn read(value: &Value) -> Read<Topology> {
    if let Some(text) = value.as_str() {
        return named(text);
    }
    let map = object(value, "topology", &["graph"])?;
    graph(required(map, "graph")?)
}

fn named(text: &str) -> Read<Topology> {
    if let Some((base, each)) = text.rsplit_once("/switch:") {
        let (base, each) = (named(base)?, digits(each)?);
        if each == 0 || base.shape_is_switched() {
            return bad("no nodes at a switch, or switches of switches");
        }
        if each > MOST_VERTICES || base.nodes * each + base.vertices > MOST_VERTICES {
            return too_large(format!("{text} has too many vertices"));
        }
        return Ok(switched(base, each));
    }
    let Some((name, after)) = text.split_once(':') else {
        return bad(format!("{text} is not name:sizes"));
    };
    let numbers = |separator| after.split(separator).map(digits).collect::<Read<Vec<usize>>>();
    let wrong = || bad(format!("{text} has the wrong sizes"));
    if name == "fat-tree" || name == "dragonfly" {
        let sizes = numbers(if name == "fat-tree" { ':' } else { 'x' })?;
        if sizes.contains(&0) {
            return bad("a size of 0");
        }
        if sizes.iter().any(|size| *size > MOST_VERTICES) {
            return too_large(format!("{text} has too many vertices"));
        }
        let vertices = match (name, &sizes[..]) {
            ("fat-tree", [k]) if k % 2 == 0 => k.pow(3) / 4 + 5 * k * k / 4,
            ("fat-tree", [k, s]) if k % 2 == 0 => s * k.pow(3) / 4 + 5 * k * k / 4,
            ("dragonfly", [p, a, h, g]) if g - 1 <= a * h => (p + 1) * a * g,
            _ => return wrong(),
        };
        if vertices > MOST_VERTICES {
            return too_large(format!("{text} has too many vertices"));
        }
        return Ok(match sizes[..] {
            [k] => fat_tree(k / 2, k / 2),
            [k, s] => fat_tree(k / 2, k / 2 * s),
            [p, a, h, g] => dragonfly([p, a, h, g]),
            _ => return wrong(),
        });
    }
    let written_direct = after.strip_suffix(":direct").filter(|_| name == "nodes");
    let direct = name == "nodes-direct" || written_direct.is_some();
    let mut sides =
        written_direct.unwrap_or(after).split('x').map(digits).collect::<Read<Vec<usize>>>()?;
    let mut rails = 1;
    if name == "nodes" || name == "nodes-direct" {
        match sides.len() {
            2 => {}
            3 => rails = sides.pop().unwrap_or(1),
            _ => return bad(format!("{text} has the wrong number of sizes")),
        }
        if rails == 0 {
            return bad("a size of 0");
        }
    }
    let product = sides.iter().try_fold(1_usize, |product, &side| product.checked_mul(side));
    let nodes = match product {
        Some(0) => return bad("a size of 0"),
        Some(nodes) if nodes <= MOST_VERTICES => nodes,
        _ if sides.contains(&0) => return bad("a size of 0"),
        _ => return too_large(format!("{text} has too many nodes")),
    };
    if name == "nodes" || name == "nodes-direct" {
        if nodes + sides[0] + rails > MOST_VERTICES {
            return too_large(format!("{text} has too many vertices"));
        }
        return Ok(boxes(sides[0], sides[1], rails, direct));
    }
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

/// The names of the classes, their times, where they are numbers without a unit, and those that are half-duplex.
type Classes = (Vec<String>, Vec<Times>, BTreeSet<usize>);

fn classes(value: &Value) -> Read<Classes> {
    let Some(map) = value.as_object() else { return bad("classes are not a mapping") };
    let (mut names, mut times, mut half_duplex) = Classes::default();
    for (name, value) in map {
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return bad(format!("{name} does not start with a letter"));
        }
        let of = object(value, "a class", &["t_h", "t_w", "half_duplex"])?;
        match of.get("half_duplex") {
            None | Some(Value::Bool(false)) => {}
            Some(Value::Bool(true)) => _ = half_duplex.insert(names.len()),
            Some(_) => return bad("half_duplex is true or false"),
        }
        let time = |key| match of.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if text == "0" => Ok(Some(Fraction::ZERO)),
            Some(Value::String(text)) => Fraction::read(text).map(Some),
            Some(other) if other.as_u64() == Some(0) => Ok(Some(Fraction::ZERO)),
            Some(other) => Fraction::read(&other.to_string()).map(Some),
        };
        let t_w = time("t_w")?;
        if t_w == Some(Fraction::ZERO) {
            return bad("a time per word of 0");
        }
        names.push(name.clone());
        times.push((time("t_h")?.unwrap_or(Fraction::ZERO), t_w));
    }
    Ok((names, times, half_duplex))
}

fn graph(value: &Value) -> Read<Topology> {
    if value.is_string() {
        return bad("a graph in another file is not read here");
    }
    let map = object(value, "graph", &["nodes", "switches", "classes", "order", "links"])?;
    let nodes = whole(required(map, "nodes")?, "nodes")?;
    let switches = map.get("switches").map_or(Ok(0), |value| whole(value, "switches"))?;
    if nodes == 0 {
        return bad("a graph without nodes");
    }
    let Some(vertices) = nodes.checked_add(switches).filter(|&count| count <= MOST_VERTICES) else {
        return too_large("a graph with too many vertices");
    };
    let (names, times, half_duplex) = map.get("classes").map_or(Ok(Classes::default()), classes)?;
    let mut ordered = BTreeSet::new();
    for name in map.get("order").map_or(Ok(&[][..]), |value| list(value, "the order"))? {
        let known = names.iter().find(|known| Some(known.as_str()) == name.as_str());
        if known.is_none() || !ordered.insert(known) {
            return bad("an order of other classes");
        }
    }
    let (mut capacity, mut class) = (BTreeMap::new(), BTreeMap::new());
    for link in list(required(map, "links")?, "links")? {
        let parts = list(link, "a link")?;
        if !(2..=4).contains(&parts.len()) || parts.len() > 2 && names.is_empty() {
            return bad("a link that has not two ends");
        }
        let (a, b) = (whole(&parts[0], "a vertex")?, whole(&parts[1], "a vertex")?);
        let of = match parts.get(2) {
            None => None,
            Some(name) => {
                match names.iter().position(|known| known.as_str() == name.as_str().unwrap_or("")) {
                    None => return bad("an unknown class"),
                    found => found,
                }
            }
        };
        let lanes = parts.get(3).map_or(Ok(1), |lanes| whole(lanes, "lanes"))?;
        if lanes == 0 || lanes > u32::MAX as usize {
            return bad("no lanes, or too many");
        }
        if a == b || a >= vertices || b >= vertices {
            return bad(format!("link {a} - {b} is a loop or out of range"));
        }
        for (a, b) in [(a, b), (b, a)] {
            if capacity.contains_key(&(a, b)) && class.get(&(a, b)) != of.as_ref() {
                return bad("parallel links of different classes");
            }
            *capacity.entry((a, b)).or_insert(0) += lanes;
            class.extend(of.map(|of| ((a, b), of)));
        }
    }
    if (0..names.len()).any(|of| !class.values().any(|used| *used == of)) {
        return bad("a class without links");
    }
    let shape = Shape::Graph;
    let graph = Topology { nodes, vertices, capacity, class, times, half_duplex, shape };
    // Switches count: one that nothing hangs on makes the graph disconnected.
    if graph.distances(0).iter().any(Option::is_none) {
        return bad("the graph is not connected");
    }
    Ok(graph)
}
