//! Sums over an index: `sum(i = 1..d, t_s)`, `\sum_{i=1}^{d} t_s`, `∑_{i=0}^{d-1} (..)`; and sums with dots:
//! `1 + 2 + 4 + ... + p/2`, `m + 2m + ... + (p-1)m`, `1 + r + r^2 + ... + r^n`.
//!
//! The terms before the dots must determine whether a number is added or multiplied from one to the
//! next, and all of them must agree. Where two terms fit both, the error names both.

use super::traps::Last;
use super::{Infix, Operand, PRODUCT, Parser};
use crate::lexer::{Bracket, TokenKind};
use crate::{
    Expr, ExprKind, FactorRole, Function, ParseError, ParseErrorKind, Series, Sign, words,
};
use hockney_base::diagnostic::Span;
use hockney_base::number::Rational;

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
        Ok(whole(Series { index, from, to, body }, span))
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
        Ok(whole(Series { index, from, to, body: body.expr }, span))
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
        ExprKind::Sum(_) => true,
        ExprKind::Product(factors) => {
            factors.iter().any(|(_, factor)| matches!(factor.node, ExprKind::Sum(_)))
        }
        _ => false,
    }
}

fn whole(series: Series, span: Span) -> Operand {
    let expr = Expr::new(ExprKind::Series(Box::new(series)), span);
    Operand { expr, closed: true, last: Last::Bracket }
}

/// Does one sum begin where another ended: is `from` the other's `to` and one?
pub(super) fn follows(from: &Expr, to: &Expr) -> bool {
    let ExprKind::Sum(terms) = &from.node else { return false };
    matches!(&terms[..], [(Sign::Plus, first), (Sign::Plus, Expr { node: ExprKind::Number(one), .. })]
        if same(first, to) && one.is_one())
}

/// The same tree, wherever it is.
pub(super) fn same(left: &Expr, right: &Expr) -> bool {
    left.to_string() == right.to_string()
}

/// The name that counts the terms.
const INDEX: &str = "i";

/// A term as a number times other factors.
#[derive(Clone)]
struct Term {
    number: Rational,
    above: Vec<Expr>,
    below: Vec<Expr>,
}

/// The sum of `terms`, dots, and `last`.
pub(super) fn with_dots(
    parser: &mut Parser<'_>,
    before: &Operand,
    last: &Expr,
) -> Result<Operand, ParseError> {
    let span = before.expr.span.to(last.span);
    let terms = match &before.expr.node {
        ExprKind::Sum(terms) if !before.closed => terms.clone(),
        _ => vec![(Sign::Plus, before.expr.clone())],
    };
    let fail = |kind| Err(ParseError::new(span, kind));
    if terms.len() < 2 || terms.iter().any(|(sign, _)| *sign == Sign::Minus) {
        return fail(ParseErrorKind::Dots);
    }
    let mentioned = terms.iter().any(|(_, term)| mentions(term)) || mentions(last);
    let terms: Vec<&Expr> = terms.iter().map(|(_, term)| term).collect();
    let found = if mentioned { Vec::new() } else { candidates(&terms, last) };
    match &found[..] {
        [] => fail(ParseErrorKind::Dots),
        [series] => {
            let sum = whole(series.clone(), span);
            parser.note(span, &sum.expr);
            Ok(sum)
        }
        [one, other, ..] => {
            let readings = [one, other].map(|series| whole(series.clone(), span).expr.to_string());
            fail(ParseErrorKind::Ambiguous { readings })
        }
    }
}

/// Every sum that the terms may be the beginning of.
fn candidates(terms: &[&Expr], last: &Expr) -> Vec<Series> {
    let split: Vec<Term> = terms.iter().map(|term| Term::of(term)).collect();
    let mut found = Vec::new();
    if split.iter().all(|term| term.same_factors(&split[0])) {
        let numbers: Vec<&Rational> = split.iter().map(|term| &term.number).collect();
        let mut end = Term::of(last);
        if end.take_factors(&split[0]) {
            let common = split[0].factors();
            let end = end.expr();
            found.extend(arithmetic(&numbers, &end, common.clone()));
            found.extend(geometric(&numbers, &end, common));
            return found;
        }
        // p/2 + p/4 + .. + 1, from its other end.
        let halving = numbers.windows(2).all(|two| *two[0] == two[1] * Rational::from(2u32));
        if let (true, ExprKind::Number(end)) = (halving, &last.node) {
            let to = log2(over(terms[0].clone(), end));
            let start = unless_one(end).into_iter().collect();
            found.push(powers(number(2), Rational::zero(), to, start));
        }
        return found;
    }
    found.extend(of_powers(&split, last));
    found.extend(by_one(terms, last));
    found
}

/// `c, c + e, c + 2 e, ..`: a multiple of the index, or one and a number.
fn arithmetic(numbers: &[&Rational], end: &Expr, common: Option<Expr>) -> Option<Series> {
    let step = numbers[1] - numbers[0];
    let steady = numbers.windows(2).all(|two| two[1] - two[0] == step);
    // A power of two at the end, as p/2, means doubling; two terms do not decide it.
    if !steady || step.is_zero() || step.is_negative() {
        return None;
    }
    let from = numbers[0].checked_div(&step).filter(Rational::is_integer)?;
    let to = over(end.clone(), &step);
    let factors = unless_one(&step).into_iter().chain([name()]).chain(common).collect();
    Some(summed(number(from), to, product(factors)))
}

