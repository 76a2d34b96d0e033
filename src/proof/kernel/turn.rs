//! What a step of a turn does: who has what before it and after it, and what must hold for that.
//!
//! Each of these is a lemma of `specs/lemmas.md`, with the same name as its case here.

use super::INDEX;
use super::need::{
    BIT, DISTANCE, Effect, LINK, MULTIPLES, NEW, NEXT, Need, SENDERS, THERE, Why, distance, one, p,
    signed,
};
use super::pairs::{digit, handed, onwards, own, sides};
use super::rule::{Load, Move, Place, Senders, State, Turn};
use super::term::Term;

/// What must hold for a step to keep the port rules, and to use no link twice.
pub(super) fn ways(place: Place, turn: &Turn) -> Vec<(Need, Why)> {
    let (distance, xor) = match &turn.to_whom {
        Move::Ahead(by) | Move::Back(by) => (by, false),
        Move::Xor(by) => (by, true),
    };
    let inside = |of: &Term| Need::AtLeast0(p().minus(&one()).minus(of));
    let mut needs = vec![
        (Need::Whole(distance.clone()), DISTANCE),
        (Need::AtLeast0(distance.minus(&one())), DISTANCE),
        (inside(distance), DISTANCE),
    ];
    // A number below a power of two keeps below it across its bits; and so does p - 1 itself.
    if xor {
        needs.push((Need::PowerOfTwo(p()), DISTANCE));
    }
    let single = match &turn.senders {
        Senders::Everyone => false,
        Senders::Only(at) => {
            needs.extend([
                (Need::Whole(at.clone()), SENDERS),
                (Need::AtLeast0(at.clone()), SENDERS),
                (inside(at), SENDERS),
            ]);
            true
        }
        Senders::Every { first, stride, last } => {
            needs.extend([
                (Need::Whole(first.clone()), SENDERS),
                (Need::Whole(stride.clone()), SENDERS),
                (Need::AtLeast0(first.clone()), SENDERS),
                (Need::AtLeast0(stride.minus(&one())), SENDERS),
                (Need::AtLeast0(last.minus(first)), SENDERS),
                (inside(last), SENDERS),
            ]);
            false
        }
    };
    let kinds = || (Need::AtLeast0(Term::whole(-1)), LINK);
    match (place, xor) {
        // The only message of a step is alone on its links.
        (Place::Tour | Place::Single, false) if single => {}
        (Place::Tour, false) => match &turn.senders {
            // The arcs of one further each are the whole tour.
            Senders::Every { first, stride, last } => {
                let round = p().minus(&last.minus(first)).minus(distance);
                needs.extend([
                    (Need::AtLeast0(stride.minus(distance)), LINK),
                    (Need::AtLeast0(round), LINK),
                ]);
            }
            Senders::Everyone | Senders::Only(_) => {
                needs.push((Need::Same(distance.clone(), one()), LINK));
            }
        },
        (Place::Pairs, _) => {}
        (Place::OneBit, true) => needs.push((Need::PowerOfTwo(distance.clone()), LINK)),
        _ => needs.push(kinds()),
    }
    needs
}

/// How many blocks a message has; `None` for everything.
pub(super) fn blocks(load: &Load) -> Option<Term> {
    Some(match load {
        Load::Everything => return None,
        Load::Own => one(),
        Load::Interval([first, last]) | Load::Onwards { targets: [first, last], .. } => {
            last.minus(first).plus(&one())
        }
        Load::Subcube([low, high]) => high.minus(low).power_of_two(),
        // As many ways have a bit as lack it, where p is a power of two.
        Load::Digit(_) => p().over(&Term::whole(2)),
        Load::Sides { low, high } => low.plus(&Term::name("d")).minus(high).power_of_two(),
    })
}

