//! Communicators, and the calls that all nodes of one make: collectives, barriers and splits.
//!
//! A call of a collective becomes messages from node to node, in the simplest order; a barrier waits for the others. What
//! a split makes is known once each node has said its colour, so the nodes run again until nothing is new.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Halt, Rank, Yield};
use crate::ProgramError;
use crate::names::{ANY_TAG, COMM, KIND};
use crate::syntax::{Located, MessageEnd};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::topology::Vertex;
use hockney_foreign::executor::{Channel, Join, ProgramFault, Slot, ThreadOperation};

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
        self.said.values().map(BTreeMap::len).sum()
    }

    pub(super) fn members(&self, comm: i64) -> Option<&Rc<[Vertex]>> {
        self.all.get(usize::try_from(comm.checked_sub(COMM)?).ok()?)
    }

    pub(super) fn channel(&mut self, comm: i64, tag: i64) -> u32 {
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
    /// Joins what nodes do together: the waits of barriers, and receives of any tag.
    pub(super) fn meet(&mut self) -> Result<(), ProgramError> {
        for ((comm, _), arrived) in std::mem::take(&mut self.groups.barriers) {
            let members = self.groups.members(comm).cloned().unwrap_or_default();
            let threads: Vec<usize> = members
                .iter()
                .filter_map(|id| self.groups.threads.get(*id as usize).copied())
                .collect();
            let at = |thread: &usize| {
                let found = arrived.iter().find(|(other, _)| other == thread);
                found.copied().unwrap_or((*thread, usize::MAX))
            };
            let waits: Vec<(usize, usize)> = threads.iter().map(at).collect();
            for (thread, number) in &arrived {
                if let Some(leaves) = self.threads[*thread].get_mut(number + 1) {
                    leaves.waits = waits.iter().filter(|one| one.0 != *thread).copied().collect();
                }
            }
        }
        let any: BTreeMap<u32, i64> = self
            .groups
            .channels
            .iter()
            .filter(|((_, tag), _)| *tag == ANY_TAG)
            .map(|((comm, _), number)| (*number, *comm))
            .collect();
        if any.is_empty() {
            return Ok(());
        }
        // By communicator, the channels of its messages with tags.
        let tagged: BTreeMap<u32, i64> = self
            .groups
            .channels
            .iter()
            .filter(|((_, tag), _)| *tag >= 0)
            .map(|((comm, _), number)| (*number, *comm))
            .collect();
        let all = || self.threads.iter().flatten();
        let takes = |one: &ThreadOperation, of: &BTreeMap<u32, i64>| {
            let channel = one.receive?;
            Some((channel.from, channel.to, *of.get(&channel.number)?))
        };
        let open: BTreeSet<_> = all().filter_map(|one| takes(one, &any)).collect();
        if let Some(one) =
            all().find(|one| takes(one, &tagged).is_some_and(|pair| open.contains(&pair)))
        {
            return Err(Diagnostic::new(
                "this tag stands beside MPI_ANY_TAG, between the same nodes",
            )
            .at(one.at)
            .help("name the tag of each message of these nodes, or of none")
            .into());
        }
        let number_of: BTreeMap<i64, u32> =
            any.iter().map(|(number, comm)| (*comm, *number)).collect();
        let mut sent: BTreeMap<Channel, u32> = BTreeMap::new();
        let joined = |channel: Channel| {
            let comm = *tagged.get(&channel.number)?;
            let number = *number_of.get(&comm)?;
            open.contains(&(channel.from, channel.to, comm))
                .then_some(Channel { number, ..channel })
        };
        for one in self.threads.iter_mut().flatten() {
            if let Some(channel) = one.send.and_then(joined) {
                one.send = Some(channel);
                *sent.entry(channel).or_default() += 1;
            }
            if let Some((channel, number)) = one.until.as_mut()
                && let Some(of) = joined(*channel)
            {
                // It stands behind its own send.
                (*channel, *number) = (of, sent.get(&of).copied().unwrap_or(1) - 1);
            }
        }
        Ok(())
    }
}

