//! A number as `specs/answers.md` has it: arithmetic with units, in a chain `a = b ≈ c`.

use crate::prelude::*;
use hockney_base::table::List;
use hockney_formula::Reading;

/// What a number is a number of.
pub(crate) enum NumberOf {
    /// Time: the unit of the question's numbers and of a number without one, in nanoseconds;
    /// `None` for numbers without a unit.
    Time(Option<(Rational, Rational)>),
    /// Things, by what they are called.
    Things(&'static List),
}

/// Why an answer is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoAmount {
    /// It is outside the grammar.
    Unreadable(String),
    /// Two of its sides are not equal.
    Broken(String),
}

/// The most sides of a chain `a = b = c`.
pub(crate) const MOST_SIDES: usize = 32;

/// The name of the unit of time while a side is computed, twice: with 1 and with 2.
const SCALE: &str = "u_1";

/// The letters of numbers.
pub(crate) struct NumberLetters {
    /// The values of those of the model.
    pub(crate) names: Bindings,
    /// How the others are read.
    pub(crate) reading: Reading,
}

/// The sides of an answer, each with the numbers that it may mean.
pub(crate) fn amounts(
    text: &str,
    letters: &NumberLetters,
    of: &NumberOf,
) -> Result<Vec<Vec<Amount>>, NoAmount> {
    let mut sides: Vec<Vec<Amount>> = Vec::new();
    let mut broken = None;
    let mut rest = text.trim();
    let mut before = "";
    let behind = rest.strip_prefix(['≈', '~']);
    let mut rounded = behind.is_some();
    rest = behind.unwrap_or(rest);
    loop {
        if sides.len() == MOST_SIDES {
            let why = format!("a chain has at most {MOST_SIDES} sides");
            return Err(NoAmount::Unreadable(why));
        }
        let end = next_sign(rest);
        let written = rest[..end].trim();
        let mut found = side(written, letters, of).map_err(NoAmount::Unreadable)?;
        if rounded {
            for amount in &mut found {
                amount.rounded = Rounded::BySign;
            }
        }
        if let Some(last) = sides.last().filter(|_| broken.is_none()) {
            let linked = |amount: &Amount| last.iter().any(|last| linked(last, amount, rounded));
            if found.iter().any(linked) {
                found.retain(linked);
            } else {
                broken = Some([before, written]);
            }
        }
        sides.push(found);
        before = written;
        let Some(sign) = rest[end..].chars().next() else { break };
        rounded = sign == '≈';
        rest = &rest[end + sign.len_utf8()..];
    }
    let Some(broken) = broken else { return Ok(sides) };
    let [one, other] = broken.map(shortened);
    // `m = 315` says what m is.
    Err(match broken.iter().find(|side| letters.names.get(side).is_some()) {
        Some(letter) => NoAmount::Unreadable(format!("`{letter}` is a letter")),
        None => NoAmount::Broken(format!("`{one}` is not equal to `{other}`")),
    })
}

/// The place of the first `=` or `≈` outside brackets, or the end.
fn next_sign(text: &str) -> usize {
    let mut depth = 0_i64;
    let sign = |(_, c): &(usize, char)| {
        depth += i64::from("([{".contains(*c)) - i64::from(")]}".contains(*c));
        depth <= 0 && "=≈".contains(*c)
    };
    text.char_indices().find(sign).map_or(text.len(), |(at, _)| at)
}

/// Whether a value may stand behind another: equal, or behind `≈` rounded to its digits.
fn linked(before: &Amount, behind: &Amount, rounded: bool) -> bool {
    before.value == behind.value || rounded && behind.rounds(&before.value)
}

