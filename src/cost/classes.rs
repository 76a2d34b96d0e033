//! The value of a cost in numbers, and the times of classes of links in it.

use std::collections::BTreeSet;

use super::quantity::{NEEDS_BYTES, quantity};
use super::{Cost, Greatest, Numbers, QuantityError};
use crate::number::{Quantity, Rational, TIMES, TimePerSize};
use crate::topology::LinkClass;

/// The times of a class of links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTimes {
    /// The class.
    pub name: String,
    /// Time per word, in the unit of all times.
    pub t_w: Option<Rational>,
    /// Time per hop; 0 if missing.
    pub t_h: Rational,
}

impl Numbers {
    /// The same numbers with the times of the classes of a topology.
    ///
    /// # Errors
    /// A class on the command line that the topology does not have, a time that cannot be read, and times
    /// with and without units together.
    pub fn with_classes(mut self, classes: &[LinkClass]) -> Result<Self, QuantityError> {
        let names: Vec<&str> = classes.iter().map(|class| &*class.name).collect();
        if let Some(other) = self.links.iter().find(|link| !names.contains(&&*link.name)) {
            let why = match names.len() {
                0 => ", and the links of this topology have no classes".to_owned(),
                _ => format!("; the classes are {}", names.join(", ")),
            };
            let why = format!("names the class `{}`, which does not exist{why}", other.name);
            return Err(QuantityError::new("--link", why));
        }
        let mut read = Vec::new();
        for class in classes {
            let given = self.links.iter().rev().find(|link| link.name == class.name);
            let LinkClass { name, t_h, t_w } = given.unwrap_or(class);
            let of = |time: &str| format!("the {time} of class `{name}`");
            let t_h = quantity(&of("t_h"), t_h.as_deref(), &TIMES)?;
            let t_w = t_w.as_deref().map(|text| -> Result<_, QuantityError> {
                let error = |why: String| QuantityError::new(&of("t_w"), why);
                let time = TimePerSize::of_link(text).map_err(|fault| error(fault.to_string()))?;
                let needs_bytes = || error(format!("is a time per size and {NEEDS_BYTES}"));
                time.per_word(self.word.as_ref()).ok_or_else(needs_bytes)
            });
            read.push((name, t_h, t_w.transpose()?));
        }
        let times = || read.iter().flat_map(|(_, t_h, t_w)| [t_h, t_w]).flatten();
        let unit = match self.unit {
            Some(name) => TIMES.into_iter().find(|(unit, _)| *unit == name),
            None => times().find_map(|time| time.unit),
        };
        let needs_unit = |option: &str| {
            QuantityError::new(option, "needs a unit, such as 1.5us, because another time has one")
        };
        if unit.is_some() && self.unit.is_none() {
            let given = [
                ("--ts", self.t_s.as_ref()),
                ("--tw", self.t_w.as_ref()),
                ("--th", Some(&self.t_h)),
            ];
            let bare = given.into_iter().find(|(_, time)| time.is_some_and(|time| !time.is_zero()));
            if let Some((option, _)) = bare {
                return Err(needs_unit(option));
            }
        }
        self.unit = unit.map(|(name, _)| name);
        let in_unit = |of: String, time: Option<Quantity>| match (time, unit) {
            (None, _) => Ok(None),
            (Some(time), None) => Ok(Some(time.value)),
            (Some(time), _) if time.unit.is_none() && !time.value.is_zero() => Err(needs_unit(&of)),
            (Some(time), Some((_, size))) => Ok(time.value.checked_div(&Rational::from(size))),
        };
        let mut all = Vec::new();
        for (name, t_h, t_w) in read {
            let t_h = in_unit(format!("the t_h of class `{name}`"), t_h)?.unwrap_or_default();
            let t_w = in_unit(format!("the t_w of class `{name}`"), t_w)?;
            all.push(ClassTimes { name: name.clone(), t_w, t_h });
        }
        self.classes = all;
        Ok(self)
    }

