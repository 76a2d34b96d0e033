//! The values of terms in whole numbers: the meaning that step rules have for the planner.

use thiserror::Error;

use hockney_base::term::{Function, Term};

/// The values of the names in a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameValues {
    /// The number of positions; `d` is its logarithm.
    pub p: u32,
    /// The number of the step within its turn.
    pub i: i64,
    /// The number of pieces per block.
    pub n: u32,
    /// The distance of a shift.
    pub q: u32,
}

impl NameValues {
    fn get(&self, name: &str) -> Option<i128> {
        Some(match name {
            "p" => self.p.into(),
            "d" if self.p.is_power_of_two() => self.p.trailing_zeros().into(),
            "i" => self.i.into(),
            "n" => self.n.into(),
            "q" => self.q.into(),
            _ => return None,
        })
    }
}

/// A term that is evaluated once per step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    term: Term,
    /// `[a, b]` if it is a + b i, as most are.
    linear: Option<[i64; 2]>,
}

impl Expression {
    /// Reads a text; `None` if it is not a term in the names of a rule.
    pub fn read(text: &str) -> Option<Self> {
        fn known(term: &Term) -> bool {
            let name = |name: &str| ["p", "d", "i", "n", "q"].contains(&name);
            !matches!(term, Term::Name(own) if !name(own)) && term.parts().iter().all(known)
        }
        Term::read(text).ok().filter(known).map(Expression::of)
    }

    fn of(term: Term) -> Self {
        let linear = linear(&term);
        Expression { term, linear }
    }

    /// The same with everything evaluated that is constant in all steps of a turn.
    #[must_use]
    pub fn steady(&self, names: &NameValues) -> Self {
        fn steady(term: &Term, get: &dyn Fn(&str) -> Option<i128>) -> Term {
            let number = value(term, get).ok().and_then(|value| i64::try_from(value).ok());
            number.map_or_else(|| term.map(&mut |part| steady(part, get)), Term::whole)
        }
        Expression::of(steady(&self.term, &|name| names.get(name).filter(|_| name != "i")))
    }

    /// Its value; `None` if it is not a whole number or does not fit.
    pub fn value(&self, names: &NameValues) -> Option<i64> {
        if let Some([a, b]) = self.linear {
            return a.checked_add(b.checked_mul(names.i)?);
        }
        value(&self.term, &|name| names.get(name)).ok()?.try_into().ok()
    }

    /// Whether it is constant in all steps of a turn.
    pub fn is_steady(&self) -> bool {
        !self.term.mentions("i")
    }
}

/// No text: an expression without a value.
impl Default for Expression {
    fn default() -> Self {
        Expression::of(Term::name(""))
    }
}

/// `[a, b]` if a term is a + b i.
fn linear(term: &Term) -> Option<[i64; 2]> {
    match term {
        Term::Number(number) => Some([number.to_i64()?, 0]),
        Term::Name(name) => (name == "i").then_some([0, 1]),
        Term::Apply(Function::Sum, of) => of.iter().try_fold([0_i64, 0_i64], |[a, b], term| {
            let [c, d] = linear(term)?;
            Some([a.checked_add(c)?, b.checked_add(d)?])
        }),
        Term::Apply(Function::Product, of) => of.iter().try_fold([1_i64, 0_i64], |[a, b], term| {
            let [c, d] = linear(term)?;
            let cross = a.checked_mul(d)?.checked_add(b.checked_mul(c)?)?;
            (b == 0 || d == 0).then_some([a.checked_mul(c)?, cross])
        }),
        Term::Apply(..) => None,
    }
}

/// Why a term has no whole value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoValue {
    /// `3/2`
    #[error("is not a whole number")]
    Fraction,
    /// `1/0`
    #[error("divides by zero")]
    Zero,
    /// `2^(0 - 1)`
    #[error("has a negative exponent")]
    Exponent,
    /// A value that does not fit, or the logarithm of 0.
    #[error("is too large")]
    Large,
    /// A name without a value.
    #[error("has a name without a value")]
    Name,
}

#[derive(Clone, Copy)]
enum Rounding {
    /// Without a remainder.
    Exact,
    Down,
    Up,
}

/// The whole value of a term, with the values of names.
///
/// # Errors
/// Why it has none.
pub fn value(term: &Term, get: &dyn Fn(&str) -> Option<i128>) -> Result<i128, NoValue> {
    let inner = |term: &Term| value(term, get);
    let two = |of: &[Term]| match of {
        [one, other] => Ok((inner(one)?, inner(other)?)),
        _ => Err(NoValue::Large),
    };
    let fits = |value: Option<i128>| value.ok_or(NoValue::Large);
    match term {
        Term::Number(number) => {
            fits(number.to_i64().map(i128::from).or_else(|| number.to_u64().map(i128::from)))
        }
        Term::Name(name) => get(name).ok_or(NoValue::Name),
        Term::Apply(Function::Sum, of) => {
            of.iter().try_fold(0, |sum: i128, term| fits(sum.checked_add(inner(term)?)))
        }
        Term::Apply(Function::Product, of) => {
            of.iter().try_fold(1, |product: i128, term| fits(product.checked_mul(inner(term)?)))
        }
        Term::Apply(Function::Quotient | Function::Log2, _) => rounded(term, Rounding::Exact, get),
        Term::Apply(Function::Floor, of) => {
            of.iter().try_fold(0, |_, of| rounded(of, Rounding::Down, get))
        }
        Term::Apply(Function::Ceil, of) => {
            of.iter().try_fold(0, |_, of| rounded(of, Rounding::Up, get))
        }
        Term::Apply(function, of) => {
            let (one, other) = two(of)?;
            match function {
                Function::Power if other < 0 => Err(NoValue::Exponent),
                Function::Power => {
                    fits(u32::try_from(other).ok().and_then(|by| one.checked_pow(by)))
                }
                Function::Min => Ok(one.min(other)),
                Function::Max => Ok(one.max(other)),
                Function::Mod if other == 0 => Err(NoValue::Zero),
                Function::Mod => fits(one.checked_rem_euclid(other)),
                Function::Xor => Ok(one ^ other),
                _ => Err(NoValue::Large),
            }
        }
    }
}

