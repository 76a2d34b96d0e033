//! The rows of a ranking.

use super::how::How;
use super::pieces::{BestPieces, InPieces};
use super::placement::Found;
use super::priced::{Price, total_in_whole_words};
use hockney_base::number::Rational;
use hockney_cost::{Cost, Numbers};
use hockney_plan::planner::{Algorithm, Role};
use hockney_plan::question::Plan;

/// An algorithm and its cost.
#[derive(Clone)]
#[non_exhaustive]
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
    /// The cost with numbers, and the time of a call.
    pub total: Option<Rational>,
    /// The same if no rank waits for the others at the end of a step, if that is asked for.
    pub asynchronous: Option<Rational>,
    /// The additional words for which t_w is paid in the total, because pieces are whole words; `None` if all
    /// pieces are equal, whole words are not requested, or there are too many messages.
    pub uneven: Option<Rational>,
    /// The number of messages (or values in them) that exceeded the limit, so that the total uses m/n words.
    pub not_weighed: Option<u128>,
    /// The number of pieces that was chosen as the best, if one was.
    pub best_pieces: Option<BestPieces>,
    /// Its cost in other numbers of pieces, if several are possible and the best is requested.
    pub in_pieces: Option<InPieces>,
    /// The algorithms named after a number of which it is the best, if it is not asked for by name.
    pub family: Option<NumberedAlgorithms>,
    /// The total divided by that of the lower bounds, if that is not 0.
    pub ratio: Option<Rational>,
    /// Whether its messages share links or ports, so that they wait for each other.
    pub shares_links: bool,
    /// The placement of its ranks, if it was searched.
    pub found: Option<Found>,
    /// An algorithm that ranks before it for all numbers: with no more steps, words and hops.
    pub dominated_by: Option<&'static str>,
}

/// Of which algorithms named after a number a row has the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedAlgorithms {
    /// `rotation-K`
    pub name: String,
    /// How many of them were planned; 0 if their closed form holds for every number.
    pub planned: usize,
}

impl Ranked {
    /// The total that decides.
    pub fn deciding(&self) -> Option<&Rational> {
        self.asynchronous.as_ref().or(self.total.as_ref())
    }

    /// Evaluates the cost with numbers, with pieces of whole words if requested.
    pub(super) fn put_in(
        &mut self,
        numbers: &Numbers,
        plan: &Plan<'_>,
        how: &How<'_>,
        least: Option<&Rational>,
    ) {
        self.total = numbers.total(&self.cost);
        match total_in_whole_words(plan, &self.cost, self.shares_links, numbers, how) {
            Ok(Some((total, more))) => (self.total, self.uneven) = (Some(total), more),
            Ok(None) => {}
            Err(messages) => self.not_weighed = Some(messages),
        }
        let ratio = self.total.as_ref().zip(least);
        self.ratio = ratio.and_then(|(total, least)| total.checked_div(least));
    }
}
