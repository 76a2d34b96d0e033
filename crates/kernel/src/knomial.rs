//! Lemma K-nomial: the tree to a base K, whose steps go down level by level and digit by digit.
//!
//! Its turn counts from 1 - N to 0, so that step -((K - 1) l + c - 1) is that of digit c of level l.

use super::INDEX;
use super::need::{MULTIPLES, NEXT, Need, one, p, zero};
use super::rule::{Load, Move, Place, Senders, Turn};
use super::scope::{Scope, Whole};
use super::term::{Function, Term};

/// The number of steps yet to come.
const LEFT: &str = "j";

/// A turn that may be such a tree.
pub(super) struct Knomial {
    /// The number of steps.
    pub steps: Term,
    /// The definitions of the names in any step.
    pub scope: Scope,
    /// The conditions for it to be the tree.
    pub needs: Vec<Need>,
}

impl Knomial {
    /// The tree that a turn has to be, if the senders of its last step are the multiples of a number K >= 2.
    pub(super) fn of(sizes: &Scope, place: Place, turn: &Turn) -> Option<Self> {
        let (Place::Pairs, Load::Everything, Senders::Every { first, stride, last }) =
            (place, &turn.load, &turn.senders)
        else {
            return None;
        };
        let Move::Ahead(by) = &turn.to_whom else { return None };
        let base = sizes.polynomial(&stride.with(INDEX, &zero())).ok()?.as_number()?.to_i64()?;
        let k = Term::whole(Some(base).filter(|base| *base >= 2)?);
        let power = |of: Term| Term::Power(Box::new(k.clone()), Box::new(of));
        let (digits, to_zero) = (k.minus(&one()), Term::name(INDEX).negative());
        let unit = power(to_zero.over(&digits).apply(Function::Floor));
        let digit = Term::Apply(Function::Mod, vec![to_zero, digits.clone()]).plus(&one());
        let log = |of: &Term| of.clone().apply(Function::Log2);
        let above = log(&p()).over(&log(&k)).apply(Function::Ceil).minus(&one());
        let not_negative = |of: Term| Term::Apply(Function::Max, vec![zero(), of]);
        let top = p().over(&power(not_negative(above.clone()))).apply(Function::Ceil);
        let steps = not_negative(digits.times(&above).plus(&top).minus(&one()));
        let needs = vec![
            Need::same(&turn.from, &one().minus(&steps), NEXT),
            Need::same(&turn.to, &one(), NEXT),
            Need::same(stride, &k.times(&unit), NEXT),
            Need::same(by, &digit.times(&unit), NEXT),
            Need::same(first, &zero(), MULTIPLES),
            Need::same(&last.plus(by).plus(&one()), &p(), MULTIPLES),
        ];
        // No step has an i above 0.
        let mut scope = sizes.and(LEFT, Whole::from(0));
        scope.means.insert(INDEX.to_owned(), Term::name(LEFT).negative());
        Some(Knomial { steps, scope, needs })
    }
}
