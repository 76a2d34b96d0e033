//! The blocks of nodes after a step, in the ways that an answer may list them: all received blocks,
//! only those that were not forwarded, or at the end only the required ones.

use super::super::key::Key;
use super::super::ways::{Blocks, State, Way, ends_alike};
use super::holdings::Holdings;
use hockney_base::number::Rational;
use hockney_core::collective::{self, Data, Instance, Parameter};
use hockney_core::schedule::Runs;
use hockney_core::trace::Operator;

/// The content of a node: numbers of blocks, or values.
type Node = Vec<Rational>;

/// The requested value of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Each node's result so far.
    Result,
    /// The forwarded value: of all contributions that it has received.
    PassedOn,
    /// The result of the other kind: without its own value, or with it.
    OtherScan,
}

/// The traced values.
pub(super) struct Tracer<'a> {
    pub(super) key: &'a Key<'a>,
    pub(super) values: Option<&'a (Vec<Rational>, Operator)>,
}

impl Tracer<'_> {
    /// Whether a way's blocks have the names that the question's have.
    pub(super) fn fits(&self, way: &Way) -> bool {
        way.pieces == self.key.question.instance.pieces || self.is_one_message()
    }

    /// The readings whose blocks there are.
    pub(super) fn sensible(&self, readings: Vec<Holdings>) -> Result<Vec<Holdings>, String> {
        let of = &self.key.question.instance;
        if self.values.is_some() {
            return Ok(readings);
        }
        let nodes = u64::from(of.nodes);
        let limit = match (of.data(), of.blocks().named_by()) {
            (Data::Copied, 0) | (Data::Combined | Data::Token, _) | (_, 1) => nodes,
            _ => nodes * nodes,
        };
        let known = |number: &&Rational| number.to_u64().is_some_and(|number| number < limit);
        let unknown =
            |given: &Holdings| given.numbers().into_iter().find(|number| !known(number)).cloned();
        let stranger = readings.first().and_then(unknown);
        let left: Vec<Holdings> =
            readings.into_iter().filter(|given| unknown(given).is_none()).collect();
        let topology = &self.key.question.topology;
        let first = topology.first();
        let last = of.nodes - 1 + first;
        let called = |number: Rational| number + Rational::from(first);
        match stranger.filter(|_| left.is_empty()).map(called) {
            Some(number) if self.is_one_message() => {
                Err(format!("there is no node {number}: the nodes are {first} to {last}"))
            }
            Some(number) => Err(format!(
                "there is no block {number}: blocks have the numbers of their source or target \
                 nodes, {first} to {last}"
            )),
            None => Ok(left),
        }
    }

    /// The answer with each node's own block added, if every node keeps one.
    pub(super) fn with_own_blocks(&self, given: &Holdings) -> Option<Holdings> {
        let of = &self.key.question.instance;
        let own = of.data() == Data::Copied
            && of.blocks() == collective::Blocks::PerNode
            && ends_alike(of);
        let keeps = own && of.pieces == 1 && self.values.is_none();
        let Holdings::Nodes(lists) = given else { return None };
        let with_own = |(node, list): (u32, &Option<Node>)| {
            let own = Rational::from(node);
            let list = list.clone().filter(|list| !list.contains(&own))?;
            Some(Some([list, vec![own]].concat()))
        };
        let lists: Option<Vec<_>> = (0..).zip(lists).map(with_own).collect();
        lists.filter(|_| keeps).map(Holdings::Nodes)
    }

    /// The blocks of the nodes.
    fn nodes(&self, blocks: &[Blocks], held: Held) -> Vec<Node> {
        (0..).zip(blocks).map(|(node, known)| self.node(node, known, held)).collect()
    }

    fn node(&self, node: u32, known: &Blocks, held: Held) -> Node {
        let of = &self.key.question.instance;
        // Of a scan a node has a result, and beside it what it passes on.
        let own = u64::from(node);
        let required = of.required(node).contributors;
        let counts = |who: &u64| match held {
            Held::Result => !is_scan(of) || required.contains(*who),
            Held::PassedOn => true,
            Held::OtherScan => *who < own || (*who == own && of.exclusive),
        };
        let input = |at: u64| self.values?.0.get(usize::try_from(at).ok()?).cloned();
        match (of.data(), self.values) {
            (Data::Copied, None) => known.keys().map(|block| Rational::from(*block)).collect(),
            (Data::Copied, Some(_)) => known.keys().filter_map(|block| input(*block)).collect(),
            // Without inputs a combined value is written as its contributors.
            (_, None) => {
                let mut all = Runs::new();
                for contributors in known.values() {
                    all.extend(contributors);
                }
                all.iter().filter(counts).map(Rational::from).collect()
            }
            (_, Some((_, operator))) => {
                let value = |contributors: &Runs| {
                    let mut inputs = contributors.iter().filter(counts).filter_map(input);
                    let first = inputs.next()?;
                    inputs.try_fold(first, |a, b| operator.combine(&a, &b))
                };
                known.values().filter_map(value).collect()
            }
        }
    }

    /// The ways in which a state may be written down.
    fn written(&self, state: &State, last: bool, held: Held) -> Vec<Vec<Node>> {
        let of = &self.key.question.instance;
        let mut all = vec![self.nodes(&state.all, held)];
        if !state.left.is_empty() {
            all.push(self.nodes(&state.left, held));
            if of.data() == Data::Combined && of.blocks().named_by() == 1 {
                // Which blocks a node still works on.
                let blocks = |of: &Blocks| of.keys().map(|block| Rational::from(*block)).collect();
                all.push(state.left.iter().map(blocks).collect());
            }
        }
        if last {
            let required = |(node, known): (u32, &Blocks)| -> Blocks {
                let wanted = of.required(node).blocks;
                let kept = known.iter().filter(|(block, _)| wanted.contains(**block));
                kept.map(|(block, whose)| (*block, whose.clone())).collect()
            };
            let results: Vec<Blocks> = (0..).zip(&state.all).map(required).collect();
            all.push(self.nodes(&results, held));
        }
        if is_scan(of) && held == Held::Result && self.values.is_some() {
            // The value of the result, and beside it the one that is passed on.
            let passed = self.nodes(&state.all, Held::PassedOn);
            let both = self.nodes(&state.all, held).into_iter().zip(passed);
            all.push(both.map(|(a, b)| [a, b].concat()).collect());
        }
        all.extend(self.with_nothing(state, held));
        all
    }

    /// An empty exclusive result, written as the neutral element.
    fn with_nothing(&self, state: &State, held: Held) -> Option<Vec<Node>> {
        let of = &self.key.question.instance;
        let result = (held == Held::Result) == of.exclusive && held != Held::PassedOn;
        let (_, operator) = self.values.filter(|_| is_scan(of) && result)?;
        let nothing = match operator {
            Operator::Sum | Operator::Or => Rational::zero(),
            Operator::Product => Rational::one(),
            Operator::Max | Operator::Min | Operator::And => return None,
        };
        let fill = |node: Node| if node.is_empty() { vec![nothing.clone()] } else { node };
        Some(self.nodes(&state.all, held).into_iter().map(fill).collect())
    }

    pub(super) fn agrees(&self, state: &State, given: &Holdings, last: bool, held: Held) -> bool {
        let mut ways = self.written(state, last, held).into_iter();
        ways.any(|nodes| match given {
            Holdings::Nodes(lists) => {
                lists.iter().zip(&nodes).all(|(list, node)| self.is_same(list.as_ref(), node))
            }
            Holdings::Row(row) if self.is_one_message() => sorted(row) == holders(&nodes),
            Holdings::Row(row) => {
                nodes.iter().all(|node| node.len() == 1) && row.iter().eq(nodes.iter().flatten())
            }
        })
    }

    /// Whether the answer for a node equals its blocks.
    fn is_same(&self, list: Option<&Node>, node: &Node) -> bool {
        let list = list.map_or(&[][..], Vec::as_slice);
        if self.is_one_message() {
            list.is_empty() == node.is_empty()
        } else {
            sorted(list) == sorted(node)
        }
    }

    /// Whether there is one message, so that a list of the nodes with it is enough.
    pub(super) fn is_one_message(&self) -> bool {
        let of = &self.key.question.instance;
        of.data() == Data::Copied && of.all_blocks().len() == 1 && self.values.is_none()
    }

    /// Whether a row is given where each node holds a list of its own, or the wrong number of them.
    pub(super) fn is_short(&self, given: &Holdings) -> bool {
        let Holdings::Row(row) = given else { return false };
        !self.is_one_message() && row.len() != self.key.question.topology.nodes() as usize
    }

    /// The message for an answer that is right but incomplete.
    pub(super) fn incomplete(&self, wanted: &State, given: &Holdings) -> Option<String> {
        let Holdings::Nodes(lists) = given else { return None };
        if self.is_one_message() || lists.iter().all(Option::is_none) {
            return None;
        }
        let nodes = self.nodes(&wanted.all, Held::Result);
        let fits = |(list, node): (&Option<Node>, &Node)| {
            list.as_ref().is_none_or(|list| self.is_same(Some(list), node))
        };
        let silent = (0..).zip(lists).find(|(_, list)| list.is_none())?.0;
        let name = self.key.question.topology.show(silent);
        let all = lists.iter().zip(&nodes).all(fits);
        all.then(|| {
            format!("the answer is right but incomplete: it lacks the blocks of node {name}")
        })
    }

    pub(super) fn first_difference(&self, wanted: &State, given: &Holdings) -> Option<u32> {
        let nodes = self.nodes(&wanted.all, Held::Result);
        let differs = |(at, node): &(u32, &Node)| match given {
            Holdings::Nodes(lists) => {
                let list = lists.get(*at as usize).and_then(Option::as_ref);
                !self.is_same(list, node)
            }
            Holdings::Row(row) if self.is_one_message() => {
                row.contains(&Rational::from(u64::from(*at))) == node.is_empty()
            }
            Holdings::Row(row) => row.get(*at as usize) != node.first(),
        };
        (0..).zip(&nodes).find(differs).map(|(at, _)| at)
    }

    /// `After step 2 of recursive-doubling: 0: 0 1; 1: 0 1`
    pub(super) fn spelled(&self, state: &State, after: usize) -> String {
        let of = &self.key.question.instance;
        let topology = &self.key.question.topology;
        let nodes = self.nodes(&state.all, Held::Result);
        let name = self.key.algorithm.name();
        let when =
            if after > 0 { format!("After step {after} of {name}: ") } else { String::new() };
        if self.is_one_message() {
            let has = (0..).zip(&nodes).filter(|(_, node)| !node.is_empty());
            let mut has: Vec<u32> = has.map(|(node, _)| node).collect();
            has.sort_by_key(|node| topology.number(*node));
            let has: Vec<String> = has.into_iter().map(|node| topology.show(node)).collect();
            return match &has[..] {
                [one] => format!("{when}only node {one} has it"),
                [first @ .., last] => {
                    format!("{when}nodes {} and {last} have it", first.join(", "))
                }
                [] => format!("{when}no node has it"),
            };
        }
        let list = |node: &Node| -> String {
            let list: Vec<String> = if of.data() == Data::Copied && self.values.is_none() {
                of.entries_on(&node.iter().filter_map(Rational::to_u64).collect(), topology)
            } else {
                node.iter().map(ToString::to_string).collect()
            };
            if list.is_empty() { "nothing".to_owned() } else { list.join(" ") }
        };
        let node = |(node, held): (u32, &Node)| format!("{}: {}", topology.show(node), list(held));
        let nodes: Vec<String> = (0..).zip(&nodes).map(node).collect();
        let nodes = self.key.question.by_number(&nodes);
        format!("{when}{}", nodes.join("; "))
    }
}

/// Whether it is a scan, of which each node has a result of its own.
pub(super) fn is_scan(of: &Instance) -> bool {
    of.collective.parameter() == Some(Parameter::Exclusive)
}

fn sorted(list: &[Rational]) -> Vec<Rational> {
    let mut list = list.to_vec();
    list.sort();
    list.dedup();
    list
}

/// The nodes that hold anything.
fn holders(nodes: &[Node]) -> Vec<Rational> {
    let holds = nodes.iter().enumerate().filter(|(_, node)| !node.is_empty());
    holds.map(|(node, _)| Rational::from(node as u64)).collect()
}
