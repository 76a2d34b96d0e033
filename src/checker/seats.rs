//! Where nodes sit in the groups of a phase, and what messages between seats may look like.

use super::no_answer::Malformed;
use super::spans;
use crate::collective::{Data, Instance, Phase};
use crate::schedule::{Message, Payload, Runs};
use crate::topology::Vertex;

/// A node's group and position, and the place of its state in an array of all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) group: usize,
    pub(super) position: u32,
    pub(super) index: usize,
}

/// The seats of a phase.
pub(super) struct Seats<'a> {
    phase: &'a Phase,
    nodes: u32,
    /// How many nodes there are, where the one group is everyone in the order of their numbers.
    everyone: Option<u32>,
    /// The index of each group's position 0.
    first: Vec<usize>,
    /// One past the last block of each group.
    block_ends: Vec<u64>,
    data: Data,
    /// What a message is measured in: the words of a block that is cut unevenly, else pieces.
    block_words: Option<u64>,
}

impl<'a> Seats<'a> {
    /// The seats, unless the groups do not run one kind of collective.
    pub(super) fn of(phase: &'a Phase, nodes: u32) -> Option<Self> {
        let data = phase.groups.first()?.instance.data();
        let alike = |instance: &Instance| {
            instance.data() == data
                && instance.blocks() == phase.groups[0].instance.blocks()
                && instance.nodes <= nodes
        };
        let everyone = phase.groups[0].instance.nodes.min(nodes);
        let mut seats = Seats {
            phase,
            nodes,
            everyone: phase.is_everyone().then_some(everyone),
            first: Vec::new(),
            block_ends: Vec::new(),
            data,
            block_words: None,
        };
        let mut next = 0;
        for group in &phase.groups {
            if !alike(&group.instance) {
                return None;
            }
            seats.first.push(next);
            next += group.instance.nodes as usize;
            let blocks = group.instance.all_blocks();
            seats.block_ends.push(blocks.runs().last().map_or(0, |run| run.end));
        }
        Some(seats)
    }

    /// The same, where messages are measured in the words of blocks of so many.
    pub(super) fn weighing(self, block_words: Option<u64>) -> Self {
        Seats { block_words, ..self }
    }

    pub(super) fn data(&self) -> Data {
        self.data
    }

    /// One past the last block of each group.
    pub(super) fn block_ends(&self) -> &[u64] {
        &self.block_ends
    }

