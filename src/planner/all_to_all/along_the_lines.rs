//! Blocks for everyone along one dimension of a grid after another, by a rule of [`Rounds`].

use super::blocks;
use super::rounds::{Cargo, Rounds};
use crate::collective::Instance;
use crate::planner::template::{self, Planned, at, brick, span, wrapped};
use crate::planner::{Request, grid_line};
use crate::schedule::{Pattern, Runs, Step, Steps};
use crate::topology::{Line, Topology, Translations};

/// The most messages whose ranges of blocks are counted.
const MOST_COUNTED: u128 = 1 << 27;

/// The steps by this rule.
pub(super) fn steps(request: &Request, rounds: Rounds) -> Box<dyn Steps> {
    let topology = request.topology.clone();
    Box::new(Plan { topology, instance: request.instance.clone(), rounds })
}

/// The same as templates: what the first positions along each side send that send differently.
pub(super) fn templates(request: &Request, rounds: Rounds) -> Option<Planned> {
    let topology = request.topology.clone();
    let sides = topology.network().sides()?.to_vec();
    let steps: Vec<u32> = sides.iter().map(|side| rounds.classes(*side)).collect();
    let by = Translations::cyclic(&sides, &steps)?;
    let senders = by.representatives();
    let plan = Plan { topology, instance: request.instance.clone(), rounds };
    let size = (plan.count(), senders.len());
    let coordinates = by.clone();
    template::steps(request, Some(by), size, move |of, k, out| {
        let Some((dimension, k)) = plan.dimension_of(k) else { return };
        let Some(Line { stride, length, closed, .. }) = plan.topology.lines(dimension).next()
        else {
            return;
        };
        out.extend(senders.iter().map(|sender| {
            let here = |side| coordinates.coordinate(*sender, side);
            let start = sender - here(dimension) * stride;
            let line = Line { start, stride, length, closed };
            let m = rounds.sent(length, k, here(dimension));
            // From all that agree with the origin up to this coordinate, for all that have one of
            // these in this coordinate and the sender's further ones.
            let cargo = m.cargo.iter().flat_map(|cargo| {
                let targets = wrapped(cargo.first, cargo.count, length);
                targets.into_iter().flat_map(|targets| {
                    let mut ranges: Vec<_> = (0..dimension).map(|side| at(here(side))).collect();
                    ranges.push(at(cargo.origin));
                    ranges.extend(sides[dimension + 1..].iter().map(|side| span(0, *side)));
                    ranges.extend(sides[..dimension].iter().map(|side| span(0, *side)));
                    ranges.push(targets);
                    ranges.extend((dimension + 1..sides.len()).map(|side| at(here(side))));
                    brick(of, &ranges)
                })
            });
            let way = grid_line::message(&line, (m.from, m.to), m.forward, Runs::new());
            Pattern { route: way.route, ..Pattern::plain(way.from, way.to, cargo.collect()) }
        }));
    })
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

    fn ranges(&self) -> Option<u128> {
        if self.messages() > MOST_COUNTED {
            return None;
        }
        let nodes = self.topology.nodes();
        let of = |k| {
            let (dimension, k) = self.dimension_of(k)?;
            let length = self.sides()[dimension];
            let stride: u32 = self.sides()[dimension + 1..].iter().product();
            let planes = nodes / stride / length;
            let cargo = |cargo: &Cargo| match (stride, cargo.first + cargo.count > length) {
                _ if cargo.count == 0 => 0,
                // The targets at the end of a row and at the beginning of the next are one after another.
                (1, true) => planes + 1,
                (1, false) => planes,
                _ => stride * planes * cargo.count,
            };
            let moves = self.rounds.moves(length, k);
            let ranges = moves.iter().flat_map(|m| &m.cargo).map(|of| u128::from(cargo(of)));
            Some(ranges.sum::<u128>() * u128::from(nodes / length))
        };
        (0..self.count()).map(of).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((dimension, k)) = self.dimension_of(k) else { return };
        for line in self.topology.lines(dimension) {
            step.messages.extend(self.rounds.moves(line.length, k).iter().map(|m| {
                let mut all = Runs::new();
                for cargo in &m.cargo {
                    all.extend(&self.blocks(&line, cargo));
                }
                grid_line::message(&line, (m.from, m.to), m.forward, all)
            }));
        }
    }
}
