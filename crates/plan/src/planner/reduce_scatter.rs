//! Reduce-scatter: reversed algorithms of all-gather, and a reduce followed by a scatter.

use super::prelude::*;
use super::{all_gather, broadcast, knomial, scatter};

const BINOMIAL_RULE: Rule = Then(&[Backwards(&knomial::BINOMIAL_RULE), scatter::BINOMIAL_RULE]);

const REDUCE_THEN_SEND_RULE: Rule =
    Then(&[Backwards(&knomial::BINOMIAL_RULE), scatter::SEQUENTIAL_RULE]);

const REDUCE_THEN_SCATTER_RULE: Rule =
    Then(&[Backwards(&broadcast::HALVING_RULE), scatter::INTERVALS_RULE]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm::reversed("reduce-scatter", "ring", &all_gather::RING)
        .does("each node adds its block to the received sum and passes it on along a tour")
        .with_source("Grama et al. 2003, Algorithm 4.5"),
    Algorithm::reversed("reduce-scatter", "neighbour-exchange", &all_gather::NEIGHBOUR_EXCHANGE)
        .does("neighbour exchange reversed: sums of two blocks go to either side in turn")
        .with_source("Chen et al. 2005, reversed"),
    Algorithm::reversed("reduce-scatter", "pair-flow", &all_gather::PAIR_FLOW)
        .does("pair flow reversed: pairs exchange; sums flow both ways; pairs exchange")
        .with_source("derived here"),
    Algorithm::reversed(
        "reduce-scatter",
        "dimension-by-dimension",
        &all_gather::DIMENSION_BY_DIMENSION,
    )
    .does("the ring algorithm in every column, then in every row")
    .with_source("Grama et al. 2003, section 4.2.2, reversed"),
    Algorithm::reversed(
        "reduce-scatter",
        "dimension-by-dimension-pair-flow",
        &all_gather::DIMENSION_BY_DIMENSION_PAIR_FLOW,
    )
    .does("columns, then rows: pair flow on even sides, ring on odd ones")
    .with_source("derived here, after Grama et al. 2003, section 4.2.2"),
    Algorithm::reversed("reduce-scatter", "recursive-halving", &all_gather::RECURSIVE_DOUBLING)
        .does("nodes that differ in a bit exchange sums for the other's half, highest bit first")
        .with_source("Grama et al. 2003, section 4.2.3, reversed"),
    // The whole vector is reduced at one node and scattered from there: a reduce and a scatter.
    //
    // The first node of the tour sums up all p blocks by interval halving reversed, and scatters them by
    // interval halving. Cost: 2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, on every connected
    // graph (specs/lemmas.md, Lemma U). Few steps for short blocks. Literature: folklore.
    Algorithm::by_rule("reduce-scatter", "reduce-then-scatter", &REDUCE_THEN_SCATTER_RULE)
        .does("one node reduces the whole vector and scatters the result")
        .with_source("folklore; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w"),
    Algorithm::reversed(
        "reduce-scatter",
        "sequential-reductions",
        &all_gather::SEQUENTIAL_BROADCASTS,
    )
    .does("one reduction after another, each by recursive doubling")
    .with_source("CS3006 lecture 12 (naive), reversed"),
    // Traeff 2024 (arXiv 2410.14234) halves p with rounding up for the distances, instead of powers of two:
    // the same numbers of steps and words, so it is not a separate algorithm.
    Algorithm::reversed("reduce-scatter", "bruck", &all_gather::BRUCK)
        .does("Bruck's cyclic shifts reversed: the farthest first")
        .with_source("Bruck et al. 1997, reversed; cf. Traeff 2024"),
    Algorithm::reversed("reduce-scatter", "rotated-halving", &all_gather::ROTATED_DOUBLING)
        .does("d pieces at once, each by recursive halving in a rotated dimension order")
        .with_source("Johnsson and Ho 1989, reversed"),
    // Recursive halving for any p: pairs fold before it, and the folded nodes get their blocks at the end.
    //
    // With r = p - 2^floor(log2 p), of the first 2 r nodes every even one sends all its data to the odd one
    // after it. The others run recursive halving, where such an odd node stands for both blocks of its pair;
    // at the end it sends the even one its block. Cost: floor(log2 p) t_s and in the step of 2^b nodes
    // 2^b + min(2^b, r) blocks, and 2 t_s + (p + 1) m t_w more where p is no power of two; any p, with disjoint
    // routes for all pairs. Source: MPICH and Open MPI; Thakur, Rabenseifner and Gropp 2005.
    //
    // No step rule: the messages of a step have different sizes.
    Algorithm::made(
    "reduce-scatter",
    "folded-halving",
    steps,
)
.does("pairs fold, recursive halving among the others, then the folded get their blocks")
.with_source("Thakur, Rabenseifner and Gropp 2005")
.with_needs(&[Need::Of(Feature::Pairs, "any p")])
.with_cost(
    "floor(log2 p) t_s + sum(b = 0..floor(log2 p) - 1, 2^b + min(2^b, p - 2^floor(log2 p))) \
 m t_w + min(1, p - 2^floor(log2 p)) (2 t_s + (p + 1) m t_w)",
),
    // Node 0 sums up the whole vector, and scatters it, both on MPI's binomial tree.
    //
    // Cost: 2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, with disjoint routes for all pairs.
    // Source: Open MPI.
    Algorithm::by_rule("reduce-scatter", "binomial", &BINOMIAL_RULE)
        .does("node 0 reduces the whole vector and scatters it, both on MPI's binomial tree")
        .with_source("Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("2 ceil(log2 p) t_s + (p ceil(log2 p) + p - 1) m t_w"),
    // The same with a message to each node for the scatter.
    //
    // Cost: (ceil(log2 p) + p - 1) t_s + (p ceil(log2 p) + p - 1) m t_w, any p, with disjoint routes for all
    // pairs. Source: Open MPI, with few nodes.
    Algorithm::by_rule("reduce-scatter", "reduce-then-send", &REDUCE_THEN_SEND_RULE)
        .does(
            "node 0 reduces the whole vector on MPI's binomial tree and sends each node its block",
        )
        .with_source("Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_cost("(ceil(log2 p) + p - 1) t_s + (p ceil(log2 p) + p - 1) m t_w"),
    Algorithm::reversed("reduce-scatter", "rotated-buckets", &all_gather::ROTATED_BUCKETS)
        .does("rings along all dimensions at once, both ways, each with its share of the sums")
        .with_source("Jain and Sabharwal 2010"),
    Algorithm::reversed("reduce-scatter", "greedy-shifts", &all_gather::GREEDY_SHIFTS)
        .does("greedy shifts of all-gather reversed: one piece in each direction in each step"),
    Algorithm::reversed("reduce-scatter", "k-port-bruck", &all_gather::K_PORT_BRUCK)
        .does("with k ports, Bruck's shifts reversed: each step divides the sums of a node by k + 1")
        .with_source("Bruck et al. 1997, reversed"),
];

fn steps(request: &Request) -> Box<dyn Steps> {
    let Instance { nodes: p, pieces, .. } = request.instance;
    let left = 1 << p.ilog2();
    let others = p - left;
    // The blocks of those from one of the others on up to another, and its node.
    let start = move |x: u32| x + x.min(others);
    let blocks = move |first: u32, end: u32| {
        Runs::range(u64::from(first) * u64::from(pieces), u64::from(end) * u64::from(pieces))
    };
    let node = move |x: u32| if x < others { 2 * x + 1 } else { x + others };
    let halving = left.ilog2() as usize;
    let before = usize::from(others > 0);
    let messages = u128::from(left) * halving as u128 + 2 * u128::from(others);
    each_step(halving + 2 * before, messages, move |k, out| {
        let pairs = (0..others).map(|x| (2 * x, 2 * x + 1));
        if k < before {
            return out.extend(pairs.map(|(from, to)| Message::plain(from, to, blocks(0, p))));
        }
        if k >= halving + before {
            let back = |(to, from)| Message::plain(from, to, blocks(to, to + 1));
            return out.extend(pairs.map(back));
        }
        let size = left >> (k - before + 1);
        out.extend((0..left).map(|x| {
            let to = x ^ size;
            let first = to / size * size;
            Message::plain(node(x), node(to), blocks(start(first), start(first + size)))
        }));
    })
}
