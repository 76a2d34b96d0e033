//! The tokens of programs: the textbook's notation, with TeX as it stands in lecture notes, and C.

use hockney_base::diagnostic::{Diagnostic, Span};

/// The notation of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    /// `procedure .. begin .. end`, `:=`, `send X to e`.
    Textbook,
    /// A subset of C with MPI.
    C,
}

/// What is read, or why it is not.
pub(crate) type Read<T = ()> = Result<T, Diagnostic>;

/// The error of a place, with an edit that mends it.
pub(crate) fn refused<T>(at: Span, what: impl Into<String>, help: impl Into<String>) -> Read<T> {
    Err(Diagnostic::new(what).at(at).help(help))
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Number(i64),
    /// A number that is not whole.
    Decimal,
    Sign,
    End,
}

/// A word, a number or a sign, spelled in one way.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    pub(crate) at: Span,
    /// Whether it begins a line.
    pub(crate) first: bool,
    /// The column of the first token of its line, in characters from 0.
    pub(crate) column: usize,
}

/// A text as tokens.
#[derive(Default)]
pub(crate) struct Tokens {
    /// The last one has the kind `End`.
    pub(crate) all: Vec<Token>,
    /// Where printed line numbers stand, and the numbers.
    pub(crate) printed: Vec<(usize, u64)>,
}

/// What a brace of TeX stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brace {
    Group,
    Index,
    Block,
    Nothing,
}

/// The signs of both notations, longer ones first.
const SIGNS: &str = "<<= >>= ... := == != <= >= <> << >> && || ++ -- += -= *= /= %= ^= &= |= :: -> .. \
    + - * / % ^ & | ~ ! < > = ( ) [ ] , ; : ? .";

/// Characters of the textbook and commands of TeX, each with what it stands for.
const SPELLINGS: &str = r"<- := ≠ != ≤ <= ≥ >= ← := ∪ union √ sqrt ⊕ xor ∧ and ∨ or ¬ not – - − - — - × * · * ÷ /
    ⌈ ceil( ⌊ floor( ⌉ ) ⌋ ) … ... \neq != \ne != \leq <= \le <= \geq >= \ge >= \lt < \gt > \gets :=
    \leftarrow := \cup union \sqrt sqrt \oplus xor \wedge and \land and \vee or \lor or \neg not \lnot not
    \times * \cdot * \lceil ceil( \lfloor floor( \rceil ) \rfloor ) \log log \lg log \bmod mod \mod mod
    \dots ... \ldots ... \& & \% %";

/// What TeX has for the eye alone.
const NOTHING: &str = r"\left \right \quad \qquad \, \; \! \\ \#";

/// Commands of TeX around text.
const AROUND: &str = r"\text \textbf \textit \mathrm \mathit \mathbf \texttt \operatorname";

#[derive(Default)]
struct Lexer<'t> {
    text: &'t str,
    dialect: Language,
    at: usize,
    line: usize,
    first: bool,
    column: usize,
    braces: Vec<Brace>,
    found: Tokens,
}

