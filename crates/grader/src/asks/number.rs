//! Numbers: with units the cost for given m, t_s and t_w; how many steps it takes, and how many messages are sent, in one
//! step or in all.

use crate::answers::{Amount, NoAmount, NumberOf, Rounded, amounts, bare_cost, nanoseconds, plain};
use crate::grade::ladder::for_named;
use crate::grade::sizes::of_pieces;
use crate::grade::{answer_letters, factor, slips, value, value_at};
use crate::prelude::*;
use crate::problems::read::share;
use crate::traced::ends_alike;
use hockney_files::Result;

/// The cost at the question's numbers.
#[derive(Debug)]
pub(super) struct NumberAsk {
    /// The share of the value by which an answer may be off.
    tolerance: Rational,
    /// The unit of t_s and t_w, such as `us`.
    unit: Option<String>,
}

impl NumberAsk {
    pub(super) fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Self {
        let n = context.numbers;
        if n.is_some_and(|n| n.m.is_none() || n.t_s.is_none() || n.t_w.is_none()) {
            let help = "write numbers: {m: 100, t_s: 5, t_w: 1} in the question";
            keys.errors.add("a number is asked for, and the question gives none", context.at, help);
        }
        NumberAsk {
            tolerance: keys.read("tolerance", share).unwrap_or_default(),
            unit: keys.read("unit", unit),
        }
    }
}

fn unit(node: &Node<'_>) -> Result<String> {
    let name = scalar::text(node, "a unit")?;
    let known = list("unit times").number_of(name).is_some();
    if known || list("unit of nothing").contains(&name) {
        return Ok(name.to_owned());
    }
    let message = format!("`{}` is not a unit", shortened(name));
    bad(message, node.span, "write ns, us, ms, s or cycles")
}

impl Asked for NumberAsk {
    fn sentence(&self, question: &Question) -> String {
        let unit = self.unit.as_ref().map_or(String::new(), |unit| format!(", in {unit}"));
        let of_pieces =
            question.algorithm.map(|of| of_pieces(question, &[of.name()])).unwrap_or_default();
        format!("What does it cost{of_pieces}{unit}?")
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        ["315", "720", "1"].map(|number| measured_text(number, self.unit.as_deref())).into()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let Some(value) = &key.question.numbers.total(&key.cost) else {
            return Ok(key.say("number missing", &[]));
        };
        let base = key.question.numbers.unit.and_then(nanoseconds);
        let asked = self.unit.as_deref().and_then(nanoseconds).or_else(|| base.clone());
        let of = NumberOf::Time(base.clone().or_else(|| asked.clone()).zip(asked));
        of_sides(key, text, &of, |amount| {
            let number = CostNumber { key, value, tolerance: &self.tolerance, amount };
            let graded = graded(&number);
            let is_bound = key.has_several_ports() && number.is_below();
            if is_bound { graded.by(Basis::Bound) } else { graded }
        })
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let numbers = &key.question.numbers;
        let total = numbers.total(&key.cost);
        let shown = total.map(|total| measured(&total, self.unit.as_deref().or(numbers.unit)));
        shown.unwrap_or_else(|| "the question does not give all numbers".to_owned())
    }

    fn value_of(&self, key: &Key<'_>, row: &Ranked) -> Option<String> {
        let numbers = &key.question.numbers;
        Some(measured(&numbers.total(&row.cost)?, self.unit.as_deref().or(numbers.unit)))
    }
}

/// A number with its unit, as a decimal where that is exact.
pub(crate) fn measured(value: &Rational, unit: Option<&str>) -> String {
    measured_text(&value.decimal().unwrap_or_else(|| value.to_string()), unit)
}

fn measured_text(value: &str, unit: Option<&str>) -> String {
    unit.map_or_else(|| value.to_owned(), |unit| format!("{value} {unit}"))
}

