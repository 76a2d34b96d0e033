//! Every algorithm that fits a request, the best first, beside what no algorithm goes below.

use crate::parallel::prelude::*;

use super::pieces::{PieceSteps, best_of, piece_steps};
use super::priced::{MOST_WEIGHED, Price, Weighed, by_closed_form, by_measuring, in_whole_words};
use crate::checker::Limits;
use crate::cost::{Cost, LowerBounds, Numbers, lower_bounds};
use crate::number::Rational;
use crate::planner::{Algorithm, PlanError, Request, Role, algorithms, fitted};
use crate::question::{Plan, Question};

/// How algorithms are priced.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Whether each is planned and checked, and its hops counted; else only what has no closed
    /// form.
    pub measure: bool,
    /// How blocks are cut where m is given.
    pub cut: Cut,
    /// How much planning and checking one algorithm may take.
    pub limits: Limits,
    /// The most messages of a schedule, and values in them, that are gone through for pieces of whole
    /// words.
    pub weighed: u64,
}

impl Default for How {
    fn default() -> Self {
        let (cut, limits) = (Cut::default(), Limits::default());
        How { measure: false, cut, limits, weighed: MOST_WEIGHED }
    }
}

/// How blocks are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Whether an algorithm that takes any number of pieces takes the best, not the one asked for.
    pub best: bool,
    /// Whether totals are those of pieces of whole words, not of m/n words exactly.
    pub whole_words: bool,
}

/// An algorithm and its price.
#[derive(Clone)]
pub struct Ranked {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// What it is to the family.
    pub role: Role,
    /// Into how many pieces it cuts every block.
    pub pieces: u32,
    /// Its closed form, where it has one.
    pub closed_form: Option<String>,
    /// What it costs; without hops, unless all are measured.
    pub cost: Cost,
    /// Where the price is from.
    pub price: Price,
    /// What it costs with numbers put in.
    pub total: Option<Rational>,
    /// How many words more t_w is paid for in the total than in the cost, since pieces are whole words;
    /// `None` where they are all equal, or not asked for, or too many to look at.
    pub uneven: Option<Rational>,
    /// How many messages, or values in them at most, were too many to look at, so that the total is that of m/n words.
    pub not_weighed: Option<u128>,
    /// Whether the number of pieces was chosen as the best.
    pub cut_at_best: bool,
    /// How its steps grow with the pieces, where it takes any number of them and the best is asked
    /// for.
    pub piece_steps: Option<PieceSteps>,
    /// The total in units of that of the lower bounds, where that is not 0.
    pub ratio: Option<Rational>,
    /// An algorithm with no more of steps, words and hops that ranks before it for all numbers.
    pub dominated_by: Option<&'static str>,
}

