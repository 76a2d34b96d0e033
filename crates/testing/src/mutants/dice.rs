//! A fixed sequence of numbers from a seed, and picking a place in a document by it.

use serde_json::{Map, Value};

/// The xorshift generator of Marsaglia (2003), multiplied as Vigna proposes.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Any seed will do.
    pub fn new(seed: u64) -> Self {
        // The state must not be 0; stirring keeps neighbouring seeds apart.
        let mut dice = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            dice.next();
        }
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// One of `0..end`; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % end).unwrap_or(0)
    }

    /// One of `0..end`, or None.
    pub fn pick(&mut self, end: usize) -> Option<usize> {
        (end > 0).then(|| self.below(end))
    }

    /// Two different ones of `0..end`, the smaller first.
    pub fn two(&mut self, end: usize) -> Option<(usize, usize)> {
        let a = self.pick(end)?;
        let b = self.pick(end - 1)?;
        let b = if b >= a { b + 1 } else { b };
        Some((a.min(b), a.max(b)))
    }
}

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
