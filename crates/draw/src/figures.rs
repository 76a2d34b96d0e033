//! The figures of the textbook's chapter on collectives (Grama et al. 2003, chapter 4), as what
//! would have to be drawn to get them, and others of the same collectives, called by their content.

use std::sync::{Arc, LazyLock};

use super::{Numbering, Origin, Panel, View};
use hockney_base::number::Rational;
use hockney_core::collective::{Group, Phase, Ports, Schedule};
use hockney_core::schedule::{Listed, Message, Payload, Runs, Steps};
use hockney_core::topology::Topology;
use hockney_plan::question::{Choice, Question};

/// A figure of the textbook.
#[derive(Debug)]
pub struct Figure {
    /// Its number, or its content in a word.
    pub number: &'static str,
    /// The content.
    pub about: &'static str,
    collective: &'static str,
    topology: &'static str,
    algorithm: &'static str,
    view: View,
    extra: Extra,
    panels: Vec<(Panel, Option<&'static str>)>,
}

/// What is drawn besides the schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extra {
    /// Nothing.
    #[default]
    None,
    /// A dotted boundary around the nodes that exchange messages in a picture.
    Groups,
    /// The blocks of a product of a matrix and a vector: x above, y at the left, A at the nodes.
    Blocks,
    /// Messages as arcs from node to node, and not along their routes, on a ring that is a circle.
    Arcs,
}

/// A figure's schedule, not checked yet, and how it is drawn.
#[derive(Clone)]
pub struct Made {
    /// The schedule.
    pub schedule: Schedule,
    /// The view of a grid.
    pub view: View,
    /// What is drawn besides.
    pub extra: Extra,
    /// The pictures.
    pub panels: Vec<Panel>,
    /// What is written after the steps above each picture.
    pub captions: Vec<Option<&'static str>>,
}

/// All that can be drawn by number: the rows of `figures.txt`.
pub static FIGURES: LazyLock<Vec<Figure>> = LazyLock::new(|| {
    let rows = include_str!("figures.txt").lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(figure).collect()
});

fn figure(row: &'static str) -> Option<Figure> {
    let cells: Vec<&str> = row.split(" | ").collect();
    let [number, collective, topology, algorithm, view, extra, panels, about] = cells[..] else {
        return None;
    };
    let (numbering, origin) = view.split_once(' ')?;
    let view = View {
        numbering: if numbering == "rows" { Numbering::RowMajor } else { Numbering::ColumnMajor },
        origin: if origin == "bottom" { Origin::BottomLeft } else { Origin::TopLeft },
    };
    let extra = match extra {
        "groups" => Extra::Groups,
        "blocks" => Extra::Blocks,
        "arcs" => Extra::Arcs,
        _ => Extra::None,
    };
    let panels = panels.split(", ").map(panel).collect::<Option<_>>()?;
    Some(Figure { number, about, collective, topology, algorithm, view, extra, panels })
}

/// `1-3: along the rows`, `after 4`
fn panel(cell: &'static str) -> Option<(Panel, Option<&'static str>)> {
    let (steps, caption) =
        cell.split_once(": ").map_or((cell, None), |(steps, caption)| (steps, Some(caption)));
    if let Some(step) = steps.strip_prefix("after ") {
        return Some((Panel::After(step.parse().ok()?), caption));
    }
    let (first, last) = steps.split_once('-')?;
    let steps = Panel::Steps { first: first.parse().ok()?, last: last.parse().ok()? };
    Some((steps, caption))
}

/// No collective, but two of them in phases.
const MATRIX_VECTOR: &str = "matrix-vector";

impl Figure {
    /// `Figure 4.2: one-to-all broadcast ..`; without a number the description only.
    pub fn title(&self) -> String {
        if self.number.starts_with(|c: char| c.is_ascii_digit()) {
            format!("Figure {}: {}", self.number, self.about)
        } else {
            self.about.to_owned()
        }
    }

    /// Plans the figure.
    ///
    /// `None` would mean that the table names what there is not; a test plans all of them.
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
        let (panels, captions) = self.panels.iter().cloned().unzip();
        Some(Made { schedule, view: self.view, extra: self.extra, panels, captions })
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
        let array =
            Topology::new(hockney_core::topology::family("linear-array")?, &[length]).ok()?;
        let one = planned(name, &array, how)?;
        let phase = one.phases.first()?;
        let steps = side_by_side(&*phase.steps, &lines);
        let group =
            |line: Vec<u32>| Group { members: Some(line), instance: phase.instance().clone() };
        let groups = lines.into_iter().map(group).collect();
        let steps = Arc::new(steps);
        phases.push(Phase::of_groups(topology.nodes(), groups, Rational::one(), steps));
    }
    Some(Schedule { topology: topology.clone(), ports: Ports::ONE, phases })
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
    // Each group has one block, and its contributors are known by position.
    match &message.payload {
        Payload::Plain(blocks) => Message::plain(from, to, blocks.clone()),
        other => Message { payload: other.clone(), ..Message::plain(from, to, Runs::new()) },
    }
}
