//! Scan: node v gets the combination of the data of nodes 0 to v, or of those before it.

use super::all_reduce::{RING_SUMS_NEEDS, RING_SUMS_RULE, SQUARE_GRID, ring_sums};
use super::diagonal::CLIPPED_CENSUS_RULE;
use super::prelude::*;
use super::{algorithm, diagonal};
use hockney_core::collective::collective;
use hockney_core::schedule::CombinedBlocks;

const HILLIS_STEELE_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[Send::each("0", "1", "p - 1 - 2^i", Ahead("2^i"), Everything)],
    )],
);

/// Partners across a bit exchange what they know, where both exist: all in whole subcubes, and some of the
/// last one.
const RECURSIVE_DOUBLING_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[
            Send::each("0", "1", "floor(p/2^(i + 1)) 2^(i + 1) - 1", Xor("2^i"), Everything),
            Send::each("floor(p/2^(i + 1)) 2^(i + 1)", "1", "p - 1 - 2^i", Xor("2^i"), Everything),
            Send::each("floor(p/2^(i + 1)) 2^(i + 1) + 2^i", "1", "p - 1", Xor("2^i"), Everything),
        ],
    )],
);

/// Up and down. Going down, i rises from 1 - floor(log2(p/3)) - 1 to 0, if there is such a step.
const BRENT_KUNG_RULE: Rule = Turns(
    Tour,
    &[
        Turn::times(
            "floor(log2 p)",
            &[Send::each("2^i - 1", "2^(i + 1)", "p - 1 - 2^i", Ahead("2^i"), Everything)],
        ),
        Turn::new("1 - min(1, floor(p/3)) (1 + floor(log2(max(1, floor(p/3)))))", "1", DOWN),
    ],
);

const DOWN: &[Send] =
    &[Send::each("2^(1 - i) - 1", "2^(1 - i)", "p - 1 - 2^(-i)", Ahead("2^(-i)"), Everything)];

/// Brent and Kung's scan of positions 1 to p - 1, after each node has the contribution of its predecessor.
const SHIFTED_RULE: Rule = Turns(
    Tour,
    &[
        Turn::times("min(1, p - 1)", &[Send::each("0", "1", "p - 2", Ahead("1"), Everything)]),
        Turn::times(
            "floor(log2(max(1, p - 1)))",
            &[Send::each("2^i", "2^(i + 1)", "p - 1 - 2^i", Ahead("2^i"), Before("2^i", "0"))],
        ),
        Turn::new(
            "1 - min(1, floor((p - 1)/3)) (1 + floor(log2(max(1, floor((p - 1)/3)))))",
            "1",
            &[Send::each(
                "2^(1 - i)",
                "2^(1 - i)",
                "p - 1 - 2^(-i)",
                Ahead("2^(-i)"),
                Before("p", "0"),
            )],
        ),
    ],
);

/// Reversed the contribution of each node, forwards its prefix.
const HALVES: Rule = Halving(Tour, TheirHalf);

