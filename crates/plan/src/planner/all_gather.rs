//! All-gather: from everyone to everyone.

use super::prelude::*;
use super::rotated::ports;
use super::rules::Layout;
use super::{greedy_shifts, knomial, over_sides, rules, scatter};
use hockney_core::topology::Family;
use std::ops::Range;

/// Along a tour each node sends the block received last to the next node. The arcs of a step together are the
/// whole tour, so no link is shared on any connected graph (specs/lemmas.md, Lemma U).
pub(super) const RING_RULE: Rule =
    Turns(Tour, &[Turn::times("p - 1", &[Send::all(Ahead("1"), Interval("-i", "-i"))])]);

/// The same the other way round.
pub(super) const BACK_RULE: Rule =
    Turns(Tour, &[Turn::times("p - 1", &[Send::all(Back("1"), Interval("i", "i"))])]);

/// Before step i node v has the blocks of the 2^i nodes that differ from it in the bits below i.
pub(super) const DOUBLING_RULE: Rule =
    Turns(Pairs, &[Turn::times("log p", &[Send::all(Xor("2^i"), Subcube("0", "i"))])]);

/// The same with one dimension a step in any order of the dimensions.
pub(super) const BIT_BY_BIT_RULE: Rule =
    Turns(CubeInOrder, &[Turn::times("log p", &[Send::all(Xor("2^i"), Subcube("0", "i"))])]);

/// All steps except the last double the data of each node; the last brings the rest.
pub(super) const BRUCK_RULE: Rule = Turns(
    Pairs,
    &[
        Turn::times(
            "max(0, ceil(log2 p) - 1)",
            &[Send::all(Back("2^i"), Interval("0", "2^i - 1"))],
        ),
        Turn::new(
            "max(0, ceil(log2 p) - 1)",
            "ceil(log2 p)",
            &[Send::all(Back("2^i"), Interval("0", "p - 2^i - 1"))],
        ),
    ],
);

/// Even positions exchange their own blocks with the odd ones after them.
const SWAP: &[Send] = &[Send::second("0", Ahead("1"), OWN), Send::second("1", Back("1"), OWN)];

const OWN: Load = Interval("0", "0");

/// The blocks of a pair start from its even position back and from its odd one ahead, and keep their
/// direction: blocks from one neighbour are sent to the other.
pub(super) const NEIGHBOURS_RULE: Rule = Turns(Tour, &[Turn::times("1", SWAP), NEIGHBOURS_ON]);

/// After the pairs have exchanged.
pub(super) const NEIGHBOURS_ON: Turn = Turn::new(
    "1",
    "p/2",
    &[
        Send::second("i mod 2", Ahead("1"), Interval("-i", "1 - i")),
        Send::second("1 - (i mod 2)", Back("1"), Interval("i - 1", "i")),
    ],
);

/// Pairs of blocks move two ahead from even positions and two back from odd ones. From each side p/2 - 1
/// blocks reach each pair. If that is odd, the pair half-way round arrives in halves, the nearer half from
/// each side, in the last step of the flow, in which 4 i = p.
const FLOW: &[Send] = &[
    Send::second("0", Ahead("2"), Interval("2 - 2 i + max(0, 4 i - p + 1)", "3 - 2 i")),
    Send::second("1", Back("2"), Interval("2 i - 3", "2 i - 2 - max(0, 4 i - p + 1)")),
];

/// The partners of a pair exchange the blocks from either side.
const SWAP_ALL: &[Send] = &[
    Send::second("0", Ahead("1"), Interval("1 - p/2", "-1")),
    Send::second("1", Back("1"), Interval("1", "p/2 - 1")),
];

/// With two positions it ends after the first exchange.
pub(super) const PAIR_FLOW_RULE: Rule =
    Turns(Tour, &[Turn::times("1", SWAP), PAIRS_FLOW, PAIRS_SWAP_ALL]);

/// After the pairs have exchanged.
pub(super) const PAIRS_FLOW: Turn = Turn::new("1", "1 + floor(p/4)", FLOW);
pub(super) const PAIRS_SWAP_ALL: Turn = Turn::times("min(1, p/2 - 1)", SWAP_ALL);

