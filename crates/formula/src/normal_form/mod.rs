//! Formulas as quotients of polynomials, for all values of their symbols at once.
//!
//! A formula is multiplied out over atoms: symbols, their logarithms, powers such as `2^d`, and what
//! cannot be taken apart, such as `ceil(log2(p))`, known by its own normal form. Rules are applied
//! only where they hold for every value in question; where one needs to know more, the work stops
//! with a question (which remainder? which sign?) and is begun again for each answer.
//!
//! So the same form means the same function. Different forms need not mean different functions:
//! that is for `equivalence` to confirm.

mod atoms;
mod form;
mod order;
mod poly;
mod powers;
mod rounding;
mod series;
mod world;

pub(super) use atoms::{Atom, Atoms, Base, is_real};
pub(super) use form::Form;
pub(super) use poly::{Exponent, Monomial, Poly, PowerBase};
use world::common_denominator;
pub(super) use world::{World, lcm};

use crate::{Expr, ExprKind, FactorRole, Function, Sign};
use hockney_base::number::{Rational, work};

/// Why there is no normal form, so far or at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A normal form needs the answer to this question.
    Split(Question),
    /// There is no normal form, with the reason.
    Give(String),
}

/// What must be known before the work can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The remainder of a whole atom by a number.
    Remainder { atom: u16, modulus: u32 },
    /// The value of a whole symbol, where it is below a number.
    Small { atom: u16, from: i64 },
    /// Whether a polynomial is at least 0.
    Sign(Poly),
}

/// A sum over an index and its value.
#[derive(Clone, Debug)]
pub(super) struct SumStep {
    /// As it is written.
    pub(super) text: String,
    /// Its closed form.
    pub(super) sum: Form,
    /// What is added up, a form with those differences, and what follows on the last index.
    pub(super) why: Option<(Form, Form, Form)>,
}

fn too_large() -> Stop {
    Stop::Give("the formula grows too large when it is multiplied out".to_owned())
}

/// The meaning of names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Names that stand for something else: `p` for `2^d`.
    pub(crate) given: Vec<(String, Expr)>,
    /// Whole symbols that do not begin with 1.
    pub(crate) least: Vec<(String, i64)>,
    /// Is `d` the logarithm of p?
    pub(crate) d_is_log_p: bool,
}

impl Names {
    /// The meaning of a name.
    pub(crate) fn meaning(&self, name: &str) -> Option<&Expr> {
        self.given.iter().find(|(given, _)| given == name).map(|(_, meaning)| meaning)
    }

    /// The least value of a whole symbol.
    pub(crate) fn least_of(&self, name: &str) -> i64 {
        self.least.iter().find(|(known, _)| known == name).map_or(1, |(_, least)| *least)
    }
}

/// One formula's way into its normal form, for one part of all values.
pub(crate) struct Normalizer<'a> {
    pub(super) atoms: &'a mut Atoms,
    pub(super) world: &'a World,
    names: &'a Names,
    /// What was taken for granted on the way: divisors that are not 0, arguments above it.
    pub(crate) assumed: Vec<String>,
    /// Sums over an index and what they come to, for a proof.
    pub(crate) sums: Vec<SumStep>,
    /// Are they to be kept?
    pub(crate) proving: bool,
    pub(super) scope: Vec<(String, Form)>,
}

impl<'a> Normalizer<'a> {
    pub(crate) fn new(atoms: &'a mut Atoms, world: &'a World, names: &'a Names) -> Self {
        let (assumed, sums, scope) = (Vec::new(), Vec::new(), Vec::new());
        Self { atoms, world, names, assumed, sums, proving: false, scope }
    }

