//! What a node has received of a block, as one word.

use crate::checker::combined::sets::SetId;

/// The values that a node has received of a block; its own contribution is not among them.
///
/// Nearly always it is none or one, so these take no room of their own: it is the name of the only
/// value, or [`SEVERAL`] and the number of the link that came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(u64);

/// No name of a set has this bit but for `NOTHING`.
const SEVERAL: u64 = 1 << 62;

/// The same, to be looked at.
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

    /// What is added to the name of this only value to have the name of another.
    pub(crate) fn until(self, other: Known) -> u64 {
        other.0.wrapping_sub(self.0)
    }

    /// The only value whose name is so much more.
    pub(crate) fn moved(self, by: u64) -> Self {
        Known(self.0.wrapping_add(by))
    }

    /// Those up to a link with a number.
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
            Values::Several(usize::try_from(self.0 & !SEVERAL).unwrap_or(usize::MAX))
        }
    }
}
