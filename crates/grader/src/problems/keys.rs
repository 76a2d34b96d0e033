//! What a problem set is read by: the keys of its mappings. All errors are collected, so that the rest of the document
//! is read as well.

use std::cell::RefCell;

use super::CostPart;
use hockney_base::diagnostic::{Diagnostic, Span, nearest};
use hockney_core::collective::{Collective, Instance};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
pub(crate) use hockney_files::read::operation::vertex;
use hockney_files::{Content, FieldKey, Fields, Node, ReadError, Result, scalar, unknown, wrong};

/// Collects errors, so that the rest of the document is read as well.
#[derive(Default)]
pub(crate) struct Errors(RefCell<Vec<ReadError>>);

impl Errors {
    /// The value, or nothing where there is an error to collect.
    pub(crate) fn keep<T>(&self, read: Result<T>) -> Option<T> {
        read.map_err(|error| self.0.borrow_mut().push(error)).ok()
    }

    /// Collects the error that something is wrong at a place.
    pub(crate) fn add(&self, message: impl Into<String>, at: Span, help: &str) {
        self.keep(bad::<()>(message, at, help));
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// All of them, in the order of their places.
    pub(crate) fn in_order(&self) -> Vec<ReadError> {
        let mut errors = self.0.take();
        errors.sort_by_key(|error| error.diagnostic().span.map(|span| span.start));
        errors
    }
}

/// A mapping that is read to its end, whatever is wrong in it.
pub(crate) struct Keys<'a, 't> {
    fields: Fields<'a, 't>,
    pub(crate) errors: &'a Errors,
    /// Misspelled keys, by what they are meant to be: their values are read, and they are not missing.
    meant: Vec<(&'static str, &'a Node<'t>)>,
}

impl<'a, 't> Keys<'a, 't> {
    /// The keys of a mapping; those that are not among the known ones are errors.
    pub(crate) fn of(fields: Fields<'a, 't>, known: &[&'static str], errors: &'a Errors) -> Self {
        let mut meant: Vec<(&str, &Node<'_>)> = Vec::new();
        for ((key, value), error) in fields.strangers(known) {
            errors.keep::<()>(Err(error));
            let free = |name: &&str| fields.get(name).is_none();
            let near = nearest(&key.text, known.iter().copied()).filter(free);
            // Of several misspellings of one key the first is read.
            let near = near.filter(|near| meant.iter().all(|(name, _)| name != near));
            let near = known.iter().filter(|name| Some(**name) == near);
            meant.extend(near.map(|name| (*name, value)));
        }
        Keys { fields, errors, meant }
    }

    /// The keys of what may be no mapping, which is an error; `known` has a blank between two keys.
    pub(crate) fn open(
        node: &'a Node<'t>,
        what: &'static str,
        help: &'static str,
        known: &'static str,
        errors: &'a Errors,
    ) -> Option<Self> {
        let fields = errors.keep(Fields::open(node, what, help))?;
        Some(Keys::of(fields, &known.split(' ').collect::<Vec<_>>(), errors))
    }

    /// What stands at a key.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Node<'t>> {
        let meant = || self.meant.iter().find(|(meant, _)| *meant == name).map(|(_, value)| *value);
        self.fields.get(name).or_else(meant)
    }

    /// What stands at a key that must be there; `help` says what to write.
    pub(crate) fn need(&self, name: &str, help: &str) -> Option<&'a Node<'t>> {
        self.get(name).or_else(|| self.errors.keep(self.fields.need_or(name, help)))
    }

    /// What is read at a key, if it is there and without an error.
    pub(crate) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Node<'t>) -> Result<T>,
    ) -> Option<T> {
        self.get(name).and_then(|node| self.errors.keep(read(node)))
    }

