//! All-reduce: the data of all nodes are combined, and all nodes get the result.
//!
//! Where the vector is cut into p pieces, an all-gather reversed leaves piece j summed at node j, and run
//! forwards brings all pieces to all (specs/lemmas.md, Duality).

use super::diagonal::CENSUS_RULE;
use super::prelude::*;
use super::{all_gather, diagonal, greedy_shifts, knomial, over_sides, swing, two_tree};
use hockney_core::topology::Family;

/// With (p - 1)/p taken as 1.
pub(super) const IMPROVED: Textbook =
    Textbook { formula: "2 (t_s log p + t_w m)", source: "Grama et al. 2003, section 4.7.1" };

/// The cost of `ring-sums` with equal sides.
pub(super) const SQUARE_GRID: Textbook = Textbook {
    formula: "2 (sqrt(p) - 1) (t_s + m t_w)",
    source: "derived here, for a square grid",
};

pub(super) const RECURSIVE_DOUBLING_RULE: Rule = Folded(Fold::Even, &EXCHANGE_RULE);

/// Recursive doubling: partners exchange their sums, across one dimension after another.
///
/// Step i: node v and node v XOR 2^i exchange the sums of their subcubes of 2^i nodes. Without a power of two
/// every even node of the first 2 (p - 2^floor(log2 p)) sends its vector to the odd node after it, the others
/// exchange, and they send it the result. Cost: (t_s + m t_w) log p for p = 2^d, otherwise (floor(log2 p) + 2)
/// (t_s + m t_w), with disjoint routes for all pairs; the operator need not commute. Source: Grama et al. 2003,
/// section 4.3; folded as in Rabenseifner 2004, and as MPICH and Open MPI do it.
pub(super) const RECURSIVE_DOUBLING: Algorithm =
    Algorithm::by_rule("all-reduce", "recursive-doubling", &RECURSIVE_DOUBLING_RULE)
        .does("in step i, nodes that differ in bit i exchange sums; other p: pairs fold first")
        .with_source("Grama et al. 2003, section 4.3; folded as in Rabenseifner 2004")
        .with_needs(ANY_P_WITH_FOLD)
        .with_fails(BOXES, CONGESTED)
        .with_textbook(&["hypercube"])
        .with_usual(&["star", "switch", "complete"])
        .with_formula(|family, _| format!("{} (t_s + m t_w)", folded_steps(family)));

