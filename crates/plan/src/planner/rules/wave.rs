//! The messages of one step, in numbers.

use super::layout::round;
use hockney_core::schedule::rule::{Load, Move};

/// The messages of the positions of a progression in one step.
pub(super) struct Wave {
    pub(super) first: u32,
    pub(super) stride: u32,
    pub(super) count: u32,
    pub(super) everyone: bool,
    pub(super) to: Move<u32>,
    /// An interval by its first position and its length.
    pub(super) load: Load<u32>,
}

impl Wave {
    /// Whether position v sends.
    pub(super) fn has(&self, v: u32) -> bool {
        self.everyone
            || v >= self.first
                && (v - self.first).is_multiple_of(self.stride)
                && (v - self.first) / self.stride < self.count
    }

    /// Whether all nodes send to the next position.
    pub(super) fn is_to_next(&self) -> bool {
        self.everyone && matches!(self.to, Move::Ahead(1))
    }

    /// The receiver of position v of p, and whether it is ahead.
    #[inline]
    pub(super) fn target(&self, v: u32, p: u32) -> (u32, bool) {
        target(self.to, v, p)
    }
}

/// The receiver of position v of p, and whether it is ahead.
#[inline]
pub(super) fn target(to: Move<u32>, v: u32, p: u32) -> (u32, bool) {
    match to {
        Move::Ahead(by) => (round(v + by, p), true),
        Move::Back(by) => (round(v + p - by, p), false),
        Move::Xor(by) => (v ^ by, true),
    }
}
