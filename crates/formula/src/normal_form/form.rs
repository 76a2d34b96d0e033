//! Quotients of polynomials, compared by multiplying crosswise.

use super::{Stop, too_large};
use crate::normal_form::{Exponent, Key, Poly};
use hockney_base::number::Rational;

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
        Poly::power_of(Key::Atom(atom), Exponent::ONE).unwrap_or_default().into()
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
