//! Finds where the best algorithm changes, exactly, as the lower envelope of straight lines.
//!
//! For fixed p every cost is a straight line in m, and in t_s for t_w = 1. An algorithm with any number of
//! pieces has one line for each number. Two lines meet at one rational number, so no search is needed.
//!
//! There are never more pieces than words. If startups are so cheap that this limit matters, each whole m
//! allows one more piece, and the range is examined from one whole m to the next.

use thiserror::Error;

use super::bounds::least;
use super::envelope::Curve;
use super::pieces::{InPieces, most_pieces};
use super::priced::Price;
use super::ranking::Ranking;
use super::row::Ranked;
use hockney_base::number::Rational;
use hockney_cost::{Cost, Numbers, TimeLine};
use hockney_plan::planner::Algorithm;

/// The variable of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// m, for given t_s and t_w.
    M(Numbers),
    /// t_s in units of t_w, for given m.
    Ratio(Numbers),
}

/// A part of the range and its best algorithm.
#[derive(Clone)]
#[non_exhaustive]
pub struct Segment {
    /// The start. The previous algorithm costs the same there, or more if one more piece is allowed from
    /// there on.
    pub from: Rational,
    /// The end.
    pub to: Rational,
    /// The first whole number in the range at which it is strictly better than the previous one; `None` if
    /// there is none.
    pub first_whole: Option<Rational>,
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its number of pieces per block at the start and at the end.
    pub pieces: (u64, u64),
    /// Whether these numbers are the best ones.
    pub cut_at_best: bool,
    /// Its cost at the start.
    pub cost: Rational,
}

/// The maximum number of places at which one more piece is allowed.
pub const MOST_CUTS: u64 = 1 << 16;

/// A range in which the number of words limits the number of pieces at too many places.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the number of pieces changes with m at more than {} places", MOST_CUTS)]
pub struct TooManyCuts {
    /// The m from which it no longer does; `None` if it always does.
    pub until: Option<Rational>,
}

/// The cost of a row with a maximum number of pieces.
fn curve(row: &Ranked, over: &Over, most: u64) -> Curve {
    if let (false, Over::M(numbers)) = (row.cost.is_linear(), over) {
        let mut each = vec![(None, &row.cost)];
        if let Some(InPieces::Tabled(costs)) = &row.in_pieces {
            let few = costs.iter().filter(|(pieces, _)| u64::from(*pieces) <= most);
            each = few.map(|(pieces, cost)| (Some(*pieces), cost)).collect();
        }
        let costs: Vec<&Cost> = each.iter().map(|(_, cost)| *cost).collect();
        let parts = numbers.least_over_m(&costs).unwrap_or_default();
        return Curve::Greatest(parts.into_iter().map(|(part, at)| (part, each[at].0)).collect());
    }
    let steps = match &row.in_pieces {
        Some(InPieces::Tabled(costs)) => {
            let few = costs.iter().filter(|(pieces, _)| u64::from(*pieces) <= most);
            return Curve::least(few.map(|(pieces, cost)| (line(cost, over), *pieces)));
        }
        // Measured hops are those of one number of pieces.
        Some(InPieces::Steps(steps)) if row.price == Price::ClosedForm => steps.clone(),
        Some(InPieces::Steps(_)) | None => return Curve::One(line(&row.cost, over)),
    };
    match over.clone() {
        Over::M(Numbers { t_s, t_w, timing, .. }) => {
            let (t_s, t_w) = (t_s.unwrap_or_default(), t_w.unwrap_or_default());
            Curve::Words { steps, t_s, t_w, once: timing.call, most }
        }
        Over::Ratio(numbers) => Curve::Startups { steps, m: numbers.m.unwrap_or_default(), most },
    }
}

/// A linear cost, with t_w = 1 over t_s/t_w.
fn line(cost: &Cost, over: &Over) -> TimeLine {
    match over {
        Over::M(numbers) => {
            let parts = numbers.over_m(cost).unwrap_or_default();
            parts.into_iter().next().map(|part| part.line).unwrap_or_default()
        }
        Over::Ratio(numbers) => {
            let words = numbers.m.as_ref().map(|m| &cost.t_w * m);
            TimeLine { fixed: words.unwrap_or_default(), each: cost.t_s.clone() }
        }
    }
}

/// The maximum number of pieces at a place.
fn most_at(over: &Over, x: &Rational) -> u64 {
    match over {
        Over::M(_) => most_pieces(x),
        Over::Ratio(numbers) => numbers.m.as_ref().map_or(1, most_pieces),
    }
}

/// The cost of an algorithm at one place of the range, with its best number of pieces there.
pub fn cost_at(row: &Ranked, over: &Over, x: &Rational) -> Rational {
    curve(row, over, most_at(over, x)).at(x)
}

/// Its number of pieces per block there.
pub fn pieces_at(row: &Ranked, over: &Over, x: &Rational) -> u64 {
    let best = curve(row, over, most_at(over, x)).best_pieces(x);
    best.unwrap_or(u64::from(row.pieces))
}

/// The value of the lower bound at one place of the range.
pub fn bound_at(ranking: &Ranking, over: &Over, x: &Rational) -> Rational {
    if let Over::M(numbers) = over {
        let there = Numbers { m: Some(x.clone()), ..numbers.clone() };
        return least(&ranking.bounds, ranking.on_classes.as_ref(), &there).unwrap_or_default();
    }
    let pairs = ranking.bounds.front().into_iter().map(|(steps, words)| {
        let cost = Cost::plain(steps.into(), words.value, Rational::zero());
        line(&cost, over).at(x)
    });
    pairs.min().unwrap_or_default()
}