    /// The normal form of a tree.
    pub(crate) fn form(&mut self, expr: &Expr) -> Result<Form, Stop> {
        work::count(8);
        if work::is_over() {
            return Err(too_large());
        }
        match &expr.node {
            ExprKind::Number(number) => Ok(Form::number(number.clone())),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Sum(terms) => {
                let mut total = Form::number(0);
                for (sign, term) in terms {
                    let term = self.form(term)?;
                    total = match sign {
                        Sign::Plus => total.plus(&term)?,
                        Sign::Minus => total.minus(&term)?,
                    };
                }
                Ok(total)
            }
            ExprKind::Product(factors) => {
                let mut product = Form::number(1);
                for (operation, factor) in factors {
                    let factor = self.form(factor)?;
                    product = match operation {
                        FactorRole::Times => product.times(&factor)?,
                        FactorRole::Over => self.quotient(&product, &factor)?,
                        FactorRole::Mod => {
                            let quotient = self.quotient(&product, &factor)?;
                            product.minus(&factor.times(&self.floor(&quotient)?)?)?
                        }
                    };
                }
                self.roots_taken_out(&product)
            }
            ExprKind::Power(base, exponent) => {
                let (base, exponent) = (self.form(base)?, self.form(exponent)?);
                let power = self.power(&base, &exponent)?;
                self.roots_taken_out(&power)
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Series(series) => self.series(series, expr),
        }
    }

    fn call(&mut self, function: Function, arguments: &[Expr]) -> Result<Form, Stop> {
        let mut forms = Vec::with_capacity(arguments.len());
        for argument in arguments {
            forms.push(self.form(argument)?);
        }
        let mut forms = forms.into_iter();
        let Some(first) = forms.next() else { return Ok(Form::number(0)) };
        match function {
            Function::Log2 => self.log2(&first),
            Function::Ln => {
                let ln2 = self.atom(Atom::Ln2)?;
                self.log2(&first)?.times(&ln2)
            }
            Function::Sqrt => {
                let half = Rational::ratio(1, 2).unwrap_or_default();
                self.power(&first, &Form::number(half))
            }
            Function::Floor => self.floor(&first),
            Function::Ceil => self.ceil(&first),
            Function::Min | Function::Max => {
                let mut best = first;
                for form in forms {
                    let less = !self.is_at_least_zero(&form.minus(&best)?)?;
                    if less == (function == Function::Min) {
                        best = form;
                    }
                }
                Ok(best)
            }
        }
    }

    fn name(&mut self, name: &str) -> Result<Form, Stop> {
        if let Some((_, form)) = self.scope.iter().rev().find(|(index, _)| index == name) {
            return Ok(form.clone());
        }
        let names = self.names;
        if let Some(meaning) = names.meaning(name) {
            // Its meaning does not depend on the sums around it.
            let scope = std::mem::take(&mut self.scope);
            let form = self.form(meaning);
            self.scope = scope;
            return form;
        }
        if name == "d" && names.d_is_log_p {
            let p = self.name("p")?;
            return self.log2(&p);
        }
        let whole = (!is_real(name)).then(|| names.least_of(name));
        let symbol = self.atoms.id(Atom::Symbol { name: name.to_owned(), whole, index: false })?;
        Ok(match self.world.fixed(symbol) {
            Some(value) => Form::number(value),
            None => Form::atom(symbol),
        })
    }

    pub(super) fn quotient(&mut self, above: &Form, below: &Form) -> Result<Form, Stop> {
        if below.is_zero() {
            return Err(Stop::Give(
                "there is a division by 0 for all values of the symbols".into(),
            ));
        }
        if !self.is_surely_not_zero(below) {
            self.assume(format!("{} is not 0", below.show(self.atoms)));
        }
        above.over(below)
    }

    pub(super) fn atom(&mut self, atom: Atom) -> Result<Form, Stop> {
        Ok(Form::atom(self.atoms.id(atom)?))
    }

    pub(super) fn assume(&mut self, what: String) {
        if !self.assumed.contains(&what) {
            self.assumed.push(what);
        }
    }

    pub(super) fn ask<T>(question: Question) -> Result<T, Stop> {
        Err(Stop::Split(question))
    }
}
