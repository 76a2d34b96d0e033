//! The groups of a phase: `all`, the lines and planes of a grid, or listed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::json::{Read, bad, list, whole};
use super::topology::{Shape, Topology, coordinates};

/// Reads the value of `groups`: for each group its nodes, in the order of their positions.
pub fn read(value: &Value, topology: &Topology) -> Read<Vec<Vec<usize>>> {
    match value.as_str() {
        Some("all") => Ok(vec![(0..topology.nodes).collect()]),
        Some("rows") => sections(topology, |place, last| place == last),
        Some("columns") => sections(topology, |place, last| place + 1 == last),
        Some("planes") => sections(topology, |place, last| place + 1 >= last),
        Some(other) => bad(format!("no groups are called {other}")),
        None => listed(value, topology),
    }
}

/// Nodes belong together if they agree in every coordinate that does not run.
fn sections(topology: &Topology, runs: impl Fn(usize, usize) -> bool) -> Read<Vec<Vec<usize>>> {
    let (Shape::Mesh(sides) | Shape::Torus(sides)) = &topology.shape else {
        return bad("only a mesh or torus has rows, columns and planes");
    };
    let mut sections: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for node in 0..topology.nodes {
        let mut fixed = coordinates(node, sides);
        for (place, coordinate) in fixed.iter_mut().enumerate() {
            if runs(place, sides.len() - 1) {
                *coordinate = 0;
            }
        }
        sections.entry(fixed).or_default().push(node);
    }
    Ok(sections.into_values().collect())
}

fn listed(value: &Value, topology: &Topology) -> Read<Vec<Vec<usize>>> {
    let mut groups = Vec::new();
    let mut seen = BTreeSet::new();
    for group in list(value, "groups")? {
        let mut members = Vec::new();
        for member in list(group, "a group")? {
            let node = whole(member, "a member")?;
            if node >= topology.nodes || !seen.insert(node) {
                return bad(format!("{node} is no node, or in groups twice"));
            }
            members.push(node);
        }
        if members.is_empty() {
            return bad("an empty group");
        }
        groups.push(members);
    }
    if groups.is_empty() {
        return bad("no groups");
    }
    Ok(groups)
}
