//! From a question to a task, and from a found schedule back to one of the question.

use std::sync::Arc;

use thiserror::Error;

use super::encoding::Sent;
use super::task::{MOST_NODES, Task, TaskKind, Wire, Wires};
use super::{Cell, MOST_COMBINED};
use hockney_core::collective::{Instance, Pattern, Ports, Schedule};
use hockney_core::schedule::{
    CombinedBlocks, Listed, Message, Payload, Reversed, Route, Runs, Step, StepMeasure, Steps,
};
use hockney_core::topology::Topology;

/// Why a question has no certified optimum here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotSearched {
    /// Links of classes.
    #[error("the links of {0} have classes, and the search counts words on equal links only")]
    Classes(String),
    /// A scan, a barrier, a shift or a permutation.
    #[error("{0} is not searched: there is no encoding of it")]
    Collective(&'static str),
    /// More than 64 nodes, or more than 8 of an all-reduce.
    #[error("{needed} nodes are too many: {what} is searched up to {most}")]
    Nodes {
        /// The nodes.
        needed: u32,
        /// The collective.
        what: &'static str,
        /// The limit.
        most: u32,
    },
    /// Two or more ports, but not all.
    #[error("--ports {0} is not searched: write --ports one or all")]
    Ports(u32),
    /// A combination with all ports.
    #[error("all-reduce with all ports is not searched: there is no encoding of it")]
    CombinedPorts,
    /// Nodes that are joined by switches only.
    #[error("not all nodes of {0} can be reached by messages between neighbours")]
    NotJoined(String),
}

/// A question in the form in which it is searched.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The task.
    pub task: Task,
    /// The machine.
    pub topology: Topology,
    /// The collective.
    pub instance: Instance,
    /// The ports.
    pub ports: Ports,
    /// Whether schedules are found backwards in time.
    pub reversed: bool,
}

impl Searched {
    /// The task of a collective on all nodes of a machine. With all ports only neighbours send to each other.
    ///
    /// # Errors
    /// What is not searched.
    pub fn of(
        topology: &Topology,
        instance: &Instance,
        ports: Ports,
        neighbours: bool,
    ) -> Result<Self, NotSearched> {
        let name = instance.collective.name();
        let (kind, reversed) = match instance.collective.pattern() {
            Pattern::OneToAll => (TaskKind::Broadcast, false),
            Pattern::AllToOne => (TaskKind::Broadcast, true),
            Pattern::Scattered => (TaskKind::Scatter, false),
            Pattern::Gathered => (TaskKind::Scatter, true),
            Pattern::AllToAll => (TaskKind::AllGather, false),
            Pattern::Reduced => (TaskKind::AllGather, true),
            Pattern::Pairs => (TaskKind::AllToAll, false),
            Pattern::AllReduced => (TaskKind::AllReduce, false),
            Pattern::Prefixes | Pattern::Permuted | Pattern::Token => {
                return Err(NotSearched::Collective(name));
            }
        };
        if !topology.classes().is_empty() {
            return Err(NotSearched::Classes(topology.to_string()));
        }
        let most = if kind == TaskKind::AllReduce { MOST_COMBINED } else { MOST_NODES };
        let needed = topology.nodes();
        if needed > most || topology.vertices() > 4 * MOST_NODES {
            return Err(NotSearched::Nodes { needed, what: name, most });
        }
        let all_ports = match ports {
            Ports::ONE => false,
            Ports::All => true,
            Ports::Limited(ports) => return Err(NotSearched::Ports(ports)),
        };
        if all_ports && kind == TaskKind::AllReduce {
            return Err(NotSearched::CombinedPorts);
        }
        let wires = wires(topology);
        let direct = neighbours || all_ports;
        if direct && wires.distances(0, true)[..needed as usize].contains(&None) {
            return Err(NotSearched::NotJoined(topology.to_string()));
        }
        let (root, pieces) = (instance.root, instance.pieces);
        let task = Task { wires, kind, root, pieces, all_ports, neighbours: direct };
        let (topology, instance) = (topology.clone(), instance.clone());
        Ok(Searched { task, topology, instance, ports, reversed })
    }

