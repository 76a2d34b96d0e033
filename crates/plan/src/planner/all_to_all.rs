//! All-to-all: each node has a different block for each node.

use super::in_turn::together;
use super::knomial;
use super::numbered::{Made, Numbered, kept};
use super::permute::in_free_steps;
use super::prelude::*;
use super::rotated::ports;
use super::rules;
use hockney_base::number::Rational;
use std::collections::BTreeMap;

/// The blocks from i nodes back are sent on, without those for this node.
const RING_RULE: Rule = Turns(Tour, &[Turn::times("p - 1", ONWARDS)]);

const ONWARDS: &[Send] =
    &[Send::all(Ahead("1"), Onwards { origin: "-i", targets: ("1", "p - 1 - i") })];

/// All targets up to half-way ahead.
const AHEAD: &[Send] =
    &[Send::all(Ahead("1"), Onwards { origin: "-i", targets: ("1", "floor(p/2) - i") })];

/// All others.
const BACK: &[Send] =
    &[Send::all(Back("1"), Onwards { origin: "i", targets: ("i - (p - 1 - floor(p/2))", "-1") })];

/// All targets up to half-way ahead forwards, then the others backwards.
const SHORTER_WAY_RULE: Rule =
    Turns(Tour, &[Turn::times("floor(p/2)", AHEAD), Turn::times("p - 1 - floor(p/2)", BACK)]);

/// From every second position, for the receiver.
const fn second(first: &'static str, last: &'static str) -> Load {
    Apart { stride: "2", origins: (first, last) }
}

/// Even positions send two ahead while odd ones send two back, then the reverse; single hops at last. A block
/// with two hops left is always at a position of its origin's parity. For odd p and for two positions it is
/// the shorter way.
const TWO_HOP_RULE: Rule = Turns(
    Tour,
    &[
        Turn::times("(1 - (1 - (p mod 2)) min(1, floor(p/4))) floor(p/2)", AHEAD),
        Turn::times("(1 - (1 - (p mod 2)) min(1, floor(p/4))) (p - 1 - floor(p/2))", BACK),
        Turn::times(
            "(1 - (p mod 2)) min(1, floor(p/4)) (floor(p/2) - 1)",
            &[
                Send::second(
                    "i mod 2",
                    Ahead("2"),
                    Onwards { origin: "-2 floor(i/2)", targets: ("2", "p/2 - i") },
                ),
                Send::second(
                    "1 - (i mod 2)",
                    Back("2"),
                    Onwards { origin: "2 floor(i/2)", targets: ("i - p/2", "-2") },
                ),
            ],
        ),
        Turn::times(
            "(1 - (p mod 2)) min(1, floor(p/4))",
            &[
                Send::second("0", Ahead("1"), second("2 - 2 ceil(p/4)", "0")),
                Send::second("1", Back("1"), second("0", "2 ceil(p/4) - 2")),
            ],
        ),
        Turn::times(
            "(1 - (p mod 2)) min(1, floor(p/4))",
            &[
                Send::second("0", Back("1"), second("0", "2 floor(p/4) - 2")),
                Send::second("1", Ahead("1"), second("2 - 2 floor(p/4)", "0")),
            ],
        ),
    ],
);

/// Interval halving of the blocks for each node, and reversed of the blocks from each.
const HALVES: Rule = Halving(Tour, TheirHalf);

/// The cost of the steps of two hops at a time on n positions, with this many words (in t_w) per block: for
/// even n the steps of two hops and then those of one, for odd n those of the shorter way.
fn two_hop_costs(n: &str, words: &str) -> StepCosts {
    let (odd, even) = (format!("({n} mod 2)"), format!("(1 - ({n} mod 2))"));
    let steps =
        |count: &str, blocks: &str| StepCosts::steps(count, &format!("t_s + {blocks} {words}"));
    let one_way = steps(&format!("{odd} floor({n}/2)"), &format!("(floor({n}/2) - i)"));
    one_way
        .clone()
        .then(one_way)
        .then(steps(&format!("{even} ({n}/2 - 1)"), &format!("({n}/2 - 1 - i)")))
        .then(steps(&even, &format!("ceil({n}/4)")))
        .then(steps(&format!("{even} min(1, {n}/2 - 1)"), &format!("floor({n}/4)")))
}

