//! Blocks of a shift or permutation, each directly to its target.

use crate::planner::Request;
use hockney_core::collective::{Instance, Parameter};
use hockney_core::schedule::rule::Pace;
use hockney_core::schedule::{Listed, Message, Step};

/// As many steps as there are blocks that move.
pub(in crate::planner) fn blocks_that_move(request: &Request) -> usize {
    moving(request).count()
}

/// The blocks that move, in one step or one after another.
pub(super) fn straight(pace: Pace, request: &Request) -> Listed {
    let messages = moving(request);
    let one = |message| Step { messages: vec![message] };
    match pace {
        Pace::OneByOne => Listed(messages.map(one).collect()),
        Pace::AllAtOnce => {
            let step = Step { messages: messages.collect() };
            Listed(if step.messages.is_empty() { vec![] } else { vec![step] })
        }
    }
}

/// The blocks that move, each on its default route.
fn moving(request: &Request) -> impl Iterator<Item = Message> {
    let of = &request.instance;
    moves(of).map(|(from, to)| Message::plain(from, to, of.blocks_of(from)))
}

/// The source and target of the blocks that move.
pub(in crate::planner) fn moves(of: &Instance) -> impl Iterator<Item = (u32, u32)> + use<> {
    (0..).zip(targets(of)).filter(|(from, to)| from != to)
}

/// The target of each node's block.
pub(in crate::planner) fn targets(of: &Instance) -> Vec<u32> {
    match of.map() {
        Some(map) if of.collective.parameter() == Some(Parameter::Map) => map.to_vec(),
        _ => (0..of.nodes).map(|node| (node + of.by) % of.nodes).collect(),
    }
}
