//! Executes threads on symbolic data, and turns their messages into steps.
//!
//! A slot holds a multiset of contributions, each the input chunk of a rank. A message takes a step behind the earlier
//! messages of its thread and behind what its thread has waited for. Two accesses of a slot of which one writes must be
//! ordered, through threads, waits or messages; the order is kept as a clock: for each thread the operations of it that
//! come before.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use hockney_base::diagnostic::Span;
use hockney_core::topology::Vertex;

/// A part of the data that a rank has at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Contribution {
    pub(crate) chunk: u32,
    pub(crate) rank: Vertex,
}

/// The contributions of a slot, ascending; one that is there twice was counted twice.
pub(crate) type Contents = Rc<Vec<Contribution>>;

/// A place for a chunk: of a rank, in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Slot {
    pub(crate) rank: Vertex,
    pub(crate) buffer: char,
    pub(crate) at: u32,
}

/// The messages from one rank to another that arrive in the order in which they are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Channel {
    pub(crate) from: Vertex,
    pub(crate) to: Vertex,
    pub(crate) number: u32,
}

/// An operation: what it receives and what it reads is added up, written and sent.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// The threads and operations that must have ended.
    pub(crate) waits: Vec<(usize, usize)>,
    pub(crate) receive: Option<Channel>,
    /// Each is a list of slots, one for each chunk.
    pub(crate) reads: Vec<Vec<Slot>>,
    pub(crate) write: Option<Vec<Slot>>,
    pub(crate) send: Option<Channel>,
    /// The number of chunks.
    pub(crate) chunks: usize,
    /// Where it stands.
    pub(crate) at: Span,
    /// What it is called in messages: `gpu 0, thread block 1, step 3`.
    pub(crate) name: String,
}

/// The operations of each thread, in their order.
pub(crate) type Threads = Vec<Vec<Operation>>;

/// Something that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// What is wrong, with the operation.
    pub message: String,
    /// Where it stands, if it has a place.
    pub at: Option<Span>,
}

/// A message of a step.
pub(crate) struct SentMessage {
    pub(crate) step: usize,
    pub(crate) channel: Channel,
    pub(crate) contents: Vec<Contents>,
    pub(crate) at: Span,
}

/// What a program did.
#[derive(Default)]
pub(crate) struct Ran {
    pub(crate) messages: Vec<SentMessage>,
    pub(crate) faults: Vec<ProgramFault>,
    /// What the slots hold at the end.
    pub(crate) slots: BTreeMap<Slot, Contents>,
}

/// For each thread the number of its operations that come before.
type Clock = Vec<u32>;

/// A message on its way.
struct OnItsWay {
    contents: Vec<Contents>,
    step: usize,
    clock: Rc<Clock>,
    /// The thread and the place of the operation that sent it.
    by: (usize, usize),
}

/// An access of a slot.
#[derive(Clone, Copy)]
struct Access {
    thread: usize,
    operation: usize,
    writes: bool,
}

struct Run<'p> {
    threads: &'p [Vec<Operation>],
    /// The next operation of each thread.
    next: Vec<usize>,
    clocks: Vec<Clock>,
    /// The last step that a thread has waited for.
    ready: Vec<usize>,
    one_port: bool,
    /// The last step that a thread has sent in; with one port a rank.
    sent: BTreeMap<usize, usize>,
    /// With one port the last step that a rank has received in.
    received: BTreeMap<Vertex, usize>,
    /// The clocks and steps of the operations that others wait for.
    ended: BTreeMap<(usize, usize), (Rc<Clock>, usize)>,
    channels: BTreeMap<Channel, VecDeque<OnItsWay>>,
    accesses: BTreeMap<Slot, Vec<Access>>,
    ran: Ran,
}

/// Runs the threads as far as they get, each with a port of its own or with one port for each rank.
pub(crate) fn run(
    threads: &[Vec<Operation>],
    start: BTreeMap<Slot, Contents>,
    one_port: bool,
) -> Ran {
    let many = threads.len();
    // Without data nothing has to be ordered.
    let ordered = if start.is_empty() { 0 } else { many };
    let waited = threads.iter().flatten().flat_map(|operation| &operation.waits);
    let none = (Rc::new(Vec::new()), usize::MAX);
    let mut run = Run {
        threads,
        next: vec![0; many],
        clocks: vec![vec![0; ordered]; many],
        ready: vec![0; many],
        one_port,
        sent: BTreeMap::new(),
        received: BTreeMap::new(),
        ended: waited.map(|of| (*of, none.clone())).collect(),
        channels: BTreeMap::new(),
        accesses: BTreeMap::new(),
        ran: Ran { slots: start, ..Ran::default() },
    };
    loop {
        let before: usize = run.next.iter().sum();
        for thread in 0..many {
            while run.advances(thread) {}
        }
        if run.next.iter().sum::<usize>() == before {
            break;
        }
    }
    run.stuck();
    run.left();
    let Ran { mut faults, mut messages, slots } = run.ran;
    messages.sort_by_key(|message| (message.step, message.channel));
    faults.sort_by_key(|fault| fault.at.map(|at| at.start));
    Ran { messages, faults, slots }
}