    /// The schedule of these messages, in the direction of the collective.
    pub fn schedule(&self, messages: &[Vec<Sent>]) -> Schedule {
        let network = self.topology.network();
        let message = |sent: &Sent| Message {
            from: sent.from,
            to: sent.to,
            route: Route::through(network, sent.from, sent.to, &sent.via, &mut Vec::new()),
            payload: payload(sent),
        };
        let step = |sent: &Vec<Sent>| Step { messages: sent.iter().map(message).collect() };
        let forward: Box<dyn Steps> = Box::new(Listed(messages.iter().map(step).collect()));
        let steps: Box<dyn Steps> = if self.reversed {
            let reversed = Reversed::<dyn Steps>::new(forward, self.topology.clone());
            Box::new(Listed::of(&reversed))
        } else {
            forward
        };
        let (topology, instance) = (self.topology.clone(), self.instance.clone());
        Schedule::plain(topology, self.ports, instance, Arc::from(steps))
    }

    /// The sentence about a cell: what does not exist there.
    pub fn claim(&self, cell: Cell) -> String {
        let pieces = match self.task.pieces {
            1 => "1 piece".to_owned(),
            pieces => format!("{pieces} pieces"),
        };
        let steps = match cell.steps {
            u32::MAX => "any number of steps".to_owned(),
            1 => "at most 1 step".to_owned(),
            steps => format!("at most {steps} steps"),
        };
        let words = match cell.rounds {
            None => "messages of any size".to_owned(),
            Some(rounds) => {
                let m = hockney_base::number::Rational::ratio(
                    u64::from(rounds) + 1,
                    u64::from(self.task.pieces),
                );
                format!("fewer than {} m words in all", m.unwrap_or_default())
            }
        };
        let name = self.instance.collective.name();
        format!(
            "no valid schedule of {name} with {pieces}, {steps} and {words} exists on {}: {}",
            self.topology,
            self.class()
        )
    }

    /// The class of schedules that claims are about.
    pub fn class(&self) -> &'static str {
        match (self.task.all_ports, self.task.neighbours) {
            (true, _) => "all ports, direct messages between neighbours, t_h = 0",
            (false, true) => "one port, direct messages between neighbours, t_h = 0",
            (false, false) => "one port, any routes, t_h = 0",
        }
    }
}

/// The steps of a measured schedule, and the pieces of the largest messages of its steps.
pub fn size(measures: &[StepMeasure]) -> (u32, u32) {
    let rounds: u128 = measures.iter().map(StepMeasure::blocks).sum();
    let steps = u32::try_from(measures.len()).unwrap_or(u32::MAX);
    (steps, u32::try_from(rounds).unwrap_or(u32::MAX))
}

fn payload(sent: &Sent) -> Payload {
    let mut values: Vec<(u64, u32)> = Vec::new();
    let mut plain: Vec<u64> = Vec::new();
    for (piece, contributors) in &sent.pieces {
        match contributors {
            None => plain.push(*piece),
            Some(contributors) => values.push((*piece, *contributors)),
        }
    }
    if values.is_empty() {
        plain.sort_unstable();
        return Payload::Plain(plain.into_iter().collect());
    }
    let value = |(piece, set): (u64, u32)| CombinedBlocks {
        blocks: Runs::one(piece),
        contributors: Some((0..32_u64).filter(|node| set >> node & 1 == 1).collect()),
    };
    Payload::Values(values.into_iter().map(value).collect())
}

/// The links of a machine.
fn wires(topology: &Topology) -> Wires {
    let network = topology.network();
    let (mut links, mut beside) = (Vec::new(), Vec::new());
    for from in 0..topology.vertices() {
        beside.clear();
        network.neighbours(from, &mut beside);
        for to in &beside {
            let capacity = network.link(from, *to).map_or(0, |link| topology.capacity(link));
            links.push(Wire { from, to: *to, capacity });
        }
    }
    Wires { nodes: topology.nodes(), vertices: topology.vertices(), links }
}
