//! The figures of the textbook's chapter on collectives (Grama et al. 2003, chapter 4), as what
//! would have to be drawn to get them, and others of the same collectives, called by their content.

use std::sync::LazyLock;

use super::{GridOrder, Origin, Panel, View};
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::topology::{Line, Subset, Topology};
use hockney_plan::question::{Choice, Question, side_by_side};

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
    /// The routes over one of the congested links strong, and all others light.
    Routes,
    /// The number of the step at each arrow.
    Steps,
}

/// A figure's schedule, not checked yet, and how it is drawn.
#[derive(Clone)]
pub struct PlannedFigure {
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
        numbering: if numbering == "rows" { GridOrder::RowMajor } else { GridOrder::ColumnMajor },
        origin: if origin == "bottom" { Origin::BottomLeft } else { Origin::TopLeft },
    };
    let extra = match extra {
        "groups" => Extra::Groups,
        "blocks" => Extra::Blocks,
        "routes" => Extra::Routes,
        "steps" => Extra::Steps,
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
    pub fn made(&self) -> Option<PlannedFigure> {
        let topology = Topology::parse(self.topology).ok()?;
        let mut schedule = if self.collective == MATRIX_VECTOR {
            matrix_vector(&topology, self.algorithm)?
        } else {
            planned(self.collective, &topology, self.algorithm)?
        };
        if self.view.numbering == GridOrder::ColumnMajor {
            schedule = schedule.numbered_along_columns()?;
        }
        let (panels, captions) = self.panels.iter().cloned().unzip();
        Some(PlannedFigure { schedule, view: self.view, extra: self.extra, panels, captions })
    }
}

fn planned(name: &str, topology: &Topology, how: &str) -> Option<Schedule> {
    let question = Question::new(name, topology.clone()).ok()?;
    Some(question.plan(Choice::Named(how)).ok()?.schedule())
}

/// The vector comes in at the top and is broadcast down the columns; the products are reduced
/// along the rows to the left.
fn matrix_vector(topology: &Topology, how: &str) -> Option<Schedule> {
    let phase = |(name, dimension)| {
        let plan = |line: Line| {
            let members: Vec<u32> = (0..line.length).map(|at| line.node(at)).collect();
            let of = Instance::new(collective(name)?, line.length);
            let subset = Subset::of(topology, &members)?;
            let question = Question::among(subset.clone(), of);
            Some((subset, question.plan(Choice::Named(how)).ok()?))
        };
        let planned = topology.lines(dimension).map(plan).collect::<Option<Vec<_>>>()?;
        Some(side_by_side(topology, Rational::one(), planned))
    };
    let phases = [("broadcast", 0), ("reduce", 1)].into_iter().map(phase).collect::<Option<_>>()?;
    Some(Schedule { topology: topology.clone(), ports: Ports::ONE, phases })
}
