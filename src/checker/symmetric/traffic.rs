//! Ports and links of one step, counted for each class of them.

use smallvec::SmallVec;

use super::Scene;
use crate::checker::report::no_answer::{Limits, Malformed, NoAnswer};
use crate::checker::report::violation::{BrokenRule, Listing, Place};
use crate::checker::report::{At, Findings};
use crate::checker::traffic::counter::Counter;
use crate::checker::traffic::measure;
use crate::collective::{Data, Ports, Schedule};
use crate::schedule::{Brick, Pattern, Route, StepMeasure};
use crate::topology::{Topology, Vertex};

type Hop = (Vertex, Vertex);

/// What has been used in the step.
pub(crate) struct Traffic<'a> {
    topology: &'a Topology,
    one_port: bool,
    sent: Counter,
    received: Counter,
    loads: Counter,
    hops_left: u64,
    limits: &'a Limits,
    route: Vec<Vertex>,
    sorted: Vec<Hop>,
}

/// A use of something by a message, which is moved so that it is the representative's.
struct Use {
    what: Hop,
    message: Hop,
    blocks: u128,
}

impl<'a> Traffic<'a> {
    pub(crate) fn new(schedule: &'a Schedule, limits: &'a Limits) -> Self {
        let nodes = u64::from(schedule.topology.nodes());
        Traffic {
            topology: &schedule.topology,
            one_port: schedule.ports == Ports::One,
            sent: Counter::below(nodes),
            received: Counter::below(nodes),
            loads: Counter::below(schedule.topology.network().link_slots()),
            hops_left: limits.hops,
            limits,
            route: Vec::new(),
            sorted: Vec::new(),
        }
    }

    /// Judges a step and measures it, its messages counted once.
    pub(crate) fn step(
        &mut self,
        scene: &Scene<'_>,
        messages: &[Pattern],
        at: At,
        findings: &mut Findings,
    ) -> Result<StepMeasure, NoAnswer> {
        let mut measure = StepMeasure::default();
        self.sent.next_step();
        self.received.next_step();
        self.loads.next_step();
        let (mut ports_shared, mut links_shared) = (false, false);
        // What is not there, in the order of messages; it is reported after the ports.
        let mut missing: Vec<(Hop, Hop)> = Vec::new();
        for pattern in messages {
            self.resolve(pattern, at)?;
            self.spend()?;
            let Pattern { from, to, .. } = *pattern;
            ports_shared |= self.sent.add(u64::from(scene.by.representative(from))) > 1;
            ports_shared |= self.received.add(u64::from(scene.by.representative(to))) > 1;
            let network = self.topology.network();
            for hop in self.route.windows(2) {
                let (g, (u, v)) = at_home(scene, (hop[0], hop[1]));
                if let Some(link) = network.link(u, v) {
                    let load = self.loads.add(link);
                    links_shared |= load > 1;
                    measure.busiest = measure.busiest.max(u64::from(load));
                } else {
                    // As the sender's representative sends it.
                    let home = scene.home(from);
                    let to_sender =
                        |v| scene.by.apply(home, scene.by.apply(scene.by.inverse(g), v));
                    missing.push((scene.ends(pattern, home), (to_sender(u), to_sender(v))));
                }
            }
            let hops = self.route.len() as u64 - 1;
            measure::add_message(&mut measure, carried(scene, pattern), hops);
        }
        if ports_shared && self.one_port {
            judge_ports(scene, messages, at, &mut measure, findings);
        }
        for ((from, to), hop) in missing {
            findings.add(at, Place::Message { from, to }, BrokenRule::Link { hop });
        }
        if links_shared {
            self.judge_links(scene, messages, at, &mut measure, findings)?;
        }
        Ok(measure)
    }

    /// Takes the hops of the route off those that are allowed.
    fn spend(&mut self) -> Result<(), NoAnswer> {
        let made = self.route.len() as u64 - 1;
        let left = self.hops_left.checked_sub(made);
        self.hops_left = left.ok_or_else(|| NoAnswer::more_hops(self.limits))?;
        Ok(())
    }