/// The numbers that one side may mean.
fn side(text: &str, letters: &NumberLetters, of: &NumberOf) -> Result<Vec<Amount>, String> {
    let NumberLetters { names, reading } = letters;
    let (body, counted) = without_count(text, of);
    let plain = |found: Vec<Amount>| match of {
        NumberOf::Time(Some((base, asked))) if !counted => {
            found.into_iter().map(|amount| amount.scaled(asked, base)).collect()
        }
        _ => found,
    };
    let in_words = words("numbers").in_digits(&body.to_lowercase());
    let found = written(in_words.filter(|_| matches!(of, NumberOf::Things(_))).unwrap_or(body));
    if !found.is_empty() {
        return Ok(plain(found));
    }
    let unreadable = || format!("`{}` is not a number", shortened(text));
    let value_of = |text: &str| reading.read(text).ok()?.evaluate(names).ok()?.as_rational();
    if let Some((before, inside)) = body.strip_suffix(')').and_then(|body| body.split_once(" ("))
        && let (Ok(value), Some(remark)) = (before.parse::<Rational>(), value_of(inside))
        && value == remark
    {
        return Err(format!("`{}` may be a product or a remark", shortened(text)));
    }
    let (number, unit) = with_unit(body);
    if let (Some(unit), NumberOf::Time(Some((base, _)))) = (&unit, of) {
        let found = written(number);
        if !found.is_empty() {
            let value = |amount: Amount| Amount { in_unit: true, ..amount.scaled(unit, base) };
            return Ok(found.into_iter().map(value).collect());
        }
    }
    if let Some(parted) = parted_unit(body).filter(|_| matches!(of, NumberOf::Time(_))) {
        let [plain, product] = ["", "*"].map(|sign| parted.replace(' ', sign));
        return Err(format!("`{parted}` may be a unit or a product: write {plain} or {product}"));
    }
    let (arithmetic, units) = in_scale(body);
    if units && matches!(of, NumberOf::Time(None)) {
        return Err("the numbers of the question have no unit".to_owned());
    }
    if units && matches!(of, NumberOf::Things(_)) {
        return Err("this is a time, but the question asks for a number".to_owned());
    }
    let read = |text: &str| reading.read(text).ok();
    let formula = read(&arithmetic).or_else(|| read(&with_points(&arithmetic)?));
    let formula = formula.filter(|formula| formula.expr().is_some()).ok_or_else(unreadable)?;
    let at = |scale: u32| {
        let mut names = names.clone();
        if let NumberOf::Time(Some((base, _))) = of {
            for time in ["t_s", "t_w", "t_h"] {
                if let Some(value) = names.get(time).cloned() {
                    names.set(time, &(&value * base) * &Rational::from(scale));
                }
            }
        }
        names.set(SCALE, Rational::from(scale));
        formula.evaluate(&names).ok()?.as_rational()
    };
    let (one, two) = at(1).zip(at(2)).ok_or_else(unreadable)?;
    let parts = grain_of_sum(body, of);
    let amount = |value| vec![Amount { parts, ..Amount::computed(value, units) }];
    match of {
        NumberOf::Time(Some((base, _))) if two == &one + &one && !one.is_zero() => {
            Ok(amount(one.checked_div(base).unwrap_or_default()))
        }
        _ if one == two => Ok(plain(amount(one))),
        _ => Err(format!(
            "some terms of `{}` have a unit of time and others have none",
            shortened(text)
        )),
    }
}

/// What the last digits of the numbers in a sum count together, if one has a point; 0 for anything else.
fn grain_of_sum(text: &str, of: &NumberOf) -> Rational {
    let grain = |part: &str| {
        let (number, unit) = with_unit(part.trim());
        let amount = written(number).into_iter().next()?;
        Some(match (unit, of) {
            (Some(unit), NumberOf::Time(Some((base, _)))) => amount.scaled(&unit, base).grain,
            _ => amount.grain,
        })
    };
    let parts = text.contains(" + ").then(|| text.split('+').map(grain).sum::<Option<Rational>>());
    parts.flatten().filter(|_| text.contains('.')).unwrap_or_default()
}

/// Without the word for what is counted behind it, if there is one.
fn without_count<'t>(text: &'t str, of: &NumberOf) -> (&'t str, bool) {
    let fits = |word: &str| match of {
        NumberOf::Things(names) => names.contains(&&*word.to_lowercase()),
        NumberOf::Time(None) => list("unit of nothing").contains(&&*word.to_lowercase()),
        NumberOf::Time(Some(_)) => false,
    };
    if let (Some(body), NumberOf::Time(None)) = (text.strip_suffix("time units"), of) {
        return (body.trim_end(), true);
    }
    let start = text.trim_end_matches(|c: char| c.is_alphabetic()).len();
    if start > 0 && start < text.len() && fits(&text[start..]) {
        return (text[..start].trim_end(), true);
    }
    (text, false)
}

/// A number without the unit of time behind it, and the unit in nanoseconds.
fn with_unit(text: &str) -> (&str, Option<Rational>) {
    let start = text.trim_end_matches(|c: char| c.is_alphabetic()).len();
    match nanoseconds(&text[start..]).filter(|_| start > 0) {
        Some(unit) => (text[..start].trim_end(), Some(unit)),
        None => (text, None),
    }
}