impl Rank<'_> {
    /// The communicator that an expression names.
    pub(super) fn comm(&mut self, node: Option<&Located>) -> Result<i64, Halt> {
        let Some(node) = node else { return Ok(COMM) };
        let comm = self.number(node)?;
        let own = self.found.groups.members(comm).is_some_and(|all| all.contains(&self.id));
        if own { Ok(comm) } else { Err(self.wrong(node.at, "is not in this communicator")) }
    }

    /// The type that a message names.
    pub(super) fn kind(&mut self, one: &MessageEnd) -> Result<Option<Rc<str>>, Halt> {
        let Some(kind) = &one.kind else { return Ok(None) };
        let number = self.number(kind)?.checked_sub(KIND).and_then(|at| usize::try_from(at).ok());
        Ok(number.and_then(|at| self.program.kinds.get(at)).cloned())
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
    pub(super) fn of_comm(&mut self, name: &str, of: &[Located], at: Span) -> Result<i64, Halt> {
        let comm = self.comm(of.first())?;
        let members = self.members(comm);
        let place = members.iter().position(|id| *id == self.id).unwrap_or(0);
        match name {
            "MPI_Comm_rank" => return Ok(i64::try_from(place).unwrap_or(0)),
            "MPI_Comm_size" => return Ok(i64::try_from(members.len()).unwrap_or(0)),
            _ => {}
        }
        let call = self.common(comm);
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
        let mut own: Vec<(i64, usize)> = Vec::new();
        for (place, id) in members.iter().enumerate() {
            own.extend(
                said.get(id)
                    .filter(|(other, ..)| *other == colour)
                    .map(|(_, key, _)| (*key, place)),
            );
        }
        own.sort_unstable();
        let own = own.into_iter().map(|(_, place)| members[place]).collect();
        Ok(self.found.groups.make(call, colour, own))
    }

    /// Waits for all nodes of a communicator.
    pub(super) fn barrier(&mut self, comm: &Located, at: Span) -> Result<(), Halt> {
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

    /// Carries out a collective with messages.
    pub(super) fn collective(
        &mut self,
        call: &str,
        both: &[MessageEnd; 2],
        at: Span,
    ) -> Result<(), Halt> {
        self.count(at)?;
        let [gives, gets] = both;
        let comm = self.comm(gives.comm.as_ref())?;
        let members = self.members(comm);
        let place = |id: Vertex| members.iter().position(|one| *one == id).unwrap_or(0);
        let (me, many) = (place(self.id), members.len());
        let root = match usize::try_from(self.number(&gives.peer)?).ok().filter(|root| *root < many)
        {
            Some(root) => root,
            None => return Err(self.wrong(gives.peer.at, "names a root that does not exist")),
        };
        // Each kind of call has tags of its own, so that other calls do not meet it.
        let (_, number) = self.common(comm);
        let code: i64 = call.bytes().fold(0, |code, byte| (code * 31 + i64::from(byte)) % 4093);
        let number = self.found.groups.channel(comm, -1 - code - 4093 * i64::from(number));
        let mut talk = Talk { rank: self, members: &members, number, kind: None, at };
        talk.kind = talk.rank.kind(gives)?;
        match call {
            "Bcast" => {
                let data = talk.rank.words(gives)?;
                talk.spread(root, me, data)?;
            }
            "Reduce" | "Allreduce" => {
                let own = talk.rank.words(gives)?;
                let to = if call == "Reduce" { root } else { 0 };
                let sum = talk.summed(to, me, |_| own.clone())?;
                if let Some(sum) = sum {
                    let result = talk.rank.words(gets)?;
                    talk.rank.join(vec![sum], Join::Sum, result, at)?;
                }
                if call == "Allreduce" {
                    let result = talk.rank.words(gets)?;
                    talk.spread(0, me, result)?;
                }
            }
            "Scan" => {
                let (own, result) = (talk.rank.words(gives)?, talk.rank.words(gets)?);
                let mut reads = vec![own];
                if me > 0 {
                    let before = talk.rank.scratch(reads[0].len());
                    talk.receive(me - 1, before.clone())?;
                    reads.insert(0, before);
                }
                talk.rank.join(reads, Join::Sum, result.clone(), at)?;
                if me + 1 < many {
                    talk.send(me + 1, result)?;
                }
            }
            "Gather" | "Allgather" => {
                let own = talk.rank.words(gives)?;
                let targets = if call == "Gather" { vec![root] } else { (0..many).collect() };
                for to in targets.iter().filter(|to| **to != me) {
                    talk.send(*to, own.clone())?;
                }
                if targets.contains(&me) {
                    let blocks = talk.blocks(gets)?;
                    talk.collect(me, own, &blocks)?;
                }
            }
            "Scatter" | "Alltoall" => {
                let own = match call {
                    "Scatter" if me != root => Vec::new(),
                    _ => talk.blocks(gives)?,
                };
                for (to, block) in own.iter().enumerate().filter(|(to, _)| *to != me) {
                    talk.send(to, block.clone())?;
                }
                if call == "Alltoall" {
                    let blocks = talk.blocks(gets)?;
                    talk.collect(me, own[me].clone(), &blocks)?;
                } else if gets.data.as_name().is_none_or(|name| !crate::NOWHERE.contains(&&**name))
                {
                    let block = talk.rank.words(gets)?;
                    match own.get(me) {
                        Some(own) => talk.copy(own.clone(), block)?,
                        None => talk.receive(root, block)?,
                    }
                }
            }
            _ => {
                let own = talk.blocks(gives)?;
                for (to, block) in own.iter().enumerate().filter(|(to, _)| *to != me) {
                    talk.send(to, block.clone())?;
                }
                let sum = talk.added(me, own[me].clone())?;
                let result = talk.rank.words(gets)?;
                talk.rank.join(vec![sum], Join::Sum, result, at)?;
            }
        }
        Ok(())
    }

    /// So many cells that no program names.
    fn scratch(&mut self, many: usize) -> Vec<Slot> {
        let buffer = self.program.buffers() + self.so_far.scratch;
        self.so_far.scratch += 1;
        let cells = (0..many).filter_map(|at| u32::try_from(at).ok());
        cells.map(|at| Slot { rank: self.id, buffer, at }).collect()
    }
}

/// A node in a call of a collective.
struct Talk<'t, 'p> {
    rank: &'t mut Rank<'p>,
    members: &'t [Vertex],
    /// The number of its channels.
    number: u32,
    kind: Option<Rc<str>>,
    at: Span,
}

impl Talk<'_, '_> {
    /// The blocks of a buffer, one for each node.
    fn blocks(&mut self, end: &MessageEnd) -> Result<Vec<Vec<Slot>>, Halt> {
        let each = self.rank.words(end)?.len();
        let all = i64::try_from(each * self.members.len()).unwrap_or(i64::MAX);
        let all = self.rank.stretch(&end.data, all)?;
        if each == 0 {
            return Ok(vec![Vec::new(); self.members.len()]);
        }
        Ok(all.chunks(each).map(<[Slot]>::to_vec).collect())
    }

    fn send(&mut self, to: usize, data: Vec<Slot>) -> Result<(), Halt> {
        self.rank.touch(&data, false, self.at)?;
        let channel = Channel { from: self.rank.id, to: self.members[to], number: self.number };
        let plain = self.rank.operation(self.at, data.len())?;
        let kind = self.kind.clone();
        self.rank.so_far.main.push(ThreadOperation {
            reads: vec![data],
            send: Some(channel),
            kind,
            ..plain
        });
        Ok(())
    }

    fn receive(&mut self, from: usize, data: Vec<Slot>) -> Result<(), Halt> {
        self.rank.touch(&data, true, self.at)?;
        let channel = Channel { from: self.members[from], to: self.rank.id, number: self.number };
        let plain = self.rank.operation(self.at, data.len())?;
        let kind = self.kind.clone();
        self.rank.so_far.main.push(ThreadOperation {
            receive: Some(channel),
            write: Some(data),
            kind,
            ..plain
        });
        Ok(())
    }

    fn copy(&mut self, from: Vec<Slot>, to: Vec<Slot>) -> Result<(), Halt> {
        if from == to { Ok(()) } else { self.rank.join(vec![from], Join::Sum, to, self.at) }
    }

    /// From the root to all.
    fn spread(&mut self, root: usize, me: usize, data: Vec<Slot>) -> Result<(), Halt> {
        if me != root {
            return self.receive(root, data);
        }
        (0..self.members.len())
            .filter(|to| *to != me)
            .try_for_each(|to| self.send(to, data.clone()))
    }

    /// The blocks of all, each in its place.
    fn collect(&mut self, me: usize, own: Vec<Slot>, blocks: &[Vec<Slot>]) -> Result<(), Halt> {
        for (from, block) in blocks.iter().enumerate() {
            if from == me {
                self.copy(own.clone(), block.clone())?;
            } else {
                self.receive(from, block.clone())?;
            }
        }
        Ok(())
    }

    /// The sum of what all have, at one node.
    fn summed(
        &mut self,
        to: usize,
        me: usize,
        own: impl Fn(usize) -> Vec<Slot>,
    ) -> Result<Option<Vec<Slot>>, Halt> {
        if me == to {
            return self.added(me, own(me)).map(Some);
        }
        self.send(to, own(to))?;
        Ok(None)
    }

    /// The sum of what comes and of the node's own, in the order of the nodes.
    fn added(&mut self, me: usize, own: Vec<Slot>) -> Result<Vec<Slot>, Halt> {
        let sum = self.rank.scratch(own.len());
        for from in 0..self.members.len() {
            let next = if from == me { own.clone() } else { self.rank.scratch(own.len()) };
            if from != me {
                self.receive(from, next.clone())?;
            }
            let reads = if from == 0 { vec![next] } else { vec![sum.clone(), next] };
            self.rank.join(reads, Join::Sum, sum.clone(), self.at)?;
        }
        Ok(sum)
    }
}
