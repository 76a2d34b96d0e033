//! The value of a cost in numbers, and the times of classes of links in it.

use std::collections::BTreeSet;

use super::numbers::{NEEDS_BYTES, in_unit, quantity, unit_named};
use super::times::{added, greatest, line_at};
use super::{Cost, Greatest, Numbers, QuantityError, TimeLine, TimePiece};
use hockney_base::number::{Quantity, Rational, TIMES, TimePerSize, saturated};
use hockney_core::topology::LinkClass;

/// How many words a slow link carries at most where speeds are compared.
const FINE: u64 = 8;

/// The times of a class of links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTimes {
    /// The class.
    pub name: String,
    /// Time per word, in the unit of all times.
    pub t_w: Option<Rational>,
    /// Time per hop; 0 if missing.
    pub t_h: Rational,
    /// Its place in the declared order of times per word, the shortest first.
    pub rank: Option<usize>,
}

impl Numbers {
    /// The same numbers with the times of the classes of a topology.
    ///
    /// # Errors
    /// A class on the command line that the topology does not have, a time that cannot be read, and times
    /// with and without units together.
    pub fn with_classes(mut self, classes: &[LinkClass]) -> Result<Self, QuantityError> {
        let names: Vec<&str> = classes.iter().map(|class| &*class.name).collect();
        let tabled = self.tables.iter().filter_map(|of| Some((of.class.as_deref()?, "--times")));
        let option = |link: &LinkClass| if link.rank.is_some() { "--link-order" } else { "--link" };
        let mut named = tabled.chain(self.links.iter().map(|link| (&*link.name, option(link))));
        if let Some((other, option)) = named.find(|(name, _)| !names.contains(name)) {
            let why = match names.len() {
                0 => ", and the links of this topology have no classes".to_owned(),
                _ => format!("; the classes are {}", names.join(", ")),
            };
            let why = format!("names the class `{other}`, which does not exist{why}");
            return Err(QuantityError::new(option, why));
        }
        if !self.tables.is_empty() {
            // Times from end to end have all hops in them.
            let of = |class: &LinkClass| ClassTimes {
                name: class.name.clone(),
                t_w: None,
                t_h: Rational::zero(),
                rank: class.rank,
            };
            self.classes = classes.iter().map(of).collect();
            return Ok(self);
        }
        let mut read = Vec::new();
        for class in classes {
            let of = |link: &&LinkClass| link.name == class.name;
            let given = self.links.iter().rev().filter(|link| link.rank.is_none()).find(of);
            let rank = self.links.iter().filter(of).find_map(|link| link.rank).or(class.rank);
            if given
                .is_some_and(|given| given.lanes.is_some_and(|lanes| class.lanes != Some(lanes)))
            {
                let why = format!(
                    "sets the lanes of class `{}`, but the schedule has been checked with others: \
                     write the lanes into the links of its graph",
                    class.name
                );
                return Err(QuantityError::new("--link", why));
            }
            let LinkClass { name, t_h, t_w, .. } = given.unwrap_or(class);
            let of = |time: &str| format!("the {time} of class `{name}`");
            let t_h = quantity(&of("t_h"), t_h.as_deref(), &TIMES)?;
            let t_w = t_w.as_deref().map(|text| -> Result<_, QuantityError> {
                let error = |why: String| QuantityError::new(&of("t_w"), why);
                let time = TimePerSize::of_link(text).map_err(|fault| error(fault.to_string()))?;
                let needs_bytes = || error(format!("is a time per size and {NEEDS_BYTES}"));
                time.per_word(self.word.as_ref()).ok_or_else(needs_bytes)
            });
            read.push((name, rank, t_h, t_w.transpose()?));
        }
        let times = || read.iter().flat_map(|(.., t_h, t_w)| [t_h, t_w]).flatten();
        let unit = unit_named(self.unit).or_else(|| times().find_map(|time| time.unit));
        if self.unit.is_none() {
            let given =
                [("--ts", &self.t_s), ("--tw", &self.t_w), ("--th", &Some(self.t_h.clone()))];
            for (option, time) in given {
                let bare = time.clone().map(|value| Quantity { value, unit: None });
                in_unit(option, bare, unit)?;
            }
        }
        self.unit = unit.map(|(name, _)| name);
        let mut all = Vec::new();
        for (name, rank, t_h, t_w) in read {
            let t_h =
                in_unit(&format!("the t_h of class `{name}`"), t_h, unit)?.unwrap_or_default();
            let t_w = in_unit(&format!("the t_w of class `{name}`"), t_w, unit)?;
            all.push(ClassTimes { name: name.clone(), t_w, t_h, rank });
        }
        self.classes = all;
        self.in_order()?;
        Ok(self)
    }