/// `c, c r, c r^2, ..` with a whole number r.
fn geometric(numbers: &[&Rational], end: &Expr, common: Option<Expr>) -> Option<Series> {
    if numbers.iter().any(|number| number.is_zero()) {
        return None;
    }
    let ratio = numbers[1].checked_div(numbers[0])?;
    let steady = numbers.windows(2).all(|two| *two[1] == two[0] * &ratio);
    // Two terms that triple may as well go up by twos.
    if numbers.len() == 2 && ratio != Rational::from(2u32) {
        return None;
    }
    if !steady || !ratio.is_integer() || ratio <= Rational::one() || !may_be_power(end) {
        return None;
    }
    let first = numbers[0];
    let mut to = log2(over(end.clone(), first));
    if ratio != Rational::from(2u32) {
        to = quotient(to, log2(number(ratio.clone())));
    }
    let rest = unless_one(first).into_iter().chain(common).collect();
    Some(powers(number(ratio), Rational::zero(), to, rest))
}

/// May the last term be a power of a whole number? `p - 1` is none.
fn may_be_power(end: &Expr) -> bool {
    match &end.node {
        ExprKind::Sum(_) => false,
        ExprKind::Product(factors) => factors.iter().all(|(_, factor)| may_be_power(factor)),
        _ => true,
    }
}

/// `b^e, b^(e + 1), ..` with any base; 1 and b are powers of b too.
fn of_powers(terms: &[Term], last: &Expr) -> Option<Series> {
    let base = terms.iter().flat_map(|term| &term.above).find_map(|factor| match &factor.node {
        ExprKind::Power(base, exponent) if matches!(exponent.node, ExprKind::Number(_)) => {
            Some(&**base)
        }
        _ => None,
    })?;
    let split = |term: &Term| -> Option<(Expr, Term)> {
        let mut rest = Term { above: Vec::new(), ..term.clone() };
        let mut exponent = None;
        for factor in &term.above {
            let of_base = match &factor.node {
                ExprKind::Power(other, exponent) if same(other, base) => Some((**exponent).clone()),
                _ if same(factor, base) => Some(number(1)),
                _ => None,
            };
            match of_base {
                Some(found) if exponent.is_none() => exponent = Some(found),
                Some(_) => return None,
                None => rest.above.push(factor.clone()),
            }
        }
        // The number itself may be the base: 2 in 1 + 2 + 2^2.
        if let (None, ExprKind::Number(base)) = (&exponent, &base.node)
            && *base == rest.number
        {
            rest.number = Rational::one();
            exponent = Some(number(1));
        }
        Some((exponent.unwrap_or_else(|| number(0)), rest))
    };
    let mut exponents: Vec<Rational> = Vec::new();
    let mut common: Option<Term> = None;
    for term in terms {
        let (exponent, rest) = split(term)?;
        let ExprKind::Number(exponent) = exponent.node else { return None };
        exponents.push(exponent);
        match &common {
            Some(other) if other.number == rest.number && other.same_factors(&rest) => {}
            Some(_) => return None,
            None => common = Some(rest),
        }
    }
    let steady = exponents.windows(2).all(|two| &two[1] - &two[0] == Rational::one());
    let (to, rest) = split(&Term::of(last))?;
    let common =
        common.filter(|common| common.number == rest.number && common.same_factors(&rest))?;
    // The last must be a power too, or it is another kind of sum.
    if !steady || matches!(to.node, ExprKind::Number(_)) {
        return None;
    }
    let rest = unless_one(&common.number).into_iter().chain(common.factors()).collect();
    Some(powers(base.clone(), exponents[0].clone(), to, rest))
}

/// `(p-1) + (p-2) + .. + 1`: from one term to the next one less, or one more.
fn by_one(terms: &[&Expr], last: &Expr) -> Option<Series> {
    let split: Vec<(String, Rational)> = terms.iter().map(|term| offset(term)).collect();
    let same = split.iter().all(|(rest, _)| *rest == split[0].0);
    let step = &split[1].1 - &split[0].1;
    let steady = split.windows(2).all(|two| &two[1].1 - &two[0].1 == step);
    if !same || !steady {
        return None;
    }
    if step.is_one() {
        return Some(summed(terms[0].clone(), last.clone(), name()));
    }
    (-step).is_one().then(|| summed(last.clone(), terms[0].clone(), name()))
}