/// The grade of a chain of numbers: of the first reading that is right, or else of the last side.
pub(super) fn of_sides(
    key: &Key<'_>,
    text: &str,
    of: &NumberOf,
    judge: impl Fn(&Amount) -> Graded,
) -> Result<Graded, String> {
    let bare = bare_cost(text, &key.question.names());
    let sides = match amounts(&plain(&bare.text), &answer_letters(key), of) {
        Ok(sides) => sides,
        Err(NoAmount::Unreadable(why)) => return Err(why),
        Err(NoAmount::Broken(why)) => {
            return Ok(key.say("chain number", &[("why", &why)]).skipping(&bare.skipped));
        }
    };
    // The sides of a chain are equal, but for rounding. So one that is right is enough, and if it is only
    // rounded, all must be right.
    let mut right_by_point = false;
    let mut rounded = None;
    let mut open = None;
    let mut last = None;
    for side in &sides {
        let judged: Vec<Graded> = side.iter().map(&judge).collect();
        let right = judged.iter().zip(side).filter(|(graded, _)| graded.verdict == Verdict::Right);
        let right = right.min_by_key(|(_, amount)| amount.by_point);
        match right {
            Some((graded, _)) if graded.full == ROUNDED => rounded = Some(graded.clone()),
            Some((graded, amount)) if !amount.by_point => {
                return Ok(graded.clone().skipping(&bare.skipped));
            }
            Some(_) => right_by_point = true,
            // Of a side the plainest reading. A rounded sum says nothing against what it is rounded to.
            None => match judged.into_iter().next() {
                Some(graded) if graded.verdict == Verdict::Undecided => open = Some(graded),
                graded => last = graded.or(last),
            },
        }
    }
    let graded = if right_by_point {
        key.say("number point", &[])
    } else {
        last.or(rounded).or(open).unwrap_or_else(|| Graded::unreadable("there is no number"))
    };
    Ok(graded.skipping(&bare.skipped))
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
        let least = self.key.least(|ranking| (*ranking.least).clone());
        least.is_some_and(|least| self.amount.value < least)
    }

    /// The value rounded to the digits that are written, two at least: right behind `≈`, and where it cannot
    /// be written in full.
    fn rounded(&self) -> Option<Graded> {
        let (amount, ten) = (self.amount, Rational::from(10_u32));
        let say = |sentence| Some(self.say(sentence, &""));
        if !self.tolerance.is_zero() {
            return amount.rounds(self.value).then(|| self.say("number tolerance", &""));
        }
        if amount.rounds(self.value) {
            let shown = match amount.rounded {
                Rounded::No => false,
                Rounded::ByDigits => self.value.decimal().is_none(),
                Rounded::BySign => true,
            };
            let digits = amount.value >= &amount.grain * &ten;
            let right = (shown && digits).then(|| Graded::right(ROUNDED));
            return right.or_else(|| say("number digits"));
        }
        if amount.sums_to(self.value) {
            return say("number digits");
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
        Some(self.say("number whole words", name))
    }

    /// A number that would be right with its point a few places further, as in another unit.
    fn in_another_unit(&self) -> Option<Graded> {
        let (value, given, thousand) = (self.value, &self.amount.value, Rational::from(1000_u32));
        let shifted = |by: &Rational| given * by == *value || *given == value * by;
        let by = (1..=3).map(|k| thousand.pow(k)).find(|by| !value.is_zero() && shifted(by))?;
        let sentence = if self.amount.in_unit { "number unit" } else { "number without unit" };
        Some(self.say(sentence, &by))
    }
}

impl Gradable for CostNumber<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        self.near(self.value)
    }

    fn is_of(&self, row: &Ranked) -> Option<SizeSet> {
        self.costs(&row.cost).then_some(SizeSet::This)
    }

    fn is_stated(&self, cost: &str) -> Option<SizeSet> {
        value(self.key, cost).filter(|value| self.near(value)).map(|_| SizeSet::This)
    }

    fn right(&self) -> [String; 2] {
        let value = measured(self.value, None);
        [value.clone(), format!(", which costs {value}")]
    }

    fn roughly(&self) -> Option<Graded> {
        let without_hops = Cost { t_h: Rational::zero(), ..self.key.cost.clone() };
        let hops = || self.say("number hops", &"");
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
            return Some(self.say("number slip", &first.reason));
        }
        self.is_below().then(|| self.say("number below", &""))
    }

    fn unexplained(&self) -> Graded {
        let own = matches!(self.key.question.accept, Accept::This | Accept::Textbook);
        let certain = own && !self.key.is_open();
        // Where a right answer costs no more than the key, nothing dearer is one.
        let is_dearer = self.key.question.accept == Accept::AsCheap
            && !self.key.question.contention
            && self.amount.value > *self.value;
        let sentence = match () {
            () if is_dearer => "number dearer",
            () if certain => "number wrong",
            () => "number open",
        };
        self.say(sentence, &measured(&self.amount.value, None))
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum CountAsk {
    Steps,
    /// Of one step, counted from 1, or of all.
    Messages(Option<u32>),
}

impl CountAsk {
    fn count(self, key: &Key<'_>) -> u64 {
        match self {
            CountAsk::Steps => key.steps() as u64,
            CountAsk::Messages(step) => key.messages(step),
        }
    }
}

impl Asked for CountAsk {
    fn sentence(&self, _: &Question) -> String {
        match self {
            CountAsk::Steps => "How many steps does it take?".to_owned(),
            CountAsk::Messages(None) => "How many messages are sent?".to_owned(),
            CountAsk::Messages(Some(step)) => format!("How many messages are sent in step {step}?"),
        }
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let names = match self {
            CountAsk::Steps => words("step"),
            CountAsk::Messages(_) => list("unit messages"),
        };
        let judge = |amount: &Amount| graded(&Count { key, of: *self, given: &amount.value });
        // `24 (8 per step)`
        let each = Rational::ratio(self.count(key), key.steps() as u64).unwrap_or_default();
        let per_step = text.trim().strip_suffix(&format!(" ({each} per step)"));
        let text = per_step.filter(|_| matches!(self, CountAsk::Messages(None))).unwrap_or(text);
        of_sides(key, text, &NumberOf::Things(names), judge)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        self.count(key).to_string()
    }

    fn value_of(&self, key: &Key<'_>, row: &Ranked) -> Option<String> {
        match self {
            CountAsk::Steps => Some(row.cost.t_s.to_string()),
            CountAsk::Messages(None) => Some(key.messages_by(row.algorithm)?.to_string()),
            CountAsk::Messages(Some(_)) => None,
        }
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        if let CountAsk::Messages(Some(step)) = self { key.lacks_step(*step) } else { None }
    }
}

/// A number of things.
struct Count<'a> {
    key: &'a Key<'a>,
    of: CountAsk,
    given: &'a Rational,
}

