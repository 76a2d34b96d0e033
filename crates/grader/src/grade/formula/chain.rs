//! Whether the sides of a chain are equal: `T = (ts + m tw) log p = 315`.

use super::super::super::answers::Amount;
use super::super::super::key::Key;
use super::super::super::verdict::{Graded, Verdict};
use super::super::likeness::{Likeness, Meant, is_sized};
use super::super::slips::large_size;
use super::super::worth::letters;
use hockney_base::number::Rational;
use hockney_formula::{Bindings, Link, Relation};

/// The grade of the best side, if every equation of the chain holds.
/// `is_right` judges a side by itself.
pub(super) fn checked(
    key: &Key<'_>,
    sides: &[&Link],
    best: Graded,
    is_right: &dyn Fn(&Link) -> bool,
) -> Graded {
    let mut unsure = false;
    for pair in sides.windows(2) {
        let equal = pair[1].relation == Relation::Equal;
        let held = holds(key, pair[0], pair[1]);
        let held =
            if equal { held } else { held.filter(|held| *held).or_else(|| rounds(key, pair)) };
        let alike = || !equal && (is_right(pair[1]) || grow_alike(pair));
        match held.or_else(|| alike().then_some(true)) {
            Some(true) => {}
            Some(false) => {
                let about = if equal { "equal to" } else { "the rounded value of" };
                let [one, other] = if equal { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
                let text = format!("an equation does not hold: `{one}` is not {about} `{other}`");
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

/// Whether a number behind `≈` is the value before it, rounded; `None` if it has letters, or may be rounded to
/// fewer digits than are written.
fn rounds(key: &Key<'_>, pair: &[&Link]) -> Option<bool> {
    let value = |link: &Link, letters: &Bindings| link.evaluate(letters).ok()?.as_rational();
    let (exact, given) = (value(pair[0], &letters(key))?, value(pair[1], &Bindings::new())?);
    let given = Amount::computed(given, false);
    let (fits, ten) = (given.rounds(&exact), Rational::from(10_u32));
    let is_round = given.value.checked_div(&ten).is_some_and(|tens| tens.is_integer());
    (fits || !is_round).then_some(fits)
}

/// Whether two sides are nearly the same at a large size, in t_s as well as in t_w.
fn grow_alike(pair: &[&Link]) -> bool {
    const BITS: u32 = 30;
    let near = |without: &str| {
        let at = large_size().with(without, Rational::zero());
        let value = |link: &Link| link.evaluate(&at).ok()?.as_rational();
        let (one, other) = (value(pair[0])?, value(pair[1])?);
        Some((&one - &other).abs() * Rational::power_of_two(BITS) <= one.abs())
    };
    near("t_s") == Some(true) && near("t_w") == Some(true)
}

/// Whether two sides are equal: for all sizes where both have them, else at the question's size,
/// or with the question's numbers where one side has fewer letters.
fn holds(key: &Key<'_>, one: &Link, other: &Link) -> Option<bool> {
    let sized = is_sized(&one.expr) && is_sized(&other.expr);
    let likeness = Meant::at(key, one, sized).compare(&other.to_string(), None);
    if matches!(likeness, Likeness::Equal(_) | Likeness::Only(_)) {
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
