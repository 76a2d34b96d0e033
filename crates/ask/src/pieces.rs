//! The best number of pieces of an algorithm with any number of pieces.
//!
//! Such an algorithm has a + b n steps of m/n words each: a pipeline of k - 1 + n rounds has a = k - 1 and b
//! = 1. More pieces mean more startups and fewer words in each step. Where its closed form does not hold, because
//! links differ or messages wait for each other, some numbers are tried.

use std::collections::BTreeMap;

use serde::Serialize;

use super::how::How;
use super::priced::{by_closed_form, by_measuring, total_of};
use hockney_base::number::{Rational, saturated};
use hockney_core::collective::Blocks;
use hockney_cost::{Cost, MessageTime, Numbers};
use hockney_plan::planner::{Algorithm, Periods, Request, fitted, fronts};
use hockney_plan::question::Plan;

/// A chosen number of pieces and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestPieces {
    /// The number.
    pub pieces: u32,
    /// The reason, in one line.
    pub why: String,
    /// How many numbers were tried, where no closed form says which is the best.
    #[serde(skip)]
    pub tried: Option<u32>,
}

/// The cost of an algorithm in any number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InPieces {
    /// By its closed form.
    Steps(PieceSteps),
    /// In each number of pieces that the table of optima has, or that was measured for a range.
    Tabled(Vec<(u32, Cost)>),
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

/// The best number of pieces of a plan for these numbers. `None` if the number is requested, its algorithm sets it, or
/// a number of the total is missing.
///
/// With ideal words, pieces have m/n words exactly. Otherwise they are whole words, and every step costs as much as
/// the largest piece, of ceil(m/n) words. There are never more pieces than words.
///
/// Where no closed form holds, it is the best of some numbers, each planned and priced: 1, 2, 4, .. and those around
/// the best for links that are alike and not shared.
pub fn pieces(plan: &Plan<'_>, numbers: &Numbers, how: &How<'_>) -> Option<BestPieces> {
    pieces_of(plan, numbers, how).1
}

/// The same, and the cost in any number of pieces if a closed form or the table of optima tells it.
pub(super) fn pieces_of(
    plan: &Plan<'_>,
    numbers: &Numbers,
    how: &How<'_>,
) -> (Option<InPieces>, Option<BestPieces>) {
    let algorithm = plan.algorithm();
    if !how.cut.best || !algorithm.takes_any_pieces() {
        return (None, None);
    }
    if algorithm.is_tabled() {
        return in_table(plan, numbers, how);
    }
    let measured = how.measure;
    let how = &How { measure: false, ..how.clone() };
    let has_form = how.counts_steps(plan.question()) && plan.closed_form().is_some();
    let periods = algorithm.periods(plan.request());
    if !periods.is_empty() {
        let weighed = if has_form { u64::MAX } else { how.weighed };
        let counted = best_of_periods(plan, &periods, numbers, &How { weighed, ..how.clone() });
        // Where links differ or messages wait, a step costs less than all that it may wait for.
        let likely = counted.as_ref().filter(|_| !has_form).map(|best| best.pieces);
        let tried = likely.and_then(|near| best_tried(plan, numbers, how, Some(near)));
        return (None, tried.or(counted));
    }
    if has_form {
        let steps = piece_steps(algorithm, plan.request());
        let of = |of| best_of(of, numbers, !how.cut.whole_words);
        let mut best = steps.as_ref().and_then(of);
        // The closed form has no hops.
        if !numbers.t_h.is_zero() && best.is_some() {
            best = best_tried(plan, numbers, how, best.as_ref().map(|of| of.pieces)).or(best);
        }
        return (steps.map(InPieces::Steps).filter(|_| !measured), best);
    }
    (None, best_tried(plan, numbers, how, None))
}

/// How far from the best number no other is better.
const NEAR: u64 = 3;

