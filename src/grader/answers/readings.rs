//! The ways in which hand-written steps may be meant: nodes counted from 1, a grid numbered along
//! its columns, a chain of hops, a table.

use super::spelled::spelled;
use super::words::is_number;
use crate::collective::{Blocks, Instance};
use crate::document::{ReadError, behind_label, has_arrow, read_lines};
use crate::schedule::{Listed, Message, Payload, Route, Step};
use crate::topology::{Topology, Vertex};

/// One way to read an answer.
#[derive(Clone, Debug)]
pub(in super::super) struct Reading {
    /// The steps.
    pub(in super::super) steps: Listed,
    /// What had to be supposed: `nodes counted from 1`; nothing for the plain reading.
    pub(in super::super) supposing: Option<&'static str>,
}

/// All ways to read an answer, the plain one first.
///
/// # Errors
/// Why the plain one fails, where no other does better.
pub(in super::super) fn readings(
    text: &str,
    topology: &Topology,
    instance: &Instance,
    by_columns: bool,
) -> Result<Vec<Reading>, ReadError> {
    let labelled = one_line(text).filter(|text| text.lines().all(|l| behind_label(l).is_some()));
    let text = labelled.as_deref().unwrap_or(text);
    let read = |text: &str| readings_of(text, topology, instance, by_columns);
    // Signs of TeX, other brackets: only where the plain lines do not say it.
    let reworded = |text: &str| spelled(text, instance.blocks() == Blocks::PerPair);
    let steps = one_line(text).map(|text| read(&reworded(&text).unwrap_or(text)));
    let plain =
        read(text).or_else(|error| reworded(text).and_then(|text| read(&text).ok()).ok_or(error));
    // `0-1, 2-3` without a direction may be exchanges.
    let mut both = Vec::new();
    if !has_arrow(text) && has_no_words(text) && !is_list(text) {
        both.extend(plain.iter().flatten().filter_map(exchanged));
    }
    let mut found = match (plain, steps.as_ref()) {
        (Ok(found), _) => found,
        (Err(_), Some(Ok(found))) => return Ok(found.clone()),
        (Err(error), _) => return Err(error),
    };
    found.extend(both);
    let by_semicolons = steps.and_then(Result::ok).unwrap_or_default();
    found.extend(by_semicolons.into_iter().map(|reading| Reading {
        supposing: Some("a semicolon before each further step"),
        ..reading
    }));
    Ok(found)
}

/// Whether nothing but numbers, signs and P for a node stands behind labels.
fn has_no_words(text: &str) -> bool {
    let bare = |line: &str| {
        behind_label(line).unwrap_or(line).chars().all(|c| !c.is_alphabetic() || "pP".contains(c))
    };
    text.lines().all(bare)
}

/// Whether a text is a table or has brackets in brackets: then pairs have a direction.
fn is_list(text: &str) -> bool {
    let opens = |c: char| "({[".contains(c);
    let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    signs.windows(2).any(|two| opens(two[0]) && opens(two[1])) || from_table(text).is_some()
}

/// With each message also the other way round.
fn exchanged(reading: &Reading) -> Option<Reading> {
    let mut steps = reading.steps.clone();
    for step in &mut steps.0 {
        let back = renamed_step(step, &Some)?;
        let turn = |message: Message| Message { from: message.to, to: message.from, ..message };
        step.messages.extend(back.messages.into_iter().map(turn));
    }
    let any = steps.0.iter().any(|step| !step.messages.is_empty());
    any.then_some(Reading { steps, supposing: Some("pairs that exchange") })
}

/// One line with semicolons as a line for each of its parts.
fn one_line(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.contains('\n') && text.contains(';')).then(|| text.replace(';', "\n"))
}

fn readings_of(
    text: &str,
    topology: &Topology,
    instance: &Instance,
    by_columns: bool,
) -> Result<Vec<Reading>, ReadError> {
    let table = from_table(text);
    let text = table.as_deref().unwrap_or(text);
    let mut found = Vec::new();
    let plain = read_lines(text, topology, instance);
    let zero = matches!(&plain, Ok(steps) if uses(steps, 0));
    let mut add = |steps: Listed, supposing| found.push(Reading { steps, supposing });
    let sides = topology.network().sides();
    if by_columns && let (Ok(steps), Some([rows, columns])) = (&plain, sides) {
        // Coordinates mean the same in both numberings.
        if !has_coordinates(text)
            && let Some(steps) = renamed(steps, &|v| Some((v % rows) * columns + v / rows))
        {
            add(steps, Some("nodes numbered along the columns"));
        }
    }
    if !zero && let Some(steps) = from_one(text, topology, instance) {
        add(steps, Some("nodes counted from 1"));
    }
    if let Some(steps) = chain(text).and_then(|lines| read_lines(&lines, topology, instance).ok()) {
        add(steps, Some("a chain of which each arrow is a step"));
    }
    match plain {
        Ok(steps) => found.insert(0, Reading { steps, supposing: None }),
        Err(error) if found.is_empty() => return Err(error),
        Err(_) => {}
    }
    Ok(found)
}

