//! The tree of a program, for both notations, and the reader of expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::tokens::{Kind, Language, Read, Token, Tokens, refused};
use crate::types::{Element, Typed};
use hockney_base::diagnostic::{Diagnostic, Span};

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// Of truth values, or of the bits of numbers.
    Or,
    Xor,
    And,
    Not,
    /// `&&` and `||` of C.
    Both,
    Either,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    /// Never negative.
    Modulo,
    /// `%` of C, which has the sign of its left side.
    Remainder,
    /// `div` of the textbook, rounded down.
    Quotient,
    Power,
    Union,
    /// `&` before a buffer.
    Address,
    /// `*` before a pointer.
    Value,
}

impl Binding {
    /// Whether it compares, or joins what was compared.
    pub(crate) fn compares(self) -> bool {
        use Binding as O;
        let orders = matches!(self, O::Less | O::AtMost | O::Greater | O::AtLeast);
        orders || matches!(self, O::Equal | O::Unequal | O::Both | O::Either)
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum TermKind {
    Number(i64),
    Name(Rc<str>),
    /// `M[i]`, `M[i, j]`
    Index(Rc<str>, Vec<Located>),
    /// `M[i..j]`
    Slice(Rc<str>, Box<Located>, Box<Located>),
    Call(Rc<str>, Vec<Located>),
    /// A call of a function of the text.
    Invoke(Rc<str>, Vec<Located>),
    Unary(Binding, Box<Located>),
    Binary(Binding, Box<Located>, Box<Located>),
    /// `a ? b : c`
    Choice(Box<[Located; 3]>),
    /// A number that is converted to a type of C.
    Cast(Typed, Box<Located>),
    /// `(a = b)`, whose value is that of the target then.
    Assign(Box<[Located; 2]>),
    /// `k++`: by how much the name grows after it is read.
    Bump(Rc<str>, i64),
}

/// An expression with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Located {
    pub(crate) what: TermKind,
    pub(crate) at: Span,
}

impl Default for TermKind {
    fn default() -> Self {
        TermKind::Number(0)
    }
}

impl Located {
    pub(crate) fn new(what: TermKind, at: Span) -> Self {
        Located { what, at }
    }

    pub(crate) fn number(number: i64, at: Span) -> Self {
        Located::new(TermKind::Number(number), at)
    }

    pub(crate) fn name(name: impl Into<Rc<str>>, at: Span) -> Self {
        Located::new(TermKind::Name(name.into()), at)
    }

    pub(crate) fn call(name: impl Into<Rc<str>>, of: Vec<Located>, at: Span) -> Self {
        Located::new(TermKind::Call(name.into(), of), at)
    }

    pub(crate) fn binary(operator: Binding, a: Located, b: Located) -> Self {
        let at = a.at.to(b.at);
        Located::new(TermKind::Binary(operator, Box::new(a), Box::new(b)), at)
    }

    /// Leaves out what is counted up in it: `a[k++]` becomes `a[k]`.
    pub(crate) fn drop_bumps(&mut self) {
        match &mut self.what {
            TermKind::Bump(name, _) => self.what = TermKind::Name(name.clone()),
            TermKind::Index(_, parts) | TermKind::Call(_, parts) => {
                parts.iter_mut().for_each(Self::drop_bumps);
            }
            TermKind::Unary(_, part) | TermKind::Cast(_, part) => part.drop_bumps(),
            TermKind::Binary(_, a, b) => {
                a.drop_bumps();
                b.drop_bumps();
            }
            _ => {}
        }
    }

    /// It as a number of a type of C; pointers stay what they are.
    pub(crate) fn cast(self, typed: Typed) -> Self {
        if typed.is_pointer || typed.is_vector || typed.element.is_unknown() {
            return self;
        }
        Located { at: self.at, what: TermKind::Cast(typed, Box::new(self)) }
    }

    /// Whether it does something beside having a value.
    pub(crate) fn has_effect(&self) -> bool {
        matches!(self.what, TermKind::Bump(..) | TermKind::Invoke(..) | TermKind::Assign(_))
    }

