//! Lower bounds on links of classes: the time of hops, and the time of words across cuts.
//!
//! A schedule of S steps takes at least S t_s plus the greater of the two. Two messages of a step, one with
//! slow hops and one with many words, pay for only one of them, so the two are not added.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::prices::{farthest, routes};
use super::{Bound, Doors, Lemma, classes_of_nodes, is_a_permutation, nothing_moves, target};
use crate::Numbers;
use hockney_base::number::{Rational, saturated};
use hockney_core::collective::{Instance, Pattern, Ports};
use hockney_core::schedule::ByClass;
use hockney_core::topology::{Topology, Vertex};

/// The maximum work for a bound, in visited ends of links.
const MOST_VISITS: usize = 1 << 24;

/// The lower bounds on links of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassBounds {
    /// The steps.
    pub steps: Bound,
    /// The time of hops, in the unit of all times.
    pub hops: Bound,
    /// The time of words, for m = 1.
    pub words: Bound,
    /// With tables of times, t_s and the time of words for lines below them: each is a bound, and the greatest counts.
    pub below: Vec<(Rational, Bound)>,
    /// Whether the steps are a bound by themselves, and hops and words one with a single t_s. With contention a step may pay t_s
    /// often at one port, and have its words at another.
    pub apart: bool,
}

impl ClassBounds {
    /// The bounds with contention, where steps are the startups that are paid.
    #[must_use]
    pub fn with_contention(self, of: &Instance, ports: Ports) -> Self {
        let steps = self.steps.with_contention(of, ports);
        ClassBounds { apart: steps.value > Rational::one(), steps, ..self }
    }

    /// The least total, with the time of a call; `None` if m or t_s is not given.
    pub fn total(&self, numbers: &Numbers) -> Option<Rational> {
        let (m, nothing) = (numbers.m.as_ref()?, Rational::zero());
        let tabled = (!numbers.tables.is_empty()).then_some(&nothing);
        let (t_s, words) = self.lines(numbers.t_s.as_ref().or(tabled)?, m);
        Some(&self.at(t_s, &words.value, m) + &numbers.timing.call)
    }

    /// The least total for a t_s and a time of words.
    fn at(&self, t_s: &Rational, words: &Rational, m: &Rational) -> Rational {
        let greater = self.hops.value.clone().max(words * m);
        let steps = &self.steps.value * t_s;
        if self.apart { steps.max(t_s + &greater) } else { steps + &greater }
    }

    /// The t_s and the time of words with which the total is greatest.
    pub fn lines<'a>(&'a self, t_s: &'a Rational, m: &Rational) -> (&'a Rational, &'a Bound) {
        let total = |(t_s, words): &&(Rational, Bound)| self.at(t_s, &words.value, m);
        let best = self.below.iter().max_by_key(total);
        best.map_or((t_s, &self.words), |(t_s, words)| (t_s, words))
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
    if nothing_moves(of) {
        let [steps, hops, words] = [(); 3].map(|()| Bound::nothing());
        return Some(ClassBounds { steps, hops, words, below: Vec::new(), apart: false });
    }
    let steps = Doors::of(topology, of, ports).steps(of);
    let machine = |numbers: &Numbers| {
        Some(Machine { topology, of, ports, times: Times::of(topology, numbers)? })
    };
    let words = |numbers: &Numbers| Some(machine(numbers)?.words().unwrap_or_else(Bound::nothing));
    if !numbers.tables.is_empty() {
        let of = |line: &Numbers| Some((line.t_s.clone()?, words(line)?));
        let below = numbers.lines_below().iter().map(of).collect::<Option<Vec<_>>>()?;
        let (_, words) = below.first()?.clone();
        return Some(ClassBounds { steps, hops: Bound::nothing(), words, below, apart: false });
    }
    let hops = machine(numbers)?.hops().unwrap_or_else(Bound::nothing);
    Some(ClassBounds { steps, hops, words: words(numbers)?, below: Vec::new(), apart: false })
}

/// t_h and t_w by class; the first are those of links without a class. Whole numbers are added faster.
struct Times {
    /// The times of a hop, divided by `hop`, as whole numbers.
    t_h: Vec<Rational>,
    hop: Rational,
    /// `None` for links without a class if no time is given.
    t_w: Vec<Option<Rational>>,
    /// The words that pass in the time `unit`, as whole numbers; `None` where t_w is 0 or not given.
    speeds: Vec<Option<Rational>>,
    unit: Rational,
}

