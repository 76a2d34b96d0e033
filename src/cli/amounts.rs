//! How numbers are printed for people: rounded to six digits unless they are to be exact, with
//! their units, and counted things with their names.

use super::terminal::{exactly, shown};
use hockney_base::number::Rational;
use hockney_cost::{ClassTimes, Cost, Numbers};

/// The number, or `-` where there is none.
pub(crate) fn or_dash(number: Option<&Rational>, print: impl Fn(&Rational) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), print)
}

/// `m`, `3 m`, `0.5 m`.
pub(crate) fn times_m(words: &Rational) -> String {
    if words.is_one() {
        "m".to_owned()
    } else if words.is_zero() {
        "0".to_owned()
    } else {
        format!("{} m", shown(words))
    }
}

/// `239.545 us (exactly 2635/11)`: an amount of time.
pub(crate) fn amount(time: &Rational, numbers: &Numbers) -> String {
    let text = shown(time);
    format!("{text}{}{}", unit(numbers), exactly(time, &text))
}

/// `3 t_s + 0.333333 m t_w (exactly 3 t_s + 1/3 m t_w)`
pub(crate) fn cost(cost: &Cost) -> String {
    let text = shown(cost);
    format!("{text}{}", exactly(cost, &text))
}

/// `1.11`: how often one total goes into another; `1` only where they are equal.
pub(crate) fn ratio(ratio: &Rational) -> String {
    if ratio.is_one() || super::terminal::exact() {
        return ratio.to_string();
    }
    let half = Rational::ratio(1, 2).unwrap_or_default();
    let hundredths = (&(ratio * &Rational::from(100)) + &half).floor();
    let digits = format!("{:0>3}", hundredths.to_string());
    let (whole, rest) = digits.split_at(digits.len() - 2);
    format!("{whole}.{rest}")
}

/// ` us`, behind an amount of time.
fn unit(numbers: &Numbers) -> String {
    numbers.unit.map_or_else(String::new, |unit| format!(" {unit}"))
}

/// The numbers of the totals: `at m = 100, t_s = 5, t_w = 1`, with `t_h = 0` if hops count.
pub(crate) fn given(numbers: &Numbers, hops: bool) -> String {
    let unit = unit(numbers);
    let mut given = Vec::new();
    given.extend(numbers.m.as_ref().map(|m| format!("m = {}", shown(m))));
    given.extend(numbers.t_s.as_ref().map(|t| format!("t_s = {}{unit}", shown(t))));
    given.extend(numbers.t_w.as_ref().map(|t| format!("t_w = {}{unit}", shown(t))));
    let t_h = |name: &str, time: &Rational| {
        let unit = if time.is_zero() { "" } else { &unit };
        format!("t_h{name} = {}{unit}", shown(time))
    };
    given.extend(hops.then(|| t_h("", &numbers.t_h)));
    for ClassTimes { name, t_w, t_h: time, .. } in &numbers.classes {
        given.extend(t_w.as_ref().map(|t_w| format!("t_w[{name}] = {}{unit}", shown(t_w))));
        given.push(t_h(&format!("[{name}]"), time));
    }
    format!("at {}", given.join(", "))
}

/// `1 byte; t_w is per byte`: how large a word is, where sizes are in bytes.
pub(crate) fn word(numbers: &Numbers) -> Option<String> {
    let word = numbers.word.as_ref()?;
    let per = if word.is_one() { "byte" } else { "word" };
    let bytes = if word.is_one() { "byte" } else { "bytes" };
    Some(format!("{} {bytes}; t_w is per {per}", shown(word)))
}

/// `7 messages in 3 steps`
pub(crate) fn size(messages: impl Into<u128>, steps: impl Into<u128>) -> String {
    format!("{} in {}", count(messages, "message"), count(steps, "step"))
}

/// `3 steps`, `1 message`
pub(crate) fn count(number: impl Into<u128>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}
