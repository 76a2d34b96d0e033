//! The words that turn an answer round, give a reason for it, explain its letters or compare: one list
//! of each, whatever is asked.

use super::super::lists::list;
use super::words::in_small_letters;

/// What denies within a Chinese word, which has no blanks around it.
const CHINESE_DENIALS: [char; 4] = ['不', '没', '無', '无'];

/// Whether a word, in small letters, denies.
pub(super) fn denies(word: &str) -> bool {
    list("denials").contains(&word) || word.ends_with("n't") || word.ends_with("n’t")
}

/// Whether a word says that there is none of what it stands beside.
pub(super) fn frees(word: &str) -> bool {
    list("free").contains(&word)
}

/// Whether a text denies anything.
pub(super) fn denies_anything(text: &str) -> bool {
    let mut lower = text.to_lowercase();
    for idiom in list("idioms") {
        lower = lower.replace(idiom, " ");
    }
    lower.contains(CHINESE_DENIALS) || words(&lower).any(denies)
}

/// Whether what stands in a Chinese word before a part of it denies that: `没有错误`.
pub(super) fn denied_before(text: &str) -> bool {
    text.contains(CHINESE_DENIALS)
}

/// Whether a text leaves something out.
pub(super) fn excepts(text: &str) -> bool {
    words(&text.to_lowercase()).any(|word| list("exceptions").contains(&word))
}

/// Whether a word says that something costs less.
pub(in super::super) fn is_cheaper(word: &str) -> bool {
    list("cheaper").contains(&word)
}

/// Whether a text says that something costs more, or compares in a way that names no best one.
pub(super) fn says_dearer(text: &str) -> bool {
    let lower = text.to_lowercase();
    words(&lower).any(|word| list("dearer").contains(&word))
        || list("costs-more").iter().any(|more| lower.contains(more))
}

/// Whether a text compares the other way round than its words say.
pub(in super::super) fn is_contrary(lower: &str) -> bool {
    list("contrary").iter().any(|words| lower.contains(words))
}

/// Whether a text gives a bound and no number.
pub(super) fn bounds(text: &str) -> bool {
    let lower = text.to_lowercase();
    list("bounds")
        .iter()
        .any(|bound| lower.match_indices(bound).any(|(at, _)| is_word(&lower, at, bound.len())))
}

/// Whether words say only up to where something holds; `is_place` is a word for a place in an order.
pub(super) fn limits(words: &[&str], is_place: &dyn Fn(&str) -> bool) -> bool {
    let small =
        ["the", "in", "at", "der", "den", "dem", "el", "del", "la", "le", "de", "last", "its"];
    words.iter().enumerate().any(|(k, word)| {
        let mut behind = words[k + 1..].iter().filter(|word| !small.contains(*word));
        list("limits").contains(word)
            || list("before").contains(word) && behind.next().is_some_and(|word| is_place(word))
    })
}

/// Where a reason begins, at its first word; what stands before is the answer.
pub(in super::super) fn reason_at(text: &str) -> Option<usize> {
    // Places are the same in both, or nothing is cut.
    let lower = in_small_letters(text)?;
    let sure = list("reasons").iter().filter_map(|reason| first(&lower, reason, &|_| true)).min();
    let likely = |at: usize| {
        let before = words(&lower[..at]).last().unwrap_or_default();
        let behind = words(&lower[at..]).nth(1).unwrap_or_default();
        let cut = lower[..at].trim_end().ends_with([',', ';', '(', '.']);
        cut || !(list("like").contains(&before) || list("as-what").contains(&behind))
    };
    let perhaps =
        list("perhaps-reasons").iter().filter_map(|reason| first(&lower, reason, &likely)).min();
    sure.into_iter().chain(perhaps).min()
}

/// A text without the reason behind it, and without what opened it.
pub(in super::super) fn without_reason(text: &str) -> &str {
    reason_at(text).map_or(text, |at| text[..at].trim_end_matches([' ', ',', ';', '(', '–']))
}

/// Where a text begins to say what its letters stand for, or to give a reason.
pub(super) fn explained_at(text: &str) -> Option<usize> {
    let lower = in_small_letters(text)?;
    let explained =
        list("explanations").iter().filter_map(|word| first(&lower, word, &|_| true)).min();
    explained.into_iter().chain(reason_at(text)).min()
}