const SQUARE: Textbook = Textbook {
    formula: "(2 t_s + m t_w p) (sqrt(p) - 1)",
    source: "Grama et al. 2003, section 4.5.2",
};

pub(super) const ROTATION_RULE: Rule =
    Turns(Pairs, &[Turn::new("1", "p", &[Send::all(Ahead("i"), Own)])]);

const BRUCK_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "max(0, ceil(log2 p) - 1 + ceil(p/2^max(0, ceil(log2 p) - 1)) - 1)",
        &[Send::all(Ahead("2^i"), Digit("2", "2^i", "1"))],
    )],
);

const GATHER_SCATTER_RULE: Rule = Then(&[Backwards(&HALVES), HALVES]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // The ring algorithm: each node sends all blocks still under way to the next node.
    //
    // Step t: each node of the tour sends to the next what came last, without the block that was for
    // it. Cost: (p - 1)(t_s + m t_w p/2), any p, on every connected graph: a step goes all one way
    // round (specs/lemmas.md, Lemma U). Source: textbook, Grama et al. 2003, section 4.5.1, Figure 4.18.
    Algorithm::by_rule("all-to-all", "ring", &RING_RULE)
        .does("each node passes all blocks still under way to the next node of a tour")
        .with_source("Grama et al. 2003, section 4.5.1; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p")])
        .with_textbook(&["linear-array", "ring"])
        .with_cost("(p - 1) (t_s + m t_w p/2)"),
    // The shorter way round the ring: forwards up to half-way, then backwards for the others.
    //
    // First floor(p/2) steps forwards, then the rest backwards, each as on the ring. Cost:
    // (p - 1) t_s + floor(p^2/4) m t_w, any p, on every connected graph: a step goes all one way round
    // (specs/lemmas.md, Lemma U). On arrays and trees a cut in the middle asks for as many words. Source:
    // derived here, from Grama et al. 2003, section 4.5.1.
    Algorithm::by_rule("all-to-all", "ring-shorter-way", &SHORTER_WAY_RULE)
        .does("along a tour: forwards to the nearer half ahead, then backwards to the others")
        .with_source("derived here: the ring algorithm in both directions")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("(p - 1) t_s + floor(p^2/4) m t_w"),
    // Two hops at a time round the closed ring, both ways at once.
    //
    // Even nodes send two ahead while odd ones send two back, so that all links are busy; then the
    // other way about; single hops at last. Cost for even p >= 4: (p/2 + 1) t_s + p(p+2)/8 m t_w; for
    // odd p it is the shorter way round. Source: derived here, after Hinrichs et al. 1994.
    Algorithm::by_rule("all-to-all", "ring-two-hop", &TWO_HOP_RULE)
        .does("two hops a step: even nodes send ahead and odd ones back, then the reverse")
        .with_source("derived here, after Hinrichs et al. 1994")
        .with_needs(&[Need::Of(Feature::ClosedRing, "any p; for odd p the shorter way")])
        .with_cost(
            "((p mod 2) (p - 1) + (1 - (p mod 2)) (p/2 + min(1, p/2 - 1))) t_s \
                            + ((p mod 2) (p^2 - 1)/4 + (1 - (p mod 2)) p (p + 2)/8) m t_w",
        )
        .with_step_costs(|_, _| Some(two_hop_costs("p", "m t_w"))),
    // Along all rows, then along all columns: the ring algorithm one dimension after another.
    //
    // The last coordinate first; along each dimension blocks travel to their target's coordinate in
    // it, on an open line round its end too. Cost: (k_1 + k_2 + .. - their number)(t_s + m t_w p/2)
    // for any sides k_1, k_2, .., with and without wraparound. Source: textbook, Grama et al. 2003,
    // section 4.5.2, Figure 4.19.
    Algorithm::by_rule("all-to-all", "dimension-by-dimension", &ByDimension(&RING_RULE))
        .does("the ring algorithm in every row, then in every column, and so on")
        .with_source("Grama et al. 2003, section 4.5.2")
        .with_needs(&[Need::Of(Feature::Sides, "any sides")])
        .with_textbook(&["mesh", "torus"])
        .with_cost("({k_j} - {sides}) (t_s + m t_w p/2)")
        .with_taught(Taught::TwoSides(SQUARE)),
    // Along all rows, then along all columns, each block the shorter way round.
    //
    // As dimension by dimension, forwards for targets up to half-way ahead and then backwards for the
    // others. Cost: (k_1 + k_2 + .. - their number) t_s, and for each side k p floor(k^2/4)/k m t_w;
    // any sides, with and without wraparound. Source: derived here, from Grama et al. 2003, section
    // 4.5.2.
    Algorithm::by_rule(
        "all-to-all",
        "dimension-by-dimension-shorter-way",
        &ByDimension(&SHORTER_WAY_RULE),
    )
    .does("rows, then columns, and so on, each block by the shorter way round")
    .with_source("derived here: section 4.5.2 in both directions")
    .with_needs(&[Need::Of(Feature::Sides, "any sides")])
    .with_cost("({k_j} - {sides}) t_s + ({p floor(k_j^2/4)/k_j}) m t_w"),
    // Along all rows, then along all columns, two hops at a time on the even sides of a torus.
    //
    // Cost for each even side k >= 4: (k/2 + 1) t_s + p(k+2)/8 m t_w; along odd sides it is the
    // shorter way round, (k - 1) t_s + p(k^2-1)/(4k) m t_w. Source: derived here, after Hinrichs et
    // al. 1994.
    Algorithm::by_rule("all-to-all", "dimension-by-dimension-two-hop", &ByDimension(&TWO_HOP_RULE))
        .does("rows, then columns, and so on, with two hops a step both ways on even sides")
        .with_source("derived here, after Hinrichs et al. 1994")
        .with_needs(&[Need::Of(Feature::ClosedSides, "any sides; the shorter way on odd sides")])
        .with_cost(
            "({(k_j mod 2) (k_j - 1) + (1 - (k_j mod 2)) (k_j/2 + min(1, k_j/2 - 1))}) t_s \
 + ({p ((k_j mod 2) (k_j^2 - 1)/4 + (1 - (k_j mod 2)) k_j (k_j + 2)/8)/k_j}) m t_w",
        )
        .with_step_costs(|_, sides| {
            let none = StepCosts::steps("0", "t_s");
            Some((1..=sides).rev().fold(none, |all, j| {
                let side = format!("k_{j}");
                all.then(two_hop_costs(&side, &format!("p m t_w/{side}")))
            }))
        }),
    // Pairwise exchange: each pair of nodes exchanges its two blocks directly.
    //
    // Step j: node v and node v XOR j exchange, on E-cube routes, which share no link. Cost:
    // (t_s + m t_w)(p - 1), p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Algorithm
    // 4.11, Figure 4.21.
    exchange("pairwise-exchange", &PAIRWISE_EXCHANGE_RULE)
        .does("in step j, nodes v and v XOR j exchange their blocks on E-cube routes")
        .with_source("Grama et al. 2003, Algorithm 4.11")
        .with_textbook(&["hypercube"])
        .with_cost("(p - 1) (t_s + m t_w)"),
    DIMENSION_EXCHANGE,
    // Two phases: pairwise exchanges in one half of the dimensions, then in the other.
    //
    // Between dimension exchange and pairwise exchange in steps and in words. Cost:
    // (2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2p - 2^ceil(d/2) - 2^floor(d/2)) m t_w, p = 2^d. Source:
    // literature, multiphase exchange, Bokhari 1991; Ho and Raghunath 1992.
    exchange("two-phase", &TWO_PHASE_RULE)
        .does("pairwise exchanges in the lower half of the dimensions, then in the upper half")
        .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
        .with_cost(
            "(2^ceil(d/2) + 2^floor(d/2) - 2) t_s + (2 p - 2^ceil(d/2) - 2^floor(d/2)) m t_w",
        ),
    THREE_PHASE,
    exchange("last-alone", &LAST_ALONE_RULE)
        .does("pairwise exchanges in all dimensions but the highest, then in the highest")
        .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
        .with_cost(ONE_AND_REST),
    exchange("first-alone", &FIRST_ALONE_RULE)
        .does("an exchange in the lowest dimension, then pairwise exchanges in the others")
        .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
        .with_cost(ONE_AND_REST),
    // Rotation: each node sends its block for the node j ahead directly, for each j in turn.
    //
    // Step j: node v sends to node v + j mod p. Cost: (p - 1)(t_s + m t_w), any p, where every such shift
    // causes no congestion: on E-cube routes of the hypercube (specs/lemmas.md), and wherever all pairs have
    // disjoint routes. Source: literature, folklore.
    Algorithm::by_rule("all-to-all", "rotation", &ROTATION_RULE)
        .does("in step j, each node sends its block for the node j ahead directly to it")
        .with_source("folklore")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost("(p - 1) (t_s + m t_w)"),
    // Bruck's index algorithm: blocks move by the binary digits of their distance.
    //
    // Step b: each node sends 2^b ahead all blocks whose distance has bit b, combined. Cost: ceil(log2 p)
    // t_s, and as many words as there are ones in the binary digits of 1, 2, .., p - 1: p/2 log p for p =
    // 2^d, a sum over the digits for other p. Any p, wherever shifts cause no congestion. Source: literature,
    // Bruck et al. 1997.
    Algorithm::by_rule("all-to-all", "bruck", &BRUCK_RULE)
        .does("in step b, all blocks whose distance has bit b set move 2^b nodes ahead")
        .with_source("Bruck et al. 1997, index algorithm")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost_on_cube(
            "(t_s + m t_w p/2) log p",
            // Of 0, 1, .., p - 1 those with bit b: 2^b of each 2^(b + 1), and of the rest the part above 2^b.
            "ceil(log2 p) t_s + m t_w sum(b = 0..ceil(log2 p) - 1, \
             2^b floor(p/2^(b + 1)) + max(0, (p mod 2^(b + 1)) - 2^b))",
        )
        .with_step_costs(|family, _| {
            let cube = family.offers().contains(&Feature::Cube);
            cube.then(|| StepCosts::steps("log p", "t_s + m t_w p/2").powers_of_two())
        }),
    FIRST_FIT,
    // Gather and scatter: one node gathers all blocks and scatters them.
    //
    // The first node of the tour gathers by interval doubling what everyone has for the others, and
    // scatters it by interval halving. Cost: 2 ceil(log2 p) t_s + 2 (p - 1)^2 m t_w, any p, on every
    // connected graph (specs/lemmas.md, Lemma U). Source: literature, folklore; few steps for short blocks.
    Algorithm::by_rule("all-to-all", "gather-scatter", &GATHER_SCATTER_RULE)
        .does("one node gathers all blocks and scatters them")
        .with_source("folklore; any graph by Lemma U")
        .with_needs(&[Need::Tour("any p")])
        .with_cost("2 ceil(log2 p) t_s + 2 (p - 1)^2 m t_w"),
    // Rotated exchange: d dimension exchanges at once, each with a d-th of every block.
    //
    // Step k: in copy j nodes that differ in bit k + j mod d exchange piece j of all that is for the
    // other's half. Cost: d t_s + m t_w p/2, p = 2^d > 1, with all ports, which is what the links
    // between two halves take at least. Source: literature, Johnsson and Ho 1989.
    Algorithm::rotated("all-to-all", "rotated-exchange", &Rotated(&BIT_BY_BIT_RULE))
        .does("d pieces at once, each by dimension exchange in a rotated dimension order")
        .with_needs(&[Need::Of(Feature::Cube, "p = 2^d; d pieces; --ports all")])
        .with_cost("d t_s + floor(p/2) m t_w"),
    // Bruck's index algorithm to base k + 1 for k ports. Source: literature, Bruck et al. 1997.
    Algorithm::made("all-to-all", "k-port-bruck", k_port_bruck)
        .does("with k ports, each step moves blocks by a digit of their distance to base k + 1")
        .with_source("Bruck et al. 1997, index algorithm")
        .with_needs(super::all_gather::K_PORT_NEED)
        .with_requires(&[Requirement::SeveralPorts]),
];

