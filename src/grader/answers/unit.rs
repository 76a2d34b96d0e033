//! Units of numbers: times, which are converted, steps, and other words.

use super::super::lists::List;
use super::words::is_step;
use crate::number::Rational;

/// Units of time, by their billionths of a second.
static TIMES: List = List::named("unit times");
static COUNTED: List = List::named("unit counted");

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
        if let Some(nanoseconds) = TIMES.number_of(&lower) {
            return Some(Unit::Time(Rational::from(nanoseconds)));
        }
        if is_step(&lower) || lower == "步" {
            return Some(Unit::Steps);
        }
        COUNTED.contains(&&*lower).then_some(Unit::Word(lower))
    }
}
