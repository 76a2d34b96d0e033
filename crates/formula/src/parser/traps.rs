//! Ambiguous spellings: the error names both meanings, and the parser chooses neither.
//!
//! A refused formula costs its writer a pair of brackets; a misread formula costs a wrong answer.
//! Each trap below shows the spelling and its meanings.

use super::{Infix, Operand, POWER, Parser};
use crate::lexer::{Bracket, TokenKind};
use crate::names::Note;
use crate::{Expr, ExprKind, FactorRole, ParseError, ParseErrorKind};
use hockney_base::diagnostic::Span;

/// How the last factor of a part was written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Last {
    /// A number.
    Number,
    /// A name.
    Name,
    /// A bracket, or a function with one.
    Bracket,
    /// A function without a bracket and its argument; `sign` where it is the root sign.
    Function { argument: Span, number: bool, sign: bool },
    /// A power without a bracket around its exponent; `one` where that is the number 1.
    Power { exponent: Span, one: bool },
}

/// Refuses the operator that comes next after `left`, where that could mean two things.
pub(super) fn before(
    parser: &mut Parser<'_>,
    infix: Infix,
    left: &Operand,
    sum: Option<usize>,
) -> Result<(), ParseError> {
    let token = parser.peek();
    let beside = infix == Infix::Beside;
    let touches = beside && token.span.start == left.expr.span.end;
    let divides = matches!(infix, Infix::Multiply(FactorRole::Over | FactorRole::Mod));

    if beside && matches!(token.kind, TokenKind::Number(_)) {
        // `p 2` may have lost a `^`; before a power, as in `t_w 2^d`, nothing is lost.
        let power = parser.follows(&TokenKind::Power);
        if !power || matches!(left.last, Last::Number) {
            return Err(ParseError::new(token.span, ParseErrorKind::NumberAfterFactor));
        }
    }
    match left.last {
        // log p/2: log(p)/2 or log(p/2). log 2p, log p(m): log(2) p or log(2 p).
        Last::Function { argument, number, sign } => {
            let open = if sign { touches && (token.glued || number) } else { touches || number };
            if (divides && !sign) || (beside && open && !parser.factor_ahead_holds(&TIMES)) {
                let start =
                    parser.slice(Span::new(left.expr.span.start, argument.start)).trim_end();
                let argument = parser.slice(argument);
                let rest = Rest::read(parser, infix)?;
                return rest.fail(
                    left,
                    [format!("{start}({argument}){rest}"), format!("{start}({argument}{rest})")],
                );
            }
        }
        // p^1/3: p/3 or the cube root. 2^2p, 2^dm: 2^2 p or 2^(2 p).
        Last::Power { exponent, one } => {
            let bracket = matches!(token.kind, TokenKind::Open(_));
            let written = parser.slice(exponent);
            let number = written.ends_with(|last: char| last.is_ascii_digit());
            // In LaTeX a power is one sign, and what comes after it is on the line.
            let sign = parser.latex && written.chars().count() == 1;
            if (divides && one) || (touches && !sign && !(bracket && number)) {
                let start = parser.slice(Span::new(left.expr.span.start, exponent.start));
                let rest = Rest::read(parser, infix)?;
                let together = if beside {
                    format!("{start}{written}{rest}")
                } else {
                    format!("({start}{written}){rest}")
                };
                return rest.fail(left, [together, format!("{start}({written}{rest})")]);
            }
        }
        Last::Number | Last::Name | Last::Bracket => {}
    }
    let mod_next = infix == Infix::Multiply(FactorRole::Mod);
    let product = match &left.expr.node {
        ExprKind::Product(factors) if !left.closed => &factors[..],
        _ => &[],
    };
    let attached = product.last().map(|(operation, _)| *operation);
    let goes_on = beside || matches!(infix, Infix::Multiply(_));
    // 1/2p: (1/2) p or 1/(2p). 3 mod 4 * 2. 2 * 3 mod 4.
    let mut over =
        beside && attached == Some(FactorRole::Over) && !spacing_decides(parser, product);
    // (p - 1)/p m: people mean the product of the quotient and m.
    if over && quotient_of_bracket(parser, product) {
        let written = parser.slice(left.expr.span).to_owned();
        let read = format!("({written}), times what follows");
        parser.notes.push(Note { span: left.expr.span, written, read });
        over = false;
    }
    if (over && (holds_time(&left.expr) || !parser.factor_ahead_holds(&TIMES)))
        || (goes_on && attached == Some(FactorRole::Mod))
        || (mod_next && !product.is_empty())
    {
        let (_, divisor) = &product[product.len() - 1];
        let start = parser.slice(Span::new(left.expr.span.start, divisor.span.start));
        let divisor = parser.slice(divisor.span);
        let rest = Rest::read(parser, infix)?;
        return rest.fail(
            left,
            [format!("({start}{divisor}){rest}"), format!("{start}({divisor}{rest})")],
        );
    }
    // a + b mod c, -a mod b.
    if let (true, Some(start)) = (mod_next, sum) {
        let before = parser.slice(Span::new(start, left.expr.span.start));
        let term = parser.slice(left.expr.span);
        let mut rest = Rest::read(parser, infix)?;
        rest.span = rest.span.to(Span::point(start));
        return rest
            .fail(left, [format!("{before}({term}{rest})"), format!("({before}{term}){rest}")]);
    }
    Ok(())
}