/// First fit: each block goes on its default route, in the first step in which ports and links are free.
///
/// The longest routes first, then by cyclic distance. t_s + m t_w for each step; how many there are depends on the
/// machine, so the cost is computed. On machines by name, whose links carry the routes of many pairs. Source:
/// derived here, greedy colouring of the graph of routes that collide.
///
/// No step rule: the step of a block depends on the routes of all earlier blocks.
const FIRST_FIT: Algorithm = Algorithm::made("all-to-all", "first-fit", first_fit)
    .does("each block goes in the first step where its default route is free, longest first")
    .with_source("derived here")
    .with_needs(&[Need::Machine("at most 512 nodes")])
    .with_requires(&[Requirement::Few]);

/// A step for each colour.
fn first_fit(request: &Request) -> Box<dyn Steps> {
    let (p, pieces) = (request.instance.nodes, u64::from(request.instance.pieces));
    let pairs = (1..p).flat_map(|by| (0..p).map(move |from| (from, (from + by) % p)));
    in_free_steps(request, pairs.collect(), true, |from, to| {
        let block = (u64::from(from) * u64::from(p) + u64::from(to)) * pieces;
        Runs::range(block, block + pieces)
    })
}

/// The base with which `list` shows rotations: half the steps of rotation.
const LISTED: u32 = 2;

