//! The effect of a step of a turn: the states before and after it, and its conditions.
//!
//! Each of these is a lemma of `specs/lemmas.md`, with the same name as its case here.

use super::INDEX;
use super::need::{
    AHEAD, BIT, BLOCKS, DISTANCE, Effect, FIRST, KINDS, LINK, MULTIPLES, NEW, NEXT, Need, POWER,
    SENDERS, THERE, Why, distance, one, p, signed, zero,
};
use super::pairs::{digit, handed, multiplied, onwards, own, rested, sides};
use super::rule::{State, Turn};
use hockney_base::rule::{Load, Move, Place, Senders};
use hockney_base::term::Term;

/// The conditions for a step to satisfy the port rules and to use no link twice.
pub(super) fn links(place: Place, turn: &Turn) -> Vec<Need> {
    let by = distance(turn);
    let xor = matches!(turn.send.to, Move::Xor(_));
    let inside = |of: &Term, why| Need::at_least(&p(), &of.plus(&one()), why);
    let mut needs =
        vec![Need::whole(by, DISTANCE), Need::at_least(by, &one(), DISTANCE), inside(by, DISTANCE)];
    // A number below a power of two stays below it across its bits, and so does p - 1.
    if xor {
        needs.push(Need::power_of_two(&p(), POWER));
    }
    match &turn.send.senders {
        Senders::Everyone => {}
        Senders::Only(at) => needs.extend([
            Need::whole(at, SENDERS),
            Need::at_least(at, &zero(), SENDERS),
            inside(at, SENDERS),
        ]),
        Senders::Every { first, stride, last } => needs.extend([
            Need::whole(first, SENDERS),
            Need::whole(stride, SENDERS),
            Need::at_least(first, &zero(), SENDERS),
            Need::at_least(stride, &one(), SENDERS),
            Need::at_least(last, first, SENDERS),
            inside(last, SENDERS),
        ]),
    }
    match (place, xor, &turn.send.senders) {
        // The only message of a step shares no link.
        (Place::Pairs | Place::Cube, ..) | (_, false, Senders::Only(_)) => {}
        // The arcs of length one together are the whole tour.
        (Place::Tour, false, Senders::Everyone) => needs.push(Need::same(by, &one(), LINK)),
        (Place::Tour, false, Senders::Every { first, stride, last }) => needs.extend([
            Need::at_least(stride, by, LINK),
            Need::at_least(&p().plus(first), &last.plus(by), LINK),
        ]),
        // Messages across the same bit have the same distance.
        (Place::CubeInOrder, true, _) => needs.push(Need::power_of_two(by, LINK)),
        // No lemma covers these.
        _ => needs.push(Need::same(&zero(), &one(), LINK)),
    }
    needs
}

/// The number of blocks of a message; `None` for all data.
pub(super) fn blocks(load: &Load<Term>) -> Option<Term> {
    Some(match load {
        // The last two are refused.
        Load::Everything | Load::Before(_) | Load::TheirHalf => return None,
        Load::Own => one(),
        Load::Interval(first, last)
        | Load::Clipped(first, last)
        | Load::Onwards { targets: (first, last), .. } => last.minus(first).plus(&one()),
        Load::Subcube(low, high) => high.minus(low).power_of_two(),
        // As many distances have a bit as do not, if p is a power of two.
        Load::Digit(_) => p().over(&Term::whole(2)),
        Load::Sides { low, high } => low.plus(&Term::name("d")).minus(high).power_of_two(),
        Load::Apart { stride, origins: (first, last) } => {
            last.minus(first).over(stride).plus(&one())
        }
    })
}

/// Whether two formulas are the same in the last step. This only guesses the lemma; the conditions prove it.
pub(super) type Same<'a> = &'a dyn Fn(&Term, &Term) -> bool;

