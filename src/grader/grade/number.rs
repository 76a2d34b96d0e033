//! A number for given p, m, t_s and t_w.

use super::super::answers::{Amount, Counted, NoAmount, amounts, bare, nanoseconds, plain};
use super::super::key::Key;
use super::super::problems::Accept;
use super::super::verdict::{Graded, Verdict};
use super::another::for_another;
use super::worth::{answer_letters, model, only_slip, with_model, worth};
use crate::cost::Cost;
use crate::number::Rational;

pub(super) fn grade(key: &Key<'_>, text: &str, tolerance: &Rational, unit: Option<&str>) -> Graded {
    let Some(value) = key.question.numbers.total(&key.cost) else {
        return Graded::undecided("the question does not give all numbers");
    };
    let base = key.question.numbers.unit.and_then(nanoseconds);
    let asked = unit.and_then(nanoseconds).or_else(|| base.clone());
    let of = Counted::Time(base.clone().or_else(|| asked.clone()).zip(asked));
    let number = Number { key, value, tolerance };
    of_sides(key, text, &of, |amount| number.judge(amount))
}

/// The grade of a chain of numbers: of the first reading that is right, or else of the last side.
pub(super) fn of_sides(
    key: &Key<'_>,
    text: &str,
    of: &Counted,
    judge: impl Fn(&Amount) -> Graded,
) -> Graded {
    let bare = bare(text);
    let sides = match amounts(&plain(&bare.text), &answer_letters(key), of) {
        Ok(sides) => sides,
        Err(NoAmount::Unreadable(why)) => return Graded::unreadable(why),
        Err(NoAmount::Broken(why)) => {
            let text = format!("an equation does not hold: {why}");
            return Graded::wrong(text)
                .counted_as("an equation that does not hold")
                .skipping(&bare.skipped);
        }
    };
    // The sides of a chain are equal, but for rounding.
    let mut right_by_point = false;
    for amount in sides.iter().flatten() {
        let graded = judge(amount);
        if graded.verdict == Verdict::Right {
            if !amount.by_point {
                return graded.skipping(&bare.skipped);
            }
            right_by_point = true;
        }
    }
    let graded = if right_by_point {
        Graded::undecided("right if the point separates thousands; leave out the point")
    } else {
        // Of the last side the plainest reading.
        let last = sides.last().and_then(|side| side.first());
        last.map_or_else(|| Graded::unreadable("there is no number"), &judge)
    };
    graded.skipping(&bare.skipped)
}

/// The numbers that an answer is compared with.
struct Number<'a> {
    key: &'a Key<'a>,
    value: Rational,
    /// The share of the value by which an answer may be off.
    tolerance: &'a Rational,
}

impl Number<'_> {
    /// Whether a number that is not right would be with its point a few places further, as in
    /// another unit.
    fn in_another_unit(&self, amount: &Amount) -> Option<Graded> {
        let (value, given, thousand) = (&self.value, &amount.value, Rational::from(1000_u32));
        let shifted = |by: &Rational| given * by == *value || *given == value * by;
        let by = (1..=3).map(|k| thousand.pow(k)).find(|by| !value.is_zero() && shifted(by))?;
        if !amount.in_unit {
            let text = "it may be right in another unit: write the unit after the number";
            return Some(Graded::undecided(text));
        }
        let text = format!("the number is right in another unit: it is off by a factor of {by}");
        Some(
            Graded::wrong(text)
                .counted_as("a number in another unit")
                .and(format!("; it is {value}")),
        )
    }

    fn judge(&self, amount: &Amount) -> Graded {
        let (key, value, given) = (self.key, &self.value, &amount.value);
        if self.near(value, given) {
            return Graded::right("right");
        }
        let mut others = key.others();
        if let Some((algorithm, _)) = others.find(|(_, cost)| self.costs(cost, given)) {
            return for_another(key, algorithm.name(), &format!(", which costs {value}"));
        }
        self.rounded(amount)
            .or_else(|| self.in_another_unit(amount))
            .unwrap_or_else(|| self.unexplained(given))
    }

    fn near(&self, value: &Rational, given: &Rational) -> bool {
        let off = if value > given { value - given } else { given - value };
        off <= value * self.tolerance
    }

    /// Whether a number is that of a cost.
    fn costs(&self, cost: &Cost, given: &Rational) -> bool {
        let total = self.key.question.numbers.total(cost);
        total.is_some_and(|value| self.near(&value, given))
    }

    /// A value that is rounded to the digits that are written, three at least: right where it cannot be
    /// written in full, and else for the teacher.
    fn rounded(&self, amount: &Amount) -> Option<Graded> {
        let scale = Rational::from(10_u32).pow(amount.decimals);
        let half = Rational::ratio(1_u32, 2_u32)?;
        let nearest = (&self.value * &scale + half).floor().checked_div(&scale)?;
        let digits = (&nearest * &scale >= Rational::from(100_u32)) && amount.decimals > 0;
        (nearest == amount.value && digits).then(|| match self.value.decimal() {
            None => Graded::right("right, rounded"),
            Some(_) => {
                Graded::undecided("this is rounded, but the question asks for the exact value")
                    .full(format!("this is rounded; the exact value is {}", self.value))
            }
        })
    }

    /// A number that is the cost of no algorithm: that of another model, or of a mistake.
    fn unexplained(&self, given: &Rational) -> Graded {
        let (key, value) = (self.key, &self.value);
        let full = format!("; it is {value}");
        let is = |formula: &str| worth(key, formula).is_some_and(|value| self.near(&value, given));
        let without_hops = Cost { t_h: Rational::zero(), ..key.cost.clone() };
        if self.costs(&without_hops, given) {
            return key.one_slip("the time per hop is left out").and(full);
        }
        if let Some(model) = model(key, is) {
            return with_model(key, &model, &value.to_string());
        }
        // A mistake is recognized by its exact value: within a tolerance much would fit.
        if let Some(reason) = only_slip(key, |formula| worth(key, formula).as_ref() == Some(given))
        {
            return key.one_slip(reason).and(full);
        }
        if key.ranking.least.as_ref().is_some_and(|least| given < least) {
            return Graded::wrong("less than any algorithm can cost here").and(full);
        }
        if key.question.accept == Accept::This {
            return Graded::wrong("another number").and(full);
        }
        let unknown = "not the cost of any known algorithm";
        Graded::undecided(format!("this is {unknown}"))
            .full(format!("{given} is {unknown}; that of {} is {value}", key.algorithm.name()))
    }
}
