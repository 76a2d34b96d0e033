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

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &direct::Direct,
    &benes::Benes,
    &three_phase::ThreePhase,
    &interval_colouring::IntervalColouring,
    &first_fit::FirstFit,
    &sequential::Sequential,
];

/// Where each node's block goes.
fn targets(of: &Instance) -> Vec<u32> {
    match of.map() {
        Some(map) if of.collective.parameter() == Some(Parameter::Map) => map.to_vec(),
        _ => (0..of.nodes).map(|node| (node + of.by) % of.nodes).collect(),
    }
}
