//! What is left out of a ranking was looked at: whatever the checker accepts is ranked, is answered by name, and is no cheaper
//! than the best; a name of a library means the same messages on boxes as on a switch; and one question has one answer in the
//! library.

use hockney_ask::answer::{self as ask, Choice};
use hockney_ask::{How, Ranking, Why, best, ranking};
use hockney_core::checker::{CheckerRule, Limits};
use hockney_core::collective::Ports;
use hockney_core::schedule::{Message, Step};
use hockney_core::topology::Topology;
use hockney_cost::{Model, Numbers};
use hockney_plan::planner::algorithms;
use hockney_plan::question::Question;
use hockney_testing::sweep;

const COLLECTIVES: [&str; 10] = [
    "broadcast",
    "reduce",
    "all-gather",
    "reduce-scatter",
    "all-reduce",
    "scan",
    "scatter",
    "gather",
    "all-to-all",
    "barrier",
];

const FLAT: [&str; 7] =
    ["ring:8", "mesh:4x4", "torus:4x4", "hypercube:16", "tree:8", "torus:4x4/switch:2", "ring:6"];

const MACHINES: [&str; 4] = ["nodes:4x8", "nodes:4x8:direct", "fat-tree:4", "dragonfly:2x2x1x3"];

/// The schedules that the checker accepts as they stand, with those that a ranking misses.
fn missed(collective: &str, topology: &str, strict: bool) -> (usize, Vec<String>) {
    let question = Question::new(collective, Topology::parse(topology).unwrap()).unwrap();
    let numbers = Numbers::default();
    let how = How { strict, ..How::default() };
    let Ranking { rows, left_out, unpriced, .. } = ranking(&question, &numbers, &how);
    assert!(unpriced.is_empty(), "{collective} on {topology}: {unpriced:?}");
    let (mut valid, mut missed) = (0, Vec::new());
    for algorithm in algorithms().filter(|one| one.collective() == collective) {
        let name = algorithm.name();
        let Ok(plan) = question.plan_congested_by(algorithm) else { continue };
        let checked = plan.check_every_message(&Limits::default()).unwrap();
        let left = left_out.iter().find(|one| one.algorithm == name);
        let is_valid = checked.report().is_valid();
        // Of those named after a number the best ones have rows, and the table of optima is for few pieces.
        let is_one_of = algorithm.is_tabled() || name.ends_with(|c: char| c.is_ascii_digit());
        let ranked = rows.iter().any(|row| row.algorithm.name() == name);
        match left.map(|one| &one.why) {
            Some(Why::NoCheaper) => {}
            Some(Why::Breaks(rule)) if !is_valid => {
                assert!(checked.report().counts.of(*rule) > 0, "{name} breaks no {rule:?}");
            }
            _ if is_valid && !ranked && !is_one_of => {
                missed.push(format!("{collective} -t {topology} -a {name}: {left:?}"));
            }
            _ => {}
        }
        valid += usize::from(is_valid);
    }
    (valid, missed)
}

