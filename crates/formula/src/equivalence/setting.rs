//! Which values are in question: what is given of the symbols, and the family of sizes that the formulas mention.
//!
//! A formula with √p means squares, one with log p powers of two, and one that rounds means any p.

use crate::normal_form::{Names, is_real, lcm};
use crate::{
    Bindings, Expr, ExprKind, FactorRole, Formula, Function, ParseError, Reading, evaluate, words,
};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::Rational;

/// The known facts about the symbols: `p = 2^d`, `p = a b`, `p >= 2`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The meaning of names.
    pub(super) meanings: Vec<(String, Expr)>,
    /// From where on whole symbols count.
    least: Vec<(String, i64)>,
    /// The growth of which symbols matters.
    pub(super) growing: Vec<String>,
}

impl Given {
    /// Adds `p = 2^d`, `p = a b` or `p >= 2`.
    pub fn add(&mut self, text: &str) -> Result<(), Diagnostic> {
        let bad = |span: std::ops::Range<usize>, message: &str| {
            Diagnostic::new(message.to_owned())
                .at(span)
                .help("write a name, a sign and a value: p = 2^d, p = a*b, p >= 2")
        };
        let Some((sign, least)) =
            text.find(">=").map(|at| (at, true)).or_else(|| text.find('=').map(|at| (at, false)))
        else {
            return Err(bad(0..text.len(), "expected a condition on a symbol"));
        };
        let name = text[..sign].trim();
        let start = sign + if least { 2 } else { 1 };
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() || !plain || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(bad(0..sign, "expected a name before the sign"));
        }
        let name = words::canonical(name).to_owned();
        let meaning = read(&text[start..]).map_err(|error| {
            error.diagnostic().at(Span::new(error.span.start + start, error.span.end + start))
        })?;
        let Some(meaning) = meaning.expr().filter(|_| meaning.name().is_none()) else {
            return Err(bad(start..text.len(), "expected one value after the sign"));
        };
        if least {
            let ExprKind::Number(number) = &meaning.node else {
                return Err(bad(start..text.len(), "expected a number after the sign"));
            };
            let Some(number) = number.to_i64() else {
                return Err(bad(start..text.len(), "expected a whole number after the sign"));
            };
            self.least.retain(|(known, _)| *known != name);
            self.least.push((name, number));
            return Ok(());
        }
        if self.meanings.iter().any(|(known, _)| *known == name) {
            return Err(bad(0..sign, &format!("{name} is given twice")));
        }
        let names = names(meaning);
        let round = |name: &String| {
            self.meanings.iter().any(|(known, _)| known == name) || names.contains(name)
        };
        if round(&name) || names.iter().any(|n| self.meanings.iter().any(|(k, _)| k == n)) {
            let round = "the value contains the name itself or another given name";
            return Err(bad(start..text.len(), round));
        }
        if name == "d" {
            return Err(bad(0..sign, "d is log2 p; give p instead"));
        }
        let family = name == "p" && base_of(meaning, "d") == Some(&2.into());
        if names.iter().any(|name| name == "d") && !family {
            return Err(bad(start..text.len(), "d is log2 p; use another letter here"));
        }
        self.meanings.push((name, meaning.clone()));
        Ok(())
    }

    /// The meaning of names, in the order in which they were given.
    pub fn meanings(&self) -> &[(String, Expr)] {
        &self.meanings
    }

    /// From where on whole symbols count.
    pub fn least(&self) -> &[(String, i64)] {
        &self.least
    }

    /// Names the symbols whose growth matters, instead of p.
    pub fn grow(&mut self, names: &str) {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        self.growing = names.map(|name| words::canonical(name).to_owned()).collect();
    }
}

/// Here d is a letter, where a formula without p would take it for log2 p.
fn read(text: &str) -> Result<Formula, ParseError> {
    const STAND_IN: &str = "k_999999";
    let reading = Reading::new().with("d", STAND_IN).unwrap_or_default();
    let formula = reading.read(text)?;
    Ok(formula.renamed(STAND_IN, "d").unwrap_or(formula))
}

/// The number of which it is a power with this exponent: 2 of `2^d`.
fn base_of<'e>(power: &'e Expr, exponent: &str) -> Option<&'e Rational> {
    let ExprKind::Power(base, by) = &power.node else { return None };
    let is_it = matches!(&by.node, ExprKind::Name(name) if name == exponent);
    if let ExprKind::Number(base) = &base.node { Some(base).filter(|_| is_it) } else { None }
}

/// The values that are in question.
#[derive(Clone, Debug, Default)]
pub(super) struct Setting {
    pub(super) names: Names,
    /// The names that occur, p first, with those that stand for something.
    pub(super) mentioned: Vec<String>,
    /// The whole symbols that have values of their own.
    pub(super) whole: Vec<String>,
    /// The symbols that need not be whole, besides m and the times.
    pub(super) real: Vec<String>,
    /// Families that were taken for granted, and what was given.
    pub(super) assuming: Vec<String>,
    /// The symbols that are rounded: other sizes are possible.
    pub(super) rounded: Vec<Usage>,
}

