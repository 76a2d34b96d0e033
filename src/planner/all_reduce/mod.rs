//! All-reduce: everyone's data is combined, and everyone gets the result.

mod census;
mod circulant;
mod diagonal_crossbar;
mod dimension_by_dimension;
mod halving_doubling;
mod neighbour_exchange;
mod pair_flow;
mod pair_flow_by_dimension;
mod parts_exchange_broadcast;
mod recursive_doubling;
mod ring;
mod ring_by_dimension;
mod rotated_doubling;

use super::Algorithm;
use census::Census;
use circulant::Circulant;
use diagonal_crossbar::DiagonalCrossbar;
use dimension_by_dimension::DimensionByDimension;
use halving_doubling::HalvingDoubling;
use neighbour_exchange::NeighbourExchange;
use pair_flow::PairFlow;
use pair_flow_by_dimension::PairFlowByDimension;
use parts_exchange_broadcast::PartsExchangeBroadcast;
use recursive_doubling::RecursiveDoubling;
use ring::Ring;
use ring_by_dimension::RingByDimension;
use rotated_doubling::ROTATED_DOUBLING;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &RecursiveDoubling,
    &PartsExchangeBroadcast,
    &DimensionByDimension,
    &DiagonalCrossbar,
    &Census,
    &Ring,
    &NeighbourExchange,
    &PairFlow,
    &RingByDimension,
    &PairFlowByDimension,
    &HalvingDoubling,
    &Circulant,
    &ROTATED_DOUBLING,
];
