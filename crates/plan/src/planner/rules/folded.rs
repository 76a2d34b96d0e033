//! A rule among the largest power of two of nodes: the others hand over their data before it.

use super::{directed, root};
use crate::planner::Request;
use crate::planner::composed::{InTurn, each_step};
use hockney_core::schedule::rule::{Fold, Rule};
use hockney_core::schedule::{Message, Runs, Steps};

/// The steps of a folded rule.
pub(super) fn steps(fold: Fold, rule: &'static Rule, request: &Request) -> Box<dyn Steps> {
    let p = request.instance.nodes;
    let others = p - (1 << p.ilog2());
    if others == 0 {
        let pieces = Some(fold).filter(|fold| *fold == Fold::Halves);
        return directed(rule, request, pieces, false);
    }
    let all = request.instance.all_blocks();
    let (low, high) = (Runs::range(0, all.len() / 2), Runs::range(all.len() / 2, all.len()));
    // What the others send to their partners in a step, and what they get from them.
    let hands: Vec<[Option<Runs>; 2]> = match fold {
        Fold::Even | Fold::Last => vec![[Some(all.clone()), None]],
        Fold::Halves => vec![[Some(low), Some(high.clone())], [Some(high), None]],
    };
    let step = |hands: [Option<Runs>; 2]| {
        let root = request.instance.root;
        let count = hands.iter().flatten().count() as u128;
        each_step(1, count * u128::from(others), move |_, out| {
            for k in 0..others {
                let node = |x: u32| (root + x) % p;
                let (other, partner) = match fold {
                    Fold::Even => (2 * k, 2 * k + 1),
                    Fold::Halves => (2 * k + 1, 2 * k),
                    Fold::Last => (p - others + k, k),
                };
                let mut ends = [node(other), node(partner)];
                for blocks in &hands {
                    let blocks = blocks.iter().cloned();
                    out.extend(blocks.map(|blocks| Message::plain(ends[0], ends[1], blocks)));
                    ends.reverse();
                }
            }
        })
    };
    let mut steps: Vec<_> = hands.into_iter().map(step).collect();
    steps.push(directed(rule, request, Some(fold), false));
    // A result at the root stays there.
    if root(request).is_none() {
        steps.push(step([None, Some(all)]));
    }
    Box::new(InTurn(steps))
}
