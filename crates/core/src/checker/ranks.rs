//! The ranks of nodes in the groups of a phase, for a pass over every message.

use crate::checker::{Addressed, End, Malformed, Orbit, Pair, Rank, SetId, Sets, Worked};
use crate::collective::{Blocks, Data, Instance, Phase};
use crate::schedule::block_set::{BlockSet, Holding, Square, Transposer};
use crate::schedule::{Message, Payload, Route, Run, Runs};
use crate::topology::Vertex;
use std::sync::Arc;

/// The ranks of a phase.
pub(crate) struct Ranks<'a> {
    phase: &'a Phase,
    nodes: u32,
    /// The number of nodes, if the only group is all nodes in ascending order.
    everyone: Option<u32>,
    /// The index of each group's position 0.
    first: Vec<u32>,
    /// The end (exclusive) of the blocks of each group.
    block_ends: Vec<u64>,
    data: Data,
    /// For each group, if blocks belong to pairs.
    squares: Vec<Arc<Square>>,
    /// The unit of size of a message: the words of an uneven block, otherwise pieces.
    block_words: Option<u64>,
}

impl<'a> Ranks<'a> {
    /// The ranks, unless the groups run different kinds of collectives.
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
            squares: Vec::new(),
            block_words: None,
        };
        let mut next = 0_u32;
        for group in &phase.groups {
            if !alike(&group.instance) {
                return None;
            }
            ranks.first.push(next);
            next = group.instance.nodes.checked_add(next)?;
            if group.instance.blocks() == Blocks::PerPair {
                let Instance { nodes, pieces, .. } = group.instance;
                ranks.squares.push(Arc::new(Square::new(nodes, pieces)));
            }
            ranks.block_ends.push(group.instance.block_end());
        }
        Some(ranks)
    }

    /// The same, with sizes in words for blocks of this many words.
    pub(crate) fn weighing(self, block_words: Option<u64>) -> Self {
        Ranks { block_words, ..self }
    }

    /// The words of a block, if sizes are measured in words.
    pub(crate) fn block_words(&self) -> Option<u64> {
        self.block_words
    }

    /// The rank of a vertex: of a node in a group.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn rank_of(&self, vertex: Vertex) -> Result<Rank, Malformed> {
        if vertex >= self.nodes {
            return Err(Malformed::NoSuchNode(vertex));
        }
        let (group, position) = self.phase.place(vertex).ok_or(Malformed::BetweenGroups)?;
        match (self.first.get(group), self.phase.groups.get(group)) {
            (Some(first), Some(members)) if position < members.instance.nodes => {
                Ok(Rank { group, position, index: first + position })
            }
            _ => Err(Malformed::BetweenGroups),
        }
    }

    /// The size of a message, if it is one run of plain blocks that exist in its group.
    #[inline]
    pub(crate) fn size_of_one_run(&self, sent: &Addressed<'_, Message>) -> Option<u64> {
        match (&sent.message.payload, &self.block_words) {
            (Payload::Plain(blocks), None) if self.data != Data::Token => match blocks.runs() {
                [run] if run.end <= self.block_ends[sent.from.group] => Some(run.len()),
                _ => None,
            },
            _ => None,
        }
    }

    fn look_at_value(
        &self,
        sent: &Addressed<'_, Message>,
        blocks: &Runs,
        contributors: Option<&Runs>,
    ) -> Result<(), Malformed> {
        match blocks.runs().last() {
            None => return Err(Malformed::NoBlocks),
            Some(last) if last.end > self.block_ends[sent.from.group] => {
                return Err(Malformed::NoSuchBlock);
            }
            Some(_) => {}
        }
        look_at_contributors(self.instance(sent.from), contributors)
    }
}

/// Whether these contributors, if given, exist in a group.
pub(crate) fn look_at_contributors(of: &Instance, who: Option<&Runs>) -> Result<(), Malformed> {
    let ends = |last: &Run| last.end <= u64::from(of.nodes);
    let known = |who: &Runs| of.data() == Data::Combined && who.runs().last().is_some_and(ends);
    if who.is_none_or(known) { Ok(()) } else { Err(Malformed::NoSuchContributor) }
}