/// Rotation with two digits: fewer steps than rotation, and no more words than so few steps need.
///
/// To base K a distance is K i + j. First the blocks for K i, .., K i + K - 1 ahead move K i together, for each i >= 1;
/// then those with j left move j, for each j >= 1. Cost: with S = min(K, p) + ceil(p/K) - 2, S t_s + (2 (p - 1) - S)
/// m t_w, any p and K, wherever shifts cause no congestion. A step moves the blocks of one distance directly and any
/// other block needs two, so no schedule with as many steps has fewer words. K about sqrt(p) has the fewest steps, and
/// every number from there up to p - 1 is that of some K up to p; names end at 1024. With one port. Derived here.
///
/// The rotations to any base: `rotation-8`.
pub(in crate::planner) static ROTATIONS: Numbered = Numbered {
    prefix: "rotation-",
    collectives: &["all-to-all"],
    numbers: 2..=1024,
    listed: Some(LISTED),
    costs: Some(|k, p| {
        let steps = k.min(p) + p.div_ceil(k) - 2;
        Some([steps, 2 * (p - 1) - steps].map(Rational::from))
    }),
    make: |_, base| rotation(base.unwrap_or(LISTED)),
    made: Made::new(BTreeMap::new()),
};

fn rotation(k: u32) -> Algorithm {
    let (quotient, rest) = (format!("max(1, floor(p/{k}))"), format!("max(1, p mod {k})"));
    let digit = format!("{k} i");
    let (steps, blocks) = (format!("min({k}, p) + ceil(p/{k})"), k - 1);
    let turn = |from: &str, to: &str, by: &str, load| {
        let sends = Box::leak(Box::new([Send::all(Ahead(kept(by)), load)]));
        Turn::new(kept(from), kept(to), sends)
    };
    let together = |last: &str| Onwards { origin: "0", targets: (kept(&*digit), kept(last)) };
    // As many origins as there are distances below p with this rest.
    let from_all = |origins: &str| Apart {
        stride: kept(k.to_string()),
        origins: (kept(format!("{k} - {k} ({origins})")), "0"),
    };
    let turns = [
        turn("1", &quotient, &digit, together(&format!("{digit} + {blocks}"))),
        turn(&quotient, &format!("ceil(p/{k})"), &digit, together("p - 1")),
        turn("1", &rest, "i", from_all(&format!("floor(p/{k}) + 1"))),
        turn(&rest, &format!("min({k}, p)"), "i", from_all(&format!("floor(p/{k})"))),
    ];
    let rule = Box::leak(Box::new(Turns(Pairs, Box::leak(Box::new(turns)))));
    Algorithm::by_rule("all-to-all", kept(format!("rotation-{k}")), rule)
        .does(kept(format!(
            "blocks move first by the multiple of {k}, then by the rest (rotation-K for any)"
        )))
        .with_source("derived here")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost(kept(format!("({steps} - 2) t_s + (2 p - ({steps})) m t_w")))
}

