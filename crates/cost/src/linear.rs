//! A cost as a linear form in t_s, m t_w and t_h, and in t_w and t_h of each class of links; and its comparison with a
//! formula, exactly, at one size.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

use serde::Serialize;

use super::tabled::{SizedMessage, as_list, write_sent};
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Parameter};
use hockney_core::topology::Topology;
use hockney_formula::{self as formula, Bindings, EvaluateError, Formula, Powers, Value};

pub use hockney_formula::Comparison;

/// `t_s` startups, `t_w` times m words, `t_h` hops.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cost {
    /// How often the startup time t_s is paid.
    pub t_s: Rational,
    /// How often m words pay the time per word t_w of links without a class.
    pub t_w: Rational,
    /// How many hops pay the time per hop t_h of links without a class.
    pub t_h: Rational,
    /// How often m words are combined, each for γ.
    #[serde(skip_serializing_if = "Rational::is_zero")]
    pub gamma: Rational,
    /// What is paid on the links of each class.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub classes: BTreeMap<String, OnClass>,
    /// What is paid by the greatest of several costs, where only numbers say which one it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub greatest: Vec<Greatest>,
    /// How often a message of a size is paid, where its time is that of a table; then t_s counts the steps, and t_w is what
    /// one time per word would be paid for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", serialize_with = "as_list")]
    pub messages: BTreeMap<SizedMessage, Rational>,
}

/// What is paid on the links of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OnClass {
    /// How often m words pay its time per word.
    pub t_w: Rational,
    /// How many hops pay its time per hop.
    pub t_h: Rational,
}

/// The greatest of several costs, so many times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Greatest {
    /// Costs without a greatest of their own, sorted.
    pub of: Vec<Cost>,
    /// How often it is paid.
    pub times: Rational,
}

impl Cost {
    /// A cost on links without a class.
    pub fn plain(t_s: Rational, t_w: Rational, t_h: Rational) -> Self {
        Cost { t_s, t_w, t_h, ..Cost::default() }
    }

    /// The greatest of some costs, with what is common to all before `max(..)`.
    pub fn greatest_of(of: &[Cost]) -> Self {
        let mut of: Vec<Cost> = of.iter().flat_map(Cost::candidates).collect();
        of.sort();
        of.dedup();
        let Some((first, others)) = of.split_first() else { return Cost::default() };
        let mut cost = others.iter().fold(first.clone(), |common, other| common.least(other));
        if others.is_empty() {
            return cost;
        }
        for one in &mut of {
            *one += &cost.scaled(&-Rational::one());
            one.classes.retain(|_, on| *on != OnClass::default());
            one.messages.retain(|_, times| !times.is_zero());
        }
        of.sort();
        cost.greatest.push(Greatest { of, times: Rational::one() });
        cost
    }

    /// Without its greatest ones the costs of which a cost made by [`Cost::greatest_of`] is the greatest.
    pub(crate) fn candidates(&self) -> Vec<Cost> {
        let common = Cost { greatest: Vec::new(), ..self.clone() };
        let of = self.greatest.first().map_or(&[][..], |greatest| &greatest.of);
        let all = of.iter().map(|one| [&common, one].into_iter().sum()).collect();
        if of.is_empty() { vec![common] } else { all }
    }

    /// The smaller coefficient of each term.
    fn least(&self, other: &Cost) -> Cost {
        let least = |one: &Rational, other: &Rational| one.min(other).clone();
        let mut cost = Cost::plain(
            least(&self.t_s, &other.t_s),
            least(&self.t_w, &other.t_w),
            least(&self.t_h, &other.t_h),
        );
        for (name, one) in &self.classes {
            if let Some(other) = other.classes.get(name) {
                let on =
                    OnClass { t_w: least(&one.t_w, &other.t_w), t_h: least(&one.t_h, &other.t_h) };
                cost.classes.insert(name.clone(), on);
            }
        }
        cost.classes.retain(|_, on| *on != OnClass::default());
        for (sent, times) in &self.messages {
            if let Some(other) = other.messages.get(sent) {
                cost.messages.insert(sent.clone(), least(times, other));
            }
        }
        cost
    }

    /// Whether it is a sum of one t_s, one t_w and one t_h.
    pub fn is_linear(&self) -> bool {
        !self.has_classes() && !self.has_messages()
    }

