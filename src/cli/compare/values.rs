//! The value of `--over`: a range to search, or single values: `p=2^4..2^20`, `m=1,1e3`,
//! `m=1..1e6:x10`, `m=1..1e6:x1.01up`.
//!
//! Values are never listed before they are counted: a range that rises by a number is kept as such. One
//! that is multiplied is listed, as long as each of its values could be asked for alone.

use crate::cli::prelude::*;
use hockney_base::number::MAX_DIGITS;
use hockney_cost::GivenNumbers;

/// The quantities that can run, as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runner {
    M,
    Ratio,
    P,
}

impl Runner {
    pub(super) fn name(self) -> &'static str {
        match self {
            Runner::M => "m",
            Runner::Ratio => "ts/tw",
            Runner::P => "p",
        }
    }

    /// Refuses an option that sets the running quantity again.
    pub(super) fn runs_alone(self, given: &NumberArgs) -> Result<()> {
        let NumberArgs { m, ts, tw, bandwidth, times, .. } = given;
        let times = &times.first().cloned();
        let ratio = [("--ts", ts), ("--tw", tw), ("--bandwidth", bandwidth), ("--times", times)];
        let (options, why): (&[_], _) = match self {
            Runner::M => (&[("-m", m)], "m runs"),
            Runner::Ratio => (&ratio, "t_w is 1 there"),
            Runner::P => return Ok(()),
        };
        let Some((option, _)) = options.iter().find(|(_, given)| given.is_some()) else {
            return Ok(());
        };
        Err(Failure::input(format!("cannot use {option} with --over {}", self.name()))
            .help(format!("leave out {option}: {why}")))
    }
}

/// The refusal of a range of t_s/t_w on links of classes.
pub(super) fn no_ratio() -> Failure {
    Failure::input("links of classes have no single t_w, so no t_s/t_w")
        .help("let m run, such as --over m=1kB..1GB")
}

/// A range to look through: `m=1..1e6`
pub(super) struct Range {
    pub(super) runner: Runner,
    pub(super) low: Rational,
    pub(super) high: Rational,
}

impl Range {
    pub(super) fn text(&self) -> String {
        format!("{} = {}..{}", self.runner.name(), self.low, self.high)
    }
}

/// `m=1..1e6:x10,5e6`
pub(super) struct Over {
    pub(super) runner: Runner,
    pub(super) text: String,
    pub(super) items: Vec<Item>,
}

/// The part between two commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    One(Rational),
    Rising(Rising),
}

/// `1..1e6:x10`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rising {
    pub(super) low: Rational,
    pub(super) high: Rational,
    pub(super) rise: Rise,
}

impl Rising {
    /// How many values there are in steps of a number.
    pub(super) fn steps(&self, by: &Rational) -> Rational {
        let steps = (&self.high - &self.low).checked_div(by).unwrap_or_default();
        &steps.floor() + &Rational::one()
    }
}

/// How a range continues from one value to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rise {
    Unsaid,
    By(Rational),
    Times(Rational),
    /// To the least whole number that is not less than the previous one times this factor.
    Up(Rational),
}

/// How many values that are multiplied are counted whatever the limit, which takes a second:
/// rounded up, they may be as many as there are whole numbers.
const MOST_COUNTED: u64 = 1 << 21;

const EXAMPLES: &str = "write m=1..1e6, ts/tw=1..1000 or p=2..1000; values one by one are p=8,16 or \
                        m=1..1e6:x10 or m=1..1e6:x1.1up or m=0..100:+5";

impl Over {
    /// Of m sizes such as 1KiB are taken too, with that of a word.
    pub(super) fn read(text: &str, word: Option<&str>) -> Result<Self> {
        let wrong = |why: String| Failure::input(format!("--over {text}: {why}")).help(EXAMPLES);
        let (name, values) =
            text.split_once('=').ok_or_else(|| wrong("a name and = are missing".to_owned()))?;
        let runner = match name.trim() {
            "m" => Runner::M,
            "ts/tw" | "t_s/t_w" => Runner::Ratio,
            "p" => Runner::P,
            other => return Err(wrong(format!("`{other}` does not run through a range"))),
        };
        let number = |text: &str| number(text.trim(), runner, word);
        let items = values.split(',').map(|part| item(part, number).map_err(&wrong));
        Ok(Over { runner, text: text.to_owned(), items: items.collect::<Result<_, _>>()? })
    }

    /// The ends, if it is a range without steps.
    pub(super) fn range(&self) -> Option<Range> {
        let [Item::Rising(Rising { low, high, rise: Rise::Unsaid })] = &self.items[..] else {
            return None;
        };
        Some(Range { runner: self.runner, low: low.clone(), high: high.clone() })
    }

