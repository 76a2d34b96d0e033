//! Answers that are right for another algorithm than the question's, and steps with several readings.

use super::super::answers::{placed, readings, without_headings};
use super::super::key::{Key, Standing};
use super::super::verdict::{Graded, Verdict};
use super::super::ways::Way;
use hockney_base::diagnostic::Source;
use hockney_core::checker::Rule;
use hockney_core::collective::Data;
use hockney_core::schedule::{Listed, Payload};
use hockney_files::ReadError;

/// Right for another way than the planned one: all points for the question's algorithm in another
/// order, and where its algorithm is accepted. `said` is the right part, `more` is the right answer
/// for the question.
pub(super) fn for_way(key: &Key<'_>, way: &Way, said: &str, more: &str) -> Graded {
    for_named(key, key.standing_of(way.algorithm), &way.name(), said, more)
}

/// The same for an algorithm, in whatever order.
pub(super) fn for_another(key: &Key<'_>, algorithm: &str, more: &str) -> Graded {
    let said = format!("right for {algorithm}");
    for_named(key, key.standing_of(algorithm), algorithm, &said, more)
}

/// The same where it is settled what the algorithm earns.
pub(super) fn for_named(
    key: &Key<'_>,
    standing: Standing,
    name: &str,
    said: &str,
    more: &str,
) -> Graded {
    let partial = &key.question.partial;
    match standing {
        Standing::Accepted => {
            Graded::right(format!("right for {name}")).counted_as(format!("right: {name}"))
        }
        Standing::Dearer => {
            let text = format!("{said}, but it costs more than {}", key.algorithm.name());
            Graded::partly(&partial.dearer, text)
                .counted_as(format!("right for {name}, which costs more"))
                .and(more)
        }
        Standing::Other => {
            let reason = "right for another algorithm than the question asks for";
            let text = format!("{said}, but the question asks for {}", key.algorithm.name());
            Graded::partly(&partial.other_algorithm, text).counted_as(reason).and(more)
        }
    }
}

/// How messages without blocks are read.
const EVERYTHING: &str = "each message without blocks carrying everything that its sender holds";

/// Grades steps in each way that they may be read in: the first that is right, or else the plainest.
pub(super) fn however_read(
    key: &Key<'_>,
    written: &str,
    judge: impl Fn(Listed) -> Graded,
) -> Graded {
    let question = key.question;
    let comment = |line: &str| {
        let behind = line.split_once('#').map(|(_, behind)| behind);
        behind.is_some_and(|behind| !behind.starts_with(|c: char| c.is_ascii_digit()))
    };
    if written.lines().any(comment) {
        return Graded::unreadable("a comment cannot be part of an answer: leave out `#`");
    }
    let (text, headings) = without_headings(written);
    match readings(&text, &question.topology, &question.instance) {
        Ok(readings) if readings.iter().all(|steps| steps.0.is_empty()) => {
            Graded::unreadable("the answer has no message")
        }
        Ok(readings) => {
            let of = &question.instance;
            let several = of.data() != Data::Token && of.all_blocks().len() > 1;
            let graded = readings.into_iter().map(|steps| {
                let mut messages = steps.0.iter().flat_map(|step| &step.messages);
                let open = messages.any(|message| message.payload == Payload::Everything);
                let graded = judge(steps);
                let right = matches!(graded.verdict, Verdict::Right | Verdict::Partly);
                if several && open && right { graded.reading(EVERYTHING) } else { graded }
            });
            let better = |best: Graded, next: Graded| {
                if next.verdict == Verdict::Right && best.verdict != Verdict::Right {
                    next.reading("a semicolon between steps")
                } else {
                    best
                }
            };
            let best = graded.reduce(better);
            best.unwrap_or_else(|| Graded::unreadable("the answer has no steps"))
                .skipping(&headings)
        }
        Err(error) => unreadable(&error, written),
    }
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