/// What a step does, by its load, its senders and what is there. Which lemma may hold is guessed by `same`;
/// that it holds is for the needs.
pub(super) fn effect(
    turn: &Turn,
    there: &State,
    by: Option<&Term>,
    same: &dyn Fn(&Term, &Term) -> bool,
) -> Option<Effect> {
    match (&turn.load, &turn.senders) {
        (Load::Everything, Senders::Everyone) => heard(turn, there),
        (Load::Everything, _) if matches!(there, State::Parts | State::Runs(_)) => runs(turn),
        (Load::Everything, _) => spread(turn, same),
        (Load::Interval([first, last]), _) => {
            let whole = [first, last].iter().all(|end| same(end, &Term::whole(0)));
            match by.filter(|by| whole && same(distance(turn), by)) {
                Some(by) => handed(turn, [first, last], by),
                None if turn.senders == Senders::Everyone => joined(turn, there, same),
                None => halves(turn, first, last),
            }
        }
        (Load::Subcube(bits), Senders::Everyone) => across(turn, bits, same),
        (Load::Onwards { origin, targets }, Senders::Everyone) => {
            onwards(turn, there, origin, targets)
        }
        (Load::Own, Senders::Everyone) => own(turn, there),
        (Load::Sides { low, high }, Senders::Everyone) => sides(turn, low, high),
        (Load::Digit(bit), Senders::Everyone) => digit(turn, bit),
        _ => None,
    }
}

fn twice(of: &Term) -> Term {
    Term::whole(2).times(of)
}

/// Everyone sends the sum that it knows of its subcube, or word of all that it has heard of.
fn heard(turn: &Turn, there: &State) -> Option<Effect> {
    let by = distance(turn);
    let state = match (there, &turn.to_whom) {
        (State::Parts | State::Sums(_), Move::Xor(_)) => State::Sums,
        (State::Heard(_), Move::Ahead(_)) => State::Heard,
        (State::Heard(_) | State::HeardAcross(_), Move::Xor(_)) => State::HeardAcross,
        _ => return None,
    };
    let xor = matches!(turn.to_whom, Move::Xor(_));
    let needs = if xor { vec![(Need::PowerOfTwo(by.clone()), BIT)] } else { Vec::new() };
    Some(Effect {
        before: state(by.clone()),
        after: state(twice(by)),
        needs,
        onwards: Vec::new(),
        new: false,
    })
}

/// Whoever has one that far ahead sends it the sum of its run.
fn runs(turn: &Turn) -> Option<Effect> {
    let (Move::Ahead(by), Senders::Every { first, stride, last }) = (&turn.to_whom, &turn.senders)
    else {
        return None;
    };
    let needs = vec![
        (Need::Same(first.clone(), Term::whole(0)), SENDERS),
        (Need::Same(stride.clone(), one()), SENDERS),
        (Need::Same(last.plus(by).plus(&one()), p()), SENDERS),
    ];
    let (before, after) = (State::Runs(by.clone()), State::Runs(twice(by)));
    Some(Effect { before, after, needs, onwards: Vec::new(), new: false })
}

/// Those that have everything send it: the first so many, or the multiples of a number.
fn spread(turn: &Turn, same: &dyn Fn(&Term, &Term) -> bool) -> Option<Effect> {
    let by = distance(turn);
    let xor = match &turn.to_whom {
        Move::Ahead(_) => false,
        Move::Xor(_) => true,
        Move::Back(_) => return None,
    };
    let (first, stride, last) = match &turn.senders {
        Senders::Everyone => return None,
        Senders::Only(at) => (at, one(), at),
        Senders::Every { first, stride, last } => (first, stride.clone(), last),
    };
    if !same(&stride, &one()) {
        let (needs, state) = (multiples(turn, &stride, first, last), State::Multiples);
        let (before, after) = (state(stride), state(by.clone()));
        return Some(Effect { before, after, needs, onwards: vec![], new: true });
    }
    let (have, then) = (first.plus(by), last.plus(by).plus(&one()));
    let mut needs = vec![
        (Need::Same(stride, one()), SENDERS),
        (Need::AtLeast0(have.minus(&one()).minus(last)), THERE),
        (Need::AtLeast0(p().minus(&then)), NEW),
    ];
    if xor {
        // Below a power of two its bit is not there yet, so that XOR adds it.
        needs.push((Need::PowerOfTwo(by.clone()), BIT));
        needs.push((Need::AtLeast0(by.minus(&one()).minus(last)), BIT));
    }
    let (before, after) = (State::First(have), State::First(then));
    Some(Effect { before, after, needs, onwards: vec![], new: true })
}

