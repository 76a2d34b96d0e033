//! One symbol in the place of another, as in `--let n=m`.

use std::convert::Infallible;

use super::{Given, MOST_WORK, equivalence};
use crate::{EquivalenceAnswer, Expr, ExprKind, Formula, Link, Verdict, words};
use hockney_base::number::work;

/// Letters that people use for m as well as for p.
pub const OPEN_LETTERS: [&str; 6] = ["n", "N", "L", "M", "B", "message_size"];

/// How many of them are read both ways.
const MOST_OPEN: usize = 2;

/// A formula in one of the ways to read it, and what its open letters are read as.
pub type OneWay = (Formula, Letters);

/// Letters, each with the symbol that it is read as.
pub type Letters = Vec<(&'static str, &'static str)>;

impl Formula {
    /// The ways to read it in which each of [`OPEN_LETTERS`] that is not `taken` is m or p, the likeliest first: p
    /// beside an m, and m otherwise. With more than two such letters nobody could tell, and it is as it is.
    pub fn readings(&self, taken: impl Fn(&str) -> bool) -> Vec<OneWay> {
        let mentions = |name: &str| self.links.iter().any(|link| link.mentions(name));
        let open = OPEN_LETTERS.into_iter().filter(|letter| !taken(letter) && mentions(letter));
        let open: Vec<&'static str> = open.collect();
        let symbols = if mentions("m") && !mentions("p") { ["p", "m"] } else { ["m", "p"] };
        let mut ways = vec![(self.clone(), Vec::new())];
        for letter in open.iter().filter(|_| open.len() <= MOST_OPEN) {
            let with = |symbol: &'static str, (formula, letters): &OneWay| {
                let read = formula.renamed(letter, symbol).unwrap_or_else(|| formula.clone());
                (read, letters.iter().copied().chain([(*letter, symbol)]).collect())
            };
            ways = symbols
                .into_iter()
                .flat_map(|symbol| ways.iter().map(move |way| with(symbol, way)))
                .collect();
        }
        ways
    }

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

/// A way to read the letters that may mean m or p, and that only one of two formulas has, such that they are equal: what
/// the letters are read as, what is compared, and the answer.
pub fn equal_reading(
    [left, right]: [&Formula; 2],
    given: &Given,
) -> Option<(Letters, [Link; 2], EquivalenceAnswer)> {
    let has = |of: &Formula, letter: &str| of.links.iter().any(|link| link.mentions(letter));
    let search = || {
        for (one, letters) in left.readings(|letter| has(right, letter)) {
            for (other, more) in right.readings(|letter| has(left, letter)) {
                let letters: Vec<_> = letters.iter().chain(&more).copied().collect();
                let sides = [one.stated()?.clone(), other.stated()?.clone()];
                if letters.is_empty() {
                    return None;
                }
                let answer = equivalence(&sides[0], &sides[1], given);
                if answer.verdict == Verdict::Equal {
                    return Some((letters, sides, answer));
                }
            }
        }
        None
    };
    work::within(MOST_WORK, search)
}

fn renamed(expr: &Expr, from: &str, to: &str, count: &mut usize) -> Expr {
    if matches!(&expr.node, ExprKind::Name(name) if name == from) {
        *count += 1;
        return Expr::new(ExprKind::Name(to.to_owned()), expr.span);
    }
    // An index of that name is another thing, and hides it in the body.
    let hidden = match &expr.node {
        ExprKind::Series(series) if series.index == from || series.index == to => {
            Some(&series.body)
        }
        _ => None,
    };
    let part = |part: &Expr| {
        let hides = hidden.is_some_and(|body| std::ptr::eq(body, part));
        Ok(if hides { part.clone() } else { renamed(part, from, to, count) })
    };
    let Ok::<_, Infallible>(expr) = expr.with_parts(part);
    expr
}
