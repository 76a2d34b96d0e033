//! From a text to a formula, with replaced names: `n` read as m.

use thiserror::Error;

use super::{left, lexer, mentions, names, parser};
use crate::{Expr, Formula, MAX_LENGTH, Node, ParseError, ParseErrorKind, Series, parse, words};

/// How to read a formula: additional meanings of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    replacements: Vec<(String, Expr)>,
}

/// Why a name cannot be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplaceError {
    /// It is not a name: `2 n`.
    #[error("`{0}` is not a name")]
    NoName(String),
    /// The replacement cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    /// The replacement is an equation or an order of growth.
    #[error("`{0}` is an equation or an order of growth")]
    NoCost(String),
}

impl Reading {
    /// Without additional meanings.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, where `name` stands for `replacement`: `with("n", "m")`. The usual meaning of the
    /// name is ignored; replacements are not applied to each other.
    pub fn with(mut self, name: &str, replacement: &str) -> Result<Self, ReplaceError> {
        let read = parse(name).ok();
        let plain = read.as_ref().and_then(Formula::expr).is_some_and(|expr| {
            matches!(expr.node, Node::Name(_)) || words::canonical(name.trim()) == "d"
        });
        if !plain {
            return Err(ReplaceError::NoName(name.trim().to_owned()));
        }
        let name = words::canonical(&words::spelled(name.trim())).to_owned();
        let formula = parse(replacement)?;
        let Some(expr) = formula.expr() else {
            return Err(ReplaceError::NoCost(replacement.trim().to_owned()));
        };
        self.replacements.retain(|(other, _)| *other != name);
        self.replacements.push((name, expr.clone()));
        Ok(self)
    }

    /// Reads a formula in plain notation, Unicode, HTML, Markdown or LaTeX.
    pub fn read(&self, text: &str) -> Result<Formula, ParseError> {
        if text.len() > MAX_LENGTH {
            let start = text.floor_char_boundary(MAX_LENGTH);
            return Err(ParseError::new(start..start, ParseErrorKind::TooLong));
        }
        let (name, span) = left::left(text, lexer::unwrapped(text))?;
        let (mut tokens, latex) = lexer::tokens(text, span)?;
        let own: Vec<String> = self.replacements.iter().map(|(name, _)| name.clone()).collect();
        let names = names::resolve(text, &mut tokens, &own);
        let mut formula = parser::formula(text, &tokens, latex, name, names)?;
        if !self.replacements.is_empty() {
            for link in &mut formula.links {
                link.expr = self.replaced(&link.expr)?;
            }
        }
        Ok(formula)
    }

    fn replaced(&self, expr: &Expr) -> Result<Expr, ParseError> {
        match &expr.node {
            Node::Name(name) => {
                let found = self.replacements.iter().find(|(other, _)| other == name);
                let node = found.map_or(&expr.node, |(_, with)| &with.node);
                return Ok(Expr::new(node.clone(), expr.span));
            }
            Node::Series(series) => {
                let Series { index, body, .. } = &**series;
                let meant = |(name, with): &(String, Expr)| {
                    name == index || (mentions(with, index) && mentions(body, name))
                };
                if self.replacements.iter().any(meant) {
                    let kind = ParseErrorKind::SymbolAsIndex(index.clone());
                    return Err(ParseError::new(expr.span, kind));
                }
            }
            _ => {}
        }
        expr.with_parts(|part| self.replaced(part))
    }
}
