//! The effect of a step of a turn on blocks for pairs and on shifted blocks.

use super::INDEX;
use super::need::{
    BIT, BLOCKS, Effect, FIRST, GROUP, KINDS, NEXT, Need, POWER, THERE, Why, distance, one, p,
    signed, zero,
};
use super::rule::{State, Turn};
use hockney_base::rule::{Move, Senders};
use hockney_base::term::Term;

/// The states before and after a turn that adds one position per step.
fn brought(turn: &Turn, there: &State, origin: &Term) -> Result<[State; 2], Why> {
    let [before, after] = match there {
        State::Pairs => [zero(), zero()],
        State::Brought(sides) => sides.clone(),
        _ => return Err(FIRST),
    };
    let sides = match &turn.send.to {
        Move::Ahead(_) => {
            let minus = origin.negative();
            [[minus.minus(&one()), after.clone()], [minus, after]]
        }
        Move::Back(_) => [[before.clone(), origin.minus(&one())], [before, origin.clone()]],
        Move::Xor(_) => return Err(KINDS),
    };
    Ok(sides.map(State::Brought))
}

/// The blocks sent in step i + 1 are among those received in step i, and the receiver keeps its own.
pub(super) fn onwards(
    turn: &Turn,
    there: &State,
    origin: &Term,
    [a, b]: [&Term; 2],
) -> Result<Effect, Why> {
    let by = signed(turn).ok_or(KINDS)?;
    let next = |term: &Term| term.with(INDEX, &Term::name(INDEX).plus(&one()));
    // From the receiver's view.
    let (came, came_a, came_b) = (origin.minus(&by), a.minus(&by), b.minus(&by));
    let [before, after] = brought(turn, there, &came)?;
    let needs = vec![
        Need::same(&origin.with(INDEX, &turn.from), &zero(), THERE),
        Need::at_least(b, a, BLOCKS),
        Need::at_least(&p().plus(a), &b.plus(&one()), BLOCKS),
        Need::whole(a, BLOCKS),
        Need::whole(b, BLOCKS),
        Need::at_least(&zero(), &came_a, NEXT),
        Need::at_least(&came_b, &zero(), NEXT),
    ];
    let onwards = vec![
        Need::same(&next(origin), &came, THERE),
        Need::at_least(&next(a), &came_a, THERE),
        Need::at_least(&came_b, &next(b), THERE),
    ];
    Ok(Effect { onwards, ..Effect::of(before, after, needs) })
}

/// Each position sends its own block for its receiver, directly.
pub(super) fn own(turn: &Turn, there: &State) -> Result<Effect, Why> {
    let [before, after] = match (signed(turn), distance(turn)) {
        (Some(by), _) => brought(turn, there, &by.negative())?,
        (None, by) => [by.minus(&one()), by.clone()].map(State::Across),
    };
    Ok(Effect::of(before, after, Vec::new()))
}

/// Across the bits of a group: the blocks for the receiver's side from those that differ in lower bits only.
pub(super) fn sides(turn: &Turn, low: &Term, high: &Term) -> Result<Effect, Why> {
    let Move::Xor(by) = &turn.send.to else { return Err(KINDS) };
    let others = by.over(&low.power_of_two());
    let needs = vec![
        Need::whole(low, GROUP),
        Need::whole(high, GROUP),
        Need::at_least(low, &zero(), GROUP),
        Need::at_least(&Term::name("d"), high, GROUP),
        Need::whole(&others, GROUP),
        Need::at_least(&high.power_of_two(), &by.plus(&one()), GROUP),
    ];
    let group = |others: Term| State::Grouped([low.clone(), high.clone(), others]);
    Ok(Effect::of(group(others.minus(&one())), group(others), needs))
}

/// Every block moves by one more bit of its distance.
pub(super) fn digit(turn: &Turn, bit: &Term) -> Result<Effect, Why> {
    let Move::Ahead(by) = &turn.send.to else { return Err(KINDS) };
    let needs = vec![Need::same(by, &bit.power_of_two(), BIT), Need::power_of_two(&p(), POWER)];
    let [before, after] = [bit.clone(), bit.plus(&one())].map(State::Carried);
    Ok(Effect::of(before, after, needs))
}

/// Every position sends its own blocks for the receiver and the next ones by a multiple of the base, which is the
/// distance between two steps.
pub(super) fn multiplied(
    turn: &Turn,
    origin: &Term,
    [first, last]: [&Term; 2],
) -> Result<Effect, Why> {
    let Move::Ahead(by) = &turn.send.to else { return Err(KINDS) };
    let next = by.with(INDEX, &Term::name(INDEX).plus(&one()));
    let (base, end) = (next.minus(by), last.plus(&one()));
    let needs = vec![
        Need::same(origin, &zero(), THERE),
        Need::same(first, by, THERE),
        Need::whole(&base, BLOCKS),
        Need::at_least(&base, &one(), BLOCKS),
        Need::whole(&by.over(&base), BLOCKS),
        Need::whole(last, BLOCKS),
        Need::at_least(last, first, BLOCKS),
        Need::at_least(&next, &end, BLOCKS),
        Need::at_least(&p(), &end, BLOCKS),
    ];
    let [before, after] = [by.clone(), end].map(|end| State::Multiplied([base.clone(), end]));
    Ok(Effect::of(before, after, needs))
}

/// Every block with this rest moves by it: those of all multiples of the base before the sender.
pub(super) fn rested(turn: &Turn, base: &Term, [first, last]: [&Term; 2]) -> Result<Effect, Why> {
    let Move::Ahead(by) = &turn.send.to else { return Err(KINDS) };
    let farthest = by.minus(first);
    let needs = vec![
        Need::same(last, &zero(), THERE),
        Need::whole(base, THERE),
        Need::at_least(base, &by.plus(&one()), THERE),
        Need::whole(&first.over(base), BLOCKS),
        Need::at_least(&zero(), first, BLOCKS),
        Need::at_least(&p(), &farthest.plus(&one()), BLOCKS),
        Need::at_least(&farthest.plus(base), &p(), NEXT),
    ];
    let [before, after] =
        [by.clone(), by.plus(&one())].map(|end| State::Rested([base.clone(), end]));
    Ok(Effect::of(before, after, needs))
}

/// Positions send their own block by the distance of the shift: one after another, or all at once.
pub(super) fn handed(turn: &Turn, blocks: [&Term; 2], by: &Term) -> Result<Effect, Why> {
    let (Move::Ahead(distance), sent) = (&turn.send.to, &turn.send.senders) else {
        return Err(KINDS);
    };
    let handed = match sent {
        Senders::Everyone => [zero(), p()],
        Senders::Only(at) => [at.clone(), at.plus(&one())],
        Senders::Every { .. } => return Err(KINDS),
    };
    let own = blocks.iter().map(|end| Need::same(end, &zero(), THERE));
    let needs = own.chain([Need::same(distance, by, NEXT)]).collect();
    let [before, after] = handed.map(|so_many| State::Handed([so_many, by.clone()]));
    Ok(Effect::of(before, after, needs))
}
