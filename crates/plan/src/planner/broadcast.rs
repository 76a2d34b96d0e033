//! Broadcast: from one node to all nodes.

pub(super) mod trees;

use super::all_reduce::IMPROVED;
use super::circulant::Rounds;
use super::prelude::*;
use super::{EQUATION_4_1, all_gather, ceil_log2, knomial, rules, scatter, two_tree};
use hockney_base::number::saturated;
use std::sync::OnceLock;
use trees::Parent;
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
        &[Send::each("0", "1", "min(2^i, p - 2^i) - 1", Ahead("2^i"), Everything)],
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
    Algorithm::rotated("broadcast", "rotated-binomial", &Rotated(&BINOMIAL_RULE))
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

/// Disjoint trees: pieces follow each other down d binomial trees of the hypercube that share no link.
///
/// Piece i goes from the root across bit i mod d, then across the following bits, one in each step, to all on that side,
/// and back across bit i mod d to the others. Each step begins d new pieces. Cost: (d + ceil(n/d)) (t_s + m t_w/n) for
/// n pieces, d >= 2, any root, with all ports; without the first d for d = 1. The best n is about sqrt(d^2 m t_w/t_s).
/// Source: Johnsson and Ho 1989, nESBT.
pub(super) const DISJOINT_TREES: Algorithm =
    Algorithm::by_rule("broadcast", "disjoint-trees", &Pipeline(Cube))
        .does("n pieces (--pieces) down d binomial trees that share no link (nESBT)")
        .with_source("Johnsson and Ho 1989")
        .with_needs(&[Need::Of(Feature::Cube, "any root; n pieces; --ports all")])
        .with_requires(&[Requirement::AllPorts])
        .with_steps(rules::TREES, "t_s + m t_w/n");

/// All others at once.
pub(super) const DIRECT: Algorithm = Algorithm::at_once("broadcast", &knomial::SEQUENTIAL_RULE)
    .does("the root sends directly to all others, in one step");

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
    DISJOINT_TREES,
    DIRECT,
    // MPI's scatter, then the ring all-gather.
    //
    // As scatter-ring, with the binomial tree of MPI libraries for the scatter. Cost: (ceil(log2 p) + p - 1) t_s +
    // 2 m t_w (p - 1)/p, any p and root, with disjoint routes for all pairs. Source: Thakur, Rabenseifner and Gropp
    // 2005.
    Algorithm::by_rule("broadcast", "binomial-scatter-ring", &BINOMIAL_SCATTER_RING_RULE)
        .does("p pieces: scatter down MPI's binomial tree, then all-gather round the ring")
        .with_source("Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p, any root; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("(ceil(log2 p) + p - 1) t_s + 2 m t_w (p - 1)/p"),
    // MPI's scatter, then recursive doubling for any p.
    //
    // Cost: ceil(log2 p) t_s + m t_w (p - 1)/p for the scatter, and that of patched-doubling; any p and root, with
    // disjoint routes for all pairs. Source: Thakur, Rabenseifner and Gropp 2005.
    //
    // No step rule, as of patched-doubling.
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
    }),
];

/// The broadcast in n blocks: every step uses one dimension, and soon all nodes send in each step.
///
/// Step t works along dimension k = t mod d, all labels taken from the root on by XOR. The node whose label
/// is 2^k gets piece t from the root; every other label with bit k gets piece t - j, where j is d less the
/// distance, going up round the dimensions, from k to its next bit; a label without bit k gets piece t - d.
/// The last piece represents all later ones, and is sent to a node once. Cost: (d - 1 + n)(t_s + m t_w/n) for
/// n pieces, nothing for one node; p = 2^d, any root: the fewest steps that n pieces can take. The best n is
/// about sqrt((d - 1) m t_w/t_s). Literature: Johnsson and Ho 1989; Bar-Noy and Kipnis 1994.
///
/// No step rule: the piece that a label sends depends on the distance to its next bit.
pub(super) const N_BLOCK: Algorithm = Algorithm::made("broadcast", "n-block", n_block)
    .does("n pieces (--pieces): in each step, all nodes send a piece along one dimension")
    .with_source("Johnsson and Ho 1989; Bar-Noy and Kipnis 1994")
    .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d, any root; n pieces")])
    .with_requires(&[Requirement::PowerOfTwo])
    .with_steps("min(1, p - 1) (log p - 1 + n)", "t_s + m t_w/n");

