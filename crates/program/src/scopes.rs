//! Scopes of C: a variable that shadows an outer one has another name.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::syntax::Reader;
use crate::tokens::{Read, Token};

impl Reader<'_> {
    /// Reads a function, a block or a loop of C, whose variables shadow outer ones.
    pub(crate) fn scope<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.scopes.push(BTreeMap::new());
        let read = read(self);
        self.scopes.pop();
        read
    }

    /// What a word stands for here.
    pub(crate) fn meant(&self, word: &str) -> Rc<str> {
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(word));
        found.cloned().unwrap_or_else(|| word.into())
    }

    /// Names the variable that is declared next; `i in line 7` if it shadows an outer one.
    pub(crate) fn declares(&mut self) {
        let Token { text: word, at, .. } = self.token().clone();
        let mut name = self.meant(&word);
        let Some((own, outer)) = self.scopes.split_last_mut() else { return };
        if outer.iter().any(|scope| scope.contains_key(&word)) {
            let line = self.text[..at.start].matches('\n').count() + 1;
            name = format!("{name} in line {line}").into();
        }
        own.entry(word).or_insert(name);
    }
}
