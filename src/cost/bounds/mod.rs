//! Lower bounds: the steps and words that every schedule of a collective needs.
//!
//! Each has a reason in one line. A schedule of S steps and W m words never costs less than `steps t_s +
//! words m t_w`, but no single schedule may reach both bounds.

mod classed;
mod cuts;
mod machine;
mod side;

pub use classed::{ClassBounds, class_bounds};
use cuts::{Demand, over};
pub use machine::TimeBound;

use super::Cost;
use crate::collective::{Instance, Pattern, Ports};
use crate::number::{Rational, remainder};
use crate::topology::{Regular, Topology, Vertex};

/// A lower bound and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub value: Rational,
    /// The reason, in one line.
    pub why: &'static str,
}

/// The lower bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerBounds {
    /// The steps.
    pub steps: Bound,
    /// The words, in units of m.
    pub words: Bound,
}

impl Bound {
    /// The bound on steps with contention.
    #[must_use]
    pub fn with_contention(self) -> Self {
        if self.value <= Rational::one() {
            return self;
        }
        let why = "with contention a node sends any number of messages in a step";
        Bound { value: Rational::one(), why }
    }
}

impl LowerBounds {
    /// Both as a cost without hops.
    pub fn cost(&self) -> Cost {
        let (t_s, t_w) = (self.steps.value.clone(), self.words.value.clone());
        Cost::plain(t_s, t_w, Rational::zero())
    }
}

const NOTHING: &str = "every block starts where it must end";

/// The lower bounds of a collective among all nodes of a topology.
pub fn lower_bounds(topology: &Topology, of: &Instance, ports: Ports) -> LowerBounds {
    let bound = |value: Rational, why| Bound { value, why };
    if nothing_moves(of) {
        let zero = || bound(Rational::zero(), NOTHING);
        return LowerBounds { steps: zero(), words: zero() };
    }
    let doors = Doors::of(topology, of, ports);
    let (value, why) = doors.words(topology, of);
    let mut words = bound(value, why);
    let cut = match of.collective.pattern() {
        Pattern::Pairs => cuts::heaviest(topology, &Demand::EveryPair),
        Pattern::Permuted => cuts::heaviest(topology, &Demand::Targets(&|i| target(of, i))),
        _ => None,
    };
    if let Some((value, why)) = cut.filter(|(value, _)| *value > words.value) {
        words = bound(value, why);
    }
    LowerBounds { steps: doors.steps(of), words }
}

/// The target of a node's block in a shift or permutation.
fn target(of: &Instance, i: u32) -> u32 {
    if let Some(map) = of.map() {
        return map[i as usize];
    }
    remainder(u64::from(i) + u64::from(of.by), of.nodes)
}

fn nothing_moves(of: &Instance) -> bool {
    let moves = || (0..of.nodes).any(|i| target(of, i) != i);
    of.nodes == 1 || (is_a_permutation(of) && !moves())
}

fn is_a_permutation(of: &Instance) -> bool {
    of.collective.pattern() == Pattern::Permuted
}

/// The number of messages that nodes can send, and receive, in a step.
struct Doors {
    ports: Ports,
    /// Of the root, if there is one.
    root: u64,
    /// The minimum and the maximum of all nodes.
    fewest: u64,
    most: u64,
    /// The minimum of the nodes whose block a shift or permutation moves.
    moving: u64,
    /// Of all nodes together.
    total: u64,
}

