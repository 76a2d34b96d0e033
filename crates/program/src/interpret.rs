//! Runs a program for each node, which yields its operations.
//!
//! What a node does follows from numbers, so each node is run alone. Messages and data are operations, for the executor.

mod cells;
mod groups;
mod numbers;
mod objects;

pub(crate) use cells::MADE;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::names::{ANY_TAG, Beforehand, ByName, NOBODY};
use crate::syntax::{Action, Binding, Located, MessageEnd, TermKind};
use crate::types::{Element, Typed};
use crate::{Program, ProgramError};
use groups::Groups;
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Data, Instance};
use hockney_core::topology::Vertex;
use hockney_foreign::executor::{Channel, Join, ProgramFault, Slot, ThreadOperation, Threads};
use objects::{ITS_SEND, Object, Place};

/// The most work of all nodes together: a statement is 1, an operation as much as `OPERATION`, and a word that it moves 1.
pub(super) const MOST_WORK: u64 = 1 << 23;
/// The work of an operation beside its words.
const OPERATION: u64 = 16;
/// The most operations of all nodes, each of which is kept.
const MOST_OPERATIONS: usize = 1 << 17;
/// The most words of operations that all nodes keep, with what one keeps: a number is 2, a request 4, and an object `OBJECT`.
const MOST_KEPT: usize = 1 << 21;
const OBJECT: usize = 12;
/// The most words of a buffer.
const MOST_WORDS: i64 = 1 << 20;

/// What a run is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// What is read and written.
    Probed,
    /// One of many sizes, or a guess.
    Tried,
    /// The question, whose messages are shown.
    Asked,
    /// The question, if no message waits in a buffer.
    Unbuffered,
}

/// What a program is run for.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    /// The collective with its parameters.
    pub(crate) of: &'a Instance,
    /// The words that a program calls m or n.
    pub(crate) words: i64,
    /// How many words input and output have, by name.
    pub(crate) lengths: &'a ByName<i64>,
    /// The buffer of the input, and whether the program makes its data.
    pub(crate) input: u32,
    pub(crate) makes: bool,
    /// How many blocks an array of the textbook has.
    pub(crate) blocks: i64,
    /// Whether messages are shown, with what the nodes have computed, and whether each send waits for its receive.
    pub(crate) aim: Aim,
    /// The most statements that a node runs.
    pub(crate) most: u64,
    /// Where the work of the program has to end.
    pub(crate) until: u64,
}

impl Setting<'_> {
    /// What a name means to a node that has a meaning beforehand.
    fn value(&self, of: Beforehand, id: Vertex) -> i64 {
        match of {
            Beforehand::Id => id.into(),
            Beforehand::Nodes => self.of.nodes.into(),
            Beforehand::Dimension => self.of.nodes.next_power_of_two().ilog2().into(),
            Beforehand::Words => self.words,
            Beforehand::Pieces => self.of.pieces.into(),
            Beforehand::Root => self.of.root.into(),
            Beforehand::By => self.of.by.into(),
            Beforehand::Constant(value) => value,
        }
    }
}

/// Why a node does not get to its end.
pub(crate) enum Halt {
    /// It does something wrong.
    Wrong(ProgramFault),
    /// It is not understood, or takes too long.
    Stop(ProgramError),
    /// It waits for what other nodes say.
    Later,
}

/// What a node does next, or why it does not.
type Done<T = ()> = Result<T, Halt>;

/// The operations of all nodes.
#[derive(Default)]
pub(crate) struct Yield {
    pub(crate) threads: Threads,
    pub(crate) faults: Vec<ProgramFault>,
    /// The buffers that some node reads before it writes them, and those that some node writes.
    pub(crate) read_first: BTreeSet<u32>,
    pub(crate) written: BTreeSet<u32>,
    /// The most words of each buffer that the program declares.
    pub(crate) sizes: ByName<i64>,
    /// How many operations there are, and how many words they have.
    operations: usize,
    words: usize,
    /// The communicators.
    groups: Groups,
}