    /// The values; no more than `most` that are multiplied, since these are listed.
    ///
    /// # Errors
    /// A range without a step, and too many values.
    pub(super) fn values(&self, most: u64) -> Result<Values> {
        let mut values = Values::default();
        for item in &self.items {
            match item {
                Item::One(value) => values.push(value.clone()),
                Item::Rising(Rising { rise: Rise::Unsaid, .. }) => {
                    let name = self.runner.name();
                    return Err(Failure::input(format!(
                        "--over {}: rows need single values, but this is a range",
                        self.text
                    ))
                    .help(format!("add a step, such as {name}=1..1e6:x10 or {name}=0..100:+5")));
                }
                Item::Rising(range) => values.range(range, most, &self.text)?,
            }
        }
        Ok(values)
    }
}

/// A range of m with its sizes in bytes: `m=1..1e6:x10` is `m=1B..1e6B:x10`.
pub(super) fn in_bytes(over: &str) -> String {
    let in_bytes = |item: &str| {
        let (range, rise) = item.split_at(item.find(':').unwrap_or(item.len()));
        let ends: Vec<String> = range.split("..").map(|end| format!("{}B", end.trim())).collect();
        ends.join("..") + rise
    };
    let (name, values) = over.split_once('=').unwrap_or(("m", over));
    let items: Vec<String> = values.split(',').map(in_bytes).collect();
    format!("{}={}", name.trim(), items.join(","))
}

/// A value, from 0 on.
fn number(text: &str, runner: Runner, word: Option<&str>) -> Result<Rational, String> {
    let number = match Rational::from_str(text) {
        Err(_) if runner == Runner::M && text.ends_with('B') => {
            let given = GivenNumbers { m: Some(text), word, ..GivenNumbers::default() };
            let m = Numbers::read(given).map_err(|error| error.to_string())?.m;
            m.ok_or_else(|| format!("`{text}` is not a size"))?
        }
        read => read.map_err(|error| format!("`{text}`: {error}"))?,
    };
    if number.is_negative() {
        Err(format!("`{text}` is below 0"))
    } else if runner == Runner::P && !number.is_integer() {
        Err("a number of nodes must be whole".to_owned())
    } else {
        Ok(number)
    }
}

fn item(text: &str, number: impl Fn(&str) -> Result<Rational, String>) -> Result<Item, String> {
    let rising = text.split_once(':').map(|(range, rise)| (range, Some(rise.trim())));
    let (range, rise) = rising.unwrap_or((text, None));
    let Some((low, high)) = range.split_once("..") else {
        return match rise {
            Some(_) => Err("a step needs a range, with `..` in it".to_owned()),
            None => Ok(Item::One(number(range)?)),
        };
    };
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("the end {high} of the range is less than its beginning {low}"));
    }
    // Factors and steps may be fractions where values are whole.
    let factor = |text: &str| {
        let number = Rational::from_str(text.trim());
        number.map_err(|error| format!("`{text}`: {error}"))
    };
    let rise = match rise.map(|rise| (rise.split_at_checked(1), rise)) {
        None => Rise::Unsaid,
        Some((Some(("+", by)), _)) => Rise::By(number(by)?),
        Some((Some(("x" | "*", by)), _)) => match by.strip_suffix("up") {
            Some(by) => Rise::Up(factor(by)?),
            None => Rise::Times(factor(by)?),
        },
        Some((_, rise)) => {
            return Err(format!("`{rise}` is not a step: write :+5 or :x2 after the range"));
        }
    };
    match &rise {
        Rise::By(by) if by.is_zero() => Err("a step of 0 does not rise".to_owned()),
        Rise::Times(by) | Rise::Up(by) if *by <= Rational::one() => {
            Err(format!("x{by} does not rise"))
        }
        Rise::Times(_) | Rise::Up(_) if low.is_zero() => {
            Err("0 times anything does not rise".to_owned())
        }
        Rise::Up(_) if !low.is_integer() => {
            Err(format!("`up` needs whole numbers, but {low} is not whole"))
        }
        Rise::Unsaid | Rise::By(_) | Rise::Times(_) | Rise::Up(_) => {
            Ok(Item::Rising(Rising { low, high, rise }))
        }
    }
}

/// Values in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    parts: Vec<Part>,
    /// For each part, how many values there are up to its end.
    ends: Vec<u64>,
}

/// first, first + by, .., so many.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    first: Rational,
    by: Rational,
    count: u64,
}

impl Part {
    fn at(&self, number: u64) -> Rational {
        &self.first + &(&self.by * &Rational::from(number))
    }
}

impl Values {
    pub(super) fn push(&mut self, value: Rational) {
        self.add(Part { first: value, by: Rational::zero(), count: 1 });
    }

    fn add(&mut self, part: Part) {
        self.ends.push(self.count().saturating_add(part.count));
        self.parts.push(part);
    }

