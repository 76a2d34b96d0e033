//! Blocks for everyone along one dimension of a grid after another, by a rule of [`Rounds`].

use super::blocks;
use super::rounds::{Cargo, Rounds};
use crate::collective::Instance;
use crate::planner::{Request, grid_line};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::{Line, Topology};

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let topology = request.topology.clone();
    Box::new(Plan { topology, instance: request.instance.clone(), rounds })
}

struct Plan {
    topology: Topology,
    instance: Instance,
    rounds: Rounds,
}

impl Plan {
    fn sides(&self) -> &[u32] {
        self.topology.network().sides().unwrap_or(&[])
    }

    /// The dimension of step k, and which of that dimension's steps it is.
    fn dimension_of(&self, mut k: usize) -> Option<(usize, usize)> {
        for (dimension, side) in self.sides().iter().enumerate().rev() {
            let count = self.rounds.count(*side);
            if k < count {
                return Some((dimension, k));
            }
            k -= count;
        }
        None
    }

    /// From all that agree with the origin up to this coordinate (the further ones are done), for
    /// all that have one of these in this coordinate and the origin's further ones.
    fn blocks(&self, line: &Line, cargo: &Cargo) -> Runs {
        let mut runs = Runs::new();
        let origin = line.node(cargo.origin);
        let first = origin / line.stride * line.stride;
        let mut targets: Vec<u32> =
            (cargo.first..cargo.first + cargo.count).map(|x| x % line.length).collect();
        targets.sort_unstable();
        for from in first..first + line.stride {
            for plane in (0..self.instance.nodes).step_by((line.stride * line.length) as usize) {
                for x in &targets {
                    let to = u64::from(plane + x * line.stride + origin % line.stride);
                    runs.insert(blocks(&self.instance, from, to, to + 1));
                }
            }
        }
        runs
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.sides().iter().map(|side| self.rounds.count(*side)).sum()
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.topology.nodes())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((dimension, k)) = self.dimension_of(k) else { return };
        let network = self.topology.network();
        for line in self.topology.lines(dimension) {
            step.messages.extend(self.rounds.moves(line.length, k).iter().map(|m| {
                let mut all = Runs::new();
                for cargo in &m.cargo {
                    all.extend(&self.blocks(&line, cargo));
                }
                grid_line::message(network, &line, (m.from, m.to), m.forward, all)
            }));
        }
    }
}
