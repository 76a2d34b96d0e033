//! What a step of a turn does, and the side conditions under which it does so.

use super::Refusal;
use super::polynomial::{Atom, Monomial, Polynomial};
use super::rule::{Move, State, Turn};
use super::scope::Scope;
use super::term::Term;
use crate::number::Rational;

/// A side condition of a step.
#[derive(Clone, Debug)]
pub(super) enum Need {
    /// It is never below 0.
    AtLeast0(Term),
    /// It is whole.
    Whole(Term),
    /// The two are the same.
    Same(Term, Term),
    /// It is a power of two.
    PowerOfTwo(Term),
}

/// What is said where it is not seen to hold.
pub(super) type Why = &'static str;

pub(super) const THERE: Why = "what is sent is not seen to be there";
pub(super) const NEXT: Why = "what arrives does not make what is there next";
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
pub(super) const KINDS: Why = "no lemma speaks of this load from these senders over this way";

/// What a step does.
#[derive(Debug)]
pub(super) struct Effect {
    /// What is there before step i.
    pub before: State,
    /// What is there after it.
    pub after: State,
    /// In every step.
    pub needs: Vec<(Need, Why)>,
    /// In every step that is followed by another.
    pub onwards: Vec<(Need, Why)>,
    /// Whether nobody receives what it has.
    pub new: bool,
}

pub(super) fn p() -> Term {
    Term::name("p")
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
        Move::Back(by) => Some(Term::whole(-1).times(by)),
        Move::Xor(_) => None,
    }
}

/// Is it seen to hold?
pub(super) fn holds(scope: &Scope, need: &Need) -> Result<bool, Refusal> {
    Ok(match need {
        Need::AtLeast0(of) => scope.not_negative(&scope.polynomial(of)?),
        Need::Whole(of) => scope.is_whole(&scope.polynomial(of)?),
        Need::Same(one, other) => scope.polynomial(one)? == scope.polynomial(other)?,
        Need::PowerOfTwo(of) => power_of_two(scope, &scope.polynomial(of)?),
    })
}

/// Is it 2^x for a whole x >= 0?
pub(super) fn power_of_two(scope: &Scope, of: &Polynomial) -> bool {
    let powers =
        |monomial: &Monomial| monomial.keys().all(|atom| matches!(atom, Atom::PowerOfTwo(_)));
    let term = of.as_term();
    let one = |coefficient: &Rational| {
        coefficient.floor_log2().is_some() && coefficient.floor_log2() == coefficient.ceil_log2()
    };
    term.is_some_and(|(monomial, coefficient)| powers(monomial) && one(coefficient))
        && scope.is_whole(of)
}
