//! Every algorithm on every topology at every small size: it does what it promises, costs what its
//! closed form says, and no less than anything can.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{self, Checked, CheckerRule, Limits};
use hockney_core::collective::{Instance, Parameter, Ports, Schedule};
use hockney_core::schedule::{Listed, Message, Step};
use hockney_core::topology::Topology;
use hockney_cost::Comparison;
use hockney_cost::{self as cost, Cost, Model};
use hockney_formula as formula;
use hockney_plan::planner::{self, Algorithm, PlanError, Request, Role};

use hockney_testing::{Effort, sweep};

fn request(algorithm: &Algorithm, topology: &Topology, root: u32, pieces: u32) -> Request {
    let collective = hockney_core::collective::collective(algorithm.collective()).unwrap();
    let instance = Instance::new(collective, topology.nodes()).with_pieces(pieces).unwrap();
    let instance = instance.with_root(u64::from(root)).unwrap();
    Request { topology: topology.clone(), instance, ports: Ports::ONE, order: None }
}

fn on(topology: &str) -> Topology {
    Topology::parse(topology).unwrap()
}

fn named(collective: &str, name: &str) -> &'static Algorithm {
    planner::algorithm(collective, name).unwrap()
}

/// The request as the algorithm takes it; `None` where the algorithm says why it does not fit.
pub(crate) fn fitted(algorithm: &Algorithm, request: &Request) -> Option<Request> {
    let Request { topology, instance, ports, .. } = request;
    let p = u64::from(topology.nodes());
    let error = match planner::fitted(algorithm, request) {
        Ok(request) => return Some(request),
        Err(error) => error,
    };
    let fits = match error {
        PlanError::NeedsAllPorts(_) | PlanError::NeedsLinks(..) => *ports != Ports::ONE,
        PlanError::NeedsPowerOfTwo(..) => p.is_power_of_two(),
        PlanError::NeedsEven(..) => p.is_multiple_of(2),
        PlanError::NeedsMultiple(_, of, _) => p.is_multiple_of(of),
        PlanError::NeedsTwoSides(_, sides) => sides == 2,
        PlanError::TooManyRows(_) => topology.sizes()[0] <= topology.sizes()[1],
        PlanError::NotAlongATour(_) => topology.network().tour_order().unwrap().is_sorted(),
        PlanError::NeedsRootZero(_, root) => root == 0,
        PlanError::SetsItsPieces(_, n) => n == instance.pieces,
        PlanError::Inclusive(_) => !instance.exclusive,
        PlanError::Exclusive(_) => instance.exclusive,
        PlanError::NoOptimum(_) => !algorithm.is_tabled(),
        _ => true,
    };
    assert!(!fits, "{topology}: {error}");
    None
}

/// Plans and checks; `None` where the algorithm does not fit.
fn planned(algorithm: &Algorithm, request: &Request) -> Option<Checked> {
    let request = fitted(algorithm, request)?;
    let schedule = Schedule::plain(
        request.topology.clone(),
        request.ports,
        request.instance.clone(),
        Arc::from(algorithm.steps(&request)),
    );
    let listed = Listed::of(&*schedule.phases[0].steps);
    let messages: usize = listed.0.iter().map(|step| step.messages.len()).sum();
    assert_eq!(schedule.messages(), messages as u128, "{}", name(algorithm, &request));
    let checked = checker::check(&schedule, &Limits::default()).unwrap();
    let is_bound = algorithm.at_least(&request) <= listed.0.len();
    assert!(is_bound || !checked.report().is_valid(), "{}", name(algorithm, &request));
    Some(checked)
}

fn name(algorithm: &Algorithm, request: &Request) -> String {
    let Request { topology, instance, .. } = request;
    let (collective, algorithm) = (algorithm.collective(), algorithm.name());
    let links = topology.network().graph_links();
    let Instance { root, pieces, .. } = instance;
    format!("{collective} by {algorithm} on {topology} {links:?}, root {root}, pieces {pieces}")
}

fn cost(checked: &Checked) -> Cost {
    cost::price(checked.schedule(), &checked.report().measures, Model::default()).cost
}

