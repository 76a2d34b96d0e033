//! Where the vertices of a topology are, as the textbook draws each family.
//!
//! Places are whole numbers, in tenths of a pixel, so that every format writes the same bytes on
//! every machine. The curves between them are computed in floats and rounded to such tenths.

pub(super) mod curve;
mod graph;
pub(super) mod labels;
mod regular;
pub(super) mod rows;

use std::collections::{BTreeMap, BTreeSet};

use super::View;
use curve::ArrowStop;
use hockney_core::topology::{Topology, Vertex};

/// A place, in tenths of a pixel; y grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

pub(super) const fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// A number as a coordinate, of which no picture has too many.
pub(super) fn whole(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX / 1000)
}

impl Point {
    /// The vector of this length in the direction of another point.
    fn towards(self, other: Point, length: i32) -> Point {
        let (x, y) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        let apart = (x * x + y * y).isqrt().max(1);
        let [x, y] = [x, y].map(|side| whole(side * i64::from(length) / apart));
        at(x, y)
    }

    /// The vector of this length to the right of the way to another point.
    fn right_of(self, other: Point, length: i32) -> Point {
        let along = self.towards(other, length);
        at(-along.y, along.x)
    }

    /// The square of how far this is from the line between two points.
    fn square_to_line(self, a: Point, b: Point) -> i64 {
        let [(x, y), (px, py)] = [b, self].map(|to| (i64::from(to.x - a.x), i64::from(to.y - a.y)));
        let (length, along) = (x * x + y * y, px * x + py * y);
        if along <= 0 || length == 0 {
            return px * px + py * py;
        }
        if along >= length {
            return (px - x).pow(2) + (py - y).pow(2);
        }
        let across = px * y - py * x;
        i64::try_from(i128::from(across).pow(2) / i128::from(length)).unwrap_or(i64::MAX)
    }

    pub(super) fn plus(self, x: i32, y: i32) -> Point {
        at(self.x + x, self.y + y)
    }
}

pub(super) fn lower(a: Point, b: Point) -> Point {
    at(a.x.min(b.x), a.y.min(b.y))
}

pub(super) fn higher(a: Point, b: Point) -> Point {
    at(a.x.max(b.x), a.y.max(b.y))
}

/// Half the width of a node.
pub(super) const RADIUS: i32 = 125;
/// Half the width of a node that has its bits written below its number.
pub(super) const WIDE_RADIUS: i32 = 185;
/// Half the width of a node of many, and of one that has just room for two digits.
pub(super) const SMALL_RADIUS: i32 = 105;
pub(super) const LEAST_RADIUS: i32 = 70;
/// Half the width of a switch.
const SWITCH: i32 = 60;

/// The least room between two vertices, and between two that a link joins.
const BESIDE_NODE: i32 = 50;
const ALONG_LINK: i32 = 110;

/// How long the two ends are to which a link that closes a line is cut, from the middle of a node.
const STUB: i32 = 330;

/// The most links that are drawn where no message passes.
const MOST_LINKS: usize = 400;

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// By vertex.
    pub(super) places: Vec<Point>,
    /// For each vertex the way from it that leads away from its links, in no particular length.
    pub(super) outward: Vec<Point>,
    /// Links that are bent: the places that they pass from the lower vertex to the higher.
    pub(super) bends: BTreeMap<(Vertex, Vertex), Vec<Point>>,
    /// Half the width of a node.
    pub(super) radius: i32,
    /// Whether its height and its width keep their proportion.
    pub(super) rigid: bool,
    /// The vertices in the middle of others, past which arrows go in arcs.
    pub(super) hubs: Vec<Vertex>,
    /// The links that end at an edge and go on at the opposite one: the places of both ends, that of the lower
    /// vertex first.
    pub(super) cut: BTreeMap<(Vertex, Vertex), [Point; 2]>,
    /// Where nodes are in rows, how many are in each row.
    pub(super) rows: Option<u32>,
    /// And the nodes in the order of their places there.
    pub(super) order: Vec<Vertex>,
    /// Whether there is room for labels between arrows that run beside each other.
    pub(super) spacious: bool,
    /// The links that are not drawn, from the lower vertex to the higher.
    pub(super) hidden: BTreeSet<(Vertex, Vertex)>,
}

