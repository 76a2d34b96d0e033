//! One symbol in the place of another, as in `--let n=m`.

use std::convert::Infallible;

use crate::{Expr, Formula, Link, Node, words};

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
    if matches!(&expr.node, Node::Name(name) if name == from) {
        *count += 1;
        return Expr::new(Node::Name(to.to_owned()), expr.span);
    }
    // An index of that name is another thing, and hides it in the body.
    let hidden = match &expr.node {
        Node::Series(series) if series.index == from || series.index == to => Some(&series.body),
        _ => None,
    };
    let part = |part: &Expr| {
        let hides = hidden.is_some_and(|body| std::ptr::eq(body, part));
        Ok(if hides { part.clone() } else { renamed(part, from, to, count) })
    };
    let Ok::<_, Infallible>(expr) = expr.with_parts(part);
    expr
}
