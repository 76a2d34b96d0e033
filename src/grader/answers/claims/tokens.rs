//! The words of an answer about the best algorithm that mean something.

use super::super::super::lists::list;
use super::super::words::plain;
use crate::number::Rational;

/// A word of such an answer that means something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(&'static str),
    Number(Rational),
    /// `from`, `above`, `large`.
    From,
    /// `up to`, `below`, `small`.
    UpTo,
    /// `m > 36`; the other way round it is `36 < m`.
    Above,
    Below,
    /// The symbol m.
    Symbol,
    /// What parts two claims.
    Break,
    /// What cannot be compared with a range of m: another symbol, a unit, a formula.
    Strange,
}

/// The words of a text that mean something, in their order.
pub(super) fn tokens(among: &[&'static str], text: &str) -> Vec<Token> {
    let text = plain(text).to_lowercase().replace("neighbor", "neighbour");
    let text = text.replace(" followed by ", " + ").replace(" plus ", " + ");
    let mut longest: Vec<&'static str> = among.to_vec();
    longest.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut rest = &*text;
    let mut tokens = Vec::new();
    let mut in_word = false;
    while let Some(c) = rest.chars().next() {
        let name = longest.iter().find_map(|name| Some((*name, name_at(name, rest)?)));
        let found = if in_word && c.is_alphanumeric() {
            None
        } else if let Some((name, length)) = name {
            Some((Token::Name(name), length))
        } else {
            word_at(rest)
        };
        let length = found.as_ref().map_or(c.len_utf8(), |(_, length)| *length);
        in_word = rest[..length].ends_with(char::is_alphanumeric);
        tokens.extend(found.map(|(token, _)| token));
        rest = &rest[length..];
    }
    tokens
}

/// How long a name is that stands at the beginning, however its parts are joined.
fn name_at(name: &str, text: &str) -> Option<usize> {
    let mut letters = name.chars().filter(|c| *c != '-').peekable();
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let Some(wanted) = letters.peek() else { break };
        if *wanted == c {
            letters.next();
        } else if at == 0 || !"-_ +/&".contains(c) {
            return None;
        }
        end = at + c.len_utf8();
    }
    letters.peek().is_none().then_some(end)
}

fn word_at(text: &str) -> Option<(Token, usize)> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return number_at(text);
    }
    let tables: [(&[&str], Token); 8] = [
        (list("range from"), Token::From),
        (list("range up-to"), Token::UpTo),
        (list("range break"), Token::Break),
        (&[">", "≥"], Token::Above),
        (&["<", "≤"], Token::Below),
        (&[",", ";", "\n", ":"], Token::Break),
        (&["m"], Token::Symbol),
        (list("range strange"), Token::Strange),
    ];
    let stands = |word: &&&str| {
        text.starts_with(**word)
            && (!word.is_ascii() || !text[word.len()..].starts_with(char::is_alphabetic))
    };
    tables
        .into_iter()
        .find_map(|(words, token)| words.iter().find(stands).map(|word| (token, word.len())))
}

fn number_at(text: &str) -> Option<(Token, usize)> {
    let inside = |c: char| c.is_ascii_digit() || "./,e^'".contains(c);
    let end = text.find(|c| !inside(c)).unwrap_or(text.len());
    // What only ends the sentence is none of it.
    let word = text[..end].trim_end_matches(['.', ',', 'e', '/', '^', '\'']);
    let joined = word.replace([',', '\''], "");
    let value = joined.parse::<Rational>().or_else(|_| word.parse()).ok()?;
    Some((Token::Number(value), word.len()))
}
