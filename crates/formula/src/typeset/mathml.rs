//! Formulas in MathML, presentation elements only.

use super::Notation;
use crate::{Expr, Function, Growth, Node};

pub(super) struct MathMl;

pub(super) fn math(inner: &str) -> String {
    format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>")
}

fn fenced(open: &str, inner: &str, close: &str) -> String {
    format!("<mrow><mo>{open}</mo>{inner}<mo>{close}</mo></mrow>")
}

impl Notation for MathMl {
    const RELATIONS: [&'static str; 2] = ["<mo>=</mo>", "<mo>≈</mo>"];
    const NEGATIVE: &'static str = "<mo>-</mo>";
    const SIGNS: [&'static str; 2] = ["<mo>+</mo>", "<mo>-</mo>"];
    const OPERATIONS: [&'static str; 3] = ["<mo>·</mo>", "<mo>/</mo>", "<mo>mod</mo>"];
    const COMMA: &'static str = "<mo>,</mo>";
    const ONE: &'static str = "<mn>1</mn>";
    const PRODUCT_IN_BRACKETS: bool = true;

    fn number(text: &str) -> String {
        format!("<mn>{text}</mn>")
    }

    fn name(letter: &str, below: Option<&str>) -> String {
        let escape =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let letter = format!("<mi>{}</mi>", escape(letter));
        let Some(below) = below else { return letter };
        let tag = if below.chars().all(|c| c.is_ascii_digit()) { "mn" } else { "mi" };
        format!("<msub>{letter}<{tag}>{}</{tag}></msub>", escape(below))
    }

    fn row(inner: String) -> String {
        format!("<mrow>{inner}</mrow>")
    }

    fn brackets(inner: &str) -> String {
        fenced("(", inner, ")")
    }

    fn fraction(above: &str, below: &str) -> String {
        format!("<mfrac>{above}{below}</mfrac>")
    }

    fn power(base: &str, exponent: &str) -> String {
        format!("<msup>{base}{exponent}</msup>")
    }

    fn call(function: Function, inner: &str) -> String {
        let name = match function {
            Function::Sqrt => return format!("<msqrt>{inner}</msqrt>"),
            Function::Ceil => return fenced("⌈", inner, "⌉"),
            Function::Floor => return fenced("⌊", inner, "⌋"),
            Function::Log2 => "<msub><mi>log</mi><mn>2</mn></msub>".to_owned(),
            Function::Ln | Function::Min | Function::Max => format!("<mi>{}</mi>", function.name()),
        };
        Self::row(name + &Self::brackets(inner))
    }

    fn series(index: &str, from: &str, to: &str, body: &str) -> String {
        let from = Self::row(format!("{index}<mo>=</mo>{from}"));
        Self::row(format!("<munderover><mo>∑</mo>{from}{to}</munderover>{body}"))
    }

    fn growth(growth: Growth) -> &'static str {
        match growth {
            Growth::O => "<mi>O</mi>",
            Growth::Theta => "<mi>Θ</mi>",
            Growth::Omega => "<mi>Ω</mi>",
        }
    }

    fn before(factor: &Expr, _: &str) -> &'static str {
        let number = |part: &Expr| matches!(part.node, Node::Number(_));
        let numeric =
            number(factor) || matches!(&factor.node, Node::Power(base, _) if number(base));
        if numeric { "<mo>·</mo>" } else { "<mo>&#x2062;</mo>" }
    }
}