/// The times: formulas contain neither their logarithms nor quotients of a number by them.
const TIMES: [&str; 3] = ["t_s", "t_w", "t_h"];

fn holds_time(expr: &Expr) -> bool {
    TIMES.iter().any(|time| crate::mentions(expr, time))
}

/// `n/p (p - 1)`: a gap before the bracket and none around the stroke.
fn spacing_decides(parser: &Parser<'_>, product: &[(FactorRole, Expr)]) -> bool {
    let [.., (_, above), (_, below)] = product else { return false };
    let plain = matches!(below.node, ExprKind::Name(_) | ExprKind::Number(_));
    let next = parser.peek();
    let stroke = parser.slice(Span::new(above.span.end, below.span.start));
    let gap = parser.slice(Span::new(below.span.end, next.span.start));
    let bracket = matches!(next.kind, TokenKind::Open(Bracket::Round));
    plain && stroke == "/" && bracket && gap.starts_with(char::is_whitespace)
}

/// `(p - 1)/p m`: a bracket above the stroke, a plain factor below it, and a gap behind that.
fn quotient_of_bracket(parser: &Parser<'_>, product: &[(FactorRole, Expr)]) -> bool {
    let [.., (_, above), (_, below)] = product else { return false };
    let plain = matches!(below.node, ExprKind::Name(_) | ExprKind::Number(_));
    let bracket = parser.slice(Span::new(0, below.span.start)).trim_end().trim_end_matches('/');
    let gap = parser.slice(Span::new(below.span.end, parser.peek().span.start));
    let is_sum = matches!(above.node, ExprKind::Sum(_));
    plain && is_sum && bracket.trim_end().ends_with(')') && gap.starts_with(char::is_whitespace)
}

/// The operator and the factor that come next, spelled out for a reading.
struct Rest {
    text: String,
    span: Span,
}

impl Rest {
    fn read(parser: &mut Parser<'_>, infix: Infix) -> Result<Self, ParseError> {
        if infix != Infix::Beside {
            parser.next();
        }
        let factor = parser.expression(POWER, None)?.expr.span;
        let operator = match infix {
            Infix::Beside => " ",
            Infix::Multiply(FactorRole::Times) => " * ",
            Infix::Multiply(FactorRole::Over) => "/",
            Infix::Multiply(FactorRole::Mod) => " mod ",
            Infix::Power => "^",
            Infix::Add(_) => " + ",
        };
        Ok(Self { text: format!("{operator}{}", parser.slice(factor)), span: factor })
    }

    fn fail(&self, left: &Operand, readings: [String; 2]) -> Result<(), ParseError> {
        let span = left.expr.span.to(self.span);
        let readings = readings.map(|reading| shorten(&reading));
        Err(ParseError::new(span, ParseErrorKind::Ambiguous { readings }))
    }
}

impl std::fmt::Display for Rest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A reading that fits on a line: both ends of it, where it is longer.
fn shorten(reading: &str) -> String {
    const END: usize = 30;
    let characters: Vec<char> = reading.chars().collect();
    if characters.len() <= 2 * END + 2 {
        return reading.to_owned();
    }
    let first: String = characters[..END].iter().collect();
    let last: String = characters[characters.len() - END..].iter().collect();
    format!("{first}..{last}")
}
