//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and use these algorithms.

mod benes;

use super::prelude::*;
use super::rules::{Layout, blocks_that_move, moves, targets};
use super::tour::grid_message;
use hockney_base::number::{index, remainder};
use hockney_core::schedule::Run;
use hockney_core::topology::{LinkCounts, Network, Topology, Vertex};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Direct: each node sends to its target in one step.
    //
    // Cost: t_s + m t_w, or nothing if no block moves; computed, because it depends on the map. Any map, on
    // topologies with disjoint routes for all pairs. Source: literature, folklore.
    Algorithm::by_rule("permute", "direct", &Straight(Pace::AllAtOnce))
        .does("each node sends directly to its target, in one step")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any map")]),
    benes::BENES,
    THREE_PHASE,
    INTERVAL_COLOURING,
    FIRST_FIT,
    // One message in each step, on its default route.
    //
    // Cost: t_s + m t_w for each block that moves; computed, because it depends on the map. Any map, on every
    // connected graph. Source: literature, the naive method.
    Algorithm::by_rule("permute", "sequential", &Straight(Pace::OneByOne))
        .does("one message in each step")
        .with_source("folklore (naive)")
        .with_needs(&[Need::Tour("any p, any map")])
        .with_at_least(blocks_that_move),
];

/// Interval colouring: messages whose intervals of a tour are disjoint share a step.
///
/// Those that go ahead in the order of the tour come first, in as many steps as cross the busiest
/// gap, then those that go back. On the linear array both go in the same steps: they use opposite
/// links. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the map, so the
/// cost is computed. Any map, on every connected graph (specs/lemmas.md, Lemma U). Source: literature,
/// interval-graph colouring.
///
/// No step rule: the steps are the colours of the intervals, which depend on the map.
pub(in crate::planner) const INTERVAL_COLOURING: Algorithm =
    Algorithm::made("permute", "interval-colouring", interval_colouring)
        .does("directly along a tour; blocks with disjoint intervals share a step")
        .with_source("interval-graph colouring; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p, any map")])
        .with_at_least(classes_of);

/// The source and target positions of the tour, with the step.
struct Colouring {
    tour: Layout,
    moves: Vec<((u32, u32), usize)>,
    steps: usize,
}

impl Colouring {
    fn of(request: &Request) -> Self {
        let (tour, target) = (Layout::tour(request), targets(&request.instance));
        let mut position = vec![0; target.len()];
        for at in 0..request.instance.nodes {
            position[tour.node(at) as usize] = at;
        }
        let to = |at| position[target[tour.node(at) as usize] as usize];
        let (mut moves, mut steps) = (Vec::new(), 0);
        for ahead in [true, false] {
            let ends = (0..request.instance.nodes).map(|at| (at, to(at)));
            let moving: Vec<(u32, u32)> =
                ends.filter(|(at, to)| if ahead { at < to } else { to < at }).collect();
            // On a line the messages back use the same steps, otherwise later ones.
            let first = if request.topology.offers(Feature::Line) { 0 } else { steps };
            for (ends, class) in moving.iter().zip(classes(&moving)) {
                moves.push((*ends, first + class));
                steps = steps.max(first + class + 1);
            }
        }
        Colouring { tour, moves, steps }
    }
}

/// As many steps as classes.
fn classes_of(request: &Request) -> usize {
    Colouring::of(request).steps
}

/// The steps of any permutation.
fn interval_colouring(request: &Request) -> Box<dyn Steps> {
    let Colouring { tour, moves, .. } = Colouring::of(request);
    let mut steps = Listed::default();
    for ((at, to), step) in moves {
        let payload = Payload::Plain(request.instance.blocks_of(tour.node(at)));
        steps.add(step, tour.message(at, to, at < to, payload));
    }
    Box::new(steps)
}

