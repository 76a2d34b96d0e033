//! A number for given p, m, t_s and t_w.

use super::super::answers::{Quantity, Unit, quantities};
use super::super::key::Key;
use super::super::problems::Accept;
use super::super::verdict::{Graded, Verdict};
use super::another::for_another;
use super::worth::{letters, model, slip, with_model, worth};
use crate::cost::Cost;
use crate::number::Rational;

pub(super) fn grade(key: &Key<'_>, text: &str, tolerance: &Rational, unit: Option<&str>) -> Graded {
    let base = key.question.numbers.unit.and_then(Unit::read);
    let units = Units { asked: unit.and_then(Unit::read).or_else(|| base.clone()), base };
    let readings = quantities(text, &letters(key));
    if readings.is_empty() {
        return Graded::unreadable("write one number alone, with its unit where there is one");
    }
    let Some(value) = key.question.numbers.total(&key.cost) else {
        return Graded::undecided("the question does not give all numbers");
    };
    let mut first = None;
    for reading in &readings {
        let graded = match in_base(reading, &units) {
            Ok(given) => judge(key, &value, &given, reading, tolerance),
            Err(why) => Graded::unreadable(why),
        };
        if graded.verdict == Verdict::Right {
            if reading.by_point {
                let point = "right if the point separates thousands; write it without";
                return Graded::undecided(point);
            }
            return graded;
        }
        first.get_or_insert(graded);
    }
    let graded = first.unwrap_or_else(|| Graded::right("right"));
    another_unit(&readings[0], &units, &value).unwrap_or(graded)
}

/// The unit that is asked for, and that of the question's numbers; the first where there is no other.
struct Units {
    asked: Option<Unit>,
    base: Option<Unit>,
}

/// The number in the unit of the question's numbers; without a unit it is in the one that is asked
/// for.
fn in_base(given: &Quantity, units: &Units) -> Result<Rational, String> {
    let plain = || Ok(given.value.clone());
    let base = units.base.as_ref().or(units.asked.as_ref());
    match (given.unit.as_ref().or(units.asked.as_ref()), base) {
        (Some(Unit::Time(given_in)), Some(Unit::Time(base))) => {
            (&given.value * given_in).checked_div(base).map_or_else(plain, Ok)
        }
        (Some(Unit::Steps), _) => {
            Err("the cost is asked for, and this is a number of steps".into())
        }
        (Some(Unit::Word(word)), _)
            if ["word", "message", "hop"].iter().any(|of| word.starts_with(of)) =>
        {
            Err(format!("the cost is asked for, and this is a number of {word}"))
        }
        _ => plain(),
    }
}

/// Whether a number that is not right would be with its point a few places further: that of a unit
/// which is not written, or not asked for.
fn another_unit(given: &Quantity, units: &Units, value: &Rational) -> Option<Graded> {
    let thousand = Rational::from(1000_u32);
    let shifts = (1..=3).map(|k| thousand.pow(k));
    let given_value = in_base(given, units).ok()?;
    let shifted = |by: &Rational| &given_value * by == *value || given_value == value * by;
    let by = shifts.into_iter().find(shifted)?;
    (!value.is_zero()).then_some(())?;
    Some(match (&given.unit, &units.asked) {
        (Some(Unit::Time(_)), Some(Unit::Time(_))) => {
            let text = format!(
                "the number is right in another unit: this is {by} times too much or too little"
            );
            Graded::wrong(&text)
                .counted_as("a number in another unit")
                .full(format!("{text}; it is {value}"))
        }
        _ => Graded::undecided("it may be right in another unit: write the unit behind it"),
    })
}

fn judge(
    key: &Key<'_>,
    value: &Rational,
    given: &Rational,
    reading: &Quantity,
    tolerance: &Rational,
) -> Graded {
    let total = |cost: &Cost| key.question.numbers.total(cost);
    let near = |value: &Rational| {
        let off = if value > given { value - given } else { given - value };
        off <= value * tolerance
    };
    if near(value) {
        return Graded::right("right");
    }
    let other = key.others().find(|(_, cost)| total(cost).is_some_and(|value| near(&value)));
    if let Some((algorithm, _)) = other {
        let name = algorithm.name();
        return for_another(
            key,
            name,
            &format!("right for {name}"),
            &format!(", which costs {value}"),
        );
    }
    rounded(value, given, reading).unwrap_or_else(|| unexplained(key, value, given, &near))
}

/// A value that is rounded to the digits that are written, three at least: right where it cannot be
/// written in full, and else for the teacher.
fn rounded(value: &Rational, given: &Rational, reading: &Quantity) -> Option<Graded> {
    let scale = Rational::from(10_u32).pow(reading.decimals);
    let half = Rational::ratio(1_u32, 2_u32)?;
    let nearest = (value * &scale + half).floor().checked_div(&scale)?;
    let digits = (&nearest * &scale >= Rational::from(100_u32)) && reading.decimals > 0;
    // With a unit of its own the digits that count are others.
    let plain = reading.value == *given;
    if nearest != *given || !digits || !plain {
        return None;
    }
    Some(match value.decimal() {
        None => Graded::right("right, rounded"),
        Some(_) => Graded::undecided("this is rounded, and the exact value is asked for")
            .full(format!("this is rounded; exactly it is {value}")),
    })
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
    let without_hops = Cost { t_h: Rational::zero(), ..key.cost.clone() };
    if key.question.numbers.total(&without_hops).is_some_and(|value| near(&value)) {
        let (share, text) = (&key.question.partial.one_slip, "the time per hop is left out");
        return Graded::partly(share, text).full(full(text));
    }
    // A slip is recognized by its exact value: within a tolerance much would fit.
    let exact = |formula: &str| worth(key, formula).as_ref() == Some(given);
    if let Some(reason) = slip(key, exact) {
        let share = &key.question.partial.one_slip;
        return Graded::partly(share, &reason).full(full(&reason));
    }
    if key.ranking.least.as_ref().is_some_and(|least| given < least) {
        let text = "less than any algorithm can cost here";
        return Graded::wrong(text).full(full(text));
    }
    if key.question.accept == Accept::This {
        let text = "another number";
        return Graded::wrong(text).full(full(text));
    }
    Graded::undecided("this is the cost of no algorithm that is known here").full(format!(
        "{given} is the cost of no algorithm that is known here; that of {} is {value}",
        key.algorithm.name()
    ))
}
