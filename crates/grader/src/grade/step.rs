//! One step of a schedule.

use std::sync::Arc;

use super::super::answers::{bare, one_step};
use super::super::key::Key;
use super::super::verdict::Graded;
use super::super::ways::{State, Way, pairs};
use super::another::{for_way, however_read, of_rule};
use hockney_core::checker::{Rule, check};
use hockney_core::collective::{Blocks, Data, Schedule};
use hockney_core::schedule::{Listed, Payload, Route, Runs, Step, Steps};
use hockney_files as document;

pub(super) fn grade(key: &Key<'_>, number: u32, text: &str) -> Graded {
    let bare = bare(text, &key.question.names());
    // The only step of an answer may be called its first.
    let other = label_number(&bare.text);
    if let Some(other) = other.filter(|label| *label != "1" && *label != number.to_string()) {
        return Graded::unreadable(format!(
            "the label names step {other}, but the question asks for step {number}"
        ));
    }
    let graded = however_read(key, &one_step(&bare.text), |steps| match steps.0.len() {
        1 => judged(key, number, &steps),
        count => Graded::unreadable(format!(
            "the question asks for one step, but the answer has {count}: write its messages in \
             one line"
        )),
    });
    graded.skipping(&bare.skipped)
}

/// The number in the label of a step, if there is one.
fn label_number(text: &str) -> Option<String> {
    let behind = document::behind_label(text)?;
    let label = &text[..text.len() - behind.len()];
    let digits: String = label.chars().filter(char::is_ascii_digit).collect();
    (!digits.is_empty()).then_some(digits)
}

fn judged(key: &Key<'_>, number: u32, given: &Listed) -> Graded {
    let index = number as usize - 1;
    let own = key.own();
    let wanted = own.pairs.get(index);
    let given_pairs = pairs(given);
    let (Some(asked), Some(step)) = (given_pairs.first(), given.0.first()) else {
        return Graded::unreadable("the answer has no message");
    };
    let full = spelled(wanted, number, key);
    // Whoever sends to whom, a route of its own needs its links.
    if step.messages.iter().any(|message| message.route != Route::Default)
        && let Some((rule @ (Rule::Link | Rule::Congestion), fault)) = fault(key, index, given)
    {
        let graded = Graded::wrong(format!("step {number}: {fault}"));
        return graded.counted_as(of_rule(rule)).and(format!(". {full}"));
    }
    if wanted == Some(asked) {
        return match carries(key, own, index, step) {
            Ok(()) => Graded::right("right"),
            // The senders and receivers are right, but the blocks are not.
            Err(why) => Graded::wrong(format!("senders and receivers are right, but {why}"))
                .counted_as("right senders and receivers with wrong blocks")
                .and(format!(" in step {number} of {}", key.algorithm.name())),
        };
    }
    let others = || {
        let same = key.ways().found.iter().filter(|way| way.pairs.get(index) == Some(asked));
        same.filter(|way| carries(key, way, index, step).is_ok())
    };
    if let Some(way) = others().find(|way| key.accepts(way.algorithm)) {
        let said = format!("this is step {number} of {}", way.name());
        return for_way(key, way, &said, &format!(": {full}"));
    }
    if let Some(way) = others().next() {
        let text = format!("this is step {number} of {}, which is not accepted here", way.name());
        return Graded::partly(&key.question.partial.other_algorithm, text)
            .counted_as("a step of another algorithm than the question asks for")
            .and(format!(": {full}"));
    }
    let mut turned: Vec<(u32, u32)> = asked.iter().map(|(from, to)| (*to, *from)).collect();
    turned.sort_unstable();
    if wanted == Some(&turned) {
        return Graded::wrong("the arrows are reversed").and(format!(": {full}"));
    }
    // The steps of an all-to-all may have any order.
    let in_order = key.question.instance.blocks() != Blocks::PerPair;
    if let Some(other) = own.pairs.iter().position(|step| step == asked).filter(|_| in_order) {
        let hint = format!("this is step {}, but the question asks for step {number}", other + 1);
        return key.one_slip(hint).counted_as("another step").and(format!(": {full}"));
    }
    let name = key.algorithm.name();
    match fault(key, index, given) {
        Some((Rule::NotHeld | Rule::CannotForm, fault)) if key.is_open() => {
            Graded::undecided(format!(
                "after the steps of {name} it is invalid: {fault}; after other steps it may \
                     be right"
            ))
            .full(full)
        }
        Some((rule, fault)) => Graded::wrong(format!("step {number}: {fault}"))
            .counted_as(of_rule(rule))
            .and(format!(". {full}")),
        None if key.is_open() => Graded::undecided(
            "this step breaks no rule, but no known algorithm has it: the program cannot decide \
             whether it leads to the goal",
        ),
        None if key.ways().cut => Graded::undecided(
            "this step breaks no rule, but the algorithm has too many orders to try them all",
        ),
        None => Graded::wrong(format!("this is not step {number} of {name}"))
            .counted_as("not a step of the algorithm in any order")
            .full(full),
    }
}

