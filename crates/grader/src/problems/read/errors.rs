//! All errors of a problem set, not only the first.

use super::super::Question;
use hockney_base::diagnostic::nearest;
use hockney_files::{Fields, Node, ReadError};

/// Why a problem set cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// At least one, in the order of their places.
    pub errors: Vec<ReadError>,
    /// The questions without an error.
    pub questions: Vec<Question>,
}

impl From<ReadError> for Unreadable {
    fn from(error: ReadError) -> Self {
        Unreadable { errors: vec![error], questions: Vec::new() }
    }
}

/// Collects errors, so that the rest of the document is read as well.
#[derive(Default)]
pub(super) struct Errors(Vec<ReadError>);

impl Errors {
    /// The value, or nothing where there is an error to collect.
    pub(super) fn keep<T>(&mut self, read: Result<T, ReadError>) -> Option<T> {
        read.map_err(|error| self.0.push(error)).ok()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// All of them, in the order of their places.
    pub(super) fn in_order(mut self) -> Vec<ReadError> {
        self.0.sort_by_key(|error| error.diagnostic().span.map(|span| span.start));
        self.0
    }
}

/// A mapping that is read to its end, whatever is wrong in it.
pub(super) struct Keys<'a, 't> {
    fields: Fields<'a, 't>,
    /// Misspelled keys, by what they are meant to be: their values are read, and they are not missing.
    meant: Vec<(&'static str, &'a Node<'t>)>,
}

impl<'a, 't> Keys<'a, 't> {
    /// The keys of a mapping; those that are not among the known ones are errors.
    pub(super) fn of(fields: Fields<'a, 't>, known: &[&'static str], errors: &mut Errors) -> Self {
        let mut meant: Vec<(&str, &Node<'_>)> = Vec::new();
        for ((key, value), error) in fields.strangers(known) {
            errors.keep::<()>(Err(error));
            let free = |name: &&str| fields.get(name).is_none();
            let near = nearest(&key.text, known.iter().copied()).filter(free);
            // Of several misspellings of one key the first is read.
            let near = near.filter(|near| meant.iter().all(|(name, _)| name != near));
            meant.extend(
                known.iter().filter(|name| Some(**name) == near).map(|name| (*name, value)),
            );
        }
        Keys { fields, meant }
    }

    /// The same for what may be no mapping, which is an error; `known` has a blank between two keys.
    pub(super) fn open(
        node: &'a Node<'t>,
        what: &'static str,
        help: &str,
        known: &'static str,
        errors: &mut Errors,
    ) -> Option<Self> {
        let fields = errors.keep(Fields::open(node, what, help))?;
        Some(Keys::of(fields, &known.split(' ').collect::<Vec<_>>(), errors))
    }

    /// What stands at a key.
    pub(super) fn get(&self, name: &str) -> Option<&'a Node<'t>> {
        let meant = || self.meant.iter().find(|(meant, _)| *meant == name).map(|(_, value)| *value);
        self.fields.get(name).or_else(meant)
    }

    /// What stands at a key that must be there; `help` says what to write.
    pub(super) fn need(&self, name: &str, help: &str, errors: &mut Errors) -> Option<&'a Node<'t>> {
        self.get(name).or_else(|| errors.keep(self.fields.need(name, help)))
    }

    /// What is read at a key, if it is there and without an error.
    pub(super) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Node<'t>) -> Result<T, ReadError>,
        errors: &mut Errors,
    ) -> Option<T> {
        self.get(name).and_then(|node| errors.keep(read(node)))
    }
}
