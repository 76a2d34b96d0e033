//! The numbers that are put into a cost, with or without units: `1.5us`, `64KiB`.

use std::str::FromStr;

use thiserror::Error;

use super::Cost;
use crate::number::Rational;

/// The numbers as they were written, each of them optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// Words in a block, or bytes where `word` is given.
    pub m: Option<&'a str>,
    /// Startup time.
    pub t_s: Option<&'a str>,
    /// Time per word.
    pub t_w: Option<&'a str>,
    /// Time per hop; 0 where it is left out.
    pub t_h: Option<&'a str>,
    /// The size of a word.
    pub word: Option<&'a str>,
}

/// Exact values for m, t_s, t_w and t_h.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Words in a block.
    pub m: Option<Rational>,
    /// Startup time, in `unit`.
    pub t_s: Option<Rational>,
    /// Time per word, in `unit`.
    pub t_w: Option<Rational>,
    /// Time per hop, in `unit`.
    pub t_h: Rational,
    /// The unit of all times and of the total, the one in which t_s was written.
    pub unit: Option<&'static str>,
}

/// What is wrong with a number of the model: which, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option} {why}")]
pub struct QuantityError {
    /// The option it was given with, such as `--ts`.
    pub option: &'static str,
    /// Why it cannot be used.
    pub why: String,
}

/// Units of time, the smallest first, in picoseconds.
const TIMES: [(&str, u64); 7] = [
    ("ps", 1),
    ("ns", 1_000),
    ("us", 1_000_000),
    ("µs", 1_000_000),
    // The Greek letter, which looks the same as the sign.
    ("μs", 1_000_000),
    ("ms", 1_000_000_000),
    ("s", 1_000_000_000_000),
];

/// Units of size, in bytes.
const SIZES: [(&str, u64); 7] = [
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
];

impl QuantityError {
    fn new(option: &'static str, why: impl Into<String>) -> Self {
        QuantityError { option, why: why.into() }
    }
}

impl Numbers {
    /// Reads the numbers.
    ///
    /// # Errors
    /// A number or unit that cannot be read, a negative one, times of which only some have a
    /// unit, bytes without the size of a word.
    pub fn read(given: Given<'_>) -> Result<Self, QuantityError> {
        let t_s = quantity("--ts", given.t_s, &TIMES)?;
        let t_w = quantity("--tw", given.t_w, &TIMES)?;
        let t_h = quantity("--th", given.t_h, &TIMES)?;
        let unit = [&t_s, &t_w, &t_h].into_iter().flatten().find_map(|time| time.unit);
        let in_unit = |option, time: Option<Quantity>| -> Result<Option<Rational>, QuantityError> {
            let Some(time) = time else { return Ok(None) };
            if time.unit.is_none() && unit.is_some() && !time.value.is_zero() {
                let why = "has no unit while another time has one: write it with its unit, such \
                           as 1.5us";
                return Err(QuantityError::new(option, why));
            }
            let Some((_, picoseconds)) = unit else { return Ok(Some(time.value)) };
            Ok(time.value.checked_div(&Rational::from(picoseconds)))
        };
        Ok(Numbers {
            m: words(given.m, given.word)?,
            t_s: in_unit("--ts", t_s)?,
            t_w: in_unit("--tw", t_w)?,
            t_h: in_unit("--th", t_h)?.unwrap_or_default(),
            unit: unit.map(|(name, _)| name),
        })
    }

    /// The value of a cost, where all that it needs is given.
    pub fn total(&self, cost: &Cost) -> Option<Rational> {
        let (m, t_s, t_w) = (self.m.as_ref()?, self.t_s.as_ref()?, self.t_w.as_ref()?);
        Some(&(&(&cost.t_s * t_s) + &(&(&cost.t_w * m) * t_w)) + &(&cost.t_h * &self.t_h))
    }
}

