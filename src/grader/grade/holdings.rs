//! What nodes hold, as students write it: a number for each node, or a list for each.
//!
//! ```text
//! 1 3 3 7 5 11 7 15            a number for each node, in their order
//! 0: 0 1                       a line for each node
//! P1: {0, 1}
//! [[0, 1], [0, 1], [2-3], []]  a list for each node, in their order
//! ```

use crate::number::Rational;
use crate::topology::Topology;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Holdings {
    /// Numbers in a row.
    Row(Vec<Rational>),
    /// What each node holds, indexed by node; `None` where nothing is said of it.
    Nodes(Vec<Option<Vec<Rational>>>),
}

/// The longest list that is read.
const MOST: usize = 100_000;

/// Reads what nodes hold.
///
/// # Errors
/// What was expected.
pub(super) fn read(text: &str, topology: &Topology) -> Result<Holdings, String> {
    let text = text.trim();
    let named: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if named.iter().all(|line| line.contains(':')) && !named.is_empty() {
        return by_name(&named, topology);
    }
    let groups = groups(text)?;
    let p = topology.nodes() as usize;
    match &groups[..] {
        [Group::Row(row)] => Ok(Holdings::Row(row.clone())),
        groups => {
            let lists: Vec<_> = groups.iter().map(|group| Some(group.numbers().to_vec())).collect();
            if lists.len() == p {
                return Ok(Holdings::Nodes(lists));
            }
            Err(format!("these are {} lists for {p} nodes: write one for each node", lists.len()))
        }
    }
}

/// `P0: 0 1`
fn by_name(lines: &[&str], topology: &Topology) -> Result<Holdings, String> {
    let mut nodes = vec![None; topology.nodes() as usize];
    for line in lines {
        let (name, list) = line.split_once(':').unwrap_or((line, ""));
        let name = name.trim();
        let label = name.strip_prefix("node").or_else(|| name.strip_prefix("Node")).unwrap_or(name);
        let label = label.trim().trim_start_matches(['P', 'p']).trim();
        let node = topology.parse_node(label).filter(|node| *node < topology.nodes());
        let slot = node.and_then(|node| nodes.get_mut(node as usize));
        let Some(slot) = slot else {
            return Err(format!("there is no node `{name}` in {topology}"));
        };
        let numbers: Vec<Rational> =
            groups(list)?.iter().flat_map(|group| group.numbers().to_vec()).collect();
        if slot.replace(numbers).is_some() {
            return Err(format!("node {name} stands there twice"));
        }
    }
    Ok(Holdings::Nodes(nodes))
}

enum Group {
    /// Numbers outside all brackets.
    Row(Vec<Rational>),
    /// Numbers inside brackets.
    List(Vec<Rational>),
}

impl Group {
    fn numbers(&self) -> &[Rational] {
        match self {
            Group::Row(numbers) | Group::List(numbers) => numbers,
        }
    }
}

/// Numbers, and lists of numbers in brackets; a bracket around everything does not count.
fn groups(text: &str) -> Result<Vec<Group>, String> {
    let text = text.trim();
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let text = match inner {
        Some(inner) if inner.contains(['[', '{', '(']) || !inner.contains(']') => inner,
        _ => text,
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut open = false;
    let mut word = String::new();
    let mut count = 0;
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || "-–/.".contains(c) {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let numbers = numbers(&word)?;
            count += numbers.len();
            if count > MOST {
                return Err("these are too many numbers".to_owned());
            }
            match groups.last_mut() {
                Some(Group::List(list)) if open => list.extend(numbers),
                Some(Group::Row(row)) if !open => row.extend(numbers),
                _ => groups.push(Group::Row(numbers)),
            }
            word.clear();
        }
        match c {
            '[' | '{' | '(' if open => return Err("a bracket stands inside a bracket".to_owned()),
            '[' | '{' | '(' => {
                open = true;
                groups.push(Group::List(Vec::new()));
            }
            ']' | '}' | ')' if open => open = false,
            ']' | '}' | ')' => return Err("a bracket is closed that was not opened".to_owned()),
            ',' | ';' => {}
            c if c.is_whitespace() => {}
            c => return Err(format!("`{c}` is no part of a list of numbers")),
        }
    }
    if open { Err("a bracket is not closed".to_owned()) } else { Ok(groups) }
}

/// `3`, `1/2`, or a range `0-3`.
fn numbers(word: &str) -> Result<Vec<Rational>, String> {
    let no_number = || format!("`{word}` is no number");
    if let Some((first, last)) = word.split_once(['-', '–']).filter(|(first, _)| !first.is_empty())
    {
        let (first, last): (u64, u64) =
            first.parse().ok().zip(last.parse().ok()).ok_or_else(no_number)?;
        if first > last || last - first > MOST as u64 {
            return Err(no_number());
        }
        return Ok((first..=last).map(Rational::from).collect());
    }
    word.parse::<Rational>().map(|number| vec![number]).map_err(|_| no_number())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Holdings, String> {
        let ring = Topology::parse("ring:4").map_err(|error| error.to_string())?;
        read(text, &ring)
    }

    fn row(numbers: &[u64]) -> Vec<Rational> {
        numbers.iter().map(|number| Rational::from(*number)).collect()
    }

    #[test]
    fn what_students_write_is_read() {
        let nodes = Holdings::Nodes(vec![
            Some(row(&[0, 1])),
            Some(row(&[0, 1])),
            Some(row(&[2, 3])),
            Some(vec![]),
        ]);
        for text in [
            "[[0, 1], [0, 1], [2-3], []]",
            "{0,1} {1... } ",
            "0: 0 1\n1: 0, 1\nP2: (2, 3)\nnode 3:",
            "(0,1) (0,1) (2,3) ()",
        ] {
            if text.contains("...") {
                assert_eq!(of(text), Err("`1...` is no number".to_owned()));
            } else {
                assert_eq!(of(text), Ok(nodes.clone()), "{text}");
            }
        }
        for text in ["1 3 6 10", "1, 3, 6, 10", "[1, 3, 6, 10]", "1\n3\n6\n10"] {
            assert_eq!(of(text), Ok(Holdings::Row(row(&[1, 3, 6, 10]))), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for (text, why) in [
            ("[[0], [1]]", "these are 2 lists for 4 nodes: write one for each node"),
            ("9: 1", "there is no node `9` in ring:4"),
            ("0: 1\n0: 2", "node 0 stands there twice"),
            ("((1))", "a bracket stands inside a bracket"),
            ("(1", "a bracket is not closed"),
            ("1) 2", "a bracket is closed that was not opened"),
            ("a", "`a` is no number"),
            ("1 & 2", "`&` is no part of a list of numbers"),
            ("0-99999999", "`0-99999999` is no number"),
        ] {
            assert_eq!(of(text), Err(why.to_owned()), "{text}");
        }
    }
}
