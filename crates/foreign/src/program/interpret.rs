//! Runs a program for each node, which yields its operations.
//!
//! What a node does follows from numbers, so each node is run alone. Messages and data are operations, for the executor.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::syntax::{Expression, Node, Operator, Statement, Transfer};
use super::tokens::Dialect;
use super::{Known, Program, Shape};
use crate::threads::{Channel, Join, Operation, ProgramFault, Slot, Threads};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::Vertex;

/// The most operations of all nodes together.
const MOST_OPERATIONS: usize = 1 << 21;
/// The most words of a buffer.
const MOST_WORDS: i64 = 1 << 20;
/// The peer of a message that is not sent.
const NOBODY: i64 = -1 << 40;

/// What a program is run for.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) nodes: u32,
    /// The words that a program calls m or n.
    pub(crate) words: i64,
    /// How many blocks an array of the textbook has.
    pub(crate) blocks: i64,
    pub(crate) pieces: i64,
    pub(crate) root: i64,
    pub(crate) by: i64,
    /// Whether all that travels is a signal.
    pub(crate) signals: bool,
    /// Whether every send waits for its receive.
    pub(crate) synchronous: bool,
    /// The most statements that a node runs.
    pub(crate) most: u64,
}

/// Why a node does not get to its end.
pub(crate) enum Stop {
    /// It does something wrong.
    Wrong(ProgramFault),
    /// It is not understood.
    Unclear(Diagnostic),
    /// It takes too long.
    Long(Diagnostic),
}

/// The operations of all nodes.
#[derive(Default)]
pub(crate) struct Yield {
    pub(crate) threads: Threads,
    pub(crate) faults: Vec<ProgramFault>,
    /// The buffers that some node reads before it writes them, and those that some node writes.
    pub(crate) read_first: BTreeSet<u32>,
    pub(crate) written: BTreeSet<u32>,
}

/// A number, or a truth value as 0 or 1.
#[derive(Clone, Copy)]
struct Value {
    number: i64,
    truth: bool,
}

/// How what is not whole is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Not,
    Down,
    Up,
}

/// What follows a statement.
#[derive(PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

/// A call that does not wait.
struct Pending {
    slots: Vec<Slot>,
    writes: bool,
    at: Span,
    wait: Operation,
}

struct Rank<'p> {
    program: &'p Program,
    setting: &'p Setting,
    id: Vertex,
    values: BTreeMap<Rc<str>, i64>,
    rows: BTreeMap<Rc<str>, i64>,
    sizes: BTreeMap<Rc<str>, i64>,
    requests: BTreeMap<(Rc<str>, i64), Option<usize>>,
    lengths: BTreeMap<Rc<str>, i64>,
    pending: BTreeMap<usize, Pending>,
    calls: usize,
    /// The number of its own thread, and the operations of it.
    thread: usize,
    main: Vec<Operation>,
    sent: BTreeMap<Channel, u32>,
    received: BTreeMap<Channel, u32>,
    written: BTreeSet<Slot>,
    scratch: u32,
    statements: u64,
    found: &'p mut Yield,
}

/// Runs all nodes.
///
/// # Errors
/// What is not understood, and what takes too long.
pub(crate) fn operations(program: &Program, setting: &Setting) -> Result<Yield, Diagnostic> {
    let mut found = Yield::default();
    for id in 0..setting.nodes {
        let thread = found.threads.len();
        found.threads.push(Vec::new());
        let mut rank = Rank {
            program,
            setting,
            id,
            values: program.defined.iter().cloned().collect(),
            rows: BTreeMap::new(),
            sizes: BTreeMap::new(),
            requests: BTreeMap::new(),
            lengths: BTreeMap::new(),
            pending: BTreeMap::new(),
            calls: 0,
            thread,
            main: Vec::new(),
            sent: BTreeMap::new(),
            received: BTreeMap::new(),
            written: BTreeSet::new(),
            scratch: 0,
            statements: 0,
            found: &mut found,
        };
        let ended = rank.block(&program.statements).and_then(|_| rank.ends());
        let main = std::mem::take(&mut rank.main);
        found.threads[thread] = main;
        match ended {
            Ok(()) => {}
            Err(Stop::Wrong(fault)) => found.faults.push(fault),
            Err(Stop::Unclear(error) | Stop::Long(error)) => return Err(error),
        }
    }
    Ok(found)
}