/// Half the width of nodes that just have room for their numbers.
fn least_radius(nodes: u32) -> i32 {
    if nodes > 100 { SMALL_RADIUS } else { LEAST_RADIUS }
}

/// The links of a topology, each once: from its lower vertex to its higher.
pub(super) fn links(topology: &Topology) -> Vec<(Vertex, Vertex)> {
    let (mut links, mut around) = (Vec::new(), Vec::new());
    for from in 0..topology.vertices() {
        around.clear();
        topology.network().neighbours(from, &mut around);
        links.extend(around.iter().filter(|to| **to > from).map(|to| (from, *to)));
    }
    links
}

impl Layout {
    /// The links that are drawn: where there are very many, nobody follows one of them.
    pub(super) fn drawn(&self, topology: &Topology) -> Vec<(Vertex, Vertex)> {
        let mut links = links(topology);
        links.retain(|link| !self.hidden.contains(link));
        if links.len() > MOST_LINKS {
            links.clear();
        }
        links
    }

    /// Lays out a topology.
    pub(super) fn of(topology: &Topology, view: View) -> Layout {
        let p = topology.nodes();
        let mut layout = match topology.family().name() {
            "linear-array" if p <= regular::MOST_IN_A_LINE => regular::line(p),
            "linear-array" | "ring" => regular::ring(p),
            "tree" | "node-tree" if p > 1 => regular::tree(topology),
            "star" if p > 1 => regular::star(p, true),
            "switch" => regular::star(p, false),
            "graph" => graph::layout(topology),
            "fat-tree" | "dragonfly" | "nodes" | "nodes-direct" => rows::rows(topology),
            "hypercube" if (2..=regular::MOST_OF_CUBES).contains(&p) => regular::cube(p),
            "switched" => regular::switched(topology, view),
            _ => match topology.network().sides() {
                Some(sides) => regular::grid(sides, topology.network().wraps(), view),
                _ => regular::circle(p, topology.network().switches()),
            },
        };
        if layout.radius == 0 {
            layout.radius = RADIUS;
        }
        layout
    }

    /// How much wider this has to be, in thousandths, so that texts of this width have room between neighbours in a
    /// row; at most twice as wide.
    pub(super) fn wide_enough(&self, width: i32) -> i32 {
        let mut rows: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for place in &self.places {
            rows.entry(place.y).or_default().push(place.x);
        }
        for row in rows.values_mut() {
            row.sort_unstable();
        }
        let gaps = rows.values().flat_map(|row| row.windows(2).map(|pair| pair[1] - pair[0]));
        let least = gaps.filter(|gap| *gap > 0).min();
        least.map_or(1000, |least| ((width + 100) * 1000 / least).clamp(1000, 2000))
    }

    /// How far apart the outermost vertices are.
    pub(super) fn span(&self) -> Point {
        let low = self.places.iter().copied().reduce(lower).unwrap_or_default();
        let high = self.places.iter().copied().reduce(higher).unwrap_or_default();
        at(high.x - low.x, high.y - low.y)
    }

    /// This at so many thousandths of its width and height, with nodes as wide as then have room; `None` if they
    /// have none, or a link would pass through a node.
    pub(super) fn scaled(&self, topology: &Topology, wide: i32, high: i32) -> Option<Layout> {
        let mut layout = self.clone();
        let part = |length: i32, by: i32| whole(i64::from(length) * i64::from(by) / 1000);
        let places = layout.places.iter_mut().chain(layout.bends.values_mut().flatten());
        for place in places {
            *place = at(part(place.x, wide), part(place.y, high));
        }
        let links = layout.drawn(topology);
        layout.radius = layout.roomy(topology, &links)?;
        for ((a, b), ends) in &mut layout.cut {
            for (end, vertex) in ends.iter_mut().zip([a, b]) {
                // As long as before beyond the rim of the node.
                let old = self.places[*vertex as usize];
                let place = layout.places[*vertex as usize];
                let by = old.towards(*end, layout.radius + STUB - RADIUS);
                *end = place.plus(by.x, by.y);
            }
        }
        let (nodes, least) = (topology.nodes(), least_radius(topology.nodes()));
        if self.rows.is_some() {
            layout.hide(&links, nodes);
            return Some(layout);
        }
        for (from, to) in links {
            while !layout.is_clear(from, to, nodes) {
                if layout.radius == least {
                    return None;
                }
                // Smaller nodes may not be in the way.
                layout.radius = (layout.radius - 15).max(least);
            }
        }
        Some(layout)
    }

