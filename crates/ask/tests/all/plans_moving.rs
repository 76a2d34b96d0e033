//! The collectives that move blocks without combining them: every algorithm on every topology is
//! valid and costs what its closed form and the published figures say.

mod all_to_all;
mod machines;
mod permute;
mod scatter_gather;
mod shift;

use std::sync::Arc;

use hockney_ask::{self as compare, How};
use hockney_base::number::Rational;
use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Steps as _};
use hockney_core::topology::Topology;
use hockney_cost::{Comparison, against, bindings_of};
use hockney_cost::{Model, Numbers, price};
use hockney_formula as formula;
use hockney_plan::planner::{self, Request, Role};

/// Steps, and words in units of m.
type Figures = (u64, Rational);

fn figures(steps: u64, words: u64) -> Figures {
    (steps, Rational::from(words))
}

fn of(name: &str, nodes: u32) -> Instance {
    Instance::new(collective(name).unwrap(), nodes)
}

/// Runs every algorithm that fits; the schedule is valid, has no empty step and costs its closed
/// form. Gives what each came to.
fn run(topology: &Topology, instance: &Instance) -> Vec<(&'static str, Figures)> {
    let (topology, instance) = (topology.clone(), instance.clone());
    let request = Request { topology, instance, ports: Ports::ONE, order: None };
    let default = planner::default_algorithm(&request).expect("there is an algorithm for all");
    let found: Vec<_> =
        planner::candidates(&request).map(|(a, _)| (a.name(), run_one(&request, a))).collect();
    // The textbook's, else the first of those with the fewest steps that are published.
    let textbook = planner::candidates(&request).find(|(_, role)| *role == Role::Textbook);
    let published = |name: &str| {
        planner::candidates(&request).any(|(a, _)| a.name() == name && !a.is_derived())
    };
    let published = found.iter().filter(|(name, _)| published(name));
    let fewest = published.min_by_key(|(_, (steps, _))| *steps).map(|(name, _)| *name);
    let taken = textbook.map(|(algorithm, _)| algorithm.name()).or(fewest);
    assert_eq!(taken, Some(default.name()), "{request:?}");
    found
}

fn run_one(request: &Request, algorithm: &planner::Algorithm) -> Figures {
    let Request { topology, instance, .. } = request;
    let what = || {
        let (by, map) = (instance.by, instance.map());
        let name = algorithm.name();
        format!("{instance:?} on {topology}, root {}, by {by}, {map:?}, {name}", instance.root)
    };
    let steps: Arc<dyn hockney_core::schedule::Steps> =
        Arc::from(planner::plan(algorithm, request).unwrap());
    let listed = Listed::of(&*steps);
    assert!(listed.0.iter().all(|step| !step.messages.is_empty()), "{}: an empty step", what());
    assert_eq!(listed.messages(), steps.messages(), "{}: messages", what());
    assert!(algorithm.at_least(request) <= listed.count(), "{}: at least", what());
    let schedule = Schedule::plain(topology.clone(), Ports::ONE, instance.clone(), steps);
    let checked = checker::check(&schedule, &Limits::default()).unwrap();
    let report = checked.report();
    assert!(report.is_valid(), "{}: {:?}", what(), report.violations.first());
    let cost = price(&schedule, &report.measures, Model::default()).cost;
    if let Some(form) = algorithm.closed_form(topology.family(), topology.sizes().len()) {
        let parsed = formula::parse(&form.formula)
            .unwrap_or_else(|e| panic!("{}: {}", form.formula, e.diagnostic().message));
        let measured = against(&parsed, &bindings_of(topology, instance), &cost)
            .unwrap_or_else(|e| panic!("{}: {}", form.formula, e.diagnostic().message));
        assert_eq!(measured.comparison, Comparison::Equal, "{}: {}", what(), form.formula);
        if let Some(book) = form.textbook {
            formula::parse(&book.formula).unwrap();
        }
    }
    (report.steps as u64, cost.t_w)
}

/// What one algorithm came to; `None` where it does not fit.
fn came_to(found: &[(&'static str, Figures)], name: &str) -> Option<Figures> {
    found.iter().find(|(other, _)| *other == name).map(|(_, figures)| figures.clone())
}

fn ceil_log2(n: u32) -> u64 {
    u64::from(n.next_power_of_two().trailing_zeros())
}

/// What is cheapest is found by what schedules come to, closed form or not.
#[test]
fn the_best_costs_least_where_costs_are_computed() {
    let given = |m: u32| Numbers {
        m: Some(Rational::from(m)),
        t_s: Some(Rational::from(10_u32)),
        t_w: Some(Rational::from(1_u32)),
        ..Numbers::default()
    };
    let best = |machine: &str, collective: &str, map: &[u64], m: u32| {
        let topology = Topology::parse(machine).unwrap();
        let instance = of(collective, topology.nodes()).with_map(map).unwrap();
        let request = Request { topology, instance, ports: Ports::ONE, order: None };
        compare::best(&request, &given(m), &How::default()).unwrap().algorithm.name()
    };
    let identity: Vec<u64> = (0..7).collect();
    assert_eq!(best("complete:7", "all-to-all", &identity, 1), "bruck");
    assert_eq!(best("complete:7", "all-to-all", &identity, 100), "rotation");
    let transposed = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
    assert_eq!(best("hypercube:16", "permute", &transposed, 1), "benes");
    let reversed: Vec<u64> = (0..9).rev().collect();
    assert_eq!(best("linear-array:9", "permute", &reversed, 1), "interval-colouring");
}

/// Cutting blocks into pieces changes no price.
#[test]
fn pieces_cost_what_whole_blocks_cost() {
    for name in ["ring:6", "torus:3x4", "hypercube:8", "node-tree:7", "complete:5"] {
        let topology = Topology::parse(name).unwrap();
        for collective in ["scatter", "gather", "all-to-all", "shift", "permute"] {
            let p = topology.nodes();
            let map: Vec<u64> = (0..u64::from(p)).rev().collect();
            let whole = of(collective, p).with_by(2).with_map(&map).unwrap();
            let cut = whole.clone().with_pieces(3).unwrap();
            // The table of optima has the pieces of each front.
            let ruled = |of| {
                let all = run(&topology, of).into_iter();
                all.filter(|(name, _)| !name.starts_with("optimal")).collect::<Vec<_>>()
            };
            assert_eq!(ruled(&whole), ruled(&cut), "{collective} on {name}");
        }
    }
}
