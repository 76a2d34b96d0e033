//! All-gather: from everyone to everyone.

mod along_the_lines;
mod bruck;
mod dimension_by_dimension;
mod dimension_by_dimension_pair_flow;
mod gather_exchange_broadcast;
mod neighbour_exchange;
mod pair_flow;
mod recursive_doubling;
mod ring;
mod rotated_doubling;
mod round_the_tour;
mod rounds;
mod sequential_broadcasts;

use super::Algorithm;

pub(super) use bruck::BRUCK;
pub(super) use dimension_by_dimension::DIMENSION_BY_DIMENSION;
pub(super) use dimension_by_dimension_pair_flow::DIMENSION_BY_DIMENSION_PAIR_FLOW;
use gather_exchange_broadcast::GATHER_EXCHANGE_BROADCAST;
pub(super) use neighbour_exchange::NEIGHBOUR_EXCHANGE;
pub(super) use pair_flow::PAIR_FLOW;
pub(super) use recursive_doubling::RECURSIVE_DOUBLING;
pub(super) use ring::RING;
pub(super) use rotated_doubling::ROTATED_DOUBLING;
pub(super) use sequential_broadcasts::SEQUENTIAL_BROADCASTS;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RING,
    &NEIGHBOUR_EXCHANGE,
    &PAIR_FLOW,
    &DIMENSION_BY_DIMENSION,
    &DIMENSION_BY_DIMENSION_PAIR_FLOW,
    &RECURSIVE_DOUBLING,
    &GATHER_EXCHANGE_BROADCAST,
    &SEQUENTIAL_BROADCASTS,
    &BRUCK,
    &ROTATED_DOUBLING,
];
