//! Side conditions, written as in `specs/lemmas.md`: `last + by + 1 = p; by whole`.
//!
//! The names are those of the sizes, and those that a lemma gives to the parts of a step or of a state. A text that
//! cannot be read is a name without a definition, which is refused.

use super::Refusal;
use super::polynomial::{Atom, Polynomial};
use super::rule::{State, StateKind};
use super::scope::Scope;
use super::simplify::exact_log2;
use hockney_base::term::Term;

/// The message for a side condition that is not proved.
pub(super) type Why = &'static str;

pub(super) const THERE: Why = "the sender does not provably have the data that it sends";
pub(super) const BLOCKS: Why = "a message does not provably carry one or more distinct blocks";
pub(super) const NEXT: Why = "the received data do not give the state of the next step";
pub(super) const BOUNDS: Why =
    "its first and last step are not provably integers in ascending order";
pub(super) const FIRST: Why = "the data for the first step are not provably there";
pub(super) const NONE: Why = "without steps, the data are not provably there";
pub(super) const END: Why = "the rule does not provably end with all data in place";
pub(super) const NEW: Why = "the receivers are not provably new positions within range";
pub(super) const BIT: Why = "the step does not provably cross the expected bit";
pub(super) const GROUP: Why = "the bits of a group are not provably in order and crossed within it";
pub(super) const POWER: Why = "the number of positions is not provably a power of two";
pub(super) const DISTANCE: Why = "a message may have distance 0, or more than one round";
pub(super) const SENDERS: Why = "the senders are not provably positions in ascending order";
pub(super) const LINK: Why = "two messages may use the same link";
pub(super) const MULTIPLES: Why =
    "the senders are not provably all multiples of a number with a receiver";
pub(super) const AHEAD: Why =
    "the senders are not provably all positions with a receiver at this distance";
pub(super) const KINDS: Why = "no lemma covers this load with these senders and routes";

/// What the names of a lemma stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Meanings(pub Vec<(&'static str, Term)>);

impl Meanings {
    /// The same with one more name.
    pub(super) fn and(&self, name: &'static str, is: &Term) -> Self {
        let mut more = self.clone();
        more.0.push((name, is.clone()));
        more
    }

    /// The same with a name for a formula in those so far.
    pub(super) fn define(&self, name: &'static str, text: &str) -> Self {
        self.and(name, &self.term(text))
    }

    /// A formula, with the meaning of each name in its place.
    pub(super) fn term(&self, text: &str) -> Term {
        let values: Vec<_> = self.0.iter().map(|(name, is)| (*name, is)).collect();
        Term::of(text).with_all(&values)
    }

    /// The same with names for the terms of a state.
    pub(super) fn with_terms(self, state: &State, names: [&'static str; 2]) -> Self {
        names.into_iter().zip(&state.terms).fold(self, |more, (name, is)| more.and(name, is))
    }

    /// States of a kind, with terms that are formulas.
    pub(super) fn states(&self, kind: StateKind, terms: [&[&str]; 2]) -> [State; 2] {
        let state = |terms: &[&str]| terms.iter().map(|text| self.term(text)).collect();
        terms.map(|terms| State { kind, terms: state(terms) })
    }

    /// Conditions, each list of them with its message.
    pub(super) fn needs(&self, lists: &[(Why, &str)]) -> Vec<Condition> {
        let of = |(why, texts): &(Why, &'_ str)| {
            let why = *why;
            texts.split("; ").map(|text| self.need(text, why)).collect::<Vec<_>>()
        };
        lists.iter().flat_map(of).collect()
    }

    /// Whether all conditions of a list are proved.
    pub(super) fn hold(&self, scope: &Scope, texts: &str) -> Result<bool, Refusal> {
        let mut texts = texts.split("; ");
        texts.try_fold(true, |all, text| Ok(all && self.need(text, "").holds(scope)?))
    }

    fn need(&self, text: &str, why: Why) -> Condition {
        let need = RELATIONS.iter().find_map(|(relation, must_be)| {
            let (one, other) = text.split_once(relation)?;
            let one = self.term(one);
            let of = if other.is_empty() { one } else { one.minus(self.term(other)) };
            Some(Condition { of, must_be: *must_be, why })
        });
        need.unwrap_or(Condition { of: Term::name(text), must_be: |_, _| false, why })
    }
}

/// Whether a condition is proved, by the value of its left side, or of the difference of its sides.
type Proves = fn(&Scope, &Polynomial) -> bool;

const RELATIONS: [(&str, Proves); 4] = [
    (" >= ", Scope::not_negative),
    (" = ", |_, difference| difference.is_zero()),
    (" whole", Scope::is_whole),
    (" is a power of two", power_of_two),
];

/// A side condition of a step.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    of: Term,
    must_be: Proves,
    /// The message if it is not proved.
    pub why: Why,
}

impl Condition {
    /// Whether it is proved.
    pub(super) fn holds(&self, scope: &Scope) -> Result<bool, Refusal> {
        Ok((self.must_be)(scope, &scope.polynomial(&self.of)?))
    }
}

/// The effect of a step.
#[derive(Debug)]
pub(super) struct Effect {
    /// The state before step i.
    pub before: State,
    /// The state after it.
    pub after: State,
    /// The conditions of every step.
    pub needs: Vec<Condition>,
    /// The conditions of every step except the last.
    pub onwards: Vec<Condition>,
    /// Whether no position receives data that it has.
    pub new: bool,
}

/// Whether it is 2^x for a whole x >= 0.
fn power_of_two(scope: &Scope, of: &Polynomial) -> bool {
    let power = of.only_term().is_some_and(|(monomial, coefficient)| {
        monomial.keys().all(|atom| matches!(atom, Atom::PowerOfTwo(_)))
            && exact_log2(coefficient).is_some()
    });
    power && scope.is_whole(of)
}
