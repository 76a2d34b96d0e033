//! Broadcast: from one node to everyone.

mod children;
mod circulant_n_block;
mod leaf_halving;
mod n_block;

use super::algorithm::{Fails, Formula, Need, Pieces, Plan, Requirement, Taught};
use super::all_reduce::IMPROVED;
use super::{Algorithm, EQUATION_4_1, all_gather, scatter};
use crate::schedule::rule::{Load, Move, Place, Rule, Send, Turn};
use crate::topology::Feature;

pub(super) use children::{BOTH_CHILDREN, CHILD_BY_CHILD};
pub(super) use circulant_n_block::CIRCULANT_N_BLOCK;
pub(super) use leaf_halving::LEAF_HALVING;
pub(super) use n_block::N_BLOCK;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RECURSIVE_DOUBLING,
    &DIMENSION_BY_DIMENSION,
    &BINOMIAL,
    &LEAF_HALVING,
    &NEAR_FIRST_DOUBLING,
    &CHAIN,
    &SEQUENTIAL,
    &CHILD_BY_CHILD,
    &BOTH_CHILDREN,
    &SCATTER_ALL_GATHER,
    &SCATTER_BRUCK,
    &SCATTER_RING,
    &SCATTER_RING_BY_DIMENSION,
    &PIPELINED_CHAIN,
    &N_BLOCK,
    &ROTATED_BINOMIAL,
    &CIRCULANT_N_BLOCK,
];

/// In each step the first node of every interval of the tour sends to the first of its second half.
pub(super) const HALVING_RULE: Rule = Rule::Halving(Place::Tour, Load::Everything);

/// Recursive doubling, farthest first: who has the message sends it half of the rest away.
///
/// Step k: the first node of each interval of the tour sends to the first node of its second half.
/// Cost: ceil(log2 p)(t_s + m t_w), for any p and root, on every connected graph without
/// congestion (specs/lemmas.md). Source: Grama et al. 2003, section 4.1.1, Figure 4.2.
pub(super) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "broadcast",
    about: "far first: each holder sends to the middle of the interval that it still has to serve",
    source: "Grama et al. 2003, section 4.1.1; any graph by Lemma U",
    needs: &[Need::tour("any p, any root")],
    textbook: &["linear-array", "ring"],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    plan: Plan::Rule(&HALVING_RULE),
    ..Algorithm::COMMON
};

/// Dimension by dimension: the source's row first, then every column, and so on.
///
/// Each line runs recursive doubling as an array or ring of its own, the last coordinate first.
/// Cost: (ceil(log2 k_1) + ceil(log2 k_2) + ..)(t_s + m t_w) for sides k_1, k_2, ..; any sides,
/// any root. Source: Grama et al. 2003, section 4.1.2, Figure 4.5.
pub(super) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "broadcast",
    about: "recursive doubling along the source's row, then along every column, and so on",
    source: "Grama et al. 2003, section 4.1.2",
    needs: &[Need::of(Feature::Sides, "any sides, any root")],
    textbook: &["mesh", "torus"],
    cost: Formula::Text("({ceil(log2 k_j)}) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    plan: Plan::Rule(&Rule::ByDimension(&HALVING_RULE)),
    ..Algorithm::COMMON
};

/// The binomial tree on the hypercube: one dimension a step, everyone who has the message sends.
///
/// Step k: each holder sends along the k-th dimension of the order, by default the highest first.
/// The source becomes node 0 by XOR. Cost: (t_s + m t_w) log p. Source: Grama et al. 2003,
/// Algorithms 4.1 and 4.2, Figure 4.6.
pub(super) static BINOMIAL: Algorithm = Algorithm {
    name: "binomial",
    collective: "broadcast",
    about: "each holder sends along one dimension a step, the highest first or in any --order",
    source: "Grama et al. 2003, Algorithms 4.1 and 4.2, eq. 4.1",
    needs: &[Need::of(Feature::Cube, "p = 2^d, any root")],
    textbook: &["hypercube"],
    requires: &[Requirement::Order],
    cost: Formula::Text(EQUATION_4_1.formula),
    plan: Plan::Rule(&Rule::Halving(Place::CubeInOrder, Load::Everything)),
    ..Algorithm::COMMON
};

