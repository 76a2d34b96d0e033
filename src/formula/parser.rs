//! Tokens into a tree, one operator table and one loop (after Pratt).
//!
//! ```text
//! formula   = [ name ( "=" | "≈" ) ] side { ( "=" | "≈" ) side } [ "." ]
//! side      = sum | ( "O" | "Theta" | "Omega" ) "(" sum ")"
//! sum       = [ sign ] product { sign product }
//! product   = factor { ( "*" | "/" | "mod" | nothing ) factor }      from the left
//! factor    = primary [ "^" exponent ]
//! exponent  = [ "-" ] factor                                       2^3^2 = 2^(3^2)
//! primary   = number | name | bracket | function
//! bracket   = "(" sum ")" | "⌈" sum "⌉" | "⌊" sum "⌋"
//! function  = ( "log" | "ln" | "sqrt" | "√" ) [ "^" number ] ( bracket | factor )   logs only: "^"
//!           | ( "ceil" | "floor" ) "(" sum ")"
//!           | ( "min" | "max" ) "(" sum { "," sum } ")"
//!           | "sum" "(" name "=" sum ".." sum "," sum ")"
//! sign      = "+" | "-"
//! ```
//!
//! A function with a bracket ends with the bracket, `log(p)^2` is `(log(p))^2`; without one it
//! takes the next factor and no more, `log p ts` is `log(p) * ts`. Where people use one spelling
//! for two things (`1/2p`, `log p/2`, `p^1/3`) neither is chosen: `traps.rs` names both.

use super::error::{ParseError, ParseErrorKind};
use super::lexer::{Bracket, Token, TokenKind};
use super::syntax::{Expr, Link, Node, Operation, Relation, Series, Sign};
use super::traps::{self, Last};
use super::words::{self, Function};
use super::{Formula, MAX_DEPTH, error};
use crate::diagnostic::Span;

/// How tightly operators bind; each takes to its right what binds more tightly than itself.
pub(super) const SUM: u8 = 1;
pub(super) const PRODUCT: u8 = 2;
pub(super) const POWER: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Infix {
    Add(Sign),
    Multiply(Operation),
    /// A product with nothing between its factors.
    Beside,
    Power,
}

/// A part that was read, and what the traps must know of it.
pub(super) struct Operand {
    pub(super) expr: Expr,
    /// Was it written in brackets, so that nothing reaches into it?
    pub(super) closed: bool,
    /// How its last factor was written.
    pub(super) last: Last,
}

/// Reads all tokens as one formula.
pub(super) fn formula(text: &str, tokens: &[Token]) -> Result<Formula, ParseError> {
    let mut parser = Parser { text, tokens, at: 0, depth: 0 };
    let name = parser.left_side()?;
    let mut links = Vec::new();
    let mut relation = parser.relation();
    loop {
        parser.first()?;
        let link = parser.link(relation.unwrap_or(Relation::Equal))?;
        links.push(link);
        relation = parser.relation();
        if relation.is_none() {
            break;
        }
    }
    if parser.peek().kind == TokenKind::Stop {
        parser.at += 1;
    }
    let token = parser.peek();
    match token.kind {
        TokenKind::End => Ok(Formula { name, links }),
        TokenKind::Close(_) => {
            let close = parser.slice(token.span).chars().next().unwrap_or(')');
            Err(token.fail(ParseErrorKind::Unopened(close)))
        }
        _ => Err(parser.unexpected("an operator or the end of the formula")),
    }
}

impl Token {
    fn fail(&self, kind: ParseErrorKind) -> ParseError {
        ParseError::new(self.span, kind)
    }
}

