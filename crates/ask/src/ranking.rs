//! Ranks all algorithms that fit a request, beside the lower bounds.

use super::bounds::{Bounds, Later};
use super::candidates::{Candidate, candidates, of_family, priced};
use super::how::How;
use super::left_out::{LeftOut, NoRow, Why};
use super::priced::asynchronous_total;
use super::row::Ranked;
use hockney_base::number::Rational;
use hockney_base::parallel::prelude::*;
use hockney_cost::{Bound, ClassBounds, Cost, LowerBounds, Numbers, steps_of_neighbours};
use hockney_plan::planner::{Algorithm, Request, Role};
use hockney_plan::question::{Plan, Question};

/// An algorithm without a cost, and why.
pub type Unpriced = (&'static str, String);

/// All algorithms that fit, the best first.
#[derive(Clone)]
#[non_exhaustive]
pub struct Ranking {
    /// The algorithms.
    pub rows: Vec<Ranked>,
    /// The lower bounds.
    pub bounds: Later<LowerBounds>,
    /// Those on links of classes, if all their times are given.
    pub on_classes: Later<Option<ClassBounds>>,
    /// The total of the lower bounds.
    pub least: Later<Option<Rational>>,
    /// Algorithms that fit and have no cost.
    pub unpriced: Vec<Unpriced>,
    /// Algorithms that another option brings in.
    pub left_out: Vec<LeftOut>,
}

impl Ranking {
    /// The least words of any schedule with at most as many steps as one with this cost; `None` on links of
    /// classes.
    pub fn least_words(&self, cost: &Cost) -> Option<Bound> {
        if self.on_classes.is_some() || cost.has_classes() {
            return None;
        }
        self.bounds.words_in(cost.t_s.to_u64()?)
    }
}

/// Ranks the algorithms by their totals, or by steps, then words if m, t_s or t_w is missing. Ties are broken
/// by fewer steps, then fewer words, then the textbook algorithm, then the order of the registry.
///
/// With t_h, hops are counted. An algorithm that sets its own number of pieces is left out if another one is requested.
pub fn ranking(question: impl Into<Question>, numbers: &Numbers, how: &How<'_>) -> Ranking {
    let question = question.into();
    let how = &how.on(question.machine()).counting_hops(numbers);
    let question = question.with_speeds(&numbers.speeds());
    let bounds = Bounds::of(&question, numbers, how);
    let all = AllPriced::of(&question, numbers, how, &bounds, None);
    ranked(&question, numbers, how, all, bounds)
}

/// The same with each of these numbers. If they differ in m and t_s alone, bounds are computed once, and so are the
/// costs of algorithms of which neither pieces nor placement depend on them.
pub fn rankings(question: &Question, numbers: &[Numbers], how: &How<'_>) -> Vec<Ranking> {
    let links = |of: &Numbers| (of.t_h.clone(), of.t_w.clone(), of.classes.clone());
    let mut before: Option<(&Numbers, AllPriced, Bounds)> = None;
    let mut rankings = Vec::new();
    for numbers in numbers {
        let how = &how.on(question.machine()).counting_hops(numbers);
        let question = &question.clone().with_speeds(&numbers.speeds());
        let known = before.take().filter(|(last, ..)| links(last) == links(numbers));
        let (known, bounds) = known.map(|(_, known, bounds)| (known, bounds)).unzip();
        let bounds = bounds.unwrap_or_else(|| Bounds::of(question, numbers, how));
        let all = AllPriced::of(question, numbers, how, &bounds, known.as_ref());
        rankings.push(ranked(question, numbers, how, all.clone(), bounds.clone()));
        before = Some((numbers, all, bounds));
    }
    rankings
}

/// Plans with their costs, and algorithms without a row.
#[derive(Clone, Default)]
struct AllPriced {
    priced: Vec<(Plan<'static>, Ranked)>,
    unpriced: Vec<Unpriced>,
    left_out: Vec<LeftOut>,
}

impl AllPriced {
    /// All candidates with these numbers. Those `known` with others are taken from there where they are the same.
    fn of(
        question: &Question,
        numbers: &Numbers,
        how: &How<'_>,
        bounds: &Bounds,
        known: Option<&AllPriced>,
    ) -> Self {
        let mut all = AllPriced::default();
        for candidate in candidates(question, how) {
            let (algorithm, rows) = match candidate {
                Candidate::Family(family, listed) => {
                    (listed, of_family((family, listed), question, numbers, how))
                }
                Candidate::One(one)
                    if one.is_packed()
                        && how.only.is_empty()
                        && question.plan_congested_by(one).is_ok()
                        && all.beats_trees(question, numbers, how, bounds) =>
                {
                    (one, Err(NoRow::LeftOut(Why::NoCheaper)))
                }
                Candidate::One(one) => {
                    let same = known.and_then(|known| known.same(one)).map(Ok);
                    let row = same.unwrap_or_else(|| priced(one, question, numbers, how));
                    (one, row.map(|row| vec![row]))
                }
            };
            match rows {
                Ok(rows) => all.priced.extend(rows),
                Err(NoRow::IsNoAnswer) => {}
                Err(NoRow::NoCost(why)) => all.unpriced.push((algorithm.name(), why)),
                Err(NoRow::LeftOut(why)) => {
                    all.left_out.push(LeftOut { algorithm: algorithm.name(), why });
                }
            }
        }
        // The table of optima may name one that is the best of its family.
        let names: Vec<_> = all.priced.iter().map(|(_, row)| row.algorithm.name()).collect();
        let mut place = 0..;
        all.priced.retain(|(_, row)| {
            place.next().is_none_or(|at| !names[..at].contains(&row.algorithm.name()))
        });
        all
    }

    /// Whether some row costs no more than packed trees at best: these take as many steps as links lie between two nodes,
    /// and as many as whole blocks take over the links.
    fn beats_trees(
        &self,
        question: &Question,
        numbers: &Numbers,
        how: &How<'_>,
        bounds: &Bounds,
    ) -> bool {
        let Request { topology, instance, ports, .. } = question.request();
        let totals = self.priced.iter().filter_map(|all| Some((numbers.total(&all.1.cost)?, all)));
        let cheapest = totals.min_by_key(|(total, _)| total.clone());
        let alike = topology.classes().is_empty() && !numbers.timing.asynchronous;
        let Some((_, (plan, row))) = cheapest.filter(|_| alike) else {
            return false;
        };
        let mut row = row.clone();
        row.put_in(numbers, plan, how, None);
        let LowerBounds { steps, words, .. } = &*bounds.alike;
        let near = steps_of_neighbours(topology, instance, *ports);
        let steps = near.as_ref().unwrap_or(steps).value.clone().max(words.value.ceil());
        let least = numbers.at_least(&steps, &words.value);
        row.total.zip(least).is_some_and(|(total, (least, _))| total <= least)
    }

    /// The row of an algorithm that is the same with other numbers.
    fn same(&self, algorithm: &Algorithm) -> Option<(Plan<'static>, Ranked)> {
        let row = self.priced.iter().find(|(_, row)| std::ptr::eq(row.algorithm, algorithm))?;
        let depends = row.1.best_pieces.is_some() || row.1.found.is_some();
        (!depends).then(|| row.clone())
    }
}

fn ranked(
    question: &Question,
    numbers: &Numbers,
    how: &How<'_>,
    all: AllPriced,
    bounds: Bounds,
) -> Ranking {
    let AllPriced { mut priced, mut unpriced, left_out } = all;
    let least = bounds.least(question, numbers);
    let Bounds { alike: bounds, on_classes } = bounds;
    // In parallel, because every message is examined here. Measuring needs more memory, so it runs one at a
    // time.
    let of_rows = if priced.is_empty() { None } else { least.as_ref() };
    priced.par_iter_mut().for_each(|(plan, row)| row.put_in(numbers, plan, how, of_rows));
    let asynchronous = numbers.timing.asynchronous;
    let mut rows: Vec<Ranked> = if asynchronous {
        let timed = priced
            .into_par_iter()
            .map(|(plan, row)| (asynchronous_total(&plan, row.shares_links, numbers, how), row));
        let timed: Vec<_> = timed.collect();
        let timed = timed.into_iter().filter_map(|(time, row)| match time {
            Ok(asynchronous) => Some(Ranked { asynchronous, ..row }),
            Err(why) => {
                unpriced.push((row.algorithm.name(), why.to_string()));
                None
            }
        });
        timed.collect()
    } else {
        priced.into_iter().map(|(_, row)| row).collect()
    };
    // The sort is stable: ties stay in the order of the registry.
    rows.sort_by_cached_key(|row| {
        let (total, Cost { t_s, t_w, t_h, .. }) = (row.deciding().cloned(), row.cost.clone());
        (total, t_s, t_w, t_h, row.role != Role::Textbook)
    });
    // The dominating row costs no more and ranks before it; of asynchronous times, and where a greater message may take
    // less time, steps and words do not decide.
    for i in if asynchronous || how.model.falling { 0..0 } else { 1..rows.len() } {
        let (before, row) = rows.split_at_mut(i);
        let better = before.iter().find(|other| other.cost.is_at_most(&row[0].cost));
        row[0].dominated_by = better.map(|other| other.algorithm.name());
    }
    Ranking { rows, bounds, on_classes, least, unpriced, left_out }
}

/// Why no algorithm is the best.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBest {
    /// Numbers of the total that are not given, as options: `-m`.
    Missing(Vec<String>),
    /// No algorithm fits the question.
    NothingFits,
    /// No algorithm that fits has a cost.
    NoCost(Vec<Unpriced>),
}

/// The first row of the [`ranking`].
///
/// # Errors
/// A number that is not given, or a ranking without rows.
pub fn best(
    question: impl Into<Question>,
    numbers: &Numbers,
    how: &How<'_>,
) -> Result<Ranked, NoBest> {
    let Ranking { rows, unpriced, .. } = ranking(question, numbers, how);
    match rows.into_iter().next() {
        Some(row) if row.total.is_some() => Ok(row),
        Some(row) => Err(NoBest::Missing(numbers.missing(Some(&row.cost)))),
        None if unpriced.is_empty() => Err(NoBest::NothingFits),
        None => Err(NoBest::NoCost(unpriced)),
    }
}
