//! A student's text about the blocks of nodes, as names, brackets and words.

use super::super::super::lists::list;
use hockney_base::number::Rational;
use hockney_files::words;

/// The parsed text, independent of the topology.
#[derive(Clone, Debug)]
pub(super) enum Entries {
    /// Nodes by their names, each with what it holds.
    Named(Vec<(String, Vec<Group>)>),
    /// Words and lists in their order.
    Row(Vec<Group>),
}

/// Words in a bracket, or outside all brackets.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) bracket: Option<char>,
    pub(super) words: Vec<Word>,
}

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A number, with how it is written: `010` may be bits.
    Number(Rational, String),
    /// `0-3`, `0..3`
    Range(u64, u64),
    /// `x3`, `P3`, `M_3`
    Named(u64),
    /// `a`
    Letter(char),
    /// `0>3`
    Pair(String, String),
    /// `-`, `none`
    Nothing,
    /// Any other.
    Other(String),
}

/// The longest range.
const LONGEST: u64 = 100_000;

/// Cuts a text into entries. Of values, `1+2` is their sum.
///
/// # Errors
/// Unmatched brackets, and signs that cannot be part of a list.
pub(super) fn entries(text: &str, values: bool) -> Result<Entries, String> {
    let text = plain(text);
    let text = text.trim();
    if text.contains('|') && !text.contains('\n') {
        return Err("a table has a line for each node: | 0 | 0 1 |".to_owned());
    }
    // A mapping as a whole: `{0: [0, 1], 1: []}`
    let text = match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(inner) if inner.contains(':') => inner,
        _ => text,
    };
    if let Some(named) = named(text) {
        let entry = |(name, list): (String, String)| Ok((name, groups(&list, values)?));
        return Ok(Entries::Named(named.into_iter().map(entry).collect::<Result<_, String>>()?));
    }
    groups(text, values).map(Entries::Row)
}

/// Without LaTeX's and Unicode's ways to write the same.
fn plain(text: &str) -> String {
    let subscript = |c: char| match c {
        '₀'..='₉' => char::from_digit(u32::from(c) - u32::from('₀'), 10).unwrap_or(c),
        '$' | '∪' | 'Σ' | '∑' => ' ',
        c => c,
    };
    let mut text: String = text.chars().map(subscript).collect();
    for (from, to) in list("held signs").pairs() {
        text = text.replace(from, to);
    }
    // x_{12}
    while let Some(at) = text.find("_{") {
        let Some(end) = text[at..].find('}') else { break };
        let inner = text[at + 2..at + end].to_owned();
        text.replace_range(at..=at + end, &inner);
    }
    if text.contains(':') { text } else { text.replace('=', ":") }
}

/// `P0: 0 1` in lines or behind one another; a table with bars. `None` where nothing has a name.
fn named(text: &str) -> Option<Vec<(String, String)>> {
    let mut found: Vec<(String, String)> = Vec::new();
    let rule = |line: &str| line.chars().all(|c| "|-: +".contains(c));
    let skipped = |line: &str| line.is_empty() || line.contains('|') && rule(line);
    for line in text.lines().map(str::trim).filter(|line| !skipped(line)) {
        if let Some((name, list)) = line.trim_matches('|').split_once('|') {
            if found.is_empty() && is_head(name, list) {
                continue;
            }
            found.push((name.trim().to_owned(), list.replace('|', " ")));
            continue;
        }
        let mut parts = line.split(':');
        let mut name = parts.next()?.trim().to_owned();
        let mut rest: Vec<&str> = parts.collect();
        let last = rest.pop()?;
        for part in rest {
            let (list, next) = cut_name(part);
            let before = std::mem::replace(&mut name, next.trim().to_owned());
            found.push((before, list.to_owned()));
        }
        found.push((name, last.to_owned()));
    }
    (!found.is_empty()).then_some(found)
}

