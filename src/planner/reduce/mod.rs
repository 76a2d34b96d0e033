//! Reduce: broadcast run backwards, each of its algorithms.

use super::reversal::Reversal;
use super::{Algorithm, broadcast};

/// A broadcast algorithm run backwards, under its own name.
const fn reversal(
    of: &'static dyn Algorithm,
    name: &'static str,
    about: &'static str,
    source: &'static str,
) -> Reversal {
    Reversal { of, name, collective: "reduce", about, source }
}

pub(super) static ALGORITHMS: &[&dyn Algorithm] = &[
    &reversal(
        &broadcast::RecursiveDoubling,
        "recursive-doubling",
        "far-first recursive doubling run backwards: neighbours first",
        "Grama et al. 2003, section 4.1.1, Figure 4.3; any graph by Lemma U",
    ),
    &reversal(
        &broadcast::DimensionByDimension,
        "dimension-by-dimension",
        "along every column, then along the root's row",
        "Grama et al. 2003, section 4.1.2",
    ),
    &reversal(
        &broadcast::Binomial,
        "binomial",
        "one dimension a step, the lowest first or in any --order",
        "Grama et al. 2003, Algorithm 4.3, eq. 4.1",
    ),
    &reversal(
        &broadcast::LeafHalving,
        "leaf-halving",
        "in every subtree one half's leaf sends to the other half's",
        "Grama et al. 2003, section 4.1.4",
    ),
    &reversal(
        &broadcast::NearFirstDoubling,
        "near-first-doubling",
        "near-first doubling run backwards: the far half sends first",
        "Lawlor, CS 641, Building Broadcast From Point-to-Point",
    ),
    &reversal(
        &broadcast::Chain,
        "chain",
        "each node adds its own to what came and hands the sum on",
        "CS3006 lecture notes, naive method on an array",
    ),
    &reversal(
        &broadcast::Sequential,
        "sequential",
        "one node after another sends to the root",
        "Grama et al. 2003, section 4.1.1 (naive)",
    ),
    &reversal(
        &broadcast::ChildByChild,
        "child-by-child",
        "every node receives from its right child and then from its left child",
        "derived here from the CS3006 lecture notes' diagram",
    ),
    &reversal(
        &broadcast::BothChildren,
        "both-children",
        "every node receives from both its children in one step",
        "CS3006 lecture notes, diagram of the balanced binary tree",
    ),
    &reversal(
        &broadcast::ScatterAllGather,
        "reduce-scatter-gather",
        "p pieces: reduce-scatter by recursive halving, then gather by dimensions",
        "Grama et al. 2003, section 4.7.1",
    ),
    &reversal(
        &broadcast::ScatterBruck,
        "bruck-gather",
        "p pieces: reduce-scatter by cyclic shifts, the farthest first, then gather by interval halving",
        "Barnett et al. 1994, reversed, with Bruck et al. 1997; cf. Traeff 2024",
    ),
    &reversal(
        &broadcast::ScatterRing,
        "ring-gather",
        "p pieces: reduce-scatter round the ring, then gather by interval halving",
        "Barnett et al. 1994, reversed; any graph by Lemma U",
    ),
    &reversal(
        &broadcast::ScatterRingByDimension,
        "ring-by-dimension-gather",
        "p pieces: reduce-scatter along columns, rows and so on, then gather by interval halving",
        "Barnett et al. 1994, reversed, with the rings of Grama et al. 2003, Algorithm 4.6",
    ),
    &reversal(
        &broadcast::PipelinedChain,
        "pipelined-chain",
        "n pieces follow each other to the root, each node adding its own, as --pieces says",
        "folklore; any graph by Lemma U",
    ),
    &reversal(
        &broadcast::NBlock,
        "n-block",
        "n pieces, one dimension a step, everyone passing on a sum in each, as --pieces says",
        "Johnsson and Ho 1989, reversed; Bar-Noy and Kipnis 1994",
    ),
    &reversal(
        &broadcast::ROTATED_BINOMIAL,
        "rotated-binomial",
        "d pieces, each up a binomial tree of its own whose dimensions are rotated",
        "Johnsson and Ho 1989, reversed",
    ),
    &reversal(
        &broadcast::CirculantNBlock,
        "circulant-n-block",
        "n pieces, one skip a step, everyone passing on a sum in each, as --pieces says",
        "Traeff 2024, reversed",
    ),
];
