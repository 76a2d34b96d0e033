//! The payload of half an interval that is handed over.

use super::super::halving::Ends;
use super::layout::Layout;
use super::pairs::Pairs;
use hockney_core::collective::{Blocks, Instance, Parameter};
use hockney_core::schedule::rule::Load;
use hockney_core::schedule::{Message, Payload, Runs, Value};

/// The data that the positions of a half get, or have in the reversed rule.
pub(super) enum Half {
    /// The whole data.
    All(Runs),
    /// Their blocks.
    Blocks,
    /// If blocks belong to pairs: those for them.
    Targets(Pairs),
    /// If blocks belong to pairs: those from them.
    Origins(Pairs),
    /// In a scan their prefixes, with or without the node's own contribution.
    Prefixes { of: Runs, inclusive: bool },
    /// In a scan their contributions, separately.
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

    /// From the first position of an interval to that of its other half.
    pub(super) fn message(&self, layout: &Layout, (first, middle, end): Ends) -> Message {
        let payload = self.payload(layout, middle, end);
        let route = layout.ways(false).way(first, middle, true);
        Message { from: layout.node(first), to: layout.node(middle), route, payload }
    }

    /// For the positions from `start` up to but not including `end`.
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
