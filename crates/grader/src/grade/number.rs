//! Numbers: the cost for given p, m, t_s and t_w, the number of steps, the number of messages.

use super::super::answers::{
    Amount, Counted, NoAmount, Rounded, amounts, bare, nanoseconds, plain,
};
use super::super::traced::ends_alike;
use super::ladder::{self, Explanation, Gradable};
use super::mistakes::{answer_letters, factor, slips, value, value_at};
use crate::{Accept, Basis, Graded, Key, Placeholder, Sizes, Verdict, list};
use hockney_base::number::Rational;
use hockney_core::collective::Data;
use hockney_cost::{Cost, bindings_of};
use hockney_files::words;
use hockney_formula::Powers;

pub(super) fn grade(key: &Key<'_>, text: &str, tolerance: &Rational, unit: Option<&str>) -> Graded {
    let Some(value) = &key.question.numbers.total(&key.cost) else {
        return key.say("number missing", &[]);
    };
    let base = key.question.numbers.unit.and_then(nanoseconds);
    let asked = unit.and_then(nanoseconds).or_else(|| base.clone());
    let of = Counted::Time(base.clone().or_else(|| asked.clone()).zip(asked));
    of_sides(key, text, &of, |amount| {
        let number = CostNumber { key, value, tolerance, amount };
        let graded = ladder::grade(key, &number);
        if key.has_several_ports() && number.is_below() { graded.by(Basis::Bound) } else { graded }
    })
}

pub(super) fn steps(key: &Key<'_>, text: &str) -> Graded {
    let judge = |amount: &Amount| ladder::grade(key, &StepCount { key, given: &amount.value });
    of_sides(key, text, &Counted::Things(words("step")), judge)
}

pub(super) fn messages(key: &Key<'_>, step: Option<u32>, text: &str) -> Graded {
    let judge =
        |amount: &Amount| ladder::grade(key, &MessageCount { key, step, given: &amount.value });
    of_sides(key, text, &Counted::Things(list("unit messages")), judge)
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
            return key.say("chain number", &[("why", &why)]).skipping(&bare.skipped);
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
        key.say("number point", &[])
    } else {
        last.or(rounded).unwrap_or_else(|| Graded::unreadable("there is no number"))
    };
    graded.skipping(&bare.skipped)
}

/// How many zeros at the end of a number may stand for digits that were not computed.
const MOST_ZEROS: usize = 12;

/// What is said of a right value that is rounded.
const ROUNDED: &str = "right, rounded";

/// A cost.
struct CostNumber<'a> {
    key: &'a Key<'a>,
    value: &'a Rational,
    /// The share of the value by which an answer may be off.
    tolerance: &'a Rational,
    amount: &'a Amount,
}

impl CostNumber<'_> {
    fn near(&self, value: &Rational) -> bool {
        (value - &self.amount.value).abs() <= value * self.tolerance
    }

    /// Whether a number is that of a cost.
    fn costs(&self, cost: &Cost) -> bool {
        self.key.question.numbers.total(cost).is_some_and(|value| self.near(&value))
    }

    /// Whether no algorithm can cost so little.
    fn is_below(&self) -> bool {
        self.key.ranking.least.as_ref().is_some_and(|least| self.amount.value < *least)
    }

    /// The value rounded to the digits that are written, two at least: right behind `≈`, and where it cannot
    /// be written in full.
    fn rounded(&self) -> Option<Graded> {
        let (amount, ten) = (self.amount, Rational::from(10_u32));
        let say = |sentence| Some(self.key.say(sentence, &[("right", self.value)]));
        if amount.rounds(self.value) {
            let shown = match amount.rounded {
                Rounded::No => false,
                Rounded::ByDigits => self.value.decimal().is_none(),
                Rounded::BySign => true,
            };
            let digits = amount.value >= &amount.grain * &ten;
            return if shown && digits {
                Some(Graded::right(ROUNDED))
            } else {
                say("number digits")
            };
        }
        // `≈ 210` for 213: zeros at the end may be no digits.
        let coarser = |grain: &Rational| Some(grain * &ten);
        let is_round = |grain: &Rational| {
            amount.value.checked_div(grain).is_some_and(|count| count.is_integer())
        };
        let grains = std::iter::successors(Some(amount.grain.clone()), coarser);
        let mut grains = grains.take_while(|grain| is_round(grain)).take(MOST_ZEROS);
        let fits = |grain| Amount { grain, ..amount.clone() }.rounds(self.value);
        let coarse = amount.rounded == Rounded::BySign && grains.any(fits);
        coarse.then(|| say("number fewer digits"))?
    }

    /// The cost of a known algorithm whose pieces are whole words, where the model divides words.
    fn in_whole_words(&self) -> Option<Graded> {
        let (name, _) = self.key.in_whole_words().iter().find(|(_, total)| self.near(total))?;
        Some(self.key.say("number whole words", &[("name", name), ("right", self.value)]))
    }

    /// A number that would be right with its point a few places further, as in another unit.
    fn in_another_unit(&self) -> Option<Graded> {
        let (value, given, thousand) = (self.value, &self.amount.value, Rational::from(1000_u32));
        let shifted = |by: &Rational| given * by == *value || *given == value * by;
        let by = (1..=3).map(|k| thousand.pow(k)).find(|by| !value.is_zero() && shifted(by))?;
        let sentence = if self.amount.in_unit { "number unit" } else { "number without unit" };
        Some(self.key.say(sentence, &[("by", &by), ("right", value)]))
    }
}

