//! All-to-all: everyone has a block for everyone.

use super::{Blocks, Collective, Data, Instance, Pattern, Required};
use crate::schedule::Runs;
use crate::topology::Translations;

pub(super) struct AllToAll;

impl Collective for AllToAll {
    fn name(&self) -> &'static str {
        "all-to-all"
    }

    fn textbook(&self) -> &'static str {
        "all-to-all personalized communication"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &[
            "all-to-all-personalized",
            "all-to-all-personalized-communication",
            "all-to-all-personalised",
            "total-exchange",
            "alltoall",
        ]
    }

    fn blocks(&self) -> Blocks {
        Blocks::PerPair
    }

    fn data(&self) -> Data {
        Data::Copied
    }

    fn pattern(&self) -> Pattern {
        Pattern::Pairs
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        of.blocks_from(position)
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        Required { blocks: of.blocks_for(position), contributors: Runs::new() }
    }

    /// Everyone starts with what is from it and ends with what is for it.
    fn looks_the_same_under(&self, _of: &Instance, _translations: &Translations) -> bool {
        true
    }
}