    /// The words that links without a class, then of each class, carry in the same time, as whole numbers up to 64, rounded
    /// down; nothing if all links are alike, or some time is not given.
    pub fn speeds(&self) -> Vec<u32> {
        let slope = |class: &ClassTimes| Some(self.table_of(Some(&class.name))?.slope());
        let t_w = |class: &ClassTimes| class.t_w.clone().or_else(|| slope(class));
        let times = self.classes.iter().map(|class| t_w(class).filter(Rational::is_positive));
        let Some(times) = times.collect::<Option<Vec<Rational>>>() else { return Vec::new() };
        let slowest = times.iter().chain(&self.t_w).max().cloned().unwrap_or_default();
        let bare =
            self.t_w.clone().filter(Rational::is_positive).unwrap_or_else(|| slowest.clone());
        let ratios: Vec<Rational> =
            [bare].iter().chain(&times).filter_map(|t| slowest.checked_div(t)).collect();
        let scaled = |by: u64| ratios.iter().map(move |ratio| ratio * &Rational::from(by));
        let by = (1..FINE).find(|by| scaled(*by).all(|speed| speed.is_integer())).unwrap_or(FINE);
        let speeds: Vec<u32> =
            scaled(by).map(|speed| saturated(speed.floor().clamped().min(64))).collect();
        if speeds.iter().all(|speed| *speed == speeds[0]) { Vec::new() } else { speeds }
    }

    /// Checks that the times per word are in the declared order.
    fn in_order(&self) -> Result<(), QuantityError> {
        let mut ranked: Vec<&ClassTimes> = self
            .classes
            .iter()
            .filter(|class| class.rank.is_some() && class.t_w.is_some())
            .collect();
        ranked.sort_by_key(|class| class.rank);
        match ranked.windows(2).find(|pair| pair[0].t_w > pair[1].t_w) {
            None => Ok(()),
            Some(pair) => {
                let of = format!("the t_w of class `{}`", pair[0].name);
                let why = format!(
                    "is greater than that of class `{}`, but `order` lists it first",
                    pair[1].name
                );
                Err(QuantityError::new(&of, why))
            }
        }
    }

    /// The time of a call with this cost, if all necessary numbers are given.
    pub fn total(&self, cost: &Cost) -> Option<Rational> {
        Some(&self.value(cost)? + &self.timing.call)
    }

    /// The same without what each call takes beside its messages.
    pub fn value(&self, cost: &Cost) -> Option<Rational> {
        (self.t_s.is_some() || !self.tables.is_empty()).then_some(())?;
        let mut total = self.alone(cost)?;
        for Greatest { of, times } in &cost.greatest {
            let values = of.iter().map(|cost| self.alone(cost)).collect::<Option<Vec<_>>>()?;
            total += &(&values.into_iter().max()? * times);
        }
        Some(total)
    }

    /// The value of a cost without its greatest ones.
    fn alone(&self, cost: &Cost) -> Option<Rational> {
        if !self.tables.is_empty() {
            return self.of_messages(cost);
        }
        let TimeLine { fixed, each } = self.line(cost)?;
        // What sends no words, such as a barrier, costs the same for any m.
        let sends = [&each, &cost.t_w, &cost.gamma].iter().any(|words| !words.is_zero());
        let words = if sends { &each * self.m.as_ref()? } else { each };
        Some(&fixed + &words)
    }

    /// The words of so many times m: none are needed for 0.
    pub(crate) fn of_m(&self, times: &Rational) -> Option<Rational> {
        if times.is_zero() { Some(Rational::zero()) } else { Some(times * self.m.as_ref()?) }
    }

    /// The total in two parts: what remains without words, the latency, and the rest. `None` if a number is missing.
    pub fn split(&self, cost: &Cost) -> Option<(Rational, Rational)> {
        let total = self.total(cost)?;
        let latency = Numbers { m: Some(Rational::zero()), ..self.clone() }.total(cost)?;
        let words = &total - &latency;
        Some((latency, words))
    }

