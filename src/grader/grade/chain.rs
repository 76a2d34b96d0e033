//! Whether the sides of a chain that has a right side are equal: `T = (ts + m tw) log p = 315`.

use super::super::key::Key;
use super::super::problems::Quantity;
use super::super::verdict::Graded;
use super::likeness::{Likeness, Meant};
use super::worth::letters;
use crate::formula::{Formula, Link};
use crate::number::Rational;

/// The grade of a chain with a side that certainly differs from the right one; `None` if all sides
/// may be equal: for every size, at the question's size, or with its numbers.
pub(super) fn broken(
    key: &Key<'_>,
    of: Quantity,
    answer: &Formula,
    links: &[&Link],
    texts: &[&str],
) -> Option<Graded> {
    let wrong = links.iter().find(|link| {
        let meant = Meant::by(key.question, answer, link).or_at(key.question);
        let none = texts.iter().all(|text| {
            of.part_of(text).is_some_and(|text| meant.compare(&text) == Likeness::Different)
        });
        none && at_numbers(key, link) == Some(false)
    })?;
    let share = &key.question.partial.one_slip;
    let text = format!("one side is right, but `{}` is not equal to it", wrong.expr);
    Some(Graded::partly(share, text).counted_as("an equation that does not hold"))
}

/// Whether a side has the value of the key at the question's numbers; `Some(false)` as well where
/// it has letters that stay.
fn at_numbers(key: &Key<'_>, link: &Link) -> Option<bool> {
    let value: Option<Rational> = link.evaluate(&letters(key)).ok()?.as_rational();
    match (value, key.question.numbers.total(&key.cost)) {
        (Some(value), Some(total)) => Some(value == total),
        // Without numbers a number may be anything.
        (Some(_), None) => None,
        (None, _) => Some(false),
    }
}
