//! A number for given p, m, t_s and t_w.

use super::super::key::Key;
use super::super::problems::Accept;
use super::super::verdict::{Graded, Verdict};
use super::another::for_another;
use super::worth::{model, slip, with_model, worth};
use crate::cost::Cost;
use crate::number::Rational;

pub(super) fn grade(key: &Key<'_>, text: &str, tolerance: &Rational, unit: Option<&str>) -> Graded {
    let text = text.trim().trim_end_matches('.');
    let text = unit.and_then(|unit| text.strip_suffix(unit)).unwrap_or(text).trim();
    let Ok(given) = text.parse::<Rational>() else {
        return Graded::nothing(Verdict::Unreadable, "write one number, such as 315 or 1.5");
    };
    let total = |cost: &Cost| key.question.numbers.total(cost);
    let near = |value: &Rational| {
        let off = if *value > given { value - &given } else { &given - value };
        off <= value * tolerance
    };
    let Some(value) = total(&key.cost) else {
        return Graded::nothing(Verdict::Undecided, "the question does not give all numbers");
    };
    if near(&value) {
        return Graded::right("right");
    }
    let other = key.others().find(|(_, cost)| total(cost).is_some_and(|value| near(&value)));
    let Some((algorithm, _)) = other else {
        return unexplained(key, &value, &given, &near);
    };
    let name = algorithm.name();
    for_another(key, name, &format!("right for {name}"), &format!(", which costs {value}"))
}

/// A number that is the cost of no algorithm: that of another model, or of a slip.
fn unexplained(
    key: &Key<'_>,
    value: &Rational,
    given: &Rational,
    near: &dyn Fn(&Rational) -> bool,
) -> Graded {
    let is = |formula: &str| worth(key, formula).is_some_and(|value| near(&value));
    let full = |text: &str| format!("{text}; it is {value}");
    if let Some(model) = model(key, is) {
        return with_model(key, &model, &value.to_string());
    }
    // A slip is recognized by its exact value: within a tolerance much would fit.
    let exact = |formula: &str| worth(key, formula).as_ref() == Some(given);
    if let Some(reason) = slip(key, exact) {
        let share = &key.question.partial.one_slip;
        return Graded::partly(share, reason.clone(), reason.clone(), full(&reason));
    }
    if key.ranking.least.as_ref().is_some_and(|least| given < least) {
        let text = "less than any algorithm can cost here";
        return Graded::wrong(text, text, full(text));
    }
    if key.question.accept == Accept::This {
        let text = "another number";
        return Graded::wrong(text, text, full(text));
    }
    Graded::open(
        "this is the cost of no algorithm that is known here",
        format!(
            "{given} is the cost of no algorithm that is known here; that of {} is {value}",
            key.algorithm.name()
        ),
    )
}