/// The number of steps of a folded exchange.
pub(super) fn folded_steps(family: &'static Family) -> &'static str {
    if family.offers().contains(&Feature::Cube) {
        "log p"
    } else {
        "(floor(log2 p) + 2 min(1, p - 2^floor(log2 p)))"
    }
}

/// With disjoint routes for all pairs; the hypercube has no other sizes than powers of two.
pub(super) const ANY_P_WITH_FOLD: &[Need] =
    &[Need::Of(Feature::Pairs, "any p"), Need::Of(Feature::Cube, "p = 2^d")];

/// Recursive doubling with the highest dimension first: backwards, partners exchange halves across the lowest
/// dimension first, as MPI libraries do it.
const HIGHEST_FIRST_RULE: Rule = Turns(
    Pairs,
    &[Turn::times("log p", &[Send::all(Xor("2^(log p - 1 - i)"), Subcube("log p - i", "log p"))])],
);

pub(super) const LOWEST_FIRST_RULE: Rule = Backwards(&HIGHEST_FIRST_RULE);

pub(super) const RABENSEIFNER_RULE: Rule =
    Folded(Fold::Halves, &Then(&[LOWEST_FIRST_RULE, HIGHEST_FIRST_RULE]));

/// Both halves go the same way round.
pub(super) const RING_STEPS: Rule =
    Then(&[Backwards(&all_gather::BACK_RULE), all_gather::RING_RULE]);

pub(super) const REDUCE_THEN_BROADCAST_RULE: Rule =
    Then(&[Backwards(&knomial::BINOMIAL_RULE), knomial::BINOMIAL_RULE]);

pub(super) const SEQUENTIAL_RULE: Rule =
    Then(&[Backwards(&knomial::SEQUENTIAL_RULE), knomial::SEQUENTIAL_RULE]);

/// Machines with enough links above their boxes or switches carry the exchanges of an algorithm.
pub(super) const BOXES: &[&str] = &["nodes", "nodes-direct", "fat-tree"];
pub(super) const CONGESTED: &str = "congested with fewer links up than down, such as fewer rails";

/// Pairs of an even position and the next exchange their sums of both blocks. A reduce-scatter would end, and the
/// all-gather begin, with an exchange of one block between the same two: two steps with as many words.
const BOTH_SUMS: Turn = Turn::times(
    "1",
    &[
        Send::second("0", Ahead("1"), Interval("0", "1")),
        Send::second("1", Back("1"), Interval("-1", "0")),
    ],
);

const NEIGHBOUR_EXCHANGE_RULE: Rule = Then(&[
    Backwards(&Turns(Tour, &[all_gather::NEIGHBOURS_ON])),
    Turns(Tour, &[BOTH_SUMS, all_gather::NEIGHBOURS_ON]),
]);

const PAIR_FLOW_STEPS: Rule = Then(&[
    Backwards(&Turns(Tour, &[all_gather::PAIRS_FLOW, all_gather::PAIRS_SWAP_ALL])),
    Turns(Tour, &[BOTH_SUMS, all_gather::PAIRS_FLOW, all_gather::PAIRS_SWAP_ALL]),
]);

const RING_BY_DIMENSION_RULE: Rule =
    Then(&[Backwards(&all_gather::RINGS_RULE), all_gather::RINGS_RULE]);

const PAIR_FLOW_BY_DIMENSION_RULE: Rule =
    Then(&[Backwards(&all_gather::PAIR_FLOWS_RULE), all_gather::PAIR_FLOWS_RULE]);

const HALVING_DOUBLING_RULE: Rule =
    Then(&[Backwards(&all_gather::DOUBLING_RULE), all_gather::DOUBLING_RULE]);

/// Recursive doubling after its first step.
const DOUBLING_ON: Turn =
    Turn::new("1", "max(1, log p)", &[Send::all(Xor("2^i"), Subcube("0", "i"))]);

const HALVING_EXCHANGE_DOUBLING_RULE: Rule = Then(&[
    Backwards(&Turns(Pairs, &[DOUBLING_ON])),
    Turns(
        Pairs,
        &[Turn::times("min(1, log p)", &[Send::all(Xor("1"), Subcube("0", "1"))]), DOUBLING_ON],
    ),
]);

const CIRCULANT_RULE: Rule = Then(&[Backwards(&all_gather::BRUCK_RULE), all_gather::BRUCK_RULE]);

pub(super) const RING_SUMS_RULE: Rule =
    ByDimension(&Turns(Tour, &[Turn::times("p - 1", &[Send::all(Ahead("1"), Everything)])]));

pub(super) const RING_SUMS_NEEDS: &[Need] = &[
    Need::Of(Feature::ClosedRing, "any p"),
    Need::Of(Feature::Line, "any p"),
    Need::Of(Feature::Sides, "any sides"),
];

/// A step less than the nodes of a line, along each.
pub(super) fn ring_sums(family: &'static Family, sides: usize) -> String {
    if !family.offers().contains(&Feature::Sides) {
        return "(p - 1) (t_s + m t_w)".to_owned();
    }
    format!("({} - {sides}) (t_s + m t_w)", over_sides(sides, |j| format!("k_{j}")))
}

/// Parts, exchange, broadcast: a few nodes reduce their parts, exchange the sums, and broadcast the result.
///
/// The step rule is that of `planner/rules/parts.rs`; in the exchange the sums are kept apart. Cost: u(p)
/// (t_s + m t_w) with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every connected
/// graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one node and 1 for two;
/// any p. Where the nodes are numbered along the tour, and it is not a ring, every sum is of a run, so the
/// operator need not commute. Derived here.
pub(super) const PARTS_EXCHANGE_BROADCAST: Algorithm =
    Algorithm::by_rule("all-reduce", "parts-exchange-broadcast", &Parts(Tour))
        .does("a few parts: reduce in each, exchange among their first nodes, broadcast")
        .with_source("derived here; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("{parts} (t_s + m t_w)");

const DIMENSION_BY_DIMENSION_RULE: Rule = ByDimension(&Parts(Tour));

/// Rows, then columns: parts, exchange and broadcast along every line, one dimension after another.
///
/// The last dimension first; along each the step rule is that of `planner/rules/parts.rs`. Cost:
/// (u(k_1) + u(k_2) + ..) (t_s + m t_w) for sides k_1, k_2, .., with the u of a linear array or, with
/// wraparound, of a ring; any sides. Derived here.
pub(super) const DIMENSION_BY_DIMENSION: Algorithm =
    Algorithm::by_rule("all-reduce", "dimension-by-dimension", &DIMENSION_BY_DIMENSION_RULE)
        .does("parts-exchange-broadcast in every row, then in every column, and so on")
        .with_source("derived here")
        .with_needs(&[Need::Of(Feature::Sides, "any sides")])
        .with_cost("({parts_j}) (t_s + m t_w)");

/// Through the diagonal: every row reduces to it, its nodes run a census, and every row gets the result.
///
/// The step rule is that of `planner/diagonal.rs`. Cost: (2 ceil(log2 c) + ceil(log2 r)) (t_s + m t_w)
/// for r rows and c columns, r <= c, and with rows and columns swapped otherwise; any two sides, with
/// and without wraparound. Sums wrap round, so the operator must commute. Derived here; cf. the gossip of
/// Hromkovic et al. on grids.
///
/// No step rule: the nodes of the diagonal are not on one line of the grid, and the routes between them have
/// corners.
pub(super) const DIAGONAL_CROSSBAR: Algorithm =
    Algorithm::made("all-reduce", "diagonal-crossbar", diagonal::steps)
        .does("reduce each row to the diagonal, census on the diagonal, broadcast in each row")
        .with_source("derived here; cf. Hromkovic et al.")
        .with_needs(&[Need::Of(Feature::Sides, "two sides")])
        .with_requires(&[Requirement::TwoSides])
        .with_steps(diagonal::STEPS, "t_s + m t_w");

pub(super) static ALGORITHMS: &[Algorithm] = &[
    RECURSIVE_DOUBLING,
    PARTS_EXCHANGE_BROADCAST,
    DIMENSION_BY_DIMENSION,
    DIAGONAL_CROSSBAR,
    // Census: each node sums the nodes before it, cyclically, by the bits of p - 1.
    //
    // Node v has S_k, the sum of the k nodes before it. Along the bits of p - 1, the highest first: for a 0
    // each node sends S_k to the node k ahead, which then has S_2k; for a 1 each node sends S_k with its own
    // to the node k + 1 ahead, which then has S_(2k+1). Cost: ceil(log2 p)(t_s + m t_w), any p, with disjoint
    // routes for all pairs; sums wrap round, so the operator must commute. Literature: Bar-Noy, Kipnis and
    // Schieber 1993; Bruck and Ho 1993.
    Algorithm::by_rule("all-reduce", "census", &CENSUS_RULE)
        .does("each step doubles the number of preceding nodes summed, by the bits of p - 1")
        .with_source("Bar-Noy, Kipnis and Schieber 1993")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_steps("ceil(log2 p)", "t_s + m t_w"),
    // The ring algorithm: every piece is reduced on its way round, and then distributed.
    //
    // The vector is cut into p pieces. The ring reduce-scatter leaves piece j summed at node j, p - 1 steps;
    // the ring all-gather brings all pieces to all, p - 1 more. Cost: 2 (p - 1)(t_s + m t_w/p), any p, on
    // every connected graph: the arcs of a step are the whole tour (specs/lemmas.md, Lemma U). The fewest
    // words there are; sums wrap round, so the operator must commute. Literature: Patarasuk and Yuan 2009.
    Algorithm::by_rule("all-reduce", "ring", &RING_STEPS)
        .does("p pieces: reduce-scatter round the ring, then all-gather round the ring")
        .with_source("Patarasuk and Yuan 2009")
        .with_needs(&[Need::Tour("any p; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("2 (p - 1) (t_s + m t_w/p)"),
    // Neighbour exchange round the ring: reduce-scatter, then all-gather.
    //
    // The vector is cut into p pieces. Neighbour exchange reversed leaves the sums of pieces 2 j and 2 j + 1 at nodes
    // 2 j and 2 j + 1, in two parts that these exchange; neighbour exchange brings all pieces to all. Cost:
    // (p - 1) t_s + 2 m t_w (p - 1)/p on a ring of even p: half the ring algorithm's steps, and the minimum number
    // of words; on 4 nodes 3 t_s + 3/2 m t_w. Sums wrap round, so the operator must commute. Derived here, from
    // Chen et al. 2005.
    Algorithm::by_rule("all-reduce", "neighbour-exchange", &NEIGHBOUR_EXCHANGE_RULE)
        .does("p pieces: reduce-scatter, then all-gather, both by neighbour exchange")
        .with_source("derived here, from Chen et al. 2005")
        .with_needs(&[
            Need::Of(Feature::ClosedRing, "even p; p pieces"),
            Need::Of(Feature::Pairs, "even p; p pieces"),
        ])
        .with_requires(&[Requirement::Even])
        .with_pieces(Pieces::Nodes)
        .with_cost("(p - 1) t_s + 2 m t_w (p - 1)/p"),
    // Pair flow round the ring: reduce-scatter, then all-gather.
    //
    // The vector is cut into p pieces. Pair flow reversed leaves the sums of two pieces at each pair, in two parts
    // that its nodes exchange; pair flow brings all pieces to all. Cost: (3 + 2 ceil((p - 2)/4)) t_s + 2 m t_w
    // (p - 1)/p on a ring of even p >= 4, t_s + m t_w for p = 2: a quarter of the ring algorithm's steps, and the
    // minimum number of words. Sums wrap round, so the operator must commute. Derived here.
    Algorithm::by_rule("all-reduce", "pair-flow", &PAIR_FLOW_STEPS)
        .does("p pieces: reduce-scatter, then all-gather, both by pair flow")
        .with_source("derived here")
        .with_needs(&[Need::Of(Feature::ClosedRing, "even p; p pieces")])
        .with_requires(&[Requirement::Even])
        .with_pieces(Pieces::Nodes)
        .with_cost("(2 min(p - 1, 2 + ceil((p - 2)/4)) - 1) t_s + 2 m t_w (p - 1)/p"),
    // Rings of one dimension after another: reduce-scatter, then all-gather.
    //
    // The vector is cut into p pieces. The dimension by dimension reduce-scatter leaves piece j summed at
    // node j, the all-gather runs through the dimensions the other way. Cost: 2 (k_1 + k_2 + .. - their
    // number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any sides, with and without wraparound.
    // Literature: Grama et al. 2003, section 4.7.1, on meshes.
    Algorithm::by_rule("all-reduce", "ring-by-dimension", &RING_BY_DIMENSION_RULE)
        .does("p pieces: reduce-scatter, then all-gather, both by rings in every dimension")
        .with_source("Grama et al. 2003, section 4.7.1, with the rings of Algorithm 4.6")
        .with_needs(&[Need::Of(Feature::Sides, "any sides; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("2 ({k_j} - {sides}) t_s + 2 m t_w (p - 1)/p"),
    // Pair flow along the even sides of a torus, one dimension after another: reduce-scatter, then
    // all-gather.
    //
    // The vector is cut into p pieces. The dimension by dimension reduce-scatter leaves piece j summed at
    // node j, the all-gather runs through the dimensions the other way; along odd sides both are the ring
    // algorithm's, along sides of 4 neighbour exchange. Cost: 2 t_s times the sum of 2 + ceil((k - 2)/4) for
    // even sides k > 4, 2 for 4, and k - 1 for others, + 2 m t_w (p - 1)/p; any sides. Sums wrap round, so
    // the operator must commute. Derived here.
    Algorithm::by_rule("all-reduce", "pair-flow-by-dimension", &PAIR_FLOW_BY_DIMENSION_RULE)
        .does("p pieces: ring-by-dimension, with pair flow on even sides")
        .with_source("derived here")
        .with_needs(&[Need::Of(
            Feature::ClosedSides,
            "any sides; ring algorithm on odd sides; p pieces",
        )])
        .with_pieces(Pieces::Nodes)
        .with_cost(
            "2 ({min(k_j - 1, min(k_j/2, 2 + ceil((k_j - 2)/4)) + k_j (k_j mod 2))}) t_s \
 + 2 m t_w (p - 1)/p",
        ),
    // Rabenseifner's halving and doubling: partners exchange halves of their data, and halves again.
    //
    // The vector is cut into p pieces. Recursive halving leaves piece j summed at node j, log p steps;
    // recursive doubling brings all pieces to all, log p more. Cost: 2 t_s log p + 2 m t_w (p - 1)/p, p =
    // 2^d, with disjoint routes for all pairs: the minimum number of words. Literature: Rabenseifner 2004;
    // Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.
    Algorithm::by_rule("all-reduce", "halving-doubling", &HALVING_DOUBLING_RULE)
        .does("p pieces: reduce-scatter by recursive halving, all-gather by recursive doubling")
        .with_source("Rabenseifner 2004")
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d; p pieces")])
        .with_fails(BOXES, CONGESTED)
        .with_requires(&[Requirement::PowerOfTwo])
        .with_pieces(Pieces::Nodes)
        .with_cost("2 t_s log p + 2 m t_w (p - 1)/p")
        .with_taught(Taught::Everywhere(IMPROVED)),
    // Halving and doubling with one exchange between: the last halving and the first doubling are one step.
    //
    // The vector is cut into p pieces. After log p - 1 steps of recursive halving nodes 2 j and 2 j + 1 have two parts
    // of the sums of the same two pieces, which they exchange; log p - 1 steps of recursive doubling follow. Cost:
    // (2 log p - 1) t_s + 2 m t_w (p - 1)/p, nothing for p = 1, p = 2^d, with disjoint routes for all pairs: the
    // minimum number of words, in a step less than Rabenseifner's. Derived here.
    Algorithm::by_rule("all-reduce", "halving-exchange-doubling", &HALVING_EXCHANGE_DOUBLING_RULE)
        .does("p pieces: recursive halving, an exchange of two pieces, recursive doubling")
        .with_source("derived here, from Rabenseifner 2004")
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d; p pieces")])
        .with_fails(BOXES, CONGESTED)
        .with_requires(&[Requirement::PowerOfTwo])
        .with_pieces(Pieces::Nodes)
        .with_cost("max(0, 2 log p - 1) t_s + 2 m t_w (p - 1)/p"),
    // Rabenseifner's algorithm for any p, in the order of MPI libraries.
    //
    // With r = p - 2^floor(log2 p), of the first 2 r nodes every even one and the odd one after it exchange
    // halves of the vector, and the even one gets back the sum of the other half; in the end it sends the
    // result. The vector is cut into 2^floor(log2 p) pieces. Between these steps the other nodes run
    // halving-doubling with the lowest dimension first. Cost: 2 t_s floor(log2 p) + 2 m t_w (1 - 1/2^floor(log2
    // p)), and 3 t_s + 2 m t_w more where p is no power of two; with disjoint routes for all pairs. Literature:
    // Rabenseifner 2004.
    Algorithm::by_rule("all-reduce", "folded-halving-doubling", &RABENSEIFNER_RULE)
        .does("pairs fold, then pieces: recursive halving, lowest bit first, and doubling")
        .with_source("Rabenseifner 2004")
        .with_needs(&[Need::Of(Feature::Pairs, "any p; 2^floor(log2 p) pieces")])
        .with_pieces(Pieces::Folded)
        .with_cost(
            "2 floor(log2 p) t_s + 2 (1 - 1/2^floor(log2 p)) m t_w \
 + min(1, p - 2^floor(log2 p)) (3 t_s + 2 m t_w)",
        ),
    // Cyclic shifts: Bruck's all-gather reversed, then forwards.
    //
    // The vector is cut into p pieces. The reversed all-gather leaves piece j summed at node j, ceil(log2 p)
    // steps; the all-gather brings all pieces to all. Cost: 2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p, any p,
    // with disjoint routes for all pairs, and on the hypercube: the minimum number of words, without a power
    // of two. Sums wrap round, so the operator must commute. Literature: Bruck et al. 1997; cf. Traeff 2024
    // (arXiv 2410.14234), where the distances are p halved and rounded up, not powers of two: the same steps
    // and words.
    Algorithm::by_rule("all-reduce", "circulant", &CIRCULANT_RULE)
        .does("p pieces: reduce-scatter, then all-gather, both by Bruck's cyclic shifts")
        .with_source("Bruck et al. 1997; cf. Traeff 2024")
        .with_needs(&[Need::Of(Feature::Shifts, "any p; p pieces")])
        .with_pieces(Pieces::Nodes)
        .with_cost("2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p"),
    // Sums round the ring: each node adds what it received to its own vector and passes the sum on.
    //
    // Step i: each node of the tour sends the next the sum of its own vector and those of the i nodes before it; on
    // a grid so in every row, then with the sums of rows in every column. With wraparound all messages are between
    // neighbours. Cost: (p - 1)(t_s + m t_w) on a ring or a linear array, (k_1 + k_2 + .. - their number)(t_s + m
    // t_w) for sides k_1, k_2, ..; any p, any sides. Sums wrap round, so the operator must commute. Derived here.
    Algorithm::by_rule("all-reduce", "ring-sums", &RING_SUMS_RULE)
        .does("each node adds what came to its vector and passes the sum on, in rows, then columns")
        .with_source("derived here")
        .with_needs(RING_SUMS_NEEDS)
        .with_formula(ring_sums)
        .with_taught(Taught::TwoSides(SQUARE_GRID)),
    // Rotated doubling: d hypercube exchanges at once, each with a d-th of the data.
    //
    // Step k: in copy j nodes that differ in bit k + j mod d exchange their sums of piece j. Cost: d t_s + m
    // t_w, p = 2^d > 1, with all ports; the operator must commute, since a rotated subcube is not a run of
    // nodes. Source: literature, Johnsson and Ho 1989.
    Algorithm::rotated("all-reduce", "rotated-doubling", &Rotated(&BIT_BY_BIT_RULE))
        .does("d pieces at once, each by recursive doubling in a rotated dimension order")
        .with_needs(&[Need::Of(Feature::Cube, "p = 2^d; d pieces; --ports all")])
        .with_cost("d t_s + min(1, d) m t_w"),
    // A reduction and a broadcast on MPI's binomial tree.
    //
    // Cost: 2 ceil(log2 p) (t_s + m t_w), any p, with disjoint routes for all pairs. Literature: folklore.
    Algorithm::by_rule("all-reduce", "reduce-then-broadcast", &REDUCE_THEN_BROADCAST_RULE)
        .does("node 0 reduces and broadcasts, both on MPI's binomial tree")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("2 ceil(log2 p) (t_s + m t_w)"),
    // One node receives all vectors, one after another, and sends the sum to the others.
    //
    // Cost: 2 (p - 1) (t_s + m t_w), any p. Literature: folklore; the linear all-reduce of MPI libraries.
    Algorithm::by_rule("all-reduce", "sequential", &SEQUENTIAL_RULE)
        .does("node 0 receives from one node after another, then sends them the sum")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("2 (p - 1) (t_s + m t_w)"),
    // A reduction to node 0 and a broadcast, each on two binary trees (`planner/two_tree.rs`).
    Algorithm::made("all-reduce", "two-tree", two_tree::up_and_down)
        .does("n pieces (--pieces) up two binary trees to node 0, then down")
        .with_source("Sanders, Speck and Traeff 2009")
        .with_needs(&[Need::Of(Feature::Pairs, "any p; n pieces")])
        .with_steps("2 {trees}", "t_s + m t_w/n"),
    // Rotated halving and doubling: d copies of Rabenseifner's halving and doubling at once.
    //
    // In copy j nodes that differ in bit k + j mod d exchange in step k of the doubling, and in reverse before. Cost: 2
    // d t_s + 2 m t_w (p - 1)/(p d), p = 2^d > 1, with all ports: the fewest words. Source: Johnsson and Ho 1989.
    Algorithm::rotated("all-reduce", "rotated-halving-doubling", &ROTATED_HALVING_DOUBLING_RULE)
        .does("d p pieces: halving, then doubling, in d rotated dimension orders at once")
        .with_needs(&[Need::Of(Feature::Cube, "p = 2^d; d p pieces; --ports all")])
        .with_pieces(Pieces::Links { per_node: true })
        .with_cost("2 d t_s + 2 m t_w (p - 1)/(p max(1, d))"),
    // Rotated buckets: those of all-gather backwards, then forwards.
    //
    // Cost: 2 (k_1 + k_2 + .. - their number) t_s + m t_w (p - 1)/(p D) for D equal sides of at least 3, with all
    // ports: the fewest words of a reduce-scatter and an all-gather. Source: Jain and Sabharwal 2010.
    Algorithm::rotated("all-reduce", "rotated-buckets", &ROTATED_BUCKETS_RULE)
        .does("reduce-scatter, then all-gather, both by rings along all dimensions at once, both ways")
        .with_source("Jain and Sabharwal 2010")
        .with_needs(all_gather::BUCKETS_NEED)
        .with_requires(&[Requirement::AllPorts, Requirement::EqualSides])
        .with_pieces(Pieces::Links { per_node: true })
        .with_formula(|family, sides| {
            all_gather::buckets(family, sides, ["2 ", "2 m t_w (p - 1)/p"])
        }),
    // The greedy shifts of all-gather backwards, then forwards.
    Algorithm::made("all-reduce", "greedy-shifts", greedy_shifts::all_reduce)
        .does("reduce-scatter, then all-gather, both by greedy shifts")
        .with_source("derived here; cf. Cai et al. 2021")
        .with_needs(all_gather::SHIFTS_NEED)
        .with_requires(&[Requirement::AllPorts, Requirement::Few])
        .with_pieces(Pieces::Links { per_node: true }),
    // Bruck's algorithm with k ports backwards, then forwards.
    Algorithm::made("all-reduce", "k-port-bruck", |request| there_and_back(request, all_gather::k_port_bruck))
        .does("p pieces: reduce-scatter, then all-gather, both by Bruck's shifts with k ports")
        .with_source("Bruck et al. 1997")
        .with_needs(all_gather::K_PORT_NEED)
        .with_requires(&[Requirement::SeveralPorts])
        .with_pieces(Pieces::Nodes),
    Algorithm::at_once("all-reduce", &EVERYTHING_TO_ALL_RULE)
        .does("each node sends its vector directly to all others, in one step"),
    // Swing (`planner/swing.rs`).
    Algorithm::made("all-reduce", "swing", swing::steps)
        .does("p pieces: halving, then doubling, with partners that are near on a ring or torus")
        .with_source("De Sensi et al. 2024")
        .with_fails(&["ring", "torus"], "p = 2^d; p pieces; congested (--contention)")
        .with_requires(&[Requirement::PowerOfTwo])
        .with_pieces(Pieces::Nodes),
    // Mirrored swing: rotated and mirrored copies of it.
    Algorithm::made("all-reduce", "mirrored-swing", swing::mirrored)
        .does("swing in all dimensions at once, both ways, each with its share of the pieces")
        .with_source("De Sensi et al. 2024")
        .with_fails(
            &["ring", "torus"],
            "p = 2^d; equal sides from 4 on; congested (--contention); --ports all",
        )
        .with_requires(&[
            Requirement::PowerOfTwo,
            Requirement::AllPorts,
            Requirement::EqualSides,
        ])
        .with_pieces(Pieces::Links { per_node: true }),
];

/// In step i every position sends all its data i positions ahead. Sums would count data twice if the steps were not
/// one.
pub(super) const EVERYTHING_TO_ALL_RULE: Rule =
    Turns(Pairs, &[Turn::new("1", "p", &[Send::all(Ahead("i"), Everything)])]);

/// One dimension a step, in any order of the dimensions.
const BIT_BY_BIT_RULE: Rule =
    Turns(CubeInOrder, &[Turn::times("log p", &[Send::all(Xor("2^i"), Everything)])]);

const ROTATED_HALVING_DOUBLING_RULE: Rule =
    Rotated(&Then(&[Backwards(&all_gather::BIT_BY_BIT_RULE), all_gather::BIT_BY_BIT_RULE]));

const ROTATED_BUCKETS_RULE: Rule =
    Rotated(&Then(&[Backwards(&all_gather::RINGS_RULE), all_gather::RINGS_RULE]));
