//! The tree of a formula, and how to write it so that it reads back.

use std::fmt;

use crate::{Function, words};
use hockney_base::diagnostic::Span;
use hockney_base::number::{Rational, sign_before};

/// A part of a formula with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// Its kind.
    pub node: ExprKind,
    /// Its place, brackets included.
    pub span: Span,
}

/// The kind of a part of a formula.
///
/// Sums and products are flat, so that a long one is not a deep one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, not below zero.
    Number(Rational),
    /// A symbol or another name, in its canonical spelling.
    Name(String),
    /// Terms, each added or subtracted; a single subtracted term is a negation.
    Sum(Vec<(Sign, Expr)>),
    /// Factors, from left to right; the first is never divided by.
    Product(Vec<(FactorRole, Expr)>),
    /// Base and exponent.
    Power(Box<Expr>, Box<Expr>),
    /// A function and its arguments: one, or for min and max one or more.
    Call(Function, Vec<Expr>),
    /// A sum over an index.
    Series(Box<Series>),
}

/// The sum of `body` for every whole number from `from` to `to`, both included; 0 if `to` is below
/// `from`. The index is a name inside `body` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The index, never one of the symbols.
    pub index: String,
    /// Its first value.
    pub from: Expr,
    /// Its last value.
    pub to: Expr,
    /// The term for each index.
    pub body: Expr,
}

/// An order of growth: a bound of a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// No faster than: `O(log p)`.
    O,
    /// As fast as: `Θ(log p)`.
    Theta,
    /// No slower than: `Ω(log p)`.
    Omega,
}

impl Growth {
    /// How it is written in plain notation.
    pub fn name(self) -> &'static str {
        match self {
            Self::O => "O",
            Self::Theta => "Theta",
            Self::Omega => "Omega",
        }
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        [Self::O, Self::Theta, Self::Omega].into_iter().find(|growth| growth.name() == word)
    }
}

/// The relation of a side of a chain to the side before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `≈`
    Approximately,
}

/// One side of a chain `T = a = b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The relation to the side before; for the first side it is equality.
    pub relation: Relation,
    /// The order of growth, if the side is one.
    pub growth: Option<Growth>,
    /// The cost, or the content in the brackets of the order of growth.
    pub expr: Expr,
}

impl Link {
    /// Is it an exact cost?
    pub fn is_exact(&self) -> bool {
        self.growth.is_none() && self.relation == Relation::Equal
    }
}

/// Without the sign of its relation.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.growth {
            Some(growth) => write!(f, "{}({})", growth.name(), self.expr),
            None => self.expr.fmt(f),
        }
    }
}

/// How a term takes part in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is subtracted.
    Minus,
}

/// How a factor takes part in a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorRole {
    /// The product to the left is multiplied by it.
    Times,
    /// The product to the left is divided by it.
    Over,
    /// The remainder of the product to the left, divided by it.
    Mod,
}

/// How tightly a part holds together, as far as brackets are concerned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Sum,
    Product,
    Power,
    Atom,
}

impl Expr {
    pub(super) fn new(node: ExprKind, span: Span) -> Self {
        Self { node, span }
    }

    pub(super) fn number(number: impl Into<Rational>, span: Span) -> Self {
        Self::new(ExprKind::Number(number.into()), span)
    }

    pub(super) fn power(base: Expr, exponent: Expr, span: Span) -> Self {
        Self::new(ExprKind::Power(Box::new(base), Box::new(exponent)), span)
    }

    pub(super) fn quotient(above: Expr, below: Expr, span: Span) -> Self {
        let factors = vec![(FactorRole::Times, above), (FactorRole::Over, below)];
        Self::new(ExprKind::Product(factors), span)
    }

