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

pub(super) use bruck::Bruck;
pub(super) use dimension_by_dimension::DimensionByDimension;
pub(super) use dimension_by_dimension_pair_flow::DimensionByDimensionPairFlow;
use gather_exchange_broadcast::GatherExchangeBroadcast;
pub(super) use neighbour_exchange::NeighbourExchange;
pub(super) use pair_flow::PairFlow;
pub(super) use recursive_doubling::RecursiveDoubling;
pub(super) use ring::Ring;
pub(super) use rotated_doubling::ROTATED_DOUBLING;
pub(super) use sequential_broadcasts::SequentialBroadcasts;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &Ring,
    &NeighbourExchange,
    &PairFlow,
    &DimensionByDimension,
    &DimensionByDimensionPairFlow,
    &RecursiveDoubling,
    &GatherExchangeBroadcast,
    &SequentialBroadcasts,
    &Bruck,
    &ROTATED_DOUBLING,
];
