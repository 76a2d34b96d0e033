//! Permute: node i's block goes to node map[i]. Shifts are permutations too, and take from here.

mod benes;
mod direct;
mod edge_colouring;
mod first_fit;
mod interval_colouring;
mod intervals;
mod sequential;
mod three_phase;

use super::Algorithm;
use crate::collective::{Instance, Parameter};

pub(super) use direct::Direct;
pub(super) use first_fit::FirstFit;
pub(super) use interval_colouring::IntervalColouring;
pub(super) use sequential::Sequential;

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &Direct { collective: "permute" },
    &benes::Benes,
    &three_phase::ThreePhase,
    &IntervalColouring { collective: "permute" },
    &FirstFit { collective: "permute" },
    &Sequential { collective: "permute" },
];

/// Where each node's block goes.
fn targets(of: &Instance) -> Vec<u32> {
    match of.map() {
        Some(map) if of.collective.parameter() == Some(Parameter::Map) => map.to_vec(),
        _ => (0..of.nodes).map(|node| (node + of.by) % of.nodes).collect(),
    }
}
