//! What a step of a turn does with blocks for pairs and with blocks that are shifted.

use super::INDEX;
use super::need::{BIT, Effect, GROUP, NEXT, Need, POWER, THERE, distance, one, p, signed};
use super::rule::{Move, Senders, State, Turn};
use super::term::Term;

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
pub(super) fn onwards(
    turn: &Turn,
    there: &State,
    origin: &Term,
    targets: &[Term; 2],
) -> Option<Effect> {
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
pub(super) fn own(turn: &Turn, there: &State) -> Option<Effect> {
    let [before, after] = match (signed(turn), &turn.to_whom) {
        (Some(by), _) => brought(turn, there, &Term::whole(-1).times(&by))?,
        (None, Move::Xor(by)) => [State::Across(by.minus(&one())), State::Across(by.clone())],
        (None, _) => return None,
    };
    Some(Effect { before, after, needs: vec![], onwards: vec![], new: false })
}

/// Across bits of a group, what is for the receiver's side from those that differ in lower bits only.
pub(super) fn sides(turn: &Turn, low: &Term, high: &Term) -> Option<Effect> {
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
pub(super) fn digit(turn: &Turn, bit: &Term) -> Option<Effect> {
    let Move::Ahead(by) = &turn.to_whom else { return None };
    let needs =
        vec![(Need::Same(by.clone(), bit.power_of_two()), BIT), (Need::PowerOfTwo(p()), POWER)];
    let (before, after) = (State::Carried(bit.clone()), State::Carried(bit.plus(&one())));
    Some(Effect { before, after, needs, onwards: Vec::new(), new: false })
}

/// Positions hand on their own block by the distance of the shift: one after another, or all at once.
pub(super) fn handed(turn: &Turn, blocks: [&Term; 2], by: &Term) -> Option<Effect> {
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
