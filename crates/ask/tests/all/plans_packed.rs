//! Packed trees on any links: valid with any number of pieces, at the rate of the lower bound, and counted right.

use std::sync::Arc;

use hockney_ask::answer::{self, Choice};
use hockney_ask::{Cut, How, Ranked, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Parameter, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::{GraphLinks, LinkClass, LinkKind, Topology};
use hockney_cost::{ClassTimes, Model, Numbers, lower_bounds, price};
use hockney_plan::planner::{self, PlanError, Request};
use hockney_plan::question::Question;

const KINDS: [&str; 5] = ["broadcast", "reduce", "all-gather", "reduce-scatter", "all-reduce"];

fn request(kind: &str, topology: &Topology, root: u32, pieces: u32) -> Request {
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_root(root.into()).unwrap().with_pieces(pieces).unwrap();
    Request { topology: topology.clone(), instance, ports: Ports::All, order: None }
}

/// The steps and words of a plan that breaks no rule, and has as many messages as it says.
fn checked(kind: &str, topology: &Topology, root: u32, pieces: u32) -> (Rational, Rational) {
    let algorithm = planner::algorithm(kind, "trees").unwrap();
    let request = request(kind, topology, root, pieces);
    let what = format!("{kind} on {topology}, root {root}, {pieces} pieces");
    let steps = planner::plan(algorithm, &request).unwrap();
    let listed = Listed::of(&*steps);
    let messages: usize = listed.0.iter().map(|step| step.messages.len()).sum();
    assert_eq!(steps.messages(), messages as u128, "{what}");
    assert!(listed.0.iter().all(|step| !step.messages.is_empty()), "{what}: an empty step");
    let schedule =
        Schedule::plain(topology.clone(), Ports::All, request.instance, Arc::from(steps));
    let report = checker::check(&schedule, &Limits::default()).unwrap();
    assert_eq!(report.report().violations, [], "{what}");
    let cost = price(&schedule, &report.report().measures, Model::default()).cost;
    // Every step has messages of one piece.
    if topology.classes().is_empty() {
        assert_eq!(&cost.t_w * &Rational::from(pieces), cost.t_s, "{what}");
    }
    (cost.t_s, cost.t_w)
}

fn graph(nodes: u64, switches: u64, links: &[[u64; 2]]) -> Topology {
    Topology::graph(GraphLinks { nodes, switches, links: links.to_vec() }).unwrap()
}

fn petersen() -> Topology {
    let outer = (0..5).map(|i| [i, (i + 1) % 5]);
    let inner = (0..5).map(|i| [5 + i, 5 + (i + 2) % 5]);
    let links: Vec<_> = outer.chain(inner).chain((0..5).map(|i| [i, 5 + i])).collect();
    graph(10, 0, &links)
}

/// Two cliques of five, joined by one link.
fn cliques() -> Topology {
    let pairs = (0..5).flat_map(|a| (0..a).map(move |b| [a, b]));
    let links: Vec<_> = pairs.flat_map(|[a, b]| [[a, b], [a + 5, b + 5]]).chain([[4, 5]]).collect();
    graph(10, 0, &links)
}

/// Graphs whose links are drawn, some of them several times.
fn drawn(seed: u64) -> Topology {
    let (nodes, mut state) = (2 + seed % 9, seed);
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % n
    };
    let tree: Vec<_> = (1..nodes).map(|i| [i, below(i)]).collect();
    let more: Vec<_> = (0..seed % 13).map(|_| [below(nodes), below(nodes)]).collect();
    let links: Vec<_> = tree.into_iter().chain(more).filter(|[a, b]| a != b).collect();
    graph(nodes, 0, &links)
}

/// The families at small sizes.
fn families() -> Vec<Topology> {
    let sizes = (1..=9).flat_map(|p| {
        ["linear-array", "ring", "complete", "star", "node-tree"].map(|of| format!("{of}:{p}"))
    });
    let grids = [
        "mesh:2x2",
        "mesh:3x4",
        "mesh:2x3x3",
        "mesh:5x5",
        "torus:3x3",
        "torus:3x5",
        "torus:4x4",
        "torus:2x3x4",
        "torus:5x5",
    ];
    let cubes = (0..=4).map(|d| format!("hypercube:{}", 1 << d));
    sizes
        .chain(grids.map(str::to_owned))
        .chain(cubes)
        .map(|name| Topology::parse(&name).unwrap())
        .collect()
}

