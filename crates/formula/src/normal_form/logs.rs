//! Logarithms, taken apart wherever what they are taken of is a product.

use super::{Stop, too_large};
use crate::normal_form::{Atom, Base, Exponent, Form, Key, Monomial, Normalizer, Poly};
use crate::value::factor;
use hockney_base::number::Rational;

impl Normalizer<'_> {
    /// The logarithm to base 2.
    pub(super) fn log2(&mut self, form: &Form) -> Result<Form, Stop> {
        if !form.below.is_one() {
            if self.is_above_zero(&form.above) && self.is_above_zero(&form.below) {
                let above = self.log2(&form.above.clone().into())?;
                return above.minus(&self.log2(&form.below.clone().into())?);
            }
            return self.atom(Atom::LogOf(form.clone()));
        }
        let (number, monomial, rest) = self.parts(&form.above)?;
        if !number.is_positive() {
            return Err(Stop::Give(format!(
                "cannot take the logarithm of {}: it is not above 0",
                form.show(self.atoms)
            )));
        }
        let mut log = self.log_of_number(&number)?;
        for (key, exponent) in monomial.powers() {
            let one = match key {
                Key::Prime(prime) => self.log_of_prime(prime.into())?,
                Key::Atom(atom) => self.log_of_atom(atom)?,
            };
            log = log.plus(&one.scaled(&exponent.rational()))?;
        }
        if !rest.is_one() {
            if !self.is_above_zero(&rest) {
                self.assume(format!("{} is above 0", Form::from(rest.clone()).show(self.atoms)));
            }
            let atom = self.atom(Atom::LogOf(rest.into()))?;
            log = log.plus(&atom)?;
        }
        Ok(log)
    }

    /// A number, a product of powers of what is not negative, and the rest: their product.
    ///
    /// Where the rest is a sum, its coefficients are whole and without a common divisor.
    pub(super) fn parts(&self, poly: &Poly) -> Result<(Rational, Monomial, Poly), Stop> {
        let Some((first, first_number)) = poly.terms().next() else {
            return Ok((Rational::zero(), Monomial::default(), Poly::one()));
        };
        let mut common: Vec<(Key, Exponent)> = first
            .powers()
            .filter(|(key, _)| match key {
                Key::Prime(_) => true,
                Key::Atom(atom) => self.atoms.is_positive(*atom),
            })
            .collect();
        let mut above = first_number.numerator().abs();
        let mut below = first_number.denominator();
        for (monomial, number) in poly.terms().skip(1) {
            for (key, exponent) in &mut common {
                let here = monomial.powers().find(|(known, _)| known == key);
                *exponent = here.map_or(Exponent::ZERO, |(_, here)| here).min(*exponent);
            }
            above = above.gcd(&number.numerator()).unwrap_or_else(Rational::one);
            let shared = below.gcd(&number.denominator()).unwrap_or_else(Rational::one);
            below = (below * number.denominator()).checked_div(&shared).unwrap_or_default();
        }
        let mut product = Poly::one();
        for (key, exponent) in common {
            if matches!(key, Key::Prime(_)) && poly.len() > 1 {
                continue;
            }
            if !exponent.is_negative() || poly.len() == 1 {
                product = product.times(&Poly::power_of(key, exponent)?)?;
            }
        }
        let mut number = above.checked_div(&below).unwrap_or_default();
        if poly.len() == 1 && first_number.is_negative() {
            number = -number;
        }
        let recip = product.recip_of_term().ok_or_else(too_large)?;
        let scale = number.recip().unwrap_or_default();
        let rest = poly.times(&recip)?.scaled(&scale);
        let monomial = product.only_term().map(|(monomial, _)| monomial.clone());
        Ok((number, monomial.unwrap_or_default(), rest))
    }

    pub(super) fn is_above_zero(&mut self, poly: &Poly) -> bool {
        let form = Form::from(poly.clone());
        matches!(self.sure_sign(poly, None), Ok(Some(true))) && self.is_surely_not_zero(&form)
    }

    fn log_of_number(&mut self, number: &Rational) -> Result<Form, Stop> {
        let mut log = Form::number(0);
        if number.is_one() {
            return Ok(log);
        }
        for (prime, exponent) in factor::rational(number).ok_or_else(too_large)? {
            log = log.plus(&self.log_of_prime(prime)?.scaled(&exponent.into()))?;
        }
        Ok(log)
    }

    fn log_of_prime(&mut self, prime: u64) -> Result<Form, Stop> {
        Ok(match prime {
            2 => Form::number(1),
            _ => self.atom(Atom::LogPrime(prime))?,
        })
    }

    fn log_of_atom(&mut self, atom: u16) -> Result<Form, Stop> {
        match self.atoms.get(atom).clone() {
            Atom::Power(base, exponent) => {
                let base = match base {
                    Base::Prime(prime) => self.log_of_prime(prime.into())?,
                    Base::Atom(base) => self.log_of_atom(base)?,
                };
                base.times(&Form::atom(exponent))
            }
            _ => self.atom(Atom::Log(atom)),
        }
    }
}
