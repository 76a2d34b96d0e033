//! A logarithmic axis: where a number has its place, and which ticks fit without touching.

use super::layout::whole;
use hockney_base::number::Rational;

/// Between two lines of text, in tenths.
pub(super) const LINE: i32 = 165;
/// A letter is hardly wider.
pub(super) const LETTER: i32 = 72;
/// How many letters there are.
pub(super) fn letters(words: &str) -> i32 {
    whole(words.chars().count())
}

/// The most ticks.
const MOST_TICKS: usize = 9;

/// The least way from a tick without a number to the next.
const NEAREST: i64 = 20;

/// An axis from one logarithm to another.
pub(super) struct Axis {
    from: i64,
    to: i64,
    /// The numbers that ticks are looked for between.
    ends: (Rational, Rational),
    length: i32,
}

impl Axis {
    /// Over all of these, from end to end. Nearer to each other than this logarithms are not
    /// distinguished apart, and there is some room around.
    pub(super) fn across<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
    ) -> Option<Self> {
        Axis::over(numbers, length, UNIT / 128)
    }

    /// The same with some room above and below, and where all are nearly the same with much: no
    /// difference looks larger than it is.
    pub(super) fn upward<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
    ) -> Option<Self> {
        let axis = Axis::over(numbers, length, UNIT / 2)?;
        let room = (axis.to - axis.from) / 40;
        Some(Axis { from: axis.from - room, to: axis.to + room, ..axis })
    }

    fn over<'a>(
        numbers: impl Iterator<Item = &'a Rational>,
        length: i32,
        least: i64,
    ) -> Option<Self> {
        // What has no logarithm has no place.
        let numbers: Vec<&Rational> = numbers.filter(|x| x.is_positive()).collect();
        let (low, high) = (numbers.iter().min()?, numbers.iter().max()?);
        let (from, to) = (log2(low)?, log2(high)?);
        if to - from >= least {
            return Some(Axis { from, to, ends: ((*low).clone(), (*high).clone()), length });
        }
        let two = Rational::from(2);
        let ends = (low.checked_div(&two)?, *high * &two);
        Some(Axis { from: from - UNIT, to: to + UNIT, ends, length })
    }

    /// How far from its beginning a number is.
    pub(super) fn at(&self, x: &Rational) -> Option<i32> {
        let part = (log2(x)? - self.from) * i64::from(self.length) / (self.to - self.from);
        i32::try_from(part).ok()
    }

    /// Ticks without numbers: all digits of each power of ten, where they are not too near to each other.
    pub(super) fn minor(&self) -> Vec<i32> {
        let (low, high) = &self.ends;
        let (Some(first), Some(last)) = (low.floor_log2(), high.ceil_log2()) else {
            return Vec::new();
        };
        // From 9 to 10 times a power of ten is the nearest of all ways.
        let nearest = i64::from(self.length) * (UNIT * 152 / 1000) / (self.to - self.from);
        if nearest < NEAREST {
            return Vec::new();
        }
        let powers = first.div_euclid(3) - 1..=last.div_euclid(3) + 1;
        let numbers = powers.flat_map(|k| (1_u32..10).map(move |n| &Rational::from(n) * &ten(k)));
        numbers.filter(|x| (low..=high).contains(&x)).filter_map(|x| self.at(&x)).collect()
    }

    /// Ticks side by side, none so near that words would touch.
    pub(super) fn ticks_across(&self) -> Vec<(i32, String)> {
        self.ticks(|words| letters(words) * LETTER / 2 + 60)
    }

    /// Ticks above each other.
    pub(super) fn ticks_upward(&self) -> Vec<(i32, String)> {
        self.ticks(|_| LINE / 2 + 1)
    }

    /// Ticks that need some room to either side; where not all have it, fewer are asked for.
    fn ticks(&self, room: impl Fn(&str) -> i32) -> Vec<(i32, String)> {
        let placed = |most: usize| -> Vec<(i32, String)> {
            let ticks = ticks(&self.ends.0, &self.ends.1, most);
            ticks.into_iter().filter_map(|(x, words)| Some((self.at(&x)?, words))).collect()
        };
        let apart =
            |pair: &[(i32, String)]| pair[1].0 - pair[0].0 >= room(&pair[0].1) + room(&pair[1].1);
        let fit = |found: &Vec<(i32, String)>| found.windows(2).all(apart);
        if let Some(found) = (3..=MOST_TICKS).rev().map(placed).find(|found| fit(found)) {
            return found;
        }
        let mut found: Vec<(i32, String)> = Vec::new();
        for (at, words) in placed(MOST_TICKS) {
            let free = |(last, before): &(i32, String)| at - last >= room(before) + room(&words);
            if found.last().is_none_or(free) {
                found.push((at, words));
            }
        }
        found
    }
}

