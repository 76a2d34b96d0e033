//! The measures of a step's messages, for the cost engine.

use smallvec::SmallVec;

use super::{Classed, Shared};

/// The size of a message and its number of hops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageMeasure {
    /// The blocks.
    pub blocks: u128,
    /// The hops.
    pub hops: u64,
}

/// The measures of the messages of one step. Blocks are counted in pieces, each value of combined data as
/// one. The token of a barrier has size 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepMeasure {
    /// The number of messages.
    pub messages: u64,
    /// The messages that no other dominates in size and hops, in ascending order of hops and so in descending
    /// order of size: for all prices of hops and words, one of these costs most.
    pub loads: SmallVec<[MessageMeasure; 1]>,
    /// The most messages on any one directed link.
    pub busiest: u64,
    /// The largest load of the shared links and ports, if there are any. Few steps have them: a box is small.
    pub crowded: Option<Box<Shared>>,
    /// The measures by classes, if links have classes.
    pub classed: Option<Box<Classed>>,
    /// The most blocks that a node receives and combines with its own, if that was looked at: see
    /// [`combining`](crate::checker::combining).
    pub combined: u128,
}

impl StepMeasure {
    /// The most blocks of a message.
    pub fn blocks(&self) -> u128 {
        self.loads.first().map_or(0, |load| load.blocks)
    }

    /// The most hops of a message.
    pub fn hops(&self) -> u64 {
        self.loads.last().map_or(0, |load| load.hops)
    }

    /// The maximum of blocks times hops of a message.
    pub fn blocks_hops(&self) -> u128 {
        self.loads.iter().map(|load| load.blocks * u128::from(load.hops)).max().unwrap_or(0)
    }

    /// The largest load of any directed link or port: on a port all blocks, on a link as
    /// [`Shared::of`] says. In the all-port model only links count.
    pub fn contended(&self) -> Shared {
        let alone = Shared::from(self.blocks());
        self.crowded.as_deref().map_or(alone, |load| alone.max(*load))
    }

    /// Adds the load of a shared link or port.
    pub fn share(&mut self, load: Shared) {
        if load > self.contended() {
            self.crowded = Some(Box::new(load));
        }
    }

    /// Adds a message. The caller adds the load of shared links and ports; a message alone has its own
    /// blocks.
    #[inline]
    pub fn add(&mut self, message: MessageMeasure) {
        self.messages += 1;
        // Nearly every message is as large and as long as one before.
        let dominates =
            |load: &MessageMeasure| load.blocks >= message.blocks && load.hops >= message.hops;
        if !self.loads.last().is_some_and(dominates) {
            self.add_load(message);
        }
    }

    fn add_load(&mut self, new: MessageMeasure) {
        if self.loads.is_empty() {
            return self.loads.push(new);
        }
        let after = self.loads.partition_point(|load| load.hops < new.hops);
        if self.loads.get(after).is_some_and(|load| load.blocks >= new.blocks) {
            return;
        }
        let end = after + usize::from(self.loads.get(after).is_some_and(|l| l.hops == new.hops));
        let start = self.loads[..after].partition_point(|load| load.blocks > new.blocks);
        self.loads.drain(start..end);
        self.loads.insert(start, new);
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    /// Compared with all messages.
    #[test]
    fn what_is_dominated_is_never_the_most() {
        #[allow(clippy::needless_pass_by_value)] // what quickcheck calls
        fn law(messages: Vec<(u8, u8)>, words: u8, hops: u8) -> bool {
            let load = |(blocks, hops): &(u8, u8)| MessageMeasure {
                blocks: u128::from(blocks % 16),
                hops: u64::from(hops % 16),
            };
            let mut measure = StepMeasure::default();
            for message in &messages {
                measure.add(load(message));
            }
            let price = |load: &MessageMeasure| {
                u128::from(words) * load.blocks + u128::from(hops) * u128::from(load.hops)
            };
            let all: Vec<MessageMeasure> = messages.iter().map(load).collect();
            let most = |of: &dyn Fn(&MessageMeasure) -> u128| all.iter().map(of).max().unwrap_or(0);
            measure.loads.iter().map(price).max().unwrap_or(0) == most(&price)
                && measure.blocks() == most(&|load| load.blocks)
                && u128::from(measure.hops()) == most(&|load| load.hops.into())
                && measure.blocks_hops() == most(&|load| load.blocks * u128::from(load.hops))
                && measure.contended() == Shared::from(measure.blocks())
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(30, 7))
            .tests(2000)
            .quickcheck(law as fn(Vec<(u8, u8)>, u8, u8) -> bool);
    }
}
