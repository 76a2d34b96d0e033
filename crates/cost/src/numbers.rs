//! The numbers of the cost model, with or without units: `1.5us`, `64KiB`.

use thiserror::Error;

use super::{ClassTimes, TimesOf, Timing};
use hockney_base::number::{
    Quantity, QuantityFault, RATES, Rational, SECOND, SIZES, TIMES, TimePerSize, Unit, is_rate,
};
use hockney_core::topology::LinkClass;

/// The numbers as given, each optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct GivenNumbers<'a> {
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
    /// The time of a call; 0 if missing.
    pub call: Option<&'a str>,
    /// Time to combine a word, or a byte; 0 if missing.
    pub gamma: Option<&'a str>,
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
    /// The times of classes of links on the command line.
    pub links: Vec<LinkClass>,
    /// The times of the classes of links of the topology.
    pub classes: Vec<ClassTimes>,
    /// What is counted beyond startups, words and hops.
    pub timing: Timing,
    /// The times of messages by tables, of a class of links or of all; with any, t_s and t_w are not given.
    pub tables: Vec<TimesOf>,
    /// Notes on units that are read in their usual sense although they are not exact.
    pub notes: Vec<String>,
}

/// An invalid number: which one, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{option} {why}")]
pub struct QuantityError {
    /// The option, such as `--ts`.
    pub option: String,
    /// Why it cannot be used.
    pub why: String,
}

impl QuantityError {
    pub(super) fn new(option: &str, why: impl Into<String>) -> Self {
        QuantityError { option: option.to_owned(), why: why.into() }
    }
}

impl Numbers {
    /// These numbers without units: words, and the times t_s and t_w.
    pub fn of(m: impl Into<Rational>, t_s: impl Into<Rational>, t_w: impl Into<Rational>) -> Self {
        let [m, t_s, t_w] = [m.into(), t_s.into(), t_w.into()].map(Some);
        Numbers { m, t_s, t_w, ..Numbers::default() }
    }

    /// Reads the numbers.
    ///
    /// # Errors
    /// A number or unit that cannot be read, a negative number, times with and without units together, a
    /// bandwidth beside t_w, and a bandwidth without the size of a word.
    pub fn read(given: GivenNumbers<'_>) -> Result<Self, QuantityError> {
        let t_s = quantity("--ts", given.t_s, &TIMES)?;
        let size = Size::read(given.m, given.word)?;
        let t_w = match given.bandwidth {
            None => {
                given.t_w.map(|text| time_per_size("--tw", text, size.word.as_ref())).transpose()?
            }
            Some(_) if given.t_w.is_some() => {
                let why = "and --tw set the same number: omit one of them";
                return Err(QuantityError::new("--bandwidth", why));
            }
            Some(text) => Some(time_per_word(text, size.word.as_ref())?),
        };
        let t_h = quantity("--th", given.t_h, &TIMES)?;
        let call = quantity("--call", given.call, &TIMES)?;
        let gamma = given.gamma.map(|text| time_per_size("--gamma", text, size.word.as_ref()));
        let gamma = gamma.transpose()?;
        // The result of a bandwidth has the lowest priority as the unit.
        let written =
            [&t_s, &t_h, &t_w, &call, &gamma].into_iter().flatten().find_map(|time| time.unit);
        let first =
            [&t_s, &t_w, &t_h, &call, &gamma].into_iter().flatten().find_map(|time| time.unit);
        let unit = if given.bandwidth.is_some() { written } else { first };
        let in_unit = |option, time: Option<Quantity>| in_unit(option, time, unit);
        let is_kb = |text: Option<&str>| text.is_some_and(|text| text.trim_end().ends_with("KB"));
        let kb = is_kb(given.m) || is_kb(given.word);
        Ok(Numbers {
            m: size.words,
            t_s: in_unit("--ts", t_s)?,
            t_w: in_unit("--tw", t_w)?,
            t_h: in_unit("--th", t_h)?.unwrap_or_default(),
            unit: unit.map(|(name, _)| name),
            word: size.word,
            links: Vec::new(),
            classes: Vec::new(),
            timing: Timing {
                call: in_unit("--call", call)?.unwrap_or_default(),
                gamma: in_unit("--gamma", gamma)?.unwrap_or_default(),
                ..Timing::default()
            },
            tables: Vec::new(),
            notes: kb
                .then(|| "KB means kB, 1000 bytes; use KiB for 1024 bytes".to_owned())
                .into_iter()
                .collect(),
        })
    }

