//! Where the vertices of a topology are, as the textbook draws each family.
//!
//! Places are whole numbers, in tenths of a pixel, so that every format writes the same bytes on
//! every machine. The curves between them are computed in floats and rounded to such tenths.

mod circle;
pub(super) mod curve;
mod grid;
pub(super) mod labels;
mod rows;
mod tree;

use std::collections::BTreeMap;

use super::View;
use crate::topology::{Topology, Vertex};

/// A place, in tenths of a pixel; y grows downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

pub(super) const fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

impl Point {
    pub(super) fn plus(self, x: i32, y: i32) -> Point {
        at(self.x + x, self.y + y)
    }
}

/// Half the width of a node.
pub(super) const RADIUS: i32 = 140;
/// Half the width of a node that has its bits written below its number.
pub(super) const WIDE_RADIUS: i32 = 185;
/// Half the width of a switch.
pub(super) const SWITCH: i32 = 60;

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
    /// Lays out a topology.
    pub(super) fn of(topology: &Topology, view: View) -> Layout {
        let p = topology.nodes();
        let mut layout = match topology.family().name() {
            "linear-array" => rows::line(p),
            "ring" => rows::ring(p),
            "tree" | "node-tree" if p > 1 => tree::layout(topology),
            "star" if p > 1 => circle::star(p, true),
            "switch" => circle::star(p, false),
            "hypercube" if (1..=4).contains(&p.trailing_zeros()) => rows::cube(p),
            _ => match topology.network().sides() {
                Some(sides) => grid::layout(sides, topology.network().wraps(), view),
                _ => circle::layout(p, topology.network().switches()),
            },
        };
        if layout.radius == 0 {
            layout.radius = RADIUS;
        }
        layout
    }

    /// Stretches everything sideways, so that texts of this width have room between neighbours
    /// in a row; at most to twice the width.
    pub(super) fn widen(&mut self, width: i32) {
        let mut rows: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for place in &self.places {
            rows.entry(place.y).or_default().push(place.x);
        }
        for row in rows.values_mut() {
            row.sort_unstable();
        }
        let gaps = rows.values().flat_map(|row| row.windows(2).map(|pair| pair[1] - pair[0]));
        let Some(least) = gaps.filter(|gap| *gap > 0).min() else { return };
        let percent = ((width + 100) * 100 / least).clamp(100, 200);
        let places = self.places.iter_mut().chain(self.bends.values_mut().flatten());
        places.for_each(|place| place.x = place.x * percent / 100);
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
