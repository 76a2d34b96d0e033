//! Lower bounds: the steps and words that every schedule of a collective needs.
//!
//! Each has a reason in one line. The least words depend on the number of steps: a schedule with few steps
//! needs more words. All bounds here hold for any number of pieces, unless their names say otherwise.

mod classed;
mod cuts;
mod finder;
mod prices;
mod reason;
mod steps;

pub use classed::{ClassBounds, class_bounds};
pub use cuts::Arcs;
use prices::{Demand, Effort, Links, farthest};
use reason::over;
pub use reason::{Bound, Lemma, Reason};
use steps::{Flow, Joint};

use super::{Cost, Numbers};
use hockney_base::number::{Rational, remainder};
use hockney_core::collective::{Instance, Parameter, Pattern, Ports};
use hockney_core::topology::{Topology, Translations, Vertex};

/// The lower bounds of every schedule, and of schedules with at most so many steps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerBounds {
    /// The steps.
    pub steps: Bound,
    /// The words, in units of m, for any number of steps.
    pub words: Bound,
    joint: Joint,
}

/// The greatest number of steps beyond the least that the [`front`](LowerBounds::front) has one by one.
const MOST_SPARE: u64 = 64;

impl LowerBounds {
    /// The bounds with contention, where steps are the startups that are paid.
    #[must_use]
    pub fn with_contention(self, of: &Instance, ports: Ports) -> Self {
        let joint = match (&self.joint, Doors::waiting(of, ports)) {
            (Joint::Pairs(_), Some(doors)) => doors.joint(of),
            _ => Joint::Apart,
        };
        LowerBounds { steps: self.steps.with_contention(of, ports), joint, ..self }
    }

    /// The least words of schedules with at most `steps` steps, in units of m, for any number of pieces;
    /// `None` if every schedule has more steps.
    pub fn words_in(&self, steps: u64) -> Option<Bound> {
        let enough = Rational::from(steps) >= self.steps.value;
        enough.then(|| self.words.clone().or(self.joint.words(steps)))
    }

    /// The same if each block is in `pieces` equal pieces, so that words are whole numbers of pieces.
    pub fn words_in_pieces(&self, steps: u64, pieces: u32) -> Option<Bound> {
        let bound = self.words_in(steps)?.or(self.joint.words_in_pieces(pieces.into()));
        let pieces = Rational::from(pieces);
        let value = (&bound.value * &pieces).ceil().checked_div(&pieces)?;
        Some(Bound { value, ..bound })
    }

    /// Pairs of steps and words, of which every schedule has at least one as a lower bound of both. Steps
    /// rise and words fall.
    pub fn front(&self) -> Vec<(u64, Bound)> {
        let least = self.steps.value.clamped();
        let mut front: Vec<(u64, Bound)> = Vec::new();
        let mut from = least;
        loop {
            // One bound for schedules of `from` to `to` steps: the words of the longest.
            let more = if from - least < MOST_SPARE { 0 } else { from / 16 };
            let to = from.saturating_add(more);
            let Some(bound) = self.words_in(to) else { break };
            let is_least = bound.value == self.words.value;
            if front.last().is_none_or(|(_, last)| bound.value < last.value) {
                front.push((from, bound));
            }
            if is_least || to == u64::MAX {
                break;
            }
            from = to + 1;
        }
        front
    }

    /// The pair of the [`front`](LowerBounds::front) with the least cost, and that cost: no schedule costs
    /// less. `None` if a number is missing.
    pub fn cheapest(&self, numbers: &Numbers) -> Option<(u64, Bound, Rational)> {
        let priced = self.front().into_iter().map(|(steps, bound)| {
            let (total, _) = numbers.at_least(&steps.into(), &bound.value)?;
            Some((steps, bound, total))
        });
        priced.collect::<Option<Vec<_>>>()?.into_iter().min_by(|a, b| a.2.cmp(&b.2))
    }

    /// Both as a cost without hops, though no single schedule may reach both.
    pub fn cost(&self) -> Cost {
        let (t_s, t_w) = (self.steps.value.clone(), self.words.value.clone());
        Cost::plain(t_s, t_w, Rational::zero())
    }
}

/// The lower bounds of a collective among all nodes of a topology.
pub fn lower_bounds(topology: &Topology, of: &Instance, ports: Ports) -> LowerBounds {
    if nothing_moves(of) {
        let [steps, words] = [(); 2].map(|()| Bound::nothing());
        return LowerBounds { steps, words, joint: Joint::Apart };
    }
    let doors = Doors::of(topology, of, ports);
    let (value, why) = doors.words(topology, of);
    let by_ports = Bound::new(value, Lemma::Ports, why);
    let cut = match of.collective.pattern() {
        Pattern::Pairs => cuts::of_family(topology, &Demand::Pairs),
        Pattern::Permuted => cuts::of_family(topology, &Demand::Targets(&|i| target(of, i))),
        _ => None,
    };
    let cut = cut.map(|(value, why)| Bound::new(value, Lemma::Cut, why));
    let words = by_ports.or(cut);
    let words = if topology.classes().is_empty() {
        let by_links = by_links(topology, of, ports, &words);
        words.or(by_links)
    } else {
        words
    };
    LowerBounds { steps: doors.steps(of), words, joint: doors.joint(of) }
}

/// The maximum work for a bound by prices, and for one by flows, in visited links.
const EFFORT: Effort = Effort { visits: 1 << 20, entries: 1 << 24, unknowns: 200 };
const MOST_FLOW: u64 = 1 << 24;
const MOST_ENDS: usize = 1 << 20;

