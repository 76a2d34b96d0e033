//! Powers and roots: `2^(log p)` is p, `2^(d + 1)` is `2 * 2^d`, `sqrt(4 p)` is `2 p^(1/2)`; and logarithms, taken apart
//! wherever what they are taken of is a product.

use super::{Stop, too_large};
use crate::normal_form::{Atom, Base, Exponent, Form, Monomial, Normalizer, Poly, PowerBase};
use crate::value::factor;
use hockney_base::number::Rational;

impl Normalizer<'_> {
    /// The power; 0 to the power 0 is 1.
    pub(super) fn power(&mut self, base: &Form, exponent: &Form) -> Result<Form, Stop> {
        if let Some(number) = exponent.as_number() {
            return self.number_power(base, &number);
        }
        if base.as_number().is_some_and(|number| number.is_one()) {
            return Ok(Form::number(1));
        }
        if let Some(number) = base.as_number().filter(Rational::is_negative) {
            return self.signed_power(&number, exponent);
        }
        Ok(match self.symbolic_power(base, exponent)? {
            Some(power) => power,
            None if base.is_zero() => {
                return Err(Stop::Give("0 is raised to a power that is not a number".into()));
            }
            None => self.atom(Atom::PowerOf(base.clone(), exponent.clone()))?,
        })
    }

    fn number_power(&mut self, base: &Form, exponent: &Rational) -> Result<Form, Stop> {
        let small = Exponent::of(exponent).ok_or_else(too_large)?;
        if let Some(whole) = small.to_whole() {
            if whole < 0 {
                let power = base.to_the(whole.checked_neg().ok_or_else(too_large)?)?;
                return self.quotient(&Form::number(1), &power);
            }
            return base.to_the(whole);
        }
        if base.is_zero() {
            if small.is_negative() {
                return Err(Stop::Give("0 is raised to a power below 0".into()));
            }
            return Ok(Form::number(0));
        }
        if !base.below.is_one() {
            let number = Form::number(exponent.clone());
            return self.atom(Atom::PowerOf(base.clone(), number));
        }
        let (number, monomial, rest) = self.parts(&base.above)?;
        if !number.is_positive() {
            return Err(Stop::Give(format!(
                "cannot take a root of {}: it is below 0",
                base.show(self.atoms)
            )));
        }
        let mut power =
            number_to(&number, small)?.times(&Poly::monomial_power(&monomial, small)?)?;
        if !rest.is_one() {
            let degree = Exponent::new(1, small.below().into()).ok_or_else(too_large)?;
            let root = Atom::PowerOf(rest.into(), Form::number(degree.rational()));
            let root = self.atoms.id(root)?;
            let times = small.times(Exponent::whole(small.below())).ok_or_else(too_large)?;
            power = power.times(&Poly::power_of(PowerBase::Atom(root), times)?)?;
            return self.roots_taken_out(&power.into());
        }
        Ok(power.into())
    }

    /// `x^(3/2)` is `x x^(1/2)` for roots of sums too, which products do not combine.
    pub(super) fn roots_taken_out(&mut self, form: &Form) -> Result<Form, Stop> {
        if !self.atoms.has_roots() {
            return Ok(form.clone());
        }
        let above = self.poly_roots(&form.above)?;
        if form.below.is_one() {
            return Ok(above);
        }
        let below = self.poly_roots(&form.below)?;
        above.over(&below)
    }

    fn poly_roots(&mut self, poly: &Poly) -> Result<Form, Stop> {
        let mut total = Form::number(0);
        for (monomial, number) in poly.terms() {
            let mut term = Poly::number(number.clone());
            let mut outside = Form::number(1);
            for (key, mut exponent) in monomial.powers() {
                if let PowerBase::Atom(atom) = key
                    && let Atom::PowerOf(base, degree) = self.atoms.get(atom)
                    && let Some(degree) = degree.as_number().and_then(|n| n.denominator().to_i64())
                {
                    let base = base.clone();
                    let whole = exponent.times(Exponent::new(1, degree).ok_or_else(too_large)?);
                    let whole = whole.ok_or_else(too_large)?.floor();
                    outside = outside.times(&base.to_the(whole)?)?;
                    let taken = Exponent::new(-i64::from(whole) * degree, 1);
                    exponent =
                        taken.and_then(|taken| exponent.plus(taken)).ok_or_else(too_large)?;
                }
                if !exponent.is_zero() {
                    term = term.times(&Poly::power_of(key, exponent)?)?;
                }
            }
            total = total.plus(&outside.times(&term.into())?)?;
        }
        Ok(total)
    }

    /// `(-2)^n`: the sign takes the remainder of n by 2.
    fn signed_power(&mut self, number: &Rational, exponent: &Form) -> Result<Form, Stop> {
        let odd = match exponent.as_poly() {
            Some(poly) if self.is_whole_poly(poly) => self.poly_mod(poly, 2)?,
            _ => None,
        };
        let Some(odd) = odd else {
            let base = Form::number(number.clone());
            return self.atom(Atom::PowerOf(base, exponent.clone()));
        };
        let size = self.power(&Form::number(number.abs()), exponent)?;
        Ok(if odd == 1 { size.negative() } else { size })
    }

    /// A product of powers to the power of a sum, term by term.
    fn symbolic_power(&mut self, base: &Form, exponent: &Form) -> Result<Option<Form>, Stop> {
        let (Some(base), Some(exponent)) = (base.as_poly(), exponent.as_poly()) else {
            return Ok(None);
        };
        let Some((monomial, number)) = base.only_term() else { return Ok(None) };
        let positive = monomial.atoms().all(|atom| self.atoms.is_positive(atom));
        if !positive || !number.is_positive() {
            return Ok(None);
        }
        // The base as primes and atoms with exponents.
        let mut bases: Vec<(Base, Exponent)> = Vec::new();
        for (prime, times) in factor::rational(number).ok_or_else(too_large)? {
            let prime = u32::try_from(prime).map_err(|_| too_large())?;
            bases.push((Base::Prime(prime), Exponent::new(times, 1).ok_or_else(too_large)?));
        }
        bases.extend(monomial.powers().map(|(key, times)| match key {
            PowerBase::Prime(prime) => (Base::Prime(prime), times),
            PowerBase::Atom(atom) => (Base::Atom(atom), times),
        }));
        let mut power = Form::number(1);
        for (term, times) in exponent.terms() {
            let factor = if term.is_one() {
                Some(self.number_power(&base.clone().into(), times)?)
            } else {
                self.power_of_bases(&bases, term, times)?
            };
            let Some(factor) = factor else { return Ok(None) };
            power = power.times(&factor)?;
        }
        Ok(Some(power))
    }

    /// The bases to the power of one term of an exponent that is not a number.
    fn power_of_bases(
        &mut self,
        bases: &[(Base, Exponent)],
        term: &Monomial,
        times: &Rational,
    ) -> Result<Option<Form>, Stop> {
        let Some((PowerBase::Atom(atom), Exponent::ONE)) = term.only() else { return Ok(None) };
        let times = Exponent::of(times).ok_or_else(too_large)?;
        // Twos come several times where the base is 2 sqrt(2).
        let twos = bases.iter().try_fold(Exponent::ZERO, |sum, (base, own)| match base {
            Base::Prime(2) => sum.plus(*own),
            _ => None,
        });
        let inverse = match self.atoms.get(atom) {
            Atom::Log(inner) => Some(PowerBase::Atom(*inner)),
            Atom::LogPrime(prime) => {
                Some(PowerBase::Prime(u32::try_from(*prime).map_err(|_| too_large())?))
            }
            Atom::LogOf(form) => {
                let form = form.clone();
                let Some(twos) = twos else { return Ok(None) };
                let exponent = twos.times(times).ok_or_else(too_large)?;
                return self.number_power(&form, &exponent.rational()).map(Some);
            }
            _ => None,
        };
        if let Some(key) = inverse {
            let Some(twos) = twos else { return Ok(None) };
            let exponent = twos.times(times).ok_or_else(too_large)?;
            return Ok(Some(Poly::power_of(key, exponent)?.into()));
        }
        if !matches!(self.atoms.get(atom), Atom::Symbol { .. }) && !self.atoms.is_whole(atom) {
            return Ok(None);
        }
        let mut power = Poly::one();
        for (base, own) in bases {
            if let Base::Atom(base) = base
                && !matches!(self.atoms.get(*base), Atom::Symbol { .. })
            {
                return Ok(None);
            }
            let id = self.atoms.id(Atom::Power(*base, atom))?;
            let exponent = own.times(times).ok_or_else(too_large)?;
            power = power.times(&Poly::power_of(PowerBase::Atom(id), exponent)?)?;
        }
        Ok(Some(power.into()))
    }
}

/// A positive number to a power, split into primes.
fn number_to(number: &Rational, exponent: Exponent) -> Result<Poly, Stop> {
    if number.is_one() {
        return Ok(Poly::one());
    }
    let mut power = Poly::one();
    for (prime, times) in factor::rational(number).ok_or_else(too_large)? {
        let prime = u32::try_from(prime).map_err(|_| too_large())?;
        let own = Exponent::new(times, 1).and_then(|own| own.times(exponent));
        power =
            power.times(&Poly::power_of(PowerBase::Prime(prime), own.ok_or_else(too_large)?)?)?;
    }
    Ok(power)
}

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
                PowerBase::Prime(prime) => self.log_of_prime(prime.into())?,
                PowerBase::Atom(atom) => self.log_of_atom(atom)?,
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
        let mut common: Vec<(PowerBase, Exponent)> = first
            .powers()
            .filter(|(key, _)| match key {
                PowerBase::Prime(_) => true,
                PowerBase::Atom(atom) => self.atoms.is_positive(*atom),
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
            if matches!(key, PowerBase::Prime(_)) && poly.len() > 1 {
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