fn none_is_missed(topologies: &[&str], collectives: &[&str]) {
    let (mut valid, mut missing) = (0, Vec::new());
    for topology in topologies {
        for collective in collectives {
            for strict in [true, false] {
                let (of, missed) = missed(collective, topology, strict);
                valid += of;
                missing.extend(missed);
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(valid > 5 * topologies.len(), "{valid}");
}

sweep! {
    /// Catches an algorithm that is left out by its family, and not by what the checker finds.
    fn a_valid_schedule_is_ranked(effort) {
        if effort.is_exhaustive() {
            none_is_missed(&FLAT, &COLLECTIVES);
            none_is_missed(&MACHINES, &COLLECTIVES);
        } else {
            none_is_missed(&["ring:8", "torus:4x4/switch:2"], &["scatter", "all-reduce"]);
            none_is_missed(&["nodes:2x4"], &["scan", "all-to-all", "gather"]);
        }
    }
}

fn goes_to_other_threads<T: Send + Sync>(_: &T) {}

/// Catches a second way to the best: of `compare`, of `-a best`, of a hint, or of options by default.
#[test]
fn the_library_has_one_answer() {
    for (collective, topology, m) in [
        ("broadcast", "ring:8", 100),
        ("all-reduce", "hypercube:16", 1),
        ("scan", "tree:8", 1000),
        ("all-gather", "node-tree:7", 1),
        ("all-to-all", "torus:3x3x3", 10_000),
        ("scatter", "mesh:4x4", 100),
        ("all-gather", "linear-array:8", 1),
    ] {
        let question = Question::new(collective, Topology::parse(topology).unwrap()).unwrap();
        let numbers = Numbers::of(m, 5, 1);
        let ranked = ranking(&question, &numbers, &How::default());
        let first = ranked.rows[0].total.clone();
        let how = How { algorithm: Choice::Best, ..How::at(numbers.clone()) };
        let name = format!("{collective} on {topology}");
        assert_eq!(best(&question, &numbers, &How::default()).unwrap().total, first, "{name}");
        assert_eq!(ask::cheapest(&question, &how).unwrap().total, first, "{name}");
        assert_eq!(ask::total(question.clone(), &how).ok(), first, "{name}");
        for row in ranked.rows.iter().take(4) {
            let algorithm = Choice::Named(row.algorithm.name());
            let how = How { algorithm, ..How::at(numbers.clone()) };
            let named = ask::total(question.clone(), &how).ok();
            assert_eq!(named, row.total, "{name}, {}", row.algorithm.name());
        }
    }
    goes_to_other_threads(&How::default());
}

/// The messages of a plan, step by step, in the order of their nodes.
fn messages(collective: &str, topology: &str, name: &str) -> Vec<String> {
    let question = Question::new(collective, Topology::parse(topology).unwrap()).unwrap();
    let algorithm = ask::choice::meant(name, question.request()).unwrap();
    let plan = question.plan_congested_by(algorithm).unwrap();
    let (mut step, mut all) = (Step::default(), Vec::new());
    for k in 0..plan.steps().count() {
        plan.steps().step_into(k, &mut step);
        let of = |m: &Message| format!("{} -> {} {:?}", m.from, m.to, m.payload);
        let mut sent: Vec<String> = step.messages.iter().map(of).collect();
        sent.sort();
        all.push(sent.join(", "));
    }
    all
}

/// Catches a name of a library that is another algorithm where its messages share links.
#[test]
fn a_name_of_a_library_means_its_messages_on_boxes() {
    for (collective, name) in [
        ("all-reduce", "rabenseifner"),
        ("all-reduce", "redscat-allgather"),
        ("all-reduce", "reduce-scatter-allgather"),
        ("all-reduce", "recursive-doubling"),
        ("reduce", "rabenseifner"),
        ("reduce", "redscat-gather"),
        ("broadcast", "binomial"),
        ("reduce", "binomial"),
        ("scatter", "binomial"),
        ("gather", "binomial"),
        ("all-gather", "recursive-doubling"),
        ("all-gather", "patched-doubling"),
        ("all-gather", "ring"),
        ("all-to-all", "bruck"),
        ("all-to-all", "rotation"),
        ("broadcast", "binomial-scatter-ring"),
        ("reduce-scatter", "folded-halving"),
    ] {
        let on_a_switch = messages(collective, "switch:16", name);
        assert!(!on_a_switch.is_empty());
        for machine in ["nodes:2x8", "nodes:4x4", "fat-tree:4", "complete:16"] {
            assert_eq!(messages(collective, machine, name), on_a_switch, "{name} on {machine}");
        }
    }
    let named = |collective: &str, topology: &str, name: &str| {
        let question = Question::new(collective, Topology::parse(topology).unwrap()).unwrap();
        ask::choice::meant(name, question.request()).unwrap().name()
    };
    assert_eq!(named("reduce", "nodes:4x8", "rabenseifner"), "folded-halving-gather");
    assert_eq!(named("broadcast", "hypercube:16", "binomial"), "hypercube-binomial");
}

/// Catches a machine of which messages may not share links by default, and a network of the textbook on which they may.
#[test]
fn messages_share_the_links_of_machines_alone() {
    let row = |topology: &str, how: &How<'_>| {
        let question = Question::new("all-reduce", Topology::parse(topology).unwrap()).unwrap();
        let Ranking { rows, left_out, .. } = ranking(&question, &Numbers::default(), how);
        let row = rows.iter().find(|row| row.algorithm.name() == "recursive-doubling");
        let left = left_out.iter().find(|one| one.algorithm == "recursive-doubling");
        (row.map(|row| row.shares_links), left.map(|one| one.why.clone()))
    };
    let broken = (None, Some(Why::Breaks(CheckerRule::Congestion)));
    let strict = How { strict: true, ..How::default() };
    for machine in ["nodes:4x8", "nodes:4x8:direct", "fat-tree:4:2"] {
        assert_eq!(row(machine, &How::default()), (Some(true), None), "{machine}");
        assert_eq!(row(machine, &strict), broken, "{machine}");
    }
    let contention =
        How { model: Model { contention: true, ..Model::default() }, ..How::default() };
    for network in ["torus:4x4", "ring:8", "torus:4x4/switch:2"] {
        assert_eq!(row(network, &How::default()), broken, "{network}");
        assert_eq!(row(network, &contention), (Some(true), None), "{network}");
    }
}

/// Catches a limit that takes a row away without a word.
#[test]
fn a_limit_is_told() {
    let question = Question::new("all-gather", Topology::parse("torus:20x26").unwrap()).unwrap();
    let question = question.with_ports(Ports::All);
    let left_out = ranking(&question, &Numbers::default(), &How::default()).left_out;
    for name in ["trees", "greedy-shifts"] {
        let why = left_out.iter().find(|one| one.algorithm == name).map(|one| &one.why);
        assert!(matches!(why, Some(Why::Limit(said)) if said.contains("at most")), "{why:?}");
    }
}
