//! The words of answers, in the languages in which students write them.

use super::super::lists::list;
use super::super::student::narrow;
pub(in super::super) use super::numerals::number;
use crate::document;

/// A text without mark-up: signs of TeX are plain ones, and full-width characters narrow ones.
pub(in super::super) fn plain(text: &str) -> String {
    let mut text: String = text.chars().map(plain_sign).collect();
    for opening in list("markup") {
        while let Some(at) = text.find(opening) {
            let inside = at + opening.len();
            let mut depth = 1_usize;
            let end = text[inside..].find(|c| {
                depth = match c {
                    '{' => depth + 1,
                    '}' => depth - 1,
                    _ => depth,
                };
                depth == 0
            });
            if let Some(end) = end {
                text.replace_range(inside + end..=inside + end, " ");
            }
            text.replace_range(at..inside, " ");
        }
    }
    for (sign, plain) in list("signs").pairs() {
        if sign == "<=" && (text.contains("<=>") || text.contains("<==")) {
            continue;
        }
        text = if sign.starts_with('\\') && sign.ends_with(char::is_alphabetic) {
            command(&text, sign, plain)
        } else {
            text.replace(sign, plain)
        };
    }
    text
}

/// With a command of TeX replaced, where no letter follows that would make it another.
fn command(text: &str, command: &str, plain: &str) -> String {
    let mut parts = text.split(command);
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let whole = !part.starts_with(|c: char| c.is_ascii_alphabetic());
        made.push_str(if whole { plain } else { command });
        made.push_str(part);
    }
    made
}

/// A full-width character in its ASCII form, other signs as the plain ones they stand for, and a blank for
/// every kind of blank.
fn plain_sign(c: char) -> char {
    match narrow(c) {
        '、' => ',',
        '。' => '.',
        '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{3000}' | '\u{2002}' | '\u{2003}' => ' ',
        '’' => '\'',
        '−' => '-',
        c => c,
    }
}

/// A text in small letters, with every place the same as before; `None` where a letter would take more
/// room than it did, or less.
pub(in super::super) fn in_small_letters(text: &str) -> Option<String> {
    let fits = |c: char| c.to_lowercase().map(char::len_utf8).sum::<usize>() == c.len_utf8();
    text.chars().all(fits).then(|| text.to_lowercase())
}

/// What a word says as a place: `second`, `2nd`.
pub(in super::super) fn place(word: &str) -> Option<u64> {
    document::words("places").number_of(&word.to_lowercase())
}

/// Whether a text is a whole number in digits.
pub(in super::super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a word means a step.
pub(in super::super) fn is_step(word: &str) -> bool {
    document::words("step").contains(&&*word.to_lowercase())
}

/// Whether a word means a node.
pub(super) fn is_node(word: &str) -> bool {
    document::words("node").contains(&&*word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_means_nothing() {
        assert_eq!(
            plain("$\\boxed{315\\,\\text{µs}}$").split_whitespace().collect::<Vec<_>>(),
            ["315", "µs"]
        );
        assert_eq!(plain("０ \\to ４，２"), "0 -> 4,2");
        assert_eq!(plain("\\text{never closed"), " never closed");
        assert_eq!(plain("3\\left(5\\right) \\le 4 \\lefty"), "3(5) ≤ 4 \\lefty");
        assert_eq!(plain("0 <=> 1"), "0 <=> 1");
        assert_eq!((number("Three"), number("drei"), number("many")), (Some(3), Some(3), None));
        assert_eq!((place("2nd"), place("dritter")), (Some(2), Some(3)));
    }
}
