//! One step of a schedule.

use std::sync::Arc;

use super::super::answers::one_step;
use super::super::key::Key;
use super::super::verdict::Graded;
use super::super::ways::{State, Way, pairs};
use super::another::{for_way, however_read};
use super::reasons::of_rule;
use crate::checker::{Rule, check};
use crate::collective::{Blocks, Data, Ports, Schedule};
use crate::schedule::{Listed, Payload, Runs, Step, Steps};

pub(super) fn grade(key: &Key<'_>, number: u32, text: &str) -> Graded {
    however_read(key, &one_step(text), |steps| match steps.0.len() {
        1 => judged(key, number, &steps),
        count => Graded::unreadable(format!(
            "one step is asked for, and these are {count}: write its messages in one line"
        )),
    })
}

fn judged(key: &Key<'_>, number: u32, given: &Listed) -> Graded {
    let index = number as usize - 1;
    let wanted = &key.own().pairs;
    let given_pairs = pairs(given);
    let Some(asked) = given_pairs.first() else {
        return Graded::unreadable("there is no message in it");
    };
    let full = || spelled(wanted.get(index), number, key);
    let step = given.0.first();
    let carried = |way: &Way| step.map_or(Ok(()), |step| carries(key, way, index, step));
    if wanted.get(index) == Some(asked) {
        return match carried(key.own()) {
            Ok(()) => Graded::right("right"),
            Err(why) => with_other_blocks(key, number, &why),
        };
    }
    let other = key.ways().found.iter().filter(|way| way.pairs.get(index) == Some(asked));
    if let Some(way) = other.into_iter().find(|way| carried(way).is_ok()) {
        let said = format!("this is step {number} of {}", way.name());
        return for_way(key, way, &said, &format!(": {}", full()));
    }
    let turned = |pairs: &[(u32, u32)]| {
        let mut turned: Vec<(u32, u32)> = pairs.iter().map(|(from, to)| (*to, *from)).collect();
        turned.sort_unstable();
        turned
    };
    if wanted.get(index).is_some_and(|wanted| turned(wanted) == *asked) {
        let text = "the arrows are reversed";
        return Graded::wrong(text).full(format!("{text}: {}", full()));
    }
    // The steps of an all-to-all may have any order.
    let in_order = key.question.instance.blocks() != Blocks::PerPair;
    if let Some(other) = wanted.iter().position(|step| step == asked).filter(|_| in_order) {
        let hint = format!("this is step {}, and step {number} is asked for", other + 1);
        let more = format!("{hint}: {}", full());
        return Graded::partly(&key.question.partial.one_slip, hint)
            .counted_as("another step")
            .full(more);
    }
    let fault = fault(key, index, given);
    match fault {
        Some((Rule::NotHeld | Rule::CannotForm, fault)) if key.accepts("") => {
            Graded::undecided(format!(
                "after the steps of {} it fails: {fault}; after others it may be right",
                key.algorithm.name()
            ))
            .full(full())
        }
        Some((rule, fault)) => Graded::wrong(format!("step {number}: {fault}"))
            .counted_as(of_rule(rule))
            .full(format!("step {number}: {fault}. {}", full())),
        None if key.accepts("") => Graded::undecided(
            "this step breaks no rule, and it is not one of a known algorithm: whether it leads to the end is not decided",
        ),
        None if key.ways().cut => Graded::undecided(
            "this step breaks no rule, and there are too many orders of the algorithm to try them all",
        ),
        None => Graded::wrong(format!("this is not step {number} of {}", key.algorithm.name()))
            .counted_as("the messages of no step of the algorithm, in whatever order")
            .full(full()),
    }
}

/// The senders and receivers are right, and what is said to travel is not.
fn with_other_blocks(key: &Key<'_>, number: u32, why: &str) -> Graded {
    let text = format!("senders and receivers are right, but {why}");
    let full = format!("{text} in step {number} of {}", key.algorithm.name());
    Graded::wrong(text).counted_as("right senders and receivers with wrong blocks").full(full)
}

/// Whether the blocks that messages are said to carry are those that their receivers get in a way;
/// a message without blocks carries what it has to.
fn carries(key: &Key<'_>, way: &Way, index: usize, step: &Step) -> Result<(), String> {
    let of = &key.question.instance;
    let (Some(before), Some(after)) = (way.states.get(index), way.states.get(index + 1)) else {
        return Ok(());
    };
    // Of combined data a block says little: whose contributions are in it is the point.
    if of.data() != Data::Copied || way.pieces != of.pieces {
        return Ok(());
    }
    for message in &step.messages {
        let Payload::Plain(blocks) = &message.payload else { continue };
        let (from, to) = (message.from as usize, message.to as usize);
        let held = |state: &State, node: usize, block: u64| {
            state.all.get(node).is_some_and(|held| held.contains_key(&block))
        };
        let (one, other) =
            (key.question.topology.show(message.from), key.question.topology.show(message.to));
        let show =
            |block: u64| of.blocks().entries(&Runs::one(block), of.nodes, of.pieces).join(" ");
        let says = |what: String| Err(format!("{one} -> {other} {what}"));
        if let Some(block) = blocks.iter().find(|block| !held(before, from, *block)) {
            return says(format!("carries block {}, which {one} does not hold", show(block)));
        }
        if let Some(block) = blocks.iter().find(|block| held(before, to, *block)) {
            return says(format!("carries block {}, which {other} holds already", show(block)));
        }
        let gained = after.all.get(to).into_iter().flat_map(|held| held.keys());
        let gained: Vec<u64> = gained.copied().filter(|block| !held(before, to, *block)).collect();
        if let Some(block) = gained.iter().find(|block| !blocks.contains(**block)) {
            return says(format!("does not carry block {}", show(*block)));
        }
        if let Some(block) = blocks.iter().find(|block| !gained.contains(block)) {
            return says(format!("carries block {}, which need not travel", show(block)));
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
    let schedule =
        Schedule::plain(question.topology.clone(), Ports::One, key.request.instance.clone(), steps);
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
