//! Shift: node i's block goes to node i + q mod p.

use super::over_sides;
use super::permute;
use super::prelude::*;
use super::rules::{self, Layout, blocks_that_move};
use super::tour::grid_message;
use hockney_base::number::remainder;
use hockney_core::topology::Line;

/// An upper bound for a square mesh, over all q.
const SQUARE: Textbook = Textbook {
    formula: "(t_s + m t_w) (sqrt(p) + 1)",
    source: "Grama et al. 2003, section 4.6.1, an upper bound over all q",
};

/// The number of unit shifts of a line of this length, the shorter way round.
fn shorter_way(by: u32, side: u32) -> u32 {
    by.min(side - by)
}

/// The k-th unit shift of a line, the shorter way, of the block that started at a position.
fn unit_shift(
    line: &Line,
    by: u32,
    k: usize,
    origin: impl Fn(u32) -> Runs,
    out: &mut Vec<Message>,
) {
    let (side, forward) = (line.length, by <= line.length - by);
    // Below the length of the side.
    let k = remainder(k as u64, side);
    for x in 0..side {
        let (started, to) = if forward {
            ((x + side - k) % side, (x + 1) % side)
        } else {
            ((x + k) % side, (x + side - 1) % side)
        };
        out.push(grid_message(line, [x, to], forward, origin(started)));
    }
}

/// The block that a position has at the start.
const OWN: Load = Interval("0", "0");

const UNIT_SHIFTS_RULE: Rule = Turns(
    Tour,
    &[
        Turn::times(
            "q min(1, max(0, p - 2 q + 1))",
            &[Send::all(Ahead("1"), Interval("-i", "-i"))],
        ),
        Turn::times("(p - q) min(1, max(0, 2 q - p))", &[Send::all(Back("1"), Interval("i", "i"))]),
    ],
);

const DIRECT_RULE: Rule = Turns(Pairs, &[Turn::times("min(1, q)", &[Send::all(Ahead("q"), OWN)])]);

