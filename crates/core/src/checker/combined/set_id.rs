//! The name of a set of contributors, and the sets that a node has.

#[cfg(test)]
use crate::schedule::Runs;
use hockney_base::number::index;

/// The positions from `start` up to but not including `end`; never empty. Very many are stored: it is half as
/// large as a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Positions {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The name of a set in [`Sets`](crate::checker::combined::sets::Sets). Equal sets have equal names.
///
/// Consecutive positions, counted cyclically, are stored in the name: the start in the high half and the end
/// (exclusive) in the low half. Other sets have the number of their shape in the high half and their start in
/// the low half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetId(u64);

pub(crate) enum SetForm {
    Shape { number: u32, start: u32 },
    Positions { start: u32, end: u32 },
}

/// The mark of names of sets that are stored by their shapes. Positions are far below it.
const SHAPED: u64 = 1 << 63;

impl SetId {
    /// The set of one position: a node's own contribution.
    pub(crate) fn one(position: u32) -> Self {
        SetId::span(Positions { start: position, end: position + 1 })
    }

    /// The empty set.
    pub(crate) const NONE: SetId = SetId(u64::MAX);

    pub(crate) fn span(Positions { start, end }: Positions) -> Self {
        SetId(u64::from(start) << 32 | u64::from(end))
    }

    /// The set with a shape that begins at a position.
    pub(crate) fn of_shape(number: u32, start: u32) -> Self {
        SetId(SHAPED | u64::from(number) << 32 | u64::from(start))
    }

    /// The number of its shape and its start, or its start and end.
    pub(crate) fn parts(self) -> SetForm {
        let (high, low) = SetId(self.0 & !SHAPED).halves();
        if self.is_shaped() {
            SetForm::Shape { number: high, start: low }
        } else {
            SetForm::Positions { start: high, end: low }
        }
    }

    /// The number of the name, in which bit 62 is not set.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The name with this number.
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

    /// Whether it continues past the last position to the first.
    pub(crate) fn goes_round(self) -> bool {
        let (start, end) = self.halves();
        !self.is_shaped() && start >= end
    }

    /// Whether it is not one run of positions.
    pub(crate) fn is_scattered(self) -> bool {
        self.is_shaped() || self.goes_round()
    }

    /// The least position; not for a set that wraps around.
    pub(crate) fn start(self) -> u32 {
        let (high, low) = self.halves();
        if self.is_shaped() { low } else { high }
    }

    /// The set moved back by this many positions; not for a set that wraps around.
    pub(crate) fn earlier(self, by: u32) -> Self {
        SetId(self.0 - self.step(by))
    }

    /// The set moved forward.
    pub(crate) fn later(self, by: u32) -> Self {
        SetId(self.0 + self.step(by))
    }

    fn step(self, by: u32) -> u64 {
        let high = if self.is_shaped() { 0 } else { u64::from(by) << 32 };
        high | u64::from(by)
    }
}

/// The values of a block that a node has received, without its own contribution.
///
/// Nearly always there is none or one, so these need no memory of their own: the name of the only value, or
/// [`SEVERAL`] and the number of the last link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(u64);

/// No name of a set except `NOTHING` has this bit.
const SEVERAL: u64 = 1 << 62;

/// The same, decoded.
pub(crate) enum Values {
    Nothing,
    One(SetId),
    Several(usize),
}

impl Known {
    pub(crate) const NOTHING: Known = Known(u64::MAX);

    pub(crate) fn one(value: SetId) -> Self {
        Known(value.bits())
    }

    /// Whether it is exactly one value.
    pub(crate) fn is_one(self) -> bool {
        self.0 & SEVERAL == 0
    }

    /// The difference between the names of this only value and of another.
    pub(crate) fn until(self, other: Known) -> u64 {
        other.0.wrapping_sub(self.0)
    }

    /// The only value with this difference of names.
    pub(crate) fn moved(self, by: u64) -> Self {
        Known(self.0.wrapping_add(by))
    }

    /// The values up to the link with this number.
    pub(crate) fn several(last: usize) -> Self {
        Known(SEVERAL | last as u64)
    }

    #[inline]
    pub(crate) fn values(self) -> Values {
        if self.is_one() {
            Values::One(SetId::from_bits(self.0))
        } else if self == Known::NOTHING {
            Values::Nothing
        } else {
            Values::Several(index(self.0 & !SEVERAL))
        }
    }
}

/// Sorts spans and joins adjacent ones, so that they are a set. Returns whether they are disjoint.
pub(crate) fn coalesce(spans: &mut Vec<Positions>) -> bool {
    spans.sort_unstable();
    let mut disjoint = true;
    let mut kept: usize = 0;
    for i in 0..spans.len() {
        let next = spans[i];
        match kept.checked_sub(1).map(|last| spans[last]) {
            Some(last) if next.start <= last.end => {
                disjoint &= next.start == last.end;
                spans[kept - 1].end = last.end.max(next.end);
            }
            _ => {
                spans[kept] = next;
                kept += 1;
            }
        }
    }
    spans.truncate(kept);
    disjoint
}

/// The set whose positions are the bits of a mask.
#[cfg(test)]
pub(crate) fn of_mask(mask: u16) -> Runs {
    (0..16_u64).filter(|bit| mask >> bit & 1 == 1).collect()
}