pub(super) struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> &'a Token {
        // The last token is the end, and nothing steps over it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Is the token behind the next one of this kind?
    pub(super) fn follows(&self, kind: &TokenKind) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.kind == *kind)
    }

    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start..span.end]
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        let token = self.peek();
        let end = token.kind == TokenKind::End;
        let found = (!end).then(|| self.slice(token.span).to_owned());
        token.fail(ParseErrorKind::Unexpected { found, expected })
    }

    /// `T =`, `T_p =`: names the cost and says nothing about it.
    fn left_side(&mut self) -> Result<Option<String>, ParseError> {
        let [Token { kind: first, span, .. }, second, ..] = self.tokens else { return Ok(None) };
        if !matches!(second.kind, TokenKind::Equals | TokenKind::Approximately) {
            return Ok(None);
        }
        let TokenKind::Name(name) = first else { return Ok(None) };
        if words::is_symbol(name) {
            let kind = ParseErrorKind::Definition(name.clone());
            return Err(ParseError::new(span.to(second.span), kind));
        }
        self.at = 1;
        Ok(Some(name.clone()))
    }

    /// What ties the next part of a chain to the part before it.
    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek().kind {
            TokenKind::Equals => Relation::Equal,
            TokenKind::Approximately => Relation::Approximately,
            _ => return None,
        };
        self.at += 1;
        Some(relation)
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
        if open.kind != TokenKind::Open(Bracket::Round) {
            return Err(self.unexpected("`(`"));
        }
        let Expr { node, span } = self.bracket(Bracket::Round)?.expr;
        let expr = Expr::new(node, token.span.to(span));
        Ok(Link { relation, growth: Some(growth), expr })
    }

    /// The first token decides whether there is a formula at all.
    fn first(&self) -> Result<(), ParseError> {
        use TokenKind::{
            Approximately, Comma, End, Equals, Mod, Over, Plus, Power, Range, Stop, Times,
        };
        let token = self.peek();
        match token.kind {
            End | Stop => Err(token.fail(ParseErrorKind::Empty)),
            Plus | Times | Over | Power | Mod | Equals | Approximately | Comma | Range => {
                let operator = self.slice(token.span).to_owned();
                Err(token.fail(ParseErrorKind::LeadingOperator(operator)))
            }
            _ => Ok(()),
        }
    }

    /// A part whose operators all bind at least as tightly as `least`; `sum` is where the sum
    /// began, if a sign stands before this part: a remainder must know.
    pub(super) fn expression(
        &mut self,
        least: u8,
        sum: Option<usize>,
    ) -> Result<Operand, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.peek().fail(ParseErrorKind::TooDeep));
        }
        let mut left = self.prefix(least)?;
        while let Some((infix, binds)) = self.infix() {
            if binds < least {
                break;
            }
            traps::before(self, infix, &left, sum)?;
            if infix != Infix::Beside {
                self.at += 1;
            }
            // A power is taken from the right: its exponent may hold another power.
            let right = match infix {
                Infix::Add(_) => {
                    self.expression(PRODUCT, Some(sum.unwrap_or(left.expr.span.start)))?
                }
                Infix::Multiply(_) | Infix::Beside | Infix::Power => {
                    self.expression(POWER, None)?
                }
            };
            left = join(infix, left, right);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn infix(&self) -> Option<(Infix, u8)> {
        Some(match self.peek().kind {
            TokenKind::Plus => (Infix::Add(Sign::Plus), SUM),
            TokenKind::Minus => (Infix::Add(Sign::Minus), SUM),
            TokenKind::Times => (Infix::Multiply(Operation::Times), PRODUCT),
            TokenKind::Over => (Infix::Multiply(Operation::Over), PRODUCT),
            TokenKind::Mod => (Infix::Multiply(Operation::Mod), PRODUCT),
            TokenKind::Power => (Infix::Power, POWER),
            TokenKind::Number(_)
            | TokenKind::Name(_)
            | TokenKind::Function(_)
            | TokenKind::Root
            | TokenKind::Sum
            | TokenKind::Open(_) => (Infix::Beside, PRODUCT),
            TokenKind::Close(_)
            | TokenKind::Comma
            | TokenKind::Range
            | TokenKind::Growth(_)
            | TokenKind::Equals
            | TokenKind::Approximately
            | TokenKind::Stop
            | TokenKind::End => return None,
        })
    }

    /// What a part can begin with.
    fn prefix(&mut self, least: u8) -> Result<Operand, ParseError> {
        let token = self.peek();
        let atom = |node, last| Operand { expr: Expr::new(node, token.span), closed: false, last };
        match &token.kind {
            TokenKind::Number(number) => {
                self.at += 1;
                Ok(atom(Node::Number(number.clone()), Last::Number))
            }
            TokenKind::Name(name) => {
                self.at += 1;
                self.refuse_call(token, name)?;
                Ok(atom(Node::Name(name.clone()), Last::Name))
            }
            TokenKind::Plus | TokenKind::Minus => {
                self.at += 1;
                let operand = self.expression(least.max(PRODUCT), Some(token.span.start))?;
                let span = token.span.to(operand.expr.span);
                if token.kind == TokenKind::Plus {
                    // It says nothing, and leaves no trace.
                    let expr = Expr { span, ..operand.expr };
                    return Ok(Operand { expr, closed: true, last: operand.last });
                }
                let expr = Expr::new(Node::Sum(vec![(Sign::Minus, operand.expr)]), span);
                Ok(Operand { expr, closed: least > SUM, last: operand.last })
            }
            TokenKind::Open(bracket) => self.bracket(*bracket),
            TokenKind::Root => self.function(Function::Sqrt),
            TokenKind::Function(function) => self.function(*function),
            TokenKind::Mod
            | TokenKind::Times
            | TokenKind::Over
            | TokenKind::Power
            | TokenKind::Close(_)
            | TokenKind::Comma
            | TokenKind::Range
            | TokenKind::Equals
            | TokenKind::Approximately
            | TokenKind::Stop
            | TokenKind::End => Err(self.unexpected(error::OPERAND)),
            TokenKind::Growth(growth) => {
                Err(token.fail(ParseErrorKind::GrowthInside(growth.name())))
            }
            TokenKind::Sum => self.series(),
        }
    }

    /// A long name right before a bracket is meant as a function; there are no others.
    fn refuse_call(&self, token: &Token, name: &str) -> Result<(), ParseError> {
        let next = self.peek();
        let touches =
            next.kind == TokenKind::Open(Bracket::Round) && next.span.start == token.span.end;
        let letters = name.chars().count() > 1 && name.chars().all(char::is_alphabetic);
        if touches && letters && !words::is_symbol(name) {
            return Err(token.fail(ParseErrorKind::UnknownFunction(name.to_owned())));
        }
        Ok(())
    }

    fn bracket(&mut self, bracket: Bracket) -> Result<Operand, ParseError> {
        let open = self.peek().span;
        self.at += 1;
        let inner = self.expression(0, None)?.expr;
        let span = open.to(self.close(bracket, open)?);
        let expr = match bracket {
            Bracket::Round => Expr { span, ..inner },
            Bracket::Ceil => Expr::new(Node::Call(Function::Ceil, vec![inner]), span),
            Bracket::Floor => Expr::new(Node::Call(Function::Floor, vec![inner]), span),
        };
        Ok(Operand { expr, closed: true, last: Last::Bracket })
    }

    fn close(&mut self, bracket: Bracket, open: Span) -> Result<Span, ParseError> {
        let token = self.peek();
        if token.kind == TokenKind::Close(bracket) {
            self.at += 1;
            return Ok(token.span);
        }
        match token.kind {
            TokenKind::End | TokenKind::Stop => {
                let open_text = self.slice(open).chars().next().unwrap_or('(');
                Err(ParseError::new(open, ParseErrorKind::Unclosed(open_text)))
            }
            _ => Err(self.unexpected(match bracket {
                Bracket::Round => "an operator or `)`",
                Bracket::Ceil => "an operator or `⌉`",
                Bracket::Floor => "an operator or `⌋`",
            })),
        }
    }

    fn function(&mut self, function: Function) -> Result<Operand, ParseError> {
        let start = self.peek();
        self.at += 1;
        if !matches!(function, Function::Log2 | Function::Ln | Function::Sqrt) {
            return self.call(function, start.span);
        }
        let power = if function == Function::Sqrt { None } else { self.function_power()? };
        let bracketed = matches!(self.peek().kind, TokenKind::Open(_));
        let operand = if bracketed { self.prefix(POWER)? } else { self.bare_argument()? };
        let span = start.span.to(operand.expr.span);
        let last = match operand.last {
            _ if bracketed => Last::Bracket,
            last => Last::Function {
                argument: operand.expr.span,
                number: matches!(last, Last::Number),
                sign: start.kind == TokenKind::Root,
            },
        };
        let mut expr = Expr::new(Node::Call(function, vec![operand.expr]), span);
        if let Some(power) = power {
            expr = Expr::new(Node::Power(Box::new(expr), Box::new(power)), span);
        }
        Ok(Operand { expr, closed: false, last })
    }

    /// `log^2 p` is the square of the logarithm.
    fn function_power(&mut self) -> Result<Option<Expr>, ParseError> {
        if self.peek().kind != TokenKind::Power {
            return Ok(None);
        }
        self.at += 1;
        let token = self.peek();
        match &token.kind {
            TokenKind::Number(number) if number.is_integer() => {
                self.at += 1;
                Ok(Some(Expr::new(Node::Number(number.clone()), token.span)))
            }
            _ => Err(self.unexpected("a whole number")),
        }
    }

    /// The next factor, with its power.
    fn bare_argument(&mut self) -> Result<Operand, ParseError> {
        match self.peek().kind {
            TokenKind::Plus | TokenKind::Minus => Err(self.unexpected("a factor or a bracket")),
            _ => self.expression(POWER, None),
        }
    }

    /// `sum(i = 1..p - 1, t_s + i m t_w)`
    fn series(&mut self) -> Result<Operand, ParseError> {
        let start = self.peek().span;
        self.at += 1;
        let open = self.peek().span;
        self.expect(&TokenKind::Open(Bracket::Round), "`(`")?;
        let name = self.peek();
        let TokenKind::Name(index) = &name.kind else {
            return Err(self.unexpected("the name of the index"));
        };
        if words::is_symbol(index) {
            return Err(name.fail(ParseErrorKind::SymbolAsIndex(index.clone())));
        }
        self.at += 1;
        self.expect(&TokenKind::Equals, "`=`")?;
        let from = self.expression(0, None)?.expr;
        self.expect(&TokenKind::Range, "`..`")?;
        let to = self.expression(0, None)?.expr;
        self.expect(&TokenKind::Comma, "`,`")?;
        let body = self.expression(0, None)?.expr;
        let span = start.to(self.close(Bracket::Round, open)?);
        let series = Series { index: index.clone(), from, to, body };
        let expr = Expr::new(Node::Series(Box::new(series)), span);
        Ok(Operand { expr, closed: true, last: Last::Bracket })
    }

    fn expect(&mut self, kind: &TokenKind, expected: &'static str) -> Result<(), ParseError> {
        if self.peek().kind != *kind {
            return Err(self.unexpected(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// `ceil(..)`, `min(.., ..)`: the brackets are part of it.
    fn call(&mut self, function: Function, start: Span) -> Result<Operand, ParseError> {
        let open = self.peek().span;
        if self.peek().kind != TokenKind::Open(Bracket::Round) {
            return Err(self.unexpected("`(`"));
        }
        self.at += 1;
        let mut arguments = vec![self.expression(0, None)?.expr];
        let several = matches!(function, Function::Min | Function::Max);
        while several && self.peek().kind == TokenKind::Comma {
            self.at += 1;
            arguments.push(self.expression(0, None)?.expr);
        }
        let span = start.to(self.close(Bracket::Round, open)?);
        let expr = Expr::new(Node::Call(function, arguments), span);
        Ok(Operand { expr, closed: true, last: Last::Bracket })
    }
}

/// Two parts and what stands between them; sums and products grow flat.
fn join(infix: Infix, left: Operand, right: Operand) -> Operand {
    let span = left.expr.span.to(right.expr.span);
    let last = match infix {
        Infix::Power if right.closed => Last::Bracket,
        Infix::Power => Last::Power {
            exponent: right.expr.span,
            one: matches!(&right.expr.node, Node::Number(number) if number.is_one()),
        },
        Infix::Multiply(_) | Infix::Beside | Infix::Add(_) => right.last,
    };
    let node = match infix {
        Infix::Power => Node::Power(Box::new(left.expr), Box::new(right.expr)),
        Infix::Add(sign) => {
            let mut terms = match left.expr {
                Expr { node: Node::Sum(terms), .. } if !left.closed => terms,
                other => vec![(Sign::Plus, other)],
            };
            terms.push((sign, right.expr));
            Node::Sum(terms)
        }
        Infix::Beside | Infix::Multiply(_) => {
            let mut factors = match left.expr {
                Expr { node: Node::Product(factors), .. } if !left.closed => factors,
                other => vec![(Operation::Times, other)],
            };
            let operation =
                if let Infix::Multiply(operation) = infix { operation } else { Operation::Times };
            factors.push((operation, right.expr));
            Node::Product(factors)
        }
    };
    Operand { expr: Expr::new(node, span), closed: false, last }
}
