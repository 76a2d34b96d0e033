//! Damage to whole steps and phases: missing, doubled, in another order.

use serde_json::{Value, json};

use super::place::{step, steps};
use crate::Dice;

/// A step is missing.
pub fn drop_one(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let step = dice.pick(steps.len())?;
    steps.remove(step);
    Some(())
}

/// A step happens twice, one after the other.
pub fn repeat(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let step = dice.pick(steps.len())?;
    steps.insert(step, steps[step].clone());
    Some(())
}

/// Two steps change places.
pub fn swap(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let (a, b) = dice.two(steps.len())?;
    steps.swap(a, b);
    Some(())
}

/// Two neighbouring steps happen at once.
pub fn merge(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let first = dice.pick(steps.len().checked_sub(1)?)?;
    let second = steps.remove(first + 1);
    steps[first].as_array_mut()?.extend(second.as_array()?.iter().cloned());
    Some(())
}

/// What happened at once happens one after the other.
pub fn split(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    let step = dice.pick(steps.len())?;
    let messages = steps[step].as_array_mut()?;
    let half = 1 + dice.pick(messages.len().checked_sub(1)?)?;
    let second = messages.split_off(half);
    steps.insert(step + 1, json!(second));
    Some(())
}

/// Backwards in time, but not in direction.
pub fn turn_round(document: &mut Value, dice: &mut Dice) -> Option<()> {
    steps(document, dice)?.reverse();
    Some(())
}

/// Bad input.
pub fn empty(document: &mut Value, dice: &mut Dice) -> Option<()> {
    step(document, dice)?.clear();
    Some(())
}

/// The whole list of steps again.
pub fn twice(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let steps = steps(document, dice)?;
    steps.extend_from_within(..);
    Some(())
}

/// Two phases change places.
pub fn swap_phases(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let phases = document.get_mut("phases")?.as_array_mut()?;
    let (a, b) = dice.two(phases.len())?;
    phases.swap(a, b);
    Some(())
}
