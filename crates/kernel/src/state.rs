//! Decides whether two descriptions of a state are equal.

use super::Refusal;
use super::need::Meanings;
use super::rule::State;
use super::rule::StateKind::{
    self, Across, All, Brought, Delivered, Exchanged, First, Grouped, Handed, Heard, Interval,
    Leaders, Multiples, Multiplied, Own, Pairs, Parts, Prefixes, Rested, Root, Runs, Served,
    Shifted, Subcube, Sums,
};
use super::scope::Scope;
use hockney_base::term::Term;

/// A state of the first kind is also one of the second kind, with these terms, under a condition on its own terms.
const ALSO: [(StateKind, &str, StateKind, &[&str]); 31] = [
    (First, "x = 1", Root, &[]),
    (First, "x = p", All, &[]),
    (Served, "x = 1", Root, &[]),
    (Served, "x = p", Own, &[]),
    // The only multiple of a number from p on is 0.
    (Multiples, "x >= p", Root, &[]),
    (Multiples, "x = 1", All, &[]),
    (Leaders, "x >= p", Root, &[]),
    (Leaders, "x = 1", Own, &[]),
    (Sums, "x = 1", Parts, &[]),
    (Sums, "x = p", All, &[]),
    (Sums, "x = p", Prefixes, &[]),
    (Runs, "x = 1", Parts, &[]),
    (Runs, "x >= p", Prefixes, &[]),
    (Interval, "x = 0; y = 0", Own, &[]),
    (Interval, "y - x + 1 = p", All, &[]),
    (Subcube, "x = y", Own, &[]),
    (Subcube, "2^(y - x) = p", All, &[]),
    (Handed, "x = 0", Own, &[]),
    (Handed, "x = p", Shifted, &["y"]),
    (Brought, "x = 0; y = 0", Pairs, &[]),
    (Brought, "x + y + 1 = p", Delivered, &[]),
    (Across, "x = 0", Pairs, &[]),
    (Across, "x + 1 = p", Delivered, &[]),
    // Blocks at a distance below the base move by 0 times the base.
    (Multiplied, "x >= y", Pairs, &[]),
    (Rested, "y = 1; x >= p", Pairs, &[]),
    (Rested, "y >= x", Delivered, &[]),
    (Rested, "y >= p", Delivered, &[]),
    (Exchanged, "x = 0", Pairs, &[]),
    (Exchanged, "x = d", Delivered, &[]),
    (Grouped, "z = 0", Exchanged, &["x"]),
    (Grouped, "z = 2^(y - x) - 1", Exchanged, &["y"]),
];

impl State {
    /// The same with a name replaced by a term.
    #[must_use]
    pub fn with(&self, name: &str, value: &Term) -> Self {
        let terms = self.terms.iter().map(|term| term.with(name, value)).collect();
        State { kind: self.kind, terms }
    }

    fn meanings(&self) -> Meanings {
        let terms = ["x", "y", "z"].into_iter().zip(&self.terms);
        terms.fold(Meanings::default(), |meanings, (name, is)| meanings.and(name, is))
    }

    /// All that it also is.
    fn forms(&self, scope: &Scope) -> Result<Vec<State>, Refusal> {
        let mut forms = vec![self.clone()];
        for (_, when, kind, terms) in ALSO.iter().filter(|(kind, ..)| *kind == self.kind) {
            let meanings = self.meanings();
            if meanings.hold(scope, when)? {
                let terms = terms.iter().map(|text| meanings.term(text)).collect();
                forms.extend(State { kind: *kind, terms }.forms(scope)?);
            }
        }
        Ok(forms)
    }

    /// Whether it is of the same kind, with terms of the same values.
    fn equals(&self, other: &Self, scope: &Scope) -> Result<bool, Refusal> {
        let alike = self.kind == other.kind && self.terms.len() == other.terms.len();
        self.terms.iter().zip(&other.terms).try_fold(alike, |alike, (one, other)| {
            Ok(alike && scope.polynomial(one)? == scope.polynomial(other)?)
        })
    }
}

/// Whether all data of a state are present.
pub(super) fn is(scope: &Scope, there: &State, state: &State) -> Result<bool, Refusal> {
    // One position has all data.
    if Meanings::default().hold(scope, "p = 1")? {
        return Ok(true);
    }
    let wanted = state.terms.first().cloned().unwrap_or(Term::whole(0));
    let meanings = there.meanings().and("wanted", &wanted);
    let holds = |texts| meanings.hold(scope, texts);
    match (there.kind, state.kind) {
        (Heard, Heard) => return holds("x >= wanted"),
        (Multiplied, Rested) if holds("y >= p; x = wanted")? => {
            return is(scope, &State { kind: Rested, terms: vec![wanted, Term::whole(1)] }, state);
        }
        // The block of the position that is this far before is among these.
        (Interval, Shifted) => {
            let back = "-wanted >= x; y >= -wanted";
            return Ok(holds(back)? || holds("p - wanted >= x; y >= p - wanted")?);
        }
        _ => {}
    }
    let forms = state.forms(scope)?;
    for one in there.forms(scope)? {
        for other in &forms {
            if one.equals(other, scope)? {
                return Ok(true);
            }
        }
    }
    // A shift by 0.
    Ok((there.kind, state.kind) == (Own, Shifted) && holds("wanted = 0")?)
}