    /// Links that would pass over a vertex are not drawn.
    fn hide(&mut self, links: &[(Vertex, Vertex)], nodes: u32) {
        let over = links.iter().copied().filter(|(from, to)| !self.is_clear(*from, *to, nodes));
        let over: Vec<(Vertex, Vertex)> = over.collect();
        self.hidden.extend(over);
    }

    /// Half the width of nodes between which arrows have room.
    fn roomy(&self, topology: &Topology, links: &[(Vertex, Vertex)]) -> Option<i32> {
        let nodes = topology.nodes();
        let far = |a: Vertex, b: Vertex| {
            let (a, b) = (self.places[a as usize], self.places[b as usize]);
            let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
            whole((x * x + y * y).isqrt())
        };
        // Both radii together, with the room between them.
        let switch = self.switch();
        let room = |a: Vertex, b: Vertex, between: i32| match (a < nodes, b < nodes) {
            (true, true) => (far(a, b) - between) / 2,
            (false, false) if far(a, b) > 2 * switch => i32::MAX,
            (false, false) => 0,
            _ => far(a, b) - switch - between,
        };
        let all = (0..topology.vertices()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let near = all.map(|(a, b)| room(a, b, BESIDE_NODE));
        let between = if self.rows.is_some() { BESIDE_NODE / 3 } else { ALONG_LINK };
        let linked = links.iter().map(|(a, b)| room(*a, *b, between));
        let most = near.chain(linked).min().unwrap_or(i32::MAX);
        let least = least_radius(nodes);
        match most {
            most if most >= self.radius => Some(self.radius),
            // Only the widest have room for more than a number.
            most if most >= least => Some(most.min(RADIUS).min(self.radius)),
            _ => None,
        }
    }

    /// Whether a link passes through no node, and no switch, that is not its own.
    fn is_clear(&self, from: Vertex, to: Vertex, nodes: u32) -> bool {
        if self.cut.contains_key(&(from, to)) {
            return true;
        }
        let (a, b) = (self.places[from as usize], self.places[to as usize]);
        let bends = self.bends(from, to);
        let each = if bends.is_empty() { 1 } else { 12 };
        let points = curve::link(a, &bends, b).samples(each);
        let passed = |(vertex, place): (Vertex, &Point)| {
            let near = i64::from(self.radius_of(vertex, nodes) + 3);
            vertex != from
                && vertex != to
                && points
                    .windows(2)
                    .any(|ends| place.square_to_line(ends[0], ends[1]) < near * near)
        };
        !(0..).zip(&self.places).any(passed)
    }

    /// The vertices that are drawn: of switches those of which some link is.
    pub(super) fn shown(&self, topology: &Topology) -> impl Iterator<Item = Vertex> {
        let shows = |vertex: &Vertex| {
            let mut around = Vec::new();
            topology.network().neighbours(*vertex, &mut around);
            let link = |to: &Vertex| (*vertex.min(to), *vertex.max(to));
            let hidden = |to: &Vertex| self.hidden.contains(&link(to));
            *vertex < topology.nodes() || !around.iter().all(hidden)
        };
        (0..topology.vertices()).filter(shows)
    }

    /// Where an arrow from one vertex to another passes the vertex in the middle: on the side of its
    /// ends, and a little to its right, so that the arrow back is beside it.
    pub(super) fn past(&self, hub: Vertex, from: Point, to: Point, nodes: u32) -> Option<Point> {
        let at_hub = self.places.get(hub as usize)?;
        // The middle between the ends, seen from the hub.
        let middle =
            at(i32::midpoint(from.x, to.x) - at_hub.x, i32::midpoint(from.y, to.y) - at_hub.y);
        let far = i64::from(middle.x).pow(2) + i64::from(middle.y).pow(2);
        let far = i32::try_from(far.isqrt()).ok()?;
        let clear = self.radius_of(hub, nodes) + 110;
        if far < clear / 2 {
            // Opposite ends: beside the hub.
            let Point { x, y } = from.right_of(to, clear);
            return Some(at_hub.plus(x, y));
        }
        let out = clear.max(far * 2 / 3);
        let Point { x, y } = from.right_of(to, 45);
        Some(at_hub.plus(middle.x * out / far + x, middle.y * out / far + y))
    }

    /// Whether some vertex is in the way of a straight arrow between two others.
    pub(super) fn is_passed(&self, from: ArrowStop, to: ArrowStop) -> bool {
        let near = i64::from(self.radius + 12).pow(2);
        let others = self.places.iter().filter(|place| **place != from.at && **place != to.at);
        others.into_iter().any(|place| place.square_to_line(from.at, to.at) < near)
    }

    /// Where an arrow between two places on a round curve passes inside of it.
    pub(super) fn inside(from: Point, to: Point) -> Point {
        let middle = at(i32::midpoint(from.x, to.x), i32::midpoint(from.y, to.y));
        let apart = (from.x - to.x).abs().max((from.y - to.y).abs());
        let far = middle.x.abs().max(middle.y.abs());
        let by = middle.towards(at(0, 0), (apart / 5 + 60).min(far));
        let aside = from.right_of(to, 30);
        middle.plus(by.x + aside.x, by.y + aside.y)
    }

    /// Where an arrow over a link that is cut leaves and comes back, a little to the right of the link.
    pub(super) fn cut(&self, from: Vertex, to: Vertex, aside: i32) -> Option<[Point; 2]> {
        let mut ends = *self.cut.get(&(from.min(to), from.max(to)))?;
        if from > to {
            ends.reverse();
        }
        let [leaves, comes] = ends;
        let start = self.places.get(from as usize)?;
        let Point { x, y } = start.right_of(leaves, aside);
        Some([leaves.plus(x, y), comes.plus(x, y)])
    }

    /// Half the width of a vertex.
    pub(super) fn radius_of(&self, vertex: Vertex, nodes: u32) -> i32 {
        if vertex < nodes { self.radius } else { self.switch() }
    }

    /// Half the width of a switch.
    pub(super) fn switch(&self) -> i32 {
        if self.rows.is_some() { SWITCH * 2 / 3 } else { SWITCH }
    }

    /// The places strictly between two neighbours on their link, from the first to the second.
    pub(super) fn bends(&self, from: Vertex, to: Vertex) -> Vec<Point> {
        let mut bends = self.bends.get(&(from.min(to), from.max(to))).cloned().unwrap_or_default();
        if from > to {
            bends.reverse();
        }
        bends
    }
}

#[cfg(test)]
mod tests {
    use super::curve::link;
    use super::{Layout, Point};
    use crate::View;
    use hockney_core::topology::Topology;

