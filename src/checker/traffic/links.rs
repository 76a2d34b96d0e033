//! The rules of links: a route uses links that there are, and no link more than it may carry.
//!
//! Every route is resolved and followed once. What it takes to judge links that are shared is in
//! `congestion.rs`.

use crate::checker::report::no_answer::Malformed;
use crate::checker::report::violation::{BrokenRule, Place, Rule};
use crate::checker::report::{At, Findings};
use crate::checker::traffic::counter::Counter;
use crate::schedule::{Message, Route, StepMeasure};
use crate::topology::{Topology, Vertex};

/// How often each directed link has been used in the step.
pub(crate) struct LinkUse<'a> {
    pub(crate) topology: &'a Topology,
    pub(crate) loads: Counter,
    /// For each shared link its place in the list of them, counted from 1.
    pub(crate) shared_at: Option<Counter>,
    shared: bool,
    /// Hops without a link: the message, and the hop. The first few; the others are counted.
    missing: Vec<(Vertex, Vertex, Hop)>,
    more_missing: u64,
    via: Vec<Vertex>,
    sorted: Vec<Hop>,
    hops_left: u64,
}

/// Why a message could not be followed.
pub(crate) enum Lost {
    /// The hops that are allowed in all have been followed.
    HopLimit,
    Malformed(Malformed),
}

/// A link in one direction.
pub(crate) type Hop = (Vertex, Vertex);

impl<'a> LinkUse<'a> {
    pub(crate) fn new(topology: &'a Topology, hops_allowed: u64) -> Self {
        LinkUse {
            topology,
            loads: Counter::below(topology.network().link_slots()),
            shared_at: None,
            shared: false,
            missing: Vec::new(),
            more_missing: 0,
            via: Vec::new(),
            sorted: Vec::new(),
            hops_left: hops_allowed,
        }
    }

    pub(crate) fn next_step(&mut self) {
        self.loads.next_step();
        self.shared = false;
        self.missing.clear();
        self.more_missing = 0;
    }

    /// How many hops are still allowed.
    pub(crate) fn hops_left(&self) -> u64 {
        self.hops_left
    }

    /// Takes hops off those that are allowed, if as many are left. Messages that are followed again,
    /// since they share a link, are not counted again.
    pub(crate) fn spend(&mut self, hops: u64) -> bool {
        let left = self.hops_left.checked_sub(hops);
        self.hops_left = left.unwrap_or(self.hops_left);
        left.is_some()
    }

    /// Follows a message, whose end points are nodes, and says how many hops it makes.
    pub(crate) fn add(
        &mut self,
        message: &Message,
        measure: &mut StepMeasure,
        wants_places: bool,
    ) -> Result<u64, Lost> {
        self.resolve(message)?;
        if !self.spend(self.via.len() as u64 + 1) {
            return Err(Lost::HopLimit);
        }
        let network = self.topology.network();
        let mut at = message.from;
        for next in self.via.iter().copied().chain([message.to]) {
            match network.link(at, next) {
                Some(link) => {
                    let load = self.loads.add(link);
                    self.shared |= load > 1;
                    measure.busiest = measure.busiest.max(u64::from(load));
                }
                None if wants_places
                    && self.missing.len() < crate::checker::report::MOST_PLACES =>
                {
                    self.missing.push((message.from, message.to, (at, next)));
                }
                None => self.more_missing += 1,
            }
            at = next;
        }
        Ok(self.via.len() as u64 + 1)
    }

    /// Writes the message's route to `via`.
    fn resolve(&mut self, message: &Message) -> Result<(), Lost> {
        self.via.clear();
        message.via_into(self.topology.network(), &mut self.via);
        match &message.route {
            // The topology's own routes are simple paths.
            Route::Default => Ok(()),
            Route::Via(_) => self.look_at_via(message).map_err(Lost::Malformed),
        }
    }

    /// What the reader has refused: vertices that do not exist, a directed link twice.
    fn look_at_via(&mut self, message: &Message) -> Result<(), Malformed> {
        let vertices = self.topology.vertices();
        if let Some(vertex) = self.via.iter().find(|vertex| **vertex >= vertices) {
            return Err(Malformed::NoSuchVertex(*vertex));
        }
        let starts = [message.from].into_iter().chain(self.via.iter().copied());
        let ends = self.via.iter().copied().chain([message.to]);
        self.sorted.clear();
        self.sorted.extend(starts.zip(ends));
        self.sorted.sort_unstable();
        match self.sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Malformed::LinkTwice(pair[0].0, pair[0].1)),
            None => Ok(()),
        }
    }

    /// Reports hops without a link and links that carry too much.
    pub(crate) fn judge<'m, I: Iterator<Item = (&'m Message, u128)>>(
        &mut self,
        messages: impl Fn() -> I,
        at: At,
        measure: &mut StepMeasure,
        findings: &mut Findings,
    ) -> Result<(), Lost> {
        for (from, to, hop) in self.missing.drain(..) {
            findings.add(at, Place::Message { from, to }, BrokenRule::Link { hop });
        }
        findings.count(Rule::Link, self.more_missing);
        if self.shared { self.judge_shared(messages, at, measure, findings) } else { Ok(()) }
    }

    /// Follows a message again, along the links that it shares with others.
    pub(crate) fn follow_shared(
        &mut self,
        message: &Message,
        mut visit: impl FnMut(Hop, u64, u32),
    ) -> Result<(), Lost> {
        self.resolve(message)?;
        let network = self.topology.network();
        let mut at = message.from;
        for next in self.via.iter().copied().chain([message.to]) {
            if let Some(link) = network.link(at, next) {
                let load = self.loads.get(link);
                if load > 1 {
                    visit((at, next), link, load);
                }
            }
            at = next;
        }
        Ok(())
    }
}
