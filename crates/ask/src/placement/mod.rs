//! The best placement of ranks: a search by exact prices, with messages that wait for each other on shared links.

mod descent;
mod prices;

use thiserror::Error;

use self::descent::Descent;
use self::prices::Prices;
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, NoAnswer, weigh_listed};
use hockney_core::topology::Placement;
use hockney_cost::{
    Asynchronous, Model, NoTime, Numbers, asynchronous, price_checked, price_weighed,
};
use hockney_plan::question::Plan;

/// A placement with so many messages, or more, counts as several of [`Search::evaluations`].
const MANY_MESSAGES: u64 = 1 << 15;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The number of placements that are priced.
    pub evaluations: u64,
    /// The number of seconds after which it ends, if it may end by time. Then its result depends on the computer.
    pub seconds: Option<u64>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Whether it starts from random placements only, and not from block and round-robin as well.
    pub only_random: bool,
    /// Whether the total that is compared with that of block has pieces of whole words, as the answer has.
    pub whole_words: bool,
}

impl Default for Search {
    fn default() -> Self {
        let (only_random, whole_words) = (false, false);
        Search { evaluations: 20_000, seconds: None, seed: 1, only_random, whole_words }
    }
}

/// The best placement that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The placement; block, if none is better.
    pub placement: Placement,
    /// Its total.
    pub total: Rational,
    /// The total of the ranks in order.
    pub block: Rational,
    /// The number of placements that were priced.
    pub evaluations: u64,
}

impl Found {
    /// The total of the ranks in order divided by the total of the placement; 1 if both are 0.
    pub fn factor(&self) -> Rational {
        self.block.checked_div(&self.total).unwrap_or_else(Rational::one)
    }
}

/// Why there is no search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// `cost all-reduce -t nodes:4x8 --place best`
    #[error("a search for the best placement compares totals, and these need {}", .0.join(" and "))]
    Missing(Vec<String>),
    /// The plan breaks other rules than those of ports and links.
    #[error("its schedule is invalid")]
    Invalid,
    /// More messages, nodes or links than fit in memory.
    #[error(
        "the search for the best placement keeps {what}, {found} here, and at most {most} are allowed; name a \
         placement with --place block, round-robin or FILE"
    )]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: u128,
        /// How many may be.
        most: u128,
    },
    /// `--tw 1/1000000000000000000007 -m 1e40`
    #[error(
        "the times have too many digits for a search; write them with fewer, or in another unit"
    )]
    Digits,
    /// A limit of the checker.
    #[error("{0}")]
    NoAnswer(NoAnswer),
    /// A limit of asynchronous times.
    #[error("{0}")]
    NoTime(NoTime),
}

/// The total of a plan if messages that share links and ports wait for each other, with pieces of m/n words or of whole words;
/// the asynchronous one if that is asked for.
///
/// # Errors
/// A plan without a price, or numbers that are missing.
pub fn contended_total(
    plan: &Plan<'_>,
    numbers: &Numbers,
    limits: &Limits,
    whole_words: bool,
) -> Result<Rational, SearchError> {
    let checked = plan.check_every_message(limits).map_err(SearchError::NoAnswer)?;
    let model = Model { contention: true, ..Model::default() }.with(numbers);
    let prices = price_checked(&checked, model, limits).map_err(SearchError::NoAnswer)?;
    let m = numbers.m.as_ref().filter(|_| whole_words);
    let whole = m.map(|m| price_weighed(checked.schedule(), model, m, limits, weigh_listed));
    let whole = whole.transpose().map_err(SearchError::NoAnswer)?.flatten();
    let cost = whole.or(prices).ok_or(SearchError::Invalid)?.cost;
    let total = if numbers.timing.asynchronous {
        let times = Asynchronous { model, numbers, whole_words, limits };
        asynchronous(checked.schedule(), &times).map_err(SearchError::NoTime)?
    } else {
        numbers.total(&cost)
    };
    let missing = || SearchError::Missing(numbers.missing(Some(&cost)));
    total.ok_or_else(missing)
}

/// Searches the nodes for the ranks of a plan on which its total under contention is least: descents from block, from
/// round-robin if there are boxes, and from random placements. Each step exchanges two ranks, or two rows of ranks at
/// equal distances. The result is the same for any number of threads, unless it ends by time.
///
/// # Errors
/// A plan without a total, or one that is too large.
pub fn best_placement(
    plan: &Plan<'_>,
    numbers: &Numbers,
    limits: &Limits,
    search: &Search,
) -> Result<Found, SearchError> {
    let question = plan.question();
    let (machine, ranks) = (question.machine(), question.instance().nodes);
    let whole_words = search.whole_words;
    let block = contended_total(plan, numbers, limits, whole_words)?;
    let prices = Prices::of(plan, numbers)?;
    let first = Placement::block(machine, ranks.into()).map_err(|_| SearchError::Invalid)?;
    let dealt = Placement::round_robin(machine, ranks.into()).ok();
    let starts = [Some(first.clone()), dealt].into_iter().flatten();
    let starts: Vec<Placement> = starts.filter(|_| !search.only_random).collect();
    let evaluations = (search.evaluations / (1 + prices.messages() / MANY_MESSAGES))
        .max(search.evaluations.min(1));
    let search = &Search { evaluations, ..*search };
    let mut descent = Descent::new(&prices, machine.nodes(), search);
    descent.run(&starts, &mut ends_by_time(search.seconds));
    let evaluations = descent.evaluations;
    let found = descent.best.filter(|_| ranks > 1);
    let found =
        found.and_then(|(_, nodes)| Placement::of(machine, nodes[..ranks as usize].to_vec()).ok());
    let none = Found { placement: first, total: block.clone(), block: block.clone(), evaluations };
    let Some(placement) = found else { return Ok(none) };
    let placed = plan.placed_on(placement.clone());
    let total = contended_total(&placed, numbers, limits, whole_words)?;
    Ok(if total < block { Found { placement, total, block, evaluations } } else { none })
}

/// Whether so many seconds have passed since this call; never, if there are none.
#[allow(clippy::disallowed_types)] // a search ends by time only if that is asked for
fn ends_by_time(seconds: Option<u64>) -> impl FnMut() -> bool {
    use std::time::{Duration, Instant};
    let end = seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    move || end.is_some_and(|end| Instant::now() >= end)
}
