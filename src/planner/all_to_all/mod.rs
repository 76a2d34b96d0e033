//! All-to-all: from everyone a block of its own to everyone.

mod along_the_lines;
mod bruck;
mod cube_exchange;
mod dimension_by_dimension;
mod dimension_by_dimension_shorter_way;
mod dimension_by_dimension_two_hop;
mod dimension_exchange;
mod gather_scatter;
mod multiphase;
mod pairwise_exchange;
mod ring;
mod ring_shorter_way;
mod ring_two_hop;
mod rotated_exchange;
mod rotation;
mod round_the_tour;
mod rounds;
mod two_phase;

use super::Algorithm;
use crate::collective::Instance;
use crate::schedule::Run;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &ring::Ring,
    &ring_shorter_way::RingShorterWay,
    &ring_two_hop::RingTwoHop,
    &dimension_by_dimension::DimensionByDimension,
    &dimension_by_dimension_shorter_way::DimensionByDimensionShorterWay,
    &dimension_by_dimension_two_hop::DimensionByDimensionTwoHop,
    &pairwise_exchange::PairwiseExchange,
    &dimension_exchange::DimensionExchange,
    &two_phase::TwoPhase,
    &multiphase::THREE_PHASE,
    &multiphase::LAST_ALONE,
    &multiphase::FIRST_ALONE,
    &rotation::Rotation,
    &bruck::Bruck,
    &gather_scatter::GatherScatter,
    &rotated_exchange::ROTATED_EXCHANGE,
];

/// The blocks of one origin for the nodes from `first` to just before `end`.
fn blocks(of: &Instance, origin: u32, first: u64, end: u64) -> Run {
    let (row, pieces) = (u64::from(origin) * u64::from(of.nodes), u64::from(of.pieces));
    Run { start: (row + first) * pieces, end: (row + end) * pieces }
}

/// The block of one origin for one node.
fn block(of: &Instance, origin: u32, target: u32) -> Run {
    blocks(of, origin, target.into(), u64::from(target) + 1)
}
