//! Gather, scan, scatter: one node collects what everyone has, forms all the prefixes, and sends them
//! out.
//!
//! What everyone has travels apart, by interval halving run backwards, to the first node of the
//! tour; the prefixes travel by interval halving to their nodes. Cost: 2 ceil(log2 p) t_s + 2 (p - 1)
//! m t_w, any p, any numbering of every connected graph; inclusive and exclusive. Prefixes are runs,
//! so the operator need not commute. Literature: folklore.

use crate::planner::algorithm::{Formula, Need, Plan};
use crate::planner::halving::{for_each_split, step_count};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts};
use crate::schedule::{Payload, Runs, Step, Steps, Value};

pub(in crate::planner) static GATHER_SCAN_SCATTER: Algorithm = Algorithm {
    name: "gather-scan-scatter",
    collective: "scan",
    about: "one node gathers what everyone has, forms all prefixes and scatters them",
    source: "folklore; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Text("2 ceil(log2 p) t_s + 2 (p - 1) m t_w"),
    step_costs: |_, _| {
        let scatter = StepCosts::halving("m t_w");
        Some(scatter.clone().backwards().then(scatter))
    },
    plan: Plan::Made(|request| {
        let instance = &request.instance;
        let (blocks, exclusive) = (instance.all_blocks(), instance.exclusive);
        Box::new(Messages { tour: Tour::new(&request.topology), blocks, exclusive })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    blocks: Runs,
    exclusive: bool,
}

impl Messages {
    /// A value for each position from `start` to just before `end`.
    fn values(&self, start: u32, end: u32, contributors: impl Fn(u64) -> Runs) -> Payload {
        let value = |position| {
            let contributors = Some(contributors(u64::from(self.tour.node(position))));
            Value { blocks: self.blocks.clone(), contributors }
        };
        Payload::Values((start..end).map(value).collect())
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        2 * step_count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        2 * (u128::from(self.tour.len()) - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (p, depth) = (self.tour.len(), step_count(self.tour.len()));
        if k < depth {
            for_each_split(p, depth - 1 - k, |start, middle, end| {
                let mut message = self.tour.back(start, middle, Runs::new());
                message.payload = self.values(middle, end, Runs::one);
                step.messages.push(message);
            });
        } else {
            let more = u64::from(!self.exclusive);
            for_each_split(p, k - depth, |start, middle, end| {
                // The tour begins at node 0, so no prefix that is sent is empty.
                let prefixes = self.values(middle, end, |node| Runs::range(0, node + more));
                step.messages.push(self.tour.carrying(start, middle, prefixes));
            });
        }
    }
}