/// Doubling, nearest first: nodes 0 to 2^k - 1 send to those 2^k further on.
///
/// Right where any two nodes have a way of their own (hypercube, complete, star, switch), for any
/// p and root; congested on arrays, rings, grids and trees, which is what the textbook's warning
/// in section 4.1.1 is about. Cost where right: ceil(log2 p)(t_s + m t_w). Source: the hypercube
/// broadcast of Lawlor's CS 641 notes; Grama et al. 2003, section 4.1.3.
pub(super) static NEAR_FIRST_DOUBLING: Algorithm = Algorithm {
    name: "near-first-doubling",
    collective: "broadcast",
    about: "near first: the 2^k nodes that have the message send it 2^k further on",
    source: "Lawlor, CS 641, Building Broadcast From Point-to-Point",
    needs: &[
        Need::of(Feature::Cube, "p = 2^d, any root"),
        Need::of(Feature::Pairs, "any p, any root"),
    ],
    fails: Fails {
        on: &["linear-array", "ring", "mesh", "torus", "tree", "node-tree", "graph"],
        why: "congested but for a few small p",
    },
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    taught: Taught::Everywhere(EQUATION_4_1),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new(
            "0",
            "ceil(log2 p)",
            &[Send::each("0", "1", "min(2^i, p - 2^i) - 1", Move::Ahead("2^i"), Load::Everything)],
        )],
    )),
    ..Algorithm::COMMON
};

/// The chain: each node hands the message on to the next.
///
/// Step k: the k-th node of the tour, counted from the source, sends to the one after it. Cost:
/// (p - 1)(t_s + m t_w). On a ring, and from the end of an array, the next node is a neighbour;
/// elsewhere the message follows the tour of a spanning tree. Source: the naive method of the
/// lecture notes, "from one process to the next".
pub(super) static CHAIN: Algorithm = Algorithm {
    name: "chain",
    collective: "broadcast",
    about: "each node hands the message on to the next, neighbour to neighbour",
    source: "CS3006 lecture notes, naive method on an array",
    needs: &[Need::tour("any p, any root")],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    plan: Plan::Rule(&Rule::Turns(
        Place::Tour,
        &[Turn::new("0", "p - 1", &[Send::one("i", Move::Ahead("1"), Load::Everything)])],
    )),
    ..Algorithm::COMMON
};

/// Sequential sends: the source sends to one node after another.
///
/// Step k: the source sends to the k-th other node. Cost: (p - 1)(t_s + m t_w). Source: the naive
/// way of Grama et al. 2003, section 4.1.1. The source is the bottleneck and one link is in use.
pub(super) static SEQUENTIAL: Algorithm = Algorithm {
    name: "sequential",
    collective: "broadcast",
    about: "the source sends to one node after another",
    source: "Grama et al. 2003, section 4.1.1 (naive)",
    needs: &[Need::tour("any p, any root")],
    cost: Formula::Text("(p - 1) (t_s + m t_w)"),
    plan: Plan::Rule(&Rule::Turns(
        Place::RootFirst,
        &[Turn::new("1", "p", &[Send::one("0", Move::Ahead("i"), Load::Everything)])],
    )),
    ..Algorithm::COMMON
};

/// Scatter, then all-gather: the improved broadcast of long vectors on the hypercube.
///
/// The vector is cut in p pieces. The scatter halves what a node has to see to along one dimension
/// after another, the highest first; recursive doubling brings all pieces to all. Cost:
/// 2 t_s log p + 2 m t_w (p - 1)/p, p = 2^d, any root, where each pair has a way of its own.
/// : Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.
pub(super) static SCATTER_ALL_GATHER: Algorithm = Algorithm {
    name: "scatter-all-gather",
    collective: "broadcast",
    about: "p pieces: scatter by dimensions, then all-gather by recursive doubling",
    source: "Grama et al. 2003, section 4.7.1",
    needs: &[Need::of(Feature::Shifts, "p = 2^d, any root; p pieces")],
    requires: &[Requirement::PowerOfTwo],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 t_s log p + 2 m t_w (p - 1)/p"),
    taught: Taught::Everywhere(IMPROVED),
    plan: Plan::Rule(&Rule::Then(&[scatter::DIMENSIONS_RULE, all_gather::DOUBLING_RULE])),
    ..Algorithm::COMMON
};