/// The class of each interval (first, end), or (end, first), counted from 0; ends may touch. There are as
/// many classes as intervals over the busiest gap, which is optimal.
fn classes(intervals: &[(u32, u32)]) -> Vec<usize> {
    let rising = |(a, b): &(u32, u32)| (*a.min(b), *a.max(b));
    let intervals: Vec<(u32, u32)> = intervals.iter().map(rising).collect();
    let mut order: Vec<usize> = (0..intervals.len()).collect();
    order.sort_unstable_by_key(|i| (intervals[*i], *i));
    let mut of_interval = vec![0; intervals.len()];
    // The end of the last interval of each class.
    let mut ends: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    for i in order {
        let (first, end) = intervals[i];
        let class = match ends.peek() {
            Some(Reverse((free, class))) if *free <= first => {
                let class = *class;
                ends.pop();
                class
            }
            _ => ends.len(),
        };
        ends.push(Reverse((end, class)));
        of_interval[i] = class;
    }
    of_interval
}

/// Off-line routing on grids: along the columns, along the rows, along the columns again.
///
/// First each block goes to a row such that no two of a row are for the same column; then along
/// the rows to the target's column; then along the columns to the target. An edge colouring finds
/// the rows; with more dimensions each but one comes twice. On each line what goes up and what
/// goes down share steps, coloured as intervals: at most floor(k/2) steps for a line of k, so that
/// r x c takes at most 2 floor(r/2) + floor(c/2) steps of t_s + m t_w. The order of dimensions
/// that takes fewer steps is taken; how many depends on the map, so the cost is computed. Source:
/// literature, Annexstein and Baumslag 1990, with Koenig's edge colouring.
///
/// No step rule: an edge colouring of the map finds the intermediate nodes.
pub(in crate::planner) const THREE_PHASE: Algorithm =
    Algorithm::made("permute", "three-phase", |request| {
        let of = &request.instance;
        let target = targets(of);
        if (0..).zip(&target).all(|(from, to)| from == *to) {
            return Box::new(Listed::default());
        }
        let dimensions = 0..request.topology.sizes().len();
        let orders: [Vec<usize>; 2] = [dimensions.clone().collect(), dimensions.rev().collect()];
        let plans = orders.map(|order| {
            let routing = Routing { topology: &request.topology, of, order };
            routing.steps(&target)
        });
        let fewest = plans.into_iter().min_by_key(|plan| plan.0.len());
        Box::new(fewest.unwrap_or_default())
    })
    .does("along columns to rows that separate the targets, along rows, along columns")
    .with_source("Annexstein and Baumslag 1990")
    .with_needs(&[Need::Of(Feature::Sides, "any sides, any map")]);

/// A path through the dimensions: inwards in this order, and back.
struct Routing<'a> {
    topology: &'a Topology,
    of: &'a Instance,
    order: Vec<usize>,
}

