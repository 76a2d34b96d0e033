//! Lower bounds on links of classes: the time of hops, and the time of words across cuts.
//!
//! A schedule of S steps takes at least S t_s plus the greater of the two. Two messages of a step, one with
//! slow hops and one with many words, pay for only one of them, so the two are not added.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::machine::{End, Machine, TimeBound, Times, keep};
use super::side::Side;
use super::{Bound, Doors, Lemma, nothing_moves, target};
use crate::Numbers;
use hockney_base::number::{Rational, index};
use hockney_core::collective::{Instance, Pattern, Ports};
use hockney_core::topology::{Topology, Translations, Vertex};

/// The maximum work for a bound, in visited ends of links.
const MOST_VISITS: u64 = 1 << 24;

/// The lower bounds on links of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassBounds {
    /// The steps.
    pub steps: Bound,
    /// The time of hops.
    pub hops: TimeBound,
    /// The time of words, for m = 1.
    pub words: TimeBound,
}

impl ClassBounds {
    /// The bounds with contention: then a node may send any number of messages in a step.
    #[must_use]
    pub fn with_contention(self) -> Self {
        ClassBounds { steps: self.steps.with_contention(), ..self }
    }

    /// The least total.
    pub fn total(&self, t_s: &Rational, m: &Rational) -> Rational {
        let words = &self.words.value * m;
        &(&self.steps.value * t_s) + (&self.hops.value).max(&words)
    }
}

/// The lower bounds among all nodes, if all times of links are given.
pub fn class_bounds(
    topology: &Topology,
    of: &Instance,
    ports: Ports,
    numbers: &Numbers,
) -> Option<ClassBounds> {
    let network = topology.network();
    if topology.classes().is_empty() || network.part_of().is_some() {
        return None;
    }
    let nothing = || TimeBound { value: Rational::zero(), why: super::NOTHING.to_owned() };
    if nothing_moves(of) {
        let steps = Bound::new(Rational::zero(), Lemma::Trivial, super::NOTHING);
        return Some(ClassBounds { steps, hops: nothing(), words: nothing() });
    }
    let steps = Doors::of(topology, of, ports).steps(of);
    let times = Times::of(topology, numbers)?;
    let machine = Machine { topology, of, ports, times };
    let words = machine.words().unwrap_or_else(nothing);
    Some(ClassBounds { steps, hops: machine.hops().unwrap_or_else(nothing), words })
}

