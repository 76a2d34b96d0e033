//! All-gather: everyone gets everyone's block.

use super::{Blocks, Collective, Data, Instance, Pattern, Required};
use crate::schedule::Runs;
use crate::topology::Translations;

pub(super) struct AllGather;

impl Collective for AllGather {
    fn name(&self) -> &'static str {
        "all-gather"
    }

    fn textbook(&self) -> &'static str {
        "all-to-all broadcast"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["all-to-all-broadcast", "multinode-broadcast", "gather-to-all", "gossip"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::PerNode
    }

    fn data(&self) -> Data {
        Data::Copied
    }

    fn pattern(&self) -> Pattern {
        Pattern::AllToAll
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        of.blocks_of(position)
    }

    fn required(&self, of: &Instance, _position: u32) -> Required {
        Required { blocks: of.all_blocks(), contributors: Runs::new() }
    }

    /// Everyone starts with its own and ends with all.
    fn looks_the_same_under(&self, _of: &Instance, _translations: &Translations) -> bool {
        true
    }
}
