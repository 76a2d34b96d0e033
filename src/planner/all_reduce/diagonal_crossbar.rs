//! By way of the diagonal: every row reduces there, its nodes run a census, and every row hears of it.
//!
//! The step rule is that of `planner/diagonal.rs`. Cost: (2 ceil(log2 c) + ceil(log2 r)) (t_s + m t_w)
//! for r rows and c columns, r <= c, and with rows and columns swapped otherwise; any two sides, with
//! and without wraparound. Sums wrap round, so the operator must commute. Derived here; cf. the gossip of
//! Hromkovic et al. on grids.

use crate::planner::diagonal::{self, Diagonal, Wanted};
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, StepCosts, Use, no_order};
use crate::schedule::Steps;
use crate::topology::Family;

pub(in crate::planner) struct DiagonalCrossbar;

impl Algorithm for DiagonalCrossbar {
    fn name(&self) -> &'static str {
        "diagonal-crossbar"
    }

    fn collective(&self) -> &'static str {
        "all-reduce"
    }

    fn about(&self) -> &'static str {
        "every row reduces on the diagonal, whose nodes run a census; then every row hears of it"
    }

    fn source(&self) -> &'static str {
        "derived here; cf. Hromkovic et al."
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "mesh" | "torus");
        applies.then_some(Use::further("two sides"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        diagonal::fits(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = format!("({}) (t_s + m t_w)", diagonal::STEPS);
        Some(ClosedForm { formula, source: self.source(), textbook: None })
    }

    fn step_costs(&self, _family: &'static dyn Family, _sides: usize) -> Option<StepCosts> {
        Some(StepCosts::steps(diagonal::STEPS, "t_s + m t_w"))
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let blocks = request.instance.all_blocks();
        Box::new(Diagonal::new(&request.topology, blocks, Wanted::Sum))
    }
}