impl Orbit for Ranks<'_> {
    const STANDS_FOR_OTHERS: bool = false;
    type Message = Message;
    type Blocks = Runs;
    type Stock = BlockSet;

    fn data(&self) -> Data {
        self.data
    }

    fn count(&self) -> u32 {
        self.phase.groups.iter().map(|group| group.instance.nodes).sum()
    }

    fn rank(&self, index: u32) -> Rank {
        let group = match self.everyone {
            Some(_) => 0,
            None => self.first.partition_point(|first| *first <= index).saturating_sub(1),
        };
        Rank { group, position: index - self.first[group], index }
    }

    fn by_node(&self) -> impl Iterator<Item = (Vertex, Rank)> {
        (0..self.nodes).filter_map(|node| self.rank_of(node).ok().map(|rank| (node, rank)))
    }

    fn node(&self, rank: Rank) -> Vertex {
        self.phase.groups[rank.group].node(rank.position)
    }

    fn instance(&self, rank: Rank) -> &Instance {
        &self.phase.groups[rank.group].instance
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // what comes from a call has to be written and read again
    fn sent<'m>(&self, message: &'m Message) -> Option<Addressed<'m, Message>> {
        let Message { from, to, .. } = *message;
        if let Some(nodes) = self.everyone {
            let rank = |at| Rank { group: 0, position: at, index: at };
            let sent = Addressed { from: rank(from), to: rank(to), message };
            return (from < nodes && to < nodes && from != to).then_some(sent);
        }
        self.judge_ends(message).ok()
    }

    #[inline]
    fn judge_ends<'m>(&self, message: &'m Message) -> Result<Addressed<'m, Message>, Malformed> {
        let (from, to) = (self.rank_of(message.from)?, self.rank_of(message.to)?);
        if message.from == message.to {
            return Err(Malformed::ToItself);
        }
        if from.group != to.group {
            return Err(Malformed::BetweenGroups);
        }
        Ok(Addressed { from, to, message })
    }

    fn look_at_payload(&self, sent: &Addressed<'_, Message>) -> Result<(), Malformed> {
        if matches!(&sent.message.payload, Payload::Values(values) if values.is_empty()) {
            return Err(Malformed::NoBlocks);
        }
        sent.message
            .payload
            .parts()
            .try_for_each(|(blocks, who)| self.look_at_value(sent, blocks, who))
    }

    fn size(&self, message: &Message) -> u128 {
        let group = self.phase.place(message.from).map_or(0, |(group, _)| group);
        self.phase.groups[group].instance.size(&message.payload, self.block_words)
    }

    #[inline]
    fn ends(message: &Message) -> Pair {
        (message.from, message.to)
    }

    #[inline]
    fn route(message: &Message) -> &Route {
        &message.route
    }

    fn stock_at_start(&self, rank: Rank) -> BlockSet {
        let blocks = self.instance(rank).initial(rank.position);
        match self.squares.get(rank.group) {
            Some(square) => BlockSet::of_pairs(blocks, square, rank.position),
            None => BlockSet::new(blocks),
        }
    }

    #[inline]
    fn holds(held: &mut BlockSet, message: &Message, by: &mut Transposer) -> bool {
        let Payload::Plain(blocks) = &message.payload else { return false };
        !blocks.is_empty() && (held.plainly_has(blocks) || held.has_all(blocks, by))
    }

    #[inline]
    fn add_new(held: &mut BlockSet, message: &Message, by: &mut Transposer) -> bool {
        let Payload::Plain(blocks) = &message.payload else { return false };
        held.add_plainly_new(blocks) || held.add_new(blocks, by)
    }

    fn carried<'m>(&self, _: End, message: &'m Message, scratch: &'m mut Vec<Runs>) -> &'m [Runs] {
        if let Payload::Plain(blocks) = &message.payload {
            return if blocks.is_empty() { &[] } else { std::slice::from_ref(blocks) };
        }
        let blocks = message.payload.parts().map(|(blocks, _)| blocks);
        scratch.clear();
        scratch.extend(blocks.filter(|blocks| !blocks.is_empty()).cloned());
        scratch
    }

    fn numbered<'m>(&self, blocks: &'m Runs, _: &'m mut Vec<Runs>) -> &'m [Runs] {
        std::slice::from_ref(blocks)
    }

    fn lacking(&self, held: &BlockSet, blocks: &Runs) -> Runs {
        blocks.minus(&held.of(blocks))
    }

    fn known(&self, held: &BlockSet, message: &Message) -> Runs {
        let known = message.payload.parts().flat_map(|(blocks, _)| held.of(blocks).runs().to_vec());
        known.collect()
    }

    #[inline]
    fn values(
        &self,
        message: &Message,
        sets: &mut Sets,
        mut visit: impl FnMut(&Runs, Option<&Runs>, &mut Sets) -> Worked,
    ) -> Worked {
        message.payload.parts().try_for_each(|(blocks, who)| visit(blocks, who, sets))
    }

    #[inline]
    fn scatters(&self, set: SetId, _: &Sets) -> bool {
        set.is_scattered()
    }
}

/// The number of states created together.
const AT_ONCE: u32 = 1 << 12;

pub(crate) struct PerRank<T> {
    count: u32,
    /// Each chunk is empty until one of its states is used.
    parts: Vec<Box<[T]>>,
}

impl<T> PerRank<T> {
    /// For this many ranks.
    pub(crate) fn new(count: u32) -> Self {
        let parts = (0..count.div_ceil(AT_ONCE)).map(|_| Box::default()).collect();
        PerRank { count, parts }
    }

    /// The state of a rank. `start` creates the initial state.
    #[inline]
    pub(crate) fn of(&mut self, index: u32, start: impl Fn(u32) -> T) -> &mut T {
        let (part, place) = (index / AT_ONCE, (index % AT_ONCE) as usize);
        if self.parts[part as usize].is_empty() {
            self.make(part, start);
        }
        &mut self.parts[part as usize][place]
    }

    #[cold]
    fn make(&mut self, part: u32, start: impl Fn(u32) -> T) {
        let first = part * AT_ONCE;
        let end = self.count.min(first.saturating_add(AT_ONCE));
        self.parts[part as usize] = (first..end).map(start).collect();
    }

    /// The state of a rank, if its chunk has been created.
    #[inline]
    pub(crate) fn made(&mut self, index: u32) -> Option<&mut T> {
        self.parts[(index / AT_ONCE) as usize].get_mut((index % AT_ONCE) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_made_when_they_are_asked_for() {
        let mut all: PerRank<u32> = PerRank::new(2 * AT_ONCE + 5);
        assert_eq!(all.made(AT_ONCE), None);
        *all.of(AT_ONCE + 1, |index| index) += 1;
        let made = [0, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE].map(|index| all.made(index).copied());
        assert_eq!(made, [None, Some(AT_ONCE), Some(AT_ONCE + 2), None]);
        assert_eq!(*all.of(2 * AT_ONCE + 4, |index| index), 2 * AT_ONCE + 4);
        assert_eq!(all.made(2 * AT_ONCE + 5), None);
    }
}
