//! The best number of pieces of an algorithm with any number of pieces.
//!
//! Such an algorithm has a + b n steps of m/n words each: a pipeline of k - 1 + n rounds has a = k - 1 and b
//! = 1. More pieces mean more startups and fewer words in each step.

use serde::Serialize;

use super::priced::by_closed_form;
use hockney_base::number::Rational;
use hockney_cost::Numbers;
use hockney_plan::planner::{Algorithm, Request, fitted};

/// A chosen number of pieces and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestPieces {
    /// The number.
    pub pieces: u32,
    /// The reason, in one line.
    pub why: String,
}

/// The number of steps of a pipeline for n pieces. Each step carries one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSteps {
    /// The steps that do not depend on n.
    pub first: Rational,
    /// The steps per piece.
    pub each: Rational,
}

impl PieceSteps {
    fn at(&self, n: u64) -> Rational {
        &self.first + &(&self.each * &Rational::from(n))
    }
}

/// The best number of pieces of an algorithm for these numbers. `None` if its number of pieces is fixed, or
/// if m, t_s or t_w is missing.
///
/// With `ideal`, pieces have m/n words exactly. Otherwise they are whole words, and every step costs as much
/// as the largest piece, of ceil(m/n) words. There are never more pieces than words.
pub fn best_pieces(
    algorithm: &Algorithm,
    request: &Request,
    numbers: &Numbers,
    ideal: bool,
) -> Option<BestPieces> {
    numbers.m.as_ref().and(numbers.t_s.as_ref()).and(numbers.t_w.as_ref())?;
    best_of(&piece_steps(algorithm, request)?, numbers, ideal)
}

/// The best number of pieces of a pipeline.
pub(super) fn best_of(steps: &PieceSteps, numbers: &Numbers, ideal: bool) -> Option<BestPieces> {
    let (m, t_s, t_w) = (numbers.m.as_ref()?, numbers.t_s.as_ref()?, numbers.t_w.as_ref()?);
    let words = m.clamped();
    let most = most_pieces(m);
    let exact = balanced(steps, m, t_s, t_w, most);
    let PieceSteps { first, each } = steps;
    // The closed form for the number of pieces ignores hops.
    let hops = if numbers.t_h.is_zero() { "" } else { ", ignoring t_h" };
    let written = match (first.is_zero(), each.is_one()) {
        (true, true) => "n".to_owned(),
        (true, false) => format!("{each} n"),
        (false, true) => format!("({first} + n)"),
        (false, false) => format!("({first} + {each} n)"),
    };
    // A fractional number of words cannot be cut into whole words.
    let (n, piece) = if ideal || !m.is_integer() || m.is_zero() {
        (exact, "m t_w/n")
    } else {
        let pipeline = Pipeline { steps, m, t_s, t_w, words, most };
        (in_whole_words(&pipeline, exact), "ceil(m/n) t_w")
    };
    let why = format!("minimizes {written} (t_s + {piece}), with at most one piece per word{hops}");
    Some(BestPieces { pieces: u32::try_from(n).ok()?, why })
}

/// At most one piece per word, and at most as many as can be numbered.
pub(super) fn most_pieces(m: &Rational) -> u64 {
    let words = m.clamped();
    u64::from(u32::MAX).min(words).max(1)
}

/// The steps of an algorithm with any number of pieces, from its closed form.
pub(super) fn piece_steps(algorithm: &Algorithm, request: &Request) -> Option<PieceSteps> {
    let at = |n: u32| {
        let mut cut = request.clone();
        cut.instance = cut.instance.with_pieces(n).ok()?;
        let cut = fitted(algorithm, &cut).ok()?;
        let cost = by_closed_form(algorithm, &cut)?;
        // Every step of a pipeline carries one piece.
        let pieces = &cost.t_w * &Rational::from(n);
        (cut.instance.pieces == n && pieces == cost.t_s && cost.t_h.is_zero()).then_some(cost.t_s)
    };
    let (one, two, three) = (at(1)?, at(2)?, at(3)?);
    let each = &two - &one;
    let steps = PieceSteps { first: &one - &each, each };
    let pipeline = steps.at(3) == three && steps.each.is_positive() && !steps.first.is_negative();
    pipeline.then_some(steps)
}

/// The least n with n (n + 1) >= (a/b) m t_w/t_s: one more piece would not reduce the cost. At most `most`.
fn balanced(steps: &PieceSteps, m: &Rational, t_s: &Rational, t_w: &Rational, most: u64) -> u64 {
    let startups = &steps.each * t_s;
    let words = &(&steps.first * m) * t_w;
    least(1, most, |n| {
        let n = Rational::from(n);
        &(&n * &(&n + &Rational::one())) * &startups >= words
    })
}

/// The least number from `low` to `high` from which a condition holds; `high` if it holds for no smaller one.
pub(super) fn least(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

/// A pipeline with numbers.
struct Pipeline<'a> {
    steps: &'a PieceSteps,
    m: &'a Rational,
    t_s: &'a Rational,
    t_w: &'a Rational,
    words: u64,
    most: u64,
}

impl Pipeline<'_> {
    /// The cost if every step costs as much as the largest piece.
    fn charged(&self, n: u64) -> Rational {
        let largest = Rational::from(self.words.div_ceil(n));
        &self.steps.at(n) * &(self.t_s + &(&largest * self.t_w))
    }

    /// The cost with pieces of m/n words, which is a lower bound, and falls up to the best n and rises from
    /// it.
    fn exact(&self, n: u64) -> Rational {
        let piece = self.m.checked_div(&Rational::from(n)).unwrap_or_default();
        &self.steps.at(n) * &(self.t_s + &(&piece * self.t_w))
    }

    /// The least number of pieces with the same largest piece as n.
    fn fewest(&self, n: u64) -> u64 {
        self.words.div_ceil(self.words.div_ceil(n))
    }
}

/// The number of pieces with the least `charged` cost, of equal ones the smallest. The search goes both ways
/// from the best n for m/n words, as long as m/n words would still cost less than the best found. Of all
/// numbers with the same largest piece only the smallest can be the best.
fn in_whole_words(of: &Pipeline<'_>, near: u64) -> u64 {
    let start = of.fewest(near);
    let mut best = (of.charged(start), start);
    let mut at = start;
    while at > 1 && of.exact(at - 1) <= best.0 {
        at = of.fewest(at - 1);
        best = best.min((of.charged(at), at));
    }
    at = near;
    loop {
        let smaller = of.words.div_ceil(at).saturating_sub(1);
        if smaller == 0 {
            break;
        }
        at = of.words.div_ceil(smaller);
        if at > of.most || of.exact(at) >= best.0 {
            break;
        }
        best = best.min((of.charged(at), at));
    }
    best.1
}
