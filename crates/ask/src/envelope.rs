//! The cost of an algorithm along a range at its best number of pieces: a line, or the lower envelope of one
//! line per number of pieces.
//!
//! The lines of a pipeline are in the order in which they become lowest, and their slopes fall, so the
//! envelope is a concave curve. This suffices to find exactly, without visiting all lines, where one curve
//! falls below another.

use super::pieces::{PieceSteps, least};
use hockney_base::number::{Rational, saturated};
use hockney_cost::{TimeLine, TimePiece};

/// The lines of an algorithm, numbered from 0 in the order in which they become lowest.
#[derive(Clone, Debug)]
pub(super) enum Curve {
    /// An algorithm with a fixed number of pieces.
    One(TimeLine),
    /// Over m: of n pieces (a + b n)(t_s + m t_w/n), n = 1, 2, .., `most`, and what is paid once.
    Words { steps: PieceSteps, t_s: Rational, t_w: Rational, once: Rational, most: u64 },
    /// Some lines, with the first place of each, ascending, and the number of pieces that is the best there: a cost over m on
    /// links of classes or with tables.
    Greatest(Vec<(TimePiece, Option<u32>)>),
    /// The least of some lines, each with its number of pieces, in the order in which they become lowest.
    Least(Vec<(TimeLine, u32)>),
    /// Over t_s, with t_w = 1: the same as `Words` for n = `most`, .., 2, 1.
    Startups { steps: PieceSteps, m: Rational, most: u64 },
}

impl Curve {
    /// The least of some lines from 0 on.
    pub(super) fn least(lines: impl Iterator<Item = (TimeLine, u32)>) -> Curve {
        let mut lines: Vec<(TimeLine, u32)> = lines.collect();
        lines.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut lowest: Vec<(TimeLine, u32)> = lines.first().cloned().into_iter().collect();
        // Of several lines that meet the last one at its end, the flattest.
        while let Some(next) = lowest.last().and_then(|(last, _)| {
            let flatter = lines.iter().filter(|(line, _)| line.each < last.each);
            flatter.min_by_key(|(line, _)| (last.meets(line), line.each.clone()))
        }) {
            lowest.push(next.clone());
        }
        Curve::Least(lowest)
    }

    /// The greatest number of pieces that is the best somewhere though there are fewer words; 0 if there is none.
    pub(super) fn bound_by_words(&self) -> u64 {
        let begin = |number: u64| match number.checked_sub(1) {
            Some(before) => self.end(before),
            None => Some(Rational::zero()),
        };
        let is_bound = |number: &u64| {
            let pieces = self.pieces(*number).map(Rational::from);
            pieces.zip(begin(*number)).is_some_and(|(pieces, begin)| pieces > begin)
        };
        let bound = (0..self.count()).filter(is_bound).filter_map(|number| self.pieces(number));
        bound.filter(|pieces| *pieces > 1).max().unwrap_or(0)
    }

    /// The number of lines; one if pieces never reduce the cost.
    fn count(&self) -> u64 {
        match self {
            Curve::One(_) => 1,
            Curve::Greatest(lines) => lines.len() as u64,
            Curve::Least(lines) => lines.len() as u64,
            Curve::Words { steps, t_w, .. } if steps.first.is_zero() || t_w.is_zero() => 1,
            Curve::Words { most, .. } | Curve::Startups { most, .. } => *most,
        }
    }

    /// The number of pieces of a line; `None` if it is fixed.
    fn pieces(&self, number: u64) -> Option<u64> {
        match self {
            Curve::One(_) => None,
            Curve::Greatest(lines) => nth(lines, number).1.map(u64::from),
            Curve::Least(lines) => Some(nth(lines, number).1.into()),
            Curve::Words { .. } => Some(number.saturating_add(1)),
            Curve::Startups { most, .. } => Some(most.saturating_sub(number)),
        }
    }

