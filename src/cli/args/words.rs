//! Options whose value is one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A word and its value. `text|table: For people` is `text`, also written `table`, with its help.
pub(super) type Word<T> = (&'static str, T);

/// Reads one of these words.
pub(super) fn one_of<T>(words: &'static [Word<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync,
{
    let parts =
        |word: &'static str| word.split_once(": ").map_or((word, None), |(a, b)| (a, Some(b)));
    let shown = words.iter().map(move |(word, _)| {
        let (names, help) = parts(word);
        let mut names = names.split('|');
        let shown = PossibleValue::new(names.next().unwrap_or_default()).aliases(names);
        match help {
            Some(help) => shown.help(help),
            None => shown,
        }
    });
    let is =
        move |(word, _): &&Word<T>, given: &str| parts(word).0.split('|').any(|name| name == given);
    PossibleValuesParser::new(shown).try_map(move |given| {
        let found = words.iter().find(|word| is(word, &given));
        found.map(|(_, meaning)| *meaning).ok_or("unknown word")
    })
}
