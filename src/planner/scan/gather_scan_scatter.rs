//! Gather, scan, scatter: one node collects what everyone has, forms all the prefixes, and sends them
//! out.
//!
//! What everyone has travels apart, by interval halving run backwards, to the first node of the
//! tour; the prefixes travel by interval halving to their nodes. Cost: 2 ceil(log2 p) t_s + 2 (p - 1)
//! m t_w, any p, any numbering of every connected graph; inclusive and exclusive. Prefixes are runs,
//! so the operator need not commute. Literature: folklore.

use crate::planner::halving::{for_each_split, step_count};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, StepCosts, Use};
use crate::schedule::{Payload, Runs, Step, Steps, Value};
use crate::topology::Family;

pub(in crate::planner) struct GatherScanScatter;

impl Algorithm for GatherScanScatter {
    fn name(&self) -> &'static str {
        "gather-scan-scatter"
    }

    fn collective(&self) -> &'static str {
        "scan"
    }

    fn about(&self) -> &'static str {
        "one node gathers what everyone has, forms all prefixes and scatters them"
    }

    fn source(&self) -> &'static str {
        "folklore; any graph by Lemma U"
    }

    fn on(&self, _family: &'static dyn Family) -> Option<Use> {
        Some(Use::further("any p"))
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "2 ceil(log2 p) t_s + 2 (p - 1) m t_w".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        let scatter = StepCosts::halving("m t_w");
        Some(scatter.clone().backwards().then(scatter))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = &request.instance;
        let (blocks, exclusive) = (instance.all_blocks(), instance.exclusive);
        Box::new(Plan { tour: Tour::new(&request.topology), blocks, exclusive })
    }
}

struct Plan {
    tour: Tour,
    blocks: Runs,
    exclusive: bool,
}

impl Plan {
    /// A value for each position from `start` to just before `end`.
    fn values(&self, start: u32, end: u32, contributors: impl Fn(u64) -> Runs) -> Payload {
        let value = |position| {
            let contributors = Some(contributors(u64::from(self.tour.node(position))));
            Value { blocks: self.blocks.clone(), contributors }
        };
        Payload::Values((start..end).map(value).collect())
    }
}

impl Steps for Plan {
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