    /// The name, if it is one.
    pub(crate) fn as_name(&self) -> Option<&Rc<str>> {
        match &self.what {
            TermKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// It, and all expressions in it.
    pub(crate) fn every(&self) -> Vec<&Located> {
        [self].into_iter().chain(self.parts().into_iter().flat_map(Located::every)).collect()
    }

    /// The parts of an expression.
    pub(crate) fn parts(&self) -> Vec<&Located> {
        match &self.what {
            TermKind::Number(_) | TermKind::Name(_) | TermKind::Bump(..) => Vec::new(),
            TermKind::Index(_, parts) | TermKind::Call(_, parts) | TermKind::Invoke(_, parts) => {
                parts.iter().collect()
            }
            TermKind::Unary(_, part) | TermKind::Cast(_, part) => vec![part],
            TermKind::Slice(_, a, b) | TermKind::Binary(_, a, b) => vec![a, b],
            TermKind::Choice(parts) => parts.iter().collect(),
            TermKind::Assign(both) => both.iter().collect(),
        }
    }
}

/// One end of a message.
#[derive(Clone, Debug, Default)]
pub(crate) struct MessageEnd {
    pub(crate) data: Located,
    /// The number of words, in C, and their type.
    pub(crate) count: Option<Located>,
    pub(crate) kind: Option<Located>,
    pub(crate) comm: Option<Located>,
    pub(crate) peer: Located,
    pub(crate) tag: Option<Located>,
    /// The request of a call that does not wait.
    pub(crate) request: Option<Located>,
    /// Whether a send waits for its receive.
    pub(crate) synchronous: bool,
    /// Where `MPI_IN_PLACE` stands instead of the buffer.
    pub(crate) in_place: Option<Span>,
}

impl MessageEnd {
    /// One of the textbook.
    pub(crate) fn plain(data: Located, peer: Located) -> Self {
        MessageEnd { data, peer, ..MessageEnd::default() }
    }

    fn parts(&self) -> Vec<&Located> {
        [&self.data].into_iter().chain(self.numbers()).chain(&self.request).collect()
    }

    /// What are numbers in it.
    pub(crate) fn numbers(&self) -> Vec<&Located> {
        let MessageEnd { count, kind, comm, peer, tag, .. } = self;
        [peer].into_iter().chain(count).chain(kind).chain(comm).chain(tag).collect()
    }
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Formal {
    /// Its name.
    pub(crate) name: Located,
    /// With an array or a reference as a pointer.
    pub(crate) typed: Typed,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Set {
        to: Located,
        value: Located,
    },
    // `for v := from to last by step`
    For {
        name: Rc<str>,
        range: [Located; 3],
        body: Vec<Action>,
        at: Span,
    },
    While {
        condition: Located,
        step: Vec<Action>,
        body: Vec<Action>,
        at: Span,
    },
    If {
        condition: Located,
        then: Vec<Action>,
        otherwise: Vec<Action>,
    },
    // An expression that changes a variable: `i++`.
    Evaluate(Located),
    Break,
    Continue,
    Return(Option<Located>),
    // Ends the program for all nodes.
    Abort(Span),
    Send(Box<MessageEnd>, Span),
    Receive(Box<MessageEnd>, Span),
    // Both at the same time.
    Exchange(Box<[MessageEnd; 2]>, Span),
    // A call of a collective: what a node gives, and what it gets; the peer is the root.
    Collective(Rc<str>, Box<[MessageEnd; 2]>, Span),
    // Waits for all nodes of a communicator.
    Barrier(Located, Span),
    // A function of the text, which runs where it is called.
    Function {
        name: Rc<str>,
        parameters: Vec<Formal>,
        body: Vec<Action>,
    },
    // Waits for so many requests from one on.
    Wait {
        first: Located,
        count: Located,
        statuses: Option<Located>,
        at: Span,
    },
    // Puts a request or a number behind the others of a vector.
    Push {
        vector: Rc<str>,
        value: Located,
    },
    // The labels, of which one may be `default`, each with the statement that it stands before.
    Switch {
        value: Located,
        labels: Vec<(Option<Located>, usize)>,
        body: Vec<Action>,
    },
    // Statements with a scope of their own.
    Block(Vec<Action>),
    // Gives the memory of an array back.
    Free(Located),
    // A variable that begins here, with its size unless it is a pointer, and the length of its rows.
    Declare {
        name: Rc<str>,
        typed: Typed,
        size: Option<Located>,
        row: Option<Located>,
        zeroed: bool,
        at: Span,
    },
}

impl Action {
    /// The ends of messages that it has.
    pub(crate) fn ends(&self) -> &[MessageEnd] {
        match self {
            Action::Send(one, _) | Action::Receive(one, _) => std::slice::from_ref(one),
            Action::Exchange(both, _) | Action::Collective(_, both, _) => &both[..],
            _ => &[],
        }
    }

    /// The name that it declares.
    pub(crate) fn declared(&self) -> Option<&Rc<str>> {
        if let Action::Declare { name, .. } = self { Some(name) } else { None }
    }

    /// What it receives.
    pub(crate) fn received(&self) -> Option<&MessageEnd> {
        self.ends().last().filter(|_| !matches!(self, Action::Send(..)))
    }

    /// The statements in it, and the expressions.
    pub(crate) fn inner(&self) -> (Vec<&[Action]>, Vec<&Located>) {
        match self {
            Action::Set { to, value } => (vec![], vec![to, value]),
            Action::For { range, body, .. } => (vec![body], range.iter().collect()),
            Action::While { condition, step, body, .. } => (vec![body, step], vec![condition]),
            Action::If { condition, then, otherwise } => (vec![then, otherwise], vec![condition]),
            Action::Wait { first, count, .. } => (vec![], vec![first, count]),
            Action::Push { value: one, .. }
            | Action::Evaluate(one)
            | Action::Barrier(one, _)
            | Action::Return(Some(one)) => (vec![], vec![one]),
            Action::Switch { value, labels, body } => {
                let labels = labels.iter().filter_map(|(label, _)| label.as_ref());
                (vec![body], labels.chain([value]).collect())
            }
            Action::Function { body, .. } | Action::Block(body) => (vec![body], vec![]),
            Action::Declare { size, row, .. } => (vec![], size.iter().chain(row).collect()),
            _ => (vec![], self.ends().iter().flat_map(MessageEnd::parts).collect()),
        }
    }
}

/// How deep expressions and statements may be nested.
const DEEPEST: u32 = 60;
/// How many words and signs an expression may have, since sums are nested, too.
const MOST_TOKENS: usize = 1000;

/// Where the parts of statements of the textbook end: the tokens of `else` and of the end, by the token that begins the
/// statement.
#[derive(Default)]
pub(crate) struct StatementEnds {
    pub(crate) other: BTreeMap<usize, usize>,
    pub(crate) end: BTreeMap<usize, usize>,
}

/// Reads tokens in order.
#[derive(Default)]
pub(crate) struct Reader<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Tokens,
    pub(crate) dialect: Language,
    pub(crate) at: usize,
    /// Where the block of the textbook that is being read ends.
    pub(crate) limit: usize,
    pub(crate) ends: StatementEnds,
    /// The functions of the text, once they are known.
    pub(crate) functions: BTreeSet<String>,
    /// What is left out, and where.
    pub(crate) left_out: Vec<(Rc<str>, Span)>,
    /// The variables that are there from the beginning on, and what they begin with.
    pub(crate) statics: Vec<Action>,
    /// What the function gives that is being read.
    pub(crate) returns: Typed,
    /// The type that was read last.
    pub(crate) typed: Typed,
    depth: u32,
    /// What the blocks of C that are open declare, and what it is called.
    pub(crate) scopes: Vec<BTreeMap<String, Rc<str>>>,
    /// Where the outermost expression begins that is being read.
    began: Option<usize>,
}

/// The operators of the textbook by how tightly they bind, from 1 on.
const OPERATORS: &str =
    "or | ||,xor,and & &&,,= == != < <= > >=,union,+ -,* / mod % div << >>,,,,^";
/// Those of C.
const C_OPERATORS: &str = "||,&&,|,^,&,== !=,< <= > >=,<< >>,+ -,* / %";

/// Words of the textbook that no variable has.
pub(crate) const WORDS: &str = "procedure begin end for to downto do while if then else endif endelse endfor endwhile \
    send receive from and or xor not mod union fi od return";

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str, tokens: Tokens, dialect: Language) -> Self {
        let limit = tokens.all.len() - 1;
        Reader { text, tokens, dialect, limit, ..Reader::default() }
    }

