//! Hand-written steps as the question numbers its nodes: from 0 or 1, along rows or columns.

use super::super::lists::list;
use super::super::problems::Numbering;
use super::notation::plain;
use crate::collective::Instance;
use crate::diagnostic::Diagnostic;
use crate::document::{ReadError, behind_label, read_lines};
use crate::schedule::{Listed, Message, Payload, Route, Step};
use crate::topology::{Topology, Vertex};

/// The ways to read steps without headings: a line each, and for a single line a part between semicolons each.
///
/// # Errors
/// Why the lines cannot be read.
pub(in super::super) fn readings(
    text: &str,
    topology: &Topology,
    instance: &Instance,
    numbering: Numbering,
) -> Result<Vec<Listed>, ReadError> {
    let read = |text: &str| {
        let steps = if numbering.from_one {
            from_one(text, topology, instance)?
        } else {
            read_lines(text, topology, instance)?
        };
        if numbering.columns != Some(true) || has_coordinates(text) {
            return Ok(steps);
        }
        let along_rows = |v| Some(numbering.along_rows(topology, v));
        Ok(renamed(&steps, &along_rows).unwrap_or(steps))
    };
    let plain = read(text);
    let one_line = !text.trim().contains('\n') && text.contains(';');
    let parts = one_line.then(|| text.replace(';', "\n"));
    // A semicolon before a label only ends the step.
    let parts = parts.filter(|parts| plain.is_err() || behind_label(parts).is_none());
    match (plain, parts.map(|parts| read(&parts))) {
        (Ok(steps), Some(Ok(parts))) => Ok(vec![steps, parts]),
        (Ok(steps), _) | (Err(_), Some(Ok(steps))) => Ok(vec![steps]),
        (Err(error), _) => Err(error),
    }
}

/// The messages of one step in one line: without its label, and a message a line side by side.
pub(in super::super) fn one_step(text: &str) -> String {
    let text = plain(text);
    let text = behind_label(text.trim()).unwrap_or(text.trim());
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.iter().any(|line| behind_label(line).is_some() || line.starts_with('{')) {
        return text.to_owned();
    }
    let bare = |line: &&str| line.trim_end_matches([',', ';', '.']).to_owned();
    lines.iter().map(bare).collect::<Vec<_>>().join(", ")
}

/// Steps in plain signs, without headings such as `Row:`, and the headings.
pub(in super::super) fn without_headings(text: &str) -> (String, Vec<String>) {
    let mut headings = Vec::new();
    let mut lines = Vec::new();
    for line in plain(text).replace("**", "").replace('`', "").lines() {
        let (before, behind) = line.split_once(':').unwrap_or(("", line));
        let mut words = before.split_whitespace().peekable();
        let known = |word: &str| list("headings").contains(&&*word.to_lowercase());
        if words.peek().is_some() && words.all(known) {
            headings.push(format!("{}:", before.trim()));
            lines.push(behind.to_owned());
        } else {
            lines.push(line.to_owned());
        }
    }
    (lines.join("\n"), headings)
}

/// Whether nodes are written as places of a grid.
fn has_coordinates(text: &str) -> bool {
    let mut brackets = text.split('(').skip(1).filter_map(|inside| inside.split_once(')'));
    brackets.any(|(inside, _)| inside.contains(','))
}

/// With other names for the nodes; `None` where a message says more than from where to where.
fn renamed(steps: &Listed, name: &dyn Fn(Vertex) -> Option<Vertex>) -> Option<Listed> {
    let message = |message: &Message| {
        let plain = message.route == Route::Default && message.payload == Payload::Everything;
        let (from, to) = (name(message.from)?, name(message.to)?);
        plain.then(|| Message { from, to, ..message.clone() })
    };
    let step = |step: &Step| {
        Some(Step { messages: step.messages.iter().map(message).collect::<Option<_>>()? })
    };
    steps.0.iter().map(step).collect::<Option<_>>().map(Listed)
}

