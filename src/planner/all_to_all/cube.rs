//! Exchanges on the hypercube: one group of dimensions after another, in each all partners in turn.
//!
//! Within a group of g dimensions step j, 1 <= j < 2^g: node v and node v XOR j, counted in the
//! group, exchange what is for the other's side; p/2^g words. Groups of one dimension are the
//! dimension exchange, (t_s + m t_w p/2) log p (textbook, Grama et al. 2003, Algorithm 4.8, Figure
//! 4.20). One group of all is the pairwise exchange, (t_s + m t_w)(p - 1) (textbook, Algorithm
//! 4.11, Figure 4.22), without congestion on E-cube routes. Two groups of d/2 each lie in between
//! (literature: Bokhari 1991; Ho and Raghunath 1992).

use super::block;
use crate::collective::Instance;
use crate::planner::{Algorithm, ClosedForm, PlanError, Request, Use, no_order, power_of_two};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Family;

pub(super) struct Cube {
    name: &'static str,
    about: &'static str,
    source: &'static str,
    formula: &'static str,
    textbook: bool,
    /// The sizes of the groups of d dimensions, the lowest first.
    groups: fn(u32) -> Vec<u32>,
}

pub(super) static PAIRWISE: Cube = Cube {
    name: "pairwise-exchange",
    about: "step j: v and v XOR j exchange their blocks for each other, on E-cube routes",
    source: "Grama et al. 2003, Algorithm 4.11",
    formula: "(p - 1) (t_s + m t_w)",
    textbook: true,
    groups: |d| vec![d],
};

pub(super) static DIMENSION_EXCHANGE: Cube = Cube {
    name: "dimension-exchange",
    about: "step i: nodes that differ in bit i exchange all that is for the other's half",
    source: "Grama et al. 2003, section 4.5.3, Figure 4.20",
    formula: "(t_s + m t_w p/2) log p",
    textbook: false,
    groups: |d| vec![1; d as usize],
};

pub(super) static TWO_PHASE: Cube = Cube {
    name: "two-phase",
    about: "pairwise exchanges in the lower half of the dimensions, then in the upper half",
    source: "Bokhari 1991; Ho and Raghunath 1992 (multiphase)",
    formula: "(2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2 p - 2^ceil(d/2) - 2^floor(d/2)) m t_w",
    textbook: false,
    groups: |d| vec![d.div_ceil(2), d / 2],
};

impl Algorithm for Cube {
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
        match family.name() {
            "hypercube" if self.textbook => Some(Use::textbook("p = 2^d")),
            "hypercube" | "complete" | "star" | "switch" => Some(Use::further("p = 2^d")),
            _ => None,
        }
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        no_order(self.name(), request)?;
        power_of_two(self.name(), request)
    }

    fn closed_form(&self, _family: &'static dyn Family, _sides: usize) -> Option<ClosedForm> {
        let formula = self.formula.to_owned();
        Some(ClosedForm { formula, source: self.source, textbook: None })
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let instance = request.instance.clone();
        let groups = (self.groups)(instance.nodes.trailing_zeros());
        Box::new(Plan { instance, groups })
    }
}

struct Plan {
    instance: Instance,
    groups: Vec<u32>,
}

impl Plan {
    /// The group of step k, as its lowest dimension and the one past its highest, and the partner
    /// by XOR.
    fn partner(&self, k: usize) -> Option<(u32, u32, u32)> {
        let (mut k, mut low) = (u32::try_from(k).ok()?, 0);
        for group in &self.groups {
            let count = (1 << group) - 1;
            if k < count {
                return Some((low, low + group, (k + 1) << low));
            }
            k -= count;
            low += group;
        }
        None
    }
}

impl Steps for Plan {
    fn count(&self) -> usize {
        self.groups.iter().map(|group| (1 << group) - 1).sum()
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.instance.nodes)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((low, high, partner)) = self.partner(k) else { return };
        let nodes = self.instance.nodes;
        step.messages.extend((0..nodes).map(|from| {
            let to = from ^ partner;
            // The dimensions below the group are done: here is what began on any side of them,
            // and it is for this side. Those above are still to come.
            let first = from >> low << low;
            let origins = first..first + (1 << low);
            let targets = || (to & ((1 << high) - 1)..nodes).step_by(1 << high);
            let pairs = origins.flat_map(|origin| targets().map(move |target| (origin, target)));
            let runs: Runs = pairs.map(|(o, target)| block(&self.instance, o, target)).collect();
            Message::plain(from, to, runs)
        }));
    }
}
