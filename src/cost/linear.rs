//! A cost as a linear form in t_s, m t_w and t_h.

use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

use serde::Serialize;

use crate::number::Rational;

/// `t_s` startups, `t_w` times m words, `t_h` hops.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(clippy::struct_field_names)] // they are the names of the model
pub struct Cost {
    /// How often the startup time t_s is paid.
    pub t_s: Rational,
    /// How often m words pay the time per word t_w.
    pub t_w: Rational,
    /// How many hops pay the time per hop t_h.
    pub t_h: Rational,
}

impl Cost {
    /// This cost times a factor.
    #[must_use]
    pub fn times(&self, count: u64) -> Self {
        let count = Rational::from(count);
        Cost { t_s: &self.t_s * &count, t_w: &self.t_w * &count, t_h: &self.t_h * &count }
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
    }
}

impl<'a> Sum<&'a Cost> for Cost {
    fn sum<I: Iterator<Item = &'a Cost>>(costs: I) -> Cost {
        let mut sum = Cost::default();
        costs.for_each(|cost| sum += cost);
        sum
    }
}

/// `3 t_s + 7/2 m t_w + 4 t_h`; `0` if nothing is paid. A precision applies to the coefficients.
impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = [(&self.t_s, "t_s"), (&self.t_w, "m t_w"), (&self.t_h, "t_h")];
        let mut first = true;
        for (coefficient, unit) in terms {
            if coefficient.is_zero() {
                continue;
            }
            f.write_str(if first { "" } else { " + " })?;
            if !coefficient.is_one() {
                coefficient.fmt(f)?;
                f.write_str(" ")?;
            }
            f.write_str(unit)?;
            first = false;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_without_ones_and_zeros() {
        let half = Rational::ratio(7, 2).unwrap();
        let cost = Cost { t_s: Rational::one(), t_w: half, t_h: Rational::zero() };
        assert_eq!(cost.to_string(), "t_s + 7/2 m t_w");
        assert_eq!(cost.times(2).to_string(), "2 t_s + 7 m t_w");
        assert_eq!(Cost::default().to_string(), "0");
        assert_eq!(format!("{cost:.6}"), "t_s + 3.5 m t_w");
    }
}
