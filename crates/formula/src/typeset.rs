//! Formulas for readers of print: one walk over the tree, and a notation that says how each part is
//! written.

use crate::{Expr, ExprKind, FactorRole, Formula, Function, Growth, Link, Relation, Series, Sign};

impl Formula {
    /// In LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        formula(&LATEX, self)
    }

    /// In MathML, as one `math` element.
    pub fn to_mathml(&self) -> String {
        around(&MATH, &[&formula(&MATHML, self)])
    }
}

impl Link {
    /// In LaTeX, for mathematics mode.
    pub fn to_latex(&self) -> String {
        link(&LATEX, self)
    }

    /// In MathML, as one `math` element.
    pub fn to_mathml(&self) -> String {
        around(&MATH, &[&link(&MATHML, self)])
    }
}

/// How the parts of a formula are written. A list has the texts around the parts.
struct Notation {
    /// `=` and `≈` between the sides of a chain.
    relations: [&'static str; 2],
    /// The sign before a first term that is taken away.
    negative: &'static str,
    /// The signs before other terms: added, taken away.
    signs: [&'static str; 2],
    /// Between the factors of a product with a remainder: times, over, mod.
    operations: [&'static str; 3],
    /// Between the arguments of a function.
    comma: &'static str,
    /// Is a product in a product with a remainder in brackets?
    product_in_brackets: bool,
    /// The letters of the orders of growth: O, Theta, Omega.
    orders: [&'static str; 3],
    /// A number without a fraction.
    number: [&'static str; 2],
    /// Parts side by side, as one.
    row: [&'static str; 2],
    brackets: [&'static str; 2],
    /// What is above the line, and below it.
    fraction: [&'static str; 3],
    /// The base and the exponent.
    power: [&'static str; 3],
    /// The index, its first and last value, and the term.
    series: [&'static str; 5],
    /// A function of its arguments.
    call: fn(Function) -> [&'static str; 2],
    /// A letter with its subscript.
    name: fn(&str, Option<&str>) -> String,
    /// The sign before a factor that follows another one.
    before: fn(&Expr, &str) -> &'static str,
}

const LATEX: Notation = Notation {
    relations: [" = ", " \\approx "],
    negative: "-",
    signs: [" + ", " - "],
    operations: [" \\cdot ", " / ", " \\bmod "],
    comma: ", ",
    product_in_brackets: false,
    orders: ["O", "\\Theta", "\\Omega"],
    number: ["", ""],
    row: ["", ""],
    brackets: ["\\left(", "\\right)"],
    fraction: ["\\frac{", "}{", "}"],
    power: ["", "^{", "}"],
    series: ["\\sum_{", " = ", "}^{", "} ", ""],
    call: |function| match function {
        Function::Log2 => ["\\log_2 \\left(", "\\right)"],
        Function::Ln => ["\\ln \\left(", "\\right)"],
        Function::Sqrt => ["\\sqrt{", "}"],
        Function::Ceil => ["\\left\\lceil ", " \\right\\rceil"],
        Function::Floor => ["\\left\\lfloor ", " \\right\\rfloor"],
        Function::Min => ["\\min\\left(", "\\right)"],
        Function::Max => ["\\max\\left(", "\\right)"],
    },
    name: latex_name,
    before: |_, shown| {
        let number = shown.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            || shown.starts_with("\\frac");
        if number { " \\cdot " } else { " " }
    },
};

/// The element around a formula in MathML.
const MATH: [&str; 2] = ["<math xmlns=\"http://www.w3.org/1998/Math/MathML\">", "</math>"];

const MATHML: Notation = Notation {
    relations: ["<mo>=</mo>", "<mo>≈</mo>"],
    negative: "<mo>-</mo>",
    signs: ["<mo>+</mo>", "<mo>-</mo>"],
    operations: ["<mo>·</mo>", "<mo>/</mo>", "<mo>mod</mo>"],
    comma: "<mo>,</mo>",
    product_in_brackets: true,
    orders: ["<mi>O</mi>", "<mi>Θ</mi>", "<mi>Ω</mi>"],
    number: ["<mn>", "</mn>"],
    row: ["<mrow>", "</mrow>"],
    brackets: ["<mrow><mo>(</mo>", "<mo>)</mo></mrow>"],
    fraction: ["<mfrac>", "", "</mfrac>"],
    power: ["<msup>", "", "</msup>"],
    series: [
        "<mrow><munderover><mo>∑</mo><mrow>",
        "<mo>=</mo>",
        "</mrow>",
        "</munderover>",
        "</mrow>",
    ],
    call: |function| {
        const CLOSE: &str = "<mo>)</mo></mrow></mrow>";
        match function {
            Function::Sqrt => ["<msqrt>", "</msqrt>"],
            Function::Ceil => ["<mrow><mo>⌈</mo>", "<mo>⌉</mo></mrow>"],
            Function::Floor => ["<mrow><mo>⌊</mo>", "<mo>⌋</mo></mrow>"],
            Function::Log2 => ["<mrow><msub><mi>log</mi><mn>2</mn></msub><mrow><mo>(</mo>", CLOSE],
            Function::Ln => ["<mrow><mi>ln</mi><mrow><mo>(</mo>", CLOSE],
            Function::Min => ["<mrow><mi>min</mi><mrow><mo>(</mo>", CLOSE],
            Function::Max => ["<mrow><mi>max</mi><mrow><mo>(</mo>", CLOSE],
        }
    },
    name: mathml_name,
    before: |factor, _| {
        let number = |part: &Expr| matches!(part.node, ExprKind::Number(_));
        let numeric =
            number(factor) || matches!(&factor.node, ExprKind::Power(base, _) if number(base));
        if numeric { "<mo>·</mo>" } else { "<mo>&#x2062;</mo>" }
    },
};

fn latex_name(letter: &str, below: Option<&str>) -> String {
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

fn mathml_name(letter: &str, below: Option<&str>) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let letter = format!("<mi>{}</mi>", escape(letter));
    let Some(below) = below else { return letter };
    let tag = if below.chars().all(|c| c.is_ascii_digit()) { "mn" } else { "mi" };
    format!("<msub>{letter}<{tag}>{}</{tag}></msub>", escape(below))
}

fn formula(notation: &Notation, formula: &Formula) -> String {
    let mut text = formula.name().map(|of| name(notation, of)).unwrap_or_default();
    for (place, side) in formula.links().iter().enumerate() {
        let [equal, approximately] = notation.relations;
        text.push_str(match side.relation {
            Relation::Equal if place == 0 && formula.name().is_none() => "",
            Relation::Equal => equal,
            Relation::Approximately => approximately,
        });
        text.push_str(&link(notation, side));
    }
    text
}

fn link(notation: &Notation, link: &Link) -> String {
    let inner = expr(notation, &link.expr);
    let Some(growth) = link.growth else { return inner };
    let [o, theta, omega] = notation.orders;
    let letter = match growth {
        Growth::O => o,
        Growth::Theta => theta,
        Growth::Omega => omega,
    };
    letter.to_owned() + &around(&notation.brackets, &[&inner])
}

/// Parts, with what is written around them.
fn around(texts: &[&str], parts: &[&str]) -> String {
    let parts = parts.iter().copied().chain([""]);
    texts.iter().zip(parts).flat_map(|(text, part)| [*text, part]).collect()
}

/// A name as its letter and its subscript: `t_s`, `k_1`, `T_ring`.
fn name(notation: &Notation, name: &str) -> String {
    let split =
        name.split_once('_').filter(|(letter, below)| !letter.is_empty() && !below.is_empty());
    (notation.name)(split.map_or(name, |(letter, _)| letter), split.map(|(_, below)| below))
}

fn expr(notation: &Notation, part: &Expr) -> String {
    let inner = |part: &Expr| expr(notation, part);
    match &part.node {
        ExprKind::Number(number) => {
            let whole = |text: &str| around(&notation.number, &[text]);
            if let Some(decimal) = number.decimal() {
                return whole(&decimal);
            }
            let parts = [number.numerator(), number.denominator()];
            let [above, below] = parts.map(|part| whole(&part.to_string()));
            around(&notation.fraction, &[&above, &below])
        }
        ExprKind::Name(text) => name(notation, text),
        ExprKind::Sum(terms) => {
            let mut text = String::new();
            for (place, (sign, term)) in terms.iter().enumerate() {
                let [plus, minus] = notation.signs;
                text.push_str(match (place, sign) {
                    (0, Sign::Plus) => "",
                    (0, Sign::Minus) => notation.negative,
                    (_, Sign::Plus) => plus,
                    (_, Sign::Minus) => minus,
                });
                // A sum sign takes all that follows, so that it is in brackets, too.
                text.push_str(&bracketed(notation, term, is_sum(term)));
            }
            around(&notation.row, &[&text])
        }
        ExprKind::Product(factors) => product(notation, factors),
        ExprKind::Power(base, exponent) => {
            let base = bracketed(notation, base, is_compound(base));
            around(&notation.power, &[&base, &inner(exponent)])
        }
        ExprKind::Call(function, arguments) => {
            let shown: Vec<String> = arguments.iter().map(inner).collect();
            around(&(notation.call)(*function), &[&shown.join(notation.comma)])
        }
        ExprKind::Series(series) => {
            let Series { index, from, to, body } = &**series;
            let body = bracketed(notation, body, is_sum(body));
            let parts = [&name(notation, index), &inner(from), &inner(to), &body];
            around(&notation.series, &parts.map(String::as_str))
        }
    }
}

fn bracketed(notation: &Notation, part: &Expr, brackets: bool) -> String {
    let shown = expr(notation, part);
    if brackets { around(&notation.brackets, &[&shown]) } else { shown }
}

/// A fraction; or with a remainder factor after factor. `a/b c` is read from the left, so `c` is
/// above.
fn product(notation: &Notation, factors: &[(FactorRole, Expr)]) -> String {
    if factors.iter().any(|(operation, _)| *operation == FactorRole::Mod) {
        let mut text = String::new();
        for (place, (operation, factor)) in factors.iter().enumerate() {
            let [times, over, remainder] = notation.operations;
            text.push_str(match operation {
                _ if place == 0 => "",
                FactorRole::Times => times,
                FactorRole::Over => over,
                FactorRole::Mod => remainder,
            });
            let product =
                notation.product_in_brackets && matches!(factor.node, ExprKind::Product(_));
            text.push_str(&bracketed(notation, factor, is_sum(factor) || product));
        }
        return around(&notation.row, &[&text]);
    }
    let of = |wanted| {
        let factors = factors.iter().filter(move |(operation, _)| *operation == wanted);
        factors.map(|(_, factor)| factor).collect::<Vec<_>>()
    };
    let (above, below) = (of(FactorRole::Times), of(FactorRole::Over));
    // A single one above or below a line needs no brackets.
    let alone = |factors: &[&Expr]| match factors {
        [] => around(&notation.number, &["1"]),
        [one] => expr(notation, one),
        _ => beside(notation, factors),
    };
    if below.is_empty() {
        return beside(notation, &above);
    }
    around(&notation.fraction, &[&alone(&above), &alone(&below)])
}

/// Factors side by side, with a dot before a number.
fn beside(notation: &Notation, factors: &[&Expr]) -> String {
    let mut text = String::new();
    for factor in factors {
        let product = matches!(factor.node, ExprKind::Product(_));
        let shown = bracketed(notation, factor, is_sum(factor) || product);
        if !text.is_empty() {
            text.push_str((notation.before)(factor, &shown));
        }
        text.push_str(&shown);
    }
    around(&notation.row, &[&text])
}

/// Does it need brackets as a factor?
fn is_sum(expr: &Expr) -> bool {
    match &expr.node {
        ExprKind::Sum(_) | ExprKind::Series(_) => true,
        ExprKind::Product(factors) => factors.iter().any(|(op, _)| *op == FactorRole::Mod),
        _ => false,
    }
}

/// Does it need brackets as the base of a power?
fn is_compound(expr: &Expr) -> bool {
    match &expr.node {
        ExprKind::Name(_) => false,
        ExprKind::Number(number) => number.decimal().is_none(),
        ExprKind::Call(function, _) => !matches!(function, Function::Ceil | Function::Floor),
        _ => true,
    }
}
