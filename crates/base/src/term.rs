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

/// A function of a formula.
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
    /// The remainder of the first divided by the second.
    Mod,
    /// A whole number from 3 on to the power of the second.
    Power,
    /// The bits in which two whole numbers differ.
    Xor,
}

impl Function {
    /// The written name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Log2 => "log2",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Min => "min",
            Self::Max => "max",
            Self::Mod => "mod",
            Self::Power => "power",
            Self::Xor => "xor",
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(Rational),
    /// A name.
    Name(String),
    /// A sum.
    Sum(Vec<Term>),
    /// A product.
    Product(Vec<Term>),
    /// The first divided by the second.
    Quotient(Box<Term>, Box<Term>),
    /// The first to the power of the second.
    Power(Box<Term>, Box<Term>),
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

    /// The sum with another.
    #[must_use]
    pub fn plus(&self, other: &Term) -> Self {
        Term::Sum(vec![self.clone(), other.clone()])
    }

    /// The difference to another.
    #[must_use]
    pub fn minus(&self, other: &Term) -> Self {
        self.plus(&other.negative())
    }

    /// The negative.
    #[must_use]
    pub fn negative(&self) -> Self {
        Term::whole(-1).times(self)
    }

    /// The product with another.
    #[must_use]
    pub fn times(&self, other: &Term) -> Self {
        Term::Product(vec![self.clone(), other.clone()])
    }

    /// The quotient by another.
    #[must_use]
    pub fn over(&self, other: &Term) -> Self {
        Term::Quotient(Box::new(self.clone()), Box::new(other.clone()))
    }

    /// 2 to this power.
    #[must_use]
    pub fn power_of_two(&self) -> Self {
        Term::Power(Box::new(Term::whole(2)), Box::new(self.clone()))
    }

    /// A function of it.
    #[must_use]
    pub fn apply(self, function: Function) -> Self {
        Term::Apply(function, vec![self])
    }

    /// The terms of which it consists.
    pub fn parts(&self) -> Vec<&Term> {
        match self {
            Term::Number(_) | Term::Name(_) => Vec::new(),
            Term::Sum(of) | Term::Product(of) | Term::Apply(_, of) => of.iter().collect(),
            Term::Quotient(one, other) | Term::Power(one, other) => vec![one, other],
        }
    }

    /// The same of other parts.
    #[must_use]
    pub fn map(&self, part: &mut dyn FnMut(&Term) -> Term) -> Self {
        match self {
            Term::Number(_) | Term::Name(_) => self.clone(),
            Term::Sum(of) => Term::Sum(of.iter().map(part).collect()),
            Term::Product(of) => Term::Product(of.iter().map(part).collect()),
            Term::Quotient(a, b) => Term::Quotient(Box::new(part(a)), Box::new(part(b))),
            Term::Power(a, b) => Term::Power(Box::new(part(a)), Box::new(part(b))),
            Term::Apply(function, of) => Term::Apply(*function, of.iter().map(part).collect()),
        }
    }

