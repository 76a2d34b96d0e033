//! Schedules for several ports: on all small machines, from all roots, the naive checker accepts them, they cost what
//! is published, and with too few ports they are refused.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Parameter, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Steps};
use hockney_core::topology::Topology;
use hockney_cost::{Comparison, Cost, Model, against, bindings_of, lower_bounds, price};
use hockney_files::{self as document, Header, Notation};
use hockney_formula as formula;
use hockney_plan::planner::{self, PlanError, Request, fitted};

use hockney_testing::reference::{self, Outcome};

fn request(kind: &str, machine: &str, ports: Ports) -> Request {
    let topology = Topology::parse(machine).unwrap();
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    Request { topology, instance, ports, order: None }
}

/// Every root, both kinds of scan, and these numbers of pieces where any number will do.
fn variants(name: &str, plain: &Request, pieces: &[u32]) -> Vec<Request> {
    let algorithm = planner::algorithm(plain.instance.collective.name(), name).unwrap();
    let of = &plain.instance;
    let instances: Vec<Instance> = match of.collective.parameter() {
        Some(Parameter::Root) => {
            (0..of.nodes).map(|root| of.clone().with_root(root.into()).unwrap()).collect()
        }
        Some(Parameter::Exclusive) => {
            [false, true].map(|exclusive| of.clone().with_exclusive(exclusive)).to_vec()
        }
        _ => vec![of.clone()],
    };
    let pieces = if algorithm.takes_any_pieces() { pieces } else { &[1] };
    let cut = |of: Instance| pieces.iter().filter_map(move |n| of.clone().with_pieces(*n).ok());
    let request = |instance| Request { instance, ..plain.clone() };
    instances.into_iter().flat_map(cut).map(request).collect()
}

/// The cost of a schedule that both checkers accept; it is its closed form, and not below the bounds.
fn cost(name: &str, asked: &Request) -> Cost {
    let kind = asked.instance.collective.name();
    let algorithm = planner::algorithm(kind, name).unwrap();
    let of = fitted(algorithm, asked).unwrap();
    let what = format!(
        "{kind} by {name} on {}, root {}, {} pieces, {} ports",
        of.topology, of.instance.root, of.instance.pieces, of.ports
    );
    let (topology, instance) = (of.topology.clone(), of.instance.clone());
    let steps: Arc<dyn Steps> = Arc::from(algorithm.steps(&of));
    // No message more than it says.
    let messages: usize = Listed::of(&*steps).0.iter().map(|step| step.messages.len()).sum();
    assert_eq!(steps.messages(), messages as u128, "{what}");
    let schedule = Schedule::plain(topology, of.ports, instance, steps);
    let mut text = Vec::new();
    document::write(&mut text, &Header::default(), &schedule, Notation::Json).unwrap();
    match reference::judge_value(&serde_json::from_slice(&text).unwrap()) {
        Outcome::Judged(found) => assert_eq!(found.broken, BTreeSet::new(), "{what}"),
        other => panic!("{what}: {}", other.summary()),
    }
    let checked = checker::check(&schedule, &Limits::default()).unwrap();
    assert_eq!(checked.report().violations, [], "{what}");
    let cost = price(&schedule, &checked.report().measures, Model::default()).cost;
    let sides = of.topology.sizes().len();
    if let Some(form) = algorithm.closed_form(of.topology.family(), sides) {
        let form = formula::parse(&form.formula).unwrap();
        let bindings = bindings_of(&of.topology, &of.instance);
        let found = against(&form, &bindings, &cost).unwrap();
        assert_eq!(found.comparison, Comparison::Equal, "{what}");
    }
    let least = lower_bounds(&of.topology, &of.instance, of.ports);
    assert!(least.steps.value <= cost.t_s && least.words.value <= cost.t_w, "{what}");
    cost
}

