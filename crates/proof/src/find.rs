//! Finds proofs: the case distinction, and in each case the sum of the first steps.
//!
//! Nothing here needs to be trusted. The kernel checks the result as text, and rejects it if it is wrong.

use thiserror::Error;

use super::certificate::{CaseText, RangeText};
use super::statement::read;
use super::written::Written;
use super::{longer, modulus};
use hockney_base::number::Rational;
use hockney_kernel::{
    self as kernel, Atom, Case, Claim, INDEX, Monomial, Polynomial, Range, Refusal, Scope, Term,
    Whole, power_of_two, scope_of,
};

/// The maximum number of turns for any stated cost; a sum without a solution would run forever.
const MOST_TURNS: usize = 400;

/// The maximum number of cases of a readable proof; with three sides there would soon be thousands.
const MOST_CASES: usize = 128;

/// The case distinctions of the sizes, from coarse to fine.
const LADDER: usize = 8;

/// Why no proof was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotFound {
    /// The kernel's reason.
    #[error("{}", Written(.0))]
    Refused(Refusal),
    /// A cost that is no increment of a known sum.
    #[error("no rule computes `the sum of {} over i`", Written(.0))]
    Sum(Polynomial),
}

impl From<Refusal> for NotFound {
    fn from(refusal: Refusal) -> Self {
        NotFound::Refused(refusal)
    }
}

/// Searches a proof of a claim: its cases.
///
/// # Errors
/// Why none was found: the kernel's reason for the finest attempt.
pub fn find(claim: &Claim) -> Result<Vec<CaseText>, NotFound> {
    let mut last = NotFound::Refused(Refusal::TooLarge);
    for rung in 0..LADDER {
        match attempt(claim, rung) {
            Ok(found) => return Ok(found),
            // A missing case is less informative than a wrong sum.
            Err(NotFound::Refused(Refusal::TooLarge)) => {}
            Err(refusal) => last = refusal,
        }
    }
    Err(last)
}

fn attempt(claim: &Claim, rung: usize) -> Result<Vec<CaseText>, NotFound> {
    let mut cases = vec![Vec::new()];
    for (name, least) in &claim.domain {
        cases = longer(&cases, |_| kinds(name, *least, rung, modulus(claim.phases.iter())));
    }
    if cases.len() > MOST_CASES {
        return Err(Refusal::TooLarge.into());
    }
    let (mut texts, mut read) = (Vec::new(), Vec::new());
    for ranges in cases {
        let bare = Case { ranges: ranges.clone(), sums: Vec::new() };
        let scope = scope_of(claim, &bare);
        let sums =
            claim.phases.iter().map(|phase| sum(&scope, phase)).collect::<Result<Vec<_>, _>>()?;
        let terms = sums.iter().map(term).collect::<Result<_, _>>()?;
        let named = claim.domain.iter().zip(&ranges);
        texts.push(CaseText {
            ranges: named.map(|((name, _), range)| RangeText::of(name, *range)).collect(),
            sums: sums.iter().map(|sum| Written(sum).to_string()).collect(),
        });
        read.push(Case { ranges, sums: terms });
    }
    kernel::accept(claim, &read)?;
    Ok(texts)
}

/// The ranges of a name at a level of the case distinction.
fn kinds(name: &str, least: i64, rung: usize, modulus: Option<i64>) -> Vec<Range> {
    let each = |values: i64, modulus: i64| {
        let single = (least..least + values).map(Range::Is);
        let of = |residue| Range::Of(Whole { least: least + values, modulus, residue });
        single.chain((0..modulus).map(of)).collect()
    };
    match rung {
        // Pieces and ways are divisors, and never counted in halves.
        _ if name == "n" || name == "R" || rung == 0 => vec![Range::Of(Whole::from(least))],
        1 => each(1, 1),
        2 => each(0, 2),
        3 => each(0, 4),
        4 => each(3, 2),
        5 => each(4, 4),
        6 => each(0, 3),
        // By the rests of a number that the costs have.
        _ => modulus.map_or_else(|| each(0, 1), |modulus| each(modulus - 1, modulus)),
    }
}

