//! `plan -f trace`: the phase listing of the lecture, for any schedule.

use std::collections::BTreeSet;

use super::prelude::*;
use hockney_core::collective::{Blocks, Data, Group};
use hockney_core::schedule::{Runs, Steps};
use hockney_core::trace::{OfGroup, Operator, TracedValue, Transfer, starting_values, watch};

/// Reads `3,1,4,1` as what the trace starts from.
pub(crate) fn values(text: &str, operator: Operator, instance: &Instance) -> Result<Vec<Rational>> {
    let number = |part: &str| {
        Rational::from_str(part.trim())
            .map_err(|error| Failure::input(format!("--values: `{}`: {error}", part.trim())))
    };
    let given: Vec<Rational> = text.split(',').map(number).collect::<Result<_, _>>()?;
    starting_values(instance, &given, operator).map_err(|error| {
        Failure::input(format!("--values: {error}"))
            .help("write one number for each, separated by commas, such as --values 3,1,4,1")
    })
}

/// Writes the listing, of one group after another; what nodes hold a line each, or as a grid where one is to be looked at.
pub(crate) fn write(
    out: &mut dyn Write,
    schedule: &Schedule,
    view: Option<View>,
    values: Option<(&[Rational], Operator)>,
) -> Result<()> {
    let (topology, several) = (&schedule.topology, schedule.phases.len() > 1);
    let mut before = 0;
    for (number, phase) in (1..).zip(&schedule.phases) {
        let name = phase.instance().collective.name();
        if several {
            writeln!(out, "\nPhase {number}: {name}")?;
        }
        let planes = view.filter(|_| phase.is_everyone()).map(|view| planes(topology, view));
        for (at, group) in phase.groups.iter().enumerate() {
            if phase.groups.len() > 1 {
                let nodes =
                    (0..group.instance.nodes).map(|position| topology.show(group.node(position)));
                writeln!(out, "\n{name} among {}", nodes.collect::<Vec<_>>().join(", "))?;
            }
            let part = OfGroup { phase, group: at };
            let steps: &dyn Steps = if phase.is_everyone() { &*phase.steps } else { &part };
            let planes = planes.as_deref();
            Writer { topology, group, planes }.write(out, before, steps, values)?;
        }
        before += phase.steps.count();
    }
    Ok(())
}

struct Writer<'a> {
    topology: &'a Topology,
    group: &'a Group,
    planes: Option<&'a [Plane]>,
}

/// The rows of a picture from the top, of one plane after the other; no rows where there are no sides.
type Plane = Vec<Vec<u32>>;

/// Where the nodes of a grid are, as it is drawn.
fn planes(topology: &Topology, view: View) -> Vec<Plane> {
    let Some([.., rows, columns]) = topology.network().sides() else { return Vec::new() };
    let (rows, columns) = (*rows, *columns);
    let (across, along, [up, right]) = match view.numbering {
        Numbering::RowMajor => (rows, columns, [columns, 1]),
        Numbering::ColumnMajor => (columns, rows, [1, columns]),
    };
    let row = |first: u32, from_the_top: u32| {
        let y = match view.origin {
            Origin::BottomLeft => across - 1 - from_the_top,
            Origin::TopLeft => from_the_top,
        };
        (0..along).map(|x| first + y * up + x * right).collect()
    };
    let first = (0..topology.nodes()).step_by((rows * columns) as usize);
    first.map(|first| (0..across).map(|y| row(first, y)).collect()).collect()
}

