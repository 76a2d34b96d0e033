//! Broadcast: from one node to all nodes.

mod children;
mod circulant_n_block;
mod n_block;
pub(super) mod trees;

use super::all_reduce::IMPROVED;
use super::prelude::*;
use super::{EQUATION_4_1, all_gather, knomial, rules, scatter, two_tree};

pub(super) use children::{BOTH_CHILDREN, CHILD_BY_CHILD};
pub(super) use circulant_n_block::CIRCULANT_N_BLOCK;
pub(super) use n_block::N_BLOCK;
pub(super) use trees::{BINARY_TREE, FOUR_CHAINS, SPLIT_BINARY_TREE};

/// In each step the first node of every interval of the tour sends to the first of its second half.
pub(super) const HALVING_RULE: Rule = Halving(Tour, Everything);

/// Recursive doubling, farthest first: each holder sends the message half of the remaining interval away.
///
/// Step k: the first node of each interval of the tour sends to the first node of its second half.
/// Cost: ceil(log2 p)(t_s + m t_w), for any p and root, on every connected graph without
/// congestion (specs/lemmas.md). Source: Grama et al. 2003, section 4.1.1, Figure 4.2.
pub(super) const RECURSIVE_DOUBLING: Algorithm =
    Algorithm::by_rule("broadcast", "recursive-doubling", &HALVING_RULE)
        .does("far first: each holder sends to the middle of the interval it has left to serve")
        .with_source("Grama et al. 2003, section 4.1.1; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p, any root")])
        .with_textbook(&["linear-array", "ring"])
        .with_cost("ceil(log2 p) (t_s + m t_w)")
        .with_taught(Taught::Everywhere(EQUATION_4_1));

/// Dimension by dimension: the root's row first, then every column, and so on.
///
/// Each line runs recursive doubling as an array or ring of its own, the last coordinate first.
/// Cost: (ceil(log2 k_1) + ceil(log2 k_2) + ..)(t_s + m t_w) for sides k_1, k_2, ..; any sides,
/// any root. Source: Grama et al. 2003, section 4.1.2, Figure 4.5.
pub(super) const DIMENSION_BY_DIMENSION: Algorithm =
    Algorithm::by_rule("broadcast", "dimension-by-dimension", &ByDimension(&HALVING_RULE))
        .does("recursive doubling in the root's row, then in every column, and so on")
        .with_source("Grama et al. 2003, section 4.1.2")
        .with_needs(&[Need::Of(Feature::Sides, "any sides, any root")])
        .with_textbook(&["mesh", "torus"])
        .with_cost("({ceil(log2 k_j)}) (t_s + m t_w)")
        .with_taught(Taught::Everywhere(EQUATION_4_1));

const BINOMIAL_RULE: Rule = Halving(CubeInOrder, Everything);

/// The binomial tree on the hypercube: one dimension a step, all nodes with the message send.
///
/// Step k: each holder sends along the k-th dimension of the order, by default the highest first.
/// The source becomes node 0 by XOR. Cost: (t_s + m t_w) log p. Source: Grama et al. 2003,
/// Algorithms 4.1 and 4.2, Figure 4.6.
pub(super) const BINOMIAL: Algorithm =
    Algorithm::by_rule("broadcast", "hypercube-binomial", &BINOMIAL_RULE)
        .does("binomial tree: one dimension a step, the highest first or in any --order")
        .with_source("Grama et al. 2003, Algorithms 4.1 and 4.2, eq. 4.1")
        .with_needs(&[Need::Of(Feature::Cube, "p = 2^d, any root")])
        .with_textbook(&["hypercube"])
        .with_requires(&[Requirement::Order])
        .with_cost(EQUATION_4_1.formula);

const NEAR_FIRST_DOUBLING_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[Send::up_to("min(2^i, p - 2^i) - 1", Ahead("2^i"), Everything)],
    )],
);