/// How finely logarithms are counted: in 2^-16.
pub(super) const UNIT: i64 = 1 << 16;

/// The logarithm to base 2 in units of 2^-16, rounded down; `None` of what is not above 0.
pub(super) fn log2(x: &Rational) -> Option<i64> {
    let whole = x.floor_log2()?;
    let scale = Rational::power_of_two(u32::try_from(whole.unsigned_abs()).ok()?);
    let mantissa = if whole < 0 { x * &scale } else { x.checked_div(&scale)? };
    // From 1 up to below 2, in 2^-32; squared again and again it shows a binary digit each time.
    let mut mantissa = u128::from((&mantissa * &Rational::power_of_two(32)).floor().to_u64()?);
    let mut log = whole;
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 32;
        log *= 2;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            log += 1;
        }
    }
    Some(log)
}

/// Places from one number to another at which a curve is drawn, both ends among them: 2^k and the
/// quarters between, or of very long ranges fewer.
pub fn samples(low: &Rational, high: &Rational) -> Vec<Rational> {
    let (Some(first), Some(last)) = (low.floor_log2(), high.ceil_log2()) else {
        return Vec::new();
    };
    let every = (last - first) / 200 + 1;
    // 2^(k-2) times 4 to 7.
    let powers =
        (first..=last).filter(|k| (k - first) % every == 0).map(|k| Rational::power(2, k - 2));
    let quarters = powers.flat_map(|power| (4..8).map(move |n| &Rational::from(n) * &power));
    let between = quarters.filter(|x| x > low && x < high);
    [low.clone()].into_iter().chain(between).chain([high.clone()]).collect()
}

/// Numbers for the ticks of an axis, from few to many, with how they are written.
pub(super) fn ticks(low: &Rational, high: &Rational, most: usize) -> Vec<(Rational, String)> {
    let (Some(first), Some(last)) = (low.floor_log2(), high.ceil_log2()) else {
        return Vec::new();
    };
    // 10^3 < 2^10: these decades reach beyond both ends.
    let (first, last) = (first.div_euclid(3) - 1, last.div_euclid(3) + 1);
    let decades = |every: i64| -> Vec<i64> {
        let within = |k: &i64| (low..=high).contains(&&ten(*k)) && k.rem_euclid(every) == 0;
        (first..=last).filter(within).collect()
    };
    let mut every = 1;
    while decades(every).len() > most {
        every += 1;
    }
    let found = decades(every);
    // All numbers of an axis are written alike.
    let powers = !(*low >= ten(-3) && *high < ten(4));
    if found.len() >= 3 {
        return found.into_iter().map(|k| (ten(k), written(1, k, powers))).collect();
    }
    let within = |digits: &[u32]| -> Vec<(Rational, String)> {
        let all = (first..=last).flat_map(|k| digits.iter().map(move |digit| (*digit, k)));
        let number =
            |(digit, k): (u32, i64)| (&Rational::from(digit) * &ten(k), written(digit, k, powers));
        all.map(number).filter(|(x, _)| (low..=high).contains(&x)).collect()
    };
    let all = [&[1, 2, 5][..], &[1, 2, 3, 4, 5, 6, 7, 8, 9]].map(within);
    all.into_iter().find(|ticks| ticks.len() >= 3).unwrap_or_else(|| evenly(low, high, most))
}

