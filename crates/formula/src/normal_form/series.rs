//! Sums over an index in closed form: powers of the index (Faulhaber), geometric ones, and their
//! products.

use super::{Question, Stop, SumStep, too_large};
use crate::normal_form::{Atom, Base, Form, Normalizer, Poly, PowerBase};
use crate::{Expr, Series};
use hockney_base::number::Rational;

/// The most terms of a sum that is written out.
const MOST_TERMS: i64 = 300;
/// The highest power of an index.
const MOST_POWER: i32 = 24;

impl Normalizer<'_> {
    /// A sum from one bound to the other, both included; 0 where there is nothing between.
    pub(super) fn series(&mut self, series: &Series, whole: &Expr) -> Result<Form, Stop> {
        let (from, to) = (self.form(&series.from)?, self.form(&series.to)?);
        for bound in [&from, &to] {
            if !bound.as_poly().is_some_and(|poly| self.is_whole_poly(poly)) {
                return Err(Stop::Give(format!(
                    "the bound {} of a sum is not known to be a whole number",
                    bound.show(self.atoms)
                )));
            }
        }
        let count = to.minus(&from)?.plus(&Form::number(1))?;
        // An empty sum is 0, whatever the closed form is.
        if !self.is_at_least_zero(&count)? {
            return Ok(Form::number(0));
        }
        let first = from.as_number().and_then(|number| number.to_i64());
        let least = Some(first.unwrap_or(i64::from(i32::MIN)));
        let name = series.index.clone();
        let index = self.atoms.id(Atom::Symbol { name, whole: least, index: true })?;
        self.scope.push((series.index.clone(), Form::atom(index)));
        let body = self.form(&series.body);
        self.scope.pop();
        let body = match body {
            Ok(body) => Some(body),
            Err(Stop::Split(question)) if self.asks_about(&question, index) => None,
            Err(stop) => return Err(stop),
        };
        let after = to.plus(&Form::number(1))?;
        if let Some(body) = body
            && let Some(closed) = self.closed(&body, index, [&from, &after])?
        {
            if self.proving {
                // The same from 0 to below the index: what the closed form is a difference of.
                let here = Form::atom(index);
                let sums = self.closed(&body, index, [&Form::number(0), &here])?;
                self.record(whole, &closed, sums.map(|sums| (body, sums, after)));
            }
            return Ok(closed);
        }
        let sum = self.written_out(series, first, &count)?;
        if self.proving {
            self.record(whole, &sum, None);
        }
        Ok(sum)
    }

    fn record(&mut self, expr: &Expr, sum: &Form, why: Option<(Form, Form, Form)>) {
        let text = expr.to_string();
        if !self.sums.iter().any(|known| known.text == text) {
            self.sums.push(SumStep { text, sum: sum.clone(), why });
        }
    }

    fn asks_about(&self, question: &Question, index: u16) -> bool {
        match question {
            Question::Remainder { atom, .. } | Question::Small { atom, .. } => {
                self.atoms.mentions(*atom, index)
            }
            Question::Sign(poly) => poly.atoms().iter().any(|a| self.atoms.mentions(*a, index)),
        }
    }

    /// Term by term, where there are few.
    fn written_out(
        &mut self,
        series: &Series,
        first: Option<i64>,
        count: &Form,
    ) -> Result<Form, Stop> {
        let count = count.as_number().and_then(|number| number.to_i64());
        let (Some(first), Some(count @ 0..=MOST_TERMS)) = (first, count) else {
            return Err(Stop::Give(format!(
                "the sum over {} of {} has no closed form here",
                series.index, series.body
            )));
        };
        let mut total = Form::number(0);
        for value in first..first + count {
            self.scope.push((series.index.clone(), Form::number(value)));
            let term = self.form(&series.body);
            self.scope.pop();
            total = total.plus(&term?)?;
        }
        Ok(total)
    }

    /// The closed form, from the first of the ends to below the second; nothing where a term is not
    /// a power of the index times a power with it as exponent.
    fn closed(&mut self, body: &Form, index: u16, ends: [&Form; 2]) -> Result<Option<Form>, Stop> {
        if self.atoms.form_mentions(&body.below.clone().into(), index) {
            return Ok(None);
        }
        let mut total = Form::number(0);
        for (monomial, number) in body.above.terms() {
            let power = monomial.exponent(index);
            let Some(power @ 0..=MOST_POWER) = power.to_whole() else { return Ok(None) };
            // What is raised to the index, and what does not mention it.
            let mut base = Poly::one();
            let mut rest = monomial.without(index);
            for (key, exponent) in monomial.powers() {
                let PowerBase::Atom(atom) = key else { continue };
                if atom == index || !self.atoms.mentions(atom, index) {
                    continue;
                }
                let Atom::Power(own, by) = *self.atoms.get(atom) else { return Ok(None) };
                if by != index || matches!(own, Base::Atom(own) if own == index) {
                    return Ok(None);
                }
                let own = match own {
                    Base::Prime(prime) => PowerBase::Prime(prime),
                    Base::Atom(own) => PowerBase::Atom(own),
                };
                base = base.times(&Poly::power_of(own, exponent)?)?;
                rest = rest.without(atom);
            }
            let factor = Form::from(Poly::term(rest, number.clone()));
            let sum = self.power_sum(power.unsigned_abs(), &base.into(), ends)?;
            total = total.plus(&factor.times(&sum)?)?;
        }
        Ok(Some(total.over(&body.below.clone().into())?))
    }

    /// The sum of `i^power base^i` from `from` to below `after`, as `G(after) - G(from)` with
    /// `G(i) = base^i Q(i)`.
    fn power_sum(
        &mut self,
        power: u32,
        base: &Form,
        [from, after]: [&Form; 2],
    ) -> Result<Form, Stop> {
        let coefficients = if base.as_number().is_some_and(|base| base.is_one()) {
            faulhaber(power)?
        } else {
            self.geometric(power, base)?
        };
        let mut ends = Vec::with_capacity(2);
        for at in [from, after] {
            let mut value = Form::number(0);
            for coefficient in coefficients.iter().rev() {
                value = value.times(at)?.plus(coefficient)?;
            }
            ends.push(value.times(&self.power(base, at)?)?);
        }
        ends[1].minus(&ends[0])
    }

    /// `Q` with `base Q(i + 1) - Q(i) = i^power`, highest coefficient first found.
    fn geometric(&mut self, power: u32, base: &Form) -> Result<Vec<Form>, Stop> {
        let less = base.minus(&Form::number(1))?;
        let size = usize::try_from(power).map_err(|_| too_large())?;
        let mut found = vec![Form::number(0); size + 1];
        for place in (0..=size).rev() {
            let mut right = Form::number(i32::from(place == size));
            for (higher, found) in found.iter().enumerate().skip(place + 1) {
                let times = base.scaled(&binomial(higher, place));
                right = right.minus(&times.times(found)?)?;
            }
            found[place] = self.quotient(&right, &less)?;
        }
        Ok(found)
    }
}

