//! Trees: leaves in a row at the bottom, what joins them above, halfway between.

use super::{Layout, SMALL_RADIUS, at, whole};
use hockney_core::topology::{Topology, Vertex};

/// From one column to the next.
const STEP: i32 = 700;
/// From one level to the next.
const RISE: i32 = 720;

/// The most leaves whose nodes have the usual size.
const MOST_LARGE: u32 = 10;

/// The switches of a tree are numbered from p on with the root first; nodes of a node tree with
/// the root 0.
pub(super) fn layout(topology: &Topology) -> Layout {
    let nodes = topology.nodes();
    let switched = topology.network().switches() > 0;
    let root = if switched { nodes } else { 0 };
    let vertices = topology.vertices() as usize;
    let (parents, order) = from_the_root(topology, root);
    let mut depths = vec![0_i32; vertices];
    for vertex in order.iter().skip(1) {
        depths[*vertex as usize] = depths[parents[*vertex as usize] as usize] + 1;
    }
    let deepest = depths.iter().copied().max().unwrap_or(0);
    let columns = columns(switched, nodes, &parents, &order);
    let mut layout = Layout { arched: switched, ..Layout::default() };
    if switched && nodes > MOST_LARGE {
        layout.radius = SMALL_RADIUS;
    }
    for vertex in 0..vertices {
        let leaf = switched && vertex < nodes as usize;
        let depth = if leaf { deepest } else { depths[vertex] };
        layout.places.push(at(columns[vertex], depth * RISE));
        layout.outward.push(if leaf || !switched { at(0, 1) } else { at(0, -1) });
    }
    layout
}

/// The parent of each vertex, and the vertices with the parents first.
fn from_the_root(topology: &Topology, root: Vertex) -> (Vec<Vertex>, Vec<Vertex>) {
    let mut parents = vec![root; topology.vertices() as usize];
    let (mut order, mut next, mut around) = (vec![root], 0, Vec::new());
    while let Some(vertex) = order.get(next).copied() {
        next += 1;
        around.clear();
        topology.network().neighbours(vertex, &mut around);
        let parent = parents[vertex as usize];
        for child in around.iter().copied().filter(|child| *child != parent || vertex == root) {
            parents[child as usize] = vertex;
            order.push(child);
        }
    }
    (parents, order)
}

/// Leaves side by side; every other vertex in the middle of its first and last child.
fn columns(switched: bool, nodes: u32, parents: &[Vertex], order: &[Vertex]) -> Vec<i32> {
    let mut columns: Vec<Option<i32>> = vec![None; parents.len()];
    if switched {
        for (place, column) in (0..).zip(columns.iter_mut().take(nodes as usize)) {
            *column = Some(place * STEP);
        }
    } else {
        // The places of a full last level, of which the tree has the first ones.
        let depth = (nodes.max(1)).ilog2();
        for vertex in 0..nodes {
            let level = (vertex + 1).ilog2();
            let among = i64::from(vertex + 1 - (1 << level));
            let width = i64::from(STEP) << (depth - level);
            let x = whole(among * width + width / 2);
            columns[vertex as usize] = Some(x);
        }
    }
    for vertex in order.iter().rev().filter(|vertex| switched && **vertex >= nodes) {
        let is_child = |c: &usize| parents[*c] == *vertex && *c != *vertex as usize;
        let children = || (0..parents.len()).filter(is_child).filter_map(|child| columns[child]);
        let ends = children().min().zip(children().max());
        columns[*vertex as usize] = ends.map(|(low, high)| i32::midpoint(low, high));
    }
    columns.into_iter().map(Option::unwrap_or_default).collect()
}
