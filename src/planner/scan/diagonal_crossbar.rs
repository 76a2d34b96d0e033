//! By way of the diagonal: rows sum up there, its nodes scan the sums of the rows, and every row
//! gets its prefixes.
//!
//! The step rule is that of `planner/diagonal.rs`. Cost: (2 ceil(log2 c) + ceil(log2 r))(t_s + m t_w)
//! for r rows and c columns, r <= c, with and without wraparound; inclusive and exclusive. All sums
//! are of runs, so the operator need not commute. Derived here.

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
        "scan"
    }

    fn about(&self) -> &'static str {
        "rows sum up on the diagonal, whose nodes scan the sums; then every row gets its prefixes"
    }

    fn source(&self) -> &'static str {
        "derived here"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        let applies = matches!(family.name(), "mesh" | "torus");
        applies.then_some(Use::further("two sides, no more rows than columns"))
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        diagonal::fits(self.name(), request)?;
        match request.topology.sizes() {
            [rows, columns] if rows > columns => Err(PlanError::TooManyRows(self.name())),
            _ => Ok(()),
        }
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
        Box::new(Diagonal::new(&request.topology, blocks, Wanted::Prefix))
    }
}
