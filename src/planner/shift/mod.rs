//! Shift: node i's block goes to node i + q mod p.

mod both_ways;
mod dimension_by_dimension;
mod unit_shifts;

use super::Algorithm;
use super::permute::{Direct, FirstFit, IntervalColouring, Sequential};

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &unit_shifts::UnitShifts,
    &both_ways::BothWays,
    &dimension_by_dimension::DimensionByDimension,
    &Direct { collective: "shift" },
    &IntervalColouring { collective: "shift" },
    &FirstFit { collective: "shift" },
    &Sequential { collective: "shift" },
];
