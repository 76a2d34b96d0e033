//! All-to-all: from everyone a block of its own to everyone.

mod bruck;
mod cube;
mod dimension_by_dimension;
mod gather_scatter;
mod ring;
mod rotation;
mod rounds;

use super::Algorithm;
use crate::collective::Instance;
use crate::schedule::Run;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &ring::ONE_DIRECTION,
    &ring::SHORTER_WAY,
    &ring::TWO_HOP,
    &dimension_by_dimension::ONE_DIRECTION,
    &dimension_by_dimension::SHORTER_WAY,
    &dimension_by_dimension::TWO_HOP,
    &cube::PAIRWISE,
    &cube::DIMENSION_EXCHANGE,
    &cube::TWO_PHASE,
    &rotation::Rotation,
    &bruck::Bruck,
    &gather_scatter::GatherScatter,
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