const GATHER_SCAN_SCATTER_RULE: Rule = Then(&[Backwards(&HALVES), HALVES]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // The hypercube's prefix sums: partners exchange the sums of their subcubes, and each adds those from
    // below to its result.
    //
    // Step i: node v and node v XOR 2^i exchange the sums of their subcubes of 2^i nodes, which both add to
    // what they send next, and the higher of them to its result too. Cost: (t_s + m t_w) log p, p = 2^d, with
    // disjoint routes for all pairs; inclusive and exclusive. The result is formed of the values received
    // from below, so the operator need not commute. Source: Grama et al. 2003, Algorithm 4.9.
    Algorithm::by_rule("scan", "hypercube-exchange", &EXCHANGE_RULE)
        .does("in step i, partners exchange subcube sums; the higher one adds it to its prefix")
        .with_source("Grama et al. 2003, Algorithm 4.9")
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d")])
        .with_textbook(&["hypercube"])
        .with_requires(&[Requirement::PowerOfTwo])
        .with_cost("(t_s + m t_w) log p"),
    // Hillis and Steele's scan: in step i each node sends its sum to the node 2^i ahead.
    //
    // After step i node v has the sum of the 2^(i+1) nodes up to itself, or of all from 0 on. Cost: ceil(log2
    // p)(t_s + m t_w), any p, with disjoint routes for all pairs; inclusive. The received data lie wholly
    // before those of the receiver, so the operator need not commute. Literature: Kogge and Stone 1973;
    // Hillis and Steele 1986.
    Algorithm::by_rule("scan", "hillis-steele", &HILLIS_STEELE_RULE)
        .does("inclusive: in step i, each node sends its sum to the node 2^i ahead")
        .with_source("Hillis and Steele 1986; Kogge and Stone 1973")
        .with_needs(&[Need::Of(Feature::Pairs, "any p; inclusive")])
        .with_requires(&[Requirement::Inclusive])
        .with_cost("ceil(log2 p) (t_s + m t_w)"),
    // The hypercube's prefix sums for any p: a node without a partner waits.
    //
    // Before step i a node whose bit i is 1 has a partner, whose subcube of 2^i nodes is complete. Cost: ceil(log2
    // p) (t_s + m t_w), any p, with disjoint routes for all pairs; inclusive and exclusive, and the operator need
    // not commute. Source: MPICH and Open MPI.
    Algorithm::by_rule("scan", "clipped-exchange", &RECURSIVE_DOUBLING_RULE)
        .does("hypercube-exchange for any p: nodes whose partner is missing wait")
        .with_source("MPICH; Open MPI")
        .with_needs(&[Need::Of(Feature::Pairs, "any p")])
        .with_steps("ceil(log2 p)", "t_s + m t_w"),
    // The exclusive scan without a shift: sums of the preceding nodes, doubled along the bits of p - 1.
    //
    // Node v has the sum of the k nodes before it, or of all from 0 on; the step rule is that of the census
    // of all-reduce. Cost: ceil(log2 p)(t_s + m t_w), any p, with disjoint routes for all pairs; exclusive.
    // The received data lie wholly before those of the receiver, so the operator need not commute. Derived
    // here from the census of Bar-Noy, Kipnis and Schieber 1993; cf. Traeff 2025.
    Algorithm::by_rule("scan", "clipped-census", &CLIPPED_CENSUS_RULE)
        .does("exclusive: each step doubles the number of preceding nodes summed")
        .with_source("derived here from Bar-Noy, Kipnis and Schieber 1993")
        .with_needs(&[Need::Of(Feature::Pairs, "any p; exclusive")])
        .with_requires(&[Requirement::Exclusive])
        .with_steps("ceil(log2 p)", "t_s + m t_w"),
    // Brent and Kung's scan along the tour: sums of runs of doubling length in the up-sweep, prefixes in the
    // down-sweep.
    //
    // Up: in step i the last node of every other run of 2^i nodes sends the run's sum to the last node
    // of the next run. Down, i falling: the last node of every pair of runs of 2^i has its prefix and
    // sends it on by 2^i. Cost: b(p)(t_s + m t_w) with b(p) = floor(log2 p) + floor(log2(p/3)) + 1, 0 for
    // one node; any p, wherever the nodes are numbered along a tour; inclusive. All messages of a step
    // go forwards in disjoint arcs (specs/lemmas.md, Lemma U), and the operator need not commute.
    // Literature: Brent and Kung 1982; on any such graph derived here.
    Algorithm::by_rule("scan", "brent-kung", &BRENT_KUNG_RULE)
        .does("inclusive: up-sweep with sums of doubling length, then down-sweep with prefixes")
        .with_source("Brent and Kung 1982; along a tour by Lemma U")
        .with_needs(&[
            Need::Of(Feature::Numbered, "any p; inclusive"),
            Need::Tour("numbered along a tour; inclusive"),
        ])
        .with_requires(&[Requirement::Inclusive, Requirement::AlongATour])
        .with_steps("max(0, floor(log2 p) + floor(log2(p/3)) + 1)", "t_s + m t_w"),
    // The exclusive scan along the tour: each node sends its contribution to the next, and the others scan
    // these.
    //
    // Step 1: node v sends its own to node v + 1. Then nodes 1 to p - 1 run Brent and Kung's scan of what
    // they received, kept apart from their own. Cost: (1 + b(p - 1))(t_s + m t_w) with b(p) = floor(log2
    // p) + floor(log2(p/3)) + 1, b(1) = 0, and nothing for one node; any p, wherever the nodes are
    // numbered along a tour; exclusive. The operator need not commute. Literature: Brent and Kung 1982;
    // on any such graph derived here.
    Algorithm::by_rule("scan", "shifted-brent-kung", &SHIFTED_RULE)
        .does("exclusive: each node sends its vector to the next, then brent-kung scans these")
        .with_source("Brent and Kung 1982; along a tour by Lemma U")
        .with_needs(&[
            Need::Of(Feature::Numbered, "any p; exclusive"),
            Need::Tour("numbered along a tour; exclusive"),
        ])
        .with_requires(&[Requirement::Exclusive, Requirement::AlongATour])
        .with_steps(
            "min(p - 1, 1 + max(0, floor(log2 max(1, p - 1)) \
 + floor(log2(max(1, p - 1)/3)) + 1))",
            "t_s + m t_w",
        ),
    // Through the diagonal: rows reduce to it, its nodes scan the sums of the rows, and every row gets its
    // prefixes.
    //
    // The step rule is that of `planner/diagonal.rs`. Cost: (2 ceil(log2 c) + ceil(log2 r))(t_s + m t_w)
    // for r rows and c columns, r <= c, with and without wraparound; inclusive and exclusive. All sums
    // are of runs, so the operator need not commute. Derived here.
    //
    // No step rule: the nodes of the diagonal are not on one line of the grid, and the routes between them
    // have corners.
    Algorithm::made("scan", "diagonal-crossbar", diagonal::steps)
        .does("reduce each row to the diagonal, scan there, then send each row its prefixes")
        .with_source("derived here")
        .with_needs(&[Need::Of(Feature::Sides, "two sides, no more rows than columns")])
        .with_requires(&[Requirement::TwoSides, Requirement::NoMoreRows])
        .with_steps(diagonal::STEPS, "t_s + m t_w"),
    // The pipelined chain: each node adds its contribution to the received prefix and sends it on, piece
    // after piece.
    //
    // Step t: node x sends the prefix of piece t - x to node x + 1, as the pieces of a broadcast from node
    // 0 go. Cost: (p - 2 + n)(t_s + m t_w/n) for n pieces, nothing for one node; any p, wherever the
    // nodes are numbered along a tour; inclusive and exclusive. The operator need not commute.
    // Literature: folklore.
    Algorithm::by_rule("scan", "pipelined-chain", &Pipeline(Tour))
        .does("n pieces (--pieces) of the prefixes follow each other from node to node")
        .with_source("folklore; along a tour by Lemma U")
        .with_needs(&[
            Need::Of(Feature::Numbered, "any p; n pieces"),
            Need::Tour("numbered along a tour; n pieces"),
        ])
        .with_requires(&[Requirement::AlongATour])
        .with_cost("min(1, p - 1) (p - 2 + n) (t_s + m t_w/n)"),
    // The ring sums of all-reduce: the values on their way round are the sums of the nodes before a node.
    //
    // In a row each node receives the sums of the 1, 2, .. nodes before it, one of which begins at the first node
    // of the row; in a column the same with the sums of rows. Cost: (p - 1)(t_s + m t_w) on a ring or a linear
    // array, (k_1 + k_2 + .. - their number)(t_s + m t_w) for sides k_1, k_2, ..; any p, any sides; inclusive
    // and exclusive. Other sums wrap round, so the report says that the operator must commute. Derived here.
    Algorithm::by_rule("scan", "ring-sums", &RING_SUMS_RULE)
        .does("the sums of preceding nodes go round, on a grid in rows, then in columns")
        .with_source("derived here")
        .with_needs(RING_SUMS_NEEDS)
        .with_formula(ring_sums)
        .with_taught(Taught::TwoSides(SQUARE_GRID)),
    // Gather, scan, scatter: one node gathers all contributions, computes all prefixes, and scatters them.
    //
    // All contributions travel separately, by reversed interval halving, to the first node of the tour; the
    // prefixes travel by interval halving to their nodes. Cost: 2 ceil(log2 p) t_s + 2 (p - 1) m t_w, any p,
    // any numbering of every connected graph; inclusive and exclusive. Prefixes are runs, so the operator
    // need not commute. Literature: folklore.
    Algorithm::by_rule("scan", "gather-scan-scatter", &GATHER_SCAN_SCATTER_RULE)
        .does("one node gathers all vectors, computes all prefixes and scatters them")
        .with_source("folklore; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("2 ceil(log2 p) t_s + 2 (p - 1) m t_w"),
    Algorithm::made("scan", "slice-transpose", |request| {
        let prefix =
            if request.instance.exclusive { Carried::PrefixBefore } else { Carried::PrefixWith };
        let there_and_back = [Carried::Own, prefix].map(|carried| exchange(request, carried));
        Box::new(InTurn(there_and_back.into_iter().flatten().collect()))
    })
    .does("p pieces: all-to-all, each node computes prefixes of one piece, all-to-all back")
    .with_source("derived here; any graph by Lemma U")
    .with_needs(&[Need::Without(Feature::Numbered, "any p; p pieces")])
    .with_pieces(Pieces::Nodes)
    .with_cost("2 (p - 1) t_s + 2 floor(p^2/4) m t_w/p"),
    Algorithm::at_once("scan", &TO_ALL_LATER_RULE)
        .does("each node sends its vector directly to all later ones, in one step"),
];

const TO_ALL_LATER_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "p", &[Send::each("0", "1", "p - 1 - i", Ahead("i"), Everything)])],
);

