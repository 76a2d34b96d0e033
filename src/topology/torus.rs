//! The torus: a mesh whose lines of more than two nodes are closed to rings.

use std::sync::Arc;

use super::grid::Grid;
use super::{Family, Feature, Network, Sizes};

pub(super) struct TorusFamily;

impl Family for TorusFamily {
    fn name(&self) -> &'static str {
        "torus"
    }

    fn about(&self) -> &'static str {
        "the mesh with each line of more than two nodes closed to a ring"
    }

    fn sizes(&self) -> Sizes {
        Sizes::Sides
    }

    fn offers(&self) -> &'static [Feature] {
        &[Feature::Numbered, Feature::Sides, Feature::ClosedSides]
    }

    fn network(&self, sizes: &[u32]) -> Arc<dyn Network> {
        Arc::new(Grid::new(sizes, true))
    }
}
