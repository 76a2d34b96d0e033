//! Algorithms for nested groups of nodes, such as boxes of accelerators: each is a list of stages.
//!
//! *Leaders*: in each group one node, the leader, collects; the leaders run the collective; each hands out. The
//! leader of the root's group is the root, and all leaders have its place. *Two-level*: each node of a group has
//! a share of the data, and all nodes at the same place in the groups run the collective on their share. On more
//! than two levels the groups collect and hand out level by level. The names give the algorithm inside the
//! groups, and between them. Costs are in specs/planner.md.
//!
//! *Multi-ring*: a ring for each way out of a box, all at the same time. Ring r visits the boxes in turn. It enters each
//! box at accelerator r + 1 and leaves it at accelerator r, so by rail r, after all accelerators between them cyclically.
//! Each of the R rings carries 1/R of every block. So in each step a link between boxes carries one ring, and what a node
//! sends inside its box is one message. With several rings a node can send two messages in a step, one inside and one out
//! of its box.
//!
//! Literature: Karonis et al. 2000 (multilevel collectives of MPICH-G2), Kielmann
//! et al. 1999 (MagPIe), Cho et al. 2019 (BlueConnect), NCCL (rails, rings and PXN).

use super::levels::{self, Cut, Levels, Nesting, PART, PLACE, Stage, WHOLE};
use super::prelude::*;
use super::{all_gather, all_reduce, all_to_all, barrier, knomial, scatter, two_tree};
use hockney_base::number::saturated;
use hockney_core::schedule::Run;
use hockney_core::topology::Level;

const NEEDS: &[Need] = &[Need::Of(Feature::Groups, "any groups")];
const SHARES: &[Need] =
    &[Need::Of(Feature::Groups, "any groups; a rail or link for each node of a group")];
const RINGS: &[Need] =
    &[Need::Of(Feature::Groups, "any groups; a ring for each rail, several with --contention")];

const LEADERS_SOURCE: &str = "Kielmann et al. 1999; Karonis et al. 2000";
const TWO_LEVEL_SOURCE: &str = "Cho et al. 2019";
const TREES_SOURCE: &str = "Sanders, Speck and Traeff 2009; NCCL, two trees for each channel";
const RINGS_SOURCE: &str = "NCCL, a ring for each network interface";

/// One node of each group sends to other groups in the same step.
const SINGLE: &[Requirement] = &[Requirement::WaysForOne];
/// Every node of a group sends to other groups in the same step.
const SHARED: &[Requirement] = &[Requirement::WaysForAll];

impl Algorithm {
    const fn for_leaders(self) -> Self {
        self.with_source(LEADERS_SOURCE).with_needs(NEEDS).with_requires(SINGLE)
    }

    const fn for_shares(self) -> Self {
        self.with_source(TWO_LEVEL_SOURCE).with_needs(SHARES).with_requires(SHARED)
    }
}

const RING: Rule = all_gather::RING_RULE;
const BRUCK: Rule = all_gather::BRUCK_RULE;
const SUM_RING: Rule = Backwards(&all_gather::RING_RULE);
const SUM_BRUCK: Rule = Backwards(&all_gather::BRUCK_RULE);
const DOUBLING: Rule = all_reduce::RECURSIVE_DOUBLING_RULE;
const TREE: Rule = knomial::BINOMIAL_RULE;
const SUM_TREE: Rule = Backwards(&knomial::BINOMIAL_RULE);
const SCATTER: Rule = scatter::INTERVALS_RULE;
const GATHER: Rule = Backwards(&scatter::INTERVALS_RULE);
const ROTATION: Rule = all_to_all::ROTATION_RULE;
const CHAIN: Rule = Pipeline(Tour);
const SUM_CHAIN: Rule = Backwards(&CHAIN);
const DISSEMINATION: Rule = barrier::DISSEMINATION_RULE;

