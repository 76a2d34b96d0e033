//! Writes a certified schedule for other software: one file of this folder for each format.
//!
//! All messages come from the steps of the schedule, which are made again for each file, so that no format keeps
//! them.

mod error;
mod goal;
mod mpi;
mod simgrid;

use std::io::Write;
use std::ops::Range;

use hockney_base::number::Rational;
use hockney_core::checker::Certified;
use hockney_core::collective::{Phase, Schedule};
use hockney_core::schedule::{Message, Step};
use hockney_cost::Numbers;

pub use error::ExportError;
pub use goal::{Goal, Mode};
pub use mpi::Mpi;
pub use simgrid::SimGrid;

/// A schedule in a format of other software. Whatever the format cannot express is refused when it is made.
pub trait Export {
    /// The names of its files.
    fn files(&self) -> Vec<String>;

    /// Writes the file with this name.
    ///
    /// # Errors
    /// The output fails.
    fn write(&self, file: &str, out: &mut dyn Write) -> Result<(), ExportError>;

    /// The commands that run it, for files in this folder.
    fn commands(&self, folder: &str) -> Vec<String>;
}

/// What is exported.
#[derive(Clone, Copy)]
pub struct Exported<'a> {
    /// The schedule.
    pub certified: Certified<'a>,
    /// What it is, in a line.
    pub title: &'a str,
    /// The numbers of the model.
    pub numbers: &'a Numbers,
    /// The price of the schedule with these numbers, if they are all given.
    pub price: Option<&'a Rational>,
}

impl<'a> Exported<'a> {
    fn schedule(&self) -> &'a Schedule {
        self.certified.schedule()
    }

    /// The size, t_s and the price, of a schedule that suits.
    fn prices(&self) -> Result<[&'a Rational; 3], ExportError> {
        let Numbers { m, t_s, .. } = self.numbers;
        let alike = self.schedule().topology.classes().is_empty();
        let times = if alike { "--tw" } else { "--link" };
        match (m, t_s, self.price) {
            (Some(m), Some(t_s), Some(price)) => Ok([m, t_s, price]),
            _ => Err(ExportError::Missing(times)),
        }
    }

    /// An amount of time as `3/25000 us`, where times have a unit.
    fn time(&self, amount: &Rational) -> String {
        let unit = self.numbers.unit.map_or_else(String::new, |unit| format!(" {unit}"));
        format!("{amount}{unit}")
    }
}

/// The words of a block of each phase.
fn block_words(schedule: &Schedule, m: &Rational) -> Result<Vec<u64>, ExportError> {
    let words = |phase: &Phase| {
        let words = &phase.scale * m;
        let whole = words.is_integer().then(|| words.to_u64()).flatten();
        whole.ok_or(ExportError::NotWhole(words))
    };
    schedule.phases.iter().map(words).collect()
}

/// A number that a program reads as a whole one, at most so large.
fn read_by(
    reader: &'static str,
    what: &'static str,
    found: Rational,
    most: u64,
) -> Result<u64, ExportError> {
    let fit = found.to_u64().filter(|found| *found <= most);
    fit.ok_or(ExportError::TooLarge { what, found, most, reader })
}

/// Visits every message of these steps, which are counted from 0 through all phases, with its step and its size:
/// in words, if `words` has those of a block of each phase, else in pieces.
fn each_message(
    schedule: &Schedule,
    words: Option<&[u64]>,
    steps: Range<usize>,
    mut visit: impl FnMut(usize, &Message, u128),
) {
    let (mut before, mut buffer) = (0, Step::default());
    for (number, phase) in schedule.phases.iter().enumerate() {
        let words = words.and_then(|words| words.get(number).copied());
        let (instance, count) = (phase.instance(), phase.steps.count());
        let here = steps.start.saturating_sub(before)..steps.end.saturating_sub(before).min(count);
        for k in here {
            phase.steps.in_parts(k, &mut buffer, &mut |messages| {
                for message in messages {
                    visit(before + k, message, instance.size(&message.payload, words));
                }
                true
            });
        }
        before += count;
    }
}