/// The base with which `list` shows Bruck's algorithm beside base 2.
const LISTED_DIGITS: u32 = 4;

/// Bruck's index algorithm to a base R: blocks move by the digits of their distance, a step for each value of a digit.
///
/// Let F = floor(log_R p). In the step of value c of digit l all blocks with this digit move c R^l ahead, combined. Cost:
/// (R - 1) F + ceil(p/R^F) - 1 steps, and as many words as there are digits that are not 0 in 1, 2, .., p - 1 to base R.
/// Any p, wherever shifts cause no congestion. Base 2 has the name `bruck`. Literature: Bruck et al. 1997.
///
/// The algorithms to any base: `bruck-8`.
pub(in crate::planner) static DIGITS: Numbered = Numbered {
    prefix: "bruck-",
    collectives: &["all-to-all"],
    numbers: 3..=1024,
    listed: Some(LISTED_DIGITS),
    costs: Some(|k, p| {
        let (mut unit, mut steps, mut words) = (1, 0, 0);
        while unit < p {
            for by in (1..k).map(|digit| digit * unit).take_while(|by| *by < p) {
                steps += 1;
                words += p / (k * unit) * unit + (p % (k * unit)).saturating_sub(by).min(unit);
            }
            unit *= k;
        }
        Some([steps, words].map(Rational::from))
    }),
    make: |_, base| bruck(base.unwrap_or(LISTED_DIGITS)),
    made: Made::new(BTreeMap::new()),
};