/// The effect of a step, by its load, its senders and the state; otherwise why no lemma applies.
pub(super) fn effect(
    turn: &Turn,
    there: &State,
    by: Option<&Term>,
    same: Same,
) -> Result<Effect, Why> {
    match (&turn.send.load, &turn.send.senders) {
        (Load::Everything, Senders::Everyone) => heard(turn, there),
        (Load::Everything, _) if matches!(there, State::Parts | State::Runs(_)) => runs(turn),
        (Load::Everything, _) => spread(turn, same),
        (Load::Interval(first, last), senders) => {
            let ends = [first, last];
            let own = ends.iter().all(|end| same(end, &zero()));
            match by.filter(|by| own && same(distance(turn), by)) {
                Some(by) => handed(turn, ends, by),
                None if *senders == Senders::Everyone => joined(turn, ends, there, same),
                None => served(turn, ends, same),
            }
        }
        (Load::Clipped(first, last), _) => halves(turn, [first, last]),
        (Load::Subcube(low, high), Senders::Everyone) => across(turn, [low, high], same),
        (Load::Onwards { origin, targets: (first, last) }, Senders::Everyone) => {
            if same(origin, &zero()) {
                multiplied(turn, origin, [first, last])
            } else {
                onwards(turn, there, origin, [first, last])
            }
        }
        (Load::Apart { stride, origins: (first, last) }, Senders::Everyone) => {
            rested(turn, stride, [first, last])
        }
        (Load::Own, Senders::Everyone) => own(turn, there),
        (Load::Sides { low, high }, Senders::Everyone) => sides(turn, low, high),
        (Load::Digit(bit), Senders::Everyone) => digit(turn, bit),
        _ => Err(KINDS),
    }
}

fn twice(of: &Term) -> Term {
    Term::whole(2).times(of)
}

/// Every position sends the sum that it knows of its subcube, or all its signals.
fn heard(turn: &Turn, there: &State) -> Result<Effect, Why> {
    let state = match (there, &turn.send.to) {
        (State::Parts | State::Sums(_), Move::Xor(_)) => State::Sums,
        (State::Heard(_), Move::Ahead(_)) => State::Heard,
        (State::Heard(_) | State::HeardAcross(_), Move::Xor(_)) => State::HeardAcross,
        (State::Parts | State::Sums(_) | State::Heard(_) | State::HeardAcross(_), _) => {
            return Err(KINDS);
        }
        _ => return Err(FIRST),
    };
    let by = distance(turn);
    let xor = matches!(turn.send.to, Move::Xor(_));
    let needs = if xor { vec![Need::power_of_two(by, BIT)] } else { Vec::new() };
    Ok(Effect::of(state(by.clone()), state(twice(by)), needs))
}

/// Every position with a receiver at this distance sends it the sum of its run.
fn runs(turn: &Turn) -> Result<Effect, Why> {
    let (Move::Ahead(by), Senders::Every { first, stride, last }) =
        (&turn.send.to, &turn.send.senders)
    else {
        return Err(KINDS);
    };
    let needs = vec![
        Need::same(first, &zero(), AHEAD),
        Need::same(stride, &one(), AHEAD),
        Need::same(&last.plus(by).plus(&one()), &p(), AHEAD),
    ];
    Ok(Effect::of(State::Runs(by.clone()), State::Runs(twice(by)), needs))
}

/// The positions with all data send them: the first positions, or the multiples of a number.
fn spread(turn: &Turn, same: Same) -> Result<Effect, Why> {
    let (first, stride, last) = match (&turn.send.senders, &turn.send.to) {
        (Senders::Everyone, _) | (_, Move::Back(_)) => return Err(KINDS),
        (Senders::Only(at), _) => (at, one(), at),
        (Senders::Every { first, stride, last }, _) => (first, stride.clone(), last),
    };
    let by = distance(turn);
    if !same(&stride, &one()) {
        let needs = multiples(turn, first, &stride, last);
        let (before, after) = (State::Multiples(stride), State::Multiples(by.clone()));
        return Ok(Effect::of(before, after, needs).only_new());
    }
    let (have, then) = (first.plus(by), last.plus(by).plus(&one()));
    let mut needs = vec![
        Need::same(&stride, &one(), NEXT),
        Need::at_least(&have, &last.plus(&one()), THERE),
        Need::at_least(&p(), &then, NEW),
    ];
    if matches!(turn.send.to, Move::Xor(_)) {
        // Below a power of two its bit is 0, so XOR adds it.
        needs.push(Need::power_of_two(by, BIT));
        needs.push(Need::at_least(by, &last.plus(&one()), BIT));
    }
    Ok(Effect::of(State::First(have), State::First(then), needs).only_new())
}

