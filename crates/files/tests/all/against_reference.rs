//! The program and the naive second checker judge the same documents: plans, fixtures, and tens of
//! thousands of damaged ones. They share neither topology nor sets of blocks nor reading.
//!
//! `checker/against_reference.rs` does so for random schedules that never were a document.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use hockney_base::number::Rational;
use hockney_core::checker::{self, Checked, Limits};
use hockney_core::collective::{self, Instance, Parameter, Ports, Schedule};
use hockney_core::topology::{Placement, Topology};
use hockney_cost::{self as cost, Cost, Model, Switching};
use hockney_files::{self as document, Header, Notation, ReadError};
use hockney_plan::planner::{self, Request};
use hockney_plan::question::Question;
use serde_json::Value;

use crate::hierarchical_cases::{self, Case};
use hockney_testing::mutants::{self, Mutant};
use hockney_testing::reference::fraction::Fraction;
use hockney_testing::reference::{self, Judged, Outcome};
use hockney_testing::{Dice, Effort, sweep};

fn rational(fraction: Fraction) -> Rational {
    Rational::ratio(fraction.numerator, fraction.denominator).unwrap()
}

fn priced(checked: &Checked, model: Model) -> cost::Prices {
    cost::price(checked.schedule(), &checked.report().measures, model)
}

/// Everything that both say about a schedule.
#[derive(Debug, PartialEq, Eq)]
struct Verdict {
    broken: BTreeSet<&'static str>,
    steps: usize,
    cost: Cost,
    stored: Rational,
    contended: Option<Rational>,
    phases: Vec<(Rational, Rational, Rational)>,
    needs_commutative: Option<bool>,
}

fn by_the_program(checked: &Checked, wants_contended: bool) -> Verdict {
    let report = checked.report();
    let prices = priced(checked, Model::default());
    let stored = Model { switching: Switching::StoreAndForward, ..Model::default() };
    let contended = Model { contention: true, ..Model::default() };
    let phase = |cost: &Cost| (cost.t_s.clone(), cost.t_w.clone(), cost.t_h.clone());
    Verdict {
        broken: report.counts.iter().filter(|(_, n)| *n > 0).map(|(rule, _)| rule.name()).collect(),
        steps: report.steps,
        phases: prices.phases.iter().map(|priced| phase(&priced.cost)).collect(),
        cost: prices.cost,
        stored: priced(checked, stored).cost.t_w,
        contended: wants_contended.then(|| priced(checked, contended).cost.t_w),
        needs_commutative: report.needs_commutative,
    }
}

fn by_the_reference(judged: &Judged) -> Verdict {
    let phase = |(steps, words, hops): &(usize, Fraction, u64)| {
        (Rational::from(*steps as u64), rational(*words), Rational::from(*hops))
    };
    Verdict {
        broken: judged.broken.clone(),
        steps: judged.steps,
        cost: Cost::plain(
            Rational::from(judged.steps as u64),
            rational(judged.words),
            Rational::from(judged.hops),
        ),
        stored: rational(judged.words_times_hops),
        contended: judged.contended_words.map(rational),
        phases: judged.phases.iter().map(phase).collect(),
        needs_commutative: judged.needs_commutative,
    }
}

/// What is said of a document that was too large for one of the two.
const TOO_LARGE: &str = "too large";

/// Judges a document twice, and says in a word what it was.
fn same(text: &str, what: &str) -> String {
    let outcome = reference::judge(text);
    let read = document::read(text, &|_| Err("there are no files here".to_owned()));
    match (&outcome, read) {
        (Outcome::TooLarge(_), _) | (_, Err(ReadError::Limit { .. })) => {
            return TOO_LARGE.to_owned();
        }
        (Outcome::BadInput(_), Err(ReadError::Bad(_))) => {}
        (Outcome::BadInput(why), Ok(_)) => panic!("{what}: read, but {why}\n{text}"),
        (Outcome::Judged(_), Err(error)) => panic!("{what}: {error}\n{text}"),
        (Outcome::Judged(judged), Ok(document)) => {
            let checked = checker::check(&document.schedule, &Limits::default()).unwrap();
            let found = by_the_program(&checked, judged.contended_words.is_some());
            let expected = by_the_reference(judged);
            if checked.schedule().topology.classes().is_empty() {
                assert_eq!(found, expected, "{what}\n{text}");
            } else {
                // The reference prices classes with numbers only.
                let found = (found.broken, found.steps, found.needs_commutative);
                let expected = (expected.broken, expected.steps, expected.needs_commutative);
                assert_eq!(found, expected, "{what}\n{text}");
            }
        }
    }
    outcome.summary()
}