impl Routing<'_> {
    fn side(&self, dimension: usize) -> u32 {
        self.topology.sizes()[dimension]
    }

    fn stride(&self, dimension: usize) -> u32 {
        self.topology.sizes()[dimension + 1..].iter().product()
    }

    fn coordinate(&self, node: u32, dimension: usize) -> u32 {
        node / self.stride(dimension) % self.side(dimension)
    }

    /// The node with one changed coordinate.
    fn moved(&self, node: u32, dimension: usize, to: u32) -> u32 {
        node - self.coordinate(node, dimension) * self.stride(dimension)
            + to * self.stride(dimension)
    }

    /// The coordinates in some dimensions as one number.
    fn number(&self, node: u32, dimensions: &[usize]) -> usize {
        dimensions.iter().fold(0, |number, dimension| {
            number * self.side(*dimension) as usize + self.coordinate(node, *dimension) as usize
        })
    }

    fn steps(&self, target: &[u32]) -> Listed {
        let mut at: Vec<u32> = (0..self.of.nodes).collect();
        let mut steps = Listed::default();
        let Some(last) = self.order.len().checked_sub(1) else { return steps };
        for level in 0..last {
            let next = self.spread(level, &at, target);
            self.phase(self.order[level], &mut at, &next, &mut steps);
        }
        for dimension in self.order.iter().rev() {
            let to = |(at, target): (&u32, &u32)| {
                self.moved(*at, *dimension, self.coordinate(*target, *dimension))
            };
            let next: Vec<u32> = at.iter().zip(target).map(to).collect();
            self.phase(*dimension, &mut at, &next, &mut steps);
        }
        steps
    }

    /// The target of each block along a dimension, such that no two blocks at one place have the same target
    /// in the inner dimensions.
    fn spread(&self, level: usize, at: &[u32], target: &[u32]) -> Vec<u32> {
        let (outer, dimension) = (&self.order[..level], self.order[level]);
        let inner = &self.order[level + 1..];
        let places = inner.iter().map(|d| self.side(*d) as usize).product();
        let boxes = outer.iter().map(|d| self.side(*d) as usize).product();
        let mut of_box = vec![Vec::new(); boxes];
        for (block, node) in at.iter().enumerate() {
            of_box[self.number(*node, outer)].push(block);
        }
        let mut next = at.to_vec();
        for blocks in of_box {
            let ends = |block: &usize| {
                (self.number(at[*block], inner), self.number(target[*block], inner))
            };
            let edges: Vec<(usize, usize)> = blocks.iter().map(ends).collect();
            let side = self.side(dimension) as usize;
            let colours = colours(places, &edges, side);
            for (block, colour) in blocks.into_iter().zip(colours) {
                next[block] = self.moved(
                    at[block],
                    dimension,
                    remainder(colour as u64, self.side(dimension)),
                );
            }
        }
        next
    }

    /// The steps in which each block moves along a dimension to its next place.
    fn phase(&self, dimension: usize, at: &mut [u32], next: &[u32], steps: &mut Listed) {
        let before = steps.0.len();
        let mut block_at = vec![0; at.len()];
        for (block, node) in (0_u32..).zip(at.iter()) {
            block_at[*node as usize] = block;
        }
        for line in self.topology.lines(dimension) {
            let blocks: Vec<u32> =
                (0..line.length).map(|x| block_at[line.node(x) as usize]).collect();
            let to = |block: u32| self.coordinate(next[block as usize], dimension);
            let moves = || (0..line.length).map(|x| (x, to(blocks[x as usize])));
            for up in [true, false] {
                let moving: Vec<(u32, u32)> =
                    moves().filter(|(x, to)| if up { x < to } else { to < x }).collect();
                for (ends, class) in moving.iter().zip(classes(&moving)) {
                    let carried = self.of.blocks_of(blocks[ends.0 as usize]);
                    let message = grid_message(&line, [ends.0, ends.1], up, carried);
                    steps.add(before + class, message);
                }
            }
        }
        at.copy_from_slice(next);
    }
}

/// The colour of each edge, below `degree`, for edges (left, right) between two sets of `n` vertices that all
/// have that degree. No vertex has two edges of a colour.
fn colours(n: usize, edges: &[(usize, usize)], degree: usize) -> Vec<usize> {
    let mut found = vec![0; edges.len()];
    let mut open = vec![((0..edges.len()).collect::<Vec<usize>>(), degree, 0)];
    while let Some((some, degree, first)) = open.pop() {
        if degree <= 1 {
            for edge in some {
                found[edge] = first;
            }
        } else if degree.is_multiple_of(2) {
            let (a, b) = halves(n, edges, &some);
            open.push((a, degree / 2, first));
            open.push((b, degree / 2, first + degree / 2));
        } else {
            let (matching, others) = matching(n, edges, &some);
            open.push((matching, 1, first));
            open.push((others, degree - 1, first + 1));
        }
    }
    found
}

