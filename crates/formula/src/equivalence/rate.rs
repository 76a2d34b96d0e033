//! How fast one term grows: an exponential, a power and a power of the logarithm.

use std::cmp::Ordering;

use crate::normal_form::Exponent;
use hockney_base::number::Rational;

/// How a term grows with one symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    /// The base of the exponential, a product of powers of primes.
    pub(super) base: Vec<(u32, Exponent)>,
    pub(super) power: Exponent,
    pub(super) log: Exponent,
}

impl Rate {
    pub(super) fn none() -> Self {
        Self { base: Vec::new(), power: Exponent::ZERO, log: Exponent::ZERO }
    }

    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(other, Exponent::whole(-1))
    }

    /// The rate of the product with a power of another term.
    pub(super) fn plus(&self, other: &Self, times: Exponent) -> Option<Self> {
        let mut base = self.base.clone();
        for (prime, exponent) in &other.base {
            let more = exponent.times(times)?;
            match base.iter_mut().find(|(known, _)| known == prime) {
                Some((_, own)) => *own = own.plus(more)?,
                None => base.push((*prime, more)),
            }
        }
        base.retain(|(_, exponent)| !exponent.is_zero());
        Some(Self {
            base,
            power: self.power.plus(other.power.times(times)?)?,
            log: self.log.plus(other.log.times(times)?)?,
        })
    }

    /// Compares with constant growth: the base with 1, then the powers.
    pub(super) fn sign(&self) -> Option<Ordering> {
        let mut product = Rational::one();
        let common = self.base.iter().try_fold(1_i32, |common, (_, exponent)| {
            common.checked_mul(exponent.below()).filter(|common| *common < 1000)
        })?;
        for (prime, exponent) in &self.base {
            let whole = exponent.times(Exponent::whole(common))?.to_whole()?;
            if whole.unsigned_abs() > 2000 {
                return None;
            }
            let power = Rational::from(*prime).pow(whole.unsigned_abs());
            product *= if whole < 0 { power.recip()? } else { power };
        }
        let powers = self.power.cmp(&Exponent::ZERO).then(self.log.cmp(&Exponent::ZERO));
        Some(product.cmp(&Rational::one()).then(powers))
    }
}
