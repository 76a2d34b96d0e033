//! Along all rows, then along all columns: the ring algorithms one dimension after another.
//!
//! The last coordinate first; along each dimension blocks travel to the target's coordinate in
//! it, by the rules of [`Rounds`]. Any sides k_1, k_2, .. with and without wraparound. In one
//! direction (k_1 + k_2 + .. - their number)(t_s + m t_w p/2), textbook, Grama et al. 2003,
//! section 4.5.2, Figure 4.19; the shorter way, with sums of p floor(k^2/4)/k words, and two hops
//! at a time on even sides of a torus, with k/2 + 1 steps and p(k+2)/8 words, derived here.

use super::blocks;
use super::rounds::{Cargo, Rounds};
use crate::collective::Instance;
use crate::planner::{Algorithm, ClosedForm, Request, Textbook, Use, grid_line, over_sides};
use crate::schedule::{Runs, Step, Steps};
use crate::topology::{Family, Line, Topology};

pub(super) struct DimensionByDimension {
    name: &'static str,
    about: &'static str,
    source: &'static str,
    rounds: Rounds,
}

pub(super) static ONE_DIRECTION: DimensionByDimension = DimensionByDimension {
    name: "dimension-by-dimension",
    about: "the ring algorithm along all rows, then along all columns, and so on",
    source: "Grama et al. 2003, section 4.5.2",
    rounds: Rounds::OneDirection,
};

pub(super) static SHORTER_WAY: DimensionByDimension = DimensionByDimension {
    name: "dimension-by-dimension-shorter-way",
    about: "along all rows, then along all columns, each block the shorter way round",
    source: "derived here: section 4.5.2 in both directions",
    rounds: Rounds::ShorterWay,
};

pub(super) static TWO_HOP: DimensionByDimension = DimensionByDimension {
    name: "dimension-by-dimension-two-hop",
    about: "along all rows, then along all columns, on even sides two hops at a time both ways",
    source: "derived here, after Hinrichs et al. 1994",
    rounds: Rounds::TwoHop,
};

/// For a square mesh; with sides that differ it is another number.
const SQUARE: Textbook = Textbook {
    formula: "(2 t_s + m t_w p) (sqrt(p) - 1)",
    source: "Grama et al. 2003, section 4.5.2",
};

impl Algorithm for DimensionByDimension {
    fn name(&self) -> &'static str {
        self.name
    }

    fn collective(&self) -> &'static str {
        "all-to-all"
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        match (self.rounds, family.name()) {
            (Rounds::OneDirection, "mesh" | "torus") => Some(Use::textbook("any sides")),
            (Rounds::ShorterWay, "mesh" | "torus") => Some(Use::further("any sides")),
            (Rounds::TwoHop, "torus") => {
                Some(Use::further("any sides; along odd ones the shorter way"))
            }
            _ => None,
        }
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let all = over_sides(sides, |i| format!("k_{i}"));
        let formula = match self.rounds {
            Rounds::OneDirection => format!("({all} - {sides}) (t_s + m t_w p/2)"),
            Rounds::ShorterWay => {
                let words = over_sides(sides, |i| format!("p floor(k_{i}^2/4)/k_{i}"));
                format!("({all} - {sides}) t_s + ({words}) m t_w")
            }
            Rounds::TwoHop => {
                let steps = over_sides(sides, |i| {
                    let even = format!("(k_{i}/2 + min(1, k_{i}/2 - 1))");
                    format!("(k_{i} mod 2) (k_{i} - 1) + (1 - (k_{i} mod 2)) {even}")
                });
                let words = over_sides(sides, |i| {
                    let odd = format!("(k_{i} mod 2) (k_{i}^2 - 1)/4");
                    format!("p ({odd} + (1 - (k_{i} mod 2)) k_{i} (k_{i} + 2)/8)/k_{i}")
                });
                format!("({steps}) t_s + ({words}) m t_w")
            }
        };
        let square = self.rounds == Rounds::OneDirection && sides == 2;
        Some(ClosedForm { formula, source: self.source, textbook: square.then_some(SQUARE) })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let topology = request.topology.clone();
        Box::new(Plan { topology, instance: request.instance.clone(), rounds: self.rounds })
    }
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
