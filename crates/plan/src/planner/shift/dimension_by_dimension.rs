//! Digit by digit: along the rows by q mod c, then along the columns by the rest.
//!
//! What went round the end of its row has one column step more to go; its column takes that step
//! together with the others (the textbook takes it before them). Along each dimension everyone
//! goes the shorter way, by unit shifts; columns that go different ways share steps. With digits
//! d_i of q to the sides k_i and D(x) = min(x, k_i - x), dimension i takes D(d_i) steps, or
//! D(d_i + 1) where that is more and something is carried. Each step costs t_s + m t_w. Any sides,
//! with and without wraparound. Source: derived here, from Grama et al. 2003, section 4.6.1, Figure 4.22.
//!
//! No step rule: lines with a carry move differently from their neighbours.

use super::{SQUARE, shorter_way, unit_shift};
use crate::planner::over_sides;
use crate::planner::prelude::*;

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

pub(in crate::planner) const DIMENSION_BY_DIMENSION: Algorithm =
    Algorithm::made("shift", "dimension-by-dimension", steps)
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

fn steps(request: &Request) -> Box<dyn Steps> {
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