/// Whether a line of a table is its head, which says nothing about nodes: `| node | blocks |`.
fn is_head(name: &str, list: &str) -> bool {
    let all = |cell: &str, known: &dyn Fn(&str) -> bool| {
        let cell = cell.to_lowercase();
        let mut words = cell.split([' ', '|']).filter(|word| !word.is_empty()).peekable();
        words.peek().is_some() && words.all(known)
    };
    all(name, &|word| word == "p" || words("node").contains(&word))
        && all(list, &|word| self::list("table head").contains(&word))
}

/// A list, and behind it the name of the node whose list is next.
fn cut_name(part: &str) -> (&str, &str) {
    let part = part.trim_end();
    let mut at = match part.strip_suffix(')').and_then(|inner| inner.rfind('(')) {
        Some(open) => open,
        None => part.len(),
    };
    let word = |before: &str| {
        let rest = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        rest.len()
    };
    at = word(&part[..at]);
    let before = part[..at].trim_end();
    let start = word(before);
    if ["node", "processor", "process", "proc", "rank"].contains(&&*before[start..].to_lowercase())
    {
        at = start;
    }
    (&part[..at], &part[at..])
}

/// Words, and lists of words in brackets; a bracket around everything does not count.
fn groups(text: &str, values: bool) -> Result<Vec<Group>, String> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let text = match inner {
        Some(inner) if inner.contains(['[', '{', '(']) || !inner.contains(']') => inner,
        _ => text,
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut open = false;
    let mut adds = false;
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || "-–—_/.>∅".contains(c) {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let read = read(&word.replace('_', ""));
            match groups.last_mut() {
                Some(group) if open || group.bracket.is_none() => {
                    match (group.words.last_mut(), &read) {
                        (Some(Word::Number(sum, _)), Word::Number(more, _)) if adds => *sum += more,
                        _ => group.words.push(read),
                    }
                }
                _ => groups.push(Group { bracket: None, words: vec![read] }),
            }
            adds = false;
            word.clear();
        }
        match c {
            '[' | '{' | '(' if open => return Err("nested brackets".to_owned()),
            '[' | '{' | '(' => {
                open = true;
                groups.push(Group { bracket: Some(c), words: Vec::new() });
            }
            ']' | '}' | ')' if open => {
                open = false;
            }
            ']' | '}' | ')' => return Err("unmatched closing bracket".to_owned()),
            '+' => adds = values,
            ',' | ';' => {}
            c if c.is_whitespace() => {}
            c => return Err(format!("`{c}` cannot be part of a list of numbers")),
        }
    }
    if open { Err("unclosed bracket".to_owned()) } else { Ok(groups) }
}

fn read(word: &str) -> Word {
    if list("held nothing").contains(&&*word.to_lowercase()) {
        return Word::Nothing;
    }
    if let Ok(number) = word.parse::<Rational>() {
        return Word::Number(number, word.to_owned());
    }
    let prefixed = |word: &str| {
        let digits = without_kind(word)?;
        digits.parse::<u64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
    };
    if let Some((first, last)) = word.split_once('>') {
        return Word::Pair(first.to_owned(), last.to_owned());
    }
    if let Some((first, last)) = word.split_once(['-', '–', '—'])
        && let Some((first, last)) = prefixed(first).zip(prefixed(last))
        && first <= last
        && last - first <= LONGEST
    {
        return Word::Range(first, last);
    }
    if let Some(number) = prefixed(word) {
        return Word::Named(number);
    }
    let mut chars = word.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_alphabetic() => Word::Letter(c),
        _ => Word::Other(word.to_owned()),
    }
}

/// A name without the letter or the word for what it names: `P3`, `x_0`, `node 2`; `None` behind any other
/// word.
pub(super) fn without_kind(name: &str) -> Option<&str> {
    let label = name.trim_start_matches(|c: char| c.is_alphabetic() || c == '_' || c == '#');
    let kind = name[..name.len() - label.len()].trim_end_matches(['_', '#']).to_lowercase();
    let known = kind.chars().count() <= 1 || kind == "block" || words("node").contains(&&*kind);
    known.then_some(label)
}
