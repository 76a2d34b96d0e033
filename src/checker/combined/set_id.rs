//! The name of a set of contributors.

use crate::checker::combined::spans::Span;

/// The name of a set in [`Sets`](crate::checker::combined::sets::Sets). Equal sets have equal names.
///
/// Positions from one on, counted round past the last to the first, say themselves which they are:
/// where they start in the high half and one past their end in the low half. What else there is has
/// the number of its shape in the high half, and where it begins in the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetId(u64);

pub(crate) enum Parts {
    Shape { number: u32, start: u32 },
    Span { start: u32, end: u32 },
}

/// What the names of sets have that are kept by their shapes. Positions are far below it.
const SHAPED: u64 = 1 << 63;

impl SetId {
    /// The set of one position: what a node contributes itself.
    pub(crate) fn one(position: u32) -> Self {
        SetId::span(Span { start: position, end: position + 1 })
    }

    /// No set at all.
    pub(crate) const NONE: SetId = SetId(u64::MAX);

    pub(crate) fn span(Span { start, end }: Span) -> Self {
        SetId(u64::from(start) << 32 | u64::from(end))
    }

    /// The set of a shape that begins at a position.
    pub(crate) fn of_shape(number: u32, start: u32) -> Self {
        SetId(SHAPED | u64::from(number) << 32 | u64::from(start))
    }

    /// The number of its shape and where it begins, or where it starts and one past its end.
    pub(crate) fn parts(self) -> Parts {
        let (high, low) = SetId(self.0 & !SHAPED).halves();
        if self.is_shaped() {
            Parts::Shape { number: high, start: low }
        } else {
            Parts::Span { start: high, end: low }
        }
    }

    /// The number behind the name, in which bit 62 is not set.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The name with this number behind it.
    pub(crate) fn from_bits(bits: u64) -> Self {
        SetId(bits)
    }

    #[inline]
    fn halves(self) -> (u32, u32) {
        let [high @ .., _, _, _, _] = self.0.to_be_bytes();
        let [_, _, _, _, low @ ..] = self.0.to_be_bytes();
        (u32::from_be_bytes(high), u32::from_be_bytes(low))
    }

    pub(crate) fn is_shaped(self) -> bool {
        self.0 & SHAPED != 0
    }

    /// Whether it goes on past the last position to the first.
    pub(crate) fn goes_round(self) -> bool {
        let (start, end) = self.halves();
        !self.is_shaped() && start >= end
    }

    /// Whether it is not one run of positions.
    pub(crate) fn is_scattered(self) -> bool {
        self.is_shaped() || self.goes_round()
    }

    /// The least position; not of one that goes round.
    pub(crate) fn start(self) -> u32 {
        let (high, low) = self.halves();
        if self.is_shaped() { low } else { high }
    }

    /// The set as it would be that many positions earlier; not of one that goes round.
    pub(crate) fn earlier(self, by: u32) -> Self {
        SetId(self.0 - self.step(by))
    }

    /// And later.
    pub(crate) fn later(self, by: u32) -> Self {
        SetId(self.0 + self.step(by))
    }

    fn step(self, by: u32) -> u64 {
        let high = if self.is_shaped() { 0 } else { u64::from(by) << 32 };
        high | u64::from(by)
    }
}
