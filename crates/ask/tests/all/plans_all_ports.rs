//! With all ports: d rotated copies on the hypercube are valid, as cheap as published, and never
//! below the bounds; with one port they are refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_ask::{self as compare, How, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Parameter, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_cost::{Comparison, against, bindings_of};
use hockney_cost::{Model, Numbers, lower_bounds, price};
use hockney_formula as formula;
use hockney_plan::planner::{self, PlanError, Request};

fn request(kind: &str, topology: &str, root: u32) -> Request {
    let topology = Topology::parse(topology).unwrap();
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_root(u64::from(root)).unwrap();
    Request { topology, instance, ports: Ports::All, order: None }
}

/// Words in units of m, for p = 2^d.
type Words = fn(u64, u64) -> Rational;

/// The rotated copies of each collective, with their words on p = 2^d > 1 nodes.
fn rotated() -> [(&'static str, &'static str, Words); 8] {
    let one: Words = |_, _| Rational::from(1_u32);
    let root: Words = |p, d| Rational::ratio(p - 1, d).unwrap();
    let half: Words = |p, _| Rational::from(p / 2);
    [
        ("broadcast", "rotated-binomial", one),
        ("reduce", "rotated-binomial", one),
        ("scatter", "rotated-halving", root),
        ("gather", "rotated-doubling", root),
        ("all-gather", "rotated-doubling", root),
        ("reduce-scatter", "rotated-halving", root),
        ("all-reduce", "rotated-doubling", one),
        ("all-to-all", "rotated-exchange", half),
    ]
}

/// Catches a wrong piece, root, dimension or count of messages at any size, a closed form that is
/// off, and a bound that is too high.
#[test]
fn rotated_copies_do_what_they_promise() {
    for d in 0..=6_u32 {
        for (kind, name, words) in rotated() {
            let rooted = collective(kind).unwrap().parameter() == Some(Parameter::Root);
            for root in 0..if rooted { 1 << d } else { 1 } {
                let what = format!("{kind} by {name}, d = {d}, root {root}");
                let algorithm = planner::algorithm(kind, name).unwrap();
                let asked = request(kind, &format!("hypercube:{}", 1 << d), root);
                let fitted = planner::fitted(algorithm, &asked).unwrap();
                assert_eq!(fitted.instance.pieces, d.max(1), "{what}");
                let (topology, instance) = (fitted.topology.clone(), fitted.instance.clone());
                let steps = algorithm.steps(&fitted);
                let listed = Listed::of(&*steps);
                let messages: usize = listed.0.iter().map(|step| step.messages.len()).sum();
                assert_eq!(steps.messages(), messages as u128, "{what}");
                let schedule = Schedule::plain(topology, Ports::All, instance, Arc::from(steps));
                let checked = checker::check(&schedule, &Limits::default()).unwrap();
                let report = checked.report();
                assert_eq!(report.violations, [], "{what}");
                let cost = price(&schedule, &report.measures, Model::default()).cost;
                let most = if d == 0 { Rational::zero() } else { words(1 << d, u64::from(d)) };
                assert_eq!((&cost.t_s, &cost.t_w), (&Rational::from(d), &most), "{what}");
                // One link a message.
                assert_eq!(cost.t_h, Rational::from(d), "{what}");
                let form = algorithm.closed_form(fitted.topology.family(), 1).unwrap();
                let formula = formula::parse(&form.formula).unwrap();
                let bindings = bindings_of(&fitted.topology, &fitted.instance);
                let measured = against(&formula, &bindings, &cost).unwrap();
                assert_eq!(measured.comparison, Comparison::Equal, "{what}");
                let least = lower_bounds(&asked.topology, &asked.instance, Ports::All);
                assert!(least.steps.value <= cost.t_s && least.words.value <= cost.t_w, "{what}");
            }
        }
    }
}

/// In these the words are the fewest that there can be.
#[test]
fn some_reach_the_bound() {
    for kind in ["scatter", "gather", "all-gather", "reduce-scatter", "all-to-all"] {
        for p in [2, 4, 8, 16, 32] {
            let request = request(kind, &format!("hypercube:{p}"), 0);
            let ranking = ranking(&request, &Numbers::default(), &How::default());
            let row = ranking.rows.iter().find(|row| row.algorithm.name().starts_with("rotated"));
            assert_eq!(row.unwrap().cost.t_w, ranking.bounds.words.value, "{kind} among {p}");
        }
    }
}

