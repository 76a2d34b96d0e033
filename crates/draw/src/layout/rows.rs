//! Many nodes in rows, as a page has room for them: arrows run along rows and columns, switches of one row are above
//! it, and all others at the left.

use std::collections::BTreeMap;

use super::super::story::ToldMessage;
use super::{Layout, Point, SMALL_RADIUS, at, higher, links, lower, whole};
use hockney_core::topology::{Topology, Vertex};

/// From one node of a row to the next, and from row to row.
const NEXT: i32 = 550;
const DOWN: i32 = 900;
/// From a row to the switches of its nodes, and from one layer of switches to the next.
const ABOVE: i32 = 260;
const LAYER: i32 = 110;
/// From the first column to the switches at the left, and from one layer of these to the next.
const LEFT: i32 = 900;
const FURTHER: i32 = 220;

/// The most nodes in a row.
const MOST_IN_A_ROW: u32 = 10;

/// The nodes in rows; of a machine that has groups of a suitable size a group is a row.
pub(in super::super) fn rows(topology: &Topology) -> Layout {
    let p = topology.nodes();
    let even = if p <= MOST_IN_A_ROW { p } else { p.isqrt().next_power_of_two().min(8) };
    let suits = |of: &u32| (3..=MOST_IN_A_ROW).contains(of) && p.div_ceil(*of) < MOST_IN_A_ROW;
    let each = group(topology).filter(suits).unwrap_or(even);
    // Algorithms halve networks in the order of a tour.
    let tour = topology.network().tour_order();
    let order = tour.map_or_else(|| (0..p).collect(), <[Vertex]>::to_vec);
    let mut places = vec![Point::default(); p as usize];
    for (index, node) in (0..p).zip(&order) {
        places[*node as usize] = at(whole(index % each) * NEXT, whole(index / each) * DOWN);
    }
    let mut layout = Layout {
        order,
        places,
        outward: vec![at(0, -1); p as usize],
        radius: SMALL_RADIUS,
        rows: Some(each),
        spacious: true,
        ..Layout::default()
    };
    switches(&mut layout, topology);
    let drawn = layout.drawn(topology);
    layout.hide(&drawn, p);
    layout
}

/// The nodes of an outermost group of a machine; of a grid those of a line, or of a plane of short lines.
fn group(topology: &Topology) -> Option<u32> {
    let network = topology.network();
    if let (None, [outermost, _, ..]) = (network.base(), &network.levels()[..]) {
        return Some(topology.nodes() / outermost.parts);
    }
    let base = network.base().unwrap_or(topology);
    let each = topology.nodes() / base.nodes().max(1);
    let lines = base.network().sides()?.iter().rev().scan(each, |all, side| {
        *all *= side;
        Some(*all)
    });
    lines.take_while(|all| *all <= MOST_IN_A_ROW).last()
}

/// Puts each switch above the row of all nodes below it, or at the left of their rows. Links of two nodes are hidden,
/// and so is a switch that joins nodes of several rows.
fn switches(layout: &mut Layout, topology: &Topology) {
    let (p, all) = (topology.nodes(), links(topology));
    let levels = levels(topology, &all);
    let (mut around, mut below) = (Vec::new(), Vec::new());
    below.extend(layout.places.iter().map(|place| [*place; 2]));
    below.resize(levels.len(), [Point::default(); 2]);
    layout.outward.resize(levels.len(), at(0, -1));
    layout.places.resize(levels.len(), at(0, 0));
    let mut first = None;
    for level in 1..=levels.iter().copied().max().unwrap_or(0) {
        let mut together: BTreeMap<[Point; 2], Vec<Vertex>> = BTreeMap::new();
        for switch in (p..topology.vertices()).filter(|v| levels[*v as usize] == level) {
            around.clear();
            topology.network().neighbours(switch, &mut around);
            let under = around.iter().filter(|v| levels[**v as usize] < level);
            let ends = under.map(|v| below[*v as usize]);
            let ends = ends.reduce(|[a, b], [c, d]| [lower(a, c), higher(b, d)]);
            below[switch as usize] = ends.unwrap_or_default();
            together.entry(below[switch as usize]).or_default().push(switch);
        }
        for ([low, high], alike) in together {
            let count = whole(alike.len());
            for (i, switch) in (0..).zip(alike) {
                let part = |low: i32, high: i32| low + (high - low) * (2 * i + 1) / (2 * count);
                let aside = if count > 1 { NEXT / 2 } else { 0 };
                layout.places[switch as usize] = if low.y == high.y {
                    let x = part(low.x - aside, high.x + aside);
                    at(x, low.y - ABOVE - (level - 1) * LAYER)
                } else if level == 1 {
                    at(NEXT / 2, part(0, DOWN))
                } else {
                    let first = *first.get_or_insert(level);
                    at(-LEFT - (level - first) * FURTHER, part(low.y, high.y) - DOWN / 4)
                };
            }
        }
    }
    for (a, b) in all {
        let is_joined = b >= p && below[b as usize][0].y == below[b as usize][1].y;
        let (from, to) = (layout.places[a as usize], layout.places[b as usize]);
        // Routers of different groups are far apart.
        let are_far = levels[a as usize] == levels[b as usize] && from.y != to.y;
        if are_far || (a < p && !is_joined) {
            layout.hidden.insert((a, b));
        } else if a < p && (to.x - from.x).abs() > NEXT {
            // Above the nodes between.
            let over = at(from.x + (to.x - from.x) / 4, from.y - ABOVE * 9 / 10);
            layout.bends.insert((a, b), vec![over]);
        } else if a >= p && (from.x < 0) != (to.x < 0) {
            let (row, end) = if from.x < 0 { (to.y, from.y) } else { (from.y, to.y) };
            let near = at(-LEFT * 3 / 4, row + (end - row).signum() * LAYER);
            let mut bends = vec![at(-LEFT / 2, row), near];
            if from.x < 0 {
                bends.reverse();
            }
            layout.bends.insert((a, b), bends);
        }
    }
}

/// How many links each vertex is from the nearest node.
fn levels(topology: &Topology, all: &[(Vertex, Vertex)]) -> Vec<i32> {
    let p = topology.nodes() as usize;
    let mut levels: Vec<Option<i32>> =
        (0..topology.vertices() as usize).map(|v| (v < p).then_some(0)).collect();
    for level in 1..=whole(topology.network().switches()) {
        let before = levels.clone();
        for (a, b) in all.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]) {
            if before[a as usize] == Some(level - 1) {
                levels[b as usize].get_or_insert(level);
            }
        }
        if levels == before {
            break;
        }
    }
    levels.into_iter().map(Option::unwrap_or_default).collect()
}

impl Layout {
    /// The way of the arrow of a message: along its route, or in rows beside the nodes of a row, and then of a column.
    pub(in super::super) fn way(&self, sent: &ToldMessage) -> Vec<Vertex> {
        let Some(each) = self.rows else { return sent.way.clone() };
        let index = |node: Vertex| {
            (0..).zip(&self.order).find(|(_, of)| **of == node).map_or(node, |(at, _)| at)
        };
        let (from, to) = (index(sent.from), index(sent.to));
        let corner = from - from % each + to % each;
        let turns = if (corner as usize) < self.order.len() {
            [(corner, 1), (to, each)]
        } else {
            [(to - to % each + from % each, each), (to, 1)]
        };
        let (mut way, mut here) = (vec![from], from);
        for (goal, by) in turns {
            while here != goal {
                here = if here < goal { here + by } else { here - by };
                way.push(here);
            }
        }
        way.into_iter().map(|at| self.order[at as usize]).collect()
    }
}
