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

pub(super) use binomial::Binomial;
pub(super) use both_children::BothChildren;
pub(super) use chain::Chain;
pub(super) use child_by_child::ChildByChild;
pub(super) use circulant_n_block::CirculantNBlock;
pub(super) use dimension_by_dimension::DimensionByDimension;
pub(super) use leaf_halving::LeafHalving;
pub(super) use n_block::NBlock;
pub(super) use near_first_doubling::NearFirstDoubling;
pub(super) use pipelined_chain::PipelinedChain;
pub(super) use recursive_doubling::{RecursiveDoubling, TourHalving};
pub(super) use rotated_binomial::ROTATED_BINOMIAL;
pub(super) use scatter_all_gather::ScatterAllGather;
pub(super) use scatter_bruck::ScatterBruck;
pub(super) use scatter_ring::ScatterRing;
pub(super) use scatter_ring_by_dimension::ScatterRingByDimension;
pub(super) use sequential::Sequential;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &RecursiveDoubling,
    &DimensionByDimension,
    &Binomial,
    &LeafHalving,
    &NearFirstDoubling,
    &Chain,
    &Sequential,
    &ChildByChild,
    &BothChildren,
    &ScatterAllGather,
    &ScatterBruck,
    &ScatterRing,
    &ScatterRingByDimension,
    &PipelinedChain,
    &NBlock,
    &ROTATED_BINOMIAL,
    &CirculantNBlock,
];
