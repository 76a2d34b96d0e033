//! A number as students write it: `1515`, `1,515 µs`, `T = 3 (5 + 100) = 315`, `drei Schritte`.

mod clauses;

use self::clauses::{broken_down, clauses, conclusion, letters, without_circumstances};
use super::numerals::in_digits;
use super::prose::parts;
use super::unit::Unit;
use super::vocabulary::{bounds, denies_anything, without_contrast, without_reason};
use super::words::{number, plain};
use crate::formula::{Bindings, Formula, parse};
use crate::number::Rational;

/// A number that an answer may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Quantity {
    /// The number, in its unit.
    pub(in super::super) value: Rational,
    /// What it is a number of, where it says so.
    pub(in super::super) unit: Option<Unit>,
    /// The digits behind its point.
    pub(in super::super) decimals: u32,
    /// Whether a point in it separates thousands: `1.515` for 1515.
    pub(in super::super) by_point: bool,
}

/// What an answer may mean as a number, the likeliest first; nothing where it is not one number.
///
/// Of `T = a = b` the last side is the answer; `names` is what letters stand for in it.
pub(in super::super) fn quantities(text: &str, names: &Bindings) -> Vec<Quantity> {
    let text = in_digits(&without_contrast(&plain(text)).replace(" single ", " one "));
    let text = text.strip_suffix('步').unwrap_or(&text);
    // What a number is for stands behind it, or before a colon: `315 for m = 100`, `p = 8: 3 steps`.
    let text = &without_circumstances(text, names);
    let text = without_reason(text);
    let text = text.find("where ").filter(|at| *at > 0).map_or(text, |at| &text[..at]);
    let mut clauses = clauses(text, names);
    // `2 in the rows and 2 in the columns, 4 in total`
    let all = ["total", "altogether", "insgesamt", "overall"];
    let total = |clause: &&str| letters(clause).iter().any(|word| all.contains(&&**word));
    if clauses.len() > 1 && clauses.iter().filter(|clause| total(clause)).count() == 1 {
        clauses.retain(|clause| total(clause));
    }
    let several = clauses.len() > 1;
    let part = broken_down(text).or_else(|| conclusion(text).filter(|_| several));
    if let Some(found) = part.map(|part| of_side(part, names)).filter(|found| !found.is_empty()) {
        return found;
    }
    let [clause] = &clauses[..] else { return Vec::new() };
    if denies_anything(clause) || bounds(clause) {
        return Vec::new();
    }
    // `m = 329` says what m is.
    let symbol = clause.split_once('=').map(|(name, _)| name.trim());
    if symbol.is_some_and(|name| ["m", "p", "n", "t_s", "t_w", "ts", "tw", "t_h"].contains(&name)) {
        return Vec::new();
    }
    let mut sides = clause.rsplit(['=', '≈', '→']).map(str::trim).filter(|side| !side.is_empty());
    sides
        .by_ref()
        .map(|side| of_side(side, names))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn of_side(side: &str, names: &Bindings) -> Vec<Quantity> {
    let side = side.trim().trim_matches('*').trim_end_matches(['.', ',', '!']).trim();
    let (body, unit) = without_unit(side);
    let mut found = written(body, unit.as_ref());
    if found.is_empty()
        && let Some(value) = parse(body).ok().and_then(|formula| computed(&formula, names))
    {
        found.push(Quantity { value, unit: unit.clone(), decimals: 0, by_point: false });
    }
    // Behind the number a remark may stand: `3 (log2 8)`, `3 (three rounds)`.
    if let Some((before, _)) = body.split_once('(') {
        found.extend(written(before.trim(), unit.as_ref()));
        let (inner, unit) = without_unit(before.trim());
        found.extend(unit.iter().flat_map(|unit| written(inner, Some(unit))));
    }
    if found.is_empty() {
        found = in_words(side);
    }
    // `it needs ceil(log2(8)) steps`
    if found.is_empty() {
        let steps = matches!(unit, Some(Unit::Steps));
        let value = parts(body)
            .iter()
            .skip(1)
            .chain(body.split_once("s ").map(|(_, tail)| tail.to_owned()).as_ref())
            .find_map(|part| computed(&parse(part).ok()?, names));
        let value = value.filter(|_| steps);
        found.extend(value.map(|value| Quantity { value, unit, decimals: 0, by_point: false }));
    }
    found
}

/// The value of a formula without letters, or with those of the question.
fn computed(formula: &Formula, names: &Bindings) -> Option<Rational> {
    formula.expr()?;
    formula.evaluate(names).ok()?.as_rational()
}

/// `315 us`: without its unit, and the unit.
fn without_unit(text: &str) -> (&str, Option<Unit>) {
    let time_units = ["time units", "time unit", "units of time", "Zeiteinheiten"];
    if let Some(body) = time_units.iter().find_map(|unit| text.strip_suffix(unit)) {
        return (body.trim_end(), Some(Unit::Word("units".to_owned())));
    }
    let start = text.char_indices().rev().find(|(_, c)| !(c.is_alphabetic() || *c == '.'));
    let start = start.map_or(0, |(at, c)| at + c.len_utf8());
    let Some(unit) = Unit::read(&text[start..]).filter(|_| start > 0) else { return (text, None) };
    (text[..start].trim_end(), Some(unit))
}

/// A number by itself, with whatever separates its thousands.
fn written(text: &str, unit: Option<&Unit>) -> Vec<Quantity> {
    let text = text.trim().trim_start_matches(['~', '+']).trim();
    let quantity = |plain: &str, by_point| {
        let value = plain.parse::<Rational>().ok()?;
        let digits = plain.split_once('.').map_or("", |(_, digits)| digits);
        let decimals = u32::try_from(digits.bytes().take_while(u8::is_ascii_digit).count()).ok()?;
        Some(Quantity { value, unit: unit.cloned(), decimals, by_point })
    };
    if let Some(value) = number(text) {
        return quantity(&value.to_string(), false).into_iter().collect();
    }
    let mut spellings: Vec<(String, bool)> = Vec::new();
    for separator in [',', ' ', '\'', '_'] {
        if let Some(joined) = thousands(text, separator, '.') {
            spellings.push((joined, false));
        }
    }
    spellings.push((text.to_owned(), false));
    if let Some(joined) = thousands(text, '.', ',') {
        spellings.push((joined.replace(',', "."), true));
    }
    if text.matches(',').count() == 1 && !text.contains('.') {
        spellings.push((text.replace(',', "."), false));
    }
    let mut found: Vec<Quantity> = Vec::new();
    for (plain, by_point) in spellings {
        let read = quantity(&plain, by_point);
        let is_new = |read: &Quantity| found.iter().all(|known| known.value != read.value);
        found.extend(read.filter(is_new));
    }
    // Two points, or a point and then a comma, can only separate thousands.
    if let [only] = &mut found[..] {
        only.by_point = false;
    }
    found
}

/// `1,515.5` without its separators: groups of three digits, and one to three before them.
fn thousands(text: &str, separator: char, point: char) -> Option<String> {
    let (whole, rest) = text.split_once(point).map_or((text, None), |(a, b)| (a, Some(b)));
    let groups: Vec<&str> = whole.split(separator).collect();
    let digits = |group: &&str| group.bytes().all(|b| b.is_ascii_digit());
    let first = (1..=3).contains(&groups[0].len()) && !groups[0].starts_with('0');
    let fits = groups.len() > 1
        && first
        && groups.iter().all(digits)
        && groups[1..].iter().all(|group| group.len() == 3)
        && rest.is_none_or(|rest| digits(&rest) && !rest.is_empty());
    fits.then(|| {
        let rest = rest.map_or(String::new(), |rest| format!("{point}{rest}"));
        format!("{}{rest}", groups.concat())
    })
}

/// One number in a sentence: `The answer is 315 microseconds`.
fn in_words(text: &str) -> Vec<Quantity> {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches([',', ':', '.', '"', '(', ')']))
        .collect();
    let numeric = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_number = |word: &&str| numeric(word) || number(word).is_some();
    let any_digits = words.iter().any(|word| numeric(word));
    let chosen = |word: &&str| if any_digits { numeric(word) } else { is_number(word) };
    let mut places = (0..words.len()).filter(|at| chosen(&words[*at]));
    let (Some(at), None) = (places.next(), places.next()) else { return Vec::new() };
    // `three hundred fifteen` is not three.
    if words.iter().any(|word| is_part_of_a_number(word)) {
        return Vec::new();
    }
    let others = words.iter().enumerate().filter(|(k, _)| *k != at);
    // A word that is no word is a part of a formula.
    let word = |word: &str| word.chars().all(|c| c.is_alphabetic() || "'-".contains(c));
    if !others.clone().all(|(_, other)| word(other)) {
        return Vec::new();
    }
    let (body, unit) = without_unit(words[at]);
    let next = words.get(at + 1).and_then(|next| Unit::read(next));
    written(body, unit.or(next).as_ref())
}

