//! A timetable: when each tree uses each of its paths. Pieces follow each other, one on each tree in each period.
//!
//! A tree is used once a period. A link is used in a step by as many trees as it has units, and by each after what it
//! waits for. So a list of all uses is gone through step by step: of those that wait for nothing any more, the one with the
//! longest chain of later ones takes the link, if its slot of the period is free.

use super::packing::Path;
use crate::planner::Request;
use crate::planner::in_turn::each_step;
use hockney_base::number::saturated;
use hockney_core::schedule::{Message, Payload, Route, Run, Runs, Steps};
use hockney_core::topology::Vertex;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// A path that a tree uses once a period.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The number of the tree.
    pub(super) tree: usize,
    /// The path.
    pub(super) path: usize,
    /// The jobs that wait for this one.
    pub(super) then: Vec<usize>,
    /// The number of jobs that it waits for.
    pub(super) waits: usize,
    /// The step of the first period, from 0, or of a later one.
    pub(super) step: usize,
}

/// The jobs of trees whose paths are in the order of their growth, away from the roots.
pub(super) fn down(trees: &[Vec<usize>], paths: &[Path]) -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    for (tree, grown) in trees.iter().enumerate() {
        let mut into = HashMap::new();
        for path in grown {
            let number = jobs.len();
            let before: Option<&usize> = into.get(&paths[*path].from);
            let waits = usize::from(before.is_some());
            if let Some(before) = before {
                jobs[*before].then.push(number);
            }
            into.insert(paths[*path].to, number);
            jobs.push(Job { tree, path: *path, then: Vec::new(), waits, step: 0 });
        }
    }
    jobs
}

/// The number of each directed link.
pub(super) fn by_ends(links: &[Path]) -> HashMap<[usize; 2], usize> {
    links.iter().enumerate().map(|(number, link)| ([link.from, link.to], number)).collect()
}

/// Gives each job its step, so that each directed link carries at most its units in each slot of a period; `None` if some
/// get none.
pub(super) fn timed(
    mut jobs: Vec<Job>,
    paths: &[Path],
    links: &[Path],
    period: usize,
) -> Option<Vec<Job>> {
    let place = by_ends(links);
    let routes: Vec<Vec<usize>> = paths.iter().map(|path| path.links(&place)).collect();
    let lanes = |link: &Path| vec![link.units / link.speed; period];
    let mut free: Vec<Vec<usize>> = links.iter().map(lanes).collect();
    // The units of each path in each slot. As many as its speed are one message.
    let mut used = vec![vec![0_usize; period]; paths.len()];
    let mut longest = vec![0; jobs.len()];
    // A job is after those that it waits for.
    for number in (0..jobs.len()).rev() {
        let after = jobs[number].then.iter().map(|next| longest[*next] + 1).max();
        longest[number] = after.unwrap_or(0);
    }
    let mut ready: Vec<usize> = (0..jobs.len()).filter(|job| jobs[*job].waits == 0).collect();
    let (mut step, mut idle) = (0, 0);
    while !ready.is_empty() && idle <= period {
        ready.sort_by_key(|job| (Reverse(longest[*job]), *job));
        let (mut later, mut next) = (Vec::new(), Vec::new());
        idle += 1;
        for number in ready {
            let job = &mut jobs[number];
            let route = &routes[job.path];
            let used = &mut used[job.path][step % period];
            if used.is_multiple_of(paths[job.path].speed) {
                if route.iter().any(|link| free[*link][step % period] == 0) {
                    later.push(number);
                    continue;
                }
                for link in route {
                    free[*link][step % period] -= 1;
                }
            }
            *used += 1;
            (job.step, idle) = (step, 0);
            for then in std::mem::take(&mut job.then) {
                jobs[then].waits -= 1;
                next.extend((jobs[then].waits == 0).then_some(then));
            }
        }
        later.extend(next);
        (ready, step) = (later, step + 1);
    }
    ready.is_empty().then_some(jobs)
}

