//! Converts a formula to its polynomial, by rules that hold for all values of the names in their scope.
//!
//! Each rule is an equation with a proof of two lines, stated at the rule. A part that no rule simplifies
//! stays: two such parts are equal if they are written alike.

use super::Refusal;
use super::polynomial::{Atom, Monomial, Polynomial, only_atom};
use super::scope::{Scope, put};
use hockney_base::number::Rational;
use hockney_base::term::{Function, Term};

/// The maximum nesting of formulas.
const MOST_DEPTH: usize = 64;

impl Scope {
    /// The polynomial of a formula.
    ///
    /// # Errors
    /// A name without a definition, a division by several terms or by a value that may be 0, a logarithm of a
    /// value that may be 0.
    pub fn polynomial(&self, term: &Term) -> Result<Polynomial, Refusal> {
        self.simplified(term, 0)
    }

    fn simplified(&self, term: &Term, depth: usize) -> Result<Polynomial, Refusal> {
        if depth > MOST_DEPTH {
            return Err(Refusal::TooLarge);
        }
        let inner = |term: &Term| self.simplified(term, depth + 1);
        match term {
            Term::Number(number) => Ok(Polynomial::number(number.clone())),
            Term::Name(name) => match self.means.get(name) {
                Some(term) => inner(term),
                None if self.whole.contains_key(name) || Self::is_amount(name) => {
                    Ok(Polynomial::name(name))
                }
                None => Err(Refusal::UnknownName(name.clone())),
            },
            Term::Apply(function, of) => {
                let mut of = of.iter().map(inner).collect::<Result<Vec<_>, _>>()?;
                match (function, of.as_slice()) {
                    (Function::Sum, _) => Ok(of.drain(..).sum()),
                    (Function::Product, of) => of
                        .iter()
                        .try_fold(Polynomial::number(1), |product, factor| product.times(factor))
                        .ok_or(Refusal::TooLarge),
                    (Function::Quotient, [dividend, divisor]) => {
                        let sure = divisor.atoms().all(|atom| self.positive(atom));
                        let quotient = dividend.over(divisor).filter(|_| sure);
                        quotient.ok_or_else(|| Refusal::Divides(divisor.clone()))
                    }
                    (Function::Power, [base, exponent]) => self.power(base, exponent),
                    (Function::Log2, [of]) => self.log2(of),
                    (Function::Floor | Function::Ceil, [of]) => Ok(self.rounded(*function, of)),
                    (Function::Mod, [of, by]) => self.remainder(of, by),
                    (Function::Min | Function::Max, [_, ..]) => Ok(self.extreme(*function, of)),
                    _ => Err(Refusal::TooLarge),
                }
            }
        }
    }

    /// The root of a square: (c x^(2a))^(1/2) = c^(1/2) x^a for x > 0.
    fn root(&self, of: &Polynomial) -> Option<Polynomial> {
        let (square, coefficient) = of.only_term()?;
        let sure = square.iter().all(|(atom, twice)| twice % 2 == 0 && self.positive(atom));
        let mut half = square.clone();
        for twice in half.values_mut() {
            *twice /= 2;
        }
        Some(Polynomial::term(half, coefficient.exact_root(2)?)).filter(|_| sure)
    }

    /// A whole power, or a root; or a power of two, 2^(a + b) = 2^a 2^b. A power of another number stays.
    fn power(&self, base: &Polynomial, exponent: &Polynomial) -> Result<Polynomial, Refusal> {
        let refused = || Refusal::Power(base.clone(), exponent.clone());
        if let Some(exponent) = exponent.as_number() {
            let power = exponent.to_i64().and_then(|exponent| {
                let sure = !exponent.is_negative() || base.atoms().all(|atom| self.positive(atom));
                base.power(exponent).filter(|_| sure)
            });
            let half = (&exponent * Rational::from(2)).is_one();
            return power.or_else(|| self.root(base).filter(|_| half)).ok_or_else(refused);
        }
        let number = base.as_number().ok_or_else(refused)?;
        let Some(twos) = exact_log2(&number) else {
            let whole = number.is_integer() && number > Rational::from(2);
            let of = vec![base.clone(), exponent.clone()];
            let power = whole.then(|| Polynomial::atom(Atom::Apply(Function::Power, of)));
            return power.ok_or_else(refused);
        };
        let mut power = Polynomial::number(1);
        for (monomial, coefficient) in self.halved(exponent).ok_or_else(refused)?.terms() {
            let times = (coefficient * Rational::from(twos)).to_i64().ok_or_else(refused)?;
            let factor = if monomial.is_empty() {
                Polynomial::number(2).power(times)
            } else {
                only_atom(monomial).map(|atom| {
                    let atom = Atom::PowerOfTwo(Box::new(atom.clone()));
                    Polynomial::term(Monomial::from([(atom, times)]), Rational::one())
                })
            };
            power = factor.and_then(|factor| power.times(&factor)).ok_or_else(refused)?;
        }
        Ok(power)
    }

