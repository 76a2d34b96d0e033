//! Symmetries of a machine: renumberings of its vertices that map links to links.
//!
//! Schedules are first searched among those that look the same under one. A refutation uses none. If a machine has
//! none, the renumberings need not map its links: who sends what to whom can still look the same.

use super::task::{CopiedPiece, Task, TaskKind, Wire, Wires};

/// A renumbering of the vertices that maps a task to itself and, unless the machine has no such, links to links of
/// the same capacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<u32>,
    /// How often it must be repeated until every vertex is in its place.
    order: u32,
}

/// The most symmetries that are tried for one cell.
const MOST_TRIED: usize = 6;

impl Symmetry {
    /// The image of a vertex.
    pub fn of(&self, vertex: u32) -> u32 {
        self.image[vertex as usize]
    }

    /// The place of the image of each block.
    pub(super) fn of_blocks(&self, blocks: &[CopiedPiece]) -> Vec<usize> {
        let set = |wanted: u64| {
            let nodes = (0..64).filter(|node| wanted >> node & 1 == 1);
            nodes.fold(0, |set, node| set | 1_u64 << self.of(node))
        };
        let mut seen = 0;
        let mut image = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            // Pieces of one block are beside each other, and keep their order.
            let same =
                |other: &CopiedPiece| (other.start, other.wanted) == (block.start, block.wanted);
            seen = if at > 0 && same(&blocks[at - 1]) { seen + 1 } else { 0 };
            let wanted = (self.of(block.start), set(block.wanted));
            let first = blocks.iter().position(|other| (other.start, other.wanted) == wanted);
            image.push(first.map_or(at, |first| first + seen));
        }
        image
    }

    /// The groups of symmetries that are tried for a task, by generators, those with the longest orbits first.
    /// None moves a root.
    pub fn of_task(task: &Task) -> Vec<Vec<Self>> {
        if matches!(task.kind, TaskKind::Broadcast | TaskKind::Scatter) {
            return Vec::new();
        }
        let p = task.wires.nodes;
        let of = |nodes: &dyn Fn(u32) -> u32| {
            let nodes: Vec<u32> = (0..p).map(nodes).collect();
            complete(&task.wires, &nodes).filter(|found| found.order > 1)
        };
        // What messages carry can look the same although their routes do not.
        let pattern = |nodes: &dyn Fn(u32) -> u32| {
            let image: Vec<u32> =
                (0..task.wires.vertices).map(|v| if v < p { nodes(v) } else { v }).collect();
            Symmetry { order: order(&image), image }
        };
        let exchanges = (1..p).filter(|_| p.is_power_of_two());
        let exchanges: Vec<_> = exchanges.filter_map(|by| of(&|v| v ^ by)).collect();
        let mut single: Vec<_> = (1..p).filter_map(|by| of(&|v| (v + by) % p)).collect();
        let mut translations = Vec::new();
        for columns in (2..p).filter(|columns| p.is_multiple_of(*columns)) {
            let rows = p / columns;
            let along = of(&|v| v / columns * columns + (v + 1) % columns);
            let across = of(&|v| (v + columns) % p);
            translations.extend(along.iter().zip(&across).map(|(a, b)| vec![a.clone(), b.clone()]));
            single.extend(along);
            single.extend(of(&|v| (rows - 1 - v / columns) * columns + v % columns));
            single.extend(of(&|v| v / columns * columns + columns - 1 - v % columns));
        }
        single.extend(exchanges.iter().cloned());
        single.extend(of(&|v| p - 1 - v));
        single.sort_by_key(|symmetry| std::cmp::Reverse(symmetry.order));
        let mut groups = translations;
        groups.extend([exchanges].into_iter().filter(|group| group.len() > 1));
        let mut orders: Vec<u32> = Vec::new();
        for symmetry in single {
            // Two of each order, so that different ones are tried.
            let alike = orders.iter().filter(|order| **order == symmetry.order).count();
            let group = vec![symmetry];
            if alike < 2 && !groups.contains(&group) {
                orders.push(group[0].order);
                groups.push(group);
            }
        }
        groups.truncate(MOST_TRIED);
        if groups.is_empty() && !task.neighbours && p > 2 {
            groups.extend(
                p.is_power_of_two()
                    .then(|| (0..p.ilog2()).map(|bit| pattern(&|v| v ^ 1 << bit)).collect()),
            );
            groups.push(vec![pattern(&|v| (v + 1) % p)]);
        }
        groups
    }
}

/// A renumbering of the nodes with that of the switches, if it maps links to links. Where a switch has no
/// choice but one it is found; other renumberings are left out, which is always allowed.
fn complete(wires: &Wires, nodes: &[u32]) -> Option<Symmetry> {
    let mut image: Vec<Option<u32>> = nodes.iter().map(|node| Some(*node)).collect();
    image.resize(wires.vertices as usize, None);
    // A switch is the common neighbour of the images of its neighbours.
    for _ in wires.nodes..wires.vertices {
        for switch in wires.nodes..wires.vertices {
            if image[switch as usize].is_some() {
                continue;
            }
            let beside = wires.out_of(switch).filter_map(|l| image[wires.links[l].to as usize]);
            let beside: Vec<u32> = beside.collect();
            let fits = |other: &u32| {
                !image.contains(&Some(*other))
                    && beside.iter().all(|beside| wires.link(*other, *beside).is_some())
            };
            let mut fitting = (wires.nodes..wires.vertices).filter(fits);
            if let (false, Some(one), None) = (beside.is_empty(), fitting.next(), fitting.next()) {
                image[switch as usize] = Some(one);
            }
        }
    }
    let image: Vec<u32> = image.into_iter().collect::<Option<_>>()?;
    let kept = |link: &Wire| {
        let to = wires.link(image[link.from as usize], image[link.to as usize]);
        to.is_some_and(|to| wires.links[to].capacity == link.capacity)
    };
    if !wires.links.iter().all(kept) {
        return None;
    }
    Some(Symmetry { order: order(&image), image })
}

/// How often a renumbering must be repeated until every vertex is in its place.
fn order(image: &[u32]) -> u32 {
    let mut order = 1;
    let mut at = image.to_vec();
    while order < 1 << 10 && at.iter().zip(0..).any(|(image, vertex)| *image != vertex) {
        at = at.iter().map(|vertex| image[*vertex as usize]).collect();
        order += 1;
    }
    order
}
