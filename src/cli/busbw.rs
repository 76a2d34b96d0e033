//! Algorithm and bus bandwidth, as nccl-tests define them (nccl-tests, doc/PERFORMANCE.md).

use serde::Serialize;

use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Pattern};
use hockney_cost::Numbers;

/// Bytes per second.
#[derive(Serialize)]
pub(crate) struct Bandwidth {
    /// The size of the operation over its time.
    pub(crate) algorithm: Rational,
    /// The same times a factor that makes it comparable with the bandwidth of a link.
    pub(crate) bus: Rational,
}

impl Bandwidth {
    /// Of a total; `None` without a size in bytes and a unit of time, and where nccl-tests define none.
    pub(crate) fn of(instance: &Instance, numbers: &Numbers, total: &Rational) -> Option<Self> {
        let p = Rational::from(instance.nodes);
        let rest = (&p - &Rational::one()).checked_div(&p)?;
        let one = Rational::one();
        // What counts as the size, in blocks of m words, and the factor.
        let (blocks, factor) = match instance.collective.pattern() {
            Pattern::OneToAll | Pattern::AllToOne | Pattern::Permuted => (one, Rational::one()),
            Pattern::AllReduced => (one, &rest * &Rational::from(2)),
            Pattern::AllToAll
            | Pattern::Reduced
            | Pattern::Scattered
            | Pattern::Gathered
            | Pattern::Pairs => (p, rest),
            Pattern::Prefixes | Pattern::Token => return None,
        };
        let bytes = &(numbers.m.as_ref()? * numbers.word.as_ref()?) * &blocks;
        let algorithm = numbers.bytes_per_second(&bytes, total)?;
        Some(Bandwidth { bus: &algorithm * &factor, algorithm })
    }

    /// `2.5 GB/s`
    pub(crate) fn shown(bytes_per_second: &Rational) -> String {
        let giga = bytes_per_second * &Rational::ratio(1, 1_000_000_000).unwrap_or_default();
        format!("{} GB/s", super::terminal::shown(&giga))
    }
}
