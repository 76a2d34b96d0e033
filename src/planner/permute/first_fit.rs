//! First fit: each block goes directly by its default route, in the first step that has it free.
//!
//! The longest routes first. t_s + m t_w for each step; how many there are depends on the map, so
//! the cost is computed. Any map, on every connected graph. Source: derived here, greedy colouring
//! of the graph of routes that collide.
//!
//! No rule: in which step a block goes depends on the routes of all before it.

use crate::planner::algorithm::Need;
use crate::planner::rules::targets;
use crate::planner::{Algorithm, Request};
use crate::schedule::{Listed, Message, Run, Runs, Step, Steps};
use crate::topology::{Feature, Network, Vertex};

pub(in crate::planner) const FIRST_FIT: Algorithm = Algorithm::made("permute", "first-fit", steps)
    .with_about(
        "each block goes by its default route in the first step where that is free, \
             longest first",
    )
    .with_source("derived here")
    // One step is enough with a way for every pair.
    .with_needs(&[Need::Without(Feature::Pairs, "any p, any map")])
    .with_at_least(at_least);

/// The blocks that move, those with the longest routes first.
fn moving(request: &Request) -> Vec<(Vertex, Vertex)> {
    let network = request.topology.network();
    let mut way = Vec::new();
    let mut moving: Vec<(usize, Vertex, Vertex)> = Vec::new();
    for (from, to) in (0..).zip(targets(&request.instance)).filter(|(from, to)| from != to) {
        way.clear();
        network.route(from, to, &mut way);
        moving.push((usize::MAX - way.len(), from, to));
    }
    moving.sort_unstable();
    moving.into_iter().map(|(_, from, to)| (from, to)).collect()
}

/// As many steps as blocks go over the link that most of them go over.
pub(in crate::planner) fn at_least(request: &Request) -> usize {
    let network = request.topology.network();
    let mut loads = vec![0; usize::try_from(network.link_slots()).unwrap_or(0)];
    let targets = targets(&request.instance);
    for (from, to) in (0..).zip(targets).filter(|(from, to)| from != to) {
        for link in links(network, from, to) {
            if let Some(load) = usize::try_from(link).ok().and_then(|link| loads.get_mut(link)) {
                *load += 1;
            }
        }
    }
    loads.into_iter().max().unwrap_or(0)
}

/// The steps of any permutation.
pub(in crate::planner) fn steps(request: &Request) -> Box<dyn Steps> {
    let network = request.topology.network();
    // For each link the steps in which it is taken: runs that grow together, so that the first
    // free step is found by a look at few of them.
    let slots = usize::try_from(network.link_slots()).unwrap_or(0);
    let mut taken: Vec<Runs> = vec![Runs::new(); slots];
    let mut steps: Vec<Step> = Vec::new();
    for (from, to) in moving(request) {
        let links: Vec<usize> = links(network, from, to)
            .into_iter()
            .filter_map(|link| usize::try_from(link).ok().filter(|link| *link < slots))
            .collect();
        let step = first_free(&links.iter().map(|link| &taken[*link]));
        for link in links {
            taken[link].insert(Run { start: step, end: step + 1 });
        }
        let step = usize::try_from(step).unwrap_or(usize::MAX);
        if step >= steps.len() {
            steps.resize_with(step + 1, Step::default);
        }
        steps[step].messages.push(Message::plain(from, to, request.instance.blocks_of(from)));
    }
    Box::new(Listed(steps))
}

/// The least number that is in none of these sets.
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

/// The directed links that the messages of a step use, a bit each: at most one message for each.
pub(super) struct Taken(Vec<u64>);

impl Taken {
    pub(super) fn none(network: &dyn Network) -> Self {
        let words = usize::try_from(network.link_slots().div_ceil(64)).unwrap_or(0);
        Taken(vec![0; words])
    }

    pub(super) fn has(&self, link: u64) -> bool {
        let word = usize::try_from(link / 64).ok().and_then(|word| self.0.get(word));
        word.is_none_or(|word| word >> (link % 64) & 1 == 1)
    }

    pub(super) fn take(&mut self, link: u64) {
        if let Some(word) = usize::try_from(link / 64).ok().and_then(|word| self.0.get_mut(word)) {
            *word |= 1 << (link % 64);
        }
    }
}

/// The directed links of the default route.
pub(super) fn links(network: &dyn Network, from: Vertex, to: Vertex) -> Vec<u64> {
    let mut way = vec![from];
    network.route(from, to, &mut way);
    way.push(to);
    way.windows(2).filter_map(|hop| network.link(hop[0], hop[1])).collect()
}