/// Catches a wrong rotation, direction, share of the pieces or root.
#[test]
fn buckets_go_round_all_dimensions() {
    let rings = (3..=16).map(|p| (format!("ring:{p}"), 1, p));
    let tori = ["3x3", "4x4", "5x5", "3x3x3"];
    let tori = tori.map(|sides| {
        let sizes: Vec<u32> = sides.split('x').map(|side| side.parse().unwrap()).collect();
        (format!("torus:{sides}"), u32::try_from(sizes.len()).unwrap(), sizes[0])
    });
    for (machine, dimensions, side) in rings.chain(tori) {
        let p = side.pow(dimensions);
        let words = Rational::ratio(p - 1, 2 * dimensions).unwrap();
        let steps = Rational::from(dimensions * (side - 1));
        for kind in ["all-gather", "reduce-scatter"] {
            // On a ring two ports are all.
            for ports in [Ports::All, Ports::Limited(2 * dimensions)] {
                let cost = cost("rotated-buckets", &request(kind, &machine, ports));
                assert_eq!((&cost.t_s, &cost.t_w), (&steps, &words), "{kind} on {machine}");
            }
        }
        let both = cost("rotated-buckets", &request("all-reduce", &machine, Ports::All));
        let twice = Rational::from(2_u32);
        let share = words.checked_div(&Rational::from(p)).unwrap();
        assert_eq!((both.t_s, both.t_w), (&steps * &twice, &share * &twice), "{machine}");
    }
}

/// Catches an idle direction, and a piece that comes to the wrong node.
#[test]
fn greedy_shifts_use_all_links_of_any_torus() {
    let two = (1..=5).flat_map(|a| (1..=5).map(move |b| format!("torus:{a}x{b}")));
    let three = ["2x2x2", "2x3x4", "3x2x1", "2x3x5"].map(|sides| format!("torus:{sides}"));
    for machine in two.chain(three) {
        let of = |kind| request(kind, &machine, Ports::All);
        let (p, links) = (of("all-gather").instance.nodes, {
            let sizes = of("all-gather").topology.sizes().to_vec();
            sizes.iter().map(|side| (side - 1).min(2)).sum::<u32>().max(1)
        });
        let words = Rational::ratio(p - 1, links).unwrap();
        for kind in ["all-gather", "reduce-scatter"] {
            let cost = cost("greedy-shifts", &of(kind));
            assert_eq!(cost.t_s, Rational::from(p - 1), "{kind} on {machine}");
            assert_eq!(cost.t_w, words, "{kind} on {machine}");
        }
        let both = cost("greedy-shifts", &of("all-reduce"));
        assert_eq!(both.t_s, Rational::from(2 * (p - 1)), "{machine}");
    }
}

/// Catches a message that is too long, and a last step with too few messages.
#[test]
fn bruck_with_k_ports_takes_the_fewest_steps_and_words() {
    for (p, k) in (2..=16_u32).flat_map(|p| (2..=p.max(4)).map(move |k| (p, k))) {
        let machine = format!("complete:{p}");
        let (mut steps, mut reached) = (0_u32, 1);
        while reached < p {
            (steps, reached) = (steps + 1, reached * (k.min(p - 1) + 1));
        }
        for kind in ["all-gather", "reduce-scatter", "all-reduce", "all-to-all"] {
            let cost = cost("k-port-bruck", &request(kind, &machine, Ports::Limited(k)));
            let times = if kind == "all-reduce" { 2 } else { 1 };
            assert_eq!(cost.t_s, Rational::from(times * steps), "{kind} among {p}, {k} ports");
            let words = (p - 1).div_ceil(k);
            match kind {
                // One step brings all.
                "all-to-all" => assert!(k < p - 1 || cost.t_w == Rational::one(), "{p}, {k}"),
                "all-reduce" => assert_eq!(cost.t_w, Rational::ratio(2 * words, p).unwrap()),
                _ => assert_eq!(cost.t_w, Rational::from(words), "{kind} among {p}, {k} ports"),
            }
        }
    }
    for (p, k, steps, words) in [(9, 2, 2, 4), (100, 4, 3, 25), (64, 3, 3, 21)] {
        let machine = format!("complete:{p}");
        let cost = cost("k-port-bruck", &request("all-gather", &machine, Ports::Limited(k)));
        assert_eq!((cost.t_s, cost.t_w), (Rational::from(steps), Rational::from(words)));
    }
}

/// Catches a node that is left out.
#[test]
fn a_complete_network_needs_one_step() {
    let kinds = ["broadcast", "reduce", "scatter", "gather", "all-reduce", "scan", "barrier"];
    for (kind, p) in kinds.iter().flat_map(|kind| (1..=16_u32).map(move |p| (*kind, p))) {
        let plain = request(kind, &format!("complete:{p}"), Ports::All);
        for asked in variants("direct", &plain, &[1]) {
            let steps = Rational::from(u32::from(p > 1));
            let words = if kind == "barrier" { Rational::zero() } else { steps.clone() };
            let cost = cost("direct", &asked);
            assert_eq!((cost.t_s, cost.t_w), (steps, words), "{kind} among {p}");
        }
    }
}