/// The costs of the parts of a two-level all-reduce: inside by rings or shifts, and between the groups.
macro_rules! cost {
    (rings) => {
        "2 (G - 1) ({in} + m {a}/G)"
    };
    (shifts) => {
        "2 ceil(log2 G) {in} + 2 m {a} (G - 1)/G"
    };
    (doubling) => {
        "(floor(log2 N) + 2 min(1, N - 2^floor(log2 N))) ({out} + m {b}/G)"
    };
    (ring) => {
        "2 (N - 1) ({out} + m {b}/(N G))"
    };
    (halving) => {
        "(2 floor(log2 N) + 3 min(1, N - 2^floor(log2 N))) {out} + 2 (1 - 1/2^floor(log2 N) + min(1, N - 2^floor(log2 N))) m {b}/G"
    };
}

/// An all-reduce with shares: reduce-scatter in each group, all-reduce between equal places, all-gather in each.
macro_rules! two_level {
    ($name:literal, [$sum:expr, $between:expr, $spread:expr], $cut:expr, $inside:ident + $outside:ident, $does:literal) => {
        Algorithm::in_groups(
            "all-reduce",
            $name,
            true,
            &[
                Stage::outward("reduce-scatter", $sum),
                Stage::between("all-reduce", $between),
                Stage::inward("all-gather", $spread),
            ],
        )
        .does($does)
        .for_shares()
        .with_pieces(Pieces::Shared($cut))
        .with_cost(concat!(cost!($inside), " + ", cost!($outside)))
    };
}

/// From leader to leader, then in each group.
const BROADCAST_LEADERS: Algorithm = Algorithm::in_groups(
    "broadcast",
    "leaders",
    false,
    &[
        Stage::between("broadcast", &TREE).among_leaders(),
        Stage::inward("broadcast", &TREE).among_leaders().with(WHOLE, WHOLE),
    ],
)
.does("the root broadcasts to a leader in each group, leaders broadcast in their groups")
.for_leaders()
.with_cost("ceil(log2 N) ({out} + m {b}) + ceil(log2 G) ({in} + m {a})");

/// The root scatters shares in its group, each place broadcasts its share between the groups, and each group
/// gathers all shares.
macro_rules! shares {
    ($name:literal, $spread:expr, $count:literal, $does:literal) => {
        Algorithm::in_groups(
            "broadcast",
            $name,
            true,
            &[
                Stage::outward("scatter", &SCATTER).in_group_of_root(),
                Stage::between("broadcast", &TREE),
                Stage::inward("all-gather", $spread),
            ],
        )
        .does($does)
        .for_shares()
        .with_pieces(Pieces::Shared(Cut::One))
        .with_cost(concat!(
            "(ceil(log2 G) + ",
            $count,
            ") {in} + 2 m {a} (G - 1)/G + ceil(log2 N) ({out} + m {b}/G)"
        ))
    };
}

const BROADCAST_RING: Algorithm = shares!(
    "two-level-ring",
    &RING,
    "G - 1",
    "scatter in the root's group, broadcast each share between groups, rings in each group"
);

const BROADCAST_BRUCK: Algorithm = shares!(
    "two-level-bruck",
    &BRUCK,
    "ceil(log2 G)",
    "scatter in the root's group, broadcast each share between groups, shifts in each group"
);

/// Of an all-gather or reduce-scatter: trees and a scatter or gather inside, shifts between.
const THROUGH_LEADERS: &str =
    "2 ceil(log2 G) {in} + (G - 1 + ceil(log2 G) N G) m {a} + ceil(log2 N) {out} + (N - 1) G m {b}";

/// Two trees for each share, so for each rail: every second piece of the share goes down each.
const BROADCAST_TREES: Algorithm = Algorithm::in_groups(
    "broadcast",
    "two-level-ring-two-tree",
    true,
    &[
        Stage::outward("scatter", &SCATTER).in_group_of_root(),
        Stage::made(Levels::Between, "broadcast", two_tree::steps),
        Stage::inward("all-gather", &RING),
    ],
)
.does("scatter in the root's group, two trees between groups for each share, rings in each group")
.for_shares()
.with_source(TREES_SOURCE)
.with_pieces(Pieces::Shared(Cut::Asked));

/// Between the groups first, so that each block crosses once.
macro_rules! gathered {
    ($name:literal, $rule:expr, $cost:literal, $does:literal) => {
        Algorithm::in_groups(
            "all-gather",
            $name,
            true,
            &[Stage::between("all-gather", $rule), Stage::inward("all-gather", $rule)],
        )
        .does($does)
        .for_shares()
        .with_cost($cost)
    };
}

