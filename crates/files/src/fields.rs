//! The keys of a mapping: the allowed and the required ones, and the errors.

use crate::{Key, Kind, Node, ReadError, Result, refuse};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// A mapping whose keys are all known.
#[derive(Clone, Copy)]
pub struct Fields<'a, 't> {
    pairs: &'a [(Key<'t>, Node<'t>)],
    /// What the mapping is, for messages: `a message`.
    what: &'static str,
    /// Where it begins.
    place: Span,
}

impl<'a, 't> Fields<'a, 't> {
    /// The fields of a mapping, whatever they are called.
    pub fn open(node: &'a Node<'t>, what: &'static str, example: &str) -> Result<Self> {
        match &node.kind {
            Kind::Mapping(pairs) => Ok(Fields { pairs, what, place: node.head() }),
            Kind::Scalar { .. } | Kind::Sequence(_) => Err(wrong(node, what, node.head(), example)),
        }
    }

    /// The same, where only these keys may occur: `from to blocks`.
    pub fn only(self, known: &str) -> Result<Self> {
        let known: Vec<&str> = known.split_whitespace().collect();
        let stranger = self.strangers(&known).next();
        stranger.map_or(Ok(self), |(_, error)| Err(error))
    }

    /// The keys that may not stand here, each with its error.
    pub fn strangers(
        &self,
        known: &[&str],
    ) -> impl Iterator<Item = (&'a (Key<'t>, Node<'t>), ReadError)> {
        let what = self.what;
        let stranger = move |(key, _): &&(Key<'_>, Node<'_>)| !known.contains(&&*key.text);
        self.pairs
            .iter()
            .filter(stranger)
            .map(move |pair| (pair, unknown("key", pair.0.span, &pair.0.text, what, known)))
    }

    /// The key with this name and the text there.
    pub fn entry(&self, name: &str) -> Option<&'a (Key<'t>, Node<'t>)> {
        self.pairs.iter().find(|(key, _)| key.text == name)
    }

    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&'a Node<'t>> {
        self.entry(name).map(|(_, value)| value)
    }

    /// The value of a required key; `help` is the advice where it is missing.
    pub fn need(&self, name: &str, help: &str) -> Result<&'a Node<'t>> {
        let lacks = || refuse(self.place, format!("{} without `{name}`", self.what), help);
        self.get(name).map_or_else(lacks, Ok)
    }

    /// The keys, in the order in which they are.
    pub fn keys(&self) -> impl Iterator<Item = &'a Key<'t>> {
        self.pairs.iter().map(|(key, _)| key)
    }
}

/// The items of a list.
pub fn list<'a, 't>(node: &'a Node<'t>, what: &str, example: &str) -> Result<&'a [Node<'t>]> {
    match &node.kind {
        Kind::Sequence(items) => Ok(items),
        Kind::Scalar { .. } | Kind::Mapping(_) => Err(wrong(node, what, node.head(), example)),
    }
}

/// "expected a message, found a list".
pub fn wrong(node: &Node<'_>, what: &str, at: Span, help: &str) -> ReadError {
    let message = format!("expected {what}, found {}", node.describe());
    Diagnostic::new(message).at(at).help(help).into()
}

/// The error for a name that is not one of the known ones.
pub fn unknown(kind: &str, at: Span, found: &str, place: &str, known: &[&str]) -> ReadError {
    let message = format!("there is no {kind} `{}` in {place}", shortened(found));
    Diagnostic::new(message).at(at).label(suggestion(found, known)).into()
}

/// The nearest known name, or all known names.
pub fn suggestion(found: &str, known: &[&str]) -> String {
    nearest(found, known.iter().copied()).map_or_else(
        || format!("expected one of: {}", known.join(", ")),
        |near| format!("did you mean `{near}`?"),
    )
}

/// A text from the input, shortened for a message.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