/// The senders are all multiples of twice the distance with a receiver.
fn multiples(turn: &Turn, first: &Term, stride: &Term, last: &Term) -> Vec<Need> {
    let by = distance(turn);
    let mut needs = vec![
        Need::same(stride, &twice(by), NEXT),
        Need::same(first, &zero(), MULTIPLES),
        Need::same(&last.plus(by).plus(&one()), &p(), MULTIPLES),
    ];
    if matches!(turn.send.to, Move::Xor(_)) {
        needs.push(Need::power_of_two(by, BIT));
    }
    needs
}

/// The multiples of a number, each with as many blocks or all up to the last, hand over those from their
/// distance on. The first position's message is the longest, because it is not clipped.
fn halves(turn: &Turn, [from, to]: [&Term; 2]) -> Result<Effect, Why> {
    let (Senders::Every { first, stride, last }, Move::Ahead(by) | Move::Xor(by)) =
        (&turn.send.senders, &turn.send.to)
    else {
        return Err(KINDS);
    };
    let mut needs = multiples(turn, first, stride, last);
    needs.extend([
        Need::at_least(stride, &to.plus(&one()), THERE),
        Need::same(from, by, NEXT),
        Need::same(to, &stride.minus(&one()), NEXT),
        Need::at_least(&p(), &to.plus(&one()), BLOCKS),
    ]);
    let (before, after) = (State::Leaders(stride.clone()), State::Leaders(by.clone()));
    Ok(Effect::of(before, after, needs).only_new())
}

/// The first position sends one position its block; or the position at a distance of at least half of p all
/// blocks from there on.
fn served(turn: &Turn, [from, to]: [&Term; 2], same: Same) -> Result<Effect, Why> {
    let (Senders::Only(at), Move::Ahead(by)) = (&turn.send.senders, &turn.send.to) else {
        return Err(KINDS);
    };
    let mut needs = vec![Need::same(at, &zero(), FIRST), Need::same(from, by, NEXT)];
    if same(from, to) {
        needs.push(Need::same(to, from, NEXT));
        let (before, after) = (State::Served(by.clone()), State::Served(by.plus(&one())));
        return Ok(Effect::of(before, after, needs).only_new());
    }
    needs.push(Need::same(&to.plus(&one()), &p(), NEXT));
    needs.push(Need::at_least(&twice(by), &p(), NEXT));
    let (before, after) = (State::Root, State::Leaders(by.clone()));
    Ok(Effect::of(before, after, needs).only_new())
}

/// The data of v + [a, b] at v + g are [a - g, b - g] there: they are adjacent to the receiver's data, on one
/// side.
fn joined(turn: &Turn, [a, b]: [&Term; 2], there: &State, same: Same) -> Result<Effect, Why> {
    let by = signed(turn).ok_or(KINDS)?;
    let [low, high] = match there {
        State::Own | State::Leaders(_) => [zero(), zero()],
        State::Interval(ends) => ends.clone(),
        _ => return Err(FIRST),
    };
    let (from, to) = (a.minus(&by), b.minus(&by));
    let next = to.plus(&one());
    let (before, after) = if same(&next.with(INDEX, &turn.from), &low) {
        ([next, high.clone()], [from, high])
    } else {
        ([low.clone(), from.minus(&one())], [low, to])
    };
    let needs = vec![
        Need::at_least(b, a, BLOCKS),
        // One end is where they are adjacent.
        Need::whole(&b.minus(a), BLOCKS),
        Need::at_least(a, &before[0], THERE),
        Need::at_least(&before[1], b, THERE),
        // At most one round: no position has a block twice.
        Need::at_least(&p().plus(&after[0]), &after[1].plus(&one()), NEW),
    ];
    Ok(Effect::of(State::Interval(before), State::Interval(after), needs).only_new())
}

/// All data cross a bit next to those of the subcube.
fn across(turn: &Turn, bits: [&Term; 2], same: Same) -> Result<Effect, Why> {
    let Move::Xor(by) = &turn.send.to else { return Err(KINDS) };
    let [low, high] = bits;
    let (after, bit) = if same(by, &high.power_of_two()) {
        ([low.clone(), high.plus(&one())], high.clone())
    } else {
        ([low.minus(&one()), high.clone()], low.minus(&one()))
    };
    // A whole distance below p = 2^d makes the bit one of 0, .., d - 1, and so are all before it.
    let needs = vec![Need::same(by, &bit.power_of_two(), BIT), Need::at_least(high, low, BLOCKS)];
    Ok(Effect::of(State::Subcube(bits.map(Term::clone)), State::Subcube(after), needs).only_new())
}
