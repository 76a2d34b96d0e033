//! Broadcast: one node's data reaches everyone.

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;

pub(super) struct Broadcast;

impl Collective for Broadcast {
    fn name(&self) -> &'static str {
        "broadcast"
    }

    fn textbook(&self) -> &'static str {
        "one-to-all broadcast"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["one-to-all-broadcast", "single-node-broadcast", "bcast"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::Pieces
    }

    fn data(&self) -> Data {
        Data::Copied
    }

    fn pattern(&self) -> Pattern {
        Pattern::OneToAll
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Root)
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        if position == of.root { of.all_blocks() } else { Runs::new() }
    }

    fn required(&self, of: &Instance, _position: u32) -> Required {
        Required { blocks: of.all_blocks(), contributors: Runs::new() }
    }
}
