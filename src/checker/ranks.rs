//! Where nodes sit in the groups of a phase, and what messages between ranks may look like.

use crate::checker::combined::spans;
use crate::checker::report::no_answer::Malformed;
use crate::collective::{Blocks, Data, Instance, Phase};
use crate::schedule::{Message, Payload, Runs};
use crate::topology::Vertex;

/// A node's group and position, and the place of its state in an array of all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    pub(crate) group: usize,
    pub(crate) position: u32,
    pub(crate) index: usize,
}

/// The ranks of a phase.
pub(crate) struct Ranks<'a> {
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

impl<'a> Ranks<'a> {
    /// The ranks, unless the groups do not run one kind of collective.
    pub(crate) fn of(phase: &'a Phase, nodes: u32) -> Option<Self> {
        let data = phase.groups.first()?.instance.data();
        let alike = |instance: &Instance| {
            instance.data() == data
                && instance.blocks() == phase.groups[0].instance.blocks()
                && instance.nodes <= nodes
        };
        let everyone = phase.groups[0].instance.nodes.min(nodes);
        let mut ranks = Ranks {
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
            ranks.first.push(next);
            next += group.instance.nodes as usize;
            let blocks = group.instance.all_blocks();
            ranks.block_ends.push(blocks.runs().last().map_or(0, |run| run.end));
        }
        Some(ranks)
    }

    /// The same, where messages are measured in the words of blocks of so many.
    pub(crate) fn weighing(self, block_words: Option<u64>) -> Self {
        Ranks { block_words, ..self }
    }

    pub(crate) fn data(&self) -> Data {
        self.data
    }

    /// One past the last block of each group.
    pub(crate) fn block_ends(&self) -> &[u64] {
        &self.block_ends
    }

    pub(crate) fn instance(&self, rank: Rank) -> &'a Instance {
        &self.phase.groups[rank.group].instance
    }

    pub(crate) fn node(&self, rank: Rank) -> Vertex {
        self.phase.groups[rank.group].node(rank.position)
    }

    /// What blocks are named by, in all groups.
    pub(crate) fn blocks(&self) -> Blocks {
        self.phase.instance().blocks()
    }

    /// What each group does.
    pub(crate) fn instances(&self) -> impl Iterator<Item = &'a Instance> {
        self.phase.groups.iter().map(|group| &group.instance)
    }

    /// How many ranks there are.
    pub(crate) fn count(&self) -> usize {
        self.phase.groups.iter().map(|group| group.instance.nodes as usize).sum()
    }

    /// All ranks, in the order of their indices.
    pub(crate) fn all(&self) -> impl Iterator<Item = Rank> {
        self.phase.groups.iter().zip(&self.first).enumerate().flat_map(
            |(group, (members, first))| {
                (0..members.instance.nodes).map(move |position| Rank {
                    group,
                    position,
                    index: *first + position as usize,
                })
            },
        )
    }

    /// The nodes that are in groups, rising, and their ranks.
    pub(crate) fn by_node(&self) -> impl Iterator<Item = (Vertex, Rank)> {
        (0..self.nodes).filter_map(|node| self.rank(node).ok().map(|rank| (node, rank)))
    }

    /// The rank with an index.
    pub(crate) fn at(&self, index: usize) -> Rank {
        let group = self.first.partition_point(|first| *first <= index).saturating_sub(1);
        let position = index - self.first.get(group).copied().unwrap_or(0);
        // There are no more positions than nodes, which fit.
        Rank { group, position: u32::try_from(position).unwrap_or(0), index }
    }

    /// The rank of a vertex: of a node that is in a group.
    fn rank(&self, vertex: Vertex) -> Result<Rank, Malformed> {
        if vertex >= self.nodes {
            return Err(Malformed::NoSuchNode(vertex));
        }
        let (group, position) = self.phase.place(vertex).ok_or(Malformed::BetweenGroups)?;
        match (self.first.get(group), self.phase.groups.get(group)) {
            (Some(first), Some(members)) if position < members.instance.nodes => {
                Ok(Rank { group, position, index: first + position as usize })
            }
            _ => Err(Malformed::BetweenGroups),
        }
    }

    /// The ranks of a message's ends.
    #[inline]
    pub(crate) fn ends(&self, message: &Message) -> Result<(Rank, Rank), Malformed> {
        let Message { from, to, .. } = *message;
        if self.everyone.is_some_and(|nodes| from < nodes && to < nodes && from != to) {
            let rank = |at| Rank { group: 0, position: at, index: at as usize };
            return Ok((rank(from), rank(to)));
        }
        self.ends_in_groups(message)
    }

    fn ends_in_groups(&self, message: &Message) -> Result<(Rank, Rank), Malformed> {
        let (from, to) = (self.rank(message.from)?, self.rank(message.to)?);
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
    pub(crate) fn look_at_payload(&self, payload: &Payload, from: Rank) -> Result<(), Malformed> {
        let end = self.block_ends[from.group];
        match payload {
            Payload::Plain(blocks) if blocks.runs().last().is_some_and(|run| run.end <= end) => {
                Ok(())
            }
            _ => self.look_closely_at(payload, from),
        }
    }

    /// What [`Ranks::carried`] says of one run of plain blocks, if its group has them.
    #[inline]
    pub(crate) fn plainly_carried(&self, message: &Message, from: Rank) -> Option<u64> {
        match (&message.payload, &self.block_words) {
            (Payload::Plain(blocks), None) if self.data != Data::Token => match blocks.runs() {
                [run] if run.end <= self.block_ends[from.group] => Some(run.len()),
                _ => None,
            },
            _ => None,
        }
    }

    fn look_closely_at(&self, payload: &Payload, from: Rank) -> Result<(), Malformed> {
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
    pub(crate) fn carried(&self, message: &Message) -> u128 {
        match (&message.payload, self.data, self.block_words) {
            (Payload::Plain(blocks), Data::Copied | Data::Combined, None) => match blocks.runs() {
                [run] => run.len().into(),
                runs => runs.iter().map(|run| run.len()).sum::<u64>().into(),
            },
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
pub(crate) fn parts(payload: &Payload) -> impl Iterator<Item = (&Runs, Option<&Runs>)> {
    let (plain, values) = match payload {
        Payload::Everything => (None, &[][..]),
        Payload::Plain(blocks) => (Some((blocks, None)), &[][..]),
        Payload::Values(values) => (None, &values[..]),
    };
    plain.into_iter().chain(values.iter().map(|v| (&v.blocks, v.contributors.as_ref())))
}
