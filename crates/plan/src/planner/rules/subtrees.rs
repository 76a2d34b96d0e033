//! Halving of the subtrees of a balanced tree, whose leaves are the nodes.

use crate::planner::Request;
use crate::planner::composed::each_step;
use crate::planner::halving::{Split, for_each_split_from, step_count};
use hockney_core::schedule::{Message, Steps};

/// A subtree's holder sends into its other half.
pub(super) fn steps(request: &Request) -> Box<dyn Steps> {
    let (p, root, blocks) =
        (request.instance.nodes, request.instance.root, request.instance.all_blocks());
    each_step(step_count(p), u128::from(p) - 1, move |k, out| {
        for_each_split_from(p, root, k, same_place, |split| {
            out.push(Message::plain(split.holder, split.other, blocks.clone()));
        });
    })
}

/// The leaf at the same place in the other half, if there is one.
fn same_place(split: &Split) -> u32 {
    let Split { start, middle, end, holder, .. } = *split;
    if holder < middle { (holder - start + middle).min(end - 1) } else { holder - middle + start }
}
