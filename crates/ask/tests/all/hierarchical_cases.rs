//! Hierarchical algorithms on boxes and on other networks with groups, with their plans.

use std::collections::BTreeSet;

use hockney_core::collective::{Instance, Parameter, Schedule, collective};
use hockney_core::topology::{Topology, family};
use hockney_plan::planner::{self, Algorithm, Request};
use hockney_plan::question::Question;

/// A hierarchical algorithm with its plan.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) request: Request,
    pub(crate) schedule: Schedule,
    /// Whether it needs no contention.
    pub(crate) is_free: bool,
}

/// The algorithms that need nested groups.
pub(crate) fn hierarchical() -> impl Iterator<Item = &'static Algorithm> {
    let runs_on = |a: &Algorithm, name: &str| a.on(family(name).unwrap()).is_some();
    planner::algorithms().filter(move |a| {
        runs_on(a, "nodes") && !["complete", "graph", "hypercube"].iter().any(|f| runs_on(a, f))
    })
}

pub(crate) fn planned(
    algorithm: &'static Algorithm,
    topology: &Topology,
    root: u32,
    pieces: u32,
) -> Option<Case> {
    let of = collective(algorithm.collective()).unwrap();
    let instance = Instance::new(of, topology.nodes()).with_root(root.into()).unwrap();
    let instance = instance.with_pieces(pieces).ok()?;
    let question = Question::of(topology.clone(), instance);
    let is_free = question.plan_by(algorithm).is_ok();
    let plan = question.plan_congested_by(algorithm).ok()?;
    let name = format!("{} {}, root {root}", algorithm.collective(), algorithm.name());
    Some(Case { name, request: plan.request().clone(), schedule: plan.schedule(), is_free })
}

/// Networks of switches with groups of two to four levels, some with a single part.
pub(crate) const OTHERS: [&str; 19] = [
    "fat-tree:2",
    "fat-tree:2:3",
    "fat-tree:4",
    "fat-tree:4:2",
    "dragonfly:1x1x3x4",
    "dragonfly:1x3x1x4",
    "dragonfly:2x2x1x3",
    "dragonfly:2x3x2x5",
    "dragonfly:3x1x1x2",
    "linear-array:4/switch:2",
    "ring:5/switch:1",
    "torus:2x3/switch:2",
    "hypercube:4/switch:3",
    "star:4/switch:2",
    "complete:5/switch:3",
    "complete:1/switch:4",
    "nodes:2x3/switch:2",
    "fat-tree:2:2/switch:2",
    "dragonfly:2x2x1x3/switch:2",
];

/// Every algorithm on boxes of at most so many nodes.
pub(crate) fn cases(most: u32) -> Vec<Case> {
    let sizes = (1..=6).flat_map(|n| (1..=6).map(move |g| (n, g)));
    let boxes = sizes.filter(|(n, g)| n * g <= most).flat_map(|(n, g)| {
        let rails = BTreeSet::from([1, 2, g, g + 1]).into_iter();
        rails.map(move |rails| Topology::parse(&format!("nodes:{n}x{g}x{rails}")).unwrap())
    });
    boxes.flat_map(|topology| on(&topology)).collect()
}

/// Every algorithm on other networks with groups.
pub(crate) fn other_cases() -> Vec<Case> {
    OTHERS.iter().flat_map(|name| on(&Topology::parse(name).unwrap())).collect()
}

/// Every algorithm with a few roots.
fn on(topology: &Topology) -> Vec<Case> {
    let mut cases = Vec::new();
    for algorithm in hierarchical() {
        let of = collective(algorithm.collective()).unwrap();
        let rooted = of.parameter() == Some(Parameter::Root);
        let p = topology.nodes();
        let roots = if rooted { BTreeSet::from([0, p / 2, p - 1]) } else { BTreeSet::from([0]) };
        // Four pieces for each place are too few for some, and many for others.
        let each = 4 * topology.network().levels()[1..].iter().map(|of| of.parts).product::<u32>();
        for (root, pieces) in
            roots.into_iter().flat_map(|root| [1, 2, each].map(|pieces| (root, pieces)))
        {
            cases.extend(planned(algorithm, topology, root, pieces));
        }
    }
    cases
}