/// A quotient or a logarithm, rounded.
fn rounded(
    term: &Term,
    rounding: Rounding,
    get: &dyn Fn(&str) -> Option<i128>,
) -> Result<i128, NoValue> {
    // From 1 on, the rounded logarithm of a quotient is that of the rounded quotient.
    let log_of = |of: &Term, base: i128| match rounded(of, Rounding::Down, get)? {
        ..1 => Err(NoValue::Large),
        _ => log(base, rounded(of, rounding, get)?, rounding),
    };
    match term {
        Term::Apply(Function::Quotient, of) => match &of[..] {
            [Term::Apply(Function::Log2, of), Term::Apply(Function::Log2, base)] => {
                let base = base.iter().try_fold(0, |_, base| value(base, get))?;
                of.iter().try_fold(0, |_, of| log_of(of, base))
            }
            [one, other] => quotient(value(one, get)?, value(other, get)?, rounding),
            _ => Err(NoValue::Large),
        },
        Term::Apply(Function::Log2, of) => of.iter().try_fold(0, |_, of| log_of(of, 2)),
        whole => value(whole, get),
    }
}

fn quotient(a: i128, b: i128, rounding: Rounding) -> Result<i128, NoValue> {
    let (down, rest) = a.checked_div_euclid(b).zip(a.checked_rem_euclid(b)).ok_or(NoValue::Zero)?;
    match rounding {
        Rounding::Exact => {
            if rest == 0 {
                Ok(down)
            } else {
                Err(NoValue::Fraction)
            }
        }
        _ if b < 0 => Err(NoValue::Fraction),
        Rounding::Down => Ok(down),
        Rounding::Up => Ok(down + i128::from(rest > 0)),
    }
}

fn log(base: i128, of: i128, rounding: Rounding) -> Result<i128, NoValue> {
    let down = of.checked_ilog(base).ok_or(NoValue::Large)?;
    let more = base.checked_pow(down) != Some(of);
    match rounding {
        Rounding::Exact if more => Err(NoValue::Fraction),
        Rounding::Exact | Rounding::Down => Ok(down.into()),
        Rounding::Up => Ok(i128::from(down) + i128::from(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, p: u32, i: i64) -> Option<i64> {
        let (read, names) = (Expression::read(text)?, NameValues { p, i, n: 3, q: 5 });
        let value = read.value(&names);
        assert_eq!(read.steady(&names).value(&names), value, "{text}");
        value
    }

    #[test]
    fn texts_have_their_values() {
        for (text, p, i, expected) in [
            ("p - 1", 8, 0, 7),
            ("-i", 8, 3, -3),
            ("2 p - 2^(i + 1)", 8, 1, 12),
            ("ceil(log2 p)", 9, 0, 4),
            ("floor(log2 p)", 9, 0, 3),
            ("floor(log2(p/3))", 13, 0, 2),
            ("ceil(log2(p/3))", 13, 0, 3),
            ("floor(ceil(p/2^i)/2)", 13, 1, 3),
            ("floor(log2(ceil(p/2)))", 7, 0, 2),
            ("floor(ceil(log2 p))", 9, 0, 4),
            ("ceil(log_3 p)", 27, 0, 3),
            ("ceil(log_3 p)", 28, 0, 4),
            ("floor(log_10(p)) + log 2", 99, 0, 2),
            ("p - 1 - floor(p/2)", 7, 0, 3),
            ("min(p, 2^i) - max(0, i - 9)", 7, 2, 4),
            ("p/2^(d - i)", 8, 1, 2),
            ("(p mod 2) (n + q)", 7, 0, 8),
            ("2^ceil(d/2)", 8, 0, 4),
            ("max(0, i - n + 1)", 8, 1, 0),
            ("(i + 1) (i + 2) p", 8, 3, 160),
            ("3 (2 i - 1)", 8, 5, 27),
        ] {
            assert_eq!(value(text, p, i), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_has_no_whole_value_has_none() {
        for (text, p, i) in [
            ("p/2", 7, 0),
            ("d", 7, 0),
            ("log p", 6, 0),
            ("2^i", 8, -1),
            ("2^i", 8, 63),
            ("p/i", 8, 0),
            ("floor(p/i)", 8, -1),
            ("ceil(log2 i)", 8, 0),
            ("log_3 p", 8, 0),
            ("ceil(log_1 p)", 8, 0),
            ("ceil(log2(p/3))", 2, 0),
        ] {
            assert_eq!(value(text, p, i), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_text_is_not_read() {
        for text in
            ["", "p +", "floor p", "(p", "min(p)", "x", "p)", "1 2 y", "99999999999999999999"]
        {
            assert_eq!(Expression::read(text), None, "{text}");
        }
    }
}