/// A message: its channel, the cells of its data, and their type.
type Cargo = (Channel, Vec<Slot>, Option<Rc<str>>);

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
    wait: ThreadOperation,
}

/// What a node has done so far.
#[derive(Default)]
struct SoFar<'p> {
    /// What is in memory; where the variables are, and the pointers point to.
    objects: Vec<Object>,
    bound: ByName<Place>,
    /// How many objects with data names have had, and those whose blocks have not ended.
    made: ByName<u32>,
    open: Vec<usize>,
    /// The variable that is set.
    target: Rc<str>,
    requests: BTreeMap<Place, Option<usize>>,
    /// Whether it has called `MPI_Finalize`.
    finalized: bool,
    /// What the last function has returned.
    returned: Option<&'p Located>,
    /// How many calls of a communicator all of its nodes have made.
    common: BTreeMap<i64, u32>,
    pending: BTreeMap<usize, Pending>,
    /// The cells that these calls use, with the call.
    busy: BTreeSet<(Slot, usize)>,
    calls: usize,
    /// The operations of its own thread.
    main: Vec<ThreadOperation>,
    sent: BTreeMap<Channel, u32>,
    received: BTreeMap<Channel, u32>,
    written: BTreeSet<Slot>,
    scratch: u32,
    statements: u64,
    /// What its memory and its open calls take.
    kept: usize,
}

struct Rank<'p> {
    program: &'p Program,
    setting: &'p Setting<'p>,
    id: Vertex,
    /// What it is called in messages: `node 3`.
    name: Rc<str>,
    values: ByName<i64>,
    /// The number of its own thread.
    thread: usize,
    so_far: SoFar<'p>,
    found: &'p mut Yield,
}

/// Runs all nodes.
///
/// # Errors
/// What is not understood, and what takes too long.
pub(crate) fn operations(program: &Program, setting: &Setting<'_>) -> Result<Yield, ProgramError> {
    let mut groups = Groups::new(program.comms, setting.of.nodes);
    loop {
        // What communicators are made of is known once each node has said its part.
        let known = groups.known();
        let mut found = Yield { groups, ..Yield::default() };
        let mut waits = Vec::new();
        for id in 0..setting.of.nodes {
            match node(program, setting, id, &mut found) {
                Ok(()) => {}
                Err(Halt::Wrong(fault)) => found.faults.push(fault),
                Err(Halt::Later) => waits.push(id),
                Err(Halt::Stop(error)) => return Err(error),
            }
        }
        if found.groups.known() == known {
            if found.faults.is_empty()
                && let Some(fault) = waits.first().and_then(|id| found.groups.missing(*id))
            {
                found.faults.push(fault);
            }
            found.meet();
            return Ok(found);
        }
        groups = found.groups;
    }
}

/// Runs a node.
fn node(program: &Program, setting: &Setting<'_>, id: Vertex, found: &mut Yield) -> Done {
    let thread = found.threads.len();
    let known = program.beforehand.iter().map(|(name, of)| (name.clone(), setting.value(*of, id)));
    found.threads.push(Vec::new());
    found.groups.threads.push(thread);
    // The first stand for no objects.
    let objects = (0..=ITS_SEND.0).map(|_| Object::default()).collect();
    let mut rank = Rank {
        program,
        setting,
        id,
        name: format!("node {id}").into(),
        values: known.chain(program.defined.iter().cloned()).collect(),
        thread,
        so_far: SoFar { objects, ..SoFar::default() },
        found,
    };
    let ran = rank.run(&program.statements).and_then(|_| rank.discards());
    let ended = ran.and_then(|()| rank.ends());
    found.threads[thread] = rank.so_far.main;
    ended
}

impl<'p> Rank<'p> {
    fn wrong(&self, at: Span, what: impl std::fmt::Display) -> Halt {
        Halt::Wrong(ProgramFault { message: format!("node {} {what}", self.id), at: Some(at) })
    }

    fn unclear<T>(at: Span, what: &str, help: &str) -> Done<T> {
        Err(Halt::Stop(Diagnostic::new(what).at(at).help(help).into()))
    }

