//! Terms: formulas as trees, and the reader of their texts.
//!
//! ```text
//! sum      = [ "-" ] product { ( "+" | "-" ) product }
//! product  = power { [ "*" | "/" | "mod" ] power }
//! power    = factor [ "^" power ]
//! factor   = number | name | "(" sum ")" | function "(" sum { "," sum } ")" | log factor
//! function = "floor" | "ceil" | "min" | "max"
//! log      = "log" | "log2" | "log_" number
//! name     = letter { letter | digit | "_" } [ "[" .. "]" ]
//! ```
//!
//! This is the [`FORMULA`] dialect. The dialect of a hand-written line has its own order of operations, and names of one
//! letter; it is in the crate that reads lines.

use thiserror::Error;

use crate::diagnostic::Span;
use crate::number::Rational;

/// What a formula does with the terms in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// The logarithm to base 2.
    Log2,
    /// The greatest whole number not above it.
    Floor,
    /// The least whole number not below it.
    Ceil,
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The first divided by the second.
    Quotient,
    /// The first to the power of the second.
    Power,
    /// The remainder of the first divided by the second.
    Mod,
    /// The bits in which two whole numbers differ.
    Xor,
}

/// The functions that are written by their names.
const NAMED: [(&str, Function); 5] = [
    ("log2", Function::Log2),
    ("floor", Function::Floor),
    ("ceil", Function::Ceil),
    ("min", Function::Min),
    ("max", Function::Max),
];

impl Function {
    /// The written name; empty for an operation.
    pub fn name(self) -> &'static str {
        NAMED.iter().find(|(_, function)| *function == self).map_or("", |(name, _)| name)
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(Rational),
    /// A name.
    Name(String),
    /// A function of terms.
    Apply(Function, Vec<Term>),
}

impl Term {
    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Term::Number(Rational::from(number))
    }

    /// A name.
    pub fn name(name: &str) -> Self {
        Term::Name(name.to_owned())
    }

    /// A formula that the program itself states. A text that is none is a name without a meaning, which is refused.
    pub fn of(text: &str) -> Self {
        Term::read(text).unwrap_or_else(|_| Term::name(text))
    }

    /// A function of two terms. A sum or product of many stays flat.
    #[must_use]
    pub fn joined(self, function: Function, other: Term) -> Self {
        let long = matches!(function, Function::Sum | Function::Product);
        match self {
            Term::Apply(own, mut of) if long && own == function => {
                of.push(other);
                Term::Apply(own, of)
            }
            one => Term::Apply(function, vec![one, other]),
        }
    }

    /// The sum with another.
    #[must_use]
    pub fn plus(self, other: Term) -> Self {
        self.joined(Function::Sum, other)
    }

    /// The difference to another.
    #[must_use]
    pub fn minus(self, other: Term) -> Self {
        self.plus(Term::whole(-1).times(other))
    }

    /// The product with another.
    #[must_use]
    pub fn times(self, other: Term) -> Self {
        self.joined(Function::Product, other)
    }

    /// The quotient by another.
    #[must_use]
    pub fn over(self, other: Term) -> Self {
        self.joined(Function::Quotient, other)
    }

    /// The terms of which it consists.
    pub fn parts(&self) -> &[Term] {
        match self {
            Term::Number(_) | Term::Name(_) => &[],
            Term::Apply(_, of) => of,
        }
    }

    /// The same of other parts.
    #[must_use]
    pub fn map(&self, part: &mut dyn FnMut(&Term) -> Term) -> Self {
        match self {
            Term::Number(_) | Term::Name(_) => self.clone(),
            Term::Apply(function, of) => Term::Apply(*function, of.iter().map(part).collect()),
        }
    }

    /// Whether it contains a name.
    pub fn mentions(&self, name: &str) -> bool {
        matches!(self, Term::Name(own) if own == name)
            || self.parts().iter().any(|part| part.mentions(name))
    }

    /// The same with a name replaced by a term.
    #[must_use]
    pub fn with(&self, name: &str, value: &Term) -> Self {
        self.with_all(&[(name, value)])
    }

    /// The same with names replaced by terms, all at once.
    #[must_use]
    pub fn with_all(&self, values: &[(&str, &Term)]) -> Self {
        match self {
            Term::Name(own) if let Some((_, value)) = values.iter().find(|(of, _)| own == of) => {
                (*value).clone()
            }
            _ => self.map(&mut |part| part.with_all(values)),
        }
    }

    /// Reads a formula: the whole text.
    ///
    /// # Errors
    /// A text that is not a formula.
    pub fn read(text: &str) -> Result<Self, TermError> {
        let (term, end) = FORMULA.read(text, 0)?;
        let rest = text[end..].trim_start();
        if rest.is_empty() {
            Ok(term)
        } else {
            Err(Reader::at(text, text.len() - rest.len()).expected())
        }
    }
}

