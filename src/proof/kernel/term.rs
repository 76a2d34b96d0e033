//! Formulas as the kernel takes them: a tree, before anything is simplified.

use crate::number::Rational;

/// A function of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// The logarithm to base 2.
    Log2,
    /// The greatest whole number not above.
    Floor,
    /// The least whole number not below.
    Ceil,
    /// The least of some.
    Min,
    /// The greatest of some.
    Max,
    /// What the first leaves when divided by the second.
    Mod,
}

impl Function {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Log2 => "log2",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Min => "min",
            Self::Max => "max",
            Self::Mod => "mod",
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(Rational),
    /// A name.
    Name(String),
    /// The sum of some.
    Sum(Vec<Term>),
    /// The product of some.
    Product(Vec<Term>),
    /// The first divided by the second.
    Quotient(Box<Term>, Box<Term>),
    /// The first to the power of the second.
    Power(Box<Term>, Box<Term>),
    /// A function of some.
    Apply(Function, Vec<Term>),
}

impl Term {
    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Term::Number(Rational::from(number))
    }

    /// A name.
    pub fn name(name: &str) -> Self {
        Term::Name(name.to_owned())
    }

    /// Does it speak of a name?
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Term::Number(_) => false,
            Term::Name(own) => own == name,
            Term::Sum(of) | Term::Product(of) | Term::Apply(_, of) => {
                of.iter().any(|term| term.mentions(name))
            }
            Term::Quotient(one, other) | Term::Power(one, other) => {
                one.mentions(name) || other.mentions(name)
            }
        }
    }

    /// The same with a term in the place of a name.
    #[must_use]
    pub fn with(&self, name: &str, value: &Term) -> Self {
        let all = |of: &[Term]| of.iter().map(|term| term.with(name, value)).collect();
        let one = |of: &Term| Box::new(of.with(name, value));
        match self {
            Term::Number(_) => self.clone(),
            Term::Name(own) => {
                if own == name {
                    value.clone()
                } else {
                    self.clone()
                }
            }
            Term::Sum(of) => Term::Sum(all(of)),
            Term::Product(of) => Term::Product(all(of)),
            Term::Quotient(a, b) => Term::Quotient(one(a), one(b)),
            Term::Power(a, b) => Term::Power(one(a), one(b)),
            Term::Apply(function, of) => Term::Apply(*function, all(of)),
        }
    }
}
