//! What a step's messages come to, as the cost engine needs it.

/// What was measured on the messages of one step. Blocks are counted in pieces, each value of
/// combined data as one; a barrier's token counts nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepMeasure {
    /// How many messages there are.
    pub messages: u64,
    /// The most blocks that one message carries.
    pub blocks: u128,
    /// The most hops that one message makes.
    pub hops: u64,
    /// The most blocks times hops of one message.
    pub blocks_hops: u128,
    /// The largest sum of blocks on any one directed link or port. A link that carries k messages
    /// counts as k links, each message going to the one with the least so far; with all ports only
    /// links count.
    pub contended: u128,
    /// The most messages on any one directed link.
    pub busiest: u64,
}

impl StepMeasure {
    /// Adds a message of so many blocks and hops. What shares a link or a port is seen to by who finds it;
    /// alone a message takes its own blocks.
    #[inline]
    pub fn add(&mut self, blocks: u128, hops: u64) {
        self.messages += 1;
        self.blocks = self.blocks.max(blocks);
        self.hops = self.hops.max(hops);
        self.blocks_hops = self.blocks_hops.max(blocks * u128::from(hops));
        self.contended = self.contended.max(blocks);
    }
}
