//! Whether any schedule can lead to the blocks in an answer: one message into each node a
//! step, and one out of it. An answer that breaks no bound may be right by an unknown algorithm.

use std::collections::BTreeSet;

use super::Inputs;
use super::lists::{Lists, is_one_message};
use super::written::{Tracer, is_scan};
use crate::traced::ends_alike;
use hockney_base::number::{Rational, index, remainder};
use hockney_core::collective::{Data, Parameter};

/// The most sums of a node's values that are tried.
const MOST_SUMS: usize = 20_000;

impl Tracer<'_> {
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
        // Without its own a list may be of what a node has received.
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