/// For each vertex, those on the left first, its edges.
fn incident(n: usize, edges: &[(usize, usize)], some: &[usize]) -> Vec<Vec<usize>> {
    let mut of_vertex = vec![Vec::new(); 2 * n];
    for edge in some {
        of_vertex[edges[*edge].0].push(*edge);
        of_vertex[n + edges[*edge].1].push(*edge);
    }
    of_vertex
}

/// Follows closed walks: the edges walked from left to right, and those from right to left.
fn halves(n: usize, edges: &[(usize, usize)], some: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut left_over = incident(n, edges, some);
    let mut walked = vec![false; edges.len()];
    let (mut there, mut back) = (Vec::new(), Vec::new());
    for start in 0..n {
        let mut at = start;
        while let Some(edge) = left_over[at].pop() {
            if walked[edge] {
                continue;
            }
            walked[edge] = true;
            if at < n {
                there.push(edge);
                at = n + edges[edge].1;
            } else {
                back.push(edge);
                at = edges[edge].0;
            }
        }
    }
    (there, back)
}

/// A perfect matching, which every regular graph has, and the other edges.
fn matching(n: usize, edges: &[(usize, usize)], some: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let of_vertex = incident(n, edges, some);
    // The edge that matches each right vertex, and the right vertex of each left one.
    let mut matched: Vec<Option<usize>> = vec![None; n];
    let mut partner: Vec<Option<usize>> = vec![None; n];
    for start in 0..n {
        // Breadth first along unmatched edges there and matched ones back, to a free vertex.
        let mut reached: Vec<Option<usize>> = vec![None; n];
        let mut queue = VecDeque::from([start]);
        let mut free = None;
        'search: while let Some(left) = queue.pop_front() {
            for edge in &of_vertex[left] {
                let right = edges[*edge].1;
                if reached[right].is_none() {
                    reached[right] = Some(*edge);
                    let Some(by) = matched[right] else {
                        free = Some(right);
                        break 'search;
                    };
                    queue.push_back(edges[by].0);
                }
            }
        }
        while let Some(right) = free {
            let Some(edge) = reached[right] else { break };
            matched[right] = Some(edge);
            // The former match of the left vertex is free now; the first one had none.
            free = partner[edges[edge].0].replace(right);
        }
    }
    let chosen: Vec<usize> = matched.into_iter().flatten().collect();
    let mut is_chosen = vec![false; edges.len()];
    for edge in &chosen {
        is_chosen[*edge] = true;
    }
    (chosen, some.iter().copied().filter(|edge| !is_chosen[*edge]).collect())
}

/// First fit: each block goes on its default route, in the first step in which the route is free.
///
/// The longest routes first. t_s + m t_w for each step; how many there are depends on the map, so
/// the cost is computed. Any map, on every connected graph. Source: derived here, greedy colouring
/// of the graph of routes that collide.
///
/// No step rule: the step of a block depends on the routes of all earlier blocks.
pub(in crate::planner) const FIRST_FIT: Algorithm =
    Algorithm::made("permute", "first-fit", first_fit)
        .does("each block goes in the first step where its default route is free, longest first")
        .with_source("derived here")
        // One step is enough if all pairs have disjoint routes.
        .with_needs(&[Need::Without(Feature::Pairs, "any p, any map")])
        .with_at_least(busiest_link);

/// At least as many steps as there are blocks on the busiest link.
fn busiest_link(request: &Request) -> usize {
    let network = request.topology.network();
    let mut loads = LinkCounts::below(network.link_slots());
    let used = moves(&request.instance).flat_map(|(from, to)| links(network, from, to));
    used.map(|link| loads.add(link, 1)).max().unwrap_or(0) as usize
}

/// The steps of any permutation.
fn first_fit(request: &Request) -> Box<dyn Steps> {
    let of = &request.instance;
    in_free_steps(request, moves(of).collect(), false, |from, _| of.blocks_of(from))
}

