//! Tables of words, signs and sentences. A line `[name] What it is.` begins a list; its items are separated by bars and line ends.

use std::collections::BTreeMap;
use std::ops::Deref;

/// A text with a word in the place of each name in braces, if there is one for it.
pub fn filled(text: &str, word: impl Fn(&str) -> Option<String>) -> String {
    let part = |(k, part): (usize, &str)| match k % 2 {
        0 => part.to_owned(),
        _ => word(part).unwrap_or_else(|| format!("{{{part}}}")),
    };
    text.split(['{', '}']).enumerate().map(part).collect()
}

/// The lists of a table, by their names.
pub struct Table(BTreeMap<&'static str, List>);

impl Table {
    /// Reads a table; what stands before the first list is about the whole of it.
    pub fn of(text: &'static str) -> Self {
        let parts = text.split("\n[").skip(1).filter_map(|part| part.split_once(']'));
        Table(parts.map(|(name, rest)| (name, List::of(rest))).collect())
    }

    /// The list with this name; a test looks for each that the source names.
    pub fn list(&self, name: &str) -> &List {
        static NONE: List = List(Vec::new());
        self.0.get(name).unwrap_or(&NONE)
    }
}

/// A list of the table.
pub struct List(Vec<&'static str>);

impl List {
    /// The items of the rows below its heading.
    fn of(part: &'static str) -> Self {
        let rows = part.lines().skip(1).filter(|row| !row.starts_with('#'));
        let items = rows.flat_map(|row| row.split('|')).map(str::trim);
        List(items.filter(|item| !item.is_empty()).map(plain).collect())
    }

    /// A list of pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.as_chunks().0.iter().map(|[one, other]| (*one, *other))
    }

    /// A text with the other item of each pair for the one.
    pub fn rewritten(&self, text: &str) -> String {
        self.pairs().fold(text.to_owned(), |text, (of, with)| text.replace(of, with))
    }

    /// A text with something else for each item.
    pub fn replaced(&self, text: &str, with: &str) -> String {
        self.iter().fold(text.to_owned(), |text, of| text.replace(of, with))
    }

    /// The number in whose row a word stands: of `3: | three | drei` it is 3.
    pub fn number_of(&self, word: &str) -> Option<u64> {
        self.in_digits(word)?.parse().ok()
    }

    /// The number in whose row a word stands, in digits.
    pub fn in_digits(&self, word: &str) -> Option<&'static str> {
        let number = |item: &&'static str| item.strip_suffix(':');
        let at = self.iter().position(|item| *item == word && number(item).is_none())?;
        self[..at].iter().rev().find_map(number)
    }
}

impl Deref for List {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl IntoIterator for &'static List {
    type Item = &'static str;
    type IntoIter = std::iter::Copied<std::slice::Iter<'static, &'static str>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

/// An item without its quotes.
fn plain(item: &'static str) -> &'static str {
    let quoted = item.strip_prefix('"').and_then(|item| item.strip_suffix('"'));
    if item == "⏎" { "\n" } else { quoted.unwrap_or(item) }
}