const SEQUENTIAL_RULE: Rule =
    Turns(Pairs, &[Turn::times("p min(1, q)", &[Send::one("i", Ahead("q"), OWN)])]);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    // Shifts by one, the shorter way round.
    //
    // Each step: each node sends its block to the next node, min(q, p - q) times. Cost: min(q, p - q)(t_s +
    // m t_w), any p, wherever the numbers of the nodes follow a tour (specs/lemmas.md, Lemma U): not on node
    // trees and graphs. Source: textbook, Grama et al. 2003, section 4.6.
    Algorithm::by_rule("shift", "unit-shifts", &UNIT_SHIFTS_RULE)
        .does("each node sends to the next q times, or to the previous node p - q times")
        .with_source("Grama et al. 2003, section 4.6")
        .with_needs(&[Need::Of(Feature::Numbered, "any p, any q")])
        .with_textbook(&["linear-array", "ring"])
        .with_steps("min(q, p - q)", "t_s + m t_w"),
    // Both ways round the ring at once, if that needs fewer steps than unit shifts.
    //
    // For even p and q, even origins go q forwards and odd ones p - q backwards, two hops a step: max(q, p -
    // q)/2 steps. For q = p/2, each step two pairs of opposite nodes exchange, one pair forwards and one
    // backwards: ceil(p/4) steps. Else unit shifts, min(q, p - q) steps. Each step costs t_s + m t_w. Source:
    // derived here.
    //
    // No step rule: the choice between three methods depends on p and q, and pairs that exchange are not a
    // progression.
    Algorithm::made("shift", "both-ways", |request| {
        let of = &request.instance;
        let (p, q) = (of.nodes, of.by);
        let even = p.is_multiple_of(2) && q.is_multiple_of(2);
        let unit = q.min(p - q);
        let pairs = if even { q.max(p - q) / 2 } else { u32::MAX };
        let opposite = if 2 * q == p { p.div_ceil(4) } else { u32::MAX };
        let tour = Layout::tour(request);
        if opposite < unit.min(pairs) {
            Box::new(swaps(&tour, of))
        } else if pairs < unit {
            Box::new(two_hops(&tour, of))
        } else {
            rules::steps(&UNIT_SHIFTS_RULE, request)
        }
    })
    .does("even nodes send ahead, odd ones back, two hops a step; opposite nodes directly")
    .with_source("derived here")
    .with_needs(&[Need::Of(
        Feature::ClosedRing,
        "any p, any q; unit shifts where they cost the same",
    )])
    .with_steps(STEPS, "t_s + m t_w"),
    DIMENSION_BY_DIMENSION,
    // The textbook's three stages: along the rows, a compensating step, along the columns.
    //
    // All rows shift by q mod c; what went round the end of its row takes one separate column step; then all
    // columns shift by floor(q/c). Each stage goes the shorter way, by unit shifts. With D(x, n) = min(x, n - x)
    // it takes D(q mod c, c) + D(floor(q/c), r) steps, and one more where a row was left and there are several,
    // of t_s + m t_w each. Dimension by dimension merges the compensating step. Source: textbook, Grama et al.
    // 2003, section 4.6.1, Figure 4.22.
    //
    // No step rule: only some of the columns take the compensating step.
    Algorithm::made("shift", "with-compensation", with_compensation)
        .does("unit shifts in rows, a column step for blocks that left their row, then columns")
        .with_source("Grama et al. 2003, section 4.6.1")
        .with_needs(&[Need::Of(Feature::Sides, "two sides, any q")])
        .with_textbook(&["mesh", "torus"])
        .with_requires(&[Requirement::TwoSides])
        .with_cost(
            "(min(q mod k_2, k_2 - (q mod k_2)) + min(1, q mod k_2, k_1 - 1) \
                       + min(floor(q/k_2), k_1 - floor(q/k_2))) (t_s + m t_w)",
        )
        .with_taught(Taught::Everywhere(SQUARE)),
    // Direct: each node sends to its target in one step.
    //
    // Cost: t_s + m t_w, and nothing for q = 0. Shifts cause no congestion on the E-cube routes of the
    // hypercube (specs/lemmas.md), and wherever all pairs have disjoint routes. Source: textbook, Grama et
    // al. 2003, section 4.6.2.
    Algorithm::by_rule("shift", "direct", &DIRECT_RULE)
        .does("each node sends directly to its target, in one step")
        .with_source("Grama et al. 2003, section 4.6.2")
        .with_needs(&[Need::Of(Feature::Cube, "any q"), Need::Of(Feature::Pairs, "any p, any q")])
        .with_textbook(&["hypercube"])
        .with_cost("min(1, q) (t_s + m t_w)"),
    // Interval colouring: messages whose intervals of a tour are disjoint share a step.
    //
    // As for a permutation: a shift on a machine whose nodes are not numbered along a tour is one like
    // any other. At most floor(p/2) steps each way, t_s + m t_w each; how many depends on the
    // numbering, so the cost is computed. Source: literature, interval-graph colouring.
    //
    // No step rule: the steps are the colours of intervals, as for any permutation.
    permute::INTERVAL_COLOURING.of("shift").with_needs(&[Need::Tour("any p, any q")]),
    // First fit: each block goes on its default route, in the first step in which the route is free.
    //
    // As for a permutation, the longest routes first. t_s + m t_w for each step; how many there are is
    // computed. On every connected graph. Source: derived here, greedy colouring of the graph of
    // routes that collide.
    //
    // No step rule: the step of a block depends on the routes of all earlier blocks.
    permute::FIRST_FIT
        .of("shift")
        // One step is enough if all pairs have disjoint routes.
        .with_needs(&[Need::Without(Feature::Pairs, "any p, any q")]),
    // One message in each step, on its default route.
    //
    // Cost: p (t_s + m t_w), and nothing for q = 0; on every connected graph. Source: literature, the
    // naive way.
    Algorithm::by_rule("shift", "sequential", &SEQUENTIAL_RULE)
        .does("one message in each step")
        .with_source("folklore (naive)")
        .with_needs(&[Need::Tour("any p, any q")])
        .with_cost("p min(1, q) (t_s + m t_w)")
        .with_at_least(blocks_that_move),
];

