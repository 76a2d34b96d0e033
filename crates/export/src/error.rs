//! Why a schedule is not exported.

use std::io;

use thiserror::Error;

use hockney_base::number::Rational;
use hockney_core::topology::Vertex;

/// Why a schedule is not exported.
#[derive(Debug, Error)]
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
            Self::Hops => "leave out --th, or export for SimGrid, whose links have latencies",
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
