//! A schedule as it is checked: a topology, and phases in which groups of nodes run a collective.

use std::sync::Arc;

use super::Instance;
use crate::number::Rational;
use crate::schedule::Steps;
use crate::topology::{Topology, Vertex};

/// How many messages a node may send, and receive, in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ports {
    /// One of each.
    #[default]
    One,
    /// As many as its links carry.
    All,
}

/// Everything that the checker and the cost engine need to know.
#[derive(Clone)]
pub struct Schedule {
    /// The machine.
    pub topology: Topology,
    /// How many messages a node may send and receive in a step.
    pub ports: Ports,
    /// The phases, one after another; a plain schedule has one.
    pub phases: Vec<Phase>,
}

impl Schedule {
    /// One collective among all nodes.
    pub fn plain(topology: Topology, ports: Ports, of: Instance, steps: Arc<dyn Steps>) -> Self {
        let phase = Phase::everyone(of, Rational::one(), steps);
        Schedule { topology, ports, phases: vec![phase] }
    }

    /// How many steps there are in all phases.
    pub fn steps(&self) -> usize {
        self.phases.iter().map(|phase| phase.steps.count()).sum()
    }

    /// How many messages there are in all phases.
    pub fn messages(&self) -> u128 {
        self.phases.iter().map(|phase| phase.steps.messages()).sum()
    }
}

/// A collective that runs in disjoint groups of nodes side by side.
#[derive(Clone)]
pub struct Phase {
    /// The groups, indexed by what [`Phase::place`] gives.
    pub groups: Vec<Group>,
    /// Blocks of this phase have `scale` m words.
    pub scale: Rational,
    /// The messages of all groups together.
    pub steps: Arc<dyn Steps>,
    /// For each node its group and position; `None` where the one group is everyone.
    places: Option<Vec<Option<(u32, u32)>>>,
}

/// Some nodes, and the collective that they run.
#[derive(Clone)]
pub struct Group {
    /// The node at each position; `None` where position v is node v for all.
    pub members: Option<Vec<Vertex>>,
    /// The collective, for as many nodes as the group has.
    pub instance: Instance,
}

impl Group {
    /// The node at a position.
    pub fn node(&self, position: u32) -> Vertex {
        self.members.as_ref().map_or(position, |members| members[position as usize])
    }
}

impl Phase {
    /// One group that is everyone, in the order of their numbers.
    pub fn everyone(instance: Instance, scale: Rational, steps: Arc<dyn Steps>) -> Self {
        let groups = vec![Group { members: None, instance }];
        Phase { groups, scale, steps, places: None }
    }

    /// Groups of some of the `nodes` nodes. They must be disjoint and their nodes in range.
    pub fn of_groups(
        nodes: u32,
        groups: Vec<Group>,
        scale: Rational,
        steps: Arc<dyn Steps>,
    ) -> Self {
        let mut places = vec![None; nodes as usize];
        for (g, group) in (0..).zip(&groups) {
            for position in 0..group.instance.nodes {
                places[group.node(position) as usize] = Some((g, position));
            }
        }
        Phase { groups, scale, steps, places: Some(places) }
    }

    /// The group of a node and its position there.
    pub fn place(&self, node: Vertex) -> Option<(usize, u32)> {
        match &self.places {
            None => Some((0, node)),
            Some(places) => places[node as usize].map(|(group, at)| (group as usize, at)),
        }
    }

    /// How many words a block of this phase has where m is given, if its pieces cannot be equal in
    /// whole words. `None` where m/n is exact: pieces divide the block, there is one, or the block
    /// has no whole number of words anyway.
    pub fn uneven_words(&self, m: &Rational) -> Option<u64> {
        let words = &self.scale * m;
        let rest = words.modulo(&Rational::from(self.instance().pieces))?;
        // More words than that are over the limit of whoever weighs them.
        let uneven = words.is_integer() && !rest.is_zero();
        uneven.then(|| words.to_u64().unwrap_or(u64::MAX))
    }

    /// The collective; all groups run the same.
    pub fn instance(&self) -> &Instance {
        &self.groups[0].instance
    }

    /// Whether the one group is everyone, in the order of their numbers.
    pub fn is_everyone(&self) -> bool {
        self.places.is_none()
    }
}
