//! The part of an answer that states the number: its only clause with one, its conclusion, or what stands
//! before how it comes about; without what only repeats what is given: `315 for m = 100`, `8 nodes: 3`.

use super::super::super::lists::list;
use super::super::unit::Unit;
use super::super::vocabulary::{bounds, concluded, conclusions, denies_anything};
use super::super::words::{is_node, number};
use super::without_unit;
use crate::formula::{Bindings, parse};

/// What a short conclusion says: `3 steps, each 105, so 315`. One with more words in it may say of another
/// number that it is wrong.
pub(super) fn conclusion(text: &str) -> Option<&str> {
    let last = concluded(text)?;
    let few = last.split_whitespace().count() <= 4 && !last.contains([',', ';', ':']);
    let of_another = ["too", "zu", "per", "pro", "each", "every", "je", "than", "als"];
    let words = letters(last);
    let plain = !words.iter().any(|word| of_another.contains(&&**word));
    (few && plain && !denies_anything(last) && !bounds(last)).then_some(last)
}

/// The number before a colon, behind which stands in words how it comes about: `4 steps: 2 in each phase`.
pub(super) fn broken_down(text: &str) -> Option<&str> {
    let (before, behind) = text.split_once(':')?;
    let words = letters(behind).iter().any(|word| word.len() > 3);
    let (_, unit) = without_unit(before.trim());
    let plain =
        before.trim().bytes().all(|b| b.is_ascii_digit()) || matches!(unit, Some(Unit::Steps));
    let whole = whole(before);
    // Its parts are less than the whole.
    let parts: Vec<u64> =
        behind.split(|c: char| !c.is_ascii_digit()).filter_map(whole_of).collect();
    let fits =
        whole.is_some_and(|whole| !parts.is_empty() && parts.iter().all(|part| *part < whole));
    (words && plain && fits && !behind.contains('=') && !denies_anything(text))
        .then(|| before.trim())
}

/// The number at the beginning of a text.
fn whole(text: &str) -> Option<u64> {
    whole_of(text.trim().split(|c: char| !c.is_ascii_digit()).next()?)
}

fn whole_of(digits: &str) -> Option<u64> {
    digits.parse().ok()
}

/// The sentences with a number in them, without those that only repeat what is given: `p = 8`.
pub(super) fn clauses<'t>(text: &'t str, names: &Bindings) -> Vec<&'t str> {
    let mut parts = vec![text];
    for separator in [", ", ";", "\n", ". "].into_iter().chain(conclusions()) {
        // Not between the arguments of a function: `min(3, 8 - 3)`.
        let balanced = |part: &&str| part.matches('(').count() == part.matches(')').count();
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let pieces: Vec<&str> = part.split(separator).collect();
                if pieces.iter().all(balanced) { pieces } else { vec![part] }
            })
            .collect();
    }
    let given = |part: &&str| {
        let Some((name, value)) = part.split_once('=') else { return false };
        let name = name.split_whitespace().last().unwrap_or_default();
        let name = if name == "n" { "p" } else { name };
        let known = parse(name).ok().and_then(|formula| formula.evaluate(names).ok());
        let value = parse(value).ok().and_then(|formula| formula.evaluate(names).ok());
        known.is_some() && known == value
    };
    let says = |part: &&str| {
        let word = |word: String| number(&word).is_some();
        part.contains(|c: char| c.is_ascii_digit()) || letters(part).into_iter().any(word)
    };
    let stated: Vec<&str> =
        parts.iter().copied().filter(|part| says(part) && !given(part)).collect();
    // A formula without a digit is the answer where nothing else is.
    if stated.is_empty() { vec![text] } else { stated }
}

/// The words of a text, in small letters.
pub(super) fn letters(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Without what only repeats what is given: `for m = 100`, `(p = 8)`, `p = 8:`.
pub(super) fn without_circumstances(text: &str, names: &Bindings) -> String {
    let worth = |text: &str| {
        // n is the number of nodes as well.
        let text =
            if text == "n" && parse("n").ok()?.evaluate(names).is_err() { "p" } else { text };
        parse(text).ok()?.evaluate(names).ok()
    };
    let nodes = |part: &str| {
        let (count, word) = part.trim().split_once(' ')?;
        (is_node(word.trim()) && worth(count)? == worth("p")?).then_some(())
    };
    let given = |part: &str| {
        if nodes(part).is_some() {
            return Some(());
        }
        let (name, value) = part.split_once('=')?;
        // `log p = 3` is no circumstance.
        let symbol = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let plain = name.trim().len() <= 4 && name.trim().chars().all(symbol);
        let known = worth(name.trim()).filter(|_| plain)?;
        (worth(value.trim())? == known).then_some(())
    };
    let led = ["for ", "with ", "bei ", "mit ", "für "];
    let behind = text
        .split_once(':')
        .filter(|(before, _)| given(without_word(before.trim(), &led)).is_some());
    let mut text = behind.map_or(text, |(_, behind)| behind).trim().to_owned();
    for word in [" for ", " with ", " bei ", " für ", " mit ", " at ", " (", ", "] {
        let end = text.rsplit_once(word).map(|(before, behind)| {
            (before.to_owned(), behind.trim_end_matches([')', '.']).trim().to_owned())
        });
        if let Some((before, behind)) = end
            && given(&behind).is_some()
        {
            text = before;
        }
    }
    // `6 steps in 2 phases`
    match text.rsplit_once(" in ") {
        Some((before, behind))
            if list("quantity parts").iter().any(|part| behind.ends_with(part))
                && before.contains(|c: char| c.is_ascii_digit())
                && behind.split(' ').count() == 2 =>
        {
            before.to_owned()
        }
        _ => text,
    }
}

fn without_word<'t>(text: &'t str, words: &[&str]) -> &'t str {
    words.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim()
}
