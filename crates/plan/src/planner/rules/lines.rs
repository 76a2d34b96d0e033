//! A rule along all lines of one dimension of a grid after another.

use super::layout::Layout;
use super::parts::Parts;
use super::{Shape, root};
use crate::planner::Request;
use crate::planner::in_turn::{InTurn, renamed};
use hockney_base::rule::Rule;
use hockney_core::collective::Blocks;
use hockney_core::schedule::{Step, Steps};
use hockney_core::topology::Line;

/// The steps along all lines of one dimension.
pub(super) struct Lines {
    request: Request,
    dimension: usize,
    shape: Shape,
    /// The root, if nodes play different roles.
    root: Option<u32>,
}

impl Lines {
    /// One dimension after another, the last first.
    pub(super) fn in_turn(rule: &Rule, request: &Request) -> InTurn {
        let sides = request.topology.network().sides().unwrap_or(&[]);
        let along = |(dimension, side): (usize, &u32)| -> Box<dyn Steps> {
            let shape = match rule {
                Rule::Parts(_) => Shape::Parts(Parts::of_line(*side, request)),
                _ => Shape::of(rule, *side, request, request.instance.all_blocks(), false),
            };
            let root = root(request).filter(|_| !shape.is_same());
            Box::new(Lines { request: request.clone(), dimension, shape, root })
        };
        InTurn(sides.iter().enumerate().rev().map(along).collect())
    }

    fn all(&self) -> impl Iterator<Item = Line> {
        self.request.topology.lines(self.dimension)
    }

    /// The first of the lines through the nodes that agree with the root in all earlier coordinates,
    /// and the root's position on its line.
    fn through(&self, root: u32) -> Option<(Line, u32)> {
        let first = self.all().next()?;
        let plane = first.stride * first.length;
        let line = Line { start: root / plane * plane, ..first };
        Some((line, root / first.stride % first.length))
    }
}

impl Steps for Lines {
    fn count(&self) -> usize {
        self.shape.count()
    }

    fn messages(&self) -> u128 {
        let lines = match self.root {
            Some(root) => self.through(root).map_or(0, |(line, _)| line.stride as usize),
            None => self.all().count(),
        };
        lines as u128 * self.shape.messages()
    }

    fn ranges(&self) -> Option<u128> {
        let Shape::Turns(turns) = &self.shape else { return None };
        let of = &self.request.instance;
        let line = self.all().next().filter(|_| of.blocks() == Blocks::PerPair)?;
        let planes = of.nodes / line.stride / line.length;
        let along = (0..self.count()).map(|k| turns.ranges_along(k, &line, planes));
        Some(along.sum::<u128>() * u128::from(of.nodes / line.length))
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let Some(root) = self.root else {
            for line in self.all() {
                let layout = Layout::of_line(line, 0, &self.request);
                self.shape.append(&layout, k, &mut step.messages);
            }
            return;
        };
        // All these lines do the same: the messages are in the order of the node numbers.
        let Some((line, start)) = self.through(root) else { return };
        let mut first = Vec::new();
        self.shape.append(&Layout::of_line(line, start, &self.request), k, &mut first);
        for message in &first {
            // The same on the neighbouring lines.
            let moved = |by| renamed(message.clone(), |vertex| vertex + by);
            step.messages.extend((0..line.stride).map(moved));
        }
    }
}
