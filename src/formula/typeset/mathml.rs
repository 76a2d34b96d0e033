//! Formulas in MathML, presentation elements only.

use super::super::Formula;
use super::super::syntax::{Expr, Link, Node, Operation, Series, Sign};
use super::super::words::Function;
use super::{fraction, is_compound, is_sum, relation};

pub(super) fn formula(formula: &Formula) -> String {
    let mut text = formula.name().map(name).unwrap_or_default();
    for (place, link) in formula.links().iter().enumerate() {
        let first = place == 0 && formula.name().is_none();
        text.push_str(relation(link, first, ["<mo>=</mo>", "<mo>≈</mo>"]));
        text.push_str(&inner(link));
    }
    math(&text)
}

pub(super) fn link(link: &Link) -> String {
    math(&inner(link))
}

fn math(inner: &str) -> String {
    format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>")
}

fn inner(link: &Link) -> String {
    let shown = expr(&link.expr);
    match link.growth {
        None => shown,
        Some(growth) => {
            let letter = match growth {
                super::super::Growth::O => "O",
                super::super::Growth::Theta => "Θ",
                super::super::Growth::Omega => "Ω",
            };
            format!("<mi>{letter}</mi>{}", brackets(&shown))
        }
    }
}

fn name(text: &str) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (letter, below) = super::name(text);
    match below {
        Some(below) => {
            let digits = below.chars().all(|c| c.is_ascii_digit());
            let tag = if digits { "mn" } else { "mi" };
            format!("<msub><mi>{}</mi><{tag}>{}</{tag}></msub>", escape(letter), escape(below))
        }
        None => format!("<mi>{}</mi>", escape(letter)),
    }
}

fn row(inner: &str) -> String {
    format!("<mrow>{inner}</mrow>")
}

fn fenced(open: &str, inner: &str, close: &str) -> String {
    format!("<mrow><mo>{open}</mo>{inner}<mo>{close}</mo></mrow>")
}

fn brackets(inner: &str) -> String {
    fenced("(", inner, ")")
}

/// A factor, with brackets where it is a sum.
fn factor_of(factor: &Expr) -> String {
    let shown = expr(factor);
    let product = matches!(factor.node, Node::Product(_));
    if is_sum(factor) || product { brackets(&shown) } else { shown }
}

fn expr(part: &Expr) -> String {
    match &part.node {
        Node::Number(number) => match number.decimal() {
            Some(decimal) => format!("<mn>{decimal}</mn>"),
            None => format!(
                "<mfrac><mn>{}</mn><mn>{}</mn></mfrac>",
                number.numerator(),
                number.denominator()
            ),
        },
        Node::Name(text) => name(text),
        Node::Sum(terms) => {
            let mut text = String::new();
            for (place, (sign, term)) in terms.iter().enumerate() {
                text.push_str(match (place, sign) {
                    (0, Sign::Plus) => "",
                    (_, Sign::Plus) => "<mo>+</mo>",
                    (_, Sign::Minus) => "<mo>-</mo>",
                });
                let shown = expr(term);
                text.push_str(&if is_sum(term) { brackets(&shown) } else { shown });
            }
            row(&text)
        }
        Node::Product(factors) => match fraction(factors) {
            Some((above, below)) if below.is_empty() => row(&beside(&above)),
            Some((above, below)) => {
                format!("<mfrac>{}{}</mfrac>", alone(&above), alone(&below))
            }
            None => {
                let mut text = String::new();
                for (place, (operation, factor)) in factors.iter().enumerate() {
                    text.push_str(match operation {
                        _ if place == 0 => "",
                        Operation::Times => "<mo>·</mo>",
                        Operation::Over => "<mo>/</mo>",
                        Operation::Mod => "<mo>mod</mo>",
                    });
                    text.push_str(&factor_of(factor));
                }
                row(&text)
            }
        },
        Node::Power(base, exponent) => {
            let shown = expr(base);
            let shown = if is_compound(base) { brackets(&shown) } else { shown };
            format!("<msup>{shown}{}</msup>", expr(exponent))
        }
        Node::Call(function, arguments) => call(*function, arguments),
        Node::Series(series) => {
            let Series { index, from, to, body } = &**series;
            let from = format!("{}<mo>=</mo>{}", name(index), expr(from));
            let shown = expr(body);
            let body = if is_sum(body) { brackets(&shown) } else { shown };
            let sign = format!("<munderover><mo>∑</mo>{}{}</munderover>", row(&from), expr(to));
            row(&format!("{sign}{body}"))
        }
    }
}

fn call(function: Function, arguments: &[Expr]) -> String {
    let shown: Vec<String> = arguments.iter().map(expr).collect();
    let inner = shown.join("<mo>,</mo>");
    match function {
        Function::Log2 => row(&format!("<msub><mi>log</mi><mn>2</mn></msub>{}", brackets(&inner))),
        Function::Sqrt => format!("<msqrt>{inner}</msqrt>"),
        Function::Ceil => fenced("⌈", &inner, "⌉"),
        Function::Floor => fenced("⌊", &inner, "⌋"),
        Function::Ln | Function::Min | Function::Max => {
            row(&format!("<mi>{}</mi>{}", function.name(), brackets(&inner)))
        }
    }
}

/// Factors above or below a line: a single one needs no brackets.
fn alone(factors: &[&Expr]) -> String {
    match factors {
        [] => "<mn>1</mn>".to_owned(),
        [one] => expr(one),
        _ => row(&beside(factors)),
    }
}

/// Factors side by side, with a dot before a number.
fn beside(factors: &[&Expr]) -> String {
    let mut text = String::new();
    for (place, factor) in factors.iter().enumerate() {
        let number = matches!(factor.node, Node::Number(_))
            || matches!(&factor.node, Node::Power(base, _) if matches!(base.node, Node::Number(_)));
        if place > 0 {
            text.push_str(if number { "<mo>·</mo>" } else { "<mo>&#x2062;</mo>" });
        }
        text.push_str(&factor_of(factor));
    }
    text
}