    /// What is read at a key that must be there.
    pub(crate) fn must<T>(
        &self,
        name: &str,
        help: &str,
        read: impl FnOnce(&'a Node<'t>) -> Result<T>,
    ) -> Option<T> {
        self.need(name, help).and_then(|node| self.errors.keep(read(node)))
    }
}

/// What is known of the question that an ask belongs to. Where a part of it cannot be read, asks are not compared with it.
#[derive(Clone, Copy)]
pub(crate) struct AskContext<'q> {
    /// Where the kind of the ask stands.
    pub(crate) at: Span,
    pub(crate) topology: Option<&'q Topology>,
    /// The machine with the numbers that students give to its nodes.
    pub(crate) numbered: Option<&'q Topology>,
    pub(crate) instance: Option<&'q Instance>,
    pub(crate) on: Option<On<'q>>,
    pub(crate) numbers: Option<&'q Numbers>,
    /// How many collectives follow each other.
    pub(crate) phases: usize,
    /// Whether messages wait for each other.
    pub(crate) contention: bool,
}

/// A collective on a machine, for which there are algorithms.
#[derive(Clone, Copy)]
pub(crate) struct On<'m> {
    pub(crate) collective: &'static Collective,
    pub(crate) machine: &'m Topology,
}

pub(crate) fn bad<T>(message: impl Into<String>, at: Span, help: &str) -> Result<T> {
    Err(Diagnostic::new(message).at(at).help(help).into())
}

pub(crate) fn text_of(node: &Node<'_>, what: &str) -> Result<String> {
    scalar::text(node, what).map(Into::into)
}

/// What one of these words stands for; `word` is what it is in `place`.
pub(crate) fn one_of<T: Clone>(
    node: &Node<'_>,
    word: &str,
    place: &str,
    words: &[(&str, T)],
) -> Result<T> {
    let an = if word.starts_with(['a', 'o']) { "an" } else { "a" };
    let found = scalar::text(node, &format!("{an} {word}"))?;
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let meant = words.iter().find(|(word, _)| *word == found);
    let meant = meant.ok_or_else(|| unknown(word, node.span, found, place, &known))?;
    Ok(meant.1.clone())
}

/// What is written at a node, whatever it means.
pub(crate) fn written<'a>(node: &'a Node<'_>, what: &'static str, help: &str) -> Result<&'a str> {
    match &node.kind {
        Content::Scalar { text, .. } => Ok(text),
        _ => Err(wrong(node, what, node.head(), help)),
    }
}

/// The keys and values of a mapping, of which there may be none.
pub(crate) fn pairs<'a, 't>(
    node: Option<&'a Node<'t>>,
    what: &'static str,
    help: &str,
    errors: &Errors,
) -> &'a [(FieldKey<'t>, Node<'t>)] {
    let pairs = |node: &'a Node<'t>| match &node.kind {
        Content::Mapping(pairs) => Ok(&pairs[..]),
        _ => Err(wrong(node, what, node.head(), help)),
    };
    node.and_then(|node| errors.keep(pairs(node))).unwrap_or_default()
}

pub(crate) fn step(node: &Node<'_>) -> Result<u32> {
    match whole(node, "the number of a step")? {
        0 => bad("steps are counted from 1", node.span, "write step: 1"),
        step => Ok(step),
    }
}

pub(crate) fn whole(node: &Node<'_>, what: &str) -> Result<u32> {
    let number = scalar::natural(node, what)?;
    u32::try_from(number).or_else(|_| {
        bad(format!("{number} is too large for {what}"), node.span, "write a smaller number")
    })
}

/// What a formula or an order is of; the cost where nothing is said.
pub(crate) fn quantity(keys: &Keys<'_, '_>) -> Option<CostPart> {
    let words = [("cost", CostPart::Cost), ("steps", CostPart::Steps), ("words", CostPart::Words)];
    let quantity = |node: &Node<'_>| match &node.kind {
        Content::Scalar { text, .. } if text == "total" => Ok(CostPart::Cost),
        _ => one_of(node, "quantity", "an ask", &words),
    };
    keys.errors.keep(keys.get("of").map_or(Ok(CostPart::Cost), quantity))
}