    /// A time with a unit, such as `0.168 ms`, in the unit of these numbers; `None` where either has no unit.
    pub fn time(text: &str, unit: Option<&str>) -> Option<Rational> {
        let time = Quantity::read(text, &TIMES).ok()?;
        let (_, picoseconds) = unit_named(unit)?;
        time.unit?;
        time.value.checked_div(&Rational::from(picoseconds))
    }

    /// Bytes per second for a size and a time; `None` without sizes in bytes or units of time.
    pub fn bytes_per_second(&self, bytes: &Rational, time: &Rational) -> Option<Rational> {
        let (_, picoseconds) = unit_named(self.unit)?;
        let seconds = (time * &Rational::from(picoseconds)).checked_div(&Rational::from(SECOND))?;
        bytes.checked_div(&seconds)
    }
}

/// The unit of time with this name.
pub(super) fn unit_named(name: Option<&str>) -> Option<Unit> {
    TIMES.into_iter().find(|(unit, _)| Some(*unit) == name)
}

/// A time in the unit of all times.
///
/// # Errors
/// A time without a unit, if others have one.
pub(super) fn in_unit(
    option: &str,
    time: Option<Quantity>,
    unit: Option<Unit>,
) -> Result<Option<Rational>, QuantityError> {
    let (Some(time), Some((_, picoseconds))) = (&time, unit) else {
        return Ok(time.map(|time| time.value));
    };
    if time.unit.is_none() && !time.value.is_zero() {
        let why = "needs a unit, such as 1.5us, because another time has one";
        return Err(QuantityError::new(option, why));
    }
    Ok(time.value.checked_div(&Rational::from(picoseconds)))
}

/// The size of a block.
struct Size {
    words: Option<Rational>,
    /// Bytes in a word, if sizes are in bytes.
    word: Option<Rational>,
}

impl Size {
    fn read(m: Option<&str>, word: Option<&str>) -> Result<Self, QuantityError> {
        if let Some(range) = m.filter(|text| text.contains("..")) {
            let why = format!(
                "is one size, and `{range}` is a range: compare takes it as --over m={range}"
            );
            return Err(QuantityError::new("-m", why));
        }
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
pub(super) const NEEDS_BYTES: &str = "needs a size in bytes: give -m in bytes, such as 1MB, or the size of a word, \
                           such as --word 8B";

/// The time per word of `2us`, `2us/word`, `1ns/byte` or `46us/MB`.
fn time_per_size(
    option: &str,
    text: &str,
    word: Option<&Rational>,
) -> Result<Quantity, QuantityError> {
    let time = TimePerSize::read(text).map_err(|fault| {
        let hint = match &fault {
            QuantityFault::Unit { name, .. } if name.contains('/') && !is_rate(name) => {
                "; a time per size is written as 1ns/B, 46us/MB or 2us/word"
            }
            _ => "",
        };
        QuantityError::new(option, format!("{}{hint}", said(&fault)))
    })?;
    let needs_bytes =
        || QuantityError::new(option, format!("is a time per size and {NEEDS_BYTES}"));
    time.per_word(word).ok_or_else(needs_bytes)
}

/// The time per word at a bandwidth.
fn time_per_word(text: &str, word: Option<&Rational>) -> Result<Quantity, QuantityError> {
    let error = |why: &str| QuantityError::new("--bandwidth", why);
    let word = word.ok_or_else(|| error(NEEDS_BYTES))?;
    let rate = quantity("--bandwidth", Some(text), &RATES)?.unwrap_or_default();
    if rate.unit.is_none() {
        return Err(error("has no unit: write it with one, such as 100Gbit/s or 12.5GB/s"));
    }
    let time = TimePerSize::at(&rate).ok_or_else(|| error("must be above 0"))?;
    time.per_word(Some(word)).ok_or_else(|| error(NEEDS_BYTES))
}

pub(super) fn quantity(
    option: &str,
    text: Option<&str>,
    units: &'static [Unit],
) -> Result<Option<Quantity>, QuantityError> {
    let Some(text) = text else { return Ok(None) };
    let read = Quantity::read(text, units);
    read.map(Some).map_err(|fault| QuantityError::new(option, said(&fault)))
}

/// What is wrong, with a hint where a bandwidth stands for a time.
fn said(fault: &QuantityFault) -> String {
    // Where a time is expected, `300GB` is a bandwidth without its time.
    let is_bandwidth = |name: &str, known: &[Unit]| {
        is_rate(name) || *known == TIMES && is_rate(&format!("{name}/s"))
    };
    let hint = match fault {
        QuantityFault::Unit { name, known } if is_bandwidth(name, known) => {
            "; use --bandwidth for a bandwidth"
        }
        _ => "",
    };
    format!("{fault}{hint}")
}

#[cfg(test)]
mod tests;
