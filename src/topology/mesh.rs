//! The mesh of two or more dimensions, without wraparound.

use std::sync::Arc;

use super::grid::Grid;
use super::{Family, Feature, Network, Sizes};

pub(super) struct MeshFamily;

impl Family for MeshFamily {
    fn name(&self) -> &'static str {
        "mesh"
    }

    fn about(&self) -> &'static str {
        "neighbours along each of two or more dimensions, no wraparound"
    }

    fn sizes(&self) -> Sizes {
        Sizes::Sides
    }

    fn offers(&self) -> &'static [Feature] {
        &[Feature::Numbered, Feature::Sides]
    }

    fn network(&self, sizes: &[u32]) -> Arc<dyn Network> {
        Arc::new(Grid::new(sizes, false))
    }
}
