//! The places in a text of the messages that break a rule, for a schedule that is checked while it is read.

use std::collections::HashMap;

use crate::checker::{BrokenRule, Place, Violation};
use crate::schedule::Message;
use crate::topology::Vertex;

/// Line and column, counted from 1.
pub type InText = (u32, u32);

/// For each violation of a step, the place of the first message that it names. There is no place if several
/// messages have the same ends.
pub(crate) fn of(
    violations: &[Violation],
    messages: &[Message],
    places: &[InText],
) -> Vec<Option<InText>> {
    let mut first: HashMap<(Vertex, Vertex), (InText, bool)> = HashMap::new();
    for (message, place) in messages.iter().zip(places) {
        let found = first.entry((message.from, message.to));
        found.and_modify(|(_, alone)| *alone = false).or_insert((*place, true));
    }
    let of = |violation: &Violation| {
        let (ends, alone) = match (&violation.rule, violation.place) {
            (BrokenRule::SendPort { to }, Place::Node(node)) => ((node, *to.first.first()?), false),
            (BrokenRule::ReceivePort { from }, Place::Node(node)) => {
                ((*from.first.first()?, node), false)
            }
            (BrokenRule::Congestion { messages, .. }, _) => (*messages.first.first()?, false),
            (_, Place::Message { from, to }) => ((from, to), true),
            _ => return None,
        };
        let (place, is_alone) = first.get(&ends)?;
        (*is_alone || !alone).then_some(*place)
    };
    violations.iter().map(of).collect()
}
