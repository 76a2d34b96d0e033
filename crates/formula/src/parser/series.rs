//! Sums over an index: `sum(i = 1..d, t_s)`, `\sum_{i=1}^{d} t_s`, `∑_{i=0}^{d-1} (..)`.

use super::traps::Last;
use super::{Infix, Operand, PRODUCT, Parser};
use crate::lexer::{Bracket, TokenKind};
use crate::{Expr, Node, ParseError, ParseErrorKind, Series, Sign, words};
use hockney_base::diagnostic::Span;

impl Parser<'_> {
    pub(super) fn series(&mut self) -> Result<Operand, ParseError> {
        let start = self.next().span;
        match self.peek().kind {
            TokenKind::Open(Bracket::Round) => self.series_call(start),
            TokenKind::Under | TokenKind::Power => self.series_sign(start),
            _ => Err(self.unexpected("`_{i=1}^{..}` or `(i = 1.., ..)` after the sum sign")),
        }
    }

    /// `sum(i = 1..p - 1, t_s + i m t_w)`
    fn series_call(&mut self, start: Span) -> Result<Operand, ParseError> {
        let open = self.next().span;
        let index = self.index()?;
        let from = self.expression(0, None)?.expr;
        self.expect(&TokenKind::Range, "`..`")?;
        let to = self.expression(0, None)?.expr;
        self.expect(&TokenKind::Comma, "`,`")?;
        let body = self.expression(0, None)?.expr;
        let span = start.to(self.close(Bracket::Round, open)?);
        Ok(summed(Series { index, from, to, body }, span, Last::Bracket))
    }

    /// `_{i=1}^{p-1} t_s`, either bound first; the body is the next product.
    fn series_sign(&mut self, start: Span) -> Result<Operand, ParseError> {
        let (mut lower, mut upper) = (None, None);
        for _ in 0..2 {
            if lower.is_none() && self.eat(&TokenKind::Under) {
                self.between = self.ended.take();
                lower = Some(self.lower_bound()?);
                self.between = None;
            } else if upper.is_none() && self.eat(&TokenKind::Power) {
                upper = Some(self.prefix(super::POWER)?.expr);
            }
        }
        let Some((index, from)) = lower else {
            return Err(self.unexpected("the lower bound of the sum, as in `_{i=1}`"));
        };
        let Some(to) = upper else {
            return Err(self.unexpected("the upper bound of the sum, as in `^{p-1}`"));
        };
        let bracketed = matches!(self.peek().kind, TokenKind::Open(_));
        let body = self.expression(PRODUCT, None)?;
        let span = start.to(body.expr.span);
        self.refuse_open_end(start, &body, bracketed)?;
        self.ended = Some(to.clone());
        Ok(summed(Series { index, from, to, body: body.expr }, span, Last::Bracket))
    }

    fn lower_bound(&mut self) -> Result<(String, Expr), ParseError> {
        let open = self.peek().span;
        let TokenKind::Open(bracket @ (Bracket::Brace | Bracket::Round)) = self.peek().kind else {
            return Err(self.unexpected("`{`, as in `_{i=1}`"));
        };
        self.at += 1;
        let index = self.index()?;
        let from = self.expression(0, None)?.expr;
        self.close(bracket, open)?;
        Ok((index, from))
    }

    fn index(&mut self) -> Result<String, ParseError> {
        let name = self.peek();
        let TokenKind::Name(index) = &name.kind else {
            return Err(self.unexpected("the name of the index"));
        };
        if words::is_symbol(index) {
            return Err(name.fail(ParseErrorKind::SymbolAsIndex(index.clone())));
        }
        self.at += 1;
        self.expect(&TokenKind::Equals, "`=`")?;
        Ok(index.clone())
    }

    /// `\sum t_s + i m`: the second term may be in the sum or behind it. Where the first is in
    /// brackets, or another sum follows, it is behind.
    fn refuse_open_end(
        &mut self,
        start: Span,
        body: &Operand,
        bracketed: bool,
    ) -> Result<(), ParseError> {
        let Some((Infix::Add(sign), _)) = self.infix() else { return Ok(()) };
        let sum_next = self.follows(&TokenKind::Sum);
        let bracketed = bracketed && holds_sum(&body.expr);
        if bracketed || sum_next {
            return Ok(());
        }
        self.at += 1;
        let term = self.expression(PRODUCT, None)?.expr.span;
        let sign = if sign == Sign::Plus { "+" } else { "-" };
        let head = self.slice(Span::new(start.start, body.expr.span.start)).trim_end();
        let (first, second) = (self.slice(body.expr.span), self.slice(term));
        let readings = [
            format!("{head} ({first} {sign} {second})"),
            format!("({head} {first}) {sign} {second}"),
        ];
        let span = start.to(term);
        Err(ParseError::new(span, ParseErrorKind::Ambiguous { readings }))
    }
}

/// Does a product hold a sum, which then stood in brackets?
fn holds_sum(expr: &Expr) -> bool {
    match &expr.node {
        Node::Sum(_) => true,
        Node::Product(factors) => {
            factors.iter().any(|(_, factor)| matches!(factor.node, Node::Sum(_)))
        }
        _ => false,
    }
}

fn summed(series: Series, span: Span, last: Last) -> Operand {
    Operand { expr: Expr::new(Node::Series(Box::new(series)), span), closed: true, last }
}

/// Does one sum begin where another ended: is `from` the other's `to` and one?
pub(super) fn follows(from: &Expr, to: &Expr) -> bool {
    let Node::Sum(terms) = &from.node else { return false };
    matches!(&terms[..], [(Sign::Plus, first), (Sign::Plus, Expr { node: Node::Number(one), .. })]
        if same(first, to) && one.is_one())
}

/// The same tree, wherever it is.
pub(super) fn same(left: &Expr, right: &Expr) -> bool {
    left.to_string() == right.to_string()
}