/// Whether nodes are written as places of a grid.
fn has_coordinates(text: &str) -> bool {
    let mut brackets = text.split('(').skip(1).filter_map(|inside| inside.split_once(')'));
    brackets.any(|(inside, _)| inside.contains(','))
}

fn uses(steps: &Listed, node: Vertex) -> bool {
    let messages = steps.0.iter().flat_map(|step| &step.messages);
    messages.into_iter().any(|message| message.from == node || message.to == node)
}

/// With other names for the nodes; `None` where a message says more than from where to where.
fn renamed(steps: &Listed, name: &dyn Fn(Vertex) -> Option<Vertex>) -> Option<Listed> {
    steps.0.iter().map(|step| renamed_step(step, name)).collect::<Option<_>>().map(Listed)
}

fn renamed_step(step: &Step, name: &dyn Fn(Vertex) -> Option<Vertex>) -> Option<Step> {
    let message = |message: &Message| {
        let plain = message.route == Route::Default && message.payload == Payload::Everything;
        let (from, to) = (name(message.from)?, name(message.to)?);
        (plain && from != to).then(|| Message { from, to, ..message.clone() })
    };
    Some(Step { messages: step.messages.iter().map(message).collect::<Option<_>>()? })
}

/// Nodes 1 to p instead of 0 to p - 1, and coordinates from 1: read on a machine that has one
/// more of each, then renamed.
fn from_one(text: &str, topology: &Topology, instance: &Instance) -> Option<Listed> {
    let nodes = topology.nodes();
    let of = |p| Instance::new(instance.collective, p);
    let Some(sides) = topology.network().sides().filter(|_| has_coordinates(text)) else {
        let all = Topology::parse(&format!("complete:{}", nodes.checked_add(1)?)).ok()?;
        let steps = read_lines(text, &all, &of(nodes + 1)).ok()?;
        return renamed(&steps, &|v| v.checked_sub(1));
    };
    let larger: Vec<String> = sides.iter().map(|side| (u64::from(*side) + 1).to_string()).collect();
    let grid = Topology::parse(&format!("mesh:{}", larger.join("x"))).ok()?;
    let steps = read_lines(text, &grid, &of(grid.nodes())).ok()?;
    renamed(&steps, &|v| {
        let (mut rest, mut place, mut name) = (v, 1, 0);
        for side in sides.iter().rev() {
            name += (rest % (side + 1)).checked_sub(1)? * place;
            rest /= side + 1;
            place *= side;
        }
        Some(name)
    })
}

/// The arrows of a chain that points one way.
const ARROWS: [&str; 6] = ["-->", "->", "=>", "→", "⇒", "⟶"];

/// `0 → 1 → 2 → 3` as a step for each arrow; `None` for anything but chains. Several chains, a line
/// each, go side by side.
fn chain(text: &str) -> Option<String> {
    let mut steps: Vec<Vec<String>> = Vec::new();
    let mut long = false;
    let lines = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    for line in lines {
        let mut plain = line.to_owned();
        for arrow in ARROWS {
            plain = plain.replace(arrow, "\u{1}");
        }
        let nodes: Vec<&str> = plain.trim_end_matches('.').split('\u{1}').map(str::trim).collect();
        let node = |name: &&str| !name.is_empty() && !name.contains([',', ':', '[', ' ']);
        if nodes.len() < 2 || !nodes.iter().all(node) {
            return None;
        }
        long |= nodes.len() > 2;
        for (k, pair) in nodes.windows(2).enumerate() {
            if steps.len() <= k {
                steps.push(Vec::new());
            }
            steps[k].push(format!("{} -> {}", pair[0], pair[1]));
        }
    }
    let step = |(k, step): (usize, &Vec<String>)| format!("Step {}: {}\n", k + 1, step.join(", "));
    long.then(|| steps.iter().enumerate().map(step).collect())
}

