//! Words: names with subscripts, functions, and several of them without a gap.

use super::latex::blanks;
use super::{Base, Lexer, Token, TokenKind};
use crate::words::{self, Known, Piece, readings};
use crate::{Function, Growth, ParseError, ParseErrorKind};
use hockney_base::number::Rational;

/// The names that count the terms of the sums in a text: `i` of `\sum_{i=1}`, `sum(i = 1..`.
pub(super) fn indices(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for sign in ["sum", "∑", "Σ"] {
        for (at, _) in text.match_indices(sign) {
            let behind = &text[at + sign.len()..];
            let head: String = behind.chars().take(80).collect();
            let Some((before, _)) = head.split_once('=') else { continue };
            let name = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
            let name = name.filter(|name| name.starts_with(char::is_alphabetic));
            if let Some(name) = name.filter(|name| !found.iter().any(|other| other == name)) {
                found.push(name.to_owned());
            }
        }
    }
    found
}

/// The letters that stand alone in a text, below no sign: `t` and `n` of `t (n - 1) + t_s`.
pub(crate) fn alone(text: &str) -> impl Iterator<Item = String> {
    let inside = |c: char| c.is_alphanumeric() || "_\\'".contains(c);
    text.char_indices().filter_map(move |(at, c)| {
        let (before, behind) = (&text[..at], &text[at + c.len_utf8()..]);
        let group = before.trim_end().strip_suffix('{').map_or("", str::trim_end);
        let apart = !before.ends_with(inside) && !behind.starts_with(inside);
        let below = group.ends_with('_') || before.trim_end().ends_with('_');
        (c.is_alphabetic() && apart && !below).then(|| c.to_string())
    })
}

/// A word as it was gathered, and the way back from its bytes to the text.
struct Gathered {
    word: String,
    /// The place in the text of each byte of the word, and of its end.
    origin: Vec<usize>,
    /// Was its last part set below in a group, so that nothing after it can belong there?
    closed: bool,
}

