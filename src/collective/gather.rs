//! Gather: one node collects a block from each.

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;

pub(super) struct Gather;

impl Collective for Gather {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn textbook(&self) -> &'static str {
        "all-to-one gather, the dual of scatter"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["all-to-one-gather", "single-node-gather", "concatenation"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::PerNode
    }

    fn data(&self) -> Data {
        Data::Copied
    }

    fn pattern(&self) -> Pattern {
        Pattern::Gathered
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Root)
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        of.blocks_of(position)
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        if position == of.root {
            Required { blocks: of.all_blocks(), contributors: Runs::new() }
        } else {
            Required::default()
        }
    }
}
