//! A whole formula: a cost, or a chain of costs with the relation of each to the one before.

use super::Parser;
use crate::lexer::{Bracket, Token, TokenKind};
use crate::names::Names;
use crate::{Expr, Formula, Link, ParseError, ParseErrorKind, Relation};

/// Reads all tokens as one formula.
pub(crate) fn formula(
    text: &str,
    tokens: &[Token],
    latex: bool,
    name: Option<String>,
    names: Names,
) -> Result<Formula, ParseError> {
    let Names { notes, d_is_log_p } = names;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        latex,
        d_is_log_p,
        notes,
        ended: None,
        between: None,
    };
    let mut links = Vec::new();
    let mut next = Some(parser.relation().unwrap_or(Relation::Equal));
    while let Some(relation) = next {
        parser.first()?;
        links.push(parser.link(relation)?);
        next = parser.relation();
    }
    parser.eat(&TokenKind::Stop);
    let token = parser.peek();
    match token.kind {
        TokenKind::End => Ok(Formula { name, links, notes: parser.notes }),
        TokenKind::Close(_) => {
            let close = parser.slice(token.span).chars().next().unwrap_or(')');
            Err(token.fail(ParseErrorKind::Unopened(close)))
        }
        _ => Err(parser.unexpected("an operator or the end of the formula")),
    }
}

impl Parser<'_> {
    /// What ties the next part of a chain to the part before it.
    fn relation(&mut self) -> Option<Relation> {
        if self.eat(&TokenKind::Equals) {
            Some(Relation::Equal)
        } else {
            self.eat(&TokenKind::Approximately).then_some(Relation::Approximately)
        }
    }

    /// A cost or an order of growth.
    fn link(&mut self, relation: Relation) -> Result<Link, ParseError> {
        let token = self.peek();
        let TokenKind::Growth(growth) = token.kind else {
            let expr = self.expression(0, None)?.expr;
            return Ok(Link { relation, growth: None, expr });
        };
        self.at += 1;
        let open = self.peek();
        let TokenKind::Open(bracket @ (Bracket::Round | Bracket::Square | Bracket::Brace)) =
            open.kind
        else {
            return Err(self.unexpected("`(`"));
        };
        let Expr { node, span } = self.bracket(bracket)?.expr;
        let expr = Expr::new(node, token.span.to(span));
        Ok(Link { relation, growth: Some(growth), expr })
    }

    /// The first token decides whether there is a formula at all.
    fn first(&self) -> Result<(), ParseError> {
        use TokenKind::{
            Approximately, Comma, Dots, End, Equals, Mod, Over, Plus, Power, Range, Stop, Times,
        };
        let token = self.peek();
        match token.kind {
            End | Stop => Err(token.fail(ParseErrorKind::Empty)),
            Plus | Times | Over | Power | Mod | Equals | Approximately | Comma | Range | Dots => {
                let operator = self.slice(token.span).to_owned();
                Err(token.fail(ParseErrorKind::LeadingOperator(operator)))
            }
            _ => Ok(()),
        }
    }
}
