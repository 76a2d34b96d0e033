//! Notation that means nothing: TeX, Markdown and wide characters are read as plain signs.

use super::super::lists::list;
use super::super::student::narrow;

/// A text with the plain signs that its TeX, Markdown and full-width characters stand for.
pub(in super::super) fn plain(text: &str) -> String {
    let mut text = without_markup(&text.chars().map(plain_sign).collect::<String>());
    for (sign, plain) in list("signs").pairs() {
        text = if sign.starts_with('\\') && sign.ends_with(char::is_alphabetic) {
            command(&text, sign, plain)
        } else {
            text.replace(sign, plain)
        };
    }
    text
}

/// A text with blanks for commands such as `\text{` and the braces that close them.
fn without_markup(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    // Of each open brace whether a command opened it.
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let opens = |opening: &&str| c == '\\' && rest.starts_with(*opening);
        if let Some(opening) = list("markup").into_iter().find(opens) {
            open.push(true);
            made.push(' ');
            rest = &rest[opening.len()..];
            continue;
        }
        if c == '{' {
            open.push(false);
        }
        let closes = c == '}' && open.pop() == Some(true);
        made.push(if closes { ' ' } else { c });
        rest = &rest[c.len_utf8()..];
    }
    made
}

/// A text without the marks around all of it: `$..$`, `\f$..\f$`, `**..**`, backquotes.
pub(in super::super) fn unmarked(text: &str) -> String {
    let text = text.replace("\\f$", "$").replace("\\\\{", "\\{").replace("\\\\}", "\\}");
    let mut rest = text.trim();
    for mark in ["**", "`", "$$", "$"] {
        let inside = rest.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        let alone = inside.filter(|inside| !inside.is_empty() && !inside.contains(mark));
        rest = alone.map_or(rest, str::trim);
    }
    rest.to_owned()
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
        'μ' => 'µ',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_means_nothing() {
        let words = |text: &str| plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("$\\boxed{315\\,\\text{µs}}$"), "315 µs");
        assert_eq!(words("０ \\to ４，２"), "0 -> 4,2");
        assert_eq!(words("\\text{never closed"), "never closed");
        assert_eq!(words("3\\left(5\\right) \\le 4 \\lefty"), "3(5) ≤ 4 \\lefty");
        assert_eq!(words("0 <=> 1"), "0 <=> 1");
        assert_eq!(unmarked("\\f$ t_s \\f$"), "t_s");
        assert_eq!(unmarked("**`t_s`**"), "t_s");
    }
}