/// Catches a link that is used twice in a step, a tree that is used before its parent, a lost piece, and a wrong root.
#[test]
fn all_plans_are_valid() {
    let graphs = [petersen(), cliques()].into_iter().chain((0..60).map(drawn));
    for topology in families().into_iter().chain(graphs) {
        for kind in KINDS {
            let rooted = collective(kind).unwrap().parameter() == Some(Parameter::Root);
            for root in 0..if rooted { topology.nodes() } else { 1 } {
                for pieces in [1, 2, 3, 7, 20] {
                    checked(kind, &topology, root, pieces);
                }
            }
        }
    }
}

/// Catches a rate below the bound: from one period to the next a block of m words takes as long as the bound says.
#[test]
fn the_rate_is_that_of_the_bound() {
    let graphs = [petersen(), cliques()].into_iter().chain((0..60).map(drawn));
    for topology in families().into_iter().chain(graphs).filter(|topology| topology.nodes() > 1) {
        for kind in KINDS {
            let request = request(kind, &topology, 0, 1);
            let periods = planner::algorithm(kind, "trees").unwrap().periods(&request);
            let least = lower_bounds(&topology, &request.instance, Ports::All).words.value;
            let rate = |of: &planner::Periods| Rational::ratio(of.period as u64, of.pieces as u64);
            let best = periods.iter().filter_map(rate).min().unwrap();
            if kind == "all-reduce" {
                assert!(best >= least, "{kind} on {topology}: {best} is less than {least}");
            } else {
                assert_eq!(best, least, "{kind} on {topology}");
            }
        }
    }
}

/// Catches a bound on sums that trees beat, and trees that are worse than their partition.
#[test]
fn sums_take_as_many_spanning_trees_as_there_are() {
    let rates =
        [("mesh:8x8", [9, 16]), ("mesh:3x4", [11, 17]), ("ring:8", [7, 8]), ("complete:8", [1, 4])];
    let named = rates.map(|(name, rate)| (Topology::parse(name).unwrap(), rate));
    for (topology, [period, pieces]) in
        named.into_iter().chain([(petersen(), [3, 5]), (cliques(), [1, 1])])
    {
        let request = request("all-reduce", &topology, 0, 1);
        let of = planner::algorithm("all-reduce", "trees").unwrap().periods(&request)[0];
        assert_eq!([of.period, of.pieces], [period, pieces], "{topology}");
    }
}

/// Switches are taken out, and forward only. Where paths share links, a period may be longer than the bound.
#[test]
fn switches_forward_pieces() {
    let two: Vec<_> = (0..8).map(|i| [i, 8 + i / 4]).chain([[8, 9]]).collect();
    let both: Vec<_> = (0..8).flat_map(|i| [[i, 8], [i, 9]]).collect();
    let graphs =
        [graph(8, 2, &two), graph(8, 2, &both), graph(3, 1, &[[0, 3], [1, 3], [2, 3], [0, 1]])];
    let names = [
        "switch:2",
        "switch:7",
        "tree:6",
        "tree:9",
        "fat-tree:2x4/2x2",
        "nodes:2x3",
        "nodes-direct:3x2",
    ];
    let named = names.iter().filter_map(|name| Topology::parse(name).ok());
    for topology in graphs.into_iter().chain(named) {
        for kind in KINDS {
            // Paths around a switch share no link, so that the rate is that of the bound.
            let asked = request(kind, &topology, 0, 1);
            let least = lower_bounds(&topology, &asked.instance, Ports::All).words.value;
            let of = planner::algorithm(kind, "trees").unwrap().periods(&asked)[0];
            let rate = Rational::ratio(of.period as u64, of.pieces as u64).unwrap();
            let alike = topology.classes().is_empty() && kind != "all-reduce";
            assert!(!alike || rate == least, "{kind} on {topology}: {rate}, not {least}");
            for root in [0, topology.nodes() - 1] {
                for pieces in [1, 2, 5, 12] {
                    checked(kind, &topology, root, pieces);
                }
            }
        }
    }
}

