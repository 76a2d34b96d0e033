//! Reduce: everyone's data is combined at one node.

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;

pub(super) struct Reduce;

impl Collective for Reduce {
    fn name(&self) -> &'static str {
        "reduce"
    }

    fn textbook(&self) -> &'static str {
        "all-to-one reduction"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["all-to-one-reduction", "reduction", "single-node-accumulation"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::Pieces
    }

    fn data(&self) -> Data {
        Data::Combined
    }

    fn pattern(&self) -> Pattern {
        Pattern::AllToOne
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Root)
    }

    fn initial(&self, of: &Instance, _position: u32) -> Runs {
        of.all_blocks()
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        if position == of.root {
            Required { blocks: of.all_blocks(), contributors: of.everyone() }
        } else {
            Required::default()
        }
    }
}
