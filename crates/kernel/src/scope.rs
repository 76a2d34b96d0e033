//! The definitions of names, and the known facts about their size: whole numbers from a least value on.

use std::collections::BTreeMap;

use super::INDEX;
use super::polynomial::{Atom, Monomial, Polynomial, only_atom};
use hockney_base::number::Rational;
use hockney_base::term::{Function, Term};

/// Names of positive numbers of any kind; all other names are whole numbers.
const AMOUNTS: &str = "m t_s t_w t_h block whole t_w[inside] t_w[between] t_h[inside] t_h[between]";

/// The known facts about a whole number x: x >= least, and x leaves `residue` when divided by `modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The least possible value.
    pub least: i64,
    /// At least 1.
    pub modulus: i64,
    /// From 0 to `modulus` - 1.
    pub residue: i64,
}

impl Whole {
    /// Any whole number from the least value on.
    pub fn from(least: i64) -> Self {
        Whole { least, modulus: 1, residue: 0 }
    }

    /// The least number of this kind.
    pub fn smallest(self) -> i64 {
        self.least + (self.residue - self.least).rem_euclid(self.modulus)
    }
}

/// The names of a claim in one case.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Whole numbers.
    pub whole: BTreeMap<String, Whole>,
    /// Names defined by formulas.
    pub means: BTreeMap<String, Term>,
    /// Values that are never below 0, besides those that follow from the least value of each name.
    pub facts: Vec<Polynomial>,
    /// The rounded-up logarithm of a value.
    pub logarithm: Option<(Polynomial, Polynomial)>,
}

impl Scope {
    /// Whether the name is a positive number, whole or not.
    pub fn is_amount(name: &str) -> bool {
        AMOUNTS.split(' ').any(|amount| amount == name)
    }

    /// The same with one more whole number.
    #[must_use]
    pub fn and(&self, name: &str, whole: Whole) -> Self {
        let mut more = self.clone();
        more.whole.insert(name.to_owned(), whole);
        more
    }

    /// The same with step i, for the first i on; `None` if the least value of that is not known.
    pub fn within(&self, first: &Polynomial) -> Option<Self> {
        let first = self.least(first)?.floor().to_i64()?;
        Some(self.and(INDEX, Whole::from(first)))
    }

    /// A number that the value is never below. `None` if none is found, which proves nothing.
    ///
    /// With x = least + x' for every atom, x' >= 0, a sum whose other coefficients are not
    /// negative is at least its constant.
    pub fn least(&self, of: &Polynomial) -> Option<Rational> {
        let mut plain = Polynomial::default();
        for (monomial, coefficient) in self.enlarged(of).terms() {
            if monomial.values().all(|exponent| exponent.is_positive()) {
                plain.add_term(monomial.clone(), coefficient.clone());
            } else if coefficient.is_negative() || !monomial.keys().all(|atom| self.positive(atom))
            {
                return None;
            }
            // A positive value is bounded below only by being positive.
        }
        let shifted = put(&plain, |atom| {
            Some(Polynomial::number(self.least_of(atom)?).plus(&Polynomial::atom(atom.clone())))
        })?;
        let least = shifted.constant();
        let mut others = shifted.terms().filter(|(monomial, _)| !monomial.is_empty());
        others.all(|(_, coefficient)| !coefficient.is_negative()).then_some(least)
    }

    /// Subtracted terms are replaced by upper bounds: floor(x) <= x, 2^floor(log2 x) <= x, and x mod y <= y -
    /// 1 for whole x and y.
    fn enlarged(&self, of: &Polynomial) -> Polynomial {
        let enlarged = |(monomial, coefficient): (&Monomial, &Rational)| {
            let taken = only_atom(monomial).filter(|_| coefficient.is_negative());
            let more = taken.and_then(|atom| Some(self.above(atom)?.scaled(coefficient)));
            more.unwrap_or_else(|| Polynomial::term(monomial.clone(), coefficient.clone()))
        };
        of.terms().map(enlarged).sum()
    }

    /// An upper bound of the atom.
    fn above(&self, atom: &Atom) -> Option<Polynomial> {
        match atom {
            Atom::PowerOfTwo(exponent) => {
                exponent.argument_of(Function::Floor)?.argument_of(Function::Log2).cloned()
            }
            Atom::Apply(Function::Mod, of) => {
                let all = of.iter().all(|of| self.is_whole(of));
                all.then_some(of.get(1)?.minus(&Polynomial::number(1)))
            }
            Atom::Apply(Function::Floor, of) => of.first().cloned(),
            Atom::Name(_) | Atom::Apply(..) => None,
        }
    }

    /// Whether it is never below 0. It is not if it is at least a fact, which is not.
    pub fn not_negative(&self, of: &Polynomial) -> bool {
        let sure = |of: &Polynomial| self.least(of).is_some_and(|least| !least.is_negative());
        let without = |fact: &Polynomial| {
            let factors = of.terms().filter_map(|(of, times)| self.factor(of, times, fact));
            factors.filter_map(|factor| fact.times(&factor)).any(|part| sure(&of.minus(&part)))
        };
        sure(of) || self.facts.iter().any(|fact| sure(&of.minus(fact)) || without(fact))
    }

    /// A non-negative factor for a fact, such that its subtracted term becomes this term.
    fn factor(&self, of: &Monomial, times: &Rational, fact: &Polynomial) -> Option<Polynomial> {
        let away = |of: &Rational| of.is_negative();
        let (taken, by) = fact
            .terms()
            .find(|(taken, by)| away(by) && taken.keys().any(|atom| of.contains_key(atom)))?;
        let taken = Polynomial::term(taken.clone(), by.clone());
        let factor = Polynomial::term(of.clone(), times.clone()).over(&taken)?;
        let (rest, coefficient) = factor.only_term()?;
        let plain = |(atom, exponent): (&Atom, &i64)| {
            exponent.is_positive() && self.least_of(atom).is_some_and(|least| !least.is_negative())
        };
        (!coefficient.is_negative() && rest.iter().all(plain)).then_some(factor)
    }

