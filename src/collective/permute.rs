//! Permute: node i's block goes to node map[i].

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;

pub(super) struct Permute;

impl Collective for Permute {
    fn name(&self) -> &'static str {
        "permute"
    }

    fn textbook(&self) -> &'static str {
        "permutation"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["permutation"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::PerNode
    }

    fn data(&self) -> Data {
        Data::Copied
    }

    fn pattern(&self) -> Pattern {
        Pattern::Permuted
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Map)
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        of.blocks_of(position)
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        Required { blocks: of.blocks_of(of.origin(position)), contributors: Runs::new() }
    }
}