/// The fewest steps of the three on a closed line: the ring on odd ones, neighbours on four positions,
/// otherwise pair flow.
pub(super) const FEWEST_STEPS: Rule = Turns(
    Tour,
    &[
        Turn::times("(p mod 2) (p - 1)", &[Send::all(Ahead("1"), Interval("-i", "-i"))]),
        Turn::times("1 - (p mod 2)", SWAP),
        Turn::new(
            "1",
            "1 + (1 - (p mod 2)) (min(1, floor(p/4)) - min(1, floor(p/5)))",
            &[
                Send::second("1", Ahead("1"), Interval("-1", "0")),
                Send::second("0", Back("1"), Interval("0", "1")),
            ],
        ),
        Turn::new("1", "1 + (1 - (p mod 2)) min(1, floor(p/5)) floor(p/4)", FLOW),
        Turn::times("(1 - (p mod 2)) min(1, floor(p/5))", SWAP_ALL),
    ],
);

pub(super) const RINGS_RULE: Rule = ByDimension(&RING_RULE);

pub(super) const PAIR_FLOWS_RULE: Rule = ByDimension(&FEWEST_STEPS);

/// For a square mesh; with different sides it is another number.
const SQUARE: Textbook = Textbook {
    formula: "2 t_s (sqrt(p) - 1) + m t_w (p - 1)",
    source: "Grama et al. 2003, section 4.2.2",
};

const LECTURE: Textbook =
    Textbook { formula: "p log p (t_s + m t_w)", source: "CS3006 lecture 12, naive broadcasts" };

/// The ring algorithm: each node sends the block received last to the next node.
///
/// Step t: each node of the tour sends to the next the block of the node t - 1 before it. Cost:
/// (p - 1)(t_s + m t_w), on every connected graph without congestion: the arcs of a step are the
/// whole tour (specs/lemmas.md). Source: Grama et al. 2003, Algorithm 4.4, Figure 4.9.
pub(super) const RING: Algorithm = Algorithm::by_rule("all-gather", "ring", &RING_RULE)
    .does("each node passes the block received last to the next node of a tour")
    .with_source("Grama et al. 2003, Algorithm 4.4")
    .with_needs(&[Need::Tour("any p")])
    .with_textbook(&["linear-array", "ring"])
    .with_cost("(p - 1) (t_s + m t_w)");

/// Neighbour exchange: each node exchanges with one neighbour, then with the other, and so on.
///
/// Step 1: 2i and 2i + 1 exchange their blocks. Step s: 2i and 2i + 1, for even s 2i - 1 and 2i, exchange the
/// two blocks that came last (their own two in step 2). Cost: p/2 t_s + (p - 1) m t_w on a ring of even p:
/// half the steps of the ring algorithm, as many words. Literature: Chen et al. 2005.
pub(super) const NEIGHBOUR_EXCHANGE: Algorithm =
    Algorithm::by_rule("all-gather", "neighbour-exchange", &NEIGHBOURS_RULE)
        .does("neighbours exchange their two latest blocks, on one side and the other in turn")
        .with_source("Chen et al. 2005")
        .with_needs(&[Need::Of(Feature::ClosedRing, "even p"), Need::Of(Feature::Pairs, "even p")])
        .with_requires(&[Requirement::Even])
        .with_cost("(p/2) t_s + (p - 1) m t_w");

/// Pair flow: pairs of blocks move round the ring both ways at once, two hops at a time.
///
/// Step 1: 2i and 2i + 1 exchange their blocks. Then even nodes hand the pair that came last on to the even
/// node two ahead, while odd ones hand theirs on to the odd node two back, so that all links are busy; each
/// side brings p/2 - 1 blocks, the last a half of a pair where 4 divides p. Last step: 2i and 2i + 1 exchange
/// these. Cost: (2 + ceil((p - 2)/4)) t_s + (p - 1) m t_w on a ring of even p >= 4, t_s + m t_w for p = 2: a
/// quarter of the ring algorithm's steps, as many words. Derived here.
pub(super) const PAIR_FLOW: Algorithm =
    Algorithm::by_rule("all-gather", "pair-flow", &PAIR_FLOW_RULE)
        .does("pairs exchange; even nodes send pairs 2 ahead, odd ones 2 back; pairs exchange")
        .with_source("derived here")
        .with_needs(&[Need::Of(Feature::ClosedRing, "even p")])
        .with_requires(&[Requirement::Even])
        .with_cost("min(p - 1, 2 + ceil((p - 2)/4)) t_s + (p - 1) m t_w");

