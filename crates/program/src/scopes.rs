//! Scopes of C: a variable that shadows an outer one is renamed.

use std::collections::BTreeSet;

use crate::syntax::Reader;
use crate::tokens::{Kind, Read, Token};

impl Reader<'_> {
    /// Reads a function, a block or a loop of C, whose variables shadow outer ones up to the token `end`.
    pub(crate) fn scope<T>(
        &mut self,
        end: usize,
        own: BTreeSet<String>,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<T> {
        self.scopes.push((end, own));
        let read = read(self);
        self.scopes.pop();
        read
    }

    /// Renames the variable that is declared next if it shadows an outer one: `i in line 7`.
    pub(crate) fn declares(&mut self) {
        let name = self.token().text.clone();
        let Some(((end, own), outer)) = self.scopes.split_last_mut() else { return };
        let is_new = own.insert(name.clone());
        if !is_new || !outer.iter().any(|(_, names)| names.contains(&name)) {
            return;
        }
        let start = self.tokens.all[self.at].at.start;
        let line = self.text[..start].matches('\n').count() + 1;
        let to = format!("{name} in line {line}");
        own.insert(to.clone());
        let end = (*end).min(self.tokens.all.len());
        rename(&mut self.tokens.all, self.at..end, &|of| (of == name).then(|| to.clone()));
    }

    /// The token that closes a brace, or the last one.
    pub(crate) fn closing(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for (at, token) in self.tokens.all.iter().enumerate().skip(open) {
            match &*token.text {
                "{" => depth += 1,
                "}" if depth <= 1 => return at,
                "}" => depth -= 1,
                _ => {}
            }
        }
        self.tokens.all.len() - 1
    }

    /// The token behind the statement of a loop that begins here.
    pub(crate) fn behind_statement(&self) -> usize {
        let all = &self.tokens.all;
        let (mut at, mut depth) = (self.at, 0_usize);
        while at + 1 < all.len() {
            match &*all[at].text {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                "{" | ";" if depth == 0 => {
                    at = if all[at].text == "{" { self.closing(at) } else { at };
                    if all.get(at + 1).is_none_or(|next| next.text != "else") {
                        return at + 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        at
    }
}

/// Gives variables other names, but not what stands behind a point.
pub(crate) fn rename(
    all: &mut [Token],
    places: std::ops::Range<usize>,
    to: &dyn Fn(&str) -> Option<String>,
) {
    for at in places {
        let behind = at > 0 && matches!(&*all[at - 1].text, "." | "->");
        let token = &mut all[at];
        if token.kind == Kind::Name
            && !behind
            && let Some(other) = to(&token.text)
        {
            token.text = other;
        }
    }
}
