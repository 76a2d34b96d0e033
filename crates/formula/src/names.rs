//! Other names of the symbols: α for t_s, N for p, d for log p. Each is read as the symbol only
//! where the symbol itself does not occur in the formula, and the reading reports it.

use std::fmt;

use super::lexer::{Token, TokenKind};
use crate::words;
use hockney_base::diagnostic::Span;

/// The reading of an ambiguous name or spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its first place, in bytes of the text.
    pub span: Span,
    /// The original text.
    pub written: String,
    /// The reading.
    pub read: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is read as {}", self.written, self.read)
    }
}

/// The meaning of the names of one formula.
pub(super) struct Names {
    pub(super) notes: Vec<Note>,
    /// Does `d` stand for log p?
    pub(super) d_is_log_p: bool,
}

/// Puts symbols in the place of their other names; `own` are names that mean themselves.
pub(super) fn resolve(text: &str, tokens: &mut [Token], own: &[String]) -> Names {
    let mut notes = Vec::new();
    let stands = |tokens: &[Token], name: &str| {
        let first = tokens
            .iter()
            .find(|token| matches!(&token.kind, TokenKind::Name(other) if other == name));
        first.map(|token| token.span)
    };
    for symbol in ["p", "t_s", "t_w", "t_h"] {
        if stands(tokens, symbol).is_some() || is_own(own, symbol) {
            // An α beside a t_s is something else.
            for alias in words::aliases(symbol).filter(|alias| !is_own(own, alias)) {
                if let Some(span) = stands(tokens, alias) {
                    let written = text[span.start..span.end].to_owned();
                    let read = format!("a separate symbol, since {symbol} also appears");
                    notes.push(Note { span, written, read });
                }
            }
            continue;
        }
        let mut usable = words::aliases(symbol).filter(|alias| !is_own(own, alias));
        let Some((alias, span)) =
            usable.find_map(|alias| stands(tokens, alias).map(|span| (alias, span)))
        else {
            continue;
        };
        for token in tokens.iter_mut() {
            if matches!(&token.kind, TokenKind::Name(name) if name == alias) {
                token.kind = TokenKind::Name(symbol.to_owned());
            }
        }
        let written = text[span.start..span.end].to_owned();
        notes.push(Note { span, written, read: symbol.to_owned() });
    }
    let d = stands(tokens, "d").filter(|_| stands(tokens, "p").is_none() && !is_own(own, "d"));
    if let Some(span) = d {
        notes.push(Note { span, written: "d".to_owned(), read: "log2(p)".to_owned() });
    }
    Names { notes, d_is_log_p: d.is_some() }
}

fn is_own(own: &[String], name: &str) -> bool {
    own.iter().any(|other| other == name)
}
