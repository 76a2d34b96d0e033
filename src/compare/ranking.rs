//! Every algorithm that fits a request, the best first, beside what no algorithm goes below.

use crate::parallel::prelude::*;

use super::pieces::{PieceSteps, best_of, piece_steps};
use super::priced::{MOST_WEIGHED, Price, Weighed, by_closed_form, by_measuring, in_whole_words};
use crate::checker::Limits;
use crate::cost::{Cost, LowerBounds, Numbers, lower_bounds};
use crate::number::Rational;
use crate::planner::{Algorithm, PlanError, Request, Role, algorithms};
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
    let mut ranking = Ranking { rows: Vec::new(), bounds, least, unpriced: Vec::new() };
    let priced: Vec<_> = applicable(request, numbers, how.cut)
        .map(|fitting| {
            let plan = &fitting.plan;
            let form = by_closed_form(plan.algorithm(), plan.request()).filter(|_| !how.measure);
            let priced = match form {
                Some(cost) => Ok((cost, Price::ClosedForm)),
                None => by_measuring(plan.clone(), &how.limits).map(|(cost, loads)| {
                    let cost = if how.measure { cost } else { cost.without_hops() };
                    (cost, Price::Measured(loads))
                }),
            };
            (fitting, priced)
        })
        .collect();
    // Side by side, since here every message is looked at; measuring takes more memory, one at a time.
    let m = numbers.m.as_ref().filter(|_| how.cut.whole_words);
    let weigh = |(of, priced): &(Fitting, Result<(Cost, Price), String>)| {
        let ((cost, _), m) = priced.as_ref().ok().zip(m)?;
        let pieces = &cost.t_w * &Rational::from(of.plan.question().instance().pieces);
        Some(in_whole_words(&of.plan, m, &pieces, how.weighed))
    };
    let weighed: Vec<Option<Weighed>> = priced.par_iter().map(weigh).collect();
    for ((fitting, priced), weighed) in priced.into_iter().zip(weighed) {
        let Fitting { plan, role, cut_at_best, piece_steps } = fitting;
        let algorithm = plan.algorithm();
        match priced {
            Ok((cost, price)) => {
                let (uneven, not_weighed) = match weighed.zip(m) {
                    None | Some((Weighed::Even, _)) => (None, None),
                    Some((Weighed::Words(words), m)) => (Some(&words - &(&cost.t_w * m)), None),
                    Some((Weighed::TooMany(messages), _)) => (None, Some(messages)),
                };
                let more =
                    uneven.as_ref().zip(numbers.t_w.as_ref()).map(|(words, t_w)| words * t_w);
                let total = numbers.total(&cost).map(|total| &total + &more.unwrap_or_default());
                let ratio = total.as_ref().zip(ranking.least.as_ref());
                ranking.rows.push(Ranked {
                    algorithm,
                    role,
                    pieces: plan.question().instance().pieces,
                    closed_form: plan.closed_form().map(|form| form.formula),
                    ratio: ratio.and_then(|(total, least)| total.checked_div(least)),
                    cost,
                    price,
                    total,
                    uneven,
                    not_weighed,
                    cut_at_best,
                    piece_steps,
                    dominated_by: None,
                });
            }
            Err(why) => ranking.unpriced.push((algorithm.name(), why)),
        }
    }
    // The sort is stable: what is equal stays in the order of the registry.
    ranking.rows.sort_by(|a, b| {
        let further = |row: &Ranked| row.role != Role::Textbook;
        let (x, y) = (&a.cost, &b.cost);
        (&a.total, &x.t_s, &x.t_w, &x.t_h)
            .cmp(&(&b.total, &y.t_s, &y.t_w, &y.t_h))
            .then(further(a).cmp(&further(b)))
    });
    // What dominates a row costs no more and ranks before it.
    for i in 1..ranking.rows.len() {
        let (before, row) = ranking.rows.split_at_mut(i);
        let better = before.iter().find(|other| no_more(&other.cost, &row[0].cost));
        row[0].dominated_by = better.map(|other| other.algorithm.name());
    }
    ranking
}

fn no_more(one: &Cost, other: &Cost) -> bool {
    one.t_s <= other.t_s && one.t_w <= other.t_w && one.t_h <= other.t_h
}

/// An algorithm that is right for a request.
struct Fitting {
    plan: Plan<'static>,
    role: Role,
    cut_at_best: bool,
    piece_steps: Option<PieceSteps>,
}

/// The algorithms that are right for this request.
fn applicable(request: &Request, numbers: &Numbers, cut: Cut) -> impl Iterator<Item = Fitting> {
    let of = request.instance.collective.name();
    let question = Question::from(request.clone());
    algorithms().filter(move |a| a.collective() == of).filter_map(move |algorithm| {
        let role = algorithm.on(request.topology.family())?.role;
        let plan = match question.plan_by(algorithm) {
            Err(PlanError::SetsItsPieces(..)) => {
                let mut whole = request.clone();
                whole.instance.pieces = 1;
                Question::from(whole).plan_by(algorithm)
            }
            other => other,
        };
        let mut plan = plan.ok().filter(|_| role != Role::Counterexample)?;
        let piece_steps = cut.best.then(|| piece_steps(algorithm, plan.request())).flatten();
        let best = piece_steps.as_ref().and_then(|of| best_of(of, numbers, !cut.whole_words));
        if let Some(best) = &best {
            plan = plan.in_pieces(best.pieces);
        }
        let cut_at_best = best.is_some();
        Some(Fitting { plan, role, cut_at_best, piece_steps })
    })
}
