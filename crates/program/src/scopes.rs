//! Types and scopes of C: a variable that shadows an outer one has another name.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::syntax::Reader;
use crate::tokens::{Kind, Read, Token, refused};
use crate::types::{Element, Typed};

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

    /// The type with the signs of pointers and references, if there are any.
    pub(crate) fn points(&mut self, typed: Typed) -> Read<Typed> {
        let mut typed = typed;
        let start = self.token().at;
        loop {
            let is_pointer = self.take("*");
            let is_reference = !is_pointer && self.take("&");
            // Texts may have them: `char **argv`.
            let twice = typed.is_pointer && typed.element != Element::Char;
            if twice && (is_pointer || is_reference) {
                let help = "declare a pointer for each array, and return new pointers";
                return refused(start, "a pointer to a pointer is not understood", help);
            }
            typed.is_pointer |= is_pointer;
            typed.is_reference |= is_reference;
            let more = is_pointer || is_reference || typed.is_pointer && self.take("const");
            if !more {
                return Ok(typed);
            }
        }
    }

    /// Skips the words of a type of C, if one is next.
    pub(crate) fn skip_type(&mut self) -> bool {
        const OTHERS: &str = "void const static auto inline MPI_Status MPI_Request MPI_Comm MPI_Datatype MPI_Op struct extern";
        let start = self.at;
        let mut typed = Typed::default();
        loop {
            let is_type = |of: &Token| {
                of.text == "vector" || of.kind == Kind::Name && Element::named(&of.text).is_some()
            };
            if self.is("std") && self.ahead(1).text == "::" && is_type(self.ahead(2)) {
                self.at += 2;
            }
            if self.is("vector") && self.ahead(1).text == "<" {
                self.at += 2;
                self.skip_type();
                while self.take("*") {}
                self.take(">");
                typed = Typed { is_vector: true, ..self.typed };
            } else if let Some(element) = self.element() {
                // `unsigned long` and `long int` are long.
                let wider = typed.element == Element::Handle || element != Element::Int;
                typed.element = if wider { element } else { typed.element };
                typed.is_unsigned |= Element::is_unsigned(&self.token().text);
                self.at += 1;
            } else if OTHERS.split(' ').any(|name| self.is(name)) {
                typed.element = Element::named(&self.token().text).unwrap_or(typed.element);
                self.at += 1;
            } else {
                self.typed = if self.at > start { typed } else { self.typed };
                return self.at > start;
            }
        }
    }
    /// The type of C that is next.
    fn element(&self) -> Option<Element> {
        let text = &self.token().text;
        let is_word = self.is_word() && !text.starts_with("MPI_");
        Element::named(text).filter(|_| is_word)
    }
}
