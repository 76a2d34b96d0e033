//! The atoms of polynomials, each with a number.

use super::{Stop, too_large};
use crate::normal_form::Form;
use hockney_base::number::work;

/// What cannot be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Atom {
    /// A symbol, or the index of a sum.
    Symbol {
        /// As it is written.
        name: String,
        /// Does it stand for whole numbers, and from which one on? If not, for all above 0.
        whole: Option<i64>,
        /// Is it the index of a sum?
        index: bool,
    },
    /// The logarithm to base 2 of an odd prime.
    LogPrime(u64),
    /// The logarithm to base 2 of an atom.
    Log(u16),
    /// A base to the power of an atom.
    Power(Base, u16),
    /// The natural logarithm of 2.
    Ln2,
    /// The logarithm of something that has no better one.
    LogOf(Form),
    /// A base and an exponent, such as `(p + 1)^(1/2)`.
    PowerOf(Form, Form),
    /// The greatest whole number not above something.
    Floor(Form),
    /// The least whole number not below the logarithm of something.
    CeilLog(Form),
}

/// What can be raised to the power of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Prime(u32),
    Atom(u16),
}

/// Atoms and their numbers, in the order in which they came up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Atoms {
    list: Vec<Atom>,
}

/// Does a name stand for a quantity that need not be whole?
pub(crate) fn is_real(name: &str) -> bool {
    matches!(name, "m" | "t_s" | "t_w" | "t_h" | "α" | "β" | "γ" | "alpha" | "beta" | "gamma")
}

impl Atoms {
    /// The number of an atom, which may be new.
    pub(crate) fn id(&mut self, atom: Atom) -> Result<u16, Stop> {
        work::count_each(self.list.len() / 8);
        let place = self.list.iter().position(|known| *known == atom).unwrap_or_else(|| {
            self.list.push(atom);
            self.list.len() - 1
        });
        u16::try_from(place).map_err(|_| too_large())
    }

    pub(crate) fn get(&self, id: u16) -> &Atom {
        &self.list[usize::from(id)]
    }

    /// The number of the first known atom of a kind.
    pub(crate) fn find(&self, is: impl Fn(&Atom) -> bool) -> Option<u16> {
        self.list.iter().position(is).and_then(|place| u16::try_from(place).ok())
    }

    /// Are there roots of sums?
    pub(crate) fn has_roots(&self) -> bool {
        self.list.iter().any(|atom| matches!(atom, Atom::PowerOf(..)))
    }

    /// Does it stand for whole numbers only?
    pub(crate) fn is_whole(&self, id: u16) -> bool {
        matches!(
            self.get(id),
            Atom::Symbol { whole: Some(_), .. } | Atom::Floor(_) | Atom::CeilLog(_)
        )
    }

    /// Is it never below 0?
    pub(crate) fn is_positive(&self, id: u16) -> bool {
        match self.get(id) {
            Atom::Symbol { whole, .. } => whole.is_none_or(|least| least >= 0),
            Atom::LogPrime(_) | Atom::Ln2 | Atom::Power(Base::Prime(_), _) => true,
            Atom::Log(inner) => {
                matches!(self.get(*inner), Atom::Symbol { whole: Some(least), .. } if *least >= 1)
            }
            Atom::Power(Base::Atom(base), _) => self.is_positive(*base),
            Atom::LogOf(_) | Atom::PowerOf(..) | Atom::Floor(_) | Atom::CeilLog(_) => false,
        }
    }

    /// Is it surely not 0?
    pub(crate) fn is_not_zero(&self, id: u16) -> bool {
        match self.get(id) {
            Atom::Symbol { whole, .. } => whole.is_none_or(|least| least >= 1),
            Atom::LogPrime(_) | Atom::Ln2 | Atom::Power(Base::Prime(_), _) => true,
            Atom::Power(Base::Atom(base), _) => self.is_not_zero(*base),
            _ => false,
        }
    }

    /// Does an atom mention another one?
    pub(crate) fn mentions(&self, id: u16, other: u16) -> bool {
        let within = |form: &Form| self.form_mentions(form, other);
        id == other
            || match self.get(id) {
                Atom::Symbol { .. } | Atom::LogPrime(_) | Atom::Ln2 => false,
                Atom::Log(inner) => self.mentions(*inner, other),
                Atom::Power(base, exponent) => {
                    self.mentions(*exponent, other)
                        || matches!(base, Base::Atom(base) if self.mentions(*base, other))
                }
                Atom::LogOf(form) | Atom::Floor(form) | Atom::CeilLog(form) => within(form),
                Atom::PowerOf(base, exponent) => within(base) || within(exponent),
            }
    }

    pub(crate) fn form_mentions(&self, form: &Form, other: u16) -> bool {
        let in_poly = |atoms: Vec<u16>| atoms.iter().any(|&atom| self.mentions(atom, other));
        in_poly(form.above.atoms()) || in_poly(form.below.atoms())
    }
}
