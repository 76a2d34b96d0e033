//! From a text to a formula, with replaced names: `n` read as m. Before the formula is read, the signs around it and the
//! name before its first equals sign are taken off.

use thiserror::Error;

use super::lexer;
use super::{mentions, names, parser};
use crate::{
    Expr, ExprKind, Formula, MAX_LENGTH, ParseError, ParseErrorKind, Series, parse, words,
};
use hockney_base::diagnostic::Span;

/// How to read a formula: additional meanings of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    replacements: Vec<(String, Expr)>,
    /// Letters that are known besides those of the text.
    letters: Vec<String>,
}

/// Why a name cannot be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplaceError {
    /// It is not a name: `2 n`.
    #[error("`{0}` is not a name")]
    NoName(String),
    /// The replacement cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    /// The replacement is an equation or an order of growth.
    #[error("`{0}` is an equation or an order of growth")]
    NoCost(String),
}

impl Reading {
    /// Without additional meanings.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, where `name` stands for `replacement`: `with("n", "m")`. The usual meaning of the
    /// name is ignored; replacements are not applied to each other.
    pub fn with(mut self, name: &str, replacement: &str) -> Result<Self, ReplaceError> {
        let read = parse(name).ok();
        let plain = read.as_ref().and_then(Formula::expr).is_some_and(|expr| {
            matches!(expr.node, ExprKind::Name(_)) || words::canonical(name.trim()) == "d"
        });
        if !plain {
            return Err(ReplaceError::NoName(name.trim().to_owned()));
        }
        let name = words::canonical(&words::spelled(name.trim())).to_owned();
        let formula = parse(replacement)?;
        let Some(expr) = formula.expr() else {
            return Err(ReplaceError::NoCost(replacement.trim().to_owned()));
        };
        self.replacements.retain(|(other, _)| *other != name);
        self.replacements.push((name, expr.clone()));
        Ok(self)
    }

    /// The same beside another text, whose letters are known in this one, too: `tn` beside `t n` is a product.
    #[must_use]
    pub fn beside(mut self, other: &str) -> Self {
        self.letters.extend(lexer::alone(other));
        self
    }

    /// Reads a formula in plain notation, Unicode, HTML, Markdown or LaTeX.
    pub fn read(&self, text: &str) -> Result<Formula, ParseError> {
        if text.len() > MAX_LENGTH {
            let start = text.floor_char_boundary(MAX_LENGTH);
            return Err(ParseError::new(start..start, ParseErrorKind::TooLong));
        }
        let (name, span) = left(text, unwrapped(text))?;
        let own: Vec<String> = self.replacements.iter().map(|(name, _)| name.clone()).collect();
        let known = own.iter().chain(&self.letters).cloned().collect();
        let (mut tokens, latex) = lexer::tokens(text, span, known)?;
        let names = names::resolve(text, &mut tokens, &own);
        let mut formula = parser::formula(text, &tokens, latex, name, names)?;
        if !self.replacements.is_empty() {
            for link in &mut formula.links {
                link.expr = self.replaced(&link.expr)?;
            }
        }
        Ok(formula)
    }

    fn replaced(&self, expr: &Expr) -> Result<Expr, ParseError> {
        match &expr.node {
            ExprKind::Name(name) => {
                let found = self.replacements.iter().find(|(other, _)| other == name);
                let node = found.map_or(&expr.node, |(_, with)| &with.node);
                return Ok(Expr::new(node.clone(), expr.span));
            }
            ExprKind::Series(series) => {
                let Series { index, body, .. } = &**series;
                let meant = |(name, with): &(String, Expr)| {
                    name == index || (mentions(with, index) && mentions(body, name))
                };
                if self.replacements.iter().any(meant) {
                    let kind = ParseErrorKind::SymbolAsIndex(index.clone());
                    return Err(ParseError::new(expr.span, kind));
                }
            }
            _ => {}
        }
        expr.with_parts(|part| self.replaced(part))
    }
}

/// No name of a cost has more bytes.
const LONGEST: usize = 200;

/// The name on the left of `span`, and the part behind it, which begins with `=` or `≈`.
fn left(text: &str, span: Span) -> Result<(Option<String>, Span), ParseError> {
    let inside = &text[span.start..span.end];
    let Some((at, length)) = relation(inside) else { return Ok((None, span)) };
    let before = inside[..at].trim();
    let Some(name) = name(before).filter(|_| before.len() < LONGEST) else {
        return Ok((None, span));
    };
    let canonical = words::canonical(&name);
    let alias = words::alias_of(&words::spelled(&name)).is_some() && !name.starts_with('T');
    if words::is_symbol(canonical) || alias {
        let kind = ParseErrorKind::Definition(canonical.to_owned());
        return Err(ParseError::new(span.start..span.start + at + length, kind));
    }
    Ok((Some(name), Span::new(span.start + at, span.end)))
}

/// The first sign of an equation outside of all brackets, and its length.
fn relation(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '=' | '＝' | '≈' | '≃' | '~' => return Some((at, c.len_utf8())),
            ':' if text[at..].starts_with(":=") => return Some((at, 2)),
            '\\' if text[at..].starts_with("\\approx") => return Some((at, 7)),
            _ => {}
        }
    }
    None
}

