//! The broadcast in n pieces on a circulant graph, with as many steps as on a hypercube, for any p.
//!
//! Labels are counted from the root, cyclically. In step j of each round of q = ceil(log2 p) steps label x
//! sends to x + skip j, the skips being p halved and rounded up again and again; which piece, `circulant.rs`
//! says. The first round begins late, so that the last one ends when the last piece has arrived, and the last
//! piece represents all later ones. Cost: (ceil(log2 p) - 1 + n)(t_s + m t_w/n) for n pieces, nothing for one
//! node; any p, any root, the fewest steps that n pieces can take, with disjoint routes for all pairs, and on
//! the hypercube, where a cyclic shift by E-cube routes causes no congestion (specs/lemmas.md, E-cube). The
//! best n is about sqrt((ceil(log2 p) - 1) m t_w/t_s). Literature: Traeff 2023 (arXiv 2312.11236), Traeff
//! 2024 (arXiv 2407.18004).
//!
//! No step rule: a search for each label finds the piece of a step.

use std::sync::OnceLock;

use crate::planner::ceil_log2;
use crate::planner::circulant::Rounds;
use crate::planner::prelude::*;

pub(in crate::planner) const CIRCULANT_N_BLOCK: Algorithm =
    Algorithm::made("broadcast", "circulant-n-block", steps)
        .does("n pieces (--pieces): in each step, all nodes send a piece over the same skip")
        .with_source("Traeff 2023 and 2024")
        .with_needs(&[Need::Of(Feature::Shifts, "any p, any root; n pieces")])
        .with_steps("min(1, p - 1) (ceil(log2 p) - 1 + n)", "t_s + m t_w/n");

fn steps(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes, root, pieces, .. } = request.instance;
    let count = if nodes == 1 { 0 } else { ceil_log2(nodes) as usize - 1 + pieces as usize };
    // Computed with the first step, since counting needs no table.
    let rounds: OnceLock<Rounds> = OnceLock::new();
    each_step(count, u128::from(nodes - 1) * u128::from(pieces), move |k, out| {
        let rounds = rounds.get_or_init(|| Rounds::new(nodes));
        let (round, last) = (rounds.steps(), pieces as usize - 1);
        // This many steps are omitted at the start, and as many pieces before piece 0, so that a round ends
        // with the last step.
        let late = round - last % round;
        let (before, j) = ((k + late) / round * round, (k + late) % round);
        for label in 1..nodes {
            let piece = before + rounds.piece(label, j);
            let Some(piece) = piece.checked_sub(round + late) else { continue };
            let to = (root + label) % nodes;
            let from = (to + nodes - rounds.skip(j)) % nodes;
            out.push(Message::plain(from, to, Runs::one(piece.min(last) as u64)));
        }
    })
}
