//! The lists of words and signs that answers are read by: those of the table `words.txt`.

use std::ops::Deref;
use std::sync::OnceLock;

const TABLE: &str = include_str!("words.txt");

/// A list of the table, parsed when it is first used.
pub(super) struct List {
    part: &'static str,
    items: OnceLock<Vec<&'static str>>,
}

impl List {
    /// The list with this name. That there is one is seen when the program is compiled.
    pub(super) const fn named(name: &str) -> Self {
        List { part: part(name), items: OnceLock::new() }
    }

    /// A list of pairs.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.as_chunks().0.iter().map(|[one, other]| (*one, *other))
    }

    /// The number in whose row a word stands: of `3: | three | drei` it is 3.
    pub(super) fn number_of(&self, word: &str) -> Option<u64> {
        let number = |item: &&str| item.strip_suffix(':')?.parse().ok();
        let at = self.iter().position(|item| *item == word && number(item).is_none())?;
        self[..at].iter().rev().find_map(number)
    }
}

impl Deref for List {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        self.items.get_or_init(|| {
            // The first row is the list's name.
            let rows = self.part.lines().skip(1).filter(|row| !row.starts_with('#'));
            let items = rows.flat_map(|row| row.split('|')).map(str::trim);
            items.filter(|item| !item.is_empty()).map(plain).collect()
        })
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

/// The part of the table from `[name]` up to the next list.
const fn part(name: &str) -> &'static str {
    let table = TABLE.as_bytes();
    let mut start = 0;
    while !is_head(table, start, name.as_bytes()) {
        start += 1;
    }
    let mut end = start + 1;
    while end < table.len() && !(table[end] == b'[' && table[end - 1] == b'\n') {
        end += 1;
    }
    TABLE.split_at(end).0.split_at(start).1
}

/// Whether `[name]` stands in the table at this byte; a place behind its end is no place.
const fn is_head(table: &[u8], at: usize, name: &[u8]) -> bool {
    let mut same = 0;
    while same < name.len() && table[at + 1 + same] == name[same] {
        same += 1;
    }
    table[at] == b'[' && same == name.len() && table[at + 1 + same] == b']'
}