/// Arithmetic with a point in `0,5` and a digit before it in `.5`; `None` if a comma may separate thousands.
pub(crate) fn with_points(text: &str) -> Option<String> {
    let mut made = String::new();
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    for (at, c) in chars.iter().enumerate() {
        let (before, behind) = (at > 0 && is_digit(at - 1), is_digit(at + 1));
        match c {
            ',' if before && behind => {
                let places = chars[at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
                let is_fraction = made.ends_with('0') && !(at > 1 && is_digit(at - 2));
                if places == 3 && !is_fraction {
                    return None;
                }
                made.push('.');
            }
            '.' if !before && behind => made.push_str("0."),
            c => made.push(*c),
        }
    }
    Some(made)
}

/// `m s` behind a number: milliseconds, or m times seconds.
fn parted_unit(text: &str) -> Option<&'static str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[1].trim_end_matches([')', '.']) == "s").find_map(|pair| {
        let prefix = pair[0].trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
        ["m s", "u s", "µ s", "n s"].into_iter().find(|of| of.strip_suffix(" s") == Some(prefix))
    })
}

pub(crate) fn nanoseconds(unit: &str) -> Option<Rational> {
    // `S` is no second, `Microseconds` is.
    let unit = if unit.len() > 3 { &*unit.to_lowercase() } else { unit };
    list("unit times").number_of(unit).map(Rational::from)
}

/// With every unit of time as a factor, and whether there is one.
fn in_scale(text: &str) -> (String, bool) {
    let mut made = String::new();
    let (mut any, mut digits) = (false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        if end == 0 {
            digits |= c.is_ascii_digit();
            made.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (word, behind) = rest.split_at(end);
        let alone = !made.ends_with(['_', '\\']) && !behind.starts_with(['_', '(']);
        match nanoseconds(word).filter(|_| alone && digits) {
            Some(unit) => {
                made.extend([" * (", &unit.to_string(), " * ", SCALE, ")"]);
                any = true;
            }
            None => made.push_str(word),
        }
        rest = behind;
    }
    (made, any)
}

/// A number by itself, with whatever separates its thousands.
fn written(text: &str) -> Vec<Amount> {
    let amount = |plain: &str, by_point| {
        let value = plain.parse::<Rational>().ok()?;
        let rounded = Rounded::by_digits(plain.contains('.'));
        let parts = Rational::zero();
        Some(Amount { value, grain: grain(plain), parts, rounded, by_point, in_unit: false })
    };
    let joined = [',', ' ', '\'', '_'].into_iter().filter_map(|sign| thousands(text, sign, '.'));
    let plain = joined.chain([text.to_owned()]).map(|text| (text, false));
    let by_point = thousands(text, '.', ',').map(|joined| (joined.replace(',', "."), true));
    let has_comma = text.matches(',').count() == 1 && !text.contains('.');
    let by_comma = has_comma.then(|| (text.replace(',', "."), false));
    let mut found: Vec<Amount> = Vec::new();
    for (plain, by_point) in plain.chain(by_point).chain(by_comma) {
        let read = amount(&plain, by_point);
        let is_new = |read: &Amount| found.iter().all(|known| known.value != read.value);
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
    fits.then(|| groups.concat() + &rest.map_or(String::new(), |rest| format!("{point}{rest}")))
}

/// A number that a side of an answer may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    /// The number, in the unit of the question's numbers.
    pub(crate) value: Rational,
    /// What its last digit counts; 0 if it has no last digit.
    pub(crate) grain: Rational,
    /// By how much the numbers of a sum may be off together, twice; 0 if it is none.
    pub(crate) parts: Rational,
    /// Whether it may be rounded.
    pub(crate) rounded: Rounded,
    /// Whether a point in it separates thousands: `1.515` for 1515.
    pub(crate) by_point: bool,
    /// Whether it is written with a unit of time.
    pub(crate) in_unit: bool,
}

/// What shows that a number may be rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounded {
    /// Nothing.
    No,
    /// Digits behind its point.
    ByDigits,
    /// `≈` before it.
    BySign,
}

impl Rounded {
    pub(super) fn by_digits(pointed: bool) -> Self {
        if pointed { Rounded::ByDigits } else { Rounded::No }
    }
}

impl Amount {
    /// Whether it is another value, rounded to its own digits.
    pub(crate) fn rounds(&self, value: &Rational) -> bool {
        let off = (value - &self.value).abs();
        &off + &off <= self.grain
    }

    /// Whether it is the sum of numbers that may be rounded so that they make another value.
    pub(crate) fn sums_to(&self, value: &Rational) -> bool {
        let off = (value - &self.value).abs();
        &off + &off <= self.parts
    }

    /// A computed value; nothing is rounded if it has no end behind the point.
    pub(crate) fn computed(value: Rational, in_unit: bool) -> Self {
        let grain = value.decimal().map_or_else(Rational::zero, |digits| grain(&digits));
        let rounded = Rounded::by_digits(!value.is_integer());
        Amount { value, grain, parts: Rational::zero(), rounded, by_point: false, in_unit }
    }

