//! The rules of ports and links, and the measures of a step, in a fast and an exact version.
//!
//! Nearly every step is clean: nothing is used twice, which needs one mark per port and link (`marks.rs`).
//! Otherwise the same messages are examined with counters, here, and `shared.rs` reports the shared ports and
//! links.

mod loads;
pub(crate) mod marks;
mod shared;

pub use loads::{ClassedLinks, SharedLoads};

use crate::checker::{
    At, BrokenRule, CheckerRule, End, Findings, Limits, MOST_PLACES, Malformed, NoAnswer, Orbit,
    Pair, ViolationPlace,
};
use crate::collective::{Ports, Schedule};
use crate::schedule::{ClassedMeasure, MessageMeasure, Route, StepMeasure};
use crate::topology::{LinkCounts, Topology, Vertex};

/// The number of uses of each port and each link in the step.
pub(crate) struct Traffic<'a> {
    topology: &'a Topology,
    limits: &'a Limits,
    /// The most messages of a port.
    most: Ports,
    /// Of senders and receivers, where the ports are limited.
    ports: Option<[LinkCounts; 2]>,
    links: LinkCounts,
    hops_left: u64,
    route: Vec<Vertex>,
    sorted: Vec<Pair>,
}

impl<'a> Traffic<'a> {
    pub(crate) fn new(schedule: &'a Schedule, limits: &'a Limits) -> Self {
        let topology = &schedule.topology;
        let nodes = || LinkCounts::below(u64::from(topology.nodes()));
        Traffic {
            topology,
            limits,
            most: schedule.ports,
            ports: (schedule.ports != Ports::All).then(|| [nodes(), nodes()]),
            links: LinkCounts::below(topology.network().link_slots()),
            hops_left: limits.hops,
            route: Vec::new(),
            sorted: Vec::new(),
        }
    }

    /// The number of hops still allowed.
    pub(crate) fn hops_left(&self) -> u64 {
        self.hops_left
    }

    /// Subtracts hops from the allowed number, if enough are left.
    pub(crate) fn spend(&mut self, hops: u64) -> bool {
        let left = self.hops_left.checked_sub(hops);
        self.hops_left = left.unwrap_or(self.hops_left);
        left.is_some()
    }

    /// Checks and measures a step of messages between nodes, each of them counted once.
    pub(crate) fn step<O: Orbit>(
        &mut self,
        orbit: &O,
        messages: &[O::Message],
        findings: &mut Findings,
    ) -> Result<StepMeasure, NoAnswer> {
        let mut measure = StepMeasure::default();
        self.links.next_step();
        self.ports.iter_mut().flatten().for_each(LinkCounts::next_step);
        let has_classes = !self.topology.classes().is_empty();
        let (mut ports_shared, mut links_shared) = (false, false);
        // Hops without a link, in the order of messages. They are reported after the ports.
        let (mut missing, mut more_missing): (Vec<(Pair, Pair)>, u64) = (Vec::new(), 0);
        for message in messages {
            self.follow::<O>(message);
            // The topology's own routes are simple paths.
            if *O::route(message) != Route::Default {
                let looked_at = self.look_at_route();
                looked_at.map_err(|what| malformed::<O>(message, findings.at, what))?;
            }
            let hops = self.route.len() as u64 - 1;
            if !self.spend(hops) {
                return Err(NoAnswer::more_hops(self.limits));
            }
            let (from, to) = O::ends(message);
            for (port, node) in self.ports.iter_mut().flatten().zip([from, to]) {
                let node = orbit.apply(orbit.home(node), node);
                ports_shared |= port.add(u64::from(node), 1) > 1;
            }
            for hop in self.route.windows(2).map(|hop| (hop[0], hop[1])) {
                let (_, (u, v)) = at_home(orbit, hop);
                if let Some(link) = self.topology.network().link(u, v) {
                    let load = self.links.add(link, orbit.fixed((u, v)));
                    links_shared |= load > 1;
                    measure.busiest = measure.busiest.max(u64::from(load));
                } else if findings.wants_places() && missing.len() < MOST_PLACES {
                    let hop = orbit.moved(orbit.home(from), hop);
                    missing.push((orbit.ends_at(End::Sender, message), hop));
                } else {
                    more_missing += 1;
                }
            }
            let blocks = orbit.size(message);
            measure.add(MessageMeasure { blocks, hops });
            if has_classes {
                let hops = self.hops_by_class(orbit);
                measure.classed.get_or_insert_default().add(ClassedMeasure { blocks, hops });
            }
        }
        if ports_shared {
            self.judge_ports(orbit, messages, &mut measure, findings);
        }
        for ((from, to), hop) in missing {
            findings.add(ViolationPlace::Message { from, to }, BrokenRule::Link { hop });
        }
        findings.count(CheckerRule::Link, more_missing);
        if links_shared {
            self.judge_links(orbit, messages, &mut measure, findings);
        }
        if let Some(classed) = measure.classed.as_mut().filter(|_| ports_shared || links_shared) {
            self.share(orbit, messages, classed);
        }
        Ok(measure)
    }

    /// Writes all vertices of a message's route, including its ends.
    fn follow<O: Orbit>(&mut self, message: &O::Message) {
        let ((from, to), network) = (O::ends(message), self.topology.network());
        self.route.clear();
        self.route.push(from);
        match O::route(message) {
            Route::Default => network.route(from, to, &mut self.route),
            Route::Via(via) => self.route.extend_from_slice(via),
        }
        self.route.push(to);
    }

    /// Errors that the reader has rejected: vertices that do not exist, a directed link twice.
    fn look_at_route(&mut self) -> Result<(), Malformed> {
        let vertices = self.topology.vertices();
        if let Some(vertex) = self.route.iter().find(|vertex| **vertex >= vertices) {
            return Err(Malformed::NoSuchVertex(*vertex));
        }
        self.sorted.clear();
        self.sorted.extend(self.route.windows(2).map(|hop| (hop[0], hop[1])));
        self.sorted.sort_unstable();
        match self.sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Malformed::LinkTwice(pair[0].0, pair[0].1)),
            None => Ok(()),
        }
    }
}

/// The hop that represents all translations of a hop, with the translation to it.
#[inline]
fn at_home<O: Orbit>(orbit: &O, hop: Pair) -> (Vertex, Pair) {
    let g = orbit.home_of_hop(hop);
    (g, orbit.moved(g, hop))
}

/// The error for a malformed message.
pub(crate) fn malformed<O: Orbit>(message: &O::Message, at: At, what: Malformed) -> NoAnswer {
    let (from, to) = O::ends(message);
    NoAnswer::Malformed { step: at.step.unwrap_or(0), from, to, what }
}