impl Count<'_> {
    fn is(&self, count: u64) -> bool {
        *self.given == Rational::from(count)
    }

    /// Whether a cost has so many steps.
    fn is_steps_of(&self, cost: &str) -> bool {
        let at = bindings_of(&self.key.question.topology, &self.key.question.instance);
        let steps = value_at(cost, &at).map(|value| value.coefficient(Powers::T_S).as_rational());
        steps.flatten().as_ref() == Some(self.given)
    }

    /// The mistake in a number of steps.
    fn mistake_in_steps(&self) -> Option<Graded> {
        let (key, given) = (self.key, self.given);
        let (of, steps) = (&key.question.instance, Rational::from(key.steps() as u64));
        let bound = &key.ranking.bounds.steps;
        let phases = key.question.topology.network().sides().is_some_and(|sides| sides.len() == 2)
            || (of.data() == Data::Combined && ends_alike(of));
        let is = |factor: &str| factor != "1" && self.is_steps_of(&format!("({factor}) t_s"));
        Some(match () {
            () if Some(given) < key.least(|of| Some(of.bounds.steps.value.clone())).as_ref() => {
                self.say("steps below", &bound.why)
            }
            // Who may take any algorithm may take one that is not known here.
            () if key.is_open() => self.say("steps open", &""),
            () if phases && given + given == steps => self.say("steps half", &""),
            () if *given == &steps + &Rational::one() => self.say("steps one more", &""),
            () => self.say("steps factor", &factor(is)?),
        })
    }
}

impl Gradable for Count<'_> {
    fn key(&self) -> &Key<'_> {
        self.key
    }

    fn is_right(&self) -> bool {
        self.is(self.of.count(self.key))
    }

    fn is_of(&self, row: &Ranked) -> Option<SizeSet> {
        let is = match self.of {
            CountAsk::Steps => row.cost.t_s == *self.given,
            CountAsk::Messages(None) => self.is(self.key.messages_by(row.algorithm)?),
            // Other algorithms have other steps.
            CountAsk::Messages(Some(_)) => false,
        };
        is.then_some(SizeSet::This)
    }

    /// A number fits many algorithms; one that another beats in steps and words is dearer.
    fn by_another(&self, standing: Standing, name: &str) -> Graded {
        let said = format!("right for {name}");
        let as_cheap =
            standing == Standing::Accepted && self.key.question.accept == Accept::AsCheap;
        match self.key.beaten_by(name).filter(|_| as_cheap) {
            Some(it) => self.key.say("count beaten", &[("said", &said), ("it", &it)]),
            None => for_named(self.key, standing, name, &said, &self.right()[1]),
        }
    }

    fn is_stated(&self, cost: &str) -> Option<SizeSet> {
        let is = matches!(self.of, CountAsk::Steps) && self.is_steps_of(cost);
        is.then_some(SizeSet::This)
    }

    fn right(&self) -> [String; 2] {
        let right = self.of.count(self.key);
        let more = match self.of {
            CountAsk::Steps => format!(", which takes {right} steps"),
            CountAsk::Messages(_) => format!(", which sends {right}"),
        };
        [right.to_string(), more]
    }

    fn nearly(&self) -> Option<Graded> {
        let is_fraction = matches!(self.of, CountAsk::Steps) && !self.given.is_integer();
        is_fraction.then(|| self.say("steps fraction", &""))
    }

    fn mistake(&self) -> Option<Graded> {
        let (other, sentence) = match self.of {
            CountAsk::Steps => return self.mistake_in_steps(),
            CountAsk::Messages(None) => (self.key.steps() as u64, "messages steps"),
            CountAsk::Messages(Some(_)) => (self.key.messages(None), "messages all"),
        };
        self.is(other).then(|| self.say(sentence, &""))
    }

    fn unexplained(&self) -> Graded {
        let sentence = match self.of {
            CountAsk::Steps => "steps wrong",
            CountAsk::Messages(Some(_)) if self.key.is_open() => "messages open",
            CountAsk::Messages(_) => "messages wrong",
        };
        self.say(sentence, &"")
    }
}
