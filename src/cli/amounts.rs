//! How numbers are printed for people: exactly, with their units, and counted things with their names.

use crate::cost::Numbers;
use crate::number::Rational;

/// A number of a table.
pub(crate) fn exact(number: &Rational) -> String {
    number.to_string()
}

/// The same, or `-` where there is none.
pub(crate) fn or_dash(number: Option<&Rational>, print: impl Fn(&Rational) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), print)
}

/// `m`, `3 m`, `1/2 m`.
pub(crate) fn times_m(words: &Rational) -> String {
    if words.is_one() {
        "m".to_owned()
    } else if words.is_zero() {
        "0".to_owned()
    } else {
        format!("{words} m")
    }
}

/// `100 us = ..`: an amount of time, exactly and where it is short as a decimal.
pub(crate) fn amount(time: &Rational, numbers: &Numbers) -> String {
    in_both(time, &unit(numbers))
}

/// `1/2 = 0.5`: exactly, and where it is exact and short as a decimal; nothing is ever rounded.
pub(crate) fn in_both(number: &Rational, unit: &str) -> String {
    let decimal = number.decimal().filter(|_| !number.is_integer());
    let decimal = decimal.map_or_else(String::new, |decimal| format!(" = {decimal}{unit}"));
    format!("{number}{unit}{decimal}")
}

/// ` us`, behind an amount of time.
fn unit(numbers: &Numbers) -> String {
    numbers.unit.map_or_else(String::new, |unit| format!(" {unit}"))
}

/// What totals are for: `at m = 100, t_s = 5, t_w = 1`, with `t_h = 0` where hops are priced.
pub(crate) fn given(numbers: &Numbers, hops: bool) -> String {
    let unit = unit(numbers);
    let exact = |number: &Rational| number.decimal().unwrap_or_else(|| number.to_string());
    let mut given = Vec::new();
    given.extend(numbers.m.as_ref().map(|m| format!("m = {}", exact(m))));
    given.extend(numbers.t_s.as_ref().map(|t| format!("t_s = {}{unit}", exact(t))));
    given.extend(numbers.t_w.as_ref().map(|t| format!("t_w = {}{unit}", exact(t))));
    if hops {
        let unit = if numbers.t_h.is_zero() { "" } else { &unit };
        given.push(format!("t_h = {}{unit}", exact(&numbers.t_h)));
    }
    format!("at {}", given.join(", "))
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
