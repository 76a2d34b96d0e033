//! First fit: each block goes directly by its default route, in the first step that has it free.
//!
//! The longest routes first. t_s + m t_w for each step; how many there are depends on the map, so
//! the cost is computed. Any map, on every connected graph. Source: derived here, greedy colouring
//! of the graph of routes that collide.

use std::collections::BTreeSet;

use super::targets;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Listed, Message, Step, Steps};
use crate::topology::{Family, Network, Vertex};

pub(in crate::planner) struct FirstFit {
    /// `shift` or `permute`.
    pub(in crate::planner) collective: &'static str,
}

impl Algorithm for FirstFit {
    fn name(&self) -> &'static str {
        "first-fit"
    }

    fn collective(&self) -> &'static str {
        self.collective
    }

    fn about(&self) -> &'static str {
        "each block goes by its default route in the first step where that is free, longest first"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        let shifts = self.collective == "shift";
        Some(Use::further(if shifts { "any p, any q" } else { "any p, any map" }))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        None
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let of = &request.instance;
        let network = request.topology.network();
        let moving = (0..).zip(targets(of)).filter(|(from, to)| from != to);
        let mut routes: Vec<(Vertex, Vertex, Vec<u64>)> =
            moving.map(|(from, to)| (from, to, links(network, from, to))).collect();
        routes.sort_by_key(|(from, _, links)| (usize::MAX - links.len(), *from));
        let mut steps: Vec<Step> = Vec::new();
        // In each step at most one message for each link.
        let mut taken: Vec<BTreeSet<u64>> = Vec::new();
        for (from, to, links) in routes {
            let free = |taken: &BTreeSet<u64>| links.iter().all(|link| !taken.contains(link));
            let first = taken.iter().position(free).unwrap_or(taken.len());
            if first == taken.len() {
                taken.push(BTreeSet::new());
                steps.push(Step::default());
            }
            taken[first].extend(links);
            steps[first].messages.push(Message::plain(from, to, of.blocks_of(from)));
        }
        Box::new(Listed(steps))
    }
}

/// The directed links of the default route.
pub(super) fn links(network: &dyn Network, from: Vertex, to: Vertex) -> Vec<u64> {
    let mut way = vec![from];
    network.route(from, to, &mut way);
    way.push(to);
    way.windows(2).filter_map(|hop| network.link(hop[0], hop[1])).collect()
}