impl Lexer<'_> {
    /// A run of letters, digits and underscores that begins with a letter.
    pub(super) fn word(&mut self, single: bool) -> Result<(), ParseError> {
        let gathered = self.gathered(single)?;
        let length = *gathered.origin.last().unwrap_or(&self.at) - self.at;
        let word = gathered.word.as_str();
        if let Some(kind) = keyword(word) {
            self.push(kind, length);
            return Ok(());
        }
        if words::is_prose(word) {
            return self.fail(length, ParseErrorKind::Prose(word.to_owned()));
        }
        if self.shell_ate(word, length) {
            return self.fail(length, ParseErrorKind::LostBackslash(word.to_owned()));
        }
        let log = word.find("log").map(|at| self.logarithm(&gathered, at)).transpose()?;
        let pieces = if let Some(pieces) = log.flatten() {
            pieces
        } else {
            if let Some(at) = number_behind(&gathered) {
                self.at += at;
                return self.fail(length - at, ParseErrorKind::NumberAfterFactor);
            }
            let found = self.readings(word);
            if let [one, other] = &found[..] {
                let readings = [spelled(word, one), spelled(word, other)];
                return self.fail(length, ParseErrorKind::Ambiguous { readings });
            }
            found.into_iter().next().unwrap_or_default()
        };
        self.push_pieces(pieces, &gathered.origin);
        self.at += length;
        Ok(())
    }

    /// The pieces of a word in each of its readings.
    fn readings(&self, word: &str) -> Vec<Vec<(usize, Piece)>> {
        let (indices, letters, latex) = (&self.indices, &self.letters, self.latex);
        readings(word, &Known { indices, letters, latex })
    }

    /// One word that is not to be split.
    pub(super) fn whole_word(&mut self, word: &str, length: usize) -> Result<(), ParseError> {
        if words::whole(word).is_none() && words::is_prose(word) {
            return self.fail(length, ParseErrorKind::Prose(word.to_owned()));
        }
        let piece = words::whole(word).unwrap_or_else(|| Piece::Name(words::spelled(word)));
        self.push(piece.into(), length);
        Ok(())
    }

    fn push_pieces(&mut self, pieces: Vec<(usize, Piece)>, origin: &[usize]) {
        let ends: Vec<usize> = pieces.iter().skip(1).map(|(at, _)| origin[*at]).collect();
        let ends = ends.into_iter().chain(origin.last().copied());
        for (number, ((at, piece), end)) in pieces.into_iter().zip(ends).enumerate() {
            let span = self.spelled.span(origin[at], end - origin[at], self.end);
            self.tokens.push(Token { kind: piece.into(), span, glued: number > 0 });
        }
    }

    /// The letters, digits and subscripts.
    fn gathered(&self, single: bool) -> Result<Gathered, ParseError> {
        let text = &self.spelled.text;
        let mut gathered = Gathered { word: String::new(), origin: Vec::new(), closed: false };
        let mut at = self.at;
        while let Some(c) = text[at..].chars().next() {
            if c.is_alphabetic() || c.is_ascii_digit() {
                gathered.push(c, at);
                at += c.len_utf8();
                if single {
                    break;
                }
                continue;
            }
            // A group, or in LaTeX one sign, is the whole subscript.
            let under = at + blanks(&text[at..]);
            let group = text[under..].strip_prefix('_').is_some_and(|behind| {
                let behind = behind.trim_start();
                behind.starts_with('{') || behind.starts_with('\\') || under > at
            });
            if group && gathered.word == "sum" {
                break;
            }
            if group && (under == at || self.latex) {
                let (below, length) = self.below(at)?;
                if let Some(below) = below {
                    gathered.push('_', at);
                    below.chars().for_each(|c| gathered.push(c, at));
                    at += length;
                    gathered.closed = true;
                }
                break;
            }
            if c != '_' {
                break;
            }
            gathered.push('_', at);
            at += 1;
        }
        // t(s) and t(w), as people write who have no way to set a letter below.
        if gathered.word.ends_with('t') && !single {
            let below = ["(s)", "(w)", "(h)"].iter().find(|below| text[at..].starts_with(*below));
            let before = &gathered.word[..gathered.word.len() - 1];
            if let Some(below) = below.filter(|_| words::all_known(before)) {
                gathered.push('_', at);
                gathered.word.push_str(&below[1..2]);
                gathered.origin.push(at);
                at += below.len();
                gathered.closed = true;
            }
        }
        // Digits before a power are its base: t_w2^{i-1}.
        let digits = gathered.word.len()
            - gathered.word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let before = &gathered.word[..gathered.word.len() - digits];
        let base = digits > 0 && !gathered.closed && text[at..].trim_start().starts_with('^');
        if base && (before.contains("t_") || self.latex) && !before.ends_with('_') {
            at -= digits;
            gathered.word.truncate(gathered.word.len() - digits);
            gathered.origin.truncate(gathered.word.len());
        }
        gathered.origin.push(at);
        if gathered.word.ends_with('_') {
            let span = self.spelled.span(at - 1, 1, self.end);
            return Err(ParseError::new(span, ParseErrorKind::Below));
        }
        Ok(gathered)
    }

    /// `frac{p}{2}`: the shell took the backslash.
    fn shell_ate(&self, word: &str, length: usize) -> bool {
        let braces = self.rest()[length..].trim_start().starts_with(['{', '(']);
        words::list("lost").contains(&word) && (braces || !word.ends_with("frac"))
    }

    /// The pieces of a word with a logarithm at `at` whose base is written: `log_b` and `log10`, before them other
    /// pieces, and after a base below, which is a number, a letter or a whole group. Nothing for all other words.
    fn logarithm(
        &self,
        gathered: &Gathered,
        at: usize,
    ) -> Result<Option<Vec<(usize, Piece)>>, ParseError> {
        let (word, closed) = (gathered.word.as_str(), gathered.closed);
        let length = gathered.origin.last().copied().unwrap_or(self.at) - self.at;
        let (before, behind) = (&word[..at], &word[at + 3..]);
        let below = behind.starts_with('_');
        let behind = behind.strip_prefix('_').unwrap_or(behind);
        if !words::all_known(before) {
            return Ok(None);
        }
        let count = behind.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = behind.split_at(count);
        if !below && number == "2" && !rest.is_empty() {
            let readings = [format!("log2({rest})"), format!("log(2 {rest})")];
            return self.fail(length, ParseErrorKind::Ambiguous { readings });
        }
        let two = number == "2" && !(closed && below && !rest.is_empty());
        if two || (!below && number.is_empty()) {
            return Ok(None);
        }
        let (base, rest) = match count {
            _ if closed => (behind, ""),
            0 => behind.split_at(behind.chars().next().map_or(0, char::len_utf8)),
            _ => (number, rest),
        };
        let plain = if below { !base.is_empty() && !rest.starts_with('_') } else { behind == "10" };
        let [mut before, after] = [before, rest].map(|part| match part {
            "" => vec![Vec::new()],
            part => self.readings(part),
        });
        let (true, [pieces], [after]) = (plain, &mut before[..], &after[..]) else {
            return self.fail(length, ParseErrorKind::OtherBase(word.to_owned()));
        };
        pieces.push((at, self.log_to(base, length)?));
        let rest_at = word.len() - rest.len();
        pieces.extend(after.iter().map(|(at, piece)| (rest_at + at, piece.clone())));
        Ok(before.pop())
    }

    /// The logarithm to a base that is written.
    pub(super) fn log_to(&self, base: &str, length: usize) -> Result<Piece, ParseError> {
        if base == "e" {
            return Ok(Piece::Function(Function::Ln));
        }
        if base.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = base.parse::<Rational>().ok().filter(|number| *number > Rational::one());
            return match number {
                Some(number) if number == Rational::from(2u32) => {
                    Ok(Piece::Function(Function::Log2))
                }
                Some(number) => Ok(Piece::Log(Base::Number(number))),
                None => self.fail(length, ParseErrorKind::OtherBase(format!("log_{base}"))),
            };
        }
        Ok(Piece::Log(Base::Name(words::canonical(&words::spelled(base)).to_owned())))
    }
}