impl Path {
    /// The numbers of its directed links.
    fn links(&self, place: &HashMap<[usize; 2], usize>) -> Vec<usize> {
        let inner = self.via.iter().copied();
        let all: Vec<usize> = [self.from].into_iter().chain(inner).chain([self.to]).collect();
        all.windows(2).filter_map(|pair| place.get(&[pair[0], pair[1]]).copied()).collect()
    }
}

/// The uses of paths in a period, for all trees.
#[derive(Debug)]
pub(in crate::planner) struct Timetable {
    /// The steps of a period.
    period: usize,
    /// The trees of each root, and so the pieces of a block in a period.
    each: usize,
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
    /// The number of the tree among those of its root.
    tree: usize,
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
        order.sort_by_key(|tree| (tree / each, last[*tree], *tree));
        let mut number = vec![0; trees];
        order.into_iter().enumerate().for_each(|(at, tree)| number[tree] = at % each);
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
            slot.sort_by_cached_key(|of| (of.from, of.to, of.via.clone(), of.root, of.tree));
        }
        Timetable { period, each, slots }
    }

    fn uses(&self) -> impl Iterator<Item = &Use> {
        self.slots.iter().flatten()
    }

    /// The pieces of one period, if the trees are used so many times in turn.
    pub(super) fn periods(&self, times: usize) -> Periods {
        let (steps, messages) = (self.steps_with_messages(self.each).len(), self.uses().count());
        let [steps, period, messages] = [steps, self.period, messages].map(|one| one * times);
        Periods { steps, period, pieces: self.each, messages }
    }

    /// How many of so many pieces of a block are brought in a use.
    fn pieces_of(&self, of: &Use, pieces: usize) -> usize {
        pieces.saturating_sub(of.tree).div_ceil(self.each)
    }

    /// The steps in which some of so many pieces move.
    fn steps_with_messages(&self, pieces: usize) -> Vec<usize> {
        let last = |of: &Use| of.step + self.pieces_of(of, pieces) * self.period;
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

    /// The steps of a request.
    pub(super) fn steps(self: Arc<Self>, request: &Request) -> Box<dyn Steps> {
        let (network, pieces) = (request.topology.clone(), request.instance.pieces as usize);
        let steps = self.steps_with_messages(pieces);
        let alone = || self.uses().map(|of| self.pieces_of(of, pieces) as u128).sum();
        let counted = || steps.iter().map(|at| self.messages(*at, pieces).len() as u128).sum();
        let together = self.uses().any(|of| of.speed > 1);
        let messages = if together { counted() } else { alone() };
        each_step(steps.len(), messages, move |k, out| {
            let mut scratch = Vec::new();
            for (of, blocks) in self.messages(steps[k], pieces) {
                let (from, to) = (of.from, of.to);
                let route = Route::through(network.network(), from, to, &of.via, &mut scratch);
                out.push(Message { from, to, route, payload: Payload::Plain(blocks) });
            }
        })
    }

    /// The messages of a step, with as many pieces as the links carry in the time of one.
    fn messages(&self, step: usize, pieces: usize) -> Vec<(&Use, Runs)> {
        let mut messages: Vec<(&Use, Runs)> = Vec::new();
        for of in self.slots[step % self.period].iter().filter(|of| of.step <= step) {
            let piece = (step - of.step) / self.period * self.each + of.tree;
            if piece >= pieces {
                continue;
            }
            let block = (of.root * pieces + piece) as u64;
            let same = |one: &Use| (one.from, one.to, &one.via) == (of.from, of.to, &of.via);
            match messages.last_mut() {
                Some((one, blocks)) if same(one) && blocks.len() < of.speed as u64 => {
                    blocks.insert(Run { start: block, end: block + 1 });
                }
                _ => messages.push((of, Runs::one(block))),
            }
        }
        messages
    }
}
