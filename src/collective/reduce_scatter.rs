//! Reduce-scatter: block j of everyone is combined at node j.

use super::{Blocks, Collective, Data, Instance, Pattern, Required};
use crate::schedule::Runs;
use crate::topology::Translations;

pub(super) struct ReduceScatter;

impl Collective for ReduceScatter {
    fn name(&self) -> &'static str {
        "reduce-scatter"
    }

    fn textbook(&self) -> &'static str {
        "all-to-all reduction"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["all-to-all-reduction", "multinode-accumulation", "reduce-scatter-block"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::PerNode
    }

    fn data(&self) -> Data {
        Data::Combined
    }

    fn pattern(&self) -> Pattern {
        Pattern::Reduced
    }

    fn initial(&self, of: &Instance, _position: u32) -> Runs {
        of.all_blocks()
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        Required { blocks: of.blocks_of(position), contributors: of.everyone() }
    }

    /// Everyone starts with all and ends with its own.
    fn looks_the_same_under(&self, _of: &Instance, _translations: &Translations) -> bool {
        true
    }
}
