//! A plan that was checked, and its price.

use std::fmt;

use super::Plan;
use crate::checker::{Certified, Checked, Report};
use crate::collective::Schedule;
use crate::cost::{Model, Prices, price};

/// A plan and what the checker found.
pub struct CheckedPlan<'a> {
    /// What was planned.
    pub plan: Plan<'a>,
    /// The schedule that was looked at, and what was found.
    pub checked: Checked,
}

impl CheckedPlan<'_> {
    /// The proof that no rule is broken.
    ///
    /// # Errors
    /// How many rules are broken, of a counterexample.
    pub fn certified(&self) -> Result<CertifiedPlan<'_>, Refused> {
        let refused = || Refused {
            algorithm: self.plan.algorithm().name(),
            faults: self.checked.report().counts.total(),
        };
        self.checked.certified().map(CertifiedPlan).ok_or_else(refused)
    }
}

/// A plan in which no rule is broken: only such a one is priced.
#[derive(Clone, Copy, Debug)]
pub struct CertifiedPlan<'a>(Certified<'a>);

impl<'a> CertifiedPlan<'a> {
    /// The schedule.
    pub fn schedule(self) -> &'a Schedule {
        self.0.schedule()
    }

    /// What the checker found; no violation.
    pub fn report(self) -> &'a Report {
        self.0.report()
    }

    /// What each step costs, and all of them.
    pub fn price(self, model: Model) -> Prices {
        price(self.schedule(), &self.report().measures, model)
    }
}

/// A plan that the checker refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The algorithm.
    pub algorithm: &'static str,
    /// In how many places it breaks a rule.
    pub faults: u64,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schedule of {} is refused in {} places", self.algorithm, self.faults)
    }
}

impl std::error::Error for Refused {}
