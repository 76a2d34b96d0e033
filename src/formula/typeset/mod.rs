//! Formulas for readers of print: LaTeX and MathML.

mod latex;
mod mathml;

use super::Formula;
use super::syntax::{Expr, Link, Node, Operation, Relation};

impl Formula {
    /// In LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        latex::formula(self)
    }

    /// In MathML, as one `math` element.
    pub fn to_mathml(&self) -> String {
        mathml::formula(self)
    }
}

impl Link {
    /// In LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        latex::link(self)
    }

    /// In MathML, as one `math` element.
    pub fn to_mathml(&self) -> String {
        mathml::link(self)
    }
}

/// A product as what stands above the line of a fraction and below it; nothing with a remainder.
///
/// `a/b c` is read from the left, so `c` stands above.
fn fraction(factors: &[(Operation, Expr)]) -> Option<(Vec<&Expr>, Vec<&Expr>)> {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for (operation, factor) in factors {
        match operation {
            Operation::Times => above.push(factor),
            Operation::Over => below.push(factor),
            Operation::Mod => return None,
        }
    }
    Some((above, below))
}

/// A name as its letter and what stands below it: `t_s`, `k_1`, `T_ring`.
fn name(name: &str) -> (&str, Option<&str>) {
    match name.split_once('_') {
        Some((letter, below)) if !letter.is_empty() && !below.is_empty() => (letter, Some(below)),
        _ => (name, None),
    }
}

/// Does it need brackets as a factor?
fn is_sum(expr: &Expr) -> bool {
    match &expr.node {
        Node::Sum(_) | Node::Series(_) => true,
        Node::Product(factors) => factors.iter().any(|(op, _)| *op == Operation::Mod),
        _ => false,
    }
}

/// Does it need brackets as the base of a power?
fn is_compound(expr: &Expr) -> bool {
    match &expr.node {
        Node::Name(_) => false,
        Node::Number(number) => number.decimal().is_none(),
        Node::Call(function, _) => {
            !matches!(function, super::Function::Ceil | super::Function::Floor)
        }
        _ => true,
    }
}

/// The sign before a link, for the first one with or without a name before it.
fn relation(link: &Link, first: bool, signs: [&'static str; 2]) -> &'static str {
    match link.relation {
        Relation::Equal if first => "",
        Relation::Equal => signs[0],
        Relation::Approximately => signs[1],
    }
}
