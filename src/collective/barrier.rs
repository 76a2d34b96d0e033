//! Barrier: everyone hears of everyone.

use super::{Blocks, Collective, Data, Instance, Pattern, Required};
use crate::schedule::Runs;
use crate::topology::Translations;

pub(super) struct Barrier;

impl Collective for Barrier {
    fn name(&self) -> &'static str {
        "barrier"
    }

    fn textbook(&self) -> &'static str {
        "barrier synchronization"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["barrier-synchronization", "synchronization"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::Token
    }

    fn data(&self) -> Data {
        Data::Token
    }

    fn pattern(&self) -> Pattern {
        Pattern::Token
    }

    fn initial(&self, of: &Instance, _position: u32) -> Runs {
        of.all_blocks()
    }

    fn required(&self, of: &Instance, _position: u32) -> Required {
        Required { blocks: of.all_blocks(), contributors: of.everyone() }
    }

    /// Everyone is to hear of everyone.
    fn looks_the_same_under(&self, _of: &Instance, _translations: &Translations) -> bool {
        true
    }
}