    /// Adds a range with its step.
    pub(super) fn range(&mut self, range: &Rising, most: u64, text: &str) -> Result<()> {
        let none = |why: String| Failure::no_answer(format!("--over {text}: {why}"));
        let Rising { low, high, rise } = range;
        let (by, up) = match rise {
            Rise::Unsaid => return Ok(()),
            Rise::By(by) => {
                let count = range.steps(by);
                let number = count.to_u64().ok_or_else(|| {
                    none(format!("{count} values are too many, at most {} are allowed", u64::MAX))
                })?;
                self.add(Part { first: low.clone(), by: by.clone(), count: number });
                return Ok(());
            }
            Rise::Times(by) => (by, false),
            Rise::Up(by) => (by, true),
        };
        let (mut value, mut count) = (low.clone(), 0);
        let beyond = Rational::from(10_u64).pow(saturated(MAX_DIGITS));
        while value <= *high {
            count += 1;
            if value.numerator().max(value.denominator()) >= beyond {
                return Err(none(format!(
                    "from {low} by x{by}, value {count} has more than {MAX_DIGITS} digits in \
                     its numerator or denominator: values are exact, and each product has the \
                     digits of both factors; for whole numbers that are rounded up, write up \
                     after the factor, such as :x1.01up; or multiply by a whole number, or add \
                     a number, such as :+5"
                )));
            }
            if count > most.max(MOST_COUNTED) {
                return Err(none(format!(
                    "limit exceeded: from {low} to {high} by x{by} there are more than {} \
                     values, {most} are allowed; multiply by a larger number",
                    count - 1
                )));
            }
            if count <= most {
                self.push(value.clone());
            }
            value = &value * by;
            if up {
                value = value.ceil();
            }
        }
        if count > most {
            return Err(none(format!(
                "limit exceeded: from {low} to {high} by x{by} there are {count} values, {most} \
                 are allowed; --limit points={count} raises it"
            )));
        }
        Ok(())
    }

    pub(super) fn count(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The largest value.
    pub(super) fn greatest(&self) -> Option<Rational> {
        self.parts.iter().map(|part| part.at(part.count - 1)).max()
    }

    /// The value with this number, counted from 0.
    pub(super) fn at(&self, number: u64) -> Option<Rational> {
        let place = self.ends.partition_point(|end| *end <= number);
        let (part, end) = self.parts.get(place).zip(self.ends.get(place))?;
        Some(part.at(part.count - (end - number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a number that is one off where parts of several kinds meet.
    #[test]
    fn values_are_found_by_their_numbers() {
        let over = Over::read("m=7,1..8:x2,0..6:+3,5", None).ok().unwrap();
        let values = over.values(100).ok().unwrap();
        let all: Vec<String> =
            (0..values.count()).map(|k| values.at(k).unwrap().to_string()).collect();
        assert_eq!(all, ["7", "1", "2", "4", "8", "0", "3", "6", "5"]);
        assert_eq!(values.at(9), None);
        assert_eq!(values.greatest(), Some(Rational::from(8_u64)));
    }

    /// Catches a value that is rounded down, and one that stays where it is.
    #[test]
    fn whole_numbers_rise_by_a_fraction() {
        let values = |text: &str| -> Vec<String> {
            let values = Over::read(text, None).ok().unwrap().values(1_000_000).ok().unwrap();
            (0..values.count()).map(|k| values.at(k).unwrap().to_string()).collect()
        };
        assert_eq!(values("m=1..20:x1.5up"), ["1", "2", "3", "5", "8", "12", "18"]);
        assert_eq!(values("m=8..64:x2up"), ["8", "16", "32", "64"]);
        let sizes = Over::read("m=8B,1KiB..4KiB:x2,100", Some("8B")).ok().unwrap();
        let sizes = sizes.values(9).ok().unwrap();
        let sizes: Vec<_> = (0..5).map(|k| sizes.at(k).unwrap().to_string()).collect();
        assert_eq!(sizes, ["1", "128", "256", "512", "100"]);
        assert!(Over::read("m=1KiB", None).is_ok() && Over::read("p=1KiB", Some("8B")).is_err());
        assert_eq!(values("m=5..5:x2"), ["5"]);
        assert_eq!(values("m=5..5:+2"), ["5"]);
        assert_eq!(values("m=1..1e6:x1.01up").len(), 983);
        assert!(
            Over::read("m=1/2..9:x2up", None).is_err() && Over::read("m=1..9:x1up", None).is_err()
        );
    }

    /// Values up to the longest that is read are listed, and none beyond.
    #[test]
    fn values_have_no_more_digits_than_are_read() {
        let values = |text: &str| Over::read(text, None).ok().unwrap().values(1_000_000);
        assert_eq!(values("m=1..1e999:x10").ok().unwrap().count(), 1000);
        assert!(values("m=1..1e30:x1.0005").is_err());
        assert!(values("m=1..1e12:x1.0000000001up").is_err());
        assert_eq!(values("m=1/1000..2:x1.1").ok().unwrap().count(), 80);
    }
}