/// G with G(i+1) - G(i) = cost and G(from) = 0.
fn sum(scope: &Scope, phase: &kernel::Phase) -> Result<Polynomial, NotFound> {
    let (from, to) = (scope.polynomial(&phase.from)?, scope.polynomial(&phase.to)?);
    if from == to {
        return Ok(Polynomial::default());
    }
    let first = scope.least(&from).and_then(|first| first.floor().to_i64()).unwrap_or(0);
    let within = scope.and(INDEX, Whole::from(first));
    let cost = within.polynomial(&phase.cost)?;
    let growing = summed(&within, cost)?;
    Ok(growing.minus(&scope.polynomial(&term(&growing)?.with(INDEX, &phase.from))?))
}

/// A sum with this increment, term by term.
fn summed(scope: &Scope, mut left: Polynomial) -> Result<Polynomial, NotFound> {
    let none = |left: &Polynomial| NotFound::Sum(left.clone());
    let mut sum = Polynomial::default();
    for _ in 0..MOST_TURNS {
        if left.is_zero() {
            return Ok(sum);
        }
        // An atom that contains i is paired with the same at i + 1: K A(i) - K A(i + 1).
        let part = halving(scope, &left).or_else(|| highest(&left)).ok_or_else(|| none(&left))?;
        let rise = next(scope, &part)?.minus(&part);
        left = left.minus(&rise);
        sum = sum.plus(&part);
    }
    Err(none(&left))
}

/// -K A(i) for a term K A(i) where A(i + 1) is there too.
fn halving(scope: &Scope, left: &Polynomial) -> Option<Polynomial> {
    for (monomial, coefficient) in left.terms() {
        let hidden = |(atom, exponent): &(&Atom, &i64)| {
            matches!(atom, Atom::Apply(..)) && atom.mentions(INDEX) && **exponent == 1
        };
        let Some((atom, _)) = monomial.iter().find(hidden) else { continue };
        let next = next(scope, &Polynomial::atom(atom.clone())).ok()?;
        if left.atoms().any(|other| next.as_atom() == Some(other)) {
            return Some(Polynomial::term(monomial.clone(), -coefficient));
        }
    }
    None
}

/// For a term c K i^a 2^(bi) with the highest a: a sum with this increment and lower terms. For b = 0 it is c
/// K i^(a+1)/(a+1) (Faulhaber), otherwise c K i^a 2^(bi)/(2^b - 1).
fn highest(left: &Polynomial) -> Option<Polynomial> {
    let index = Atom::Name(INDEX.to_owned());
    let power = Atom::PowerOfTwo(Box::new(index.clone()));
    let of = |monomial: &Monomial, atom: &Atom| monomial.get(atom).copied().unwrap_or(0);
    let (monomial, coefficient) = left.terms().max_by_key(|(monomial, _)| of(monomial, &index))?;
    let plain = |atom: &Atom| *atom == index || *atom == power || !atom.mentions(INDEX);
    let (a, b) = (of(monomial, &index), of(monomial, &power));
    if !monomial.keys().all(plain) || !(0..=16).contains(&a) || b.abs() > 16 {
        return None;
    }
    let mut raised = monomial.clone();
    raised.remove(&index);
    let (exponent, lead) = if b == 0 {
        (a + 1, Rational::from(a + 1))
    } else {
        (a, power_of_two(&b.into())? - Rational::one())
    };
    if exponent > 0 {
        raised.insert(index, exponent);
    }
    Some(Polynomial::term(raised, coefficient.checked_div(&lead)?))
}

fn next(scope: &Scope, of: &Polynomial) -> Result<Polynomial, Refusal> {
    scope.polynomial(&term(of)?.with(INDEX, &Term::of("i + 1")))
}

/// A polynomial as a formula.
fn term(of: &Polynomial) -> Result<Term, Refusal> {
    read(&Written(of).to_string()).map_err(|why| Refusal::UnknownName(why.to_string()))
}