/// Doubling, nearest first: nodes 0 to 2^k - 1 send to those 2^k ahead.
///
/// Right where any two nodes have a way of their own (hypercube, complete, star, switch), for any
/// p and root; congested on arrays, rings, grids and trees, which is what the textbook's warning
/// in section 4.1.1 is about. Cost where right: ceil(log2 p)(t_s + m t_w). Source: the hypercube
/// broadcast of Lawlor's CS 641 notes; Grama et al. 2003, section 4.1.3.
pub(super) const NEAR_FIRST_DOUBLING: Algorithm =
    Algorithm::by_rule("broadcast", "near-first-doubling", &NEAR_FIRST_DOUBLING_RULE)
        .does("near first: in step k, the 2^k holders each send to the node 2^k ahead")
        .with_source("Lawlor, CS 641, Building Broadcast From Point-to-Point")
        .with_needs(&[
            Need::Of(Feature::Cube, "p = 2^d, any root"),
            Need::Of(Feature::Pairs, "any p, any root"),
        ])
        .with_fails(
            &["linear-array", "ring", "mesh", "torus", "tree", "node-tree", "graph"],
            "congested except for a few small p",
        )
        .with_cost("ceil(log2 p) (t_s + m t_w)")
        .with_taught(Taught::Everywhere(EQUATION_4_1));

/// The binomial tree for any p, farthest first: the order of MPI libraries.
///
/// Step k: the multiples of 2^(d - k) with d = ceil(log2 p) send 2^(d - 1 - k) ahead, if there is a node.
/// Unlike recursive doubling every distance is a power of two. Cost: ceil(log2 p) (t_s + m t_w), any p and
/// root, with disjoint routes for all pairs. Source: Thakur, Rabenseifner and Gropp 2005.
pub(super) const FAR_FIRST_DOUBLING: Algorithm =
    Algorithm::by_rule("broadcast", "far-first-doubling", &knomial::BINOMIAL_RULE)
        .does("binomial tree of MPI: each holder sends 2^k ahead, the largest distance first")
        .with_source("Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root")])
        .with_steps("ceil(log2 p)", "t_s + m t_w");

/// Two binary trees at once, each for every second piece.
///
/// The steps and the cost are those of `planner/two_tree.rs`. Literature: Sanders, Speck and Traeff 2009.
pub(super) const TWO_TREE: Algorithm = Algorithm::made("broadcast", "two-tree", two_tree::steps)
    .does("n pieces (--pieces) down two binary trees in turn, in which inner nodes differ")
    .with_source("Sanders, Speck and Traeff 2009")
    .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; n pieces")])
    .with_steps("{trees}", "t_s + m t_w/n");

const CHAIN_RULE: Rule =
    Turns(Tour, &[Turn::times("p - 1", &[Send::one("i", Ahead("1"), Everything)])]);

/// The chain: each node sends the message to the next.
///
/// Step k: the k-th node of the tour, counted from the source, sends to the one after it. Cost:
/// (p - 1)(t_s + m t_w). On a ring, and from the end of an array, the next node is a neighbour;
/// elsewhere the message follows the tour of a spanning tree. Source: the naive method of the
/// lecture notes, "from one process to the next".
pub(super) const CHAIN: Algorithm = Algorithm::by_rule("broadcast", "chain", &CHAIN_RULE)
    .does("each node passes the message to the next node")
    .with_source("CS3006 lecture notes, naive method on an array")
    .with_needs(&[Need::Tour("any p, any root")])
    .with_cost("(p - 1) (t_s + m t_w)");

/// Sequential sends: the root sends to one node after another.
///
/// Step k: the source sends to the k-th other node. Cost: (p - 1)(t_s + m t_w). Source: the naive
/// way of Grama et al. 2003, section 4.1.1. The source is the bottleneck and one link is in use.
pub(super) const SEQUENTIAL: Algorithm =
    Algorithm::by_rule("broadcast", "sequential", &knomial::SEQUENTIAL_RULE)
        .does("the root sends to the other nodes, one in each step")
        .with_source("Grama et al. 2003, section 4.1.1 (naive)")
        .with_needs(&[Need::Tour("any p, any root")])
        .with_cost("(p - 1) (t_s + m t_w)");

const SCATTER_ALL_GATHER_RULE: Rule = Then(&[scatter::DIMENSIONS_RULE, all_gather::DOUBLING_RULE]);

/// Scatter, then all-gather: the improved broadcast of long vectors on the hypercube.
///
/// The vector is cut into p pieces. The scatter halves what a node has to see to along one dimension after
/// another, the highest first; recursive doubling brings all pieces to all. Cost: 2 t_s log p + 2 m t_w (p -
/// 1)/p, p = 2^d, any root, with disjoint routes for all pairs. Source: Grama et al. 2003, section 4.7.1,
/// where the last factor is taken as 1.
pub(super) const SCATTER_ALL_GATHER: Algorithm =
    Algorithm::by_rule("broadcast", "scatter-all-gather", &SCATTER_ALL_GATHER_RULE)
        .does("p pieces: scatter by dimension halving, then all-gather by recursive doubling")
        .with_source("Grama et al. 2003, section 4.7.1")
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d, any root; p pieces")])
        .with_requires(&[Requirement::PowerOfTwo])
        .with_pieces(Pieces::Nodes)
        .with_cost("2 t_s log p + 2 m t_w (p - 1)/p")
        .with_taught(Taught::Everywhere(IMPROVED));