impl Rank<'_> {
    fn wrong(&self, at: Span, what: impl std::fmt::Display) -> Stop {
        Stop::Wrong(ProgramFault { message: format!("node {} {what}", self.id), at: Some(at) })
    }

    fn unclear<T>(at: Span, what: &str, help: &str) -> Result<T, Stop> {
        Err(Stop::Unclear(Diagnostic::new(what).at(at).help(help)))
    }

    /// Nothing may be left to wait for.
    fn ends(&self) -> Result<(), Stop> {
        match self.pending.values().next() {
            Some(open) => Err(self.wrong(open.at, "never waits for this call")),
            None => Ok(()),
        }
    }

    fn block(&mut self, statements: &[Statement]) -> Result<Flow, Stop> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn count(&mut self, at: Span) -> Result<(), Stop> {
        self.statements += 1;
        if self.statements > self.setting.most
            || self.found.threads.len() + self.main.len() > MOST_OPERATIONS
        {
            let message = format!(
                "node {} of {} has not ended after {} statements",
                self.id,
                self.setting.nodes,
                self.statements - 1
            );
            return Err(Stop::Long(Diagnostic::new(message).at(at).help("does this loop end?")));
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<Flow, Stop> {
        match statement {
            Statement::Set { to, value } => {
                self.count(to.at)?;
                self.set(to, value)?;
            }
            Statement::For { name, from, last, by, body, at } => {
                let (mut now, last, by) =
                    (self.number(from)?, self.number(last)?, self.number(by)?);
                if by == 0 {
                    return Err(self.wrong(*at, "counts by 0"));
                }
                while if by > 0 { now <= last } else { now >= last } {
                    self.count(*at)?;
                    self.values.insert(name.clone(), now);
                    match self.block(body)? {
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                        Flow::Next | Flow::Continue => now += by,
                    }
                }
            }
            Statement::While { condition, step, body, at } => {
                while self.holds(condition)? {
                    self.count(*at)?;
                    match self.block(body)? {
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                        Flow::Next | Flow::Continue => self.block(step)?,
                    };
                }
            }
            Statement::If { condition, then, otherwise } => {
                self.count(condition.at)?;
                return if self.holds(condition)? {
                    self.block(then)
                } else {
                    self.block(otherwise)
                };
            }
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Return => return Ok(Flow::Return),
            Statement::Send(one, at) => self.send(one, *at)?,
            Statement::Receive(one, at) => self.receive(one, *at)?,
            Statement::Exchange(sent, received, at) => {
                // The call ends when both have.
                let mut first = sent.clone();
                first.request = Some(Node::new(Expression::Name("its send".into()), *at));
                self.send(&first, *at)?;
                // MPI_Sendrecv_replace has one buffer for both.
                if sent.data.at == received.data.at
                    && let Some(open) = self.pending.get_mut(&self.calls.saturating_sub(1))
                {
                    open.slots.clear();
                }
                self.receive(received, *at)?;
                self.wait("its send", 0, *at)?;
            }
            Statement::Wait { first, count, at } => {
                self.count(*at)?;
                let (name, from) = self.request(first)?;
                for k in 0..self.number(count)?.clamp(0, MOST_WORDS) {
                    self.wait(&name, from + k, *at)?;
                }
            }
            Statement::Push { vector, request } => {
                let (name, at) = self.request(request)?;
                let call = self.requests.get(&(name, at)).copied().flatten();
                let length = self.lengths.entry(vector.clone()).or_default();
                self.requests.insert((vector.clone(), *length), call);
                *length += 1;
            }
            Statement::Clear(vector) => {
                self.lengths.insert(vector.clone(), 0);
            }
            Statement::Declare { name, size, row } => {
                if let Some(row) = row {
                    let row = self.number(row)?;
                    self.rows.insert(name.clone(), row);
                }
                if let Some(size) = size {
                    let size = self.number(size)?;
                    self.sizes.insert(name.clone(), size);
                }
            }
        }
        Ok(Flow::Next)
    }

    // Numbers.

    fn number(&mut self, node: &Node) -> Result<i64, Stop> {
        Ok(self.value(node, self.rounding())?.number)
    }

    /// C cuts off what is not whole.
    fn rounding(&self) -> Round {
        if self.program.dialect == Dialect::C { Round::Down } else { Round::Not }
    }

    fn holds(&mut self, condition: &Node) -> Result<bool, Stop> {
        let value = self.value(condition, self.rounding())?;
        if self.program.dialect == Dialect::Textbook && !value.truth {
            return Self::unclear(
                condition.at,
                "this is a number, and no comparison",
                "put the operation of bits in parentheses, and compare: (my_id AND mask) = 0",
            );
        }
        Ok(value.number != 0)
    }

    fn value(&mut self, node: &Node, round: Round) -> Result<Value, Stop> {
        let number = |number| Ok(Value { number, truth: false });
        match &node.what {
            Expression::Number(known) => number(*known),
            Expression::Name(name) => number(self.named(name, node.at)?),
            Expression::Bump(name, by) => {
                let now = self.named(name, node.at)?;
                self.values.insert(name.clone(), now + by);
                number(now)
            }
            Expression::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let part = if self.holds(condition)? { then } else { otherwise };
                self.value(part, round)
            }
            Expression::Unary(operator, part) => {
                let value = self.value(part, round)?;
                match operator {
                    Operator::Subtract => number(value.number.saturating_neg()),
                    _ if value.truth || self.program.dialect == Dialect::C => {
                        Ok(Value { number: i64::from(value.number == 0), truth: value.truth })
                    }
                    _ => Self::unclear(node.at, "`not` of a number", "write a comparison"),
                }
            }
            Expression::Binary(operator, a, b) => self.combined(*operator, a, b, node.at, round),
            Expression::Call(name, arguments) => {
                number(self.called(name, arguments, node.at, round)?)
            }
            Expression::Index(name, _) | Expression::Slice(name, ..) => Self::unclear(
                node.at,
                &format!("the value of `{name}` is not known beforehand"),
                "conditions, peers and bounds follow from my_id, p and other numbers",
            ),
        }
    }

    fn named(&self, name: &Rc<str>, at: Span) -> Result<i64, Stop> {
        if let Some(value) = self.values.get(name) {
            return Ok(*value);
        }
        let setting = self.setting;
        Ok(match self.program.known(name) {
            Some(Known::Id) => self.id.into(),
            Some(Known::Nodes) => setting.nodes.into(),
            Some(Known::Dimension) => log(setting.nodes.into(), Round::Up).unwrap_or(0),
            Some(Known::Words) => setting.words,
            Some(Known::Pieces) => setting.pieces,
            Some(Known::Root) => setting.root,
            Some(Known::By) => setting.by,
            Some(Known::Nobody) => NOBODY,
            Some(Known::One) => 1,
            Some(Known::Zero) => 0,
            None => return Err(self.wrong(at, format!("reads `{name}`, which has no value yet"))),
        })
    }

    fn combined(
        &mut self,
        operator: Operator,
        a: &Node,
        b: &Node,
        at: Span,
        round: Round,
    ) -> Result<Value, Stop> {
        use Operator as O;
        let of_c = self.program.dialect == Dialect::C;
        let left = self.value(a, round)?;
        // The right side of && and || is left out where it does not matter.
        match operator {
            O::Both if left.number == 0 => return Ok(Value { number: 0, truth: false }),
            O::Either if left.number != 0 => return Ok(Value { number: 1, truth: false }),
            O::And if left.truth && left.number == 0 => return Ok(left),
            O::Or if left.truth && left.number != 0 => return Ok(left),
            _ => {}
        }
        let right = self.value(b, self.rounding())?;
        if left.truth != right.truth {
            return Self::unclear(
                at,
                "a number meets a comparison",
                "put the operation of bits in parentheses: (my_id AND mask) = 0",
            );
        }
        let (x, y) = (left.number, right.number);
        let truth = |holds: bool| Ok(Value { number: holds.into(), truth: !of_c });
        let number = match operator {
            O::Equal => return truth(x == y),
            O::Unequal => return truth(x != y),
            O::Less => return truth(x < y),
            O::AtMost => return truth(x <= y),
            O::Greater => return truth(x > y),
            O::AtLeast => return truth(x >= y),
            O::Both | O::Either => return Ok(Value { number: (y != 0).into(), truth: false }),
            O::And => Some(x & y),
            O::Or => Some(x | y),
            O::Xor => Some(x ^ y),
            O::ShiftLeft => {
                u32::try_from(y).ok().filter(|y| *y < 62).and_then(|y| x.checked_mul(1 << y))
            }
            O::ShiftRight => u32::try_from(y).ok().map(|y| x >> y.min(63)),
            O::Add => x.checked_add(y),
            O::Subtract => x.checked_sub(y),
            O::Multiply => x.checked_mul(y),
            O::Power => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
            O::Divide | O::Modulo | O::Remainder if y == 0 => {
                return Err(self.wrong(at, "divides by 0"));
            }
            O::Remainder if of_c => Some(x % y),
            O::Remainder => Some(x.div_euclid(y)),
            O::Modulo => Some(x.rem_euclid(y.saturating_abs())),
            O::Divide => match round {
                _ if of_c && round == Round::Down => Some(x / y),
                _ if x % y == 0 => Some(x / y),
                Round::Down => Some(x.div_euclid(y)),
                Round::Up => Some(-(-x).div_euclid(y)),
                Round::Not => {
                    return Err(self.wrong(at, format!("gets {x}/{y}, which is not whole")));
                }
            },
            O::Union | O::Not | O::Address => None,
        };
        let number = number
            .ok_or_else(|| self.wrong(at, format!("gets no number here, from {x} and {y}")))?;
        Ok(Value { number, truth: left.truth && matches!(operator, O::And | O::Or | O::Xor) })
    }

    fn called(&mut self, name: &Rc<str>, of: &[Node], at: Span, round: Round) -> Result<i64, Stop> {
        let whole = |found: Option<i64>, of: i64, this: &Self| {
            found.ok_or_else(|| this.wrong(at, format!("gets {name} {of}, which is not whole")))
        };
        match (&**name, of) {
            ("floor", [of]) => Ok(self.value(of, Round::Down)?.number),
            ("ceil" | "ceiling", [of]) => Ok(self.value(of, Round::Up)?.number),
            ("abs", [of]) => Ok(self.number(of)?.saturating_abs()),
            ("sizeof", [_]) => Ok(1),
            (".size", [of]) => Ok(match &of.what {
                Expression::Name(vector) => self.lengths.get(vector).copied().unwrap_or(0),
                _ => 0,
            }),
            ("log" | "log2" | "lg", [of]) => {
                let of = self.number(of)?;
                whole(log(of, round), of, self)
            }
            ("sqrt", [of]) => {
                let of = self.number(of)?;
                whole(root(of, round), of, self)
            }
            ("min", [a, b]) => Ok(self.number(a)?.min(self.number(b)?)),
            ("max", [a, b]) => Ok(self.number(a)?.max(self.number(b)?)),
            ("pow" | "power", [a, b]) => {
                Ok(self.combined(Operator::Power, a, b, at, round)?.number)
            }
            ("mod", [a, b]) => Ok(self.combined(Operator::Modulo, a, b, at, round)?.number),
            _ => Self::unclear(
                at,
                &format!("the function `{name}` is not understood"),
                "floor, ceil, log, sqrt, abs, min, max and pow are",
            ),
        }
    }

    // Data.

    /// The cells of a buffer from one on.
    fn cells(&self, name: &str, from: i64, count: i64, at: Span) -> Result<Vec<Slot>, Stop> {
        let end = from.saturating_add(count);
        let size = self.sizes.get(name).copied().unwrap_or(MOST_WORDS).min(MOST_WORDS);
        if from < 0 || count < 0 || end > size {
            let what = format!(
                "uses {name}[{}], which is not there",
                if from < 0 { from } else { end - 1 }
            );
            return Err(self.wrong(at, what));
        }
        let buffer = self.program.buffer(name);
        let cell = |at| Slot { rank: self.id, buffer, at };
        Ok((from..end).filter_map(|at| u32::try_from(at).ok()).map(cell).collect())
    }

    /// Where a pointer of C points to.
    fn pointer<'n>(&mut self, node: &'n Node) -> Result<(&'n Rc<str>, i64), Stop> {
        match &node.what {
            Expression::Name(name) => Ok((name, 0)),
            Expression::Unary(Operator::Address, part) => self.pointer(part),
            Expression::Call(name, of) if &**name == ".data" => self.pointer(&of[0]),
            Expression::Binary(Operator::Add, of, by) => {
                let (name, at) = self.pointer(of)?;
                Ok((name, at + self.number(by)?))
            }
            Expression::Index(name, indices) => {
                let row = self.rows.get(name).copied();
                let mut at = self.number(&indices[0])?;
                if indices.len() > 1 || row.is_some() {
                    at *= row.unwrap_or(1);
                }
                if let Some(second) = indices.get(1) {
                    at += self.number(second)?;
                }
                Ok((name, at))
            }
            _ => Self::unclear(
                node.at,
                "this is not a buffer",
                "buffers are buf, buf + k and &buf[k]",
            ),
        }
    }

    /// The cells of a name, with an index or a range.
    fn place(&mut self, node: &Node, count: Option<&Node>) -> Result<Vec<Slot>, Stop> {
        if self.program.dialect == Dialect::C {
            let count = count.map_or(Ok(1), |count| self.number(count))?;
            let (name, from) = self.pointer(node)?;
            return self.cells(name, from, count, node.at);
        }
        let (words, blocks) = (self.setting.words, self.setting.blocks);
        let index = |this: &mut Self, node: &Node| this.number(node);
        let (name, from, units, most) = match &node.what {
            Expression::Name(name) => match self.program.shape(name) {
                Shape::Array => (name, 0, blocks * words, blocks * words),
                Shape::Table => (name, 0, i64::from(self.setting.nodes).pow(2) * words, i64::MAX),
                _ => (name, 0, words, words),
            },
            Expression::Index(name, indices) if indices.len() == 2 => {
                let [a, b] = [index(self, &indices[0])?, index(self, &indices[1])?];
                let nodes = i64::from(self.setting.nodes);
                if !(0..nodes).contains(&a) || !(0..nodes).contains(&b) {
                    return Err(
                        self.wrong(node.at, format!("uses {name}[{a}, {b}], which is not there"))
                    );
                }
                (name, (a * nodes + b) * words, words, i64::MAX)
            }
            Expression::Index(name, indices) => {
                let at = index(self, &indices[0])?;
                if self.program.is_of_words(&indices[0]) {
                    let is_plain = self.program.shape(name) == Shape::Plain;
                    (name, at, 1, if is_plain { words } else { blocks * words })
                } else {
                    (name, at.saturating_mul(words), words, blocks * words)
                }
            }
            Expression::Slice(name, a, b) => {
                let (a, b) = (index(self, a)?, index(self, b)?);
                (name, a.saturating_mul(words), (b - a + 1).saturating_mul(words), blocks * words)
            }
            _ => {
                return Self::unclear(
                    node.at,
                    "this is not data",
                    "data are a variable, X[i], X[i..j], and sums and unions of them",
                );
            }
        };
        if from < 0 || from.saturating_add(units) > most || units < 0 {
            let last = if from < 0 { from } else { from.saturating_add(units) - 1 };
            let last = if self.program.shape(name) == Shape::Plain {
                last
            } else {
                last.div_euclid(words)
            };
            return Err(self.wrong(node.at, format!("uses {name}[{last}], which is not there")));
        }
        self.cells(name, from, units, node.at)
    }

    /// What an expression of data joins; sums in unions and unions in sums go by way of a buffer.
    fn operands(
        &mut self,
        node: &Node,
        join: Option<Join>,
        all: &mut Vec<Vec<Slot>>,
    ) -> Result<Join, Stop> {
        let of = match &node.what {
            Expression::Binary(Operator::Add, ..) => Join::Sum,
            Expression::Binary(Operator::Union, ..) => Join::Union,
            _ => {
                all.push(self.place(node, None)?);
                return Ok(join.unwrap_or_default());
            }
        };
        let Expression::Binary(_, a, b) = &node.what else { return Ok(of) };
        if join.is_some_and(|join| join != of) {
            let mut inner = Vec::new();
            self.operands(node, None, &mut inner)?;
            let buffer = self.program.buffers() + self.scratch;
            self.scratch += 1;
            let cells = (0..inner[0].len()).filter_map(|at| u32::try_from(at).ok());
            let cells: Vec<Slot> = cells.map(|at| Slot { rank: self.id, buffer, at }).collect();
            self.join(inner, of, cells.clone(), node.at)?;
            all.push(cells);
        } else {
            self.operands(a, Some(of), all)?;
            self.operands(b, Some(of), all)?;
        }
        Ok(of)
    }

    fn join(
        &mut self,
        reads: Vec<Vec<Slot>>,
        join: Join,
        write: Vec<Slot>,
        at: Span,
    ) -> Result<(), Stop> {
        let chunks = write.len();
        if reads.iter().any(|one| one.len() != chunks) {
            return Self::unclear(
                at,
                "an array of blocks meets one block",
                "write which block is meant, such as result[my_id]",
            );
        }
        for one in &reads {
            self.touch(one, false, at)?;
        }
        self.touch(&write, true, at)?;
        self.push(Operation {
            reads,
            join,
            write: Some(write),
            chunks,
            partly: true,
            at,
            ..Operation::default()
        });
        Ok(())
    }

    fn push(&mut self, operation: Operation) {
        self.main.push(Operation { name: self.called_in_messages(), ..operation });
    }

    fn called_in_messages(&self) -> Rc<str> {
        format!("node {}", self.id).into()
    }

    /// Notes that cells are read or written, which no call that is still open may disturb.
    fn touch(&mut self, slots: &[Slot], writes: bool, at: Span) -> Result<(), Stop> {
        for open in self.pending.values() {
            if (writes || open.writes) && slots.iter().any(|slot| open.slots.contains(slot)) {
                let (what, open_does) = (if writes { "writes" } else { "reads" }, open.at);
                let line = self.program.line(open_does.start);
                let what =
                    format!("{what} what the call in line {line} still uses: it must wait before");
                return Err(self.wrong(at, what));
            }
        }
        for slot in slots {
            if writes {
                self.written.insert(*slot);
                self.found.written.insert(slot.buffer);
            } else if !self.written.contains(slot) {
                self.found.read_first.insert(slot.buffer);
            }
        }
        Ok(())
    }

    fn set(&mut self, to: &Node, value: &Node) -> Result<(), Stop> {
        let name = match self.program.base(to) {
            Some(name) => name.clone(),
            None => return Self::unclear(to.at, "this cannot be assigned", "assign a variable"),
        };
        if self.program.requests.contains(&name) {
            let at = self.request(to)?;
            self.requests.insert(at, None);
            return Ok(());
        }
        if !self.program.is_data(&name) {
            if !matches!(to.what, Expression::Name(_)) {
                return Self::unclear(
                    to.at,
                    &format!("`{name}` is an array that no message moves"),
                    "numbers are in variables without an index",
                );
            }
            let value = self.number(value)?;
            self.values.insert(name, value);
            return Ok(());
        }
        if self.setting.signals {
            return Ok(());
        }
        if let Expression::Call(call, of) = &value.what
            && &**call == "memcpy"
        {
            let (from, to) = (self.place(&of[0], Some(&of[1]))?, self.place(to, Some(&of[1]))?);
            return self.join(vec![from], Join::Sum, to, value.at);
        }
        let write = self.place(to, None)?;
        let zero = matches!(value.what, Expression::Number(0));
        let empty = self.program.dialect == Dialect::Textbook && Program::is_empty_set(value);
        if zero || empty {
            return self.join(Vec::new(), Join::Sum, write, value.at);
        }
        if !self.program.has_data(value) {
            return Self::unclear(
                value.at,
                &format!("`{name}` is data that messages move, and gets a number here"),
                "the data are there beforehand: leave this out",
            );
        }
        let mut reads = Vec::new();
        let join = self.operands(value, None, &mut reads)?;
        self.join(reads, join, write, to.at.to(value.at))
    }

    // Messages.

    /// The other end of a message; nothing if there is no message.
    fn peer(&mut self, one: &Transfer, does: &str, at: Span) -> Result<Option<Vertex>, Stop> {
        self.count(at)?;
        let peer = self.number(&one.peer)?;
        if peer == NOBODY {
            return Ok(None);
        }
        let found = Vertex::try_from(peer).ok().filter(|peer| *peer < self.setting.nodes);
        let wrong = || self.wrong(at, format!("{does} node {peer}, which does not exist"));
        found.map(Some).ok_or_else(wrong)
    }

    fn tag(&mut self, one: &Transfer) -> Result<u32, Stop> {
        let Some(tag) = &one.tag else { return Ok(0) };
        let number = self.number(tag)?;
        u32::try_from(number).map_err(|_| self.wrong(tag.at, format!("has the tag {number}")))
    }

    fn payload(&mut self, one: &Transfer, sends: bool) -> Result<Vec<Slot>, Stop> {
        if self.setting.signals {
            return Ok(vec![Slot { rank: self.id, buffer: 0, at: 0 }]);
        }
        if sends
            && matches!(one.data.what, Expression::Binary(Operator::Add | Operator::Union, ..))
            && self.program.dialect == Dialect::Textbook
        {
            let mut all = Vec::new();
            // A join of another kind than the whole goes by way of a buffer.
            let other = Some(Join::Signals);
            self.operands(&one.data, other, &mut all)?;
            return Ok(all.remove(0));
        }
        self.place(&one.data, one.count.as_ref())
    }

    fn send(&mut self, one: &Transfer, at: Span) -> Result<(), Stop> {
        let request = one.request.as_ref().map(|request| self.request(request)).transpose()?;
        let Some(to) = self.peer(one, "sends to", at)? else {
            self.requests.extend(request.map(|request| (request, None)));
            return Ok(());
        };
        let slots = self.payload(one, true)?;
        let channel = Channel { from: self.id, to, number: self.tag(one)? };
        if !self.setting.signals {
            self.touch(&slots, false, at)?;
        }
        let number = self.sent.entry(channel).or_default();
        let until = (one.synchronous || self.setting.synchronous).then_some((channel, *number));
        *number += 1;
        let (chunks, apart) = (slots.len(), request.is_some());
        let wait = Operation { until, at, name: self.called_in_messages(), ..Operation::default() };
        let reads = vec![slots.clone()];
        let send = Some(channel);
        self.push(Operation {
            reads,
            send,
            chunks,
            partly: true,
            apart,
            at,
            ..Operation::default()
        });
        match request {
            Some(request) => self.open(request, Pending { slots, writes: false, at, wait }),
            None if until.is_some() => self.main.push(wait),
            None => {}
        }
        Ok(())
    }

    fn receive(&mut self, one: &Transfer, at: Span) -> Result<(), Stop> {
        let request = one.request.as_ref().map(|request| self.request(request)).transpose()?;
        let Some(from) = self.peer(one, "receives from", at)? else {
            self.requests.extend(request.map(|request| (request, None)));
            return Ok(());
        };
        let slots = self.payload(one, false)?;
        let channel = Channel { from, to: self.id, number: self.tag(one)? };
        let signals = self.setting.signals;
        if !signals {
            self.touch(&slots, true, at)?;
        }
        let name = self.called_in_messages();
        let turn = self.received.entry(channel).or_default();
        let operation = Operation {
            receive: Some(channel),
            turn: Some(*turn),
            reads: if signals { vec![slots.clone()] } else { Vec::new() },
            join: if signals { Join::Signals } else { Join::Sum },
            write: Some(slots.clone()),
            chunks: slots.len(),
            partly: true,
            at,
            name: name.clone(),
            ..Operation::default()
        };
        *turn += 1;
        let Some(request) = request else {
            self.main.push(operation);
            return Ok(());
        };
        // It runs in a thread of its own, once what comes before it has run.
        let waits = self.main.len().checked_sub(1).map(|last| (self.thread, last));
        let thread = self.found.threads.len();
        self.found
            .threads
            .push(vec![Operation { waits: waits.into_iter().collect(), ..operation }]);
        let waits = vec![(thread, 0)];
        let wait = Operation { waits, at, name, ..Operation::default() };
        self.open(request, Pending { slots, writes: true, at, wait });
        Ok(())
    }

    /// The request that an expression names.
    fn request(&mut self, node: &Node) -> Result<(Rc<str>, i64), Stop> {
        match &node.what {
            Expression::Name(name) => Ok((name.clone(), 0)),
            Expression::Unary(Operator::Address, part) => self.request(part),
            Expression::Call(name, of) if &**name == ".data" => self.request(&of[0]),
            Expression::Index(name, indices) if indices.len() == 1 => {
                Ok((name.clone(), self.number(&indices[0])?))
            }
            Expression::Binary(Operator::Add, of, by) => {
                let (name, at) = self.request(of)?;
                Ok((name, at + self.number(by)?))
            }
            _ => Self::unclear(
                node.at,
                "this is not a request",
                "requests are req, reqs[k] and reqs + k",
            ),
        }
    }

    fn open(&mut self, request: (Rc<str>, i64), pending: Pending) {
        self.requests.insert(request, Some(self.calls));
        self.pending.insert(self.calls, pending);
        self.calls += 1;
    }

    fn wait(&mut self, name: &str, at: i64, place: Span) -> Result<(), Stop> {
        let Some(call) = self.requests.get(&(name.into(), at)) else {
            return if name == "its send" {
                Ok(())
            } else {
                Err(self.wrong(place, format!("waits for {name}, which no call has started")))
            };
        };
        if let Some(open) = call.and_then(|call| self.pending.remove(&call)) {
            let Pending { wait, .. } = open;
            if !wait.waits.is_empty() || wait.until.is_some() {
                self.main.push(Operation { at: place, ..wait });
            }
        }
        Ok(())
    }
}

/// The logarithm to base 2.
fn log(of: i64, round: Round) -> Option<i64> {
    let of = u64::try_from(of).ok().filter(|of| *of > 0)?;
    let down = of.ilog2();
    match round {
        Round::Up => Some((down + u32::from(!of.is_power_of_two())).into()),
        Round::Down => Some(down.into()),
        Round::Not => of.is_power_of_two().then_some(down.into()),
    }
}

/// The square root.
fn root(of: i64, round: Round) -> Option<i64> {
    let down = u64::try_from(of).ok()?.isqrt();
    let exact = down * down == of.unsigned_abs();
    match round {
        Round::Not if !exact => None,
        Round::Up if !exact => i64::try_from(down + 1).ok(),
        _ => i64::try_from(down).ok(),
    }
}