/// The document of a schedule, as the program writes it.
fn written(schedule: &Schedule) -> String {
    let mut text = Vec::new();
    document::write(&mut text, &Header::default(), schedule, Notation::Json).unwrap();
    String::from_utf8(text).unwrap()
}

/// All plans for machines of at most so many nodes, each with its name. Their documents together take gigabytes, so each is
/// written only when it is judged.
fn plans(effort: Effort, most: u32) -> Vec<(String, Schedule)> {
    let mut plans = Vec::new();
    for topology in effort.machines().into_iter().filter(|machine| machine.nodes() <= most) {
        for algorithm in planner::algorithms() {
            let nodes = topology.nodes();
            let collective = collective::collective(algorithm.collective()).unwrap();
            for (root, pieces) in [(0, 1), (nodes / 2, 2)] {
                let Ok(instance) = Instance::new(collective, nodes).with_pieces(pieces) else {
                    continue; // a barrier is not cut
                };
                let backwards: Vec<u64> = (0..u64::from(nodes)).rev().collect();
                let instance = match collective.parameter() {
                    Some(Parameter::Root) => instance.with_root(u64::from(root)).unwrap(),
                    Some(Parameter::By) => instance.with_by(i64::from(root) + 1),
                    Some(Parameter::Map) => instance.with_map(&backwards).unwrap(),
                    Some(Parameter::Exclusive) => instance.with_exclusive(pieces > 1),
                    None => instance,
                };
                let all = ["both-children", "trees"].contains(&algorithm.name());
                let ports = if all { Ports::All } else { Ports::ONE };
                let topology = topology.clone();
                let request = Request { topology, instance, ports, order: None };
                let Ok(request) = planner::fitted(algorithm, &request) else { continue };
                let steps = algorithm.steps(&request);
                let Request { topology, instance, .. } = request;
                let name = format!("{} on {topology}, root {root}", algorithm.name());
                let schedule = Schedule::plain(topology, ports, instance, Arc::from(steps));
                plans.push((name, schedule));
            }
        }
    }
    plans
}

sweep! {
    /// Ranks of plans on random nodes: all nodes, and fewer ranks than nodes.
    fn both_checkers_agree_on_ranks_at_random_nodes(effort) {
        let mut dice = Dice(20);
        let (mut seen, mut placed) = (BTreeMap::new(), 0);
        for topology in effort.thin(effort.machines(), 5).into_iter().filter(|machine| (2..=9).contains(&machine.nodes())) {
            for algorithm in planner::algorithms() {
                let collective = collective::collective(algorithm.collective()).unwrap();
                let ranks = 1 + u32::try_from(dice.below(topology.nodes().into())).unwrap();
                let mut nodes: Vec<u32> = (0..topology.nodes()).collect();
                for place in (1..nodes.len()).rev() {
                    nodes.swap(place, usize::try_from(dice.below(place as u64 + 1)).unwrap());
                }
                nodes.truncate(ranks as usize);
                let instance = Instance::new(collective, ranks);
                let instance = match collective.parameter() {
                    Some(Parameter::Root) => instance.with_root(dice.below(ranks.into())).unwrap(),
                    Some(Parameter::By) => instance.with_by(1),
                    Some(Parameter::Map) => {
                        instance.with_map(&(0..u64::from(ranks)).rev().collect::<Vec<_>>()).unwrap()
                    }
                    Some(Parameter::Exclusive) | None => instance,
                };
                let placement = Placement::of(&topology, nodes.clone()).unwrap();
                let question = Question::of_ranks(&topology, placement, instance).unwrap();
                let Ok(plan) = question.plan_congested_by(algorithm) else { continue };
                let text = written(&plan.schedule());
                let name = format!("{} on {nodes:?} of {topology}", algorithm.name());
                placed += usize::from(text.contains("\"place\":"));
                *seen.entry(same(&text, &name)).or_insert(0) += 1;
            }
        }
        assert!(placed > effort.of(50, 500), "{placed} documents with ranks");
        assert!(seen["valid"] > effort.of(30, 300) && seen["congestion"] > effort.of(10, 100), "{seen:?}");
    }
}

