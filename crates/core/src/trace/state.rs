//! What each node holds during a trace, and how it forms a value from disjoint ones before it sends.

use std::collections::BTreeMap;

use super::Operator;
use crate::collective::{Blocks, Data, Instance};
use crate::schedule::{Payload, Runs};
use crate::topology::Vertex;
use hockney_base::number::{Rational, index};

/// A value of a block at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedValue {
    /// For combined data, the contributors in it; empty for copied data.
    pub contributors: Runs,
    /// Its value, if values are given.
    pub value: Option<Rational>,
}

/// For each node its blocks, and for each block the values kept apart.
#[derive(Clone, Debug)]
pub struct TraceState {
    data: Data,
    operator: Option<Operator>,
    /// Whether values are combined on arrival. If a message names its contributors, they are kept apart,
    /// because a later message may need only some of them.
    combines: bool,
    nodes: Vec<BTreeMap<u64, Vec<TracedValue>>>,
}

impl TraceState {
    /// The state before the first step. `values` has a number for each copied block, or for each node and
    /// combined block, node by node.
    pub(super) fn new(
        instance: &Instance,
        values: Option<(&[Rational], Operator)>,
        combines: bool,
    ) -> Self {
        let data = instance.data();
        let blocks = index(instance.all_blocks().len());
        let value = |node: u32, block: u64| {
            let block = usize::try_from(block).ok()?;
            let place = match data {
                Data::Copied => block,
                Data::Combined | Data::Token => node as usize * blocks + block,
            };
            values?.0.get(place).cloned()
        };
        let contributors = |node: u32| match data {
            Data::Copied => Runs::new(),
            Data::Combined | Data::Token => Runs::one(u64::from(node)),
        };
        let at_start = |node: u32| {
            let held =
                |block| TracedValue { contributors: contributors(node), value: value(node, block) };
            instance.initial(node).iter().map(|block| (block, vec![held(block)])).collect()
        };
        TraceState {
            data,
            operator: values.map(|(_, operator)| operator),
            combines,
            nodes: (0..instance.nodes).map(at_start).collect(),
        }
    }

    /// The data of a message with this payload from this node: what it claims, even where the node does not have
    /// it, as the checker has it arrive.
    pub(super) fn carried(
        &self,
        instance: &Instance,
        from: Vertex,
        payload: &Payload,
    ) -> Vec<(u64, TracedValue)> {
        let mut carried = Vec::new();
        let held: Runs = self.of(from).map(|(block, _)| block).collect();
        let mut carry = |blocks: &Runs, contributors: Option<&Runs>| {
            let claims = |block: &u64| self.data == Data::Copied || held.contains(*block);
            for block in blocks.iter().filter(claims) {
                let known = self.nodes.get(from as usize).and_then(|node| node.get(&block));
                let known = known.map_or(&[][..], Vec::as_slice);
                carried.push((block, self.value(known, contributors)));
            }
        };
        match payload {
            Payload::Plain(blocks) => carry(blocks, None),
            // Of a broadcast it must be the message, because there is nothing else.
            Payload::Everything if held.is_empty() && instance.blocks() == Blocks::Pieces => {
                carry(&instance.all_blocks(), None);
            }
            Payload::Everything => carry(&held, None),
            Payload::Values(values) => {
                for value in values {
                    carry(&value.blocks, value.contributors.as_ref());
                }
            }
        }
        carried
    }

    /// The value of these contributors, or of all known ones.
    fn value(&self, known: &[TracedValue], contributors: Option<&Runs>) -> TracedValue {
        let mut wanted = contributors.cloned().unwrap_or_default();
        for held in known.iter().filter(|_| contributors.is_none()) {
            wanted.extend(&held.contributors);
        }
        let formed = match self.data {
            Data::Copied => known.first().cloned(),
            Data::Token => None,
            Data::Combined => form(known, &wanted, self.operator),
        };
        // A value that cannot be formed is taken as claimed, without a number.
        formed.unwrap_or(TracedValue { contributors: wanted, value: None })
    }

    /// Whether a node has a value of a carried block in which no contributor of the carried value is.
    pub(super) fn combines(&self, to: Vertex, carried: &[(u64, TracedValue)]) -> bool {
        let Some(node) = self.nodes.get(to as usize) else { return false };
        let apart = |arriving: &TracedValue, held: &TracedValue| {
            held.contributors.is_disjoint(&arriving.contributors)
        };
        self.data == Data::Combined
            && carried.iter().any(|(block, arriving)| {
                node.get(block).is_some_and(|known| known.iter().any(|held| apart(arriving, held)))
            })
    }

