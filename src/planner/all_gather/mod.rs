//! All-gather: from everyone to everyone.

mod bruck;
mod dimension_by_dimension;
mod recursive_doubling;
mod ring;
mod sequential_broadcasts;

use super::Algorithm;

pub(super) use bruck::Bruck;
pub(super) use dimension_by_dimension::DimensionByDimension;
pub(super) use recursive_doubling::RecursiveDoubling;
pub(super) use ring::Ring;
pub(super) use sequential_broadcasts::SequentialBroadcasts;

pub(super) static ALGORITHMS: &[&dyn Algorithm] =
    &[&Ring, &DimensionByDimension, &RecursiveDoubling, &SequentialBroadcasts, &Bruck];
