//! How a formula mentions its symbols: in logarithms, under roots, inside of roundings.

use crate::normal_form::lcm;
use crate::{Bindings, Expr, Function, Node, Operation, evaluate};

/// How one symbol is spoken of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) name: String,
    /// Is the logarithm taken of it, or of a product with it?
    pub(super) log: bool,
    /// The least number that the degrees of its roots divide.
    pub(super) root: u32,
    /// Is something rounded that depends on it?
    pub(super) rounded: bool,
}

/// The usage of every free name, in the order of their first appearance.
pub(super) fn usages(exprs: &[&Expr]) -> Vec<Usage> {
    let mut found = Vec::new();
    for expr in exprs {
        expr.visit(&mut Vec::new(), &mut |part, bound| mark(part, bound, &mut found));
    }
    found
}

/// The free names, each once, in the order of their first appearance.
pub(super) fn names(expr: &Expr) -> Vec<String> {
    let mut found = Vec::new();
    expr.visit(&mut Vec::new(), &mut |part, bound| match &part.node {
        Node::Name(name) if !bound.contains(name) && !found.contains(name) => {
            found.push(name.clone());
        }
        _ => {}
    });
    found
}

fn usage<'a>(found: &'a mut Vec<Usage>, name: &str) -> &'a mut Usage {
    let place = found.iter().position(|usage| usage.name == name).unwrap_or_else(|| {
        found.push(Usage { name: name.to_owned(), root: 1, ..Usage::default() });
        found.len() - 1
    });
    &mut found[place]
}

/// The facts that one part adds about the names in it.
fn mark(expr: &Expr, bound: &[String], found: &mut Vec<Usage>) {
    match &expr.node {
        Node::Name(name) if !bound.contains(name) => {
            usage(found, name);
        }
        Node::Product(factors) => {
            // A remainder rounds all before it, and what it is by.
            let last = factors.iter().rposition(|(operation, _)| *operation == Operation::Mod);
            let rounded = last.map_or(0, |last| last + 1);
            factors.iter().take(rounded).for_each(|(_, of)| mark_rounded(of, bound, found));
        }
        Node::Power(base, exponent) => {
            if names(exponent).is_empty()
                && let Ok(value) = evaluate(exponent, &Bindings::new())
                && let Some(degree) = value.as_rational().and_then(|n| n.denominator().to_u64())
                && let Ok(degree @ 2..) = u32::try_from(degree)
            {
                mark_root(base, degree, bound, found);
            }
        }
        Node::Call(function, arguments) => {
            for argument in arguments {
                match function {
                    Function::Log2 => {
                        mark_product(argument, bound, &mut |name| usage(found, name).log = true);
                    }
                    Function::Sqrt => mark_root(argument, 2, bound, found),
                    Function::Ceil | Function::Floor => mark_rounded(argument, bound, found),
                    Function::Ln | Function::Min | Function::Max => {}
                }
            }
        }
        Node::Number(_) | Node::Name(_) | Node::Sum(_) | Node::Series(_) => {}
    }
}

fn mark_root(expr: &Expr, degree: u32, bound: &[String], found: &mut Vec<Usage>) {
    mark_product(expr, bound, &mut |name| {
        let usage = usage(found, name);
        usage.root = lcm(usage.root, degree);
    });
}

fn mark_rounded(expr: &Expr, bound: &[String], found: &mut Vec<Usage>) {
    for name in names(expr).iter().filter(|name| !bound.contains(name)) {
        usage(found, name).rounded = true;
    }
}

/// The names of a product: `p`, `2 p`, `(p/2)^3`, but none of `p - 1`.
fn mark_product(expr: &Expr, bound: &[String], mark: &mut dyn FnMut(&str)) {
    match &expr.node {
        Node::Name(name) if !bound.contains(name) => mark(name),
        Node::Product(factors)
            if factors.iter().all(|(operation, _)| *operation != Operation::Mod) =>
        {
            for (_, factor) in factors {
                mark_product(factor, bound, mark);
            }
        }
        Node::Power(base, _) => mark_product(base, bound, mark),
        Node::Call(Function::Sqrt, arguments) => {
            for argument in arguments {
                mark_product(argument, bound, mark);
            }
        }
        _ => {}
    }
}
