//! What each node holds while a schedule is watched.

use std::collections::BTreeMap;

use super::Operator;
use crate::collective::{Data, Instance};
use crate::number::Rational;
use crate::schedule::Runs;
use crate::topology::Vertex;

/// One block at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// For combined data, whose contributions are in it; empty for copied data.
    pub contributors: Runs,
    /// Its value, where values were given.
    pub value: Option<Rational>,
}

/// For each node its blocks.
#[derive(Clone, Debug)]
pub struct State {
    data: Data,
    operator: Option<Operator>,
    nodes: Vec<BTreeMap<u64, Held>>,
}

impl State {
    /// The state before the first step. `values` has a number for each block that is copied, or for
    /// each node and block that is combined, node by node.
    pub(super) fn new(instance: &Instance, values: Option<(&[Rational], Operator)>) -> Self {
        let data = instance.data();
        let blocks = usize::try_from(instance.all_blocks().len()).unwrap_or(0);
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
            let held = |block| {
                (block, Held { contributors: contributors(node), value: value(node, block) })
            };
            instance.initial(node).iter().map(held).collect()
        };
        State {
            data,
            operator: values.map(|(_, operator)| operator),
            nodes: (0..instance.nodes).map(at_start).collect(),
        }
    }

    /// What a message with these blocks from this node carries.
    pub(super) fn carried(&self, from: Vertex, blocks: &Runs) -> Vec<(u64, Held)> {
        let held = self.nodes.get(from as usize).into_iter().flatten();
        held.filter(|(block, _)| blocks.contains(**block))
            .map(|(block, held)| (*block, held.clone()))
            .collect()
    }

    /// Takes in what a message carried.
    pub(super) fn receive(&mut self, to: Vertex, carried: &[(u64, Held)]) {
        let Some(node) = self.nodes.get_mut(to as usize) else { return };
        for (block, arriving) in carried {
            match node.get_mut(block) {
                Some(held) if self.data == Data::Combined => {
                    held.contributors.extend(&arriving.contributors);
                    held.value = match (&held.value, &arriving.value, self.operator) {
                        (Some(a), Some(b), Some(operator)) => Some(operator.combine(a, b)),
                        _ => None,
                    };
                }
                Some(held) => {
                    held.contributors.extend(&arriving.contributors);
                }
                None => {
                    node.insert(*block, arriving.clone());
                }
            }
        }
    }

    /// The blocks of a node, rising.
    pub fn of(&self, node: Vertex) -> impl Iterator<Item = (u64, &Held)> {
        self.nodes.get(node as usize).into_iter().flatten().map(|(block, held)| (*block, held))
    }
}