    pub(crate) fn is_c(&self) -> bool {
        self.dialect == Language::C
    }

    pub(crate) fn ahead(&self, by: usize) -> &Token {
        let all = &self.tokens.all;
        &all[(self.at + by).min(self.limit).min(all.len() - 1)]
    }

    pub(crate) fn token(&self) -> &Token {
        self.ahead(0)
    }

    /// The place of the token that was read last.
    pub(crate) fn last(&self) -> Span {
        self.tokens.all[self.at.saturating_sub(1)].at
    }

    /// Whether the token, if not at the end of its block, is this word or sign; words of the textbook in any case.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.at < self.limit && self.token().is(text, self.dialect)
    }

    pub(crate) fn is_word(&self) -> bool {
        let token = self.token();
        let reserved = !self.is_c() && WORDS.split(' ').any(|word| token.is(word, self.dialect));
        self.at < self.limit && token.kind == Kind::Name && !reserved
    }

    pub(crate) fn take(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    /// Takes a word or sign that must be there.
    pub(crate) fn expect(&mut self, text: &str) -> Read {
        if self.take(text) { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    pub(crate) fn name(&mut self) -> Read<Rc<str>> {
        if !self.is_word() {
            return Err(self.unexpected("a name"));
        }
        self.at += 1;
        Ok(self.meant(&self.tokens.all[self.at - 1].text))
    }

    /// What is wrong with the next token, where something else is expected.
    pub(crate) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let all = &self.tokens.all;
        let token = &all[self.at.min(all.len() - 1)];
        if let Some(lost) = self.lost() {
            return lost;
        }
        let sign = if token.kind == Kind::End { "" } else { "`" };
        let what = format!("expected {wanted}, found {sign}{}{sign}", token.text);
        let error = Diagnostic::new(what).at(token.at);
        match &*token.text {
            "down" => error.help("did you mean downto?"),
            "each" | "all" => error.help("a loop counts: did you mean for i := 0 to d - 1 do?"),
            _ => error,
        }
    }

    /// What a text has lost before the next token.
    fn lost(&self) -> Option<Diagnostic> {
        let all = &self.tokens.all;
        let (before, token) = (all.get(self.at.checked_sub(1)?)?, all.get(self.at)?);
        let joined = format!("{}_{}", before.text, token.text);
        let (at, what, meant) = match (before.kind, token.kind) {
            (Kind::Name, Kind::Name) if all.iter().any(|one| one.text == joined) => {
                let what = format!("`{} {}` are two words", before.text, token.text);
                (before.at.to(token.at), what, joined)
            }
            // `=` is in every character set, so it is not what gets lost.
            (_, Kind::Number(number)) if before.text == ")" && !token.first => {
                (token.at, "a comparison is missing here".to_owned(), format!("≠ {number}"))
            }
            _ => return self.lost_sign(),
        };
        refused::<()>(at, what, format!("did you mean {meant}?")).err()
    }

    /// That a text has lost the sign of a power: `2d - 1`.
    pub(crate) fn lost_sign(&self) -> Option<Diagnostic> {
        let all = &self.tokens.all;
        let (before, token) = (all.get(self.at.checked_sub(1)?)?, all.get(self.at)?);
        let beside = before.at.end == token.at.start && token.kind == Kind::Name;
        if !beside || !matches!(before.kind, Kind::Number(_)) {
            return None;
        }
        let goes_on = |token: &&Token| {
            let more = matches!(token.kind, Kind::Number(_)) || matches!(&*token.text, "+" | "-");
            more && !token.first
        };
        let end = all[self.at + 1..].iter().take_while(goes_on).last().map_or(token.at, |of| of.at);
        let rest = &self.text[token.at.start..end.end];
        let error = Diagnostic::new(format!("`{}{}` has lost a sign", before.text, token.text));
        let help = format!("did you mean {}^{rest}?", before.text);
        Some(error.at(before.at.to(token.at)).help(help))
    }

    /// Reads a nested expression or statement.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("this is nested more than {DEEPEST} deep");
            return Err(Diagnostic::new(message).at(self.token().at));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// What an assignment sets: a name, with indices.
    pub(crate) fn target(&mut self) -> Read<Located> {
        let start = self.token().at;
        let name = self.name()?;
        self.behind(name, start)
    }

    /// An expression.
    pub(crate) fn expression(&mut self) -> Read<Located> {
        let outermost = self.began.is_none();
        self.began = self.began.or(Some(self.at));
        let read = self.nested(|reader| {
            let condition = reader.binary(1)?;
            if !reader.is_c() || !reader.take("?") {
                return Ok(condition);
            }
            let then = reader.expression()?;
            reader.expect(":")?;
            let otherwise = reader.expression()?;
            let at = condition.at.to(otherwise.at);
            Ok(Located::new(TermKind::Choice(Box::new([condition, then, otherwise])), at))
        });
        self.began = self.began.filter(|_| !outermost);
        read
    }

    fn binary(&mut self, least: u8) -> Read<Located> {
        let mut left = self.unary()?;
        while let Some((operator, binds)) = Some(self.token())
            .filter(|_| self.at < self.limit)
            .and_then(|t| t.operator(self.dialect))
            && binds >= least
        {
            if self.at - self.began.unwrap_or(self.at) > MOST_TOKENS {
                let message = format!("this expression has more than {MOST_TOKENS} words");
                return Err(Diagnostic::new(message).at(self.token().at));
            }
            self.at += 1;
            // A power of a power is read from the right.
            let next = if operator == Binding::Power { binds } else { binds + 1 };
            let right = self.nested(|reader| reader.binary(next))?;
            left = Located::binary(operator, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Located> {
        let start = self.token().at;
        let operator = match &*self.token().text {
            _ if self.at >= self.limit => None,
            "-" => Some((Binding::Subtract, 10)),
            "+" => Some((Binding::Add, 10)),
            "!" | "~" => Some((Binding::Not, 11)),
            "&" if self.is_c() => Some((Binding::Address, 11)),
            "*" if self.is_c() => Some((Binding::Value, 11)),
            _ if self.is("not") && !self.is_c() => Some((Binding::Not, 4)),
            _ => None,
        };
        let Some((operator, binds)) = operator else { return self.primary() };
        let bits = self.is("~");
        self.at += 1;
        let part = self.nested(|reader| reader.binary(binds))?;
        let at = start.to(part.at);
        Ok(match operator {
            Binding::Add => part,
            // ~x is -x - 1.
            Binding::Not if bits => {
                let minus = Located::new(TermKind::Unary(Binding::Subtract, Box::new(part)), at);
                Located::binary(Binding::Subtract, minus, Located::number(1, at))
            }
            _ => Located::new(TermKind::Unary(operator, Box::new(part)), at),
        })
    }

    fn primary(&mut self) -> Read<Located> {
        let token = self.token().clone();
        if let (Kind::Number(number), true) = (token.kind, self.at < self.limit) {
            self.at += 1;
            let number = Located::number(number, token.at);
            let has = |letters: [char; 2]| token.text.contains(letters);
            let (is_long, is_unsigned) = (has(['l', 'L']), has(['u', 'U']));
            let element = if is_long { Element::Long } else { Element::Int };
            let typed = Typed { element, is_unsigned, ..Typed::default() };
            return Ok(if is_long || is_unsigned { number.cast(typed) } else { number });
        }
        if token.kind == Kind::Decimal && self.at < self.limit {
            self.at += 1;
            return Ok(Located::call(token.text, Vec::new(), token.at));
        }
        if self.is_c()
            && let Some(found) = self.made_or_cast()?
        {
            return Ok(found);
        }
        if self.take("(") {
            if self.is_c() && self.skip_type() {
                let typed = self.typed;
                let typed = self.points(typed)?;
                self.expect(")")?;
                return Ok(self.nested(Self::unary)?.cast(typed));
            }
            let inner = self.valued()?;
            self.expect(")")?;
            return Ok(Located::new(inner.what, token.at.to(self.last())));
        }
        if let Some(by) = self.bump() {
            // Before the name it is an assignment whose value is the new one.
            let name = self.name()?;
            let at = token.at.to(self.last());
            let bumped = Located::new(TermKind::Bump(name, by), at);
            return Ok(Located::binary(Binding::Add, bumped, Located::number(by, at)));
        }
        if !self.is_word() {
            return Err(self.unexpected("a value"));
        }
        if self.is_c() && self.is("std") && self.ahead(1).text == "::" {
            self.at += 2;
        }
        let name = self.name()?;
        if self.is_c() && &*name == "sizeof" && !self.is("(") {
            let of = self.nested(Self::unary)?;
            return Ok(Located::call(name, vec![of], token.at.to(self.last())));
        }
        if let Some(node) = name.strip_prefix("P_").filter(|_| !self.is_c()) {
            let what = node.parse().map_or_else(|_| TermKind::Name(node.into()), TermKind::Number);
            return Ok(Located::new(what, token.at));
        }
        if &*name == "P" && !self.is_c() && self.take("[") {
            let node = self.expression()?;
            self.expect("]")?;
            return Ok(node);
        }
        // A root sign stands before a name without parentheses, as a logarithm does.
        let function = matches!(&*name, "sqrt" | "log");
        if function && !self.is_c() && !self.is("(") && (self.is_word() || self.is("2")) {
            let part = self.nested(Self::primary)?;
            let at = token.at.to(part.at);
            return Ok(Located::call(name, vec![part], at));
        }
        self.behind(name, token.at)
    }

    /// `new int[n]`, `std::vector<int>(n)`, `int(x)` and `static_cast<int>(x)`.
    fn made_or_cast(&mut self) -> Read<Option<Located>> {
        let (start, at) = (self.at, self.token().at);
        let is_new = self.take("new");
        let is_cast = self.take("static_cast") && self.take("<");
        if !self.skip_type() {
            self.at = start;
            return Ok(None);
        }
        if is_cast {
            self.expect(">")?;
        }
        let (typed, is_vector) = (self.typed, self.typed.is_vector);
        if self.is(")") || self.is("*") && self.ahead(1).text == ")" {
            // What sizeof is of.
            let word = if self.take("*") { "long" } else { self.typed.element.word() };
            return Ok(Some(Located::name(word, at.to(self.last()))));
        }
        let end = if is_new && self.take("[") { "]" } else { ")" };
        if end == ")" {
            self.expect("(")?;
        }
        let mut parts = self.list(end)?;
        let first = if parts.is_empty() { Located::number(1, at) } else { parts.remove(0) };
        if end == "]" || is_vector {
            parts.insert(0, first);
            let name = if end == "]" { "new" } else { "vector" };
            return Ok(Some(Located::call(name, parts, at.to(self.last()))));
        }
        Ok(Some(first.cast(typed)))
    }

    /// By how much `++` or `--` changes a name.
    fn bump(&mut self) -> Option<i64> {
        let signs = [("++", 1), ("--", -1)];
        signs.into_iter().find(|(sign, _)| self.take(sign)).map(|(_, by)| by)
    }

    /// What stands behind a name: arguments, indices, `++`.
    fn behind(&mut self, name: Rc<str>, start: Span) -> Read<Located> {
        let all = |start: Span, reader: &Self| start.to(reader.last());
        if self.take("(") {
            let arguments = self.list(")")?;
            let is_own = self.functions.contains(&*name);
            let kind = if is_own { TermKind::Invoke } else { TermKind::Call };
            return Ok(Located::new(kind(name, arguments), all(start, self)));
        }
        if self.is_c() && (self.take(".") || self.take("->")) {
            let method = self.token().text.clone();
            self.name()?;
            self.expect("(")?;
            let mut arguments = self.list(")")?;
            arguments.insert(0, Located::name(name, start));
            return Ok(Located::call(format!(".{method}"), arguments, all(start, self)));
        }
        if self.is("[") {
            let mut indices = Vec::new();
            while self.take("[") {
                indices.push(self.expression()?);
                let dots = ["..", "...", ":", "to"].iter().any(|sign| self.take(sign));
                if dots && indices.len() == 1 {
                    let last = self.expression()?;
                    self.expect("]")?;
                    let first = indices.remove(0);
                    let slice = TermKind::Slice(name, Box::new(first), Box::new(last));
                    return Ok(Located::new(slice, all(start, self)));
                }
                while self.take(",") {
                    indices.push(self.expression()?);
                }
                self.expect("]")?;
            }
            return Ok(Located::new(TermKind::Index(name, indices), all(start, self)));
        }
        let what = match self.bump() {
            Some(by) => TermKind::Bump(name, by),
            None => TermKind::Name(name),
        };
        Ok(Located::new(what, all(start, self)))
    }

    /// Expressions between commas, and the sign behind them.
    pub(crate) fn list(&mut self, end: &str) -> Read<Vec<Located>> {
        let mut all = Vec::new();
        if self.take(end) {
            return Ok(all);
        }
        loop {
            all.push(if self.token().text == "\"" {
                while self.take("\"") {}
                Located::number(0, self.last())
            } else {
                self.expression()?
            });
            if self.take(end) {
                return Ok(all);
            }
            self.expect(",")?;
        }
    }
}

impl Token {
    /// Whether it is this word or sign; words of the textbook in any case.
    pub(crate) fn is(&self, text: &str, dialect: Language) -> bool {
        self.kind != Kind::End
            && match dialect {
                Language::Textbook => self.text.eq_ignore_ascii_case(text),
                Language::C => self.text == text,
            }
    }

    /// The operator, and how tightly it binds.
    pub(crate) fn operator(&self, dialect: Language) -> Option<(Binding, u8)> {
        use Binding as O;
        let word = &*self.text.to_ascii_lowercase();
        let of_c = dialect == Language::C;
        let mut levels = (1..).zip(if of_c { C_OPERATORS } else { OPERATORS }.split(','));
        let (binds, _) = levels.find(|(_, all)| all.split(' ').any(|one| one == word))?;
        let operator = match word {
            "||" => O::Either,
            "&&" => O::Both,
            "or" | "|" => O::Or,
            "^" if !of_c => O::Power,
            "xor" | "^" => O::Xor,
            "and" | "&" => O::And,
            "=" | "==" => O::Equal,
            "!=" => O::Unequal,
            "<" => O::Less,
            "<=" => O::AtMost,
            ">" => O::Greater,
            ">=" => O::AtLeast,
            "<<" => O::ShiftLeft,
            ">>" => O::ShiftRight,
            "union" => O::Union,
            "+" => O::Add,
            "-" => O::Subtract,
            "*" => O::Multiply,
            "/" => O::Divide,
            "%" if of_c => O::Remainder,
            "mod" | "%" => O::Modulo,
            "div" => O::Quotient,
            _ => return None,
        };
        Some((operator, binds))
    }
}