/// `not 7 but 3` as `3`; nothing changes where there is no such pair, or two.
pub(in super::super) fn without_contrast(text: &str) -> String {
    let Some(lower) = in_small_letters(text) else { return text.to_owned() };
    let pair = list("contrasts").pairs().find_map(|(not, but)| {
        let at = lower.match_indices(not).find(|(at, _)| is_word(&lower, *at, not.len() - 1))?.0;
        let end = at + lower[at..].find(but)? + but.len();
        // One answer is turned down, and nothing else is said of it.
        let plain = !lower[at..end].contains(['.', ';', '\n', ':']);
        (plain && !denies_anything(&lower[end..])).then_some((at, end))
    });
    pair.map_or_else(|| text.to_owned(), |(at, end)| format!("{}{}", &text[..at], &text[end..]))
}

/// What stands behind the last word that draws a conclusion.
pub(super) fn concluded(text: &str) -> Option<&str> {
    let lower = in_small_letters(text)?;
    let end = list("conclusions")
        .iter()
        .filter_map(|word| Some(lower.rfind(word)? + word.len()))
        .max()?;
    Some(text[end..].trim())
}

/// The words that draw a conclusion.
pub(super) fn conclusions() -> impl Iterator<Item = &'static str> {
    list("conclusions").iter().copied()
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’'))
        .filter(|word| !word.is_empty())
}

/// The first place of a word, not at the beginning, that is taken for what it says.
fn first(lower: &str, word: &str, counts: &dyn Fn(usize) -> bool) -> Option<usize> {
    let mut found = lower.match_indices(word).map(|(at, _)| at);
    found.find(|at| {
        let something = lower[..*at].contains(char::is_alphanumeric);
        something && is_word(lower, *at, word.len()) && counts(*at)
    })
}

/// Whether a part of a text is no part of a longer word; Chinese has no blanks between words.
fn is_word(text: &str, at: usize, length: usize) -> bool {
    let chinese = |c: char| c > '\u{2e80}';
    let letter = |c: char| c.is_alphanumeric() && !chinese(c);
    let part = &text[at..at + length];
    let joined = text[..at].ends_with(letter) && part.starts_with(letter)
        || text[at + length..].starts_with(letter) && part.ends_with(letter);
    !(joined && part.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_begin_behind_what_is_stated() {
        for (text, wanted) in [
            ("315, because there are 3 steps", "315"),
            ("linear in p, since there are p - 1 steps", "linear in p"),
            ("3 as log2 8 = 3", "3"),
            ("log p, wegen der Schritte", "log p"),
            ("3（因为 log 8 = 3）", "3（"),
            ("(ts + tw m) log p porque hay log p pasos", "(ts + tw m) log p"),
            ("grows as log p", "grows as log p"),
            ("T as a function of p is p", "T as a function of p is p"),
            ("because of congestion", "because of congestion"),
            // Small letters take as much room as these, and stand at other places.
            ("İ因为ẞ", "İ因为ẞ"),
            ("asymptotically log p", "asymptotically log p"),
        ] {
            assert_eq!(without_reason(text), wanted, "{text}");
        }
    }

    #[test]
    fn denials_and_contrasts_are_told_apart() {
        for text in ["not the ring", "isn't", "sin errores", "没有错误", "Keine Ahnung"] {
            assert!(denies_anything(text), "{text}");
        }
        for text in ["no matter what m is", "noted", "the ring, no other", "nothing else"] {
            assert!(!denies_anything(text), "{text}");
        }
        assert_eq!(without_contrast("not binomial but ring"), "ring");
        assert_eq!(without_contrast("nicht 7 sondern 3 Schritte"), "3 Schritte");
        assert_eq!(without_contrast("not 7"), "not 7");
        assert_eq!(without_contrast("not 7 but not 3 either"), "not 7 but not 3 either");
        assert!(bounds("at least 3") && bounds("> 3") && !bounds("the best 3"));
        assert_eq!(concluded("two per phase, so four"), Some("four"));
        assert_eq!(concluded("four"), None);
    }

    #[test]
    fn a_limit_is_one_where_a_place_follows() {
        let step = |word: &str| word == "step";
        assert!(limits(&["right", "until", "step", "3"], &step));
        assert!(limits(&["before", "the", "step"], &step));
        assert!(!limits(&["sends", "before", "it", "has", "received"], &step));
    }
}
