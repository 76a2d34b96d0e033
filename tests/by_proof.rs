//! Answers by proof: equal to what planned and checked schedules cost, and silent where anything is
//! missing.

use std::process::{Command, Output};
use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check, weigh_listed};
use hockney_core::collective::{Instance, Parameter, Ports, Schedule, collective};
use hockney_core::topology::{FAMILIES, Family, Sizes, Topology};
use hockney_cost::{Model, price, price_in_words};
use hockney_plan::planner::{self, Algorithm, Request, fitted};
use hockney_proof::certified::certified;
use hockney_proof::{AtSize, Missing, Size, at_size, known};
use hockney_testing::sweep;
use serde_json::Value;

fn all() -> impl Iterator<Item = (&'static Algorithm, &'static Family)> {
    let pairs = planner::algorithms().flat_map(|a| FAMILIES.iter().map(move |f| (a, *f)));
    pairs.filter(|(a, family)| a.on(family).is_some())
}

fn run(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hockney")).args(line.split_whitespace()).output().unwrap()
}

sweep! {
    /// Catches a count or a price that is another than that of the schedule which it is about, and an
    /// answer for a size that the algorithm does not take.
    fn what_is_proved_is_what_is_measured(effort) {
        let (mut compared, mut refused) = (0, 0);
        for (of, family) in all().filter(|(of, family)| known(of, family, 2).is_ok()) {
            for sizes in effort.thin(sizes(family), 9) {
                let name =
                    format!("{} by {} on {} {sizes:?}", of.collective(), of.name(), family.name());
                let Ok(topology) = Topology::new(family, &sizes) else { continue };
                let collective = collective(of.collective()).unwrap();
                let shifts = collective.parameter() == Some(Parameter::By);
                let p = topology.nodes();
                for by in if shifts { (0..p).collect() } else { vec![0] } {
                    let instance = Instance::new(collective, p).with_by(by.into());
                    let (topology, ports) = (topology.clone(), Ports::ONE);
                    let request = Request { topology, instance, ports, order: None };
                    let size = Size { sizes: sizes.clone(), by: shifts.then_some(by.into()) };
                    let found = at_size(of, family, &size);
                    let Ok(request) = fitted(of, &request) else {
                        // Only what is no size may be asked for in another way.
                        let mut other = request.clone();
                        other.instance = other.instance.with_exclusive(true);
                        assert!(found.is_err() || fitted(of, &other).is_ok(), "{name}: {found:?}");
                        refused += 1;
                        continue;
                    };
                    let found = found.unwrap_or_else(|why| panic!("{name}: {why}"));
                    let steps = Arc::from(of.steps(&request));
                    let of = (request.topology.clone(), request.instance.clone());
                    let schedule = Schedule::plain(of.0, Ports::ONE, of.1, steps);
                    let checked = check(&schedule, &Limits::default()).unwrap();
                    let report = checked.report();
                    assert!(report.is_valid(), "{name}");
                    let cost = price(&schedule, &report.measures, Model::default()).cost;
                    assert_eq!(found.cost, cost.without_hops(), "{name}");
                    assert_eq!(found.steps, report.steps as u128, "{name}");
                    assert_eq!(found.messages, u128::from(report.messages), "{name}");
                    let cut = request.instance.pieces > 1 || (found.certified.cut && p == 1);
                    assert_eq!(found.certified.cut, cut, "{name}");
                    compared += 1;
                }
            }
        }
        assert!(compared > effort.of(300, 3000) && refused > effort.of(5, 100), "{compared} {refused}");
    }
}