/// The best of some numbers of pieces down trees: few, and around the best for whole periods. Steps are counted.
fn best_of_periods(
    plan: &Plan<'_>,
    periods: &[Periods],
    numbers: &Numbers,
    how: &How<'_>,
) -> Option<BestPieces> {
    let (m, time) = (numbers.m.as_ref()?, slowest_message(numbers)?);
    let whole = how.cut.whole_words && m.is_integer() && !m.is_zero();
    // The time for m words on the slowest links, which may carry several pieces in a message.
    let together = plan.request().topology.speeds().iter().min().map_or(1, |speed| *speed);
    let together = Rational::from(together);
    let startup = time.of(&Rational::zero());
    let t_w = &time.slope() * &together;
    let piece = |n: u64| {
        let piece = m.checked_div(&Rational::from(n)).unwrap_or_default();
        if whole { piece.ceil() } else { piece }
    };
    let cost = |n: &u64| {
        let steps = plan.clone().in_pieces(u32::try_from(*n).ok()?).steps().count();
        Some((*n, &Rational::from(steps as u64) * &time.of(&(&piece(*n) * &together))))
    };
    let most =
        |of: &Periods| how.weighed.saturating_mul(of.pieces as u64) / (of.messages as u64).max(1);
    let most = periods.iter().map(most).max()?.max(1).min(most_pieces(m));
    let mut next: Vec<u64> = Vec::new();
    for of in periods {
        let in_period = of.pieces as u64;
        let each = Rational::ratio(of.period as u64, in_period)?;
        let first = Rational::from(of.steps.saturating_sub(of.period) as u64);
        let near = balanced(&PieceSteps { first, each }, m, &startup, &t_w, most);
        next.extend((0..3).map(|more| (near / in_period + more) * in_period));
        next.extend((0..32).map(|power| 1 << power).take_while(|n| *n <= in_period));
        next.push(near);
    }
    // The fewest with pieces as large.
    let fewest = |n: &u64| m.checked_div(&piece(*n)).map(|n| n.ceil().clamped());
    next.retain(|n| (1..=most).contains(n));
    next.extend(next.clone().iter().filter(|_| whole).filter_map(fewest));
    let mut tried: BTreeMap<u64, Rational> = BTreeMap::new();
    let mut best = 1;
    while !next.is_empty() {
        tried.extend(next.iter().filter_map(cost));
        best = *tried.iter().min_by_key(|(n, cost)| (*cost, **n))?.0;
        let around = best.saturating_sub(NEAR).max(1)..=most.min(best + NEAR);
        next = around.filter(|n| !tried.contains_key(n)).collect();
    }
    let why = format!(
        "the best of {} numbers whose steps were counted, with at most one piece per word",
        tried.len()
    );
    Some(BestPieces { pieces: u32::try_from(best).ok()?, why, tried: None })
}

/// The greatest time per word of any link.
fn slowest(numbers: &Numbers) -> Option<&Rational> {
    let of_class = numbers.classes.iter().filter_map(|class| class.t_w.as_ref());
    of_class.chain(&numbers.t_w).max()
}

/// The time of a message on the links with the greatest time per word: by a table, or with all startups and hops.
fn slowest_message(numbers: &Numbers) -> Option<MessageTime> {
    if !numbers.tables.is_empty() {
        return numbers.tables.iter().map(|of| &of.time).max_by_key(|time| time.slope()).cloned();
    }
    let hops = numbers.classes.iter().map(|class| &class.t_h).chain([&numbers.t_h]);
    let startup = numbers.t_s.as_ref()? + hops.max()?;
    Some(MessageTime::linear(startup, slowest(numbers)?.clone()))
}

/// The costs of a schedule of the table of optima in its numbers of pieces, and the best of these.
fn in_table(
    plan: &Plan<'_>,
    numbers: &Numbers,
    how: &How<'_>,
) -> (Option<InPieces>, Option<BestPieces>) {
    let mut pieces: Vec<u32> = fronts(plan.request()).map(|front| front.pieces).collect();
    pieces.sort_unstable();
    let (mut costs, mut best) = (Vec::new(), None);
    for pieces in pieces {
        let plan = plan.clone().in_pieces(pieces);
        let Ok(priced) = by_measuring(&plan, how, false) else { continue };
        let allowed = |m: &Rational| u64::from(pieces) <= most_pieces(m);
        if numbers.m.as_ref().is_some_and(allowed) {
            let total = total_of(&plan, &priced, numbers, how).map(|total| (total, pieces));
            best = best.into_iter().chain(total).min();
        }
        costs.push((pieces, priced.cost));
    }
    let why = || {
        let count = costs.len();
        format!(
            "the best of {count} numbers in the table of optima, with at most one piece per word"
        )
    };
    let best = best.filter(|_| costs.len() > 1);
    let best = best.map(|(_, pieces)| BestPieces { pieces, why: why(), tried: None });
    (Some(InPieces::Tabled(costs)), best)
}

