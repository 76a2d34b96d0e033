//! A timetable: when each tree uses each of its paths. Pieces follow each other, one on each tree in each period.

use super::packing::Path;
use super::slots::Job;
use crate::planner::Request;
use crate::planner::in_turn::each_step;
use hockney_base::number::saturated;
use hockney_core::schedule::{Message, Payload, Route, Run, Runs, Steps};
use hockney_core::topology::Vertex;
use std::sync::Arc;

/// The uses of paths in a period, for all trees.
#[derive(Debug)]
pub(in crate::planner) struct Timetable {
    /// The steps of a period.
    period: usize,
    /// The trees of each root, and all trees.
    trees: [usize; 2],
    /// The uses in each slot of the period.
    slots: Vec<Vec<Use>>,
}

/// A path that a tree uses.
#[derive(Debug)]
struct Use {
    from: Vertex,
    to: Vertex,
    via: Vec<Vertex>,
    /// The pieces of a message.
    speed: usize,
    /// The step in which it is used first.
    step: usize,
    /// The number of the root among all roots.
    root: usize,
    /// The number of the tree among those of its root, and among all.
    tree: [usize; 2],
}

/// How many steps n pieces take, where n is a multiple of the pieces of a period: `first + each n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    /// The steps of the pieces of one period.
    pub steps: usize,
    /// The steps from one period to the next.
    pub period: usize,
    /// The pieces of a block in a period.
    pub pieces: usize,
    /// The messages of the pieces of one period.
    pub messages: usize,
}

impl Timetable {
    /// Of jobs with their steps, where each root has so many trees in a row.
    pub(super) fn new(jobs: &[Job], paths: &[Path], each: usize, period: usize) -> Self {
        let trees = jobs.iter().map(|job| job.tree + 1).max().unwrap_or(0);
        let mut last = vec![0; trees];
        for job in jobs {
            last[job.tree] = last[job.tree].max(job.step);
        }
        // The first pieces take the trees that are done first.
        let mut order: Vec<usize> = (0..trees).collect();
        order.sort_by_key(|tree| (last[*tree], *tree));
        let (mut number, mut before) = (vec![[0; 2]; trees], vec![0; trees / each + 1]);
        for (place, tree) in order.into_iter().enumerate() {
            number[tree] = [before[tree / each], place];
            before[tree / each] += 1;
        }
        let mut slots: Vec<Vec<Use>> = (0..period).map(|_| Vec::new()).collect();
        for Job { tree, path, step, .. } in jobs {
            let Path { from, to, via, speed, .. } = &paths[*path];
            let via: Vec<Vertex> = via.iter().map(|switch| saturated(*switch)).collect();
            let (from, to): (Vertex, Vertex) = (saturated(*from), saturated(*to));
            let (root, tree) = (tree / each, number[*tree]);
            let of = Use { from, to, via, speed: *speed, step: *step, root, tree };
            slots[step % period].push(of);
        }
        for slot in &mut slots {
            slot.sort_by(|a, b| {
                (a.from, a.to, &a.via, a.tree[1]).cmp(&(b.from, b.to, &b.via, b.tree[1]))
            });
        }
        Timetable { period, trees: [each, trees.max(1)], slots }
    }

    fn uses(&self) -> impl Iterator<Item = &Use> {
        self.slots.iter().flatten()
    }

    /// The pieces of one period, and their steps and messages, if the trees are used so many times in turn.
    pub(super) fn periods(&self, each_root: bool, times: usize) -> Periods {
        let pieces = self.trees[usize::from(!each_root)];
        Periods {
            steps: self.steps_with_messages(pieces, each_root).len() * times,
            period: self.period * times,
            pieces,
            messages: self.uses().count() * times,
        }
    }

    /// How many of so many pieces are brought in a use: of the block of each root, or of one vector by all trees.
    fn pieces_of(&self, of: &Use, pieces: usize, each_root: bool) -> usize {
        let all = usize::from(!each_root);
        pieces.saturating_sub(of.tree[all]).div_ceil(self.trees[all])
    }

    /// The steps in which some of so many pieces move.
    fn steps_with_messages(&self, pieces: usize, each_root: bool) -> Vec<usize> {
        let last = |of: &Use| of.step + self.pieces_of(of, pieces, each_root) * self.period;
        let end = self.uses().map(last).max().unwrap_or(0);
        // How many more uses there are in a step than a period before.
        let mut more = vec![0_i64; end + 1];
        for of in self.uses() {
            more[of.step] += 1;
            more[last(of)] -= 1;
        }
        for step in self.period..=end {
            more[step] += more[step - self.period];
        }
        (0..end).filter(|step| more[*step] > 0).collect()
    }

    /// The steps of a request: pieces of the block of each root, or of one vector.
    pub(super) fn steps(self: Arc<Self>, request: &Request, each_root: bool) -> Box<dyn Steps> {
        let (network, pieces) = (request.topology.clone(), request.instance.pieces as usize);
        let steps = self.steps_with_messages(pieces, each_root);
        let mut messages =
            self.uses().map(|of| self.pieces_of(of, pieces, each_root) as u128).sum();
        if self.uses().any(|of| of.speed > 1) {
            let all =
                steps.iter().map(|step| self.messages(*step, pieces, each_root).len() as u128);
            messages = all.sum();
        }
        each_step(steps.len(), messages, move |k, out| {
            let mut scratch = Vec::new();
            for (of, blocks) in self.messages(steps[k], pieces, each_root) {
                let (from, to) = (of.from, of.to);
                let route = Route::through(network.network(), from, to, &of.via, &mut scratch);
                out.push(Message { from, to, route, payload: Payload::Plain(blocks) });
            }
        })
    }

    /// The messages of a step, with as many pieces as the links carry in the time of one.
    fn messages(&self, step: usize, pieces: usize, each_root: bool) -> Vec<(&Use, Runs)> {
        let all = usize::from(!each_root);
        let mut messages: Vec<(&Use, Runs)> = Vec::new();
        for of in &self.slots[step % self.period] {
            let Some(since) = step.checked_sub(of.step) else { continue };
            let piece = since / self.period * self.trees[all] + of.tree[all];
            if piece >= pieces {
                continue;
            }
            let block = (if each_root { of.root * pieces } else { 0 } + piece) as u64;
            let same =
                |other: &Use| (other.from, other.to) == (of.from, of.to) && other.via == of.via;
            match messages.last_mut() {
                Some((other, blocks)) if same(other) && (blocks.len() as usize) < of.speed => {
                    blocks.insert(Run { start: block, end: block + 1 });
                }
                _ => messages.push((of, Runs::one(block))),
            }
        }
        messages
    }
}
