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
use census::CENSUS;
use circulant::CIRCULANT;
use diagonal_crossbar::DIAGONAL_CROSSBAR;
use dimension_by_dimension::DIMENSION_BY_DIMENSION;
use halving_doubling::HALVING_DOUBLING;
use neighbour_exchange::NEIGHBOUR_EXCHANGE;
use pair_flow::PAIR_FLOW;
use pair_flow_by_dimension::PAIR_FLOW_BY_DIMENSION;
use parts_exchange_broadcast::PARTS_EXCHANGE_BROADCAST;
use recursive_doubling::RECURSIVE_DOUBLING;
use ring::RING;
use ring_by_dimension::RING_BY_DIMENSION;
use rotated_doubling::ROTATED_DOUBLING;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RECURSIVE_DOUBLING,
    &PARTS_EXCHANGE_BROADCAST,
    &DIMENSION_BY_DIMENSION,
    &DIAGONAL_CROSSBAR,
    &CENSUS,
    &RING,
    &NEIGHBOUR_EXCHANGE,
    &PAIR_FLOW,
    &RING_BY_DIMENSION,
    &PAIR_FLOW_BY_DIMENSION,
    &HALVING_DOUBLING,
    &CIRCULANT,
    &ROTATED_DOUBLING,
];
