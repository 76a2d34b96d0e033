//! From tokens to a tree, with one operator table and one loop (a Pratt parser).
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

mod call;
mod series;
mod traps;

use traps::Last;

use super::error;
use super::lexer::{Bracket, Token, TokenKind};
use super::names::{Names, Note};
use crate::{
    Expr, ExprKind, FactorRole, Formula, Function, Link, MAX_DEPTH, ParseError, ParseErrorKind,
    Relation, Sign, words,
};
use hockney_base::diagnostic::Span;

/// How tightly operators bind; each takes to its right what binds more tightly than itself.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const POWER: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Infix {
    Add(Sign),
    Multiply(FactorRole),
    /// A product with nothing between its factors.
    Beside,
    Power,
}

/// A parsed part, with the data that the traps need.
struct Operand {
    expr: Expr,
    /// Was it written in brackets, so that nothing reaches into it?
    closed: bool,
    /// How its last factor was written.
    last: Last,
}

impl Token {
    fn fail(&self, kind: ParseErrorKind) -> ParseError {
        ParseError::new(self.span, kind)
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// Is the text LaTeX, where a power is one sign or a group?
    latex: bool,
    /// Does `d` stand for log p?
    d_is_log_p: bool,
    notes: Vec<Note>,
    /// The end of the previous sum over an index, in the same sum.
    ended: Option<Expr>,
    /// The same while the lower bound of the next one is read.
    between: Option<Expr>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a Token {
        // The last token is the end, and nothing steps over it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Is the token behind the next one of this kind?
    fn follows(&self, kind: &TokenKind) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.kind == *kind)
    }

