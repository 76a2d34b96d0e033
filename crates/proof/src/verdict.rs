//! The final verdict on a claim: proved, refuted, or undecided with the reason.

use super::boxes;
use super::certificate::{Certificate, FORMAT};
use super::compared::{Compared, Differs, compare};
use super::find::find;
use super::refuted::{Counterexample, refute};
use super::statement::{Statement, Unreadable};
use hockney_core::topology::{Family, Sizes};
use hockney_kernel::Accepted;
use hockney_plan::planner::Algorithm;

/// A proof with its premises.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The proof.
    pub certificate: Certificate,
    /// The values that the kernel computed in each case.
    pub accepted: Vec<Accepted>,
    /// The schedules that have the stated step costs.
    pub compared: Compared,
}

/// The verdict on a claim.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The claim holds for all sizes.
    Proved(Box<Proved>),
    /// The claim is wrong, with a counterexample.
    Refuted(Box<Statement>, Counterexample),
    /// Some schedule differs from the stated costs.
    Misstated(Differs),
    /// The algorithm has no stated step costs.
    NoStepCosts,
    /// There is no closed form.
    NoClosedForm,
    /// A formula that the kernel cannot read.
    Unreadable(Unreadable),
    /// No proof was found, and why.
    NotProved(Box<Statement>, String),
}

/// Proves that the costs of an algorithm's steps add up to its closed form, or to another formula.
pub fn prove(
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
    total: Option<&str>,
    most: u32,
) -> Verdict {
    let form = algorithm.stated_form(family, sides);
    let Some(total) = total.or(form.as_ref().map(|form| form.formula.as_str())) else {
        return Verdict::NoClosedForm;
    };
    let Some(costs) = algorithm.stated_costs(family, sides) else { return Verdict::NoStepCosts };
    let compared = if costs.groups {
        boxes::compare(algorithm, family, &costs, most)
    } else {
        compare(algorithm, family, sides, &costs, most)
    };
    let compared = match compared {
        Ok(compared) => compared,
        Err(differs) => return Verdict::Misstated(differs),
    };
    let statement = Statement::new(family, sides, &costs, total);
    let (statement, claim) = match statement.and_then(|of| Ok((of.claim()?, of))) {
        Ok((claim, of)) => (of, claim),
        Err(unreadable) => return Verdict::Unreadable(unreadable),
    };
    let cases = match find(&claim) {
        Ok(cases) => cases,
        Err(why) => {
            return match refute(&claim) {
                Some(counterexample) => Verdict::Refuted(Box::new(statement), counterexample),
                None => Verdict::NotProved(Box::new(statement), why.to_string()),
            };
        }
    };
    let certificate = Certificate {
        format: FORMAT.to_owned(),
        collective: algorithm.collective().to_owned(),
        topology: family.name().to_owned(),
        sides: (family.sizes() == Sizes::Sides).then_some(sides),
        algorithm: algorithm.name().to_owned(),
        statement,
        cases,
    };
    // The proof as it will be written, with its texts, and not as it was found.
    match certificate.check() {
        Ok(accepted) => Verdict::Proved(Box::new(Proved { certificate, accepted, compared })),
        Err(fault) => Verdict::NotProved(Box::new(certificate.statement), fault.to_string()),
    }
}
