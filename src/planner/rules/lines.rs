//! A rule along all lines of one dimension of a grid after another.

use super::layout::Layout;
use super::parts::Parts;
use super::{Shape, root};
use crate::collective::Blocks;
use crate::planner::Request;
use crate::planner::composed::renamed;
use crate::schedule::rule::Rule;
use crate::schedule::{Step, Steps};
use crate::topology::Line;

/// The most messages whose ranges of blocks are counted.
const MOST_COUNTED: u128 = 1 << 27;

/// The last dimension first.
pub(super) struct Lines {
    request: Request,
    /// What is done along the lines of each dimension, in the order in which they come.
    dimensions: Vec<(usize, Shape)>,
}

impl Lines {
    pub(super) fn new(rule: &Rule, request: &Request) -> Self {
        let sides = request.topology.network().sides().unwrap_or(&[]);
        let along = |(dimension, side): (usize, &u32)| {
            let shape = match rule {
                Rule::Parts(_) => Shape::Parts(Parts::of_line(*side, request)),
                _ => Shape::of(rule, *side, request, request.instance.all_blocks(), false),
            };
            (dimension, shape)
        };
        let dimensions = sides.iter().enumerate().rev().map(along).collect();
        Lines { request: request.clone(), dimensions }
    }

    /// The root, where not everyone does the same.
    fn root(&self, shape: &Shape) -> Option<u32> {
        root(&self.request).filter(|_| !shape.is_same())
    }

    /// The first of the lines through the nodes that agree with the root in all earlier coordinates,
    /// and the root's position on its line.
    fn through(&self, dimension: usize, root: u32) -> Option<(Line, u32)> {
        let first = self.request.topology.lines(dimension).next()?;
        let plane = first.stride * first.length;
        let line = Line { start: root / plane * plane, ..first };
        Some((line, root / first.stride % first.length))
    }
}

impl Steps for Lines {
    fn count(&self) -> usize {
        self.dimensions.iter().map(|(_, shape)| shape.count()).sum()
    }

    fn messages(&self) -> u128 {
        let of_dimension = |(dimension, shape): &(usize, Shape)| {
            let lines = match self.root(shape) {
                Some(root) => {
                    self.through(*dimension, root).map_or(0, |(line, _)| line.stride as usize)
                }
                None => self.request.topology.lines(*dimension).count(),
            };
            lines as u128 * shape.messages()
        };
        self.dimensions.iter().map(of_dimension).sum()
    }

    fn ranges(&self) -> Option<u128> {
        let pairs = self.request.instance.blocks() == Blocks::PerPair;
        if !pairs || self.messages() > MOST_COUNTED {
            return None;
        }
        let nodes = self.request.instance.nodes;
        let of_dimension = |(dimension, shape): &(usize, Shape)| {
            let (line, Shape::Turns(turns)) =
                (self.request.topology.lines(*dimension).next()?, shape)
            else {
                return None;
            };
            let planes = nodes / line.stride / line.length;
            let along = (0..shape.count()).map(|k| turns.ranges_along(k, &line, planes));
            Some(along.sum::<u128>() * u128::from(nodes / line.length))
        };
        self.dimensions.iter().map(of_dimension).sum()
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let mut k = k;
        for (dimension, shape) in &self.dimensions {
            if k >= shape.count() {
                k -= shape.count();
                continue;
            }
            let Some(root) = self.root(shape) else {
                for line in self.request.topology.lines(*dimension) {
                    let layout = Layout::of_line(line, 0, &self.request);
                    shape.append(&layout, k, &mut step.messages);
                }
                return;
            };
            // All these lines do the same: the messages stand in the order in which nodes are numbered.
            let Some((line, start)) = self.through(*dimension, root) else { return };
            let mut first = Vec::new();
            shape.append(&Layout::of_line(line, start, &self.request), k, &mut first);
            for message in &first {
                // The same on the lines beside it.
                let moved = |by| renamed(message.clone(), |vertex| vertex + by);
                step.messages.extend((0..line.stride).map(moved));
            }
            return;
        }
    }
}