/// Checks that the blocks of messages are those that the receivers get; a message without blocks
/// carries the required ones.
fn carries(key: &Key<'_>, way: &Way, index: usize, step: &Step) -> Result<(), String> {
    let of = &key.question.instance;
    let (Some(before), Some(after)) = (way.states.get(index), way.states.get(index + 1)) else {
        return Ok(());
    };
    // For combined data the contributors of a block matter.
    if of.data() != Data::Copied || way.pieces != of.pieces {
        return Ok(());
    }
    for message in &step.messages {
        let Payload::Plain(blocks) = &message.payload else { continue };
        let [one, other] = [message.from, message.to].map(|node| key.question.topology.show(node));
        let held = |state: &State, node: u32, block: u64| {
            state.all.get(node as usize).is_some_and(|held| held.contains_key(&block))
        };
        let gained = after.all.get(message.to as usize).into_iter().flat_map(|held| held.keys());
        let gained: Vec<u64> =
            gained.copied().filter(|block| !held(before, message.to, *block)).collect();
        let wrong = |fails: &dyn Fn(u64) -> bool| blocks.iter().find(|block| fails(*block));
        let wrongs = [
            (
                wrong(&|block| !held(before, message.from, block)),
                "carries",
                format!(", which {one} does not hold"),
            ),
            (
                wrong(&|block| held(before, message.to, block)),
                "carries",
                format!(", which {other} holds already"),
            ),
            (
                gained.iter().copied().find(|block| !blocks.contains(*block)),
                "does not carry",
                String::new(),
            ),
            (
                wrong(&|block| !gained.contains(&block)),
                "carries",
                ", which need not be sent".to_owned(),
            ),
        ];
        if let Some((Some(block), verb, why)) = wrongs.into_iter().find(|wrong| wrong.0.is_some()) {
            let block = of.entries_on(&Runs::one(block), &key.question.topology).join(" ");
            return Err(format!("{one} -> {other} {verb} block {block}{why}"));
        }
    }
    Ok(())
}

/// The first rule that the step breaks after the planned steps before it.
fn fault(key: &Key<'_>, index: usize, given: &Listed) -> Option<(Rule, String)> {
    let mut steps = Listed::of(key.plan()).0;
    steps.truncate(index);
    steps.extend(given.0.iter().cloned());
    let question = key.question;
    let steps: Arc<dyn Steps> = Arc::new(Listed(steps));
    let schedule = Schedule::plain(
        question.topology.clone(),
        question.ports,
        key.request.instance.clone(),
        steps,
    );
    let checked = check(&schedule, &Key::limits()).ok()?;
    let found =
        checked.report().violations.iter().find(|violation| violation.step == Some(index + 1))?;
    Some((found.rule.rule(), found.message(&schedule)))
}

fn spelled(step: Option<&Vec<(u32, u32)>>, number: u32, key: &Key<'_>) -> String {
    let name = key.algorithm.name();
    let Some(step) = step else { return format!("{name} has no step {number}") };
    let show = |node: u32| key.question.topology.show(node);
    let messages: Vec<String> =
        step.iter().map(|(from, to)| format!("{} -> {}", show(*from), show(*to))).collect();
    format!("step {number} of {name} is {}", messages.join(", "))
}