/// Cuts a text into tokens.
///
/// # Errors
/// A number that is too large, and a comment without an end, with the place.
pub(crate) fn tokens(text: &str, dialect: Language) -> Read<Tokens> {
    let mut lexer = Lexer { text, dialect, first: true, ..Lexer::default() };
    while lexer.at < text.len() {
        lexer.next()?;
    }
    lexer.push(Kind::End, "the end", text.trim_end().len());
    Ok(lexer.found)
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, text: &str, start: usize) {
        let at = Span::new(start, self.at.max(start));
        let first = std::mem::take(&mut self.first);
        if first {
            self.column = self.text[self.line.min(start)..start].chars().count();
        }
        let column = self.column;
        self.found.all.push(Token { kind, text: text.to_owned(), at, first, column });
    }

    fn next(&mut self) -> Read {
        let start = self.at;
        let Some(c) = self.rest().chars().next() else { return Ok(()) };
        let textbook = self.dialect == Language::Textbook;
        match c {
            '\n' => {
                self.at += 1;
                (self.line, self.first) = (self.at, true);
            }
            _ if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
            '$' | '`' if textbook => self.at += 1,
            '#' | '▷' => {
                self.skip_to("\n");
                // A line that ends in `\` goes on in the next one.
                while c == '#'
                    && !textbook
                    && self.text[..self.at].trim_end_matches('\r').ends_with('\\')
                    && self.at < self.text.len()
                {
                    self.at += 1;
                    self.skip_to("\n");
                }
            }
            '/' if self.rest().starts_with("//") => self.skip_to("\n"),
            '/' if self.rest().starts_with("/*") => {
                let Some(length) = self.rest().find("*/") else {
                    let at = Span::new(start, start + 2);
                    return refused(at, "this comment has no end", "write */ behind it");
                };
                self.at += length + 2;
            }
            '"' | '\'' if c == '"' || !textbook => {
                let length = self.rest()[1..].find(c).map_or(self.rest().len(), |n| n + 2);
                let inner = self.rest()[1..length].trim_end_matches(c);
                let of_one = inner.chars().next().filter(|one| inner.len() == one.len_utf8());
                let code = of_one.map_or(0, |one| i64::from(u32::from(one)));
                self.at += length;
                let kind = if c == '"' { Kind::Sign } else { Kind::Number(code) };
                self.push(kind, if c == '"' { "\"" } else { "0" }, start);
            }
            '0'..='9' => self.number()?,
            _ if c.is_alphabetic() || c == '_' && !self.rest().starts_with("_{") => self.name(),
            '{' | '}' => self.brace(c),
            _ => self.sign(),
        }
        Ok(())
    }

    fn skip_to(&mut self, end: &str) {
        self.at += self.rest().find(end).unwrap_or(self.rest().len());
    }

    /// A number; printed line numbers are set aside.
    fn number(&mut self) -> Read {
        let start = self.at;
        let of_c = self.dialect == Language::C;
        let is_hexadecimal =
            of_c && self.rest().get(..2).is_some_and(|of| of == "0x" || of == "0X");
        let base = if is_hexadecimal { 16 } else { 10 };
        self.at += if is_hexadecimal { 2 } else { 0 };
        let digits = self.rest().find(|c: char| !c.is_digit(base)).unwrap_or(self.rest().len());
        let text = self.rest()[..digits].to_owned();
        self.at += digits;
        let (mut base, mut written) = (base, text.clone());
        if of_c {
            let tail = |c: char| c.is_ascii_alphanumeric() || c == '.';
            let length = self.rest().find(|c| !tail(c)).unwrap_or(self.rest().len());
            let suffix = &self.rest()[..length];
            let point = suffix.contains('.') || suffix.contains(['e', 'E']) && text != "0";
            let decimal = point && !is_hexadecimal;
            let whole = suffix.chars().all(|c| "uUlL".contains(c));
            if decimal || whole && length > 0 {
                written += suffix;
                self.at += length;
            }
            if !is_hexadecimal && !decimal && text.len() > 1 && text.starts_with('0') {
                base = 8;
            }
            if decimal {
                let whole = self.text[start..self.at].to_owned();
                self.push(Kind::Decimal, &whole, start);
                return Ok(());
            }
        }
        let too_large = Diagnostic::new("this number is too large").at(start..self.at);
        let number = i64::from_str_radix(&text, base).map_err(|_| too_large)?;
        if self.dialect == Language::Textbook {
            let mut behind = self.rest().chars();
            let (mark, then) = (behind.next(), behind.next());
            let ends = then.is_none_or(|c| c.is_whitespace() || c.is_alphabetic());
            if ends && (mark == Some('.') || self.first && matches!(mark, Some(')' | ':'))) {
                self.at += 1;
                self.found.printed.push((start, number.unsigned_abs()));
                return Ok(());
            }
        }
        self.push(Kind::Number(number), &written, start);
        Ok(())
    }

    /// A name; an underscore may have the backslash of TeX.
    fn name(&mut self) {
        let start = self.at;
        let mut name = String::new();
        loop {
            let rest = self.rest();
            let escaped = rest.starts_with("\\_");
            match rest.chars().next() {
                Some(_) if escaped => {
                    name.push('_');
                    self.at += 2;
                }
                Some('_') if rest.starts_with("_{") => break,
                Some(c) if c.is_alphanumeric() || c == '_' => {
                    name.push(c);
                    self.at += c.len_utf8();
                }
                _ => break,
            }
        }
        self.push(Kind::Name, &name, start);
    }

    fn brace(&mut self, c: char) {
        let start = self.at;
        self.at += 1;
        if self.dialect == Language::C {
            return self.push(Kind::Sign, &self.text[start..self.at], start);
        }
        let brace = if c == '{' {
            let before = self.found.all.last().map_or("", |token| &token.text);
            let brace = if matches!(before, "^" | "sqrt") { Brace::Group } else { Brace::Block };
            self.braces.push(brace);
            brace
        } else {
            self.braces.pop().unwrap_or(Brace::Block)
        };
        match (brace, c) {
            (Brace::Nothing, _) => {}
            (Brace::Index, _) => self.push(Kind::Sign, "]", start),
            (Brace::Group, _) => self.push(Kind::Sign, if c == '{' { "(" } else { ")" }, start),
            (Brace::Block, '{') => self.push(Kind::Name, "begin", start),
            (Brace::Block, _) => self.push(Kind::Name, "end", start),
        }
    }

    /// A sign, a character of the textbook, or a command of TeX.
    fn sign(&mut self) {
        let start = self.at;
        let text = self.text;
        let rest = &text[self.at..];
        let textbook = self.dialect == Language::Textbook;
        if textbook && rest.starts_with("_{") {
            self.at += 2;
            self.braces.push(Brace::Index);
            self.push(Kind::Sign, "[", start);
            return;
        }
        let letters = |c: char| c.is_ascii_alphabetic();
        let command = rest.strip_prefix('\\').filter(|rest| rest.starts_with(letters));
        let length = command.map(|rest| 1 + rest.find(|c| !letters(c)).unwrap_or(rest.len()));
        if textbook
            && let Some(length) =
                length.filter(|n| AROUND.split(' ').any(|word| word == &rest[..*n]))
        {
            let opens = rest[length..].trim_start().strip_prefix('{');
            self.at += opens.map_or(length, |behind| rest.len() - behind.len());
            if opens.is_some() {
                self.braces.push(Brace::Nothing);
            }
            return;
        }
        if textbook && (rest.starts_with("\\{") || rest.starts_with("\\}")) {
            self.at += 1;
            return;
        }
        let fits = |from: &str| match length {
            Some(length) => rest[..length] == *from,
            None => rest.starts_with(from),
        };
        let blank = NOTHING.split(' ').find(|from| fits(from));
        let blank = blank.or(rest.starts_with("\\ ").then_some("\\ ")).filter(|_| textbook);
        if let Some(blank) = blank {
            self.at += blank.len();
            return;
        }
        let words: Vec<&str> = SPELLINGS.split_whitespace().collect();
        let spelled = words.chunks(2).find(|pair| fits(pair[0])).filter(|_| textbook);
        if let Some([from, to]) = spelled {
            self.at += from.len();
            let (word, call) = to.strip_suffix('(').map_or((*to, false), |word| (word, true));
            let name = word.starts_with(|c: char| c.is_ascii_alphabetic());
            self.push(if name { Kind::Name } else { Kind::Sign }, word, start);
            if call {
                self.push(Kind::Sign, "(", start);
            }
            return;
        }
        if let Some(sign) = SIGNS.split(' ').find(|sign| rest.starts_with(sign)) {
            self.at += sign.len();
            self.push(Kind::Sign, if sign == "<>" { "!=" } else { sign }, start);
            return;
        }
        // What no program has is an error where it is read.
        let length = length.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
        self.at += length;
        self.push(Kind::Sign, &rest[..length], start);
    }
}