    /// Whether some messages have the time of a table.
    pub fn has_messages(&self) -> bool {
        self.with_greatest().any(|cost| !cost.messages.is_empty())
    }

    /// This cost, and those of which the greatest is paid.
    pub(crate) fn with_greatest(&self) -> impl Iterator<Item = &Cost> + Clone {
        std::iter::once(self).chain(self.greatest.iter().flat_map(|one| &one.of))
    }

    /// Whether something is paid on links of classes.
    pub fn has_classes(&self) -> bool {
        !(self.classes.is_empty() && self.greatest.is_empty())
    }

    /// Whether it is known to be at most another cost, whatever the times are.
    pub fn is_at_most(&self, other: &Cost) -> bool {
        let zero = OnClass::default();
        let at_most = |(name, one): (&String, &OnClass)| {
            let other = other.classes.get(name).unwrap_or(&zero);
            one.t_w <= other.t_w && one.t_h <= other.t_h
        };
        self.t_s <= other.t_s
            && self.t_w <= other.t_w
            && self.t_h <= other.t_h
            && self.gamma <= other.gamma
            && self.classes.iter().all(at_most)
            && self.greatest == other.greatest
            && self.has_no_more_messages(other)
    }

    /// This cost times a factor.
    #[must_use]
    pub fn times(&self, count: u64) -> Self {
        self.scaled(&Rational::from(count))
    }

    /// The same with a factor that need not be whole.
    pub(super) fn scaled(&self, count: &Rational) -> Self {
        let mut cost = Cost::plain(&self.t_s * count, &self.t_w * count, &self.t_h * count);
        cost.gamma = &self.gamma * count;
        let of_class =
            |class: &OnClass| OnClass { t_w: &class.t_w * count, t_h: &class.t_h * count };
        cost.classes =
            self.classes.iter().map(|(name, class)| (name.clone(), of_class(class))).collect();
        let times = |one: &Greatest| Greatest { times: &one.times * count, of: one.of.clone() };
        cost.greatest = self.greatest.iter().map(times).collect();
        let of_size = |(sent, times): (&SizedMessage, &Rational)| (sent.clone(), times * count);
        cost.messages = self.messages.iter().map(of_size).collect();
        cost
    }

    /// The cost without its hops, as the textbook states costs.
    #[must_use]
    pub fn without_hops(&self) -> Self {
        Cost { t_h: Rational::zero(), ..self.clone() }
    }
}

impl AddAssign<&Cost> for Cost {
    fn add_assign(&mut self, other: &Cost) {
        self.t_s += &other.t_s;
        self.t_w += &other.t_w;
        self.t_h += &other.t_h;
        self.gamma += &other.gamma;
        for (name, class) in &other.classes {
            let sum = self.classes.entry(name.clone()).or_default();
            sum.t_w += &class.t_w;
            sum.t_h += &class.t_h;
        }
        for (sent, times) in &other.messages {
            *self.messages.entry(sent.clone()).or_default() += times;
        }
        for one in &other.greatest {
            match self.greatest.binary_search_by(|known| known.of.cmp(&one.of)) {
                Ok(place) => self.greatest[place].times += &one.times,
                Err(place) => self.greatest.insert(place, one.clone()),
            }
        }
    }
}

impl<'a> Sum<&'a Cost> for Cost {
    fn sum<I: Iterator<Item = &'a Cost>>(costs: I) -> Cost {
        let mut sum = Cost::default();
        costs.for_each(|cost| sum += cost);
        sum
    }
}

/// `3 t_s + 7/2 m t_w + 2 m t_w[far] + 4 t_h + 2 max(m t_w[far], m t_w[near])`, with a table `2 t(m) + t[far](m/2)`; `0` if
/// nothing is paid. A precision applies to the coefficients.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        if self.has_messages() {
            first = write_sent(f, &self.messages)?;
        } else {
            term(f, &mut first, &self.t_s, format_args!("t_s"))?;
            term(f, &mut first, &self.t_w, format_args!("m t_w"))?;
        }
        for (name, class) in &self.classes {
            term(f, &mut first, &class.t_w, format_args!("m t_w[{name}]"))?;
        }
        term(f, &mut first, &self.t_h, format_args!("t_h"))?;
        for (name, class) in &self.classes {
            term(f, &mut first, &class.t_h, format_args!("t_h[{name}]"))?;
        }
        for Greatest { of, times } in &self.greatest {
            let shown = |cost: &Cost| match f.precision() {
                Some(digits) => format!("{cost:.digits$}"),
                None => cost.to_string(),
            };
            let of: Vec<String> = of.iter().map(shown).collect();
            term(f, &mut first, times, format_args!("max({})", of.join(", ")))?;
        }
        term(f, &mut first, &self.gamma, format_args!("m γ"))?;
        if first { f.write_str("0") } else { Ok(()) }
    }
}

