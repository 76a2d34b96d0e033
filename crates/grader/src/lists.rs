//! The tables: the words and signs that answers are read by, `words.txt`, and the sentences that are said of them,
//! `sentences.txt`.

use std::fmt::Display;
use std::sync::LazyLock;

use crate::{Basis, Graded, Key};
use hockney_base::table::{List, Table, filled};

static LISTS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("words.txt")));

/// The list with this name.
pub(super) fn list(name: &str) -> &'static List {
    LISTS.list(name)
}

static SENTENCES: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("sentences.txt")));

/// What stands in a sentence in the place of a name.
pub(super) type Placeholder<'w> = (&'static str, &'w dyn Display);

impl Key<'_> {
    /// The grade with a sentence of the table, the names in it replaced.
    pub(super) fn say(&self, sentence: &str, words: &[Placeholder<'_>]) -> Graded {
        // Every other name is that of the question's algorithm.
        let word = |name: &str| {
            let word = words.iter().find(|(of, _)| *of == name).map(|(_, word)| word.to_string());
            word.or_else(|| Some(self.algorithm.name().to_owned()))
        };
        let mut columns = SENTENCES.list(sentence).iter().map(|text| filled(text, word));
        let mut next = || columns.next().filter(|text| text != "-");
        let (verdict, hint) = (next().unwrap_or_default(), next().unwrap_or_default());
        let graded = match &*verdict {
            "right" => Graded::right(hint),
            "undecided" => Graded::undecided(hint),
            "below" => Graded::wrong(hint).by(Basis::Bound),
            "wrong" => Graded::wrong(hint),
            share => Graded::partly(&self.question.partial.of(share), hint),
        };
        let graded = match next() {
            Some(reason) => graded.counted_as(reason),
            None => graded,
        };
        match next() {
            Some(more) if more.starts_with("= ") => graded.full(&more[2..]),
            Some(more) => graded.and(more),
            None => graded,
        }
    }
}
