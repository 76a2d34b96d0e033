//! A logarithmic axis: where a number has its place, and which ticks fit without touching.

use super::logarithm::{UNIT, log2, ticks};
use crate::number::Rational;

/// Between two lines of text, in tenths.
pub(super) const LINE: i32 = 165;
/// A letter is hardly wider.
pub(super) const LETTER: i32 = 72;
/// How many letters there are.
pub(super) fn letters(words: &str) -> i32 {
    i32::try_from(words.chars().count()).unwrap_or(i32::MAX / 1000)
}

/// The most ticks.
const MOST_TICKS: usize = 9;

/// An axis from one logarithm to another.
pub(super) struct Axis {
    from: i64,
    to: i64,
    /// The numbers that ticks are looked for between.
    ends: (Rational, Rational),
    length: i32,
}

impl Axis {
    /// Over all of these, from end to end. Nearer to each other than this logarithms are not told
    /// apart, and there is some room around.
    pub(super) fn across<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
    ) -> Option<Self> {
        Axis::over(numbers, length, UNIT / 128)
    }

    /// The same with some room above and below, and where all are nearly the same with much: no
    /// difference looks larger than it is.
    pub(super) fn upward<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
    ) -> Option<Self> {
        let axis = Axis::over(numbers, length, UNIT / 2)?;
        let room = (axis.to - axis.from) / 40;
        Some(Axis { from: axis.from - room, to: axis.to + room, ..axis })
    }

    fn over<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
        least: i64,
    ) -> Option<Self> {
        // What has no logarithm has no place.
        let numbers: Vec<&Rational> = numbers.filter(|x| x.is_positive()).collect();
        let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
        let (from, to) = (log2(low)?, log2(high)?);
        if to - from >= least {
            return Some(Axis { from, to, ends: ((*low).clone(), (*high).clone()), length });
        }
        let two = Rational::from(2);
        let ends = (low.checked_div(&two)?, *high * &two);
        Some(Axis { from: from - UNIT, to: to + UNIT, ends, length })
    }

    /// How far from its beginning a number stands.
    pub(super) fn at(&self, x: &Rational) -> Option<i32> {
        let part = (log2(x)? - self.from) * i64::from(self.length) / (self.to - self.from);
        i32::try_from(part).ok()
    }

    /// Ticks side by side, none so near that words would touch.
    pub(super) fn ticks_across(&self) -> Vec<(i32, String)> {
        self.ticks(|words| letters(words) * LETTER / 2 + 60)
    }

    /// Ticks above each other.
    pub(super) fn ticks_upward(&self) -> Vec<(i32, String)> {
        self.ticks(|_| LINE / 2 + 1)
    }

    /// Ticks that need some room to either side; where not all have it, fewer are asked for.
    fn ticks(&self, room: impl Fn(&str) -> i32) -> Vec<(i32, String)> {
        let placed = |most: usize| -> Vec<(i32, String)> {
            let ticks = ticks(&self.ends.0, &self.ends.1, most);
            ticks.into_iter().filter_map(|(x, words)| Some((self.at(&x)?, words))).collect()
        };
        let apart =
            |pair: &[(i32, String)]| pair[1].0 - pair[0].0 >= room(&pair[0].1) + room(&pair[1].1);
        let fit = |found: &Vec<(i32, String)>| found.windows(2).all(apart);
        if let Some(found) = (3..=MOST_TICKS).rev().map(placed).find(|found| fit(found)) {
            return found;
        }
        let mut found: Vec<(i32, String)> = Vec::new();
        for (at, words) in placed(MOST_TICKS) {
            let free = |(last, before): &(i32, String)| at - last >= room(before) + room(&words);
            if found.last().is_none_or(free) {
                found.push((at, words));
            }
        }
        found
    }
}
