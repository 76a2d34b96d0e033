//! Functions, roots and fractions, with the arguments that each takes.

use super::traps::Last;
use super::{Operand, POWER, Parser};
use crate::lexer::{Base, Bracket, Token, TokenKind};
use crate::{Expr, ExprKind, Function, ParseError, ParseErrorKind};
use hockney_base::diagnostic::Span;

impl Parser<'_> {
    /// Any function, the next token being its name.
    pub(super) fn function(&mut self, function: Function) -> Result<Operand, ParseError> {
        let start = self.next();
        match function {
            Function::Log2 | Function::Ln => self.logarithm(start, function, None),
            Function::Sqrt => self.root(start),
            _ => self.call(function, start.span),
        }
    }

    /// A logarithm to another base is a quotient of two to base 2.
    pub(super) fn logarithm_to(&mut self, base: &Base) -> Result<Operand, ParseError> {
        let start = self.next();
        let node = match base {
            Base::Number(number) => ExprKind::Number(number.clone()),
            Base::Name(name) => ExprKind::Name(name.clone()),
        };
        self.logarithm(start, Function::Log2, Some(Expr::new(node, start.span)))
    }

    fn logarithm(
        &mut self,
        start: &Token,
        function: Function,
        base: Option<Expr>,
    ) -> Result<Operand, ParseError> {
        let power = self.function_power()?;
        let (argument, base) = match self.peek().kind {
            TokenKind::Open(Bracket::Round) if base.is_none() && function == Function::Log2 => {
                self.with_base()?
            }
            _ => (self.argument()?, base),
        };
        if argument.group && matches!(argument.operand.expr.node, ExprKind::Sum(_)) {
            let plain = base.is_none() && power.is_none();
            return self.log_of_group(start, function, plain, argument.operand);
        }
        let last = argument.last(false);
        let span = start.span.to(argument.operand.expr.span);
        let call = |argument, span| Expr::new(ExprKind::Call(function, vec![argument]), span);
        let mut expr = call(argument.operand.expr, span);
        if let Some(base) = base {
            expr = Expr::quotient(expr, call(base, start.span), span);
        }
        if let Some(power) = power {
            expr = Expr::power(expr, power, span);
        }
        // The quotient is one factor, whatever comes next.
        let closed = matches!(expr.node, ExprKind::Product(_));
        Ok(Operand { expr, closed, last })
    }

    /// `\log{\sqrt{p}+1}`: the group may be all of the argument, or its first term alone. What
    /// decides is the sum around it, if anything: see `series.rs`.
    fn log_of_group(
        &mut self,
        start: &Token,
        function: Function,
        plain: bool,
        argument: Operand,
    ) -> Result<Operand, ParseError> {
        let span = start.span.to(argument.expr.span);
        let ExprKind::Sum(mut terms) = argument.expr.node.clone() else { return Ok(argument) };
        let first = terms[0].1.clone();
        let call = |argument: Expr| Expr::new(ExprKind::Call(function, vec![argument]), span);
        if let (true, Some(before)) = (plain, self.between.clone()) {
            terms[0].1 = call(first.clone());
            let short = Expr::new(ExprKind::Sum(terms), span);
            if super::series::follows(&short, &before) {
                self.note(span, &short);
                return Ok(Operand { expr: short, closed: true, last: Last::Bracket });
            }
        }
        let name = self.slice(start.span);
        let (whole, first) = (argument.expr.span, first.span);
        let inside = self.slice(whole).trim_start_matches(['{', ' ']).trim_end_matches(['}', ' ']);
        let rest = inside.get(first.end.saturating_sub(whole.start + 1)..).unwrap_or_default();
        let rest =
            if rest.is_empty() { "" } else { self.slice(Span::new(first.end, whole.end - 1)) };
        let readings = [
            format!("{name}({inside})"),
            format!("{name}({}){}", self.slice(first), rest.trim_end()),
        ];
        Err(ParseError::new(span, ParseErrorKind::Ambiguous { readings }))
    }

    fn root(&mut self, start: &Token) -> Result<Operand, ParseError> {
        let sign = start.kind == TokenKind::Root;
        let degree = if sign { None } else { self.degree()? };
        let argument = self.argument()?;
        let last = argument.last(sign);
        let span = start.span.to(argument.operand.expr.span);
        Ok(Operand { expr: rooted(argument.operand.expr, degree, span), closed: false, last })
    }

    /// `\sqrt{p}`, `\sqrt[3]{p}`, `\sqrt p`: a group or one sign, and nothing after it.
    pub(super) fn tex_root(&mut self) -> Result<Operand, ParseError> {
        let start = self.next().span;
        let degree = self.degree()?;
        let argument = self.tex_argument()?;
        let span = start.to(argument.span);
        Ok(Operand { expr: rooted(argument, degree, span), closed: true, last: Last::Bracket })
    }

    /// `[3]` behind a root sign.
    fn degree(&mut self) -> Result<Option<Expr>, ParseError> {
        if self.peek().kind != TokenKind::Open(Bracket::Square) {
            return Ok(None);
        }
        let inside = self.bracket(Bracket::Square)?;
        // `sqrt[p]` is a root of p.
        if matches!(self.peek().kind, TokenKind::Open(Bracket::Brace | Bracket::Round)) {
            return Ok(Some(inside.expr));
        }
        self.at -= 1;
        Err(self.unexpected("`{` after the degree of the root; for the root of p write sqrt(p)"))
    }

    /// `\frac{p-1}{p}`
    pub(super) fn fraction(&mut self) -> Result<Operand, ParseError> {
        let start = self.next().span;
        let above = self.tex_argument()?;
        let below = self.tex_argument()?;
        let span = start.to(below.span);
        let expr = Expr::quotient(above, below, span);
        Ok(Operand { expr, closed: true, last: Last::Bracket })
    }

    fn tex_argument(&mut self) -> Result<Expr, ParseError> {
        match self.peek().kind {
            TokenKind::Open(Bracket::Brace) => Ok(self.bracket(Bracket::Brace)?.expr),
            TokenKind::Number(_) | TokenKind::Name(_) => Ok(self.prefix(POWER)?.expr),
            _ => Err(self.unexpected("a group in `{ }`")),
        }
    }

    /// `log^2 p` is the square of the logarithm.
    fn function_power(&mut self) -> Result<Option<Expr>, ParseError> {
        if !self.eat(&TokenKind::Power) {
            return Ok(None);
        }
        let group = self.eat(&TokenKind::Open(Bracket::Brace));
        let token = self.peek();
        match &token.kind {
            TokenKind::Number(number) if number.is_integer() => {
                self.at += 1;
                if group {
                    self.expect(&TokenKind::Close(Bracket::Brace), "`}`")?;
                }
                Ok(Some(Expr::number(number.clone(), token.span)))
            }
            _ => Err(self.unexpected("a whole number")),
        }
    }

    /// `(p)`, or `(p, 2)` with the base behind it, as libraries have it. In `(8,2)` the comma may be a point.
    fn with_base(&mut self) -> Result<(Argument, Option<Expr>), ParseError> {
        let open = self.next().span;
        let inner = self.expression(0, None)?.expr;
        let is_number = matches!(inner.node, ExprKind::Number(_));
        let has_base = !is_number && self.eat(&TokenKind::Comma);
        let base = if has_base { Some(self.expression(0, None)?.expr) } else { None };
        let span = open.to(self.close(Bracket::Round, open)?);
        let expr = Expr { span, ..inner };
        let operand = Operand { expr, closed: true, last: Last::Bracket };
        Ok((Argument { operand, bracketed: true, group: false }, base))
    }

    /// A bracket, or the next factor with its power.
    fn argument(&mut self) -> Result<Argument, ParseError> {
        let (bracketed, group) = match self.peek().kind {
            TokenKind::Open(bracket) => (true, bracket == Bracket::Brace),
            TokenKind::Plus | TokenKind::Minus => {
                return Err(self.unexpected("a factor or a bracket"));
            }
            _ => (false, false),
        };
        let operand = if bracketed { self.prefix(POWER)? } else { self.expression(POWER, None)? };
        Ok(Argument { operand, bracketed, group })
    }

    /// `ceil(..)`, `min(.., ..)`: the brackets are part of it.
    fn call(&mut self, function: Function, start: Span) -> Result<Operand, ParseError> {
        let (open, bracket) = (self.peek().span, self.bracket_ahead()?);
        self.at += 1;
        let mut arguments = vec![self.expression(0, None)?.expr];
        let several = matches!(function, Function::Min | Function::Max);
        while several && self.eat(&TokenKind::Comma) {
            arguments.push(self.expression(0, None)?.expr);
        }
        let span = start.to(self.close(bracket, open)?);
        let expr = Expr::new(ExprKind::Call(function, arguments), span);
        Ok(Operand { expr, closed: true, last: Last::Bracket })
    }
}

/// What a function is applied to.
struct Argument {
    operand: Operand,
    bracketed: bool,
    /// In braces, which people leave open for more than they mean.
    group: bool,
}

impl Argument {
    fn last(&self, sign: bool) -> Last {
        match self.operand.last {
            _ if self.bracketed => Last::Bracket,
            last => Last::Function {
                argument: self.operand.expr.span,
                number: matches!(last, Last::Number),
                sign,
            },
        }
    }
}

/// A square root, or a power with a fraction.
fn rooted(base: Expr, degree: Option<Expr>, span: Span) -> Expr {
    let Some(degree) = degree else {
        return Expr::new(ExprKind::Call(Function::Sqrt, vec![base]), span);
    };
    let place = degree.span;
    let recip = match &degree.node {
        ExprKind::Number(number) => number.recip(),
        _ => None,
    };
    let exponent = match recip {
        Some(recip) => Expr::number(recip, place),
        None => Expr::quotient(Expr::number(1, place), degree, place),
    };
    Expr::power(base, exponent, span)
}