/// Rows, then columns: the ring algorithm along one dimension after another.
///
/// The last coordinate first; along each further dimension everyone sends on all that its line of the earlier
/// ones gathered. Cost: (k_1 + k_2 + .. - their number) t_s + (p - 1) m t_w for sides k_1, k_2, ..; any
/// sides, with and without wraparound: on an open line the message from its end to its beginning uses the
/// links that the others leave free. Source: Grama et al. 2003, Algorithm 4.6, Figure 4.10.
pub(super) const DIMENSION_BY_DIMENSION: Algorithm =
    Algorithm::by_rule("all-gather", "dimension-by-dimension", &RINGS_RULE)
        .does("the ring algorithm in every row, then in every column, and so on")
        .with_source("Grama et al. 2003, Algorithm 4.6")
        .with_needs(&[Need::Of(Feature::Sides, "any sides")])
        .with_textbook(&["mesh", "torus"])
        .with_cost("({k_j} - {sides}) t_s + (p - 1) m t_w")
        .with_taught(Taught::TwoSides(SQUARE));

/// Rows, then columns: pair flow along the even sides of a torus, the ring algorithm along the odd.
///
/// The last coordinate first, as in the textbook's algorithm; along an even side of k > 4 nodes
/// 2 + ceil((k - 2)/4) steps instead of k - 1, and along a side of 4, where that would be 3, the 2
/// steps of neighbour exchange. Cost: the sum of these t_s + (p - 1) m t_w, any sides. Derived here,
/// after Grama et al. 2003, Algorithm 4.6.
pub(super) const DIMENSION_BY_DIMENSION_PAIR_FLOW: Algorithm =
    Algorithm::by_rule("all-gather", "dimension-by-dimension-pair-flow", &PAIR_FLOWS_RULE)
        .does("rows, then columns, and so on: pair flow on even sides, ring on odd ones")
        .with_source("derived here, after Grama et al. 2003, Algorithm 4.6")
        .with_needs(&[Need::Of(Feature::ClosedSides, "any sides; ring algorithm on odd sides")])
        .with_cost(
            "({min(k_j - 1, min(k_j/2, 2 + ceil((k_j - 2)/4)) + k_j (k_j mod 2))}) t_s \
 + (p - 1) m t_w",
        );

/// Recursive doubling, the hypercube exchange: partners exchange all their blocks, twice as many in each
/// step.
///
/// Step i: node v and node v XOR 2^i exchange the 2^i blocks that each has. Cost: t_s log p + m t_w (p - 1),
/// p = 2^d, with disjoint routes for all pairs. Laid on a ring, array, grid or tree it is congested from the
/// second step on (Figure 4.12). Source: Grama et al. 2003, Algorithm 4.7, Figure 4.11.
pub(super) const RECURSIVE_DOUBLING: Algorithm =
    Algorithm::by_rule("all-gather", "recursive-doubling", &DOUBLING_RULE)
        .does("hypercube exchange: in step i, nodes that differ in bit i exchange all blocks")
        .with_source("Grama et al. 2003, Algorithm 4.7")
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d")])
        .with_textbook(&["hypercube"])
        .with_fails(
            &["linear-array", "ring", "mesh", "torus", "tree", "node-tree", "graph"],
            "p = 2^d; congested except for a few small p (Figure 4.12)",
        )
        .with_requires(&[Requirement::PowerOfTwo])
        .with_cost("t_s log p + m t_w (p - 1)");

const SEQUENTIAL_BROADCASTS_RULE: Rule = FromEach(&Halving(Tour, Everything));

/// Sequential broadcasts: p broadcasts, one after another.
///
/// Node 0 broadcasts its block by recursive doubling, then node 1, and so on. Cost:
/// p ceil(log2 p)(t_s + m t_w), any p, on every connected graph. Source: the naive way of the
/// CS3006 lecture on all-to-all broadcast.
pub(super) const SEQUENTIAL_BROADCASTS: Algorithm =
    Algorithm::by_rule("all-gather", "sequential-broadcasts", &SEQUENTIAL_BROADCASTS_RULE)
        .does("one broadcast after another, each by recursive doubling")
        .with_source("CS3006 lecture 12 (naive)")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("p ceil(log2 p) (t_s + m t_w)")
        .with_taught(Taught::Everywhere(LECTURE));