#[test]
fn one_port_is_too_few_and_said_so() {
    for (kind, name, _) in rotated() {
        let mut request = request(kind, "hypercube:8", 0);
        let algorithm = planner::algorithm(kind, name).unwrap();
        assert!(planner::candidates(&request).any(|(a, _)| a.name() == name), "{kind}");
        request.ports = Ports::ONE;
        assert!(planner::candidates(&request).all(|(a, _)| a.name() != name), "{kind}");
        let error = planner::fitted(algorithm, &request).unwrap_err();
        assert_eq!(error, PlanError::NeedsAllPorts(name));
        assert_eq!(
            error.to_string(),
            format!("{name} uses all ports of a node at once: it needs --ports all")
        );
        request.ports = Ports::All;
        request.topology = Topology::parse("ring:8").unwrap();
        let error = planner::fitted(algorithm, &request).unwrap_err();
        assert_eq!(error, PlanError::NotOnFamily { algorithm: name, family: "ring" });
    }
}

/// Catches a bound for all ports that is too high for anything that can be planned, and a one-port
/// algorithm that all ports take away.
#[test]
fn nothing_goes_below_the_bounds() {
    let machines = [
        "linear-array:5",
        "ring:6",
        "ring:7",
        "mesh:3x4",
        "torus:4x4",
        "torus:2x3x3",
        "hypercube:8",
        "hypercube:16",
        "tree:6",
        "node-tree:7",
        "star:5",
        "switch:5",
        "complete:6",
    ];
    let mut priced = 0;
    for machine in machines {
        for of in hockney_core::collective::COLLECTIVES {
            let plain = request(of.name(), machine, 0);
            let p = plain.instance.nodes;
            let one = |instance: Instance| Request { instance, ..plain.clone() };
            let requests: Vec<Request> = match of.parameter() {
                Some(Parameter::Root) => {
                    (0..p).map(|root| request(of.name(), machine, root)).collect()
                }
                Some(Parameter::By) => {
                    (0..i64::from(p)).map(|q| one(plain.instance.clone().with_by(q))).collect()
                }
                Some(Parameter::Map) => {
                    let back: Vec<u64> = (0..u64::from(p)).rev().collect();
                    let mut swap: Vec<u64> = (0..u64::from(p)).collect();
                    swap.swap(0, 1);
                    let map = |map: &[u64]| one(plain.instance.clone().with_map(map).unwrap());
                    vec![map(&back), map(&swap)]
                }
                Some(Parameter::Exclusive) => {
                    vec![plain.clone(), one(plain.instance.clone().with_exclusive(true))]
                }
                None => vec![plain.clone()],
            };
            for request in requests {
                let found = ranking(&request, &Numbers::default(), &How::default());
                assert_eq!(found.unpriced, []);
                for row in &found.rows {
                    let (name, bounds) = (row.algorithm.name(), &*found.bounds);
                    let what = format!("{} by {name} on {machine}", of.name());
                    assert!(row.cost.t_s >= bounds.steps.value, "{what}: {} {bounds:?}", row.cost);
                    assert!(row.cost.t_w >= bounds.words.value, "{what}: {} {bounds:?}", row.cost);
                    crate::compare::keeps_the_joint_bounds(&found, row);
                    priced += 1;
                }
                // The table of optima has a front for each port model; it names algorithms that are not listed.
                let listed = |name: &&str| {
                    planner::algorithms().any(|one| {
                        one.collective() == of.name() && one.name() == *name && !one.is_tabled()
                    })
                };
                let named = |rows: &[compare::Ranked]| -> BTreeSet<&str> {
                    rows.iter().map(|row| row.algorithm.name()).filter(listed).collect()
                };
                let one = Request { ports: Ports::ONE, ..request.clone() };
                let with_one = ranking(&one, &Numbers::default(), &How::default());
                assert!(named(&with_one.rows).is_subset(&named(&found.rows)), "{machine}");
            }
        }
    }
    assert!(priced > 1000, "{priced}");
}
