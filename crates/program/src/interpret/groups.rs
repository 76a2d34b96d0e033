//! Communicators, and the calls that all nodes of one make: collectives, barriers and splits.
//!
//! A call of a collective becomes messages from node to node, in the simplest order; a barrier waits for the others. What
//! a split makes is known once each node has said its colour, so the nodes run again until nothing is new.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Done, Halt, OPERATION, Rank, Yield};
use crate::names::{ANY_TAG, COMM, KIND};
use crate::syntax::{Located, MessageEnd};
use crate::{KindOfWords, NOWHERE};
use hockney_base::diagnostic::Span;
use hockney_core::topology::Vertex;
use hockney_foreign::executor::{Channel, Join, ProgramFault, Slot};

/// A call that all nodes of a communicator make: the communicator, and how many came before.
type Common = (i64, u32);

/// The communicators of a program, and what its nodes say of each other.
#[derive(Default)]
pub(super) struct Groups {
    /// The nodes of each communicator.
    all: Vec<Rc<[Vertex]>>,
    /// The colour and the key of each node at a split, with its place.
    said: BTreeMap<Common, BTreeMap<Vertex, (i64, i64, Span)>>,
    /// What splits and copies have made, by their colours.
    made: BTreeMap<(Common, i64), i64>,
    /// The numbers of channels, by communicator and tag.
    channels: BTreeMap<(i64, i64), u32>,
    /// The senders, receivers and communicators of messages that are received with any tag.
    open: BTreeSet<(Vertex, Vertex, i64)>,
    /// The thread of each node.
    pub(super) threads: Vec<usize>,
    /// Where the nodes of a communicator arrive at a barrier: the operation before the one that leaves it.
    barriers: BTreeMap<Common, Vec<(usize, usize)>>,
}

impl Groups {
    pub(super) fn new(many: usize, nodes: u32) -> Self {
        let world: Rc<[Vertex]> = (0..nodes).collect();
        Groups { all: vec![world; many.max(1)], ..Groups::default() }
    }

    /// How much nodes have said.
    pub(super) fn known(&self) -> usize {
        self.said.values().map(BTreeMap::len).sum::<usize>() + self.open.len()
    }

    /// The number of a channel; nothing if a tag stands beside any tag.
    pub(super) fn tagged(
        &mut self,
        of: (Vertex, Vertex, i64),
        tag: i64,
        sends: bool,
    ) -> Option<u32> {
        if tag == ANY_TAG {
            self.open.insert(of);
        }
        let any = self.open.contains(&of);
        let clear = !any || sends || tag == ANY_TAG;
        clear.then(|| self.channel(of.2, if any { ANY_TAG } else { tag }))
    }

    pub(super) fn members(&self, comm: i64) -> Option<&Rc<[Vertex]>> {
        self.all.get(usize::try_from(comm.checked_sub(COMM)?).ok()?)
    }

    fn channel(&mut self, comm: i64, tag: i64) -> u32 {
        let next = u32::try_from(self.channels.len()).unwrap_or(u32::MAX);
        *self.channels.entry((comm, tag)).or_insert(next)
    }

    /// The communicator of the nodes of a colour.
    fn make(&mut self, call: Common, colour: i64, members: Vec<Vertex>) -> i64 {
        let next = COMM + i64::try_from(self.all.len()).unwrap_or(0);
        let made = *self.made.entry((call, colour)).or_insert(next);
        if made == next {
            self.all.push(members.into());
        }
        made
    }

    /// That a node waits for others at a split.
    pub(super) fn missing(&self, id: Vertex) -> Option<ProgramFault> {
        let ((comm, _), said) = self.said.iter().find(|((comm, _), said)| {
            said.contains_key(&id) && self.members(*comm).is_some_and(|all| all.len() > said.len())
        })?;
        let other = self.members(*comm)?.iter().find(|other| !said.contains_key(other))?;
        let message = format!("node {id} waits for node {other}, which does not make this call");
        Some(ProgramFault { message, at: said.get(&id).map(|(.., at)| *at) })
    }
}