fn with_compensation(request: &Request) -> Box<dyn Steps> {
    let (topology, of) = (request.topology.clone(), request.instance.clone());
    let &[rows, columns] = topology.sizes() else {
        // Its requirements exclude this.
        return Box::new(Listed::default());
    };
    let (along, down) = (of.by % columns, of.by / columns);
    let stages =
        [shorter_way(along, columns), u32::from(along > 0 && rows > 1), shorter_way(down, rows)];
    let [first, compensating, last] = stages.map(|steps| steps as usize);
    let messages = (first + last) as u128 * u128::from(of.nodes)
        + compensating as u128 * u128::from(rows) * u128::from(along);
    // The origin of the block in a column after the rows have shifted, among those that began in a row.
    let from = move |row: u32, column: u32| row * columns + (column + columns - along) % columns;
    each_step(first + compensating + last, messages, move |k, out| {
        if k < first {
            for (row, line) in (0..).zip(topology.lines(1)) {
                unit_shift(&line, along, k, |x| of.blocks_of(row * columns + x), out);
            }
        } else if k < first + compensating {
            for (column, line) in (0..along).zip(topology.lines(0)) {
                for row in 0..rows {
                    let ends = [row, (row + 1) % rows];
                    let blocks = of.blocks_of(from(row, column));
                    out.push(grid_message(&line, ends, true, blocks));
                }
            }
        } else {
            for (column, line) in (0..).zip(topology.lines(0)) {
                let compensated = u32::from(column < along);
                let origin = |row| of.blocks_of(from((row + rows - compensated) % rows, column));
                unit_shift(&line, down, k - first - compensating, origin, out);
            }
        }
    })
}

/// Terms that do not apply are made too large to be the minimum.
const STEPS: &str = "min(q, p - q, max(q, p - q)/2 + p (p mod 2) + p (q mod 2), \
                     ceil(p/4) + p min(1, max(2 q - p, p - 2 q)))";

fn send(tour: &Layout, of: &Instance, origin: u32, [from, to]: [u32; 2], ahead: bool) -> Message {
    tour.message(from, to, ahead, Payload::Plain(of.blocks_of(origin)))
}

/// Two pairs of opposite nodes per step; a pair uses each link of its direction once.
fn swaps(tour: &Layout, of: &Instance) -> Listed {
    let half = of.nodes / 2;
    let step = |first: u32| {
        let pair = |x: u32| {
            let both = [[x, x + half], [x + half, x]];
            both.map(|ends| send(tour, of, ends[0], ends, x == first))
        };
        Step { messages: (first..half.min(first + 2)).flat_map(pair).collect() }
    };
    Listed((0..half).step_by(2).map(step).collect())
}

/// Even positions two ahead, odd ones two back; each stops at its target.
fn two_hops(tour: &Layout, of: &Instance) -> Listed {
    let (p, q) = (of.nodes, of.by);
    let step = |k: u32| {
        let message = |origin: u32| {
            let ahead = origin.is_multiple_of(2);
            let steps = if ahead { q / 2 } else { (p - q) / 2 };
            let (from, to) = if ahead {
                (origin + 2 * k, origin + 2 * k + 2)
            } else {
                (origin + 2 * p - 2 * k, origin + 2 * p - 2 * k - 2)
            };
            (k < steps).then(|| send(tour, of, origin, [from % p, to % p], ahead))
        };
        Step { messages: (0..p).filter_map(message).collect() }
    };
    Listed((0..q.max(p - q) / 2).map(step).collect())
}

