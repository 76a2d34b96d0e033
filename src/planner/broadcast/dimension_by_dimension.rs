//! Dimension by dimension: the source's row first, then every column, and so on.
//!
//! Each line runs recursive doubling as an array or ring of its own, the last coordinate first.
//! Cost: (ceil(log2 k_1) + ceil(log2 k_2) + ..)(t_s + m t_w) for sides k_1, k_2, ..; any sides,
//! any root. Source: Grama et al. 2003, section 4.1.2, Figure 4.5.

use crate::planner::{Algorithm, ClosedForm, EQUATION_4_1, Request, StepCosts, Use, over_sides};
use crate::planner::{grid_line, halving};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::{Family, Line, Topology};

pub(in crate::planner) struct DimensionByDimension;

impl Algorithm for DimensionByDimension {
    fn name(&self) -> &'static str {
        "dimension-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "broadcast"
    }

    fn about(&self) -> &'static str {
        "recursive doubling along the source's row, then along every column, and so on"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, section 4.1.2"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "mesh" | "torus").then_some(Use::textbook("any sides, any root"))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let steps = over_sides(sides, |i| format!("ceil(log2 k_{i})"));
        let formula = format!("({steps}) (t_s + m t_w)");
        Some(ClosedForm { formula, source: self.source(), textbook: Some(EQUATION_4_1) })
    }

    fn step_costs(&self, _family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        let count = |j| format!("ceil(log2 k_{j})");
        Some(StepCosts::by_dimension(sides, count, "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        Box::new(Plan {
            topology: request.topology.clone(),
            root: request.instance.root,
            blocks: request.instance.all_blocks(),
        })
    }
}

struct Plan {
    topology: Topology,
    root: u32,
    blocks: Runs,
}

impl Plan {
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

impl Steps for Plan {
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