impl Setting {
    /// The family that the formulas mention.
    pub(super) fn new(exprs: &[&Expr], given: &Given) -> Self {
        Self::with_families(exprs, given, true)
    }

    /// No family but what is given.
    pub(super) fn any_size(exprs: &[&Expr], given: &Given) -> Self {
        Self::with_families(exprs, given, false)
    }

    fn with_families(exprs: &[&Expr], given: &Given, families: bool) -> Self {
        let usages = usages(exprs);
        let mentioned = usages.iter().map(|usage| usage.name.clone()).collect();
        let mut setting = Self { mentioned, ..Self::default() };
        setting.mentioned.sort_by_key(|name| (name != "p", is_real(name)));
        let mentions = |name: &str| usages.iter().any(|usage| usage.name == name);
        for (name, meaning) in &given.meanings {
            if mentions(name) || (name == "p" && mentions("d")) {
                setting.names.given.push((name.clone(), meaning.clone()));
                setting.assuming.push(format!("{name} = {meaning}"));
            }
        }
        let p_is_given = setting.names.given.iter().any(|(name, _)| name == "p");
        setting.names.d_is_log_p = mentions("d") && (mentions("p") || p_is_given);
        let log = setting.names.d_is_log_p;
        for usage in &usages {
            let (name, mut usage) = (&usage.name, usage.clone());
            if usage.name == "p" {
                usage.log |= log;
            }
            let known = given.meanings.iter().any(|(known, _)| known == name);
            if known || is_real(name) || (name == "d" && log) {
                continue;
            }
            if usage.rounded {
                setting.rounded.push(usage);
            } else if let Some(meaning) = setting.family(&usage).filter(|_| families) {
                setting.assuming.push(format!("{name} = {meaning}"));
                setting.names.given.push((name.clone(), meaning));
            }
        }
        setting.free_names();
        setting.least(given);
        setting
    }

    /// The sizes that a formula with these logarithms and roots means.
    pub(super) fn family(&self, usage: &Usage) -> Option<Expr> {
        let place = Span::default();
        let name = |letter| Expr::new(ExprKind::Name(letter), place);
        let p = usage.name == "p";
        if usage.log && usage.root <= 16 {
            let d = (p && usage.root == 1).then(|| "d".to_owned());
            let letter = d.unwrap_or_else(|| self.letter(&["k", "j", "h", "g"]));
            let base = Expr::number(1_u32 << usage.root, place);
            return Some(Expr::power(base, name(letter), place));
        }
        if usage.root > 1 && usage.root <= 16 {
            let letter = self.letter(&["q", "s", "u", "v"]);
            return Some(Expr::power(name(letter), Expr::number(usage.root, place), place));
        }
        None
    }

    /// A letter that stands for nothing yet.
    fn letter(&self, letters: &[&str]) -> String {
        let numbered =
            (1..).flat_map(|n| letters.iter().map(move |letter| format!("{letter}_{n}")));
        let mut all = letters.iter().map(|letter| (*letter).to_owned()).chain(numbered);
        let taken = |letter: &String| {
            self.mentioned.contains(letter)
                || self.names.given.iter().any(|(_, meaning)| names(meaning).contains(letter))
        };
        all.find(|letter| !taken(letter)).unwrap_or_default()
    }

    fn free_names(&mut self) {
        let mut free: Vec<String> = Vec::new();
        for name in &self.mentioned {
            let log_p = name == "d" && self.names.d_is_log_p;
            let own = if self.names.meaning(name).is_none() && log_p { "p" } else { name };
            match self.names.meaning(own) {
                Some(meaning) => free.extend(names(meaning)),
                None => free.push(own.to_owned()),
            }
        }
        let mut seen = Vec::new();
        for name in free {
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
        // Where p is 2^d, d is a symbol like any other.
        if seen.iter().any(|name| name == "d") {
            self.names.d_is_log_p = false;
        }
        (self.real, self.whole) = seen.into_iter().partition(|name| is_real(name));
        self.real.retain(|name| !matches!(&**name, "m" | "t_s" | "t_w" | "t_h"));
    }

    /// Exponents of families begin with 0, all else with 1 or what is given.
    fn least(&mut self, given: &Given) {
        for name in &self.whole {
            let exponent =
                self.names.given.iter().any(|(_, meaning)| base_of(meaning, name).is_some());
            if exponent || name == "d" {
                self.names.least.push((name.clone(), 0));
            }
        }
        for (name, bound) in &given.least {
            if let Some(meaning) = self.names.meaning(name) {
                // The least value of the one letter for which the size is large enough.
                let letters = names(meaning);
                let [letter] = &letters[..] else { continue };
                let least = self.names.least_of(letter);
                let reached = (least..least + 64).find(|value| {
                    let size = evaluate(meaning, &Bindings::new().with(letter, *value));
                    let size = size.ok().and_then(|size| size.as_rational());
                    size.is_some_and(|size| size >= Rational::from(*bound))
                });
                if let Some(reached) = reached {
                    self.names.least.retain(|(known, _)| known != letter);
                    self.names.least.push((letter.clone(), reached));
                    self.assuming.push(format!("{name} >= {bound}"));
                }
            } else if self.whole.contains(name) {
                let own = self.names.least_of(name);
                self.names.least.retain(|(known, _)| known != name);
                self.names.least.push((name.clone(), own.max(*bound)));
                self.assuming.push(format!("{name} >= {bound}"));
            }
        }
    }
}

/// How one symbol is spoken of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) name: String,
    /// Is the logarithm taken of it, or of a product with it?
    pub(super) log: bool,
    /// The least number that the degrees of its roots divide.
    pub(super) root: u32,
    /// Is something rounded that depends on it?
    pub(super) rounded: bool,
}

