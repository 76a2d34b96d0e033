//! Damage to the way a message takes.

use serde_json::{Map, Value, json};

use super::place::{message, size};
use crate::Dice;

fn via(message: &mut Map<String, Value>) -> Option<&mut Vec<Value>> {
    message.entry("via").or_insert_with(|| json!([])).as_array_mut()
}

fn ends(message: &Map<String, Value>) -> Option<(usize, usize)> {
    let end = |key| message.get(key)?.as_u64().and_then(|node| usize::try_from(node).ok());
    Some((end("from")?, end("to")?))
}

/// The default route, which may be another.
pub fn leave_out(document: &mut Value, dice: &mut Dice) -> Option<()> {
    message(document, dice)?.remove("via").map(|_| ())
}

/// Whether there is a link or not.
pub fn direct(document: &mut Value, dice: &mut Dice) -> Option<()> {
    message(document, dice)?.insert("via".to_owned(), json!([]));
    Some(())
}

/// One vertex more, any of them, and once in a while one that does not exist.
pub fn detour(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (_, vertices) = size(document);
    let via = via(message(document, dice)?)?;
    let vertex = if dice.index(8) == 0 { vertices } else { dice.index(vertices) };
    via.insert(dice.index(via.len() + 1), json!(vertex));
    Some(())
}

/// One vertex less.
pub fn miss(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let via = via(message(document, dice)?)?;
    let place = dice.pick(via.len())?;
    via.remove(place);
    Some(())
}

/// Another vertex in its place.
pub fn replace(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (_, vertices) = size(document);
    let via = via(message(document, dice)?)?;
    let place = dice.pick(via.len())?;
    via[place] = json!(dice.index(vertices));
    Some(())
}

/// In another order.
pub fn swap(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let via = via(message(document, dice)?)?;
    let (a, b) = dice.two(via.len())?;
    via.swap(a, b);
    Some(())
}

/// On a ring the other way round, on a hypercube the highest bit first: links that exist and may be taken.
pub fn long_way(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let family = document["topology"].as_str()?.split(':').next()?.to_owned();
    let message = message(document, dice)?;
    let (from, to) = ends(message)?;
    if from >= nodes || to >= nodes {
        return None;
    }
    let mut route = Vec::new();
    let mut here = from;
    match family.as_str() {
        "ring" => {
            let upward = (to + nodes - from) % nodes;
            let step = if 2 * upward <= nodes { nodes - 1 } else { 1 };
            while here != to {
                here = (here + step) % nodes;
                route.push(here);
            }
        }
        "hypercube" => {
            while here != to {
                here ^= 1 << (here ^ to).ilog2();
                route.push(here);
            }
        }
        _ => return None,
    }
    route.pop();
    message.insert("via".to_owned(), json!(route));
    Some(())
}

/// By way of its own ends, or of one vertex forth, back and forth again: the last is bad input.
pub fn there_and_back(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let message = message(document, dice)?;
    let (from, to) = ends(message)?;
    let route = match dice.index(4) {
        0 => vec![from],
        1 => vec![to],
        2 => vec![to, from],
        _ => vec![to, from, to, from],
    };
    message.insert("via".to_owned(), json!(route));
    Some(())
}
