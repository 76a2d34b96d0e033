//! What goes with half an interval that is handed over.

use super::layout::Layout;
use super::pairs::Pairs;
use crate::collective::{Blocks, Instance, Parameter};
use crate::schedule::rule::Load;
use crate::schedule::{Payload, Runs, Value};

/// What the positions of a half are given, or, where the rule runs backwards, what they have.
pub(super) enum Half {
    /// Everything there is.
    All(Runs),
    /// Their blocks.
    Blocks,
    /// Of blocks for pairs those for them.
    Targets(Pairs),
    /// Of blocks for pairs those from them.
    Origins(Pairs),
    /// Of a scan their prefixes, each with the node's own contribution or without.
    Prefixes { of: Runs, inclusive: bool },
    /// Of a scan what each of them has, apart.
    Own(Runs),
}

impl Half {
    pub(super) fn new(load: Load, of: &Instance, everything: Runs, backwards: bool) -> Self {
        let scans = of.collective.parameter() == Some(Parameter::Exclusive);
        match (load, of.blocks()) {
            (Load::TheirHalf, Blocks::PerPair) if backwards => Half::Origins(Pairs::new(of)),
            (Load::TheirHalf, Blocks::PerPair) => Half::Targets(Pairs::new(of)),
            (Load::TheirHalf, Blocks::Pieces) if scans && backwards => Half::Own(everything),
            (Load::TheirHalf, Blocks::Pieces) if scans => {
                Half::Prefixes { of: everything, inclusive: !of.exclusive }
            }
            (Load::TheirHalf, _) => Half::Blocks,
            _ => Half::All(everything),
        }
    }

    /// With the positions from `start` to just before `end`.
    pub(super) fn payload(&self, layout: &Layout, start: u32, end: u32) -> Payload {
        let nodes = || layout.numbers(start, end - start, 1);
        let apart = |blocks: &Runs, contributors: &dyn Fn(u64) -> Runs| {
            let value = |position| {
                let contributors = Some(contributors(layout.node(position).into()));
                Value { blocks: blocks.clone(), contributors }
            };
            Payload::Values((start..end).map(value).collect())
        };
        match self {
            Half::All(everything) => Payload::Plain(everything.clone()),
            Half::Blocks => Payload::Plain(layout.blocks(start, end - start)),
            Half::Targets(pairs) => Payload::Plain(pairs.to_all(&nodes())),
            Half::Origins(pairs) => Payload::Plain(pairs.of_origins(&nodes())),
            Half::Own(blocks) => apart(blocks, &Runs::one),
            // The tour begins at node 0, so no prefix that is sent is empty.
            Half::Prefixes { of, inclusive } => {
                apart(of, &|node| Runs::range(0, node + u64::from(*inclusive)))
            }
        }
    }
}
