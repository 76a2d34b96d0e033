//! Procedures in the textbook's notation.
//!
//! The listings end blocks in several ways: `endif`, `endelse`, `end`, `end if`, or not at all where one statement follows.
//! So each end is first matched with the latest beginning of its kind that is open. What has no end has the statement that
//! follows, and the lines that are indented deeper.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::syntax::{Action, Located, MessageEnd, Reader};
use super::tokens::{Kind, Language, Token};
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// What was read of a program.
pub(crate) struct Parsed {
    /// The parameters, in order; none if it has no head.
    pub(crate) parameters: Vec<Rc<str>>,
    pub(crate) statements: Vec<Action>,
}

/// Where the parts of statements end: the tokens of `else` and of the end, by the token that begins the statement.
#[derive(Default)]
struct Ends {
    other: BTreeMap<usize, usize>,
    end: BTreeMap<usize, usize>,
}

/// A statement that has begun.
#[derive(Clone, Copy)]
struct Open {
    word: &'static str,
    at: usize,
    /// The column of the line that it stands on.
    column: usize,
}

struct Textbook<'t> {
    reader: Reader<'t>,
    ends: Ends,
}

/// Reads a procedure, or statements without a head.
///
/// # Errors
/// What is not understood, with its place and a repair.
pub(crate) fn parse(mut reader: Reader<'_>) -> Result<Parsed, Diagnostic> {
    let all = &mut reader.tokens.all;
    let is = |token: &Token, word: &str| token.is(word, Language::Textbook);
    // Before a head stand titles.
    if let Some(head) = all.iter().position(|token| is(token, "procedure")) {
        all.drain(..head);
        if let Some(second) = all[1..].iter().find(|token| is(token, "procedure")) {
            return Err(Diagnostic::new("a second procedure")
                .at(second.at)
                .help("check one at a time"));
        }
    }
    // `end for` is `endfor`.
    let mut k = 0;
    while k + 1 < all.len() {
        let joined = ["for", "if", "else", "while"].into_iter().find(|word| is(&all[k + 1], word));
        if let Some(word) = joined.filter(|_| is(&all[k], "end") && !all[k + 1].first) {
            let at = all[k].at.to(all[k + 1].at);
            all[k] = Token { text: format!("end{word}"), at, ..all[k].clone() };
            all.remove(k + 1);
        }
        k += 1;
    }
    reader.limit = all.len() - 1;
    let mut parameters = Vec::new();
    let mut name = None;
    if reader.take("procedure") {
        name = Some(reader.name()?);
        if reader.take("(") {
            while !reader.take(")") {
                parameters.push(reader.name()?);
                let more = reader.take(",") || reader.take(";");
                if !more && !reader.is(")") {
                    return Err(reader.unexpected("`)`"));
                }
            }
        }
        reader.take(";");
    }
    let (ends, end) = ends(&reader, name.as_deref())?;
    // Behind the end stand captions.
    reader.limit = end;
    if name.is_some() {
        reader.take("begin");
    }
    let statements = Textbook { reader, ends }.block()?;
    Ok(Parsed { parameters, statements })
}