/// Nodes 1 to p instead of 0 to p - 1, and coordinates from 1: read on a machine that has one
/// more of each, then renamed.
fn from_one(text: &str, topology: &Topology, instance: &Instance) -> Result<Listed, ReadError> {
    let sides = topology.network().sides().filter(|_| has_coordinates(text));
    let larger = match sides {
        Some(sides) => {
            let larger = sides.iter().map(|side| (u64::from(*side) + 1).to_string());
            format!("mesh:{}", larger.collect::<Vec<_>>().join("x"))
        }
        None => format!("complete:{}", u64::from(topology.nodes()) + 1),
    };
    let larger = Topology::parse(&larger).map_err(|why| Diagnostic::new(why.to_string()))?;
    let of = Instance::new(instance.collective, larger.nodes());
    let steps = read_lines(text, &larger, &of)?;
    let name = |v: Vertex| match sides {
        None => v.checked_sub(1),
        Some(sides) => {
            let (mut rest, mut place, mut name) = (v, 1, 0);
            for side in sides.iter().rev() {
                name += (rest % (side + 1)).checked_sub(1)? * place;
                rest /= side + 1;
                place *= side;
            }
            Some(name)
        }
    };
    let help = "nodes are counted from 1: 1 -> 5";
    renamed(&steps, &name).ok_or_else(|| {
        Diagnostic::new("a node is numbered 0, or a message names its blocks").help(help).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str, topology: &str, numbering: Numbering) -> Vec<Vec<Vec<(u32, u32)>>> {
        let Ok(topology) = Topology::parse(topology) else { return vec![] };
        let Some(of) = crate::collective::collective("broadcast") else { return vec![] };
        let instance = Instance::new(of, topology.nodes());
        let (text, _) = without_headings(text);
        let found = readings(&text, &topology, &instance, numbering).unwrap_or_default();
        let step = |step: &Step| step.messages.iter().map(|m| (m.from, m.to)).collect();
        found.iter().map(|steps| steps.0.iter().map(step).collect()).collect()
    }

    #[test]
    fn steps_are_numbered_as_the_question_says() {
        let plain = Numbering::default();
        let wanted = vec![vec![vec![(0, 2)], vec![(0, 1), (2, 3)]]];
        for text in [
            "Step 1: $0 \\to 2$\nStep 2: 0 → 1, 2 → 3",
            "**Step 1:** 0 -> 2\n**Step 2:** 0 -> 1, 2 -> 3",
            "Row: 0 -> 2\nColumns: 0 -> 1, 2 -> 3",
        ] {
            assert_eq!(pairs(text, "ring:4", plain), wanted, "{text}");
        }
        let both = vec![vec![vec![(0, 2), (0, 1), (2, 3)]], wanted[0].clone()];
        assert_eq!(pairs("0->2; 0->1, 2->3", "ring:4", plain), both);
        assert_eq!(pairs("1 -> 4", "ring:4", plain), Vec::<Vec<Vec<(u32, u32)>>>::new());
        let one = Numbering { from_one: true, ..plain };
        assert_eq!(pairs("1 -> 4", "ring:4", one), vec![vec![vec![(0, 3)]]]);
        assert_eq!(pairs("(1,1) -> (2,3)", "mesh:2x3", one), vec![vec![vec![(0, 5)]]]);
        assert!(pairs("0 -> 3", "ring:4", one).is_empty());
        let columns = Numbering { columns: Some(true), ..plain };
        assert_eq!(pairs("0 -> 2", "mesh:2x3", columns), vec![vec![vec![(0, 1)]]]);
        assert_eq!(pairs("(0,0) -> (1,2)", "mesh:2x3", columns), vec![vec![vec![(0, 5)]]]);
        assert_eq!(one_step("Schritt 2: 0 -> 1\n2 -> 3."), "0 -> 1, 2 -> 3");
    }
}
