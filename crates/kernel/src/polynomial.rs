//! Sums of products of names, powers of two and rounded values, with rational coefficients.
//!
//! Exponents may be negative: `m/p`. Two polynomials with the same terms are equal for all values of the
//! names; no values are computed here.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Sum;
use std::ops::Deref;

use hockney_base::number::{MOST_EXPONENT, Rational, Terms, powers, sign_before};
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

/// A formula that is read back as the same polynomial.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        // Startup times first, then words, then numbers, as in written costs.
        let mut terms: Vec<_> = self.terms().collect();
        let rank = |monomial: &Monomial| {
            let of = |name: &str| monomial.contains_key(&Atom::Name(name.to_owned()));
            (!of("t_s"), !of("t_w"), monomial.is_empty())
        };
        terms.sort_by_key(|(monomial, coefficient)| (rank(monomial), coefficient.is_negative()));
        for (place, (monomial, coefficient)) in terms.iter().enumerate() {
            f.write_str(sign_before(place, coefficient.is_negative()))?;
            write_term(f, monomial, &coefficient.abs())?;
        }
        Ok(())
    }
}

fn write_term(f: &mut fmt::Formatter<'_>, monomial: &Monomial, size: &Rational) -> fmt::Result {
    let cost = |atom: &Atom| match atom {
        Atom::Name(name) if name == "m" => 1,
        Atom::Name(name) if name == "t_s" || name == "t_w" => 2,
        _ => 0,
    };
    let (mut above, below): (Vec<_>, Vec<_>) =
        monomial.iter().partition(|(_, exponent)| **exponent > 0);
    above.sort_by_key(|(atom, _)| cost(atom));
    let mut factors = Vec::new();
    if !size.numerator().is_one() || above.is_empty() {
        factors.push(size.numerator().to_string());
    }
    factors.extend(above.iter().map(|(atom, exponent)| written(atom, **exponent)));
    // Adjacent factors are a product if both are symbols of the model.
    for (place, factor) in factors.iter().enumerate() {
        let beside = matches!(factor.as_str(), "m" | "t_s" | "t_w");
        let between = match (place, beside) {
            (0, _) => "",
            (_, true) => " ",
            (_, false) => " * ",
        };
        write!(f, "{between}{factor}")?;
    }
    let denominator = size.denominator();
    if !denominator.is_one() {
        write!(f, "/{denominator}")?;
    }
    below.iter().try_for_each(|(atom, exponent)| write!(f, "/{}", written(atom, -**exponent)))
}

fn written(atom: &Atom, exponent: i64) -> String {
    match (atom, exponent) {
        (_, 1) => atom.to_string(),
        (Atom::PowerOfTwo(of), _) => format!("2^({exponent} * {of})"),
        (Atom::Apply(Function::Power, _), _) => format!("({atom})^{exponent}"),
        _ => format!("{atom}^{exponent}"),
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Name(name) => f.write_str(name),
            Atom::PowerOfTwo(exponent) => match **exponent {
                Atom::PowerOfTwo(_) => write!(f, "2^({exponent})"),
                Atom::Name(_) | Atom::Apply(..) => write!(f, "2^{exponent}"),
            },
            Atom::Apply(Function::Mod, of) if let [dividend, divisor] = of.as_slice() => {
                write!(f, "(({dividend}) mod ({divisor}))")
            }
            Atom::Apply(Function::Power, of) if let [base, exponent] = of.as_slice() => {
                write!(f, "{base}^({exponent})")
            }
            // The usual notation; elsewhere `log2 p q` would be ambiguous.
            Atom::Apply(function @ (Function::Ceil | Function::Floor), of)
                if let Some(name) = logarithm(of) =>
            {
                write!(f, "{}(log2 {name})", function.name())
            }
            Atom::Apply(function, of) => {
                let of: Vec<_> = of.iter().map(Polynomial::to_string).collect();
                write!(f, "{}({})", function.name(), of.join(", "))
            }
        }
    }
}

/// The name whose logarithm is the only argument.
fn logarithm(of: &[Polynomial]) -> Option<&str> {
    let Atom::Name(name) = of.first()?.argument_of(Function::Log2)?.as_atom()? else { return None };
    Some(name)
}
