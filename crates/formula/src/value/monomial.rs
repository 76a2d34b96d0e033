//! A product of powers of symbols, roots of primes and logarithms of primes; and values in plain notation, which reads
//! back: `3 t_s + 7 m t_w/2`, `(log2(3) + 1) t_s`.

use std::fmt;

use crate::Value;
use hockney_base::number::{Factors, Rational, sign_before};

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

/// Powers of symbols as they are written; `1` where there is none.
pub(super) fn symbols(powers: Powers) -> String {
    Value::term(1, powers).to_string()
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms: Vec<(bool, String)> = Vec::new();
        for powers in self.powers() {
            let group = self.coefficient(powers);
            match group.sum.only_term() {
                Some((monomial, number)) => {
                    let monomial = Monomial { powers, ..monomial.clone() };
                    terms.push((number.is_negative(), product(&monomial, &number.abs())));
                }
                // Numbers of several terms are terms of the whole, or the factor of a symbol.
                None if powers == Powers::NONE => {
                    terms.extend(group.sum.terms().rev().map(|(monomial, number)| {
                        (number.is_negative(), product(monomial, &number.abs()))
                    }));
                }
                None => {
                    let symbols = Value::term(1, powers).to_string();
                    // 1/m times a sum is the sum over m.
                    let shown = match symbols.strip_prefix("1/") {
                        Some(divisor) => format!("({group})/{divisor}"),
                        None => format!("({group}) {symbols}"),
                    };
                    terms.push((false, shown));
                }
            }
        }
        if terms.is_empty() {
            return f.write_str("0");
        }
        for (place, (negative, term)) in terms.iter().enumerate() {
            write!(f, "{}{term}", sign_before(place, *negative))?;
        }
        Ok(())
    }
}

/// As it is displayed: test failures are read by people.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A term without its sign: factors, and over them what is divided by.
fn product(monomial: &Monomial, number: &Rational) -> String {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    if !number.numerator().is_one() {
        above.push(number.numerator().to_string());
    }
    if !number.denominator().is_one() {
        below.push(number.denominator().to_string());
    }
    above.extend(root(monomial));
    let mut push = |name: &str, exponent: &Rational| {
        let size = exponent.abs();
        let factor = if size.is_one() { name.to_owned() } else { format!("{name}^{size}") };
        if exponent.is_negative() { below.push(factor) } else { above.push(factor) }
    };
    for (log, exponent) in monomial.logs() {
        match log {
            Atom::Log(prime) => push(&format!("log2({prime})"), exponent),
            _ => push("ln(2)", exponent),
        }
    }
    for (name, exponent) in monomial.powers.symbols() {
        if exponent != 0 {
            push(name, &exponent.into());
        }
    }
    let above = if above.is_empty() { "1".to_owned() } else { beside(&above) };
    match &below[..] {
        [] => above,
        [one] => format!("{above}/{one}"),
        _ => format!("{above}/({})", beside(&below)),
    }
}

/// Factors side by side; a number needs a sign before it.
fn beside(factors: &[String]) -> String {
    let mut text = String::new();
    for (place, factor) in factors.iter().enumerate() {
        let digit = factor.starts_with(|first: char| first.is_ascii_digit());
        text.push_str(match (place, digit) {
            (0, _) => "",
            (_, true) => " * ",
            (_, false) => " ",
        });
        text.push_str(factor);
    }
    text
}

/// All roots as one: `sqrt(6)`, `72^(1/6)`.
fn root(monomial: &Monomial) -> Option<String> {
    let roots = || {
        monomial.atoms.iter().filter_map(|(atom, exponent)| match atom {
            Atom::Root(prime) => Some((*prime, exponent)),
            Atom::Log(_) | Atom::Ln2 => None,
        })
    };
    let degree = roots().try_fold(Rational::one(), |degree, (_, exponent)| {
        let below = exponent.denominator();
        (&degree * &below).checked_div(&degree.gcd(&below)?)
    })?;
    let radicand = roots().try_fold(Rational::one(), |product, (prime, exponent)| {
        let power = u32::try_from((exponent * &degree).to_u64()?).ok()?;
        Some(product * Rational::from(prime).pow(power))
    })?;
    match degree.to_u64() {
        Some(1) => None,
        Some(2) => Some(format!("sqrt({radicand})")),
        _ => Some(format!("{radicand}^(1/{degree})")),
    }
}
