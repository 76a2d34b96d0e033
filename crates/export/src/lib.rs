//! Writes a certified schedule for other software: one file of this folder for each format.
//!
//! All messages come from the steps of the schedule, which are made again for each file, so that no format keeps
//! them.

mod goal;
mod mpi;
mod simgrid;

use std::io::{self, Write};
use std::ops::Range;

use thiserror::Error;

use hockney_base::number::Rational;
use hockney_core::checker::Certified;
use hockney_core::collective::{Phase, Schedule};
use hockney_core::schedule::{Message, Step};
use hockney_core::topology::Vertex;
use hockney_cost::Numbers;

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

/// Refuses numbers of which one is missing; links of classes have times of their own.
fn all_given(schedule: &Schedule, numbers: &Numbers) -> Result<(), ExportError> {
    let classes = !schedule.topology.classes().is_empty();
    let Numbers { m, t_s, t_w, .. } = numbers;
    let given = [("-m", m.is_some()), ("--ts", t_s.is_some()), ("--tw", t_w.is_some() || classes)];
    let missing = given.into_iter().find(|(_, given)| !given);
    missing.map_or(Ok(()), |(option, _)| Err(ExportError::Missing(option)))
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

/// Why a schedule is not exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A number that the format needs.
    #[error("the format needs {0}")]
    Missing(&'static str),
    /// The words of a block, such as 3/2.
    #[error("a block of {0} words cannot be sent in whole words")]
    NotWhole(Rational),
    /// A graph with `classes`.
    #[error("links have classes with times of their own, which are not exported")]
    Classes,
    /// GOAL with `--th 1`.
    #[error("LogGOPSim has no time per hop, and --th is not 0")]
    Hops,
    /// A node whose messages share a port over links of several times per word.
    #[error("the links of node {0} differ in t_w, and SimGrid has no port for them to share")]
    Ports(Vertex),
    /// GOAL with `--ports all`.
    #[error("LogGOPSim has one port for each rank, and the schedule has more")]
    AllPorts,
    /// SimGrid with `--tw 0`.
    #[error("SimGrid needs links of finite bandwidth, and --tw is 0")]
    NoTime,
    /// A number that the other software cannot read.
    #[error("{what} is {found}, and {most} is the most that {reader} reads")]
    TooLarge {
        /// The number.
        what: &'static str,
        /// Its value.
        found: Rational,
        /// The largest value.
        most: u64,
        /// The program that reads it.
        reader: &'static str,
    },
    /// Two messages of one pair with different routes.
    #[error(
        "{from} sends to {to} by way of {} in step {} and by way of {} in step {}, and SimGrid has one \
         route for each pair of nodes", way(.first), .steps.0, way(.second), .steps.1
    )]
    TwoRoutes {
        /// The sender.
        from: Vertex,
        /// The receiver.
        to: Vertex,
        /// The vertices between them on the first route.
        first: Vec<Vertex>,
        /// The vertices between them on the second route.
        second: Vec<Vertex>,
        /// The steps of both, counted from 1.
        steps: (usize, usize),
    },
    /// More blocks in messages than a program lists; each message has at least one.
    #[error("the schedule has {found} {what}, and a program for MPI lists at most {most}")]
    TooManyBlocks {
        /// `messages`, or `blocks in its messages`
        what: &'static str,
        /// How many there are.
        found: u128,
        /// The limit.
        most: u128,
    },
    /// A sum that was not found in the number of tries.
    #[error("the sums that node {0} forms were not found")]
    Sums(Vertex),
    /// The output failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl ExportError {
    /// What to do about it, in a sentence.
    pub fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::Missing("--link") => {
                "give the times of each class of links, such as --link fast=100ns,46us/MB"
            }
            Self::Missing(_) => "give the size and both times, such as -m 1000 --ts 1000 --tw 1",
            Self::NotWhole(_) => "give a size -m that is a whole number of words",
            Self::Hops => {
                "leave out --th, or export for SimGrid, whose links have times of their own"
            }
            Self::Ports(_) => "export for MPI, or give the node equal links or --ports all",
            Self::AllPorts => "export for SimGrid or MPI",
            Self::NoTime => "give a time per word, such as --tw 1ns",
            Self::TooLarge { .. } => "give a smaller -m, a larger --word, or rounder times",
            Self::TwoRoutes { .. } => "export for MPI or GOAL, which have no routes",
            Self::Classes => "export for SimGrid, or for MPI, which has no times",
            Self::TooManyBlocks { .. } | Self::Sums(_) | Self::Output(_) => return None,
        })
    }
}

/// `1 2`, or `the direct link`.
fn way(vertices: &[Vertex]) -> String {
    if vertices.is_empty() {
        return "the direct link".to_owned();
    }
    vertices.iter().map(Vertex::to_string).collect::<Vec<_>>().join(" ")
}
