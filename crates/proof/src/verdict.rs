//! The final verdict on a claim: proved, refuted, or undecided with the reason.

use super::boxes;
use super::certificate::{Accepted, Certificate, FORMAT};
use super::compared::{Compared, Differs, compare, requests};
use super::find::find;
use super::refuted::{Counterexample, refute};
use super::statement::{Statement, Unreadable};
use hockney_core::topology::{Family, Sizes, Topology};
use hockney_formula::{self as formula, Given};
use hockney_kernel::{Scope, Term};
use hockney_plan::planner::{Algorithm, PlanError, fitted};

/// A proof with its premises.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The proof.
    pub certificate: Certificate,
    /// The values in each case.
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
    /// The planner refuses all small sizes, and why.
    NotPlanned(PlanError),
    /// The claim holds with t_h = 0, and nothing is known of its terms in t_h.
    Hops(Box<Statement>),
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
    prove_where(algorithm, family, sides, total, &Given::default(), most)
}

/// The same for the sizes of which some facts are given.
pub fn prove_where(
    algorithm: &Algorithm,
    family: &'static Family,
    sides: usize,
    total: Option<&str>,
    given: &Given,
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
        Ok(Compared { refused: Some(why), schedules: 0, .. }) => return Verdict::NotPlanned(why),
        Ok(compared) => compared,
        Err(differs) => return Verdict::Misstated(differs),
    };
    let statement = Statement::new(family, sides, &costs, total, given);
    let (statement, mut claim) = match statement.and_then(|of| Ok((of.claim()?, of))) {
        Ok((claim, of)) => (of, claim),
        Err(unreadable) => return Verdict::Unreadable(unreadable),
    };
    // Steps are stated without hops, which all take no time where t_h is 0.
    let hops = claim.total.mentions(HOP);
    claim.total = claim.total.with(HOP, &Term::whole(0));
    let cases = match find(&claim) {
        Ok(_) if hops => return Verdict::Hops(Box::new(statement)),
        Ok(cases) => cases,
        Err(why) => {
            let total = formula::parse(total).ok().filter(|_| !statement.in_groups());
            let planned = |scope: &Scope| is_planned(algorithm, family, sides, scope);
            return match refute(&claim, total.as_ref(), &planned) {
                Some(mut counterexample) => {
                    if let ([(name, value)], true) =
                        (&mut *counterexample.at, costs.multiples_of > 1)
                    {
                        (*name, *value) = ("p".to_owned(), *value * i64::from(costs.multiples_of));
                    }
                    counterexample.at.extend(hops.then(|| (HOP.to_owned(), 0)));
                    Verdict::Refuted(Box::new(statement), counterexample)
                }
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
        conditions: algorithm.conditions(family).into_iter().map(str::to_owned).collect(),
        statement,
        cases,
    };
    // The proof as it will be written, with its texts, and not as it was found.
    match certificate.check() {
        Ok(accepted) => Verdict::Proved(Box::new(Proved { certificate, accepted, compared })),
        Err(fault) => Verdict::NotProved(Box::new(certificate.statement), fault.to_string()),
    }
}

/// The time of a hop where all links are alike.
const HOP: &str = "t_h";

/// Whether the planner plans the algorithm at a size; of a grid of which only p is known, on a line.
fn is_planned(algorithm: &Algorithm, family: &'static Family, sides: usize, scope: &Scope) -> bool {
    let value = |name: &str| scope.polynomial(&Term::name(name)).ok()?.as_number()?.to_u64();
    let Some(p) = value("p") else { return false };
    let sizes = match family.sizes() {
        Sizes::One | Sizes::PowerOfTwo => vec![p],
        Sizes::Sides => {
            let line = || (1..sides).map(|_| 1).chain([p]).collect();
            let sides = (1..=sides).map(|j| value(&format!("k_{j}"))).collect::<Option<_>>();
            sides.unwrap_or_else(line)
        }
        // Boxes and graphs take every size.
        Sizes::Machine(_) | Sizes::Links => return true,
    };
    let Ok(topology) = Topology::new(family, &sizes) else { return false };
    requests(algorithm, &topology).iter().any(|request| fitted(algorithm, request).is_ok())
}
