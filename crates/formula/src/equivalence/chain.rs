//! A chain `T = a = b = c`: every equation in it is checked.

use crate::equivalence::{Given, MOST_WORK};
use crate::{Answer, Formula, Link, Relation, Verdict, equivalence};
use hockney_base::number::work;

/// The first link of a chain that does not follow from the part before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its place among the links, from 0.
    pub place: usize,
    /// The verdict about it, never `Equal`.
    pub answer: Answer,
}

/// The first link that is not equal to the one before it; nothing where all are. Approximations are
/// skipped, and an order of growth is compared with the last exact side.
///
/// A link that differs has priority over an earlier one that is undecided.
pub fn check_chain(formula: &Formula, given: &Given) -> Option<Broken> {
    work::within(2 * MOST_WORK, || first_broken(formula, given))
}

fn first_broken(formula: &Formula, given: &Given) -> Option<Broken> {
    let mut before: Option<&Link> = None;
    let mut open = None;
    for (place, link) in formula.links().iter().enumerate() {
        if link.relation == Relation::Approximately {
            continue;
        }
        if let Some(before) = before {
            let answer = equivalence(before, link, given);
            match answer.verdict {
                Verdict::Equal => {}
                Verdict::Undecided(_) => open = open.or(Some(Broken { place, answer })),
                Verdict::Different(_) | Verdict::OtherOrder(_) => {
                    return Some(Broken { place, answer });
                }
            }
        }
        if before.is_none() || link.growth.is_none() {
            before = Some(link);
        }
    }
    open
}
