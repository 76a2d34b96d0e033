//! The blocks of nodes as students write them: a number for each node, or a list for each.
//!
//! ```text
//! 1 3 3 7 5 11 7 15            a number for each node, in their order
//! 0: 0 1                       a line for each node
//! P1: {0, 1}, P2: {2}          or several in a line
//! [[0, 1], [0, 1], [2-3], []]  a list for each node, in their order
//! ```
//!
//! Most of it can be meant in more ways than one: nodes and blocks counted from 1, a grid numbered
//! along its columns, letters for blocks. All of them are read.

mod labels;
mod words;

use self::labels::{Labels, MOST};
use self::words::{Entries, Group, Word, entries};
use super::super::answers::{lines_of_the_grid, rows, spellings};
use super::super::key::Key;
use crate::collective::Data;
use crate::number::Rational;

/// The original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holdings {
    /// Numbers in a row.
    Row(Vec<Rational>),
    /// The blocks of each node, indexed by node; `None` if the answer leaves the node out.
    Nodes(Vec<Option<Vec<Rational>>>),
}

impl Holdings {
    /// All that is written in it.
    pub(super) fn numbers(&self) -> Vec<&Rational> {
        match self {
            Holdings::Row(row) => row.iter().collect(),
            Holdings::Nodes(lists) => lists.iter().flatten().flatten().collect(),
        }
    }
}

/// One way to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) given: Holdings,
    /// The assumptions of the reading; empty for the plain reading.
    pub(super) supposing: Option<String>,
    /// Whether it is read in other words than it is written: right where it is right, and never
    /// possible where what is written is not.
    pub(super) reworded: bool,
}

/// All ways to read what nodes hold, the plain one first.
///
/// # Errors
/// What was expected.
pub(super) fn read(key: &Key<'_>, values: bool, text: &str) -> Result<Vec<Reading>, String> {
    let reword = |reading: Reading| Reading { reworded: true, ..reading };
    if lines_of_the_grid(text) {
        // Each node of a row holds that, or the answer is not read: it may be meant of the row as a
        // whole.
        let listed = match key.question.topology.network().sides() {
            Some([count, columns]) => rows(text, [*count, *columns]),
            _ => None,
        };
        let why = || "write the blocks of each node, not rows and columns".to_owned();
        let found = plainly(key, values, &listed.ok_or_else(why)?)?;
        return Ok(found.into_iter().map(reword).collect());
    }
    let plain = plainly(key, values, text);
    let mut found: Vec<Reading> = plain.clone().unwrap_or_default();
    for spelling in spellings(text, key.question.topology.nodes()) {
        for reading in plainly(key, values, &spelling).unwrap_or_default() {
            if found.iter().all(|known| known.given != reading.given) {
                found.push(Reading { reworded: plain.is_ok(), ..reading });
            }
        }
    }
    if found.is_empty() { plain } else { Ok(found) }
}

/// All ways to read lines and lists as they are.
fn plainly(key: &Key<'_>, values: bool, text: &str) -> Result<Vec<Reading>, String> {
    let entries = entries(text, values)?;
    let of = &key.question.instance;
    let one_message =
        of.data() == Data::Copied && of.all_blocks().len() == 1 && !values && of.pieces == 1;
    let grid = key.question.topology.network().sides().is_some_and(|sides| sides.len() == 2);
    let by_columns = grid && key.question.numbering.columns != Some(false);
    let mut found: Vec<Reading> = Vec::new();
    let mut first_error = None;
    for way in 0..if by_columns { 16_u32 } else { 8 } {
        let labels = Labels {
            topology: &key.question.topology,
            pairs: of.blocks().named_by() == 2,
            plain_numbers: values,
            // Both from 0, both from 1, then only the nodes, then only the blocks.
            nodes_from_one: [1, 2].contains(&(way / 2 % 4)),
            blocks_from_one: [1, 3].contains(&(way / 2 % 4)),
            columns: way / 8 == 1,
            places: way % 2 == 1,
        };
        match given(&entries, &labels, one_message) {
            Ok(given) if found.iter().all(|reading| reading.given != given) => {
                let supposing = labels.supposing(one_message);
                found.push(Reading { given, supposing, reworded: false });
            }
            Ok(_) => {}
            Err(why) => _ = first_error.get_or_insert(why),
        }
    }
    if one_message {
        let flagged = |reading: &Reading| {
            let supposing = Some(
                "1 for a node that has it and 0 for a node that does \
                                  not"
                .to_owned(),
            );
            let given = flags(&reading.given, of.nodes)?;
            Some(Reading { given, supposing, reworded: false })
        };
        let flags: Vec<Reading> = found.iter().filter_map(flagged).collect();
        found.extend(flags);
    }
    match first_error.filter(|_| found.is_empty()) {
        Some(why) => Err(why),
        None if found.is_empty() => Err("the answer is empty".to_owned()),
        None => Ok(found),
    }
}

