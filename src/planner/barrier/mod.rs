//! Barrier: everyone hears of everyone.

mod diagonal_crossbar;
mod dimension_by_dimension;
mod dissemination;
mod parts_exchange_broadcast;
mod recursive_doubling;

use super::Algorithm;
use diagonal_crossbar::DiagonalCrossbar;
use dimension_by_dimension::DimensionByDimension;
use dissemination::Dissemination;
use parts_exchange_broadcast::PartsExchangeBroadcast;
use recursive_doubling::RecursiveDoubling;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &RecursiveDoubling,
    &Dissemination,
    &PartsExchangeBroadcast,
    &DimensionByDimension,
    &DiagonalCrossbar,
];