/// Ticks of a range within which a logarithm is hardly bent: equally far from each other, by the
/// smallest of 1, 2, 5, 10, .. with which there are not too many.
fn evenly(low: &Rational, high: &Rational, most: usize) -> Vec<(Rational, String)> {
    let width = high - low;
    let Some(log) = width.floor_log2() else {
        return vec![(low.clone(), decimal(low))];
    };
    let most = Rational::from(most as u64);
    let steps = (log.div_euclid(3) - 2..)
        .flat_map(|k| [1_u32, 2, 5].map(|digit| &Rational::from(digit) * &ten(k)));
    // Some power of ten is wider than the range.
    let first = |step: &Rational| low.checked_div(step).unwrap_or_default().ceil();
    let last = |step: &Rational| high.checked_div(step).unwrap_or_default().floor();
    let few = |step: &Rational| &last(step) - &first(step) < most;
    let Some(step) = steps.take(64).find(few) else { return Vec::new() };
    let (mut number, end) = (first(&step), last(&step));
    let mut found = Vec::new();
    while number <= end {
        let value = &number * &step;
        let words = decimal(&value);
        found.push((value, words));
        number += &Rational::one();
    }
    found
}

/// `0.25`, `1250`, `1.25·10⁶`
fn decimal(value: &Rational) -> String {
    let text = |value: &Rational| value.decimal().unwrap_or_else(|| value.to_string());
    let mut k = value.floor_log2().unwrap_or(0).div_euclid(4);
    while ten(k + 1) <= *value {
        k += 1;
    }
    while ten(k) > *value {
        k -= 1;
    }
    if (-3..=4).contains(&k) {
        return text(value);
    }
    let mantissa = value.checked_div(&ten(k)).unwrap_or_default();
    let power = power_of_ten(k);
    if mantissa.is_one() { power } else { format!("{}·{power}", text(&mantissa)) }
}

/// 10^k
fn ten(k: i64) -> Rational {
    Rational::power(10, k)
}

/// `0.5`, `500`; as powers `5`, `50`, `5·10²`.
fn written(digit: u32, k: i64, powers: bool) -> String {
    if !powers || (0..2).contains(&k) {
        let value = &Rational::from(digit) * &ten(k);
        return value.decimal().unwrap_or_else(|| value.to_string());
    }
    let power = power_of_ten(k);
    if digit == 1 { power } else { format!("{digit}·{power}") }
}

/// `10⁴`
fn power_of_ten(k: i64) -> String {
    let raised = |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10)? as usize);
    let exponent: String = k.to_string().chars().map(|c| raised(c).unwrap_or('⁻')).collect();
    format!("10{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a digit that is lost: 2^log is x, to 2^-15.
    #[test]
    fn logarithms() {
        let log = |text: &str| log2(&text.parse().unwrap()).unwrap();
        assert_eq!(log("8"), 3 * UNIT);
        assert_eq!(log("1/8"), -3 * UNIT);
        assert_eq!(log("1e6"), 1_306_235); // 19.931568.. in 2^-16
        assert_eq!(log("1/1000"), -653_118); // -9.965784..
        assert_eq!(log2(&Rational::zero()), None);
    }

    #[test]
    fn ticks_are_few_and_written_short() {
        let of = |low: &str, high: &str| -> Vec<String> {
            ticks(&low.parse().unwrap(), &high.parse().unwrap(), 8)
                .into_iter()
                .map(|t| t.1)
                .collect()
        };
        assert_eq!(of("1", "1e6"), ["1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶"]);
        assert_eq!(of("3", "60"), ["5", "10", "20", "50"]);
        assert_eq!(of("15", "45"), ["20", "30", "40"]);
        assert_eq!(of("15e5", "17e5"), ["1.5·10⁶", "1.55·10⁶", "1.6·10⁶", "1.65·10⁶", "1.7·10⁶"]);
        assert_eq!(of("1", "2"), ["1", "1.2", "1.4", "1.6", "1.8", "2"]);
        assert_eq!(
            of("0.991", "1.004"),
            ["0.992", "0.994", "0.996", "0.998", "1", "1.002", "1.004"]
        );
        assert_eq!(of("7", "7"), ["7"]);
        assert_eq!(of("1e-5", "1e12"), ["10⁻³", "1", "10³", "10⁶", "10⁹", "10¹²"]);
    }
}
