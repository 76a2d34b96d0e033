//! Options whose value is one of a few words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A word, its help text and its value. `text|table` is `text`, also written `table`.
pub(super) type Word<T> = (&'static str, &'static str, T);

/// Reads one of these words.
pub(super) fn one_of<T>(words: &'static [Word<T>]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync,
{
    let shown = words.iter().map(|(word, help, _)| {
        let mut names = word.split('|');
        let shown = PossibleValue::new(names.next().unwrap_or_default()).aliases(names);
        if help.is_empty() { shown } else { shown.help(*help) }
    });
    let is = |(word, ..): &&Word<T>, given: &str| word.split('|').any(|name| name == given);
    PossibleValuesParser::new(shown).try_map(move |given| {
        let found = words.iter().find(|word| is(word, &given));
        found.map(|(.., meaning)| *meaning).ok_or("unknown word")
    })
}
