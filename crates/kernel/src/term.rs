//! Formulas for the kernel: trees, before simplification.

use hockney_base::number::Rational;

/// A function of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// The logarithm to base 2.
    Log2,
    /// The greatest whole number not above it.
    Floor,
    /// The least whole number not below it.
    Ceil,
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// The remainder of the first divided by the second.
    Mod,
    /// A whole number from 3 on to the power of the second.
    Power,
}

impl Function {
    /// The written name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Log2 => "log2",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Min => "min",
            Self::Max => "max",
            Self::Mod => "mod",
            Self::Power => "power",
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
    /// A sum.
    Sum(Vec<Term>),
    /// A product.
    Product(Vec<Term>),
    /// The first divided by the second.
    Quotient(Box<Term>, Box<Term>),
    /// The first to the power of the second.
    Power(Box<Term>, Box<Term>),
    /// A function of terms.
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

    /// The sum with another.
    #[must_use]
    pub fn plus(&self, other: &Term) -> Self {
        Term::Sum(vec![self.clone(), other.clone()])
    }

    /// The difference to another.
    #[must_use]
    pub fn minus(&self, other: &Term) -> Self {
        self.plus(&other.negative())
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        Term::whole(-1).times(self)
    }

    /// The product with another.
    #[must_use]
    pub fn times(&self, other: &Term) -> Self {
        Term::Product(vec![self.clone(), other.clone()])
    }

    /// The quotient by another.
    #[must_use]
    pub fn over(&self, other: &Term) -> Self {
        Term::Quotient(Box::new(self.clone()), Box::new(other.clone()))
    }

    /// 2 to this power.
    #[must_use]
    pub fn power_of_two(&self) -> Self {
        Term::Power(Box::new(Term::whole(2)), Box::new(self.clone()))
    }

    /// A function of it.
    #[must_use]
    pub fn apply(self, function: Function) -> Self {
        Term::Apply(function, vec![self])
    }

    /// Whether it contains a name.
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

    /// The same with a name replaced by a term.
    #[must_use]
    pub fn with(&self, name: &str, value: &Term) -> Self {
        self.with_all(&[(name, value)])
    }

    /// The same with names replaced by terms, all at once.
    #[must_use]
    pub fn with_all(&self, values: &[(&str, &Term)]) -> Self {
        let all = |of: &[Term]| of.iter().map(|term| term.with_all(values)).collect();
        let one = |of: &Term| Box::new(of.with_all(values));
        match self {
            Term::Number(_) => self.clone(),
            Term::Name(own) => {
                let value = values.iter().find(|(name, _)| own == name);
                value.map_or_else(|| self.clone(), |(_, value)| (*value).clone())
            }
            Term::Sum(of) => Term::Sum(all(of)),
            Term::Product(of) => Term::Product(all(of)),
            Term::Quotient(a, b) => Term::Quotient(one(a), one(b)),
            Term::Power(a, b) => Term::Power(one(a), one(b)),
            Term::Apply(function, of) => Term::Apply(*function, all(of)),
        }
    }
}
