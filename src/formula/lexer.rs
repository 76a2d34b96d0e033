//! A text into tokens: numbers, names, functions, operators and brackets, each with its place.

use super::error::{Notation, ParseError, ParseErrorKind};
use super::syntax::Growth;
use super::words::{Function, Piece, readings};
use crate::diagnostic::Span;
use crate::number::Rational;

/// A piece of a formula and where it stands.
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
    /// `√`, which unlike `sqrt` never spans a quotient.
    Root,
    Mod,
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Open(Bracket),
    Close(Bracket),
    Comma,
    /// `sum`, `∑`
    Sum,
    /// `..` between the bounds of a sum.
    Range,
    Equals,
    /// `≈`, `~=`, `~`
    Approximately,
    Growth(Growth),
    /// A full stop behind the formula.
    Stop,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Ceil,
    Floor,
}

/// All tokens of `text`, the last being [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new() };
    while let Some(c) = lexer.rest().chars().next() {
        lexer.token(c)?;
    }
    lexer.push(TokenKind::End, 0);
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.tokens.push(Token { kind, span, glued: false });
        self.at += length;
    }

    fn fail<T>(&self, length: usize, kind: ParseErrorKind) -> Result<T, ParseError> {
        Err(ParseError::new(self.at..self.at + length, kind))
    }

    fn token(&mut self, c: char) -> Result<(), ParseError> {
        use Notation::{Braces, Ellipsis, Inequality, Latex, SquareBrackets};
        let rest = self.rest();
        let length = c.len_utf8();
        let not_yet = ParseErrorKind::NotYet;
        if rest.starts_with("...") || c == '…' {
            return self.fail(if c == '.' { 3 } else { length }, not_yet(Ellipsis));
        }
        if rest.starts_with("~=") {
            self.push(TokenKind::Approximately, 2);
            return Ok(());
        }
        if rest.starts_with("..") {
            self.push(TokenKind::Range, 2);
            return Ok(());
        }
        if rest.starts_with("**") {
            let expected = "one operator, `*` or `^`";
            let found = Some("**".to_owned());
            return self.fail(2, ParseErrorKind::Unexpected { found, expected });
        }
        let kind = match c {
            '0'..='9' => return self.number(),
            '+' => TokenKind::Plus,
            '-' | '−' | '–' => TokenKind::Minus,
            '*' | '×' | '·' | '⋅' | '∙' | '∗' => TokenKind::Times,
            '/' => TokenKind::Over,
            '^' => TokenKind::Power,
            '√' => TokenKind::Root,
            '(' => TokenKind::Open(Bracket::Round),
            ')' => TokenKind::Close(Bracket::Round),
            '⌈' => TokenKind::Open(Bracket::Ceil),
            '⌉' => TokenKind::Close(Bracket::Ceil),
            '⌊' => TokenKind::Open(Bracket::Floor),
            '⌋' => TokenKind::Close(Bracket::Floor),
            ',' => TokenKind::Comma,
            '=' => TokenKind::Equals,
            '.' if rest[1..].trim().is_empty() => TokenKind::Stop,
            '\\' => {
                let name: String =
                    rest[1..].chars().take_while(char::is_ascii_alphabetic).collect();
                return self.fail(1 + name.len(), not_yet(Latex(name)));
            }
            '{' | '}' => return self.fail(1, not_yet(Braces)),
            '[' | ']' => return self.fail(1, not_yet(SquareBrackets)),
            '∑' | 'Σ' => TokenKind::Sum,
            'Θ' => TokenKind::Growth(Growth::Theta),
            'Ω' => TokenKind::Growth(Growth::Omega),
            '≈' | '≃' | '~' | '∼' => TokenKind::Approximately,
            '<' | '>' | '≤' | '≥' => return self.fail(length, not_yet(Inequality)),
            '$' => {
                let lone = self.text.matches('$').count() == 1;
                return self.fail(1, ParseErrorKind::Dollar { lone });
            }
            _ if c.is_whitespace() => {
                self.at += length;
                return Ok(());
            }
            _ if c.is_alphabetic() => return self.word(),
            _ => return self.fail(length, ParseErrorKind::Character(c)),
        };
        self.push(kind, length);
        Ok(())
    }

    /// Digits, a fraction, an exponent: `3`, `1.5`, `1e-6`. A point without a digit behind it
    /// belongs to the sentence.
    fn number(&mut self) -> Result<(), ParseError> {
        let rest = self.rest().as_bytes();
        let digits = |from: usize| {
            let digits = rest.get(from..).unwrap_or_default();
            digits.iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let mut length = digits(0);
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
        match self.rest()[..length].parse::<Rational>() {
            Ok(number) => self.push(TokenKind::Number(number), length),
            Err(error) => return self.fail(length, ParseErrorKind::Number(error.kind)),
        }
        Ok(())
    }

    /// A run of letters, digits and underscores that begins with a letter.
    fn word(&mut self) -> Result<(), ParseError> {
        // Low digits (`log₂`, `k₁`) are read as written with an underscore; `origin` leads from
        // a byte of `word` back to the text.
        let mut word = String::new();
        let mut origin = Vec::new();
        let mut length = 0;
        for (at, c) in self.rest().char_indices() {
            let before = word.len();
            match c {
                '₀'..='₉' => {
                    if !word.ends_with(|last: char| last.is_ascii_digit()) {
                        word.push('_');
                    }
                    word.extend(char::from_digit(u32::from(c) - u32::from('₀'), 10));
                }
                '_' | '0'..='9' => word.push(c),
                _ if c.is_alphabetic() => word.push(c),
                _ => break,
            }
            origin.resize(origin.len() + word.len() - before, at);
            length = at + c.len_utf8();
        }
        origin.push(length);
        self.refuse_word(&word, length)?;
        if let Some(kind) = self.keyword(&word, length) {
            self.push(kind, length);
            return Ok(());
        }
        let found = readings(&word);
        let (start, Some(pieces)) = (self.at, found.first()) else { return Ok(()) };
        if let [one, other] = &found[..] {
            let spelled = |pieces: &[(usize, Piece)]| {
                let ends = pieces.iter().skip(1).map(|(at, _)| *at).chain([word.len()]);
                let parts = pieces.iter().zip(ends).map(|((at, _), end)| &word[*at..end]);
                parts.collect::<Vec<_>>().join(" ")
            };
            let readings = [spelled(one), spelled(other)];
            return self.fail(length, ParseErrorKind::Ambiguous { readings });
        }
        for (number, (at, piece)) in pieces.iter().enumerate() {
            let end = pieces.get(number + 1).map_or(length, |(next, _)| origin[*next]);
            let kind = match piece {
                Piece::Name(name) => TokenKind::Name(name.clone()),
                Piece::Function(function) => TokenKind::Function(*function),
                Piece::Mod => TokenKind::Mod,
            };
            let span = Span::new(start + origin[*at], start + end);
            self.tokens.push(Token { kind, span, glued: number > 0 });
        }
        self.at += length;
        Ok(())
    }

    /// Words with a meaning of their own; an order of growth is one before a bracket.
    fn keyword(&self, word: &str, length: usize) -> Option<TokenKind> {
        if word == "sum" {
            return Some(TokenKind::Sum);
        }
        let bracket = self.rest()[length..].trim_start().starts_with('(');
        Growth::named(word).filter(|_| bracket).map(TokenKind::Growth)
    }

    /// Words that would otherwise pass for names.
    fn refuse_word(&self, word: &str, length: usize) -> Result<(), ParseError> {
        let next = self.rest()[length..].trim_start().chars().next();
        if word.ends_with('_') && next == Some('{') {
            let span = Span::point(self.at + length);
            let kind = ParseErrorKind::NotYet(Notation::Braces);
            return Err(ParseError::new(span.start..span.start + 1, kind));
        }
        // `log2p` may be log2(p) or log(2p); `log10`, `log_3` have another base.
        let Some(base) = word.strip_prefix("log") else { return Ok(()) };
        let digits = base.strip_prefix('_').unwrap_or(base);
        let (digits, behind) =
            digits.split_at(digits.bytes().take_while(u8::is_ascii_digit).count());
        if digits == "2" && !behind.is_empty() && !base.starts_with('_') {
            let readings = [format!("log2({behind})"), format!("log(2 {behind})")];
            return self.fail(length, ParseErrorKind::Ambiguous { readings });
        }
        if digits == "2" || (digits.is_empty() && !base.starts_with('_')) {
            return Ok(());
        }
        self.fail(length, ParseErrorKind::OtherBase(word.to_owned()))
    }
}
