//! The lists of words and signs that answers are read by: those of the table `words.txt`.

use std::sync::LazyLock;

use hockney_files::{List, Table};

static LISTS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("words.txt")));

/// The list with this name.
pub(super) fn list(name: &str) -> &'static List {
    LISTS.list(name)
}
