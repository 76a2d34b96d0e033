//! The kernel accepts or rejects a proof that step costs add up to a closed form for all sizes.
//!
//! It knows only numbers, neither the origin of the proof nor schedules. The claim is
//!
//! > for all whole numbers of a domain, the sum over the phases of `repeat` times the sum of
//! > `cost` over i = from, .., to - 1 is `total`.
//!
//! A proof is a list of cases that cover the domain, and in each case a sum G(i) for each phase. The kernel
//! checks that from <= to are whole, that G(from) = 0, and that G(i+1) - G(i) = cost, so that by induction
//! G(i) is the cost of the steps before i. It also checks that the sums G(to) add up to `total`. Each is an
//! identity between polynomials, checked by their coefficients.

mod certify;
mod cover;

mod need;
mod pairs;
mod polynomial;
mod rule;
mod scope;
mod simplify;
mod sizes;

mod state;
mod turn;

pub use certify::certify;
pub use polynomial::{Atom, Monomial, Polynomial};
pub use rule::{Domain, Lines, RuleClaim, RuleRefusal, Split, Stage, State, StateKind, Steps};
pub use scope::{Scope, Whole, power_of_two};

pub use hockney_base::term::{Function, Term};

/// The name that counts the steps of a phase.
pub const INDEX: &str = "i";

/// Consecutive steps whose cost is a formula in i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The first i.
    pub from: Term,
    /// The end (exclusive) of i.
    pub to: Term,
    /// The cost of step i.
    pub cost: Term,
    /// The number of repetitions of the phase.
    pub repeat: Term,
}

impl Phase {
    /// Its formulas: from, to, cost and repeat.
    pub fn terms(&self) -> [&Term; 4] {
        [&self.from, &self.to, &self.cost, &self.repeat]
    }
}

/// A claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Names of whole numbers, each with its least value. The domain contains all combinations.
    pub domain: Vec<(String, i64)>,
    /// Names defined by formulas in those: p = 2^d.
    pub means: Vec<(String, Term)>,
    /// The steps.
    pub phases: Vec<Phase>,
    /// Their total cost.
    pub total: Term,
}

/// The values of a name in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// This value.
    Is(i64),
    /// All values of a kind.
    Of(Whole),
}

/// A part of the domain and, for each phase, the sum of the steps before step i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// For each name of the domain, in its order.
    pub ranges: Vec<Range>,
    /// For each phase, in i.
    pub sums: Vec<Term>,
}

/// Checks the proof of a claim.
///
/// # Errors
/// The first condition that does not hold.
pub fn accept(claim: &Claim, cases: &[Case]) -> Result<(), Refusal> {
    let round = |of: &Term| claim.means.iter().any(|(name, _)| of.mentions(name));
    let means = claim.means.iter().map(|(name, of)| (name, round(of)));
    let names: Vec<_> = claim.domain.iter().map(|(name, _)| (name, false)).chain(means).collect();
    for (number, (name, round)) in names.iter().enumerate() {
        let again = names[..number].iter().any(|(other, _)| other == name);
        if *round || again || *name == INDEX || Scope::is_amount(name) {
            return Err(Refusal::TwoMeanings((*name).clone()));
        }
    }
    cover::covered(&claim.domain, cases)?;
    cases.iter().enumerate().try_for_each(|(k, case)| one_case(claim, case, k + 1))
}

fn one_case(claim: &Claim, case: &Case, number: usize) -> Result<(), Refusal> {
    let (sums, phases) = (case.sums.len(), claim.phases.len());
    if sums != phases {
        return Err(Refusal::Sums { case: number, sums, phases });
    }
    let scope = scope_of(claim, case);
    let mut steps = Polynomial::default();
    for (k, (phase, sum)) in claim.phases.iter().zip(&case.sums).enumerate() {
        let wrong = |what| Refusal::Wrong { case: number, phase: k + 1, what };
        let once = one_phase(&scope, phase, sum, &wrong)?;
        let repeat = scope.polynomial(&phase.repeat)?;
        if !scope.is_whole(&repeat) || !scope.not_negative(&repeat) {
            return Err(wrong(What::Repeat(repeat)));
        }
        steps = steps.plus(&once.times(&repeat).ok_or(Refusal::TooLarge)?);
    }
    let total = scope.polynomial(&claim.total)?;
    if steps != total {
        return Err(Refusal::Total { case: number, sum: steps, total });
    }
    Ok(())
}

