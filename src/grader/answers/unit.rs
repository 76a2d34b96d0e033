//! Units of numbers: times, which are converted, steps, and other words.

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
        let nanoseconds = match &*lower {
            "s" | "sec" | "secs" | "second" | "seconds" | "sekunde" | "sekunden" | "segundos"
            | "secondes" | "秒" => 1_000_000_000_u64,
            "ms" | "msec" | "millisecond" | "milliseconds" | "millisekunden" | "milisegundos"
            | "毫秒" => 1_000_000,
            "us" | "µs" | "μs" | "usec" | "µsec" | "microsecond" | "microseconds"
            | "mikrosekunden" | "microsegundos" | "microsecondes" | "微秒" => 1000,
            "ns" | "nsec" | "nanosecond" | "nanoseconds" | "nanosekunden" | "纳秒" => 1,
            _ if is_step(&lower) || lower == "步" => return Some(Unit::Steps),
            "unit" | "units" | "cycle" | "cycles" | "takte" | "zeiteinheiten" | "ticks"
            | "words" | "word" | "hops" | "hop" | "messages" | "message" => {
                return Some(Unit::Word(lower));
            }
            _ => return None,
        };
        Some(Unit::Time(Rational::from(nanoseconds)))
    }
}