    /// Nothing may be left to wait for.
    fn ends(&self) -> Done {
        match self.so_far.pending.values().next() {
            Some(open) => Err(self.wrong(open.at, "never waits for this call")),
            None => Ok(()),
        }
    }

    /// Runs statements, with which what they declare ends; where a function returns, it ends later.
    fn block(&mut self, statements: &'p [Action]) -> Done<Flow> {
        let since = self.so_far.open.len();
        let flow = self.run(statements)?;
        if flow != Flow::Return {
            self.leave(since)?;
        }
        Ok(flow)
    }

    /// Runs a round of a loop: what follows the loop, if it ends.
    fn round(&mut self, body: &'p [Action]) -> Done<Option<Flow>> {
        Ok(match self.block(body)? {
            Flow::Break => Some(Flow::Next),
            Flow::Return => Some(Flow::Return),
            Flow::Next | Flow::Continue => None,
        })
    }

    fn run(&mut self, statements: &'p [Action]) -> Done<Flow> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// Counts a statement.
    fn count(&mut self, at: Span) -> Done {
        self.so_far.statements += 1;
        if self.so_far.statements > self.setting.most {
            return Err(self.too_long(at, format_args!("{} statements", self.setting.most)));
        }
        if self.found.operations > MOST_OPERATIONS {
            let after = format_args!("{MOST_OPERATIONS} operations of all nodes");
            return Err(self.too_long(at, after));
        }
        self.works(1, at)
    }

    /// Counts the work of all nodes.
    fn works(&mut self, work: u64, at: Span) -> Done {
        if self.program.works(work) > self.setting.until {
            let after = format_args!("{MOST_WORK} statements and words of all nodes");
            return Err(self.too_long(at, after));
        }
        Ok(())
    }

    /// Counts what a node keeps beside its operations.
    fn keeps(&mut self, kept: usize, at: Span) -> Done {
        self.so_far.kept += kept;
        if self.so_far.kept + self.found.words > MOST_KEPT {
            let after = format_args!("{MOST_KEPT} words, numbers and arrays that are kept");
            return Err(self.too_long(at, after));
        }
        Ok(())
    }

    fn too_long(&self, at: Span, after: std::fmt::Arguments<'_>) -> Halt {
        let (id, nodes) = (self.id, self.setting.of.nodes);
        let message = format!("node {id} of {nodes} has not ended after {after}");
        let error = Diagnostic::new(message).at(at).help("does this loop end?");
        Halt::Stop(ProgramError::Limit(error))
    }

    /// Whether all that travels is a signal.
    fn signals(&self) -> bool {
        self.setting.of.data() == Data::Token
    }

    fn statement(&mut self, statement: &'p Action) -> Done<Flow> {
        match statement {
            Action::Set { to, value } => {
                self.count(to.at)?;
                self.set(to, value)?;
            }
            Action::For { name, range: [from, last, by], body, at } => {
                let [mut now, last, by] =
                    [self.number(from)?, self.number(last)?, self.number(by)?];
                if by == 0 {
                    return Err(self.wrong(*at, "counts by 0"));
                }
                while if by > 0 { now <= last } else { now >= last } {
                    self.count(*at)?;
                    let place = self.bound(name);
                    self.give(place, now, *at)?;
                    if let Some(flow) = self.round(body)? {
                        return Ok(flow);
                    }
                    let Some(next) = now.checked_add(by) else { break };
                    now = next;
                }
            }
            Action::While { condition, step, body, at } => {
                while self.holds(condition)? {
                    self.count(*at)?;
                    for part in [body, step] {
                        if let Some(flow) = self.round(part)? {
                            return Ok(flow);
                        }
                    }
                }
            }
            Action::If { condition, then, otherwise } => {
                self.count(condition.at)?;
                let branch = if self.holds(condition)? { then } else { otherwise };
                return self.block(branch);
            }
            Action::Switch { value, labels, body } => {
                self.count(value.at)?;
                let number = self.number(value)?;
                let mut found = None;
                for (label, at) in labels {
                    match label {
                        Some(label) if self.number(label)? == number => {
                            found = Some(*at);
                            break;
                        }
                        Some(_) => {}
                        None => found = Some(*at),
                    }
                }
                let Some(from) = found else { return Ok(Flow::Next) };
                let flow = self.block(&body[from..])?;
                return Ok(if flow == Flow::Break { Flow::Next } else { flow });
            }
            Action::Block(inner) => return self.block(inner),
            Action::Evaluate(bump) => {
                self.count(bump.at)?;
                self.evaluate(bump)?;
            }
            Action::Break => return Ok(Flow::Break),
            Action::Continue => return Ok(Flow::Continue),
            Action::Return(value) => {
                self.so_far.returned = value.as_ref();
                return Ok(Flow::Return);
            }
            Action::Abort(at) => return Err(self.wrong(*at, "ends the program here")),
            Action::Collective(call, both, at) => self.collective(call, both, *at)?,
            Action::Barrier(comm, at) => self.barrier(comm, *at)?,
            Action::Send(one, at) => self.send(one, *at)?,
            Action::Receive(one, at) => self.receive(one, *at)?,
            Action::Exchange(both, at) => {
                let [sent, received] = &**both;
                // The call ends when both have.
                self.send(sent, *at)?;
                // MPI_Sendrecv_replace has one buffer for both.
                let SoFar { requests, pending, busy, kept, .. } = &mut self.so_far;
                if sent.data.at == received.data.at
                    && let Some(Some(call)) = requests.get(&ITS_SEND)
                    && let Some(open) = pending.get_mut(call)
                {
                    *kept -= 4 * open.slots.len();
                    for slot in open.slots.drain(..) {
                        busy.remove(&(slot, *call));
                    }
                }
                self.receive(received, *at)?;
                self.wait(ITS_SEND, *at)?;
            }
            other => self.bookkeeping(other)?,
        }
        Ok(Flow::Next)
    }

    /// Carries out what an expression does whose value nobody reads.
    fn evaluate(&mut self, node: &Located) -> Done {
        match &node.what {
            TermKind::Invoke(name, arguments) => {
                self.invoke(name, arguments, node.at, Self::discards)
            }
            TermKind::Assign(both) => self.set(&both[0], &both[1]),
            TermKind::Cast(_, of) => self.evaluate(of),
            _ => self.number(node).map(|_| ()),
        }
    }

    /// Carries out what the value does that a function returns and nobody reads.
    fn discards(&mut self) -> Done {
        let Some(value) = self.so_far.returned.take() else { return Ok(()) };
        if value.every().iter().any(|of| of.has_effect()) { self.evaluate(value) } else { Ok(()) }
    }

    /// What concerns requests and buffers alone.
    fn bookkeeping(&mut self, statement: &Action) -> Done {
        match statement {
            Action::Wait { first, count, statuses, at } => {
                let (object, from) = self.pointer(first)?;
                let count = self.number(count)?.clamp(0, MOST_WORDS);
                if let Some(statuses) = statuses {
                    let place = self.pointer(statuses)?;
                    let most = self.object(place).length.filter(|most| place.1 + count > *most);
                    if let Some(most) = most {
                        let what = format!("waits for {count} calls, with room for {most} states");
                        return Err(self.wrong(statuses.at, what));
                    }
                }
                for k in 0..count {
                    self.count(*at)?;
                    self.wait((object, from + k), *at)?;
                }
            }
            Action::Push { vector, value } => {
                let place = self.bound(vector);
                self.keeps(4, value.at)?;
                let length = self.object(place).length.unwrap_or(0);
                self.so_far.objects[place.0].length = Some(length + 1);
                if self.program.requests.contains(vector) {
                    let request = self.pointer(value)?;
                    let call = self.so_far.requests.get(&request).copied().flatten();
                    self.so_far.requests.insert((place.0, length), call);
                } else if self.object(place).is_data {
                    let help = "declare it with its size, and set v[i]";
                    return Self::unclear(value.at, "this vector grows by data", help);
                } else {
                    let number = self.number(value)?;
                    self.give((place.0, length), number, value.at)?;
                }
            }
            Action::Free(node) => self.free(node)?,
            Action::Declare { .. } => self.declare(statement)?,
            _ => {}
        }
        Ok(())
    }

    /// The other end of a message; nothing if there is no message.
    fn peer(&mut self, one: &MessageEnd, does: &str, at: Span) -> Done<Option<Vertex>> {
        self.count(at)?;
        let int = Typed { element: Element::Int, ..Typed::default() };
        let peer = int.holds(self.number(&one.peer)?);
        if peer == NOBODY {
            return Ok(None);
        }
        let comm = self.comm(one.comm.as_ref())?;
        let place = usize::try_from(peer).ok();
        let found = place.and_then(|place| self.found.groups.members(comm)?.get(place).copied());
        let wrong = || self.wrong(at, format!("{does} node {peer}, which does not exist"));
        found.map(Some).ok_or_else(wrong)
    }

    /// The channel of a message: tags and communicators are told apart.
    fn channel(&mut self, one: &MessageEnd, peer: Vertex, sends: bool) -> Done<Channel> {
        let comm = self.comm(one.comm.as_ref())?;
        let tag = one.tag.as_ref().map_or(Ok(0), |tag| self.number(tag))?;
        let at = one.tag.as_ref().map_or(one.peer.at, |tag| tag.at);
        if tag < 0 && (sends || tag != ANY_TAG) {
            let named = if tag == ANY_TAG { "MPI_ANY_TAG".to_owned() } else { tag.to_string() };
            return Err(self.wrong(at, format!("has the tag {named}")));
        }
        let (from, to) = if sends { (self.id, peer) } else { (peer, self.id) };
        if let Some(number) = self.found.groups.tagged((from, to, comm), tag, sends) {
            return Ok(Channel { from, to, number });
        }
        let what = "this tag stands beside MPI_ANY_TAG, between the same nodes";
        Self::unclear(at, what, "name the tag of each message of these nodes, or of none")
    }

    /// The cells of the data of a message.
    pub(super) fn payload(&mut self, one: &MessageEnd, sends: bool) -> Done<Vec<Slot>> {
        if self.signals() {
            return Ok(vec![Slot { rank: self.id, buffer: 0, at: 0 }]);
        }
        if sends
            && matches!(one.data.what, TermKind::Binary(Binding::Add | Binding::Union, ..))
            && !self.program.is_c()
        {
            let mut all = Vec::new();
            // A join of another kind than the whole goes by way of a buffer.
            self.operands(&one.data, Some(Join::Signals), &mut all)?;
            return Ok(all.remove(0));
        }
        self.words(one)
    }

    /// What travels with a message; nothing if there is no message.
    fn message(&mut self, one: &MessageEnd, sends: bool, at: Span) -> Done<Option<Cargo>> {
        let does = if sends { "sends to" } else { "receives from" };
        let Some(peer) = self.peer(one, does, at)? else {
            if let Some(request) = &one.request {
                let request = self.request(request)?;
                self.so_far.requests.insert(request, None);
            }
            return Ok(None);
        };
        let slots = self.payload(one, sends)?;
        let (channel, kind) = (self.channel(one, peer, sends)?, self.kind(one)?);
        Ok(Some((channel, slots, kind.map(|kind| kind.0.clone()))))
    }

    /// The operation that sends cells.
    fn sending(&mut self, (channel, slots, kind): Cargo, at: Span) -> Done<ThreadOperation> {
        if !self.signals() {
            self.touch(&slots, false, at)?;
        }
        let plain = self.operation(at, slots.len())?;
        let values = (self.setting.aim == Aim::Asked).then(|| self.computed());
        Ok(ThreadOperation { kind, reads: vec![slots], send: Some(channel), values, ..plain })
    }

    /// The operation that receives cells.
    fn receiving(&mut self, (channel, slots, kind): Cargo, at: Span) -> Done<ThreadOperation> {
        let plain = ThreadOperation { kind, ..self.operation(at, slots.len())? };
        let turn = self.so_far.received.entry(channel).or_default();
        *turn += 1;
        let plain = ThreadOperation { receive: Some(channel), turn: Some(*turn - 1), ..plain };
        if self.signals() {
            let (reads, join) = (vec![slots.clone()], Join::Signals);
            return Ok(ThreadOperation { reads, join, write: Some(slots), ..plain });
        }
        self.touch(&slots, true, at)?;
        Ok(ThreadOperation { write: Some(slots), ..plain })
    }

    fn send(&mut self, one: &MessageEnd, at: Span) -> Done {
        let Some(cargo) = self.message(one, true, at)? else { return Ok(()) };
        let (channel, slots) = (cargo.0, cargo.1.clone());
        let number = self.so_far.sent.entry(channel).or_default();
        let until =
            (one.synchronous || self.setting.aim == Aim::Unbuffered).then_some((channel, *number));
        *number += 1;
        let wait = ThreadOperation { until, at, ..self.operation(at, 0)? };
        let plain = self.sending(cargo, at)?;
        self.so_far.main.push(ThreadOperation { apart: one.request.is_some(), ..plain });
        match &one.request {
            Some(request) => self.open(request, Pending { slots, writes: false, at, wait })?,
            None if until.is_some() => self.so_far.main.push(wait),
            None => {}
        }
        Ok(())
    }

    /// The numbers that the node has computed: `i = 2, mask = 3`.
    fn computed(&self) -> Rc<str> {
        let value = |name: &Rc<str>| {
            let of = self.object(*self.so_far.bound.get(name)?);
            let value = of.number().filter(|_| of.name == *name)?;
            Some(format!("{name} = {value}"))
        };
        let own: Vec<String> = self.program.computed.iter().filter_map(value).collect();
        own.join(", ").into()
    }

    fn receive(&mut self, one: &MessageEnd, at: Span) -> Done {
        let Some(cargo) = self.message(one, false, at)? else { return Ok(()) };
        let slots = cargo.1.clone();
        let operation = self.receiving(cargo, at)?;
        let Some(request) = &one.request else {
            self.so_far.main.push(operation);
            return Ok(());
        };
        // It runs in a thread of its own, once what comes before it has run.
        let before = self.so_far.main.len().checked_sub(1).map(|last| (self.thread, last));
        let waits = before.into_iter().collect();
        self.found.threads.push(vec![ThreadOperation { waits, ..operation }]);
        let waits = vec![(self.found.threads.len() - 1, 0)];
        let wait = ThreadOperation { waits, ..self.operation(at, 0)? };
        self.open(request, Pending { slots, writes: true, at, wait })
    }

    /// The place of a request; the send of MPI_Sendrecv has a place that no variable names.
    fn request(&mut self, request: &Located) -> Done<Place> {
        if request.as_name().is_some_and(|name| &**name == "its send") {
            return Ok(ITS_SEND);
        }
        let place = self.pointer(request)?;
        self.inside(place, request.at)?;
        Ok(place)
    }

    fn open(&mut self, request: &Located, pending: Pending) -> Done {
        let request = self.request(request)?;
        self.keeps(4 * pending.slots.len(), pending.at)?;
        let SoFar { requests, busy, calls, pending: all, .. } = &mut self.so_far;
        requests.insert(request, Some(*calls));
        busy.extend(pending.slots.iter().map(|slot| (*slot, *calls)));
        all.insert(*calls, pending);
        *calls += 1;
        Ok(())
    }

    fn wait(&mut self, request: Place, place: Span) -> Done {
        let Some(call) = self.so_far.requests.get(&request).copied() else {
            let name = &self.alive(request, place)?.name;
            return Err(self.wrong(place, format!("waits for {name}, which no call has started")));
        };
        let open = call.and_then(|call| Some((call, self.so_far.pending.remove(&call)?)));
        let Some((call, Pending { slots, wait, .. })) = open else { return Ok(()) };
        self.so_far.kept -= 4 * slots.len();
        for slot in slots {
            self.so_far.busy.remove(&(slot, call));
        }
        if !wait.waits.is_empty() || wait.until.is_some() {
            self.so_far.main.push(ThreadOperation { at: place, ..wait });
        }
        Ok(())
    }
}
