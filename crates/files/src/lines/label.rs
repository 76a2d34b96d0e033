//! What stands before the messages of a line.

use super::cursor::Cursor;
use super::node::{arrow, has_arrow, prefix};
use super::rule::expression::{Expression, Names, letter};
use super::words;
use crate::{Result, refuse, shortened, within};
use hockney_base::diagnostic::{Diagnostic, Span};

/// The most steps of one label, and the most messages that labels of several steps and rules stand for.
pub(super) const MOST: u32 = 20_000;

/// Which steps begin, and where that is written.
#[derive(Clone, Copy)]
pub(super) struct Label {
    /// The number of the first; left out it is the next one.
    pub(super) number: Option<u64>,
    /// What counts them in a rule.
    pub(super) letter: Option<char>,
    /// The first and the last value of the letter; left out the rule decides.
    pub(super) range: Option<(i128, i128)>,
    pub(super) span: Span,
}

impl Label {
    /// That of the next step, without a number.
    pub(super) fn next(span: Span) -> Self {
        Label { number: None, letter: None, range: Some((0, 0)), span }
    }

    /// The values that count its steps, in their order.
    pub(super) fn counts(&self) -> impl Iterator<Item = i128> {
        self.range.into_iter().flat_map(|(first, last)| {
            let step = if first > last { -1 } else { 1 };
            (0..=(last - first).abs()).map(move |count| first + step * count)
        })
    }
}

pub(super) fn bullet(cursor: &mut Cursor<'_>) {
    cursor.blanks();
    mark(cursor, &["-", "*", "•"]);
}

/// Takes one of these and the blanks behind it, if it stands by itself.
fn mark(cursor: &mut Cursor<'_>, marks: &[&str]) {
    let mut after = *cursor;
    let found = marks.iter().any(|mark| after.take(mark));
    if found && (after.rest.is_empty() || after.rest.starts_with(char::is_whitespace)) {
        *cursor = after;
        cursor.blanks();
    }
}

/// Takes a word that begins the next step without its number, such as `Then:`.
pub(super) fn then(cursor: &mut Cursor<'_>) -> bool {
    let found = cursor.any("then");
    if found {
        let _ = COLONS.iter().any(|colon| cursor.take(colon)) || cursor.take(",");
        cursor.blanks();
    }
    found
}

const SEVERAL: &str =
    "labels of several steps are Steps 1-3:, Step k:, Step k = 1..3: and for k = 0..2:";
const COLONS: [&str; 2] = [":", "："];

/// `Step 1:`, `round 2`, `3.`, `First step:`, `t = 1:`, `Steps 1-3:`, `Step k:`, `for k = 0..2:`.
pub(super) fn label(cursor: &mut Cursor<'_>, nodes: u32) -> Result<Option<Label>> {
    let mut after = *cursor;
    let mut found = several(&mut after, nodes)?;
    if found.is_none() {
        after = *cursor;
        found = single(&mut after)?;
    }
    if found.is_some() {
        *cursor = after;
    }
    Ok(found)
}

/// Whether a label begins here, be it right or wrong.
pub(super) fn begins_label(mut cursor: Cursor<'_>, nodes: u32) -> bool {
    cursor.blanks();
    !matches!(label(&mut cursor, nodes), Ok(None))
}