/// The bound of links with any shape. The cuts of families are the best already, and with all ports the links
/// of the node with the fewest.
fn by_links(topology: &Topology, of: &Instance, ports: Ports, known: &Bound) -> Option<Bound> {
    let network = topology.network();
    let any_shape = network.graph_links().is_some() || network.part_of().is_some();
    let has_root = of.collective.parameter() == Some(Parameter::Root);
    let demand = match of.collective.pattern() {
        Pattern::Pairs if any_shape => {
            return prices::bound(topology, &Demand::Pairs, EFFORT);
        }
        Pattern::Permuted => {
            return prices::bound(topology, &Demand::Targets(&|i| target(of, i)), EFFORT);
        }
        Pattern::Pairs | Pattern::Token => return None,
        // With one port the words of a node are as many.
        _ if ports == Ports::ONE || !any_shape => return None,
        Pattern::OneToAll | Pattern::AllToOne | Pattern::AllReduced | Pattern::Prefixes => {
            Demand::From(if has_root { of.root } else { 0 })
        }
        Pattern::Scattered | Pattern::Gathered => Demand::To(of.root),
        Pattern::AllToAll | Pattern::Reduced => Demand::ToAll,
    };
    let links = Links::of(topology, MOST_ENDS)?;
    let (blocks, lanes) = cuts::by_flows(&links, &demand, &known.value, MOST_FLOW)?;
    let share = if lanes == 1 { "1 link".to_owned() } else { format!("{lanes} links") };
    let why = match (demand, blocks) {
        (Demand::From(_), _) => format!("all m words pass {share} between two parts of the nodes"),
        (_, 1) => format!("the block of a node passes {share}"),
        (_, blocks) => format!("the blocks of {blocks} nodes share {share} to the other nodes"),
    };
    Some(Bound::new(over(blocks, lanes), Lemma::Cut, why))
}

/// The least steps if every message goes over one link: at least as many as links lie between a node and one that
/// needs its data. `None` if there are switches, which such messages cannot pass, or too many links.
pub fn steps_of_neighbours(topology: &Topology, of: &Instance, ports: Ports) -> Option<Bound> {
    let steps = lower_bounds(topology, of, ports).steps;
    if topology.vertices() > topology.nodes() {
        return None;
    }
    let links = Links::of(topology, EFFORT.visits / (topology.nodes() as usize).max(1))?;
    let prices = vec![1; links.capacities.len()];
    let rooted = of.collective.parameter() == Some(Parameter::Root);
    let sources = (0..of.nodes).filter(|from| !rooted || *from == of.root);
    let far = farthest(of, sources, |from| links.routes(from, &prices).distances);
    let bound = far.map(|(links, ends)| {
        let [from, to] = ends.map(|node| topology.show(node));
        let why = format!("{links} links lie between node {from} and node {to}");
        Bound::new(links.into(), Lemma::Distance, why)
    });
    Some(steps.or(bound))
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
    /// With contention, where a node sends over any links as many messages as it has ports, and pays t_s; `None` if it pays
    /// once for any number.
    fn waiting(of: &Instance, ports: Ports) -> Option<Self> {
        match ports {
            Ports::Limited(each) => Some(Self::equal(of.nodes, ports, each.into())),
            Ports::All => None,
        }
    }

    fn equal(p: u32, ports: Ports, each: u64) -> Self {
        let total = each * u64::from(p);
        Doors { ports, root: each, fewest: each, most: each, moving: each, total }
    }

    fn of(topology: &Topology, of: &Instance, ports: Ports) -> Self {
        let p = topology.nodes();
        let equal = |each| Self::equal(p, ports, each);
        if ports == Ports::ONE {
            return equal(1);
        }
        let (many, mut beside) = (u64::MAX, Vec::new());
        if classes_of_nodes(topology) == 1 {
            return equal(ports.at_most(links(topology, 0, &mut beside).max(1)));
        }
        let mut doors = Doors { ports, root: 1, fewest: many, most: 1, moving: many, total: 0 };
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
            return Bound::new(Rational::one(), Lemma::Trivial, "some block must move");
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
        Bound::new(Rational::from(steps), Lemma::Doubling, why)
    }

    /// What couples words with steps.
    fn joint(&self, of: &Instance) -> Joint {
        let Doors { root, most, total, .. } = *self;
        let flow = Flow { nodes: of.nodes.into(), root, most, total };
        match of.collective.pattern() {
            // A reduction is a broadcast backwards (specs/lemmas.md).
            Pattern::OneToAll | Pattern::AllToOne => Joint::Spread(flow),
            // What node 0 contributes reaches all nodes.
            Pattern::Prefixes | Pattern::AllReduced => Joint::Spread(Flow { root: most, ..flow }),
            Pattern::Pairs => Joint::Pairs(flow),
            Pattern::Scattered
            | Pattern::Gathered
            | Pattern::AllToAll
            | Pattern::Reduced
            | Pattern::Permuted
            | Pattern::Token => Joint::Apart,
        }
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

/// The number of nodes, from node 0 on, of which all others are translations.
fn classes_of_nodes(topology: &Topology) -> u32 {
    let (network, p) = (topology.network(), topology.nodes());
    let classes = |by: Option<Translations>| {
        by.filter(|by| network.looks_the_same_under(by)).map(|by| by.classes())
    };
    let turn = || classes(Translations::cyclic(&[p], &[network.turn()]));
    classes(Translations::xor(p)).or_else(turn).unwrap_or(p)
}

/// The number of messages that the links of a vertex can carry away in a step.
fn links(topology: &Topology, vertex: Vertex, beside: &mut Vec<Vertex>) -> u64 {
    beside.clear();
    topology.network().neighbours(vertex, beside);
    beside.iter().map(|other| cuts::capacity(topology, vertex, *other)).sum()
}

#[cfg(test)]
mod tests;
