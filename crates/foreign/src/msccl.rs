//! MSCCL XML, as msccl-tools and RCCL write it.
//!
//! An `algo` has the number of GPUs and the collective; each `gpu` has thread blocks; a thread block sends to one peer and
//! receives from one, over a channel, and runs its steps in order. A step with `depid` waits for a step of another thread
//! block of its GPU.

use std::collections::BTreeMap;
use std::sync::Arc;

use roxmltree::Node;

use crate::Foreign;
use crate::executor::{
    Channel, Contents, Contribution, Ends, Manner, OwnChunk, PLAIN, ProgramFault, Ran, Slot,
    ThreadOperation, Threads, UNUSED, run,
};
use crate::xml::{MOST_ELEMENTS, elements, head, number, parsed, root, some, text};
use hockney_base::diagnostic::Diagnostic;
use hockney_core::collective::{Blocks, Collective, Data, Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::{Topology, Vertex};

/// The thread blocks of all ranks, each with the number of its thread.
type ThreadBlocks<'a> = BTreeMap<(Vertex, u32), (usize, Node<'a, 'a>)>;

/// The most chunks of a step, and of a buffer.
const MOST_CHUNKS: u32 = 1 << 16;
/// The most GPUs.
const MOST_GPUS: u32 = 1 << 12;

/// Whether a text is XML with an `algo`.
pub fn is_msccl(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains("<algo")
}

/// Reads and executes a file, for a machine and its ports or by default for a complete network with all ports.
///
/// # Errors
/// XML that cannot be read, or that is no algorithm for a collective here, with the place.
pub fn read_msccl(text: &str, machine: Option<(Topology, Ports)>) -> Result<Foreign, Diagnostic> {
    let document = parsed(text)?;
    let root = root(&document, "algo", "an MSCCL algorithm")?;
    Algo::read(root)?.executed(root, machine)
}

/// The collective of a file, and how it cuts blocks.
struct Algo {
    collective: &'static Collective,
    gpus: u32,
    in_place: bool,
    /// The chunks of the input of a rank.
    chunks: u32,
}

impl Algo {
    fn read(root: Node<'_, '_>) -> Result<Self, Diagnostic> {
        let gpus = some(root, "ngpus", MOST_GPUS)?;
        let name = text(root, "coll")?;
        let known = collective(name).filter(|of| {
            matches!(of.blocks(), Blocks::PerNode | Blocks::PerPair | Blocks::Pieces)
                && of.parameter().is_none()
        });
        let known = known.ok_or_else(|| {
            let message = format!("`coll=\"{name}\"` is not a collective that can be executed");
            Diagnostic::new(message)
                .at(head(root))
                .help("allreduce, allgather, alltoall and reduce_scatter can")
        })?;
        let first = elements(root, "gpu").next();
        let first =
            first.ok_or_else(|| Diagnostic::new("an algorithm without a <gpu>").at(head(root)))?;
        let mut chunks = some(first, "i_chunks", MOST_CHUNKS)?;
        if chunks == 0 {
            // In place the output contains the input.
            chunks = some(first, "o_chunks", MOST_CHUNKS)? / gpus.max(1);
        }
        let in_place = root.attribute("inplace") == Some("1");
        let per_block = known.blocks() == Blocks::PerPair
            || known.blocks() == Blocks::PerNode && known.data() == Data::Combined;
        if gpus == 0 || chunks == 0 || per_block && !chunks.is_multiple_of(gpus) {
            let message = format!("{chunks} chunks of input do not go to {gpus} GPUs");
            return Err(Diagnostic::new(message).at(head(root)));
        }
        Ok(Algo { collective: known, gpus, in_place, chunks })
    }

    /// The chunks of a block.
    fn pieces(&self) -> u32 {
        let whole = self.collective.blocks() == Blocks::Pieces || self.is_gather();
        if whole { self.chunks } else { self.chunks / self.gpus }
    }

    fn is_gather(&self) -> bool {
        self.collective.blocks() == Blocks::PerNode && self.collective.data() == Data::Copied
    }

    fn is_scatter(&self) -> bool {
        self.collective.blocks() == Blocks::PerNode && self.collective.data() == Data::Combined
    }

    /// The slot of a chunk; in place the buffers of input and output are parts of one.
    fn slot(&self, rank: Vertex, buffer: char, at: u32) -> Slot {
        let (buffer, at) = match buffer {
            'i' if self.in_place && self.is_gather() => ('o', rank * self.chunks + at),
            'o' if self.in_place && self.is_scatter() => ('i', rank * self.pieces() + at),
            'o' if self.in_place && !self.is_gather() => ('i', at),
            _ => (buffer, at),
        };
        Slot { rank, buffer: buffer.into(), at }
    }

    /// The slot of a chunk that a rank has at the beginning, or must have at the end.
    fn end(&self, OwnChunk { rank, place, at_end, .. }: OwnChunk) -> Slot {
        self.slot(rank, if at_end { 'o' } else { 'i' }, place)
    }

    fn threads(&self, root: Node<'_, '_>) -> Result<Threads, Diagnostic> {
        let mut blocks = ThreadBlocks::new();
        for gpu in elements(root, "gpu") {
            let rank = some(gpu, "id", self.gpus - 1)?;
            for block in elements(gpu, "tb") {
                let key = (rank, some(block, "id", MOST_ELEMENTS)?);
                if blocks.insert(key, (0, block)).is_some() {
                    let what = "a second thread block with this number";
                    return Err(Diagnostic::new(what).at(head(block)));
                }
            }
        }
        (0..).zip(blocks.values_mut()).for_each(|(thread, of)| of.0 = thread);
        blocks.iter().map(|(key, of)| self.thread(*key, *of, &blocks)).collect()
    }

    fn thread(
        &self,
        (rank, id): (Vertex, u32),
        (thread, block): (usize, Node<'_, '_>),
        blocks: &ThreadBlocks<'_>,
    ) -> Result<Vec<ThreadOperation>, Diagnostic> {
        let [send, receive] = ["send", "recv"].map(|peer| number(block, peer, self.gpus - 1));
        let (send, receive) = (send?, receive?);
        let channel = some(block, "chan", MOST_ELEMENTS)?;
        let to = send.map(|to| Channel { from: rank, to, number: channel });
        let from = receive.map(|from| Channel { from, to: rank, number: channel });
        let mut operations = Vec::new();
        for step in elements(block, "step") {
            let mut waits = Vec::new();
            if let (Some(other), Some(step_of)) =
                (number(step, "depid", MOST_ELEMENTS)?, number(step, "deps", MOST_ELEMENTS)?)
            {
                let found = blocks.get(&(rank, other)).and_then(|(thread, block)| {
                    let is = |one: Node<'_, '_>| one.attribute("s") == Some(&*step_of.to_string());
                    Some((*thread, elements(*block, "step").position(is)?))
                });
                // What is not there never ends.
                waits.push(found.unwrap_or((thread, usize::MAX)));
            }
            let mut operation = self.operation(rank, step, [from, to])?;
            operation.waits = waits;
            operation.name =
                format!("gpu {rank}, thread block {id}, step {}", text(step, "s")?).into();
            operations.push(operation);
        }
        Ok(operations)
    }

    fn operation(
        &self,
        rank: Vertex,
        step: Node<'_, '_>,
        [from, to]: [Option<Channel>; 2],
    ) -> Result<ThreadOperation, Diagnostic> {
        let chunks = some(step, "cnt", MOST_CHUNKS)?;
        let slots = |buffer: &str, offset: &str| {
            let name = text(step, buffer)?;
            let buffer = name.chars().next().filter(|c| "ios".contains(*c) && name.len() == 1);
            let error = Diagnostic::new(format!("`{name}` is not a buffer")).at(head(step));
            let buffer = buffer.ok_or_else(|| error.help("buffers are i, o and s"))?;
            let first = some(step, offset, MOST_CHUNKS)?;
            Ok((first..first + chunks).map(|at| self.slot(rank, buffer, at)).collect::<Vec<_>>())
        };
        let (source, target) = (|| slots("srcbuf", "srcoff"), || slots("dstbuf", "dstoff"));
        let kind = text(step, "type")?;
        let (receives, reads, writes, sends) = match kind {
            "s" => (false, vec![source()?], false, true),
            "r" => (true, vec![], true, false),
            "rcs" => (true, vec![], true, true),
            "rrc" => (true, vec![source()?], true, false),
            "rrs" => (true, vec![source()?], false, true),
            "rrcs" => (true, vec![source()?], true, true),
            "cpy" => (false, vec![source()?], true, false),
            "re" => (false, vec![target()?, source()?], true, false),
            "nop" => (false, vec![], false, false),
            _ => {
                let error = Diagnostic::new(format!("`{kind}` is not a type of steps"));
                let help = "types are s, r, rcs, rrc, rrs, rrcs, cpy, re and nop";
                return Err(error.at(head(step)).help(help));
            }
        };
        let peer = |wanted: bool, peer: Option<Channel>, name: &str| match peer {
            None if wanted => {
                let message = format!("this thread block has no peer: its `{name}` is -1");
                Err(Diagnostic::new(message).at(head(step)))
            }
            peer => Ok(peer.filter(|_| wanted)),
        };
        Ok(ThreadOperation {
            receive: peer(receives, from, "recv")?,
            reads,
            write: writes.then(target).transpose()?,
            send: peer(sends, to, "send")?,
            chunks: chunks as usize,
            at: head(step),
            ..ThreadOperation::default()
        })
    }

    fn executed(
        &self,
        root: Node<'_, '_>,
        machine: Option<(Topology, Ports)>,
    ) -> Result<Foreign, Diagnostic> {
        let instance = Instance::new(self.collective, self.gpus).with_pieces(self.pieces());
        let instance =
            instance.map_err(|error| Diagnostic::new(error.to_string()).at(head(root)))?;
        let (machine, ports) = match machine {
            Some((machine, _)) if machine.nodes() != self.gpus => {
                let (gpus, nodes) = (self.gpus, machine.nodes());
                let message =
                    format!("the file is for {gpus} GPUs, and {machine} has {nodes} nodes");
                return Err(Diagnostic::new(message).at(head(root)));
            }
            Some(given) => given,
            None => {
                let complete = Topology::parse(&format!("complete:{}", self.gpus));
                (complete.map_err(|error| Diagnostic::new(error.to_string()))?, Ports::All)
            }
        };
        let refuse = |why| Diagnostic::new(why).at(head(root));
        let Ends { start, end } = Ends::of(&instance, &|chunk| self.end(chunk)).map_err(refuse)?;
        let chunk = |chunk: u32| self.chunk(chunk);
        let manner = Manner { slot: &named, chunk: &chunk, ..PLAIN };
        let mut ran = run(&self.threads(root)?, start, &manner);
        // What nobody has sent is missing in the end; the reason is enough.
        if ran.faults.is_empty() {
            let wrong = |(slot, wanted): (&Slot, &Contents)| self.wrong(*slot, wanted, &ran);
            let faults: Vec<_> = end.iter().filter_map(wrong).collect();
            ran.faults = faults;
        }
        let in_order = ran.is_in_order(&end, self.collective.data());
        let notes = ran.unused.iter().map(|fault| fault.message.clone() + UNUSED).collect();
        let asked = Schedule::plain(machine, ports, instance, Arc::new(Listed::default()));
        let found = Foreign::of(asked, ran, self.collective.data(), |part| part.chunk.into());
        Ok(Foreign { name: root.attribute("name").map(str::to_owned), in_order, notes, ..found })
    }

    /// What a chunk is called: `chunk 3`, and if chunks are not added up `chunk 3 of rank 1`.
    fn chunk(&self, number: u32) -> String {
        match self.collective.data() {
            Data::Copied => {
                format!("chunk {} of rank {}", number % self.chunks, number / self.chunks)
            }
            _ => format!("chunk {number}"),
        }
    }

    /// What is wrong with a slot of the output.
    fn wrong(&self, slot: Slot, wanted: &[Contribution], ran: &Ran) -> Option<ProgramFault> {
        if let Some(spoilt) = ran.spoilt.get(&slot) {
            return Some(spoilt.clone());
        }
        let found = ran.held(&slot);
        let say = |parts: &[Contribution]| match parts {
            [] => "nothing".to_owned(),
            [Contribution { chunk, .. }] if self.collective.data() == Data::Copied => {
                self.chunk(*chunk)
            }
            [Contribution { chunk, rank }] => format!("chunk {chunk} of rank {rank}"),
            [Contribution { chunk, .. }, ..] => {
                format!("the sum of {} of {} ranks", self.chunk(*chunk), parts.len())
            }
        };
        let (slot, wants, holds) = (named(&slot), say(wanted), say(&found));
        let message = format!("at the end {slot} must hold {wants}, and holds {holds}");
        (found != wanted).then_some(ProgramFault { message, at: None })
    }
}

/// `slot o[2] of rank 0`
fn named(slot: &Slot) -> String {
    let buffer = char::from_u32(slot.buffer).unwrap_or('?');
    format!("slot {buffer}[{}] of rank {}", slot.at, slot.rank)
}