/// Whether more pieces may be cheaper: of one block that goes to all nodes, or down packed trees.
pub(super) fn gains_by_pieces(plan: &Plan<'_>) -> bool {
    plan.question().collective().blocks() == Blocks::Pieces || plan.algorithm().is_packed()
}

/// The best of some numbers, each planned and priced, one that is likely to be good among them.
fn best_tried(
    plan: &Plan<'_>,
    numbers: &Numbers,
    how: &How<'_>,
    likely: Option<u32>,
) -> Option<BestPieces> {
    if !gains_by_pieces(plan) {
        return None;
    }
    let m = numbers.m.as_ref()?;
    let t_s = numbers
        .t_s
        .clone()
        .or_else(|| numbers.tables.first().map(|of| of.time.of(&Rational::zero())))?;
    let cut = |n: u64| Some(plan.clone().in_pieces(u32::try_from(n).ok()?));
    let size = |n: u64| {
        let plan = cut(n)?;
        Some((Rational::from(plan.steps().count() as u64), plan.steps().messages()))
    };
    let (one, messages) = size(1).filter(|(_, messages)| *messages <= MOST_TRIED)?;
    let (two, more) = size(2)?;
    let each = &two - &one;
    // Down several trees at once two pieces may take no more steps than one.
    if !each.is_positive() && likely.is_none() {
        return None;
    }
    // Each further piece has as many messages.
    let most = (MOST_TRIED - messages) / more.saturating_sub(messages).max(1) + 1;
    let most = most_pieces(m).min(saturated(most));
    let price = |n: u64| {
        let plan = cut(n)?;
        total_of(&plan, &by_measuring(&plan, how, false).ok()?, numbers, how)
    };
    let mut tried: BTreeMap<u64, Option<Rational>> = BTreeMap::new();
    let best = |tried: &BTreeMap<u64, Option<Rational>>| {
        tried.iter().filter_map(|(n, total)| Some((total.clone()?, *n))).min()
    };
    // Two dearer ones in a row are past the best.
    let (mut n, mut dearer) = (1, 0);
    while n <= most && dearer < 2 {
        tried.insert(n, price(n));
        if tried[&n].is_none() {
            break;
        }
        dearer = if best(&tried)?.1 == n { 0 } else { dearer + 1 };
        n *= 2;
    }
    let mut others: Vec<u64> = likely.map(u64::from).into_iter().collect();
    let words = how.cut.whole_words.then(|| m.to_u64()).flatten().unwrap_or(0);
    let t_w = slowest_message(numbers).map(|time| time.slope());
    if let Some(t_w) = t_w.filter(|_| each.is_positive()) {
        let first = &one - &each;
        let steps = PieceSteps { first: first.max(Rational::zero()), each };
        let near = balanced(&steps, m, &t_s, &t_w, most);
        others.extend(near.saturating_sub(1).max(1)..=near.saturating_add(1));
    }
    others.retain(|n| *n <= most && !tried.contains_key(n));
    while !others.is_empty() {
        others.sort_unstable();
        others.dedup();
        tried.extend(others.drain(..).map(|n| (n, price(n))));
        // Around the best so far, and the fewest whose largest piece has as many words as theirs.
        let near = best(&tried)?.1;
        let around = near.saturating_sub(NEAR).max(1)..=most.min(near + NEAR);
        let fewest = |n: u64| if words > 0 { words.div_ceil(words.div_ceil(n)) } else { n };
        let around = around.flat_map(|n| [n, fewest(n)]);
        others.extend(around.filter(|n| !tried.contains_key(n)));
    }
    let (_, n) = best(&tried)?;
    let tried = tried.len();
    let why =
        format!("the best of {tried} numbers that were tried, with at most one piece per word");
    Some(BestPieces { pieces: u32::try_from(n).ok()?, why, tried: Some(saturated(tried as u128)) })
}