const SCATTER_BRUCK_RULE: Rule = Then(&[scatter::INTERVALS_RULE, all_gather::BRUCK_RULE]);

/// Scatter, then Bruck's all-gather: the improved broadcast of long vectors for any p.
///
/// The vector is cut into p pieces. Interval halving brings piece j to node j, Bruck's cyclic shifts bring
/// all to all. Cost: 2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p, any p and root, with disjoint routes for all
/// pairs; on the hypercube scatter-all-gather costs the same. Literature: Barnett et al. 1994, van de Geijn,
/// with the all-gather of Bruck et al. 1997; after Grama et al. 2003, section 4.7.1, there for p = 2^d.
pub(super) const SCATTER_BRUCK: Algorithm =
    Algorithm::by_rule("broadcast", "scatter-bruck", &SCATTER_BRUCK_RULE)
        .does("p pieces: scatter by interval halving, then all-gather by Bruck's cyclic shifts")
        .with_source("Barnett et al. 1994, with Bruck et al. 1997")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p")
        .with_taught(Taught::Everywhere(IMPROVED));

const SCATTER_RING_RULE: Rule = Then(&[scatter::INTERVALS_RULE, all_gather::RING_RULE]);

/// Scatter, then the ring all-gather: a broadcast of long vectors on any graph.
///
/// The vector is cut into p pieces. Interval halving along the tour brings piece j to node j, the ring
/// all-gather brings all to all. Cost: (ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p, any p and root, on
/// every connected graph (specs/lemmas.md, Lemma U). Literature: Barnett et al. 1994, van de Geijn; after
/// Grama et al. 2003, section 4.7.1.
pub(super) const SCATTER_RING: Algorithm =
    Algorithm::by_rule("broadcast", "scatter-ring", &SCATTER_RING_RULE)
        .does("p pieces: scatter by interval halving, then all-gather round the ring")
        .with_source("Barnett et al. 1994; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p, any root; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("(ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p");

const BINOMIAL_SCATTER_RING_RULE: Rule = Then(&[scatter::BINOMIAL_RULE, all_gather::RING_RULE]);

/// MPI's scatter, then the ring all-gather.
///
/// As scatter-ring, with the binomial tree of MPI libraries for the scatter. Cost: (ceil(log2 p) + p - 1) t_s +
/// 2 m t_w (p - 1)/p, any p and root, with disjoint routes for all pairs. Source: Thakur, Rabenseifner and Gropp
/// 2005.
pub(super) const BINOMIAL_SCATTER_RING: Algorithm =
    Algorithm::by_rule("broadcast", "binomial-scatter-ring", &BINOMIAL_SCATTER_RING_RULE)
        .does("p pieces: scatter down MPI's binomial tree, then all-gather round the ring")
        .with_source("Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("(ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p");

/// MPI's scatter, then recursive doubling for any p.
///
/// Cost: ceil(log2 p) t_s + m t_w (p - 1)/p for the scatter, and that of patched-doubling; any p and root, with
/// disjoint routes for all pairs. Source: Thakur, Rabenseifner and Gropp 2005.
///
/// No step rule, as of patched-doubling.
pub(super) const BINOMIAL_SCATTER_DOUBLING: Algorithm =
    Algorithm::made("broadcast", "binomial-scatter-doubling", |request| {
        let parts = [rules::steps(&scatter::BINOMIAL_RULE, request), all_gather::patched(request)];
        Box::new(InTurn(parts.into()))
    })
    .does("p pieces: scatter down MPI's binomial tree, then all-gather by patched-doubling")
    .with_source("Thakur, Rabenseifner and Gropp 2005")
    .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; p pieces")])
    .with_pieces(Pieces::Nodes)
    .with_formula(|_, _| {
        let gathered = all_gather::patched_cost("m t_w/p");
        format!("ceil(log2 p) t_s + m t_w (p - 1)/p + {gathered}")
    });

const SCATTER_RING_BY_DIMENSION_RULE: Rule =
    Then(&[scatter::INTERVALS_RULE, all_gather::RINGS_RULE]);

/// Scatter, then the rings of one dimension after another: a broadcast of long vectors on grids.
///
/// The vector is cut into p pieces. Interval halving along the tour brings piece j to node j, the dimension
/// by dimension all-gather brings all to all. Cost: (ceil(log2 p) + k_1 + k_2 + .. - their number) t_s + 2 m
/// t_w (p - 1)/p for sides k_1, k_2, ..; any root. Literature: van de Geijn on meshes, after Grama et al.
/// 2003, section 4.7.1.
pub(super) const SCATTER_RING_BY_DIMENSION: Algorithm =
    Algorithm::by_rule("broadcast", "scatter-ring-by-dimension", &SCATTER_RING_BY_DIMENSION_RULE)
        .does("p pieces: scatter by interval halving, then ring all-gather in every dimension")
        .with_source("Barnett et al. 1994, with the rings of Grama et al. 2003, Algorithm 4.6")
        .with_needs(&[Need::Of(Feature::Sides, "any sides, any root; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("(ceil(log2 p) + {k_j} - {sides}) t_s + 2 m t_w (p - 1)/p");

/// The pipelined chain: pieces follow each other from node to node.
///
/// Step t: the node x places after the root sends piece t - x to the next of the tour. Cost:
/// (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p and root, on every connected
/// graph: the arcs of a step are disjoint (specs/lemmas.md, Lemma U). The best n is about
/// sqrt((p - 2) m t_w/t_s). Literature: folklore.
pub(super) const PIPELINED_CHAIN: Algorithm =
    Algorithm::by_rule("broadcast", "pipelined-chain", &Pipeline(Tour))
        .does("n pieces (--pieces) follow each other from node to node")
        .with_source("folklore; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p, any root; n pieces")])
        .with_cost("min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)");

/// Rotated binomial trees: d trees on the hypercube at once, each with a d-th of the message.
///
/// Step k: tree j sends piece j of d along dimension d - 1 - k + j mod d, from all who have it;
/// with all ports no tree is in another's way. Cost: d t_s + m t_w, p = 2^d > 1. Source: literature,
/// Johnsson and Ho 1989.
pub(super) const ROTATED_BINOMIAL: Algorithm =
    Algorithm::rotated("broadcast", "rotated-binomial", &BINOMIAL)
        .does("d pieces at once, each down its own binomial tree in a rotated dimension order")
        .with_needs(&[Need::Of(Feature::Cube, "any root; d pieces; --ports all")])
        .with_cost("d t_s + min(1, d) m t_w");

/// Between the leaves of the balanced tree: each subtree's holder sends into the other half.
///
/// Step k: in every subtree at depth k the one leaf that has the message sends to the leaf at the
/// same place in the other half, so each subtree's links carry one message. With p = 2^d and
/// labels in binary this is the hypercube's algorithm. Cost: ceil(log2 p)(t_s + m t_w), any p, any
/// root. Source: Grama et al. 2003, section 4.1.4, Figure 4.7.
pub(super) const LEAF_HALVING: Algorithm =
    Algorithm::by_rule("broadcast", "leaf-halving", &Subtrees)
        .does("in every subtree, the leaf that has the message sends it into the other half")
        .with_source("Grama et al. 2003, section 4.1.4")
        .with_needs(&[Need::Of(Feature::Leaves, "any p, any root")])
        .with_textbook(&["tree"])
        .with_cost("ceil(log2 p) (t_s + m t_w)")
        .with_taught(Taught::Everywhere(EQUATION_4_1));

pub(super) static ALGORITHMS: &[Algorithm] = &[
    RECURSIVE_DOUBLING,
    DIMENSION_BY_DIMENSION,
    BINOMIAL,
    LEAF_HALVING,
    NEAR_FIRST_DOUBLING,
    CHAIN,
    SEQUENTIAL,
    CHILD_BY_CHILD,
    BOTH_CHILDREN,
    SCATTER_ALL_GATHER,
    SCATTER_BRUCK,
    SCATTER_RING,
    SCATTER_RING_BY_DIMENSION,
    PIPELINED_CHAIN,
    N_BLOCK,
    ROTATED_BINOMIAL,
    CIRCULANT_N_BLOCK,
    FAR_FIRST_DOUBLING,
    BINARY_TREE,
    SPLIT_BINARY_TREE,
    FOUR_CHAINS,
    TWO_TREE,
    BINOMIAL_SCATTER_RING,
    BINOMIAL_SCATTER_DOUBLING,
];
