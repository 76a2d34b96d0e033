//! One message: between which nodes, over which vertices, with what.

use std::collections::BTreeSet;

use serde_json::Value;

use super::blocks::{self, Claim};
use super::collective::Collective;
use super::json::{Read, bad, list, object, required, whole};
use super::topology::Topology;

/// A message with its route spelled out.
#[derive(Debug, Clone)]
pub struct Message {
    /// Every vertex in order, both ends included.
    pub route: Vec<usize>,
    /// Which group of the phase both ends are in.
    pub group: usize,
    /// The positions of the ends in that group.
    pub positions: (usize, usize),
    /// What it says it carries.
    pub claims: BTreeSet<Claim>,
}

/// What a message is read against.
pub struct Place<'a> {
    /// The network.
    pub topology: &'a Topology,
    /// The collective of the phase.
    pub collective: &'a Collective,
    /// Parts of a block.
    pub pieces: usize,
    /// The groups of the phase.
    pub groups: &'a [Vec<usize>],
}

impl Place<'_> {
    /// Reads one message.
    pub fn read(&self, value: &Value) -> Read<Message> {
        let map = object(value, "a message", &["from", "to", "blocks", "via", "kind"])?;
        let from = whole(required(map, "from")?, "from")?;
        let to = whole(required(map, "to")?, "to")?;
        if from >= self.topology.nodes || to >= self.topology.nodes || from == to {
            return bad(format!("{from} -> {to} is not from a node to another"));
        }
        let position = |group: &[usize], node| group.iter().position(|&member| member == node);
        let found = self.groups.iter().enumerate().find_map(|(number, group)| {
            Some((number, (position(group, from)?, position(group, to)?)))
        });
        let Some((group, positions)) = found else {
            return bad(format!("{from} and {to} are not in the same group"));
        };
        let route = match map.get("via") {
            None => self.topology.default_route(from, to),
            Some(via) => self.explicit(from, via, to)?,
        };
        let size = self.groups[group].len();
        let claims = blocks::read(required(map, "blocks")?, self.collective, size, self.pieces)?;
        Ok(Message { route, group, positions, claims })
    }

    /// Any vertices may be passed, the ends too; but no two steps may be the same, whether such a link exists or not.
    fn explicit(&self, from: usize, via: &Value, to: usize) -> Read<Vec<usize>> {
        let mut route = vec![from];
        for vertex in list(via, "via")? {
            let vertex = whole(vertex, "a vertex")?;
            if vertex >= self.topology.vertices {
                return bad(format!("{vertex} is no vertex"));
            }
            route.push(vertex);
        }
        route.push(to);
        let mut seen = BTreeSet::new();
        match route.windows(2).find(|link| !seen.insert(link.to_vec())) {
            Some(link) => bad(format!("{} -> {} twice in a route", link[0], link[1])),
            None => Ok(route),
        }
    }
}