fn broken(checked: &Checked) -> BTreeSet<CheckerRule> {
    checked.report().counts.iter().filter(|(_, count)| *count > 0).map(|(rule, _)| rule).collect()
}

fn equal(formula: &str, topology: &Topology, pieces: u32, cost: &Cost) -> bool {
    let formula = formula::parse(formula).unwrap();
    hockney_cost::against(&formula, &hockney_cost::bindings(topology, None).with("n", pieces), cost)
        .unwrap()
        .comparison
        == Comparison::Equal
}

/// Whether the textbook has this size in mind: powers of two, or a square where it draws a root.
fn in_the_textbook(formula: &str, topology: &Topology) -> bool {
    let sides = topology.network().sides().unwrap_or(&[]);
    if formula == "2 (t_s log p + t_w m)" {
        // With (p - 1)/p taken as 1, which no size is.
        return false;
    }
    if formula.contains("sqrt") {
        return sides.len() == 2 && sides[0] == sides[1];
    }
    topology.nodes().is_power_of_two() && sides.iter().all(|side| side.is_power_of_two())
}

fn holds(algorithm: &Algorithm, role: Role, request: &Request) {
    let topology = &request.topology;
    let Some(checked) = planned(algorithm, request) else { return };
    let name = name(algorithm, request);
    if algorithm.is_tabled() {
        assert!(checked.report().is_valid(), "{name}");
        return; // no closed form
    }
    let form = algorithm.closed_form(topology.family(), topology.sizes().len());
    if role == Role::Counterexample {
        let shared = BTreeSet::from([
            CheckerRule::SendPort,
            CheckerRule::ReceivePort,
            CheckerRule::Congestion,
        ]);
        assert!(broken(&checked).is_subset(&shared), "{name}: {:?}", broken(&checked));
        assert_eq!(form, None, "{name}");
        return;
    }
    assert_eq!(checked.report().violations, [], "{name}");
    let cost = cost(&checked);
    let pieces = checked.schedule().phases[0].instance().pieces;
    let form = form.unwrap_or_else(|| panic!("{name} has no closed form"));
    assert!(
        equal(&form.formula, topology, pieces, &cost),
        "{name}: {cost} is not {}",
        form.formula
    );
    if let Some(textbook) = form.textbook.filter(|form| in_the_textbook(&form.formula, topology)) {
        assert!(
            equal(&textbook.formula, topology, pieces, &cost),
            "{name}: {cost}, {}",
            textbook.formula
        );
    }
    let p = topology.nodes();
    let least = if request.instance.collective.parameter() == Some(Parameter::Root) {
        (&cost.t_s, Rational::from(p.next_power_of_two().ilog2()))
    } else {
        (&cost.t_w, Rational::from(p - 1))
    };
    assert!(*least.0 >= least.1, "{name}: {cost}");
}

