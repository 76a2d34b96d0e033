//! All-reduce: everyone's data is combined, and everyone gets the result.

use super::{Blocks, Collective, Data, Instance, Pattern, Required};
use crate::schedule::Runs;
use crate::topology::Translations;

pub(super) struct AllReduce;

impl Collective for AllReduce {
    fn name(&self) -> &'static str {
        "all-reduce"
    }

    fn textbook(&self) -> &'static str {
        "all-reduce"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["allreduce"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::Pieces
    }

    fn data(&self) -> Data {
        Data::Combined
    }

    fn pattern(&self) -> Pattern {
        Pattern::AllReduced
    }

    fn initial(&self, of: &Instance, _position: u32) -> Runs {
        of.all_blocks()
    }

    fn required(&self, of: &Instance, _position: u32) -> Required {
        Required { blocks: of.all_blocks(), contributors: of.everyone() }
    }

    /// Everyone starts and ends with all.
    fn looks_the_same_under(&self, _of: &Instance, _translations: &Translations) -> bool {
        true
    }
}
