//! Picking a place in a document by dice.

use serde_json::{Map, Value};

use crate::Dice;

/// The mapping with `collective`, `pieces` and `steps`: the document, or one of its phases.
pub fn work<'a>(document: &'a mut Value, dice: &mut Dice) -> Option<&'a mut Map<String, Value>> {
    if document.get("phases").is_none() {
        return document.as_object_mut();
    }
    let phases = document.get_mut("phases")?.as_array_mut()?;
    let phase = dice.pick(phases.len())?;
    phases[phase].as_object_mut()
}

/// The steps of the document or of one of its phases.
pub fn steps<'a>(document: &'a mut Value, dice: &mut Dice) -> Option<&'a mut Vec<Value>> {
    work(document, dice)?.get_mut("steps")?.as_array_mut()
}

/// The messages of a step.
pub fn step<'a>(document: &'a mut Value, dice: &mut Dice) -> Option<&'a mut Vec<Value>> {
    let steps = steps(document, dice)?;
    let step = dice.pick(steps.len())?;
    steps[step].as_array_mut()
}

/// A message.
pub fn message<'a>(document: &'a mut Value, dice: &mut Dice) -> Option<&'a mut Map<String, Value>> {
    let step = step(document, dice)?;
    let message = dice.pick(step.len())?;
    step[message].as_object_mut()
}

/// How many nodes, and how many vertices that one might name: as the document says, or a guess.
pub fn size(document: &Value) -> (usize, usize) {
    let number = |value: Option<&Value>| {
        value.and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
    };
    let topology = &document["topology"];
    if let Some((name, after)) = topology.as_str().and_then(|text| text.split_once(':')) {
        let nodes = after.split('x').filter_map(|side| side.parse::<usize>().ok()).product();
        let switches = match name {
            "tree" => nodes - 1,
            "switch" => 1,
            _ => 0,
        };
        return (nodes, nodes + switches);
    }
    let graph = &topology["graph"];
    let nodes = number(graph.get("nodes")).max(1);
    (nodes, nodes + number(graph.get("switches")))
}