/// The number of steps of dimension i, counted from 1, as a formula.
fn steps_along(i: usize, sides: usize) -> String {
    let lower = (i + 1..=sides).map(|j| format!("k_{j}")).collect::<Vec<_>>().join(" ");
    if lower.is_empty() {
        return format!("min(q mod k_{i}, k_{i} - (q mod k_{i}))");
    }
    let digit = format!("(floor(q/({lower})) mod k_{i})");
    let carried = format!("min(1, q mod ({lower}))");
    format!(
        "max(min({digit}, k_{i} - {digit}), \
         {carried} min({digit} + 1, k_{i} - {digit} - 1))"
    )
}

/// Digit by digit: along the rows by q mod c, then along the columns by the rest.
///
/// What went round the end of its row has one column step more to go; its column takes that step
/// together with the others (the textbook takes it before them). Along each dimension everyone
/// goes the shorter way, by unit shifts; columns that go different ways share steps. With digits
/// d_i of q to the sides k_i and D(x) = min(x, k_i - x), dimension i takes D(d_i) steps, or
/// D(d_i + 1) where that is more and something is carried. Each step costs t_s + m t_w. Any sides,
/// with and without wraparound. Source: derived here, from Grama et al. 2003, section 4.6.1, Figure 4.22.
///
/// No step rule: lines with a carry move differently from their neighbours.
const DIMENSION_BY_DIMENSION: Algorithm =
    Algorithm::made("shift", "dimension-by-dimension", dimension_by_dimension)
        .does("unit shifts in rows, then in columns, one more for blocks that left their row")
        .with_source("Grama et al. 2003, section 4.6.1, with the compensating shift merged")
        .with_needs(&[Need::Of(Feature::Sides, "any sides, any q")])
        .with_formula(|_, sides| {
            format!("({}) (t_s + m t_w)", over_sides(sides, |i| steps_along(i, sides)))
        })
        .with_taught(Taught::TwoSides(SQUARE))
        .with_step_costs(|_, sides| {
            Some(StepCosts::by_dimension(sides, |i| steps_along(i, sides), "t_s + m t_w"))
        });

fn dimension_by_dimension(request: &Request) -> Box<dyn Steps> {
    let (sides, q) = (request.topology.network().sides().unwrap_or(&[]), request.instance.by);
    let mut stride = 1;
    let along = |(dimension, side): (usize, &u32)| {
        let (below, side) = (stride, *side);
        stride *= side;
        Digit { dimension, side, stride: below, done: q % below, by: q / below % side }
            .steps(request)
    };
    Box::new(InTurn(sides.iter().enumerate().rev().map(along).collect()))
}

/// A shift along one dimension.
struct Digit {
    dimension: usize,
    side: u32,
    /// The distance in numbers between neighbours; the digits below it are done.
    stride: u32,
    /// The part of q that is done.
    done: u32,
    /// The distance of the shift on lines without a carry.
    by: u32,
}

impl Digit {
    fn steps(self, request: &Request) -> Box<dyn Steps> {
        let (topology, of) = (request.topology.clone(), request.instance.clone());
        let Digit { dimension, side, stride, done, by } = self;
        // The steps of lines without and with a carry.
        let shifts = [by, (by + 1) % side];
        let [apart, carried] = shifts.map(|by| shorter_way(by, side));
        let count = if done > 0 { apart.max(carried) } else { apart };
        let on_carried = u128::from(of.nodes / stride * done);
        let messages = on_carried * u128::from(carried)
            + (u128::from(of.nodes) - on_carried) * u128::from(apart);
        each_step(count as usize, messages, move |k, out| {
            for line in topology.lines(dimension) {
                // Whether the blocks on this line wrapped around in the lower digits.
                let low = line.start % stride;
                let by = shifts[usize::from(low < done)];
                if k < shorter_way(by, side) as usize {
                    let from_low = (low + stride - done) % stride;
                    let origin = |x| of.blocks_of(line.node(x) - low + from_low);
                    unit_shift(&line, by, k, origin, out);
                }
            }
        })
    }
}
