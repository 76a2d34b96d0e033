//! Converts a rule of the planner to the kernel's terms: the same rule, with its texts read as formulas.

use super::read::read;
use hockney_core::schedule::rule::{Fold, Load, Move, Place, Rule, Send, Senders, Text, Turn};
use hockney_kernel::{self as kernel, Term};

/// A rule in the kernel's terms.
///
/// # Errors
/// A part of the rule without a term in the kernel.
pub fn translated(of: &Rule) -> Result<kernel::Rule, String> {
    Ok(match of {
        Rule::Turns(place, turns) => kernel::Rule::Turns(
            if alone(*place, turns) { kernel::Place::Single } else { where_(*place) },
            turns.iter().map(turn).collect::<Result<_, _>>()?,
        ),
        Rule::Halving(place, load) => kernel::Rule::Halving {
            // On a cube an interval is halved across a bit.
            place: match place {
                Place::Cube => kernel::Place::OneBit,
                place => where_(*place),
            },
            everything: match load {
                Load::Everything => true,
                Load::TheirHalf => false,
                _ => return Err("no lemma covers halving with this load".to_owned()),
            },
        },
        Rule::Pipeline(place) => {
            kernel::Rule::Pipeline { place: where_(*place), pieces: Term::name("n") }
        }
        Rule::Subtrees => return Err("no lemma covers subtrees".to_owned()),
        Rule::Straight(_) => return Err("no lemma covers permutations".to_owned()),
        Rule::Then(rules) => {
            kernel::Rule::Then(rules.iter().map(translated).collect::<Result<_, _>>()?)
        }
        Rule::Backwards(rule) => kernel::Rule::Backwards(Box::new(translated(rule)?)),
        Rule::ByDimension(rule) => kernel::Rule::ByDimension(Box::new(translated(rule)?)),
        Rule::Parts(_) => {
            return Err("the number of parts follows a table, not a formula".to_owned());
        }
        Rule::FromEach(rule) => kernel::Rule::FromEach(Box::new(translated(rule)?)),
        Rule::Folded(fold, rule) => kernel::Rule::Folded {
            halves: *fold == Fold::Halves,
            rule: Box::new(translated(rule)?),
        },
    })
}

/// Whether each step has one message, by its default route.
pub(super) fn alone(place: Place, turns: &[Turn]) -> bool {
    let one =
        |send: &Send| matches!(send.senders, Senders::Only(_)) && !matches!(send.to, Move::Xor(_));
    place != Place::Tour && turns.iter().all(|turn| matches!(turn.sends, [send] if one(send)))
}

fn where_(place: Place) -> kernel::Place {
    match place {
        Place::Tour => kernel::Place::Tour,
        Place::Pairs | Place::Cube => kernel::Place::Pairs,
        Place::CubeInOrder => kernel::Place::OneBit,
        Place::RootFirst => kernel::Place::Single,
    }
}

fn turn(of: &Turn) -> Result<kernel::Turn, String> {
    let [Send { senders, to, load }] = of.sends else {
        return Err("no lemma covers two kinds of senders in a step".to_owned());
    };
    Ok(kernel::Turn {
        from: term(of.from)?,
        to: term(of.to)?,
        senders: match senders {
            Senders::Everyone => kernel::Senders::Everyone,
            Senders::Only(at) => kernel::Senders::Only(term(at)?),
            Senders::Every { first, stride, last } => kernel::Senders::Every {
                first: term(first)?,
                stride: term(stride)?,
                last: term(last)?,
            },
        },
        to_whom: match to {
            Move::Ahead(by) => kernel::Move::Ahead(term(by)?),
            Move::Back(by) => kernel::Move::Back(term(by)?),
            Move::Xor(by) => kernel::Move::Xor(term(by)?),
        },
        load: match load {
            Load::Everything => kernel::Load::Everything,
            Load::Interval(first, last) => kernel::Load::Interval([term(first)?, term(last)?]),
            Load::Clipped(first, last) => kernel::Load::Clipped([term(first)?, term(last)?]),
            Load::Subcube(first, last) => kernel::Load::Subcube([term(first)?, term(last)?]),
            Load::Onwards { origin, targets: (first, last) } => kernel::Load::Onwards {
                origin: term(origin)?,
                targets: [term(first)?, term(last)?],
            },
            Load::Own => kernel::Load::Own,
            Load::Sides { low, high } => kernel::Load::Sides { low: term(low)?, high: term(high)? },
            Load::Digit(bit) => kernel::Load::Digit(term(bit)?),
            Load::Apart { stride, origins: (first, last) } => {
                kernel::Load::Apart { stride: term(stride)?, origins: [term(first)?, term(last)?] }
            }
            Load::Before(_) => return Err("no lemma covers sums kept apart".to_owned()),
            Load::TheirHalf => return Err("only halving sends halves".to_owned()),
        },
    })
}

fn term(text: Text) -> Result<Term, String> {
    read(text).map_err(|why| why.to_string())
}

/// A rule of two that meet at the first position.
pub fn through(of: &Rule) -> Result<kernel::Rule, String> {
    let Rule::Then([to, from]) = of else { return translated(of) };
    Ok(kernel::Rule::Through(Box::new(translated(to)?), Box::new(translated(from)?)))
}
