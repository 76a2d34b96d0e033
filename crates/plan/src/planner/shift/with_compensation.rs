//! The textbook's three stages: along the rows, a compensating step, along the columns.
//!
//! All rows shift by q mod c; what went round the end of its row takes one separate column step; then all
//! columns shift by floor(q/c). Each stage goes the shorter way, by unit shifts. With D(x, n) = min(x, n - x)
//! it takes D(q mod c, c) + D(floor(q/c), r) steps, and one more where a row was left and there are several,
//! of t_s + m t_w each. Dimension by dimension merges the compensating step. Source: textbook, Grama et al.
//! 2003, section 4.6.1, Figure 4.22.
//!
//! No step rule: only some of the columns take the compensating step.

use super::{SQUARE, shorter_way, unit_shift};
use crate::planner::prelude::*;
use crate::planner::tour::grid_message;

pub(in crate::planner) const WITH_COMPENSATION: Algorithm =
    Algorithm::made("shift", "with-compensation", steps)
        .does("unit shifts in rows, a column step for blocks that left their row, then columns")
        .with_source("Grama et al. 2003, section 4.6.1")
        .with_needs(&[Need::Of(Feature::Sides, "two sides, any q")])
        .with_textbook(&["mesh", "torus"])
        .with_requires(&[Requirement::TwoSides])
        .with_cost(
            "(min(q mod k_2, k_2 - (q mod k_2)) + min(1, q mod k_2, k_1 - 1) \
                       + min(floor(q/k_2), k_1 - floor(q/k_2))) (t_s + m t_w)",
        )
        .with_taught(Taught::Everywhere(SQUARE));

fn steps(request: &Request) -> Box<dyn Steps> {
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
                    let ends = (row, (row + 1) % rows);
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