/// `Steps 1-3:`, `Step k = 1..3:`, `Step k:`, `for k = 0..2:`.
fn several(cursor: &mut Cursor<'_>, nodes: u32) -> Result<Option<Label>> {
    let start = cursor.at;
    let names = Names { node: None, step: None, nodes };
    let (counted, range);
    let mut number = None;
    if cursor.any("for") {
        cursor.blanks();
        counted = letter(cursor);
        cursor.blanks();
        let is = cursor.take("=") || cursor.word("in") || cursor.word("from");
        if counted.is_none() || !is {
            return cursor.expected("a letter with its range", SEVERAL);
        }
        range = Some(letter_range(cursor, names)?);
    } else if cursor.any("step") {
        cursor.blanks();
        counted = letter(cursor);
        if counted.is_some() {
            cursor.blanks();
            range = if cursor.take("=") { Some(letter_range(cursor, names)?) } else { None };
            // One value of a loop, which may count downwards.
            let one = range.filter(|(first, last)| first == last);
            if one.is_some() && COLONS.iter().any(|colon| cursor.take(colon)) {
                let span = cursor.since(start);
                return Ok(Some(Label { number: None, letter: counted, range, span }));
            }
            let rising = range.filter(|(first, last)| first <= last);
            number = rising.and_then(|(first, _)| u64::try_from(first).ok());
        } else {
            let first = cursor.while_(|c| c.is_ascii_digit()).parse::<u64>();
            cursor.blanks();
            let to = ["..", "-", "–", "—"].iter().any(|dash| cursor.take(dash));
            let (Ok(first), true) = (first, to || cursor.word("to")) else { return Ok(None) };
            let Ok(last) = Expression::read(cursor, names) else { return Ok(None) };
            cursor.blanks();
            if !COLONS.iter().any(|colon| cursor.rest.starts_with(colon)) {
                return Ok(None);
            }
            let last = value(&last)?;
            if last < first.into() {
                let message = format!("the last step is {last}, before step {first}");
                return refuse(cursor.since(start), message, SEVERAL);
            }
            (number, range) = (Some(first), Some((first.into(), last)));
        }
    } else {
        return Ok(None);
    }
    let span = cursor.since(start);
    cursor.blanks();
    if !COLONS.iter().any(|colon| cursor.take(colon)) {
        return cursor.expected("a colon", SEVERAL);
    }
    let (first, last) = range.unwrap_or_default();
    within("steps of a label", first.abs_diff(last).saturating_add(1), MOST, Some(span))?;
    Ok(Some(Label { number, letter: counted, range, span }))
}

/// `0..2`, `0 to d - 1`.
fn letter_range(cursor: &mut Cursor<'_>, names: Names) -> Result<(i128, i128), Diagnostic> {
    let first = value(&Expression::read(cursor, names)?)?;
    cursor.blanks();
    if COLONS.iter().any(|colon| cursor.rest.starts_with(colon)) {
        return Ok((first, first));
    }
    if !(["...", "..", "…"].iter().any(|dots| cursor.take(dots)) || cursor.word("to")) {
        return cursor.expected("two dots and the last value", SEVERAL);
    }
    Ok((first, value(&Expression::read(cursor, names)?)?))
}

fn value(of: &Expression) -> Result<i128, Diagnostic> {
    of.value(0, 0).map_err(|why| Diagnostic::new(format!("this {why}")).at(of.span))
}

/// `Step 1:`, `round 2`, `In step 1,`, `3.`, `4)`, `First step:`, `1. Schritt`, `t = 1:`.
fn single(cursor: &mut Cursor<'_>) -> Result<Option<Label>, Diagnostic> {
    let start = *cursor;
    let axis = cursor.any("axis");
    let sentence = cursor.any("in");
    cursor.blanks();
    let first = if sentence { *cursor } else { start };
    let mut named = axis || cursor.any("step") || cursor.any("head");
    if sentence && !named {
        *cursor = start;
    }
    let bracket = !named && cursor.take("(");
    if named {
        cursor.blanks();
        cursor.take("#");
    }
    let mut digits = cursor.while_(|c| c.is_ascii_digit());
    if named && digits.is_empty() {
        let mut word = *cursor;
        let written = word.while_(char::is_alphabetic).to_lowercase();
        if let Some(number) = words("numbers").in_digits(&written) {
            (digits, *cursor) = (number, word);
        }
    }
    if named && !axis && digits.is_empty() {
        let help = "write the number of the step in digits, such as Step 1:";
        return cursor.expected("the number of the step", help);
    }
    for read in [in_order, time] {
        let mut after = first;
        if !named && let Some(number) = read(&mut after) {
            (named, digits) = (true, number);
            *cursor = after;
        }
    }
    if digits.is_empty() {
        return Ok(None);
    }
    let span = cursor.since(start.at);
    if named {
        cursor.blanks();
        remark(cursor);
    }
    let inside = cursor.rest.starts_with(')');
    let marked = [":", "：", ".", ")"].iter().any(|mark| cursor.take(mark))
        || sentence && named && cursor.take(",");
    let mut behind = *cursor;
    behind.blanks();
    // `(1) -> (2)` is a message.
    if axis && !marked || bracket && (!inside || arrow(&mut behind).is_some()) {
        return Ok(None);
    }
    if named && !marked {
        mark(cursor, &["-", "–", "—"]);
    }
    let apart = cursor.rest.is_empty() || cursor.rest.starts_with(char::is_whitespace);
    if !(named || marked && apart) {
        return Ok(None);
    }
    let large = || format!("{} is too large for the number of a step", shortened(digits));
    let number = digits.parse().ok().filter(|number| *number < u64::MAX);
    let number = number.ok_or_else(|| Diagnostic::new(large()).at(span))?;
    Ok(Some(Label { number: Some(number).filter(|_| !axis), ..Label::next(span) }))
}

