//! Trees on any links with all ports: as many as the links carry, each bringing its pieces from its root to all nodes.
//!
//! A period of some steps has as many uses of each directed link as it carries messages in them. They are divided among
//! trees, so many for each root: for broadcast one root (Edmonds 1973), for all-gather all nodes (Bérczi and Frank 2010;
//! Zhao et al. 2024). With n pieces the words are those of the lower bound times 1 + O(1/n).
//!
//! No step rule: the trees come from maximum flows.

mod net;
mod packing;
mod spanning;
mod timetable;

use super::Request;
use super::in_turn::there_and_back;
use hockney_core::schedule::{Listed, Steps};
use hockney_core::topology::Topology;
use net::{Net, Rate, repeated};
use packing::{Packing, Path};
use std::sync::{Arc, Mutex, PoisonError};
pub use timetable::Periods;
use timetable::{Job, Timetable, down, timed};

/// What trees bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forest {
    /// Pieces of the root.
    Root,
    /// The block of each node.
    Blocks,
    /// Pieces of sums, up spanning trees and down again.
    Sums,
    /// Pieces of sums, up trees to all nodes, and then down these.
    SumsOfAll,
}

/// The timetables of a request, of which the one with fewer steps is used.
fn timetables(forest: Forest, request: &Request) -> Vec<(Forest, Arc<Timetable>)> {
    let both = [Forest::Sums, Forest::SumsOfAll];
    let of = if forest == Forest::Sums { &both[..] } else { std::slice::from_ref(&forest) };
    of.iter().filter_map(|of| Some((*of, timetable(*of, request)?))).collect()
}

/// The steps of a request.
pub(super) fn steps(forest: Forest, request: &Request) -> Box<dyn Steps> {
    let plan = |(of, timetable): (Forest, Arc<Timetable>)| -> Box<dyn Steps> {
        if of == Forest::SumsOfAll {
            there_and_back(request, |request| timetable.clone().steps(request))
        } else {
            timetable.steps(request)
        }
    };
    let plans = timetables(forest, request).into_iter().map(plan);
    plans.min_by_key(|steps| steps.count()).unwrap_or_else(|| Box::new(Listed::default()))
}

/// How many steps pieces take, in each possible plan.
pub(super) fn periods(forest: Forest, request: &Request) -> Vec<Periods> {
    let times = |of| if of == Forest::SumsOfAll { 2 } else { 1 };
    let all = timetables(forest, request).into_iter();
    all.map(|(of, timetable)| timetable.periods(times(of))).collect()
}

/// A timetable that was made, and what for.
struct Made {
    forest: Forest,
    topology: Topology,
    root: u32,
    timetable: Option<Arc<Timetable>>,
}

/// The most timetables that are kept.
const MOST_KEPT: usize = 16;

/// The timetable of a request, made once.
fn timetable(forest: Forest, request: &Request) -> Option<Arc<Timetable>> {
    static MADE: Mutex<Vec<Made>> = Mutex::new(Vec::new());
    let topology = &request.topology;
    let root = if forest == Forest::Root { request.instance.root } else { 0 };
    let mut all = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |made: &&Made| {
        (made.forest, made.root) == (forest, root)
            && made.topology.speeds() == topology.speeds()
            && made.topology == *topology
    };
    if let Some(made) = all.iter().find(same) {
        return made.timetable.clone();
    }
    let timetable = make(forest, topology, root).map(Arc::new);
    all.truncate(MOST_KEPT - 1);
    let topology = topology.clone();
    all.insert(0, Made { forest, topology, root, timetable: timetable.clone() });
    timetable
}

fn make(forest: Forest, topology: &Topology, root: u32) -> Option<Timetable> {
    let net = Net::of(topology);
    let roots = match forest {
        _ if net.nodes == 1 => return Some(Timetable::new(&[], &[], 1, 1)),
        Forest::Sums => return summing(&net),
        Forest::Root => vec![root as usize],
        Forest::Blocks | Forest::SumsOfAll => (0..net.nodes).collect(),
    };
    let rate = net.rate(&roots)?;
    let paths = net.paths(&roots, rate);
    let trees = grown(&net, &paths, &roots, rate)?;
    let each = rate.trees * if forest == Forest::SumsOfAll { net.nodes } else { 1 };
    timetabled(&down(&trees, &paths), &paths, &net, [each, rate.period])
}

/// Spanning trees. Where there are switches they are not known to be the best.
fn summing(net: &Net) -> Option<Timetable> {
    if net.vertices > net.nodes {
        return None;
    }
    let root = net.middle();
    let (rate, paths) = spanning::edges(net, root);
    let trees = grown(net, &paths, &[root], rate)?;
    let jobs = spanning::up_and_down(&trees, &paths, net);
    timetabled(&jobs, &net.links, net, [rate.trees, rate.period])
}

fn grown(net: &Net, paths: &[Path], roots: &[usize], rate: Rate) -> Option<Vec<Vec<usize>>> {
    let each: Vec<usize> = paths.iter().map(|path| path.units.div_ceil(rate.period)).collect();
    Packing::new([net.nodes; 2], paths, &repeated(roots, rate.trees)).grown(&each)
}

/// Paths through switches share links, so that a period may have to be longer than the use of each link.
fn timetabled(
    jobs: &[Job],
    paths: &[Path],
    net: &Net,
    [each, period]: [usize; 2],
) -> Option<Timetable> {
    (period..=2 * period + 2).find_map(|period| {
        let jobs = timed(jobs.to_vec(), paths, &net.links, period)?;
        Some(Timetable::new(&jobs, paths, each, period))
    })
}
