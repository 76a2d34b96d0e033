//! Blocks for everyone along one dimension of a grid after another, by a rule of [`Rounds`].
//!
//! The last coordinate first; along each further dimension everyone hands on all that its line of
//! the earlier ones gathered.

use super::rounds::{Move, Rounds};
use crate::planner::{Request, grid_line};
use crate::schedule::{Run, Runs, Step, Steps};
use crate::topology::{Line, Topology};

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let (topology, pieces) = (request.topology.clone(), request.instance.pieces.into());
    Box::new(Plan { topology, pieces, rounds })
}

/// How many steps all dimensions take.
pub(super) fn count(sides: &[u32], rounds: Rounds) -> usize {
    sides.iter().map(|side| rounds.count(*side) as usize).sum()
}

/// The dimension of step k, and which of that dimension's steps it is.
pub(super) fn dimension_of(sides: &[u32], rounds: Rounds, k: usize) -> Option<(usize, u32)> {
    let mut k = u32::try_from(k).ok()?;
    for (dimension, side) in sides.iter().enumerate().rev() {
        let count = rounds.count(*side);
        if k < count {
            return Some((dimension, k));
        }
        k -= count;
    }
    None
}

struct Plan {
    topology: Topology,
    /// Into how many pieces a block is cut.
    pieces: u64,
    rounds: Rounds,
}

impl Plan {
    fn sides(&self) -> &[u32] {
        self.topology.network().sides().unwrap_or(&[])
    }

    /// By now each node has the blocks of all that agree with it up to this coordinate: in
    /// row-major order they are numbered one after another, and so are those of its neighbours.
    fn blocks(&self, line: &Line, of: &Move) -> Runs {
        let base = line.start / line.stride;
        let at = |x: u32| u64::from(base + x) * u64::from(line.stride) * self.pieces;
        let end = of.first + of.count;
        let runs = [(0, end.saturating_sub(line.length)), (of.first, end.min(line.length))];
        runs.map(|(start, end)| Run { start: at(start), end: at(end) }).into_iter().collect()
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        count(self.sides(), self.rounds)
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.topology.nodes())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((dimension, k)) = dimension_of(self.sides(), self.rounds, k) else { return };
        for line in self.topology.lines(dimension) {
            step.messages.extend(self.rounds.moves(line.length, k).map(|m| {
                let blocks = self.blocks(&line, &m);
                grid_line::message(&line, (m.from, m.to), m.forward, blocks)
            }));
        }
    }
}
