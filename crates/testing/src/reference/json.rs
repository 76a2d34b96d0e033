//! Small steps from JSON values to Rust ones, with the two ways in which reading can fail.

use serde_json::{Map, Value};

/// Why there is no verdict.
#[derive(Debug)]
pub enum Trouble {
    /// The document is wrong.
    Bad(String),
    /// The document may be right but is too large for a naive checker.
    TooLarge(String),
}

/// What reading gives.
pub type Read<T> = Result<T, Trouble>;

/// A document is wrong because ..
pub fn bad<T>(why: impl Into<String>) -> Read<T> {
    Err(Trouble::Bad(why.into()))
}

/// No answer because ..
pub fn too_large<T>(why: impl Into<String>) -> Read<T> {
    Err(Trouble::TooLarge(why.into()))
}

/// A mapping that has no keys but these.
pub fn object<'a>(value: &'a Value, what: &str, allowed: &[&str]) -> Read<&'a Map<String, Value>> {
    let Some(map) = value.as_object() else {
        return bad(format!("{what} is not a mapping"));
    };
    match map.keys().find(|key| !allowed.contains(&key.as_str())) {
        Some(key) => bad(format!("{what} has an unknown key {key}")),
        None => Ok(map),
    }
}

/// A key that must be there.
pub fn required<'a>(map: &'a Map<String, Value>, key: &str) -> Read<&'a Value> {
    map.get(key).map_or_else(|| bad(format!("{key} is missing")), Ok)
}

/// A list.
pub fn list<'a>(value: &'a Value, what: &str) -> Read<&'a [Value]> {
    value.as_array().map_or_else(|| bad(format!("{what} is not a list")), |list| Ok(&list[..]))
}

/// A number 0, 1, 2, ..; never a float or a string.
pub fn whole(value: &Value, what: &str) -> Read<usize> {
    match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
        Some(number) => Ok(number),
        None => bad(format!("{what} is not a whole number")),
    }
}

/// A text.
pub fn text<'a>(value: &'a Value, what: &str) -> Read<&'a str> {
    value.as_str().map_or_else(|| bad(format!("{what} is not a text")), Ok)
}

/// Digits as the format writes numbers: no sign, no space, no leading zero.
pub fn digits(text: &str) -> Read<usize> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || (text.len() > 1 && text.starts_with('0')) {
        return bad(format!("{text:?} is not a number"));
    }
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) => bad(format!("{text} is out of range")),
    }
}
