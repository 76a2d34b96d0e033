//! Where the best algorithm changes: exactly, as the lower envelope of straight lines.
//!
//! For fixed p every cost is a straight line in m, and in t_s for t_w = 1. Two lines meet at one
//! rational number, so nothing is searched for.

use super::ranking::Ranked;
use crate::cost::{Cost, Numbers};
use crate::number::Rational;
use crate::planner::Algorithm;

/// What runs through a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// m, with numbers for t_s and t_w.
    M(Numbers),
    /// t_s in units of t_w, with a number for m.
    Ratio(Numbers),
}

/// A part of the range and the best algorithm in it.
#[derive(Clone)]
pub struct Segment {
    /// Where it begins; the cost there is that of the one before too.
    pub from: Rational,
    /// Where it ends.
    pub to: Rational,
    /// The first whole number in the range at which it is the best, strictly better than the one
    /// before; `None` where there is none up to its end.
    pub first_whole: Option<Rational>,
    /// The algorithm.
    pub algorithm: &'static dyn Algorithm,
}

struct Line {
    intercept: Rational,
    slope: Rational,
    algorithm: &'static dyn Algorithm,
}

impl Line {
    fn of(row: &Ranked, over: &Over) -> Self {
        let (intercept, slope) = Self::straight(&row.cost, over);
        Line { intercept, slope, algorithm: row.algorithm }
    }

    fn straight(cost: &Cost, over: &Over) -> (Rational, Rational) {
        let number = |number: &Option<Rational>| number.clone().unwrap_or_default();
        match over {
            Over::M(numbers) => {
                let fixed = &(&cost.t_s * &number(&numbers.t_s)) + &(&cost.t_h * &numbers.t_h);
                (fixed, &cost.t_w * &number(&numbers.t_w))
            }
            Over::Ratio(numbers) => (&cost.t_w * &number(&numbers.m), cost.t_s.clone()),
        }
    }

    fn at(&self, x: &Rational) -> Rational {
        &self.intercept + &(&self.slope * x)
    }
}

/// What a cost comes to at one place of the range.
pub fn cost_at(cost: &Cost, over: &Over, x: &Rational) -> Rational {
    let (intercept, slope) = Line::straight(cost, over);
    &intercept + &(&slope * x)
}

/// The best algorithms from `low` to `high`, in order. Of lines that are the same the first of
/// `rows` is taken, so these should be ranked without numbers: by steps, then words.
pub fn crossovers(rows: &[Ranked], over: &Over, low: &Rational, high: &Rational) -> Vec<Segment> {
    let lines: Vec<Line> = rows.iter().map(|row| Line::of(row, over)).collect();
    let mut segments: Vec<Segment> = Vec::new();
    let mut from = low.clone();
    let start = lines.iter().min_by(|a, b| (a.at(low), &a.slope).cmp(&(b.at(low), &b.slope)));
    let mut best = start;
    while let Some(line) = best {
        // Whoever takes over rises less; the first to meet, of several the flattest.
        let next = lines
            .iter()
            .filter(|other| other.slope < line.slope)
            .filter_map(|other| {
                let ahead = &other.intercept - &line.intercept;
                let at = ahead.checked_div(&(&line.slope - &other.slope))?;
                Some((at, other))
            })
            .filter(|(at, _)| at < high)
            .min_by(|(a, one), (b, other)| (a, &one.slope).cmp(&(b, &other.slope)));
        let to = next.as_ref().map_or_else(|| high.clone(), |(at, _)| at.clone());
        let first =
            if segments.is_empty() { from.ceil() } else { &from.floor() + &Rational::one() };
        segments.push(Segment {
            first_whole: Some(first).filter(|first| *first <= to),
            from: from.clone(),
            to: to.clone(),
            algorithm: line.algorithm,
        });
        from = to;
        best = next.map(|(_, other)| other);
    }
    segments
}
