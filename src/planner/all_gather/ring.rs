//! Round the ring: everyone hands on to the next what it received last.
//!
//! Step t: each node of the tour sends to the next the block of the node t - 1 before it. Cost:
//! (p - 1)(t_s + m t_w), on every connected graph without congestion: the arcs of a step are the
//! whole tour (specs/lemmas.md). Source: Grama et al. 2003, Algorithm 4.4, Figure 4.9.

use crate::collective::Instance;
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, ClosedForm, Request, Use};
use crate::schedule::{Step, Steps};
use crate::topology::Family;

pub(in crate::planner) struct Ring;

impl Algorithm for Ring {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "everyone hands on to the next what it received last, round a tour of all nodes"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.4"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        Some(match family.name() {
            "linear-array" | "ring" => Use::textbook("any p"),
            _ => Use::further("any p"),
        })
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = "(p - 1) (t_s + m t_w)".to_owned();
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let tour = Tour::new(&request.topology);
        Box::new(Plan { tour, instance: request.instance.clone() })
    }
}

struct Plan {
    tour: Tour,
    instance: Instance,
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.tour.len() as usize - 1
    }

    fn messages(&self) -> u128 {
        let p = u128::from(self.tour.len());
        p * (p - 1)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let p = self.tour.len();
        let behind = p - u32::try_from(k).unwrap_or(0);
        step.messages.extend((0..p).map(|i| {
            let origin = self.tour.node(i + behind);
            self.tour.message(i, i + 1, self.instance.blocks_of(origin))
        }));
    }
}
