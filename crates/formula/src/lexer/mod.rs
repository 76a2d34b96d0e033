//! A text into tokens: numbers, names, functions, operators and brackets, each with its place.

mod characters;
mod latex;
mod word;

use std::collections::BTreeSet;

use crate::words::Piece;
use crate::{Function, Growth, ParseError, ParseErrorKind, UnreadNotation};
use characters::Spelled;
use hockney_base::diagnostic::Span;
use hockney_base::number::Rational;

pub(super) use crate::words::Base;
pub(super) use word::alone;

/// A piece of a formula and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// Is it the continuation of the same word, as `m` in `twm`?
    pub(super) glued: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Number(Rational),
    Name(String),
    Function(Function),
    /// A logarithm to a base that is written and not 2.
    Log(Base),
    /// `√`, which unlike `sqrt` never spans a quotient.
    Root,
    /// `\sqrt`, which takes a group or one sign, and nothing else.
    TexRoot,
    /// `\frac`
    Frac,
    /// `\over`, which divides all that is in its group.
    TexOver,
    Mod,
    Plus,
    Minus,
    Times,
    Over,
    Power,
    /// `_` behind a sum.
    Under,
    Open(Bracket),
    Close(Bracket),
    Comma,
    /// `sum`, `∑`
    Sum,
    /// `..` between the bounds of a sum.
    Range,
    /// `...` between the terms of a sum.
    Dots,
    Equals,
    /// `≈`, `~=`, `~`
    Approximately,
    Growth(Growth),
    /// A full stop behind the formula.
    Stop,
    End,
}

impl From<Piece> for TokenKind {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Name(name) => TokenKind::Name(name),
            Piece::Function(function) => TokenKind::Function(function),
            Piece::Mod => TokenKind::Mod,
            Piece::Log(base) => TokenKind::Log(base),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    /// A group of LaTeX, or a bracket like any other.
    Brace,
    Ceil,
    Floor,
}

/// All tokens of `range` in `text`, the last being [`TokenKind::End`], and whether it is LaTeX.
///
/// `known` are letters besides those that stand alone in the text.
pub(super) fn tokens(
    text: &str,
    range: Span,
    mut known: Vec<String>,
) -> Result<(Vec<Token>, bool), ParseError> {
    let spelled = characters::spelled(text, range);
    let latex = latex::is_latex(&spelled.text);
    known.extend(word::alone(&spelled.text));
    let mut lexer = Lexer {
        closing: closing_braces(&spelled.text),
        indices: word::indices(&spelled.text),
        letters: known,
        spelled: &spelled,
        end: range.end,
        at: 0,
        tokens: Vec::new(),
        single: BTreeSet::new(),
        latex,
    };
    while let Some(c) = lexer.rest().chars().next() {
        lexer.token(c)?;
    }
    lexer.push(TokenKind::End, 0);
    Ok((lexer.tokens, latex))
}

/// The fixed meaning of a sign; commands of LaTeX are signs, too.
fn sign(c: char) -> Option<TokenKind> {
    Some(match c {
        '+' => TokenKind::Plus,
        '-' => TokenKind::Minus,
        '*' => TokenKind::Times,
        '/' => TokenKind::Over,
        '√' => TokenKind::Root,
        '(' => TokenKind::Open(Bracket::Round),
        ')' => TokenKind::Close(Bracket::Round),
        '[' => TokenKind::Open(Bracket::Square),
        ']' => TokenKind::Close(Bracket::Square),
        '{' => TokenKind::Open(Bracket::Brace),
        '}' => TokenKind::Close(Bracket::Brace),
        '⌈' => TokenKind::Open(Bracket::Ceil),
        '⌉' => TokenKind::Close(Bracket::Ceil),
        '⌊' => TokenKind::Open(Bracket::Floor),
        '⌋' => TokenKind::Close(Bracket::Floor),
        ',' => TokenKind::Comma,
        '=' => TokenKind::Equals,
        '…' | '⋯' => TokenKind::Dots,
        '∑' | 'Σ' => TokenKind::Sum,
        'Θ' => TokenKind::Growth(Growth::Theta),
        'Ω' => TokenKind::Growth(Growth::Omega),
        '≈' | '≃' | '~' | '∼' | '≅' => TokenKind::Approximately,
        _ => return None,
    })
}

/// For each `{` the place of the `}` that closes it.
fn closing_braces(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => pairs.extend(open.pop().map(|start| (start, at))),
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}