    /// Whether it contains a name.
    pub fn mentions(&self, name: &str) -> bool {
        matches!(self, Term::Name(own) if own == name)
            || self.parts().into_iter().any(|part| part.mentions(name))
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient.
    Divide,
    /// The remainder.
    Modulo,
    /// The bits that differ.
    Xor,
}

impl Operation {
    fn of(self, one: Term, other: Term) -> Term {
        match (self, one) {
            (Operation::Add, Term::Sum(mut of)) => {
                of.push(other);
                Term::Sum(of)
            }
            (Operation::Subtract, of @ Term::Sum(_)) => Operation::Add.of(of, other.negative()),
            (Operation::Multiply, Term::Product(mut of)) => {
                of.push(other);
                Term::Product(of)
            }
            (Operation::Add, one) => one.plus(&other),
            (Operation::Subtract, one) => one.minus(&other),
            (Operation::Multiply, one) => one.times(&other),
            (Operation::Divide, one) => one.over(&other),
            (Operation::Modulo, one) => Term::Apply(Function::Mod, vec![one, other]),
            (Operation::Xor, one) => Term::Apply(Function::Xor, vec![one, other]),
        }
    }
}

/// How texts are read.
pub struct Dialect<'d> {
    /// The operations with their signs, from those that bind least to those that bind most.
    pub levels: &'d [&'d [(&'d str, Operation)]],
    /// The level of sums; operations that bind less have sums on their right.
    pub sums: usize,
    /// What opens and closes a bracket.
    pub brackets: &'d [(&'d str, &'d str)],
    /// The term for a name, if it is known.
    pub names: &'d dyn Fn(&str) -> Option<Term>,
    /// The name that `^` does not raise to a power: it flips bits of it.
    pub flipped: Option<&'d str>,
    /// Whether it is written by hand: without functions, factors next to each other if the second is a name, `(mod 8)`
    /// behind a sum, `**` for a power, words in any case.
    pub by_hand: bool,
    /// The largest number of numbers, names and operations.
    pub longest: usize,
}

/// The dialect of formulas in rules, step costs and certificates.
pub const FORMULA: Dialect<'static> = Dialect {
    levels: &[
        &[("+", Operation::Add), ("-", Operation::Subtract)],
        &[("*", Operation::Multiply), ("/", Operation::Divide), ("mod", Operation::Modulo)],
    ],
    sums: 0,
    brackets: &[("(", ")")],
    names: &|name| Some(Term::name(name)),
    flipped: None,
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
        Ok((term, reader.end))
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
    /// Where the last part ends.
    end: usize,
}

type Read<T> = Result<T, TermError>;

impl<'t> Reader<'t> {
    fn at(text: &'t str, at: usize) -> Self {
        Reader { text, at, dialect: &FORMULA, parts: 0, open: 0, end: at }
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
        if same && !goes_on {
            self.at += sign.len();
        }
        same && !goes_on
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
        if level == levels.len() {
            return self.power();
        }
        self.blanks();
        let negative = level == sums && !by_hand && self.takes("-");
        let mut term = self.level(level + 1)?;
        if negative {
            term = term.negative();
        }
        loop {
            self.blanks();
            let before = self.at;
            if by_hand && level == 0 && self.takes("(") {
                self.blanks();
                if self.takes("mod") {
                    term = Operation::Modulo.of(term, self.level(sums)?);
                    self.close(")")?;
                    term = self.part(term)?;
                    continue;
                }
                self.at = before;
            }
            let signs = levels[level].iter();
            let found = signs.clone().find(|(sign, _)| self.takes(sign)).map(|(_, of)| *of);
            let last = level + 1 == levels.len();
            let found = found.or_else(|| (last && self.goes_on()).then_some(Operation::Multiply));
            let Some(operation) = found else { return Ok(term) };
            let other = self.level((level + 1).max(sums))?;
            term = self.part(operation.of(term, other))?;
        }
    }

    /// Whether a factor stands here.
    fn goes_on(&mut self) -> bool {
        let here = self.rest().chars().next();
        if self.dialect.by_hand {
            let start = self.at;
            let known = (self.dialect.names)(self.word()).is_some();
            self.at = start;
            return known;
        }
        here.is_some_and(|c| c.is_alphanumeric() || c == '(')
    }

    fn power(&mut self) -> Read<Term> {
        let base = self.factor()?;
        self.blanks();
        let by_hand = self.dialect.by_hand;
        if !(self.takes("^") || by_hand && self.takes("**")) {
            return Ok(base);
        }
        let exponent = if by_hand { self.factor()? } else { self.deeper(self.at, Self::power)? };
        let flips = matches!(&base, Term::Name(own) if Some(&**own) == self.dialect.flipped);
        let xor = Operation::Xor;
        let power = |base: Term, exponent: Term| Term::Power(base.into(), exponent.into());
        self.part(if flips { xor.of(base, exponent) } else { power(base, exponent) })
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
        let term = if digits.is_empty() {
            let word = self.word();
            if !dialect.by_hand
                && let Some(of) = self.function(word)?
            {
                return Ok(of);
            }
            (dialect.names)(word).filter(|_| !word.is_empty())
        } else {
            let number = digits.parse::<u64>();
            Some(Term::Number(number.map_err(|_| self.error(TermErrorKind::Large, start))?.into()))
        };
        let Some(term) = term else {
            self.at = start;
            return Err(self.expected());
        };
        self.end = self.at;
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
        let base = match name {
            "log" | "log2" => Some(2),
            _ => name.strip_prefix("log_").and_then(|base| base.parse().ok()),
        };
        if let Some(base) = base {
            let of = self.deeper(start, Self::factor)?.apply(Function::Log2);
            let base = (base != 2).then(|| Term::whole(base).apply(Function::Log2));
            return Ok(Some(base.map_or_else(|| of.clone(), |base| of.over(&base))));
        }
        let functions = [Function::Floor, Function::Ceil, Function::Min, Function::Max];
        let Some(function) = functions.into_iter().find(|function| function.name() == name) else {
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
        self.part(Term::Apply(function, of)).map(Some)
    }

    fn close(&mut self, close: &str) -> Read<()> {
        self.blanks();
        if !self.takes(close) {
            return Err(self.here(TermErrorKind::Open(close.to_owned())));
        }
        self.end = self.at;
        Ok(())
    }
}