fn n_block(request: &Request) -> Box<dyn Steps> {
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

/// The broadcast in n pieces on a circulant graph, with as many steps as on a hypercube, for any p.
///
/// Labels are counted from the root, cyclically. In step j of each round of q = ceil(log2 p) steps label x
/// sends to x + skip j, the skips being p halved and rounded up again and again; which piece, `circulant.rs`
/// says. The first round begins late, so that the last one ends when the last piece has arrived, and the last
/// piece represents all later ones. Cost: (ceil(log2 p) - 1 + n)(t_s + m t_w/n) for n pieces, nothing for one
/// node; any p, any root, the fewest steps that n pieces can take, with disjoint routes for all pairs, and on
/// the hypercube, where a cyclic shift by E-cube routes causes no congestion (specs/lemmas.md, E-cube). The
/// best n is about sqrt((ceil(log2 p) - 1) m t_w/t_s). Literature: Traeff 2023 (arXiv 2312.11236), Traeff
/// 2024 (arXiv 2407.18004).
///
/// No step rule: a search for each label finds the piece of a step.
pub(super) const CIRCULANT_N_BLOCK: Algorithm =
    Algorithm::made("broadcast", "circulant-n-block", circulant_n_block)
        .does("n pieces (--pieces): in each step, all nodes send a piece over the same skip")
        .with_source("Traeff 2023 and 2024")
        .with_needs(&[Need::Of(Feature::Shifts, "any p, any root; n pieces")])
        .with_steps("min(1, p - 1) (ceil(log2 p) - 1 + n)", "t_s + m t_w/n");

fn circulant_n_block(request: &Request) -> Box<dyn Steps> {
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

/// Both children at once: every node of a tree sends to its two children in one step. Invalid with one port.
///
/// Step k: each node at depth k sends to both its children, two messages from one port. It is valid with
/// `--ports all`. Source: the lecture notes' diagram of the binary tree, "0 -> 1, 2".
pub(in crate::planner) const BOTH_CHILDREN: Algorithm =
    Algorithm::made("broadcast", "both-children", |request| {
        down_the_tree(request, |_, node| ((node - 1) / 2, 1))
    })
    .does("each node sends the message to both its children in one step")
    .with_source("CS3006 lecture notes, diagram of the balanced binary tree")
    .with_fails(&["node-tree"], "root 0; two sends in a step break the one-port rule")
    .with_requires(&[Requirement::RootZero]);

/// One child after the other: every node of a tree sends to its left child, then to its right.
///
/// What the diagram of both children at once costs with one port. A node that has the message after step t
/// sends left in step t + 1 and right in step t + 2. Cost: T(p) (t_s + m t_w) with T of the binary tree.
/// Source: corrected from the lecture notes' diagram.
pub(in crate::planner) const CHILD_BY_CHILD: Algorithm =
    Algorithm::made("broadcast", "child-by-child", |request| {
        down_the_tree(request, |_, node| ((node - 1) / 2, 2 - node % 2))
    })
    .does("each node sends to its left child, then to its right child")
    .with_source("derived here from the CS3006 lecture notes' diagram")
    .with_needs(&[Need::Of(Feature::HeapOrder, "any p, root 0")])
    .with_requires(&[Requirement::RootZero])
    .with_steps("{tree}", "t_s + m t_w");

/// The whole message down the tree.
///
/// No step rule: the senders of a step of child-by-child are not a progression, and each sends to a multiple
/// of its number.
fn down_the_tree(request: &Request, parent: Parent) -> Box<dyn Steps> {
    trees::steps(request, parent, 2, vec![request.instance.all_blocks()])
}
