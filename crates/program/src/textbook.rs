//! Procedures in the textbook's notation.
//!
//! The listings end blocks in several ways: `endif`, `endelse`, `end`, `end if`, or not at all where one statement follows.
//! So each end is first matched with the latest beginning of its kind that is open. What has no end has the statement that
//! follows, and the lines that are indented deeper.

use std::rc::Rc;

use crate::syntax::{
    Action, Binding, Formal, Located, MessageEnd, Reader, StatementEnds, TermKind,
};
use crate::tokens::{Kind, Language, Read, Token, refused};
use crate::types::Typed;
use hockney_base::diagnostic::{Diagnostic, Span, nearest};

/// What was read of a program.
#[derive(Default)]
pub(crate) struct Parsed {
    /// The parameters, in order; none if it has no head.
    pub(crate) parameters: Vec<Formal>,
    pub(crate) statements: Vec<Action>,
    /// What is left out, and where.
    pub(crate) left_out: Vec<(Rc<str>, Span)>,
}

/// A statement that has begun.
#[derive(Clone, Copy)]
struct Open {
    word: &'static str,
    at: usize,
    /// The column of the line that it stands on.
    column: usize,
}

/// Words with which statements begin and end.
const FIRST: &str = "send receive for while if endfor endif endelse endwhile";

/// Reads a procedure, or statements without a head.
///
/// # Errors
/// What is not understood, with its place and a repair.
pub(crate) fn parse(mut reader: Reader<'_>) -> Read<Parsed> {
    let all = &mut reader.tokens.all;
    let is = |token: &Token, word: &str| token.is(word, Language::Textbook);
    // Before a head stand titles, and between it and the first statement what is given.
    let mut heads = (0..all.len()).filter_map(|at| Some((at, behind_head(&all[at..])?)));
    let head = heads.next();
    if let Some((second, _)) = heads.next() {
        return refused(all[second].at, "a second procedure", "check one at a time");
    }
    if let Some((at, words)) = head {
        all.drain(..at + words);
    }
    let mut given = false;
    all.retain(|token| {
        let starts = ["input", "output", "require", "ensure"].iter().any(|word| is(token, word));
        if token.first {
            given = starts && reader.text[token.at.end..].starts_with(':');
        }
        !given || token.kind == Kind::End
    });
    // `end for` is `endfor`.
    let mut joined: Vec<Token> = Vec::with_capacity(all.len());
    for token in std::mem::take(all) {
        let word = ["for", "if", "else", "while"].into_iter().find(|word| is(&token, word));
        match (joined.last_mut(), word) {
            (Some(end), Some(word)) if is(end, "end") && !token.first => {
                (end.text, end.at) = (format!("end{word}"), end.at.to(token.at));
            }
            _ => joined.push(token),
        }
    }
    *all = joined;
    reader.limit = all.len() - 1;
    let mut parameters = Vec::new();
    let mut name = None;
    if head.is_some() {
        name = Some(reader.name()?);
        if reader.take("(") {
            while !reader.take(")") {
                let at = reader.token().at;
                let name = Located::name(reader.name()?, at);
                parameters.push(Formal { name, typed: Typed::default() });
                let more = reader.take(",") || reader.take(";");
                if !more && !reader.is(")") {
                    return Err(reader.unexpected("`)`"));
                }
            }
        }
        reader.take(";");
    }
    // Behind the end stand captions.
    (reader.ends, reader.limit) = ends(&reader, name.as_deref())?;
    if name.is_some() {
        reader.take("begin");
    }
    Ok(Parsed { parameters, statements: reader.block()?, ..Parsed::default() })
}

/// How many words stand before the name in a head: `procedure`, `Algorithm 4.1:`; nothing if it is none.
fn behind_head(all: &[Token]) -> Option<usize> {
    let is = |token: &Token, word: &str| token.is(word, Language::Textbook);
    if is(&all[0], "procedure") {
        return Some(1);
    }
    let numbers = |token: &&Token| token.kind != Kind::Name && !token.first && token.text != "(";
    let name = 1 + all[1..].iter().take_while(numbers).count();
    let called = all.get(name).is_some_and(|token| token.kind == Kind::Name && !token.first)
        && all.get(name + 1).is_some_and(|token| token.text == "(");
    let algorithm = all[0].first && (is(&all[0], "algorithm") || is(&all[0], "function"));
    (algorithm && called).then_some(name)
}

