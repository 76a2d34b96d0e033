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
    let readings = quantities(text, &letters(key));
    let Some(first) = readings.first() else {
        return Graded::unreadable("write only one number, with its unit if it has one");
    };
    let Some(value) = key.question.numbers.total(&key.cost) else {
        return Graded::undecided("the question does not give all numbers");
    };
    let base = key.question.numbers.unit.and_then(Unit::read);
    let asked = unit.and_then(Unit::read).or_else(|| base.clone());
    let number = Number { key, value, tolerance, asked, base };
    let judged = readings.iter().map(|reading| (reading.by_point, number.judge(reading)));
    match judged.into_iter().find(|(_, graded)| graded.verdict == Verdict::Right) {
        Some((true, _)) => {
            Graded::undecided("right if the point separates thousands; leave out the point")
        }
        Some((false, graded)) => graded,
        None => number.in_another_unit(first).unwrap_or_else(|| number.judge(first)),
    }
}

/// The numbers that an answer is compared with.
struct Number<'a> {
    key: &'a Key<'a>,
    value: Rational,
    /// The share of the value by which an answer may be off.
    tolerance: &'a Rational,
    /// The unit that is asked for, or that of the question's numbers.
    asked: Option<Unit>,
    /// The unit of the question's numbers.
    base: Option<Unit>,
}

impl Number<'_> {
    /// A number in the unit of the question's numbers; without a unit it is in the one that is asked
    /// for.
    fn in_base(&self, given: &Quantity) -> Result<Rational, String> {
        let plain = || Ok(given.value.clone());
        let base = self.base.as_ref().or(self.asked.as_ref());
        match (given.unit.as_ref().or(self.asked.as_ref()), base) {
            (Some(Unit::Time(given_in)), Some(Unit::Time(base))) => {
                (&given.value * given_in).checked_div(base).map_or_else(plain, Ok)
            }
            (Some(Unit::Steps), _) => {
                Err("this is a number of steps, but the question asks for the cost".into())
            }
            (Some(Unit::Word(word)), _)
                if ["word", "message", "hop"].iter().any(|of| word.starts_with(of)) =>
            {
                Err(format!("this is a number of {word}, but the question asks for the cost"))
            }
            _ => plain(),
        }
    }

    /// Whether a number that is not right would be with its point a few places further: that of a unit
    /// which is not written, or not asked for.
    fn in_another_unit(&self, given: &Quantity) -> Option<Graded> {
        let (value, thousand) = (&self.value, Rational::from(1000_u32));
        let found = self.in_base(given).ok().filter(|_| !value.is_zero())?;
        let shifted = |by: &Rational| &found * by == *value || found == value * by;
        let by = (1..=3).map(|k| thousand.pow(k)).find(shifted)?;
        Some(match (&given.unit, &self.asked) {
            (Some(Unit::Time(_)), Some(Unit::Time(_))) => Graded::wrong(format!(
                "the number is right in another unit: it is off by a factor of {by}"
            ))
            .counted_as("a number in another unit")
            .and(format!("; it is {value}")),
            _ => Graded::undecided(
                "it may be right in another unit: write the unit after the \
                                    number",
            ),
        })
    }

    fn judge(&self, reading: &Quantity) -> Graded {
        let (key, value) = (self.key, &self.value);
        let given = match self.in_base(reading) {
            Ok(given) => given,
            Err(why) => return Graded::unreadable(why),
        };
        if self.near(value, &given) {
            return Graded::right("right");
        }
        let mut others = key.others();
        if let Some((algorithm, _)) = others.find(|(_, cost)| self.costs(cost, &given)) {
            return for_another(key, algorithm.name(), &format!(", which costs {value}"));
        }
        self.rounded(reading, &given).unwrap_or_else(|| self.unexplained(&given))
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
    fn rounded(&self, reading: &Quantity, given: &Rational) -> Option<Graded> {
        let scale = Rational::from(10_u32).pow(reading.decimals);
        let half = Rational::ratio(1_u32, 2_u32)?;
        let nearest = (&self.value * &scale + half).floor().checked_div(&scale)?;
        let digits = (&nearest * &scale >= Rational::from(100_u32)) && reading.decimals > 0;
        // With a unit of its own the digits that count are others.
        let plain = reading.value == *given;
        (nearest == *given && digits && plain).then(|| match self.value.decimal() {
            None => Graded::right("right, rounded"),
            Some(_) => Graded::undecided(
                "this is rounded, but the question asks for the exact \
                value",
            )
            .full(format!("this is rounded; the exact value is {}", self.value)),
        })
    }

    /// A number that is the cost of no algorithm: that of another model, or of a mistake.
    fn unexplained(&self, given: &Rational) -> Graded {
        let (key, value) = (self.key, &self.value);
        let full = format!("; it is {value}");
        let is = |formula: &str| worth(key, formula).is_some_and(|value| self.near(&value, given));
        if let Some(model) = model(key, is) {
            return with_model(key, &model, &value.to_string());
        }
        let without_hops = Cost { t_h: Rational::zero(), ..key.cost.clone() };
        if self.costs(&without_hops, given) {
            return key.one_slip("the time per hop is left out").and(full);
        }
        // A mistake is recognized by its exact value: within a tolerance much would fit.
        if let Some(reason) = slip(key, |formula| worth(key, formula).as_ref() == Some(given)) {
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