const ALL_GATHER_RING: Algorithm = gathered!(
    "two-level-ring",
    &RING,
    "(N - 1) ({out} + m {b}) + (G - 1) ({in} + N m {a})",
    "rings between equal places of the groups, then in each"
);

const ALL_GATHER_BRUCK: Algorithm = gathered!(
    "two-level-bruck",
    &BRUCK,
    "ceil(log2 N) {out} + (N - 1) m {b} + ceil(log2 G) {in} + (G - 1) N m {a}",
    "cyclic shifts between equal places of the groups, then in each"
);

const ALL_GATHER_RINGS: Algorithm = Algorithm::made("all-gather", "multi-ring", ring_for_each_way)
    .does("a ring for each rail, all at once, with its part of every block")
    .with_source(RINGS_SOURCE)
    .with_needs(RINGS)
    .with_requires(&[Requirement::OneRing])
    .with_pieces(Pieces::Rings { per_node: false });

/// Chains in the groups, and trees between their leaders.
const CHAINS: &[Stage] = &[
    Stage::outward("reduce", &SUM_CHAIN).among_leaders(),
    Stage::made(Levels::Between, "all-reduce", two_tree::exchanged).among_leaders(),
    Stage::inward("broadcast", &CHAIN).among_leaders(),
];

fn box_tree(request: &Request) -> Box<dyn Steps> {
    match request.topology.network().levels()[..] {
        [Level { parts: 2, .. }, Level { parts: 2.., .. }] => two_tree::in_two_boxes(request),
        _ => levels::in_turn(CHAINS, Nesting::Groups, false, request),
    }
}

/// In step i ring r carries piece r of the block of the node i places before each node: an all-gather.
fn ring_for_each_way(request: &Request) -> Box<dyn Steps> {
    let (p, rings) = (request.instance.nodes, levels::rings(&request.topology));
    let each = request.topology.network().levels().last().map_or(1, |level| level.parts);
    let (boxes, out_of) = (p / each, |at: u32| at < rings);
    // All nodes of a box but one in each ring send inside.
    let inside = |at: u32| if boxes == 1 { p > 1 } else { rings > u32::from(out_of(at)) };
    let of_a_box: u32 =
        (0..each).map(|at| u32::from(inside(at)) + u32::from(boxes > 1 && out_of(at))).sum();
    let messages = u128::from(p - 1) * u128::from(boxes) * u128::from(of_a_box);
    each_step(p as usize - 1, messages, move |i, out| {
        let i: u32 = saturated(i);
        // The piece of ring r that a node has received last: of the node i places before it.
        let piece = |ring: u32, v: u32| {
            let entry = ring + 1;
            let place = v / each * each + (v % each + each - entry) % each;
            let origin = (place + (p - i)) % p;
            let node = origin / each * each + (origin % each + entry) % each;
            let number = u64::from(node) * u64::from(rings) + u64::from(ring);
            Run { start: number, end: number + 1 }
        };
        for v in 0..p {
            let (at, first) = (v % each, v / each * each);
            let (next, next_box) = ((at + 1) % each, (first + each) % p);
            let leaves = |ring: &u32| *ring == at && boxes > 1;
            let stay: Runs = (0..rings).filter(|r| !leaves(r)).map(|r| piece(r, v)).collect();
            let leave: Runs = (0..rings).filter(leaves).map(|r| piece(r, v)).collect();
            let sent = [(first + next, stay), (next_box + next, leave)];
            let sent = sent.into_iter().filter(|(_, blocks)| !blocks.is_empty());
            out.extend(sent.map(|(to, blocks)| Message::plain(v, to, blocks)));
        }
    })
}

/// The all-gather backwards, then forwards.
fn rings_there_and_back(request: &Request) -> Box<dyn Steps> {
    there_and_back(request, ring_for_each_way)
}

