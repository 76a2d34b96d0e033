//! First fit: each block goes on its default route, in the first step in which ports and links are free.
//!
//! The longest routes first, then by cyclic distance. t_s + m t_w for each step; how many there are depends on the
//! machine, so the cost is computed. On machines by name, whose links carry the routes of many pairs. Source:
//! derived here, greedy colouring of the graph of routes that collide.
//!
//! No step rule: the step of a block depends on the routes of all earlier blocks.

use std::cmp::Reverse;

use crate::planner::permute::first_fit::{first_free, links, slots};
use crate::planner::prelude::*;
use hockney_core::schedule::Run;
use hockney_core::topology::Vertex;

pub(in crate::planner) const FIRST_FIT: Algorithm =
    Algorithm::made("all-to-all", "first-fit", steps)
        .does("each block goes in the first step where its default route is free, longest first")
        .with_source("derived here")
        .with_needs(&[Need::Machine("at most 512 nodes")])
        .with_requires(&[Requirement::Few]);

/// A step for each colour.
fn steps(request: &Request) -> Box<dyn Steps> {
    let network = request.topology.network();
    let (p, pieces) = (request.topology.nodes(), u64::from(request.instance.pieces));
    let shifts = (1..p).flat_map(|by| (0..p).map(move |from| (from, (from + by) % p)));
    let mut moving: Vec<(Vertex, Vertex)> = shifts.collect();
    moving.sort_by_cached_key(|(from, to)| Reverse(links(network, *from, *to).len()));
    // For each link, and for each port after them, the steps in which it is used.
    let (sends, nodes) = (slots(network), p as usize);
    let mut taken: Vec<Runs> = vec![Runs::new(); sends + 2 * nodes];
    let mut steps = Listed::default();
    for (from, to) in moving {
        let mut used = links(network, from, to);
        used.extend([sends + from as usize, sends + nodes + to as usize]);
        let step = first_free(&used.iter().map(|link| &taken[*link]));
        for link in used {
            taken[link].insert(Run { start: step, end: step + 1 });
        }
        let block = (u64::from(from) * u64::from(p) + u64::from(to)) * pieces;
        let blocks = Runs::range(block, block + pieces);
        steps.add(usize::try_from(step).unwrap_or(usize::MAX), Message::plain(from, to, blocks));
    }
    Box::new(steps)
}