    /// The total as a function of m, in parts that ascend from m = 0. `None` if a time is missing.
    pub fn over_m(&self, cost: &Cost) -> Option<Vec<TimePiece>> {
        let mut all = self.parts(cost)?;
        if !cost.greatest.is_empty() {
            let mut sum = vec![(all, Rational::one())];
            for Greatest { of, times } in &cost.greatest {
                let of = of.iter().map(|cost| self.parts(cost)).collect::<Option<Vec<_>>>()?;
                sum.push((greatest(&of), times.clone()));
            }
            all = added(&sum);
        }
        for part in &mut all {
            part.line.fixed += &self.timing.call;
        }
        Some(all)
    }

    /// The least of some totals as a function of m, in parts that ascend from m = 0, each with the place of the cost that is the
    /// least there. `None` if a time is missing.
    pub fn least_over_m(&self, costs: &[&Cost]) -> Option<Vec<(TimePiece, usize)>> {
        let minus = |TimePiece { from, line: TimeLine { fixed, each } }: &TimePiece| TimePiece {
            from: from.clone(),
            line: TimeLine { fixed: -fixed, each: -each },
        };
        let all = costs.iter().map(|cost| self.over_m(cost)).collect::<Option<Vec<_>>>()?;
        let below: Vec<Vec<TimePiece>> =
            all.iter().map(|of| of.iter().map(minus).collect()).collect();
        let whose = |part: TimePiece| {
            let same = |of: &Vec<TimePiece>| *line_at(of, &part.from) == part.line;
            let at = all.iter().position(same).unwrap_or(0);
            (part, at)
        };
        Some(greatest(&below).iter().map(minus).map(whose).collect())
    }

    /// The same for a cost without its greatest ones.
    fn parts(&self, cost: &Cost) -> Option<Vec<TimePiece>> {
        if !self.tables.is_empty() {
            return self.parts_of_messages(cost);
        }
        Some(vec![TimePiece::from_0(self.line(cost)?)])
    }

    /// The time that a cost takes for startups and hops, and for each word of m.
    fn line(&self, cost: &Cost) -> Option<TimeLine> {
        let (mut fixed, mut each) = (&cost.t_h * &self.t_h, &cost.gamma * &self.timing.gamma);
        if !cost.t_s.is_zero() {
            fixed += &(&cost.t_s * self.t_s.as_ref()?);
        }
        if !cost.t_w.is_zero() {
            each += &(&cost.t_w * self.t_w.as_ref()?);
        }
        for (name, on) in &cost.classes {
            let times = self.classes.iter().find(|class| class.name == *name)?;
            if !on.t_w.is_zero() {
                each += &(&on.t_w * times.t_w.as_ref()?);
            }
            fixed += &(&on.t_h * &times.t_h);
        }
        Some(TimeLine { fixed, each })
    }

    /// The same cost, in which the numbers decide as far as they are given which costs are the greatest.
    #[must_use]
    pub fn decided(&self, cost: &Cost) -> Cost {
        let mut decided = Cost { greatest: Vec::new(), ..cost.clone() };
        for Greatest { of, times } in &cost.greatest {
            decided += &Cost::greatest_of(&self.not_exceeded(of)).scaled(times);
        }
        decided
    }

    /// The costs that no other exceeds; of equal ones the first. Without the times of all classes their
    /// declared order decides.
    fn not_exceeded(&self, costs: &[Cost]) -> Vec<Cost> {
        let values = self.values(costs);
        let distinct: BTreeSet<&Vec<Rational>> = values.iter().collect();
        let repeated = |i: usize| values[..i].contains(&values[i]);
        let kept = |i: &usize| !is_exceeded(&distinct, &values[*i]) && !repeated(*i);
        (0..costs.len()).filter(kept).map(|i| costs[i].clone()).collect()
    }

