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

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &unit_shifts::UNIT_SHIFTS,
    &both_ways::BOTH_WAYS,
    &dimension_by_dimension::DIMENSION_BY_DIMENSION,
    &with_compensation::WITH_COMPENSATION,
    &direct::DIRECT,
    &interval_colouring::INTERVAL_COLOURING,
    &first_fit::FIRST_FIT,
    &sequential::SEQUENTIAL,
];
