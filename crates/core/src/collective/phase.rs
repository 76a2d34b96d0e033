//! A schedule as it is checked: a topology, and phases in which groups of nodes run a collective.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::Instance;
use crate::schedule::Steps;
use crate::topology::{Topology, Vertex};
use hockney_base::number::Rational;

/// The port model: the number of messages that a node may send, and receive, in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ports {
    /// At most this many, at least 1.
    Limited(u32),
    /// As many as its links carry.
    All,
}

impl Ports {
    /// One message each.
    pub const ONE: Ports = Ports::Limited(1);

    /// The most messages that a node with this many links sends in a step.
    pub fn at_most(self, links: u64) -> u64 {
        match self {
            Ports::Limited(ports) => links.min(ports.into()),
            Ports::All => links,
        }
    }
}

impl Default for Ports {
    fn default() -> Self {
        Ports::ONE
    }
}

impl fmt::Display for Ports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &Ports::ONE => f.write_str("one"),
            Ports::Limited(ports) => ports.fmt(f),
            Ports::All => f.write_str("all"),
        }
    }
}

impl FromStr for Ports {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("one", _) => Ok(Ports::ONE),
            ("all", _) => Ok(Ports::All),
            (_, Ok(ports)) if ports > 0 => Ok(Ports::Limited(ports)),
            _ => Err(format!("ports are `one`, `all` or a number from 1 to {}", u32::MAX)),
        }
    }
}

/// The input of the checker and the cost engine.
#[derive(Clone)]
pub struct Schedule {
    /// The topology. If it has ranks, the only phase is one group of all ranks.
    pub topology: Topology,
    /// The port model.
    pub ports: Ports,
    /// The phases in order. A plain schedule has one.
    pub phases: Vec<Phase>,
}

impl Schedule {
    /// One collective among all nodes.
    pub fn plain(topology: Topology, ports: Ports, of: Instance, steps: Arc<dyn Steps>) -> Self {
        let phase = Phase::everyone(of, Rational::one(), steps);
        Schedule { topology, ports, phases: vec![phase] }
    }

    /// The number of steps of all phases.
    pub fn steps(&self) -> usize {
        self.phases.iter().map(|phase| phase.steps.count()).sum()
    }

    /// What is paid for, if that is not what the messages carry.
    pub fn paid(&self) -> Option<Schedule> {
        self.phases.iter().find(|phase| phase.paid.is_some())?;
        let of = |phase: &Phase| phase.paid.as_deref().unwrap_or(phase).clone();
        Some(Schedule { phases: self.phases.iter().map(of).collect(), ..self.clone() })
    }

    /// The number of messages of all phases.
    pub fn messages(&self) -> u128 {
        self.phases.iter().map(|phase| phase.steps.messages()).sum()
    }
}

/// A collective that runs in disjoint groups of nodes side by side.
#[derive(Clone)]
pub struct Phase {
    /// The groups, indexed by the first part of [`Phase::place`].
    pub groups: Vec<Group>,
    /// Blocks of this phase have `scale` m words.
    pub scale: Rational,
    /// The messages of all groups together.
    pub steps: Arc<dyn Steps>,
    /// The name of the algorithm that a document states for it.
    pub algorithm: Option<Arc<str>>,
    /// What is paid for, if a text states the sizes of messages and not their data: the same messages with as many blocks as
    /// they have words.
    pub paid: Option<Arc<Phase>>,
    /// For each node its group and position; `None` if the only group is all nodes in ascending order.
    places: Option<Vec<Option<(u32, u32)>>>,
}

/// Some nodes, and their collective.
#[derive(Clone)]
pub struct Group {
    /// The node at each position; `None` if node v is at position v.
    pub members: Option<Vec<Vertex>>,
    /// The collective, among as many nodes as the group has.
    pub instance: Instance,
}

impl Group {
    /// The node at a position.
    pub fn node(&self, position: u32) -> Vertex {
        self.members.as_ref().map_or(position, |members| members[position as usize])
    }
}

impl Phase {
    /// One group of all nodes, in ascending order.
    pub fn everyone(instance: Instance, scale: Rational, steps: Arc<dyn Steps>) -> Self {
        let groups = vec![Group { members: None, instance }];
        Phase { groups, scale, steps, algorithm: None, paid: None, places: None }
    }

    /// One group of all ranks of a topology: of all nodes, in ascending order, if no ranks are placed. The steps
    /// name nodes.
    pub fn of_ranks(topology: &Topology, instance: Instance, steps: Arc<dyn Steps>) -> Self {
        let Some(placement) = topology.placement() else {
            return Phase::everyone(instance, Rational::one(), steps);
        };
        let group = Group { members: Some(placement.nodes().to_vec()), instance };
        Phase::of_groups(topology.nodes(), vec![group], Rational::one(), steps)
    }

    /// Disjoint groups of some of the `nodes` nodes.
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
        Phase { groups, scale, steps, algorithm: None, paid: None, places: Some(places) }
    }

    /// The group of a node and its position there.
    pub fn place(&self, node: Vertex) -> Option<(usize, u32)> {
        match &self.places {
            None => Some((0, node)),
            Some(places) => places[node as usize].map(|(group, at)| (group as usize, at)),
        }
    }

    /// The words of a block of this phase for a given m, if its pieces cannot be equal in whole words. `None`
    /// if m/n is exact: the pieces divide the block, there is one piece, or the block has no whole number of
    /// words.
    pub fn uneven_words(&self, m: &Rational) -> Option<u64> {
        let words = &self.scale * m;
        let rest = words.modulo(&Rational::from(self.instance().pieces))?;
        // Larger blocks exceed the limits of the callers.
        let uneven = words.is_integer() && !rest.is_zero();
        uneven.then(|| words.clamped())
    }

    /// The collective; all groups run the same.
    pub fn instance(&self) -> &Instance {
        &self.groups[0].instance
    }

    /// Whether the only group is all nodes in ascending order.
    pub fn is_everyone(&self) -> bool {
        self.places.is_none()
    }
}
