//! Off-line routing on grids: along the columns, along the rows, along the columns again.
//!
//! First each block goes to a row such that no two of a row are for the same column; then along
//! the rows to the target's column; then along the columns to the target. An edge colouring finds
//! the rows; with more dimensions each but one comes twice. On each line what goes up and what
//! goes down share steps, coloured as intervals: at most floor(k/2) steps for a line of k, so that
//! r x c takes at most 2 floor(r/2) + floor(c/2) steps of t_s + m t_w. The order of dimensions
//! that takes fewer steps is taken; how many depends on the map, so the cost is computed. Source:
//! literature, Annexstein and Baumslag 1990, with Koenig's edge colouring.
//!
//! No step rule: an edge colouring of the map finds the intermediate nodes.

use super::edge_colouring;
use super::interval_colouring::classes;
use crate::planner::prelude::*;
use crate::planner::rules::targets;
use crate::planner::tour::grid_message;
use hockney_base::number::remainder;
use hockney_core::topology::Topology;

pub(in crate::planner) const THREE_PHASE: Algorithm =
    Algorithm::made("permute", "three-phase", |request| {
        let of = &request.instance;
        let target = targets(of);
        if (0..).zip(&target).all(|(from, to)| from == *to) {
            return Box::new(Listed::default());
        }
        let dimensions = 0..request.topology.sizes().len();
        let orders: [Vec<usize>; 2] = [dimensions.clone().collect(), dimensions.rev().collect()];
        let plans = orders.map(|order| {
            let routing = Routing { topology: &request.topology, of, order };
            routing.steps(&target)
        });
        let fewest = plans.into_iter().min_by_key(|plan| plan.0.len());
        Box::new(fewest.unwrap_or_default())
    })
    .does("along columns to rows that separate the targets, along rows, along columns")
    .with_source("Annexstein and Baumslag 1990")
    .with_needs(&[Need::Of(Feature::Sides, "any sides, any map")]);

/// A path through the dimensions: inwards in this order, and back.
struct Routing<'a> {
    topology: &'a Topology,
    of: &'a Instance,
    order: Vec<usize>,
}

impl Routing<'_> {
    fn side(&self, dimension: usize) -> u32 {
        self.topology.sizes()[dimension]
    }

    fn stride(&self, dimension: usize) -> u32 {
        self.topology.sizes()[dimension + 1..].iter().product()
    }

    fn coordinate(&self, node: u32, dimension: usize) -> u32 {
        node / self.stride(dimension) % self.side(dimension)
    }

    /// The node with one changed coordinate.
    fn moved(&self, node: u32, dimension: usize, to: u32) -> u32 {
        node - self.coordinate(node, dimension) * self.stride(dimension)
            + to * self.stride(dimension)
    }

    /// The coordinates in some dimensions as one number.
    fn number(&self, node: u32, dimensions: &[usize]) -> usize {
        dimensions.iter().fold(0, |number, dimension| {
            number * self.side(*dimension) as usize + self.coordinate(node, *dimension) as usize
        })
    }

    fn steps(&self, target: &[u32]) -> Listed {
        let mut at: Vec<u32> = (0..self.of.nodes).collect();
        let mut steps = Listed::default();
        let Some(last) = self.order.len().checked_sub(1) else { return steps };
        for level in 0..last {
            let next = self.spread(level, &at, target);
            self.phase(self.order[level], &mut at, &next, &mut steps);
        }
        for dimension in self.order.iter().rev() {
            let to = |(at, target): (&u32, &u32)| {
                self.moved(*at, *dimension, self.coordinate(*target, *dimension))
            };
            let next: Vec<u32> = at.iter().zip(target).map(to).collect();
            self.phase(*dimension, &mut at, &next, &mut steps);
        }
        steps
    }

    /// The target of each block along a dimension, such that no two blocks at one place have the same target
    /// in the inner dimensions.
    fn spread(&self, level: usize, at: &[u32], target: &[u32]) -> Vec<u32> {
        let (outer, dimension) = (&self.order[..level], self.order[level]);
        let inner = &self.order[level + 1..];
        let places = inner.iter().map(|d| self.side(*d) as usize).product();
        let boxes = outer.iter().map(|d| self.side(*d) as usize).product();
        let mut of_box = vec![Vec::new(); boxes];
        for (block, node) in at.iter().enumerate() {
            of_box[self.number(*node, outer)].push(block);
        }
        let mut next = at.to_vec();
        for blocks in of_box {
            let ends = |block: &usize| {
                (self.number(at[*block], inner), self.number(target[*block], inner))
            };
            let edges: Vec<(usize, usize)> = blocks.iter().map(ends).collect();
            let side = self.side(dimension) as usize;
            let colours = edge_colouring::colours(places, &edges, side);
            for (block, colour) in blocks.into_iter().zip(colours) {
                next[block] = self.moved(
                    at[block],
                    dimension,
                    remainder(colour as u64, self.side(dimension)),
                );
            }
        }
        next
    }

    /// The steps in which each block moves along a dimension to its next place.
    fn phase(&self, dimension: usize, at: &mut [u32], next: &[u32], steps: &mut Listed) {
        let before = steps.0.len();
        let mut block_at = vec![0; at.len()];
        for (block, node) in (0_u32..).zip(at.iter()) {
            block_at[*node as usize] = block;
        }
        for line in self.topology.lines(dimension) {
            let blocks: Vec<u32> =
                (0..line.length).map(|x| block_at[line.node(x) as usize]).collect();
            let to = |block: u32| self.coordinate(next[block as usize], dimension);
            let moves = || (0..line.length).map(|x| (x, to(blocks[x as usize])));
            for up in [true, false] {
                let moving: Vec<(u32, u32)> =
                    moves().filter(|(x, to)| if up { x < to } else { to < x }).collect();
                for (ends, class) in moving.iter().zip(classes(&moving)) {
                    let carried = self.of.blocks_of(blocks[ends.0 as usize]);
                    let message = grid_message(&line, *ends, up, carried);
                    steps.add(before + class, message);
                }
            }
        }
        at.copy_from_slice(next);
    }
}
