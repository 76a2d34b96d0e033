//! First fit: each block goes on its default route, in the first step in which the route is free.
//!
//! The longest routes first. t_s + m t_w for each step; how many there are depends on the map, so
//! the cost is computed. Any map, on every connected graph. Source: derived here, greedy colouring
//! of the graph of routes that collide.
//!
//! No step rule: the step of a block depends on the routes of all earlier blocks.

use std::cmp::Reverse;

use crate::planner::prelude::*;
use crate::planner::rules::moves;
use hockney_base::number::index;
use hockney_core::schedule::Run;
use hockney_core::topology::{Network, Vertex};

pub(in crate::planner) const FIRST_FIT: Algorithm = Algorithm::made("permute", "first-fit", steps)
    .does("each block goes in the first step where its default route is free, longest first")
    .with_source("derived here")
    // One step is enough if all pairs have disjoint routes.
    .with_needs(&[Need::Without(Feature::Pairs, "any p, any map")])
    .with_at_least(at_least);

/// At least as many steps as there are blocks on the busiest link.
fn at_least(request: &Request) -> usize {
    let network = request.topology.network();
    let mut loads = vec![0; slots(network)];
    for (from, to) in moves(&request.instance) {
        for link in links(network, from, to) {
            loads[link] += 1;
        }
    }
    loads.into_iter().max().unwrap_or(0)
}

/// The steps of any permutation.
fn steps(request: &Request) -> Box<dyn Steps> {
    let network = request.topology.network();
    // For each link the steps in which it is used, as runs that merge, so that the first free step is found
    // quickly.
    let mut taken: Vec<Runs> = vec![Runs::new(); slots(network)];
    let mut steps = Listed::default();
    let mut moving: Vec<(Vertex, Vertex)> = moves(&request.instance).collect();
    moving.sort_by_cached_key(|(from, to)| Reverse(links(network, *from, *to).len()));
    for (from, to) in moving {
        let links = links(network, from, to);
        let step = first_free(&links.iter().map(|link| &taken[*link]));
        for link in links {
            taken[link].insert(Run { start: step, end: step + 1 });
        }
        steps.add(index(step), Message::plain(from, to, request.instance.blocks_of(from)));
    }
    Box::new(steps)
}

/// The smallest number that is in none of these sets.
pub(in crate::planner) fn first_free<'a>(taken: &(impl Iterator<Item = &'a Runs> + Clone)) -> u64 {
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

/// The number of slots for directed links.
pub(in crate::planner) fn slots(network: &dyn Network) -> usize {
    index(network.link_slots())
}

/// The directed links of the default route.
pub(in crate::planner) fn links(network: &dyn Network, from: Vertex, to: Vertex) -> Vec<usize> {
    let mut way = vec![from];
    network.route(from, to, &mut way);
    way.push(to);
    let link = |hop: &[Vertex]| usize::try_from(network.link(hop[0], hop[1])?).ok();
    way.windows(2).filter_map(link).collect()
}
