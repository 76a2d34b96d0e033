//! The keys of a mapping: which there may be, which there must be, and what to say otherwise.

use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::document::{Key, Kind, Node, ReadError, Result, refuse};

/// A mapping whose keys are all known.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a, 't> {
    pairs: &'a [(Key<'t>, Node<'t>)],
    /// What the mapping is, for messages: `a message`.
    what: &'static str,
    /// Where it begins.
    place: Span,
}

impl<'a, 't> Fields<'a, 't> {
    /// The fields of a mapping, whatever they are called.
    pub(crate) fn open(node: &'a Node<'t>, what: &'static str, example: &str) -> Result<Self> {
        match &node.kind {
            Kind::Mapping(pairs) => Ok(Fields { pairs, what, place: node.head() }),
            Kind::Scalar { .. } | Kind::Sequence(_) => Err(wrong(node, what, node.head(), example)),
        }
    }

    /// The same, where only these keys may stand: `from to blocks`.
    pub(crate) fn only(self, known: &str) -> Result<Self> {
        let known: Vec<&str> = known.split_whitespace().collect();
        match self.pairs.iter().find(|(key, _)| !known.contains(&&*key.text)) {
            None => Ok(self),
            Some((key, _)) => Err(unknown("key", key.span, &key.text, self.what, &known)),
        }
    }

    /// The key with this name and what stands there.
    pub(crate) fn entry(&self, name: &str) -> Option<&'a (Key<'t>, Node<'t>)> {
        self.pairs.iter().find(|(key, _)| key.text == name)
    }

    /// What stands at a key.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Node<'t>> {
        self.entry(name).map(|(_, value)| value)
    }

    /// What stands at a key that must be there; `help` says what to write.
    pub(crate) fn need(&self, name: &str, help: &str) -> Result<&'a Node<'t>> {
        let lacks = || refuse(self.place, format!("{} without `{name}`", self.what), help);
        self.get(name).map_or_else(lacks, Ok)
    }

    /// The keys, in the order in which they stand.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'a Key<'t>> {
        self.pairs.iter().map(|(key, _)| key)
    }
}

/// The items of a list.
pub(crate) fn list<'a, 't>(
    node: &'a Node<'t>,
    what: &str,
    example: &str,
) -> Result<&'a [Node<'t>]> {
    match &node.kind {
        Kind::Sequence(items) => Ok(items),
        Kind::Scalar { .. } | Kind::Mapping(_) => Err(wrong(node, what, node.head(), example)),
    }
}

/// "a list stands where a message belongs".
pub(crate) fn wrong(node: &Node<'_>, what: &str, at: Span, help: &str) -> ReadError {
    let message = format!("{} stands where {what} belongs", node.describe());
    Diagnostic::new(message).at(at).help(help).into()
}

/// A name that is none of those that may stand there.
pub(crate) fn unknown(kind: &str, at: Span, found: &str, place: &str, known: &[&str]) -> ReadError {
    let message = format!("there is no {kind} `{}` in {place}", shortened(found));
    Diagnostic::new(message).at(at).label(suggestion(found, known)).into()
}

/// The nearest of the names that are known, or all of them.
pub(crate) fn suggestion(found: &str, known: &[&str]) -> String {
    nearest(found, known.iter().copied()).map_or_else(
        || format!("known are {}", known.join(", ")),
        |near| format!("did you mean `{near}`?"),
    )
}

/// A text from outside, cut to what a message has room for.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