pub(super) static ALGORITHMS: &[Algorithm] = &[
    BROADCAST_LEADERS,
    BROADCAST_RING,
    BROADCAST_BRUCK,
    BROADCAST_TREES,
    Algorithm::reversed("reduce", "leaders", &BROADCAST_LEADERS)
        .does("reduce to a leader in each group, leaders reduce to the root"),
    Algorithm::reversed("reduce", "two-level-ring", &BROADCAST_RING)
        .does("reduce-scatter by rings in each group, reduce each share between groups, gather"),
    Algorithm::reversed("reduce", "two-level-bruck", &BROADCAST_BRUCK)
        .does("reduce-scatter by shifts in each group, reduce each share between groups, gather"),
    Algorithm::reversed("reduce", "two-level-ring-two-tree", &BROADCAST_TREES)
        .does("rings in each group, up two trees between groups for each share, gather"),
    // Gather in each group, all-gather among the leaders, broadcast in each group.
    Algorithm::in_groups(
    "all-gather",
    "leaders",
    false,
    &[
        Stage::outward("gather", &GATHER).among_leaders().with(PART, WHOLE),
        Stage::between("all-gather", &BRUCK).among_leaders().with(PART, WHOLE),
        Stage::inward("broadcast", &TREE).among_leaders().with(WHOLE, WHOLE),
    ],
)
.does("gather to a leader in each group, all-gather among leaders, broadcast in each group")
.for_leaders()
.with_cost(THROUGH_LEADERS),
    ALL_GATHER_RING,
    ALL_GATHER_BRUCK,
    ALL_GATHER_RINGS,
    // Reduce the vector in each group, reduce-scatter among the leaders, scatter in each group.
    Algorithm::in_groups(
    "reduce-scatter",
    "leaders",
    false,
    &[
        Stage::outward("reduce", &SUM_TREE).among_leaders().with(WHOLE, WHOLE),
        Stage::between("reduce-scatter", &SUM_BRUCK).among_leaders().with(PART, WHOLE),
        Stage::inward("scatter", &SCATTER).among_leaders().with(PART, WHOLE),
    ],
)
.does("reduce to a leader in each group, reduce-scatter among leaders, scatter in each group")
.for_leaders()
.with_cost(THROUGH_LEADERS),
    Algorithm::reversed("reduce-scatter", "two-level-ring", &ALL_GATHER_RING)
        .does("rings in each group, then between equal places of the groups"),
    Algorithm::reversed("reduce-scatter", "two-level-bruck", &ALL_GATHER_BRUCK)
        .does("cyclic shifts in each group, then between equal places of the groups"),
    Algorithm::reversed("reduce-scatter", "multi-ring", &ALL_GATHER_RINGS)
        .does("a ring for each rail, all at once, with its part of every block"),
    // Reduce in each group, exchange among the leaders, broadcast in each group.
    Algorithm::in_groups(
    "all-reduce",
    "leaders",
    false,
    &[
        Stage::outward("reduce", &SUM_TREE).among_leaders().with(WHOLE, WHOLE),
        Stage::between("all-reduce", &DOUBLING).among_leaders(),
        Stage::inward("broadcast", &TREE).among_leaders().with(WHOLE, WHOLE),
    ],
)
.does("reduce to a leader in each group, exchange among leaders, broadcast in each group")
.for_leaders()
.with_cost(
    "2 ceil(log2 G) ({in} + m {a}) + (floor(log2 N) + 2 min(1, N - 2^floor(log2 N))) ({out} + m {b})",
),
    two_level!(
        "two-level-ring-doubling",
        [&SUM_RING, &DOUBLING, &RING],
        Cut::One,
        rings + doubling,
        "reduce-scatter and all-gather by rings in each group, recursive doubling between"
    ),
    two_level!(
        "two-level-ring-ring",
        [&SUM_RING, &all_reduce::RING_STEPS, &RING],
        Cut::Parts,
        rings + ring,
        "reduce-scatter and all-gather by rings in each group, rings between"
    ),
    two_level!(
        "two-level-ring-rabenseifner",
        [&SUM_RING, &all_reduce::RABENSEIFNER_RULE, &RING],
        Cut::Folded,
        rings + halving,
        "reduce-scatter and all-gather by rings in each group, halving and doubling between"
    ),
    two_level!(
        "two-level-bruck-doubling",
        [&SUM_BRUCK, &DOUBLING, &BRUCK],
        Cut::One,
        shifts + doubling,
        "reduce-scatter and all-gather by cyclic shifts in each group, recursive doubling between"
    ),
    two_level!(
        "two-level-bruck-ring",
        [&SUM_BRUCK, &all_reduce::RING_STEPS, &BRUCK],
        Cut::Parts,
        shifts + ring,
        "reduce-scatter and all-gather by cyclic shifts in each group, rings between"
    ),
    two_level!(
        "two-level-bruck-rabenseifner",
        [&SUM_BRUCK, &all_reduce::RABENSEIFNER_RULE, &BRUCK],
        Cut::Folded,
        shifts + halving,
        "reduce-scatter and all-gather by cyclic shifts in each group, halving and doubling between"
    ),
    Algorithm::in_groups(
    "all-reduce",
    "two-level-ring-two-tree",
    true,
    &[
        Stage::outward("reduce-scatter", &SUM_RING),
        Stage::made(Levels::Between, "all-reduce", two_tree::up_and_down),
        Stage::inward("all-gather", &RING),
    ],
)
.does("rings in each group, between groups up and down two trees for each share")
.for_shares()
.with_source(TREES_SOURCE)
.with_pieces(Pieces::Shared(Cut::Asked)),
    // A chain to the leader of each group, trees between the leaders, and a chain from each leader.
    //
    // With two leaders the chains of a piece go on while others are exchanged. The chains of more carry n pieces one step
    // apart; four leaders exchange their sums, others run `two-tree` in n pieces.
    Algorithm::made("all-reduce", "box-tree", box_tree)
.does("n pieces (--pieces): chains to leaders in groups, two trees between leaders, chains back")
.for_leaders()
.with_source("NCCL, Tree"),
    Algorithm::made("all-reduce", "multi-ring", rings_there_and_back)
        .does("a ring for each rail, all at once: reduce-scatter, then all-gather")
        .with_source(RINGS_SOURCE)
        .with_needs(RINGS)
        .with_requires(&[Requirement::OneRing])
        .with_pieces(Pieces::Rings { per_node: true }),
    // Gather in each group, exchange among the leaders, scatter in each group.
    Algorithm::in_groups(
    "all-to-all",
    "leaders",
    false,
    &[
        Stage::outward("gather", &GATHER).among_leaders().with(PART, WHOLE),
        Stage::between("all-to-all", &ROTATION).among_leaders().with(PART, PART),
        Stage::inward("scatter", &SCATTER).among_leaders().with(WHOLE, PART),
    ],
)
.does("gather to a leader in each group, all-to-all among leaders, scatter in each group")
.for_leaders(),
    // In each group to the place of the target, then between the groups.
    Algorithm::in_groups(
    "all-to-all",
    "two-level-rotation",
    false,
    &[
        Stage::outward("all-to-all", &ROTATION).with(PART, PLACE),
        Stage::between("all-to-all", &ROTATION).with(PART, PLACE),
    ],
)
.does("in each group to the target's place, then between equal places of the groups")
.with_source("NCCL, PXN")
.with_needs(SHARES)
.with_requires(SHARED)
.with_cost("(G - 1) ({in} + N m {a}) + (N - 1) ({out} + G m {b})"),
    // Signals to the leader of each group, among the leaders, and to each group.
    Algorithm::in_groups(
    "barrier",
    "leaders",
    false,
    &[
        Stage::outward("reduce", &SUM_TREE).among_leaders(),
        Stage::between("barrier", &DISSEMINATION).among_leaders(),
        Stage::inward("broadcast", &TREE).among_leaders(),
    ],
)
.does("signals to a leader in each group, among leaders, and from each leader")
.for_leaders(),
    // In each group all hear of each other, then between equal places all hear of all groups.
    Algorithm::in_groups(
    "barrier",
    "two-level-dissemination",
    false,
    &[Stage::outward("barrier", &DISSEMINATION), Stage::between("barrier", &DISSEMINATION)],
)
.does("dissemination in each group, then between equal places of the groups")
.for_shares()
.with_cost("ceil(log2 G) {in} + ceil(log2 N) {out}"),
];