impl Times {
    fn of(topology: &Topology, numbers: &Numbers) -> Option<Self> {
        let (mut t_h, mut t_w) = (vec![numbers.t_h.clone()], vec![numbers.t_w.clone()]);
        for class in topology.classes() {
            let times = numbers.classes.iter().find(|times| times.name == class.name)?;
            t_h.push(times.t_h.clone());
            t_w.push(Some(times.t_w.clone()?));
        }
        let hop = common(t_h.iter().map(Rational::denominator)).recip()?;
        let t_h = t_h.iter().map(|t_h| t_h.checked_div(&hop)).collect::<Option<_>>()?;
        let given = t_w.iter().flatten().filter(|t_w| !t_w.is_zero());
        let unit = common(given.map(Rational::numerator));
        let speeds = t_w.iter().map(|t_w| unit.checked_div(t_w.as_ref()?)).collect();
        Some(Times { t_h, hop, t_w, speeds, unit })
    }
}

/// The least common multiple of whole numbers other than 0.
fn common(numbers: impl Iterator<Item = Rational>) -> Rational {
    numbers.fold(Rational::one(), |a, b| {
        let shared = a.gcd(&b).unwrap_or_else(Rational::one);
        (&a * &b).checked_div(&shared).unwrap_or(a)
    })
}

/// A machine with its times, and what is asked of it.
struct Machine<'a> {
    topology: &'a Topology,
    of: &'a Instance,
    ports: Ports,
    times: Times,
}

/// A link from some vertex: where it leads, its class, and its lanes there and back.
struct End {
    to: Vertex,
    class: usize,
    lanes: [i64; 2],
}