    /// The next token, which is read with that.
    fn next(&mut self) -> &'a Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Reads the next token if it is of this kind.
    fn eat(&mut self, kind: &TokenKind) -> bool {
        let eaten = self.peek().kind == *kind;
        self.at += usize::from(eaten);
        eaten
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start..span.end]
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        let token = self.peek();
        let end = token.kind == TokenKind::End;
        let found = (!end).then(|| self.slice(token.span).to_owned());
        token.fail(ParseErrorKind::Unexpected { found, expected })
    }

    /// A part whose operators all bind at least as tightly as `least`; `sum` is where the sum
    /// began, if a sign is before this part: a remainder must know.
    fn expression(&mut self, least: u8, sum: Option<usize>) -> Result<Operand, ParseError> {
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
            if infix == Infix::Beside {
                self.refuse_prose()?;
            } else {
                self.at += 1;
            }
            if infix == Infix::Add(Sign::Plus) && self.eat(&TokenKind::Dots) {
                self.expect(&TokenKind::Plus, "`+` and the last term after the dots")?;
                let last = self.expression(PRODUCT, None)?.expr;
                left = series::with_dots(self, &left, &last)?;
                continue;
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

    /// Does the next factor, a name or a bracket, hold one of these names?
    fn factor_ahead_holds(&self, names: &[&str]) -> bool {
        let mut depth = 0_usize;
        for token in &self.tokens[self.at.min(self.tokens.len())..] {
            match &token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close(_) => depth = depth.saturating_sub(1),
                TokenKind::Name(name) if names.contains(&name.as_str()) => return true,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        false
    }

    fn infix(&self) -> Option<(Infix, u8)> {
        Some(match self.peek().kind {
            TokenKind::Plus => (Infix::Add(Sign::Plus), SUM),
            TokenKind::Minus => (Infix::Add(Sign::Minus), SUM),
            TokenKind::Times => (Infix::Multiply(FactorRole::Times), PRODUCT),
            TokenKind::Over => (Infix::Multiply(FactorRole::Over), PRODUCT),
            TokenKind::Mod => (Infix::Multiply(FactorRole::Mod), PRODUCT),
            TokenKind::Power => (Infix::Power, POWER),
            TokenKind::Number(_)
            | TokenKind::Name(_)
            | TokenKind::Function(_)
            | TokenKind::Log(_)
            | TokenKind::Root
            | TokenKind::TexRoot
            | TokenKind::Frac
            | TokenKind::Sum
            | TokenKind::Open(_) => (Infix::Beside, PRODUCT),
            _ => return None,
        })
    }

    /// What a part can begin with.
    fn prefix(&mut self, least: u8) -> Result<Operand, ParseError> {
        let token = self.peek();
        let atom = |node, last| Operand { expr: Expr::new(node, token.span), closed: false, last };
        match &token.kind {
            TokenKind::Number(number) => {
                self.at += 1;
                Ok(atom(ExprKind::Number(number.clone()), Last::Number))
            }
            TokenKind::Name(name) => {
                self.at += 1;
                self.refuse_call(token, name)?;
                if self.d_is_log_p && name == "d" {
                    let p = Expr::new(ExprKind::Name("p".to_owned()), token.span);
                    return Ok(atom(ExprKind::Call(Function::Log2, vec![p]), Last::Name));
                }
                Ok(atom(ExprKind::Name(name.clone()), Last::Name))
            }
            TokenKind::Plus | TokenKind::Minus => {
                self.at += 1;
                let operand = self.expression(least.max(PRODUCT), Some(token.span.start))?;
                let span = token.span.to(operand.expr.span);
                if token.kind == TokenKind::Plus {
                    // It has no meaning and is dropped.
                    let expr = Expr { span, ..operand.expr };
                    return Ok(Operand { expr, closed: true, last: operand.last });
                }
                let expr = Expr::new(ExprKind::Sum(vec![(Sign::Minus, operand.expr)]), span);
                Ok(Operand { expr, closed: least > SUM, last: operand.last })
            }
            TokenKind::Open(bracket) => self.bracket(*bracket),
            TokenKind::Root => self.function(Function::Sqrt),
            TokenKind::Function(function) => self.function(*function),
            TokenKind::Log(base) => self.logarithm_to(base),
            TokenKind::TexRoot => self.tex_root(),
            TokenKind::Frac => self.fraction(),
            TokenKind::Growth(growth) => {
                Err(token.fail(ParseErrorKind::GrowthInside(growth.name())))
            }
            TokenKind::Sum => self.series(),
            _ => Err(self.unexpected(error::OPERAND)),
        }
    }

    /// A long name right before a bracket is meant as a function; there are no others.
    fn refuse_call(&self, token: &Token, name: &str) -> Result<(), ParseError> {
        let next = self.peek();
        let touches =
            next.kind == TokenKind::Open(Bracket::Round) && next.span.start == token.span.end;
        let written = self.slice(token.span);
        let letters = written.chars().count() > 1 && written.chars().all(char::is_alphabetic);
        // T(p/2) is the cost of a smaller problem, f(p) any function.
        let letters = letters
            || matches!(name, "T" | "f" | "F" | "o" | "Ο" | "Õ" | "ω" | "omega" | "θ" | "theta");
        if touches && letters && !words::is_symbol(name) {
            return Err(token.fail(ParseErrorKind::UnknownFunction(name.to_owned())));
        }
        Ok(())
    }

    fn expect(&mut self, kind: &TokenKind, expected: &'static str) -> Result<(), ParseError> {
        if self.eat(kind) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Two words side by side belong to a sentence, or to one name that has lost its underscore.
    fn refuse_prose(&self) -> Result<(), ParseError> {
        let word = |token: &Token| {
            let text = self.slice(token.span);
            let letters = text.chars().count() > 2 && text.chars().all(|c| c.is_ascii_alphabetic());
            letters && matches!(&token.kind, TokenKind::Name(name) if !words::is_symbol(name))
        };
        let (before, next) = (&self.tokens[self.at.saturating_sub(1)], self.peek());
        if word(before) && word(next) {
            let span = before.span.to(next.span);
            let prose = ParseErrorKind::Prose(self.slice(span).to_owned());
            return Err(ParseError::new(span, prose));
        }
        Ok(())
    }

    /// Says how a part was read that could have been meant otherwise.
    fn note(&mut self, span: Span, read: &Expr) {
        let written = self.slice(span).to_owned();
        self.notes.push(Note { span, written, read: read.to_string() });
    }

    /// The bracket around the arguments of a function, which is the next token.
    fn bracket_ahead(&self) -> Result<Bracket, ParseError> {
        match self.peek().kind {
            TokenKind::Open(bracket @ (Bracket::Round | Bracket::Square | Bracket::Brace)) => {
                Ok(bracket)
            }
            _ => Err(self.unexpected("`(`")),
        }
    }

    fn bracket(&mut self, bracket: Bracket) -> Result<Operand, ParseError> {
        let open = self.next().span;
        let mut inner = self.expression(0, None)?.expr;
        if bracket == Bracket::Brace && self.eat(&TokenKind::TexOver) {
            let below = self.expression(0, None)?.expr;
            let span = inner.span.to(below.span);
            inner = Expr::quotient(inner, below, span);
        }
        let span = open.to(self.close(bracket, open)?);
        let expr = match bracket {
            Bracket::Round | Bracket::Square | Bracket::Brace => Expr { span, ..inner },
            Bracket::Ceil => Expr::new(ExprKind::Call(Function::Ceil, vec![inner]), span),
            Bracket::Floor => Expr::new(ExprKind::Call(Function::Floor, vec![inner]), span),
        };
        Ok(Operand { expr, closed: true, last: Last::Bracket })
    }

    fn close(&mut self, bracket: Bracket, open: Span) -> Result<Span, ParseError> {
        let token = self.peek();
        if self.eat(&TokenKind::Close(bracket)) {
            return Ok(token.span);
        }
        match token.kind {
            TokenKind::End | TokenKind::Stop => {
                let open_text = self.slice(open).chars().next().unwrap_or('(');
                Err(ParseError::new(open, ParseErrorKind::Unclosed(open_text)))
            }
            _ => Err(self.unexpected(match bracket {
                Bracket::Round => "an operator or `)`",
                Bracket::Square => "an operator or `]`",
                Bracket::Brace => "an operator or `}`",
                Bracket::Ceil => "an operator or `⌉`",
                Bracket::Floor => "an operator or `⌋`",
            })),
        }
    }
}

/// Two parts and the part between them; sums and products grow flat.
fn join(infix: Infix, left: Operand, right: Operand) -> Operand {
    let span = left.expr.span.to(right.expr.span);
    let last = match infix {
        Infix::Power if right.closed => Last::Bracket,
        Infix::Power => Last::Power {
            exponent: right.expr.span,
            one: matches!(&right.expr.node, ExprKind::Number(number) if number.is_one()),
        },
        Infix::Multiply(_) | Infix::Beside | Infix::Add(_) => right.last,
    };
    let node = match infix {
        Infix::Power => ExprKind::Power(Box::new(left.expr), Box::new(right.expr)),
        Infix::Add(sign) => {
            let mut terms = match left.expr {
                Expr { node: ExprKind::Sum(terms), .. } if !left.closed => terms,
                other => vec![(Sign::Plus, other)],
            };
            terms.push((sign, right.expr));
            ExprKind::Sum(terms)
        }
        Infix::Beside | Infix::Multiply(_) => {
            let mut factors = match left.expr {
                Expr { node: ExprKind::Product(factors), .. } if !left.closed => factors,
                other => vec![(FactorRole::Times, other)],
            };
            let operation =
                if let Infix::Multiply(operation) = infix { operation } else { FactorRole::Times };
            factors.push((operation, right.expr));
            ExprKind::Product(factors)
        }
    };
    Operand { expr: Expr::new(node, span), closed: false, last }
}

/// Reads all tokens as one formula.
pub(super) fn formula(
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
        let bracket = self.bracket_ahead()?;
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