/// The definitions of the names in a case.
pub fn scope_of(claim: &Claim, case: &Case) -> Scope {
    let mut scope = Scope::default();
    scope.means.extend(claim.means.iter().cloned());
    for ((name, least), range) in claim.domain.iter().zip(&case.ranges) {
        match range {
            Range::Is(value) => {
                scope.means.insert(name.clone(), Term::whole(*value));
            }
            Range::Of(whole) => {
                let whole = Whole { least: whole.least.max(*least), ..*whole };
                scope.whole.insert(name.clone(), whole);
            }
        }
    }
    scope
}

/// Checks a phase. Returns the cost of all its steps, without repetition.
fn one_phase(
    scope: &Scope,
    phase: &Phase,
    sum: &Term,
    wrong: &dyn Fn(What) -> Refusal,
) -> Result<Polynomial, Refusal> {
    let (from, to) = (scope.polynomial(&phase.from)?, scope.polynomial(&phase.to)?);
    let count = to.minus(&from);
    let whole = scope.is_whole(&from) && scope.is_whole(&to) && scope.not_negative(&count);
    let within = scope.within(&from).filter(|_| whole);
    let Some(within) = within else { return Err(wrong(What::Bounds(from, to))) };
    let base = scope.polynomial(&sum.with(INDEX, &phase.from))?;
    if !base.is_zero() {
        return Err(wrong(What::Base(base)));
    }
    let all = scope.polynomial(&sum.with(INDEX, &phase.to))?;
    if count.is_zero() {
        // There is no step to examine; its cost need not have a value.
        return Ok(all);
    }
    let cost = within.polynomial(&phase.cost)?;
    let before = within.polynomial(sum)?;
    let rise = within.polynomial(&sum.with(INDEX, &Term::of("i + 1")))?.minus(&before);
    if rise != cost {
        return Err(wrong(What::Step { rise, cost }));
    }
    Ok(all)
}

/// The error of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The bounds are not provably integers in order.
    Bounds(Polynomial, Polynomial),
    /// The sum of no steps is not 0.
    Base(Polynomial),
    /// The sum does not increase by the cost of a step.
    Step {
        /// G(i+1) - G(i).
        rise: Polynomial,
        /// The cost of step i.
        cost: Polynomial,
    },
    /// The number of repetitions is not provably a whole number.
    Repeat(Polynomial),
}

/// Why a proof is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A name without a definition.
    UnknownName(String),
    /// A name with two definitions.
    TwoMeanings(String),
    /// A division by a sum, or by a value that may be 0.
    Divides(Polynomial),
    /// A power that no rule computes.
    Power(Polynomial, Polynomial),
    /// A logarithm of a value that may be 0.
    Logarithm(Polynomial),
    /// Too many terms, or too deep nesting.
    TooLarge,
    /// Values of the domain that no case covers.
    Uncovered(String),
    /// A case without one range for each name.
    Ranges(usize),
    /// A number of sums that differs from the number of phases.
    Sums {
        /// The case.
        case: usize,
        /// The number of its sums.
        sums: usize,
        /// The number of phases.
        phases: usize,
    },
    /// A phase that does not hold.
    Wrong {
        /// The case.
        case: usize,
        /// The phase.
        phase: usize,
        /// The error.
        what: What,
    },
    /// The sum and the closed form are different polynomials.
    Total {
        /// The case.
        case: usize,
        /// The sum of the steps.
        sum: Polynomial,
        /// The claimed total.
        total: Polynomial,
    },
}