impl Machine<'_> {
    /// The links of a vertex.
    fn ends(&self, from: Vertex) -> impl Iterator<Item = End> {
        let network = self.topology.network();
        let mut beside = Vec::new();
        network.neighbours(from, &mut beside);
        let end = move |to: Vertex| {
            let links = [network.link(from, to)?, network.link(to, from)?];
            let class = self.topology.class_index(links[0]);
            Some(End { to, class, lanes: links.map(|link| self.topology.capacity(link).into()) })
        };
        beside.into_iter().filter_map(end)
    }

    /// The class with the least time per word of a node's links.
    fn fastest(&self, node: Vertex) -> Option<usize> {
        self.ends(node).map(|end| end.class).min_by_key(|class| &self.times.t_w[*class])
    }

    /// The greatest least time of hops from a node to one that needs its data.
    fn hops(&self) -> Option<Bound> {
        let (p, vertices) = (self.topology.nodes(), self.topology.vertices() as usize);
        let sources = match self.of.collective.pattern() {
            // A link takes the same time in both directions.
            Pattern::OneToAll | Pattern::Scattered | Pattern::AllToOne | Pattern::Gathered => {
                self.of.root..self.of.root + 1
            }
            Pattern::Permuted | Pattern::Prefixes => 0..p,
            _ => 0..classes_of_nodes(self.topology),
        };
        let affordable = (MOST_VISITS / (vertices * 8).max(1)).max(1);
        let ends = |vertex| self.ends(vertex).map(|end| (end.to, end.class));
        let further = |time: &Rational, class: usize| time + &self.times.t_h[class];
        let (time, ends) = farthest(self.of, sources.take(affordable), |from| {
            routes(vertices, from, ends, further).distances
        })?;
        let [from, to] = ends.map(|node| self.topology.show(node));
        let why = format!("the hops between node {from} and node {to}, by the fastest route");
        Some(Bound::new(&time * &self.times.hop, Lemma::Distance, why))
    }

    /// The greatest time of the words across a cut. The cuts are the parts that remain joined without the
    /// links above some time per word, single nodes among them, and unions of these parts.
    fn words(&self) -> Option<Bound> {
        if self.of.collective.pattern() == Pattern::Token {
            return Some(Bound::new(Rational::zero(), Lemma::Ports, "a signal has no words"));
        }
        let mut levels: Vec<Option<&Rational>> = vec![None];
        levels.extend(self.times.t_w.iter().flatten().map(Some));
        levels.sort_unstable();
        levels.dedup();
        levels.into_iter().filter_map(|level| self.across(level)).reduce(|a, b| a.or(Some(b)))
    }

    /// The same for the parts whose links take at most this time per word.
    fn across(&self, level: Option<&Rational>) -> Option<Bound> {
        let (parts, part_of) = self.parts(level);
        let [_, _, ..] = parts[..] else { return None };
        let sources = self.sources();
        let none = Side::new(self);
        // What is inside the parts so far.
        let (mut up_to, mut total) = (none.clone(), Some(Rational::zero()));
        // The greatest time, and the part or the parts up to one that it is of.
        let (mut best_alone, mut best_up_to) = (None, None);
        for (i, part) in (0..).zip(&parts) {
            let mut alone = none.clone();
            for &vertex in part {
                for End { to, class, lanes: [there, back] } in self.ends(vertex) {
                    let beyond = part_of[to as usize].cmp(&i);
                    if beyond.is_ne() {
                        alone.add_lanes(class, [there, back]);
                    }
                    match beyond {
                        Ordering::Greater => up_to.add_lanes(class, [there, back]),
                        Ordering::Less => up_to.add_lanes(class, [-back, -there]),
                        Ordering::Equal => {}
                    }
                }
                if vertex < self.topology.nodes() {
                    alone.add_node(self, vertex);
                    up_to.add_node(self, vertex);
                    if let Some(source) = sources.get(vertex as usize) {
                        let [to, from] =
                            [target(self.of, vertex), *source].map(|node| part_of[node as usize]);
                        alone.leaving += i64::from(to != i);
                        up_to.leaving += i64::from(to > i) - i64::from(from < i);
                    }
                }
            }
            keep(&mut best_alone, self.time(&alone), i);
            total = total.zip(self.rate(&alone, 1)).map(|(total, rate)| &total + &rate);
            if i as usize + 1 < parts.len() {
                keep(&mut best_up_to, self.time(&up_to), i);
            }
        }
        let bound = |time: Rational, why: String| Bound::new(time, Lemma::Cut, why);
        let alone = best_alone.map(|(time, i): (Rational, u32)| {
            let part = self.named(&parts[i as usize..=i as usize]);
            bound(time, format!("the words into or out of {part}"))
        });
        let up_to = best_up_to.map(|(time, i): (Rational, u32)| {
            let parts = self.named(&parts[..=i as usize]);
            bound(time, format!("the words between {parts} and the other nodes"))
        });
        // Each word needs q - 1 messages between q parts to be summed, and q - 1 more to be distributed.
        let reduced = self.of.collective.pattern() == Pattern::AllReduced;
        let reduced = total.filter(|_| reduced).and_then(|total| {
            let q = parts.len();
            let messages = Rational::from(2 * (q as u64 - 1));
            let time = (&messages * &self.times.unit).checked_div(&total)?;
            let parts = match self.named(&parts[..1]) {
                _ if q == self.topology.nodes() as usize => format!("{q} nodes"),
                first => format!("{q} parts, such as {first}"),
            };
            Some(bound(time, format!("each word takes {messages} messages between {parts}")))
        });
        [alone, up_to, reduced].into_iter().flatten().reduce(|a, b| a.or(Some(b)))
    }

    /// The vertices that links up to this time per word join, each part with its vertices ascending; the parts that have
    /// nodes, by their first ones, and the part of each vertex.
    fn parts(&self, level: Option<&Rational>) -> (Vec<Vec<Vertex>>, Vec<u32>) {
        let mut part_of = vec![u32::MAX; self.topology.vertices() as usize];
        let mut parts = Vec::new();
        for first in 0..self.topology.nodes() {
            if part_of[first as usize] != u32::MAX {
                continue;
            }
            let number = saturated(parts.len());
            part_of[first as usize] = number;
            let (mut part, mut next) = (vec![first], 0);
            while let Some(&vertex) = part.get(next) {
                next += 1;
                for End { to, class, .. } in self.ends(vertex) {
                    let t_w = self.times.t_w[class].as_ref();
                    let joins = t_w.zip(level).is_some_and(|(t_w, level)| t_w <= level);
                    if joins && part_of[to as usize] == u32::MAX {
                        part_of[to as usize] = number;
                        part.push(to);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        (parts, part_of)
    }

    /// The source of the block that each node receives; nothing if the collective is not a permutation.
    fn sources(&self) -> Vec<Vertex> {
        if !is_a_permutation(self.of) {
            return Vec::new();
        }
        let mut sources = vec![0; self.of.nodes as usize];
        (0..self.of.nodes).for_each(|node| sources[target(self.of, node) as usize] = node);
        sources
    }

    /// The words that can leave (0) or enter (1) in the unit of time; `None` if links without a time cross.
    fn rate(&self, side: &Side, way: usize) -> Option<Rational> {
        let sum = |counts: &[i64], each: i64| {
            let mut used = counts.iter().zip(&self.times.speeds).filter(|(count, _)| **count > 0);
            used.try_fold(Rational::zero(), |sum, (count, speed)| {
                Some(sum + &Rational::from(count * each) * speed.as_ref()?)
            })
        };
        let mut least = sum(&side.lanes[way], 1)?;
        if let Ports::Limited(ports) = self.ports {
            for nodes in &side.fastest {
                least = least.min(sum(nodes, ports.into())?);
            }
        }
        Some(least)
    }

    /// The time of the words across a cut, whichever way takes longer.
    fn time(&self, side: &Side) -> Option<Rational> {
        let time = |words: u64, way| {
            (&Rational::from(words) * &self.times.unit).checked_div(&self.rate(side, way)?)
        };
        let [out, into] = self.needed(side);
        time(out, 0).max(time(into, 1))
    }

    /// The words that must leave a set of nodes, for m = 1, and those that must enter it.
    fn needed(&self, side: &Side) -> [u64; 2] {
        let outside = u64::from(self.topology.nodes()) - side.nodes;
        let [root, first] =
            [side.has_root, side.has_first].map(|inside| [inside, !inside].map(u64::from));
        match self.of.collective.pattern() {
            Pattern::OneToAll => root,
            Pattern::AllToOne => [root[1], root[0]],
            Pattern::Scattered => [root[0] * outside, root[1] * side.nodes],
            Pattern::Gathered => [root[1] * side.nodes, root[0] * outside],
            // Node 0 sends to all others.
            Pattern::Prefixes => first,
            Pattern::AllToAll => [side.nodes, outside],
            Pattern::Reduced => [outside, side.nodes],
            Pattern::AllReduced => [1; 2],
            Pattern::Pairs => [side.nodes * outside; 2],
            Pattern::Permuted => [side.leaving.unsigned_abs(); 2],
            Pattern::Token => [0; 2],
        }
    }

    /// The nodes of some parts: `node 3`, `nodes 0 to 7`, `8 nodes such as 0`
    fn named(&self, parts: &[Vec<Vertex>]) -> String {
        let nodes = parts.iter().flatten().copied().filter(|v| *v < self.topology.nodes());
        let mut nodes: Vec<Vertex> = nodes.collect();
        nodes.sort_unstable();
        let show = |node: Vertex| self.topology.show(node);
        match nodes[..] {
            [] => "no node".to_owned(),
            [node] => format!("node {}", show(node)),
            [first, .., last] if (last - first) as usize + 1 == nodes.len() => {
                format!("nodes {} to {}", show(first), show(last))
            }
            [first, ..] => format!("{} nodes such as {}", nodes.len(), show(first)),
        }
    }
}

/// What is inside a cut, and what crosses its border.
#[derive(Clone)]
struct Side {
    nodes: u64,
    has_root: bool,
    has_first: bool,
    /// The blocks of a permutation that must leave, which are as many as must enter.
    leaving: i64,
    /// The lanes that lead out and in, by class.
    lanes: [ByClass<i64>; 2],
    /// The nodes inside and outside, by the class of their fastest link.
    fastest: [ByClass<i64>; 2],
}

impl Side {
    /// With no vertex inside.
    fn new(machine: &Machine<'_>) -> Self {
        let none: ByClass<i64> = SmallVec::from_elem(0, machine.times.t_h.len());
        let mut outside = none.clone();
        (0..machine.topology.nodes())
            .filter_map(|node| machine.fastest(node))
            .for_each(|class| outside[class] += 1);
        let (lanes, fastest) = ([none.clone(), none.clone()], [none, outside]);
        Side { nodes: 0, has_root: false, has_first: false, leaving: 0, lanes, fastest }
    }

    fn add_lanes(&mut self, class: usize, lanes: [i64; 2]) {
        self.lanes.iter_mut().zip(lanes).for_each(|(of, lanes)| of[class] += lanes);
    }

    fn add_node(&mut self, machine: &Machine<'_>, node: Vertex) {
        self.nodes += 1;
        self.has_root |= node == machine.of.root;
        self.has_first |= node == 0;
        if let Some(class) = machine.fastest(node) {
            self.fastest[0][class] += 1;
            self.fastest[1][class] -= 1;
        }
    }
}

/// Keeps the greater time, of equal ones the first, with its part.
fn keep(best: &mut Option<(Rational, u32)>, time: Option<Rational>, part: u32) {
    let better = |time: &Rational| best.as_ref().is_none_or(|(best, _)| time > best);
    if let Some(time) = time.filter(better) {
        *best = Some((time, part));
    }
}
