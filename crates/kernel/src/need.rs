//! The effect of a step of a turn, and its side conditions.

use super::Refusal;
use super::polynomial::{Atom, Polynomial};
use super::rule::State;
use super::rule::Turn;
use super::scope::Scope;
use super::simplify::exact_log2;
use hockney_base::rule::Move;
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

/// A side condition of a step.
#[derive(Clone, Debug)]
pub(super) struct Need {
    of: Term,
    must_be: fn(&Scope, &Polynomial) -> bool,
    /// The message if it is not proved.
    pub why: Why,
}

impl Need {
    /// The first is at least the second.
    pub(super) fn at_least(of: &Term, least: &Term, why: Why) -> Self {
        Need { of: of.minus(least), must_be: Scope::not_negative, why }
    }

    pub(super) fn whole(of: &Term, why: Why) -> Self {
        Need { of: of.clone(), must_be: Scope::is_whole, why }
    }

    pub(super) fn same(one: &Term, other: &Term, why: Why) -> Self {
        Need { of: one.minus(other), must_be: |_, difference| difference.is_zero(), why }
    }

    pub(super) fn power_of_two(of: &Term, why: Why) -> Self {
        Need { of: of.clone(), must_be: power_of_two, why }
    }

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
    pub needs: Vec<Need>,
    /// The conditions of every step except the last.
    pub onwards: Vec<Need>,
    /// Whether no position receives data that it has.
    pub new: bool,
}

impl Effect {
    /// A step whose receivers may have the data already.
    pub(super) fn of(before: State, after: State, needs: Vec<Need>) -> Self {
        Effect { before, after, needs, onwards: Vec::new(), new: false }
    }

    /// The same if no position receives data that it has.
    pub(super) fn only_new(self) -> Self {
        Effect { new: true, ..self }
    }
}

pub(super) fn p() -> Term {
    Term::name("p")
}

pub(super) fn zero() -> Term {
    Term::whole(0)
}

pub(super) fn one() -> Term {
    Term::whole(1)
}

pub(super) fn distance(turn: &Turn) -> &Term {
    match &turn.send.to {
        Move::Ahead(by) | Move::Back(by) | Move::Xor(by) => by,
    }
}

/// The distance of a message: negative for back.
pub(super) fn signed(turn: &Turn) -> Option<Term> {
    match &turn.send.to {
        Move::Ahead(by) => Some(by.clone()),
        Move::Back(by) => Some(by.negative()),
        Move::Xor(_) => None,
    }
}

/// Whether it is 2^x for a whole x >= 0.
pub(super) fn power_of_two(scope: &Scope, of: &Polynomial) -> bool {
    let power = of.only_term().is_some_and(|(monomial, coefficient)| {
        monomial.keys().all(|atom| matches!(atom, Atom::PowerOfTwo(_)))
            && exact_log2(coefficient).is_some()
    });
    power && scope.is_whole(of)
}