/// A table with bars, tabs or commas between its cells: the step, then messages or sender and
/// receiver. `None` for anything else.
fn from_table(text: &str) -> Option<String> {
    let mut steps: Vec<(u64, Vec<String>)> = Vec::new();
    let mut rows = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let bars = line.contains('|');
        let inner = line.trim_matches('|');
        let cells: Vec<&str> = match (bars, line.contains('\t')) {
            (true, _) => inner.split('|').map(str::trim).collect(),
            (false, true) => line.split('\t').map(str::trim).collect(),
            (false, false) => line.split(',').map(str::trim).collect(),
        };
        let rule = |cell: &&str| !cell.is_empty() && cell.chars().all(|c| c == '-' || c == ':');
        if bars && cells.iter().all(rule) {
            continue;
        }
        rows += 1;
        let number = cells[0].parse::<u64>().ok();
        let messages = match (number, &cells[1..]) {
            // The line of headings.
            (None, [_, ..]) if rows == 1 && !line.contains(['>', '→']) => continue,
            (Some(_), [messages]) if bars && !messages.is_empty() => (*messages).to_owned(),
            (Some(_), [from, to]) if [from, to].iter().all(|cell| is_node(cell)) => {
                format!("{from} -> {to}")
            }
            _ => return None,
        };
        let number = number?;
        match steps.last_mut() {
            Some((last, step)) if *last == number => step.push(messages),
            _ => steps.push((number, vec![messages])),
        }
    }
    let step =
        |(number, step): &(u64, Vec<String>)| format!("Step {number}: {}\n", step.join(", "));
    (rows > 1 || !steps.is_empty() && text.contains('|')).then(|| steps.iter().map(step).collect())
}

fn is_node(cell: &str) -> bool {
    is_number(cell.trim_start_matches(['P', 'p']))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pairs = Vec<Vec<(u32, u32)>>;

    fn pairs(text: &str, topology: &str) -> Vec<(Option<&'static str>, Pairs)> {
        let Ok(topology) = Topology::parse(topology) else { return vec![] };
        let Some(of) = crate::collective::collective("broadcast") else { return vec![] };
        let instance = Instance::new(of, topology.nodes());
        let found = readings(text, &topology, &instance, true).unwrap_or_default();
        let step = |step: &Step| step.messages.iter().map(|m| (m.from, m.to)).collect();
        found.iter().map(|r| (r.supposing, r.steps.0.iter().map(step).collect())).collect()
    }

    #[test]
    fn tables_and_chains_are_steps() {
        let wanted = vec![(None, vec![vec![(0, 2)], vec![(0, 1), (2, 3)]])];
        for text in [
            "| Step | Messages |\n|---|---|\n| 1 | 0 → 2 |\n| 2 | 0 → 1, 2 → 3 |",
            "step,from,to\n1,0,2\n2,0,1\n2,2,3",
            "1\t0\t2\n2\t0\t1\n2\t2\t3",
            "| 1 | P0 | P2 |\n| 2 | 0 | 1 |\n| 2 | 2 | 3 |",
        ] {
            assert_eq!(pairs(text, "ring:4"), wanted, "{text}");
        }
        let hops = vec![vec![(0, 1)], vec![(1, 2)], vec![(2, 3)]];
        let chain = Some("a chain of which each arrow is a step");
        assert_eq!(pairs("0 → 1 → 2 → 3", "ring:4"), vec![(chain, hops)]);
        let both = vec![vec![(0, 1), (0, 3)], vec![(1, 2)]];
        assert_eq!(pairs("0->1->2\n0->3", "ring:4"), vec![(chain, both)]);
    }

    #[test]
    fn pairs_without_a_direction_may_be_exchanges() {
        let way = vec![vec![(0, 1), (2, 3)]];
        let both = vec![vec![(0, 1), (2, 3), (1, 0), (3, 2)]];
        for text in ["0-1, 2-3", "Step 1: (0,1), (2,3)", "{P0,P1}, {2,3}"] {
            let exchange = (Some("pairs that exchange"), both.clone());
            assert_eq!(pairs(text, "ring:4"), [(None, way.clone()), exchange], "{text}");
        }
        for text in ["0 to 1, 2 to 3", "0 Sends to 1, 2 -> 3", "{{0,1},{2,3}}"] {
            assert_eq!(pairs(text, "ring:4"), [(None, way.clone())], "{text}");
        }
        let steps = vec![vec![(0, 1), (1, 0)], vec![(2, 3), (3, 2)]];
        let found = pairs("Step 1: 0-1; Step 2: 2-3", "ring:4");
        assert_eq!(found.last(), Some(&(Some("pairs that exchange"), steps)));
    }

    #[test]
    fn nodes_may_be_counted_from_one_and_along_columns() {
        let from_one = Some("nodes counted from 1");
        let columns = Some("nodes numbered along the columns");
        assert_eq!(pairs("1 -> 4", "ring:4"), vec![(from_one, vec![vec![(0, 3)]])]);
        assert_eq!(pairs("0 -> 3", "ring:4"), vec![(None, vec![vec![(0, 3)]])]);
        let grid = pairs("0 -> 2", "mesh:2x3");
        assert_eq!(grid, vec![(None, vec![vec![(0, 2)]]), (columns, vec![vec![(0, 1)]])]);
        assert_eq!(pairs("P(1,1) -> P(2,3)", "mesh:2x3"), vec![(from_one, vec![vec![(0, 5)]])]);
        let coordinates = pairs("(0,0) -> (1,2)", "mesh:2x3");
        assert_eq!(coordinates, vec![(None, vec![vec![(0, 5)]])]);
    }
}
