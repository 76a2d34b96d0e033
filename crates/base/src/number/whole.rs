//! Conversions between whole numbers of different widths. None wraps around: what is too large becomes the greatest.

use num_traits::{Bounded, Unsigned};

/// The remainder of a division by a number of 32 bits; 0 if that is 0.
#[allow(clippy::cast_possible_truncation, reason = "a remainder is below the number that divides")]
pub fn remainder(number: u64, by: u32) -> u32 {
    number.checked_rem(by.into()).unwrap_or_default() as u32
}

/// A number in a type that may be narrower, where more than the type has means the same as the greatest that it has:
/// for limits, for amounts that a limit refuses, and for numbers of nodes and steps, which a limit has let pass.
pub fn saturated<To: Bounded>(number: impl Unsigned + TryInto<To>) -> To {
    number.try_into().unwrap_or_else(|_| To::max_value())
}

/// A number as an index or a length. What is beyond the memory of the machine becomes the greatest index, which is
/// beyond every list.
pub fn index(number: u64) -> usize {
    saturated(number)
}