fn given(entries: &Entries, labels: &Labels<'_>, one_message: bool) -> Result<Holdings, String> {
    let p = labels.topology.nodes() as usize;
    match entries {
        Entries::Named(lines) => {
            let mut nodes = vec![None; p];
            for (name, groups) in lines {
                let node = labels.node(name).and_then(|node| usize::try_from(node).ok());
                let Some(slot) = node.and_then(|node| nodes.get_mut(node)) else {
                    return Err(format!("there is no node `{name}` in {}", labels.topology));
                };
                if slot.replace(items(groups, labels, one_message)?).is_some() {
                    return Err(format!("node {name} is listed twice"));
                }
            }
            Ok(Holdings::Nodes(nodes))
        }
        Entries::Row(groups) => {
            let single = match &groups[..] {
                [] => return Err("the answer is empty".to_owned()),
                [group] => group.bracket.is_none() || p > 1,
                // Holders by their coordinates.
                groups => one_message && labels.places && groups.len() != p,
            };
            if single {
                if let Some(nodes) = answers(groups, p).filter(|_| one_message) {
                    return Ok(Holdings::Nodes(nodes));
                }
                // For one message the row lists the nodes that have it.
                let blocks_from_one =
                    if one_message { labels.nodes_from_one } else { labels.blocks_from_one };
                let labels = Labels { blocks_from_one, ..*labels };
                let words = || groups.iter().flat_map(|group| &group.words);
                if one_message && words().any(|word| matches!(word, Word::Letter(_))) {
                    return Err("write the numbers of the nodes that have it".to_owned());
                }
                let row = numbers(groups, &labels)?;
                let one_each = !one_message && row.len() == p;
                return Ok(Holdings::Row(if one_each { labels.in_order(row) } else { row }));
            }
            // Names without a colon, and lists.
            let listed = groups.iter().filter(|group| group.bracket.is_some()).count();
            if listed > 0 && listed < groups.len() {
                let text = "the answer mixes lists and numbers: write `0: {0, 1}` for each node";
                return Err(text.to_owned());
            }
            if groups.len() != p {
                let count = groups.len();
                return Err(format!("found {count} lists for {p} nodes: write one for each node"));
            }
            let lists = groups
                .iter()
                .map(|group| items(std::slice::from_ref(group), labels, one_message).map(Some));
            Ok(Holdings::Nodes(labels.in_order(lists.collect::<Result<_, _>>()?)))
        }
    }
}

/// `yes no yes no`: for each node whether it has the message.
fn answers(groups: &[Group], nodes: usize) -> Option<Vec<Option<Vec<Rational>>>> {
    let [group] = groups else { return None };
    let one = |word: &Word| match word {
        Word::Nothing => Some(Some(Vec::new())),
        Word::Other(_) | Word::Letter(_) => Some(Some(vec![Rational::default()])),
        _ => None,
    };
    let all: Vec<_> = group.words.iter().map(one).collect::<Option<_>>()?;
    (all.len() == nodes).then_some(all)
}

/// The blocks of one node. The name of a single message does not matter.
fn items(
    groups: &[Group],
    labels: &Labels<'_>,
    one_message: bool,
) -> Result<Vec<Rational>, String> {
    let words = || groups.iter().flat_map(|group| &group.words);
    if one_message && words().all(|word| !matches!(word, Word::Number(..))) {
        let any = words().any(|word| !matches!(word, Word::Nothing));
        return Ok(if any { vec![Rational::default()] } else { Vec::new() });
    }
    numbers(groups, labels)
}

/// The meanings of all words.
fn numbers(groups: &[Group], labels: &Labels<'_>) -> Result<Vec<Rational>, String> {
    let mut numbers = Vec::new();
    for group in groups {
        numbers.extend(labels.numbers(group)?);
        if numbers.len() > MOST {
            return Err("too many numbers".to_owned());
        }
    }
    Ok(numbers)
}

/// `1 0 1 0`, or `P0: 1, P1: 0`: the nodes that have the message.
fn flags(given: &Holdings, nodes: u32) -> Option<Holdings> {
    let one = |list: &Option<Vec<Rational>>| list.as_ref().is_some_and(|list| list.len() == 1);
    let single = match given {
        Holdings::Row(_) => true,
        Holdings::Nodes(lists) => lists.iter().all(one),
    };
    let flags = given.numbers();
    let is_flags = single
        && flags.len() == nodes as usize
        && flags.iter().all(|flag| flag.is_zero() || flag.is_one())
        && flags.iter().any(|flag| flag.is_one());
    let list =
        |flag: &&Rational| Some(if flag.is_one() { vec![Rational::default()] } else { Vec::new() });
    is_flags.then(|| Holdings::Nodes(flags.iter().map(list).collect()))
}
