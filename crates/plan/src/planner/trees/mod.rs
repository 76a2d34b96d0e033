//! Trees on any links with all ports: as many as the links carry, each bringing its pieces from its root to all nodes.
//!
//! A period of some steps has as many uses of each directed link as it carries messages in them. They are divided among
//! trees, so many for each root: for broadcast one root (Edmonds 1973), for all-gather all nodes (Bérczi and Frank 2010;
//! Zhao et al. 2024). With n pieces the words are those of the lower bound times 1 + O(1/n).
//!
//! No step rule: the trees come from maximum flows.

mod net;
mod packing;
mod slots;
mod spanning;
mod switches;
mod timetable;

use super::algorithm::Str;
use super::prelude::*;
use hockney_core::schedule::Reversed;
use hockney_core::topology::Topology;
use net::{Net, Rate, repeated};
use packing::{Packing, Path};
use slots::Job;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
pub use timetable::Periods;
use timetable::Timetable;

/// What trees bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forest {
    /// Pieces of the root.
    Root,
    /// The block of each node.
    Blocks,
    /// Pieces of sums.
    Sums,
}

const NEEDS: &[Need] = &[Need::Tour("any p, any root; n pieces")];
const SOURCE: Str = "Edmonds 1973";
const SOURCE_OF_ALL: Str = "Zhao et al. 2024 (ForestColl); Berczi and Frank 2010";

/// Trees from the root that share no link; each piece takes one of them.
///
/// Cost: (h + n/k) (t_s + m t_w/n) with k trees of which the deepest takes h + 1 steps, any root, any n, with all ports.
/// Source: Edmonds 1973.
const BROADCAST: Algorithm = Algorithm::by_trees("broadcast", Forest::Root)
    .does("n pieces (--pieces) down as many trees from the root as share no link")
    .with_source(SOURCE)
    .with_needs(NEEDS);

const ALL_GATHER: Algorithm = Algorithm::by_trees("all-gather", Forest::Blocks)
    .does(
        "n pieces (--pieces) of each block down trees of all nodes, which take turns on the links",
    )
    .with_source(SOURCE_OF_ALL)
    .with_needs(NEEDS);

/// Spanning trees, each of which sums its pieces up to its middle and brings the sums down again.
const ALL_REDUCE: Algorithm = Algorithm::by_trees("all-reduce", Forest::Sums)
    .does("n pieces (--pieces) up spanning trees and down again, which take turns on the links")
    .with_source("derived here; trees by Nash-Williams 1961 and Tutte 1961")
    .with_needs(NEEDS);

pub(super) static ALGORITHMS: &[Algorithm] = &[
    BROADCAST,
    Algorithm::reversed("reduce", "trees", &BROADCAST)
        .does("n pieces (--pieces) up as many trees to the root as share no link"),
    ALL_GATHER,
    Algorithm::reversed("reduce-scatter", "trees", &ALL_GATHER).does(
        "n pieces (--pieces) of each block up trees to all nodes, which take turns on the links",
    ),
    ALL_REDUCE,
];

/// The steps of a request.
pub(super) fn steps(forest: Forest, request: &Request) -> Box<dyn Steps> {
    let fewest = plans(forest, request).into_iter().min_by_key(|steps| steps.count());
    fewest.unwrap_or_else(|| Box::new(Listed::default()))
}

/// The possible plans. Sums may go up spanning trees and down again, or up trees of all nodes and then down these.
fn plans(forest: Forest, request: &Request) -> Vec<Box<dyn Steps>> {
    let mut plans = Vec::new();
    let turned = |steps| Box::new(Reversed::new(steps, request.topology.clone()));
    for (of, timetable) in timetables(forest, request) {
        let steps = || timetable.clone().steps(request, forest == Forest::Blocks);
        plans.push(match (forest, of) {
            (Forest::Sums, Forest::Blocks) => Box::new(InTurn(vec![turned(steps()), steps()])),
            _ => steps(),
        });
    }
    plans
}

