//! The entries of `blocks`: `nodes [">" nodes] ["." nodes] ["@" nodes {"+" nodes}]`, spelled out value by value.

use std::collections::BTreeSet;

use serde_json::Value;

use super::collective::{Block, Collective, Data, Label};
use super::cover::Set;
use super::json::{Read, bad, digits, list};

/// A block and whose contributions travel; none stands for all that the sender knows, and for copied data.
pub type Claim = (Block, Option<Set>);

/// Reads the `blocks` of one message in a group of `size` nodes.
pub fn read(
    value: &Value,
    collective: &Collective,
    size: usize,
    pieces: usize,
) -> Read<BTreeSet<Claim>> {
    let mut claims = BTreeSet::new();
    for entry in list(value, "blocks")? {
        let text = match entry {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_u64() => number.to_string(),
            _ => return bad(format!("{entry} is not a block; quote it")),
        };
        for claim in read_entry(&text, collective, size, pieces)? {
            // Within a list and within its ranges alike. Overlapping ranges with different sets are different values.
            if !claims.insert(claim) {
                return bad(format!("{text} names a value a second time"));
            }
        }
    }
    if claims.is_empty() {
        return bad("no blocks");
    }
    for (block, set) in &claims {
        if set.is_some() && claims.contains(&(*block, None)) {
            return bad("a plain block beside an @ of the same block");
        }
    }
    Ok(claims)
}

fn read_entry(text: &str, collective: &Collective, size: usize, pieces: usize) -> Read<Vec<Claim>> {
    let (name, set) = match text.split_once('@') {
        Some((name, set)) => (name, Some(contributors(set, size)?)),
        None => (text, None),
    };
    if set.is_some() && collective.data() != Data::Combined {
        return bad(format!("{text}: @ belongs to combined data"));
    }
    let (name, piece) = match name.split_once('.') {
        Some((name, piece)) => (name, Some(range(piece, pieces)?)),
        None => (name, None),
    };
    let (first, second) = match name.split_once('>') {
        Some((first, second)) => (first, Some(range(second, size)?)),
        None => (name, None),
    };
    let all = (0..pieces).collect::<Vec<_>>();
    let (firsts, seconds, parts) = match (collective.label(), second, piece) {
        (Label::Piece, None, None) => (vec![0], vec![0], range(first, pieces)?),
        (Label::One, None, piece) => (range(first, size)?, vec![0], piece.unwrap_or(all)),
        (Label::Pair, Some(second), piece) => (range(first, size)?, second, piece.unwrap_or(all)),
        _ => return bad(format!("{text} does not name a block of this collective")),
    };
    let mut claims = Vec::new();
    for &i in &firsts {
        for &j in &seconds {
            claims.extend(parts.iter().map(|&part| ((i, j, part), set)));
        }
    }
    Ok(claims)
}

/// `a` or `a-b`, all of them below `end`.
fn range(text: &str, end: usize) -> Read<Vec<usize>> {
    let (low, high) = match text.split_once('-') {
        Some((low, high)) => (digits(low)?, digits(high)?),
        None => (digits(text)?, digits(text)?),
    };
    if low > high || high >= end {
        return bad(format!("{text} falls or is out of range"));
    }
    Ok((low..=high).collect())
}

/// Runs that rise and do not touch.
fn contributors(text: &str, size: usize) -> Read<Set> {
    let mut set: Set = 0;
    let mut lowest_next = 0;
    for run in text.split('+') {
        let run = range(run, size)?;
        if run[0] < lowest_next {
            return bad(format!("{text}: runs must rise and not touch"));
        }
        lowest_next = run[run.len() - 1] + 2;
        set = run.iter().fold(set, |set, &position| set | 1 << position);
    }
    Ok(set)
}
