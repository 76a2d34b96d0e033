//! All-reduce: everyone's data is combined, and everyone gets the result.
//!
//! Where the vector is cut in p pieces, an all-gather run backwards leaves piece j summed up at node j, and
//! run forwards brings all pieces to all (specs/lemmas.md, Duality).

mod diagonal_crossbar;

use super::algorithm::{Formula, Need, Pieces, Plan, Requirement, Taught};
use super::{Algorithm, StepCosts, Textbook, all_gather, over_sides, pair_flow_along, parts};
use crate::schedule::rule::{Load, Move, Place, Rule, Send, Turn};
use crate::topology::Feature;

pub(super) use diagonal_crossbar::DIAGONAL_CROSSBAR;

pub(super) static ALGORITHMS: &[&Algorithm] = &[
    &RECURSIVE_DOUBLING,
    &PARTS_EXCHANGE_BROADCAST,
    &DIMENSION_BY_DIMENSION,
    &DIAGONAL_CROSSBAR,
    &CENSUS,
    &RING,
    &NEIGHBOUR_EXCHANGE,
    &PAIR_FLOW,
    &RING_BY_DIMENSION,
    &PAIR_FLOW_BY_DIMENSION,
    &HALVING_DOUBLING,
    &CIRCULANT,
    &ROTATED_DOUBLING,
];

/// With (p - 1)/p taken as 1.
pub(super) const IMPROVED: Textbook =
    Textbook { formula: "2 (t_s log p + t_w m)", source: "Grama et al. 2003, section 4.7.1" };

/// In step i the partners across dimension i swap all that they know. After it every node knows of the
/// subcube of its lowest i + 1 dimensions, its own half of it and what it received, which share no
/// contributor: a plain block stands for the subcube's sum.
pub(super) const EXCHANGE_RULE: Rule = Rule::Turns(
    Place::Pairs,
    &[Turn::new("0", "log p", &[Send::all(Move::Xor("2^i"), Load::Everything)])],
);

/// Recursive doubling: partners swap their sums, across one dimension after another.
///
/// Step i: node v and node v XOR 2^i exchange the sums of their subcubes of 2^i nodes. Cost:
/// (t_s + m t_w) log p, p = 2^d, where each pair has a way of its own; the operator need not
/// commute. : Grama et al. 2003, section 4.3.
pub(super) static RECURSIVE_DOUBLING: Algorithm = Algorithm {
    name: "recursive-doubling",
    collective: "all-reduce",
    about: "in step i nodes that differ in bit i swap the sums of their subcubes",
    source: "Grama et al. 2003, section 4.3",
    needs: &[Need::of(Feature::Shifts, "p = 2^d")],
    textbook: &["hypercube"],
    requires: &[Requirement::PowerOfTwo],
    cost: Formula::Text("(t_s + m t_w) log p"),
    plan: Plan::Rule(&EXCHANGE_RULE),
    ..Algorithm::COMMON
};

