//! Gather, exchange, broadcast: the first nodes of two halves gather, swap, and broadcast it all.
//!
//! The tour is cut in two halves, of which the first may be one longer. Each gathers by interval
//! halving run backwards at its first node, both ending in the same step, so that the shorter half's
//! messages hide behind the longer one's; the two first nodes swap what they have; each
//! broadcasts all p blocks within its half. Cost: (2 ceil(log2 p) - 1) t_s + (2 ceil(p/2) - 1 +
//! p (ceil(log2 p) - 1)) m t_w, nothing for p = 1; any p, on every connected graph (specs/lemmas.md,
//! Lemma U). Few steps for short blocks: a step less than a gather and a broadcast. Derived here.
//!
//! No rule: the two halves differ in length and end in the same step.

use crate::collective::Instance;
use crate::planner::Algorithm;
use crate::planner::algorithm::Need;
use crate::planner::halving::{for_each_split, step_count};
use crate::planner::tour::Tour;
use crate::schedule::{Run, Runs, Step, Steps};

pub(in crate::planner) const GATHER_EXCHANGE_BROADCAST: Algorithm =
    Algorithm::made("all-gather", "gather-exchange-broadcast", |request| {
        let tour = Tour::new(&request.topology);
        let middle = tour.len().div_ceil(2);
        Box::new(Messages { tour, middle, instance: request.instance.clone() })
    })
    .with_about(
        "the first nodes of two halves gather, swap what they have, and broadcast all of it",
    )
    .with_source("derived here; any graph by Lemma U")
    .with_needs(&[Need::tour("any p")])
    .with_cost(
        "max(0, 2 ceil(log2 p) - 1) t_s \
                       + (2 ceil(p/2) - 1 + p (ceil(log2 p) - 1)) m t_w",
    );

struct Messages {
    tour: Tour,
    /// Where the second half begins; for one node there is none.
    middle: u32,
    instance: Instance,
}

impl Messages {
    /// How many steps the longer half takes to gather.
    fn depth(&self) -> usize {
        step_count(self.middle)
    }

    /// The blocks of the nodes of an interval of positions.
    fn blocks(&self, start: u32, end: u32) -> Runs {
        let pieces = u64::from(self.instance.pieces);
        let of = |run: &Run| Run { start: run.start * pieces, end: run.end * pieces };
        self.tour.nodes(start, end - start).runs().iter().map(of).collect()
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        if self.tour.len() == 1 { 0 } else { 2 * self.depth() + 1 }
    }

    fn messages(&self) -> u128 {
        // Within the halves all but their first nodes send and receive once; two swap.
        let p = u128::from(self.tour.len());
        if p == 1 { 0 } else { 2 * (p - 2) + 2 }
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (depth, middle, end) = (self.depth(), self.middle, self.tour.len());
        if k == depth {
            // Together the two arcs are the whole tour.
            step.messages.push(self.tour.message(0, middle, self.blocks(0, middle)));
            step.messages.push(self.tour.message(middle, end, self.blocks(middle, end)));
            return;
        }
        for (start, length) in [(0, middle), (middle, end - middle)] {
            if k < depth {
                for_each_split(length, depth - 1 - k, |first, middle, end| {
                    let (to, from) = (start + first, start + middle);
                    let gathered = self.blocks(from, start + end);
                    step.messages.push(self.tour.message_back(from, to, gathered));
                });
            } else {
                for_each_split(length, k - depth - 1, |first, middle, _| {
                    let (from, to) = (start + first, start + middle);
                    step.messages.push(self.tour.message(from, to, self.instance.all_blocks()));
                });
            }
        }
    }
}
