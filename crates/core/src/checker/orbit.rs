//! The unit of a pass: every message, or one message for each orbit under a group of translations.
//!
//! A list of messages is a template schedule whose group has one element. So there is one pass: over
//! [`Ranks`](super::ranks::Ranks), where the identity is inlined away, and over
//! [`TemplateOrbit`](super::symmetry::TemplateOrbit), where a message represents all its translations. The data of a
//! node are then the translated data of its representative, and only the state of representatives is stored.

use crate::checker::{Malformed, SetId, Sets, Worked};
use crate::collective::{Data, Instance};
use crate::schedule::block_set::{Holding, Transposer};
use crate::schedule::{Route, Runs};
use crate::topology::Vertex;

/// A node's group, its rank in the group, and the index of its state in an array of all groups. For a class
/// of nodes it is the index of the representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    pub(crate) group: usize,
    pub(crate) position: u32,
    pub(crate) index: u32,
}

/// A message with known ends.
pub(crate) struct Addressed<'m, M> {
    pub(crate) from: Rank,
    pub(crate) to: Rank,
    pub(crate) message: &'m M,
}

/// Two vertices: a hop, or the ends of a message.
pub(crate) type Pair = (Vertex, Vertex);

/// An end of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Sender,
    Receiver,
}

/// The messages of a step, and the group whose translations of them form the step. By default the group has
/// one element.
pub(crate) trait Orbit {
    /// Whether a message may represent its translations.
    const STANDS_FOR_OTHERS: bool;
    /// A list of messages.
    type Message;
    /// Some blocks that a message carries.
    type Blocks;
    /// The blocks that a rank holds.
    type Stock: Holding<Self::Blocks>;

    fn data(&self) -> Data;

    /// The number of ranks.
    fn count(&self) -> u32;

    /// The rank with this index.
    fn rank(&self, index: u32) -> Rank;

    /// The ranks of the nodes in groups, in the order of the nodes.
    fn by_node(&self) -> impl Iterator<Item = (Vertex, Rank)>;

    fn node(&self, rank: Rank) -> Vertex;

    fn instance(&self, rank: Rank) -> &Instance;

    /// A message with its ends, if these are different nodes of one group.
    fn sent<'m>(&self, message: &'m Self::Message) -> Option<Addressed<'m, Self::Message>> {
        self.judge_ends(message).ok()
    }

    /// The same, or the error of its ends.
    fn judge_ends<'m>(
        &self,
        message: &'m Self::Message,
    ) -> Result<Addressed<'m, Self::Message>, Malformed>;

    /// Whether the blocks and contributors of a message exist in its group.
    fn look_at_payload(&self, sent: &Addressed<'_, Self::Message>) -> Result<(), Malformed>;

    /// The size of a message, without the token of a barrier.
    fn size(&self, message: &Self::Message) -> u128;

    fn ends(message: &Self::Message) -> Pair;

    fn route(message: &Self::Message) -> &Route;

    /// The translation that takes a node to its representative; the identity for a switch.
    #[inline]
    fn home(&self, _vertex: Vertex) -> Vertex {
        0
    }

    /// The image of a vertex under a translation.
    #[inline]
    fn apply(&self, _by: Vertex, to: Vertex) -> Vertex {
        to
    }

    /// The translation that takes a hop to the one that represents all its translations.
    #[inline]
    fn home_of_hop(&self, (u, _): Pair) -> Vertex {
        self.home(u)
    }

    /// The number of translations that leave a hop in place.
    #[inline]
    fn fixed(&self, _hop: Pair) -> u32 {
        1
    }

    /// Visits the translations that leave a hop in place.
    fn each_fixed(&self, _hop: Pair, visit: &mut dyn FnMut(Vertex)) {
        visit(0);
    }

    /// The images of two vertices.
    #[inline]
    fn moved(&self, by: Vertex, (u, v): Pair) -> Pair {
        (self.apply(by, u), self.apply(by, v))
    }

    /// The ends of a message, translated so that one of them is a representative.
    fn ends_at(&self, end: End, message: &Self::Message) -> Pair {
        let (from, to) = Self::ends(message);
        self.moved(self.home(if end == End::Sender { from } else { to }), (from, to))
    }

    /// The blocks of copied data that a rank starts with.
    fn stock_at_start(&self, rank: Rank) -> Self::Stock;

    /// Whether a sender holds all blocks of its message, if that is quick to decide.
    fn holds(_: &mut Self::Stock, _: &Self::Message, _: &mut Transposer) -> bool {
        false
    }

    /// Adds the blocks of a message, if it is quick to decide that all of them are new. Returns whether it
    /// was so.
    fn add_new(_: &mut Self::Stock, _: &Self::Message, _: &mut Transposer) -> bool {
        false
    }

    /// The blocks of a message, translated for the representative at one end. `scratch` is any buffer.
    fn carried<'m>(
        &self,
        end: End,
        message: &'m Self::Message,
        scratch: &'m mut Vec<Self::Blocks>,
    ) -> &'m [Self::Blocks];

    /// Blocks given by their numbers. `scratch` is any buffer.
    fn numbered<'m>(
        &self,
        blocks: &'m Runs,
        scratch: &'m mut Vec<Self::Blocks>,
    ) -> &'m [Self::Blocks];

    /// The blocks that are not held; the first ones if there are very many.
    fn lacking(&self, held: &Self::Stock, blocks: &Self::Blocks) -> Runs;

    /// The blocks of a message that its receiver holds.
    fn known(&self, held: &Self::Stock, message: &Self::Message) -> Runs;

    /// Visits the data of a message of combined data, translated for its sender's representative: blocks, and
    /// their contributors if given.
    fn values(
        &self,
        message: &Self::Message,
        sets: &mut Sets,
        visit: impl FnMut(&Runs, Option<&Runs>, &mut Sets) -> Worked,
    ) -> Worked;

    /// Whether a set of contributors, or a translation of it, is not one run of positions.
    fn scatters(&self, set: SetId, sets: &Sets) -> bool;

    /// The translation from the frame of a message's sender to that of its receiver, unless it is the
    /// identity.
    #[inline]
    fn onward(&self, _message: &Self::Message) -> Option<Vertex> {
        None
    }

    /// The image of positions under a translation.
    fn move_positions(&self, _by: Vertex, positions: &Runs) -> Runs {
        positions.clone()
    }

    /// The image of blocks under a translation.
    fn move_blocks(&self, _by: Vertex, blocks: &Runs) -> Runs {
        blocks.clone()
    }
}