/// All documents that can be read of a folder under `tests/`, each with its path.
fn fixtures(folder: &str) -> Vec<(String, Schedule)> {
    let mut found = Vec::new();
    let mut open = vec![hockney_testing::at("tests").join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let document = document::read(&text, &|_| Err("there are no files here".to_owned()));
            found.push((path.display().to_string(), document.unwrap().schedule));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Judges the documents of schedules on all processors, and counts what they were. A processor has those of one schedule at
/// a time.
fn judge_all(
    schedules: &[(String, Schedule)],
    documents: impl Fn(usize, &(String, Schedule)) -> Vec<(String, String)> + Sync,
) -> BTreeMap<String, usize> {
    let (next, seen) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(schedule) = schedules.get(place) else { return };
            for (what, text) in documents(place, schedule) {
                let verdict = same(&text, &what);
                *seen.lock().unwrap().entry(verdict).or_insert(0) += 1;
            }
        }
    };
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        (0..workers).for_each(|_| drop(scope.spawn(work)));
    });
    seen.into_inner().unwrap()
}

/// The document of each schedule.
fn judge_each(schedules: &[(String, Schedule)]) -> BTreeMap<String, usize> {
    judge_all(schedules, |_, (name, schedule)| vec![(name.clone(), written(schedule))])
}

/// Documents of each schedule with each kind of damage up to `each` times, and `chained` with several kinds, and what was
/// done to them. They are read as any document is, since they are on one line.
fn judge_damaged(
    schedules: &[(String, Schedule)],
    each: usize,
    chained: usize,
) -> BTreeMap<String, usize> {
    let mut seen = judge_all(schedules, |place, (name, schedule)| {
        let document: Value = serde_json::from_str(&written(schedule)).unwrap();
        let seed = place as u64 + 1;
        let mutants = mutants::mutants(&document, seed, each);
        let mutants = mutants.into_iter().chain(mutants::chained(&document, seed, chained));
        let named = |of: Mutant| (format!("{name}: {}", of.damage), of.document.to_string());
        mutants.map(named).collect()
    });
    seen.remove(TOO_LARGE);
    seen
}

sweep! {
    /// Catches a plan that only our own checker takes for right.
    fn plans_are_right_for_both(effort) {
        let plans = effort.thin(plans(effort, 20), 5);
        let seen = judge_each(&plans);
        assert!(!seen.contains_key(TOO_LARGE), "{seen:?}");
        assert!(seen["valid"] > effort.of(500, 1000), "{seen:?}");
    }
}

