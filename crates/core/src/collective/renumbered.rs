//! A schedule on a grid whose nodes are renumbered along columns instead of rows.

use std::sync::Arc;

use super::{Instance, Parameter, Schedule};
use crate::schedule::{Message, Payload, Route, Runs, Step, Steps};
use crate::topology::{Topology, Vertex};

/// A renumbering of the nodes, with the topology for the new numbers.
struct Renumbered {
    steps: Arc<dyn Steps>,
    old: Topology,
    new: Topology,
    instance: Instance,
    /// The new number of each node.
    numbers: Vec<Vertex>,
}

/// The transposed topology, and the new number of each node; `None` if the topology has no rows and columns.
pub fn transposed(topology: &Topology) -> Option<(Topology, Vec<Vertex>)> {
    let sides = topology.network().sides()?;
    let [.., rows, columns] = *sides else { return None };
    let mut turned: Vec<u64> = sides.iter().map(|side| u64::from(*side)).collect();
    let last = turned.len() - 1;
    turned.swap(last - 1, last);
    let new = Topology::new(topology.family(), &turned).ok()?;
    let plane = rows * columns;
    let number = |node: Vertex| {
        let (row, column) = (node % plane / columns, node % columns);
        node - node % plane + column * rows + row
    };
    Some((new, (0..topology.nodes()).map(number).collect()))
}

impl Schedule {
    /// The schedule of one collective among all nodes of a grid, with its nodes numbered along columns.
    /// `None` for other schedules, and for scan, shift and permute, which depend on the numbers.
    #[must_use]
    pub fn numbered_along_columns(&self) -> Option<Schedule> {
        let [phase] = &self.phases[..] else { return None };
        let instance = phase.instance().clone();
        let parameter = instance.collective.parameter();
        if !phase.is_everyone() || !matches!(parameter, None | Some(Parameter::Root)) {
            return None;
        }
        let (new, numbers) = transposed(&self.topology)?;
        let root = u64::from(*numbers.get(instance.root as usize)?);
        let renamed = instance.clone().with_root(root).ok()?;
        let old = self.topology.clone();
        let steps = phase.steps.clone();
        let steps = Renumbered { steps, old, new: new.clone(), instance, numbers };
        Some(Schedule::plain(new, self.ports, renamed, Arc::new(steps)))
    }
}

impl Renumbered {
    fn number(&self, old: u64) -> u64 {
        let new = usize::try_from(old).ok().and_then(|old| self.numbers.get(old));
        new.map_or(old, |new| u64::from(*new))
    }

    fn blocks(&self, blocks: &Runs) -> Runs {
        // All nodes are all nodes under any numbering.
        if *blocks == self.instance.all_blocks() {
            return blocks.clone();
        }
        let renamed = |block| self.instance.renamed_block(block, |old| self.number(old));
        blocks.iter().map(renamed).collect()
    }

    fn payload(&self, payload: &Payload) -> Payload {
        let who = |positions: &Runs| positions.iter().map(|old| self.number(old)).collect();
        payload.renamed(|blocks| self.blocks(blocks), who)
    }
}

impl Steps for Renumbered {
    fn count(&self) -> usize {
        self.steps.count()
    }

    fn messages(&self) -> u128 {
        self.steps.messages()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        self.steps.step_into(k, step);
        let (mut via, mut scratch) = (Vec::new(), Vec::new());
        for message in &mut step.messages {
            via.clear();
            message.via_into(self.old.network(), &mut via);
            for vertex in &mut via {
                *vertex = self.numbers[*vertex as usize];
            }
            let (from, to) =
                (self.numbers[message.from as usize], self.numbers[message.to as usize]);
            let route = Route::through(self.new.network(), from, to, &via, &mut scratch);
            *message = Message { from, to, route, payload: self.payload(&message.payload) };
        }
    }
}
