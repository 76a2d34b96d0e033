//! The words of hand-written lines: those of the table `words.txt`.

use std::sync::LazyLock;

use super::super::lists::{List, Table};

static WORDS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("words.txt")));

/// The list with this name.
pub fn words(name: &str) -> &'static List {
    WORDS.list(name)
}
