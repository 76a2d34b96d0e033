//! Writing values in plain notation: `3 t_s + 7 m t_w/2`, `(log2(3) + 1) t_s`. It reads back.

use std::fmt;

use super::monomial::{Atom, Monomial, Powers};
use crate::Value;
use hockney_base::number::{Rational, sign_before};

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
