//! Answers that are right for another algorithm than the question's, and answers with several readings.

use super::super::answers::{Reading, placed, readings, undirected};
use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use super::super::ways::Way;
use crate::checker::Rule;
use crate::diagnostic::Source;
use crate::document::ReadError;
use crate::schedule::Listed;

/// Right for another way than the planned one: all points for the question's algorithm in another
/// order, and where its algorithm is accepted. `said` is the right part, `more` is the right answer
/// for the question.
pub(super) fn for_way(key: &Key<'_>, way: &Way, said: &str, more: &str) -> Graded {
    for_named(key, way.algorithm, &way.name(), said, more)
}

/// The same for an algorithm, in whatever order.
pub(super) fn for_another(key: &Key<'_>, algorithm: &str, more: &str) -> Graded {
    for_named(key, algorithm, algorithm, &format!("right for {algorithm}"), more)
}

fn for_named(key: &Key<'_>, algorithm: &str, name: &str, said: &str, more: &str) -> Graded {
    if key.accepts(algorithm) {
        return Graded::right(format!("right for {name}")).counted_as(format!("right: {name}"));
    }
    let reason = "right for another algorithm than the question asks for";
    let text = format!("{said}, but the question asks for {}", key.algorithm.name());
    Graded::partly(&key.question.partial.other_algorithm, text).counted_as(reason).and(more)
}

/// Reads steps in all ways that students write them: the first that is right, or else the plainest.
pub(super) fn however_read(key: &Key<'_>, text: &str, judge: impl Fn(Listed) -> Graded) -> Graded {
    let question = key.question;
    let by_columns = question.numbering.columns != Some(false);
    let readings = match readings(text, &question.topology, &question.instance, by_columns) {
        Ok(readings) => readings,
        Err(error) => return unreadable(&error, text),
    };
    // Where the question numbers nodes along the columns, plain numbers are meant so.
    let along = |reading: &Reading| reading.supposing == Some("nodes numbered along the columns");
    let columns = question.numbering.columns == Some(true);
    let only_columns = columns && readings.iter().any(along);
    let readings = readings.into_iter().filter(|of| !only_columns || of.supposing.is_some());
    let mut first = None;
    for Reading { steps, supposing } in readings {
        let graded = judge(steps);
        if graded.verdict == Verdict::Right {
            return graded.supposing(supposing);
        }
        // The messages name the nodes by their own numbers.
        let supposing = match supposing {
            Some("nodes counted from 1") => {
                Some("nodes counted from 1; the messages here count them from 0")
            }
            supposing => supposing,
        };
        let graded = graded.supposing(supposing);
        first.get_or_insert(graded);
    }
    if undirected(text) {
        return Graded::unreadable(
            "write the direction of each message with an arrow: sender -> receiver",
        );
    }
    first.unwrap_or_else(|| Graded::unreadable("the answer has no steps"))
}

/// The grade of an unreadable answer, with the place.
pub(super) fn unreadable(error: &ReadError, text: &str) -> Graded {
    let help = error.diagnostic().help.map_or(String::new(), |help| format!("; {help}"));
    Graded::unreadable(placed(error, &Source::new("the answer", text)) + &help)
}

/// The description of a violation of this rule.
pub(super) fn of_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::SendPort => "a node sends more than one message in a step",
        Rule::ReceivePort => "a node receives more than one message in a step",
        Rule::Link => "a message takes a link that the topology does not have",
        Rule::Congestion => "messages of one step use the same link in the same direction",
        Rule::NotHeld => "a node sends what it does not have yet",
        Rule::CannotForm => "a node would count a contribution twice",
        Rule::NotDelivered => "in the end a node lacks what it should have",
    }
}
