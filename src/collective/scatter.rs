//! Scatter: one node deals out a block to each.

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;

pub(super) struct Scatter;

impl Collective for Scatter {
    fn name(&self) -> &'static str {
        "scatter"
    }

    fn textbook(&self) -> &'static str {
        "one-to-all personalized communication"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &[
            "one-to-all-personalized",
            "one-to-all-personalized-communication",
            "one-to-all-personalised",
            "single-node-scatter",
        ]
    }

    fn blocks(&self) -> Blocks {
        Blocks::PerNode
    }

    fn data(&self) -> Data {
        Data::Copied
    }

    fn pattern(&self) -> Pattern {
        Pattern::Scattered
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Root)
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        if position == of.root { of.all_blocks() } else { Runs::new() }
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        Required { blocks: of.blocks_of(position), contributors: Runs::new() }
    }
}