struct Lexer<'a> {
    spelled: &'a Spelled,
    /// Where the source ends.
    end: usize,
    at: usize,
    tokens: Vec<Token>,
    closing: Vec<(usize, usize)>,
    /// The names that count the terms of sums.
    indices: Vec<String>,
    /// The letters that stand alone somewhere, so that words may be products of them.
    letters: Vec<String>,
    /// Where LaTeX takes one sign: behind `\frac`, `\sqrt` and `^`.
    single: BTreeSet<usize>,
    latex: bool,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.spelled.text[self.at..]
    }

    fn span(&self, length: usize) -> Span {
        self.spelled.span(self.at, length, self.end)
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = self.span(length);
        self.tokens.push(Token { kind, span, glued: false });
        self.at += length;
    }

    fn fail<T>(&self, length: usize, kind: ParseErrorKind) -> Result<T, ParseError> {
        Err(ParseError::new(self.span(length), kind))
    }

    fn token(&mut self, c: char) -> Result<(), ParseError> {
        let rest = self.rest();
        let length = c.len_utf8();
        let single = self.single.remove(&self.at);
        for (sign, kind) in
            [("...", TokenKind::Dots), ("~=", TokenKind::Approximately), ("..", TokenKind::Range)]
        {
            if rest.starts_with(sign) {
                self.push(kind, sign.len());
                return Ok(());
            }
        }
        let kind = match c {
            '0'..='9' => return self.number(single),
            '^' => {
                self.push(TokenKind::Power, 1);
                if self.latex {
                    self.single_ahead();
                }
                return Ok(());
            }
            '_' if matches!(self.last(), Some(TokenKind::Sum | TokenKind::Close(_))) => {
                TokenKind::Under
            }
            '.' | ',' | ';' if rest[1..].trim_matches([' ', '$']).is_empty() => TokenKind::Stop,
            '.' if self.dot_multiplies() => TokenKind::Times,
            '~' | '&' if self.latex => {
                self.at += 1;
                return Ok(());
            }
            '\\' => return self.command(),
            // Dollar signs only set a formula, as a whole or in parts.
            _ if c.is_whitespace() || c == '$' => {
                self.at += length;
                return Ok(());
            }
            _ => match sign(c) {
                Some(kind) => kind,
                None if "<>≤≥".contains(c) => {
                    return self.fail(length, ParseErrorKind::NotYet(UnreadNotation::Inequality));
                }
                None if c.is_alphabetic() => return self.word(single),
                None => return self.fail(length, ParseErrorKind::Character(c)),
            },
        };
        self.push(kind, length);
        Ok(())
    }

    fn last(&self) -> Option<&TokenKind> {
        self.tokens.last().map(|token| &token.kind)
    }

    /// `(p-1).alpha`, `m.t_w`: a dot between factors, the right one no number.
    fn dot_multiplies(&self) -> bool {
        let behind = self.rest()[1..].trim_start();
        let factor = behind.starts_with(|c: char| {
            c.is_alphabetic() || matches!(c, '(' | '[' | '{' | '\\' | '⌈' | '⌊' | '√')
        });
        let before = matches!(
            self.last(),
            Some(TokenKind::Close(_) | TokenKind::Name(_) | TokenKind::Number(_))
        );
        factor && before
    }

    /// The next sign, if no group begins there, stands for itself.
    fn single_ahead(&mut self) {
        let blanks = self.rest().len() - self.rest().trim_start().len();
        let next = self.at + blanks;
        if !self.spelled.text[next..].starts_with(['{', '\\']) {
            self.single.insert(next);
        }
    }

    /// The place of the `}` that closes the group that begins at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let place = self.closing.binary_search_by_key(&open, |(start, _)| *start).ok()?;
        Some(self.closing[place].1)
    }

    /// Digits, a fraction, an exponent: `3`, `1.5`, `1e-6`. A point without a digit behind it
    /// belongs to the sentence, or multiplies.
    fn number(&mut self, single: bool) -> Result<(), ParseError> {
        let rest = self.rest().as_bytes();
        let digits = |from: usize| {
            let digits = rest.get(from..).unwrap_or_default();
            digits.iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let mut length = digits(0);
        if single && self.takes_one_digit() {
            length = 1;
        } else {
            if rest.get(length) == Some(&b'.') && digits(length + 1) > 0 {
                length += 1 + digits(length + 1);
            }
            if matches!(rest.get(length), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(rest.get(length + 1), Some(b'+' | b'-')));
                let exponent = digits(length + 1 + sign);
                if exponent > 0 {
                    length += 1 + sign + exponent;
                }
            }
        }
        match self.rest()[..length].parse::<Rational>() {
            Ok(number) => self.push(TokenKind::Number(number), length),
            Err(error) => return self.fail(length, ParseErrorKind::Number(error.kind)),
        }
        Ok(())
    }

    /// `\frac12` is a half and `\sqrt2` a root; but in `2^10` the exponent is ten.
    fn takes_one_digit(&self) -> bool {
        !matches!(self.last(), Some(TokenKind::Power))
    }
}