fn bruck(k: u32) -> Algorithm {
    let (values, levels) = (k - 1, format!("floor(log_{k} p)"));
    let (unit, digit) = (format!("{k}^floor(i/{values})"), format!("((i mod {values}) + 1)"));
    let by = Ahead(kept(format!("{digit} {unit}")));
    let send = Send::all(by, Digit(kept(k.to_string()), kept(unit), kept(digit)));
    let turn = Turn::times(knomial::steps(k), Box::leak(Box::new([send])));
    let rule = Box::leak(Box::new(Turns(Pairs, Box::leak(Box::new([turn])))));
    let all = format!("({values} {levels} + ceil(p/{k}^{levels}) - 1) t_s");
    // Of p distances those whose digit is 0 stay.
    let some = format!("p - floor(p/{k}^(b + 1)) {k}^b - min({k}^b, p mod {k}^(b + 1))");
    let cost = format!("{all} + m t_w sum(b = 0..{levels}, {some})");
    let on_cube = format!("{all} + ({values} {levels} p/{k} + p - {k}^{levels}) m t_w");
    Algorithm::by_rule("all-to-all", kept(format!("bruck-{k}")), rule)
        .does(kept(format!(
            "blocks move by the digits of their distance to base {k} (bruck-R for any base)"
        )))
        .with_source("Bruck et al. 1997, index algorithm")
        .with_needs(&[Need::Of(Feature::Shifts, "any p")])
        .with_cost_on_cube(
            kept(if k.is_power_of_two() { on_cube } else { cost.clone() }),
            kept(cost),
        )
}

/// Every block moves by the digits of its distance to base k + 1, for all values of a digit at once; k is at most 1023.
fn k_port_bruck(request: &Request) -> Box<dyn Steps> {
    let k = ports(request).clamp(1, *DIGITS.numbers.end() - 1);
    let digits = match k {
        1 => rules::steps(&BRUCK_RULE, request),
        _ => DIGITS.of("all-to-all", Some(k + 1)).steps(request),
    };
    together(digits, k as usize)
}

/// What all of them need.
const fn exchange(name: &'static str, rule: &'static Rule) -> Algorithm {
    Algorithm::by_rule("all-to-all", name, rule)
        .with_needs(&[Need::Of(Feature::Shifts, "p = 2^d")])
        .with_requires(&[Requirement::PowerOfTwo])
}

const PAIRWISE_EXCHANGE_RULE: Rule =
    Turns(Pairs, &[Turn::new("1", "p", &[Send::all(Xor("i"), Own)])]);

const ACROSS: &[Send] = &[Send::all(Xor("2^i"), Sides { low: "i", high: "i + 1" })];
const DIMENSION_EXCHANGE_RULE: Rule = Turns(Pairs, &[Turn::times("log p", ACROSS)]);
/// The same in any order of the dimensions.
const BIT_BY_BIT_RULE: Rule = Turns(CubeInOrder, &[Turn::times("log p", ACROSS)]);