    /// The line with this number.
    pub(super) fn line(&self, number: u64) -> TimeLine {
        let n = Rational::from(self.pieces(number).unwrap_or(1));
        // (a + b n)/n
        let words =
            |steps: &PieceSteps| &steps.first.checked_div(&n).unwrap_or_default() + &steps.each;
        let startups = |steps: &PieceSteps| &steps.first + &(&steps.each * &n);
        match self {
            Curve::One(line) => line.clone(),
            Curve::Greatest(lines) => nth(lines, number).0.line.clone(),
            Curve::Least(lines) => nth(lines, number).0.clone(),
            Curve::Words { steps, t_s, t_w, once, .. } => {
                TimeLine { fixed: &(&startups(steps) * t_s) + once, each: &words(steps) * t_w }
            }
            Curve::Startups { steps, m, .. } => {
                TimeLine { fixed: &words(steps) * m, each: startups(steps) }
            }
        }
    }

    /// The place from which the next line is lower; `None` for the last line.
    fn end(&self, number: u64) -> Option<Rational> {
        if number.saturating_add(1) >= self.count() {
            return None;
        }
        let n = Rational::from(self.pieces(number).unwrap_or(1));
        match self {
            Curve::One(_) => None,
            Curve::Greatest(lines) => Some(nth(lines, number + 1).0.from.clone()),
            Curve::Least(_) => self.line(number).meets(&self.line(number + 1)),
            // n (n + 1) b t_s = a m t_w
            Curve::Words { steps, t_s, t_w, .. } => {
                let both = &(&n * &(&n + &Rational::one())) * &(&steps.each * t_s);
                both.checked_div(&(&steps.first * t_w))
            }
            // n (n - 1) b t_s = a m
            Curve::Startups { steps, m, .. } => {
                let both = &(&n * &(&n - &Rational::one())) * &steps.each;
                (&steps.first * m).checked_div(&both)
            }
        }
    }

    /// The number of the first line at whose end `holds` is true. It must be true for all later lines.
    fn first(&self, holds: impl Fn(&Rational) -> bool) -> u64 {
        let last = self.count().saturating_sub(1);
        least(0, last, |number| self.end(number).is_none_or(|end| holds(&end)))
    }

    /// The lowest line just after a place.
    pub(super) fn after(&self, x: &Rational) -> u64 {
        self.first(|end| end > x)
    }

    /// The lowest line just before and at a place.
    fn before(&self, x: &Rational) -> u64 {
        self.first(|end| end >= x)
    }

    /// The cost.
    pub(super) fn at(&self, x: &Rational) -> Rational {
        self.line(self.after(x)).at(x)
    }

    /// The best number of pieces, of equal ones the smallest; `None` if it is fixed.
    pub(super) fn best_pieces(&self, x: &Rational) -> Option<u64> {
        // The lines of both sides meet there.
        self.pieces(self.before(x)).min(self.pieces(self.after(x)))
    }

    /// Whether no number of pieces makes the other curve cheaper.
    fn never_above(&self, other: &Curve) -> bool {
        match (self, other) {
            (Curve::One(one), Curve::One(other)) => one == other,
            (Curve::Words { steps, .. }, Curve::Words { steps: other, .. })
            | (Curve::Startups { steps, .. }, Curve::Startups { steps: other, .. }) => {
                steps.first <= other.first && steps.each <= other.each
            }
            _ => false,
        }
    }

    /// The same for curves of few lines: from one end of a line to the next both are straight.
    fn overtaken_by_parts(
        &self,
        other: &Curve,
        from: &Rational,
        to: &Rational,
    ) -> Option<Rational> {
        let ends = |curve: &Curve| -> Vec<Rational> {
            (0..curve.count()).filter_map(|number| curve.end(number)).collect()
        };
        let mut at: Vec<Rational> = [from.clone(), to.clone()].into();
        at.extend(ends(self).into_iter().chain(ends(other)).filter(|end| end > from && end < to));
        at.sort_unstable();
        at.windows(2).find_map(|part| {
            let [here, there] = [self, other].map(|curve| curve.line(curve.after(&part[0])));
            let crosses = here.each > there.each && here.at(&part[1]) > there.at(&part[1]);
            let place = here.meets(&there).filter(|_| crosses)?;
            (place >= part[0]).then_some(place)
        })
    }

