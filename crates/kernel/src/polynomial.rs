//! Sums of products of names, powers of two and rounded values, with rational coefficients.
//!
//! Exponents may be negative: `m/p`. Two polynomials with the same terms are equal for all values of the
//! names; no values are computed here.

use std::collections::BTreeMap;
use std::iter::Sum;
use std::ops::Deref;

use hockney_base::number::{MOST_EXPONENT, Rational, Terms, powers};
use hockney_base::term::Function;

/// An indivisible factor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A name.
    Name(String),
    /// 2 to the power of an atom.
    PowerOfTwo(Box<Atom>),
    /// A function of polynomials without a simpler form.
    Apply(Function, Vec<Polynomial>),
}

/// A product of powers of atoms; no exponent is 0.
pub type Monomial = BTreeMap<Atom, i64>;

/// A sum of monomials with coefficients; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polynomial(Terms<Monomial>);

impl Deref for Polynomial {
    type Target = Terms<Monomial>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// The maximum number of terms of a polynomial.
const MOST_TERMS: usize = 2000;

impl Polynomial {
    /// A number.
    pub fn number(number: impl Into<Rational>) -> Self {
        Self(Terms::number(number))
    }

    /// A single term.
    pub fn term(monomial: Monomial, coefficient: Rational) -> Self {
        Self(Terms::term(monomial, coefficient))
    }

    /// Adds a term.
    pub fn add_term(&mut self, monomial: Monomial, coefficient: Rational) {
        self.0.add_term(monomial, coefficient);
    }

    /// Each coefficient times a number.
    #[must_use]
    pub fn scaled(&self, by: &Rational) -> Self {
        Self(self.0.scaled(by))
    }

    /// An atom.
    pub fn atom(atom: Atom) -> Self {
        Self::term(Monomial::from([(atom, 1)]), Rational::one())
    }

    /// A name.
    pub fn name(name: &str) -> Self {
        Self::atom(Atom::Name(name.to_owned()))
    }

    /// The atom, if the polynomial is a single one.
    pub fn as_atom(&self) -> Option<&Atom> {
        let (monomial, coefficient) = self.only_term()?;
        only_atom(monomial).filter(|_| coefficient.is_one())
    }

    /// The x of f(x), if it has this form.
    pub fn argument_of(&self, function: Function) -> Option<&Self> {
        self.as_atom()?.argument_of(function)
    }

    /// The sum of two.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self(self.0.clone() + other)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(self.0.clone() - other)
    }

    /// The product; nothing if it becomes too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        self.multiplied(other, MOST_TERMS).map(Self)
    }

    /// The quotient by a polynomial of one term; nothing for others. The caller must ensure that names in the
    /// divisor are not 0.
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        let (monomial, coefficient) = divisor.only_term()?;
        let factor = coefficient.recip()?;
        let quotient = |(of, with): (&Monomial, &Rational)| {
            Some(Self::term(powers(of, monomial, -1)?, with * &factor))
        };
        self.terms().map(quotient).sum()
    }

    /// A whole power; a negative one of a single term only.
    pub fn power(&self, exponent: i64) -> Option<Self> {
        if exponent.abs() > MOST_EXPONENT {
            return None;
        }
        (0..exponent.abs()).try_fold(Self::number(1), |power, _| {
            if exponent > 0 { power.times(self) } else { power.over(self) }
        })
    }

    /// Every atom in it, without nested ones.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.terms().flat_map(|(monomial, _)| monomial.keys())
    }
}

impl Atom {
    /// The x of f(x), if it has this form.
    pub fn argument_of(&self, function: Function) -> Option<&Polynomial> {
        match self {
            Atom::Apply(own, of) if *own == function => of.first(),
            _ => None,
        }
    }

    /// Whether it contains a name.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Atom::Name(own) => own == name,
            Atom::PowerOfTwo(exponent) => exponent.mentions(name),
            Atom::Apply(_, of) => of.iter().any(|p| p.atoms().any(|atom| atom.mentions(name))),
        }
    }
}

/// The atom, if the monomial is a single one.
pub(super) fn only_atom(monomial: &Monomial) -> Option<&Atom> {
    let (atom, exponent) = monomial.first_key_value()?;
    (*exponent == 1 && monomial.len() == 1).then_some(atom)
}

impl Sum for Polynomial {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        Self(terms.map(|term| term.0).sum())
    }
}