/// The usage of every free name, in the order of their first appearance.
pub(super) fn usages(exprs: &[&Expr]) -> Vec<Usage> {
    let mut found = Vec::new();
    for expr in exprs {
        expr.visit(&mut Vec::new(), &mut |part, bound| mark(part, bound, &mut found));
    }
    found
}

/// The free names, each once, in the order of their first appearance.
pub(super) fn names(expr: &Expr) -> Vec<String> {
    let mut found = Vec::new();
    expr.visit(&mut Vec::new(), &mut |part, bound| match &part.node {
        ExprKind::Name(name) if !bound.contains(name) && !found.contains(name) => {
            found.push(name.clone());
        }
        _ => {}
    });
    found
}

fn usage<'a>(found: &'a mut Vec<Usage>, name: &str) -> &'a mut Usage {
    let place = found.iter().position(|usage| usage.name == name).unwrap_or_else(|| {
        found.push(Usage { name: name.to_owned(), root: 1, ..Usage::default() });
        found.len() - 1
    });
    &mut found[place]
}

/// The facts that one part adds about the names in it.
fn mark(expr: &Expr, bound: &[String], found: &mut Vec<Usage>) {
    match &expr.node {
        ExprKind::Name(name) if !bound.contains(name) => {
            usage(found, name);
        }
        ExprKind::Product(factors) => {
            // A remainder rounds all before it, and what it is by.
            let last = factors.iter().rposition(|(operation, _)| *operation == FactorRole::Mod);
            let rounded = last.map_or(0, |last| last + 1);
            factors.iter().take(rounded).for_each(|(_, of)| mark_rounded(of, bound, found));
        }
        ExprKind::Power(base, exponent) => {
            if names(exponent).is_empty()
                && let Ok(value) = evaluate(exponent, &Bindings::new())
                && let Some(degree) = value.as_rational().and_then(|n| n.denominator().to_u64())
                && let Ok(degree @ 2..) = u32::try_from(degree)
            {
                mark_root(base, degree, bound, found);
            }
        }
        ExprKind::Call(function, arguments) => {
            for argument in arguments {
                match function {
                    Function::Log2 => {
                        mark_product(argument, bound, &mut |name| usage(found, name).log = true);
                    }
                    Function::Sqrt => mark_root(argument, 2, bound, found),
                    Function::Ceil | Function::Floor => mark_rounded(argument, bound, found),
                    Function::Ln | Function::Min | Function::Max => {}
                }
            }
        }
        ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::Sum(_) | ExprKind::Series(_) => {}
    }
}

fn mark_root(expr: &Expr, degree: u32, bound: &[String], found: &mut Vec<Usage>) {
    mark_product(expr, bound, &mut |name| {
        let usage = usage(found, name);
        usage.root = lcm(usage.root, degree);
    });
}

fn mark_rounded(expr: &Expr, bound: &[String], found: &mut Vec<Usage>) {
    for name in names(expr).iter().filter(|name| !bound.contains(name)) {
        usage(found, name).rounded = true;
    }
}

/// The names of a product: `p`, `2 p`, `(p/2)^3`, but none of `p - 1`.
fn mark_product(expr: &Expr, bound: &[String], mark: &mut dyn FnMut(&str)) {
    match &expr.node {
        ExprKind::Name(name) if !bound.contains(name) => mark(name),
        ExprKind::Product(factors)
            if factors.iter().all(|(operation, _)| *operation != FactorRole::Mod) =>
        {
            for (_, factor) in factors {
                mark_product(factor, bound, mark);
            }
        }
        ExprKind::Power(base, _) => mark_product(base, bound, mark),
        ExprKind::Call(Function::Sqrt, arguments) => {
            for argument in arguments {
                mark_product(argument, bound, mark);
            }
        }
        _ => {}
    }
}