impl Machine<'_> {
    /// The greatest least time of hops from a node to one that needs its data.
    fn hops(&self) -> Option<TimeBound> {
        let (p, vertices) = (self.topology.nodes(), u64::from(self.topology.vertices()));
        let sources: Vec<Vertex> = match self.of.collective.pattern() {
            // A link takes the same time in both directions.
            Pattern::OneToAll | Pattern::Scattered | Pattern::AllToOne | Pattern::Gathered => {
                vec![self.of.root]
            }
            Pattern::Permuted | Pattern::Prefixes => (0..p).collect(),
            _ => (0..self.classes_of_nodes()).collect(),
        };
        let mut most: Option<(Rational, Vertex, Vertex)> = None;
        let affordable = (MOST_VISITS / (vertices * 8).max(1)).max(1);
        for from in sources.into_iter().take(index(affordable)) {
            let times = self.from(from);
            let needs = |to: &Vertex| match self.of.collective.pattern() {
                Pattern::Permuted => *to == target(self.of, from),
                Pattern::Prefixes => *to > from,
                _ => *to != from,
            };
            for to in (0..p).filter(needs) {
                let Some(time) = &times[to as usize] else { continue };
                if most.as_ref().is_none_or(|(most, ..)| time > most) {
                    most = Some((time.clone(), from, to));
                }
            }
        }
        let (value, from, to) = most?;
        let value = &value * &self.times.hop;
        let [from, to] = [from, to].map(|node| self.topology.show(node));
        let why = format!("the hops between node {from} and node {to}, by the fastest route");
        Some(TimeBound { value, why })
    }

    /// The number of nodes, from node 0 on, of which all others are translations.
    fn classes_of_nodes(&self) -> u32 {
        let (network, p) = (self.topology.network(), self.topology.nodes());
        let classes = |by: Option<Translations>| {
            by.filter(|by| network.looks_the_same_under(by)).map(|by| by.classes())
        };
        let turn = || classes(Translations::cyclic(&[p], &[network.turn()]));
        classes(Translations::xor(p)).or_else(turn).unwrap_or(p)
    }

    /// The least time of hops from a vertex to each other, divided by the unit of these times.
    fn from(&self, from: Vertex) -> Vec<Option<Rational>> {
        let mut least: Vec<Option<Rational>> = vec![None; self.topology.vertices() as usize];
        let mut open = BinaryHeap::from([Reverse((Rational::zero(), from))]);
        while let Some(Reverse((time, vertex))) = open.pop() {
            if least[vertex as usize].is_some() {
                continue;
            }
            for End { to, class, .. } in self.ends(vertex) {
                if least[to as usize].is_none() {
                    open.push(Reverse((&time + &self.times.t_h[class], to)));
                }
            }
            least[vertex as usize] = Some(time);
        }
        least
    }

    /// The greatest time of the words across a cut. The cuts are the parts that remain joined without the
    /// links above some time per word, single nodes among them, and unions of these parts.
    fn words(&self) -> Option<TimeBound> {
        if self.of.collective.pattern() == Pattern::Token {
            let why = "a signal has no words".to_owned();
            return Some(TimeBound { value: Rational::zero(), why });
        }
        let mut levels: Vec<Option<&Rational>> = vec![None];
        levels.extend(self.times.t_w.iter().flatten().map(Some));
        levels.sort_unstable();
        levels.dedup();
        let mut best = None;
        for bound in levels.into_iter().filter_map(|level| self.across(level)) {
            keep(&mut best, Some(bound.value), || bound.why.clone());
        }
        best
    }

    /// The same for the parts whose links take at most this time per word.
    fn across(&self, level: Option<&Rational>) -> Option<TimeBound> {
        let parts = self.parts(level);
        let with_nodes: Vec<&Vec<Vertex>> =
            parts.iter().filter(|part| part[0] < self.topology.nodes()).collect();
        if with_nodes.len() < 2 {
            return None;
        }
        let mut side = Side::new(self);
        let mut total = Some(Rational::zero());
        // The greatest time, and the part or the parts up to one that it is of.
        let (mut alone, mut up_to) = (None, None);
        for (i, part) in with_nodes.iter().enumerate() {
            part.iter().for_each(|vertex| side.turn(*vertex));
            greater(&mut alone, side.time(), i);
            total = total.zip(side.rate(false)).map(|(total, rate)| &total + &rate);
            part.iter().for_each(|vertex| side.turn(*vertex));
        }
        for (i, part) in with_nodes[..with_nodes.len() - 1].iter().enumerate() {
            part.iter().for_each(|vertex| side.turn(*vertex));
            greater(&mut up_to, side.time(), i);
        }
        let mut best = None;
        if let Some((time, i)) = alone {
            let name = || format!("the words into or out of {}", self.named(with_nodes[i]));
            keep(&mut best, Some(time), name);
        }
        if let Some((time, i)) = up_to {
            let name = || self.named_up_to(&with_nodes[..=i]);
            let name = || format!("the words between {} and the other nodes", name());
            keep(&mut best, Some(time), name);
        }
        // Each word needs q - 1 messages between q parts to be summed, and q - 1 more to be distributed.
        if self.of.collective.pattern() == Pattern::AllReduced {
            let q = with_nodes.len() as u64;
            let messages = Rational::from(2 * (q - 1));
            let words = &messages * &self.times.unit;
            let value = total.and_then(|total| words.checked_div(&total));
            let parts = match self.named(with_nodes[0]) {
                _ if q == u64::from(self.topology.nodes()) => format!("{q} nodes"),
                first => format!("{q} parts, such as {first}"),
            };
            let why = format!("each word takes {messages} messages between {parts}");
            keep(&mut best, value, || why.clone());
        }
        best
    }

    /// The vertices that links up to this time per word join, each part ascending; the parts by their first
    /// vertices.
    fn parts(&self, level: Option<&Rational>) -> Vec<Vec<Vertex>> {
        let vertices = self.topology.vertices();
        let mut seen = vec![false; vertices as usize];
        let mut parts = Vec::new();
        for first in 0..vertices {
            if std::mem::replace(&mut seen[first as usize], true) {
                continue;
            }
            let (mut part, mut next) = (vec![first], 0);
            while let Some(&vertex) = part.get(next) {
                next += 1;
                for End { to, class, .. } in self.ends(vertex) {
                    let joins = self.times.t_w[class]
                        .as_ref()
                        .zip(level)
                        .is_some_and(|(t_w, level)| t_w <= level);
                    if joins && !std::mem::replace(&mut seen[to as usize], true) {
                        part.push(to);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// `node 3`, `nodes 0 to 7`, `8 nodes such as 0`
    fn named(&self, part: &[Vertex]) -> String {
        let nodes = part.iter().filter(|vertex| **vertex < self.topology.nodes());
        self.list(&nodes.copied().collect::<Vec<_>>())
    }

    fn named_up_to(&self, parts: &[&Vec<Vertex>]) -> String {
        let p = self.topology.nodes();
        let mut nodes: Vec<Vertex> =
            parts.iter().flat_map(|part| part.iter().copied()).filter(|v| *v < p).collect();
        nodes.sort_unstable();
        self.list(&nodes)
    }

    fn list(&self, nodes: &[Vertex]) -> String {
        let show = |node: Vertex| self.topology.show(node);
        match nodes {
            [] => "no node".to_owned(),
            [node] => format!("node {}", show(*node)),
            [first, .., last] if (last - first) as usize + 1 == nodes.len() => {
                format!("nodes {} to {}", show(*first), show(*last))
            }
            [first, ..] => format!("{} nodes such as {}", nodes.len(), show(*first)),
        }
    }
}

/// Keeps the greater time, of equal ones the first, with its number.
fn greater(best: &mut Option<(Rational, usize)>, time: Option<Rational>, number: usize) {
    let better = |time: &Rational| best.as_ref().is_none_or(|(best, _)| time > best);
    if let Some(time) = time.filter(better) {
        *best = Some((time, number));
    }
}