fn words(m: Option<&str>, word: Option<&str>) -> Result<Option<Rational>, QuantityError> {
    let m = quantity("-m", m, &SIZES)?;
    let word = quantity("--word", word, &SIZES)?;
    let error = |option, why: &str| Err(QuantityError::new(option, why));
    match (m, word) {
        (None, _) => Ok(None),
        (Some(m), None) if m.unit.is_none() => Ok(Some(m.value)),
        (Some(_), None) => {
            error("-m", "is given in bytes: say how large a word is, such as --word 8B")
        }
        (Some(m), Some(_)) if m.unit.is_none() => {
            error("-m", &format!("is {} words already: leave out --word", m.value))
        }
        (Some(_), Some(word)) if word.unit.is_none() => {
            error("--word", "has no unit: write it in bytes, such as 8B")
        }
        (Some(m), Some(word)) => match m.value.checked_div(&word.value) {
            Some(words) => Ok(Some(words)),
            None => error("--word", "is 0: a word has at least a byte"),
        },
    }
}

struct Quantity {
    /// In the smallest unit where it has one.
    value: Rational,
    unit: Option<(&'static str, u64)>,
}

fn quantity(
    option: &'static str,
    text: Option<&str>,
    units: &'static [(&'static str, u64)],
) -> Result<Option<Quantity>, QuantityError> {
    let Some(text) = text.map(str::trim) else { return Ok(None) };
    let error = |why: String| QuantityError::new(option, why);
    let letters = text.trim_end_matches(|c: char| c.is_alphabetic());
    let (number, name) = (letters.trim_end(), &text[letters.len()..]);
    let number = Rational::from_str(number)
        .map_err(|problem| error(format!("cannot be read: {problem}")))?;
    if number.is_negative() {
        return Err(error("is negative: it is 0 or more".to_owned()));
    }
    if name.is_empty() {
        return Ok(Some(Quantity { value: number, unit: None }));
    }
    let Some(unit) = units.iter().find(|(unit, _)| *unit == name) else {
        let known: Vec<&str> =
            units.iter().map(|(unit, _)| *unit).filter(|unit| *unit != "μs").collect();
        let name: String = name.chars().take(20).collect();
        let known = known.join(", ");
        return Err(error(format!("has an unknown unit `{name}`: the units are {known}")));
    };
    Ok(Some(Quantity { value: &number * &Rational::from(unit.1), unit: Some(*unit) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(text: &str) -> Rational {
        text.parse().unwrap()
    }

    #[test]
    fn units_are_exact() {
        let given = Given {
            m: Some("64KiB"),
            word: Some("8B"),
            t_s: Some("1.5us"),
            t_w: Some("2 ns"),
            t_h: None,
        };
        let numbers = Numbers::read(given).unwrap();
        assert_eq!(numbers.m, Some(Rational::from(8192_u64)));
        assert_eq!(numbers.t_s, Some(rational("3/2")));
        assert_eq!(numbers.t_w, Some(rational("1/500")));
        assert_eq!(numbers.unit, Some("us"));
        let cost = Cost { t_s: rational("3"), t_w: rational("3"), t_h: rational("7") };
        assert_eq!(numbers.total(&cost), Some(rational("53.652")));
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let why = |given| Numbers::read(given).unwrap_err().to_string();
        assert_eq!(
            why(Given { t_s: Some("1us"), t_w: Some("2"), ..Given::default() }),
            "--tw has no unit while another time has one: write it with its unit, such as 1.5us"
        );
        assert_eq!(
            why(Given { m: Some("64KiB"), ..Given::default() }),
            "-m is given in bytes: say how large a word is, such as --word 8B"
        );
        assert_eq!(
            why(Given { m: Some("3"), word: Some("8B"), ..Given::default() }),
            "-m is 3 words already: leave out --word"
        );
        assert_eq!(
            why(Given { m: Some("8B"), word: Some("0B"), ..Given::default() }),
            "--word is 0: a word has at least a byte"
        );
        assert_eq!(
            why(Given { t_s: Some("-1"), ..Given::default() }),
            "--ts is negative: it is 0 or more"
        );
        assert_eq!(
            why(Given { t_s: Some("5 lightyears"), ..Given::default() }),
            "--ts has an unknown unit `lightyears`: the units are ps, ns, us, µs, ms, s"
        );
    }
}
