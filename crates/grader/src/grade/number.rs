//! A number for given p, m, t_s and t_w.

use super::super::answers::{
    Amount, Counted, NoAmount, Rounded, amounts, bare, nanoseconds, plain,
};
use super::super::key::Key;
use super::super::problems::Accept;
use super::super::verdict::{Basis, Graded, Verdict};
use super::another::for_another;
use super::worth::{answer_letters, model, only_slip, with_model, worth};
use hockney_base::number::Rational;
use hockney_cost::Cost;

pub(super) fn grade(key: &Key<'_>, text: &str, tolerance: &Rational, unit: Option<&str>) -> Graded {
    let Some(value) = key.question.numbers.total(&key.cost) else {
        return Graded::undecided("the question does not give all numbers");
    };
    let base = key.question.numbers.unit.and_then(nanoseconds);
    let asked = unit.and_then(nanoseconds).or_else(|| base.clone());
    let of = Counted::Time(base.clone().or_else(|| asked.clone()).zip(asked));
    let number = Number { key, value, tolerance };
    of_sides(key, text, &of, |amount| {
        let graded = number.judge(amount);
        let below = key.ranking.least.as_ref().is_some_and(|least| amount.value < *least);
        if key.has_several_ports() && below { graded.by(Basis::Bound) } else { graded }
    })
}

/// The grade of a chain of numbers: of the first reading that is right, or else of the last side.
pub(super) fn of_sides(
    key: &Key<'_>,
    text: &str,
    of: &Counted,
    judge: impl Fn(&Amount) -> Graded,
) -> Graded {
    let bare = bare(text, &key.question.names());
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
    // The sides of a chain are equal, but for rounding. So one that is right is enough, and if it is only
    // rounded, all must be right.
    let mut right_by_point = false;
    let mut rounded = None;
    let mut last = None;
    for side in &sides {
        let judged: Vec<Graded> = side.iter().map(&judge).collect();
        let right = judged.iter().zip(side).filter(|(graded, _)| graded.verdict == Verdict::Right);
        let right = right.min_by_key(|(_, amount)| amount.by_point);
        match right {
            Some((graded, _)) if graded.full == ROUNDED => rounded = Some(graded.clone()),
            Some((graded, amount)) if !amount.by_point => {
                return graded.clone().skipping(&bare.skipped);
            }
            Some(_) => right_by_point = true,
            // Of a side the plainest reading.
            None => last = judged.into_iter().next().or(last),
        }
    }
    let graded = if right_by_point {
        Graded::undecided("right if the point separates thousands; leave out the point")
    } else {
        last.or(rounded).unwrap_or_else(|| Graded::unreadable("there is no number"))
    };
    graded.skipping(&bare.skipped)
}

/// How many zeros at the end of a number may stand for digits that were not computed.
const MOST_ZEROS: usize = 12;

/// What is said of a right value that is rounded.
const ROUNDED: &str = "right, rounded";

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
            .or_else(|| self.in_whole_words(given))
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

    /// The value rounded to the digits that are written, two at least: right behind `≈`, and where it cannot
    /// be written in full.
    fn rounded(&self, amount: &Amount) -> Option<Graded> {
        let ten = Rational::from(10_u32);
        let digits = |amount: &Amount| amount.value >= &amount.grain * &ten;
        let exact = self.value.decimal().is_some();
        let said = if amount.rounds(&self.value) {
            let shown = match amount.rounded {
                Rounded::No => false,
                Rounded::ByDigits => !exact,
                Rounded::BySign => true,
            };
            if shown && digits(amount) {
                return Some(Graded::right(ROUNDED));
            }
            "this is rounded, but the question asks for the exact value"
        } else {
            // `≈ 210` for 213: zeros at the end may be no digits.
            let coarser = |grain: &Rational| Some(grain * &ten);
            let is_round = |grain: &Rational| {
                amount.value.checked_div(grain).is_some_and(|count| count.is_integer())
            };
            let grains = std::iter::successors(Some(amount.grain.clone()), coarser);
            let mut grains = grains.take_while(|grain| is_round(grain)).take(MOST_ZEROS);
            let fits = |grain| Amount { grain, ..amount.clone() }.rounds(&self.value);
            if amount.rounded != Rounded::BySign || !grains.any(fits) {
                return None;
            }
            "this is rounded to fewer digits than are written"
        };
        Some(Graded::undecided(said).full(format!("{said}; the exact value is {}", self.value)))
    }

    /// The cost of a known algorithm whose pieces are whole words, where the model divides words.
    fn in_whole_words(&self, given: &Rational) -> Option<Graded> {
        let (algorithm, _) =
            self.key.in_whole_words().iter().find(|(_, total)| self.near(total, given))?;
        let said = format!(
            "the cost of {algorithm} with pieces of whole words; in the model of the question pieces may be \
             parts of words"
        );
        Some(Graded::undecided(&*said).and(format!(", and it is {}", self.value)))
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
        if key.question.accept == Accept::This && !key.is_open() {
            return Graded::wrong("another number").and(full);
        }
        let unknown = "not the cost of any known algorithm";
        Graded::undecided(format!("this is {unknown}"))
            .full(format!("{given} is {unknown}; that of {} is {value}", key.algorithm.name()))
    }
}