/// Bruck's cyclic shifts: in step k each node sends all its blocks to the node 2^k before it.
///
/// Before step k node v has the blocks of the 2^k nodes from itself on, cyclically; in the last step only as
/// many travel as are lacking. Cost: ceil(log2 p) t_s + (p - 1) m t_w, any p, with disjoint routes for all
/// pairs; on the hypercube too, where a cyclic shift by E-cube routes causes no congestion (specs/lemmas.md,
/// E-cube). Literature: Bruck et al. 1997.
pub(super) const BRUCK: Algorithm = Algorithm::by_rule("all-gather", "bruck", &BRUCK_RULE)
    .does("in step k, each node sends all its blocks to the node 2^k before it, cyclically")
    .with_source("Bruck et al. 1997")
    .with_needs(&[Need::Of(Feature::Shifts, "any p")])
    .with_cost("ceil(log2 p) t_s + (p - 1) m t_w");

/// Rotated doubling: d hypercube exchanges at once, each with a d-th of every block.
///
/// Step k: in copy j nodes that differ in bit k + j mod d exchange piece j of all blocks that they have got.
/// Cost: d t_s + m t_w (p - 1)/d, p = 2^d > 1, with all ports, which is what a node's ports take at least.
/// Source: literature, Johnsson and Ho 1989.
pub(super) const ROTATED_DOUBLING: Algorithm =
    Algorithm::rotated("all-gather", "rotated-doubling", &Rotated(&BIT_BY_BIT_RULE))
        .does("d pieces at once, each by recursive doubling in a rotated dimension order")
        .with_needs(&[Need::Of(Feature::Cube, "p = 2^d; d pieces; --ports all")])
        .with_cost("d t_s + m t_w (p - 1)/max(1, d)");

/// Rotated buckets: rings along all dimensions of a torus at once, both ways, each with its share of every block.
///
/// Copy j runs the ring algorithm along one dimension after another from dimension j on, cyclically, ahead or back.
/// Cost: (k_1 + k_2 + .. - their number) t_s + m t_w (p - 1)/(2 D) for D equal sides of at least 3, with all ports,
/// which is what a node's ports take at least. Source: Jain and Sabharwal 2010.
pub(super) const ROTATED_BUCKETS: Algorithm =
    Algorithm::rotated("all-gather", "rotated-buckets", &Rotated(&RINGS_RULE))
        .does("rings along all dimensions at once, both ways, each with its share of the blocks")
        .with_source("Jain and Sabharwal 2010")
        .with_needs(BUCKETS_NEED)
        .with_requires(&[Requirement::AllPorts, Requirement::EqualSides])
        .with_formula(|family, sides| buckets(family, sides, ["", "m t_w (p - 1)"]));

pub(super) const BUCKETS_NEED: &[Need] = &[
    Need::Of(Feature::ClosedRing, "p >= 3; 2 pieces; --ports all"),
    Need::Of(Feature::ClosedSides, "equal sides from 3 on; a piece per link; --ports all"),
];

/// The cost of rotated buckets, from a factor of the steps and the words of one copy.
pub(super) fn buckets(family: &'static Family, sides: usize, [factor, words]: [&str; 2]) -> String {
    if !family.offers().contains(&Feature::Sides) {
        return format!("{factor}(p - 1) t_s + {words}/2");
    }
    let steps = over_sides(sides, |j| format!("k_{j}"));
    format!("{factor}({steps} - {sides}) t_s + {words}/{}", 2 * sides)
}

/// The needs of a schedule from a search on a torus.
pub(super) const SHIFTS_NEED: &[Need] =
    &[Need::Of(Feature::ClosedSides, "any sides up to 512 nodes; a piece per link; --ports all")];

/// Greedy shifts (`planner/greedy_shifts.rs`).
pub(super) const GREEDY_SHIFTS: Algorithm =
    Algorithm::made("all-gather", "greedy-shifts", greedy_shifts::all_gather)
        .does("each step one piece in each direction, chosen greedily, alike for all nodes")
        .with_source("derived here; cf. Cai et al. 2021")
        .with_needs(SHIFTS_NEED)
        .with_requires(&[Requirement::AllPorts, Requirement::Few])
        .with_pieces(Pieces::Links { per_node: false });

