//! Exchanges on the hypercube: one group of dimensions after another, in each all partners in turn.
//!
//! Within a group of g dimensions step j, 1 <= j < 2^g: node v and node v XOR j, counted in the
//! group, exchange all that is for the other's side, p/2^g words.

use super::block;
use crate::collective::Instance;
use crate::planner::Request;
use crate::planner::template::{self, Planned, at, brick, span};
use crate::schedule::{Message, Pattern, Run, Runs, Step, Steps};
use crate::topology::Translations;

/// The steps for groups of these sizes, the lowest dimensions first.
pub(super) fn steps(request: &Request, groups: Vec<u32>) -> Box<dyn Steps> {
    Box::new(Plan { instance: request.instance.clone(), groups })
}

/// The same as templates: what node 0 sends.
pub(super) fn templates(request: &Request, groups: Vec<u32>) -> Option<Planned> {
    let plan = Plan { instance: request.instance.clone(), groups };
    let nodes = plan.instance.nodes;
    template::one_each(request, Translations::xor(nodes), plan.count(), move |of, k| {
        let (low, high, to) = plan.partner(k).unwrap_or((0, 0, 0));
        let origins = span(0, 1 << low);
        let targets = (to & ((1 << high) - 1)..nodes).step_by(1 << high);
        Pattern::plain(0, to, targets.flat_map(|t| brick(of, &[origins, at(t)])).collect())
    })
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

    fn ranges(&self) -> Option<u128> {
        let nodes = self.instance.nodes;
        let of = |k| {
            let (low, high, _) = self.partner(k)?;
            Some(u128::from(nodes) * (u128::from(nodes >> high) << low))
        };
        (0..self.count()).map(of).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some((low, high, partner)) = self.partner(k) else { return };
        let nodes = self.instance.nodes;
        if low == 0 && 1_u64 << high == u64::from(nodes) {
            // All dimensions in one group: a block for the partner, and no other.
            let own = |from: u32| block(&self.instance, from, from ^ partner);
            return step.messages.extend((0..nodes).map(|from| {
                let Run { start, end } = own(from);
                Message::plain(from, from ^ partner, Runs::range(start, end))
            }));
        }
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
