//! Scan: node v gets the combination of the data of nodes 0 to v, or of those before it.

mod brent_kung;
mod clipped_census;
mod diagonal_crossbar;
mod gather_scan_scatter;
mod hillis_steele;
mod hypercube_exchange;
mod pipelined_chain;
mod shifted_brent_kung;
mod slice_transpose;
mod up_and_down;

use super::{Algorithm, PlanError, Request};
use brent_kung::BrentKung;
use clipped_census::ClippedCensus;
use diagonal_crossbar::DiagonalCrossbar;
use gather_scan_scatter::GatherScanScatter;
use hillis_steele::HillisSteele;
use hypercube_exchange::HypercubeExchange;
use pipelined_chain::PipelinedChain;
use shifted_brent_kung::ShiftedBrentKung;
use slice_transpose::SliceTranspose;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &HypercubeExchange,
    &HillisSteele,
    &ClippedCensus,
    &BrentKung,
    &ShiftedBrentKung,
    &DiagonalCrossbar,
    &PipelinedChain,
    &GatherScanScatter,
    &SliceTranspose,
];

fn inclusive(algorithm: &'static str, request: &Request) -> Result<(), PlanError> {
    if request.instance.exclusive { Err(PlanError::Inclusive(algorithm)) } else { Ok(()) }
}

fn exclusive(algorithm: &'static str, request: &Request) -> Result<(), PlanError> {
    if request.instance.exclusive { Ok(()) } else { Err(PlanError::Exclusive(algorithm)) }
}

/// Whether the nodes are numbered in the order of the topology's tour. On a graph they may be; on a
/// tree with a node at every vertex they are for up to three nodes.
fn along_a_tour(algorithm: &'static str, request: &Request) -> Result<(), PlanError> {
    let order = request.topology.network().tour_order();
    let numbered = order.is_none_or(|order| (0..).zip(order).all(|(place, node)| place == *node));
    if numbered { Ok(()) } else { Err(PlanError::NotAlongATour(algorithm)) }
}
