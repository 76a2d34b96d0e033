//! The blocks of nodes as students write them: a number for each node, or a list for each.
//!
//! ```text
//! 1 3 3 7 5 11 7 15            a number for each node, in their order
//! 0: 0 1                       a line for each node
//! P1: {0, 1}, P2: {2}          or several in a line
//! [[0, 1], [0, 1], [2-3], []]  a list for each node, in their order
//! ```
//!
//! Nodes and blocks are numbered as the question says.

mod labels;
mod words;

use self::labels::{Labels, MOST};
use self::words::{Entries, Group, Word, entries};
use super::super::key::Key;
use hockney_base::number::Rational;
use hockney_core::collective::Data;

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

/// The ways to read what nodes hold, the plain one first: a pair in brackets may be a node of a
/// grid or a block, and a row of 1 and 0 may be flags.
///
/// # Errors
/// What was expected.
pub(super) fn read(key: &Key<'_>, values: bool, text: &str) -> Result<Vec<Holdings>, String> {
    let entries = entries(text, values)?;
    let of = &key.question.instance;
    let one_message =
        of.data() == Data::Copied && of.all_blocks().len() == 1 && !values && of.pieces == 1;
    let mut found: Vec<Holdings> = Vec::new();
    let mut first_error = None;
    let labels = |places| Labels {
        topology: &key.question.topology,
        pairs: of.blocks().named_by() == 2,
        plain_numbers: values,
        places,
    };
    for places in [false, true] {
        match given(&entries, &labels(places), one_message) {
            Ok(given) if !found.contains(&given) => found.push(given),
            Ok(_) => {}
            Err(why) => _ = first_error.get_or_insert(why),
        }
    }
    if let Some(flags) = flags_of(&entries, &labels(false)).filter(|_| one_message) {
        found = vec![flags];
    }
    match first_error.filter(|_| found.is_empty()) {
        Some(why) => Err(why),
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
                // For one message the row lists the nodes that have it.
                let words = || groups.iter().flat_map(|group| &group.words);
                if words().any(|word| matches!(word, Word::Nothing)) {
                    return Err("a row has a number for each node".to_owned());
                }
                if one_message && words().any(|word| matches!(word, Word::Letter(_))) {
                    return Err("write the numbers of the nodes that have it".to_owned());
                }
                let row = numbers(groups, labels)?;
                let one_each = !one_message && row.len() == p;
                return Ok(Holdings::Row(if one_each { labels.in_order(&row) } else { row }));
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
            Ok(Holdings::Nodes(labels.in_order(&lists.collect::<Result<Vec<_>, _>>()?)))
        }
    }
}

/// The blocks of one node. The name of a single message does not matter.
fn items(
    groups: &[Group],
    labels: &Labels<'_>,
    one_message: bool,
) -> Result<Vec<Rational>, String> {
    let words = || groups.iter().flat_map(|group| &group.words);
    if one_message
        && words().all(|word| matches!(word, Word::Letter(_) | Word::Named(_) | Word::Nothing))
    {
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

/// `1 0 1 0`: for each node whether it has the message; `None` for anything else.
fn flags_of(entries: &Entries, labels: &Labels<'_>) -> Option<Holdings> {
    let Entries::Row(groups) = entries else { return None };
    let [group] = &groups[..] else { return None };
    let flag = |word: &Word| match word {
        Word::Number(number, _) if number.is_one() => Some(true),
        Word::Number(number, _) if number.is_zero() => Some(false),
        _ => None,
    };
    let flags: Vec<bool> = group.words.iter().map(flag).collect::<Option<_>>()?;
    let list = |has: &bool| Some(if *has { vec![Rational::default()] } else { Vec::new() });
    (flags.len() == labels.topology.nodes() as usize && flags.contains(&true))
        .then(|| Holdings::Nodes(labels.in_order(&flags.iter().map(list).collect::<Vec<_>>())))
}
