//! One symbol in the place of another, as in `--let n=m`.

use crate::formula::syntax::{Expr, Link, Node, Series};
use crate::formula::{Formula, words};

impl Formula {
    /// The same with one name in the place of another; nothing where the first does not occur.
    #[must_use]
    pub fn renamed(&self, from: &str, to: &str) -> Option<Self> {
        let (from, to) = (words::canonical(from), words::canonical(to));
        let mut count = 0;
        let links = self
            .links
            .iter()
            .map(|link| Link { expr: renamed(&link.expr, from, to, &mut count), ..link.clone() });
        let formula = Self { links: links.collect(), ..self.clone() };
        (count > 0).then_some(formula)
    }
}

fn renamed(expr: &Expr, from: &str, to: &str, count: &mut usize) -> Expr {
    let mut again = |part: &Expr| renamed(part, from, to, count);
    let node = match &expr.node {
        Node::Name(name) if name == from => {
            *count += 1;
            Node::Name(to.to_owned())
        }
        Node::Number(_) | Node::Name(_) => expr.node.clone(),
        Node::Sum(terms) => {
            Node::Sum(terms.iter().map(|(sign, term)| (*sign, again(term))).collect())
        }
        Node::Product(factors) => Node::Product(
            factors.iter().map(|(operation, factor)| (*operation, again(factor))).collect(),
        ),
        Node::Power(base, exponent) => {
            Node::Power(Box::new(again(base)), Box::new(again(exponent)))
        }
        Node::Call(function, arguments) => {
            Node::Call(*function, arguments.iter().map(again).collect())
        }
        Node::Series(series) => {
            let bounds = (again(&series.from), again(&series.to));
            // An index of that name is another thing.
            let body = if series.index == from || series.index == to {
                series.body.clone()
            } else {
                again(&series.body)
            };
            let index = series.index.clone();
            Node::Series(Box::new(Series { index, from: bounds.0, to: bounds.1, body }))
        }
    };
    Expr::new(node, expr.span)
}