fn term(
    f: &mut fmt::Formatter<'_>,
    first: &mut bool,
    coefficient: &Rational,
    unit: fmt::Arguments<'_>,
) -> fmt::Result {
    if coefficient.is_zero() {
        return Ok(());
    }
    f.write_str(if std::mem::take(first) { "" } else { " + " })?;
    if !coefficient.is_one() {
        fmt::Display::fmt(coefficient, f)?;
        f.write_str(" ")?;
    }
    f.write_fmt(unit)
}

/// The value of a formula at a size, and its comparison with a measured cost.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The value of the formula.
    pub value: Value,
    /// The comparison of the measured cost (left) with the formula (right).
    pub comparison: Comparison,
    /// Whether the comparison ignores hops, because the formula has no t_h.
    pub hops_left_out: bool,
}

/// The values of the symbols of a formula: p, d if p is a power of two, and for a grid its sides k_1, k_2, ..
/// (for two sides also r rows and c columns). For a collective also q, the distance of a shift, and n, the
/// number of pieces, if blocks are cut.
pub fn bindings(topology: &Topology, instance: Option<&Instance>) -> Bindings {
    // Among some of the nodes p is their number, and there are no sides.
    let p = instance.map_or(topology.nodes(), |of| of.nodes);
    let mut bindings = Bindings::new().with("p", p);
    // Beside p, d is the dimension; alone it is read as log p, for any p.
    if p.is_power_of_two() {
        bindings.set("d", p.ilog2());
    }
    let sides = topology.network().sides().filter(|_| p == topology.nodes()).unwrap_or(&[]);
    for (i, side) in sides.iter().enumerate() {
        bindings.set(&format!("k_{}", i + 1), *side);
    }
    if let [rows, columns] = sides {
        bindings.set("r", *rows);
        bindings.set("c", *columns);
    }
    if let Some(instance) = instance {
        if instance.collective.parameter() == Some(Parameter::By) {
            bindings.set("q", instance.by);
        }
        // If nothing is cut, n is not the number of pieces.
        if instance.pieces > 1 {
            bindings.set("n", instance.pieces);
        }
    }
    bindings
}

/// These values for a closed form, in which n is the number of pieces even if it is 1.
pub fn bindings_of(topology: &Topology, instance: &Instance) -> Bindings {
    bindings(topology, Some(instance)).with("n", instance.pieces)
}

/// Compares a measured cost with a formula. If the formula has no t_h, hops are ignored: textbook formulas
/// take t_h as 0.
///
/// # Errors
/// A formula without an exact value for these symbols.
pub fn against(
    formula: &Formula,
    bindings: &Bindings,
    cost: &Cost,
) -> Result<Measured, EvaluateError> {
    let value = formula.evaluate(bindings)?;
    let speaks_of_hops = formula.mentions("t_h");
    let hops_left_out = !speaks_of_hops && !cost.t_h.is_zero();
    let cost = if hops_left_out { cost.without_hops() } else { cost.clone() };
    let measured = Value::cost(cost.t_s, cost.t_w, cost.t_h);
    let comparison = formula::compare(&measured, &value);
    Ok(Measured { value, comparison, hops_left_out })
}

/// The coefficients of t_s, m t_w and t_h in a value, if they are rational.
pub fn as_cost(value: &Value) -> Option<Cost> {
    let of = |powers: Powers| value.coefficient(powers).as_rational();
    Some(Cost::plain(of(Powers::T_S)?, of(Powers::M_T_W)?, of(Powers::T_H)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_without_ones_and_zeros() {
        let half = Rational::ratio(7, 2).unwrap();
        let cost = Cost::plain(Rational::one(), half, Rational::zero());
        assert_eq!(cost.to_string(), "t_s + 7/2 m t_w");
        assert_eq!(cost.times(2).to_string(), "2 t_s + 7 m t_w");
        assert_eq!(Cost::default().to_string(), "0");
        assert_eq!(format!("{cost:.6}"), "t_s + 3.5 m t_w");
    }
}