    pub(super) fn instance(&self, seat: Seat) -> &'a Instance {
        &self.phase.groups[seat.group].instance
    }

    pub(super) fn node(&self, seat: Seat) -> Vertex {
        self.phase.groups[seat.group].node(seat.position)
    }

    /// How many seats there are.
    pub(super) fn count(&self) -> usize {
        self.phase.groups.iter().map(|group| group.instance.nodes as usize).sum()
    }

    /// All seats, in the order of their indices.
    pub(super) fn all(&self) -> impl Iterator<Item = Seat> {
        self.phase.groups.iter().zip(&self.first).enumerate().flat_map(
            |(group, (members, first))| {
                (0..members.instance.nodes).map(move |position| Seat {
                    group,
                    position,
                    index: *first + position as usize,
                })
            },
        )
    }

    /// The nodes that are in groups, rising, and their seats.
    pub(super) fn by_node(&self) -> impl Iterator<Item = (Vertex, Seat)> {
        (0..self.nodes).filter_map(|node| self.seat(node).ok().map(|seat| (node, seat)))
    }

    /// The seat with an index.
    pub(super) fn at(&self, index: usize) -> Seat {
        let group = self.first.partition_point(|first| *first <= index).saturating_sub(1);
        let position = index - self.first.get(group).copied().unwrap_or(0);
        // There are no more positions than nodes, which fit.
        Seat { group, position: u32::try_from(position).unwrap_or(0), index }
    }

    /// The seat of a vertex: of a node that is in a group.
    fn seat(&self, vertex: Vertex) -> Result<Seat, Malformed> {
        if vertex >= self.nodes {
            return Err(Malformed::NoSuchNode(vertex));
        }
        let (group, position) = self.phase.place(vertex).ok_or(Malformed::BetweenGroups)?;
        match (self.first.get(group), self.phase.groups.get(group)) {
            (Some(first), Some(members)) if position < members.instance.nodes => {
                Ok(Seat { group, position, index: first + position as usize })
            }
            _ => Err(Malformed::BetweenGroups),
        }
    }

    /// The seats of a message's ends.
    #[inline]
    pub(super) fn ends(&self, message: &Message) -> Result<(Seat, Seat), Malformed> {
        let Message { from, to, .. } = *message;
        if self.everyone.is_some_and(|nodes| from < nodes && to < nodes && from != to) {
            let seat = |at| Seat { group: 0, position: at, index: at as usize };
            return Ok((seat(from), seat(to)));
        }
        self.ends_in_groups(message)
    }

    fn ends_in_groups(&self, message: &Message) -> Result<(Seat, Seat), Malformed> {
        let (from, to) = (self.seat(message.from)?, self.seat(message.to)?);
        if message.from == message.to {
            return Err(Malformed::ToItself);
        }
        if from.group != to.group {
            return Err(Malformed::BetweenGroups);
        }
        Ok((from, to))
    }

    /// Whether a message carries blocks and contributors that its group has.
    #[inline]
    pub(super) fn look_at_payload(&self, payload: &Payload, from: Seat) -> Result<(), Malformed> {
        let end = self.block_ends[from.group];
        match payload {
            Payload::Plain(blocks) if blocks.runs().last().is_some_and(|run| run.end <= end) => {
                Ok(())
            }
            _ => self.look_closely_at(payload, from),
        }
    }

    /// What [`Seats::carried`] says of one run of plain blocks, if its group has them.
    #[inline]
    pub(super) fn plainly_carried(&self, message: &Message, from: Seat) -> Option<u64> {
        match (&message.payload, &self.block_words) {
            (Payload::Plain(blocks), None) if self.data != Data::Token => match blocks.runs() {
                [run] if run.end <= self.block_ends[from.group] => Some(run.len()),
                _ => None,
            },
            _ => None,
        }
    }

    fn look_closely_at(&self, payload: &Payload, from: Seat) -> Result<(), Malformed> {
        let end = self.block_ends[from.group];
        let blocks_exist = |blocks: &Runs| match blocks.runs().last() {
            None => Err(Malformed::NoBlocks),
            Some(last) if last.end > end => Err(Malformed::NoSuchBlock),
            Some(_) => Ok(()),
        };
        match payload {
            Payload::Everything => Ok(()),
            Payload::Plain(blocks) => blocks_exist(blocks),
            Payload::Values(values) if values.is_empty() => Err(Malformed::NoBlocks),
            Payload::Values(values) => values.iter().try_for_each(|value| {
                blocks_exist(&value.blocks)?;
                let nodes = self.instance(from).nodes;
                let known = |who: &Runs| {
                    self.data == Data::Combined
                        && !who.is_empty()
                        && spans::of_runs(who, nodes).is_some()
                };
                match &value.contributors {
                    Some(who) if !known(who) => Err(Malformed::NoSuchContributor),
                    Some(_) | None => Ok(()),
                }
            }),
        }
    }

    /// How many blocks a message of a position carries, those of a barrier not counted; or how many
    /// words.
    #[inline]
    pub(super) fn carried(&self, message: &Message) -> u128 {
        match (&message.payload, self.data, self.block_words) {
            (Payload::Plain(blocks), Data::Copied | Data::Combined, None) => blocks.len().into(),
            _ => self.carried_of_other(message),
        }
    }

    fn carried_of_other(&self, message: &Message) -> u128 {
        let size = |blocks: &Runs| match self.block_words {
            None => u128::from(blocks.len()),
            Some(words) => {
                let group = self.phase.place(message.from).map_or(0, |(group, _)| group);
                self.phase.groups[group].instance.words(blocks, words)
            }
        };
        match (&message.payload, self.data) {
            (_, Data::Token) | (Payload::Everything, _) => 0,
            (Payload::Plain(blocks), _) => size(blocks),
            (Payload::Values(values), _) => values.iter().map(|value| size(&value.blocks)).sum(),
        }
    }
}

/// The parts of a payload that is spelled out: blocks, and whose contributions to them.
pub(super) fn parts(payload: &Payload) -> impl Iterator<Item = (&Runs, Option<&Runs>)> {
    let (plain, values) = match payload {
        Payload::Everything => (None, &[][..]),
        Payload::Plain(blocks) => (Some((blocks, None)), &[][..]),
        Payload::Values(values) => (None, &values[..]),
    };
    plain.into_iter().chain(values.iter().map(|v| (&v.blocks, v.contributors.as_ref())))
}
