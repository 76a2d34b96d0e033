//! The words and signs of a rule.

use super::super::super::lists::list;

/// A word or sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(u64),
    /// In small letters.
    Word(String),
    /// `->`, or both ways.
    Arrow(Way),
    Sign(char),
}

impl Token {
    /// A word as it is written.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is one of these words.
    pub(super) fn is(&self, words: &[&str]) -> bool {
        self.word().is_some_and(|word| words.contains(&word))
    }
}

/// Which way messages go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    There,
    Both,
}

/// The words and signs of a line; `None` where one is strange.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut text = text.to_lowercase();
    for (from, to) in list("rule signs").pairs() {
        text = text.replace(from, to);
    }
    // `i + 1 (mod p)`
    while let Some(at) = text.find("(mod ") {
        let Some(end) = text[at..].find(')') else { break };
        text.replace_range(at + end..=at + end, " ");
        text.replace_range(at..=at, " ");
    }
    // P_i, PE_{i+1}, P[i]
    for name in ["pe_", "p_", "pe[", "p[", "rank_", "node_"] {
        let keeps = if name.ends_with('[') { "[" } else { "" };
        text = text.replace(name, keeps);
    }
    let mut found = Vec::new();
    let mut rest = &*text;
    while let Some(c) = rest.chars().next() {
        let run = |is: &dyn Fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (token, length) = match c {
            c if c.is_whitespace() => (None, c.len_utf8()),
            '0'..='9' => {
                let end = run(&|c| c.is_ascii_digit());
                (Some(Token::Number(rest[..end].parse().ok()?)), end)
            }
            c if c.is_alphabetic() => {
                let end = run(&|c| c.is_alphabetic());
                (Some(Token::Word(rest[..end].to_owned())), end)
            }
            '→' => (Some(Token::Arrow(Way::There)), c.len_utf8()),
            '↔' => (Some(Token::Arrow(Way::Both)), c.len_utf8()),
            '{' | '[' => (Some(Token::Sign('(')), 1),
            '}' | ']' => (Some(Token::Sign(')')), 1),
            '−' | '–' => (Some(Token::Sign('-')), c.len_utf8()),
            c if "+-*/%^()<>=≤≥,.⊕".contains(c) => (Some(Token::Sign(c)), c.len_utf8()),
            _ => return None,
        };
        found.extend(token);
        rest = &rest[length..];
    }
    Some(found)
}
