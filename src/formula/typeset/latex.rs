//! Formulas in LaTeX, such as `\left(t_s + m t_w\right) \log_2 p`.

use super::super::Formula;
use super::super::syntax::{Expr, Growth, Link, Node, Operation, Series, Sign};
use super::super::words::Function;
use super::{fraction, is_compound, is_sum, relation};

pub(super) fn formula(formula: &Formula) -> String {
    let mut text = formula.name().map(name).unwrap_or_default();
    for (place, link) in formula.links().iter().enumerate() {
        let first = place == 0 && formula.name().is_none();
        text.push_str(relation(link, first, [" = ", " \\approx "]));
        text.push_str(&self::link(link));
    }
    text
}

pub(super) fn link(link: &Link) -> String {
    let inner = expr(&link.expr);
    match link.growth {
        None => inner,
        Some(Growth::O) => format!("O\\left({inner}\\right)"),
        Some(Growth::Theta) => format!("\\Theta\\left({inner}\\right)"),
        Some(Growth::Omega) => format!("\\Omega\\left({inner}\\right)"),
    }
}

fn name(text: &str) -> String {
    let (letter, below) = super::name(text);
    let letter = match letter {
        "α" | "alpha" => "\\alpha".to_owned(),
        "β" | "beta" => "\\beta".to_owned(),
        "γ" | "gamma" => "\\gamma".to_owned(),
        letter if letter.chars().count() == 1 => letter.to_owned(),
        letter => format!("\\mathit{{{letter}}}"),
    };
    match below {
        Some(below) if below.chars().count() == 1 => format!("{letter}_{below}"),
        Some(below) => format!("{letter}_{{{}}}", below.replace('_', "\\_")),
        None => letter,
    }
}

fn brackets(inner: &str) -> String {
    format!("\\left({inner}\\right)")
}

fn expr(part: &Expr) -> String {
    match &part.node {
        Node::Number(number) => match number.decimal() {
            Some(decimal) => decimal,
            None => format!("\\frac{{{}}}{{{}}}", number.numerator(), number.denominator()),
        },
        Node::Name(text) => name(text),
        Node::Sum(terms) => {
            let mut text = String::new();
            for (place, (sign, term)) in terms.iter().enumerate() {
                text.push_str(match (place, sign) {
                    (0, Sign::Plus) => "",
                    (0, Sign::Minus) => "-",
                    (_, Sign::Plus) => " + ",
                    (_, Sign::Minus) => " - ",
                });
                let shown = expr(term);
                // A sum sign takes all that follows, so that it stands in brackets, too.
                text.push_str(&if is_sum(term) { brackets(&shown) } else { shown });
            }
            text
        }
        Node::Product(factors) => match fraction(factors) {
            Some((above, below)) if below.is_empty() => beside(&above),
            Some((above, below)) => {
                let (above, below) = (alone(&above), alone(&below));
                format!("\\frac{{{above}}}{{{below}}}")
            }
            None => {
                let mut text = String::new();
                for (place, (operation, factor)) in factors.iter().enumerate() {
                    text.push_str(match operation {
                        _ if place == 0 => "",
                        Operation::Times => " \\cdot ",
                        Operation::Over => " / ",
                        Operation::Mod => " \\bmod ",
                    });
                    text.push_str(&factor_of(factor));
                }
                text
            }
        },
        Node::Power(base, exponent) => {
            let shown = expr(base);
            let shown = if is_compound(base) { brackets(&shown) } else { shown };
            format!("{shown}^{{{}}}", expr(exponent))
        }
        Node::Call(function, arguments) => call(*function, arguments),
        Node::Series(series) => {
            let Series { index, from, to, body } = &**series;
            let body_shown = expr(body);
            let body = if is_sum(body) { brackets(&body_shown) } else { body_shown };
            format!("\\sum_{{{} = {}}}^{{{}}} {body}", name(index), expr(from), expr(to))
        }
    }
}

fn call(function: Function, arguments: &[Expr]) -> String {
    let shown: Vec<String> = arguments.iter().map(expr).collect();
    let inner = shown.join(", ");
    match function {
        Function::Log2 => format!("\\log_2 {}", brackets(&inner)),
        Function::Ln => format!("\\ln {}", brackets(&inner)),
        Function::Sqrt => format!("\\sqrt{{{inner}}}"),
        Function::Ceil => format!("\\left\\lceil {inner} \\right\\rceil"),
        Function::Floor => format!("\\left\\lfloor {inner} \\right\\rfloor"),
        Function::Min => format!("\\min{}", brackets(&inner)),
        Function::Max => format!("\\max{}", brackets(&inner)),
    }
}

fn factor_of(factor: &Expr) -> String {
    let shown = expr(factor);
    if is_sum(factor) { brackets(&shown) } else { shown }
}

/// Factors above or below a line: a single one needs no brackets.
fn alone(factors: &[&Expr]) -> String {
    match factors {
        [] => "1".to_owned(),
        [one] => expr(one),
        _ => beside(factors),
    }
}

/// Factors side by side, with a dot before a number.
fn beside(factors: &[&Expr]) -> String {
    let mut text = String::new();
    for factor in factors {
        let shown = factor_of(factor);
        let shown = if matches!(factor.node, Node::Product(_)) && !is_sum(factor) {
            brackets(&shown)
        } else {
            shown
        };
        if !text.is_empty() {
            let number = shown.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                || shown.starts_with("\\frac");
            text.push_str(if number { " \\cdot " } else { " " });
        }
        text.push_str(&shown);
    }
    text
}