impl Gathered {
    fn push(&mut self, c: char, at: usize) {
        self.word.push(c);
        self.origin.resize(self.word.len(), at);
    }
}

/// Words with a meaning of their own; O stands for an order of growth.
fn keyword(word: &str) -> Option<TokenKind> {
    let sign = words::entries("signs").find(|(name, _)| *name == word);
    let sign = sign.and_then(|(_, sign)| super::sign(sign.chars().next()?));
    sign.or_else(|| Growth::named(word).map(TokenKind::Growth))
}

/// Where a number is behind a time, as in `t_w2`, which is not a name.
fn number_behind(gathered: &Gathered) -> Option<usize> {
    let word = gathered.word.as_str();
    let time = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let sure = time.contains("t_") || !time.is_ascii();
    let glued = !gathered.closed && time.len() < word.len() && !time.ends_with('_');
    let from = gathered.origin.first().copied().unwrap_or_default();
    let place = gathered.origin.get(time.len()).copied().unwrap_or(from);
    (sure && glued && words::all_known(time)).then(|| place - from)
}

/// A reading with blanks between its pieces.
fn spelled(word: &str, pieces: &[(usize, Piece)]) -> String {
    let ends = pieces.iter().skip(1).map(|(at, _)| *at).chain([word.len()]);
    let parts = pieces.iter().zip(ends).map(|((at, _), end)| &word[*at..end]);
    parts.collect::<Vec<_>>().join(" ")
}
