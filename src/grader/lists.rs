//! The lists of words and signs that answers are read by: those of the table `words.txt`.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::LazyLock;

static LISTS: LazyLock<BTreeMap<&str, List>> = LazyLock::new(|| {
    // What stands before the first list is said of the whole table.
    let parts = include_str!("words.txt").split("\n[").skip(1);
    parts
        .filter_map(|part| part.split_once(']'))
        .map(|(name, rest)| (name, List::of(rest)))
        .collect()
});

/// The list with this name; a test looks for each that the source names.
pub(super) fn list(name: &str) -> &'static List {
    static NONE: List = List(Vec::new());
    LISTS.get(name).unwrap_or(&NONE)
}

/// A list of the table.
pub(super) struct List(Vec<&'static str>);

impl List {
    /// The items of the rows below its heading.
    fn of(part: &'static str) -> Self {
        let rows = part.lines().skip(1).filter(|row| !row.starts_with('#'));
        let items = rows.flat_map(|row| row.split('|')).map(str::trim);
        List(items.filter(|item| !item.is_empty()).map(plain).collect())
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