/// Round the ring: every piece is summed up on its way round, and then handed round.
///
/// The vector is cut in p pieces. The ring reduce-scatter leaves piece j summed up at node j, p - 1
/// steps; the ring all-gather brings all pieces to all, p - 1 more. Cost: 2 (p - 1)(t_s + m t_w/p),
/// any p, on every connected graph: the arcs of a step are the whole tour (specs/lemmas.md, Lemma U). The
/// fewest words there are; sums wrap round, so the operator must commute. Literature: Patarasuk and
/// Yuan 2009.
pub(super) static RING: Algorithm = Algorithm {
    name: "ring",
    collective: "all-reduce",
    about: "p pieces, summed up on their way round the ring and then handed round",
    source: "Patarasuk and Yuan 2009",
    needs: &[Need::tour("any p; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 (p - 1) (t_s + m t_w/p)"),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::RING_RULE),
        all_gather::RING_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Neighbour exchange round the ring: reduce-scatter there, all-gather back.
///
/// The vector is cut in p pieces. Neighbour exchange run backwards leaves piece j summed up at node j,
/// neighbour exchange brings all pieces to all. Cost: p t_s + 2 m t_w (p - 1)/p on a ring of even p:
/// half the ring algorithm's steps, and the fewest words there are. Sums wrap round, so the
/// operator must commute. Derived here, from Chen et al. 2005.
pub(super) static NEIGHBOUR_EXCHANGE: Algorithm = Algorithm {
    name: "neighbour-exchange",
    collective: "all-reduce",
    about: "p pieces, summed up and handed out by swaps with one neighbour, then with the other",
    source: "derived here, from Chen et al. 2005",
    needs: &[Need::of(Feature::ClosedRing, "even p; p pieces")],
    requires: &[Requirement::Even],
    pieces: Pieces::Nodes,
    cost: Formula::Text("p t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::NEIGHBOURS_RULE),
        all_gather::NEIGHBOURS_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Pair flow round the ring: reduce-scatter there, all-gather back.
///
/// The vector is cut in p pieces. Pair flow run backwards leaves piece j summed up at node j, pair
/// flow brings all pieces to all. Cost: 2 (2 + ceil((p - 2)/4)) t_s + 2 m t_w (p - 1)/p on a ring of
/// even p >= 4, 2 t_s + m t_w for p = 2: a quarter of the ring algorithm's steps, and the fewest
/// words there are. Sums wrap round, so the operator must commute. Derived here.
pub(super) static PAIR_FLOW: Algorithm = Algorithm {
    name: "pair-flow",
    collective: "all-reduce",
    about: "p pieces, summed up by pair flow both ways round the ring and handed out likewise",
    source: "derived here",
    needs: &[Need::of(Feature::ClosedRing, "even p; p pieces")],
    requires: &[Requirement::Even],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 min(p - 1, 2 + ceil((p - 2)/4)) t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::PAIR_FLOW_RULE),
        all_gather::PAIR_FLOW_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Round the rings of one dimension after another: reduce-scatter there, all-gather back.
///
/// The vector is cut in p pieces. The dimension by dimension reduce-scatter leaves piece j summed up
/// at node j, the all-gather runs through the dimensions the other way. Cost: 2 (k_1 + k_2 + .. -
/// their number) t_s + 2 m t_w (p - 1)/p for sides k_1, k_2, ..; any sides, with and without
/// wraparound. Literature: Grama et al. 2003, section 4.7.1, on meshes.
pub(super) static RING_BY_DIMENSION: Algorithm = Algorithm {
    name: "ring-by-dimension",
    collective: "all-reduce",
    about: "p pieces, summed up and handed round along rows, columns and so on",
    source: "Grama et al. 2003, section 4.7.1, with the rings of Algorithm 4.6",
    needs: &[Need::of(Feature::Sides, "any sides; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 ({k_j} - {sides}) t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::RINGS_RULE),
        all_gather::RINGS_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Pair flow along the even sides of a torus, one dimension after another: there and back.
///
/// The vector is cut in p pieces. The dimension by dimension reduce-scatter leaves piece j summed up
/// at node j, the all-gather runs through the dimensions the other way; along odd sides both are the
/// ring algorithm's, along sides of 4 neighbour exchange. Cost: 2 t_s times the sum of
/// 2 + ceil((k - 2)/4) for even sides k > 4, 2 for 4, and k - 1 for others, + 2 m t_w (p - 1)/p; any
/// sides. Sums wrap round, so the operator must commute. Derived here.
pub(super) static PAIR_FLOW_BY_DIMENSION: Algorithm = Algorithm {
    name: "pair-flow-by-dimension",
    collective: "all-reduce",
    about: "p pieces, summed up and handed round along rows, columns and so on, on even sides in pairs",
    source: "derived here",
    needs: &[Need::of(
        Feature::ClosedSides,
        "any sides; along odd ones the ring algorithm; p pieces",
    )],
    pieces: Pieces::Nodes,
    cost: Formula::Made(|_, sides| {
        format!("2 ({}) t_s + 2 m t_w (p - 1)/p", pair_flow_along(sides))
    }),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::PAIR_FLOWS_RULE),
        all_gather::PAIR_FLOWS_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Rabenseifner's halving and doubling: partners swap halves of what they have, and halves again.
///
/// The vector is cut in p pieces. Recursive halving leaves piece j summed up at node j, log p steps;
/// recursive doubling brings all pieces to all, log p more. Cost: 2 t_s log p + 2 m t_w (p - 1)/p,
/// p = 2^d, where each pair has a way of its own: the fewest words there are. Literature:
/// Rabenseifner 2004; Grama et al. 2003, section 4.7.1, where the last factor is taken as 1.
pub(super) static HALVING_DOUBLING: Algorithm = Algorithm {
    name: "halving-doubling",
    collective: "all-reduce",
    about: "p pieces: reduce-scatter by recursive halving, then all-gather by recursive doubling",
    source: "Rabenseifner 2004",
    needs: &[Need::of(Feature::Shifts, "p = 2^d; p pieces")],
    requires: &[Requirement::PowerOfTwo],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 t_s log p + 2 m t_w (p - 1)/p"),
    taught: Taught::Everywhere(IMPROVED),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::DOUBLING_RULE),
        all_gather::DOUBLING_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Cyclic shifts there and back: Bruck's all-gather run backwards, then forwards.
///
/// The vector is cut in p pieces. The reversed all-gather leaves piece j summed up at node j,
/// ceil(log2 p) steps; the all-gather brings all pieces to all. Cost: 2 ceil(log2 p) t_s +
/// 2 m t_w (p - 1)/p, any p, where every node has a way of its own to any other, and on the
/// hypercube: the fewest words there are, without a power of two. Sums wrap round, so the operator
/// must commute. Literature: Bruck et al. 1997; cf. Traeff 2024 (arXiv 2410.14234), where the distances are
/// p halved and rounded up, not powers of two: the same steps and words.
pub(super) static CIRCULANT: Algorithm = Algorithm {
    name: "circulant",
    collective: "all-reduce",
    about: "p pieces, summed up and handed out by cyclic shifts over powers of two",
    source: "Bruck et al. 1997; cf. Traeff 2024",
    needs: &[Need::of(Feature::Shifts, "any p; p pieces")],
    pieces: Pieces::Nodes,
    cost: Formula::Text("2 ceil(log2 p) t_s + 2 m t_w (p - 1)/p"),
    plan: Plan::Rule(&Rule::Then(&[
        Rule::Backwards(&all_gather::BRUCK_RULE),
        all_gather::BRUCK_RULE,
    ])),
    ..Algorithm::COMMON
};

/// Rotated doubling: d hypercube exchanges at once, each with a d-th of the data.
///
/// Step k: in copy j nodes that differ in bit k + j mod d swap their sums of piece j. Cost:
/// d t_s + m t_w, p = 2^d > 1, with all ports; the operator must commute, since a rotated subcube
/// is no run of nodes. Source: literature, Johnsson and Ho 1989.
pub(super) static ROTATED_DOUBLING: Algorithm = Algorithm {
    name: "rotated-doubling",
    collective: "all-reduce",
    about: "d pieces, each by recursive doubling with its dimensions rotated, all at once",
    source: "Johnsson and Ho 1989",
    needs: &[Need::of(Feature::Cube, "p = 2^d; d pieces; --ports all")],
    requires: &[Requirement::AllPorts],
    pieces: Pieces::Dimensions,
    cost: Formula::Text("d t_s + min(1, d) m t_w"),
    plan: Plan::Rotated(&RECURSIVE_DOUBLING),
    ..Algorithm::COMMON
};

/// Parts, exchange, broadcast: a few nodes sum up their parts, swap the sums, and pass the
/// whole on.
///
/// The step rule is that of `planner/parts.rs`; in the exchange the sums are kept apart. Cost:
/// u(p) (t_s + m t_w) with u(p) = min(2 ceil(log2 ceil(p/2)) + 1, 2 ceil(log2 ceil(p/3)) + 2) on every
/// connected graph, less with 5 or 7 parts of a linear array and with 4 or 6 of a ring; 0 for one
/// node and 1 for two; any p. Where the nodes are numbered along the tour, and it is no ring, every
/// sum is of a run, so the operator need not commute. Derived here.
pub(super) static PARTS_EXCHANGE_BROADCAST: Algorithm = Algorithm {
    name: "parts-exchange-broadcast",
    collective: "all-reduce",
    about: "a few parts reduce, their first nodes swap the sums and broadcast them",
    source: "derived here; any graph by Lemma U",
    needs: &[Need::tour("any p")],
    cost: Formula::Made(|family, _| format!("{} (t_s + m t_w)", parts::steps_of(family))),
    plan: Plan::Rule(&Rule::Parts(Place::Tour)),
    ..Algorithm::COMMON
};

/// Rows, then columns: everyone sums up its line by way of a few, along one dimension after another.
///
/// The last dimension first; along each the step rule is that of `planner/parts.rs`. Cost:
/// (u(k_1) + u(k_2) + ..) (t_s + m t_w) for sides k_1, k_2, .., with the u of a linear array or, with
/// wraparound, of a ring; any sides. Derived here.
pub(super) static DIMENSION_BY_DIMENSION: Algorithm = Algorithm {
    name: "dimension-by-dimension",
    collective: "all-reduce",
    about: "by way of a few nodes of each row, then of each column, and so on",
    source: "derived here",
    needs: &[Need::of(Feature::Sides, "any sides")],
    cost: Formula::Made(|family, sides| {
        format!("({}) (t_s + m t_w)", over_sides(sides, |j| parts::steps_along(family, j)))
    }),
    plan: Plan::Rule(&Rule::ByDimension(&Rule::Parts(Place::Tour))),
    ..Algorithm::COMMON
};

/// Census: everyone sums up those before it, round and round, as many as p - 1 has in binary.
///
/// Node v has S_k, the sum of the k nodes before it. Along the bits of p - 1, the highest first: for
/// a 0 everyone sends S_k to the node k further on, which then has S_2k; for a 1 everyone sends S_k
/// with its own to the node k + 1 further on, which then has S_(2k+1). Cost: ceil(log2 p)(t_s + m
/// t_w), any p, where every node has a way of its own to any other; sums wrap round, so the operator
/// must commute. Literature: Bar-Noy, Kipnis and Schieber 1993; Bruck and Ho 1993.
static CENSUS: Algorithm = Algorithm {
    name: "census",
    collective: "all-reduce",
    about: "everyone doubles the number of nodes before it that it has summed up, along the bits of p - 1",
    source: "Bar-Noy, Kipnis and Schieber 1993",
    needs: &[Need::of(Feature::Pairs, "any p")],
    cost: Formula::Text("ceil(log2 p) (t_s + m t_w)"),
    step_costs: |_, _| Some(StepCosts::steps("ceil(log2 p)", "t_s + m t_w")),
    plan: Plan::Rule(&Rule::Turns(
        Place::Pairs,
        &[Turn::new(
            "0",
            "ceil(log2 p)",
            &[
                Send::each(
                    "0",
                    "1",
                    "(floor((p - 1)/2^(ceil(log2 p) - 1 - i)) mod 2) p - 1",
                    Move::Ahead("floor((p - 1)/2^(ceil(log2 p) - i)) + 1"),
                    Load::Everything,
                ),
                Send::each(
                    "0",
                    "1",
                    "(1 - (floor((p - 1)/2^(ceil(log2 p) - 1 - i)) mod 2)) p - 1",
                    Move::Ahead("floor((p - 1)/2^(ceil(log2 p) - i))"),
                    Load::Before("floor((p - 1)/2^(ceil(log2 p) - i))"),
                ),
            ],
        )],
    )),
    ..Algorithm::COMMON
};
