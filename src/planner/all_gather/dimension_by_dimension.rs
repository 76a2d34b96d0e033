//! Rows, then columns: the ring algorithm along one dimension after another.
//!
//! The last coordinate first; along each further dimension everyone hands on all that its line of
//! the earlier ones gathered. Cost: (k_1 + k_2 + .. - their number) t_s + (p - 1) m t_w for sides
//! k_1, k_2, ..; any sides, with and without wraparound: on an open line the message from its end
//! to its beginning uses the links that the others leave free. Source: Grama et al. 2003,
//! Algorithm 4.6, Figure 4.10.

use crate::collective::Instance;
use crate::planner::{Algorithm, ClosedForm, Request, Textbook, Use, over_sides};
use crate::schedule::{Message, Step, Steps};
use crate::topology::{Family, Topology};

pub(in crate::planner) struct DimensionByDimension;

/// For a square mesh; with sides that differ it is another number.
const SQUARE: Textbook = Textbook {
    formula: "2 t_s (sqrt(p) - 1) + m t_w (p - 1)",
    source: "Grama et al. 2003, section 4.2.2",
};

impl Algorithm for DimensionByDimension {
    fn name(&self) -> &'static str {
        "dimension-by-dimension"
    }

    fn collective(&self) -> &'static str {
        "all-gather"
    }

    fn about(&self) -> &'static str {
        "the ring algorithm along all rows, then along all columns, and so on"
    }

    fn source(&self) -> &'static str {
        "Grama et al. 2003, Algorithm 4.6"
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        matches!(family.name(), "mesh" | "torus").then_some(Use::textbook("any sides"))
    }

    fn closed_form(&self, _family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let sum = over_sides(sides, |i| format!("k_{i}"));
        let formula = format!("({sum} - {sides}) t_s + (p - 1) m t_w");
        let textbook = (sides == 2).then_some(SQUARE);
        Some(ClosedForm { formula, source: self.source(), textbook })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let topology = request.topology.clone();
        Box::new(Plan { topology, instance: request.instance.clone() })
    }
}

struct Plan {
    topology: Topology,
    instance: Instance,
}

impl Plan {
    fn sides(&self) -> &[u32] {
        self.topology.network().sides().unwrap_or(&[])
    }

    /// The dimension of step k, and which of that dimension's steps it is.
    fn dimension_of(&self, k: usize) -> Option<(usize, u32)> {
        let mut k = u32::try_from(k).ok()?;
        for (dimension, side) in self.sides().iter().enumerate().rev() {
            if k < side - 1 {
                return Some((dimension, k));
            }
            k -= side - 1;
        }
        None
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.sides().iter().map(|side| *side as usize - 1).sum()
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.topology.nodes())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((dimension, k)) = self.dimension_of(k) else { return };
        for line in self.topology.lines(dimension) {
            for x in 0..line.length {
                let origin = line.node((x + line.length - k) % line.length);
                // By now each node has the blocks of all that agree with it up to this
                // coordinate: in row-major order they are numbered one after another.
                let first = origin / line.stride * line.stride;
                let blocks = (first..first + line.stride)
                    .flat_map(|node| self.instance.blocks_of(node).runs().to_vec())
                    .collect();
                // On an open line and on a closed one the default route is the line's own.
                let (from, to) = (line.node(x), line.node((x + 1) % line.length));
                step.messages.push(Message::plain(from, to, blocks));
            }
        }
    }
}
