//! What is done in one step, in numbers.

use super::layout::round;

/// Where to, by texts or by numbers.
#[derive(Clone, Copy)]
pub(super) enum Hop<T> {
    Ahead(T),
    Back(T),
    Xor(T),
}

/// What, by texts or by numbers.
#[derive(Clone, Copy)]
pub(super) enum Cargo<T> {
    Everything,
    /// From the first on, so many.
    Interval(T, T),
    Subcube(T, T),
    Onwards(T, T, T),
    Own,
    Sides(T, T),
    Second(T, T),
    Digit(T),
    Before(T),
}

/// What positions in a progression do in one step.
pub(super) struct Wave {
    pub(super) first: u32,
    pub(super) stride: u32,
    pub(super) count: u32,
    pub(super) everyone: bool,
    pub(super) to: Hop<u32>,
    pub(super) load: Cargo<u32>,
}

impl Wave {
    /// Whether position v sends.
    pub(super) fn has(&self, v: u32) -> bool {
        self.everyone
            || v >= self.first
                && (v - self.first).is_multiple_of(self.stride)
                && (v - self.first) / self.stride < self.count
    }

    /// Whether everyone sends to the next position.
    pub(super) fn is_to_next(&self) -> bool {
        self.everyone && matches!(self.to, Hop::Ahead(1))
    }

    /// Where position v of p sends, and whether that is ahead.
    #[inline]
    pub(super) fn target(&self, v: u32, p: u32) -> (u32, bool) {
        self.to.target(v, p)
    }
}

impl Hop<u32> {
    /// Where position v of p sends, and whether that is ahead.
    #[inline]
    pub(super) fn target(self, v: u32, p: u32) -> (u32, bool) {
        match self {
            Hop::Ahead(by) => (round(v + by, p), true),
            Hop::Back(by) => (round(v + p - by, p), false),
            Hop::Xor(by) => (v ^ by, true),
        }
    }
}
