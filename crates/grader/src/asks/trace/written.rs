//! The blocks of nodes after a step, in the ways that an answer may list them: all received blocks,
//! only those that were not forwarded, or at the end only the required ones.
//!
//! And whether any schedule can lead to the blocks in an answer: one message into each node a step, and one out of it. An
//! answer that breaks no bound may be right by an unknown algorithm.

use std::collections::BTreeSet;

use super::Inputs;
use super::lists::{Lists, is_one_message};
use crate::Snapshot;
use crate::prelude::*;
use crate::traced::{NodeBlocks, ends_alike};
use hockney_base::number::{index, remainder};
use hockney_core::collective;
use hockney_core::trace::Operator;

/// The content of a node: numbers of blocks, or values.
type NodeContent = Vec<Rational>;

/// The requested value of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScanValue {
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
    pub(super) inputs: Option<&'a Inputs>,
}

impl Tracer<'_> {
    /// Whether the blocks of an algorithm have the names that the question's have.
    pub(super) fn fits(&self, traced: &Traced) -> bool {
        traced.pieces == self.key.question.instance.pieces || self.is_one_message()
    }

    /// The readings whose blocks there are.
    pub(super) fn sensible(&self, readings: Vec<Lists>) -> Result<Vec<Lists>, String> {
        let of = &self.key.question.instance;
        if self.inputs.is_some() {
            return Ok(readings);
        }
        let nodes = u64::from(of.nodes);
        let limit = match (of.data(), of.blocks().named_by()) {
            (Data::Copied, 0) | (Data::Combined | Data::Token, _) | (_, 1) => nodes,
            _ => nodes * nodes,
        };
        let known = |number: &&Rational| number.to_u64().is_some_and(|number| number < limit);
        let unknown =
            |given: &Lists| given.numbers().into_iter().find(|number| !known(number)).cloned();
        let stranger = readings.first().and_then(unknown);
        let left: Vec<Lists> =
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
    pub(super) fn with_own_blocks(&self, given: &Lists) -> Option<Lists> {
        let of = &self.key.question.instance;
        let own = of.data() == Data::Copied
            && of.blocks() == collective::Blocks::PerNode
            && ends_alike(of);
        let keeps = own && of.pieces == 1 && self.inputs.is_none();
        let Lists::Nodes(lists) = given else { return None };
        let with_own = |(node, list): (u32, &Option<NodeContent>)| {
            let own = Rational::from(node);
            let list = list.clone().filter(|list| !list.contains(&own))?;
            Some(Some([list, vec![own]].concat()))
        };
        let lists: Option<Vec<_>> = (0..).zip(lists).map(with_own).collect();
        lists.filter(|_| keeps).map(Lists::Nodes)
    }

    /// The blocks of the nodes.
    fn nodes(&self, blocks: &[NodeBlocks], what: ScanValue) -> Vec<NodeContent> {
        (0..).zip(blocks).map(|(node, known)| self.node(node, known, what)).collect()
    }

    fn node(&self, node: u32, known: &NodeBlocks, what: ScanValue) -> NodeContent {
        let of = &self.key.question.instance;
        // Of a scan a node has a result, and beside it what it passes on.
        let own = u64::from(node);
        let required = of.required(node).contributors;
        let counts = |who: &u64| match what {
            ScanValue::Result => !is_scan(of) || required.contains(*who),
            ScanValue::PassedOn => true,
            ScanValue::OtherScan => *who < own || (*who == own && of.exclusive),
        };
        let input = |at: u64| self.inputs?.values.get(usize::try_from(at).ok()?).cloned();
        match (of.data(), self.inputs) {
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
            (_, Some(Inputs { operator, .. })) => {
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
    fn written(&self, state: &Snapshot, last: bool, what: ScanValue) -> Vec<Vec<NodeContent>> {
        let of = &self.key.question.instance;
        let mut all = vec![self.nodes(&state.all, what)];
        if !state.left.is_empty() {
            all.push(self.nodes(&state.left, what));
            if of.data() == Data::Combined && of.blocks().named_by() == 1 {
                // Which blocks a node still works on.
                let blocks =
                    |of: &NodeBlocks| of.keys().map(|block| Rational::from(*block)).collect();
                all.push(state.left.iter().map(blocks).collect());
            }
        }
        if last {
            let required = |(node, known): (u32, &NodeBlocks)| -> NodeBlocks {
                let wanted = of.required(node).blocks;
                let kept = known.iter().filter(|(block, _)| wanted.contains(**block));
                kept.map(|(block, whose)| (*block, whose.clone())).collect()
            };
            let results: Vec<NodeBlocks> = (0..).zip(&state.all).map(required).collect();
            all.push(self.nodes(&results, what));
        }
        if is_scan(of) && what == ScanValue::Result && self.inputs.is_some() {
            // The value of the result, and beside it the one that is passed on.
            let passed = self.nodes(&state.all, ScanValue::PassedOn);
            let both = self.nodes(&state.all, what).into_iter().zip(passed);
            all.push(both.map(|(a, b)| [a, b].concat()).collect());
        }
        all.extend(self.with_nothing(state, what));
        all
    }

    /// An empty exclusive result, written as the neutral element.
    fn with_nothing(&self, state: &Snapshot, what: ScanValue) -> Option<Vec<NodeContent>> {
        let of = &self.key.question.instance;
        let result = (what == ScanValue::Result) == of.exclusive && what != ScanValue::PassedOn;
        let Inputs { operator, .. } = self.inputs.filter(|_| is_scan(of) && result)?;
        let nothing = match operator {
            Operator::Sum | Operator::Or => Rational::zero(),
            Operator::Product => Rational::one(),
            Operator::Max | Operator::Min | Operator::And => return None,
        };
        let fill = |node: NodeContent| if node.is_empty() { vec![nothing.clone()] } else { node };
        Some(self.nodes(&state.all, what).into_iter().map(fill).collect())
    }

    /// Whether an answer is a state, as it may be written; `last` is the state after all steps.
    pub(super) fn agrees(
        &self,
        state: &Snapshot,
        given: &Lists,
        last: bool,
        what: ScanValue,
    ) -> bool {
        let row = match given {
            Lists::Row(row) if !self.is_one_message() => Some(row),
            Lists::Row(_) | Lists::Nodes(_) => None,
        };
        let mut written = self.written(state, last, what).into_iter();
        written.any(|nodes| {
            row.is_none_or(|row| row.len() == nodes.len() && nodes.iter().all(|of| of.len() == 1))
                && (0..).zip(&nodes).all(|(at, node)| self.agrees_at(given, at, node))
        })
    }

    /// Whether what an answer has for a node are these blocks.
    fn agrees_at(&self, given: &Lists, at: u32, node: &NodeContent) -> bool {
        let place = at as usize;
        match given {
            Lists::Nodes(lists) => self.is_same(lists.get(place).and_then(Option::as_ref), node),
            Lists::Row(row) if self.is_one_message() => {
                row.contains(&Rational::from(at)) != node.is_empty()
            }
            Lists::Row(row) => row.get(place) == node.first(),
        }
    }

    /// Whether the answer for a node equals its blocks.
    fn is_same(&self, list: Option<&NodeContent>, node: &NodeContent) -> bool {
        let list = list.map_or(&[][..], Vec::as_slice);
        if self.is_one_message() {
            list.is_empty() == node.is_empty()
        } else {
            sorted(list) == sorted(node)
        }
    }

    /// Whether there is one message, so that a list of the nodes with it is enough.
    pub(super) fn is_one_message(&self) -> bool {
        is_one_message(&self.key.question.instance) && self.inputs.is_none()
    }

    /// Whether a row is given where each node holds a list of its own, or the wrong number of them.
    pub(super) fn is_short(&self, given: &Lists) -> bool {
        let Lists::Row(row) = given else { return false };
        !self.is_one_message() && row.len() != self.key.question.topology.nodes() as usize
    }

    /// The first node that a right answer leaves out.
    pub(super) fn incomplete(&self, wanted: &Snapshot, given: &Lists) -> Option<u32> {
        let Lists::Nodes(lists) = given else { return None };
        if self.is_one_message() || lists.iter().all(Option::is_none) {
            return None;
        }
        let nodes = self.nodes(&wanted.all, ScanValue::Result);
        let silent = (0..).zip(lists).find(|(_, list)| list.is_none())?.0;
        let mut said =
            (0..).zip(&nodes).filter(|(at, _)| matches!(lists.get(*at as usize), Some(Some(_))));
        said.all(|(at, node)| self.agrees_at(given, at, node)).then_some(silent)
    }

    /// The first node of which the answer is wrong.
    pub(super) fn first_difference(&self, wanted: &Snapshot, given: &Lists) -> Option<u32> {
        let nodes = self.nodes(&wanted.all, ScanValue::Result);
        let mut nodes = (0..).zip(&nodes);
        nodes.find(|(at, node)| !self.agrees_at(given, *at, node)).map(|(at, _)| at)
    }

    /// The nodes that have a single message, in the order of their numbers.
    fn holders(&self, state: &Snapshot) -> Vec<u32> {
        let nodes = self.nodes(&state.all, ScanValue::Result);
        let has = (0..).zip(&nodes).filter(|(_, node)| !node.is_empty());
        let mut has: Vec<u32> = has.map(|(node, _)| node).collect();
        has.sort_by_key(|node| self.key.question.topology.number(*node));
        has
    }

    /// As a student writes it: the nodes that have a single message, or a line for each node.
    pub(super) fn listed(&self, state: &Snapshot) -> String {
        if !self.is_one_message() {
            return self
                .lines(state, &|node| self.key.question.topology.number(node).to_string())
                .join("\n")
                + "\n";
        }
        let number = |node: &u32| self.key.question.topology.number(*node).to_string();
        self.holders(state).iter().map(number).collect::<Vec<_>>().join(" ")
    }

    /// `After step 2 of recursive-doubling: 0: 0 1; 1: 0 1`
    pub(super) fn spelled(&self, state: &Snapshot, after: usize) -> String {
        let topology = &self.key.question.topology;
        let name = self.key.algorithm.name();
        let when =
            if after > 0 { format!("After step {after} of {name}: ") } else { String::new() };
        if self.is_one_message() {
            let has = self.holders(state).into_iter();
            let has: Vec<String> = has.map(|node| topology.show(node)).collect();
            return match &has[..] {
                [one] => format!("{when}only node {one} has it"),
                [first @ .., last] => {
                    format!("{when}nodes {} and {last} have it", first.join(", "))
                }
                [] => format!("{when}no node has it"),
            };
        }
        format!("{when}{}", self.lines(state, &|node| topology.show(node)).join("; "))
    }

    /// What each node holds, in the order of their numbers: `0: 0 1`.
    fn lines(&self, state: &Snapshot, name: &dyn Fn(u32) -> String) -> Vec<String> {
        let of = &self.key.question.instance;
        let topology = &self.key.question.topology;
        let nodes = self.nodes(&state.all, ScanValue::Result);
        let list = |node: &NodeContent| -> String {
            let mut blocks = node.iter().filter_map(Rational::to_u64);
            let list: Vec<String> = if of.data() == Data::Copied && self.inputs.is_none() {
                match of.blocks().named_by() {
                    // Of pairs each is written by itself.
                    2 => blocks.flat_map(|b| of.entries_on(&Runs::one(b), topology)).collect(),
                    _ => of.entries_on(&blocks.by_ref().collect(), topology),
                }
            } else {
                node.iter().map(ToString::to_string).collect()
            };
            if list.is_empty() { "nothing".to_owned() } else { list.join(" ") }
        };
        let node =
            |(node, blocks): (u32, &NodeContent)| format!("{}: {}", name(node), list(blocks));
        let nodes: Vec<String> = (0..).zip(&nodes).map(node).collect();
        self.key.question.by_number(&nodes)
    }

    /// Why no schedule leads there in so many steps; `None` where one may.
    pub(super) fn impossible(&self, given: &Lists, after: usize) -> Option<String> {
        let (of, topology) = (&self.key.question.instance, &self.key.question.topology);
        let nodes = self.each(given)?;
        let times = u32::try_from(after).ok().and_then(|after| 1_u64.checked_shl(after));
        let times = times.unwrap_or(u64::MAX);
        let steps = if after == 1 { "1 step".to_owned() } else { format!("{after} steps") };
        if of.data() == Data::Combined
            && let Some(inputs) = self.inputs
        {
            let fits = |node, value| self.reachable(inputs, node, times, value);
            let mut nodes = (0..).zip(&nodes);
            let (node, _) = nodes
                .find(|(node, list)| list.iter().flatten().any(|value| !fits(*node, value)))?;
            let others = match times.min(u64::from(of.nodes)) - 1 {
                0 => "nothing else".to_owned(),
                1 => "at most one other".to_owned(),
                others => format!("at most {others} others"),
            };
            return Some(format!(
                "node {} cannot hold that after {steps}: it has its own value and those of {others}",
                topology.show(node)
            ));
        }
        let blocks = |list: &Option<Vec<Rational>>| -> Option<BTreeSet<u64>> {
            list.iter().flatten().map(|value| self.block(value)).collect()
        };
        let sets: Vec<BTreeSet<u64>> = nodes.iter().map(blocks).collect::<Option<_>>()?;
        let start = |node: u32| match of.data() {
            Data::Copied => of.initial(node).len(),
            Data::Combined | Data::Token => 1,
        };
        let most = (0..of.nodes).map(start).max().unwrap_or(0).saturating_mul(times);
        if let Some((node, set)) = (0..).zip(&sets).find(|(_, set)| set.len() as u64 > most) {
            let (node, count) = (topology.show(node), set.len());
            return Some(format!(
                "node {node} cannot hold {count} of them after {steps}: the number of blocks of a \
                 node at most doubles in each step"
            ));
        }
        let holders = |block: &u64| sets.iter().filter(|set| set.contains(block)).count();
        let mut blocks = sets.iter().flatten();
        if let Some(block) = blocks.find(|block| holders(block) as u64 > times) {
            let what = if is_one_message(of) {
                "the message".to_owned()
            } else {
                format!("what node {} started with", topology.show(self.origin(*block)))
            };
            return Some(format!(
                "{} nodes cannot have {what} after {steps}: the number of nodes that have it at \
                 most doubles in each step",
                holders(block)
            ));
        }
        ends_alike(of).then(|| self.missing(&nodes, &sets, after)).flatten()
    }

    /// Lost blocks of a node, or too few changes.
    fn missing(
        &self,
        nodes: &[Option<Vec<Rational>>],
        sets: &[BTreeSet<u64>],
        after: usize,
    ) -> Option<String> {
        let of = &self.key.question.instance;
        let (one, root) = (is_one_message(of), of.root as usize);
        let rooted = one && of.collective.parameter() == Some(Parameter::Root);
        if rooted && sets.get(root).is_some_and(BTreeSet::is_empty) {
            let root = self.key.question.topology.show(of.root);
            return Some(format!("node {root} has the message from the start, and keeps it"));
        }
        // Without its own a list may be of what a node has received, if all lists are.
        let has = |(node, set): &(u64, &BTreeSet<u64>)| set.contains(node);
        if !one && (0..).zip(sets).any(|node| has(&node)) {
            let said = |node: &u64| nodes.get(index(*node)).is_some_and(Option::is_some);
            let mut all = (0..).zip(sets);
            if let Some((node, _)) = all.find(|node| said(&node.0) && !has(node)) {
                let node = self.key.question.topology.show(remainder(node, of.nodes));
                return Some(format!("node {node} has its own from the start, and keeps it"));
            }
        }
        if nodes.iter().any(Option::is_none) && !one {
            return None;
        }
        let own = |node: usize| usize::from(!one || node == root);
        let gained: usize =
            sets.iter().enumerate().map(|(node, set)| set.len().saturating_sub(own(node))).sum();
        let lacks_own = !one && (0..).zip(sets).any(|(node, set)| !set.contains(&node));
        (gained < after && !lacks_own).then(|| {
            "too few changes: at least one node receives something new in each step".to_owned()
        })
    }

    /// The list of each node; `None` if a row is ambiguous.
    fn each(&self, given: &Lists) -> Option<Vec<Option<Vec<Rational>>>> {
        let of = &self.key.question.instance;
        let p = of.nodes as usize;
        match given {
            Lists::Nodes(lists) => Some(lists.clone()),
            Lists::Row(row) if is_one_message(of) => {
                let mut nodes = vec![Some(Vec::new()); p];
                for holder in row {
                    let holder = usize::try_from(holder.to_u64()?).ok()?;
                    *nodes.get_mut(holder)? = Some(vec![Rational::default()]);
                }
                Some(nodes)
            }
            Lists::Row(row) => (row.len() == p)
                .then(|| row.iter().map(|value| Some(vec![value.clone()])).collect()),
        }
    }

    /// The block, or the contributor, that is meant.
    fn block(&self, value: &Rational) -> Option<u64> {
        let Some(inputs) = self.inputs else { return value.to_u64() };
        let mut same = (0..).zip(&inputs.values).filter(|(_, input)| *input == value);
        let (first, _) = same.next()?;
        // Which of two equal ones is meant cannot be known.
        let clear = same.next().is_none() && self.key.question.instance.blocks().named_by() == 1;
        clear.then_some(first)
    }

    /// The node that a block, or a contribution, is from.
    fn origin(&self, block: u64) -> u32 {
        let of = &self.key.question.instance;
        let node = if of.blocks().named_by() == 2 { block / u64::from(of.nodes) } else { block };
        remainder(node, of.nodes)
    }

    /// Whether a value is made of the node's own input and few enough others.
    fn reachable(&self, inputs: &Inputs, node: u32, most: u64, value: &Rational) -> bool {
        let (of, values) = (&self.key.question.instance, &inputs.values);
        let own = values.get(node as usize);
        // Of a scan the result is asked for, into which later ones never go.
        let scan = is_scan(of);
        let counts = |at: usize| at != node as usize && (!scan || at < node as usize);
        let others =
            values.iter().enumerate().filter(|(at, _)| counts(*at)).map(|(_, input)| input);
        let most = index(most).min(values.len());
        let mut by_count: Vec<BTreeSet<Rational>> = vec![BTreeSet::new(); most + 1];
        // An exclusive result is without its own, and may be of as many others.
        let Some(first) = by_count.get_mut(1).filter(|_| !(scan && of.exclusive)) else {
            return true;
        };
        first.extend(own.cloned());
        for input in others {
            for count in (1..most).rev() {
                let sums = by_count[count].iter();
                let more: Vec<_> =
                    sums.filter_map(|sum| inputs.operator.combine(sum, input)).collect();
                by_count[count + 1].extend(more);
            }
            if by_count.iter().map(BTreeSet::len).sum::<usize>() > MOST_SUMS {
                return true;
            }
        }
        by_count.iter().any(|sums| sums.contains(value))
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

/// The most sums of a node's values that are tried.
const MOST_SUMS: usize = 20_000;
