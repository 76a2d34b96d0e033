//! Pair flow and neighbour exchange at sizes beyond those of every machine, and what is said of
//! rings whose nodes make no pairs.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Message, Step};
use hockney_core::topology::Topology;
use hockney_cost::Comparison;
use hockney_cost::{self as cost, Model};
use hockney_formula as formula;
use hockney_plan::planner::{self, Algorithm, Request};

fn request(kind: &str, topology: &str) -> Request {
    let topology = Topology::parse(topology).unwrap();
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    Request { topology, instance, ports: Ports::ONE, order: None }
}

fn named(kind: &str, name: &str) -> &'static Algorithm {
    planner::algorithm(kind, name).unwrap()
}

/// The steps and words of a valid plan that is priced as its closed form says.
fn came_to(kind: &str, name: &str, topology: &str, pieces: u32) -> (Rational, Rational) {
    let algorithm = named(kind, name);
    let mut request = request(kind, topology);
    request.instance.pieces = pieces;
    let request = planner::fitted(algorithm, &request).unwrap();
    let steps = Arc::from(algorithm.steps(&request));
    let schedule = Schedule::plain(request.topology.clone(), Ports::ONE, request.instance, steps);
    let checked = checker::check(&schedule, &Limits::default()).unwrap();
    let what = format!("{kind} by {name} on {topology}");
    assert_eq!(checked.report().violations, [], "{what}");
    let model = Model::default();
    let cost = cost::price(checked.schedule(), &checked.report().measures, model).cost;
    let cost = cost.without_hops();
    let on = &request.topology;
    let form = algorithm.closed_form(on.family(), on.sizes().len()).unwrap().formula;
    let bindings = hockney_cost::bindings(on, None).with("n", pieces);
    let found = hockney_cost::against(&formula::parse(&form).unwrap(), &bindings, &cost).unwrap();
    assert_eq!(found.comparison, Comparison::Equal, "{what}: {cost} is not {form}");
    (cost.t_s, cost.t_w)
}

/// Known figures: pair flow along an even line, the ring algorithm along an odd one.
fn pf(k: u32) -> u32 {
    if k >= 4 && k.is_multiple_of(2) { 2 + (k - 2).div_ceil(4) } else { k - 1 }
}

/// The same along a side of a torus, where neighbour exchange does with two steps on four nodes.
fn side(k: u32) -> u32 {
    if k == 4 { 2 } else { pf(k) }
}

/// `words` of p parts, of m/p words each.
fn shares(steps: u32, words: u32, p: u32) -> (Rational, Rational) {
    (Rational::from(steps), Rational::from(words).checked_div(&Rational::from(p)).unwrap())
}

/// Catches a flow that stops a pair short, or takes the wrong half of the last one, at a size
/// where it has many steps: both remainders of p modulo 4.
#[test]
fn even_rings_hold() {
    for p in (22..=42).step_by(2).chain([62, 64, 66, 94, 96, 98]) {
        let ring = format!("ring:{p}");
        for kind in ["all-gather", "reduce-scatter"] {
            let [flow, exchange] =
                ["pair-flow", "neighbour-exchange"].map(|name| came_to(kind, name, &ring, 1));
            assert_eq!(flow, shares(pf(p), (p - 1) * p, p), "{kind} on {ring}");
            assert_eq!(exchange, shares(p / 2, (p - 1) * p, p), "{kind} on {ring}");
        }
        for (name, steps) in [("pair-flow", 2 * pf(p) - 1), ("neighbour-exchange", p - 1)] {
            let found = came_to("all-reduce", name, &ring, 1);
            assert_eq!(found, shares(steps, 2 * (p - 1), p), "{name} on {ring}");
        }
    }
}

/// Catches blocks of a line's neighbours that are numbered as if the line were closed or open,
/// in any dimension, whole and in pieces, along even and odd sides.
#[test]
fn tori_with_sides_of_all_kinds_hold() {
    let grids: [&[u32]; 12] = [
        &[6, 4],
        &[4, 6],
        &[5, 8],
        &[8, 5],
        &[8, 8],
        &[7, 6],
        &[1, 10],
        &[12, 1],
        &[2, 9],
        &[4, 3, 6],
        &[6, 4, 4],
        &[2, 4, 3, 4],
    ];
    for sides in grids {
        let (p, steps) = (sides.iter().product(), sides.iter().map(|k| side(*k)).sum());
        let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
        let torus = format!("torus:{}", sides.join("x"));
        for kind in ["all-gather", "reduce-scatter"] {
            for pieces in [1, 3] {
                let found = came_to(kind, "dimension-by-dimension-pair-flow", &torus, pieces);
                assert_eq!(found, shares(steps, (p - 1) * p, p), "{kind} on {torus}");
            }
        }
        let found = came_to("all-reduce", "pair-flow-by-dimension", &torus, 1);
        assert_eq!(found, shares(2 * steps, 2 * (p - 1), p), "{torus}");
    }
}

/// A step is made by itself, also a late one of a ring that nobody draws.
#[test]
fn a_step_of_a_large_ring_is_made_by_itself() {
    for (name, steps) in [("pair-flow", 1026), ("neighbour-exchange", 2048)] {
        let algorithm = named("all-gather", name);
        let plan = planner::plan(algorithm, &request("all-gather", "ring:4096")).unwrap();
        assert_eq!((plan.count(), plan.messages()), (steps, steps as u128 * 4096));
        let mut step = Step::default();
        plan.step_into(steps - 2, &mut step);
        let mut to: Vec<u32> = step.messages.iter().map(|Message { to, .. }| *to).collect();
        to.sort_unstable();
        assert!(to.into_iter().eq(0..4096), "{name}");
    }
}

/// What is said is compared whole, under the name that was asked for.
#[test]
fn a_ring_without_pairs_is_refused_with_advice() {
    let refused = |kind, name, ring| {
        planner::fitted(named(kind, name), &request(kind, ring)).unwrap_err().to_string()
    };
    for kind in ["all-gather", "reduce-scatter"] {
        for name in ["neighbour-exchange", "pair-flow"] {
            assert_eq!(
                refused(kind, name, "ring:7"),
                format!(
                    "{name} needs an even number of nodes, not 7; \
                     the nearest are 6 and 8; ring takes any number"
                )
            );
        }
    }
    assert_eq!(
        refused("all-reduce", "pair-flow", "ring:1"),
        "pair-flow needs an even number of nodes, not 1; ring takes any number"
    );
    for kind in ["all-gather", "all-reduce"] {
        let nine = request(kind, "ring:9");
        let names: Vec<&str> = planner::candidates(&nine).map(|(a, _)| a.name()).collect();
        assert!(names.contains(&"ring"), "the advice is good");
        assert!(!names.contains(&"pair-flow") && !names.contains(&"neighbour-exchange"));
    }
}
