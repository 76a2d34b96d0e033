//! By way of the diagonal: every row gathers word there, its nodes run a census, and every row hears of it.
//!
//! The step rule is that of `planner/diagonal.rs`. Cost: (2 ceil(log2 c) + ceil(log2 r)) t_s
//! for r rows and c columns, r <= c, and with rows and columns swapped otherwise; any two sides, with
//! and without wraparound. Derived here; cf. the gossip of
//! Hromkovic et al. on grids.
//!
//! No rule: the nodes of the diagonal are no line of the grid, and their ways bend.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::diagonal::{self, Diagonal, Wanted};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static DIAGONAL_CROSSBAR: Algorithm = Algorithm {
    name: "diagonal-crossbar",
    collective: "barrier",
    about: "every row gathers word on the diagonal, whose nodes run a census; then every row hears of it",
    source: "derived here; cf. Hromkovic et al.",
    needs: &[Need::of(Feature::Sides, "two sides")],
    requires: &[Requirement::TwoSides],
    cost: Formula::Text("(2 ceil(log2 max(k_1, k_2)) + ceil(log2 min(k_1, k_2))) t_s"),
    step_costs: |_, _| Some(StepCosts::steps(diagonal::STEPS, "t_s")),
    plan: Plan::Made(|request| {
        let blocks = request.instance.all_blocks();
        Box::new(Diagonal::new(&request.topology, blocks, Wanted::Word))
    }),
    ..Algorithm::COMMON
};