    /// In small grids and hypercubes no link passes through a node that is not its own, and no two
    /// nodes touch.
    #[test]
    fn links_pass_between_the_nodes() {
        let grids = ["mesh:3x4", "mesh:2x2x2", "mesh:2x2x2x2", "mesh:2x2x2x2x2", "torus:2x2x2x2"];
        let cubes = ["hypercube:8", "hypercube:16", "hypercube:32", "hypercube:64"];
        let boxes = ["nodes:1x3", "nodes:2x4", "nodes:3x5x2", "nodes:4x8", "nodes-direct:2x8"];
        for name in grids.into_iter().chain(cubes).chain(boxes) {
            let topology = Topology::parse(name).unwrap();
            let layout = Layout::of(&topology, View::default());
            assert_eq!(layout.places.len(), topology.vertices() as usize);
            for (from, to) in layout.drawn(&topology) {
                let (a, b) = (layout.places[from as usize], layout.places[to as usize]);
                let line = link(a, &layout.bends(from, to), b).samples(200);
                let nodes = 0..topology.nodes();
                for (node, place) in
                    nodes.zip(&layout.places).filter(|(n, _)| *n != from && *n != to)
                {
                    let apart = |at: &Point| (at.x - place.x).pow(2) + (at.y - place.y).pow(2);
                    let nearest = line.iter().map(apart).min();
                    let radius = layout.radius.pow(2);
                    assert!(nearest > Some(radius), "{name}: {from} to {to} through {node}");
                }
            }
        }
    }
}