/// All-reduce by dimension on all meshes and tori with two sides up to 5, or three up to 3, and `box-tree` in pieces on two
/// boxes of up to 5 nodes. Catches a share of the vector, or of the nodes that a sum contains, along the wrong dimension.
#[test]
fn all_reduce_by_dimension_and_in_two_boxes_is_right_for_both() {
    let two = (1..=5).flat_map(|a| (1..=5).map(move |b| format!("{a}x{b}")));
    let three = (1..=3)
        .flat_map(|a| (1..=3).flat_map(move |b| (1..=3).map(move |c| format!("{a}x{b}x{c}"))));
    let grids = two.chain(three).chain(["5x4x3".to_owned(), "2x4x5".to_owned()]);
    let grids = grids.flat_map(|sides| ["mesh", "torus"].map(|of| (format!("{of}:{sides}"), 1)));
    let boxes = (1..=5).flat_map(|size| (1..=3).map(move |n| (format!("nodes:2x{size}"), n)));
    let mut plans = Vec::new();
    for (name, pieces) in grids.chain(boxes) {
        let topology = Topology::parse(&name).unwrap();
        for algorithm in ["hybrid-first-dimension", "hybrid-last-dimension", "box-tree"] {
            let algorithm = planner::algorithm("all-reduce", algorithm).unwrap();
            if algorithm.on(topology.family()).is_none() {
                continue;
            }
            let of = collective::collective("all-reduce").unwrap();
            let instance = Instance::new(of, topology.nodes()).with_pieces(pieces).unwrap();
            let (topology, ports) = (topology.clone(), Ports::ONE);
            let request = Request { topology, instance, ports, order: None };
            let request = planner::fitted(algorithm, &request).unwrap();
            let steps = algorithm.steps(&request);
            let Request { topology, instance, .. } = request;
            let schedule = Schedule::plain(topology, Ports::ONE, instance, Arc::from(steps));
            plans.push((format!("{} on {name}", algorithm.name()), schedule));
        }
    }
    assert_eq!(judge_each(&plans), BTreeMap::from([("valid".to_owned(), 231)]));
}

sweep! {
    /// Hierarchical algorithms on boxes, with as many rails as nodes of a box, with fewer and with more, and on networks of
    /// switches.
    fn hierarchical_plans_are_right_for_both(effort) {
        let mut plans = Vec::new();
        let mut free = 0;
        let cases = hierarchical_cases::cases(effort.of(6, 20)).into_iter();
        for Case { name, request, schedule, is_free } in cases.chain(effort.thin(hierarchical_cases::other_cases(), 4))
        {
            free += usize::from(is_free);
            plans.push((format!("{name} on {}", request.topology), schedule));
        }
        let seen = judge_each(&plans);
        assert!(!seen.contains_key(TOO_LARGE), "{seen:?}");
        assert!(seen["valid"] >= free && free > effort.of(20, 500), "{free}, {seen:?}");
        let sharing = ["send-port", "receive-port", "congestion"];
        let only_shares = |summary: &str| {
            summary.split(&[' ', ',', '+'][..]).all(|part| part.is_empty() || sharing.contains(&part))
        };
        assert!(seen.keys().all(|summary| summary == "valid" || only_shares(summary)), "{seen:?}");
    }
}

#[test]
fn fixtures_are_judged_alike() {
    let accepts = fixtures("accepts");
    assert_eq!(judge_each(&accepts), BTreeMap::from([("valid".to_owned(), accepts.len())]));
    let rejects = fixtures("rejects");
    let seen = judge_each(&rejects);
    let none = ["valid", "bad input", TOO_LARGE];
    assert!(none.iter().all(|summary| !seen.contains_key(*summary)), "{seen:?}");
}

sweep! {
    /// Catches any rule, port, link, cost or reading that the two see differently.
    fn damaged_fixtures_are_judged_alike(effort) {
        let all = [fixtures("accepts"), fixtures("rejects")].concat();
        let seen = judge_damaged(&all, effort.of(1, 2), effort.of(1, 30));
        for summary in ["valid", "bad input"].into_iter().chain(reference::RULES) {
            assert!(seen.get(summary).is_some_and(|count| *count > effort.of(5, 50)), "{summary}: {seen:?}");
        }
        assert!(seen.len() > effort.of(20, 60), "{seen:?}");
        assert!(seen.values().sum::<usize>() > effort.of(1_000, 12_000), "{seen:?}");
    }
}

sweep! {
    fn damaged_plans_are_judged_alike(effort) {
        let plans: Vec<_> = plans(effort, 9).into_iter().step_by(effort.of(100, 5)).collect();
        let seen = judge_damaged(&plans, 1, effort.of(1, 10));
        assert!(seen.len() > effort.of(10, 50), "{seen:?}");
        assert!(seen.values().sum::<usize>() > effort.of(300, 10_000), "{seen:?}");
    }
}
