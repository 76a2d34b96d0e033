//! Properties of all written rules.

use crate::planner::algorithms;
use hockney_base::rule::{Load, Move, Rule, Send, Senders, Text};
use hockney_core::schedule::Expression;

/// A text that cannot be read would silently make no messages.
#[test]
fn every_text_can_be_read() {
    let mut texts = Vec::new();
    for rule in algorithms().filter_map(super::super::algorithm::Algorithm::rule) {
        of_rule(&rule, &mut texts);
    }
    assert!(texts.len() > 100, "{}", texts.len());
    for text in texts {
        assert!(Expression::read(text).is_some(), "{text}");
    }
}

fn of_rule(rule: &Rule, out: &mut Vec<Text>) {
    match rule {
        Rule::Turns(_, turns) => {
            for turn in *turns {
                out.extend([turn.from, turn.to]);
                turn.sends.iter().for_each(|send| of_send(send, out));
            }
        }
        Rule::Then(rules) => rules.iter().for_each(|rule| of_rule(rule, out)),
        Rule::Backwards(rule)
        | Rule::ByDimension(rule)
        | Rule::FromEach(rule)
        | Rule::Rotated(rule)
        | Rule::Folded(_, rule) => {
            of_rule(rule, out);
        }
        Rule::Halving(..)
        | Rule::Pipeline(_)
        | Rule::Parts(_)
        | Rule::Subtrees
        | Rule::Straight(_) => {}
    }
}

fn of_send(send: &Send, out: &mut Vec<Text>) {
    match send.senders {
        Senders::Everyone => {}
        Senders::Only(one) => out.push(one),
        Senders::Every { first, stride, last } => out.extend([first, stride, last]),
    }
    match send.to {
        Move::Ahead(by) | Move::Back(by) | Move::Xor(by) => out.push(by),
    }
    match send.load {
        Load::Everything | Load::TheirHalf | Load::Own => {}
        Load::Interval(a, b) | Load::Clipped(a, b) | Load::Subcube(a, b) => out.extend([a, b]),
        Load::Apart { stride, origins: (first, last) } => out.extend([stride, first, last]),
        Load::Onwards { origin, targets: (first, last) } => out.extend([origin, first, last]),
        Load::Sides { low, high } => out.extend([low, high]),
        Load::Digit(base, unit, digit) => out.extend([base, unit, digit]),
        Load::Before(count, own) => out.extend([count, own]),
    }
}

#[test]
fn the_last_piece_of_each_tree_takes_as_many_steps_as_bits_and_one() {
    for (d, n, steps) in
        [(0, 5, 0), (1, 1, 1), (1, 4, 4), (2, 1, 3), (3, 3, 4), (3, 4, 5), (6, 774, 135)]
    {
        assert_eq!(super::tree_steps(d, n), steps, "{n} pieces across {d} bits");
    }
}
