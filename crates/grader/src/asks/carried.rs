//! The blocks of messages that are written without any: what the sender has, its receiver lacks and some later receiver
//! needs. Combined data travel as copied data do backwards, and of a scan the contributions of the nodes before.

use crate::prelude::*;
use hockney_core::schedule::{CombinedBlocks, Message};

/// What blocks are found for messages without any.
pub(super) enum Carried {
    /// Every message names its blocks already, or there is one block.
    Given,
    /// These, if any order of the data leads to the goal.
    Found(Listed),
    /// Some node cannot get all that it must have, whatever the messages carry.
    Impossible,
    /// There is too much to be tried, or no rule.
    Unknown,
}

/// The most moves of blocks that are followed.
const MOST: u64 = 1_000_000;

/// How a message is called that carries what is needed.
pub(super) const NEEDED: &str =
    "each message without blocks carrying what its receivers still need";

/// The blocks of the messages of steps.
pub(super) fn carried(of: &Instance, steps: &Listed) -> Carried {
    let messages = || steps.0.iter().flat_map(|step| &step.messages);
    let open = |message: &Message| message.payload == Payload::Everything;
    let scan = of.collective.parameter() == Some(Parameter::Exclusive);
    if of.data() == Data::Token || of.all_blocks().len() < 2 && !scan || !messages().any(open) {
        return Carried::Given;
    }
    let nodes = || 0..of.nodes;
    let required = |node| of.required(node);
    let initial = || nodes().map(|node| of.initial(node)).collect::<Vec<Runs>>();
    let goal = || nodes().map(|node| required(node).blocks).collect::<Vec<Runs>>();
    if of.data() == Data::Copied {
        return flow(steps, initial(), goal(), &|runs| Payload::Plain(runs));
    }
    if !messages().all(open) {
        return Carried::Unknown;
    }
    if scan {
        let blocks = of.all_blocks();
        let own = nodes().map(|node| Runs::one(node.into())).collect();
        let goal = nodes().map(|node| required(node).contributors).collect();
        return flow(steps, own, goal, &|whose| {
            let value = CombinedBlocks { blocks: blocks.clone(), contributors: Some(whose) };
            Payload::Values(Box::new([value]))
        });
    }
    // Backwards, a sum of contributions is a block that is copied from the node that must have it.
    let goals: u64 = goal().iter().map(Runs::len).sum();
    if goals > of.all_blocks().len() {
        return Carried::Unknown;
    }
    let turned = turned_round(steps.0.iter().rev().cloned().collect());
    match flow(&Listed(turned), goal(), initial(), &|runs| Payload::Plain(runs)) {
        Carried::Found(Listed(mut steps)) => {
            steps.reverse();
            Carried::Found(Listed(turned_round(steps)))
        }
        other => other,
    }
}

/// Steps whose messages go the other way.
pub(super) fn turned_round(mut steps: Vec<Step>) -> Vec<Step> {
    for message in steps.iter_mut().flat_map(|step| &mut step.messages) {
        std::mem::swap(&mut message.from, &mut message.to);
    }
    steps
}

/// Blocks flow to where they are needed; each message takes what it can and what is needed behind it.
fn flow(
    steps: &Listed,
    mut held: Vec<Runs>,
    mut needed: Vec<Runs>,
    payload: &dyn Fn(Runs) -> Payload,
) -> Carried {
    let mut moves = 0;
    // Of each message what its sender and its receiver have before it.
    let mut before: Vec<Vec<[Runs; 2]>> = Vec::new();
    for step in &steps.0 {
        let ends = |message: &Message| [message.from, message.to].map(|v| held[v as usize].clone());
        let ends: Vec<[Runs; 2]> = step.messages.iter().map(ends).collect();
        for (message, [sent, _]) in step.messages.iter().zip(&ends) {
            moves += 1 + sent.len();
            let sent = match &message.payload {
                Payload::Plain(blocks) => blocks,
                Payload::Everything | Payload::Values(_) => sent,
            };
            held[message.to as usize].extend(sent);
        }
        if moves > MOST {
            return Carried::Unknown;
        }
        before.push(ends);
    }
    if needed.iter().zip(&held).any(|(needed, held)| !needed.is_subset(held)) {
        return Carried::Impossible;
    }
    let mut made = Vec::new();
    for (step, ends) in steps.0.iter().zip(before).rev() {
        let mut step = step.clone();
        let mut sent: Vec<(u32, Runs)> = Vec::new();
        for (message, [from, to]) in step.messages.iter_mut().zip(ends) {
            let wanted = &mut needed[message.to as usize];
            let blocks = match &message.payload {
                Payload::Plain(blocks) => blocks.clone(),
                Payload::Everything | Payload::Values(_) => {
                    let new = from.minus(&to);
                    let useful = new.minus(&new.minus(wanted));
                    // What need not be sent is sent for nothing.
                    let any = || from.first().map(Runs::one).unwrap_or_default();
                    if useful.is_empty() { any() } else { useful }
                }
            };
            *wanted = wanted.minus(&blocks);
            if message.payload == Payload::Everything && !blocks.is_empty() {
                message.payload = payload(blocks.clone());
            }
            sent.push((message.from, blocks));
        }
        for (from, blocks) in sent {
            needed[from as usize].extend(&blocks);
        }
        made.push(step);
    }
    made.reverse();
    Carried::Found(Listed(made))
}