    /// The amount in another unit: both in nanoseconds.
    pub(super) fn scaled(self, from: &Rational, to: &Rational) -> Self {
        let scaled = |value: &Rational| (value * from).checked_div(to).unwrap_or_default();
        let [value, grain, parts] = [&self.value, &self.grain, &self.parts].map(scaled);
        Amount { value, grain, parts, ..self }
    }
}

/// What the last digit of a number counts: of `1.50` a hundredth, of `2.1e3` a hundred.
pub(crate) fn grain(written: &str) -> Rational {
    const MOST: u32 = 1000;
    let (digits, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let places = i64::try_from(places).ok().zip(exponent.parse::<i64>().ok());
    let places = places.map(|(places, exponent)| places.saturating_sub(exponent));
    let power = places.and_then(|places| u32::try_from(places.unsigned_abs()).ok());
    let power = power.filter(|power| *power <= MOST).map(|power| Rational::from(10_u32).pow(power));
    match (places, power) {
        (Some(..0), Some(power)) => power,
        (_, Some(power)) => power.recip().unwrap_or_default(),
        (_, None) => Rational::zero(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, of: &NumberOf) -> String {
        let names = Bindings::new().with("p", 8).with("m", 100).with("t_s", 5).with("t_w", 1);
        let names = &NumberLetters { names, reading: Reading::new() };
        let one = |amount: &Amount| amount.value.to_string();
        match amounts(text, names, of) {
            Ok(sides) => {
                let side = |side: &Vec<Amount>| side.iter().map(one).collect::<Vec<_>>().join("|");
                sides.iter().map(side).collect::<Vec<_>>().join(" = ")
            }
            Err(NoAmount::Unreadable(why) | NoAmount::Broken(why)) => why,
        }
    }

    #[test]
    fn numbers_are_arithmetic_with_units() {
        let plain = &NumberOf::Time(None);
        for (text, wanted) in [
            ("315", "315"),
            ("3 * (5 + 100)", "315"),
            ("3 (t_s + m t_w) = 3(5+100) = 315", "315 = 315 = 315"),
            ("log p", "3"),
            ("63/2", "63/2"),
            ("sum(i=1..3, 5 + 100) = 315", "315 = 315"),
            ("≈ 31.5", "63/2"),
            ("1.5e3", "1500"),
            ("1 515 315", "1515315"),
            ("1.515.315", "1515315"),
            ("1,515", "1515|303/200"),
            ("1.515", "303/200|1515"),
            ("1000/3 ≈ 333.33", "1000/3 = 33333/100"),
            ("315 time units", "315"),
            ("80 + 133.33 ≈ 213", "21333/100 = 213"),
            ("2.1e2 ≈ 213", "`2.1e2` is not equal to `213`"),
            ("213 ≈ 2.1e2", "213 = 210"),
            ("3*105 = 325 = 315", "`3*105` is not equal to `325`"),
            ("1000/3 ≈ 334", "`1000/3` is not equal to `334`"),
            ("315 us", "the numbers of the question have no unit"),
            ("315 kg", "`315 kg` is not a number"),
            ("bananas 2", "`bananas 2` is not a number"),
            ("3 or 7", "`3 or 7` is not a number"),
            ("3 steps", "`3 steps` is not a number"),
            ("3 (log 8)", "`3 (log 8)` may be a product or a remark"),
            ("", "`` is not a number"),
            ("= 3", "`` is not a number"),
        ] {
            assert_eq!(said(text, plain), wanted, "{text}");
        }
        let micro = Rational::from(1000_u32);
        let time = &NumberOf::Time(Some((micro.clone(), micro)));
        for (text, wanted) in [
            ("315", "315"),
            ("315 us", "315"),
            ("315µs", "315"),
            ("0.315 ms", "315"),
            ("3 (5 us + 100 us)", "315"),
            ("3 (t_s + m t_w) = 315 us", "315 = 315"),
            ("315 hours", "`315 hours` is not a number"),
            ("315 us per step", "`315 us per step` is not a number"),
            (
                "3 (5 us + 100)",
                "some terms of `3 (5 us + 100)` have a unit of time and others have none",
            ),
        ] {
            assert_eq!(said(text, time), wanted, "{text}");
        }
        let steps = &NumberOf::Things(hockney_files::words("step"));
        for (text, wanted) in [
            ("3 steps", "3"),
            ("log2(8) = 3 rounds", "3 = 3"),
            ("3 us", "this is a time, but the question asks for a number"),
            ("three", "3"),
            ("thirteen", "`thirteen` is not a number"),
        ] {
            assert_eq!(said(text, steps), wanted, "{text}");
        }
    }
}
