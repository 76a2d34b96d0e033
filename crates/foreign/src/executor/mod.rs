//! Executes threads on symbolic data, and turns their messages into steps.
//!
//! A slot holds a multiset of contributions, each the input chunk of a rank. A message takes a step behind the earlier
//! messages of its port and behind what its thread has waited for; `steps.rs` has the rule. Two accesses of a slot of
//! which one writes must be ordered, through threads, waits or messages; the order is kept as a clock: for each thread the
//! operations of it that come before.

mod ends;
mod steps;
mod threads;

pub use ends::{Ends, MOST_CONTRIBUTIONS, OwnChunk};
pub use steps::by_contributors;
pub use threads::{
    Channel, Contents, Contribution, Event, Join, ProgramFault, SentMessage, Slot, ThreadOperation,
    Threads,
};

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use hockney_base::diagnostic::Span;
use hockney_core::collective::Data;

use crate::MessagePlace;
use steps::timetable;

/// What a program did.
#[derive(Default)]
pub struct Ran {
    /// The messages, by their steps.
    pub messages: Vec<SentMessage>,
    /// What is wrong, in the order of the text.
    pub faults: Vec<ProgramFault>,
    /// What the slots hold at the end.
    pub slots: HashMap<Slot, Contents>,
    /// Where each slot was last written.
    pub written: HashMap<Slot, Span>,
    /// The slots with a sum that must not be used, and what is wrong with it.
    pub spoilt: BTreeMap<Slot, ProgramFault>,
    /// Such sums that were overwritten before they were used.
    pub unused: Vec<ProgramFault>,
    /// Whether it was stopped, since it joins too much.
    pub is_over: bool,
    /// How many contributions it joined, and operations had to wait.
    pub joined: usize,
}

/// What is said of a wrong sum that is overwritten before it is used.
pub const UNUSED: &str =
    "; this is overwritten before it is used, so what it adds need not be sent";

impl Ran {
    /// What a slot holds at the end, ascending.
    pub fn held(&self, slot: &Slot) -> Vec<Contribution> {
        let mut held = self.slots.get(slot).map_or_else(Vec::new, |found| found.to_vec());
        held.sort_unstable();
        held
    }

    /// Whether each slot of the result was added up in the order of the ranks, if it is a sum and nothing is wrong.
    pub fn is_in_order(&self, end: &BTreeMap<Slot, Contents>, data: Data) -> Option<bool> {
        let is = |slot| self.slots.get(slot).is_none_or(|found| found.is_sorted());
        (self.faults.is_empty() && data == Data::Combined).then(|| end.keys().all(is))
    }
}

/// How threads are run, and what is said of them.
pub struct Manner<'a> {
    /// The most contributions that are joined, and operations that are looked at and have to wait.
    pub most: usize,
    /// Whether messages get steps.
    pub timed: bool,
    /// Whether a rank has one port, and not each thread one of its own.
    pub one_port: bool,
    /// Whether accesses of slots must be ordered.
    pub ordered: bool,
    /// A rank is called so.
    pub rank: &'static str,
    /// What a slot is called.
    pub slot: &'a dyn Fn(&Slot) -> String,
    /// What a chunk is called.
    pub chunk: &'a dyn Fn(u32) -> String,
    /// Where an operation stands, behind its name; empty if the name says it.
    pub place: &'a dyn Fn(Span) -> String,
}

/// The most of these in any run.
pub const MOST_JOINED: usize = 1 << 27;
/// The most faults that are kept.
const MOST_FAULTS: usize = 1 << 10;
/// The most operations of a deadlock that are named.
const MOST_NAMED: usize = 8;

/// As for thread blocks of GPUs.
pub const PLAIN: Manner<'static> = Manner {
    most: MOST_JOINED,
    timed: true,
    one_port: false,
    ordered: true,
    rank: "rank",
    slot: &|slot| slot.at.to_string(),
    chunk: &|chunk| format!("chunk {chunk}"),
    place: &|_| String::new(),
};

/// For each thread the number of its operations that come before.
type Clock = Vec<u32>;

