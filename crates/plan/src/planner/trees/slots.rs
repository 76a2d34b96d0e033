//! A slot of the period for each path of each tree, and the pieces that follow each other through them.
//!
//! A tree is used once a period. A link is used in a step by as many trees as it has units, and by each after what it
//! waits for. So a list of all uses is gone through step by step: of those that wait for nothing any more, the one with the
//! longest chain of later ones takes the link, if its slot of the period is free.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::packing::Path;

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

/// Gives each job its step, so that each directed link carries at most its units in each slot of a period; `None` if some
/// get none.
pub(super) fn timed(
    mut jobs: Vec<Job>,
    paths: &[Path],
    links: &[Path],
    period: usize,
) -> Option<Vec<Job>> {
    let place = links.iter().enumerate().map(|(number, link)| ([link.from, link.to], number));
    let place: HashMap<[usize; 2], usize> = place.collect();
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
