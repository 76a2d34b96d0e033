//! Swing: halving and doubling with partners that are near on a ring or torus.
//!
//! In step s of a dimension the partner of an even coordinate x is x + (1 - (-2)^(s + 1))/3, that of an odd one as far
//! back: 1, -1, 3, -5, 11, .. places. The dimensions take turns, from the first one on. The vector is cut into p pieces.
//! A node is responsible for all pieces at first, and shares them with its partner in each step: it keeps those for
//! which it is responsible with its later partners, down to its own. Then the steps run backwards, so that all pieces
//! come to all. p = 2^d. Messages of a step share links on rings and tori, fewer of them than in halving-doubling.
//! Source: De Sensi, Bonato, Saam and Hoefler 2024.
//!
//! No step rule: the pieces of a message are no interval and no subcube.

use super::prelude::*;
use super::rotated;
use hockney_base::number::remainder;

/// The steps of halving, and then of doubling, of p nodes.
struct Swing {
    p: u32,
    /// The dimension of each step of halving as its side, the product of the sides after it, and how far the partner is.
    turns: Vec<(u32, u32, i64)>,
}

impl Swing {
    fn of(request: &Request) -> Self {
        let all = [request.instance.nodes];
        let sides = request.topology.network().sides().unwrap_or(&all);
        let mut left: Vec<(u32, u32, u32)> = Vec::new();
        let mut stride = request.instance.nodes;
        for side in sides {
            stride /= side;
            left.push((*side, stride, side.ilog2()));
        }
        let most = left.iter().map(|(.., steps)| *steps).max().unwrap_or(0);
        let turn = |s: u32| {
            let far = (1 - (-2_i64).pow(s + 1)) / 3;
            let open = left.iter().filter(move |(.., steps)| s < *steps);
            open.map(move |(side, stride, _)| (*side, *stride, far)).collect::<Vec<_>>()
        };
        Swing { p: request.instance.nodes, turns: (0..most).flat_map(turn).collect() }
    }

    /// The partner of a node in a step.
    fn partner(&self, step: usize, node: u32) -> u32 {
        let (side, stride, far) = self.turns[step];
        let x = node / stride % side;
        let far = if x.is_multiple_of(2) { far } else { -far };
        let to = (i64::from(x) + far).rem_euclid(side.into()).unsigned_abs();
        node - x * stride + remainder(to, side) * stride
    }

    /// The pieces for which a node is responsible from a step on.
    fn pieces(&self, step: usize, node: u32) -> Runs {
        let mut nodes = vec![node];
        for step in step..self.turns.len() {
            nodes.extend_from_within(..);
            let half = nodes.len() / 2;
            nodes[half..].iter_mut().for_each(|node| *node = self.partner(step, *node));
        }
        nodes.into_iter().map(u64::from).collect()
    }
}

impl Steps for Swing {
    fn count(&self) -> usize {
        2 * self.turns.len()
    }

    fn messages(&self) -> u128 {
        self.count() as u128 * u128::from(self.p)
    }

    /// Of each message as many as node 0 keeps, but for one where these go round.
    fn ranges(&self) -> Option<u128> {
        let of = |step| self.pieces(step + 1, 0).runs().len().saturating_sub(1).max(1) as u128;
        Some((0..self.turns.len()).map(of).sum::<u128>() * 2 * u128::from(self.p))
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        let halves = k < self.turns.len();
        let turn = if halves { k } else { self.count() - 1 - k };
        let message = |from| {
            let to = self.partner(turn, from);
            Message::plain(from, to, self.pieces(turn + 1, if halves { to } else { from }))
        };
        step.messages.clear();
        step.messages.extend((0..self.p).map(message));
    }
}

/// Every node halves what it sums, and then collects what the others have summed.
pub(super) fn steps(request: &Request) -> Box<dyn Steps> {
    Box::new(Swing::of(request))
}

/// Rotated and mirrored copies.
pub(super) fn mirrored(request: &Request) -> Box<dyn Steps> {
    rotated::steps(request, steps)
}