sweep! {
    /// Catches words of pieces that are other words than those of a schedule, with the pieces that an algorithm sets and
    /// with those that were asked for, and an answer in whole words where none is known.
    fn pieces_have_the_words_that_are_measured(effort) {
        let (mut compared, mut unknown) = (0, 0);
        for (of, family) in all().filter(|(of, family)| known(of, family, 2).is_ok()) {
            for sizes in effort.thin(sizes(family), 8).into_iter().filter(|sizes| sizes.iter().product::<u64>() < 12) {
                let Ok(topology) = Topology::new(family, &sizes) else { continue };
                let collective = collective(of.collective()).unwrap();
                let shifts = collective.parameter() == Some(Parameter::By);
                let size = Size { sizes: sizes.clone(), by: shifts.then_some(0) };
                let Ok(found) = at_size(of, family, &size) else { continue };
                for pieces in effort.thin(vec![1, 2, 3, 5], 2) {
                    let plain = Instance::new(collective, topology.nodes()).with_pieces(pieces);
                    let Ok(instance) = plain else { continue };
                    let (topology, ports) = (topology.clone(), Ports::ONE);
                    let mut request = Request { topology, instance, ports, order: None };
                    if fitted(of, &request).is_err() {
                        request.instance = request.instance.with_exclusive(true);
                    }
                    let Ok(request) = fitted(of, &request) else { continue };
                    let name = format!("{} by {} on {}", of.collective(), of.name(), request.topology);
                    let found = if pieces == 1 {
                        found.clone()
                    } else {
                        found.in_pieces(pieces.into()).unwrap()
                    };
                    let steps = Arc::from(of.steps(&request));
                    let (topology, instance) = (request.topology.clone(), request.instance.clone());
                    let cut = instance.pieces;
                    let schedule = Schedule::plain(topology, Ports::ONE, instance, steps);
                    let checked = check(&schedule, &Limits::default()).unwrap();
                    let report = checked.report();
                    let cost = price(&schedule, &report.measures, Model::default()).cost;
                    assert_eq!(found.cost, cost.without_hops(), "{name}, {pieces} pieces");
                    assert_eq!(found.steps, report.steps as u128, "{name}, {pieces} pieces");
                    assert_eq!(found.messages, u128::from(report.messages), "{name}, {pieces} pieces");
                    let number = found.pieces().unwrap();
                    assert!(cut == 1 || number == cut.into(), "{name}: {number} pieces, not {cut}");
                    for m in ["1", "2", "7", "8", "21", "7/2"].map(|m| m.parse::<Rational>().unwrap()) {
                        let words = match found.in_whole_words(&m) {
                            Err(Missing::Words) => {
                                // Of equal pieces the words are always known.
                                let uneven = schedule.phases[0].uneven_words(&m);
                                assert!(uneven.is_some(), "{name}, m = {m}");
                                unknown += 1;
                                continue;
                            }
                            words => words.unwrap(),
                        };
                        let weighed = weigh_listed(&schedule, &Limits::default(), &m).unwrap();
                        let measured = price_in_words(&schedule, &weighed, Model::default(), &m);
                        let measured = measured.map(|prices| &prices.cost.t_w * &m);
                        assert_eq!(words, measured, "{name}, {pieces} pieces, m = {m}");
                        compared += usize::from(measured.is_some());
                    }
                }
            }
        }
        assert!(compared > effort.of(100, 3000) && unknown > effort.of(2, 100), "{compared} {unknown}");
    }
}

/// Catches an answer about nodes that are numbered along a tour where they are not: only a tree of up to three is.
#[test]
fn prefixes_follow_the_numbers_of_nodes() {
    let tree = hockney_core::topology::family("node-tree").unwrap();
    let of = planner::algorithm("scan", "pipelined-chain").unwrap();
    let at = |p| at_size(of, tree, &Size { sizes: vec![p], by: None }).map(|found| found.steps);
    assert_eq!([1, 2, 3].map(at), [Ok(0), Ok(1), Ok(2)]);
    for p in [4, 12, 1 << 30, 1 << 60] {
        let why = planner::PlanError::NotAlongATour("pipelined-chain");
        assert_eq!(at(p), Err(Missing::Plan(why)), "{p}");
    }
    for family in ["node-tree", "graph"] {
        let output = run(&format!("prove scan -t {family} -a pipelined-chain"));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(
            said.contains("\nproved where nodes are numbered along a tour, for every p"),
            "{said}"
        );
        assert!(!said.contains("proved for every") && !said.contains("claim: for every"), "{said}");
    }
    // The root computes prefixes by numbers, wherever their nodes are.
    let of = planner::algorithm("scan", "gather-scan-scatter").unwrap();
    assert!(at_size(of, tree, &Size { sizes: vec![1 << 60], by: None }).is_ok());
}