pub(super) const K_PORT_NEED: &[Need] =
    &[Need::Of(Feature::Pairs, "any p; --ports 2 or more, and as many links")];

/// Bruck's algorithm with k ports, or the links of a node if these are fewer.
///
/// With k + 1 for 2 it is Bruck's: a step multiplies the blocks of a node by k + 1, and the last one brings what is lacking
/// in k messages of nearly equal length. So it takes ceil(log_(k + 1) p) steps and ceil((p - 1)/k) m words, of both the
/// fewest that k messages a step can bring. With p - 1 ports it is one step. Source: Bruck, Ho, Kipnis, Upfal and
/// Weathersby 1997.
///
/// No step rule: the number of ports is no name of a rule.
pub(super) const K_PORT_BRUCK: Algorithm =
    Algorithm::made("all-gather", "k-port-bruck", k_port_bruck)
        .does("with k ports, each step multiplies the blocks of a node by k + 1")
        .with_source("Bruck et al. 1997")
        .with_needs(K_PORT_NEED)
        .with_requires(&[Requirement::SeveralPorts]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    RING,
    NEIGHBOUR_EXCHANGE,
    PAIR_FLOW,
    DIMENSION_BY_DIMENSION,
    DIMENSION_BY_DIMENSION_PAIR_FLOW,
    RECURSIVE_DOUBLING,
    // Gather, exchange, broadcast: the first nodes of two halves gather, exchange, and broadcast all blocks.
    //
    // The tour is cut in two halves, of which the first may be one longer. Each gathers by interval halving
    // reversed at its first node, both ending in the same step, so that the shorter half's messages hide
    // behind the longer one's; the two first nodes exchange what they have; each broadcasts all p blocks
    // within its half. Cost: (2 ceil(log2 p) - 1) t_s + (2 ceil(p/2) - 1 + p (ceil(log2 p) - 1)) m t_w,
    // nothing for p = 1; any p, on every connected graph (specs/lemmas.md, Lemma U). Few steps for short
    // blocks: a step less than a gather and a broadcast. Derived here.
    //
    // No step rule of its own: the parts of other collectives, as two halves.
    Algorithm::made("all-gather", "gather-exchange-broadcast", |request| {
        rules::steps(&Parts(Tour), request)
    })
    .does("two halves: gather in each, exchange between their first nodes, broadcast")
    .with_source("derived here; any graph by Lemma U")
    .with_needs(&[Need::Tour("any p")])
    .with_cost(
        "max(0, 2 ceil(log2 p) - 1) t_s \
                       + (2 ceil(p/2) - 1 + p (ceil(log2 p) - 1)) m t_w",
    ),
    SEQUENTIAL_BROADCASTS,
    BRUCK,
    ROTATED_DOUBLING,
    // Recursive doubling for any p: where a partner is missing, the other subtree passes on what it lacks.
    //
    // Step j of the doubling: node x and node x XOR 2^j exchange the blocks of their subtrees of 2^j nodes, if
    // both exist. Where a subtree is cut off at p, only some nodes of the other have a partner: k = p mod 2^j of
    // them. These send the k blocks that the others lack by halving, in j - floor(log2 k) steps. Cost: ceil(log2
    // p) t_s + (2^ceil(log2 p) - 1) m t_w for the exchanges, and t_s + k m t_w for each of these steps; any p,
    // with disjoint routes for all pairs. Source: MPICH and Open MPI; Thakur, Rabenseifner and Gropp 2005.
    //
    // No step rule: the senders of the additional steps are some of one subtree.
    Algorithm::made("all-gather", "patched-doubling", patched)
        .does("recursive doubling; nodes without a partner get what they lack by halving")
        .with_source("Thakur, Rabenseifner and Gropp 2005")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_formula(|_, _| patched_cost("m t_w")),
    // Gather, then broadcast: one node gathers all blocks and sends them all to one node after another.
    //
    // The gather is that of MPI's binomial tree. Cost: (ceil(log2 p) + p - 1) t_s + (p - 1) (p + 1) m t_w, any p,
    // with disjoint routes for all pairs. Source: Open MPI, its linear all-gather.
    Algorithm::by_rule("all-gather", "gather-then-send", &GATHER_THEN_SEND_RULE)
        .does("node 0 gathers by MPI's binomial tree, then sends all blocks to each node in turn")
        .with_source("Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("(ceil(log2 p) + p - 1) t_s + (p - 1) (p + 1) m t_w"),
    ROTATED_BUCKETS,
    GREEDY_SHIFTS,
    K_PORT_BRUCK,
];

const GATHER_THEN_SEND_RULE: Rule =
    Then(&[Backwards(&scatter::BINOMIAL_RULE), knomial::SEQUENTIAL_RULE]);

/// The additional steps, as a factor of their cost in a sum over j.
const PATCHES: &str = "sum(b = 0..ceil(log2 p) - 1, (floor(p/2^b) mod 2) min(1, p mod 2^b) \
 (b - floor(log2 max(1, p mod 2^b)))";

/// The cost with these words for each block.
pub(super) fn patched_cost(words: &str) -> String {
    format!(
        "(ceil(log2 p) + {PATCHES})) t_s \
         + (2^ceil(log2 p) - 1 + {PATCHES} (p mod 2^b))) {words}"
    )
}

/// The steps from the node of the root on.
pub(super) fn patched(request: &Request) -> Box<dyn Steps> {
    let layout = Layout::new(Place::Pairs, request, Some(request.instance.root));
    let p = request.instance.nodes;
    let mut steps: Vec<(u32, u32)> = Vec::new();
    for j in 0..super::ceil_log2(p) {
        steps.push((j, 0));
        let there = p % (1 << j);
        if p >> j & 1 == 1 && there > 0 {
            steps.extend((there.ilog2()..j).rev().map(|halved| (j, 1 << halved)));
        }
    }
    let sent = move |(j, halved): (u32, u32), x: u32| {
        let (size, whole) = (1 << j, x >> (j + 1) << (j + 1));
        if halved == 0 {
            let first = x >> j << j;
            return ((x ^ size) < p).then(|| (x ^ size, first, size.min(p - first)));
        }
        // Those that have all, in each part that is halved.
        let all = x / (2 * halved) * (2 * halved) + p % size;
        let to = x ^ halved;
        let cut_off = whole + size < p && whole + 2 * size > p && x < whole + size;
        (cut_off && x < all && to >= all).then_some((to, whole + size, p % size))
    };
    let messages = steps.iter().map(|step| (0..p).filter_map(|x| sent(*step, x)).count()).sum();
    let messages: usize = messages;
    each_step(steps.len(), messages as u128, move |k, out| {
        let of =
            |x| sent(steps[k], x).map(|(to, first, count)| (x, to, layout.blocks(first, count)));
        out.extend(
            (0..p).filter_map(of).map(|(from, to, blocks)| {
                Message::plain(layout.node(from), layout.node(to), blocks)
            }),
        );
    })
}

/// The nodes of which a node gets blocks in each step of an all-gather, by their distance ahead: each message brings
/// those of a range of distances, from the node at the first of them.
fn gathered(p: u32, k: u32) -> Vec<Vec<Range<u32>>> {
    let (mut steps, mut got) = (Vec::new(), 1);
    while got < p {
        let end = p.min(got.saturating_mul(k.saturating_add(1)));
        let most = (end - got).div_ceil(k);
        let starts = (got..end).step_by(most as usize);
        steps.push(starts.map(|start| start..end.min(start + most)).collect());
        got = end;
    }
    steps
}

/// Bruck's all-gather with k ports, as many as nodes may use.
pub(super) fn k_port_bruck(request: &Request) -> Box<dyn Steps> {
    let (p, layout) = (request.instance.nodes, Layout::new(Pairs, request, None));
    let steps = gathered(p, ports(request));
    let messages = steps.iter().map(Vec::len).sum::<usize>() as u128 * u128::from(p);
    each_step(steps.len(), messages, move |i, out| {
        for from in 0..p {
            out.extend(steps[i].iter().map(|blocks| {
                let to = (from + p - blocks.start) % p;
                let of = layout.blocks(from, blocks.end - blocks.start);
                Message::plain(from, to, of)
            }));
        }
    })
}
