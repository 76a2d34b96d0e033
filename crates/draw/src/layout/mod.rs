//! Where the vertices of a topology are, as the textbook draws each family.
//!
//! Places are whole numbers, in tenths of a pixel, so that every format writes the same bytes on
//! every machine. The curves between them are computed in floats and rounded to such tenths.

pub(super) mod curve;
mod graph;
pub(super) mod labels;
mod regular;

use std::collections::BTreeMap;

use super::View;
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

    pub(super) fn plus(self, x: i32, y: i32) -> Point {
        at(self.x + x, self.y + y)
    }
}

/// Half the width of a node.
pub(super) const RADIUS: i32 = 125;
/// Half the width of a node that has its bits written below its number.
pub(super) const WIDE_RADIUS: i32 = 185;
/// Half the width of a node in a long row of leaves, and the least room between two of them.
pub(super) const SMALL_RADIUS: i32 = 105;
const NEAREST_LEAVES: i32 = 70;
/// Half the width of a switch.
pub(super) const SWITCH: i32 = 60;

/// The least room between two nodes in a row.
const NEAREST: i32 = 180;

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
    /// The percentage below which links pass through nodes.
    least: i32,
    /// The vertices in the middle of others, past which arrows go in arcs.
    pub(super) hubs: Vec<Vertex>,
    /// The links that end at an edge and go on at the opposite one: the places of both ends, that of the lower
    /// vertex first.
    pub(super) cut: BTreeMap<(Vertex, Vertex), [Point; 2]>,
    /// Whether arrows go in an arch below the highest vertex of their way, for only the ends are nodes.
    pub(super) arched: bool,
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
    /// A ring as a circle.
    pub(super) fn circle(topology: &Topology) -> Layout {
        Layout { radius: RADIUS, ..regular::circle(topology.nodes(), 0) }
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
            "nodes" => regular::boxes(topology, false),
            "nodes-direct" => regular::boxes(topology, true),
            "hypercube" if (2..=regular::MOST_OF_CUBES).contains(&p) => regular::cube(p),
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

    /// How many percent wider this has to be so that texts of this width have room between
    /// neighbours in a row; at most twice as wide.
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
        least.map_or(100, |least| ((width + 100) * 100 / least).clamp(100, 200))
    }

    /// The percentage to which this can be compressed before nodes come too near to each other. The
    /// larger of the longer side and two thirds of both is at most the distance of two places.
    pub(super) fn least(&self) -> i32 {
        let room = if self.radius < RADIUS { NEAREST_LEAVES } else { NEAREST };
        let near = 2 * self.radius + room;
        let mut least = self.least.max(40);
        for (i, a) in self.places.iter().enumerate() {
            for b in &self.places[..i] {
                let (x, y) = ((a.x - b.x).abs(), (a.y - b.y).abs());
                let apart = if self.rigid { x.max(y).max((x + y) * 2 / 3) } else { x };
                if apart > 0 && (self.rigid || y < near) {
                    least = least.max(near * 100 / apart);
                }
            }
        }
        least.min(100)
    }

    /// This at so many percent of its width; what is rigid also of its height.
    pub(super) fn stretched(&self, percent: i32) -> Layout {
        let mut layout = self.clone();
        let bent = layout.bends.values_mut().flatten().chain(layout.cut.values_mut().flatten());
        let places = layout.places.iter_mut().chain(bent);
        for place in places {
            place.x = place.x * percent / 100;
            if self.rigid {
                place.y = place.y * percent / 100;
            }
        }
        layout
    }

    /// How wide the nodes are at so many percent.
    pub(super) fn narrowest(&self, percent: i32) -> i32 {
        self.span() * percent / 100 + 2 * self.radius
    }

    fn span(&self) -> i32 {
        let across = || self.places.iter().map(|place| place.x);
        across().max().unwrap_or(0) - across().min().unwrap_or(0)
    }

    /// A lower percentage, with which this is narrower by so much.
    pub(super) fn narrower(&self, percent: i32, by: i32) -> i32 {
        percent - by * 100 / self.span().max(1) - 1
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

    /// Whether a switch is between a vertex and where its bent link to another leaves; `None` if the link is
    /// not bent.
    pub(super) fn beyond(&self, end: Vertex, switch: Vertex, to: Vertex) -> Option<bool> {
        let exit = self.bends(switch, to).first()?.x;
        let away = |vertex: Vertex| Some((self.places.get(vertex as usize)?.x - exit).abs());
        Some(away(end)? > away(switch)?)
    }

    /// Half the width of a vertex.
    pub(super) fn radius_of(&self, vertex: Vertex, nodes: u32) -> i32 {
        if vertex < nodes { self.radius } else { SWITCH }
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
    use super::{Layout, Point, links};
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
            for (from, to) in links(&topology) {
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