/// Matches ends with beginnings; also where the procedure ends.
fn ends(reader: &Reader<'_>, procedure: Option<&str>) -> Result<(Ends, usize), Diagnostic> {
    let all = &reader.tokens.all;
    let mut ends = Ends::default();
    let mut open: Vec<Open> = Vec::new();
    let mut column = 0;
    let from = reader.at;
    let mut behind_else = None;
    for (at, token) in all.iter().enumerate().skip(from) {
        if token.first || at == from {
            column = token.column;
        }
        let word = token.text.to_ascii_lowercase();
        let last =
            |open: &[Open], words: &[&str]| open.iter().rposition(|of| words.contains(&of.word));
        let after_else = std::mem::take(&mut behind_else);
        let begun = ["for", "while", "if", "begin"].into_iter().find(|one| *one == word);
        if let Some(word) = begun.filter(|one| *one != "begin" || at > from || procedure.is_none())
        {
            open.push(Open { word, at, column });
            continue;
        }
        let closes: &[&str] = match &*word {
            "else" => {
                let of = last(&open, &["if"]).ok_or_else(|| no_beginning(token, "if"))?;
                open.truncate(of + 1);
                ends.other.insert(open[of].at, at);
                open[of].word = "else";
                continue;
            }
            "endfor" => &["for"],
            "endwhile" => &["while"],
            "od" => &["for", "while"],
            "endif" | "fi" => {
                // `endelse; endif` may close one statement twice.
                if let Some(Open { column: of, .. }) = after_else
                    && token.first
                    && of == token.column
                    && open.iter().all(|outer| outer.word != "if" || outer.column != of)
                {
                    continue;
                }
                &["if", "else"]
            }
            "endelse" => &["else"],
            "end" => {
                let next = &all[(at + 1).min(all.len() - 1)];
                let of_procedure = procedure.is_some_and(|name| next.text == name);
                if of_procedure || open.is_empty() {
                    return Ok((ends, at));
                }
                &["for", "while", "if", "else", "begin"]
            }
            _ => {
                behind_else = after_else.filter(|_| token.text == ";");
                continue;
            }
        };
        let same_column = open.iter().rposition(|of| token.first && of.column == token.column);
        let of = same_column.filter(|_| word == "end");
        let of =
            of.or_else(|| last(&open, closes)).ok_or_else(|| no_beginning(token, closes[0]))?;
        let closed = open[of];
        open.truncate(of);
        ends.end.insert(closed.at, at);
        behind_else = (word == "endelse").then_some(closed);
    }
    Ok((ends, all.len() - 1))
}

fn no_beginning(token: &Token, word: &str) -> Diagnostic {
    Diagnostic::new(format!("`{}` without a beginning", token.text))
        .at(token.at)
        .help(format!("there is no open `{word}` before it"))
}