/// An operation between two terms.
pub type Binary = fn(Term, Term) -> Term;

/// How texts are read.
pub struct Dialect<'d> {
    /// The operations with their signs, from those that bind least to those that bind most.
    pub levels: &'d [&'d [(&'d str, Binary)]],
    /// The level of sums; operations that bind less have sums on their right.
    pub sums: usize,
    /// What opens and closes a bracket.
    pub brackets: &'d [(&'d str, &'d str)],
    /// The term for a name, if it is known.
    pub names: &'d dyn Fn(&str) -> Option<Term>,
    /// Whether it is written by hand: without functions, factors next to each other if the second is a name, `(mod 8)`
    /// behind a sum, `**` for a power, words in any case.
    pub by_hand: bool,
    /// The largest number of numbers, names and operations.
    pub longest: usize,
}

/// The dialect of formulas in rules, step costs and certificates.
pub const FORMULA: Dialect<'static> = Dialect {
    levels: &[
        &[("+", Term::plus), ("-", Term::minus)],
        &[
            ("*", Term::times),
            ("/", Term::over),
            ("mod", |one, other| one.joined(Function::Mod, other)),
        ],
    ],
    sums: 0,
    brackets: &[("(", ")")],
    names: &|name| Some(Term::name(name)),
    by_hand: false,
    longest: 10_000,
};

/// The most brackets in each other.
pub const DEEPEST: usize = 32;

/// Signs of a line that begin with an operation.
const NOT_SIGNS: [&str; 4] = ["->", "-->", "//", "**"];

/// Why a text is not a term, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct TermError {
    /// What is wrong.
    pub kind: TermErrorKind,
    /// Where.
    pub at: Span,
}

/// What can be wrong with a term.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TermErrorKind {
    /// Something else stands here: `2 +`, `$`.
    #[error("a number or a name belongs here")]
    Expected,
    /// A bracket without an end: `(2`.
    #[error("a closing bracket `{0}` belongs here")]
    Open(String),
    /// A number from 2^64 on.
    #[error("this number is too large")]
    Large,
    /// More than the most numbers, names and operations.
    #[error("this is too long")]
    Long,
    /// More than [`DEEPEST`] brackets in each other.
    #[error("these brackets are too deep")]
    Deep,
}

impl Dialect<'_> {
    /// Reads a term that begins at a place of a text, and returns where it ends.
    ///
    /// # Errors
    /// A text that does not begin with a term.
    pub fn read(&self, text: &str, start: usize) -> Result<(Term, usize), TermError> {
        let mut reader = Reader { dialect: self, ..Reader::at(text, start) };
        let term = reader.level(0)?;
        Ok((term, text[..reader.at].trim_end().len()))
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    dialect: &'t Dialect<'t>,
    /// The number of numbers, names and operations so far.
    parts: usize,
    /// The number of open brackets.
    open: usize,
}

type Read<T> = Result<T, TermError>;

