//! Interval halving: who has the blocks of an interval hands half of it over with its blocks.
//!
//! Step k: the first node of each interval of the tour sends to the first node of its second half
//! the blocks of that half. Cost: ceil(log2 p) t_s + (p - 1) m t_w, for any p and root, on every
//! connected graph without congestion (specs/lemmas.md, Lemma U). Source: textbook, Grama et al. 2003,
//! section 4.4, there for p = 2^d; any p and any graph by Lemma U.

use std::ops::Range;

use super::SECTION_4_4;
use crate::collective::Instance;
use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::tour::Tour;
use crate::planner::{Algorithm, StepCosts, halving};
use crate::schedule::{Run, Runs, Step, Steps};
use crate::topology::Vertex;

pub(in crate::planner) static INTERVAL_HALVING: Algorithm = Algorithm {
    name: "interval-halving",
    collective: "scatter",
    about: "each holder sends to the middle of its interval the blocks of the half that begins there",
    source: "Grama et al. 2003, section 4.4; any graph by Lemma U",
    needs: &[Need::tour("any p, any root")],
    textbook: &["linear-array", "ring", "mesh", "torus"],
    cost: Formula::Text("ceil(log2 p) t_s + (p - 1) m t_w"),
    taught: Taught::Everywhere(SECTION_4_4),
    step_costs: |_, _| Some(StepCosts::halving("m t_w")),
    plan: Plan::Made(|request| {
        let tour = Tour::new(&request.topology);
        let start = tour.position(request.instance.root);
        Box::new(Messages { tour, start, instance: request.instance.clone() })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    tour: Tour,
    /// The position of the root.
    start: u32,
    instance: Instance,
}

impl Messages {
    /// The blocks for the nodes of an interval of positions.
    fn blocks(&self, first: u32, end: u32, scratch: &mut Vec<Range<Vertex>>) -> Runs {
        let pieces = u64::from(self.instance.pieces);
        let nodes = self.tour.nodes_with(first, end - first, scratch);
        if pieces == 1 {
            return nodes;
        }
        let of = |run: &Run| Run { start: run.start * pieces, end: run.end * pieces };
        nodes.runs().iter().map(of).collect()
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        halving::step_count(self.tour.len())
    }

    fn messages(&self) -> u128 {
        u128::from(self.tour.len()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut scratch = Vec::new();
        halving::for_each_split(self.tour.len(), k, |start, middle, end| {
            let at = |position| self.start + position;
            let blocks = self.blocks(at(middle), at(end), &mut scratch);
            step.messages.push(self.tour.message(at(start), at(middle), blocks));
        });
    }
}
