//! The parts of a formula one level down: what looks at all of a tree, or makes another of it, says
//! itself only what is special.

use crate::{Expr, Node, Series};

impl Expr {
    /// Its parts one level down, from left to right; of a sum over an index its bounds, then its body.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Number(_) | Node::Name(_) => Vec::new(),
            Node::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
            Node::Product(factors) => factors.iter().map(|(_, factor)| factor).collect(),
            Node::Power(base, exponent) => vec![base, exponent],
            Node::Call(_, arguments) => arguments.iter().collect(),
            Node::Series(series) => vec![&series.from, &series.to, &series.body],
        }
    }

    /// Calls `each` for every part, the innermost first, with the indices of the sums around it.
    pub fn visit<'a>(&'a self, bound: &mut Vec<String>, each: &mut dyn FnMut(&'a Expr, &[String])) {
        if let Node::Series(series) = &self.node {
            series.from.visit(bound, each);
            series.to.visit(bound, each);
            bound.push(series.index.clone());
            series.body.visit(bound, each);
            bound.pop();
        } else {
            self.parts().into_iter().for_each(|part| part.visit(bound, each));
        }
        each(self, bound);
    }

    /// The same with each part one level down replaced, from left to right.
    ///
    /// # Errors
    /// The first of `each`.
    pub fn with_parts<E>(&self, mut each: impl FnMut(&Expr) -> Result<Expr, E>) -> Result<Expr, E> {
        let node = match &self.node {
            Node::Number(_) | Node::Name(_) => self.node.clone(),
            Node::Sum(terms) => {
                let term = |(sign, term): &_| Ok((*sign, each(term)?));
                Node::Sum(terms.iter().map(term).collect::<Result<_, E>>()?)
            }
            Node::Product(factors) => {
                let factor = |(operation, factor): &_| Ok((*operation, each(factor)?));
                Node::Product(factors.iter().map(factor).collect::<Result<_, E>>()?)
            }
            Node::Power(base, exponent) => {
                Node::Power(Box::new(each(base)?), Box::new(each(exponent)?))
            }
            Node::Call(function, arguments) => {
                Node::Call(*function, arguments.iter().map(each).collect::<Result<_, E>>()?)
            }
            Node::Series(series) => {
                let Series { index, from, to, body } = &**series;
                let (from, to, body) = (each(from)?, each(to)?, each(body)?);
                Node::Series(Box::new(Series { index: index.clone(), from, to, body }))
            }
        };
        Ok(Expr { node, span: self.span })
    }
}