    /// The first place in `from..to` just after which `other` is lower. At `from`, this curve must not be
    /// higher than `other`.
    pub(super) fn overtaken(
        &self,
        other: &Curve,
        from: &Rational,
        to: &Rational,
    ) -> Option<Rational> {
        if from >= to || self.never_above(other) {
            return None;
        }
        if matches!(self, Curve::Greatest(_)) || matches!(other, Curve::Greatest(_)) {
            return self.overtaken_by_parts(other, from, to);
        }
        self.within(other, (other.after(from), other.before(to)), (from, to))
    }

    /// The same, if `other` has these lines from the first to the last.
    fn within(
        &self,
        other: &Curve,
        (first, last): (u64, u64),
        (from, to): (&Rational, &Rational),
    ) -> Option<Rational> {
        if first >= last {
            return self.crossed(&other.line(first), from, to);
        }
        // This curve lies below each of its lines, and the other curve lies above its chord. So a line that
        // is below the chord at both ends decides for all places between them.
        let line = self.line(between(self.after(from), self.before(to)));
        if line.at(from) <= other.at(from) && line.at(to) <= other.at(to) {
            return None;
        }
        let middle = first + (last - first) / 2;
        let at = other.end(middle)?;
        self.within(other, (first, middle), (from, &at))
            .or_else(|| self.within(other, (middle + 1, last), (&at, to)))
    }

    /// The same for a line. Its distance to this curve grows as long as the slope is larger.
    fn crossed(&self, line: &TimeLine, from: &Rational, to: &Rational) -> Option<Rational> {
        let (first, last) = (self.after(from), self.before(to));
        let steeper = |number: u64| self.line(number).each > line.each;
        if first > last || !steeper(first) {
            return None;
        }
        let top = least(first, last, |number| number == last || !steeper(number + 1));
        let above = |number: u64| {
            let end = self.end(number).filter(|end| end < to).unwrap_or_else(|| to.clone());
            self.line(number).at(&end) > line.at(&end)
        };
        if !above(top) {
            return None;
        }
        self.line(least(first, top, above)).meets(line)
    }
}

/// The line with a number, of few.
fn nth<T>(lines: &[T], number: u64) -> &T {
    let last = lines.len() - 1;
    &lines[usize::try_from(number).map_or(last, |number| number.min(last))]
}

