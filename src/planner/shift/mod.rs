//! Shift: node i's block goes to node i + q mod p.

mod both_ways;
mod dimension_by_dimension;
mod direct;
mod first_fit;
mod interval_colouring;
mod sequential;
mod unit_shifts;
mod with_compensation;

use super::Algorithm;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &unit_shifts::UnitShifts,
    &both_ways::BothWays,
    &dimension_by_dimension::DimensionByDimension,
    &with_compensation::WithCompensation,
    &direct::Direct,
    &interval_colouring::IntervalColouring,
    &first_fit::FirstFit,
    &sequential::Sequential,
];
