//! A checked plan and its cost.

use thiserror::Error;

use super::Plan;
use hockney_core::checker::{Certified, Checked, Report};
use hockney_core::collective::Schedule;
use hockney_cost::{Model, Prices, price};

/// A plan and the report of the checker.
pub struct CheckedPlan<'a> {
    /// The plan.
    pub plan: Plan<'a>,
    /// The checked schedule and the report.
    pub checked: Checked,
}

impl CheckedPlan<'_> {
    /// The proof that the schedule breaks no rule.
    ///
    /// # Errors
    /// The number of violations of a counterexample.
    pub fn certified(&self) -> Result<CertifiedPlan<'_>, Refused> {
        let refused = || Refused {
            algorithm: self.plan.algorithm().name(),
            faults: self.checked.report().counts.total(),
        };
        self.checked.certified().map(CertifiedPlan).ok_or_else(refused)
    }
}

/// A plan without violations. Only such a plan has a cost.
#[derive(Clone, Copy, Debug)]
pub struct CertifiedPlan<'a>(Certified<'a>);

impl<'a> CertifiedPlan<'a> {
    /// The schedule.
    pub fn schedule(self) -> &'a Schedule {
        self.0.schedule()
    }

    /// The report of the checker, without violations.
    pub fn report(self) -> &'a Report {
        self.0.report()
    }

    /// The cost of each step and the total.
    pub fn price(self, model: Model) -> Prices {
        price(self.schedule(), &self.report().measures, model)
    }
}

/// A plan with violations.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the schedule of {algorithm} is invalid in {faults} places")]
pub struct Refused {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The number of violations.
    pub faults: u64,
}
