//! Runs a program for each node, which yields its operations.
//!
//! What a node does follows from numbers, so each node is run alone. Messages and data are operations, for the executor.

mod cells;
mod numbers;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Program;
use super::syntax::{Action, Binding, Located, MessageEnd, TermKind};
use super::tokens::Language;
use crate::threads::{Channel, Join, Operation, ProgramFault, Slot, Threads};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::Vertex;
use numbers::NOBODY;

/// The most operations of all nodes together.
const MOST_OPERATIONS: usize = 1 << 21;
/// The most words of a buffer.
const MOST_WORDS: i64 = 1 << 20;

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
pub(crate) enum Halt {
    /// It does something wrong.
    Wrong(ProgramFault),
    /// It is not understood, or takes too long.
    Unclear(Diagnostic),
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
            Err(Halt::Wrong(fault)) => found.faults.push(fault),
            Err(Halt::Unclear(error)) => return Err(error),
        }
    }
    Ok(found)
}

impl Rank<'_> {
    fn wrong(&self, at: Span, what: impl std::fmt::Display) -> Halt {
        Halt::Wrong(ProgramFault { message: format!("node {} {what}", self.id), at: Some(at) })
    }

    fn unclear<T>(at: Span, what: &str, help: &str) -> Result<T, Halt> {
        Err(Halt::Unclear(Diagnostic::new(what).at(at).help(help)))
    }

    /// Nothing may be left to wait for.
    fn ends(&self) -> Result<(), Halt> {
        match self.pending.values().next() {
            Some(open) => Err(self.wrong(open.at, "never waits for this call")),
            None => Ok(()),
        }
    }

    fn block(&mut self, statements: &[Action]) -> Result<Flow, Halt> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn count(&mut self, at: Span) -> Result<(), Halt> {
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
            return Self::unclear(at, &message, "does this loop end?");
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Action) -> Result<Flow, Halt> {
        match statement {
            Action::Set { to, value } => {
                self.count(to.at)?;
                self.set(to, value)?;
            }
            Action::For { name, from, last, by, body, at } => {
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
                        Flow::Next | Flow::Continue => match now.checked_add(by) {
                            Some(next) => now = next,
                            None => break,
                        },
                    }
                }
            }
            Action::While { condition, step, body, at } => {
                while self.holds(condition)? {
                    self.count(*at)?;
                    match self.block(body)? {
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                        Flow::Next | Flow::Continue => self.block(step)?,
                    };
                }
            }
            Action::If { condition, then, otherwise } => {
                self.count(condition.at)?;
                return if self.holds(condition)? {
                    self.block(then)
                } else {
                    self.block(otherwise)
                };
            }
            Action::Break => return Ok(Flow::Break),
            Action::Continue => return Ok(Flow::Continue),
            Action::Return => return Ok(Flow::Return),
            Action::Send(one, at) => self.send(one, *at)?,
            Action::Receive(one, at) => self.receive(one, *at)?,
            Action::Exchange(both, at) => {
                let [sent, received] = &**both;
                // The call ends when both have.
                let mut first = sent.clone();
                first.request = Some(Located::new(TermKind::Name("its send".into()), *at));
                self.send(&first, *at)?;
                // MPI_Sendrecv_replace has one buffer for both.
                if sent.data.at == received.data.at
                    && let Some(Some(call)) = self.requests.get(&("its send".into(), 0))
                    && let Some(open) = self.pending.get_mut(call)
                {
                    open.slots.clear();
                }
                self.receive(received, *at)?;
                self.wait("its send", 0, *at)?;
            }
            Action::Wait { first, count, at } => {
                self.count(*at)?;
                let (name, from) = self.request(first)?;
                for k in 0..self.number(count)?.clamp(0, MOST_WORDS) {
                    self.wait(&name, from + k, *at)?;
                }
            }
            Action::Push { vector, request } => {
                let (name, at) = self.request(request)?;
                let call = self.requests.get(&(name, at)).copied().flatten();
                let length = self.lengths.entry(vector.clone()).or_default();
                self.requests.insert((vector.clone(), *length), call);
                *length += 1;
            }
            Action::Clear(vector) => {
                self.lengths.insert(vector.clone(), 0);
            }
            Action::Declare { name, size, row } => {
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

    /// The other end of a message; nothing if there is no message.
    fn peer(&mut self, one: &MessageEnd, does: &str, at: Span) -> Result<Option<Vertex>, Halt> {
        self.count(at)?;
        let peer = self.number(&one.peer)?;
        if peer == NOBODY {
            return Ok(None);
        }
        let found = Vertex::try_from(peer).ok().filter(|peer| *peer < self.setting.nodes);
        let wrong = || self.wrong(at, format!("{does} node {peer}, which does not exist"));
        found.map(Some).ok_or_else(wrong)
    }

    fn tag(&mut self, one: &MessageEnd) -> Result<u32, Halt> {
        let Some(tag) = &one.tag else { return Ok(0) };
        let number = self.number(tag)?;
        u32::try_from(number).map_err(|_| self.wrong(tag.at, format!("has the tag {number}")))
    }

    fn payload(&mut self, one: &MessageEnd, sends: bool) -> Result<Vec<Slot>, Halt> {
        if self.setting.signals {
            return Ok(vec![Slot { rank: self.id, buffer: 0, at: 0 }]);
        }
        if sends
            && matches!(one.data.what, TermKind::Binary(Binding::Add | Binding::Union, ..))
            && self.program.dialect == Language::Textbook
        {
            let mut all = Vec::new();
            // A join of another kind than the whole goes by way of a buffer.
            let other = Some(Join::Signals);
            self.operands(&one.data, other, &mut all)?;
            return Ok(all.remove(0));
        }
        self.place(&one.data, one.count.as_ref())
    }

    fn send(&mut self, one: &MessageEnd, at: Span) -> Result<(), Halt> {
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

    fn receive(&mut self, one: &MessageEnd, at: Span) -> Result<(), Halt> {
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
    fn request(&mut self, node: &Located) -> Result<(Rc<str>, i64), Halt> {
        match &node.what {
            TermKind::Name(name) => Ok((name.clone(), 0)),
            TermKind::Unary(Binding::Address, part) => self.request(part),
            TermKind::Call(name, of) if &**name == ".data" => self.request(&of[0]),
            TermKind::Index(name, indices) if indices.len() == 1 => {
                Ok((name.clone(), self.number(&indices[0])?))
            }
            TermKind::Binary(Binding::Add, of, by) => {
                let (name, at) = self.request(of)?;
                Ok((name, at.saturating_add(self.number(by)?)))
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

    fn wait(&mut self, name: &str, at: i64, place: Span) -> Result<(), Halt> {
        let Some(call) = self.requests.get(&(name.into(), at)) else {
            return Err(self.wrong(place, format!("waits for {name}, which no call has started")));
        };
        if let Some(Pending { wait, .. }) = call.and_then(|call| self.pending.remove(&call))
            && (!wait.waits.is_empty() || wait.until.is_some())
        {
            self.main.push(Operation { at: place, ..wait });
        }
        Ok(())
    }
}