/// Dimension exchange: in each step of one dimension, each node sends all blocks for the other side.
///
/// Step i: nodes that differ in bit i exchange the p/2 blocks that are for the other's half. Cost:
/// (t_s + m t_w p/2) log p, p = 2^d. Source: textbook, Grama et al. 2003, section 4.5.3, Figure
/// 4.20; beside pairwise exchange it has fewer steps and more words.
const DIMENSION_EXCHANGE: Algorithm = exchange("dimension-exchange", &DIMENSION_EXCHANGE_RULE)
    .does("in step i, nodes that differ in bit i exchange all blocks for the other's half")
    .with_source("Grama et al. 2003, section 4.5.3, Figure 4.20")
    .with_cost("(t_s + m t_w p/2) log p");

const LOWER_HALF: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "ceil(d/2)" })];
const UPPER_HALF: &[Send] =
    &[Send::all(Xor("i 2^ceil(d/2)"), Sides { low: "ceil(d/2)", high: "d" })];
const TWO_PHASE_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "2^ceil(d/2)", LOWER_HALF), Turn::new("1", "2^floor(d/2)", UPPER_HALF)],
);

// Multiphase exchange: the dimensions in groups, pairwise exchanges within one group after another.
//
// A group of g dimensions takes 2^g - 1 steps of p/2^g words, so groups between one dimension and all of them
// lie between dimension exchange and pairwise exchange, in steps and in words. Two groups of nearly equal
// size are the algorithm two-phase. Source: literature, Bokhari 1991; Ho and Raghunath 1992.

/// One dimension and all others, in either order.
const ONE_AND_REST: &str = "floor(p/2) t_s + max(0, 3 floor(p/2) - 2) m t_w";

const LOWER_THIRD: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "ceil(d/3)" })];
const MIDDLE_THIRD: &[Send] = &[Send::all(
    Xor("i 2^ceil(d/3)"),
    Sides { low: "ceil(d/3)", high: "ceil(d/3) + ceil((d - 1)/3)" },
)];
const UPPER_THIRD: &[Send] = &[Send::all(
    Xor("i 2^(ceil(d/3) + ceil((d - 1)/3))"),
    Sides { low: "ceil(d/3) + ceil((d - 1)/3)", high: "d" },
)];
const THREE_PHASE_RULE: Rule = Turns(
    Pairs,
    &[
        Turn::new("1", "2^ceil(d/3)", LOWER_THIRD),
        Turn::new("1", "2^ceil((d - 1)/3)", MIDDLE_THIRD),
        Turn::new("1", "2^floor(d/3)", UPPER_THIRD),
    ],
);

const THREE_PHASE: Algorithm = exchange("three-phase", &THREE_PHASE_RULE)
    .does("pairwise exchanges in each third of the dimensions, the lowest first")
    .with_source("Bokhari 1991; Ho and Raghunath 1992 (multiphase)")
    .with_cost(
        "(2^ceil(d/3) + 2^ceil((d - 1)/3) + 2^floor(d/3) - 3) t_s \
         + (3 p - p/2^ceil(d/3) - p/2^ceil((d - 1)/3) - p/2^floor(d/3)) m t_w",
    );

const ALL_BUT_LAST: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "max(0, d - 1)" })];
const LAST: &[Send] =
    &[Send::all(Xor("i 2^(max(0, d - 1))"), Sides { low: "max(0, d - 1)", high: "d" })];
const LAST_ALONE_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "2^max(0, d - 1)", ALL_BUT_LAST), Turn::new("1", "2^min(1, d)", LAST)],
);

const FIRST: &[Send] = &[Send::all(Xor("i"), Sides { low: "0", high: "min(1, d)" })];
const ALL_BUT_FIRST: &[Send] =
    &[Send::all(Xor("i 2^(min(1, d))"), Sides { low: "min(1, d)", high: "d" })];
const FIRST_ALONE_RULE: Rule = Turns(
    Pairs,
    &[Turn::new("1", "2^min(1, d)", FIRST), Turn::new("1", "2^max(0, d - 1)", ALL_BUT_FIRST)],
);