impl<'t> Reader<'t> {
    fn at(text: &'t str, at: usize) -> Self {
        Reader { text, at, dialect: &FORMULA, parts: 0, open: 0 }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn run(&mut self, of: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let run = &rest[..rest.find(|c| !of(c)).unwrap_or(rest.len())];
        self.at += run.len();
        run
    }

    /// Takes a sign, if it stands here: a word only if no letter follows.
    fn takes(&mut self, sign: &str) -> bool {
        let Some((here, after)) = self.rest().split_at_checked(sign.len()) else { return false };
        let word = sign.starts_with(char::is_alphabetic);
        let same = here == sign || word && self.dialect.by_hand && here.eq_ignore_ascii_case(sign);
        let goes_on = word && after.starts_with(char::is_alphabetic)
            || NOT_SIGNS.iter().any(|not| not.len() > sign.len() && self.rest().starts_with(not));
        let taken = same && !goes_on;
        self.at += if taken { sign.len() } else { 0 };
        taken
    }

    fn error(&self, kind: TermErrorKind, from: usize) -> TermError {
        TermError { kind, at: Span::new(from, self.at) }
    }

    /// Another character than a term has, or the empty place behind the text.
    fn expected(&self) -> TermError {
        self.here(TermErrorKind::Expected)
    }

    fn here(&self, kind: TermErrorKind) -> TermError {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        TermError { kind, at: Span::new(self.at, self.at + length) }
    }

    /// Counts a number, a name or an operation.
    fn part(&mut self, term: Term) -> Read<Term> {
        if self.parts == self.dialect.longest {
            return Err(self.here(TermErrorKind::Long));
        }
        self.parts += 1;
        Ok(term)
    }

    /// Operations of a level and above, the first ones first.
    fn level(&mut self, level: usize) -> Read<Term> {
        let Dialect { levels, sums, by_hand, .. } = *self.dialect;
        let Some(signs) = levels.get(level) else { return self.power() };
        self.blanks();
        let negative = level == sums && !by_hand && self.takes("-");
        let mut term = self.level(level + 1)?;
        if negative {
            term = Term::whole(-1).times(term);
        }
        loop {
            self.blanks();
            let before = self.at;
            if by_hand && level == 0 && self.takes("(") {
                self.blanks();
                if self.takes("mod") {
                    term = term.joined(Function::Mod, self.level(sums)?);
                    self.close(")")?;
                    term = self.part(term)?;
                    continue;
                }
                self.at = before;
            }
            let last = level + 1 == levels.len();
            let join = match signs.iter().find(|(sign, _)| self.takes(sign)) {
                Some((_, join)) => *join,
                None if last && self.goes_on() => Term::times,
                None => return Ok(term),
            };
            let other = self.level((level + 1).max(sums))?;
            term = self.part(join(term, other))?;
        }
    }

    /// Whether a factor stands here.
    fn goes_on(&mut self) -> bool {
        if self.dialect.by_hand {
            let start = self.at;
            let known = (self.dialect.names)(self.word()).is_some();
            self.at = start;
            return known;
        }
        self.rest().starts_with(|c: char| c.is_alphanumeric() || c == '(')
    }

    fn power(&mut self) -> Read<Term> {
        let base = self.factor()?;
        self.blanks();
        let by_hand = self.dialect.by_hand;
        if !(self.takes("^") || by_hand && self.takes("**")) {
            return Ok(base);
        }
        let exponent = if by_hand { self.factor()? } else { self.deeper(self.at, Self::power)? };
        self.part(base.joined(Function::Power, exponent))
    }

    fn deeper<T>(&mut self, start: usize, read: impl Fn(&mut Self) -> Read<T>) -> Read<T> {
        self.open += 1;
        if self.open > DEEPEST {
            return Err(self.error(TermErrorKind::Deep, start));
        }
        let read = read(self)?;
        self.open -= 1;
        Ok(read)
    }

    fn factor(&mut self) -> Read<Term> {
        self.blanks();
        let start = self.at;
        let dialect = self.dialect;
        if let Some((_, close)) = dialect.brackets.iter().find(|(open, _)| self.takes(open)) {
            let inner = self.deeper(start, |inner| inner.level(0))?;
            self.close(close)?;
            return Ok(inner);
        }
        let digits = self.run(|c| c.is_ascii_digit());
        if !digits.is_empty() {
            let number = digits.parse::<u64>();
            let number = number.map_err(|_| self.error(TermErrorKind::Large, start))?;
            return self.part(Term::Number(number.into()));
        }
        let word = self.word();
        if !dialect.by_hand
            && let Some(of) = self.function(word)?
        {
            return Ok(of);
        }
        let Some(term) = (dialect.names)(word).filter(|_| !word.is_empty()) else {
            self.at = start;
            return Err(self.expected());
        };
        self.part(term)
    }

    /// A name, with the class of links in brackets behind it.
    fn word(&mut self) -> &'t str {
        let start = self.at;
        self.run(|c| c.is_alphanumeric() || c == '_');
        if !self.dialect.by_hand && self.rest().starts_with('[') {
            self.at += self.rest().find(']').map_or(0, |end| end + 1);
        }
        &self.text[start..self.at]
    }

    /// A function with this name, of the terms that follow.
    fn function(&mut self, name: &str) -> Read<Option<Term>> {
        let start = self.at;
        let log = |of: Term| Term::Apply(Function::Log2, vec![of]);
        let base = match name {
            "log" | "log2" => Some(2),
            _ => name.strip_prefix("log_").and_then(|base| base.parse().ok()),
        };
        if let Some(base) = base {
            let of = log(self.deeper(start, Self::factor)?);
            return Ok(Some(if base == 2 { of } else { of.over(log(Term::whole(base))) }));
        }
        let Some((_, function)) = NAMED.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        self.blanks();
        let (mut of, mut goes_on) = (Vec::new(), self.takes("("));
        while goes_on {
            of.push(self.deeper(start, |inner| inner.level(0))?);
            goes_on = self.takes(",");
        }
        if of.is_empty() || (of.len() > 1) != matches!(function, Function::Min | Function::Max) {
            return Err(self.expected());
        }
        self.close(")")?;
        self.part(Term::Apply(*function, of)).map(Some)
    }

    fn close(&mut self, close: &str) -> Read<()> {
        self.blanks();
        if self.takes(close) {
            Ok(())
        } else {
            Err(self.here(TermErrorKind::Open(close.to_owned())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a name that is found only where each part has it, and one that another begins with.
    #[test]
    fn a_name_may_stand_anywhere_in_a_term() {
        let of = Term::read("2*p + floor(m/3)").unwrap();
        assert!(of.mentions("p") && of.mentions("m"));
        assert!(!of.mentions("q") && !of.mentions("floor") && !Term::of("pp + 1").mentions("p"));
    }
}