/// The most messages of a plan that is priced to find the number of pieces.
pub(super) const MOST_TRIED: u128 = 1 << 16;

/// The best number of pieces of a pipeline.
pub(super) fn best_of(steps: &PieceSteps, numbers: &Numbers, ideal: bool) -> Option<BestPieces> {
    let m = numbers.m.as_ref()?;
    let linear = || Some(MessageTime::linear(numbers.t_s.clone()?, numbers.t_w.clone()?));
    let tabled = numbers.table_of(None).cloned();
    let by_table = tabled.is_some();
    let time = &tabled.or_else(linear)?;
    let words = m.clamped();
    let most = most_pieces(m);
    let near = near_best(steps, m, time, most);
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
    let ideal = ideal || !m.is_integer() || m.is_zero();
    let pipeline = Pipeline { steps, m, time, words, most };
    let n = if ideal {
        near.into_iter().min_by_key(|n| (pipeline.exact(*n), *n))?
    } else {
        let each = near.into_iter().map(|n| in_whole_words(&pipeline, n));
        each.min_by_key(|n| (pipeline.charged(*n), *n))?
    };
    let message = match (by_table, ideal) {
        (true, true) => "t(m/n)",
        (true, false) => "t(ceil(m/n))",
        (false, true) => "(t_s + m t_w/n)",
        (false, false) => "(t_s + ceil(m/n) t_w)",
    };
    let why = format!("minimizes {written} {message}, with at most one piece per word{hops}");
    Some(BestPieces { pieces: u32::try_from(n).ok()?, why, tried: None })
}

/// For each piece of the time of a message, the number of pieces of m words that is the best of those whose messages have a size
/// there.
fn near_best(steps: &PieceSteps, m: &Rational, time: &MessageTime, most: u64) -> Vec<u64> {
    let ends = time.pieces().iter().skip(1).map(|next| Some(&next.from)).chain([None]);
    let in_pieces = |words: &Rational| m.checked_div(words);
    let near = time.pieces().iter().zip(ends).filter_map(|(piece, end)| {
        let least = end.map_or(1, |end| in_pieces(end).map_or(1, |n| n.ceil().clamped())).max(1);
        let greatest = in_pieces(&piece.from).map_or(most, |n| n.clamped()).min(most);
        let best = balanced(steps, m, &piece.line.fixed, &piece.line.each, most);
        (least <= greatest).then(|| best.clamp(least, greatest))
    });
    let near: Vec<u64> = near.collect();
    if near.is_empty() { vec![1] } else { near }
}

/// At most one piece per word, and at most as many as can be numbered.
pub(super) fn most_pieces(m: &Rational) -> u64 {
    let words = m.clamped();
    u64::from(u32::MAX).min(words).max(1)
}

/// The steps of an algorithm with any number of pieces, from its closed form.
pub(super) fn piece_steps(algorithm: &Algorithm, request: &Request) -> Option<PieceSteps> {
    steps_of(|n| {
        let mut cut = request.clone();
        cut.instance = cut.instance.with_pieces(n).ok()?;
        let cut = fitted(algorithm, &cut).ok().filter(|cut| cut.instance.pieces == n)?;
        by_closed_form(algorithm, &cut)
    })
}

/// The same from the cost with n pieces.
pub(super) fn steps_of(cost: impl Fn(u32) -> Option<Cost>) -> Option<PieceSteps> {
    let at = |n: u32| {
        let cost = cost(n)?;
        // Every step of a pipeline carries one piece.
        let pieces = &cost.t_w * &Rational::from(n);
        (pieces == cost.t_s && cost.t_h.is_zero()).then_some(cost.t_s)
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
    time: &'a MessageTime,
    words: u64,
    most: u64,
}

impl Pipeline<'_> {
    /// The cost if every step costs as much as the largest piece.
    fn charged(&self, n: u64) -> Rational {
        let largest = Rational::from(self.words.div_ceil(n));
        &self.steps.at(n) * &self.time.of(&largest)
    }

    /// The cost with pieces of m/n words, which is a lower bound, and falls up to the best n and rises from
    /// it.
    fn exact(&self, n: u64) -> Rational {
        let piece = self.m.checked_div(&Rational::from(n)).unwrap_or_default();
        &self.steps.at(n) * &self.time.of(&piece)
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