    /// For each of the costs of messages of one step, without startups, whether it may be the greatest. Without
    /// the times of all classes their declared order decides.
    pub fn may_be_greatest(&self, costs: &[Cost]) -> Vec<bool> {
        let (mut all, mut whose) = (Vec::new(), Vec::new());
        for (i, cost) in costs.iter().enumerate() {
            let before = all.len();
            all.extend(Cost { t_s: Rational::zero(), ..cost.clone() }.candidates());
            whose.resize(whose.len() + all.len() - before, i);
        }
        let (values, mut greatest) = (self.values(&all), vec![false; costs.len()]);
        let distinct: BTreeSet<&Vec<Rational>> = values.iter().collect();
        for (i, value) in whose.into_iter().zip(&values) {
            greatest[i] |= !is_exceeded(&distinct, value);
        }
        greatest
    }

    /// For each cost numbers that are all at least those of another cost only if the cost is at least the other.
    fn values(&self, costs: &[Cost]) -> Vec<Vec<Rational>> {
        if !self.tables.is_empty() {
            let totals = costs.iter().map(|cost| Some(vec![self.value(cost)?]));
            // Each its own place, so that none is greater than another.
            let apart = |i| (0..costs.len()).map(|j| Rational::from(usize::from(i == j))).collect();
            let totals = totals.collect::<Option<Vec<_>>>();
            return totals.unwrap_or_else(|| (0..costs.len()).map(apart).collect());
        }
        let with_numbers = costs.iter().map(|cost| {
            let line = self.line(cost)?;
            Some(match &self.m {
                Some(m) => vec![line.at(m)],
                None => vec![line.each, line.fixed],
            })
        });
        let values = with_numbers.collect::<Option<Vec<_>>>();
        values.unwrap_or_else(|| costs.iter().map(|cost| self.in_ranks(cost)).collect())
    }

    /// Numbers that are all at least those of another cost only if the cost is at least the other, whatever
    /// times the classes have in their declared order: each coefficient, but of ranked classes the sum of the
    /// coefficients of t_w from each rank on.
    fn in_ranks(&self, cost: &Cost) -> Vec<Rational> {
        let mut all = vec![cost.t_s.clone(), cost.t_w.clone(), cost.t_h.clone()];
        for class in &self.classes {
            let on = |class: &ClassTimes| cost.classes.get(&class.name);
            all.extend(Some(on(class).map_or_else(Rational::zero, |on| on.t_h.clone())));
            let from_here = |other: &&ClassTimes| match class.rank {
                None => other.name == class.name,
                Some(rank) => other.rank.is_some_and(|other| other >= rank),
            };
            let t_w = self.classes.iter().filter(from_here).filter_map(on).map(|on| &on.t_w);
            all.push(t_w.fold(Rational::zero(), |sum, t_w| &sum + t_w));
        }
        all
    }

    /// What a total of this cost needs and is not given: `-m`, `--link far=T_H,T_W`.
    pub fn missing(&self, cost: Option<&Cost>) -> Vec<String> {
        if !self.tables.is_empty() {
            return self.tables_missing(cost);
        }
        let all = || cost.into_iter().flat_map(Cost::with_greatest);
        let pays_t_w = cost.is_none() || all().any(|cost| !cost.t_w.is_zero());
        let on_classes = |cost: &Cost| cost.classes.values().any(|on| !on.t_w.is_zero());
        let pays_words = pays_t_w || all().any(on_classes);
        let given =
            [("-m", &self.m, pays_words), ("--ts", &self.t_s, true), ("--tw", &self.t_w, pays_t_w)];
        let lacking = given.iter().filter(|(_, number, pays)| number.is_none() && *pays);
        let mut missing: Vec<String> = lacking.map(|(option, ..)| (*option).to_owned()).collect();
        let lacks =
            |name: &str| self.classes.iter().all(|class| class.name != name || class.t_w.is_none());
        let names = all().flat_map(|cost| &cost.classes);
        let names = names.filter(|(name, on)| !on.t_w.is_zero() && lacks(name));
        let names: BTreeSet<&String> = names.map(|(name, _)| name).collect();
        missing.extend(names.into_iter().map(|name| format!("--link {name}=T_H,T_W")));
        missing
    }
}

/// Whether another of these is at least as great in all numbers, and greater in one.
fn is_exceeded(values: &BTreeSet<&Vec<Rational>>, value: &Vec<Rational>) -> bool {
    let at_least = |other: &Vec<Rational>| other.iter().zip(value).all(|(a, b)| a >= b);
    values.iter().any(|other| *other != value && at_least(other))
}