/// Small sizes of a family, none of a graph.
fn sizes(family: &Family) -> Vec<Vec<u64>> {
    match family.sizes() {
        Sizes::One | Sizes::PowerOfTwo => (1..=17).map(|p| vec![p]).collect(),
        Sizes::Sides => {
            (1..=4).flat_map(|rows| (1..=5).map(move |columns| vec![rows, columns])).collect()
        }
        Sizes::Machine(_) | Sizes::Links => Vec::new(),
    }
}

/// Catches an answer that rests on half a proof.
#[test]
fn half_a_proof_is_none() {
    let missing = |collective: &str, algorithm: &str, family: &str, p| {
        let of = planner::algorithm(collective, algorithm).unwrap();
        let size = Size { sizes: vec![p], by: None };
        at_size(of, hockney_core::topology::family(family).unwrap(), &size).unwrap_err()
    };
    let cube = 1 << 60;
    assert_eq!(missing("broadcast", "n-block", "hypercube", cube), Missing::Rule);
    assert_eq!(missing("broadcast", "near-first-doubling", "ring", cube), Missing::Rule);
    let size = missing("all-gather", "recursive-doubling", "complete", cube + 2);
    assert_eq!(size, Missing::Size("d = 0, 1, ..".to_owned()));
    assert_eq!(missing("all-gather", "ring", "ring", u64::MAX), Missing::TooLarge);
}

/// The certified ones of the manual's table but those on machines, where a cost depends on the times of links.
#[test]
fn as_many_are_answered_as_are_certified() {
    let answered = all().filter(|(of, family)| known(of, family, 2).is_ok()).count();
    let alike = |family: &Family| !matches!(family.sizes(), Sizes::Machine(_));
    let alike = all().filter(|(_, family)| alike(family));
    // Where the closed form is a sum over digits, or nodes are in groups, what is certified is not added up for a size.
    let added = alike.filter(|(of, family)| {
        let form = of.closed_form(family, 2);
        of.in_boxes(family).is_none() && !form.is_some_and(|form| form.formula.contains("sum("))
    });
    let certified = added.filter_map(|(of, family)| certified(of, family, 2));
    assert_eq!(answered, certified.flatten().count());
    assert!(answered >= 432, "{answered}");
}

