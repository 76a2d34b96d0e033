//! Whether the sides of a chain are equal: `T = (ts + m tw) log p = 315`.

use super::super::super::key::Key;
use super::super::super::verdict::{Graded, Verdict};
use super::super::likeness::{Likeness, Meant, is_sized};
use super::super::worth::letters;
use crate::formula::{Link, Relation};

/// The grade of the best side, if every equation of the chain holds.
pub(super) fn checked(key: &Key<'_>, sides: &[&Link], best: Graded) -> Graded {
    let mut unsure = false;
    for pair in sides.windows(2).filter(|pair| pair[1].relation == Relation::Equal) {
        match holds(key, pair[0], pair[1]) {
            Some(true) => {}
            Some(false) => {
                let text = format!(
                    "an equation does not hold: `{}` is not equal to `{}`",
                    pair[0], pair[1]
                );
                return key.one_slip(text).counted_as("an equation that does not hold");
            }
            None => unsure = true,
        }
    }
    if unsure && best.verdict != Verdict::Wrong {
        return Graded::undecided("the program cannot decide whether each equation holds");
    }
    best
}

/// Whether two sides are equal: for all sizes where both have them, else at the question's size,
/// or with the question's numbers where one side has fewer letters.
fn holds(key: &Key<'_>, one: &Link, other: &Link) -> Option<bool> {
    let sized = is_sized(&one.expr) && is_sized(&other.expr);
    let likeness = Meant::at(key.question, one, sized).compare(&other.to_string());
    if likeness == Likeness::Equal {
        return Some(true);
    }
    let has = |link: &Link| ["m", "t_s", "t_w"].map(|name| link.mentions(name));
    if has(one) != has(other) {
        let value = |link: &Link| link.evaluate(&letters(key)).ok()?.as_rational();
        if let (Some(one), Some(other)) = (value(one), value(other)) {
            return Some(one == other);
        }
    }
    (likeness == Likeness::Different).then_some(false)
}
