//! Broadcast: from one node to everyone.

mod binomial;
mod both_children;
mod chain;
mod child_by_child;
mod circulant_n_block;
mod dimension_by_dimension;
mod leaf_halving;
mod n_block;
mod near_first_doubling;
mod pipelined_chain;
mod recursive_doubling;
mod rotated_binomial;
mod scatter_all_gather;
mod scatter_bruck;
mod scatter_ring;
mod scatter_ring_by_dimension;
mod sequential;

use super::Algorithm;

pub(super) use binomial::BINOMIAL;
pub(super) use both_children::BOTH_CHILDREN;
pub(super) use chain::CHAIN;
pub(super) use child_by_child::CHILD_BY_CHILD;
pub(super) use circulant_n_block::CIRCULANT_N_BLOCK;
pub(super) use dimension_by_dimension::DIMENSION_BY_DIMENSION;
pub(super) use leaf_halving::LEAF_HALVING;
pub(super) use n_block::N_BLOCK;
pub(super) use near_first_doubling::NEAR_FIRST_DOUBLING;
pub(super) use pipelined_chain::PIPELINED_CHAIN;
pub(super) use recursive_doubling::{RECURSIVE_DOUBLING, TourHalving};
pub(super) use rotated_binomial::ROTATED_BINOMIAL;
pub(super) use scatter_all_gather::SCATTER_ALL_GATHER;
pub(super) use scatter_bruck::SCATTER_BRUCK;
pub(super) use scatter_ring::SCATTER_RING;
pub(super) use scatter_ring_by_dimension::SCATTER_RING_BY_DIMENSION;
pub(super) use sequential::SEQUENTIAL;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RECURSIVE_DOUBLING,
    &DIMENSION_BY_DIMENSION,
    &BINOMIAL,
    &LEAF_HALVING,
    &NEAR_FIRST_DOUBLING,
    &CHAIN,
    &SEQUENTIAL,
    &CHILD_BY_CHILD,
    &BOTH_CHILDREN,
    &SCATTER_ALL_GATHER,
    &SCATTER_BRUCK,
    &SCATTER_RING,
    &SCATTER_RING_BY_DIMENSION,
    &PIPELINED_CHAIN,
    &N_BLOCK,
    &ROTATED_BINOMIAL,
    &CIRCULANT_N_BLOCK,
];
