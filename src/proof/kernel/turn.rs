//! What a step of a turn does: who has what before it and after it, and what must hold for that.
//!
//! Each of these is a lemma of `specs/lemmas.md`, with the same name as its case here.

use super::INDEX;
use super::rule::{Load, Move, Place, Senders, State, Turn};
use super::term::Term;

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

fn p() -> Term {
    Term::name("p")
}

fn one() -> Term {
    Term::whole(1)
}

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

fn distance(turn: &Turn) -> &Term {
    match &turn.to_whom {
        Move::Ahead(by) | Move::Back(by) | Move::Xor(by) => by,
    }
}

/// How far a message goes: back is below 0.
fn signed(turn: &Turn) -> Option<Term> {
    match &turn.to_whom {
        Move::Ahead(by) => Some(by.clone()),
        Move::Back(by) => Some(Term::whole(-1).times(by)),
        Move::Xor(_) => None,
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

/// What is there of those before and after, where a turn brings one more of each step.
fn brought(turn: &Turn, there: &State, origin: &Term) -> Option<[State; 2]> {
    let [before, after] = match there {
        State::Pairs => [Term::whole(0), Term::whole(0)],
        State::Brought(sides) => sides.clone(),
        _ => return None,
    };
    let minus = Term::whole(-1).times(origin);
    Some(match &turn.to_whom {
        Move::Ahead(_) => {
            [State::Brought([minus.minus(&one()), after.clone()]), State::Brought([minus, after])]
        }
        Move::Back(_) => [
            State::Brought([before.clone(), origin.minus(&one())]),
            State::Brought([before, origin.clone()]),
        ],
        Move::Xor(_) => return None,
    })
}

/// What goes on in step i + 1 is among what came in step i, and of that the receiver keeps its own.
fn onwards(turn: &Turn, there: &State, origin: &Term, targets: &[Term; 2]) -> Option<Effect> {
    let by = signed(turn)?;
    let [a, b] = targets;
    let at_first = |term: &Term| term.with(INDEX, &turn.from);
    let next = |term: &Term| term.with(INDEX, &Term::name(INDEX).plus(&one()));
    // As the receiver sees them.
    let (came, came_a, came_b) = (origin.minus(&by), a.minus(&by), b.minus(&by));
    let [before, after] = brought(turn, there, &came)?;
    let needs = vec![
        (Need::Same(at_first(origin), Term::whole(0)), THERE),
        (Need::AtLeast0(b.minus(a)), THERE),
        (Need::AtLeast0(p().minus(&one()).minus(&b.minus(a))), THERE),
        (Need::Whole(a.clone()), THERE),
        (Need::Whole(b.clone()), THERE),
        (Need::AtLeast0(Term::whole(-1).times(&came_a)), NEXT),
        (Need::AtLeast0(came_b.clone()), NEXT),
    ];
    let onwards = vec![
        (Need::Same(next(origin), came), THERE),
        (Need::AtLeast0(next(a).minus(&came_a)), THERE),
        (Need::AtLeast0(came_b.minus(&next(b))), THERE),
    ];
    Some(Effect { before, after, needs, onwards, new: false })
}

/// Everyone sends its own block for its receiver, directly.
fn own(turn: &Turn, there: &State) -> Option<Effect> {
    let [before, after] = match (signed(turn), &turn.to_whom) {
        (Some(by), _) => brought(turn, there, &Term::whole(-1).times(&by))?,
        (None, Move::Xor(by)) => [State::Across(by.minus(&one())), State::Across(by.clone())],
        (None, _) => return None,
    };
    Some(Effect { before, after, needs: vec![], onwards: vec![], new: false })
}

/// Across bits of a group, what is for the receiver's side from those that differ in lower bits only.
fn sides(turn: &Turn, low: &Term, high: &Term) -> Option<Effect> {
    let Move::Xor(by) = &turn.to_whom else { return None };
    let others = by.over(&low.power_of_two());
    let needs = vec![
        (Need::Whole(low.clone()), GROUP),
        (Need::Whole(high.clone()), GROUP),
        (Need::AtLeast0(low.clone()), GROUP),
        (Need::AtLeast0(Term::name("d").minus(high)), GROUP),
        (Need::Whole(others.clone()), GROUP),
        (Need::AtLeast0(high.power_of_two().minus(&one()).minus(by)), GROUP),
    ];
    let group = |others: Term| State::Grouped([low.clone(), high.clone(), others]);
    Some(Effect {
        before: group(others.minus(&one())),
        after: group(others),
        needs,
        onwards: Vec::new(),
        new: false,
    })
}

/// Every block goes as far as one more bit of its way says.
fn digit(turn: &Turn, bit: &Term) -> Option<Effect> {
    let Move::Ahead(by) = &turn.to_whom else { return None };
    let needs =
        vec![(Need::Same(by.clone(), bit.power_of_two()), BIT), (Need::PowerOfTwo(p()), POWER)];
    let (before, after) = (State::Carried(bit.clone()), State::Carried(bit.plus(&one())));
    Some(Effect { before, after, needs, onwards: Vec::new(), new: false })
}

/// Positions hand on their own block by the distance of the shift: one after another, or all at once.
fn handed(turn: &Turn, blocks: [&Term; 2], by: &Term) -> Option<Effect> {
    if !matches!(turn.to_whom, Move::Ahead(_)) {
        return None;
    }
    let [before, after] = match &turn.senders {
        Senders::Everyone => [Term::whole(0), p()],
        Senders::Only(at) => [at.clone(), at.plus(&one())],
        Senders::Every { .. } => return None,
    };
    let own = blocks.map(|end| (Need::Same(end.clone(), Term::whole(0)), THERE));
    let far = (Need::Same(distance(turn).clone(), by.clone()), NEXT);
    Some(Effect {
        before: State::Handed([before, by.clone()]),
        after: State::Handed([after, by.clone()]),
        needs: own.into_iter().chain([far]).collect(),
        onwards: Vec::new(),
        new: false,
    })
}
