//! Normal forms in plain notation: `d t_s + 2^d m t_w - m t_w`.

use crate::normal_form::{Atom, Atoms, Base, Exponent, Form, Key, Monomial, Poly};
use hockney_base::number::{Rational, sign_before};

impl Form {
    /// In plain notation.
    pub(crate) fn show(&self, atoms: &Atoms) -> String {
        let above = poly(&self.above, atoms);
        if self.below.is_one() {
            return above;
        }
        let above = if self.above.len() > 1 { format!("({above})") } else { above };
        format!("{above}/({})", poly(&self.below, atoms))
    }
}

/// Terms with t_s first, then t_w and t_h, then the others; in each the greatest first.
pub(super) fn poly(poly: &Poly, atoms: &Atoms) -> String {
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

fn symbol(key: Key, atoms: &Atoms) -> Option<&str> {
    match key {
        Key::Atom(atom) => match atoms.get(atom) {
            Atom::Symbol { name, .. } => Some(name),
            _ => None,
        },
        Key::Prime(_) => None,
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

fn power(key: Key, exponent: Exponent, atoms: &Atoms) -> String {
    let half = Exponent::new(1, 2) == Some(exponent);
    let base = match key {
        Key::Prime(prime) => prime.to_string(),
        Key::Atom(atom) => {
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
        Atom::Power(..) => power(Key::Atom(atom), Exponent::ONE, atoms),
        Atom::Ln2 => "ln(2)".to_owned(),
        Atom::LogOf(form) => format!("log2({})", form.show(atoms)),
        Atom::PowerOf(base, exponent) => {
            format!("({})^({})", base.show(atoms), exponent.show(atoms))
        }
        Atom::Floor(form) => format!("floor({})", form.show(atoms)),
        Atom::CeilLog(form) => format!("ceil(log2({}))", form.show(atoms)),
    }
}