/// A sum as what is not a number in it, and its number: `p - 1` as p and -1.
fn offset(expr: &Expr) -> (String, Rational) {
    let ExprKind::Sum(terms) = &expr.node else { return (expr.to_string(), Rational::zero()) };
    let mut total = Rational::zero();
    let mut rest = Vec::new();
    for (sign, term) in terms {
        match (&term.node, sign) {
            (ExprKind::Number(number), Sign::Plus) => total += number.clone(),
            (ExprKind::Number(number), Sign::Minus) => total -= number.clone(),
            _ => rest.push((*sign, term.clone())),
        }
    }
    let rest = match &rest[..] {
        [(Sign::Plus, only)] => only.to_string(),
        _ => Expr::new(ExprKind::Sum(rest), expr.span).to_string(),
    };
    (rest, total)
}

impl Term {
    fn of(expr: &Expr) -> Self {
        let mut term = Self { number: Rational::one(), above: Vec::new(), below: Vec::new() };
        term.multiply(expr, false);
        term
    }

    fn multiply(&mut self, expr: &Expr, over: bool) {
        match &expr.node {
            ExprKind::Number(number) if !number.is_zero() || !over => {
                let factor = if over { number.recip() } else { Some(number.clone()) };
                self.number = &self.number * factor.unwrap_or_else(Rational::one);
            }
            ExprKind::Product(factors)
                if factors.iter().all(|(operation, _)| *operation != FactorRole::Mod) =>
            {
                for (operation, factor) in factors {
                    self.multiply(factor, over != (*operation == FactorRole::Over));
                }
            }
            _ if over => self.below.push(expr.clone()),
            _ => self.above.push(expr.clone()),
        }
    }

    fn same_factors(&self, other: &Self) -> bool {
        let equal = |left: &[Expr], right: &[Expr]| {
            let sorted = |side: &[Expr]| {
                let mut shown: Vec<_> = side.iter().map(ToString::to_string).collect();
                shown.sort();
                shown
            };
            sorted(left) == sorted(right)
        };
        equal(&self.above, &other.above) && equal(&self.below, &other.below)
    }

    /// Divides by the factors of another, where it has them all.
    fn take_factors(&mut self, other: &Self) -> bool {
        let take = |from: &mut Vec<Expr>, factors: &[Expr]| {
            factors.iter().all(|factor| {
                let place = from.iter().position(|own| same(own, factor));
                place.map(|place| from.remove(place)).is_some()
            })
        };
        take(&mut self.above, &other.above) && take(&mut self.below, &other.below)
    }

    /// All factors but the number.
    fn factors(&self) -> Option<Expr> {
        let whole = Self { number: Rational::one(), ..self.clone() };
        (!self.above.is_empty() || !self.below.is_empty()).then(|| whole.expr())
    }

    fn expr(&self) -> Expr {
        let mut factors: Vec<(FactorRole, Expr)> = Vec::new();
        let plain = self.number.is_integer() || self.above.is_empty();
        let (over, under) = match self.number.recip().filter(|recip| !plain && recip.is_integer()) {
            Some(under) => (Rational::one(), under),
            None => (self.number.clone(), Rational::one()),
        };
        if !over.is_one() || self.above.is_empty() {
            factors.push((FactorRole::Times, number(over)));
        }
        factors.extend(self.above.iter().cloned().map(|factor| (FactorRole::Times, factor)));
        if !under.is_one() {
            factors.push((FactorRole::Over, number(under)));
        }
        factors.extend(self.below.iter().cloned().map(|factor| (FactorRole::Over, factor)));
        match &factors[..] {
            [(_, only)] => only.clone(),
            _ => Expr::new(ExprKind::Product(factors), Span::default()),
        }
    }
}

fn mentions(expr: &Expr) -> bool {
    super::super::mentions(expr, INDEX)
}

fn summed(from: Expr, to: Expr, body: Expr) -> Series {
    Series { index: INDEX.to_owned(), from, to, body }
}

/// Powers of a base, and what they are multiplied by.
fn powers(base: Expr, from: Rational, to: Expr, rest: Vec<Expr>) -> Series {
    let rest = if rest.is_empty() { None } else { Some(product(rest)) };
    let power = Expr::power(base, name(), Span::default());
    summed(number(from), to, product(Some(power).into_iter().chain(rest).collect()))
}

fn number(number: impl Into<Rational>) -> Expr {
    Expr::number(number, Span::default())
}

fn unless_one(factor: &Rational) -> Option<Expr> {
    (!factor.is_one()).then(|| number(factor.clone()))
}

/// The quotient by a number, which is not written where it is 1.
fn over(above: Expr, below: &Rational) -> Expr {
    match unless_one(below) {
        Some(below) => quotient(above, below),
        None => above,
    }
}

fn name() -> Expr {
    Expr::new(ExprKind::Name(INDEX.to_owned()), Span::default())
}

fn log2(expr: Expr) -> Expr {
    Expr::new(ExprKind::Call(Function::Log2, vec![expr]), Span::default())
}

fn quotient(above: Expr, below: Expr) -> Expr {
    Expr::quotient(above, below, Span::default())
}

fn product(mut factors: Vec<Expr>) -> Expr {
    if factors.len() == 1 {
        return factors.remove(0);
    }
    let factors = factors.into_iter().map(|factor| (FactorRole::Times, factor)).collect();
    Expr::new(ExprKind::Product(factors), Span::default())
}