/// Scatter, then Bruck's all-gather: the improved broadcast of long vectors for any p.
///
/// The vector is cut in p pieces. Interval halving brings piece j to node j, Bruck's cyclic shifts
/// bring all to all. Cost: 2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p, any p and root, where every node has a
/// way of its own to any other; on the hypercube `scatter_all_gather.rs` comes to the same. Literature:
/// Barnett et al. 1994, van de Geijn, with the all-gather of Bruck et al. 1997; after Grama et al. 2003,
/// section 4.7.1, there for p = 2^d.
pub(super) static SCATTER_BRUCK: Algorithm = Algorithm {
    name: "scatter-bruck",
    collective: "broadcast",
    about: "p pieces: scatter by interval halving, then all-gather by Bruck's cyclic shifts",
    source: "Barnett et al. 1994, with Bruck et al. 1997",
    needs: &[Need::of(Feature::Pairs, "any p, any root; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p"),
    taught: Taught::Everywhere(IMPROVED),
    plan: Plan::Rule(&Rule::Then(&[scatter::INTERVALS_RULE, all_gather::BRUCK_RULE])),
    ..Algorithm::COMMON
};

/// Scatter, then the ring all-gather: a broadcast of long vectors on any graph.
///
/// The vector is cut in p pieces. Interval halving along the tour brings piece j to node j, the
/// ring all-gather brings all to all. Cost: (ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p, any p and
/// root, on every connected graph (specs/lemmas.md, Lemma U). Literature: Barnett et al. 1994, van de
/// Geijn; after Grama et al. 2003, section 4.7.1.
pub(super) static SCATTER_RING: Algorithm = Algorithm {
    name: "scatter-ring",
    collective: "broadcast",
    about: "p pieces: scatter by interval halving, then all-gather round the ring",
    source: "Barnett et al. 1994; any graph by Lemma U",
    needs: &[Need::tour("any p, any root; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("(ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Rule(&Rule::Then(&[scatter::INTERVALS_RULE, all_gather::RING_RULE])),
    ..Algorithm::COMMON
};

/// Scatter, then the rings of one dimension after another: a broadcast of long vectors on grids.
///
/// The vector is cut in p pieces. Interval halving along the tour brings piece j to node j, the
/// dimension by dimension all-gather brings all to all. Cost: (ceil(log2 p) + k_1 + k_2 + .. - their
/// number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any root. Literature: van de Geijn on
/// meshes, after Grama et al. 2003, section 4.7.1.
pub(super) static SCATTER_RING_BY_DIMENSION: Algorithm = Algorithm {
    name: "scatter-ring-by-dimension",
    collective: "broadcast",
    about: "p pieces: scatter by interval halving, then all-gather along rows, columns and so on",
    source: "Barnett et al. 1994, with the rings of Grama et al. 2003, Algorithm 4.6",
    needs: &[Need::of(Feature::Sides, "any sides, any root; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("(ceil(log2 p) + {k_j} - {sides}) t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Rule(&Rule::Then(&[scatter::INTERVALS_RULE, all_gather::RINGS_RULE])),
    ..Algorithm::COMMON
};

/// The pipelined chain: pieces follow each other from node to node.
///
/// Step t: the node x places after the root sends piece t - x to the next of the tour. Cost:
/// (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p and root, on every connected
/// graph: the arcs of a step are disjoint (specs/lemmas.md, Lemma U). The best n is about
/// sqrt((p - 2) m t_w/t_s). Literature: folklore.
pub(super) static PIPELINED_CHAIN: Algorithm = Algorithm {
    name: "pipelined-chain",
    collective: "broadcast",
    about: "n pieces follow each other from node to node, as many as --pieces says",
    source: "folklore; any graph by Lemma U",
    needs: &[Need::tour("any p, any root; n pieces")],
    cost: Formula::Text("min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)"),
    plan: Plan::Rule(&Rule::Pipeline(Place::Tour)),
    ..Algorithm::COMMON
};

/// Rotated binomial trees: d trees on the hypercube at once, each with a d-th of the message.
///
/// Step k: tree j sends piece j of d along dimension d - 1 - k + j mod d, from all who have it;
/// with all ports no tree is in another's way. Cost: d t_s + m t_w, p = 2^d > 1. Source: literature,
/// Johnsson and Ho 1989.
pub(super) static ROTATED_BINOMIAL: Algorithm = Algorithm {
    name: "rotated-binomial",
    collective: "broadcast",
    about: "d pieces, each down a binomial tree of its own whose dimensions are rotated",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "any root; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + min(1, d) m t_w"),
    plan: Plan::Rotated(&BINOMIAL),
    ..Algorithm::COMMON
};