    /// An exponent in which a name x with remainder r mod M is replaced by M floor(x/M) + r, so that x/M has
    /// no fraction.
    fn halved(&self, exponent: &Polynomial) -> Option<Polynomial> {
        put(exponent, |atom| match atom {
            Atom::Name(name)
                if let Some(x) = self.whole.get(name)
                    && x.modulus > 1 =>
            {
                let modulus = Rational::from(x.modulus);
                let part = Polynomial::name(name).scaled(&modulus.recip()?);
                let part = Polynomial::atom(Atom::Apply(Function::Floor, vec![part]));
                Some(part.scaled(&modulus).plus(&Polynomial::number(x.residue)))
            }
            _ => Some(Polynomial::atom(atom.clone())),
        })
    }

    /// log2 (2^a) = a; otherwise it stays, if its argument is provably above 0.
    fn log2(&self, of: &Polynomial) -> Result<Polynomial, Refusal> {
        let exact = of.only_term().and_then(|(monomial, coefficient)| {
            let mut log = Polynomial::number(exact_log2(coefficient)?);
            for (atom, exponent) in monomial {
                let Atom::PowerOfTwo(power) = atom else { return None };
                let power = match power.argument_of(Function::Floor) {
                    Some(of) => self.rounded(Function::Floor, of),
                    None => Polynomial::atom((**power).clone()),
                };
                log = log.plus(&power.scaled(&Rational::from(*exponent)));
            }
            Some(log)
        });
        match exact {
            Some(log) => Ok(log),
            None if self.least(of).is_some_and(|least| least.is_positive()) => {
                Ok(Polynomial::atom(Atom::Apply(Function::Log2, vec![of.clone()])))
            }
            None => Err(Refusal::Logarithm(of.clone())),
        }
    }

    /// The whole terms of a sum, which can be moved out of the rounding, and the rest.
    fn whole_terms(&self, of: &Polynomial) -> (Polynomial, Polynomial) {
        let (mut whole, mut rest) = (Polynomial::default(), Polynomial::default());
        for (monomial, coefficient) in of.terms() {
            let outside = self.whole_term(monomial, coefficient);
            let into = if outside { &mut whole } else { &mut rest };
            into.add_term(monomial.clone(), coefficient.clone());
        }
        (whole, rest)
    }

    /// floor(x) = x - f, where f in [0, 1) is the difference between x and a whole number, and ceil(x) = x - f + 1,
    /// or x if f is 0.
    fn rounded(&self, function: Function, of: &Polynomial) -> Polynomial {
        let up = function == Function::Ceil;
        if let Some(fraction) = self.fraction(of) {
            let more = i64::from(up && !fraction.is_zero());
            return of.minus(&Polynomial::number(fraction)).plus(&Polynomial::number(more));
        }
        let (whole, rest) = self.whole_terms(of);
        let simpler = if up { self.known_ceil(&rest) } else { self.known_floor(&rest) };
        let stays = || Polynomial::atom(Atom::Apply(function, vec![rest]));
        whole.plus(&simpler.unwrap_or_else(stays))
    }

    /// n = floor(n/2) + ceil(n/2) for whole n, and ceil(ceil(x)/2) = ceil(x/2). Therefore
    /// floor(ceil(x)/2) = ceil(x) - ceil(x/2), with which interval halving telescopes.
    fn known_floor(&self, of: &Polynomial) -> Option<Polynomial> {
        let of_number = of.argument_of(Function::Log2).and_then(|of| of.as_number());
        let log = of_number.and_then(|number| number.floor_log2());
        log.map(Polynomial::number).or_else(|| {
            let half = Rational::ratio(1, 2)?;
            let whole = of.scaled(&Rational::from(2));
            let part = whole.argument_of(Function::Ceil)?.scaled(&half);
            Some(whole.minus(&self.rounded(Function::Ceil, &part)))
        })
    }

