//! Formulas as people write them, each beside its meaning in a spelling for machines: both come to
//! the same number at exact points, or the formula is refused where it has no sure meaning.

use hockney_base::diagnostic::Source;
use hockney_base::number::Rational;
use hockney_formula::{Bindings, parse};
use serde_json::Value as Json;

#[test]
fn collected_formulas_are_read_as_they_are_meant() {
    let text = hockney_testing::text("tests/formulas/collected.json");
    let cases: Vec<Json> = serde_json::from_str(&text).expect("JSON");
    assert!(cases.len() > 100);
    let mut wrong = Vec::new();
    for case in &cases {
        let (text, means) = (case["text"].as_str().expect("a text"), case["means"].as_str());
        if let Err(why) = check(text, means) {
            wrong.push(format!("{text}\n  means {}\n  {why}", means.unwrap_or("nothing")));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

fn check(text: &str, means: Option<&str>) -> Result<(), String> {
    let formula = match (parse(text), means) {
        (Err(_), None) => return Ok(()),
        (Ok(formula), None) => return Err(format!("read as {formula}")),
        (Err(error), _) => return Err(error.diagnostic().render(&Source::new("text", text))),
        (Ok(formula), _) => formula,
    };
    let means = means.unwrap_or_default();
    if means == "growth" {
        let growth = formula.links().iter().all(|link| link.growth.is_some());
        return if growth { Ok(()) } else { Err(format!("read as {formula}")) };
    }
    // Sides of a square and of a cube, and powers of two: everything stays rational.
    for (p, m) in [(64, 2), (64, 3), (4096, 1)] {
        let point = Point { p, m };
        let mut bindings = Bindings::new();
        for name in NAMES {
            bindings.set(name, point.value(name));
        }
        let value = formula.evaluate(&bindings).map_err(|error| error.to_string())?;
        let expected = Machine { text: means.as_bytes(), at: 0, point }.sum();
        if value.as_rational().as_ref() != Some(&expected) {
            return Err(format!("read as {formula}: {value}, not {expected}, at p = {p}"));
        }
    }
    Ok(())
}

const NAMES: [&str; 20] = [
    "p",
    "m",
    "t_s",
    "t_w",
    "t_h",
    "n",
    "P",
    "N",
    "Q",
    "M",
    "L",
    "o",
    "g",
    "i",
    "r",
    "x",
    "gamma",
    "message_size",
    "q",
    "k",
];

#[derive(Clone, Copy)]
struct Point {
    p: u32,
    m: u32,
}

impl Point {
    fn value(self, name: &str) -> Rational {
        let whole = match name {
            "p" | "P" | "N" => self.p,
            "m" => self.m,
            // A vector of n words on p nodes.
            "n" => self.p * self.m,
            "t_s" | "ts" | "alpha" => 1009,
            "t_w" | "tw" | "beta" => 101,
            "t_h" | "th" => 10007,
            "d" => self.p.ilog2(),
            "Q" => 16,
            "M" => 7,
            "L" => 11,
            "o" => 13,
            "g" => 17,
            "i" => 5,
            "r" => 2,
            "x" => 3,
            "gamma" => 19,
            "message_size" => 23,
            "q" => 29,
            "k" => 31,
            _ => panic!("{name} has no value here"),
        };
        Rational::from(whole)
    }
}

/// The spelling for machines: `+ - * / **`, brackets, and functions with brackets.
struct Machine<'a> {
    text: &'a [u8],
    at: usize,
    point: Point,
}

impl Machine<'_> {
    fn eat(&mut self, sign: &str) -> bool {
        let found = self.text[self.at..].starts_with(sign.as_bytes());
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn sum(&mut self) -> Rational {
        let mut total = self.product();
        loop {
            if self.eat("+") {
                total += self.product();
            } else if self.eat("-") {
                total -= self.product();
            } else {
                return total;
            }
        }
    }

    fn product(&mut self) -> Rational {
        let mut total = self.power();
        loop {
            if self.text[self.at..].starts_with(b"**") {
                return total;
            } else if self.eat("*") {
                total *= self.power();
            } else if self.eat("/") {
                total = total.checked_div(&self.power()).expect("no division by zero");
            } else {
                return total;
            }
        }
    }

    fn power(&mut self) -> Rational {
        let base = self.atom();
        if !self.eat("**") {
            return base;
        }
        let exponent = self.power();
        let small = |number: &Rational| {
            u32::try_from(number.to_u64().expect("not below zero")).expect("small")
        };
        let whole = base.pow(small(&exponent.numerator()));
        whole.exact_root(small(&exponent.denominator())).expect("a power")
    }

    fn atom(&mut self) -> Rational {
        if self.eat("-") {
            return -self.atom();
        }
        if self.eat("(") {
            let inside = self.sum();
            assert!(self.eat(")"));
            return inside;
        }
        let start = self.at;
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        while self.text.get(self.at).is_some_and(word) {
            self.at += 1;
        }
        let text = std::str::from_utf8(&self.text[start..self.at]).expect("ASCII");
        if let Ok(number) = text.parse() {
            return number;
        }
        if !self.eat("(") {
            return self.point.value(text);
        }
        let first = self.sum();
        let value = match text {
            "log2" => Rational::from(first.floor_log2().expect("above zero")),
            "sqrt" => first.exact_root(2).expect("a square"),
            "ceil" => first.ceil(),
            "floor" => first.floor(),
            "min" if self.eat(",") => first.min(self.sum()),
            _ => panic!("{text} is no function"),
        };
        assert!(self.eat(")"));
        value
    }
}