/// A thread, and the number of an operation of it.
type Place = (usize, usize);

/// A message on its way.
struct OnItsWay {
    contents: Vec<Option<Contents>>,
    message: usize,
    clock: Rc<Clock>,
    kind: Option<Rc<str>>,
    /// The operation that sent it.
    by: Place,
}

/// The messages of a channel, and how many have been received.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<OnItsWay>,
    taken: u32,
}

/// An access of a slot.
#[derive(Clone, Copy)]
struct Access {
    thread: usize,
    operation: usize,
    writes: bool,
}

struct Run<'p> {
    threads: &'p [Vec<ThreadOperation>],
    manner: &'p Manner<'p>,
    /// The next operation of each thread.
    next: Vec<usize>,
    clocks: Vec<Clock>,
    /// The clocks of the operations that others wait for, when they have ended.
    ended: BTreeMap<(usize, usize), Option<Rc<Clock>>>,
    channels: BTreeMap<Channel, Queue>,
    accesses: BTreeMap<Slot, Vec<Access>>,
    /// The messages that operations send and receive.
    events: Vec<Vec<Event>>,
    /// The number of operations that have run.
    ran_so_far: usize,
    /// What is wrong with the sum of the operation that runs.
    doubt: Option<ProgramFault>,
    /// What was said before, of faults and of sums that nothing uses.
    faults: HashSet<ProgramFault>,
    unused: HashSet<ProgramFault>,
    ran: Ran,
}

/// Runs the threads as far as they get.
pub fn run(
    threads: &[Vec<ThreadOperation>],
    start: impl IntoIterator<Item = (Slot, Contents)>,
    manner: &Manner<'_>,
) -> Ran {
    let many = threads.len();
    let ordered = if manner.ordered { many } else { 0 };
    let waited = threads.iter().flatten().flat_map(|operation| &operation.waits);
    let mut run = Run {
        threads,
        manner,
        next: vec![0; many],
        clocks: vec![vec![0; ordered]; many],
        ended: waited.map(|of| (*of, None)).collect(),
        channels: BTreeMap::new(),
        accesses: BTreeMap::new(),
        events: vec![Vec::new(); many],
        ran_so_far: 0,
        doubt: None,
        faults: HashSet::new(),
        unused: HashSet::new(),
        ran: Ran { slots: start.into_iter().collect(), ..Ran::default() },
    };
    loop {
        let before = run.ran_so_far;
        run.ran.joined += many;
        for thread in 0..many {
            while run.ran.joined <= manner.most && run.advances(thread) {}
        }
        run.ran.is_over = run.ran.joined > manner.most;
        if run.ran_so_far == before || run.ran.is_over {
            break;
        }
    }
    if !run.ran.is_over {
        let awaited = run.stuck();
        run.left(&awaited);
    }
    let Run { events, mut ran, .. } = run;
    if manner.timed && ran.faults.is_empty() {
        timetable(threads, &events, &mut ran.messages, manner.one_port);
        ran.messages.sort_by_key(|message| (message.step, message.channel));
    }
    ran.faults.sort_by_key(|fault| fault.at.map(|at| at.start));
    ran
}

