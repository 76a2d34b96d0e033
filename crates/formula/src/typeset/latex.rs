//! Formulas in LaTeX, such as `\left(t_s + m t_w\right) \log_2 p`.

use super::Notation;
use crate::{Expr, Function, Growth};

pub(super) struct Latex;

impl Notation for Latex {
    const RELATIONS: [&'static str; 2] = [" = ", " \\approx "];
    const NEGATIVE: &'static str = "-";
    const SIGNS: [&'static str; 2] = [" + ", " - "];
    const OPERATIONS: [&'static str; 3] = [" \\cdot ", " / ", " \\bmod "];
    const COMMA: &'static str = ", ";
    const ONE: &'static str = "1";
    const PRODUCT_IN_BRACKETS: bool = false;

    fn number(text: &str) -> String {
        text.to_owned()
    }

    fn name(letter: &str, below: Option<&str>) -> String {
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

    fn row(inner: String) -> String {
        inner
    }

    fn brackets(inner: &str) -> String {
        format!("\\left({inner}\\right)")
    }

    fn fraction(above: &str, below: &str) -> String {
        format!("\\frac{{{above}}}{{{below}}}")
    }

    fn power(base: &str, exponent: &str) -> String {
        format!("{base}^{{{exponent}}}")
    }

    fn call(function: Function, inner: &str) -> String {
        let brackets = Self::brackets(inner);
        match function {
            Function::Log2 => format!("\\log_2 {brackets}"),
            Function::Ln => format!("\\ln {brackets}"),
            Function::Sqrt => format!("\\sqrt{{{inner}}}"),
            Function::Ceil => format!("\\left\\lceil {inner} \\right\\rceil"),
            Function::Floor => format!("\\left\\lfloor {inner} \\right\\rfloor"),
            Function::Min | Function::Max => format!("\\{}{brackets}", function.name()),
        }
    }

    fn series(index: &str, from: &str, to: &str, body: &str) -> String {
        format!("\\sum_{{{index} = {from}}}^{{{to}}} {body}")
    }

    fn growth(growth: Growth) -> &'static str {
        match growth {
            Growth::O => "O",
            Growth::Theta => "\\Theta",
            Growth::Omega => "\\Omega",
        }
    }

    fn before(_: &Expr, shown: &str) -> &'static str {
        let number = shown.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            || shown.starts_with("\\frac");
        if number { " \\cdot " } else { " " }
    }
}
