//! Scan: node v gets the combination of the data of nodes 0 to v, or of those before it.

use super::{Blocks, Collective, Data, Instance, Parameter, Pattern, Required};
use crate::schedule::Runs;

pub(super) struct Scan;

impl Collective for Scan {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn textbook(&self) -> &'static str {
        "prefix sums"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["prefix-sum", "prefix-sums", "prefix"]
    }

    fn blocks(&self) -> Blocks {
        Blocks::Pieces
    }

    fn data(&self) -> Data {
        Data::Combined
    }

    fn pattern(&self) -> Pattern {
        Pattern::Prefixes
    }

    fn parameter(&self) -> Option<Parameter> {
        Some(Parameter::Exclusive)
    }

    fn initial(&self, of: &Instance, _position: u32) -> Runs {
        of.all_blocks()
    }

    fn required(&self, of: &Instance, position: u32) -> Required {
        let end = u64::from(position) + u64::from(!of.exclusive);
        if end == 0 {
            return Required::default();
        }
        Required { blocks: of.all_blocks(), contributors: Runs::range(0, end) }
    }
}
