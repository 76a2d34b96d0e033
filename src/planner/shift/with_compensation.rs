//! The textbook's three stages: along the rows, a compensating step, along the columns.
//!
//! All rows shift by q mod c; what went round the end of its row takes one column step by itself;
//! then all columns shift by floor(q/c). Each stage goes the shorter way, by unit shifts. With
//! D(x, n) = min(x, n - x) it takes D(q mod c, c) + D(floor(q/c), r) steps, and one more where a row
//! was left and there are several, of t_s + m t_w each. Dimension by dimension merges the
//! compensating step. Source: textbook, Grama et al. 2003, section 4.6.1, Figure 4.22.
//!
//! No rule: only some of the columns take the compensating step.

use crate::collective::Instance;
use crate::planner::algorithm::{Need, Requirement, Taught};
use crate::planner::{Algorithm, Textbook, grid_line};
use crate::schedule::{Step, Steps};
use crate::topology::{Feature, Topology};

/// An upper bound for a square mesh, over all q.
const SQUARE: Textbook = Textbook {
    formula: "(t_s + m t_w) (sqrt(p) + 1)",
    source: "Grama et al. 2003, section 4.6.1, an upper bound over all q",
};

pub(in crate::planner) const WITH_COMPENSATION: Algorithm =
    Algorithm::made("shift", "with-compensation", |request| {
        let of = request.instance.clone();
        let (rows, columns) = match request.topology.sizes() {
            [rows, columns] => (*rows, *columns),
            // Refused by `fits`.
            _ => (1, of.nodes),
        };
        Box::new(Messages { topology: request.topology.clone(), of, rows, columns })
    })
    .with_about(
        "unit shifts along all rows, a column step for what left its row, then along \
             all columns",
    )
    .with_source("Grama et al. 2003, section 4.6.1")
    .with_needs(&[Need::of(Feature::Sides, "two sides, any q")])
    .with_textbook(&["mesh", "torus"])
    .with_requires(&[Requirement::TwoSides])
    .with_cost(
        "(min(q mod k_2, k_2 - (q mod k_2)) + min(1, q mod k_2, k_1 - 1) \
                       + min(floor(q/k_2), k_1 - floor(q/k_2))) (t_s + m t_w)",
    )
    .with_taught(Taught::Everywhere(SQUARE));

struct Messages {
    topology: Topology,
    of: Instance,
    rows: u32,
    columns: u32,
}

impl Messages {
    /// By how much the rows shift.
    fn along(&self) -> u32 {
        self.of.by % self.columns
    }

    /// By how much the columns shift.
    fn down(&self) -> u32 {
        self.of.by / self.columns
    }

    fn compensates(&self) -> bool {
        self.along() > 0 && self.rows > 1
    }

    /// The steps of the three stages.
    fn stages(&self) -> [u32; 3] {
        let shorter = |by: u32, side: u32| by.min(side - by);
        [
            shorter(self.along(), self.columns),
            u32::from(self.compensates()),
            shorter(self.down(), self.rows),
        ]
    }

    /// All lines of a dimension shift by one, the k-th time, what `origin` says was at a position
    /// of a line at first.
    fn unit_shift(
        &self,
        step: &mut Step,
        (dimension, by, k): (usize, u32, u32),
        origin: impl Fn(u32, u32) -> u32,
    ) {
        for (number, line) in (0..).zip(self.topology.lines(dimension)) {
            let side = line.length;
            let forward = by <= side - by;
            for x in 0..side {
                let (started, to) = if forward {
                    ((x + side - k) % side, (x + 1) % side)
                } else {
                    ((x + k) % side, (x + side - 1) % side)
                };
                let blocks = self.of.blocks_of(origin(number, started));
                step.messages.push(grid_line::message(&line, (x, to), forward, blocks));
            }
        }
    }
}

impl Steps for Messages {
    fn count(&self) -> usize {
        self.stages().iter().map(|steps| *steps as usize).sum()
    }

    fn messages(&self) -> u128 {
        let [rows, compensating, columns] = self.stages().map(u128::from);
        (rows + columns) * u128::from(self.of.nodes)
            + compensating * u128::from(self.rows) * u128::from(self.along())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let k = u32::try_from(k).unwrap_or(u32::MAX);
        let [along, compensating, _] = self.stages();
        let (rows, columns) = (self.rows, self.columns);
        // Whose block is in a column after the rows have shifted, of those that began in a row.
        let from =
            |row: u32, column: u32| row * columns + (column + columns - self.along()) % columns;
        if k < along {
            let origin = |row: u32, x: u32| row * columns + x;
            self.unit_shift(step, (1, self.along(), k), origin);
        } else if k < along + compensating {
            let wrapped = self.along() as usize;
            for (column, line) in (0..).zip(self.topology.lines(0)).take(wrapped) {
                for row in 0..rows {
                    let blocks = self.of.blocks_of(from(row, column));
                    let ends = (row, (row + 1) % rows);
                    step.messages.push(grid_line::message(&line, ends, true, blocks));
                }
            }
        } else {
            let origin = |column: u32, row: u32| {
                let compensated = u32::from(column < self.along());
                from((row + rows - compensated) % rows, column)
            };
            self.unit_shift(step, (0, self.down(), k - along - compensating), origin);
        }
    }
}
