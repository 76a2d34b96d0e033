//! Damage to whole messages: missing, doubled, early, late, between other nodes.

use serde_json::{Map, Value, json};

use super::place::{message, size, step, steps};
use crate::Dice;

/// The places of all messages among the steps.
fn places(steps: &[Value]) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let count = step.as_array().map_or(0, Vec::len);
        places.extend((0..count).map(|message| (number, message)));
    }
    places
}

/// Takes a message out; its step goes with its last message. Gives the message, the number of its step, and
/// whether the step is still there.
fn take(steps: &mut Vec<Value>, (step, place): (usize, usize)) -> Option<(Value, bool)> {
    let messages = steps[step].as_array_mut()?;
    let message = messages.remove(place);
    let left = !messages.is_empty();
    if !left {
        steps.remove(step);
    }
    Some((message, left))
}

fn put(steps: &mut Vec<Value>, step: usize, message: Value) -> Option<()> {
    match steps.get_mut(step) {
        Some(messages) => messages.as_array_mut()?.push(message),
        None => steps.push(json!([message])),
    }
    Some(())
}

fn turned(message: &Value) -> Option<Value> {
    let mut turned = message.clone();
    turned["from"] = message.get("to")?.clone();
    turned["to"] = message.get("from")?.clone();
    if let Some(via) = turned.get_mut("via").and_then(Value::as_array_mut) {
        via.reverse();
    }
    Some(turned)
}

fn without_route(message: &mut Map<String, Value>) {
    message.remove("via");
}

/// A node that the message neither leaves nor reaches.
fn third(message: &Map<String, Value>, nodes: usize, dice: &mut Dice) -> Option<usize> {
    let ends = [message.get("from")?.as_u64()?, message.get("to")?.as_u64()?];
    let others: Vec<usize> = (0..nodes).filter(|&node| !ends.contains(&(node as u64))).collect();
    dice.pick(others.len()).map(|other| others[other])
}

/// What was to be said is not said.
pub fn drop_one(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let places = places(steps);
    let place = dice.pick(places.len())?;
    take(steps, places[place]).map(|_| ())
}

/// Only one is left.
pub fn drop_others(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let messages = step(document, dice)?;
    let kept = dice.pick(messages.len())?;
    *messages = vec![messages[kept].clone()];
    Some(())
}

/// Both ports and all links are used twice.
pub fn say_twice(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let messages = step(document, dice)?;
    let message = messages[dice.pick(messages.len())?].clone();
    messages.push(message);
    Some(())
}

/// Harmless, or in somebody's way.
pub fn repeat_later(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let places = places(steps);
    let (step, place) = places[dice.pick(places.len())?];
    let message = steps[step].get(place)?.clone();
    let later = step + 1 + dice.index(steps.len() - step);
    put(steps, later, message)
}

/// To a later step that is there.
pub fn delay(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let mut places = places(steps);
    places.retain(|(step, _)| step + 1 < steps.len());
    let place = places[dice.pick(places.len())?];
    let later = place.0 + 1 + dice.index(steps.len() - place.0 - 1);
    let (message, left) = take(steps, place)?;
    put(steps, if left { later } else { later - 1 }, message)
}

/// To a step of its own after all others.
pub fn delay_past_the_end(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let places = places(steps);
    let place = places[dice.pick(places.len())?];
    let (message, _) = take(steps, place)?;
    steps.push(json!([message]));
    Some(())
}

/// To an earlier step.
pub fn advance(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let mut places = places(steps);
    places.retain(|(step, _)| *step > 0);
    let place = places[dice.pick(places.len())?];
    let earlier = dice.index(place.0);
    let (message, _) = take(steps, place)?;
    put(steps, earlier, message)
}

/// Another receiver, by the default route.
pub fn redirect(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let message = message(document, dice)?;
    let to = third(message, nodes, dice)?;
    message.insert("to".to_owned(), json!(to));
    without_route(message);
    Some(())
}

/// Another receiver at the end of the same route, or of a direct link.
pub fn redirect_on_its_route(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let message = message(document, dice)?;
    let to = third(message, nodes, dice)?;
    message.insert("to".to_owned(), json!(to));
    message.entry("via").or_insert_with(|| json!([]));
    Some(())
}

/// Another sender, who may not have it.
pub fn change_sender(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let message = message(document, dice)?;
    let from = third(message, nodes, dice)?;
    message.insert("from".to_owned(), json!(from));
    without_route(message);
    Some(())
}

/// The receiver sends to the sender.
pub fn reverse(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let messages = step(document, dice)?;
    let place = dice.pick(messages.len())?;
    messages[place] = turned(&messages[place])?;
    Some(())
}

/// What was received goes back at once: in a reduction somebody is about to be counted twice.
pub fn answer(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let places = places(steps);
    let (step, place) = places[dice.pick(places.len())?];
    let message = turned(steps[step].get(place)?)?;
    put(steps, step + 1, message)
}

/// What was received goes on at once to a third node.
pub fn forward(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let steps = steps(document, dice)?;
    let places = places(steps);
    let (step, place) = places[dice.pick(places.len())?];
    let mut message = steps[step].get(place)?.clone();
    let to = third(message.as_object()?, nodes, dice)?;
    message["from"] = message["to"].clone();
    message["to"] = json!(to);
    without_route(message.as_object_mut()?);
    put(steps, step + 1, message)
}

/// One more, between any two nodes, with what another carries.
pub fn add(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let (a, b) = dice.two(nodes)?;
    let (from, to) = if dice.index(2) == 0 { (a, b) } else { (b, a) };
    let messages = step(document, dice)?;
    let blocks = messages[dice.pick(messages.len())?].get("blocks")?.clone();
    messages.push(json!({"from": from, "to": to, "blocks": blocks}));
    Some(())
}

fn exchange(document: &mut Value, dice: &mut Dice, key: &str) -> Option<()> {
    let messages = step(document, dice)?;
    let (a, b) = dice.two(messages.len())?;
    let value = messages[a].get(key)?.clone();
    messages[a][key] = messages[b].get(key)?.clone();
    messages[b][key] = value;
    if key != "blocks" {
        without_route(messages[a].as_object_mut()?);
        without_route(messages[b].as_object_mut()?);
    }
    Some(())
}

/// Crosswise: ports stay right, links and data may not.
pub fn exchange_receivers(document: &mut Value, dice: &mut Dice) -> Option<()> {
    exchange(document, dice, "to")
}

/// Crosswise from the other end.
pub fn exchange_senders(document: &mut Value, dice: &mut Dice) -> Option<()> {
    exchange(document, dice, "from")
}

/// Only data may be wrong.
pub fn exchange_blocks(document: &mut Value, dice: &mut Dice) -> Option<()> {
    exchange(document, dice, "blocks")
}

/// Bad input.
pub fn to_oneself(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let message = message(document, dice)?;
    let from = message.get("from")?.clone();
    message.insert("to".to_owned(), from);
    Some(())
}

/// Bad input: a switch, or nothing at all.
pub fn beyond(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let message = message(document, dice)?;
    let end = if dice.index(2) == 0 { "from" } else { "to" };
    message.insert(end.to_owned(), json!(nodes));
    Some(())
}
