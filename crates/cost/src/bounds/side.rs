//! A cut of a machine, and what crosses it.

use smallvec::SmallVec;

use super::machine::{End, Machine};
use super::{is_a_permutation, target};
use hockney_base::number::Rational;
use hockney_core::collective::{Pattern, Ports};
use hockney_core::schedule::ByClass;
use hockney_core::topology::Vertex;

/// A set of vertices, with what crosses its border.
pub(super) struct Side<'a, 'm> {
    machine: &'a Machine<'m>,
    inside: Vec<bool>,
    /// The source of the block that each node receives, for permutations.
    sources: Vec<Vertex>,
    nodes: u64,
    has_root: bool,
    has_first: bool,
    /// The blocks of a permutation that must leave, which are as many as must enter.
    leaving: u64,
    /// The lanes that lead out and in, by class.
    lanes: [ByClass<u64>; 2],
    /// The nodes inside and all nodes, by the class of their fastest link.
    fastest: [ByClass<u64>; 2],
}

impl<'a, 'm> Side<'a, 'm> {
    pub(super) fn new(machine: &'a Machine<'m>) -> Self {
        let none: ByClass<u64> = SmallVec::from_elem(0, machine.times.t_h.len());
        let p = machine.topology.nodes();
        let mut side = Side {
            machine,
            inside: vec![false; machine.topology.vertices() as usize],
            sources: Vec::new(),
            nodes: 0,
            has_root: false,
            has_first: false,
            leaving: 0,
            lanes: [none.clone(), none.clone()],
            fastest: [none.clone(), none],
        };
        if is_a_permutation(machine.of) {
            side.sources = vec![0; p as usize];
            (0..p).for_each(|node| side.sources[target(machine.of, node) as usize] = node);
        }
        for node in 0..p {
            if let Some(class) = side.fastest_of(node) {
                side.fastest[1][class] += 1;
            }
        }
        side
    }

    /// The class with the least time per word of a node's links.
    fn fastest_of(&self, node: Vertex) -> Option<usize> {
        let t_w = |class: &usize| &self.machine.times.t_w[*class];
        self.machine.ends(node).map(|end| end.class).min_by(|a, b| t_w(a).cmp(t_w(b)))
    }

    /// Moves a vertex to the other side.
    pub(super) fn turn(&mut self, vertex: Vertex) {
        let enters = !self.inside[vertex as usize];
        self.inside[vertex as usize] = enters;
        let change = |count: &mut u64, by: u64, more: bool| {
            *count = if more { *count + by } else { *count - by };
        };
        let machine = self.machine;
        for End { to, class, lanes, back } in machine.ends(vertex) {
            let [out, into] = &mut self.lanes;
            // From the side that the vertex joins to the other, and back.
            let (from, towards) = if enters { (out, into) } else { (into, out) };
            if self.inside[to as usize] == enters {
                // The link no longer crosses.
                change(&mut from[class], back, false);
                change(&mut towards[class], lanes, false);
            } else {
                change(&mut from[class], lanes, true);
                change(&mut towards[class], back, true);
            }
        }
        if vertex >= self.machine.topology.nodes() {
            return;
        }
        change(&mut self.nodes, 1, enters);
        if let Some(class) = self.fastest_of(vertex) {
            change(&mut self.fastest[0][class], 1, enters);
        }
        self.has_root ^= vertex == self.machine.of.root;
        self.has_first ^= vertex == 0;
        if !self.sources.is_empty() {
            let inside = |node: Vertex| self.inside[node as usize] || node == vertex;
            let to = target(self.machine.of, vertex);
            let from = self.sources[vertex as usize];
            // Its own block leaves while its target is outside, and that of its source while the source is inside.
            if to != vertex {
                let (leaves, arrives) = (u64::from(!inside(to)), u64::from(inside(from)));
                change(&mut self.leaving, leaves, enters);
                change(&mut self.leaving, arrives, !enters);
            }
        }
    }

    /// The words that can leave (or enter) in the unit of time; `None` if links without a time cross.
    pub(super) fn rate(&self, leave: bool) -> Option<Rational> {
        let speeds = &self.machine.times.speeds;
        let sum = |counts: &[u64], each: u64| {
            let mut used = counts.iter().zip(speeds).filter(|(count, _)| **count > 0);
            used.try_fold(Rational::zero(), |sum, (count, speed)| {
                Some(sum + &Rational::from(count * each) * speed.as_ref()?)
            })
        };
        let mut least = sum(&self.lanes[usize::from(!leave)], 1)?;
        if let Ports::Limited(ports) = self.machine.ports {
            let [inside, all] = &self.fastest;
            let outside: ByClass<u64> = all.iter().zip(inside).map(|(all, of)| all - of).collect();
            for nodes in [inside, &outside] {
                least = least.min(sum(nodes, ports.into())?);
            }
        }
        Some(least)
    }

    /// The words that must leave a set of nodes, for m = 1, and those that must enter it.
    fn needed(&self) -> (u64, u64) {
        let p = u64::from(self.machine.topology.nodes());
        let (inside, outside) = (self.nodes, p - self.nodes);
        let (root_inside, root_outside) = (u64::from(self.has_root), u64::from(!self.has_root));
        match self.machine.of.collective.pattern() {
            Pattern::OneToAll => (root_inside, root_outside),
            Pattern::AllToOne => (root_outside, root_inside),
            Pattern::Scattered => (root_inside * outside, root_outside * inside),
            Pattern::Gathered => (root_outside * inside, root_inside * outside),
            // Node 0 sends to all others.
            Pattern::Prefixes => (u64::from(self.has_first), u64::from(!self.has_first)),
            Pattern::AllToAll => (inside, outside),
            Pattern::Reduced => (outside, inside),
            Pattern::AllReduced => (1, 1),
            Pattern::Pairs => (inside * outside, inside * outside),
            Pattern::Permuted => (self.leaving, self.leaving),
            Pattern::Token => (0, 0),
        }
    }

    /// The time of the words across this cut, whichever way takes longer.
    pub(super) fn time(&self) -> Option<Rational> {
        let (out, into) = self.needed();
        let unit = &self.machine.times.unit;
        let time = |words, leave| (&Rational::from(words) * unit).checked_div(&self.rate(leave)?);
        time(out, true).max(time(into, false))
    }
}
