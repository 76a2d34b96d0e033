//! By way of the diagonal: rows sum up there, its nodes scan the sums of the rows, and every row
//! gets its prefixes.
//!
//! The step rule is that of `planner/diagonal.rs`. Cost: (2 ceil(log2 c) + ceil(log2 r))(t_s + m t_w)
//! for r rows and c columns, r <= c, with and without wraparound; inclusive and exclusive. All sums
//! are of runs, so the operator need not commute. Derived here.

use crate::planner::algorithm::{Formula, Need, Plan, Requirement};
use crate::planner::diagonal::{self, Diagonal, Wanted};
use crate::planner::{Algorithm, StepCosts};
use crate::topology::Feature;

pub(in crate::planner) static DIAGONAL_CROSSBAR: Algorithm = Algorithm {
    name: "diagonal-crossbar",
    collective: "scan",
    about: "rows sum up on the diagonal, whose nodes scan the sums; then every row gets its prefixes",
    source: "derived here",
    needs: &[Need::of(Feature::Sides, "two sides, no more rows than columns")],
    requires: &[Requirement::TwoSides, Requirement::NoMoreRows],
    cost: Formula::Text("(2 ceil(log2 max(k_1, k_2)) + ceil(log2 min(k_1, k_2))) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps(diagonal::STEPS, "t_s + m t_w")),
    plan: Plan::Made(|request| {
        let blocks = request.instance.all_blocks();
        Box::new(Diagonal::new(&request.topology, blocks, Wanted::Prefix))
    }),
    ..Algorithm::COMMON
};