impl Textbook<'_> {
    /// Statements up to the end of the block.
    fn block(&mut self) -> Result<Vec<Action>, Diagnostic> {
        let mut all = Vec::new();
        while self.reader.at < self.reader.limit {
            if !self.reader.take(";") {
                self.statement(&mut all)?;
            }
        }
        Ok(all)
    }

    /// The statements up to a token.
    fn up_to(&mut self, end: usize) -> Result<Vec<Action>, Diagnostic> {
        let outer = std::mem::replace(&mut self.reader.limit, end);
        let block = self.block();
        self.reader.limit = outer;
        self.reader.at = self.reader.at.max(end);
        block
    }

    /// The body of a statement that begins with a token, up to its end.
    fn body(&mut self, start: usize) -> Result<Vec<Action>, Diagnostic> {
        if let Some(end) = self.ends.end.get(&start).copied() {
            let body = self.up_to(end)?;
            self.reader.at += 1;
            return Ok(body);
        }
        let line = self.reader.tokens.all[..=start].iter().rfind(|token| token.first);
        let column = line.map_or(0, |token| token.column);
        let mut all = Vec::new();
        self.statement(&mut all)?;
        loop {
            while self.reader.take(";") {}
            let next = self.reader.token();
            if self.reader.at >= self.reader.limit || !next.first || next.column <= column {
                return Ok(all);
            }
            self.statement(&mut all)?;
        }
    }

    fn statement(&mut self, all: &mut Vec<Action>) -> Result<(), Diagnostic> {
        let start = self.reader.at;
        let at = self.reader.token().at;
        let word = self.reader.token().text.to_ascii_lowercase();
        let known = self.reader.token().kind == Kind::Name && self.reader.at < self.reader.limit;
        let statement = match &*word {
            "for" if known => self.in_depth(|this| this.for_loop(start, at))?,
            "while" if known => self.in_depth(|this| {
                this.reader.at += 1;
                let condition = this.reader.expression()?;
                this.lead("do")?;
                let body = this.body(start)?;
                Ok(Action::While { condition, step: Vec::new(), body, at })
            })?,
            "if" if known => self.in_depth(|this| this.condition(start))?,
            "begin" if known => {
                self.reader.at += 1;
                all.extend(self.in_depth(|this| this.body(start))?);
                return Ok(());
            }
            "send" if known => {
                Action::Send(Box::new(self.transfer("to")?), at.to(self.reader.last()))
            }
            "receive" | "recv"
                if known && !matches!(&*self.reader.ahead(1).text, ":=" | "=" | "[") =>
            {
                Action::Receive(Box::new(self.transfer("from")?), at.to(self.reader.last()))
            }
            "return" if known => {
                self.reader.at += 1;
                Action::Return
            }
            _ => self.assignment(&word)?,
        };
        all.push(statement);
        Ok(())
    }

    fn in_depth<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        self.reader.enter()?;
        let read = read(self);
        self.reader.leave();
        read
    }

    /// The word before a body; at the end of a line it may be missing.
    fn lead(&mut self, word: &str) -> Result<(), Diagnostic> {
        let first = self.reader.token().first;
        if self.reader.take(word) || first {
            Ok(())
        } else {
            Err(self.reader.unexpected(&format!("`{word}`")))
        }
    }

    /// The sign of an assignment.
    fn becomes(&mut self) -> Result<(), Diagnostic> {
        let sign = [":=", "="].into_iter().any(|sign| self.reader.take(sign));
        if sign { Ok(()) } else { Err(self.reader.unexpected("`:=`")) }
    }

    fn for_loop(&mut self, start: usize, at: Span) -> Result<Action, Diagnostic> {
        self.reader.at += 1;
        if ["each", "all"].iter().any(|word| self.reader.is(word))
            && self.reader.ahead(1).kind == Kind::Name
        {
            return Err(self.reader.unexpected("a counter"));
        }
        let name = self.reader.name()?;
        if !self.reader.take("from") {
            self.becomes()?;
        }
        let from = self.reader.expression()?;
        let down = self.reader.take("downto");
        if !down {
            self.reader.expect("to")?;
        }
        let last = self.reader.expression()?;
        let by = if self.reader.take("by") || self.reader.take("step") {
            self.reader.expression()?
        } else {
            Located::number(if down { -1 } else { 1 }, at)
        };
        self.lead("do")?;
        let body = self.body(start)?;
        Ok(Action::For { name, from, last, by, body, at })
    }

    fn condition(&mut self, start: usize) -> Result<Action, Diagnostic> {
        self.reader.at += 1;
        let condition = self.reader.expression()?;
        self.lead("then")?;
        let Some(other) = self.ends.other.get(&start).copied() else {
            return Ok(Action::If { condition, then: self.body(start)?, otherwise: Vec::new() });
        };
        let then = self.up_to(other)?;
        self.reader.at += 1;
        Ok(Action::If { condition, then, otherwise: self.body(start)? })
    }

    /// `send X to e`, `receive X from e`, also with the two in parentheses.
    fn transfer(&mut self, word: &str) -> Result<MessageEnd, Diagnostic> {
        self.reader.at += 1;
        let start = self.reader.at;
        if self.reader.take("(") {
            let both = self.reader.list(")")?;
            if let ([data, peer], false) = (&both[..], self.reader.is(word)) {
                return Ok(MessageEnd::plain(data.clone(), peer.clone()));
            }
            self.reader.at = start;
        }
        let data = self.reader.expression()?;
        self.reader.expect(word)?;
        Ok(MessageEnd::plain(data, self.reader.expression()?))
    }

    fn assignment(&mut self, word: &str) -> Result<Action, Diagnostic> {
        let token = self.reader.token().clone();
        let words =
            ["send", "receive", "for", "while", "if", "endfor", "endif", "endelse", "endwhile"];
        let near = nearest(word, words).filter(|near| *near != word);
        if self.reader.is_word()
            && !matches!(&*self.reader.ahead(1).text, ":=" | "=" | "[")
            && let Some(near) = near
        {
            return Err(Diagnostic::new(format!("`{}` is not understood", token.text))
                .at(token.at)
                .help(format!("did you mean {near}?")));
        }
        if !self.reader.is_word() {
            return Err(self.reader.unexpected("a statement"));
        }
        let to = self.reader.target()?;
        self.becomes()?;
        let value = self.reader.expression()?;
        let next = self.reader.token();
        if self.reader.at < self.reader.limit && next.text != ";" && !next.first && !self.starts() {
            return Err(self.reader.unexpected("`;`"));
        }
        Ok(Action::Set { to, value })
    }

    /// Whether a word is next that begins or ends a statement.
    fn starts(&self) -> bool {
        !self.reader.is_word() && self.reader.token().kind == Kind::Name
    }
}
