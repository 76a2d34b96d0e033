//! Barrier: everyone hears of everyone.

mod diagonal_crossbar;
mod dimension_by_dimension;
mod dissemination;
mod parts_exchange_broadcast;
mod recursive_doubling;

use super::Algorithm;
use diagonal_crossbar::DIAGONAL_CROSSBAR;
use dimension_by_dimension::DIMENSION_BY_DIMENSION;
use dissemination::DISSEMINATION;
use parts_exchange_broadcast::PARTS_EXCHANGE_BROADCAST;
use recursive_doubling::RECURSIVE_DOUBLING;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RECURSIVE_DOUBLING,
    &DISSEMINATION,
    &PARTS_EXCHANGE_BROADCAST,
    &DIMENSION_BY_DIMENSION,
    &DIAGONAL_CROSSBAR,
];
