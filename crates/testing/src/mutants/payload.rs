//! Damage to what a message carries: entries, numbers, ranges, and the sets of contributors after `@`.

use serde_json::{Value, json};

use super::place::{message, size};
use crate::Dice;

fn blocks<'a>(document: &'a mut Value, dice: &mut Dice) -> Option<&'a mut Vec<Value>> {
    message(document, dice)?.get_mut("blocks")?.as_array_mut()
}

/// An entry as text.
fn written(entry: &Value) -> String {
    entry.as_str().map_or_else(|| entry.to_string(), str::to_owned)
}

/// The name before `@`, and the runs after it.
fn parted(entry: &str) -> (String, Vec<(usize, usize)>) {
    let (name, set) = entry.split_once('@').unwrap_or((entry, ""));
    let runs = set.split('+').filter_map(|run| {
        let (low, high) = run.split_once('-').unwrap_or((run, run));
        Some((low.parse().ok()?, high.parse().ok()?))
    });
    (name.to_owned(), runs.collect())
}

fn joined(name: &str, runs: &[(usize, usize)]) -> Value {
    let runs: Vec<String> = runs
        .iter()
        .map(|(low, high)| if low == high { low.to_string() } else { format!("{low}-{high}") })
        .collect();
    if runs.is_empty() { json!(name) } else { json!(format!("{name}@{}", runs.join("+"))) }
}

/// Changes an entry that has a set; others are no place for this damage.
fn with_set(
    document: &mut Value,
    dice: &mut Dice,
    change: impl Fn(&mut Vec<(usize, usize)>, usize, &mut Dice) -> Option<()>,
) -> Option<()> {
    let (nodes, _) = size(document);
    let blocks = blocks(document, dice)?;
    let sets: Vec<usize> =
        (0..blocks.len()).filter(|&place| written(&blocks[place]).contains('@')).collect();
    let place = sets[dice.pick(sets.len())?];
    let (name, mut runs) = parted(&written(&blocks[place]));
    change(&mut runs, nodes, dice)?;
    blocks[place] = joined(&name, &runs);
    Some(())
}

/// Members to runs that rise and do not touch.
fn runs_of(members: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &member in members {
        match runs.last_mut() {
            Some((_, high)) if *high + 1 == member => *high = member,
            _ => runs.push((member, member)),
        }
    }
    runs
}

/// Something is not sent; with one entry nothing is, which is bad input.
pub fn drop_entry(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let blocks = blocks(document, dice)?;
    let place = dice.pick(blocks.len())?;
    blocks.remove(place);
    Some(())
}

/// Bad input: the same value twice.
pub fn repeat_entry(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let blocks = blocks(document, dice)?;
    let entry = blocks[dice.pick(blocks.len())?].clone();
    blocks.push(entry);
    Some(())
}

/// Bad input.
pub fn none(document: &mut Value, dice: &mut Dice) -> Option<()> {
    blocks(document, dice)?.clear();
    Some(())
}

/// The numbers in an entry: where they start, where they end.
fn numbers(entry: &str) -> Vec<(usize, usize)> {
    let digit = |place: usize| entry.as_bytes().get(place).is_some_and(u8::is_ascii_digit);
    let starts =
        (0..entry.len()).filter(|&place| digit(place) && (place == 0 || !digit(place - 1)));
    starts
        .map(|start| (start, (start..entry.len()).find(|&end| !digit(end)).unwrap_or(entry.len())))
        .collect()
}

fn replaced(entry: &str, (start, end): (usize, usize), number: usize) -> Value {
    let text = format!("{}{number}{}", &entry[..start], &entry[end..]);
    text.parse::<u64>().map_or_else(|_| json!(text), |number| json!(number))
}

/// Another block, piece or contributor; sometimes one that there is not, or a range that falls.
pub fn change_number(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let blocks = blocks(document, dice)?;
    let place = dice.pick(blocks.len())?;
    let entry = written(&blocks[place]);
    let numbers = numbers(&entry);
    let number = numbers[dice.pick(numbers.len())?];
    blocks[place] = replaced(&entry, number, dice.index(nodes + 1));
    Some(())
}

/// A range ends one earlier or later, or one number becomes a range of two.
pub fn stretch(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let blocks = blocks(document, dice)?;
    let place = dice.pick(blocks.len())?;
    let entry = written(&blocks[place]);
    let numbers = numbers(&entry);
    let (start, end) = numbers[dice.pick(numbers.len())?];
    let number: usize = entry[start..end].parse().ok()?;
    let in_range = entry[..start].ends_with('-') || entry[end..].starts_with('-');
    blocks[place] = match (in_range, dice.index(2)) {
        (true, 0) => replaced(&entry, (start, end), number + 1),
        (true, _) => replaced(&entry, (start, end), number.checked_sub(1)?),
        (false, 0) => json!(format!("{}-{}{}", &entry[..end], number + 1, &entry[end..])),
        (false, _) => {
            json!(format!("{}{}-{}", &entry[..start], number.checked_sub(1)?, &entry[start..]))
        }
    };
    Some(())
}

/// One entry more, like one of the others with another first number.
pub fn add_entry(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let blocks = blocks(document, dice)?;
    let entry = written(&blocks[dice.pick(blocks.len())?]);
    let number = *numbers(&entry).first()?;
    blocks.push(replaced(&entry, number, dice.index(nodes)));
    Some(())
}

/// A run of contributors is forgotten; with one run the block becomes plain.
pub fn cut_run(document: &mut Value, dice: &mut Dice) -> Option<()> {
    with_set(document, dice, |runs, _, dice| {
        let run = dice.pick(runs.len())?;
        runs.remove(run);
        Some(())
    })
}

/// A contributor less.
pub fn shrink_set(document: &mut Value, dice: &mut Dice) -> Option<()> {
    with_set(document, dice, |runs, _, dice| {
        let mut members: Vec<usize> = runs.iter().flat_map(|&(low, high)| low..=high).collect();
        if members.len() < 2 {
            return None;
        }
        members.remove(dice.pick(members.len())?);
        *runs = runs_of(&members);
        Some(())
    })
}

/// A contributor more.
pub fn grow_set(document: &mut Value, dice: &mut Dice) -> Option<()> {
    with_set(document, dice, |runs, nodes, dice| {
        let mut members: Vec<usize> = runs.iter().flat_map(|&(low, high)| low..=high).collect();
        let others: Vec<usize> = (0..nodes).filter(|node| !members.contains(node)).collect();
        members.push(others[dice.pick(others.len())?]);
        members.sort_unstable();
        *runs = runs_of(&members);
        Some(())
    })
}

/// All that the sender knows.
pub fn make_plain(document: &mut Value, dice: &mut Dice) -> Option<()> {
    with_set(document, dice, |runs, _, _| {
        runs.clear();
        Some(())
    })
}

/// Bad input for copied data; for combined data right only by luck.
pub fn put_set(document: &mut Value, dice: &mut Dice) -> Option<()> {
    let (nodes, _) = size(document);
    let message = message(document, dice)?;
    let from = message.get("from")?.as_u64().and_then(|from| usize::try_from(from).ok())?;
    let blocks = message.get_mut("blocks")?.as_array_mut()?;
    let place = dice.pick(blocks.len())?;
    let entry = written(&blocks[place]);
    let other = dice.index(nodes.max(1));
    let (low, high) = match dice.index(3) {
        0 => (from, from),
        1 => (other, other),
        _ => (from.min(other), from.max(other)),
    };
    (!entry.contains('@')).then(|| blocks[place] = joined(&entry, &[(low, high)]))
}
