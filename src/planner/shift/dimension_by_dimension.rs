//! Digit by digit: along the rows by q mod c, then along the columns by the rest.
//!
//! What went round the end of its row has one column step more to go; its column takes that step
//! together with the others (the textbook takes it before them). Along each dimension everyone
//! goes the shorter way, by unit shifts; columns that go different ways share steps. With digits
//! d_i of q to the sides k_i and D(x) = min(x, k_i - x), dimension i takes D(d_i) steps, or
//! D(d_i + 1) where that is more and something is carried. Each step costs t_s + m t_w. Any sides,
//! with and without wraparound. Source: derived here, from Grama et al. 2003, section 4.6.1, Figure 4.22.
//!
//! No rule: lines on which something is carried go otherwise than their neighbours.

use crate::collective::Instance;
use crate::planner::algorithm::{Need, Taught};
use crate::planner::{Algorithm, StepCosts, Textbook, grid_line, over_sides};
use crate::schedule::{Step, Steps};
use crate::topology::{Feature, Topology};

/// An upper bound for a square mesh, over all q.
const SQUARE: Textbook = Textbook {
    formula: "(t_s + m t_w) (sqrt(p) + 1)",
    source: "Grama et al. 2003, section 4.6.1, an upper bound over all q",
};

/// How many steps dimension i of so many takes, counted from 1, as a formula.
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
    Algorithm::made("shift", "dimension-by-dimension", |request| {
        let topology = request.topology.clone();
        Box::new(Messages { topology, instance: request.instance.clone() })
    })
    .with_about("unit shifts along all rows, then along all columns, one more where a row was left")
    .with_source("Grama et al. 2003, section 4.6.1, with the compensating shift merged")
    .with_needs(&[Need::of(Feature::Sides, "any sides, any q")])
    .with_formula(|_, sides| {
        format!("({}) (t_s + m t_w)", over_sides(sides, |i| steps_along(i, sides)))
    })
    .with_taught(Taught::TwoSides(SQUARE))
    .with_step_costs(|_, sides| {
        Some(StepCosts::by_dimension(sides, |i| steps_along(i, sides), "t_s + m t_w"))
    });

struct Messages {
    topology: Topology,
    instance: Instance,
}

/// What a shift is along one dimension.
struct Digit {
    dimension: usize,
    side: u32,
    /// How far apart neighbours are numbered; below it are the digits that are done.
    stride: u32,
    /// What of q is done.
    done: u32,
    /// By how much lines shift to which nothing is carried.
    by: u32,
}

impl Digit {
    /// By how much a line shifts, with what is carried.
    fn of_line(&self, carried: bool) -> u32 {
        (self.by + u32::from(carried)) % self.side
    }

    /// How many steps that takes the shorter way.
    fn steps_of(&self, carried: bool) -> u32 {
        let by = self.of_line(carried);
        by.min(self.side - by)
    }

    fn steps(&self) -> u32 {
        let carried = if self.done > 0 { self.steps_of(true) } else { 0 };
        self.steps_of(false).max(carried)
    }
}

impl Messages {
    /// The dimensions, last first.
    fn digits(&self) -> impl Iterator<Item = Digit> {
        let sides = self.topology.network().sides().unwrap_or(&[]);
        let q = self.instance.by;
        let mut stride = 1;
        sides.iter().enumerate().rev().map(move |(dimension, side)| {
            let (below, side) = (stride, *side);
            stride *= side;
            Digit { dimension, side, stride: below, done: q % below, by: q / below % side }
        })
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.digits().map(|digit| digit.steps() as usize).sum()
    }

    fn messages(&self) -> u128 {
        let p = self.instance.nodes;
        let of_digit = |digit: Digit| {
            let carried = u128::from(p / digit.stride * digit.done);
            let others = u128::from(p) - carried;
            carried * u128::from(digit.steps_of(true)) + others * u128::from(digit.steps_of(false))
        };
        self.digits().map(of_digit).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut k = u32::try_from(k).unwrap_or(u32::MAX);
        let found = self.digits().find(|digit| {
            let here = k < digit.steps();
            k -= if here { 0 } else { digit.steps() };
            here
        });
        let Some(digit) = found else { return };
        let side = digit.side;
        for line in self.topology.lines(digit.dimension) {
            // What is on this line came to its lower digits round their end, or not.
            let low = line.start % digit.stride;
            let carried = low < digit.done;
            if k >= digit.steps_of(carried) {
                continue;
            }
            let from_low = (low + digit.stride - digit.done) % digit.stride;
            let by = digit.of_line(carried);
            let forward = by <= side - by;
            for x in 0..side {
                let (started, to) = if forward {
                    ((x + side - k) % side, (x + 1) % side)
                } else {
                    ((x + k) % side, (x + side - 1) % side)
                };
                let blocks = self.instance.blocks_of(line.node(started) - low + from_low);
                step.messages.push(grid_line::message(&line, (x, to), forward, blocks));
            }
        }
    }
}