/// `Q` with `Q(i + 1) - Q(i) = i^power`, a polynomial of one degree more.
fn faulhaber(power: u32) -> Result<Vec<Form>, Stop> {
    let size = usize::try_from(power).map_err(|_| too_large())? + 1;
    let mut found = vec![Rational::zero(); size + 1];
    for place in (0..size).rev() {
        // The coefficient of i^place in Q(i + 1) - Q(i).
        let mut right = Rational::from(u32::from(place == size - 1));
        for (higher, found) in found.iter().enumerate().skip(place + 2) {
            right -= binomial(higher, place) * found;
        }
        found[place + 1] = right.checked_div(&binomial(place + 1, place)).unwrap_or_default();
    }
    Ok(found.into_iter().map(Form::number).collect())
}

fn binomial(n: usize, k: usize) -> Rational {
    let mut product = Rational::one();
    for step in 0..k {
        let factor = Rational::ratio(n - step, step + 1).unwrap_or_default();
        product *= factor;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_faulhaber_are_powers() {
        for power in 0..12 {
            let q = faulhaber(power).unwrap();
            let at = |i: i32| {
                q.iter().rev().fold(Rational::zero(), |sum, coefficient| {
                    sum * Rational::from(i) + coefficient.as_number().unwrap()
                })
            };
            for i in -3..9 {
                assert_eq!(at(i + 1) - at(i), Rational::from(i).pow(power), "{power} at {i}");
            }
        }
    }
}
