//! The numbers of the cost model, with or without units: `1.5us`, `64KiB`.

use std::str::FromStr;

use thiserror::Error;

use super::Cost;
use crate::number::Rational;

/// The numbers as given, each optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// Words in a block, or a size in bytes.
    pub m: Option<&'a str>,
    /// Startup time.
    pub t_s: Option<&'a str>,
    /// Time per word, or per byte.
    pub t_w: Option<&'a str>,
    /// Time per hop; 0 if missing.
    pub t_h: Option<&'a str>,
    /// The size of a word; one byte if `m` is a size and this is missing.
    pub word: Option<&'a str>,
    /// Bandwidth in bytes or bits per second, instead of `t_w`.
    pub bandwidth: Option<&'a str>,
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
    /// The unit of all times and of the total: the unit of t_s.
    pub unit: Option<&'static str>,
    /// Bytes in a word, if a size in bytes is given.
    pub word: Option<Rational>,
    /// Notes on units that are read in their usual sense although they are not exact.
    pub notes: Vec<String>,
}

/// An invalid number: which one, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option} {why}")]
pub struct QuantityError {
    /// The option, such as `--ts`.
    pub option: &'static str,
    /// Why it cannot be used.
    pub why: String,
}

/// A unit: its name, and its size in the smallest unit.
type Unit = (&'static str, u64);

/// Units of time, the smallest first, in picoseconds.
const TIMES: [Unit; 7] = [
    ("ps", 1),
    ("ns", 1_000),
    ("us", 1_000_000),
    ("µs", 1_000_000),
    // The Greek letter, which looks the same as the micro sign.
    ("μs", 1_000_000),
    ("ms", 1_000_000_000),
    ("s", SECOND),
];

/// A second in picoseconds.
const SECOND: u64 = 1_000_000_000_000;

/// Units of size, in bytes.
const SIZES: [Unit; 10] = [
    ("B", 1),
    ("kB", 1_000),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
];

/// Units of bandwidth, in bits per second.
const RATES: [Unit; 14] = [
    ("bit/s", 1),
    ("kbit/s", 1_000),
    ("Mbit/s", 1_000_000),
    ("Gbit/s", 1_000_000_000),
    ("Tbit/s", 1_000_000_000_000),
    ("B/s", 8),
    ("kB/s", 8_000),
    ("MB/s", 8_000_000),
    ("GB/s", 8_000_000_000),
    ("TB/s", 8_000_000_000_000),
    ("KiB/s", 8 << 10),
    ("MiB/s", 8 << 20),
    ("GiB/s", 8 << 30),
    ("TiB/s", 8 << 40),
];

/// Accepted units that are not listed.
const UNLISTED: [&str; 2] = ["μs", "KB"];

/// The listed spelling of a rate: `Gb/s`, `Gbps` and `gbit/s` are `Gbit/s`, `GBps` is `GB/s`, and `KB/s`
/// is `kB/s`. Elsewhere it is the name itself.
fn listed(name: &str) -> String {
    let Some(size) = name.strip_suffix("/s").or_else(|| name.strip_suffix("ps")) else {
        return name.to_owned();
    };
    let lower = size.to_lowercase();
    let bits = lower.strip_suffix("bits").or_else(|| lower.strip_suffix("bit"));
    let (prefix, unit) = match (bits, size.strip_suffix('b'), size.strip_suffix('B')) {
        (Some(prefix), ..) => (prefix.to_uppercase(), "bit"),
        (_, Some(prefix), _) => (prefix.to_owned(), "bit"),
        (.., Some(prefix)) => (prefix.to_owned(), "B"),
        _ => return name.to_owned(),
    };
    format!("{}{unit}/s", if prefix == "K" { "k" } else { &prefix })
}

/// The two units that a spelling may mean, where its case leaves that open: `mb/s` is Mbit/s or MB/s, and
/// `Mb` is Mbit or MB.
fn two_meanings(name: &str) -> Option<(String, String)> {
    let (size, per) = match name.strip_suffix("/s").or_else(|| name.strip_suffix("ps")) {
        Some(size) => (size, "/s"),
        None => (name, ""),
    };
    let prefix = match size.strip_suffix(['b', 'B'])? {
        "k" | "K" => "k".to_owned(),
        prefix @ ("" | "m" | "M" | "g" | "G" | "t" | "T") => prefix.to_uppercase(),
        _ => return None,
    };
    Some((format!("{prefix}bit{per}"), format!("{prefix}B{per}")))
}

impl QuantityError {
    fn new(option: &'static str, why: impl Into<String>) -> Self {
        QuantityError { option, why: why.into() }
    }
}

impl Numbers {
    /// Reads the numbers.
    ///
    /// # Errors
    /// A number or unit that cannot be read, a negative number, times with and without units together, a
    /// bandwidth beside t_w, and a bandwidth without the size of a word.
    pub fn read(given: Given<'_>) -> Result<Self, QuantityError> {
        let t_s = quantity("--ts", given.t_s, &TIMES)?;
        let size = Size::read(given.m, given.word)?;
        let t_w = match given.bandwidth {
            None => given.t_w.map_or(Ok(None), |text| time_per_size(text, size.word.as_ref()))?,
            Some(_) if given.t_w.is_some() => {
                let why = "and --tw set the same number: omit one of them";
                return Err(QuantityError::new("--bandwidth", why));
            }
            Some(text) => Some(time_per_word(text, size.word.as_ref())?),
        };
        let t_h = quantity("--th", given.t_h, &TIMES)?;
        // The result of a bandwidth has the lowest priority as the unit.
        let written = [&t_s, &t_h, &t_w].into_iter().flatten().find_map(|time| time.unit);
        let first = [&t_s, &t_w, &t_h].into_iter().flatten().find_map(|time| time.unit);
        let unit = if given.bandwidth.is_some() { written } else { first };
        let in_unit = |option, time: Option<Quantity>| -> Result<Option<Rational>, QuantityError> {
            let Some(time) = time else { return Ok(None) };
            if time.unit.is_none() && unit.is_some() && !time.value.is_zero() {
                let why = "needs a unit, such as 1.5us, because another time has one";
                return Err(QuantityError::new(option, why));
            }
            let Some((_, picoseconds)) = unit else { return Ok(Some(time.value)) };
            Ok(time.value.checked_div(&Rational::from(picoseconds)))
        };
        let is_kb = |text: Option<&str>| text.is_some_and(|text| text.trim_end().ends_with("KB"));
        let kb = is_kb(given.m) || is_kb(given.word);
        Ok(Numbers {
            m: size.words,
            t_s: in_unit("--ts", t_s)?,
            t_w: in_unit("--tw", t_w)?,
            t_h: in_unit("--th", t_h)?.unwrap_or_default(),
            unit: unit.map(|(name, _)| name),
            word: size.word,
            notes: kb
                .then(|| "KB means kB, 1000 bytes; use KiB for 1024 bytes".to_owned())
                .into_iter()
                .collect(),
        })
    }

    /// The value of a cost, if all necessary numbers are given.
    pub fn total(&self, cost: &Cost) -> Option<Rational> {
        let (m, t_s, t_w) = (self.m.as_ref()?, self.t_s.as_ref()?, self.t_w.as_ref()?);
        Some(&(&(&cost.t_s * t_s) + &(&(&cost.t_w * m) * t_w)) + &(&cost.t_h * &self.t_h))
    }

    /// A time with a unit, such as `0.168 ms`, in the unit of these numbers; `None` where either has no unit.
    pub fn time(text: &str, unit: Option<&str>) -> Option<Rational> {
        let time = quantity("", Some(text), &TIMES).ok()??;
        let (_, picoseconds) = TIMES.iter().find(|(name, _)| Some(*name) == unit)?;
        time.unit?;
        time.value.checked_div(&Rational::from(*picoseconds))
    }

    /// Bytes per second for a size and a time; `None` without sizes in bytes or units of time.
    pub fn bytes_per_second(&self, bytes: &Rational, time: &Rational) -> Option<Rational> {
        let picoseconds = TIMES.iter().find(|(name, _)| Some(*name) == self.unit)?.1;
        let seconds = (time * &Rational::from(picoseconds)).checked_div(&Rational::from(SECOND))?;
        bytes.checked_div(&seconds)
    }
}

/// The size of a block.
struct Size {
    words: Option<Rational>,
    /// Bytes in a word, if sizes are in bytes.
    word: Option<Rational>,
}

impl Size {
    fn read(m: Option<&str>, word: Option<&str>) -> Result<Self, QuantityError> {
        let m = quantity("-m", m, &SIZES)?;
        // The only unit of a word is bytes.
        let word = quantity("--word", word, &SIZES)?.map(|word| word.value);
        if word.as_ref().is_some_and(Rational::is_zero) {
            return Err(QuantityError::new("--word", "is 0: a word has at least one byte"));
        }
        let Some(m) = m else { return Ok(Size { words: None, word }) };
        if m.unit.is_none() {
            return Ok(Size { words: Some(m.value), word });
        }
        let word = word.unwrap_or_else(Rational::one);
        Ok(Size { words: m.value.checked_div(&word), word: Some(word) })
    }
}

/// What a size in bytes can be missing for, and how to give it.
const NEEDS_BYTES: &str = "needs a size in bytes: give -m in bytes, such as 1MB, or the size of a word, \
                           such as --word 8B";

/// The time per word of `2us`, `2us/word`, `1ns/byte` or `46us/MB`.
fn time_per_size(text: &str, word: Option<&Rational>) -> Result<Option<Quantity>, QuantityError> {
    let rate = text.rsplit_once('/').map(|(time, size)| (time, size.trim()));
    let (time, bytes) = match rate {
        Some((time, "word")) => (time, None),
        Some((time, "byte")) => (time, Some(1)),
        Some((time, name)) => match SIZES.iter().find(|(unit, _)| *unit == name) {
            Some((_, bytes)) => (time, Some(*bytes)),
            None => (text, None),
        },
        None => (text, None),
    };
    let Some(mut time) = quantity("--tw", Some(time), &TIMES)? else { return Ok(None) };
    if let Some(bytes) = bytes {
        let word = word.ok_or_else(|| {
            QuantityError::new("--tw", format!("is a time per size and {NEEDS_BYTES}"))
        })?;
        let value = (&time.value * word).checked_div(&Rational::from(bytes));
        time.value = value.unwrap_or_default();
    }
    Ok(Some(time))
}

/// The time per word at a bandwidth.
fn time_per_word(text: &str, word: Option<&Rational>) -> Result<Quantity, QuantityError> {
    let error = |why: &str| QuantityError::new("--bandwidth", why);
    let word = word.ok_or_else(|| error(NEEDS_BYTES))?;
    let rate = quantity("--bandwidth", Some(text), &RATES)?.unwrap_or_default();
    if rate.unit.is_none() {
        return Err(error("has no unit: write it with one, such as 100Gbit/s or 12.5GB/s"));
    }
    let picoseconds = (word * &Rational::from(8 * SECOND)).checked_div(&rate.value);
    let value = picoseconds.ok_or_else(|| error("must be above 0"))?;
    Ok(Quantity { value, unit: Some(("us", 1_000_000)) })
}

#[derive(Default)]
struct Quantity {
    /// In the smallest unit, if it has a unit.
    value: Rational,
    unit: Option<Unit>,
}

fn quantity(
    option: &'static str,
    text: Option<&str>,
    units: &'static [Unit],
) -> Result<Option<Quantity>, QuantityError> {
    let Some(text) = text.map(str::trim) else { return Ok(None) };
    let error = |why: String| QuantityError::new(option, why);
    let is_unit = |c: char| c.is_alphabetic() || c == '/';
    // The slash of a fraction is followed by a digit.
    let letters = text.trim_end_matches(is_unit);
    let (number, name) = (letters.trim_end(), &text[letters.len()..]);
    let number = Rational::from_str(number)
        .map_err(|problem| error(format!("cannot be read: {problem}")))?;
    if number.is_negative() {
        return Err(error("must not be negative".to_owned()));
    }
    if name.is_empty() {
        return Ok(Some(Quantity { value: number, unit: None }));
    }
    let is = |name: &str| units.iter().find(|(unit, _)| *unit == name);
    let Some(unit) = is(name).or_else(|| is(&listed(name))) else {
        let of_data = units.iter().any(|(unit, _)| unit.starts_with('B'));
        if let Some((bits, bytes)) = two_meanings(name).filter(|_| of_data) {
            let help = if is(&bits).is_some() {
                format!("write {bits} or {bytes}")
            } else {
                format!("write {bytes}; 8 {bits} are 1 {bytes}")
            };
            return Err(error(format!(
                "has the unit `{name}`, which may mean {bits} or {bytes}: {help}"
            )));
        }
        let known = units.iter().map(|(unit, _)| *unit).filter(|unit| !UNLISTED.contains(unit));
        let known = known.collect::<Vec<_>>().join(", ");
        let rate = RATES.iter().any(|(unit, _)| *unit == listed(name));
        let hint = match option {
            _ if rate => "; use --bandwidth for a bandwidth",
            "--tw" if name.contains('/') => {
                "; a time per size is written as 1ns/B, 46us/MB or 2us/word"
            }
            _ => "",
        };
        let name: String = name.chars().take(20).collect();
        return Err(error(format!("has an unknown unit `{name}`: the units are {known}{hint}")));
    };
    Ok(Some(Quantity { value: &number * &Rational::from(unit.1), unit: Some(*unit) }))
}

#[cfg(test)]
mod tests;
