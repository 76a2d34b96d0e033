//! Sums of those before one, doubled along the bits of p - 1.
//!
//! Node v has S_k, the sum of the k nodes before it. For a bit 0 it sends S_k to v + k, which then
//! has S_2k; for a bit 1 it sends S_k and its own to v + k + 1, which then has S_(2k+1). After all
//! bits k is p - 1. The own contribution is kept apart from S_k, and S_k is formed from values
//! received, of which no two share a contributor.

use super::ceil_log2;
use crate::schedule::{Message, Payload, Route, Runs, Step, Steps, Value};

/// Whether the numbers go on from the last node to the first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Those before node 0 are p - 1, p - 2, ..
    Joined,
    /// There is none before node 0.
    Open,
}

pub(super) struct Census {
    pub(super) nodes: u32,
    pub(super) blocks: Runs,
    pub(super) ends: Ends,
}

impl Census {
    /// How many are summed up before step i, and whether the sender adds its own.
    fn at(&self, i: usize) -> (u32, bool) {
        let shift = self.count() - i;
        let k = (self.nodes - 1).checked_shr(u32::try_from(shift).unwrap_or(32)).unwrap_or(0);
        (k, (self.nodes - 1) >> (shift - 1) & 1 == 1)
    }

    /// The `k` nodes before v.
    fn before(&self, v: u32, k: u32) -> Runs {
        let (v, k, p) = (u64::from(v), u64::from(k), u64::from(self.nodes));
        let mut set = Runs::range(v.saturating_sub(k), v);
        if self.ends == Ends::Joined && k > v {
            set.extend(&Runs::range(p + v - k, p));
        }
        set
    }
}

impl Steps for Census {
    fn count(&self) -> usize {
        ceil_log2(self.nodes) as usize
    }

    fn messages(&self) -> u128 {
        let p = u128::from(self.nodes);
        match self.ends {
            Ends::Joined => p * self.count() as u128,
            // With its own nobody sends past the end; without, node 0 has nothing to send either.
            Ends::Open => (0..self.count()).map(|i| p - 1 - u128::from(self.at(i).0)).sum(),
        }
    }

    fn step_into(&self, i: usize, step: &mut Step) {
        step.messages.clear();
        let (k, own) = self.at(i);
        let (first, distance) = if own { (0, k + 1) } else { (1, k) };
        let (first, end) = match self.ends {
            Ends::Joined => (0, self.nodes),
            Ends::Open => (first, self.nodes - distance),
        };
        for v in first..end {
            let blocks = self.blocks.clone();
            let payload = if own {
                Payload::Plain(blocks)
            } else {
                let contributors = Some(self.before(v, k));
                Payload::Values(Box::new([Value { blocks, contributors }]))
            };
            let to = (v + distance) % self.nodes;
            step.messages.push(Message { from: v, to, route: Route::Default, payload });
        }
    }
}