    /// Adds the data of a message.
    pub(super) fn receive(&mut self, to: Vertex, carried: &[(u64, TracedValue)]) {
        let Some(node) = self.nodes.get_mut(to as usize) else { return };
        for (block, arriving) in carried {
            let known = node.entry(*block).or_default();
            let apart =
                known.iter().all(|held| held.contributors.is_disjoint(&arriving.contributors));
            let again = known.contains(arriving);
            match (self.data, &mut known[..]) {
                (Data::Copied, [_, ..]) => {}
                (Data::Token, [held, ..]) => _ = held.contributors.extend(&arriving.contributors),
                (Data::Combined, [held]) if self.combines && apart => {
                    held.contributors.extend(&arriving.contributors);
                    held.value = match (&held.value, &arriving.value, self.operator) {
                        (Some(a), Some(b), Some(operator)) => operator.combine(a, b),
                        _ => None,
                    };
                }
                _ if again => {}
                _ => known.push(arriving.clone()),
            }
        }
    }

    /// The blocks of a node, ascending, each with the values kept apart.
    pub fn of(&self, node: Vertex) -> impl Iterator<Item = (u64, &[TracedValue])> {
        let blocks = self.nodes.get(node as usize).into_iter().flatten();
        blocks.map(|(block, known)| (*block, &known[..]))
    }

    /// Whether values are kept apart, so that a node has not yet combined its result.
    pub fn keeps_apart(&self) -> bool {
        self.data == Data::Combined && !self.combines
    }

    /// The result of a node for combined data, formed from its values.
    pub fn results(&self, instance: &Instance, node: Vertex) -> Vec<(u64, TracedValue)> {
        let required = instance.required(node);
        let wanted = Some(&required.contributors).filter(|_| self.data == Data::Combined);
        self.of(node)
            .filter(|(block, _)| required.blocks.contains(*block))
            .map(|(block, known)| (block, self.value(known, wanted)))
            .collect()
    }
}

/// The maximum number of tries. Traces are for small schedules.
const MOST_TRIES: u32 = 100_000;

/// The value of exactly these contributors, from [`disjoint`] known values.
fn form(known: &[TracedValue], wanted: &Runs, operator: Option<Operator>) -> Option<TracedValue> {
    let chosen = disjoint(known, wanted)?;
    let mut values = chosen.iter().map(|i| known[*i].value.clone());
    let first = values.next().flatten();
    let value = values.fold(first, |a, b| operator?.combine(&a?, &b?));
    Some(TracedValue { contributors: wanted.clone(), value })
}

/// Which disjoint values have exactly these contributors together; `None` if there are none, or none are found
/// in `MOST_TRIES` tries. Earlier values are tried first.
pub fn disjoint(known: &[TracedValue], wanted: &Runs) -> Option<Vec<usize>> {
    let (mut chosen, mut tries) = (Vec::new(), MOST_TRIES);
    cover(known, wanted, &Runs::new(), &mut chosen, &mut tries).then_some(chosen)
}

/// Covers the least wanted contributor that is not covered yet, in every possible way.
fn cover(
    known: &[TracedValue],
    wanted: &Runs,
    covered: &Runs,
    chosen: &mut Vec<usize>,
    tries: &mut u32,
) -> bool {
    let Some(least) = wanted.minus(covered).first() else { return true };
    for (i, held) in known.iter().enumerate() {
        let set = &held.contributors;
        let fits = set.contains(least) && set.is_subset(wanted) && set.is_disjoint(covered);
        if !fits {
            continue;
        }
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        let mut more = covered.clone();
        more.extend(set);
        chosen.push(i);
        if cover(known, wanted, &more, chosen, tries) {
            return true;
        }
        chosen.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use hockney_base::number::Rational;

    fn traced(numbers: &[u64], value: u64) -> TracedValue {
        let contributors = numbers.iter().copied().collect();
        TracedValue { contributors, value: Some(Rational::from(value)) }
    }

    /// The first choice, {0, 1}, is a dead end: 2 comes only with 1.
    #[test]
    fn tries_again() {
        let known = [traced(&[0, 1], 3), traced(&[0], 1), traced(&[1, 2], 5)];
        let wanted: Runs = [0_u64, 1, 2].into_iter().collect();
        let formed = form(&known, &wanted, Some(Operator::Sum)).unwrap();
        assert_eq!(formed.value, Some(Rational::from(6_u64)));
        assert_eq!(form(&known[..1], &Runs::one(1), Some(Operator::Sum)), None);
    }
}
