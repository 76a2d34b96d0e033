//! Everyone hears of everyone by way of two or three: parts of the tour reduce to their first nodes,
//! these exchange what they have, and each broadcasts within its part.
//!
//! The tour is cut in g parts of nearly equal length, g = 2 or 3, whichever takes fewer steps. Each
//! reduces by interval halving run backwards, ceil(log2 ceil(p/g)) steps; g - 1 steps of exchange
//! between the first nodes; and as many steps of interval halving as before. In the exchange of
//! two the message and its answer share a way, in opposite directions; in that of three each hands
//! on round the tour what it has, then what it received. All other messages of a step lie in
//! disjoint arcs, so Lemma U (theory.md, section 1) holds on every connected graph.

use super::ceil_log2;
use super::halving::{for_each_split, step_count};
use super::tour::Tour;
use crate::schedule::{Payload, Runs, Step, Steps, Value};

/// How many steps it takes, as a formula that is exact for every p: 0 for one node, 1 for two.
pub(super) const STEPS: &str = "min(p - 1, 2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2)";

/// The steps, for combined data or for a barrier's token.
pub(super) struct Parts {
    tour: Tour,
    blocks: Runs,
    /// Whether partial sums must be kept apart; a token may be heard of twice.
    apart: bool,
    /// Where the parts begin, and the end of the last.
    bounds: Vec<u32>,
}

impl Parts {
    pub(super) fn new(tour: Tour, blocks: Runs, apart: bool) -> Self {
        let p = tour.len();
        let steps = |g: u32| 2 * ceil_log2(p.div_ceil(g)) + g - 1;
        let g = match p {
            1 => 1,
            2 => 2,
            _ if steps(3) < steps(2) => 3,
            _ => 2,
        };
        // Part i is one longer than the last for as long as p divided by g leaves a remainder.
        let bounds = (0..=g).map(|i| i * (p / g) + i.min(p % g)).collect();
        Parts { tour, blocks, apart, bounds }
    }

    fn parts(&self) -> u32 {
        u32::try_from(self.bounds.len() - 1).unwrap_or(0)
    }

    /// How many steps the longest part takes to reduce.
    fn depth(&self) -> usize {
        step_count(self.bounds[1])
    }

    fn exchange(&self, round: usize, step: &mut Step) {
        let starts = &self.bounds[..self.bounds.len() - 1];
        if let [first, second] = *starts {
            step.messages.push(self.tour.message(first, second, self.blocks.clone()));
            step.messages.push(self.tour.back(first, second, self.blocks.clone()));
            return;
        }
        for (i, from) in starts.iter().enumerate() {
            let to = starts[(i + 1) % starts.len()];
            let behind = (i + starts.len() - 1) % starts.len();
            let payload = if round == 1 && self.apart {
                let part = self.tour.contributors(self.bounds[behind], self.bounds[behind + 1]);
                let blocks = self.blocks.clone();
                Payload::Values(vec![Value { blocks, contributors: Some(part) }])
            } else {
                Payload::Plain(self.blocks.clone())
            };
            step.messages.push(self.tour.carrying(*from, to, payload));
        }
    }
}

impl Steps for Parts {
    fn count(&self) -> usize {
        2 * self.depth() + self.bounds.len() - 2
    }

    fn messages(&self) -> u128 {
        let (p, g) = (u128::from(self.tour.len()), u128::from(self.parts()));
        2 * (p - g) + g * (g - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (depth, rounds) = (self.depth(), self.bounds.len() - 2);
        if (depth..depth + rounds).contains(&k) {
            return self.exchange(k - depth, step);
        }
        for part in self.bounds.windows(2) {
            let (start, length) = (part[0], part[1] - part[0]);
            let blocks = || self.blocks.clone();
            if k < depth {
                for_each_split(length, depth - 1 - k, |from, middle, _| {
                    step.messages.push(self.tour.back(start + from, start + middle, blocks()));
                });
            } else {
                for_each_split(length, k - depth - rounds, |from, middle, _| {
                    step.messages.push(self.tour.message(start + from, start + middle, blocks()));
                });
            }
        }
    }
}
