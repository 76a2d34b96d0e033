//! `blocks`: the payload of a message from its entries, without repetition.

use std::collections::HashMap;

use super::Budget;
use crate::{Placed, Result, refuse};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_core::collective::{Entry, EntryError, Instance};
use hockney_core::schedule::{Payload, Run, Runs, Value};

/// What entries stand for.
pub(super) fn payload(
    entries: &[Placed<Entry>],
    of: &Instance,
    budget: &mut Budget,
) -> Result<Payload> {
    let at = |span: Span| move |error: EntryError| Diagnostic::new(error.to_string()).at(span);
    for (i, (entry, span)) in entries.iter().enumerate() {
        let runs = entry.runs(of).map_err(at(*span))?;
        // The first run of a message is kept in the message.
        budget.take_runs(if i == 0 { runs - 1 } else { runs }, *span)?;
    }
    if let [(entry, span)] = entries {
        return Ok(match entry.resolve(of).map_err(at(*span))? {
            (blocks, None) => Payload::Plain(blocks),
            (blocks, contributors) => Payload::Values(Box::new([Value { blocks, contributors }])),
        });
    }
    let mut sets = Sets::default();
    for (i, (entry, span)) in entries.iter().enumerate() {
        let (blocks, contributors) = entry.resolve(of).map_err(at(*span))?;
        let set = sets.of(contributors);
        sets.pieces.extend(blocks.runs().iter().map(|run| Piece { set, run: *run, entry: i }));
    }
    Ok(sets.put_together(entries)?)
}

/// Runs of blocks by whose contributions they are, in the order in which these are named first.
#[derive(Default)]
struct Sets {
    numbers: HashMap<Option<Runs>, usize>,
    contributors: Vec<Option<Runs>>,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    set: usize,
    run: Run,
    /// The entry that names it.
    entry: usize,
}

impl Sets {
    fn of(&mut self, contributors: Option<Runs>) -> usize {
        *self.numbers.entry(contributors.clone()).or_insert_with(|| {
            self.contributors.push(contributors);
            self.contributors.len() - 1
        })
    }

    /// Sorted once, so that a message of many entries takes no quadratic time.
    fn put_together(mut self, entries: &[Placed<Entry>]) -> Result<Payload, Diagnostic> {
        self.pieces.sort_unstable();
        let mut twice: Option<(usize, u64)> = None;
        let mut reached: Option<Piece> = None;
        for piece in &self.pieces {
            match reached {
                Some(before) if before.set == piece.set && piece.run.start < before.run.end => {
                    let found = (piece.entry.max(before.entry), piece.run.start);
                    twice = Some(twice.map_or(found, |earlier| earlier.min(found)));
                    if piece.run.end > before.run.end {
                        reached = Some(*piece);
                    }
                }
                _ => reached = Some(*piece),
            }
        }
        if let Some((entry, _)) = twice {
            let error = Diagnostic::new("the message names a block twice").at(entries[entry].1);
            let label = "part of this is already listed before";
            return Err(error
                .label(label)
                .help("name each block once, or with different contributors"));
        }
        let sets = self.contributors.iter().enumerate().map(|(set, contributors)| {
            let low = self.pieces.partition_point(|piece| piece.set < set);
            let high = self.pieces.partition_point(|piece| piece.set <= set);
            let blocks = self.pieces[low..high].iter().map(|piece| piece.run).collect();
            Value { blocks, contributors: contributors.clone() }
        });
        let mut values: Vec<Value> = sets.collect();
        if let [Value { contributors: None, blocks }] = &mut *values {
            return Ok(Payload::Plain(std::mem::take(blocks)));
        }
        self.refuse_mixed(&values, entries)?;
        Ok(Payload::Values(values.into()))
    }

    /// Refuses a block that travels both as all that is known of it and as a certain value.
    fn refuse_mixed(&self, values: &[Value], entries: &[Placed<Entry>]) -> Result<(), Diagnostic> {
        let Some(plain) = values.iter().position(|value| value.contributors.is_none()) else {
            return Ok(());
        };
        let (plain, certain): (Vec<Piece>, Vec<Piece>) =
            self.pieces.iter().partition(|piece| piece.set == plain);
        let clash = |piece: &Piece| {
            // Plain pieces rise and are disjoint: the first that ends behind the start decides.
            let after = plain.partition_point(|other| other.run.end <= piece.run.start);
            let other = plain.get(after).filter(|other| other.run.start < piece.run.end)?;
            Some(piece.entry.max(other.entry))
        };
        let Some(at) = certain.iter().filter_map(clash).min() else { return Ok(()) };
        let message = "the message carries a block both plainly and with contributors";
        let help = "a plain block is everything that the sender has of it; name the \
                    contributors, or leave out one of the two";
        refuse(entries[at].1, message, help)
    }
}