impl Doors {
    fn of(topology: &Topology, of: &Instance, ports: Ports) -> Self {
        let p = topology.nodes();
        let equal = |each: u64| {
            let total = each * u64::from(p);
            Doors { ports, root: each, fewest: each, most: each, moving: each, total }
        };
        if ports == Ports::ONE {
            return equal(1);
        }
        if topology.network().regular() == Some(Regular::Clique) {
            return equal(ports.at_most(u64::from(p - 1)));
        }
        let many = u64::MAX;
        let mut doors = Doors { ports, root: 1, fewest: many, most: 1, moving: many, total: 0 };
        let mut beside = Vec::new();
        let permutes = is_a_permutation(of);
        for node in 0..p {
            let links = ports.at_most(links(topology, node, &mut beside).max(1));
            doors.fewest = doors.fewest.min(links);
            doors.most = doors.most.max(links);
            doors.total = doors.total.saturating_add(links);
            if node == of.root {
                doors.root = links;
            }
            if permutes && target(of, node) != node {
                doors.moving = doors.moving.min(links);
            }
        }
        doors
    }

    fn steps(&self, of: &Instance) -> Bound {
        if is_a_permutation(of) {
            return Bound { value: Rational::one(), why: "some block must move" };
        }
        let (mut know, mut steps) = (1_u64, 0);
        while know < u64::from(of.nodes) {
            know = know.saturating_mul(1 + self.most);
            steps += 1;
        }
        let why = match self.ports {
            Ports::ONE => "a step at most doubles the number of nodes that have a word",
            Ports::Limited(_) => {
                "a step multiplies the number of nodes that have a word by at most 1 + ports per node"
            }
            Ports::All => {
                "a step multiplies the number of nodes that have a word by at most 1 + links per node"
            }
        };
        Bound { value: Rational::from(steps), why }
    }

    /// The words that must pass the ports of a node, whatever the links between them.
    fn words(&self, topology: &Topology, of: &Instance) -> (Rational, &'static str) {
        let others = u64::from(topology.nodes() - 1);
        let by_ports = |one, all| if self.ports == Ports::ONE { one } else { all };
        let (words, doors, why) = match of.collective.pattern() {
            Pattern::OneToAll => {
                let all =
                    "all m words must leave the root and enter every other node through its ports";
                (1, self.fewest, by_ports("some node must receive all m words", all))
            }
            Pattern::AllToOne => {
                let all = "m words must leave every node and enter the root through its ports";
                (1, self.fewest, by_ports("the root must receive at least m words", all))
            }
            Pattern::Prefixes => {
                let all = "m words must leave node 0 and enter every other node through its ports";
                (1, self.fewest, by_ports("the last node must receive at least m words", all))
            }
            Pattern::Scattered => {
                (others, self.root, "the root must send p - 1 blocks through its ports")
            }
            Pattern::Gathered => {
                (others, self.root, "the root must receive p - 1 blocks through its ports")
            }
            Pattern::AllToAll => (others, self.fewest, "every node must receive p - 1 blocks"),
            Pattern::Reduced => {
                (others, self.fewest, "every node must send its part of p - 1 results")
            }
            // The first node with a complete word needed the contributions of p - 1 others, so p - 1 messages
            // came before. Each of the p - 1 others still needs a message with the complete word.
            Pattern::AllReduced if self.ports == Ports::ONE => {
                let why =
                    "each word takes p - 1 messages to be summed and p - 1 more to be distributed";
                (2 * others, others + 1, why)
            }
            Pattern::AllReduced if over(2 * others, self.total) > over(1, self.fewest) => {
                let why = "each word takes 2p - 2 messages, which share the ports of all nodes";
                (2 * others, self.total, why)
            }
            Pattern::AllReduced => {
                (1, self.fewest, "every node must receive at least m words through its ports")
            }
            Pattern::Pairs => (others, self.fewest, "every node must send p - 1 blocks of its own"),
            Pattern::Permuted => (1, self.moving, "some node must send a block"),
            Pattern::Token => (0, 1, "a signal has no words"),
        };
        (over(words, doors), why)
    }
}

/// The number of messages that the links of a vertex can carry away in a step.
fn links(topology: &Topology, vertex: Vertex, beside: &mut Vec<Vertex>) -> u64 {
    beside.clear();
    topology.network().neighbours(vertex, beside);
    beside.iter().map(|other| cuts::capacity(topology, vertex, *other)).sum()
}

#[cfg(test)]
mod tests;
