//! Dimension by dimension: the source's row first, then every column, and so on.
//!
//! Each line runs recursive doubling as an array or ring of its own, the last coordinate first.
//! Cost: (ceil(log2 k_1) + ceil(log2 k_2) + ..)(t_s + m t_w) for sides k_1, k_2, ..; any sides,
//! any root. Source: Grama et al. 2003, section 4.1.2, Figure 4.5.

use crate::planner::algorithm::{Formula, Need, Plan, Taught};
use crate::planner::{Algorithm, EQUATION_4_1, StepCosts};
use crate::planner::{grid_line, halving};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::{Feature, Line, Topology};

pub(in crate::planner) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "broadcast",
    about: "recursive doubling along the source's row, then along every column, and so on",
    source: "Grama et al. 2003, section 4.1.2",
    needs: &[Need::of(Feature::Sides, "any sides, any root")],
    textbook: &["mesh", "torus"],
    cost: Formula::Text("({ceil(log2 k_j)}) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    step_costs: |_, sides| {
        let count = |j| format!("ceil(log2 k_{j})");
        Some(StepCosts::by_dimension(sides, count, "t_s + m t_w"))
    },
    plan: Plan::Made(|request| {
        Box::new(Messages {
            topology: request.topology.clone(),
            root: request.instance.root,
            blocks: request.instance.all_blocks(),
        })
    }),
    ..Algorithm::COMMON
};

struct Messages {
    topology: Topology,
    root: u32,
    blocks: Runs,
}

impl Messages {
    fn sides(&self) -> &[u32] {
        self.topology.network().sides().unwrap_or(&[])
    }

    /// The dimension of step k, and which of that dimension's steps it is.
    fn dimension_of(&self, mut k: usize) -> Option<(usize, usize)> {
        for (dimension, side) in self.sides().iter().enumerate().rev() {
            let steps = halving::step_count(*side);
            if k < steps {
                return Some((dimension, k));
            }
            k -= steps;
        }
        None
    }

    /// The lines along a dimension on which one node has the message by then: those through the
    /// nodes that agree with the source in all earlier coordinates.
    fn lines(&self, dimension: usize) -> impl Iterator<Item = Line> {
        let length = self.sides()[dimension];
        let stride: u32 = self.sides()[dimension + 1..].iter().product();
        let first = self.root / (stride * length) * (stride * length);
        let closed = self.topology.network().wraps() && length > 2;
        (first..first + stride).map(move |start| Line { start, stride, length, closed })
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.sides().iter().map(|side| halving::step_count(*side)).sum()
    }

    fn messages(&self) -> u128 {
        u128::from(self.topology.nodes()) - 1
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((dimension, k)) = self.dimension_of(k) else { return };
        let Some(stride) = self.lines(dimension).next().map(|line| line.stride) else { return };
        let length = self.sides()[dimension];
        let source = self.root / stride % length;
        // All lines do the same: the messages stand in the order in which nodes are numbered.
        halving::for_each_split(length, k, |start, middle, _| {
            let ends = ((source + start) % length, (source + middle) % length);
            step.messages.extend(
                self.lines(dimension)
                    .map(|line| grid_line::message(&line, ends, true, self.blocks.clone())),
            );
        });
    }
}