/// Catches a flag that changes the price, a price by proof where schedules are looked at, and an
/// option that is passed over in silence.
#[test]
fn on_the_command_line() {
    for line in
        ["cost all-gather -t hypercube:64 -m 7 --ts 3 --tw 2", "cost all-reduce -t ring:9 -a ring"]
    {
        let of = |more: &str| -> Value {
            serde_json::from_slice(&run(&format!("{line} -f json{more}")).stdout).unwrap()
        };
        let (looked, proved) = (of(""), of(" --by-proof"));
        assert_eq!(looked["looked_at"], Value::Null);
        assert!(proved["looked_at"]["proof"].is_string());
        for key in ["p", "d", "steps", "messages", "algorithm", "total", "verdict", "topology"] {
            assert_eq!(proved[key], looked[key], "{key} of {line}");
        }
        for key in ["t_s", "t_w"] {
            assert_eq!(proved["cost"][key], looked["cost"][key], "{key} of {line}");
        }
        let keys = |of: &Value| of.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&proved), keys(&looked));
    }
    let cube = "cost all-gather -t hypercube:2^60";
    let cases = [
        (0, cube.to_owned()),
        (0, "cost all-gather -t hypercube:1152921504606846976".to_owned()),
        (0, "cost all-gather -t hypercube -d 60".to_owned()),
        (0, format!("{cube} -p 2^60 -d 60")),
        (0, format!("{cube} --expect (p-1)*m*tw+ts*log(p)")),
        (1, format!("{cube} --expect p*m*tw+ts*log(p)")),
        (2, format!("{cube} --expect (p-1)*m*tw+ts*log(p)+60*th")),
        (2, format!("{cube} -p 2^59")),
        (2, format!("{cube} -d 59")),
        (2, format!("{cube} --root 3")),
        (2, format!("{cube} -a circle")),
        (2, format!("{cube} --by-proof --th 1")),
        (2, format!("{cube} --by-proof --every-message")),
        (
            2,
            "cost all-gather -t graph:specs/examples/four-on-a-switch.graph.yaml --by-proof"
                .to_owned(),
        ),
        (3, format!("{cube} --every-message")),
        (3, format!("{cube} --by-symmetry")),
        (3, format!("{cube} --ports all")),
        (0, format!("{cube} -a ring")),
        (2, "cost all-gather -t hypercube:2^60x4".to_owned()),
        (0, "cost broadcast -t ring:2^60".to_owned()),
        (3, "cost all-gather -t complete:2^60".to_owned()),
        (0, "cost all-gather -t torus:2^30x2^30".to_owned()),
        (0, "cost broadcast -t ring:8 --by-proof".to_owned()),
        (3, "cost all-reduce -t ring:8 -a parts-exchange-broadcast --by-proof".to_owned()),
    ];
    for (code, line) in cases {
        let output = run(&line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{line}: {said}");
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
    }
}

sweep! {
    /// Catches a total that changes its meaning with the way in which it is found: whole words are whole by
    /// proof as well.
    fn pieces_are_whole_words_by_proof_too(effort) {
        let mut uneven = 0;
        for (of, family) in all().filter(|(of, family)| known(of, family, 2).is_ok()) {
            for p in effort.of(vec![3], vec![2, 3, 4, 8, 33]) {
                let size = Size { sizes: vec![p], by: None };
                let known = |found: AtSize| found.in_whole_words(&Rational::from(1)).is_ok();
                if family.sizes() == Sizes::Sides
                    || !at_size(of, family, &size)
                        .is_ok_and(|found| found.certified.cut && known(found))
                {
                    continue;
                }
                for m in effort.of(vec!["7"], vec!["1", "7", "8", "7/2"]) {
                    let (collective, algorithm) = (of.collective(), of.name());
                    let machine = format!("{}:{p}", family.name());
                    let line = format!("cost {collective} -t {machine} -a {algorithm} -m {m}");
                    let of = |how: &str| -> Value {
                        let output = run(&format!("{line} --ts 3 --tw 5/7 -f json {how}"));
                        serde_json::from_slice(&output.stdout).unwrap()
                    };
                    let (proved, looked) = (of("--by-proof"), of("--every-message"));
                    for key in ["total", "whole_words"] {
                        assert_eq!(proved[key], looked[key], "{key} of {line}");
                    }
                    uneven += usize::from(looked["whole_words"] != Value::Null);
                }
            }
        }
        assert!(uneven > effort.of(2, 20), "{uneven}");
        let large = |p: &str| {
            let line = format!("cost all-reduce -t {p} -m 7 --ts 3 --tw 5/7 --by-proof");
            String::from_utf8(run(&line).stdout).unwrap()
        };
        let ring = large("ring:2^40 -a ring");
        let line = "whole words  + 2.19902e12 t_w: pieces of m/1099511627776 words are rounded";
        assert!(ring.contains(line), "{ring}");
        assert!(large("hypercube:8 -a halving-doubling").contains("\nwhole words  + "));
    }
}
