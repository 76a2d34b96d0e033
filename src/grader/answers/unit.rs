//! Units of numbers: times, which are converted, steps, and other words.

use super::super::lists::list;
use super::words::is_step;
use crate::number::Rational;

/// What a number is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Unit {
    /// So many billionths of a second.
    Time(Rational),
    /// Steps.
    Steps,
    /// Another word: `cycles`.
    Word(String),
}

impl Unit {
    /// What a unit is called: `us`, `microseconds`.
    pub(in super::super) fn read(word: &str) -> Option<Unit> {
        let lower = word.trim_end_matches('.').to_lowercase();
        if let Some(nanoseconds) = list("unit times").number_of(&lower) {
            return Some(Unit::Time(Rational::from(nanoseconds)));
        }
        if is_step(&lower) || lower == "步" {
            return Some(Unit::Steps);
        }
        list("unit counted").contains(&&*lower).then_some(Unit::Word(lower))
    }
}