impl Yield {
    /// Lets the nodes of a communicator wait for each other at its barriers.
    pub(super) fn meet(&mut self) {
        for ((comm, _), arrived) in std::mem::take(&mut self.groups.barriers) {
            let members = self.groups.members(comm).cloned().unwrap_or_default();
            let threads = members.iter().map(|id| self.groups.threads[*id as usize]);
            let at = |thread: usize| {
                let found = arrived.iter().find(|(other, _)| *other == thread);
                found.copied().unwrap_or((thread, usize::MAX))
            };
            let waits: Vec<(usize, usize)> = threads.map(at).collect();
            for (thread, number) in &arrived {
                if let Some(leaves) = self.threads[*thread].get_mut(number + 1) {
                    leaves.waits = waits.iter().filter(|one| one.0 != *thread).copied().collect();
                }
            }
        }
    }
}

impl<'p> Rank<'p> {
    /// The communicator that an expression names.
    pub(super) fn comm(&mut self, node: Option<&Located>) -> Done<i64> {
        let Some(node) = node else { return Ok(COMM) };
        if self.so_far.finalized {
            return Err(self.wrong(node.at, "calls MPI behind MPI_Finalize"));
        }
        let comm = self.number(node)?;
        let own = self.found.groups.members(comm).is_some_and(|all| all.contains(&self.id));
        if own { Ok(comm) } else { Err(self.wrong(node.at, "is not in this communicator")) }
    }

