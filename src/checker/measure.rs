//! What steps measure, for the cost engine: taken in the same pass that checks them.
//!
//! All is counted in blocks, that is in pieces where blocks are cut; the blocks of a barrier count
//! nothing. The same block with two different sets of contributors counts twice.

use crate::topology::Vertex;

/// What the steps of a phase measure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhaseMeasure {
    /// One for each step of the phase.
    pub steps: Vec<StepMeasure>,
}

/// What a step measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepMeasure {
    /// How many messages there are.
    pub messages: u64,
    /// The most blocks that one message carries.
    pub most_blocks: u64,
    /// The most hops that one message makes.
    pub most_hops: u64,
    /// The most blocks times hops of one message.
    pub most_block_hops: u128,
    /// The most blocks that pass one directed link or one port, when messages that share it go one
    /// after another; never less than `most_blocks`. A link that carries k messages is k links
    /// side by side, and each message in the order of writing takes the one with the least so far.
    pub contended: u128,
    /// The most messages on one directed link.
    pub most_on_a_link: u64,
    /// The first link to carry so many, `None` where no message uses a link that exists.
    pub busiest: Option<(Vertex, Vertex)>,
}

impl StepMeasure {
    /// Adds a message of so many blocks and hops.
    pub(super) fn add(&mut self, blocks: u64, hops: u64) {
        self.messages += 1;
        self.most_blocks = self.most_blocks.max(blocks);
        self.most_hops = self.most_hops.max(hops);
        self.most_block_hops = self.most_block_hops.max(u128::from(blocks) * u128::from(hops));
        self.contended = self.contended.max(u128::from(blocks));
    }

    /// Takes note of how many messages a link carries so far.
    pub(super) fn saw_link(&mut self, link: (Vertex, Vertex), load: u32) {
        if u64::from(load) > self.most_on_a_link {
            self.most_on_a_link = u64::from(load);
            self.busiest = Some(link);
        }
    }
}