/// Catches a message left out, sent too early, over a busy link or of the wrong blocks; a closed
/// form that is off by one at any size; and a count of messages that is not that of the steps.
fn all_hold(effort: Effort, collective: &str) {
    let mut tried = 0;
    for topology in effort.machines() {
        for algorithm in planner::algorithms().filter(|a| a.collective() == collective) {
            let Some(usage) = algorithm.on(topology.family()) else { continue };
            let rooted = matches!(collective, "broadcast" | "reduce");
            for root in if rooted { effort.roots(topology.nodes()) } else { vec![0] } {
                for pieces in [1, 3] {
                    holds(algorithm, usage.role, &request(algorithm, &topology, root, pieces));
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > effort.of(200, 1000), "{tried}");
}

sweep! {
    fn every_broadcast_is_right(effort) {
        all_hold(effort, "broadcast");
    }
}

sweep! {
    fn every_reduce_is_right(effort) {
        all_hold(effort, "reduce");
    }
}

sweep! {
    fn every_all_gather_is_right(effort) {
        all_hold(effort, "all-gather");
    }
}

sweep! {
    fn every_reduce_scatter_is_right(effort) {
        all_hold(effort, "reduce-scatter");
    }
}

sweep! {
    /// Larger sizes, where halves that do not end together, or a depth that is off, show in the words;
    /// and a figure that is known of each.
    fn few_steps_are_enough_on_any_graph(effort) {
        let few =
            [("all-gather", "gather-exchange-broadcast"), ("reduce-scatter", "reduce-then-scatter")];
        for p in effort.thin((21..=35).chain([47, 48, 49, 63, 64, 65, 96, 97]).collect(), 6) {
            for family in ["linear-array", "ring", "complete", "node-tree", "star", "switch", "tree"] {
                for (collective, algorithm) in few {
                    let algorithm = named(collective, algorithm);
                    let request = request(algorithm, &on(&format!("{family}:{p}")), 0, 1);
                    holds(algorithm, Role::Further, &request);
                }
            }
        }
        let words = |(collective, algorithm)| {
            let algorithm = named(collective, algorithm);
            cost(&planned(algorithm, &request(algorithm, &on("tree:9"), 0, 1)).unwrap()).t_w
        };
        // Of nine nodes the halves have five and four: 4 + 5 + 3 * 9, and 4 * 9 + 8.
        assert_eq!(few.map(words), [36_u32, 44].map(Rational::from));
    }
}

sweep! {
    /// Catches a pair of collective and family with no algorithm for some size.
    fn there_is_always_an_algorithm(effort) {
        for topology in effort.machines() {
            for collective in ["broadcast", "reduce", "all-gather", "reduce-scatter"] {
                let any = planner::algorithms().find(|a| a.collective() == collective).unwrap();
                for root in 0..topology.nodes() {
                    let request = request(any, &topology, root, 1);
                    let taken = planner::default_algorithm(&request);
                    let taken = taken.unwrap_or_else(|| panic!("{collective} on {topology}"));
                    let checked = planned(taken, &request).unwrap();
                    assert_eq!(checked.report().violations, [], "{}", name(taken, &request));
                }
            }
        }
    }
}

/// The sources' mistakes stay mistakes. Catches a counterexample that has been mended.
#[test]
fn what_the_sources_show_to_be_wrong_is_refused() {
    let only = |collective, algorithm, topology: &str, rule| {
        let algorithm = named(collective, algorithm);
        let request = request(algorithm, &on(topology), 0, 1);
        let checked = planned(algorithm, &request).unwrap();
        assert_eq!(broken(&checked), BTreeSet::from([rule]), "{}", name(algorithm, &request));
    };
    for p in 4..=20 {
        let array = format!("linear-array:{p}");
        only("broadcast", "near-first-doubling", &array, CheckerRule::Congestion);
        only("reduce", "near-first-doubling", &array, CheckerRule::Congestion);
    }
    for ring in ["ring:8", "ring:16"] {
        only("all-gather", "recursive-doubling", ring, CheckerRule::Congestion);
        only("reduce-scatter", "recursive-halving", ring, CheckerRule::Congestion);
    }
    for p in [3, 4, 7, 8, 15] {
        only("broadcast", "both-children", &format!("node-tree:{p}"), CheckerRule::SendPort);
        only("reduce", "both-children", &format!("node-tree:{p}"), CheckerRule::ReceivePort);
    }
}

sweep! {
    /// With as many ports as links a node may well send to both its children.
    fn both_children_are_right_with_all_ports(effort) {
        for collective in ["broadcast", "reduce"] {
            for p in effort.sizes(20) {
                let algorithm = named(collective, "both-children");
                let mut request = request(algorithm, &on(&format!("node-tree:{p}")), 0, 1);
                request.ports = Ports::All;
                let checked = planned(algorithm, &request).unwrap();
                assert_eq!(checked.report().violations, [], "{}", name(algorithm, &request));
            }
        }
    }
}

fn permutations(of: &[u32]) -> Vec<Vec<u32>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let beginning_with = |first: &u32| {
        let rest: Vec<u32> = of.iter().copied().filter(|other| other != first).collect();
        let first = *first;
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    of.iter().flat_map(beginning_with).collect()
}

/// Step i of a binomial broadcast takes dimension `order[i]`, and so does a reduction.
#[test]
fn any_order_of_dimensions_is_right() {
    for collective in ["broadcast", "reduce"] {
        for order in permutations(&[0, 1, 2]) {
            for root in 0..8 {
                let algorithm = named(collective, "hypercube-binomial");
                let mut request = request(algorithm, &on("hypercube:8"), root, 1);
                request.order = Some(order.clone());
                let checked = planned(algorithm, &request).unwrap();
                assert_eq!(
                    checked.report().violations,
                    [],
                    "{}, {order:?}",
                    name(algorithm, &request)
                );
                let listed = Listed::of(&*checked.schedule().phases[0].steps);
                for (step, dimension) in listed.0.iter().zip(&order) {
                    for Message { from, to, .. } in &step.messages {
                        assert_eq!(from ^ to, 1 << dimension, "{collective}, {order:?}");
                    }
                }
            }
        }
    }
}

/// The messages of a step with their ways, in an order that does not depend on how it is written.
fn ways(step: &Step, topology: &Topology, backwards: bool) -> BTreeSet<Vec<u32>> {
    let way = |message: &Message| {
        let mut way = vec![message.from];
        message.via_into(topology.network(), &mut way);
        way.push(message.to);
        if backwards {
            way.reverse();
        }
        way
    };
    step.messages.iter().map(way).collect()
}

sweep! {
    /// Catches a reduction that is not its broadcast run backwards over the same links.
    fn a_reduction_is_a_broadcast_backwards(effort) {
        let pairs = [
            ("broadcast", "reduce", ["recursive-doubling", "recursive-doubling"]),
            ("broadcast", "reduce", ["dimension-by-dimension", "dimension-by-dimension"]),
            ("broadcast", "reduce", ["hypercube-binomial", "hypercube-binomial"]),
            ("broadcast", "reduce", ["leaf-halving", "leaf-halving"]),
            ("broadcast", "reduce", ["chain", "chain"]),
            ("broadcast", "reduce", ["child-by-child", "child-by-child"]),
            ("all-gather", "reduce-scatter", ["ring", "ring"]),
            ("all-gather", "reduce-scatter", ["recursive-doubling", "recursive-halving"]),
            ("all-gather", "reduce-scatter", ["neighbour-exchange", "neighbour-exchange"]),
            ("all-gather", "reduce-scatter", ["pair-flow", "pair-flow"]),
        ];
        let mut compared = 0;
        for topology in effort.machines() {
            for (spread, collect, [there, back]) in pairs {
                let (there, back) = (named(spread, there), named(collect, back));
                if there.on(topology.family()).is_none() {
                    continue;
                }
                let root = if there.name() == "child-by-child" { 0 } else { topology.nodes() / 2 };
                let Some(there) = planned(there, &request(there, &topology, root, 1)) else { continue };
                let Some(back) = planned(back, &request(back, &topology, root, 1)) else { continue };
                let listed = |checked: &Checked| Listed::of(&*checked.schedule().phases[0].steps).0;
                let there: Vec<_> =
                    listed(&there).iter().rev().map(|step| ways(step, &topology, true)).collect();
                let back: Vec<_> =
                    listed(&back).iter().map(|step| ways(step, &topology, false)).collect();
                assert_eq!(there, back, "{collect} on {topology}");
                compared += 1;
            }
        }
        assert!(compared > 500, "{compared}");
    }
}

/// Catches a collective whose algorithms nobody holds against anything: here four, the others in
/// `plans_combining.rs` and `plans_moving.rs`.
#[test]
fn every_planned_collective_has_its_test() {
    let here = ["broadcast", "reduce", "all-gather", "reduce-scatter"];
    let combining = ["all-reduce", "scan", "barrier"];
    let moving = ["scatter", "gather", "all-to-all", "shift", "permute"];
    let held: BTreeSet<&str> = here.into_iter().chain(combining).chain(moving).collect();
    let planned: BTreeSet<&str> = planner::algorithms().map(Algorithm::collective).collect();
    assert_eq!(planned, held);
}
