//! Quotients of polynomials, compared by multiplying crosswise; and in plain notation: `d t_s + 2^d m t_w - m t_w`.

use super::{Stop, too_large};
use crate::normal_form::{Atom, Atoms, Base, Exponent, Monomial, Poly, PowerBase};
use hockney_base::number::{Rational, sign_before};

/// One polynomial over another, which is not 0.
///
/// The lower one is 1 wherever the quotient comes out, and single terms never stay below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) above: Poly,
    pub(crate) below: Poly,
}

impl From<Poly> for Form {
    fn from(above: Poly) -> Self {
        Self { above, below: Poly::one() }
    }
}

impl Form {
    pub(crate) fn number(number: impl Into<Rational>) -> Self {
        Poly::number(number).into()
    }

    pub(crate) fn atom(atom: u16) -> Self {
        // A first power of an atom is never too large.
        Poly::power_of(PowerBase::Atom(atom), Exponent::ONE).unwrap_or_default().into()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.above.is_zero()
    }

    pub(crate) fn as_number(&self) -> Option<Rational> {
        self.as_poly()?.as_number()
    }

    /// The polynomial that it is, where nothing is divided by.
    pub(crate) fn as_poly(&self) -> Option<&Poly> {
        self.below.is_one().then_some(&self.above)
    }

    pub(crate) fn plus(&self, other: &Self) -> Result<Self, Stop> {
        if self.below == other.below {
            let above = self.above.clone().plus(&other.above)?;
            return Self { above, below: self.below.clone() }.reduced();
        }
        let left = self.above.times(&other.below)?;
        let above = left.plus(&other.above.times(&self.below)?)?;
        Self { above, below: self.below.times(&other.below)? }.reduced()
    }

    pub(crate) fn minus(&self, other: &Self) -> Result<Self, Stop> {
        self.plus(&other.negative())
    }

    #[must_use]
    pub(crate) fn negative(&self) -> Self {
        self.scaled(&(-Rational::one()))
    }

    #[must_use]
    pub(crate) fn scaled(&self, by: &Rational) -> Self {
        Self { above: self.above.scaled(by), below: self.below.clone() }
    }

    pub(crate) fn times(&self, other: &Self) -> Result<Self, Stop> {
        let above = self.above.times(&other.above)?;
        Self { above, below: self.below.times(&other.below)? }.reduced()
    }

    /// Nothing but a limit stands in the way where `other` is not 0.
    pub(crate) fn over(&self, other: &Self) -> Result<Self, Stop> {
        if let Some(recip) = other.above.recip_of_term() {
            return self.times(&Self { above: other.below.times(&recip)?, below: Poly::one() });
        }
        self.times(&Self { above: other.below.clone(), below: other.above.clone() })
    }

    /// To a whole power; 0 to the power 0 is 1.
    pub(crate) fn to_the(&self, exponent: i32) -> Result<Self, Stop> {
        let size = exponent.unsigned_abs();
        let power = if let (Some((monomial, number)), true) =
            (self.above.only_term(), self.below.is_one())
        {
            if number.bits().saturating_mul(u64::from(size)) > 40_000 {
                return Err(too_large());
            }
            let whole = Exponent::new(size.into(), 1).ok_or_else(too_large)?;
            Poly::monomial_power(monomial, whole)?.scaled(&number.pow(size)).into()
        } else {
            Self { above: self.above.to_the(size)?, below: self.below.to_the(size)? }
        };
        if exponent < 0 { Self::number(1).over(&power) } else { Ok(power) }
    }

    /// Are they the same, as far as their forms go? Crosswise, so that no divisor is looked for.
    pub(crate) fn same(&self, other: &Self) -> Result<bool, Stop> {
        if self.below == other.below {
            return Ok(self.above == other.above);
        }
        Ok(self.above.times(&other.below)? == other.above.times(&self.below)?)
    }

    fn reduced(self) -> Result<Self, Stop> {
        if self.below.is_one() {
            return Ok(self);
        }
        if let Some(recip) = self.below.recip_of_term() {
            return Ok(self.above.times(&recip)?.into());
        }
        match self.above.divided_by(&self.below) {
            Some(quotient) => Ok(quotient.into()),
            None => Ok(self),
        }
    }
}

impl Form {
    /// In plain notation.
    pub(crate) fn show(&self, atoms: &Atoms) -> String {
        let above = shown(&self.above, atoms);
        if self.below.is_one() {
            return above;
        }
        let above = if self.above.len() > 1 { format!("({above})") } else { above };
        format!("{above}/({})", shown(&self.below, atoms))
    }
}