impl Writer<'_> {
    fn write(
        &self,
        out: &mut dyn Write,
        before: usize,
        steps: &dyn Steps,
        values: Option<(&[Rational], Operator)>,
    ) -> Result<()> {
        watch(&self.group.instance, steps, values, |number, transfers, state| {
            writeln!(out, "\nStep {}", before + number)?;
            let lines = self.lines(transfers);
            let width = lines.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
            for (left, right) in &lines {
                match (left.is_empty(), right.is_empty()) {
                    (false, false) => writeln!(out, "{left:width$}    {right}")?,
                    _ => writeln!(out, "{left}{right}")?,
                }
            }
            writeln!(out, "After step {}", before + number)?;
            let held = |node| {
                let apart = |(block, known): (u64, &[TracedValue])| {
                    known.iter().map(|held| (block, held.clone())).collect::<Vec<_>>()
                };
                self.blocks(&state.of(node).flat_map(apart).collect::<Vec<_>>())
            };
            self.of_nodes(out, "holds", held)?;
            if state.keeps_apart() && number == steps.count() {
                writeln!(out, "\nResult")?;
                let result = |node| self.blocks(&state.results(&self.group.instance, node));
                self.of_nodes(out, "has", result)?;
            }
            Ok(())
        })
    }

    /// The node at a position of the group.
    fn show(&self, position: u32) -> String {
        self.topology.show(self.group.node(position))
    }

    /// A line for each node, or a cell at its place.
    fn of_nodes(
        &self,
        out: &mut dyn Write,
        verb: &str,
        text: impl Fn(u32) -> String,
    ) -> Result<()> {
        let Some(planes) = self.planes else {
            for node in 0..self.group.instance.nodes {
                writeln!(out, "{} {verb} {}", self.show(node), text(node))?;
            }
            return Ok(());
        };
        for (number, plane) in planes.iter().enumerate() {
            if planes.len() > 1 {
                writeln!(out, "plane {number}")?;
            }
            let cell = |node: &u32| format!("{node}: {}", text(*node));
            let cells: Vec<Vec<String>> =
                plane.iter().map(|row| row.iter().map(cell).collect()).collect();
            page::write_plain(out, &cells)?;
        }
        Ok(())
    }

    /// For each node that takes part: what it sends, and what it receives.
    fn lines(&self, transfers: &[Transfer]) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        let nodes: BTreeSet<u32> = transfers.iter().flat_map(|t| [t.from, t.to]).collect();
        for node in nodes {
            let show = |node| self.show(node);
            let name = show(node);
            let sends = transfers.iter().filter(|t| t.from == node).map(|t| {
                format!("{name} is sending {} to {}", self.blocks(&t.carried), show(t.to))
            });
            let receives = transfers.iter().filter(|t| t.to == node).map(|t| {
                format!("{name} is receiving {} from {}", self.blocks(&t.carried), show(t.from))
            });
            // One port means one of each; a schedule that breaks the rule has more lines.
            let (sends, receives): (Vec<_>, Vec<_>) = (sends.collect(), receives.collect());
            for i in 0..sends.len().max(receives.len()) {
                let cell = |list: &[String]| list.get(i).cloned().unwrap_or_default();
                lines.push((cell(&sends), cell(&receives)));
            }
        }
        lines
    }

    /// `the message`, `0 3`, `{0-3}`, `2{0-3}`, with values `3`, `{0-1} = 4`, `2{0-1} = 4`.
    fn blocks(&self, held: &[(u64, TracedValue)]) -> String {
        if held.is_empty() {
            return "nothing".to_owned();
        }
        let valued = held.iter().any(|(_, h)| h.value.is_some());
        if self.group.instance.data() == Data::Copied && !valued {
            if self.group.instance.blocks() == Blocks::Pieces && self.group.instance.pieces == 1 {
                return "the message".to_owned();
            }
            let all: Runs = held.iter().map(|(block, _)| *block).collect();
            return self.group.instance.entries(&all).join(" ");
        }
        let single = self.group.instance.all_blocks().len() == 1;
        let one = |(block, held): &(u64, TracedValue)| {
            let name = self.group.instance.entries(&Runs::one(*block)).join(" ");
            let name = if single { String::new() } else { name };
            let whose = match self.group.instance.data() {
                Data::Copied => String::new(),
                Data::Combined | Data::Token => format!("{{{}}}", held.contributors),
            };
            match &held.value {
                Some(value) if name.is_empty() && whose.is_empty() => value.to_string(),
                Some(value) => format!("{name}{whose} = {value}"),
                None => format!("{name}{whose}"),
            }
        };
        held.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