/// Where a link brings twice the words in the same time, it has twice the pieces: three in two steps over a ring of four
/// whose links are fast but for one, so that 2 of 3 pieces go the fast way.
#[test]
fn fast_links_carry_more_pieces() {
    let class = |name: &str| LinkClass { name: name.to_owned(), ..LinkClass::default() };
    let kind = |class| LinkKind { class: Some(class), lanes: 1 };
    let links = GraphLinks { nodes: 4, switches: 0, links: vec![[0, 1], [1, 2], [2, 3], [3, 0]] };
    let kinds = vec![kind(0), kind(0), kind(0), kind(1)];
    let ring =
        Topology::graph_of_classes(links, vec![class("fast"), class("slow")], kinds).unwrap();
    for (speeds, rate) in [(&[1, 2, 1][..], [1, 3]), (&[], [1, 2]), (&[3, 5, 3], [1, 8])] {
        let ring = ring.clone().with_speeds(speeds);
        for kind in ["broadcast", "reduce"] {
            let of =
                planner::algorithm(kind, "trees").unwrap().periods(&request(kind, &ring, 0, 1))[0];
            assert_eq!([of.period, of.pieces], rate, "{kind}, {speeds:?}");
        }
        for kind in KINDS {
            for pieces in [1, 2, 3, 8, 30] {
                checked(kind, &ring, 0, pieces);
            }
        }
    }
    let mut numbers = Numbers::default();
    let times = |name: &str, t_w: u64| ClassTimes {
        name: name.to_owned(),
        t_w: Some(t_w.into()),
        t_h: Rational::zero(),
        rank: None,
    };
    numbers.classes = vec![times("fast", 3), times("slow", 6)];
    assert_eq!(numbers.speeds(), [1, 2, 1]);
    numbers.classes = vec![times("fast", 6), times("slow", 10)];
    assert_eq!(numbers.speeds(), [3, 5, 3]);
    numbers.classes = vec![times("fast", 6), times("slow", 6)];
    assert_eq!(numbers.speeds(), [0; 0]);
    numbers.classes = vec![times("fast", 1), times("slow", 1000)];
    assert_eq!(numbers.speeds(), [1, 64, 1]);
}

/// The count of steps in a ranking is what measuring finds, and no other number of pieces near the best is better. Trees
/// that are left out are no cheaper than the best.
#[test]
fn counted_steps_are_the_steps() {
    let numbers = |m: u64| Numbers {
        m: Some(m.into()),
        t_s: Some(Rational::from(50)),
        t_w: Some(Rational::one()),
        ..Numbers::default()
    };
    let mut left_out = 0;
    let how = |best| How { cut: Cut { best, whole_words: false }, ..How::default() };
    for topology in [petersen(), cliques(), Topology::parse("mesh:3x4").unwrap()] {
        for kind in KINDS {
            for m in [1, 60, 1000, 100_000] {
                let asked = request(kind, &topology, 0, 1);
                let found = ranking(&asked, &numbers(m), &how(true));
                let is_trees = |row: &&Ranked| row.algorithm.name() == "trees";
                let Some(row) = found.rows.iter().find(is_trees) else {
                    left_out += 1;
                    let only = How { only: vec!["trees".to_owned()], ..how(true) };
                    let alone = ranking(request(kind, &topology, 0, 1), &numbers(m), &only);
                    assert!(alone.rows[0].total >= found.rows[0].total, "{kind}, m = {m}");
                    continue;
                };
                let (steps, words) = checked(kind, &topology, 0, row.pieces);
                assert_eq!((&row.cost.t_s, &row.cost.t_w), (&steps, &words), "{kind}, m = {m}");
                for pieces in row.pieces.saturating_sub(3).max(1)..row.pieces + 3 {
                    let only = How { only: vec!["trees".to_owned()], ..how(false) };
                    let near = ranking(request(kind, &topology, 0, pieces), &numbers(m), &only);
                    let worse = near.rows[0].total >= row.total;
                    assert!(u64::from(pieces) > m || worse, "{kind}, m = {m}, {pieces}");
                }
            }
        }
    }
    assert!(left_out > 0, "{left_out}");
}