/// An algorithm that has no price, and why.
pub type Unpriced = (&'static str, String);

/// All algorithms that fit, the best first.
#[derive(Clone)]
pub struct Ranking {
    /// The algorithms.
    pub rows: Vec<Ranked>,
    /// What none goes below.
    pub bounds: LowerBounds,
    /// The total of the lower bounds.
    pub least: Option<Rational>,
    /// Algorithms that fit and have no price.
    pub unpriced: Vec<Unpriced>,
}

/// Ranks the algorithms by their totals, or where m, t_s or t_w is not given by steps, then words.
/// Of equal totals the fewer steps are first, then the fewer words, then the textbook's own, then
/// the order of the registry.
///
/// An algorithm that sets its own number of pieces keeps it, whatever number is asked for.
pub fn ranking(request: &Request, numbers: &Numbers, how: &How) -> Ranking {
    let bounds = lower_bounds(&request.topology, &request.instance, request.ports);
    let least = numbers.total(&bounds.cost());
    let (mut priced, mut unpriced) = (Vec::new(), Vec::new());
    for algorithm in algorithms() {
        match self::priced(algorithm, request, numbers, how) {
            Some(Ok(row)) => priced.push(row),
            Some(Err(why)) => unpriced.push((algorithm.name(), why)),
            None => {}
        }
    }
    // Side by side, since here every message is looked at; measuring takes more memory, one at a time.
    priced.par_iter_mut().for_each(|(plan, row)| row.put_in(numbers, plan, how, least.as_ref()));
    let mut rows: Vec<Ranked> = priced.into_iter().map(|(_, row)| row).collect();
    // The sort is stable: what is equal stays in the order of the registry.
    rows.sort_by_cached_key(|Ranked { total, cost, role, .. }| {
        let Cost { t_s, t_w, t_h } = cost.clone();
        (total.clone(), t_s, t_w, t_h, *role != Role::Textbook)
    });
    // What dominates a row costs no more and ranks before it.
    for i in 1..rows.len() {
        let (before, row) = rows.split_at_mut(i);
        let better = before.iter().find(|other| no_more(&other.cost, &row[0].cost));
        row[0].dominated_by = better.map(|other| other.algorithm.name());
    }
    Ranking { rows, bounds, least, unpriced }
}

/// The algorithm that the [`ranking`] has first, of those that cut blocks as the request says.
/// `None` where none fits the request.
///
/// # Errors
/// An algorithm without a price: `cost all-to-all -t complete:10000 -a best`, whose bruck is over the
/// limits.
pub fn best(
    request: &Request,
    numbers: &Numbers,
    cut: Cut,
) -> Result<Option<&'static Algorithm>, String> {
    let mut ranking = ranking(request, numbers, &How { cut, ..How::default() });
    if let Some((algorithm, why)) = ranking.unpriced.pop() {
        return Err(format!("{algorithm} has no price here: {why}"));
    }
    let taken = |algorithm: &&Algorithm| {
        !matches!(fitted(algorithm, request), Err(PlanError::SetsItsPieces(..)))
    };
    Ok(ranking.rows.iter().map(|row| row.algorithm).find(taken))
}

fn no_more(one: &Cost, other: &Cost) -> bool {
    one.t_s <= other.t_s && one.t_w <= other.t_w && one.t_h <= other.t_h
}

/// The plan and the price of an algorithm, without numbers; `None` where it is not right for this request.
fn priced(
    algorithm: &'static Algorithm,
    request: &Request,
    numbers: &Numbers,
    how: &How,
) -> Option<Result<(Plan<'static>, Ranked), String>> {
    let of = request.instance.collective.name();
    let role =
        algorithm.on(request.topology.family()).filter(|_| algorithm.collective() == of)?.role;
    let plan = match Question::from(request.clone()).plan_by(algorithm) {
        Err(PlanError::SetsItsPieces(..)) => {
            let mut whole = request.clone();
            whole.instance.pieces = 1;
            Question::from(whole).plan_by(algorithm)
        }
        other => other,
    };
    let mut plan = plan.ok().filter(|_| role != Role::Counterexample)?;
    let piece_steps = how.cut.best.then(|| piece_steps(algorithm, plan.request())).flatten();
    let best = piece_steps.as_ref().and_then(|of| best_of(of, numbers, !how.cut.whole_words));
    if let Some(best) = &best {
        plan = plan.in_pieces(best.pieces);
    }
    let form = by_closed_form(algorithm, plan.request()).filter(|_| !how.measure);
    let price = match form {
        Some(cost) => Ok((cost, Price::ClosedForm)),
        None => by_measuring(plan.clone(), &how.limits).map(|(cost, loads)| {
            let cost = if how.measure { cost } else { cost.without_hops() };
            (cost, Price::Measured(loads))
        }),
    };
    Some(price.map(|(cost, price)| {
        let row = Ranked {
            algorithm,
            role,
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
            dominated_by: None,
        };
        (plan, row)
    }))
}

impl Ranked {
    /// Puts numbers into the cost, where asked for with pieces of whole words.
    fn put_in(&mut self, numbers: &Numbers, plan: &Plan<'_>, how: &How, least: Option<&Rational>) {
        self.total = numbers.total(&self.cost);
        if let Some(m) = numbers.m.as_ref().filter(|_| how.cut.whole_words) {
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
