//! Decides whether two descriptions of a state are equal.

use super::Refusal;
use super::polynomial::Polynomial;
use super::rule::State;
use super::scope::Scope;
use hockney_base::term::Term;

/// The states with names.
const NAMED: [State; 7] = [
    State::Root,
    State::Own,
    State::All,
    State::Parts,
    State::Prefixes,
    State::Pairs,
    State::Delivered,
];

impl State {
    /// The same with a name replaced by a term.
    #[must_use]
    pub fn with(&self, name: &str, value: &Term) -> Self {
        let mut with = self.clone();
        for term in with.terms_mut() {
            *term = term.with(name, value);
        }
        with
    }

    fn terms_mut(&mut self) -> &mut [Term] {
        match self {
            State::Root
            | State::Own
            | State::All
            | State::Parts
            | State::Prefixes
            | State::Pairs
            | State::Delivered => &mut [],
            State::Shifted(of)
            | State::First(of)
            | State::Multiples(of)
            | State::Leaders(of)
            | State::Served(of)
            | State::Sums(of)
            | State::Runs(of)
            | State::Heard(of)
            | State::HeardAcross(of)
            | State::Across(of)
            | State::Carried(of)
            | State::Exchanged(of) => std::slice::from_mut(of),
            State::Interval(of)
            | State::Subcube(of)
            | State::Brought(of)
            | State::Multiplied(of)
            | State::Rested(of)
            | State::Handed(of) => of,
            State::Grouped(of) => of,
        }
    }
}

/// Whether all data of a state are present.
pub(super) fn is(scope: &Scope, there: &State, state: &State) -> Result<bool, Refusal> {
    let value = |term: &Term| scope.polynomial(term);
    // One position has all data.
    if value(&Term::name("p"))? == Polynomial::number(1) {
        return Ok(true);
    }
    if let (
        State::Heard(one) | State::HeardAcross(one),
        State::Heard(wanted) | State::HeardAcross(wanted),
    ) = (there, state)
    {
        let (one, wanted) = (value(one)?, value(wanted)?);
        let alike = std::mem::discriminant(there) == std::mem::discriminant(state);
        let plain = wanted == Polynomial::number(1) || wanted == value(&Term::name("p"))?;
        return Ok((alike || plain) && scope.not_negative(&one.minus(&wanted)));
    }
    if let (Some(one), Some(other)) = (exchanged(scope, there)?, exchanged(scope, state)?) {
        return Ok(one == other);
    }
    if std::mem::discriminant(there) == std::mem::discriminant(state) {
        let (mut one, mut other) = (there.clone(), state.clone());
        let mut pairs = one.terms_mut().iter().zip(other.terms_mut());
        return pairs.try_fold(true, |same, (one, other)| Ok(same && value(one)? == value(other)?));
    }
    if let (State::Multiplied([base, end]), State::Rested([of, _])) = (there, state)
        && scope.not_negative(&value(end)?.minus(&value(&Term::name("p"))?))
        && value(base)? == value(of)?
    {
        return is(scope, &State::Rested([base.clone(), Term::whole(1)]), state);
    }
    for name in &NAMED {
        if named(scope, there, name)? && named(scope, state, name)? {
            return Ok(true);
        }
    }
    shifted(scope, there, state)
}

/// Whether it is the state with that name.
fn named(scope: &Scope, state: &State, name: &State) -> Result<bool, Refusal> {
    let p = Term::name("p");
    let same = |one: &Term, other: &Term| -> Result<bool, Refusal> {
        Ok(scope.polynomial(one)? == scope.polynomial(other)?)
    };
    let reaches = |of: &Term, end: &Term| -> Result<bool, Refusal> {
        Ok(scope.not_negative(&scope.polynomial(&of.minus(end))?))
    };
    let (none, one) = (Term::whole(0), Term::whole(1));
    match (name, state) {
        (State::Root, State::First(first) | State::Served(first))
        | (State::Parts, State::Sums(first)) => same(first, &one),
        // The only multiple of a number from p on is 0.
        (State::Root, State::Multiples(of) | State::Leaders(of))
        | (State::Prefixes, State::Runs(of)) => reaches(of, &p),
        (State::Own, State::Served(all))
        | (State::All, State::First(all) | State::Sums(all))
        | (State::Prefixes, State::Sums(all)) => same(all, &p),
        (State::All, State::Multiples(of))
        | (State::Own, State::Leaders(of))
        | (State::Parts, State::Runs(of)) => same(of, &one),
        (State::All, State::Interval([low, high])) => same(&high.minus(low).plus(&one), &p),
        (State::All, State::Subcube([low, high])) => same(&high.minus(low).power_of_two(), &p),
        (State::Own, State::Interval(ends)) | (State::Pairs, State::Brought(ends)) => {
            Ok(same(&ends[0], &none)? && same(&ends[1], &none)?)
        }
        (State::Own, State::Subcube([low, high])) => same(low, high),
        (State::Own, State::Handed([none_yet, _])) => same(none_yet, &none),
        (State::Delivered, State::Brought([before, after])) => {
            same(&before.plus(after).plus(&one), &p)
        }
        (State::Pairs, State::Across(of) | State::Carried(of)) => same(of, &none),
        // Blocks at a distance below the base move by 0 times the base.
        (State::Pairs, State::Multiplied([base, end])) => reaches(base, end),
        (State::Pairs, State::Rested([base, rest])) => Ok(same(rest, &one)? && reaches(base, &p)?),
        (State::Delivered, State::Rested([base, rest])) => {
            Ok(reaches(rest, base)? || reaches(rest, &p)?)
        }
        (State::Delivered, State::Carried(bits)) => same(&bits.power_of_two(), &p),
        (State::Delivered, State::Across(of)) => same(&of.plus(&one), &p),
        _ => Ok(name == state),
    }
}

/// The number of bits over which blocks for pairs are exchanged, if they are the first ones.
fn exchanged(scope: &Scope, state: &State) -> Result<Option<Polynomial>, Refusal> {
    Ok(match state {
        State::Pairs => Some(Polynomial::default()),
        State::Delivered => scope.polynomial(&Term::name("d")).ok(),
        State::Exchanged(bits) => Some(scope.polynomial(bits)?),
        State::Grouped([low, high, others]) => {
            let all = high.minus(low).power_of_two().minus(&Term::whole(1));
            let others = scope.polynomial(others)?;
            if others.is_zero() {
                Some(scope.polynomial(low)?)
            } else if others == scope.polynomial(&all)? {
                Some(scope.polynomial(high)?)
            } else {
                None
            }
        }
        _ => None,
    })
}

/// Whether every position has the block of the one this many before it.
fn shifted(scope: &Scope, there: &State, state: &State) -> Result<bool, Refusal> {
    let State::Shifted(by) = state else { return Ok(false) };
    let (by, p) = (scope.polynomial(by)?, scope.polynomial(&Term::name("p"))?);
    Ok(match there {
        State::Own => by.is_zero(),
        State::Handed([all, far]) => scope.polynomial(all)? == p && scope.polynomial(far)? == by,
        State::Interval([low, high]) => {
            let (low, high) = (scope.polynomial(low)?, scope.polynomial(high)?);
            let within = |at: &Polynomial| {
                scope.not_negative(&at.minus(&low)) && scope.not_negative(&high.minus(at))
            };
            let back = by.scaled(&(-1).into());
            within(&back) || within(&p.minus(&by))
        }
        _ => false,
    })
}