/// Catches a rate that is said to be the best and is not, and a miss without a reason.
#[test]
fn the_rate_is_said_beside_the_bound() {
    let said = |kind: &str, name: &str| {
        let question = Question::new(kind, Topology::parse(name).unwrap()).unwrap();
        let question = question.with_ports(Ports::All);
        let how = answer::How { algorithm: Choice::Named("trees"), ..answer::How::default() };
        answer::checked(question.into(), &how).unwrap().rate().unwrap()
    };
    let best = "2 pieces of a block in 11 steps: no schedule is faster";
    assert_eq!(said("all-gather", "mesh:3x4"), best);
    let missed = "1 piece of a block in 9 steps: 9/8 times the lower bound, because paths past switches share links";
    assert_eq!(said("reduce-scatter", "mesh:3x3/switch:1"), missed);
}

/// The first pieces take the trees that are done first, trees of sums hang at their middle, and of the paths that are ready
/// the one with the longest way to go is first. Catches an order that is valid, but slow.
#[test]
fn few_pieces_take_few_steps() {
    for (kind, name, pieces, steps) in [
        ("broadcast", "mesh:3x4", 1, 5),
        ("broadcast", "mesh:4x4", 1, 6),
        ("all-reduce", "linear-array:9", 2, 9),
        ("all-reduce", "mesh:4x4", 1, 11),
        ("all-gather", "hypercube:8", 3, 7),
        ("all-gather", "torus:4x4", 3, 15),
        ("all-gather", "torus:8x8", 4, 63),
    ] {
        let topology = Topology::parse(name).unwrap();
        let (found, _) = checked(kind, &topology, 0, pieces);
        assert_eq!(found, Rational::from(steps), "{kind} on {name}");
    }
}

#[test]
fn half_duplex_links_are_refused() {
    let class = |half_duplex| LinkClass { half_duplex, ..LinkClass::default() };
    let kinds = vec![LinkKind { class: Some(1), lanes: 1 }; 3];
    let links = GraphLinks { nodes: 3, switches: 0, links: vec![[0, 1], [1, 2], [2, 0]] };
    let classes = vec![class(false), class(true)];
    let topology = Topology::graph_of_classes(links, classes, kinds).unwrap();
    let algorithm = planner::algorithm("broadcast", "trees").unwrap();
    let error = planner::fitted(algorithm, &request("broadcast", &topology, 0, 1)).err();
    assert_eq!(error, Some(PlanError::HalfDuplex("trees")));
}

#[test]
fn what_cannot_be_packed_is_refused() {
    let algorithm = planner::algorithm("broadcast", "trees").unwrap();
    let one = Request { ports: Ports::ONE, ..request("broadcast", &petersen(), 0, 1) };
    assert_eq!(planner::fitted(algorithm, &one).err(), Some(PlanError::NeedsAllPorts("trees")));
    for (name, most, vertices) in
        [("mesh:17x16", 256, 272), ("switch:128", 128, 129), ("complete:129", 128, 129)]
    {
        let large = request("broadcast", &Topology::parse(name).unwrap(), 0, 1);
        let error = planner::fitted(algorithm, &large).unwrap_err();
        let limit = format!("takes at most {most} nodes and switches, not {vertices}");
        assert_eq!(error.to_string(), format!("trees packs trees by maximum flows, and {limit}"));
    }
    for name in ["mesh:16x16", "ring:256", "switch:127", "complete:128"] {
        let largest = request("broadcast", &Topology::parse(name).unwrap(), 0, 1);
        assert!(planner::fitted(algorithm, &largest).is_ok(), "{name}");
    }
}
