//! Ranks all algorithms that fit a request, beside the lower bounds.

use hockney_base::parallel::prelude::*;

use super::bounds::Bounds;
use super::pieces::{PieceSteps, best_of, piece_steps};
use super::placement::{Found, Search, best_placement};
use super::priced::{
    MOST_WEIGHED, Price, Priced, Weighed, by_closed_form, by_measuring, in_whole_words,
    on_classes_in_whole_words,
};
use hockney_base::number::Rational;
use hockney_core::checker::Limits;
use hockney_cost::{Bound, ClassBounds, Cost, LowerBounds, Numbers};
use hockney_plan::planner::{
    self, Algorithm, Meaning, PlanError, Request, Role, algorithms, fitted, meaning,
};
use hockney_plan::question::{Plan, Question};

/// Options of the ranking.
#[derive(Clone, Debug)]
pub struct How {
    /// Whether all algorithms are planned, checked and measured with hops, or only those without a closed
    /// form.
    pub measure: bool,
    /// Whether algorithms whose messages share links are ranked, with the cost of waiting.
    pub contention: bool,
    /// The search for the best placement of each algorithm, if its ranks may be on any nodes.
    pub search: Option<Search>,
    /// How blocks are cut if m is given.
    pub cut: Cut,
    /// The limits for planning and checking one algorithm.
    pub limits: Limits,
    /// The maximum number of messages of a schedule, and of values in them, that are examined for whole
    /// words.
    pub weighed: u64,
    /// The names of the only algorithms to rank; all where there are none.
    pub only: Vec<String>,
}

impl Default for How {
    fn default() -> Self {
        let (cut, limits) = (Cut::default(), Limits::default());
        How {
            measure: false,
            contention: false,
            search: None,
            cut,
            limits,
            weighed: MOST_WEIGHED,
            only: Vec::new(),
        }
    }
}

/// How blocks are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Whether an algorithm with any number of pieces uses the best number instead of the requested one.
    pub best: bool,
    /// Whether totals use pieces of whole words instead of m/n words.
    pub whole_words: bool,
}

/// An algorithm and its cost.
#[derive(Clone)]
pub struct Ranked {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its role on the family.
    pub role: Role,
    /// Its number of pieces per block.
    pub pieces: u32,
    /// Its closed form, if it has one.
    pub closed_form: Option<String>,
    /// Its cost; without hops, unless all algorithms are measured.
    pub cost: Cost,
    /// The origin of the cost.
    pub price: Price,
    /// The cost with numbers.
    pub total: Option<Rational>,
    /// The additional words for which t_w is paid in the total, because pieces are whole words; `None` if all
    /// pieces are equal, whole words are not requested, or there are too many messages.
    pub uneven: Option<Rational>,
    /// The number of messages (or values in them) that exceeded the limit, so that the total uses m/n words.
    pub not_weighed: Option<u128>,
    /// Whether the number of pieces is the best one.
    pub cut_at_best: bool,
    /// The growth of its steps with the number of pieces, if any number is possible and the best is
    /// requested.
    pub piece_steps: Option<PieceSteps>,
    /// The total divided by that of the lower bounds, if that is not 0.
    pub ratio: Option<Rational>,
    /// Whether its messages share links or ports, so that they wait for each other.
    pub shares_links: bool,
    /// The placement of its ranks, if it was searched.
    pub found: Option<Found>,
    /// An algorithm that ranks before it for all numbers: with no more steps, words and hops.
    pub dominated_by: Option<&'static str>,
}

