//! The numbers of pieces of a range of m: where a price is measured, an algorithm that takes any number has the best one at each
//! place.

use std::collections::{BTreeMap, BTreeSet};

use super::crossovers::Over;
use super::how::How;
use super::pieces::{InPieces, MOST_TRIED, gains_by_pieces, most_pieces};
use super::priced::{Price, by_measuring};
use super::ranking::Ranking;
use super::row::Ranked;
use hockney_base::number::Rational;
use hockney_cost::{Cost, Numbers};
use hockney_plan::question::{Plan, Question};

/// The most messages of all plans that are measured for a range.
const MOST_IN_RANGE: u128 = 1 << 22;

/// So many pieces are measured in each number.
const FEW: u64 = 32;

/// Beyond this many pieces two numbers of a range lie apart by this part of them; costs that are no lines take longer.
const APART: u64 = 64;
const APART_IF_BENT: u64 = 8;

impl Ranking {
    /// The same over a range of m, in which algorithms that take any number of pieces, and have no closed form for it, have the
    /// best number at each place.
    #[must_use]
    pub fn over_range(
        mut self,
        question: &Question,
        over: &Over,
        [low, high]: [&Rational; 2],
        how: &How<'_>,
    ) -> Self {
        let Over::M(numbers) = over else { return self };
        let question = &question.clone().with_speeds(&numbers.speeds());
        let how = &how.on(question.machine());
        let how = &How { measure: false, model: how.model.with(numbers), ..how.clone() };
        let measured = |row: &&mut Ranked| {
            let any = row.algorithm.takes_any_pieces() && !row.algorithm.is_tabled();
            any && how.cut.best && row.price != Price::ClosedForm
        };
        for row in self.rows.iter_mut().filter(measured) {
            let Ok(plan) = question.plan_congested_by(row.algorithm) else { continue };
            let costs = InRange { plan, numbers, how, costs: BTreeMap::new(), left: MOST_IN_RANGE };
            let costs = costs.between(low, high);
            if costs.len() > 1 {
                row.in_pieces = Some(InPieces::Tabled(costs));
            }
        }
        self
    }
}

/// The costs of a plan in the numbers of pieces that were measured for a range.
struct InRange<'a> {
    plan: Plan<'static>,
    numbers: &'a Numbers,
    how: &'a How<'a>,
    costs: BTreeMap<u64, Option<Cost>>,
    /// The messages that may still be measured.
    left: u128,
}

impl InRange<'_> {
    /// The costs in numbers of pieces of which one is the best at each m of a range, or nearly so.
    fn between(mut self, low: &Rational, high: &Rational) -> Vec<(u32, Cost)> {
        if !gains_by_pieces(&self.plan) {
            return Vec::new();
        }
        let ends = [low, high].map(|m| m.clone().max(Rational::one()));
        // Few pieces are soon measured, and no number of them is near the next one.
        let few = if self.numbers.tables.is_empty() { FEW } else { APART_IF_BENT };
        let few = 1..=few.min(most_pieces(&ends[1]));
        let mut best: BTreeSet<u64> = few.filter(|n| self.total(*n, &ends[1]).is_some()).collect();
        let mut parts = vec![ends.map(|m| (self.best_at(&m, 1), m))];
        while let Some([(a, from), (b, to)]) = parts.pop() {
            best.extend([a, b]);
            let two = Rational::from(2);
            let ends_here = to.ceil() <= &from.floor() + &two;
            let bent = self.costs.values().flatten().any(|cost| !cost.is_linear());
            let apart = a.min(b) / if bent { APART_IF_BENT } else { APART };
            if a.abs_diff(b) <= 1 + apart || ends_here || self.left == 0 {
                continue;
            }
            // About as many times more than the one end as less than the other.
            let middle = (&from * &to).floor().to_u64().map(u64::isqrt).map(Rational::from);
            let middle =
                middle.unwrap_or_else(|| (&from + &to).checked_div(&two).unwrap_or_default());
            let middle = (self.best_at(&middle, a), middle.clamp(from.clone(), to.clone()));
            // Plans of fewer pieces have fewer messages, so they come first.
            parts.extend([[middle.clone(), (b, to)], [(a, from), middle]]);
        }
        let cost = |n: u64| Some((u32::try_from(n).ok()?, self.costs.get(&n)?.clone()?));
        best.into_iter().filter_map(cost).collect()
    }

    /// The best number of pieces for blocks of m words, from one that may be near.
    fn best_at(&mut self, m: &Rational, near: u64) -> u64 {
        let most = most_pieces(m);
        let mut best = near.min(most);
        let Some(mut least) = self.total(best, m) else { return best };
        let mut step = (best / 2).max(1);
        loop {
            let up = best.saturating_add(step).min(most);
            let next = [best.saturating_sub(step).max(1), up];
            let totals = next
                .into_iter()
                .filter(|n| *n != best)
                .filter_map(|n| Some((self.total(n, m)?, n)));
            match totals.min().filter(|(total, _)| *total < least) {
                Some((total, n)) => {
                    (least, best) = (total, n);
                    step = step.saturating_mul(2);
                }
                None if step == 1 => return best,
                None => step /= 2,
            }
        }
    }

    /// The total in so many pieces, if that is not too much to measure.
    fn total(&mut self, pieces: u64, m: &Rational) -> Option<Rational> {
        if !self.costs.contains_key(&pieces) {
            let plan = self.plan.clone().in_pieces(u32::try_from(pieces).ok()?);
            let messages = plan.steps().messages();
            if messages > MOST_TRIED {
                return None;
            }
            self.left = self.left.saturating_sub(messages);
            let known = by_measuring(&plan, self.how, false).ok().filter(|_| self.left > 0);
            let hops = !self.numbers.t_h.is_zero()
                || known.as_ref().is_some_and(|of| !of.cost.is_linear());
            let cost = known.map(|of| if hops { of.cost } else { of.cost.without_hops() });
            self.costs.insert(pieces, cost);
        }
        let there = Numbers { m: Some(m.clone()), ..self.numbers.clone() };
        there.total(self.costs[&pieces].as_ref()?)
    }
}
