//! Formulas for readers of print: one walk over the tree, and a notation that says how each part is
//! written.

use crate::{Expr, Formula, Function, Growth, Link, Node, Operation, Relation, Series, Sign};

impl Formula {
    /// In LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        formula::<Latex>(self)
    }

    /// In MathML, as one `math` element.
    pub fn to_mathml(&self) -> String {
        math(&formula::<MathMl>(self))
    }
}

impl Link {
    /// In LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        link::<Latex>(self)
    }

    /// In MathML, as one `math` element.
    pub fn to_mathml(&self) -> String {
        math(&link::<MathMl>(self))
    }
}

/// How the parts of a formula are written.
trait Notation {
    /// `=` and `≈` between the sides of a chain.
    const RELATIONS: [&'static str; 2];
    /// The sign before a first term that is taken away.
    const NEGATIVE: &'static str;
    /// The signs before other terms: added, taken away.
    const SIGNS: [&'static str; 2];
    /// Between the factors of a product with a remainder: times, over, mod.
    const OPERATIONS: [&'static str; 3];
    /// Between the arguments of a function.
    const COMMA: &'static str;
    /// The numerator of a fraction that has no other one.
    const ONE: &'static str;
    /// Does a product in a product with a remainder occur in brackets?
    const PRODUCT_IN_BRACKETS: bool;

    /// A number without a fraction.
    fn number(text: &str) -> String;
    /// A letter with its subscript.
    fn name(letter: &str, below: Option<&str>) -> String;
    /// Parts side by side, as one.
    fn row(inner: String) -> String;
    fn brackets(inner: &str) -> String;
    fn fraction(above: &str, below: &str) -> String;
    fn power(base: &str, exponent: &str) -> String;
    fn call(function: Function, inner: &str) -> String;
    fn series(index: &str, from: &str, to: &str, body: &str) -> String;
    /// The letter of an order of growth.
    fn growth(growth: Growth) -> &'static str;
    /// The sign before a factor that follows another one.
    fn before(factor: &Expr, shown: &str) -> &'static str;
}

fn formula<N: Notation>(formula: &Formula) -> String {
    let mut text = formula.name().map(name::<N>).unwrap_or_default();
    for (place, side) in formula.links().iter().enumerate() {
        let [equal, approximately] = N::RELATIONS;
        text.push_str(match side.relation {
            Relation::Equal if place == 0 && formula.name().is_none() => "",
            Relation::Equal => equal,
            Relation::Approximately => approximately,
        });
        text.push_str(&link::<N>(side));
    }
    text
}

fn link<N: Notation>(link: &Link) -> String {
    let inner = expr::<N>(&link.expr);
    match link.growth {
        None => inner,
        Some(growth) => format!("{}{}", N::growth(growth), N::brackets(&inner)),
    }
}

/// A name as its letter and its subscript: `t_s`, `k_1`, `T_ring`.
fn name<N: Notation>(name: &str) -> String {
    match name.split_once('_') {
        Some((letter, below)) if !letter.is_empty() && !below.is_empty() => {
            N::name(letter, Some(below))
        }
        _ => N::name(name, None),
    }
}

fn expr<N: Notation>(part: &Expr) -> String {
    match &part.node {
        Node::Number(number) => {
            if let Some(decimal) = number.decimal() {
                return N::number(&decimal);
            }
            let parts = [number.numerator(), number.denominator()];
            let [above, below] = parts.map(|part| N::number(&part.to_string()));
            N::fraction(&above, &below)
        }
        Node::Name(text) => name::<N>(text),
        Node::Sum(terms) => {
            let mut text = String::new();
            for (place, (sign, term)) in terms.iter().enumerate() {
                let [plus, minus] = N::SIGNS;
                text.push_str(match (place, sign) {
                    (0, Sign::Plus) => "",
                    (0, Sign::Minus) => N::NEGATIVE,
                    (_, Sign::Plus) => plus,
                    (_, Sign::Minus) => minus,
                });
                // A sum sign takes all that follows, so that it is in brackets, too.
                text.push_str(&bracketed::<N>(term, is_sum(term)));
            }
            N::row(text)
        }
        Node::Product(factors) => product::<N>(factors),
        Node::Power(base, exponent) => {
            N::power(&bracketed::<N>(base, is_compound(base)), &expr::<N>(exponent))
        }
        Node::Call(function, arguments) => {
            let shown: Vec<String> = arguments.iter().map(expr::<N>).collect();
            N::call(*function, &shown.join(N::COMMA))
        }
        Node::Series(series) => {
            let Series { index, from, to, body } = &**series;
            let body = bracketed::<N>(body, is_sum(body));
            N::series(&name::<N>(index), &expr::<N>(from), &expr::<N>(to), &body)
        }
    }
}

fn bracketed<N: Notation>(part: &Expr, brackets: bool) -> String {
    let shown = expr::<N>(part);
    if brackets { N::brackets(&shown) } else { shown }
}

/// A fraction; or with a remainder factor after factor. `a/b c` is read from the left, so `c` is
/// above.
fn product<N: Notation>(factors: &[(Operation, Expr)]) -> String {
    if factors.iter().any(|(operation, _)| *operation == Operation::Mod) {
        let mut text = String::new();
        for (place, (operation, factor)) in factors.iter().enumerate() {
            let [times, over, remainder] = N::OPERATIONS;
            text.push_str(match operation {
                _ if place == 0 => "",
                Operation::Times => times,
                Operation::Over => over,
                Operation::Mod => remainder,
            });
            let product = N::PRODUCT_IN_BRACKETS && matches!(factor.node, Node::Product(_));
            text.push_str(&bracketed::<N>(factor, is_sum(factor) || product));
        }
        return N::row(text);
    }
    let of = |wanted| {
        let factors = factors.iter().filter(move |(operation, _)| *operation == wanted);
        factors.map(|(_, factor)| factor).collect::<Vec<_>>()
    };
    let (above, below) = (of(Operation::Times), of(Operation::Over));
    // A single one above or below a line needs no brackets.
    let alone = |factors: &[&Expr]| match factors {
        [] => N::ONE.to_owned(),
        [one] => expr::<N>(one),
        _ => beside::<N>(factors),
    };
    if below.is_empty() { beside::<N>(&above) } else { N::fraction(&alone(&above), &alone(&below)) }
}

/// Factors side by side, with a dot before a number.
fn beside<N: Notation>(factors: &[&Expr]) -> String {
    let mut text = String::new();
    for factor in factors {
        let product = matches!(factor.node, Node::Product(_));
        let shown = bracketed::<N>(factor, is_sum(factor) || product);
        if !text.is_empty() {
            text.push_str(N::before(factor, &shown));
        }
        text.push_str(&shown);
    }
    N::row(text)
}

/// Does it need brackets as a factor?
fn is_sum(expr: &Expr) -> bool {
    match &expr.node {
        Node::Sum(_) | Node::Series(_) => true,
        Node::Product(factors) => factors.iter().any(|(op, _)| *op == Operation::Mod),
        _ => false,
    }
}

/// Does it need brackets as the base of a power?
fn is_compound(expr: &Expr) -> bool {
    match &expr.node {
        Node::Name(_) => false,
        Node::Number(number) => number.decimal().is_none(),
        Node::Call(function, _) => !matches!(function, Function::Ceil | Function::Floor),
        _ => true,
    }
}

struct Latex;

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

struct MathMl;

fn math(inner: &str) -> String {
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
