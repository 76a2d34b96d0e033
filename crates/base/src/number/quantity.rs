//! Amounts with units: `1.5us`, `64KiB`, `100Gbit/s`, `46us/MB`.

use std::str::FromStr;

use thiserror::Error;

use super::{NumberError, Rational};

/// A unit: its name, and its size in the smallest unit.
pub type Unit = (&'static str, u64);

/// Units of time, the smallest first, in picoseconds.
pub const TIMES: [Unit; 7] = [
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
pub const SECOND: u64 = 1_000_000_000_000;

/// Units of size, in bytes.
pub const SIZES: [Unit; 10] = [
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
pub const RATES: [Unit; 14] = [
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
fn spelling(name: &str) -> String {
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

/// An amount, with its unit if it has one.
#[derive(Clone, Debug, Default)]
pub struct Quantity {
    /// In the smallest unit, if it has a unit.
    pub value: Rational,
    /// Its unit.
    pub unit: Option<Unit>,
}

/// What is wrong with an amount.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QuantityFault {
    /// `fast`
    #[error("cannot be read: {0}")]
    Number(#[from] NumberError),
    /// `-1us`
    #[error("must not be negative")]
    Negative,
    /// `0Gbit/s`
    #[error("must be above 0")]
    Zero,
    /// `5 lightyears`
    #[error("has an unknown unit `{}`: the units are {}", shortened(.name), listed(.known))]
    Unit {
        /// The unknown unit.
        name: String,
        /// The units that may stand here.
        known: &'static [Unit],
    },
    /// `1Mb`
    #[error("has the unit `{name}`, which may mean {bits} or {bytes}: {help}")]
    TwoMeanings {
        /// The unit.
        name: String,
        /// Its meaning in bits.
        bits: String,
        /// Its meaning in bytes.
        bytes: String,
        /// What to write.
        help: String,
    },
}

impl QuantityFault {
    fn unit(name: &str, known: &'static [Unit]) -> Self {
        let of_rates = known.iter().any(|(unit, _)| unit.ends_with("/s"));
        let of_data = known.iter().any(|(unit, _)| unit.starts_with('B'));
        // No size is a bandwidth; a bandwidth without its time is read as one with it.
        let timed = |bits: &str| bits.ends_with("/s");
        let fits = |(bits, _): &(String, String)| of_rates || of_data && !timed(bits);
        let Some((bits, bytes)) = two_meanings(name).filter(fits) else {
            return QuantityFault::Unit { name: name.to_owned(), known };
        };
        let per = if of_rates && !timed(&bits) { "/s" } else { "" };
        let (bits, bytes) = (bits + per, bytes + per);
        let help = if known.iter().any(|(unit, _)| *unit == bits) {
            format!("write {bits} or {bytes}")
        } else {
            format!("write {bytes}; 8 {bits} are 1 {bytes}")
        };
        QuantityFault::TwoMeanings { name: name.to_owned(), bits, bytes, help }
    }
}

fn shortened(name: &str) -> String {
    name.chars().take(20).collect()
}

fn listed(units: &[Unit]) -> String {
    let names = units.iter().map(|(unit, _)| *unit).filter(|unit| !UNLISTED.contains(unit));
    names.collect::<Vec<_>>().join(", ")
}

/// Whether it is a unit of bandwidth.
pub fn is_rate(name: &str) -> bool {
    RATES.iter().any(|(unit, _)| *unit == spelling(name))
}

/// A number, and the unit behind it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    // The slash of a fraction is followed by a digit.
    let number = text.trim_end_matches(|c: char| c.is_alphabetic() || c == '/');
    (number.trim_end(), &text[number.len()..])
}

impl Quantity {
    /// Reads a number with one of these units, or without a unit.
    ///
    /// # Errors
    /// A number or a unit that cannot be read, and a negative number.
    pub fn read(text: &str, units: &'static [Unit]) -> Result<Self, QuantityFault> {
        let (number, name) = split(text);
        let number = Rational::from_str(number)?;
        if number.is_negative() {
            return Err(QuantityFault::Negative);
        }
        if name.is_empty() {
            return Ok(Quantity { value: number, unit: None });
        }
        let is = |name: &str| units.iter().find(|(unit, _)| *unit == name);
        let unit = is(name).or_else(|| is(&spelling(name)));
        let unit = unit.ok_or_else(|| QuantityFault::unit(name, units))?;
        Ok(Quantity { value: &number * &Rational::from(unit.1), unit: Some(*unit) })
    }
}

/// A time per word, or for a number of bytes.
#[derive(Clone, Debug)]
pub struct TimePerSize {
    time: Quantity,
    bytes: Option<u64>,
}

impl TimePerSize {
    /// Reads `2us`, `2us/word`, `1ns/byte` or `46us/MB`.
    ///
    /// # Errors
    /// As [`Quantity::read`].
    pub fn read(text: &str) -> Result<Self, QuantityFault> {
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
        Ok(TimePerSize { time: Quantity::read(time, &TIMES)?, bytes })
    }

    /// Reads the time per word of a link: a time per size or a bandwidth, above 0.
    ///
    /// # Errors
    /// As [`Quantity::read`], and 0.
    pub fn of_link(text: &str) -> Result<Self, QuantityFault> {
        let name = split(text).1;
        if is_rate(name) || two_meanings(name).is_some() {
            return Self::at(&Quantity::read(text, &RATES)?).ok_or(QuantityFault::Zero);
        }
        Some(Self::read(text)?).filter(|time| !time.time.value.is_zero()).ok_or(QuantityFault::Zero)
    }

    /// The time at a bandwidth in bits per second; `None` if that is 0.
    pub fn at(rate: &Quantity) -> Option<Self> {
        let value = Rational::from(8 * SECOND).checked_div(&rate.value)?;
        let time = Quantity { value, unit: Some(("us", 1_000_000)) };
        Some(TimePerSize { time, bytes: Some(1) })
    }

    /// The time for a word of so many bytes; `None` if it is for bytes and the size of a word is unknown.
    pub fn per_word(&self, word: Option<&Rational>) -> Option<Quantity> {
        let Some(bytes) = self.bytes else { return Some(self.time.clone()) };
        let value = (&self.time.value * word?).checked_div(&Rational::from(bytes))?;
        Some(Quantity { value, ..self.time.clone() })
    }
}