impl Gradable for CostNumber<'_> {
    fn agrees(&self, with: &Explanation<'_>) -> Option<Sizes> {
        let agrees = match with {
            Explanation::Key => self.near(self.value),
            Explanation::Algorithm(row) => self.costs(&row.cost),
            Explanation::Literature(text) => value(self.key, text).is_some_and(|it| self.near(&it)),
            Explanation::Steps(_) => false,
        };
        agrees.then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        [self.value.to_string(), format!(", which costs {}", self.value)]
    }

    fn roughly(&self) -> Option<Graded> {
        let without_hops = Cost { t_h: Rational::zero(), ..self.key.cost.clone() };
        let hops = || self.key.say("number hops", &[("right", self.value)]);
        self.rounded()
            .or_else(|| self.in_whole_words())
            .or_else(|| self.in_another_unit())
            .or_else(|| self.costs(&without_hops).then(hops))
    }

    fn mistake(&self) -> Option<Graded> {
        // It is recognized by its exact value: within a tolerance much would fit. Several lead to a value by
        // chance.
        let mut slips = slips(self.key)
            .filter(|slip| value(self.key, &slip.formula).as_ref() == Some(&self.amount.value));
        if let Some(first) = slips.next()
            && slips.all(|slip| slip.reason == first.reason)
        {
            let words: &[Placeholder<'_>] = &[("reason", &first.reason), ("right", self.value)];
            return Some(self.key.say("number slip", words));
        }
        self.is_below().then(|| self.key.say("number below", &[("right", self.value)]))
    }

    fn unexplained(&self) -> Graded {
        let certain = self.key.question.accept == Accept::This && !self.key.is_open();
        let sentence = if certain { "number wrong" } else { "number open" };
        self.key.say(sentence, &[("given", &self.amount.value), ("right", self.value)])
    }
}

/// A number of steps.
struct StepCount<'a> {
    key: &'a Key<'a>,
    given: &'a Rational,
}

impl StepCount<'_> {
    /// Whether a formula has so many steps.
    fn is(&self, formula: &str) -> bool {
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        value_at(formula, &at).is_some_and(|value| {
            value.coefficient(Powers::T_S).as_rational().as_ref() == Some(self.given)
        })
    }

    fn say(&self, sentence: &str, word: &dyn std::fmt::Display) -> Graded {
        self.key.say(sentence, &[("why", word), ("right", &self.key.steps())])
    }
}

impl Gradable for StepCount<'_> {
    fn agrees(&self, with: &Explanation<'_>) -> Option<Sizes> {
        let agrees = match with {
            Explanation::Key => *self.given == Rational::from(self.key.steps() as u64),
            Explanation::Algorithm(row) => row.cost.t_s == *self.given,
            Explanation::Literature(text) => self.is(text),
            Explanation::Steps(_) => false,
        };
        agrees.then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        let steps = self.key.steps();
        [steps.to_string(), format!(", which takes {steps} steps")]
    }

    fn nearly(&self) -> Option<Graded> {
        (!self.given.is_integer()).then(|| self.say("steps fraction", &""))
    }

    fn mistake(&self) -> Option<Graded> {
        let (key, given) = (self.key, self.given);
        let (of, steps) = (&key.question.instance, Rational::from(key.steps() as u64));
        let bound = &key.ranking.bounds.steps;
        let phases = key.question.topology.network().sides().is_some_and(|sides| sides.len() == 2)
            || (of.data() == Data::Combined && ends_alike(of));
        if *given < bound.value {
            return Some(self.say("steps below", &bound.why));
        }
        if phases && given + given == steps {
            return Some(self.say("steps half", &""));
        }
        // Who may take any algorithm may take one that is not known here.
        if key.is_open() {
            return Some(self.say("steps open", &""));
        }
        if *given == steps + Rational::one() {
            return Some(self.say("steps one more", &""));
        }
        let factor = factor(|factor| factor != "1" && self.is(&format!("({factor}) t_s")));
        factor.map(|name| self.say("steps factor", &name))
    }

    fn unexplained(&self) -> Graded {
        self.say("steps wrong", &"")
    }
}

/// A number of messages: of a step, or of all.
struct MessageCount<'a> {
    key: &'a Key<'a>,
    step: Option<u32>,
    given: &'a Rational,
}

impl MessageCount<'_> {
    fn is(&self, count: u64) -> bool {
        *self.given == Rational::from(count)
    }

    fn say(&self, sentence: &str) -> Graded {
        self.key.say(sentence, &[("right", &self.key.messages(self.step))])
    }
}

impl Gradable for MessageCount<'_> {
    fn agrees(&self, with: &Explanation<'_>) -> Option<Sizes> {
        let agrees = match with {
            Explanation::Key => self.is(self.key.messages(self.step)),
            // Other algorithms have other steps.
            Explanation::Algorithm(row) => {
                let sent = || self.key.messages_by(row.algorithm);
                self.step.is_none() && sent().is_some_and(|count| self.is(count))
            }
            Explanation::Steps(_) | Explanation::Literature(_) => false,
        };
        agrees.then_some(Sizes::This)
    }

    fn right(&self) -> [String; 2] {
        let right = self.key.messages(self.step);
        [right.to_string(), format!(", which sends {right}")]
    }

    fn mistake(&self) -> Option<Graded> {
        match self.step {
            None => self.is(self.key.steps() as u64).then(|| self.say("messages steps")),
            Some(_) => self.is(self.key.messages(None)).then(|| self.say("messages all")),
        }
    }

    fn unexplained(&self) -> Graded {
        let open = self.step.is_some() && self.key.is_open();
        self.say(if open { "messages open" } else { "messages wrong" })
    }
}