impl Run<'_> {
    fn fault(&mut self, at: Place, what: &str) {
        let fault = self.said(at, what);
        self.report(fault);
    }

    /// Notes what is wrong with the sum of the operation that runs.
    fn doubts(&mut self, at: Place, what: &str) {
        let fault = self.said(at, what);
        self.doubt.get_or_insert(fault);
    }

    fn said(&self, (thread, operation): Place, what: &str) -> ProgramFault {
        let ThreadOperation { name, at, .. } = &self.threads[thread][operation];
        ProgramFault { message: format!("{name}: {what}"), at: Some(*at) }
    }

    fn report(&mut self, fault: ProgramFault) {
        if self.ran.faults.len() < MOST_FAULTS && self.faults.insert(fault.clone()) {
            self.ran.faults.push(fault);
        }
    }

    /// How many messages of a channel have been received.
    fn taken(&self, channel: Channel) -> u32 {
        self.channels.get(&channel).map_or(0, |queue| queue.taken)
    }

    /// Whether the next operation of a thread need not wait, but for its own message.
    fn may_run(&mut self, thread: usize, operation: &ThreadOperation) -> bool {
        let open = |of| !matches!(self.ended.get(of), Some(Some(_)));
        let turn = operation.receive.zip(operation.turn);
        if operation.waits.iter().any(open)
            || operation.until.is_some_and(|(channel, number)| self.taken(channel) <= number)
            || turn.is_some_and(|(channel, turn)| self.taken(channel) != turn)
        {
            return false;
        }
        for of in &operation.waits {
            if let Some(Some(clock)) = self.ended.get(of) {
                after(&mut self.clocks[thread], clock);
            }
        }
        true
    }

    /// Takes the message that an operation receives, if it is there.
    fn receives(&mut self, (thread, number): Place, channel: Channel) -> Option<OnItsWay> {
        let queue = self.channels.get_mut(&channel)?;
        let came = queue.waiting.pop_front()?;
        queue.taken += 1;
        after(&mut self.clocks[thread], &came.clock);
        let ThreadOperation { chunks: takes, partly, ref kind, .. } = self.threads[thread][number];
        if let (Some(kind), Some(sent)) = (kind, &came.kind)
            && kind != sent
        {
            self.fault((thread, number), &format!("it receives {kind}, and {sent} is sent"));
        }
        let sent = came.contents.len();
        if sent > takes || sent < takes && !partly {
            let what = if partly {
                format!("it takes at most {takes} words, and {sent} come")
            } else {
                format!("cnt is {takes} here, and {sent} where the message is sent")
            };
            self.fault((thread, number), &what);
        }
        Some(came)
    }

    /// Runs the next operation of a thread, unless it has to wait.
    fn advances(&mut self, thread: usize) -> bool {
        let number = self.next[thread];
        let (at, threads) = ((thread, number), self.threads);
        let Some(operation) = threads[thread].get(number) else { return false };
        if !self.may_run(thread, operation) {
            return false;
        }
        let mut contents = vec![None; operation.chunks];
        let mut event = Event { operation: number, order: self.ran_so_far, ..Event::default() };
        if let Some(channel) = operation.receive {
            let Some(came) = self.receives(at, channel) else { return false };
            event.received = Some(came.message);
            let most = if operation.partly { came.contents.len() } else { usize::MAX };
            contents = came.contents;
            contents.resize(most.min(operation.chunks), None);
        }
        self.next[thread] += 1;
        self.ran_so_far += 1;
        if let Some(own) = self.clocks[thread].get_mut(thread) {
            *own += 1;
        }
        if operation.reads.is_empty() && operation.receive.is_none() {
            contents.fill(Some(Contents::default()));
        }
        self.doubt = None;
        self.reads(at, &mut contents);
        let doubt = self.doubt.take();
        if let Some(fault) = doubt.clone().filter(|_| operation.send.is_some()) {
            self.report(fault);
        }
        for (slot, contents) in operation.write.iter().flatten().zip(&contents) {
            let spoilt = match &doubt {
                Some(fault) => self.ran.spoilt.insert(*slot, fault.clone()),
                None => self.ran.spoilt.remove(slot),
            };
            if let Some(unused) = spoilt.filter(|one| self.unused.insert(one.clone())) {
                self.ran.unused.push(unused);
            }
            self.access(*slot, Access { thread, operation: number, writes: true });
            match contents {
                Some(contents) => self.ran.slots.insert(*slot, Rc::clone(contents)),
                None => self.ran.slots.remove(slot),
            };
            self.ran.written.insert(*slot, operation.at);
        }
        if let Some(channel) = operation.send {
            let message = self.ran.messages.len();
            event.sent = Some(message);
            let clock = Rc::new(self.clocks[thread].clone());
            let way = OnItsWay {
                contents: contents.clone(),
                message,
                clock,
                kind: operation.kind.clone(),
                by: at,
            };
            self.channels.entry(channel).or_default().waiting.push_back(way);
            let place = MessagePlace { at: operation.at, values: operation.values.clone() };
            self.ran.messages.push(SentMessage { step: 0, channel, contents, place });
        }
        let waited = self.ended.get_mut(&at);
        let is_waited_for = waited.is_some();
        if let Some(ended) = waited {
            *ended = Some(Rc::new(self.clocks[thread].clone()));
        }
        if is_waited_for || event.sent.or(event.received).is_some() || !operation.waits.is_empty() {
            self.events[thread].push(event);
        }
        true
    }

    /// Joins what an operation reads with what has come.
    fn reads(&mut self, at: Place, contents: &mut [Option<Contents>]) {
        let ((thread, number), threads) = (at, self.threads);
        let ThreadOperation { reads, join, partly, receive, send, .. } = &threads[thread][number];
        // What a copy moves may have gaps.
        let gaps = *partly && (*join != Join::Sum || reads.len() == 1 && receive.is_none());
        let mut found_some = reads.is_empty();
        for (k, slots) in reads.iter().enumerate() {
            for (slot, into) in slots.iter().zip(&mut *contents) {
                self.access(*slot, Access { thread, operation: number, writes: false });
                if let Some(fault) = self.ran.spoilt.get(slot).cloned() {
                    self.report(fault);
                }
                match (self.ran.slots.get(slot).map(Rc::clone), into.as_ref()) {
                    (Some(found), None) => *into = Some(found),
                    (Some(found), Some(other)) => {
                        // What a rank has stands before what comes.
                        let came = receive.is_some() && k == 0;
                        let both = if came { (&found, other) } else { (other, &found) };
                        *into = Some(self.joined(at, both, *join));
                    }
                    (None, _) if gaps => continue,
                    (None, _) => {
                        let what = self.empty(at, slot);
                        self.doubt.get_or_insert(what);
                    }
                }
                found_some = true;
            }
        }
        if gaps
            && !found_some
            && send.is_some()
            && let Some(slot) = reads[0].first()
        {
            let fault = self.empty(at, slot);
            self.report(fault);
        }
    }

    fn empty(&self, at: Place, slot: &Slot) -> ProgramFault {
        self.said(at, &format!("it reads {}, which is empty", (self.manner.slot)(slot)))
    }

    /// The contributions of both; a fault if they may not meet.
    fn joined(&mut self, at: Place, both: (&Contents, &Contents), join: Join) -> Contents {
        let (one, other) = both;
        if one.is_empty() || other.is_empty() {
            return Rc::clone(if one.is_empty() { other } else { one });
        }
        let Manner { rank, chunk: called, .. } = self.manner;
        let mut both: Vec<Contribution> = one.iter().chain(other.iter()).copied().collect();
        self.ran.joined += both.len();
        both.sort_by_key(|part| part.chunk);
        if join != Join::Sum {
            both.sort_unstable();
            both.dedup();
        }
        match join {
            Join::Signals => {}
            Join::Union => {
                let parts = |of: &Contents, chunk| of.iter().filter(|c| c.chunk == chunk).count();
                let mixed = both.chunk_by(|a, b| a.chunk == b.chunk).find(|same| {
                    let counts = [one, other].map(|of| parts(of, same[0].chunk));
                    counts.iter().any(|count| *count != 0 && *count != same.len())
                });
                if let Some(same) = mixed {
                    let what = format!("it unites two values of {}", called(same[0].chunk));
                    self.fault(at, &what);
                }
            }
            Join::Sum => {
                let mut sorted = both.clone();
                sorted.sort_unstable();
                let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
                let chunks = |of: &Contents| {
                    let mut all: Vec<u32> = of.iter().map(|part| part.chunk).collect();
                    all.dedup();
                    all
                };
                let (all, others) = (chunks(one), chunks(other));
                let only = |all: &[u32], others: &[u32]| {
                    all.iter().find(|chunk| !others.contains(chunk)).copied().unwrap_or(all[0])
                };
                if all != others {
                    let (first, second) = (only(&all, &others), only(&others, &all));
                    let what = format!("it adds {} to {}", called(second), called(first));
                    self.doubts(at, &what);
                    return Rc::clone(one);
                }
                if let Some([Contribution { rank: of, chunk }, ..]) = twice {
                    let to = called(*chunk);
                    self.doubts(
                        at,
                        &format!("it counts the contribution of {rank} {of} to {to} twice"),
                    );
                }
            }
        }
        Rc::new(both)
    }

    /// Notes an access, and whether the earlier ones come before it.
    fn access(&mut self, slot: Slot, access: Access) {
        if !self.manner.ordered {
            return;
        }
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
            let slot = (self.manner.slot)(&slot);
            let what = format!("nothing orders its access to {slot} and that of {name}");
            self.fault((access.thread, access.operation), &what);
        }
    }

    /// The operations that never run: those that wait for each other, and those whose message nobody sends.
    /// The channels from which these would still receive.
    fn stuck(&mut self) -> BTreeSet<Channel> {
        let waiting: Vec<usize> =
            (0..self.threads.len()).filter(|t| self.next[*t] < self.threads[*t].len()).collect();
        let (mut senders, mut receivers) = (BTreeMap::new(), BTreeMap::new());
        for thread in &waiting {
            for later in &self.threads[*thread][self.next[*thread]..] {
                later.send.map(|channel| senders.entry(channel).or_insert(*thread));
                later.receive.map(|channel| receivers.entry(channel).or_insert(*thread));
            }
        }
        let waits_for = |thread: usize| -> Option<usize> {
            let operation = self.threads[thread].get(self.next[thread])?;
            let open = |of: &&(usize, usize)| self.next[of.0] <= of.1;
            if let Some((other, _)) = operation.waits.iter().find(open) {
                return Some(*other);
            }
            match operation.until {
                Some((channel, _)) => receivers.get(&channel).copied(),
                None => senders.get(&operation.receive?).copied(),
            }
        };
        let (mut unsent, mut deserted) = (Vec::new(), Vec::new());
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
                if self.next[next] >= self.threads[next].len() {
                    deserted.push((at, next));
                    break;
                }
                at = next;
            }
        }
        let rank = self.manner.rank;
        for thread in unsent {
            let number = self.next[thread];
            if let Some(Channel { from, to, .. }) = self.threads[thread][number].receive {
                let what = format!("{rank} {to} receives from {rank} {from}");
                self.fault((thread, number), &(what + ", which sends nothing more"));
            }
        }
        for (thread, other) in deserted {
            let name = self.threads[other].last().map_or("one that does nothing", |of| &of.name);
            let what = format!("it waits for {name}, which has ended");
            self.fault((thread, self.next[thread]), &what);
        }
        for cycle in cycles {
            let (first, number) = (cycle[0], self.next[cycle[0]]);
            let missing = |of: &(usize, usize)| of.1 == usize::MAX;
            if self.threads[first][number].waits.iter().any(missing) {
                self.fault((first, number), "it waits for a step that is not there");
                continue;
            }
            let names = cycle.iter().map(|t| {
                let ThreadOperation { name, at, .. } = &self.threads[*t][self.next[*t]];
                format!("{name}{}", (self.manner.place)(*at))
            });
            let mut names: Vec<_> = names.collect();
            let more = names.len().saturating_sub(MOST_NAMED);
            names.truncate(MOST_NAMED);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            let what = format!("a deadlock: each waits for the next: {}{more}", names.join("; "));
            self.fault((first, number), &what);
        }
        receivers.into_keys().collect()
    }

    /// The messages that nobody receives, though nobody waits to.
    fn left(&mut self, awaited: &BTreeSet<Channel>) {
        let (left, rank) = (std::mem::take(&mut self.channels), self.manner.rank);
        for (channel, queue) in left.iter().filter(|(channel, _)| !awaited.contains(channel)) {
            let what = format!("{rank} {} never receives what it sends", channel.to);
            queue.waiting.iter().for_each(|message| self.fault(message.by, &what));
        }
    }
}

/// Adds what comes before to a clock.
fn after(mine: &mut Clock, theirs: &Clock) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = (*mine).max(*theirs);
    }
}
