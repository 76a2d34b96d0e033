//! A product of powers of symbols, roots of primes and logarithms of primes.

use hockney_base::number::{Factors, Rational};

/// Exponents of the symbols of a cost; negative where they are divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Powers {
    /// Of the startup time t_s.
    pub t_s: i32,
    /// Of the time for a word t_w.
    pub t_w: i32,
    /// Of the time for a hop t_h.
    pub t_h: i32,
    /// Of the message length m.
    pub m: i32,
}

impl Powers {
    /// Of a number: all 0.
    pub const NONE: Self = Self { t_s: 0, t_w: 0, t_h: 0, m: 0 };
    /// Of `t_s`.
    pub const T_S: Self = Self { t_s: 1, ..Self::NONE };
    /// Of `t_w`.
    pub const T_W: Self = Self { t_w: 1, ..Self::NONE };
    /// Of `t_h`.
    pub const T_H: Self = Self { t_h: 1, ..Self::NONE };
    /// Of `m`.
    pub const M: Self = Self { m: 1, ..Self::NONE };
    /// Of `m t_w`.
    pub const M_T_W: Self = Self { m: 1, t_w: 1, ..Self::NONE };

    /// Symbols and exponents, in the order in which they are written.
    pub fn symbols(self) -> [(&'static str, i32); 4] {
        [("m", self.m), ("t_s", self.t_s), ("t_w", self.t_w), ("t_h", self.t_h)]
    }

    /// Exponents combined one by one; nothing where one of them leaves the range.
    pub(super) fn zip(self, other: Self, f: impl Fn(i32, i32) -> Option<i32>) -> Option<Self> {
        Some(Self {
            t_s: f(self.t_s, other.t_s)?,
            t_w: f(self.t_w, other.t_w)?,
            t_h: f(self.t_h, other.t_h)?,
            m: f(self.m, other.m)?,
        })
    }
}

/// A number that is not rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    /// The logarithm to base 2 of an odd prime; its exponents are whole and not 0.
    Log(u64),
    /// The natural logarithm of 2; its exponents are whole and not 0.
    Ln2,
    /// A prime; its exponents lie strictly between 0 and 1.
    Root(u64),
}

/// Powers of symbols times powers of atoms, in canonical order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Monomial {
    pub(super) powers: Powers,
    /// Sorted, each atom once.
    pub(super) atoms: Vec<(Atom, Rational)>,
}

impl Monomial {
    pub(super) fn of(powers: Powers) -> Self {
        Self { powers, atoms: Vec::new() }
    }

    /// An atom to a power, and the rational that comes out of it: 2^(3/2) is 2 times 2^(1/2).
    pub(super) fn atom(atom: Atom, exponent: &Rational) -> Option<(Self, Rational)> {
        let (rest, factor) = match atom {
            Atom::Log(_) | Atom::Ln2 => (exponent.clone(), Rational::one()),
            Atom::Root(prime) => {
                let whole = exponent.floor();
                (exponent - &whole, whole_power(prime, &whole)?)
            }
        };
        let atoms = if rest.is_zero() { Vec::new() } else { vec![(atom, rest)] };
        Some((Self { powers: Powers::NONE, atoms }, factor))
    }

    /// One over it, and the rational that comes out of it.
    pub(super) fn recip(&self) -> Option<(Self, Rational)> {
        let powers = self.powers.zip(Powers::NONE, |power, _| power.checked_neg())?;
        let start = (Self::of(powers), Rational::one());
        self.atoms.iter().try_fold(start, |(product, factor), (atom, exponent)| {
            let (atom, out) = Self::atom(*atom, &-exponent)?;
            let (product, more) = product.product(&atom)?;
            Some((product, factor * out * more.unwrap_or_else(Rational::one)))
        })
    }

    /// The powers of logarithms in it.
    pub(super) fn logs(&self) -> impl Iterator<Item = (Atom, &Rational)> {
        let logs = self.atoms.iter().filter(|(atom, _)| !matches!(atom, Atom::Root(_)));
        logs.map(|(atom, exponent)| (*atom, exponent))
    }
}

impl Factors for Monomial {
    fn product(&self, other: &Self) -> Option<(Self, Option<Rational>)> {
        let powers = self.powers.zip(other.powers, i32::checked_add)?;
        let (mut atoms, mut factor) = (self.atoms.clone(), None);
        for (atom, exponent) in &other.atoms {
            match atoms.binary_search_by_key(atom, |(atom, _)| *atom) {
                Err(place) => atoms.insert(place, (*atom, exponent.clone())),
                Ok(place) => {
                    let (_, own) = atoms.remove(place);
                    let (rest, out) = Self::atom(*atom, &(own + exponent))?;
                    factor = Some(factor.unwrap_or_else(Rational::one) * out);
                    atoms.extend(rest.atoms);
                    atoms.sort();
                }
            }
        }
        Some((Self { powers, atoms }, factor))
    }
}

/// A prime to a whole power, where that stays within [`super::MAX_BITS`].
fn whole_power(prime: u64, exponent: &Rational) -> Option<Rational> {
    let size = u32::try_from(exponent.abs().to_u64()?).ok()?;
    let bits = u64::from(64 - prime.leading_zeros());
    if bits * u64::from(size) > super::MAX_BITS {
        return None;
    }
    let power = Rational::from(prime).pow(size);
    if exponent.is_negative() { power.recip() } else { Some(power) }
}
