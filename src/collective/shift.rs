//! Shift: node i's block goes to node i + q mod p.

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;
use crate::topology::Translations;

pub(super) struct Shift;

impl Collective for Shift {
    fn name(&self) -> &'static str {
        "shift"
    }

    fn textbook(&self) -> &'static str {
        "circular q-shift"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["circular-shift", "circular-q-shift", "q-shift"]
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
        Some(Parameter::By)
    }

    fn initial(&self, of: &Instance, position: u32) -> Runs {
        of.blocks_of(position)
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        let origin =
            (u64::from(position) + u64::from(of.nodes) - u64::from(of.by)) % u64::from(of.nodes);
        Required { blocks: of.blocks_of_number(origin), contributors: Runs::new() }
    }

    /// Numbers go round by q whoever looks, but coordinates and bits do not.
    fn looks_the_same_under(&self, of: &Instance, by: &Translations) -> bool {
        of.by == 0 || !by.is_xor() && by.sides().len() == 1
    }
}