    /// Whether it is above 0, so that division is possible.
    pub fn positive(&self, atom: &Atom) -> bool {
        let always = match atom {
            Atom::Name(name) => Self::is_amount(name),
            Atom::PowerOfTwo(_) => true,
            Atom::Apply(..) => false,
        };
        always || self.least_of(atom).is_some_and(|least| least.is_positive())
    }

    fn least_of(&self, atom: &Atom) -> Option<Rational> {
        match atom {
            Atom::Name(name) if Self::is_amount(name) => Some(Rational::zero()),
            Atom::Name(name) => self.whole.get(name).map(|x| Rational::from(x.smallest())),
            Atom::PowerOfTwo(exponent) => power_of_two(&self.least_of(exponent)?),
            Atom::Apply(function, of) => match (function, of.as_slice()) {
                (Function::Log2, [of]) => self.least(of)?.floor_log2().map(Rational::from),
                (Function::Floor, [of]) => Some(self.least(of)?.floor()),
                (Function::Ceil, [of]) => Some(self.least(of)?.ceil()),
                (Function::Mod, [_, _]) => Some(Rational::zero()),
                (Function::Power, [_, exponent]) => {
                    self.least(exponent).filter(|least| !least.is_negative())?;
                    Some(Rational::one())
                }
                (Function::Min, of) => {
                    let least = of.iter().map(|of| self.least(of)).collect::<Option<Vec<_>>>();
                    least?.into_iter().min()
                }
                // Nor is the greatest below the mean of any two.
                (Function::Max, of) => {
                    let half = Rational::ratio(1, 2)?;
                    let means = of.iter().enumerate().flat_map(|(k, one)| {
                        of.iter().skip(k).map(|other| one.plus(other).scaled(&half))
                    });
                    means.filter_map(|mean| self.least(&mean)).max()
                }
                _ => None,
            },
        }
    }

    /// Whether the value is whole for all values of the names.
    pub fn is_whole(&self, of: &Polynomial) -> bool {
        self.fraction(of).is_some_and(|fraction| fraction.is_zero())
    }

    /// Whether the term is whole for all values of the names. 2^x/2 is whole for x >= 1, and max(x, y)/2 for
    /// even x and y.
    pub(super) fn whole_term(&self, monomial: &Monomial, coefficient: &Rational) -> bool {
        if !monomial.iter().all(|(atom, exponent)| exponent.is_positive() && self.whole_atom(atom))
        {
            return false;
        }
        let mut times = coefficient.clone();
        for (atom, exponent) in monomial {
            // A power of two with a whole exponent is divided by its least value.
            if let (Atom::PowerOfTwo(_), Some(least)) = (atom, self.least_of(atom)) {
                times = (0..*exponent).fold(times, |times, _| times * &least);
            }
        }
        let each = match only_atom(monomial) {
            Some(Atom::Apply(Function::Min | Function::Max, of)) => {
                of.iter().all(|of| self.is_whole(&of.scaled(coefficient)))
            }
            _ => false,
        };
        times.is_integer() || each
    }

    fn whole_atom(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Name(name) => self.whole.contains_key(name),
            Atom::PowerOfTwo(exponent) => {
                let least = self.least_of(exponent);
                self.whole_atom(exponent) && least.is_some_and(|least| !least.is_negative())
            }
            Atom::Apply(Function::Floor | Function::Ceil, _) => true,
            Atom::Apply(Function::Min | Function::Max | Function::Mod, of) => {
                of.iter().all(|of| self.is_whole(of))
            }
            Atom::Apply(..) => false,
        }
    }

    /// The difference between the value and a whole number, if it is the same for all values of the names: x
    /// = modulus x' + residue shows it for polynomials in x.
    pub(super) fn fraction(&self, of: &Polynomial) -> Option<Rational> {
        let split = put(of, |atom| {
            let own = Polynomial::atom(atom.clone());
            Some(match atom {
                Atom::Name(name) if let Some(x) = self.whole.get(name) => {
                    own.scaled(&x.modulus.into()).plus(&Polynomial::number(x.residue))
                }
                Atom::Name(_) | Atom::PowerOfTwo(_) | Atom::Apply(..) => own,
            })
        })?;
        let constant = split.constant();
        let mut others = split.terms().filter(|(monomial, _)| !monomial.is_empty());
        let whole = others.all(|(monomial, coefficient)| self.whole_term(monomial, coefficient));
        whole.then(|| &constant - constant.floor())
    }
}

/// The same with each atom replaced by a polynomial.
pub(super) fn put(
    of: &Polynomial,
    with: impl Fn(&Atom) -> Option<Polynomial>,
) -> Option<Polynomial> {
    let product = |(monomial, coefficient): (&Monomial, &Rational)| {
        let number = Polynomial::number(coefficient.clone());
        monomial.iter().try_fold(number, |product, (atom, exponent)| {
            product.times(&with(atom)?.power(*exponent)?)
        })
    };
    of.terms().map(product).sum()
}

/// 2 to a whole power, if that is small.
pub fn power_of_two(exponent: &Rational) -> Option<Rational> {
    let exponent = exponent.to_i64().filter(|exponent| exponent.abs() <= 64)?;
    Some(Rational::power(2, exponent))
}