    fn tightness(&self) -> Tightness {
        match &self.node {
            ExprKind::Sum(_) => Tightness::Sum,
            ExprKind::Product(_) => Tightness::Product,
            ExprKind::Power(..) => Tightness::Power,
            // Without a short decimal a number is written as a fraction.
            ExprKind::Number(number) if number.decimal().is_none() => Tightness::Product,
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::Series(_) => {
                Tightness::Atom
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, least: Tightness) -> fmt::Result {
        if self.tightness() < least { write!(f, "({self})") } else { write!(f, "{self}") }
    }

    /// Does it begin, or end, with something that can occur beside a factor without `*`?
    fn stands_beside(&self) -> bool {
        match &self.node {
            ExprKind::Number(_) => false,
            ExprKind::Name(name) => words::is_symbol(name),
            ExprKind::Power(base, _) => base.stands_beside(),
            ExprKind::Sum(_) | ExprKind::Product(_) | ExprKind::Call(..) | ExprKind::Series(_) => {
                true
            }
        }
    }
}

/// Plain notation that reads back as the same formula.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            ExprKind::Number(number) => match number.decimal() {
                Some(decimal) => f.write_str(&decimal),
                None => number.fmt(f),
            },
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::Sum(terms) => {
                for (place, (sign, term)) in terms.iter().enumerate() {
                    f.write_str(sign_before(place, *sign == Sign::Minus))?;
                    // A remainder among terms needs its brackets.
                    let remainder = matches!(&term.node, ExprKind::Product(factors)
                        if factors.iter().any(|(operation, _)| *operation == FactorRole::Mod));
                    term.write(f, if remainder { Tightness::Power } else { Tightness::Product })?;
                }
                Ok(())
            }
            ExprKind::Product(factors) => write_product(f, factors),
            ExprKind::Power(base, exponent) => {
                base.write(f, Tightness::Atom)?;
                f.write_str("^")?;
                // `p^1/3` has two readings, `p^(1)/3` has one.
                let one = matches!(&exponent.node, ExprKind::Number(number) if number.is_one());
                if one { f.write_str("(1)") } else { exponent.write(f, Tightness::Atom) }
            }
            ExprKind::Call(function, arguments) => {
                write!(f, "{}(", function.name())?;
                for (place, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str(")")
            }
            ExprKind::Series(series) => {
                let Series { index, from, to, body } = &**series;
                write!(f, "sum({index} = {from}..{to}, {body})")
            }
        }
    }
}

fn write_product(f: &mut fmt::Formatter<'_>, factors: &[(FactorRole, Expr)]) -> fmt::Result {
    let mut divided = false;
    for (place, (operation, factor)) in factors.iter().enumerate() {
        let beside = place > 0 && {
            let before = &factors[place - 1].1;
            let number = matches!(before.node, ExprKind::Number(_)) && place == 1;
            !divided && factor.stands_beside() && (number || before.stands_beside())
        };
        match operation {
            _ if place == 0 => {}
            FactorRole::Times if beside => f.write_str(" ")?,
            FactorRole::Times => f.write_str(" * ")?,
            FactorRole::Over => f.write_str("/")?,
            FactorRole::Mod => f.write_str(" mod ")?,
        }
        divided |= *operation != FactorRole::Times;
        factor.write(f, Tightness::Power)?;
    }
    Ok(())
}

impl Expr {
    /// Its parts one level down, from left to right; of a sum over an index its bounds, then its body.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.node {
            ExprKind::Number(_) | ExprKind::Name(_) => Vec::new(),
            ExprKind::Sum(terms) => terms.iter().map(|(_, term)| term).collect(),
            ExprKind::Product(factors) => factors.iter().map(|(_, factor)| factor).collect(),
            ExprKind::Power(base, exponent) => vec![base, exponent],
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            ExprKind::Series(series) => vec![&series.from, &series.to, &series.body],
        }
    }

    /// Whether a symbol is in a denominator of this part, which is `below` a stroke itself or not.
    pub(super) fn divides_by(&self, symbol: &str, below: bool) -> bool {
        match &self.node {
            ExprKind::Name(name) => below && name == symbol,
            ExprKind::Product(factors) => factors.iter().any(|(operation, factor)| {
                factor.divides_by(symbol, below ^ (*operation == FactorRole::Over))
            }),
            ExprKind::Power(base, exponent) => {
                let negative = matches!(&exponent.node, ExprKind::Sum(terms) if matches!(terms[..], [(Sign::Minus, _)]));
                base.divides_by(symbol, below ^ negative)
            }
            _ => self.parts().into_iter().any(|part| part.divides_by(symbol, below)),
        }
    }

    /// Calls `each` for every part, the innermost first, with the indices of the sums around it.
    pub fn visit<'a>(&'a self, bound: &mut Vec<String>, each: &mut dyn FnMut(&'a Expr, &[String])) {
        if let ExprKind::Series(series) = &self.node {
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
            ExprKind::Number(_) | ExprKind::Name(_) => self.node.clone(),
            ExprKind::Sum(terms) => {
                let term = |(sign, term): &_| Ok((*sign, each(term)?));
                ExprKind::Sum(terms.iter().map(term).collect::<Result<_, E>>()?)
            }
            ExprKind::Product(factors) => {
                let factor = |(operation, factor): &_| Ok((*operation, each(factor)?));
                ExprKind::Product(factors.iter().map(factor).collect::<Result<_, E>>()?)
            }
            ExprKind::Power(base, exponent) => {
                ExprKind::Power(Box::new(each(base)?), Box::new(each(exponent)?))
            }
            ExprKind::Call(function, arguments) => {
                ExprKind::Call(*function, arguments.iter().map(each).collect::<Result<_, E>>()?)
            }
            ExprKind::Series(series) => {
                let Series { index, from, to, body } = &**series;
                let (from, to, body) = (each(from)?, each(to)?, each(body)?);
                ExprKind::Series(Box::new(Series { index: index.clone(), from, to, body }))
            }
        };
        Ok(Expr { node, span: self.span })
    }
}