/// Matches ends with beginnings; also where the procedure ends.
fn ends(reader: &Reader<'_>, procedure: Option<&str>) -> Read<(StatementEnds, usize)> {
    let all = &reader.tokens.all;
    let mut ends = StatementEnds::default();
    let mut open: Vec<Open> = Vec::new();
    let from = reader.at;
    let mut behind_else = None;
    for (at, token) in all.iter().enumerate().skip(from) {
        let word = token.text.to_ascii_lowercase();
        let last =
            |open: &[Open], words: &[&str]| open.iter().rposition(|of| words.contains(&of.word));
        let after_else = std::mem::take(&mut behind_else);
        let begun = ["for", "while", "if", "begin"].into_iter().find(|one| *one == word);
        if let Some(word) = begun.filter(|one| *one != "begin" || at > from || procedure.is_none())
        {
            open.push(Open { word, at, column: token.column });
            continue;
        }
        let closes: &[&str] = match &*word {
            "else" => {
                // Behind an `if` without an end the column says whose `else` it is.
                let beside =
                    |of: &Open| token.first && of.word == "if" && of.column == token.column;
                let of = open.iter().rposition(beside).or_else(|| last(&open, &["if"]));
                let of = of.ok_or_else(|| no_beginning(token, "if"))?;
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
        let beside =
            |of: &Open| token.first && of.column == token.column && closes.contains(&of.word);
        let of = open.iter().rposition(beside).or_else(|| last(&open, closes));
        let of = of.ok_or_else(|| no_beginning(token, closes[0]))?;
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

impl Reader<'_> {
    /// Statements up to the end of the block.
    fn block(&mut self) -> Read<Vec<Action>> {
        let mut all = Vec::new();
        while self.at < self.limit {
            if !self.take(";") {
                self.statement(&mut all)?;
            }
        }
        Ok(all)
    }

    /// The statements up to a token.
    fn up_to(&mut self, end: usize) -> Read<Vec<Action>> {
        let outer = std::mem::replace(&mut self.limit, end);
        let block = self.block();
        self.limit = outer;
        self.at = self.at.max(end);
        block
    }

    /// The body of a statement that begins with a token, up to its end.
    fn body(&mut self, start: usize) -> Read<Vec<Action>> {
        if let Some(end) = self.ends.end.get(&start).copied() {
            let body = self.up_to(end)?;
            self.at += 1;
            return Ok(body);
        }
        let column = self.tokens.all[start].column;
        let mut all = Vec::new();
        self.statement(&mut all)?;
        loop {
            while self.take(";") {}
            let next = self.token();
            if self.at >= self.limit || !next.first || next.column <= column {
                return Ok(all);
            }
            self.statement(&mut all)?;
        }
    }

    fn statement(&mut self, all: &mut Vec<Action>) -> Read {
        let start = self.at;
        let at = self.token().at;
        let word = self.token().text.to_ascii_lowercase();
        let known = self.token().kind == Kind::Name && self.at < self.limit;
        let statement = match &*word {
            "for" if known && self.ahead(1).text == "(" => self.nested(|this| {
                this.at += 2;
                let first = this.assignment("")?;
                this.expect(";")?;
                let condition = this.expression()?;
                this.expect(";")?;
                let step = vec![this.assignment("")?];
                this.expect(")")?;
                all.push(first);
                this.lead("do")?;
                Ok(Action::While { condition, step, body: this.body(start)?, at })
            })?,
            "for" if known => self.nested(|this| this.for_loop(start, at))?,
            "while" if known => self.nested(|this| {
                this.at += 1;
                let condition = this.expression()?;
                this.lead("do")?;
                let body = this.body(start)?;
                Ok(Action::While { condition, step: Vec::new(), body, at })
            })?,
            "if" if known => self.nested(|this| this.condition(start))?,
            "begin" if known => {
                self.at += 1;
                all.extend(self.nested(|this| this.body(start))?);
                return Ok(());
            }
            "send" if known => Action::Send(Box::new(self.transfer("to")?), at.to(self.last())),
            "receive" | "recv" if known && !matches!(&*self.ahead(1).text, ":=" | "=" | "[") => {
                Action::Receive(Box::new(self.transfer("from")?), at.to(self.last()))
            }
            "return" if known => {
                self.at += 1;
                Action::Return(None)
            }
            _ => self.assignment(&word)?,
        };
        all.push(statement);
        Ok(())
    }

    /// The word before a body; at the end of a line and before a brace it may be missing.
    fn lead(&mut self, word: &str) -> Read {
        let last = &self.tokens.all[self.at - 1].text;
        let clear = self.token().first || self.is("begin") || last == ")";
        let taken = self.take(word) || self.take(":");
        if taken || clear { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// The sign of an assignment.
    fn becomes(&mut self) -> Read {
        if self.take(":=") || self.take("=") { Ok(()) } else { Err(self.unexpected("`:=`")) }
    }

    fn for_loop(&mut self, start: usize, at: Span) -> Read<Action> {
        self.at += 1;
        if ["each", "all"].iter().any(|word| self.is(word)) && self.ahead(1).kind == Kind::Name {
            return Err(self.unexpected("a counter"));
        }
        let name = self.name()?;
        if !self.take("from") {
            self.becomes()?;
        }
        let from = self.expression()?;
        let down = self.take("downto");
        if !down {
            self.expect("to")?;
        }
        let last = self.expression()?;
        let by = if self.take("by") || self.take("step") {
            self.expression()?
        } else {
            Located::number(if down { -1 } else { 1 }, at)
        };
        self.lead("do")?;
        let body = self.body(start)?;
        Ok(Action::For { name, range: [from, last, by], body, at })
    }

    fn condition(&mut self, start: usize) -> Read<Action> {
        self.at += 1;
        let condition = self.expression()?;
        self.lead("then")?;
        let Some(other) = self.ends.other.get(&start).copied() else {
            return Ok(Action::If { condition, then: self.body(start)?, otherwise: Vec::new() });
        };
        let then = self.up_to(other)?;
        self.at += 1;
        self.take(":");
        Ok(Action::If { condition, then, otherwise: self.body(start)? })
    }

    /// `send X to e`, `receive X from e`, also with the two in parentheses.
    fn transfer(&mut self, word: &str) -> Read<MessageEnd> {
        self.at += 1;
        let start = self.at;
        if self.take("(") {
            let both = self.list(")")?;
            if let ([data, peer], false) = (&both[..], self.is(word)) {
                return Ok(MessageEnd::plain(data.clone(), peer.clone()));
            }
            self.at = start;
        }
        let data = self.expression()?;
        self.expect(word)?;
        Ok(MessageEnd::plain(data, self.expression()?))
    }

    fn assignment(&mut self, word: &str) -> Read<Action> {
        let token = self.token().clone();
        if let Some(lost) = self.lost_sign() {
            return Err(lost);
        }
        if self.is_word()
            && !matches!(&*self.ahead(1).text, ":=" | "=" | "[" | "++" | "--" | "+=" | "-=" | "*=")
            && let Some(near) = nearest(word, FIRST.split(' ')).filter(|near| *near != word)
        {
            let what = format!("`{}` is not understood", token.text);
            return refused(token.at, what, format!("did you mean {near}?"));
        }
        if !self.is_word() {
            return Err(self.unexpected("a statement"));
        }
        let to = self.target()?;
        if let TermKind::Bump(..) = to.what {
            return Ok(Action::Evaluate(to));
        }
        let signs = [("+=", Binding::Add), ("-=", Binding::Subtract), ("*=", Binding::Multiply)];
        let sign = signs.into_iter().find(|(sign, _)| self.take(sign));
        if sign.is_none() {
            self.becomes()?;
        }
        let mut value = self.expression()?;
        if let Some((_, operator)) = sign {
            value = Located::binary(operator, to.clone(), value);
        }
        let next = self.token();
        let ends = next.first || matches!(&*next.text, ";" | ")");
        if self.at < self.limit && !ends && !self.starts() {
            return Err(self.unexpected("`;`"));
        }
        Ok(Action::Set { to, value })
    }

    /// Whether a word is next that begins or ends a statement.
    fn starts(&self) -> bool {
        !self.is_word() && self.token().kind == Kind::Name
    }
}
