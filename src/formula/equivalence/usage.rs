//! How a formula speaks of its symbols: in logarithms, under roots, inside of roundings.

use crate::formula::Bindings;
use crate::formula::evaluate::evaluate;
use crate::formula::syntax::{Expr, Node, Operation};
use crate::formula::words::Function;

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
        walk(expr, &mut Vec::new(), &mut found);
    }
    found
}

/// The free names, each once, in the order of their first appearance.
pub(super) fn names(expr: &Expr, into: &mut Vec<String>) {
    free(expr, &mut Vec::new(), into);
}

fn free(expr: &Expr, bound: &mut Vec<String>, into: &mut Vec<String>) {
    match &expr.node {
        Node::Name(name) => {
            if !bound.contains(name) && !into.contains(name) {
                into.push(name.clone());
            }
        }
        Node::Series(series) => {
            free(&series.from, bound, into);
            free(&series.to, bound, into);
            bound.push(series.index.clone());
            free(&series.body, bound, into);
            bound.pop();
        }
        _ => expr.parts().into_iter().for_each(|part| free(part, bound, into)),
    }
}

fn usage<'a>(found: &'a mut Vec<Usage>, name: &str) -> &'a mut Usage {
    let place = found.iter().position(|usage| usage.name == name).unwrap_or_else(|| {
        found.push(Usage { name: name.to_owned(), root: 1, ..Usage::default() });
        found.len() - 1
    });
    &mut found[place]
}

fn walk(expr: &Expr, bound: &mut Vec<String>, found: &mut Vec<Usage>) {
    match &expr.node {
        Node::Number(_) => {}
        Node::Name(name) => {
            if !bound.contains(name) {
                usage(found, name);
            }
        }
        Node::Sum(terms) => terms.iter().for_each(|(_, term)| walk(term, bound, found)),
        Node::Product(factors) => {
            for (place, (operation, factor)) in factors.iter().enumerate() {
                walk(factor, bound, found);
                if *operation == Operation::Mod {
                    for (_, before) in &factors[..=place] {
                        mark_rounded(before, bound, found);
                    }
                }
            }
        }
        Node::Power(base, exponent) => {
            walk(base, bound, found);
            walk(exponent, bound, found);
            let mut free = Vec::new();
            names(exponent, &mut free);
            if free.is_empty()
                && let Ok(value) = evaluate(exponent, &Bindings::new())
                && let Some(degree) = value.as_rational().and_then(|n| n.denominator().to_u64())
                && let Ok(degree @ 2..) = u32::try_from(degree)
            {
                mark_product(base, bound, &mut |name| {
                    let usage = usage(found, name);
                    usage.root = lcm(usage.root, degree);
                });
            }
        }
        Node::Call(function, arguments) => {
            for argument in arguments {
                walk(argument, bound, found);
                match function {
                    Function::Log2 => {
                        mark_product(argument, bound, &mut |name| usage(found, name).log = true);
                    }
                    Function::Sqrt => mark_product(argument, bound, &mut |name| {
                        let usage = usage(found, name);
                        usage.root = lcm(usage.root, 2);
                    }),
                    Function::Ceil | Function::Floor => mark_rounded(argument, bound, found),
                    Function::Ln | Function::Min | Function::Max => {}
                }
            }
        }
        Node::Series(series) => {
            walk(&series.from, bound, found);
            walk(&series.to, bound, found);
            bound.push(series.index.clone());
            walk(&series.body, bound, found);
            bound.pop();
        }
    }
}

fn mark_rounded(expr: &Expr, bound: &[String], found: &mut Vec<Usage>) {
    let mut free = Vec::new();
    names(expr, &mut free);
    for name in free.iter().filter(|name| !bound.contains(name)) {
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

fn lcm(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).saturating_mul(b)
}
