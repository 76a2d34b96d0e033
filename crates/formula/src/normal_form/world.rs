//! The values under consideration: the known facts about each atom, and how a question splits the
//! values.

use super::{Question, Stop};
use crate::normal_form::{Atom, Atoms, Form, Poly};
use hockney_base::number::{Rational, gcd};

/// The most values of a symbol that are looked at one by one.
const MOST_SMALL: i64 = 64;
/// The largest modulus of remainders.
const MOST_MODULUS: u32 = 360;

/// A part of all values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct World {
    fixed: Vec<(u16, i64)>,
    least: Vec<(u16, i64)>,
    /// Atom, modulus, remainder.
    remainders: Vec<(u16, u32, u32)>,
    /// Polynomials whose first coefficient is above 0, and whether they are at least 0.
    signs: Vec<(Poly, bool)>,
}

impl World {
    pub(crate) fn fixed(&self, atom: u16) -> Option<i64> {
        self.fixed.iter().find(|(known, _)| *known == atom).map(|(_, value)| *value)
    }

    /// The least value of a whole symbol.
    pub(crate) fn least(&self, atom: u16, atoms: &Atoms) -> Option<i64> {
        let own = match atoms.get(atom) {
            Atom::Symbol { whole, .. } => *whole,
            _ => None,
        };
        let found = self.least.iter().find(|(known, _)| *known == atom);
        found.map(|(_, least)| *least).or(own)
    }

    /// The modulus and remainder that are known of a whole atom; those by 1 at least.
    pub(crate) fn remainder(&self, atom: u16) -> (u32, u32) {
        let found = self.remainders.iter().find(|(known, ..)| *known == atom);
        found.map_or((1, 0), |(_, modulus, remainder)| (*modulus, *remainder))
    }

    pub(crate) fn sign(&self, poly: &Poly) -> Option<bool> {
        self.signs.iter().find(|(known, _)| known == poly).map(|(_, sign)| *sign)
    }

    /// What is at least 0 by the signs that are known.
    pub(super) fn at_least_zero(&self) -> impl Iterator<Item = Poly> {
        let of = |(poly, sign): &(Poly, bool)| {
            if *sign { poly.clone() } else { poly.scaled(&(-Rational::one())) }
        };
        self.signs.iter().map(of)
    }

    /// The parts into which the answers to a question divide it.
    fn split(&self, question: &Question, atoms: &Atoms) -> Result<Vec<Self>, String> {
        match question {
            Question::Remainder { atom, modulus } => {
                let (known, remainder) = self.remainder(*atom);
                let finer = lcm(known, *modulus);
                if finer > MOST_MODULUS || finer == known {
                    return Err(format!(
                        "deciding it needs remainders modulo more than {MOST_MODULUS}"
                    ));
                }
                let remainders = (0..finer / known).map(|step| remainder + step * known);
                Ok(remainders
                    .map(|remainder| self.with_remainder(*atom, finer, remainder))
                    .collect())
            }
            Question::Small { atom, from } => {
                let least = self.least(*atom, atoms).unwrap_or(0);
                if *from <= least || *from - least > MOST_SMALL {
                    return Err(format!(
                        "deciding it needs a check of more than {MOST_SMALL} values"
                    ));
                }
                let (modulus, remainder) = self.remainder(*atom);
                let mut rest = self.clone();
                let small = (least..*from)
                    .filter(|value| value.rem_euclid(modulus.into()) == i64::from(remainder))
                    .map(|value| {
                        let mut world = self.clone();
                        world.fixed.push((*atom, value));
                        world
                    });
                rest.least.retain(|(known, _)| known != atom);
                rest.least.push((*atom, *from));
                Ok(small.chain([rest]).collect())
            }
            Question::Sign(poly) => Ok([true, false]
                .map(|sign| {
                    let mut world = self.clone();
                    world.signs.push((poly.clone(), sign));
                    world
                })
                .to_vec()),
        }
    }

    /// Puts the parts into which what stopped the work divides it on a list.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn divide(
        &self,
        stop: Stop,
        atoms: &Atoms,
        open: &mut Vec<Self>,
    ) -> Result<(), String> {
        match stop {
            Stop::Split(question) => open.extend(self.split(&question, atoms)?.into_iter().rev()),
            Stop::Give(why) => return Err(why),
        }
        Ok(())
    }

    fn with_remainder(&self, atom: u16, modulus: u32, remainder: u32) -> Self {
        let mut world = self.clone();
        world.remainders.retain(|(known, ..)| *known != atom);
        world.remainders.push((atom, modulus, remainder));
        world
    }

    /// In words: `p = 1`, `p >= 2, p mod 2 = 1`; nothing for all values.
    pub(crate) fn show(&self, atoms: &Atoms) -> String {
        let name = |atom: u16| Form::atom(atom).show(atoms);
        let fixed = self.fixed.iter().map(|(atom, value)| format!("{} = {value}", name(*atom)));
        let least = self.least.iter().map(|(atom, least)| format!("{} >= {least}", name(*atom)));
        let remainders = self.remainders.iter().map(|(atom, modulus, remainder)| {
            format!("{} mod {modulus} = {remainder}", name(*atom))
        });
        let signs = self.signs.iter().map(|(poly, sign)| {
            let sign = if *sign { ">=" } else { "<" };
            format!("{} {sign} 0", Form::from(poly.clone()).show(atoms))
        });
        let all: Vec<_> = fixed.chain(least).chain(remainders).chain(signs).collect();
        all.join(", ")
    }

    /// Is the symbol held at one value?
    pub(crate) fn is_small(&self, name: &str, atoms: &Atoms) -> bool {
        self.fixed.iter().any(|(atom, _)| {
            matches!(atoms.get(*atom), Atom::Symbol { name: known, .. } if known == name)
        })
    }

    /// Some values that a whole symbol has in it, from the least one on.
    pub(crate) fn values(&self, atom: u16, atoms: &Atoms, count: usize) -> Vec<i64> {
        if let Some(value) = self.fixed(atom) {
            return vec![value];
        }
        let (modulus, remainder) = self.remainder(atom);
        let least = self.least(atom, atoms).unwrap_or(1);
        let first = least + (i64::from(remainder) - least).rem_euclid(modulus.into());
        (0..).take(count).map(|step: i64| first + step * i64::from(modulus)).collect()
    }
}

/// The least number that both divide.
pub(crate) fn lcm(a: u32, b: u32) -> u32 {
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

/// The least whole number that all denominators divide, where it is small.
pub(super) fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Option<u32> {
    let mut common = 1;
    for number in numbers {
        let below = u32::try_from(number.denominator().to_u64()?).ok()?;
        common = lcm(common, below);
        if common > MOST_MODULUS {
            return None;
        }
    }
    Some(common)
}
