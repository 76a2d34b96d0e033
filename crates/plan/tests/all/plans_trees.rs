//! Trees of MPI libraries at every small size: k-nomial trees to any base, and two trees at once.

use std::sync::Arc;

use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Steps};
use hockney_core::topology::Topology;
use hockney_cost::Comparison;
use hockney_cost::{self as cost, Model};
use hockney_formula as formula;
use hockney_plan::planner::{self, Algorithm, Request};

fn request(kind: &str, topology: &str, root: u32, pieces: u32) -> Request {
    let topology = Topology::parse(topology).unwrap();
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_root(root.into()).unwrap().with_pieces(pieces).unwrap();
    Request { topology, instance, ports: Ports::ONE, order: None }
}

/// The number of steps of a plan that breaks no rule, and costs what its closed form says.
fn steps(kind: &str, name: &str, topology: &str, root: u32, pieces: u32) -> usize {
    let algorithm = planner::algorithm(kind, name).unwrap();
    let request = request(kind, topology, root, pieces);
    let steps: Arc<dyn Steps> = Arc::from(planner::plan(algorithm, &request).unwrap());
    let name = format!("{kind} by {name} on {topology}, root {root}, {pieces} pieces");
    let listed = Listed::of(&*steps);
    let messages: usize = listed.0.iter().map(|step| step.messages.len()).sum();
    assert_eq!(steps.messages(), messages as u128, "{name}");
    let Request { topology, instance, ports, .. } = request;
    let schedule = Schedule::plain(topology.clone(), ports, instance, steps);
    let checked = checker::check(&schedule, &Limits::default()).unwrap();
    assert_eq!(checked.report().violations, [], "{name}");
    let cost = cost::price(&schedule, &checked.report().measures, Model::default()).cost;
    let form = algorithm.closed_form(topology.family(), 1).unwrap().formula;
    let bindings = hockney_cost::bindings(&topology, None).with("n", pieces);
    let compared =
        hockney_cost::against(&formula::parse(&form).unwrap(), &bindings, &cost).unwrap();
    assert_eq!(compared.comparison, Comparison::Equal, "{name}: {cost} is not {form}");
    checked.report().steps
}

/// Catches a digit that is sent twice or never, or a level too many, to any base at any size.
#[test]
fn trees_to_every_base_are_right() {
    for p in (1_usize..=40).chain([63, 64, 65, 80, 81, 82, 100, 125, 126]) {
        for k in [2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32, 1024] {
            let (name, topology) = (format!("knomial-{k}"), format!("complete:{p}"));
            // Level by level from the definition.
            let levels = std::iter::successors(Some(1_usize), |unit| Some(unit * k));
            let digits = |unit: usize| (k - 1).min(p.div_ceil(unit) - 1);
            let expected: usize = levels.take_while(|unit| *unit < p).map(digits).sum();
            for kind in ["broadcast", "reduce"] {
                let found = steps(kind, &name, &topology, 0, 1);
                assert_eq!(found, expected, "{kind} by {name} on {topology}");
                for root in [p / 2, p - 1] {
                    steps(kind, &name, &topology, u32::try_from(root).unwrap(), 1);
                }
            }
        }
    }
    for p in [7, 12] {
        for family in ["star", "switch"] {
            steps("broadcast", "knomial-3", &format!("{family}:{p}"), 1, 1);
        }
    }
}

/// Catches a base that is not that of the name: base 2 is the binomial tree, a large one the sequential tree.
#[test]
fn the_base_is_in_the_name() {
    let messages = |name: &str, p: u32| {
        let algorithm = planner::algorithm("broadcast", name).unwrap();
        assert_eq!(algorithm.name(), name);
        let request = request("broadcast", &format!("complete:{p}"), 0, 1);
        Listed::of(&*planner::plan(algorithm, &request).unwrap())
    };
    for p in 1..20 {
        assert_eq!(messages("knomial-2", p), messages("far-first-doubling", p));
        assert_eq!(messages("knomial-100", p).0.len(), p as usize - 1);
    }
    let receivers = |name: &str| -> Vec<u32> {
        let Listed(steps) = messages(name, 9);
        steps.iter().flat_map(|step| &step.messages).map(|message| message.to).collect()
    };
    assert_eq!(receivers("knomial-3"), [6, 3, 2, 5, 8, 1, 4, 7]);
    let same = |one: &Algorithm, other: &Algorithm| std::ptr::eq(one, other);
    let named = |kind, name: &str| planner::algorithm(kind, name);
    assert!(same(named("reduce", "knomial-5").unwrap(), named("reduce", "knomial-5").unwrap()));
    for name in ["knomial-1", "knomial-0", "knomial-03", "knomial-+3", "knomial-", "knomial-1025"] {
        assert!(named("broadcast", name).is_none(), "{name}");
    }
    assert!(named("all-gather", "knomial-3").is_none());
    assert!(named("all-gather", "rotation-3").is_none());
    let listed: Vec<&str> = planner::algorithms().map(Algorithm::name).collect();
    assert_eq!(listed.iter().filter(|name| name.starts_with("knomial")).count(), 2);
}

/// Catches a role that two trees give to the same inner node, a wrong colour, and a step too many.
#[test]
fn two_trees_are_right_for_any_number_of_pieces() {
    for p in (1..=36).chain([47, 48, 62, 63, 64, 65, 66, 100, 127, 255, 256, 257]) {
        for n in [1, 2, 3, 4, 7] {
            // A chain of three nodes is as deep as it is long.
            let depth = |p: u32| (p - 1).min((p - 1).ilog2() + (p + 1).ilog2());
            let expected = if p == 1 { 0 } else { depth(p) + n - 1 };
            let roots = (0..p).filter(|root| p < 14 || [0, p / 3, p - 1].contains(root));
            for root in roots {
                for kind in ["broadcast", "reduce"] {
                    let found = steps(kind, "two-tree", &format!("complete:{p}"), root, n);
                    assert_eq!(found, expected as usize, "{kind}: p {p}, root {root}, {n} pieces");
                }
            }
            let both = steps("all-reduce", "two-tree", &format!("switch:{p}"), 0, n);
            assert_eq!(both, 2 * expected as usize, "p {p}, {n} pieces");
        }
        steps("broadcast", "two-tree", &format!("star:{p}"), p / 2, 3);
    }
}

/// Catches trees in which a node has children twice: each has at most two, of one tree.
#[test]
fn no_node_is_inside_both_trees() {
    for p in 4_u32..200 {
        let request = request("broadcast", &format!("complete:{p}"), 0, 2);
        let algorithm = planner::algorithm("broadcast", "two-tree").unwrap();
        let mut sent: Vec<Vec<u64>> = vec![Vec::new(); p as usize];
        for step in Listed::of(&*planner::plan(algorithm, &request).unwrap()).0 {
            for message in step.messages {
                for (pieces, _) in message.payload.parts() {
                    sent[message.from as usize].extend(pieces.iter());
                }
            }
        }
        assert_eq!(sent[0], [0, 1], "p {p}");
        for (node, pieces) in sent.iter().enumerate().skip(1) {
            assert!(pieces.len() <= 2, "p {p}, node {node}: {pieces:?}");
            assert!(pieces.windows(2).all(|two| two[0] == two[1]), "p {p}, node {node}");
        }
    }
}