/// How many steps pieces take, in each possible plan.
pub(super) fn periods(forest: Forest, request: &Request) -> Vec<Periods> {
    let of = |(of, timetable): (Forest, Arc<Timetable>)| {
        let times = if forest == of { 1 } else { 2 };
        timetable.periods(forest == Forest::Blocks, times)
    };
    timetables(forest, request).into_iter().map(of).collect()
}

/// The timetables of a request.
fn timetables(forest: Forest, request: &Request) -> Vec<(Forest, Arc<Timetable>)> {
    let of: &[Forest] = match forest {
        Forest::Sums => &[Forest::Sums, Forest::Blocks],
        Forest::Root => &[Forest::Root],
        Forest::Blocks => &[Forest::Blocks],
    };
    let made = of.iter().filter_map(|of| Some((*of, timetable(*of, request)?)));
    made.collect()
}

type Shared = Arc<OnceLock<Option<Arc<Timetable>>>>;

/// A timetable that was made, and what for.
struct Made {
    forest: Forest,
    topology: Topology,
    root: u32,
    timetable: Shared,
}

/// The most timetables that are kept.
const MOST_KEPT: usize = 16;

/// The timetable of a request, made once.
fn timetable(forest: Forest, request: &Request) -> Option<Arc<Timetable>> {
    static MADE: Mutex<Vec<Made>> = Mutex::new(Vec::new());
    let root = if forest == Forest::Root { request.instance.root } else { 0 };
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |made: &Made| {
        (made.forest, made.root) == (forest, root)
            && made.topology.speeds() == request.topology.speeds()
            && made.topology == request.topology
    };
    let known = made.iter().find(|made| same(made)).map(|made| made.timetable.clone());
    let shared = known.unwrap_or_else(|| {
        made.truncate(MOST_KEPT - 1);
        let (topology, timetable) = (request.topology.clone(), Shared::default());
        made.insert(0, Made { forest, topology, root, timetable: timetable.clone() });
        timetable
    });
    drop(made);
    shared.get_or_init(|| make(forest, &request.topology, root).map(Arc::new)).clone()
}

fn make(forest: Forest, topology: &Topology, root: u32) -> Option<Timetable> {
    let net = Net::of(topology);
    let roots = match forest {
        _ if net.nodes == 1 => return Some(Timetable::new(&[], &[], 1, 1)),
        Forest::Sums => return summing(&net),
        Forest::Root => vec![root as usize],
        Forest::Blocks => (0..net.nodes).collect(),
    };
    let rate = net.rate(&roots)?;
    let paths = switches::paths(&net, &roots, rate);
    let trees = grown(&net, &paths, &roots, rate)?;
    timetabled(&slots::down(&trees, &paths), &paths, &net, rate)
}

/// Spanning trees. Where there are switches they are not known to be the best.
fn summing(net: &Net) -> Option<Timetable> {
    if net.vertices > net.nodes {
        return None;
    }
    let (rate, paths) = spanning::edges(net, 0);
    let trees = grown(net, &paths, &[0], rate)?;
    timetabled(&spanning::up_and_down(&trees, &paths, net), &net.links, net, rate)
}

fn grown(net: &Net, paths: &[Path], roots: &[usize], rate: Rate) -> Option<Vec<Vec<usize>>> {
    let each: Vec<usize> = paths.iter().map(|path| path.units.div_ceil(rate.period)).collect();
    Packing::new([net.nodes; 2], paths, &repeated(roots, rate.trees)).grown(&each)
}

/// Paths through switches share links, so that a period may have to be longer than the use of each link.
fn timetabled(jobs: &[Job], paths: &[Path], net: &Net, rate: Rate) -> Option<Timetable> {
    let longer = rate.period..=2 * rate.period + 2;
    longer.into_iter().find_map(|period| {
        let jobs = slots::timed(jobs.to_vec(), paths, &net.links, period)?;
        Some(Timetable::new(&jobs, paths, rate.trees, period))
    })
}
