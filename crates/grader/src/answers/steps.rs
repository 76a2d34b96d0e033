//! Hand-written steps as the question numbers its nodes: from 0 or 1, along rows or columns.

use super::super::lists::list;
use super::notation::plain;
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::Rational;
use hockney_core::collective::Instance;
use hockney_core::collective::Phase;
use hockney_core::schedule::{Listed, Payload, Runs, Value};
use hockney_core::topology::Topology;
use hockney_files::{ReadError, WrittenSteps, behind_label, read_written};
use std::sync::Arc;

/// The ways to read steps without headings: a line each, and for a single line a part between semicolons each.
///
/// # Errors
/// Why the lines cannot be read.
pub(in super::super) fn readings(
    text: &str,
    topology: &Topology,
    instance: &Instance,
) -> Result<Vec<WrittenSteps>, ReadError> {
    let read = |text: &str| read_numbered(text, topology, instance);
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

/// The most blocks that a message names, where nodes have other numbers than those of the program.
const MOST_BLOCKS: u64 = 1 << 16;

/// Hand-written lines, whose nodes and blocks are called as the topology has it.
///
/// # Errors
/// Why the lines cannot be read.
pub(in super::super) fn read_numbered(
    text: &str,
    topology: &Topology,
    of: &Instance,
) -> Result<WrittenSteps, ReadError> {
    let read = |of: &Instance| {
        let empty = Arc::new(Listed::default());
        read_written(text, topology, &Phase::everyone(of.clone(), Rational::one(), empty))
    };
    let called = Instance::new(of.collective, of.nodes + topology.first()).with_pieces(of.pieces);
    let Some(called) = called.ok().filter(|_| !topology.is_plain()) else { return read(of) };
    let node = |number: u64| topology.vertex(number).filter(|node| *node < of.nodes);
    let block = |block| called.recoded(block, of.nodes, |number| node(number).map(u64::from));
    let blocks = |blocks: &Runs| -> Option<Runs> {
        (blocks.len() <= MOST_BLOCKS).then(|| blocks.iter().map(block).collect())?
    };
    let whose = |whose: &Runs| -> Option<Runs> {
        whose.iter().map(|number| node(number).map(u64::from)).collect()
    };
    let mut written = read(&called)?;
    let other = written.other.iter_mut().map(|(steps, _)| steps);
    let steps = other.chain([&mut written.steps]).flat_map(|steps| &mut steps.0);
    for message in steps.flat_map(|step| &mut step.messages) {
        let payload = match &message.payload {
            Payload::Everything => Some(Payload::Everything),
            Payload::Plain(plain) => blocks(plain).map(Payload::Plain),
            Payload::Values(values) => {
                let value = |value: &Value| {
                    let contributors = value.contributors.as_ref().map(whose);
                    let contributors = contributors.map_or(Some(None), |whose| whose.map(Some))?;
                    Some(Value { blocks: blocks(&value.blocks)?, contributors })
                };
                values.iter().map(value).collect::<Option<_>>().map(Payload::Values)
            }
        };
        message.payload = payload.ok_or_else(|| {
            let help = format!("blocks are counted from {}, like nodes", topology.first());
            Diagnostic::new("a message names a block that is not there").help(help)
        })?;
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hockney_core::schedule::Step;
    use hockney_core::topology::Numbering;

    fn pairs(text: &str, topology: &str, numbering: Numbering) -> Vec<Vec<Vec<(u32, u32)>>> {
        let Ok(topology) = Topology::parse(topology) else { return vec![] };
        let Some(of) = hockney_core::collective::collective("broadcast") else { return vec![] };
        let instance = Instance::new(of, topology.nodes());
        let (text, _) = without_headings(text);
        let topology = topology.numbered(numbering);
        let found = readings(&text, &topology, &instance).unwrap_or_default();
        let step = |step: &Step| step.messages.iter().map(|m| (m.from, m.to)).collect();
        found.iter().map(|written| written.steps.0.iter().map(step).collect()).collect()
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
        assert_eq!(
            pairs("i -> (i mod p) + 1", "ring:3", one),
            vec![vec![vec![(0, 1), (1, 2), (2, 0)]]]
        );
        assert_eq!(
            pairs("000 -> 100, 2 -> 6", "hypercube:8", one),
            vec![vec![vec![(0, 4), (1, 5)]]]
        );
        assert_eq!(pairs("((1,1),(2,3))", "mesh:2x3", one), vec![vec![vec![(0, 5)]]]);
        let both = Numbering { from_one: true, columns: Some(true) };
        assert_eq!(pairs("1 -> 3 via 5", "mesh:2x3", both), vec![vec![vec![(0, 1)]]]);
        assert_eq!(one_step("Schritt 2: 0 -> 1\n2 -> 3."), "0 -> 1, 2 -> 3");
    }
}
