//! What a step of a turn does, and the side conditions under which it does so.

use super::Refusal;
use super::polynomial::{Atom, Polynomial};
use super::rule::{Move, State, Turn};
use super::scope::Scope;
use super::simplify::exact_log2;
use super::term::Term;

/// What is said where a side condition is not seen to hold.
pub(super) type Why = &'static str;

pub(super) const THERE: Why = "what is sent is not seen to be there";
pub(super) const BLOCKS: Why =
    "what is sent is not seen to be a whole number of blocks, at least one and none twice";
pub(super) const NEXT: Why = "what arrives does not make what is there next";
pub(super) const BOUNDS: Why = "its first and last step are not seen to be whole and in order";
pub(super) const FIRST: Why = "what the first step needs is not seen to be there";
pub(super) const NONE: Why = "where it has no step, not as much is seen to be there";
pub(super) const NEW: Why = "the receivers are not seen to be new, and within the positions";
pub(super) const BIT: Why = "what is crossed is not seen to be the bit that it should be";
pub(super) const GROUP: Why = "the bits of a group are not seen to be in order, and crossed in it";
pub(super) const POWER: Why = "the positions are not seen to be a power of two";
pub(super) const DISTANCE: Why = "a message may go nowhere, or farther than round";
pub(super) const SENDERS: Why = "the senders are not seen to be positions, from first to last";
pub(super) const LINK: Why = "two messages may want the same link";
pub(super) const MULTIPLES: Why =
    "the senders are not seen to be the multiples of what goes into p";
pub(super) const AHEAD: Why = "the senders are not seen to be all that have one so far ahead";
pub(super) const KINDS: Why = "no lemma speaks of this load from these senders over this way";

/// A side condition of a step.
#[derive(Clone, Debug)]
pub(super) struct Need {
    of: Term,
    must_be: fn(&Scope, &Polynomial) -> bool,
    /// What is said where it is not seen to hold.
    pub why: Why,
}

impl Need {
    /// The first is not below the second.
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

    /// Is it seen to hold?
    pub(super) fn holds(&self, scope: &Scope) -> Result<bool, Refusal> {
        Ok((self.must_be)(scope, &scope.polynomial(&self.of)?))
    }
}

/// What a step does.
#[derive(Debug)]
pub(super) struct Effect {
    /// What is there before step i.
    pub before: State,
    /// What is there after it.
    pub after: State,
    /// In every step.
    pub needs: Vec<Need>,
    /// In every step that is followed by another.
    pub onwards: Vec<Need>,
    /// Whether nobody receives what it has.
    pub new: bool,
}

impl Effect {
    /// Of a step whose receivers may have what they get.
    pub(super) fn of(before: State, after: State, needs: Vec<Need>) -> Self {
        Effect { before, after, needs, onwards: Vec::new(), new: false }
    }

    /// The same where nobody receives what it has.
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
    match &turn.to_whom {
        Move::Ahead(by) | Move::Back(by) | Move::Xor(by) => by,
    }
}

/// How far a message goes: back is below 0.
pub(super) fn signed(turn: &Turn) -> Option<Term> {
    match &turn.to_whom {
        Move::Ahead(by) => Some(by.clone()),
        Move::Back(by) => Some(by.negative()),
        Move::Xor(_) => None,
    }
}

/// Is it 2^x for a whole x >= 0?
pub(super) fn power_of_two(scope: &Scope, of: &Polynomial) -> bool {
    let power = of.only_term().is_some_and(|(monomial, coefficient)| {
        monomial.keys().all(|atom| matches!(atom, Atom::PowerOfTwo(_)))
            && exact_log2(coefficient).is_some()
    });
    power && scope.is_whole(of)
}