impl Run<'_> {
    fn fault(&mut self, thread: usize, operation: usize, what: &str) {
        let Operation { name, at, .. } = &self.threads[thread][operation];
        let fault = ProgramFault { message: format!("{name}: {what}"), at: Some(*at) };
        if !self.ran.faults.contains(&fault) {
            self.ran.faults.push(fault);
        }
    }

    /// Runs the next operation of a thread, unless it has to wait.
    fn advances(&mut self, thread: usize) -> bool {
        let number = self.next[thread];
        let Some(operation) = self.threads[thread].get(number) else { return false };
        for of in &operation.waits {
            match self.ended.get(of) {
                Some((clock, step)) if *step < usize::MAX => {
                    let (clock, step) = (Rc::clone(clock), *step);
                    self.after(thread, &clock, step);
                }
                _ => return false,
            }
        }
        let mut contents = vec![Contents::default(); operation.chunks];
        if let Some(channel) = operation.receive {
            let Some(came) = self.channels.get_mut(&channel).and_then(VecDeque::pop_front) else {
                return false;
            };
            self.after(thread, &came.clock, came.step);
            if came.contents.len() != operation.chunks {
                let (takes, sent) = (operation.chunks, came.contents.len());
                let what = format!("cnt is {takes} here, and {sent} where the message is sent");
                self.fault(thread, number, &what);
            }
            for (to, from) in contents.iter_mut().zip(came.contents) {
                *to = from;
            }
        }
        self.next[thread] += 1;
        if let Some(own) = self.clocks[thread].get_mut(thread) {
            *own += 1;
        }
        for slots in &operation.reads {
            for (slot, into) in slots.iter().zip(&mut contents) {
                self.access(*slot, Access { thread, operation: number, writes: false });
                match self.ran.slots.get(slot).map(Rc::clone) {
                    Some(found) => {
                        if let Some(sum) = self.sum(thread, number, into, &found) {
                            *into = sum;
                        }
                    }
                    None => self.fault(thread, number, &format!("it reads {slot}, which is empty")),
                }
            }
        }
        for (slot, contents) in operation.write.iter().flatten().zip(&contents) {
            self.access(*slot, Access { thread, operation: number, writes: true });
            self.ran.slots.insert(*slot, Rc::clone(contents));
        }
        if let Some(channel) = operation.send {
            let step = self.step_of(thread, channel);
            let clock = Rc::new(self.clocks[thread].clone());
            let by = (thread, number);
            let contents_sent = contents.clone();
            let message = OnItsWay { contents: contents_sent, step, clock, by };
            self.channels.entry(channel).or_default().push_back(message);
            self.ran.messages.push(SentMessage {
                step: step - 1,
                channel,
                contents,
                at: operation.at,
            });
        }
        if let Some(ended) = self.ended.get_mut(&(thread, number)) {
            *ended = (Rc::new(self.clocks[thread].clone()), self.ready[thread]);
        }
        true
    }

    /// The step of a message, from 1: behind what its thread has waited for and behind the messages before it.
    fn step_of(&mut self, thread: usize, channel: Channel) -> usize {
        let port = if self.one_port { channel.from as usize } else { thread };
        let sent = self.sent.entry(port).or_default();
        let received = self.received.entry(channel.to).or_default();
        let busy = if self.one_port { *received } else { 0 };
        let step = self.ready[thread].max(*sent).max(busy) + 1;
        (*sent, *received) = (step, step);
        step
    }

    /// What comes before the next operation of a thread.
    fn after(&mut self, thread: usize, clock: &Clock, step: usize) {
        self.ready[thread] = self.ready[thread].max(step);
        for (mine, theirs) in self.clocks[thread].iter_mut().zip(clock) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// The contributions of both; a fault if one is in both, or if they are of different chunks.
    fn sum(
        &mut self,
        thread: usize,
        number: usize,
        one: &Contents,
        other: &Contents,
    ) -> Option<Contents> {
        let (Some(first), Some(second)) = (one.first(), other.first()) else {
            return Some(Rc::clone(if one.is_empty() { other } else { one }));
        };
        if first.chunk != second.chunk {
            let what = format!("it adds chunk {} to chunk {}", second.chunk, first.chunk);
            self.fault(thread, number, &what);
            return None;
        }
        let twice = one.iter().find(|part| other.binary_search(part).is_ok());
        if let Some(Contribution { rank, chunk }) = twice {
            let what = format!("it counts the contribution of rank {rank} to chunk {chunk} twice");
            self.fault(thread, number, &what);
        }
        let mut sum: Vec<Contribution> = one.iter().chain(other.iter()).copied().collect();
        sum.sort_unstable();
        Some(Rc::new(sum))
    }

    /// Notes an access, and whether the earlier ones come before it.
    fn access(&mut self, slot: Slot, access: Access) {
        let clock = &self.clocks[access.thread];
        let accesses = self.accesses.entry(slot).or_default();
        let meets = |other: &&Access| {
            (other.writes || access.writes)
                && other.thread != access.thread
                && clock[other.thread] as usize <= other.operation
        };
        let unordered = accesses.iter().find(meets).copied();
        // Of a thread the last read and the last write are enough.
        accesses.retain(|other| other.thread != access.thread || other.writes != access.writes);
        accesses.push(access);
        if let Some(other) = unordered {
            let name = &self.threads[other.thread][other.operation].name;
            let what = format!("nothing orders its access to {slot} and that of {name}");
            self.fault(access.thread, access.operation, &what);
        }
    }

    /// The operations that never run: those that wait for each other, and those whose message nobody sends.
    fn stuck(&mut self) {
        let waiting: Vec<usize> =
            (0..self.threads.len()).filter(|t| self.next[*t] < self.threads[*t].len()).collect();
        let waits_for = |thread: usize| -> Option<usize> {
            let operation = &self.threads[thread][self.next[thread]];
            let open = |of: &&(usize, usize)| self.next[of.0] <= of.1;
            if let Some((other, _)) = operation.waits.iter().find(open) {
                return Some(*other);
            }
            let channel = operation.receive?;
            let sends = |t: &&usize| {
                self.threads[**t][self.next[**t]..].iter().any(|later| later.send == Some(channel))
            };
            waiting.iter().find(sends).copied()
        };
        let mut unsent = Vec::new();
        let mut seen = vec![false; self.threads.len()];
        let mut cycles = Vec::new();
        for start in &waiting {
            let (mut path, mut at) = (Vec::new(), *start);
            loop {
                if let Some(from) = path.iter().position(|other| *other == at) {
                    cycles.push(path[from..].to_vec());
                    break;
                }
                if std::mem::replace(&mut seen[at], true) {
                    break;
                }
                path.push(at);
                let Some(next) = waits_for(at) else {
                    unsent.push(at);
                    break;
                };
                at = next;
            }
        }
        for thread in unsent {
            if let Some(Channel { from, to, .. }) = self.threads[thread][self.next[thread]].receive
            {
                let what = format!("rank {to} receives from rank {from}, which sends nothing more");
                self.fault(thread, self.next[thread], &what);
            }
        }
        for cycle in cycles {
            let (first, number) = (cycle[0], self.next[cycle[0]]);
            let missing = |of: &(usize, usize)| of.1 == usize::MAX;
            if self.threads[first][number].waits.iter().any(missing) {
                self.fault(first, number, "it waits for a step that is not there");
                continue;
            }
            let names = cycle.iter().map(|t| &*self.threads[*t][self.next[*t]].name);
            let what = format!(
                "a deadlock: each waits for the next: {}",
                names.collect::<Vec<_>>().join("; ")
            );
            self.fault(first, number, &what);
        }
    }

    /// The messages that nobody has received.
    fn left(&mut self) {
        let left = std::mem::take(&mut self.channels);
        for (Channel { to, .. }, message) in
            left.iter().flat_map(|(channel, left)| left.iter().map(move |one| (channel, one)))
        {
            let (thread, number) = message.by;
            self.fault(thread, number, &format!("rank {to} never receives what it sends"));
        }
    }
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "slot {}[{}] of rank {}", self.buffer, self.at, self.rank)
    }
}