/// Goes on behind a remark in brackets before a colon: `Step 1 (distance 4):`.
fn remark(cursor: &mut Cursor<'_>) {
    let mut after = *cursor;
    let plain = after.bracket().is_some_and(|inside| !inside.contains('('));
    after.blanks();
    if plain && COLONS.iter().any(|colon| after.rest.starts_with(colon)) {
        *cursor = after;
    }
}

/// The number of `First step`, `2nd round`, `1. Schritt`, `第1步`, in digits.
fn in_order<'t>(cursor: &mut Cursor<'t>) -> Option<&'t str> {
    if cursor.take("第") {
        let digits = cursor.while_(|c| c.is_ascii_digit());
        let length = cursor.rest.chars().next().map_or(0, char::len_utf8);
        let number = match digits {
            "" => words("digits").in_digits(cursor.skip(length))?,
            digits => digits,
        };
        let step = words("counted").into_iter().any(|step| cursor.take(step));
        return step.then_some(number);
    }
    let word = cursor.while_(char::is_alphanumeric);
    let number = if word.contains(char::is_alphabetic) {
        words("places").in_digits(&word.to_lowercase())?
    } else {
        cursor.take(".").then_some(word)?
    };
    // `1. Step 2:` is two labels.
    let in_words = word.contains(char::is_alphabetic);
    let step = cursor.any("step")
        && (in_words || !cursor.rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    (step || in_words && cursor.rest.starts_with(':')).then_some(number)
}

/// The number of `t = 1:`, `time 1:`.
fn time<'t>(cursor: &mut Cursor<'t>) -> Option<&'t str> {
    cursor.any("time").then_some(())?;
    cursor.blanks();
    let _ = cursor.take("=") || cursor.take("_");
    cursor.blanks();
    let digits = cursor.while_(|c| c.is_ascii_digit());
    let behind = cursor.rest.trim_start();
    COLONS.iter().any(|colon| behind.starts_with(colon)).then_some(digits)
}

/// Whether a line is words without a label and an arrow, such as a title.
pub(super) fn is_title(mut cursor: Cursor<'_>) -> bool {
    let line = cursor.rest;
    if cursor.word("send") {
        cursor.blanks();
    }
    prefix(&mut cursor);
    cursor.rest.starts_with(char::is_alphabetic) && !has_arrow(line)
}

/// The place of a comment such as `## Step 1`.
pub(super) fn comment_label(mut cursor: Cursor<'_>) -> Option<Span> {
    let place = cursor.here();
    cursor.while_(|c| c == '#' || c == '/' || c.is_whitespace());
    let named = { cursor }.any("step");
    label(&mut cursor, 1).ok().flatten().filter(|_| named).map(|_| place)
}