/// The all-to-all round the tour whose blocks represent the payloads.
fn all_to_all(request: &Request) -> Option<Box<dyn Steps>> {
    let exchange = algorithm("all-to-all", "ring-shorter-way")?;
    let mut between_all = request.clone();
    between_all.instance =
        Instance::new(collective(exchange.collective())?, request.instance.nodes);
    Some(exchange.steps(&between_all))
}

/// The payload from i to j in place of the block i>j of an all-to-all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carried {
    /// Node i's own contribution to piece j.
    Own,
    /// The prefix of piece i up to and including node j.
    PrefixWith,
    /// The prefix of piece i before node j; there is none for node 0.
    PrefixBefore,
}

/// The all-to-all with these payloads in place of its blocks.
fn exchange(request: &Request, carried: Carried) -> Option<Box<dyn Steps>> {
    let p = request.instance.nodes;
    let exchange = all_to_all(request)?;
    // In the last step of each direction a message is for one node: one of them for node 0.
    let for_node_0 = if carried == Carried::PrefixBefore { u128::from(p - 1).min(2) } else { 0 };
    let (count, messages) = (exchange.count(), exchange.messages() - for_node_0);
    Some(each_step(count, messages, move |k, out| {
        for mut message in exchange.step(k).messages {
            if let Payload::Plain(blocks) = &message.payload {
                message.payload = Payload::Values(values(carried, p.into(), blocks).into());
            }
            if !matches!(&message.payload, Payload::Values(values) if values.is_empty()) {
                out.push(message);
            }
        }
    }))
}

/// The payload among p nodes in place of these blocks.
fn values(carried: Carried, p: u64, blocks: &Runs) -> Vec<CombinedBlocks> {
    let mut values: Vec<CombinedBlocks> = Vec::new();
    for (i, j) in blocks.iter().map(|block| (block / p, block % p)) {
        let (piece, contributors) = match carried {
            Carried::Own => (j, Runs::one(i)),
            Carried::PrefixWith => (i, Runs::range(0, j + 1)),
            Carried::PrefixBefore => (i, Runs::range(0, j)),
        };
        if contributors.is_empty() {
            continue;
        }
        let contributors = Some(contributors);
        // One node's contributions to many pieces are one value of many blocks.
        if let Some(last) = values.last_mut()
            && last.contributors == contributors
        {
            last.blocks.extend(&Runs::one(piece));
        } else {
            values.push(CombinedBlocks { blocks: Runs::one(piece), contributors });
        }
    }
    values
}