/// Words that make another number of those beside them.
fn is_part_of_a_number(word: &str) -> bool {
    let word = word.to_lowercase();
    let ends = [
        "teen", "ty", "hundred", "thousand", "million", "dozen", "hundert", "tausend", "zig",
        "cien", "cent",
    ];
    ends.iter().any(|end| word.ends_with(end))
        || word.contains('-') && word.split('-').any(|part| number(part).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        let names = Bindings::new().with("p", 8).with("m", 100).with("t_s", 5).with("t_w", 1);
        let value = |q: &Quantity| match &q.unit {
            None => q.value.to_string(),
            Some(Unit::Time(scale)) => (&q.value * scale).to_string(),
            Some(Unit::Steps) => format!("{} steps", q.value),
            Some(Unit::Word(word)) => format!("{} {word}", q.value),
        };
        quantities(text, &names).iter().map(value).collect()
    }

    #[test]
    fn numbers_are_read_as_students_write_them() {
        for (text, wanted) in [
            ("315", "315"),
            ("= 315", "315"),
            ("$T = 3(t_s + m t_w) = 3(5+100) = 315$", "315"),
            ("3 * (5 + 100)", "315"),
            ("The answer is 315.", "315"),
            ("It takes 315 because there are 3 steps", "315"),
            ("p = 8, m = 100, so T = 315", "315"),
            ("T = 315, where p = 8", "315"),
            ("log2 8 = 3", "3"),
            ("log p", "3"),
            ("p - 1 = 7", "7"),
            ("**315**", "315"),
            ("63/2", "63/2"),
            ("about 31.5", "63/2"),
            ("1.5*10^3", "1500"),
            ("1.5e3", "1500"),
            ("1 515 315", "1515315"),
            ("1,515,315", "1515315"),
            ("three", "3"),
            ("Drei", "3"),
            ("三", "3"),
            ("三步", "3"),
            ("2 in the row and 2 in the columns, 4 in total", "4"),
            ("min(3, 8-3) = 3", "3"),
            ("1.515.315", "1515315"),
        ] {
            assert_eq!(values(text).first().map(String::as_str), Some(wanted), "{text}");
        }
        for (text, wanted) in [
            ("315 us", "315000"),
            ("315\\,\\mu s", "315000"),
            ("0.315 ms", "315000"),
            ("315 microseconds", "315000"),
            ("The total time is 315 microseconds.", "315000"),
            ("315µs", "315000"),
            ("315 time units", "315 units"),
            ("3 steps", "3 steps"),
            ("drei Schritte", "3 steps"),
            ("3 Schritte", "3 steps"),
            ("three rounds", "3 steps"),
            ("a single step", "1 steps"),
            ("it needs ceil(log2(8)) steps", "3 steps"),
        ] {
            assert_eq!(values(text), [wanted], "{text}");
        }
    }

    #[test]
    fn what_may_mean_several_numbers_says_so() {
        assert_eq!(values("1,515"), ["1515", "303/200"]);
        assert_eq!(values("1.515"), ["303/200", "1515"]);
        assert_eq!(values("3 (log2 8)"), ["9", "3"]);
        for (text, wanted) in [
            ("three hundred fifteen", "315"),
            ("it costs three hundred and fifteen", "315"),
            ("3 steps, each 105, so 315", "315"),
            ("with p = 8: 315", "315"),
            ("8 nodes: 3", "3"),
            ("n = 8 → 3", "3"),
            ("not 7 but 3", "3"),
        ] {
            assert_eq!(values(text), [wanted], "{text}");
        }
        for text in ["4 steps: 2 in each phase", "4 steps in 2 phases", "4 steps for 8 nodes"] {
            assert_eq!(values(text), ["4 steps"], "{text}");
        }
        for text in ["1 hundred", "3, so 5 is too many", "2 steps: 7 in each phase"] {
            assert_eq!(values(text), <[&str; 0]>::default(), "{text}");
        }
        for text in [
            "315 for m = 100",
            "m = 100: 315",
            "315 with m = 100",
            "315 (m = 100)",
            "315 for p = 8",
        ] {
            assert_eq!(values(text), ["315"], "{text}");
        }
        assert_eq!(values("p = 8: 3 steps"), ["3 steps"]);
        assert_eq!(values("3\\left(5+100\\right)").first().map(String::as_str), Some("315"));
        for text in ["", "3 or 7", "not 315", "at least 3", "3, 7", "x", "t_s 3 m", "-", "=", "≠ 3"]
        {
            assert_eq!(values(text), <[&str; 0]>::default(), "{text}");
        }
    }
}