/// The senders are all multiples of twice the distance, which goes into p.
fn multiples(turn: &Turn, stride: &Term, first: &Term, last: &Term) -> Vec<(Need, Why)> {
    let by = distance(turn);
    let mut needs = vec![
        (Need::Same(stride.clone(), twice(by)), NEXT),
        (Need::Same(first.clone(), Term::whole(0)), MULTIPLES),
        (Need::Same(last.clone(), p().minus(stride)), MULTIPLES),
        (Need::Whole(p().over(stride)), MULTIPLES),
    ];
    if matches!(turn.to_whom, Move::Xor(_)) {
        needs.push((Need::PowerOfTwo(by.clone()), BIT));
    }
    needs
}

/// The multiples of a number, each with the blocks of as many, hand over the second half of them.
fn halves(turn: &Turn, first: &Term, last: &Term) -> Option<Effect> {
    let Senders::Every { first: begin, stride, last: end } = &turn.senders else { return None };
    if matches!(turn.to_whom, Move::Back(_)) {
        return None;
    }
    let by = distance(turn);
    let mut needs = multiples(turn, stride, begin, end);
    needs.push((Need::Same(first.clone(), by.clone()), THERE));
    needs.push((Need::Same(last.clone(), stride.minus(&one())), THERE));
    Some(Effect {
        before: State::Leaders(stride.clone()),
        after: State::Leaders(by.clone()),
        needs,
        onwards: Vec::new(),
        new: true,
    })
}

/// What arrives of v + [a, b] at v + g is [a - g, b - g] there: it joins on to what is there, at one
/// side.
fn joined(turn: &Turn, there: &State, same: &dyn Fn(&Term, &Term) -> bool) -> Option<Effect> {
    let Load::Interval([a, b]) = &turn.load else { return None };
    let by = signed(turn)?;
    let [low, high] = match there {
        State::Own => [Term::whole(0), Term::whole(0)],
        State::Interval(ends) => ends.clone(),
        _ => return None,
    };
    let (from, to) = (a.minus(&by), b.minus(&by));
    let at_first = |term: &Term| term.with(INDEX, &turn.from);
    let (before, after) = if same(&at_first(&to).plus(&one()), &low) {
        ([to.plus(&one()), high.clone()], [from, high])
    } else {
        ([low.clone(), from.minus(&one())], [low, to])
    };
    let needs = vec![
        (Need::AtLeast0(a.minus(&before[0])), THERE),
        (Need::AtLeast0(before[1].minus(b)), THERE),
        (Need::AtLeast0(b.minus(a)), THERE),
        // One end is where it joins on.
        (Need::Whole(b.minus(a)), THERE),
        // Not farther than round: nobody has a block twice.
        (Need::AtLeast0(p().minus(&one()).minus(&after[1].minus(&after[0]))), NEW),
    ];
    Some(Effect {
        before: State::Interval(before),
        after: State::Interval(after),
        needs,
        onwards: Vec::new(),
        new: true,
    })
}

/// All that is there crosses a bit next to those of the subcube.
fn across(turn: &Turn, bits: &[Term; 2], same: &dyn Fn(&Term, &Term) -> bool) -> Option<Effect> {
    let Move::Xor(by) = &turn.to_whom else { return None };
    let [low, high] = bits;
    let up = same(by, &high.power_of_two());
    let (after, bit) = if up {
        ([low.clone(), high.plus(&one())], high.clone())
    } else {
        ([low.minus(&one()), high.clone()], low.minus(&one()))
    };
    // A whole distance below p = 2^d makes the bit one of 0, .., d - 1, and so are all before it.
    let needs = vec![
        (Need::Same(by.clone(), bit.power_of_two()), BIT),
        (Need::AtLeast0(high.minus(low)), THERE),
    ];
    Some(Effect {
        before: State::Subcube(bits.clone()),
        after: State::Subcube(after),
        needs,
        onwards: Vec::new(),
        new: true,
    })
}
