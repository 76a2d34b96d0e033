//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and take from here.

mod benes;
pub(super) mod direct;
mod edge_colouring;
pub(super) mod first_fit;
pub(super) mod interval_colouring;
mod intervals;
pub(super) mod sequential;
mod three_phase;

use super::Algorithm;
use crate::collective::{Instance, Parameter};

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &direct::DIRECT,
    &benes::BENES,
    &three_phase::THREE_PHASE,
    &interval_colouring::INTERVAL_COLOURING,
    &first_fit::FIRST_FIT,
    &sequential::SEQUENTIAL,
];

/// Where each node's block goes.
fn targets(of: &Instance) -> Vec<u32> {
    match of.map() {
        Some(map) if of.collective.parameter() == Some(Parameter::Map) => map.to_vec(),
        _ => (0..of.nodes).map(|node| (node + of.by) % of.nodes).collect(),
    }
}