/// Each block in the first step in which its default route is free, and the ports of its ends if each carries one
/// message. The longest routes come first.
pub(in crate::planner) fn in_free_steps(
    request: &Request,
    mut moving: Vec<(Vertex, Vertex)>,
    one_port: bool,
    blocks: impl Fn(Vertex, Vertex) -> Runs,
) -> Box<dyn Steps> {
    let network = request.topology.network();
    let (ports, nodes) = (network.link_slots(), u64::from(request.topology.nodes()));
    moving.sort_by_cached_key(|(from, to)| Reverse(links(network, *from, *to).len()));
    // For each link, and for each port after them, the steps in which it is used, as runs that merge, so that the
    // first free step is found quickly.
    let mut taken = vec![Runs::new(); index(ports + if one_port { 2 * nodes } else { 0 })];
    let mut steps = Listed::default();
    for (from, to) in moving {
        let mut used = links(network, from, to);
        if one_port {
            used.extend([ports + u64::from(from), ports + nodes + u64::from(to)]);
        }
        let step = first_free(&used.iter().map(|link| &taken[index(*link)]));
        for link in used {
            taken[index(link)].insert(Run { start: step, end: step + 1 });
        }
        steps.add(index(step), Message::plain(from, to, blocks(from, to)));
    }
    Box::new(steps)
}

/// The smallest number that is in none of these sets.
fn first_free<'a>(taken: &(impl Iterator<Item = &'a Runs> + Clone)) -> u64 {
    let mut free = 0;
    loop {
        let later = |runs: &Runs| {
            let after = runs.runs().partition_point(|run| run.end <= free);
            runs.runs().get(after).filter(|run| run.start <= free).map(|run| run.end)
        };
        match taken.clone().find_map(later) {
            Some(next) => free = next,
            None => return free,
        }
    }
}

/// The directed links of the default route.
fn links(network: &dyn Network, from: Vertex, to: Vertex) -> Vec<u64> {
    let mut links = Vec::new();
    network.route_links(from, to, &mut Vec::new(), &mut links);
    links
}

#[cfg(test)]
mod colouring_tests {
    use super::*;

    /// Sums of permutations are regular; every colour has every vertex once.
    #[test]
    fn every_colour_is_a_perfect_matching() {
        for n in 1..12_usize {
            for degree in 1..12_usize {
                // One affine map each, with a factor that is coprime to n, and repeated maps.
                let one_more = |k: usize| {
                    let factor = if (k * 3 + 1).is_multiple_of(2) || n == 1 { 1 } else { n - 1 };
                    (0..n).map(move |left| (left, (left * factor + k * k) % n))
                };
                let edges: Vec<(usize, usize)> = (0..degree).flat_map(one_more).collect();
                let found = colours(n, &edges, degree);
                let mut left = vec![vec![0; n]; degree];
                let mut right = left.clone();
                for (edge, colour) in edges.iter().zip(found) {
                    left[colour][edge.0] += 1;
                    right[colour][edge.1] += 1;
                }
                assert!(
                    left.iter().chain(&right).flatten().all(|count| *count == 1),
                    "{n} {degree}"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_as_many_classes_as_cross_one_gap() {
        for seed in 0..500_u32 {
            let number = |i: u32| (seed * 7919 + i * 104_729) % 13;
            let intervals: Vec<(u32, u32)> = (0..seed % 9)
                .map(|i| (number(2 * i), number(2 * i) + 1 + number(2 * i + 1)))
                .collect();
            let found = classes(&intervals);
            let crossing =
                |gap: u32| intervals.iter().filter(|(a, b)| *a <= gap && gap < *b).count();
            let load = (0..30).map(crossing).max().unwrap();
            assert_eq!(found.iter().map(|class| class + 1).max().unwrap_or(0), load);
            for (i, a) in intervals.iter().enumerate() {
                for (j, b) in intervals.iter().enumerate().skip(i + 1) {
                    assert!(found[i] != found[j] || a.1 <= b.0 || b.1 <= a.0);
                }
            }
        }
    }
}
