//! Rounding: removed where remainders determine the difference, otherwise an atom with its argument.

use super::{Question, Stop};
use crate::normal_form::{
    Atom, Base, Exponent, Form, Monomial, Normalizer, Poly, PowerBase, common_denominator, lcm,
};
use hockney_base::number::Rational;

impl Normalizer<'_> {
    /// The least whole number that is not below: `ceil(x) = -floor(-x)`.
    pub(super) fn ceil(&mut self, form: &Form) -> Result<Form, Stop> {
        if let Some(poly) = form.as_poly() {
            let (whole, parts, rest) = self.apart(poly)?;
            if let (true, Some(argument)) = (parts.is_zero(), self.exp2(&rest)?) {
                return self.ceil_log(&argument)?.plus(&whole.into());
            }
        }
        Ok(self.floor(&form.negative())?.negative())
    }

    /// The greatest whole number that is not above.
    pub(super) fn floor(&mut self, form: &Form) -> Result<Form, Stop> {
        let Some(poly) = form.as_poly() else {
            return self.atom(Atom::Floor(form.clone()));
        };
        let (whole, parts, rest) = self.apart(poly)?;
        if rest.is_zero() {
            if parts.is_zero() {
                return Ok(whole.into());
            }
            if let Some(fraction) = self.fraction(&parts)? {
                return Ok(whole.plus(&parts)?.minus(&Poly::number(fraction))?.into());
            }
        }
        if let (true, Some(argument)) = (parts.is_zero(), self.exp2(&rest)?) {
            return self.floor_log(&argument, &rest)?.plus(&whole.into());
        }
        let broken = parts.plus(&rest)?;
        if let (false, Some((above, recip))) = (rest.is_zero(), self.over_whole(&broken)?) {
            let negative = rest.terms().next_back().is_some_and(|(_, number)| number.is_negative());
            if negative {
                // floor(-x/n) = -1 - floor((x - 1)/n) for whole x and n >= 1: both are -k for
                // x = (k - 1) n + 1, .., k n.
                let less = above.scaled(&(-Rational::one())).minus(&Poly::one())?.times(&recip)?;
                let floor = self.floor(&less.into())?;
                return Form::from(whole.minus(&Poly::one())?).minus(&floor);
            }
            if let Some((floor, inner)) = self.floor_in(&above) {
                // floor((floor(x) + k)/n) = floor((x + k)/n) for whole k and n >= 1: a whole number
                // times n is at most x + k just where it is at most floor(x + k).
                let rest = above.minus(&floor)?;
                let inside = inner.plus(&rest.into())?.times(&recip.into())?;
                return self.floor(&inside)?.plus(&whole.into());
            }
        }
        self.atom(Atom::Floor(broken.into()))?.plus(&whole.into())
    }

    /// A polynomial as a whole one, and one over the whole symbols from 1 on by which that is divided;
    /// `None` for other forms.
    fn over_whole(&self, poly: &Poly) -> Result<Option<(Poly, Poly)>, Stop> {
        let Some(number) = common_denominator(poly.terms().map(|(_, number)| number)) else {
            return Ok(None);
        };
        let mut below = Poly::number(number);
        for atom in poly.atoms() {
            let exponents = poly.terms().map(|(monomial, _)| monomial.exponent(atom));
            let Some(least) = exponents.min().filter(|least| least.is_negative()) else { continue };
            let Some(size) = Exponent::ZERO.minus(least) else { return Ok(None) };
            // It is divided by, so it is not 0 either.
            if !self.atoms.is_positive(atom) {
                return Ok(None);
            }
            below = below.times(&Poly::power_of(PowerBase::Atom(atom), size)?)?;
        }
        let above = poly.times(&below)?;
        let whole = self.is_whole_poly(&above) && self.is_whole_poly(&below);
        Ok(below.recip_of_term().filter(|_| whole).map(|recip| (above, recip)))
    }

    /// A term that is a rounded number, and the number.
    fn floor_in(&self, poly: &Poly) -> Option<(Poly, Form)> {
        poly.terms().find_map(|(monomial, number)| match monomial.only()? {
            (PowerBase::Atom(atom), Exponent::ONE) if number.is_one() => match self.atoms.get(atom)
            {
                Atom::Floor(inner) => {
                    Some((Poly::term(monomial.clone(), number.clone()), inner.clone()))
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// A polynomial as what is surely whole, fractions of what is whole (with coefficients between
    /// 0 and 1), and the rest.
    fn apart(&self, poly: &Poly) -> Result<(Poly, Poly, Poly), Stop> {
        let (mut whole, mut parts, mut rest) = (Poly::default(), Poly::default(), Poly::default());
        for (monomial, number) in poly.terms() {
            if self.is_whole_monomial(monomial) {
                let floor = number.floor();
                whole = whole.plus(&Poly::term(monomial.clone(), floor.clone()))?;
                parts = parts.plus(&Poly::term(monomial.clone(), number - floor))?;
            } else {
                rest = rest.plus(&Poly::term(monomial.clone(), number.clone()))?;
            }
        }
        Ok((whole, parts, rest))
    }

    fn is_whole_monomial(&self, monomial: &Monomial) -> bool {
        monomial.powers().all(|(key, exponent)| {
            let PowerBase::Atom(atom) = key else { return false };
            let natural = exponent.is_whole() && !exponent.is_negative();
            natural
                && match self.atoms.get(atom) {
                    Atom::Power(base, symbol) => {
                        self.atoms.is_whole(*symbol)
                            && self.world.least(*symbol, self.atoms).is_some_and(|least| least >= 0)
                            && !matches!(base, Base::Atom(base) if !self.atoms.is_whole(*base))
                    }
                    _ => self.atoms.is_whole(atom),
                }
        })
    }

    /// Is it whole for all values in question?
    pub(super) fn is_whole_poly(&self, poly: &Poly) -> bool {
        let whole = |(monomial, number): (&Monomial, &Rational)| {
            number.is_integer() && self.is_whole_monomial(monomial)
        };
        poly.terms().all(whole)
    }

    /// What a sum of fractions of whole monomials leaves above a whole number; nothing where its
    /// denominators are too large.
    fn fraction(&mut self, parts: &Poly) -> Result<Option<Rational>, Stop> {
        let numbers = parts.terms().map(|(_, number)| number);
        let Some(modulus) = common_denominator(numbers) else { return Ok(None) };
        let scaled = parts.scaled(&modulus.into());
        let Some(remainder) = self.poly_mod(&scaled, modulus)? else { return Ok(None) };
        Ok(Rational::ratio(remainder, modulus))
    }

    /// The remainder of a whole polynomial.
    pub(super) fn poly_mod(&mut self, poly: &Poly, modulus: u32) -> Result<Option<u32>, Stop> {
        let size = Rational::from(modulus);
        let mut total = Rational::zero();
        for (monomial, number) in poly.terms() {
            // Only as much of the atoms matters as the coefficient leaves open.
            let shared = number.gcd(&size).and_then(|shared| u32::try_from(shared.to_u64()?).ok());
            let Some(open) = shared.and_then(|shared| modulus.checked_div(shared)) else {
                return Ok(None);
            };
            if let Some(remainder) = self.monomial_mod(monomial, open)? {
                total += number * Rational::from(remainder);
            } else {
                return Ok(None);
            }
        }
        let remainder = total.modulo(&size).and_then(|rest| rest.to_u64());
        Ok(remainder.and_then(|rest| u32::try_from(rest).ok()))
    }

    fn monomial_mod(&mut self, monomial: &Monomial, modulus: u32) -> Result<Option<u64>, Stop> {
        let mut product = 1 % u64::from(modulus);
        for (key, exponent) in monomial.powers() {
            let (PowerBase::Atom(atom), Some(exponent)) = (key, exponent.to_whole()) else {
                return Ok(None);
            };
            let factor = match self.atoms.get(atom).clone() {
                Atom::Power(Base::Prime(base), symbol) => {
                    let base = power_mod(base.into(), exponent, modulus);
                    self.power_mod(base, symbol, modulus)?
                }
                Atom::Power(..) => None,
                _ => {
                    let remainder = self.remainder(atom, modulus)?;
                    Some(power_mod(remainder.into(), exponent, modulus))
                }
            };
            let Some(factor) = factor else { return Ok(None) };
            product = product * factor % u64::from(modulus);
        }
        Ok(Some(product))
    }

    /// The remainder of a whole atom.
    fn remainder(&mut self, atom: u16, modulus: u32) -> Result<u32, Stop> {
        let (known, remainder) = self.world.remainder(atom);
        if known.is_multiple_of(modulus) {
            return Ok(remainder % modulus);
        }
        Self::ask(Question::Remainder { atom, modulus: lcm(known, modulus) })
    }

    /// Powers of a number repeat their remainders, from some exponent on.
    fn power_mod(&mut self, base: u64, symbol: u16, modulus: u32) -> Result<Option<u64>, Stop> {
        let mut seen = Vec::new();
        let mut power = 1 % u64::from(modulus);
        let first = loop {
            if let Some(first) = seen.iter().position(|known| *known == power) {
                break first;
            }
            seen.push(power);
            power = power * base % u64::from(modulus);
        };
        let (Ok(period), Ok(start)) = (u32::try_from(seen.len() - first), i64::try_from(first))
        else {
            return Ok(None);
        };
        if self.world.least(symbol, self.atoms).is_none_or(|least| least < start) {
            if !matches!(self.atoms.get(symbol), Atom::Symbol { index: false, .. }) {
                return Ok(None);
            }
            return Self::ask(Question::Small { atom: symbol, from: start });
        }
        let remainder = if period == 1 { 0 } else { self.remainder(symbol, period)? };
        let place = (0..seen.len())
            .skip(first)
            .find(|place| u32::try_from(*place).is_ok_and(|place| place % period == remainder));
        Ok(place.map(|place| seen[place]))
    }

    /// 2 to the power of a sum of whole multiples of logarithms, a product; nothing for others.
    fn exp2(&mut self, poly: &Poly) -> Result<Option<Form>, Stop> {
        let mut product = Form::number(1);
        if poly.is_zero() {
            return Ok(None);
        }
        for (monomial, number) in poly.terms() {
            let (Some((PowerBase::Atom(atom), exponent)), Some(times)) =
                (monomial.only(), number.to_i64().and_then(|times| i32::try_from(times).ok()))
            else {
                return Ok(None);
            };
            if exponent != Exponent::ONE {
                return Ok(None);
            }
            let factor = match self.atoms.get(atom) {
                Atom::Log(inner) => Form::atom(*inner),
                Atom::LogPrime(prime) => Form::number(*prime),
                Atom::LogOf(form) => form.clone(),
                _ => return Ok(None),
            };
            product = product.times(&factor.to_the(times)?)?;
        }
        Ok(Some(product))
    }

    /// `ceil(log2 x)`, with powers of two outside. An odd number of at least 3 is not a power of two,
    /// so it may be replaced by the next, which makes one form of those of `ceil(p/2)`.
    fn ceil_log(&mut self, argument: &Form) -> Result<Form, Stop> {
        let Some(poly) = argument.as_poly() else {
            return self.atom(Atom::CeilLog(argument.clone()));
        };
        let (mut twos, mut odd) = without_twos(poly);
        if let Some(log) = odd.as_number().and_then(|number| number.ceil_log2()) {
            return Ok(Form::number(log + twos));
        }
        if self.is_whole_poly(&odd) && self.is_known_odd(&odd)? {
            let three = Form::from(odd.clone().minus(&Poly::number(3))?);
            if self.is_at_least_zero(&three)? {
                let (more, next) = without_twos(&odd.plus(&Poly::one())?);
                (twos, odd) = (twos + more, next);
            }
        }
        self.atom(Atom::CeilLog(odd.into()))?.plus(&Form::number(twos))
    }

    /// `floor(log2 n)` is `ceil(log2(n + 1)) - 1` for whole n from 1 on.
    fn floor_log(&mut self, argument: &Form, log: &Poly) -> Result<Form, Stop> {
        if let Some(poly) = argument.as_poly() {
            let (twos, odd) = without_twos(poly);
            if let Some(log) = odd.as_number().and_then(|number| number.floor_log2()) {
                return Ok(Form::number(log + twos));
            }
            let less = odd.clone().minus(&Poly::one())?;
            if self.is_whole_poly(&odd)
                && (less.is_zero() || self.sure_sign(&less, None)? == Some(true))
            {
                let next = Form::from(odd.plus(&Poly::one())?);
                return self.ceil_log(&next)?.plus(&Form::number(twos - 1));
            }
        }
        self.atom(Atom::Floor(log.clone().into()))
    }

    /// Is it odd by the known remainders? This asks no further question.
    fn is_known_odd(&mut self, poly: &Poly) -> Result<bool, Stop> {
        match self.poly_mod(poly, 2) {
            Ok(remainder) => Ok(remainder == Some(1)),
            Err(Stop::Split(_)) => Ok(false),
            Err(stop) => Err(stop),
        }
    }
}

/// A polynomial as a power of two and what is left, whose coefficients are not all even.
fn without_twos(poly: &Poly) -> (i64, Poly) {
    let twos = |number: &Rational| {
        let two = Rational::from(2);
        let count = |mut whole: Rational| {
            let mut count = 0_i32;
            while let Some(half) = whole.checked_div(&two).filter(Rational::is_integer) {
                if half.is_zero() {
                    break;
                }
                whole = half;
                count += 1;
            }
            count
        };
        count(number.numerator()) - count(number.denominator())
    };
    let least = poly.terms().map(|(_, number)| twos(number)).min().unwrap_or(0);
    let power = Rational::power_of_two(least.unsigned_abs());
    let scale = if least > 0 { power.recip().unwrap_or_default() } else { power };
    (least.into(), poly.scaled(&scale))
}

fn power_mod(base: u64, exponent: i32, modulus: u32) -> u64 {
    let modulus = u64::from(modulus);
    (0..exponent).fold(1 % modulus, |power, _| power * (base % modulus) % modulus)
}
