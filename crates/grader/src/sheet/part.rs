//! The part of a cost that is steps or words, as one would write it down.

use std::convert::Infallible;

use super::super::problems::Quantity;
use hockney_base::number::Rational;
use hockney_formula::{Expr, Node, Operation, Reading, Sign};

/// What a closed form is of this quantity, without factors of 1 and terms that are 0.
pub(super) fn of(form: &str, quantity: Quantity) -> Option<String> {
    let (t_s, t_w) = match quantity {
        Quantity::Cost => return Some(form.to_owned()),
        Quantity::Steps => ("1", "0"),
        Quantity::Words => ("0", "1"),
    };
    let reading = Reading::new().with("t_s", t_s).ok()?.with("t_w", t_w).ok()?;
    let part = reading.with("t_h", "0").ok()?.read(form).ok()?;
    Some(simple(part.expr()?).to_string())
}

fn simple(expr: &Expr) -> Expr {
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(simple(part)));
    let node = match expr.node {
        Node::Sum(terms) => sum(terms),
        Node::Product(factors) => product(factors),
        node => node,
    };
    Expr { node, span: expr.span }
}

fn is(expr: &Expr, number: &Rational) -> bool {
    matches!(&expr.node, Node::Number(found) if found == number)
}

fn sum(mut terms: Vec<(Sign, Expr)>) -> Node {
    terms.retain(|(_, term)| !is(term, &Rational::zero()));
    match &mut terms[..] {
        [] => Node::Number(Rational::zero()),
        [(Sign::Plus, _)] => terms.swap_remove(0).1.node,
        _ => Node::Sum(terms),
    }
}

fn product(mut factors: Vec<(Operation, Expr)>) -> Node {
    let times = |operation: Operation| operation == Operation::Times;
    if factors.iter().any(|(operation, factor)| times(*operation) && is(factor, &Rational::zero()))
    {
        return Node::Number(Rational::zero());
    }
    // From left to right a 1 changes nothing, except as what is divided.
    let one = |factor: &(Operation, Expr)| times(factor.0) && is(&factor.1, &Rational::one());
    let first = factors.first().is_some_and(one);
    let mut place = 0;
    factors.retain(|factor| {
        place += 1;
        place == 1 || !one(factor)
    });
    if first && factors.get(1).is_none_or(|(operation, _)| times(*operation)) {
        factors.remove(0);
    }
    match &mut factors[..] {
        [] => Node::Number(Rational::one()),
        [_] => factors.swap_remove(0).1.node,
        _ => Node::Product(factors),
    }
}