    /// The value of a cost, if all necessary numbers are given.
    pub fn total(&self, cost: &Cost) -> Option<Rational> {
        if !cost.has_classes() {
            let (m, t_s, t_w) = (self.m.as_ref()?, self.t_s.as_ref()?, self.t_w.as_ref()?);
            return Some(
                &(&(&cost.t_s * t_s) + &(&(&cost.t_w * m) * t_w)) + &(&cost.t_h * &self.t_h),
            );
        }
        let (m, t_s) = (self.m.as_ref()?, self.t_s.as_ref()?);
        let value = |cost: &Cost| {
            let (words, fixed) = self.line(cost)?;
            Some(&fixed + &(&words * m))
        };
        let mut total = &value(cost)? + &(&cost.t_s * t_s);
        for Greatest { of, times } in &cost.greatest {
            let values = of.iter().map(value).collect::<Option<Vec<_>>>()?;
            total += &(&values.into_iter().max()? * times);
        }
        Some(total)
    }

    /// The time that a cost takes for each word of m, and the time that hops take.
    fn line(&self, cost: &Cost) -> Option<(Rational, Rational)> {
        let mut words = Rational::zero();
        if !cost.t_w.is_zero() {
            words += &(&cost.t_w * self.t_w.as_ref()?);
        }
        let mut hops = &cost.t_h * &self.t_h;
        for (name, on) in &cost.classes {
            let times = self.classes.iter().find(|class| class.name == *name)?;
            if !on.t_w.is_zero() {
                words += &(&on.t_w * times.t_w.as_ref()?);
            }
            hops += &(&on.t_h * &times.t_h);
        }
        Some((words, hops))
    }

    /// The same cost, in which the numbers decide as far as they are given which costs are the greatest.
    #[must_use]
    pub fn decided(&self, cost: &Cost) -> Cost {
        let mut decided = Cost { greatest: Vec::new(), ..cost.clone() };
        for Greatest { of, times } in &cost.greatest {
            let left = self.not_exceeded(of).unwrap_or_else(|| of.clone());
            decided += &Cost::greatest_of(left).scaled(times);
        }
        decided
    }

    /// The costs that no other exceeds; of equal ones the first.
    fn not_exceeded(&self, costs: &[Cost]) -> Option<Vec<Cost>> {
        let mut values = Vec::new();
        for cost in costs {
            let (words, hops) = self.line(cost)?;
            values.push(match &self.m {
                Some(m) => (Rational::zero(), &hops + &(&words * m)),
                None => (words, hops),
            });
        }
        let is_exceeded = |i: usize| {
            let (words, hops) = &values[i];
            let exceeds = |(j, (more, others)): (usize, &(Rational, Rational))| {
                more >= words && others >= hops && (j < i || more > words || others > hops)
            };
            values.iter().enumerate().any(exceeds)
        };
        Some((0..costs.len()).filter(|i| !is_exceeded(*i)).map(|i| costs[i].clone()).collect())
    }

    /// What a total of this cost needs and is not given: `-m`, `--link far=T_H,T_W`.
    pub fn missing(&self, cost: Option<&Cost>) -> Vec<String> {
        let classed = cost.filter(|cost| cost.has_classes());
        let all = || {
            classed.into_iter().flat_map(|cost| {
                std::iter::once(cost).chain(cost.greatest.iter().flat_map(|one| &one.of))
            })
        };
        let pays_t_w = classed.is_none() || all().any(|cost| !cost.t_w.is_zero());
        let given = [("-m", &self.m), ("--ts", &self.t_s), ("--tw", &self.t_w)];
        let mut missing: Vec<String> = given
            .iter()
            .filter(|(option, number)| number.is_none() && (*option != "--tw" || pays_t_w))
            .map(|(option, _)| (*option).to_owned())
            .collect();
        let lacks =
            |name: &str| self.classes.iter().all(|class| class.name != name || class.t_w.is_none());
        let names = all().flat_map(|cost| &cost.classes);
        let names = names.filter(|(name, on)| !on.t_w.is_zero() && lacks(name));
        let names: BTreeSet<&String> = names.map(|(name, _)| name).collect();
        missing.extend(names.into_iter().map(|name| format!("--link {name}=T_H,T_W")));
        missing
    }
}
