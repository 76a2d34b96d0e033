//! The broadcast in n blocks: every step uses one dimension, and everyone soon sends in each.
//!
//! Step t works along dimension k = t mod d, all labels taken from the root on by XOR. The node whose
//! label is 2^k gets piece t from the root; every other label with bit k gets piece t - j, where j is
//! d less the distance, going up round the dimensions, from k to its next bit; a label without bit k
//! gets piece t - d. The last piece stands for all later ones, and is sent to a node once. Cost:
//! (d - 1 + n)(t_s + m t_w/n) for n pieces, nothing for one node; p = 2^d, any root: the fewest steps
//! that n pieces can take. The best n is about sqrt((d - 1) m t_w/t_s). Literature: Johnsson and Ho
//! 1989; Bar-Noy and Kipnis 1994.
//!
//! No rule: which piece a label sends depends on the distance to its next bit.

use crate::planner::Algorithm;
use crate::planner::algorithm::{Need, Requirement};
use crate::schedule::{Message, Runs, Step, Steps};
use crate::topology::Feature;

pub(in crate::planner) const N_BLOCK: Algorithm =
    Algorithm::made("broadcast", "n-block", |request| {
        let instance = &request.instance;
        let dimension = instance.nodes.trailing_zeros();
        Box::new(Messages { dimension, root: instance.root, pieces: instance.pieces })
    })
    .with_about(
        "n pieces, one dimension a step, everyone passing on a piece in each, as many \
             as --pieces says",
    )
    .with_source("Johnsson and Ho 1989; Bar-Noy and Kipnis 1994")
    .with_needs(&[Need::of(Feature::Shifts, "p = 2^d, any root; n pieces")])
    .with_requires(&[Requirement::PowerOfTwo])
    .with_steps("min(1, p - 1) (log p - 1 + n)", "t_s + m t_w/n");

struct Messages {
    dimension: u32,
    root: u32,
    pieces: u32,
}

impl Messages {
    /// How many steps after the root first sends a piece the label gets it, where it gets it along
    /// dimension k.
    fn delay(&self, label: u32, k: u32) -> u32 {
        let d = self.dimension;
        if label >> k & 1 == 0 {
            return d;
        }
        let next = (1..d).find(|s| label >> ((k + s) % d) & 1 == 1);
        next.map_or(0, |s| d - s)
    }

    /// The piece that the label gets in step t, later ones counted on past the last.
    fn due(&self, label: u32, t: u32) -> Option<u32> {
        t.checked_sub(self.delay(label, t % self.dimension))
    }

    /// The piece that is sent to the label in step t.
    fn piece(&self, label: u32, t: u32) -> Option<u32> {
        let last = self.pieces - 1;
        let piece = self.due(label, t)?;
        // Of the pieces past the last the first counts, and then one is due every d steps.
        let had = |t| self.due(label, t).is_some_and(|piece| piece >= last);
        let again = piece >= last && (t.saturating_sub(self.dimension)..t).any(had);
        (!again).then_some(piece.min(last))
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        if self.dimension == 0 { 0 } else { (self.dimension - 1 + self.pieces) as usize }
    }

    fn messages(&self) -> u128 {
        ((1 << self.dimension) - 1) * u128::from(self.pieces)
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let t = u32::try_from(k).unwrap_or(u32::MAX);
        for label in 1..1 << self.dimension {
            let Some(piece) = self.piece(label, t) else { continue };
            let to = label ^ self.root;
            let from = to ^ (1 << (t % self.dimension));
            step.messages.push(Message::plain(from, to, Runs::one(u64::from(piece))));
        }
    }
}