    /// ceil(x/2^ceil(log2 x)) = 1 for x >= 1, since 2^(L-1) < x <= 2^L for L = ceil(log2 x).
    fn known_ceil(&self, of: &Polynomial) -> Option<Polynomial> {
        let inner = of.argument_of(Function::Log2);
        let known = self.logarithm.as_ref().filter(|(known, _)| inner == Some(known));
        (known.map(|(_, log)| log.clone()))
            .or_else(|| logarithm_to_base(of))
            .or_else(|| self.halved_out(of))
    }

    fn halved_out(&self, of: &Polynomial) -> Option<Polynomial> {
        of.atoms().find_map(|power| {
            let Atom::PowerOfTwo(exponent) = power else { return None };
            let inner = exponent.argument_of(Function::Ceil)?.argument_of(Function::Log2)?;
            let whole = of.times(&Polynomial::atom(power.clone()))?;
            let one = whole == *inner && self.least(inner)? >= Rational::one();
            one.then(|| Polynomial::number(1))
        })
    }

    /// x mod y = x - y floor(x/y), if the floor has a simpler form.
    fn remainder(&self, of: &Polynomial, by: &Polynomial) -> Result<Polynomial, Refusal> {
        if !self.least(by).is_some_and(|least| least.is_positive()) {
            return Err(Refusal::Divides(by.clone()));
        }
        Ok(match of.over(by).and_then(|quotient| self.fraction(&quotient)) {
            Some(fraction) => by.scaled(&fraction),
            None => Polynomial::atom(Atom::Apply(Function::Mod, vec![of.clone(), by.clone()])),
        })
    }

    /// The minimum or maximum without terms that are provably not needed.
    fn extreme(&self, function: Function, of: Vec<Polynomial>) -> Polynomial {
        let mut left: Vec<Polynomial> = Vec::new();
        let beats = |one: &Polynomial, other: &Polynomial| match function {
            Function::Min => self.not_negative(&other.minus(one)),
            _ => self.not_negative(&one.minus(other)),
        };
        for candidate in of {
            if !left.iter().any(|one| beats(one, &candidate)) {
                left.retain(|one| !beats(&candidate, one));
                left.push(candidate);
            }
        }
        left.sort();
        match left.as_slice() {
            [one] => one.clone(),
            _ => Polynomial::atom(Atom::Apply(function, left)),
        }
    }
}

/// The exponent of a power of two.
pub(super) fn exact_log2(of: &Rational) -> Option<i64> {
    of.floor_log2().filter(|floor| of.ceil_log2() == Some(*floor))
}

/// The least whole log with base^log >= x, for (n log2 x)/(d log2 base) with x >= 1 and base >= 2: that of x^n to the
/// base base^d. log2 2 is not written.
fn logarithm_to_base(of: &Polynomial) -> Option<Polynomial> {
    let (monomial, coefficient) = of.only_term()?;
    let other = |(atom, exponent): (&Atom, &i64)| {
        !(exponent.abs() == 1 && matches!(atom, Atom::Apply(Function::Log2, _)))
    };
    let number = |exponent: i64, times: &Rational| {
        let found = monomial.iter().find(|(_, own)| **own == exponent);
        let of = found.map_or(Some(Rational::from(2)), |(atom, _)| {
            atom.argument_of(Function::Log2)?.as_number()
        })?;
        Polynomial::number(of).power(times.to_i64()?)?.as_number()
    };
    let (x, base) = (number(1, &coefficient.numerator())?, number(-1, &coefficient.denominator())?);
    let (mut log, mut power) = (0, Rational::one());
    let twice = monomial.len() > 1 && monomial.values().sum::<i64>() != 0 || monomial.len() > 2;
    if twice || monomial.iter().any(other) || x < power || base < Rational::from(2) {
        return None;
    }
    while power < x {
        power = &power * &base;
        log += 1;
    }
    Some(Polynomial::number(log))
}
