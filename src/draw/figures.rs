//! The figures of the textbook's chapter on collectives (Grama et al. 2003, chapter 4), as what
//! would have to be drawn to get them.

use std::sync::Arc;

use super::{Numbering, Origin, Panel, View};
use crate::collective::{Group, Phase, Ports, Schedule};
use crate::number::Rational;
use crate::question::{Choice, Question};
use crate::schedule::{Listed, Message, Payload, Runs, Steps};
use crate::topology::Topology;

/// A figure of the textbook.
#[derive(Debug)]
pub struct Figure {
    /// Its number.
    pub number: &'static str,
    /// What it shows.
    pub about: &'static str,
    collective: &'static str,
    topology: &'static str,
    algorithm: &'static str,
    view: View,
    panels: &'static [Panel],
}

/// A figure's schedule, not checked yet, and how it is drawn.
#[derive(Clone)]
pub struct Made {
    /// The schedule.
    pub schedule: Schedule,
    /// How a grid is looked at.
    pub view: View,
    /// The pictures.
    pub panels: Vec<Panel>,
}

const PLAIN: View = View { numbering: Numbering::RowMajor, origin: Origin::BottomLeft };

const fn steps(first: usize, last: usize) -> Panel {
    Panel::Steps { first, last }
}

/// All that can be drawn by number.
pub static FIGURES: &[Figure] = &[
    Figure {
        number: "4.2",
        about: "one-to-all broadcast on a ring of eight nodes",
        collective: "broadcast",
        topology: "ring:8",
        algorithm: "recursive-doubling",
        view: PLAIN,
        panels: &[steps(1, 3)],
    },
    Figure {
        number: "4.3",
        about: "all-to-one reduction on a ring of eight nodes",
        collective: "reduce",
        topology: "ring:8",
        algorithm: "recursive-doubling",
        view: PLAIN,
        panels: &[steps(1, 3)],
    },
    Figure {
        number: "4.4",
        about: "broadcast and reduction in the product of a 4 x 4 matrix and a vector",
        collective: MATRIX_VECTOR,
        topology: "mesh:4x4",
        algorithm: "recursive-doubling",
        view: View { numbering: Numbering::RowMajor, origin: Origin::TopLeft },
        panels: &[steps(1, 2), steps(3, 4)],
    },
    Figure {
        number: "4.5",
        about: "one-to-all broadcast on a mesh of sixteen nodes",
        collective: "broadcast",
        topology: "mesh:4x4",
        algorithm: "dimension-by-dimension",
        view: View { numbering: Numbering::ColumnMajor, origin: Origin::BottomLeft },
        panels: &[steps(1, 4)],
    },
    Figure {
        number: "4.6",
        about: "one-to-all broadcast on a hypercube of three dimensions",
        collective: "broadcast",
        topology: "hypercube:8",
        algorithm: "binomial",
        view: PLAIN,
        panels: &[steps(1, 3)],
    },
    Figure {
        number: "4.7",
        about: "one-to-all broadcast on a tree of eight nodes",
        collective: "broadcast",
        topology: "tree:8",
        algorithm: "leaf-halving",
        view: PLAIN,
        panels: &[steps(1, 3)],
    },
    Figure {
        number: "4.9",
        about: "all-to-all broadcast on a ring of eight nodes, first, second and last step",
        collective: "all-gather",
        topology: "ring:8",
        algorithm: "ring",
        view: PLAIN,
        panels: &[steps(1, 1), steps(2, 2), steps(7, 7)],
    },
    Figure {
        number: "4.10",
        about: "all-to-all broadcast on a 3 x 3 mesh, along rows, then along columns",
        collective: "all-gather",
        topology: "mesh:3x3",
        algorithm: "dimension-by-dimension",
        view: PLAIN,
        panels: &[steps(1, 2), steps(3, 4), Panel::After(4)],
    },
    Figure {
        number: "4.11",
        about: "all-to-all broadcast on a hypercube of eight nodes",
        collective: "all-gather",
        topology: "hypercube:8",
        algorithm: "recursive-doubling",
        view: PLAIN,
        panels: &[steps(1, 1), steps(2, 2), steps(3, 3), Panel::After(3)],
    },
    Figure {
        number: "4.12",
        about: "the last step of 4.11 on a ring, where messages contend for links",
        collective: "all-gather",
        topology: "ring:8",
        algorithm: "recursive-doubling",
        view: PLAIN,
        panels: &[steps(3, 3)],
    },
];

/// No collective, but two of them in phases.
const MATRIX_VECTOR: &str = "matrix-vector";

impl Figure {
    /// Plans the figure.
    ///
    /// `None` would mean that the table above names what there is not; a test plans all of them.
    pub fn made(&self) -> Option<Made> {
        let topology = Topology::parse(self.topology).ok()?;
        let mut schedule = if self.collective == MATRIX_VECTOR {
            matrix_vector(&topology, self.algorithm)?
        } else {
            planned(self.collective, &topology, self.algorithm)?
        };
        if self.view.numbering == Numbering::ColumnMajor {
            schedule = schedule.numbered_along_columns()?;
        }
        Some(Made { schedule, view: self.view, panels: self.panels.to_vec() })
    }
}

fn planned(name: &str, topology: &Topology, how: &str) -> Option<Schedule> {
    let question = Question::new(name, topology.clone()).ok()?;
    Some(question.plan(Choice::Named(how)).ok()?.schedule())
}

/// The vector comes in at the top and is broadcast down the columns; the products are reduced
/// along the rows to the left.
fn matrix_vector(topology: &Topology, how: &str) -> Option<Schedule> {
    let mut phases = Vec::new();
    for (name, dimension) in [("broadcast", 0), ("reduce", 1)] {
        let lines: Vec<Vec<u32>> = topology
            .lines(dimension)
            .map(|line| (0..line.length).map(|at| line.node(at)).collect())
            .collect();
        let length = u64::try_from(lines.first()?.len()).ok()?;
        let array = Topology::new(crate::topology::family("linear-array")?, &[length]).ok()?;
        let one = planned(name, &array, how)?;
        let phase = one.phases.first()?;
        let steps = side_by_side(&*phase.steps, &lines);
        let group =
            |line: Vec<u32>| Group { members: Some(line), instance: phase.instance().clone() };
        let groups = lines.into_iter().map(group).collect();
        let steps = Arc::new(steps);
        phases.push(Phase::of_groups(topology.nodes(), groups, Rational::one(), steps));
    }
    Some(Schedule { topology: topology.clone(), ports: Ports::One, phases })
}

/// The steps of a line, on each line.
fn side_by_side(steps: &dyn Steps, lines: &[Vec<u32>]) -> Listed {
    let mut all = Listed::of(steps);
    for step in &mut all.0 {
        let one = std::mem::take(&mut step.messages);
        for line in lines {
            step.messages.extend(one.iter().map(|message| on(line, message)));
        }
    }
    all
}

fn on(line: &[u32], message: &Message) -> Message {
    let (from, to) = (line[message.from as usize], line[message.to as usize]);
    // Each group has one block, and who contributed to it is told by position.
    match &message.payload {
        Payload::Plain(blocks) => Message::plain(from, to, blocks.clone()),
        other => Message { payload: other.clone(), ..Message::plain(from, to, Runs::new()) },
    }
}