/// A number between two, nearer to the smaller: the same multiple of one as the other is of it.
fn between(low: u64, high: u64) -> u64 {
    let product = (u128::from(low) + 1) * (u128::from(high) + 1);
    saturated::<u64>(product.isqrt()).saturating_sub(1).clamp(low, high.max(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(first: u64, each: u64) -> PieceSteps {
        PieceSteps { first: Rational::from(first), each: Rational::from(each) }
    }

    fn words(first: u64, each: u64, ratio: &Rational, most: u64) -> Curve {
        let (t_s, t_w) = (ratio.clone(), Rational::one());
        Curve::Words { steps: steps(first, each), t_s, t_w, once: Rational::from(3), most }
    }

    /// A cost over m with a table: it is straight from one of these places to the next.
    fn greatest(lines: &[[i64; 3]]) -> Curve {
        let piece = |[from, fixed, each]: [i64; 3]| {
            let [from, fixed, each] = [from, fixed, each].map(Rational::from);
            (TimePiece { from, line: TimeLine { fixed, each } }, None)
        };
        Curve::Greatest(lines.iter().copied().map(piece).collect())
    }

    /// Catches a part of a cost that begins where another does.
    #[test]
    fn every_part_of_a_cost_begins_at_its_place() {
        let curve = greatest(&[[0, 100, 1], [30, 40, 3], [100, 240, 1]]);
        for (x, cost) in [(0, 100), (29, 129), (30, 130), (31, 133), (99, 337), (500, 740)] {
            assert_eq!(curve.at(&Rational::from(x)), Rational::from(cost), "at {x}");
        }
    }

    /// Catches a line that becomes lowest one piece too early or too late.
    #[test]
    fn the_lowest_line_is_found() {
        for (first, each, most) in [(0, 1, 9), (1, 1, 1), (5, 1, 40), (6, 2, 7), (50, 3, 90)] {
            for ratio in [Rational::zero(), Rational::ratio(2, 7).unwrap(), Rational::from(9)] {
                let over_m = words(first, each, &ratio, most);
                let over_t_s = Curve::Startups { steps: steps(first, each), m: ratio, most };
                let few = Curve::least((0..over_m.count()).map(|number| {
                    let pieces = over_m.pieces(number).unwrap().try_into().unwrap();
                    (over_m.line(number), pieces)
                }));
                for curve in [over_m, over_t_s, few] {
                    let lines: Vec<TimeLine> = (0..curve.count()).map(|k| curve.line(k)).collect();
                    for x in (0..70).map(|x| Rational::ratio(x * x, 3).unwrap()) {
                        let costs = (0..).zip(lines.iter().map(|line| line.at(&x)));
                        let costs: Vec<(u64, Rational)> = costs.collect();
                        let least = costs.iter().map(|(_, cost)| cost).min().unwrap();
                        assert_eq!(curve.at(&x), *least, "{curve:?} at {x}");
                        let lowest = costs.iter().filter(|(_, cost)| cost == least);
                        let lowest = lowest.filter_map(|(k, _)| curve.pieces(*k)).min();
                        assert_eq!(curve.best_pieces(&x), lowest, "{curve:?} at {x}");
                    }
                }
            }
        }
    }

    /// Catches a missed crossing: up to it one curve is not higher, just after it is higher.
    #[test]
    fn a_crossing_is_the_first() {
        let ratio = Rational::from(3);
        let mut curves: Vec<Curve> = [(1, 3), (2, 2), (4, 1), (9, 1), (7, 2), (30, 1)]
            .map(|(first, each)| words(first, each, &ratio, 1 << 20))
            .into();
        for (intercept, slope) in [(0, 30), (9, 4), (40, 2), (100, 1), (300, 0)] {
            let (fixed, each) = (Rational::from(intercept), Rational::from(slope));
            curves.push(Curve::One(TimeLine { fixed, each }));
        }
        for of in [&[0, 3, 5][..], &[1, 4], &[2]] {
            let few = of.iter().map(|index| curves[*index].line(3));
            let few = few.chain(of.iter().map(|index| curves[*index].line(40)));
            curves.push(Curve::least(few.zip(1..)));
        }
        curves.push(greatest(&[[0, 100, 1], [30, 40, 3], [100, 240, 1]]));
        curves.push(greatest(&[[0, 10, 8], [20, 130, 2], [200, 330, 1], [400, -70, 2]]));
        let high = Rational::from(900);
        let places: Vec<Rational> = (0..=900).map(Rational::from).collect();
        let mut crossings = 0;
        // With a table or classes no curve is of words.
        let never = |one: &Curve, other: &Curve| {
            matches!((one, other), (Curve::Greatest(_), Curve::Words { .. }))
        };
        for one in &curves {
            for other in curves.iter().filter(|other| !never(one, other) && !never(other, one)) {
                let below = |x: &Rational| one.at(x) <= other.at(x);
                let Some(from) = places.iter().find(|x| below(x)) else { continue };
                let found = one.overtaken(other, from, &high);
                let until = found.as_ref().unwrap_or(&high);
                assert!(places.iter().filter(|x| *x >= from && *x <= until).all(below));
                if let Some(at) = &found {
                    crossings += 1;
                    let after = at + &Rational::ratio(1, 1_000_000).unwrap();
                    assert_eq!(one.at(at), other.at(at));
                    assert!(!below(&after), "{one:?} and {other:?} at {at}");
                }
            }
        }
        assert!(crossings > 20, "{crossings}");
    }
}