    /// Writes all vertices of a pattern's route, its ends too.
    fn resolve(&mut self, pattern: &Pattern, at: At) -> Result<(), NoAnswer> {
        self.route.clear();
        self.route.push(pattern.from);
        match &pattern.route {
            Route::Default => {
                self.topology.network().route(pattern.from, pattern.to, &mut self.route);
            }
            Route::Via(via) => self.route.extend_from_slice(via),
        }
        self.route.push(pattern.to);
        let step = at.step.unwrap_or(0);
        if pattern.route == Route::Default {
            return Ok(());
        }
        let malformed = |what| {
            let Pattern { from, to, .. } = *pattern;
            Err(NoAnswer::Malformed { step, from, to, what })
        };
        let vertices = self.topology.vertices();
        if let Some(vertex) = self.route.iter().find(|vertex| **vertex >= vertices) {
            return malformed(Malformed::NoSuchVertex(*vertex));
        }
        self.sorted.clear();
        self.sorted.extend(self.route.windows(2).map(|hop| (hop[0], hop[1])));
        self.sorted.sort_unstable();
        match self.sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => malformed(Malformed::LinkTwice(pair[0].0, pair[0].1)),
            None => Ok(()),
        }
    }

    fn judge_links(
        &mut self,
        scene: &Scene<'_>,
        messages: &[Pattern],
        at: At,
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) -> Result<(), NoAnswer> {
        let mut uses: Vec<Use> = Vec::new();
        for pattern in messages {
            self.resolve(pattern, at)?;
            let blocks = carried(scene, pattern);
            for hop in self.route.windows(2) {
                let (g, what) = at_home(scene, (hop[0], hop[1]));
                let link = self.topology.network().link(what.0, what.1);
                if link.is_some_and(|link| self.loads.get(link) > 1) {
                    uses.push(Use { what, message: scene.ends(pattern, g), blocks });
                }
            }
        }
        for ((u, v), uses) in shared(&mut uses, measure) {
            // No family that looks the same from several nodes has parallel links.
            let messages: Listing<Hop> = uses.iter().map(|u| u.message).collect();
            let rule = BrokenRule::Congestion { capacity: 1, messages, detour: None };
            findings.add(at, Place::Link(u, v), rule);
        }
        Ok(())
    }
}

/// Reports the ports that several messages use.
fn judge_ports(
    scene: &Scene<'_>,
    messages: &[Pattern],
    at: At,
    measure: &mut StepMeasure,
    findings: &mut Findings,
) {
    for sends in [true, false] {
        let mut uses: Vec<Use> = messages
            .iter()
            .map(|pattern| {
                let node = if sends { pattern.from } else { pattern.to };
                let (from, to) = scene.ends(pattern, scene.home(node));
                let what = if sends { (from, from) } else { (to, to) };
                Use { what, message: (from, to), blocks: carried(scene, pattern) }
            })
            .collect();
        for (what, messages) in shared(&mut uses, measure) {
            let node = Place::Node(what.0);
            let rule = if sends {
                BrokenRule::SendPort { to: messages.iter().map(|u| u.message.1).collect() }
            } else {
                BrokenRule::ReceivePort { from: messages.iter().map(|u| u.message.0).collect() }
            };
            findings.add(at, node, rule);
        }
    }
}

/// What several messages use, rising, each with its uses in the order of the messages; and the most
/// blocks that go through one of them.
fn shared<'u>(uses: &'u mut [Use], measure: &mut StepMeasure) -> SmallVec<[(Hop, &'u [Use]); 2]> {
    uses.sort_by_key(|one| one.what);
    let several = uses.chunk_by(|a, b| a.what == b.what).filter(|uses| uses.len() > 1);
    several
        .map(|uses| {
            let blocks = uses.iter().map(|one| one.blocks).sum();
            measure.contended = measure.contended.max(blocks);
            (uses[0].what, uses)
        })
        .collect()
}

/// A hop moved so that its first node is a representative, and by which translation.
fn at_home(scene: &Scene<'_>, (u, v): Hop) -> (Vertex, Hop) {
    let node = if u < scene.by.nodes() { u } else { v };
    let g = if node < scene.by.nodes() { scene.home(node) } else { 0 };
    (g, (scene.by.apply(g, u), scene.by.apply(g, v)))
}

/// How many blocks a message carries, those of a barrier not counted.
fn carried(scene: &Scene<'_>, pattern: &Pattern) -> u128 {
    if scene.instance.data() == Data::Token {
        return 0;
    }
    let bricks = pattern.parts.iter().flat_map(|part| &part.blocks);
    let size = |brick: &Brick| brick.0.iter().map(|range| u128::from(range.len())).product();
    bricks.map(size).fold(0, u128::saturating_add)
}