/// An algorithm without a cost, and why.
pub type Unpriced = (&'static str, String);

/// All algorithms that fit, the best first.
#[derive(Clone)]
pub struct Ranking {
    /// The algorithms.
    pub rows: Vec<Ranked>,
    /// The lower bounds.
    pub bounds: LowerBounds,
    /// Those on links of classes, if all their times are given.
    pub on_classes: Option<ClassBounds>,
    /// The total of the lower bounds.
    pub least: Option<Rational>,
    /// Algorithms that fit and have no cost.
    pub unpriced: Vec<Unpriced>,
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
/// An algorithm that sets its own number of pieces keeps it, whatever number is requested.
pub fn ranking(request: &Request, numbers: &Numbers, how: &How) -> Ranking {
    ranking_of(&Question::from(request.clone()), numbers, how)
}

/// The same for ranks that are on some nodes, or may be on any.
pub fn ranking_of(question: &Question, numbers: &Numbers, how: &How) -> Ranking {
    let bounds = Bounds::of(question, numbers, how.search.is_some(), how.contention);
    ranked(question, numbers, how, all_priced(question, numbers, how, None), bounds)
}

/// The same with each of these numbers. If they differ in m and t_s alone, bounds are computed once, and so are the
/// costs of algorithms of which neither pieces nor placement depend on them.
pub fn rankings(question: &Question, numbers: &[Numbers], how: &How) -> Vec<Ranking> {
    let links = |of: &Numbers| (of.t_h.clone(), of.t_w.clone(), of.classes.clone());
    let mut before: Option<(&Numbers, AllPriced, Bounds)> = None;
    let mut rankings = Vec::new();
    for numbers in numbers {
        let known = before.take().filter(|(last, ..)| links(last) == links(numbers));
        let (known, bounds) = known.map(|(_, known, bounds)| (known, bounds)).unzip();
        let all = all_priced(question, numbers, how, known.as_ref());
        let now = || Bounds::of(question, numbers, how.search.is_some(), how.contention);
        let bounds = bounds.unwrap_or_else(now);
        rankings.push(ranked(question, numbers, how, all.clone(), bounds.clone()));
        before = Some((numbers, all, bounds));
    }
    rankings
}

/// Plans with their costs, and those that have none.
type AllPriced = (Vec<(Plan<'static>, Ranked)>, Vec<Unpriced>);

/// All that have a cost with these numbers. Those `known` with others are taken from there where they are the same.
fn all_priced(
    question: &Question,
    numbers: &Numbers,
    how: &How,
    known: Option<&AllPriced>,
) -> AllPriced {
    let same = |algorithm: &Algorithm| {
        let of = question.collective().name();
        let (priced, unpriced) = known.filter(|_| algorithm.collective() == of)?;
        if let Some((name, why)) = unpriced.iter().find(|(name, _)| *name == algorithm.name()) {
            return how.search.is_none().then(|| Some(Err((*name, why.clone()))));
        }
        let row = priced.iter().find(|(_, row)| std::ptr::eq(row.algorithm, algorithm))?;
        (row.1.piece_steps.is_none() && row.1.found.is_none()).then(|| Some(Ok(row.clone())))
    };
    let (mut priced, mut unpriced) = (Vec::new(), Vec::new());
    let request = question.request();
    let only: Vec<Meaning> = how.only.iter().map(|name| meaning(name, request)).collect();
    let is_asked_for = |algorithm: &&'static Algorithm| {
        only.is_empty() || only.contains(&Meaning::Algorithm(algorithm.name()))
    };
    let mut asked: Vec<&'static Algorithm> = algorithms().filter(is_asked_for).collect();
    if only.is_empty() {
        asked.retain(|algorithm| !algorithm.is_tabled());
        asked.extend(planner::not_listed(request));
    }
    // Those that are named after a number.
    for meant in &only {
        let Meaning::Algorithm(name) = meant else { continue };
        let named = planner::algorithm(request.instance.collective.name(), name);
        asked.extend(named.filter(|named| !asked.iter().any(|known| std::ptr::eq(*known, *named))));
    }
    for algorithm in asked {
        let now = || {
            let priced = self::priced(algorithm, question, numbers, how)?;
            Some(priced.map_err(|why| (algorithm.name(), why)))
        };
        match same(algorithm).unwrap_or_else(now) {
            Some(Ok(row)) => priced.push(row),
            Some(Err(why)) => unpriced.push(why),
            None => {}
        }
    }
    (priced, unpriced)
}

fn ranked(
    question: &Question,
    numbers: &Numbers,
    how: &How,
    all: AllPriced,
    bounds: Bounds,
) -> Ranking {
    let (mut priced, unpriced) = all;
    let request = question.request();
    let Bounds { alike: bounds, on_classes } = bounds;
    let least = if request.topology.classes().is_empty() {
        bounds.cheapest(numbers).map(|(.., total)| total)
    } else {
        let given = on_classes.as_ref().zip(numbers.t_s.as_ref()).zip(numbers.m.as_ref());
        given.map(|((bounds, t_s), m)| bounds.total(t_s, m))
    };
    // In parallel, because every message is examined here. Measuring needs more memory, so it runs one at a
    // time.
    priced.par_iter_mut().for_each(|(plan, row)| row.put_in(numbers, plan, how, least.as_ref()));
    let mut rows: Vec<Ranked> = priced.into_iter().map(|(_, row)| row).collect();
    // The sort is stable: ties stay in the order of the registry.
    rows.sort_by_cached_key(|Ranked { total, cost, role, .. }| {
        let Cost { t_s, t_w, t_h, .. } = cost.clone();
        (total.clone(), t_s, t_w, t_h, *role != Role::Textbook)
    });
    // The dominating row costs no more and ranks before it.
    for i in 1..rows.len() {
        let (before, row) = rows.split_at_mut(i);
        let better = before.iter().find(|other| other.cost.is_at_most(&row[0].cost));
        row[0].dominated_by = better.map(|other| other.algorithm.name());
    }
    Ranking { rows, bounds, on_classes, least, unpriced }
}

/// The first algorithm of the [`ranking`] that can cut blocks as requested. `None` if none fits the request.
///
/// # Errors
/// An algorithm without a cost: `cost all-to-all -t complete:10000 -a best`, whose bruck exceeds the limits.
pub fn best(
    request: &Request,
    numbers: &Numbers,
    cut: Cut,
) -> Result<Option<&'static Algorithm>, String> {
    let mut ranking = ranking(request, numbers, &How { cut, ..How::default() });
    if let Some((algorithm, why)) = ranking.unpriced.pop() {
        return Err(format!("no cost for {algorithm}: {why}"));
    }
    let taken = |algorithm: &&Algorithm| {
        !matches!(fitted(algorithm, request), Err(PlanError::SetsItsPieces(..)))
    };
    Ok(ranking.rows.iter().map(|row| row.algorithm).find(taken))
}

/// The plan and the cost of an algorithm, without numbers; `None` if the algorithm does not fit this request.
fn priced(
    algorithm: &'static Algorithm,
    question: &Question,
    numbers: &Numbers,
    how: &How,
) -> Option<Result<(Plan<'static>, Ranked), String>> {
    let (request, of) = (question.request(), question.collective().name());
    let role = algorithm.on(request.topology.family()).map(|usage| usage.role);
    let is_right = role.is_some_and(|role| role != Role::Counterexample);
    if algorithm.collective() != of || !(is_right || how.contention) {
        return None;
    }
    let planned = |question: &Question| {
        if how.contention {
            question.plan_congested_by(algorithm)
        } else {
            question.plan_by(algorithm)
        }
    };
    let plan = match planned(question) {
        Err(PlanError::SetsItsPieces(..)) => planned(&question.clone().in_one_piece()),
        other => other,
    };
    let mut plan = plan.ok()?;
    // With contention the cost of a step depends on more than the number of pieces.
    let alike = question.placement().is_none() && how.search.is_none();
    let best = how.cut.best && is_right && alike;
    let piece_steps = best.then(|| piece_steps(algorithm, plan.request())).flatten();
    let best = piece_steps.as_ref().and_then(|of| best_of(of, numbers, !how.cut.whole_words));
    if let Some(best) = &best {
        plan = plan.in_pieces(best.pieces);
    }
    let mut found = None;
    if let Some(search) = &how.search {
        match best_placement(&plan, numbers, &how.limits, search) {
            Ok(best) => {
                plan = plan.placed_on(best.placement.clone());
                found = Some(best);
            }
            Err(error) => return Some(Err(error.to_string())),
        }
    }
    let closed = alike.then(|| by_closed_form(algorithm, plan.request())).flatten();
    let form = closed.filter(|_| !how.measure);
    let priced = match form {
        Some(cost) => Ok(Priced { cost, price: Price::ClosedForm, shares_links: false }),
        None => by_measuring(plan.clone(), &how.limits, how.contention).map(|measured| {
            let hops = how.measure || !request.topology.classes().is_empty();
            let cost = if hops { measured.cost } else { measured.cost.without_hops() };
            Priced { cost, ..measured }
        }),
    };
    Some(priced.map(|Priced { cost, price, shares_links }| {
        let row = Ranked {
            algorithm,
            role: role.unwrap_or(Role::Further),
            pieces: plan.question().instance().pieces,
            closed_form: plan.closed_form().map(|form| form.formula),
            cost,
            price,
            total: None,
            uneven: None,
            not_weighed: None,
            cut_at_best: best.is_some(),
            piece_steps,
            ratio: None,
            shares_links,
            found,
            dominated_by: None,
        };
        (plan, row)
    }))
}

impl Ranked {
    /// Evaluates the cost with numbers, with pieces of whole words if requested.
    fn put_in(&mut self, numbers: &Numbers, plan: &Plan<'_>, how: &How, least: Option<&Rational>) {
        self.total = numbers.total(&self.cost);
        let whole_words = how.cut.whole_words && !self.shares_links;
        let whole = numbers.m.as_ref().filter(|_| whole_words);
        if !plan.request().topology.classes().is_empty() {
            let total =
                whole.and_then(|m| on_classes_in_whole_words(plan, m, numbers, &how.limits));
            self.total = total.or_else(|| self.total.take());
        } else if let Some(m) = whole {
            let pieces = &self.cost.t_w * &Rational::from(self.pieces);
            match in_whole_words(plan, m, &pieces, how.weighed) {
                Weighed::Even => {}
                Weighed::Words(words) => {
                    let more = &words - &(&self.cost.t_w * m);
                    let total = self.total.as_ref().zip(numbers.t_w.as_ref());
                    self.total = total.map(|(total, t_w)| total + &(&more * t_w));
                    self.uneven = Some(more);
                }
                Weighed::TooMany(messages) => self.not_weighed = Some(messages),
            }
        }
        let ratio = self.total.as_ref().zip(least);
        self.ratio = ratio.and_then(|(total, least)| total.checked_div(least));
    }
}
