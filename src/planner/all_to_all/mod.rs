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

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &ring::RING,
    &ring_shorter_way::RING_SHORTER_WAY,
    &ring_two_hop::RING_TWO_HOP,
    &dimension_by_dimension::DIMENSION_BY_DIMENSION,
    &dimension_by_dimension_shorter_way::DIMENSION_BY_DIMENSION_SHORTER_WAY,
    &dimension_by_dimension_two_hop::DIMENSION_BY_DIMENSION_TWO_HOP,
    &pairwise_exchange::PAIRWISE_EXCHANGE,
    &dimension_exchange::DIMENSION_EXCHANGE,
    &two_phase::TWO_PHASE,
    &multiphase::THREE_PHASE,
    &multiphase::LAST_ALONE,
    &multiphase::FIRST_ALONE,
    &rotation::ROTATION,
    &bruck::BRUCK,
    &gather_scatter::GATHER_SCATTER,
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