/// `T`, `T_{comm}`, `T_{gather}^{2D}`, `T(p)`, `Total cost`: letters without a meaning of their
/// own, with subscripts, superscripts and brackets.
fn name(text: &str) -> Option<String> {
    let text = unadorned(text);
    let text = text.trim();
    let (head, brackets) = match text.find(['(', '（']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    };
    let head = head.trim();
    if !head.starts_with(char::is_alphabetic) {
        return None;
    }
    if !brackets.is_empty() {
        let one = brackets.ends_with([')', '）']) && brackets.matches(['(', '（']).count() == 1;
        // r(c-1) = .. is a product; T(p), t(n), C(p) and Cost(p) are not.
        let costs = head.starts_with(['T', 't', 'C', 'W']) || head.chars().count() > 2;
        if !one || !costs || words::all_known(head) || words::whole(head).is_some() {
            return None;
        }
    }
    if head.contains(char::is_whitespace) {
        let words = head.split_whitespace();
        let sentence = head.chars().all(|c| c.is_alphabetic() || " ,-_".contains(c))
            && words.clone().all(|word| !words::all_known(word))
            && words.clone().any(|word| word.chars().count() > 2);
        let log = words.clone().any(|word| word == "log" || word.contains("log"));
        return (sentence && !log).then(|| words.collect::<Vec<_>>().join(" "));
    }
    // p^2 = .. is a side, T^{2D} = .. is none.
    let below_power = head.split('^').next().unwrap_or(head);
    if below_power.len() < head.len() && words::all_known(below_power) {
        return None;
    }
    let base = head.split(['_', '^']).next().unwrap_or(head);
    let letters = base.chars().all(|c| c.is_alphabetic() || c.is_ascii_digit());
    let scripts = head[base.len()..].chars().all(|c| c.is_alphanumeric() || "_^-*,".contains(c));
    // A product of symbols is a side; a single symbol is what the caller complains about.
    let product = words::all_known(head) && !words::is_symbol(words::canonical(head));
    let sum = matches!(base, "sum" | "Σ");
    (letters && scripts && !product && !sum).then(|| head.to_owned())
}

/// Without the signs of LaTeX and HTML that only set letters.
fn unadorned(text: &str) -> String {
    const LOOKS: &str = "\\begin{align*} \\begin{align} \\begin{aligned} \\begin{equation} \
                         \\begin{equation*} \\begin{split} \\text \\mathrm \\mathit \\operatorname \
                         \\textrm \\mathbf \\left \\right </sub> <i> </i> $ { } & ** `";
    let mut plain = without_blanks_below(&text.replace("<sub>", "_"));
    for looks in LOOKS.split(' ') {
        plain = plain.replace(looks, "");
    }
    // Blanks around a subscript, as text recognition leaves them.
    let mut tight = String::new();
    for part in plain.replace("\\_", "_").split_inclusive(['_', '^']) {
        tight.push_str(if tight.ends_with(['_', '^']) { part.trim_start() } else { part });
        if tight.ends_with(['_', '^']) {
            let sign = tight.pop();
            tight.truncate(tight.trim_end().len());
            tight.extend(sign);
        }
    }
    tight
}

/// Without blanks inside of subscripts and superscripts: `T_{\text{comm, 1}}`.
fn without_blanks_below(text: &str) -> String {
    let (mut made, mut depth) = (String::new(), 0_usize);
    for c in text.chars() {
        match c {
            '{' if depth > 0 || made.trim_end().ends_with(['_', '^']) => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 && c.is_whitespace() => continue,
            _ => {}
        }
        made.push(c);
    }
    made
}

/// The part of `text` that is the formula.
fn unwrapped(text: &str) -> Span {
    const PAIRS: [(&str, &str); 8] = [
        ("$$", "$$"),
        ("$", "$"),
        ("\\(", "\\)"),
        ("\\[", "\\]"),
        ("```", "```"),
        ("`", "`"),
        ("**", "**"),
        ("{", "}"),
    ];
    let mut span = trimmed(text, Span::new(0, text.len()));
    loop {
        let inside = &text[span.start..span.end];
        // A full stop behind the closing sign belongs to the sentence around.
        let bare = inside.trim_end_matches(['.', ',', ';', '。', '，']).trim_end();
        let wrapping = PAIRS.iter().find(|(open, close)| {
            bare.len() >= open.len() + close.len()
                && bare.starts_with(open)
                && bare.ends_with(close)
                && closes_last(&bare[open.len()..bare.len() - close.len()], open, close)
        });
        let Some((open, close)) = wrapping else { return span };
        let end = span.start + bare.len() - close.len();
        span = trimmed(text, Span::new(span.start + open.len(), end));
    }
}

/// Whether the mark behind a text closes the one before it, and none between does.
fn closes_last(inside: &str, open: &str, close: &str) -> bool {
    if open != "{" || inside.contains("\\over") {
        return open != "{" && !inside.contains(close);
    }
    let mut depth = 0_i64;
    inside.chars().all(|c| {
        depth += i64::from(c == '{') - i64::from(c == '}');
        depth >= 0
    })
}

fn trimmed(text: &str, span: Span) -> Span {
    let inside = &text[span.start..span.end];
    let start = span.start + inside.len() - inside.trim_start().len();
    Span::new(start, start + inside.trim().len())
}
