//! Why a schedule is wrong, in a few words that a teacher reads in a class report.

use crate::checker::Rule;

/// What is wrong where this rule is broken.
pub(super) fn of_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::SendPort => "a node sends more than one message in a step",
        Rule::ReceivePort => "a node receives more than one message in a step",
        Rule::Link => "a message takes a link that the machine does not have",
        Rule::Congestion => "messages of one step want the same link in the same direction",
        Rule::NotHeld => "a node sends what it does not have yet",
        Rule::CannotForm => "a node would count a contribution twice",
        Rule::NotDelivered => "in the end a node lacks what it should have",
    }
}