/// Terms with t_s first, then t_w and t_h, then the others; in each the greatest first.
pub(super) fn shown(poly: &Poly, atoms: &Atoms) -> String {
    let mut terms: Vec<_> = poly.terms().rev().collect();
    if terms.is_empty() {
        return "0".to_owned();
    }
    terms.sort_by_key(|(monomial, _)| rank(monomial, atoms));
    let mut text = String::new();
    for (place, (monomial, number)) in terms.into_iter().enumerate() {
        text.push_str(sign_before(place, number.is_negative()));
        text.push_str(&term(monomial, &number.abs(), atoms));
    }
    text
}

const TIMES: [&str; 3] = ["t_s", "t_w", "t_h"];

fn symbol(key: PowerBase, atoms: &Atoms) -> Option<&str> {
    match key {
        PowerBase::Atom(atom) => match atoms.get(atom) {
            Atom::Symbol { name, .. } => Some(name),
            _ => None,
        },
        PowerBase::Prime(_) => None,
    }
}

fn rank(monomial: &Monomial, atoms: &Atoms) -> usize {
    let places = monomial.powers().filter_map(|(key, _)| {
        let name = symbol(key, atoms)?;
        TIMES.iter().position(|time| *time == name)
    });
    places.min().unwrap_or(TIMES.len())
}

fn term(monomial: &Monomial, number: &Rational, atoms: &Atoms) -> String {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    if !number.numerator().is_one() {
        above.push(number.numerator().to_string());
    }
    if !number.denominator().is_one() {
        below.push(number.denominator().to_string());
    }
    let mut powers: Vec<_> = monomial.powers().collect();
    powers.sort_by_key(|(key, _)| match symbol(*key, atoms) {
        Some("m") => 1,
        Some(name) if TIMES.contains(&name) => 2,
        _ => 0,
    });
    for (key, exponent) in powers {
        // An exponential or a root with a negative exponent is itself below the line.
        let size = if exponent.is_negative() {
            exponent.times(Exponent::whole(-1)).unwrap_or(exponent)
        } else {
            exponent
        };
        let shown = power(key, size, atoms);
        if exponent.is_negative() { below.push(shown) } else { above.push(shown) }
    }
    let above = if above.is_empty() { "1".to_owned() } else { above.join(" ") };
    match &below[..] {
        [] => above,
        [one] => format!("{above}/{one}"),
        _ => format!("{above}/({})", below.join(" ")),
    }
}

fn power(key: PowerBase, exponent: Exponent, atoms: &Atoms) -> String {
    let half = Exponent::new(1, 2) == Some(exponent);
    let base = match key {
        PowerBase::Prime(prime) => prime.to_string(),
        PowerBase::Atom(atom) => {
            if let Atom::Power(base, by) = atoms.get(atom) {
                let base = match base {
                    Base::Prime(prime) => prime.to_string(),
                    Base::Atom(base) => name(*base, atoms),
                };
                let by = name(*by, atoms);
                return if exponent == Exponent::ONE {
                    format!("{base}^{by}")
                } else {
                    format!("{base}^({} {by})", exponent.rational())
                };
            }
            name(atom, atoms)
        }
    };
    if exponent == Exponent::ONE {
        base
    } else if half {
        format!("sqrt({base})")
    } else if exponent.is_whole() {
        format!("{base}^{}", exponent.rational())
    } else {
        format!("{base}^({})", exponent.rational())
    }
}

fn name(atom: u16, atoms: &Atoms) -> String {
    match atoms.get(atom) {
        Atom::Symbol { name, .. } => name.clone(),
        Atom::LogPrime(prime) => format!("log2({prime})"),
        Atom::Log(inner) => format!("log2({})", name(*inner, atoms)),
        Atom::Power(..) => power(PowerBase::Atom(atom), Exponent::ONE, atoms),
        Atom::Ln2 => "ln(2)".to_owned(),
        Atom::LogOf(form) => format!("log2({})", form.show(atoms)),
        Atom::PowerOf(base, exponent) => {
            format!("({})^({})", base.show(atoms), exponent.show(atoms))
        }
        Atom::Floor(form) => format!("floor({})", form.show(atoms)),
        Atom::CeilLog(form) => format!("ceil(log2({}))", form.show(atoms)),
    }
}
