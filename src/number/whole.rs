//! Conversions between whole numbers of different widths that never lose a digit.

/// The remainder of a division by a number of 32 bits; 0 if that is 0.
#[allow(clippy::cast_possible_truncation, reason = "a remainder is below the number that divides")]
pub(crate) fn remainder(number: u64, by: u32) -> u32 {
    number.checked_rem(by.into()).unwrap_or_default() as u32
}

/// A number as an index or a length. What is beyond the memory of the machine becomes the greatest index, which is
/// beyond every list.
pub(crate) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
