//! The broadcast in n blocks: every step uses one dimension, and soon all nodes send in each step.
//!
//! Step t works along dimension k = t mod d, all labels taken from the root on by XOR. The node whose label
//! is 2^k gets piece t from the root; every other label with bit k gets piece t - j, where j is d less the
//! distance, going up round the dimensions, from k to its next bit; a label without bit k gets piece t - d.
//! The last piece represents all later ones, and is sent to a node once. Cost: (d - 1 + n)(t_s + m t_w/n) for
//! n pieces, nothing for one node; p = 2^d, any root: the fewest steps that n pieces can take. The best n is
//! about sqrt((d - 1) m t_w/t_s). Literature: Johnsson and Ho 1989; Bar-Noy and Kipnis 1994.
//!
//! No step rule: the piece that a label sends depends on the distance to its next bit.

use crate::planner::prelude::*;
use hockney_base::number::saturated;

pub(in crate::planner) const N_BLOCK: Algorithm = Algorithm::made("broadcast", "n-block", steps)
    .does("n pieces (--pieces): in each step, all nodes send a piece along one dimension")
    .with_source("Johnsson and Ho 1989; Bar-Noy and Kipnis 1994")
    .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d, any root; n pieces")])
    .with_requires(&[Requirement::PowerOfTwo])
    .with_steps("min(1, p - 1) (log p - 1 + n)", "t_s + m t_w/n");

fn steps(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes, root, pieces, .. } = request.instance;
    let dimension = nodes.trailing_zeros();
    let count = if dimension == 0 { 0 } else { (dimension - 1 + pieces) as usize };
    each_step(count, u128::from(nodes - 1) * u128::from(pieces), move |k, out| {
        let t = saturated(k);
        for label in 1..nodes {
            let Some(piece) = piece(label, t, dimension, pieces - 1) else { continue };
            let to = label ^ root;
            let from = to ^ (1 << (t % dimension));
            out.push(Message::plain(from, to, Runs::one(u64::from(piece))));
        }
    })
}

/// The number of steps between the first sending of a piece by the root and its arrival at the label along
/// dimension k of d.
fn delay(label: u32, k: u32, d: u32) -> u32 {
    if label >> k & 1 == 0 {
        return d;
    }
    let next = (1..d).find(|s| label >> ((k + s) % d) & 1 == 1);
    next.map_or(0, |s| d - s)
}

/// The piece that is sent to the label in step t; none after the last piece.
fn piece(label: u32, t: u32, d: u32, last: u32) -> Option<u32> {
    // Later pieces are counted on past the last.
    let due = |t: u32| t.checked_sub(delay(label, t % d, d));
    let piece = due(t)?;
    // Of the numbers past the last piece the first counts, and then one arrives every d steps.
    let had = |t| due(t).is_some_and(|piece| piece >= last);
    let again = piece >= last && (t.saturating_sub(d)..t).any(had);
    (!again).then_some(piece.min(last))
}