/// The starts of the parts of a range with the same maximum number of pieces, and the place from which the
/// maximum does not matter.
fn begins(
    rows: &[Ranked],
    over: &Over,
    low: &Rational,
    high: &Rational,
) -> Result<(Vec<Rational>, Option<Rational>), TooManyCuts> {
    let mut begins = vec![low.clone()];
    let Over::M(numbers) = over else { return Ok((begins, None)) };
    let (t_s, t_w) = (numbers.t_s.clone().unwrap_or_default(), numbers.t_w.clone());
    let t_w = t_w.unwrap_or_default();
    // The number of words limits the pieces while n + 1 <= (a/b) t_w/t_s.
    let mut free = Some(Rational::zero());
    for row in rows {
        let from = match &row.in_pieces {
            Some(InPieces::Steps(steps)) if row.cost.is_linear() => {
                let words = &steps.first * &t_w;
                let from = || words.checked_div(&(&steps.each * &t_s)).map(|from| from.ceil());
                if words.is_positive() { from() } else { Some(Rational::zero()) }
            }
            Some(InPieces::Tabled(_)) => {
                Some(Rational::from(curve(row, over, u64::from(u32::MAX)).bound_by_words()))
            }
            Some(InPieces::Steps(_)) | None => continue,
        };
        free = free.zip(from).map(|(free, from)| free.max(from));
    }
    let until = free.as_ref().map_or_else(|| high.clone(), |free| free.min(high).clone());
    let mut next = &low.floor() + &Rational::one();
    if (&until - &next).floor() > Rational::from(MOST_CUTS) {
        return Err(TooManyCuts { until: free });
    }
    while next <= until {
        begins.push(next.clone());
        next += &Rational::one();
    }
    Ok((begins, free))
}

/// The best algorithms from `low` to `high`, in order. Of equal lines it takes the first of `rows`, so the
/// rows should be ranked without numbers: by steps, then words.
///
/// # Errors
/// One more piece is allowed at too many places.
pub fn crossovers(
    rows: &[Ranked],
    over: &Over,
    low: &Rational,
    high: &Rational,
) -> Result<Vec<Segment>, TooManyCuts> {
    let (begins, free) = begins(rows, over, low, high)?;
    let mut walk = Walk { rows, segments: Vec::new(), best: None };
    let mut curves: Vec<Curve> = Vec::new();
    for (index, from) in begins.iter().enumerate() {
        let free = free.as_ref().is_some_and(|free| from >= free);
        let most = if free { u64::from(u32::MAX) } else { most_at(over, from) };
        if curves.is_empty() {
            curves = rows.iter().map(|row| curve(row, over, most)).collect();
        }
        // The others are the same everywhere.
        let cut = curves.iter_mut().zip(rows).filter(|(_, row)| row.in_pieces.is_some());
        cut.for_each(|(of, row)| *of = curve(row, over, most));
        walk.part(&curves, from, begins.get(index + 1).unwrap_or(high));
    }
    walk.close(false);
    Ok(walk.segments)
}

/// The segments up to some place.
struct Walk<'a> {
    rows: &'a [Ranked],
    segments: Vec<Segment>,
    /// The row that is the best there.
    best: Option<usize>,
}

impl Walk<'_> {
    /// Examines a part with these costs.
    fn part(&mut self, curves: &[Curve], low: &Rational, high: &Rational) {
        let height = |index: &usize| {
            let line = curves[*index].line(curves[*index].after(low));
            (line.at(low), line.each)
        };
        let lowest = (0..curves.len()).min_by_key(height);
        // Of equal curves the previous best stays.
        let stays = self.best.filter(|best| lowest.is_some_and(|at| height(best) == height(&at)));
        let mut best = stays.or(lowest);
        let mut from = low.clone();
        while let Some(index) = best {
            // Of several curves that meet there, the one that rises least just after.
            let next = (0..curves.len())
                .filter(|other| *other != index)
                .filter_map(|other| {
                    Some((curves[index].overtaken(&curves[other], &from, high)?, other))
                })
                .min_by_key(|(at, other)| {
                    (at.clone(), curves[*other].line(curves[*other].after(at)).each)
                });
            let to = next.as_ref().map_or_else(|| high.clone(), |(at, _)| at.clone());
            self.add(curves, index, from, &to);
            from = to;
            best = next.map(|(_, other)| other);
        }
    }

    fn add(&mut self, curves: &[Curve], index: usize, from: Rational, to: &Rational) {
        let row = &self.rows[index];
        let pieces = |x| curves[index].best_pieces(x).unwrap_or(u64::from(row.pieces));
        let before = self.best.replace(index);
        let last = self.segments.last_mut();
        if let Some(last) = last.filter(|_| before == Some(index)) {
            (last.to, last.pieces.1) = (to.clone(), pieces(to));
        } else {
            let cost = curves[index].at(&from);
            let better = before.is_none_or(|before| curves[before].at(&from) > cost);
            let first = if better { from.ceil() } else { &from.floor() + &Rational::one() };
            self.close(better);
            self.segments.push(Segment {
                first_whole: Some(first),
                to: to.clone(),
                algorithm: row.algorithm,
                pieces: (pieces(&from), pieces(to)),
                cut_at_best: row.in_pieces.is_some(),
                cost,
                from,
            });
        }
    }

    /// The last segment ends here, even if the next curve is better at its end.
    fn close(&mut self, open: bool) {
        if let Some(last) = self.segments.last_mut() {
            let within = |first: &Rational| *first < last.to || !open && *first == last.to;
            last.first_whole = last.first_whole.take().filter(within);
        }
    }
}
