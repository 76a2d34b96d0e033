//! Commands of LaTeX: those that mean something, those that only look good, and no others.

use super::{Bracket, Lexer, TokenKind, sign};
use crate::words::{self, Piece, entries, list};
use crate::{Function, ParseError, ParseErrorKind, UnreadNotation};

/// Is there anything in it that only LaTeX has?
pub(super) fn is_latex(text: &str) -> bool {
    let mut before = ' ';
    for c in text.chars() {
        let command = before == '\\' && (c.is_ascii_alphabetic() || "{}|".contains(c));
        let script = matches!(before, '_' | '^') && c == '{';
        if command || script {
            return true;
        }
        if c != ' ' || before == '\\' {
            before = c;
        }
    }
    false
}

impl Lexer<'_> {
    /// A backslash and what belongs to it.
    pub(super) fn command(&mut self) -> Result<(), ParseError> {
        let rest = &self.rest()[1..];
        let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        let length = 1 + name.len();
        let name = name.as_str();
        if name.is_empty() {
            return self.escaped();
        }
        if list("looks").contains(&name) {
            self.at += length;
            return Ok(());
        }
        if list("texts").contains(&name) {
            return self.text_command(length);
        }
        if words::letter(name).is_some() {
            return self.greek(name, length);
        }
        let kind = match name {
            "begin" | "end" => return self.environment(length),
            "log" | "lg" | "ln" | "ld" => return self.logarithm_command(name, length),
            "min" => TokenKind::Function(Function::Min),
            "max" => TokenKind::Function(Function::Max),
            "sqrt" => {
                self.push(TokenKind::TexRoot, length);
                if !self.rest().trim_start().starts_with('[') {
                    self.single_ahead();
                }
                return Ok(());
            }
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                self.push(TokenKind::Frac, length);
                self.fraction_arguments();
                return Ok(());
            }
            "over" => TokenKind::TexOver,
            "le" | "leq" | "ge" | "geq" | "lt" | "gt" | "leqslant" | "geqslant" | "ll" | "gg" => {
                return self.fail(length, ParseErrorKind::NotYet(UnreadNotation::Inequality));
            }
            _ => match entries("commands").find(|(command, _)| *command == name) {
                Some((_, plain)) => plain.chars().find_map(sign).unwrap_or(TokenKind::Mod),
                None => return self.not_yet(length, name),
            },
        };
        self.push(kind, length);
        Ok(())
    }

    fn not_yet<T>(&self, length: usize, name: &str) -> Result<T, ParseError> {
        self.fail(length, ParseErrorKind::NotYet(UnreadNotation::Latex(name.to_owned())))
    }

    /// A backslash before something else than a letter.
    fn escaped(&mut self) -> Result<(), ParseError> {
        let rest = &self.rest()[1..];
        let kind = match rest.chars().next() {
            Some('{') => TokenKind::Open(Bracket::Brace),
            Some('}') => TokenKind::Close(Bracket::Brace),
            // A new line continues with a relation or an operator, or it is another formula.
            Some('\\') => {
                let behind = rest[1..].trim_start_matches([' ', '&', '\n']);
                let goes_on = behind.is_empty()
                    || behind.starts_with(['=', '+', '-', '≈'])
                    || behind.starts_with("\\end")
                    || behind.starts_with("\\approx");
                if goes_on {
                    self.at += 2;
                    return Ok(());
                }
                return self.fail(2, ParseErrorKind::NotYet(UnreadNotation::NewLine));
            }
            _ => return self.not_yet(1, ""),
        };
        self.push(kind, 2);
        Ok(())
    }

    /// `\begin{aligned}`: only the frames of one formula.
    fn environment(&mut self, length: usize) -> Result<(), ParseError> {
        let behind = &self.rest()[length..];
        if let Some(frame) = list("frames").into_iter().find(|frame| behind.starts_with(frame)) {
            self.at += length + frame.len();
            return Ok(());
        }
        self.not_yet(length, &self.rest()[1..length])
    }

    /// Two groups or signs: `\frac{p-1}{p}`, `\frac np`, `\frac12`.
    fn fraction_arguments(&mut self) {
        let text = &self.spelled.text;
        let mut at = self.at;
        for _ in 0..2 {
            at += text[at..].len() - text[at..].trim_start().len();
            let Some(c) = text[at..].chars().next() else { return };
            at = match c {
                '{' => match self.closing(at) {
                    Some(close) => close + 1,
                    None => return,
                },
                '\\' => {
                    let letters = text[at + 1..].bytes().take_while(u8::is_ascii_alphabetic);
                    at + 1 + letters.count()
                }
                _ => {
                    self.single.insert(at);
                    at + c.len_utf8()
                }
            };
        }
    }

    /// `\alpha`, `\tau_{s}`: a letter, with its subscript.
    fn greek(&mut self, name: &str, length: usize) -> Result<(), ParseError> {
        let (below, below_length) = self.below(self.at + length)?;
        let name = match below {
            Some(below) => format!("{name}_{below}"),
            None => name.to_owned(),
        };
        self.push(TokenKind::Name(words::spelled(&name)), length + below_length);
        Ok(())
    }

    fn logarithm_command(&mut self, name: &str, length: usize) -> Result<(), ParseError> {
        let (below, below_length) = self.below(self.at + length)?;
        let total = length + below_length;
        let piece = match (name, below.as_deref()) {
            ("ln", None) => Piece::Function(Function::Ln),
            ("log", Some(base)) => self.log_to(base, total)?,
            (_, None) | ("lg" | "ld", Some("2")) => Piece::Function(Function::Log2),
            (_, Some(_)) => {
                let name = format!("{name}_");
                return self.fail(total, ParseErrorKind::OtherBase(name));
            }
        };
        self.push(piece.into(), total);
        Ok(())
    }

    /// `\text{..}`, `\operatorname{lg}`: a function, a symbol or one name.
    fn text_command(&mut self, length: usize) -> Result<(), ParseError> {
        let open = self.at + length + blanks(&self.rest()[length..]);
        let Some(close) = self.group_close(open) else {
            return self.not_yet(length, "text");
        };
        let content = self.spelled.text[open + 1..close].trim().to_owned();
        let total = close + 1 - self.at;
        let plain = content.chars().all(|c| c.is_alphanumeric() || c == '_');
        if content.is_empty() {
            self.at += total;
            return Ok(());
        }
        if !plain {
            return self.fail(total, ParseErrorKind::Prose(content));
        }
        // A function takes its base from outside: \mathrm{log}_2.
        if matches!(content.as_str(), "log" | "lg" | "ln" | "ld") {
            return self.logarithm_command(&content, total);
        }
        let (below, below_length) = self.below(self.at + total)?;
        let whole = below.map_or(content.clone(), |below| format!("{content}_{below}"));
        self.whole_word(&whole, total + below_length)
    }

    /// The `}` of a group that begins at `open`, if one does.
    pub(super) fn group_close(&self, open: usize) -> Option<usize> {
        self.spelled.text[open..].starts_with('{').then(|| self.closing(open)).flatten()
    }

    /// The subscript of a sign: `_s`, `_{s}`, `_{\text{s}}`, ` _ { s }`, and its length.
    pub(super) fn below(&self, at: usize) -> Result<(Option<String>, usize), ParseError> {
        let text = &self.spelled.text;
        let under = at + blanks(&text[at..]);
        if !text[under..].starts_with('_') || (under > at && !self.latex) {
            return Ok((None, 0));
        }
        let next = under + 1 + blanks(&text[under + 1..]);
        if let Some(close) = self.group_close(next) {
            let content = flat(&text[next + 1..close]);
            let word = !content.is_empty() && content.chars().all(word_sign);
            if word {
                return Ok((Some(content), close + 1 - at));
            }
            let span = self.spelled.span(next, close + 1 - next, self.end);
            return Err(ParseError::new(span, ParseErrorKind::Below));
        }
        let mut end = next;
        let mut content = String::new();
        if let Some(command) = text[next..].strip_prefix('\\') {
            let name: String = command.chars().take_while(char::is_ascii_alphabetic).collect();
            end += 1 + name.len();
            if list("texts").contains(&&*name) {
                let open = end + blanks(&text[end..]);
                if let Some(close) = self.group_close(open) {
                    content = flat(&text[open + 1..close]);
                    end = close + 1;
                }
            } else if let Some(letter) = words::letter(&name) {
                letter.clone_into(&mut content);
            }
        } else {
            let digits: String = text[next..].chars().take_while(char::is_ascii_digit).collect();
            content = match text[next..].chars().next() {
                _ if !digits.is_empty() => digits,
                Some(c) if c.is_alphabetic() => c.to_string(),
                _ => String::new(),
            };
            end += content.len();
        }
        if content.is_empty() || !content.chars().all(word_sign) {
            let span = self.spelled.span(under, 1, self.end);
            return Err(ParseError::new(span, ParseErrorKind::Below));
        }
        Ok((Some(content), end - at))
    }
}

fn word_sign(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The content of a subscript, without blanks and formatting.
fn flat(group: &str) -> String {
    let mut plain = String::new();
    let mut rest = group;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
                rest = &rest[name.len()..];
                if let Some(letter) = words::letter(&name) {
                    plain.push_str(letter);
                } else if !list("texts").contains(&&*name) && !list("looks").contains(&&*name) {
                    // Something with a meaning of its own: no name.
                    plain.push('\\');
                }
            }
            ' ' | '{' | '}' => {}
            _ => plain.push(c),
        }
    }
    plain
}
