//! Which sign a form has, for all values in question, or after one more question.

use super::{Question, Stop};
use crate::normal_form::{
    Atom, Base, Exponent, Form, Normalizer, Poly, PowerBase, common_denominator,
};
use hockney_base::number::Rational;

/// From where on a symbol is looked at as large, tried one after the other.
const LARGE: [i64; 22] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 32, 40, 48, 64];

/// How many of the known signs are taken together.
const MOST_SIGNS: usize = 4;

fn is_first_positive(poly: &Poly) -> bool {
    poly.terms().next_back().is_some_and(|(_, number)| number.is_positive())
}

impl Normalizer<'_> {
    /// Is it at least 0? Where it is at most 0 for all values in question the answer may be no,
    /// though it be 0 for some: callers treat 0 and less alike.
    pub(super) fn is_at_least_zero(&mut self, form: &Form) -> Result<bool, Stop> {
        let poly = form.above.times(&form.below)?;
        if let Some(number) = poly.as_number() {
            return Ok(!number.is_negative());
        }
        if let Some(sign) = self.sure_sign(&poly, None)? {
            return Ok(sign);
        }
        let poly = self.without_factors(&poly)?;
        let positive = is_first_positive(&poly);
        let question = if positive { poly } else { poly.scaled(&(-Rational::one())) };
        if let Some(sign) = self.world.sign(&question) {
            return Ok(sign == positive);
        }
        if self.follows(&question, MOST_SIGNS)? {
            return Ok(positive);
        }
        if self.follows(&question.scaled(&(-Rational::one())), MOST_SIGNS)? {
            return Ok(!positive);
        }
        if let Some(atom) = self.only_whole_symbol(&question) {
            let least = self.world.least(atom, self.atoms).unwrap_or(1);
            for step in LARGE {
                let from = least + step;
                if self.sure_sign(&question, Some((atom, from)))?.is_some() {
                    return Self::ask(Question::Small { atom, from });
                }
            }
        }
        Self::ask(Question::Sign(question))
    }

    /// The same without a factor that all terms have and that is never below 0, so that `max(2p,
    /// 2q)` and `max(p, q)` ask the same question.
    ///
    /// Where x >= 0, x y is at least 0 if y is, and at most 0 if y is; callers need no more.
    fn without_factors(&self, poly: &Poly) -> Result<Poly, Stop> {
        let mut factor = Poly::one();
        for atom in poly.atoms() {
            let exponents = poly.terms().map(|(monomial, _)| monomial.exponent(atom));
            let least = exponents.min().filter(|least| !least.is_zero());
            let away = least.and_then(|least| Exponent::ZERO.minus(least));
            if let Some(away) = away.filter(|_| self.atoms.is_positive(atom)) {
                factor = factor.times(&Poly::power_of(PowerBase::Atom(atom), away)?)?;
            }
        }
        let poly = poly.times(&factor)?;
        // The coefficients as whole numbers that have no common divisor.
        let Some(below) = common_denominator(poly.terms().map(|(_, number)| number)) else {
            return Ok(poly);
        };
        let whole = poly.scaled(&below.into());
        let shared = |shared: Rational, (_, number): (_, &Rational)| shared.gcd(number);
        let shared = whole.terms().try_fold(Rational::zero(), shared);
        Ok(match shared.and_then(|shared| shared.recip()) {
            Some(recip) => whole.scaled(&recip),
            None => poly,
        })
    }

    /// Does it follow from the signs that are known that it is at least 0? Where p - q >= 0 and
    /// q - r >= 0, so is p - r.
    ///
    /// A sum of things that are at least 0, times positive numbers, is at least 0. What is tried is one
    /// after the other that takes the first term away.
    fn follows(&mut self, poly: &Poly, most: usize) -> Result<bool, Stop> {
        if poly.is_zero() || self.sure_sign(poly, None)? == Some(true) {
            return Ok(true);
        }
        let Some((first, number)) = poly.terms().next_back().filter(|_| most > 0) else {
            return Ok(false);
        };
        let world = self.world;
        for known in world.at_least_zero() {
            let own = known.terms().find(|(monomial, _)| *monomial == first);
            let times = own.and_then(|(_, own)| number.checked_div(own));
            if let Some(times) = times.filter(Rational::is_positive)
                && self.follows(&poly.clone().minus(&known.scaled(&times))?, most - 1)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is it above or below 0 for all values in question?
    pub(super) fn is_surely_not_zero(&mut self, form: &Form) -> bool {
        if let Some((monomial, _)) = form.above.only_term() {
            return monomial.atoms().all(|atom| self.is_not_zero(atom));
        }
        if form.above.atoms().is_empty() {
            // Products of fractional powers of different primes are linearly independent.
            return !form.above.is_zero();
        }
        let Ok(Some(moved)) = self.moved(&form.above, None) else { return false };
        let mut signs = moved.terms().map(|(_, number)| number.is_negative());
        let first = signs.next();
        first.is_some_and(|first| signs.all(|sign| sign == first))
            && moved.terms().any(|(monomial, _)| {
                // What was moved may be 0.
                monomial.atoms().all(|atom| {
                    self.atoms.is_not_zero(atom)
                        && !self.atoms.is_whole(atom)
                        && !matches!(self.atoms.get(atom), Atom::Power(..))
                })
            })
    }

    fn is_not_zero(&self, atom: u16) -> bool {
        self.atoms.is_not_zero(atom)
            || self.world.least(atom, self.atoms).is_some_and(|least| least >= 1)
            || matches!(self.atoms.get(atom), Atom::Log(inner)
                if self.world.least(*inner, self.atoms).is_some_and(|least| least >= 2))
    }

    /// At least 0 or at most 0 for all values in question: yes or no; nothing where that does not
    /// show.
    pub(super) fn sure_sign(
        &mut self,
        poly: &Poly,
        large: Option<(u16, i64)>,
    ) -> Result<Option<bool>, Stop> {
        let Some(moved) = self.moved(poly, large)? else { return Ok(None) };
        if moved.terms().all(|(_, number)| number.is_positive()) {
            return Ok(Some(true));
        }
        Ok(moved.terms().all(|(_, number)| number.is_negative()).then_some(false))
    }

    /// The polynomial in `x - least` instead of every whole `x`, so that all atoms are at least 0
    /// and signs of coefficients say something; nothing where an atom may have either sign.
    ///
    /// With `d = l + z`, `b^d` is `b^l (z + 1)` and something that is not negative, for b >= 2.
    fn moved(&mut self, poly: &Poly, large: Option<(u16, i64)>) -> Result<Option<Poly>, Stop> {
        let mut meanings: Vec<(u16, Poly)> = Vec::new();
        for atom in poly.atoms() {
            let plain = poly.terms().all(|(monomial, _)| {
                let exponent = monomial.exponent(atom);
                exponent.is_whole() && !exponent.is_negative()
            });
            let own = Poly::power_of(PowerBase::Atom(atom), Exponent::ONE)?;
            let least = |this: &Self, of: u16| match large {
                Some((symbol, least)) if symbol == of => Some(least),
                _ => this.world.least(of, this.atoms),
            };
            match self.atoms.get(atom).clone() {
                Atom::Symbol { whole: None, .. } | Atom::LogPrime(_) | Atom::Ln2 => {}
                Atom::Symbol { .. } => match least(self, atom) {
                    Some(least) if plain => meanings.push((atom, own.plus(&Poly::number(least))?)),
                    Some(least) if least >= 0 => {}
                    _ => return Ok(None),
                },
                Atom::Log(inner) if least(self, inner).is_some_and(|least| least >= 1) => {}
                Atom::Power(Base::Prime(base), symbol) => {
                    let Some(least @ 0..=64) = least(self, symbol) else { continue };
                    let scale =
                        u32::try_from(least).ok().map(|least| Rational::from(base).pow(least));
                    if let (true, Some(scale)) = (plain, scale) {
                        let z = Poly::power_of(PowerBase::Atom(symbol), Exponent::ONE)?;
                        let line = z.plus(&Poly::one())?.scaled(&scale);
                        meanings.push((atom, own.plus(&line)?));
                    }
                }
                Atom::Power(..) if self.atoms.is_positive(atom) => {}
                Atom::Floor(form) if self.at_least(&form, 0)? => {}
                Atom::CeilLog(form) if self.at_least(&form, 1)? => {}
                _ => return Ok(None),
            }
        }
        let mut moved = Poly::default();
        for (monomial, number) in poly.terms() {
            let mut term = Poly::number(number.clone());
            for (key, exponent) in monomial.powers() {
                let meaning = match key {
                    PowerBase::Atom(atom) => meanings.iter().find(|(known, _)| *known == atom),
                    PowerBase::Prime(_) => None,
                };
                let factor = match (meaning, exponent.to_whole()) {
                    (Some((_, meaning)), Some(whole)) => meaning.to_the(whole.unsigned_abs())?,
                    _ => Poly::power_of(key, exponent)?,
                };
                term = term.times(&factor)?;
            }
            moved = moved.plus(&term)?;
        }
        Ok(Some(moved))
    }

    fn at_least(&mut self, form: &Form, least: i64) -> Result<bool, Stop> {
        let Some(poly) = form.as_poly() else { return Ok(false) };
        let above = poly.clone().minus(&Poly::number(least))?;
        Ok(above.is_zero() || self.sure_sign(&above, None)? == Some(true))
    }

    /// The whole symbol of which alone, beside what is real, the polynomial speaks.
    fn only_whole_symbol(&self, poly: &Poly) -> Option<u16> {
        let mut found = None;
        for atom in poly.atoms() {
            let symbol = match self.atoms.get(atom) {
                Atom::Symbol { whole: None, .. } | Atom::LogPrime(_) | Atom::Ln2 => continue,
                Atom::Symbol { index: false, .. } => atom,
                Atom::Log(inner) | Atom::Power(Base::Prime(_), inner) => *inner,
                _ => return None,
            };
            if found.is_some_and(|found| found != symbol) {
                return None;
            }
            found = Some(symbol);
        }
        let whole = |atom: &u16| {
            matches!(self.atoms.get(*atom), Atom::Symbol { whole: Some(_), index: false, .. })
        };
        found.filter(whole)
    }
}
