//! Common mistakes, each as the formula that it leads to, and the values of formulas at the numbers of a question.

use std::convert::Infallible;

use super::letters::KNOWN;
use crate::answers::NumberLetters;
use crate::{CostPart, Key, list};
use hockney_base::number::Rational;
use hockney_cost::{Cost, bindings_of};
use hockney_formula::{Bindings, Expr, ExprKind, FactorRole, Powers, Reading, Sign, Value, parse};
use hockney_plan::planner::ClosedForm;

/// A mistake, and the formula that it leads to.
pub(crate) struct Slip {
    pub(crate) formula: String,
    pub(crate) reason: String,
    /// Which terms have another factor, and its name, where that is the mistake.
    pub(crate) factor: Option<[&'static str; 2]>,
}

/// The common mistakes for the formulas of a question, those of a whole formula first.
pub(crate) fn slips(key: &Key<'_>) -> impl Iterator<Item = Slip> {
    key.form.iter().flat_map(ClosedForm::texts).filter_map(slips_of).flatten()
}

pub(super) fn slips_of(right: &str) -> Option<Vec<Slip>> {
    let (steps, words) = parts(right)?;
    let formula = |row: &str| match row.contains("->") {
        true if row.starts_with("log -> ") => {
            right.contains("log").then(|| right.replace("log", &row["log -> ".len()..]))
        }
        true => {
            let changes: Option<Vec<_>> =
                row.split(", ").map(|change| change.split_once(" -> ")).collect();
            replaced(right, &changes?)
        }
        false => {
            let row = row.replace("$all", right);
            Some(row.replace("$steps", &steps).replace("$words", &words))
        }
    };
    let row = |(row, reason): (&str, &str)| {
        Some(Slip { formula: formula(row)?, reason: reason.to_owned(), factor: None })
    };
    let mut slips: Vec<Slip> = list("slips").pairs().filter_map(row).collect();
    for (factor, name) in list("slip factors").pairs() {
        // One term before both: of two that are alike one may be right.
        for (formula, what) in [
            (format!("{steps} t_s + ({factor}) m t_w"), "the t_w term has"),
            (format!("({factor}) t_s + {words} m t_w"), "the t_s term has"),
            (format!("({factor}) (t_s + m t_w)"), "both terms have"),
        ] {
            let reason = has_factor(what, name);
            slips.push(Slip { formula, reason, factor: Some([what, name]) });
        }
    }
    Some(slips)
}

/// `the t_w term has the factor log p instead of the right one`
pub(crate) fn has_factor(what: &str, factor: &str) -> String {
    if factor == "nothing" {
        format!("{what} lost the factor")
    } else {
        format!("{what} the factor {factor} instead of the right one")
    }
}

/// The factor that students put in the place of the right one, by the formula that it leads to.
pub(crate) fn factor(is: impl Fn(&str) -> bool) -> Option<&'static str> {
    list("slip factors").pairs().find(|(factor, _)| is(factor)).map(|(_, name)| name)
}

/// The factors of t_s and of m t_w in a cost.
pub(crate) fn parts(cost: &str) -> Option<(String, String)> {
    let steps = replaced(cost, &[("t_s", "1"), ("t_w", "0"), ("t_h", "0")])?;
    let words = replaced(cost, &[("t_s", "0"), ("t_w", "1"), ("t_h", "0"), ("m", "1")])?;
    Some((format!("({steps})"), format!("({words})")))
}

impl CostPart {
    /// The part of a cost that is asked for, as one would write it down: without factors of 1 and terms that are 0.
    pub(crate) fn part_of(self, cost: &str) -> Option<String> {
        let (t_s, t_w) = match self {
            CostPart::Cost => return Some(cost.to_owned()),
            CostPart::Steps => ("1", "0"),
            CostPart::Words => ("0", "1"),
        };
        let part = parse(&replaced(cost, &[("t_s", t_s), ("t_w", t_w), ("t_h", "0")])?).ok()?;
        Some(simple(part.expr()?).to_string())
    }
}

/// A formula with names replaced, all at once.
fn replaced(formula: &str, changes: &[(&str, &str)]) -> Option<String> {
    let reading = changes
        .iter()
        .try_fold(Reading::new(), |reading, (name, with)| reading.with(name, with).ok())?;
    Some(reading.read(formula).ok()?.expr()?.to_string())
}

/// The values of the symbols of a question: its sizes and its given numbers.
pub(crate) fn symbols(key: &Key<'_>) -> Bindings {
    let numbers = &key.question.numbers;
    let mut symbols = bindings_of(&key.question.topology, &key.question.instance);
    for (name, value) in [("m", &numbers.m), ("t_s", &numbers.t_s), ("t_w", &numbers.t_w)] {
        if let Some(value) = value {
            symbols.set(name, value.clone());
        }
    }
    symbols.with("t_h", numbers.t_h.clone())
}

/// The letters that a number may have: of the model, and those that the question declares.
pub(crate) fn answer_letters(key: &Key<'_>) -> NumberLetters {
    let all = symbols(key);
    let known = KNOWN.into_iter().filter_map(|name| Some((name, all.get(name)?.clone())));
    let names = known.fold(Bindings::new(), |all, (name, value)| all.with(name, value));
    NumberLetters { names, reading: key.question.reading() }
}

/// The value of a formula with the question's p, m, t_s and t_w.
pub(crate) fn value(key: &Key<'_>, formula: &str) -> Option<Rational> {
    value_at(formula, &symbols(key))?.as_rational()
}

/// The cost that a formula is at the question's size, without hops.
pub(crate) fn cost_of(key: &Key<'_>, formula: &str) -> Option<Cost> {
    let value = value_at(formula, &bindings_of(&key.question.topology, &key.question.instance))?;
    let part = |powers: Powers| value.coefficient(powers).as_rational();
    Some(Cost::plain(part(Powers::T_S)?, part(Powers::M_T_W)?, Rational::zero()))
}

/// The value of a formula.
pub(crate) fn value_at(formula: &str, at: &Bindings) -> Option<Value> {
    parse(formula).ok()?.evaluate(at).ok()
}

fn simple(expr: &Expr) -> Expr {
    let Ok::<_, Infallible>(expr) = expr.with_parts(|part| Ok(simple(part)));
    let node = match expr.node {
        ExprKind::Sum(terms) => sum(terms),
        ExprKind::Product(factors) => product(factors),
        node => node,
    };
    Expr { node, span: expr.span }
}

fn is(expr: &Expr, number: &Rational) -> bool {
    matches!(&expr.node, ExprKind::Number(found) if found == number)
}

fn sum(mut terms: Vec<(Sign, Expr)>) -> ExprKind {
    terms.retain(|(_, term)| !is(term, &Rational::zero()));
    match &mut terms[..] {
        [] => ExprKind::Number(Rational::zero()),
        [(Sign::Plus, _)] => terms.swap_remove(0).1.node,
        _ => ExprKind::Sum(terms),
    }
}

fn product(mut factors: Vec<(FactorRole, Expr)>) -> ExprKind {
    let times = |operation: FactorRole| operation == FactorRole::Times;
    if factors.iter().any(|(operation, factor)| times(*operation) && is(factor, &Rational::zero()))
    {
        return ExprKind::Number(Rational::zero());
    }
    // From left to right a 1 changes nothing, except as what is divided.
    let one = |factor: &(FactorRole, Expr)| times(factor.0) && is(&factor.1, &Rational::one());
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
        [] => ExprKind::Number(Rational::one()),
        [_] => factors.swap_remove(0).1.node,
        _ => ExprKind::Product(factors),
    }
}