    /// The type that a message names.
    pub(super) fn kind(&mut self, one: &MessageEnd) -> Done<Option<&'p KindOfWords>> {
        let Some(kind) = &one.kind else { return Ok(None) };
        let number = self.number(kind)?.checked_sub(KIND).and_then(|at| usize::try_from(at).ok());
        Ok(number.and_then(|at| self.program.kinds.get(at)))
    }

    /// The number of the next call that all nodes of a communicator make.
    fn common(&mut self, comm: i64) -> Common {
        let next = self.so_far.common.entry(comm).or_default();
        *next += 1;
        (comm, *next)
    }

    fn members(&self, comm: i64) -> Rc<[Vertex]> {
        self.found.groups.members(comm).cloned().unwrap_or_default()
    }

    /// The value of a call about communicators.
    pub(super) fn of_comm(&mut self, name: &str, of: &[Located], at: Span) -> Done<i64> {
        let comm = self.comm(of.first())?;
        let members = self.members(comm);
        let place = members.iter().position(|id| *id == self.id).unwrap_or(0);
        match name {
            "MPI_Comm_rank" => return Ok(i64::try_from(place).unwrap_or(0)),
            "MPI_Comm_size" => return Ok(i64::try_from(members.len()).unwrap_or(0)),
            _ => {}
        }
        let call = self.common(comm);
        self.works(OPERATION * (members.len() as u64 + 1), at)?;
        let (colour, key) = match of {
            [_, colour, key] => (self.number(colour)?, self.number(key)?),
            _ => (0, 0),
        };
        let said = self.found.groups.said.entry(call).or_default();
        said.insert(self.id, (colour, key, at));
        if said.len() < members.len() {
            return Err(Halt::Later);
        }
        if colour < 0 {
            return Ok(-1);
        }
        let of = |(place, id)| {
            said.get(id).filter(|one| one.0 == colour).map(|(_, key, _)| (*key, place))
        };
        let mut own: Vec<(i64, usize)> = members.iter().enumerate().filter_map(of).collect();
        own.sort_unstable();
        let own = own.into_iter().map(|(_, place)| members[place]).collect();
        Ok(self.found.groups.make(call, colour, own))
    }

    /// Waits for all nodes of a communicator.
    pub(super) fn barrier(&mut self, comm: &Located, at: Span) -> Done {
        let comm = self.comm(Some(comm))?;
        let call = self.common(comm);
        self.works(self.members(comm).len() as u64, at)?;
        let arrived = (self.thread, self.so_far.main.len());
        self.found.groups.barriers.entry(call).or_default().push(arrived);
        for _ in 0..2 {
            let operation = self.operation(at, 0)?;
            self.so_far.main.push(operation);
        }
        Ok(())
    }

    /// Carries out a collective with messages: first each node sends, then it takes what comes, in the order of the nodes.
    pub(super) fn collective(&mut self, call: &str, both: &[MessageEnd; 2], at: Span) -> Done {
        let [gives, gets] = both;
        self.count(at)?;
        let comm = self.comm(gives.comm.as_ref())?;
        let members = self.members(comm);
        let many = members.len();
        let me = members.iter().position(|id| *id == self.id).unwrap_or(0);
        let root = usize::try_from(self.number(&gives.peer)?).ok().filter(|root| *root < many);
        let no_root = || self.wrong(gives.peer.at, "names a root that does not exist");
        let root = root.ok_or_else(no_root)?;
        // Each kind of call has separate tags, so that a message never matches another kind.
        let (_, number) = self.common(comm);
        let code: i64 = call.bytes().fold(0, |code, byte| (code * 31 + i64::from(byte)) % 4093);
        let number = self.found.groups.channel(comm, -1 - code - 4093 * i64::from(number));
        let flows = |from: usize, to: usize| match call {
            "Bcast" | "Scatter" => from == root,
            "Reduce" | "Gather" => to == root,
            "Scan" => from <= to,
            _ => true,
        };
        let cuts = matches!(call, "Scatter" | "Alltoall" | "Reduce_scatter_block");
        let places = matches!(call, "Gather" | "Allgather" | "Alltoall");
        let sums = !self.signals()
            && matches!(call, "Reduce" | "Allreduce" | "Scan" | "Reduce_scatter_block");
        let kind = self.kind(gives)?.map(|kind| kind.0.clone());
        let mut own = Vec::new();
        if (0..many).any(|to| flows(me, to)) {
            own = self.parts(gives, cuts, many)?;
        }
        for to in (1..many).map(|k| (me + k) % many).filter(|to| flows(me, *to)) {
            let channel = Channel { from: self.id, to: members[to], number };
            let send = self.sending((channel, own[to].clone(), kind.clone()), at)?;
            self.so_far.main.push(send);
        }
        let in_place = gives.in_place.or(gets.in_place);
        let has_root = matches!(call, "Reduce" | "Gather" | "Scatter");
        if let Some(at) = in_place.filter(|_| has_root && me != root) {
            return Err(self.wrong(at, "is not the root, which alone may have MPI_IN_PLACE"));
        }
        let stays = gets.data.as_name().is_some_and(|name| NOWHERE.contains(&&**name));
        if !(0..many).any(|from| flows(from, me)) {
            return Ok(());
        }
        let to = if stays { own.clone() } else { self.parts(gets, places, many)? };
        let both = call != "Bcast" && in_place.is_none() && !stays && !self.signals();
        if let (true, Some(first), Some(last)) = (both, to[0].first(), to[many - 1].last()) {
            let meets = |slot: &Slot| {
                first.buffer == slot.buffer && (first.at..=last.at).contains(&slot.at)
            };
            if own.iter().flatten().any(meets) {
                return Err(self.wrong(at, "gives and gets in one buffer: MPI_IN_PLACE can"));
            }
        }
        let mut sum: Option<Vec<Slot>> = None;
        for from in (0..many).filter(|from| flows(*from, me)) {
            let mut next = if from == me { own[me].clone() } else { to[from].clone() };
            if from != me {
                next = if sums { self.scratch(next.len()) } else { next };
                let channel = Channel { from: members[from], to: self.id, number };
                let receive = self.receiving((channel, next.clone(), kind.clone()), at)?;
                self.so_far.main.push(receive);
            }
            if sums {
                let both = self.scratch(next.len());
                self.join(sum.into_iter().chain([next]).collect(), Join::Sum, both.clone(), at)?;
                sum = Some(both);
            } else if next != to[from] {
                self.join(vec![next], Join::Sum, to[from].clone(), at)?;
            }
        }
        sum.map_or(Ok(()), |sum| self.join(vec![sum], Join::Sum, to[me].clone(), at))
    }

    /// What each node gets from one end of a collective: a separate block, or a copy of all words.
    fn parts(&mut self, end: &MessageEnd, cut: bool, many: usize) -> Done<Vec<Vec<Slot>>> {
        let words = self.payload(end, false)?;
        self.keeps(words.len() * many, end.data.at)?;
        if !cut || words.is_empty() || self.signals() {
            return Ok(vec![words; many]);
        }
        let all = i64::try_from(words.len() * many).unwrap_or(i64::MAX);
        let all = self.stretch(&end.data, all)?;
        Ok(all.chunks(words.len()).map(<[Slot]>::to_vec).collect())
    }

    /// So many cells that no program names.
    pub(super) fn scratch(&mut self, many: usize) -> Vec<Slot> {
        let buffers = self.program.buffers();
        let buffer = buffers + self.so_far.scratch * (buffers + 1);
        self.so_far.scratch += 1;
        let cells = (0..many).filter_map(|at| u32::try_from(at).ok());
        cells.map(|at| Slot { rank: self.id, buffer, at }).collect()
    }
}