/// Catches a wrong tree, a link of two trees, and a piece that waits.
#[test]
fn disjoint_trees_share_no_link() {
    for (kind, d) in
        ["broadcast", "reduce"].iter().flat_map(|kind| (0..=4_u32).map(move |d| (kind, d)))
    {
        let plain = request(kind, &format!("hypercube:{}", 1 << d), Ports::All);
        for asked in variants("disjoint-trees", &plain, &[1, 2, 3, 4, 5, 8, 13]) {
            let n = asked.instance.pieces;
            let rounds = if d == 0 { 0 } else { n.div_ceil(d) };
            let steps = rounds + if d > 1 { d } else { 0 };
            let cost = cost("disjoint-trees", &asked);
            assert_eq!(cost.t_s, Rational::from(steps), "{kind}, d = {d}, n = {n}");
            assert_eq!(cost.t_w, Rational::ratio(steps, n).unwrap(), "{kind}, d = {d}, n = {n}");
        }
    }
}

#[test]
fn halving_and_doubling_rotate() {
    for d in 0..=4_u32 {
        let asked = request("all-reduce", &format!("hypercube:{}", 1 << d), Ports::All);
        let cost = cost("rotated-halving-doubling", &asked);
        let words = Rational::ratio(2 * ((1 << d) - 1), d.max(1) << d).unwrap();
        assert_eq!((cost.t_s, cost.t_w), (Rational::from(2 * d), words), "d = {d}");
    }
}

/// Its messages share links, and so far less than those of other halvings.
#[test]
fn swing_is_valid_but_for_shared_links() {
    for (machine, name) in
        ["ring:1", "ring:2", "ring:4", "ring:8", "ring:16", "torus:4x4", "torus:2x8", "torus:2x2x4"]
            .map(|machine| (machine, "swing"))
            .into_iter()
            .chain(["ring:4", "ring:16", "torus:4x4"].map(|machine| (machine, "mirrored-swing")))
    {
        let ports = if name == "swing" { Ports::ONE } else { Ports::All };
        let algorithm = planner::algorithm("all-reduce", name).unwrap();
        let of = fitted(algorithm, &request("all-reduce", machine, ports)).unwrap();
        let steps = Arc::from(algorithm.steps(&of));
        let schedule = Schedule::plain(of.topology.clone(), ports, of.instance.clone(), steps);
        let checked = checker::check(&schedule, &Limits::default()).unwrap();
        let congested = |rule: &str| rule == "congestion";
        let rules = checked.report().violations.iter().map(|one| one.rule.name());
        assert!(rules.into_iter().all(congested), "{name} on {machine}");
        assert_eq!(schedule.steps(), 2 * of.instance.nodes.ilog2() as usize, "{name} on {machine}");
    }
}

#[test]
fn too_few_ports_are_refused() {
    let refused = |kind, name, machine, ports| {
        let algorithm = planner::algorithm(kind, name).unwrap();
        let asked = request(kind, machine, ports);
        fitted(algorithm, &asked).map(|_| ()).unwrap_err().to_string()
    };
    let all = "rotated-buckets uses all ports of a node at once: it needs --ports all";
    let buckets = |machine, ports| refused("all-gather", "rotated-buckets", machine, ports);
    assert_eq!(buckets("ring:8", Ports::ONE), all);
    assert_eq!(buckets("torus:4x4", Ports::Limited(3)), all);
    let equal =
        "rotated-buckets needs sides of one length, from 3 on; greedy-shifts takes any torus";
    for machine in ["torus:3x5", "torus:2x2", "ring:2", "torus:1x4"] {
        assert_eq!(buckets(machine, Ports::All), equal, "{machine}");
    }
    let few = |name: &str, count: u32| {
        format!(
            "{name} sends {count} or more messages of each node at once: it needs as many ports (--ports) \
             and links"
        )
    };
    for (machine, ports) in
        [("complete:8", Ports::ONE), ("switch:8", Ports::All), ("star:8", Ports::Limited(4))]
    {
        assert_eq!(refused("all-gather", "k-port-bruck", machine, ports), few("k-port-bruck", 2));
    }
    assert_eq!(refused("broadcast", "direct", "complete:8", Ports::Limited(6)), few("direct", 7));
    assert_eq!(refused("broadcast", "direct", "switch:8", Ports::All), few("direct", 7));
    let shifts = planner::algorithm("all-gather", "greedy-shifts").unwrap();
    let large = fitted(shifts, &request("all-gather", "torus:32x32", Ports::All)).unwrap_err();
    assert_eq!(large, PlanError::TooManyNodes("greedy-shifts", 512, 1024));
}
