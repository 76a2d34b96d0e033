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

use super::Algorithm;
use brent_kung::BRENT_KUNG;
use clipped_census::CLIPPED_CENSUS;
use diagonal_crossbar::DIAGONAL_CROSSBAR;
use gather_scan_scatter::GATHER_SCAN_SCATTER;
use hillis_steele::HILLIS_STEELE;
use hypercube_exchange::HYPERCUBE_EXCHANGE;
use pipelined_chain::PIPELINED_CHAIN;
use shifted_brent_kung::SHIFTED_BRENT_KUNG;
use slice_transpose::SLICE_TRANSPOSE;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &HYPERCUBE_EXCHANGE,
    &HILLIS_STEELE,
    &CLIPPED_CENSUS,
    &BRENT_KUNG,
    &SHIFTED_BRENT_KUNG,
    &DIAGONAL_CROSSBAR,
    &PIPELINED_CHAIN,
    &GATHER_SCAN_SCATTER,
    &SLICE_TRANSPOSE,
];
