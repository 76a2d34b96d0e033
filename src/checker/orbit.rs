//! What a pass goes through: every message, or one for each orbit under a group of translations.
//!
//! A list of messages is a template schedule whose group has one element. So there is one pass: over
//! [`Ranks`](super::ranks::Ranks), where nothing is moved and all of this is inlined away, and over
//! [`Symmetry`](super::symmetry::Symmetry), where a message stands for all its translations. What a node
//! has is then what its representative has, moved; only the representatives' state is kept.

use crate::checker::{Malformed, SetId, Sets, Worked};
use crate::collective::{Data, Instance};
use crate::schedule::block_set::{Holding, Transposer};
use crate::schedule::{Route, Runs};
use crate::topology::Vertex;

/// A node's group and its rank in it, and the place of its state in an array of all groups. Of a class of
/// nodes it is the representative's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    pub(crate) group: usize,
    pub(crate) position: u32,
    pub(crate) index: u32,
}

/// A message whose ends are found.
pub(crate) struct Sent<'m, M> {
    pub(crate) from: Rank,
    pub(crate) to: Rank,
    pub(crate) message: &'m M,
}

/// Two vertices: a hop, or the ends of a message.
pub(crate) type Ends = (Vertex, Vertex);

/// An end of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Sender,
    Receiver,
}

/// The messages of a step, and the group whose translations of them are the step. Where nothing else
/// is said the group has one element.
pub(crate) trait Orbit {
    /// Whether a message may stand for its translations.
    const STANDS_FOR_OTHERS: bool;
    /// What lists a message.
    type Message;
    /// Some blocks that a message carries.
    type Blocks;
    /// The blocks that a rank holds.
    type Held: Holding<Self::Blocks>;

    fn data(&self) -> Data;

    /// How many ranks there are.
    fn count(&self) -> u32;

    /// The rank with an index.
    fn rank(&self, index: u32) -> Rank;

    /// The ranks of nodes that are in groups, in the order of the nodes.
    fn by_node(&self) -> impl Iterator<Item = (Vertex, Rank)>;

    fn node(&self, rank: Rank) -> Vertex;

    fn instance(&self, rank: Rank) -> &Instance;

    /// One past the last block of a rank's group.
    fn block_end(&self, rank: Rank) -> u64;

    /// A message with its ends, if these are different nodes of one group.
    fn sent<'m>(&self, message: &'m Self::Message) -> Option<Sent<'m, Self::Message>> {
        self.judge_ends(message).ok()
    }

    /// The same, or what is wrong with its ends.
    fn judge_ends<'m>(
        &self,
        message: &'m Self::Message,
    ) -> Result<Sent<'m, Self::Message>, Malformed>;

    /// Whether a message carries blocks and contributors that its group has.
    fn look_at_payload(&self, sent: &Sent<'_, Self::Message>) -> Result<(), Malformed>;

    /// How much a message carries, the token of a barrier not counted.
    fn size(&self, message: &Self::Message) -> u128;

    fn ends(message: &Self::Message) -> Ends;

    fn route(message: &Self::Message) -> &Route;

    /// The translation that takes a node to its representative; of a switch that by nothing.
    #[inline]
    fn home(&self, _vertex: Vertex) -> Vertex {
        0
    }

    /// Where a translation takes a vertex.
    #[inline]
    fn apply(&self, _by: Vertex, to: Vertex) -> Vertex {
        to
    }

    /// Where a translation takes two.
    #[inline]
    fn moved(&self, by: Vertex, (u, v): Ends) -> Ends {
        (self.apply(by, u), self.apply(by, v))
    }

    /// The ends of a message, moved so that one of them is a representative.
    fn ends_at(&self, end: End, message: &Self::Message) -> Ends {
        let (from, to) = Self::ends(message);
        self.moved(self.home(if end == End::Sender { from } else { to }), (from, to))
    }

    /// The blocks of copied data that a rank starts with.
    fn held_at_start(&self, rank: Rank) -> Self::Held;

    /// Whether a sender holds all that its message carries, where that is said at once.
    fn holds(_: &mut Self::Held, _: &Self::Message, _: &mut Transposer) -> bool {
        false
    }

    /// Adds what a message carries, where it is said at once that nothing of it is there; says whether it
    /// was so.
    fn add_new(_: &mut Self::Held, _: &Self::Message, _: &mut Transposer) -> bool {
        false
    }

    /// What a message carries as the representative at one end has it; `scratch` is any buffer.
    fn carried<'m>(
        &self,
        end: End,
        message: &'m Self::Message,
        scratch: &'m mut Vec<Self::Blocks>,
    ) -> &'m [Self::Blocks];

    /// Blocks that are given by their numbers; `scratch` is any buffer.
    fn numbered<'m>(
        &self,
        blocks: &'m Runs,
        scratch: &'m mut Vec<Self::Blocks>,
    ) -> &'m [Self::Blocks];

    /// Those of these blocks that are not held; the first of them where they are very many.
    fn lacking(&self, held: &Self::Held, blocks: &Self::Blocks) -> Runs;

    /// Those of a message's blocks that its receiver holds.
    fn known(&self, held: &Self::Held, message: &Self::Message) -> Runs;

    /// Visits what a message of combined data carries as its sender's representative has it: blocks, and
    /// whose contributions to them if that is said.
    fn values(
        &self,
        message: &Self::Message,
        sets: &mut Sets,
        visit: impl FnMut(&Runs, Option<&Runs>, &mut Sets) -> Worked,
    ) -> Worked;

    /// Whether a set of contributors, or a translation of it, is not one run of positions.
    fn scatters(&self, set: SetId, sets: &Sets) -> bool;

    /// What takes a message from its sender's representative to its receiver's, unless nothing does.
    #[inline]
    fn onward(&self, _message: &Self::Message) -> Option<Vertex> {
        None
    }

    /// Where a translation takes positions.
    fn move_positions(&self, _by: Vertex, positions: &Runs) -> Runs {
        positions.clone()
    }

    /// Where a translation takes blocks.
    fn move_blocks(&self, _by: Vertex, blocks: &Runs) -> Runs {
        blocks.clone()
    }
}
