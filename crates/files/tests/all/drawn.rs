//! Random schedules, valid by chance, judged by the checker and by the naive second one.

use std::fmt::Write;
use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{CheckerRule, Limits};
use hockney_core::collective::{COLLECTIVES, Data, Instance, Ports, Schedule};
use hockney_core::schedule::{
    CombinedBlocks, Listed, Message, Payload, Route, Run, Runs, Step, StepMeasure,
};
use hockney_core::topology::Topology;
use hockney_cost::{self as cost, Numbers, Switching};
use hockney_files::read_graph;

use hockney_testing::build::{checked, of, topology};
use hockney_testing::reference::fraction::Fraction;
use hockney_testing::reference::price::{Given, Model, More, asynchronous, price};
use hockney_testing::reference::{self, Outcome};
use hockney_testing::{Dice, sweep};

const MACHINES: &[&str] = &[
    "ring:2",
    "ring:4",
    "ring:5",
    "linear-array:4",
    "mesh:2x3",
    "torus:3x2",
    "hypercube:4",
    "hypercube:8",
    "tree:5",
    "node-tree:5",
    "star:4",
    "switch:3",
    "complete:4",
    "complete:5",
    "nodes:2x2",
    "nodes:2x3x2",
    "nodes:2x2:direct",
    "fat-tree:2:2",
    "fat-tree:4",
    "dragonfly:1x2x1x3",
    "dragonfly:2x2x2x2",
    "torus:2x3/switch:2",
    "dragonfly:1x1x1x2/switch:2",
];

/// A connected graph with classes and lanes, as a document has it.
pub(crate) fn graph(dice: &mut Dice) -> String {
    let (nodes, switches) = (2 + dice.below(5), dice.below(4));
    let vertices = nodes + switches;
    let tree: Vec<(u64, u64)> = (1..vertices).map(|v| (dice.below(v), v)).collect();
    let more = (0..dice.below(4)).map(|_| (dice.below(vertices), dice.below(vertices)));
    let mut ends: Vec<(u64, u64)> = tree.into_iter().chain(more).filter(|(a, b)| a != b).collect();
    ends.sort_unstable();
    let names = ["far", "near", "slow"];
    let mut used: std::collections::BTreeSet<&str> = std::collections::BTreeSet::new();
    let mut class_of = std::collections::BTreeMap::new();
    let mut links = Vec::new();
    for (a, b) in ends {
        // Parallel links have one class.
        let class = *class_of.entry((a.min(b), a.max(b))).or_insert_with(|| dice.below(4));
        let lanes = 1 + dice.below(3);
        links.push(match names.get(usize::try_from(class).unwrap()) {
            Some(name) => format!("[{a}, {b}, \"{name}\", {lanes}]"),
            None => format!("[{a}, {b}]"),
        });
        used.extend(names.get(usize::try_from(class).unwrap()));
    }
    let classes: Vec<String> = used
        .into_iter()
        .map(|name| {
            let half = if dice.one_in(3) { ", \"half_duplex\": true" } else { "" };
            let mut time =
                |of: &[&'static str]| of[usize::try_from(dice.below(of.len() as u64)).unwrap()];
            let (t_h, t_w) = (time(&["0", "1", "1/2", "9"]), time(&["1", "1/2", "3", "7/3"]));
            format!("\"{name}\": {{\"t_h\": \"{t_h}\", \"t_w\": \"{t_w}\"{half}}}")
        })
        .collect();
    let classes = match &classes[..] {
        [] => String::new(),
        _ => format!("\"classes\": {{{}}}, ", classes.join(", ")),
    };
    let links = links.join(", ");
    format!(
        "{{\"graph\": {{\"nodes\": {nodes}, \"switches\": {switches}, {classes}\"links\": [{links}]}}}}"
    )
}

/// The totals of a schedule in three models are those of the second checker.
pub(crate) fn same_totals(schedule: &Schedule, measures: &[Vec<StepMeasure>], text: &str) {
    let whole = |number: u128| Fraction::new(number, 1);
    let given = Given { m: whole(5), t_s: whole(2), t_w: Fraction::new(3, 2), t_h: whole(4) };
    let rational = |of: Fraction| Rational::ratio(of.numerator, of.denominator).unwrap();
    let numbers = Numbers {
        m: Some(rational(given.m)),
        t_s: Some(rational(given.t_s)),
        t_w: Some(rational(given.t_w)),
        t_h: rational(given.t_h),
        ..Numbers::default()
    };
    if schedule.topology.classes().iter().any(|class| class.t_w.is_none()) {
        // The times of boxes are not in the document.
        return;
    }
    let numbers = numbers.with_classes(schedule.topology.classes()).unwrap();
    let store_and_forward =
        cost::Model { switching: Switching::StoreAndForward, ..cost::Model::default() };
    let contention = cost::Model { contention: true, ..cost::Model::default() };
    let document = reference::read(text).unwrap();
    for (model, theirs) in [
        (cost::Model::default(), Model::CutThrough),
        (store_and_forward, Model::StoreAndForward),
        (contention, Model::Contention),
    ] {
        let cost = cost::price(schedule, measures, model).cost;
        let expected = rational(price(&document, &given, theirs).unwrap());
        assert_eq!(numbers.total(&cost).unwrap(), expected, "{theirs:?} {cost}\n{text}");
        let decided = numbers.decided(&cost);
        assert!(decided.greatest.is_empty(), "{decided}");
        assert_eq!(numbers.total(&decided).unwrap(), expected, "{theirs:?} {decided}\n{text}");
        let how = cost::Asynchronous {
            model,
            numbers: &numbers,
            whole_words: false,
            limits: &Limits::default(),
        };
        let time = cost::asynchronous(schedule, &how).unwrap().unwrap();
        let alone = asynchronous(&document, &given, theirs, &More::default()).unwrap();
        assert_eq!(time, rational(alone), "asynchronous {theirs:?}\n{text}");
        // A port that waits for its first message in the order of writing may take longer than by steps.
        let in_turn = measures.iter().flatten().any(|step| step.startups() > 1);
        assert!(time <= expected || in_turn, "asynchronous {theirs:?}\n{text}");
    }
}

fn instance(dice: &mut Dice, nodes: u32) -> Instance {
    let kind = COLLECTIVES[usize::try_from(dice.below(COLLECTIVES.len() as u64)).unwrap()];
    let mut of = of(kind.name(), nodes);
    if kind.data() != Data::Token && dice.one_in(3) {
        of = of.with_pieces(2).unwrap();
    }
    match kind.name() {
        "broadcast" | "reduce" | "scatter" | "gather" => {
            of.with_root(dice.below(u64::from(nodes))).unwrap()
        }
        "scan" => of.with_exclusive(dice.one_in(2)),
        "shift" => of.with_by(1),
        "permute" => of.with_map(&(0..u64::from(nodes)).rev().collect::<Vec<_>>()).unwrap(),
        _ => of,
    }
}

fn payload(dice: &mut Dice, of: &Instance, from: u32) -> Payload {
    let blocks = of.all_blocks().len();
    let plain = match of.data() {
        _ if dice.one_in(2) => of.all_blocks(),
        Data::Copied if dice.one_in(2) && !of.initial(from).is_empty() => of.initial(from),
        Data::Copied | Data::Combined | Data::Token => dice.some(blocks),
    };
    if of.data() != Data::Combined || dice.one_in(2) {
        return Payload::Plain(plain);
    }
    let values = plain.iter().flat_map(|block| {
        let count = 1 + dice.below(2);
        let sets: std::collections::BTreeSet<Runs> =
            (0..count).map(|_| dice.some(u64::from(of.nodes))).collect();
        let value = move |who| CombinedBlocks { blocks: Runs::one(block), contributors: Some(who) };
        sets.into_iter().map(value).collect::<Vec<_>>()
    });
    Payload::Values(values.collect())
}

fn message(dice: &mut Dice, on: &Topology, of: &Instance) -> Message {
    let from = dice.below_u32(of.nodes);
    let to = (from + 1 + dice.below_u32(of.nodes - 1)) % of.nodes;
    let route = match dice.below(8) {
        0 => Route::Via([].into_iter().collect()),
        1 => Route::Via([dice.below_u32(on.vertices())].into_iter().collect()),
        _ => Route::Default,
    };
    Message { from, to, route, payload: payload(dice, of, from) }
}

/// A step in which each node sends and receives at most once, most of the time, if it has one port.
fn step(dice: &mut Dice, on: &Topology, of: &Instance, ports: Ports) -> Step {
    let (mut sends, mut receives) = (Runs::new(), Runs::new());
    let mut messages = Vec::new();
    for _ in 0..=dice.below(u64::from(of.nodes)) {
        let message = message(dice, on, of);
        let (from, to) = (u64::from(message.from), u64::from(message.to));
        let busy = sends.contains(from) || receives.contains(to);
        if !busy || dice.one_in(if ports == Ports::ONE { 12 } else { 3 }) {
            sends.insert(Run { start: from, end: from + 1 });
            receives.insert(Run { start: to, end: to + 1 });
            messages.push(message);
        }
    }
    Step { messages }
}

/// The document of a schedule, as the second checker reads it.
fn document(on: &str, ports: Ports, of: &Instance, steps: &Listed) -> String {
    let name = of.collective.name();
    let parameter = match name {
        "broadcast" | "reduce" | "scatter" | "gather" => format!(", \"root\": {}", of.root),
        "scan" => format!(", \"exclusive\": {}", of.exclusive),
        "shift" => format!(", \"by\": {}", of.by),
        "permute" => format!(", \"map\": {:?}", of.map().unwrap()),
        _ => String::new(),
    };
    let ports = match ports {
        Ports::ONE | Ports::All => format!("\"{ports}\""),
        Ports::Limited(ports) => ports.to_string(),
    };
    let pieces = if of.pieces > 1 { format!(", \"pieces\": {}", of.pieces) } else { String::new() };
    let mut text = format!(
        "{{\"format\": \"hockney/schedule/v1\", \"topology\": {on}, \"ports\": {ports}, \
         \"collective\": {{\"kind\": \"{name}\"{parameter}}}{pieces}, \"steps\": "
    );
    let steps: Vec<Vec<String>> = steps
        .0
        .iter()
        .map(|step| step.messages.iter().map(|message| line(of, message)).collect())
        .collect();
    let steps: Vec<String> = steps.iter().map(|step| format!("[{}]", step.join(", "))).collect();
    write!(text, "[{}]}}", steps.join(", ")).unwrap();
    text
}

fn line(of: &Instance, message: &Message) -> String {
    let entries: Vec<String> = match &message.payload {
        Payload::Everything => Vec::new(),
        Payload::Plain(blocks) => of.entries(blocks),
        Payload::Values(values) => values
            .iter()
            .flat_map(|value| {
                let who = value.contributors.clone().unwrap();
                of.entries(&value.blocks).into_iter().map(move |entry| format!("{entry}@{who}"))
            })
            .collect(),
    };
    let Message { from, to, .. } = message;
    let via = match &message.route {
        Route::Default => String::new(),
        Route::Via(via) => format!(", \"via\": {:?}", &**via),
    };
    format!("{{\"from\": {from}, \"to\": {to}, \"blocks\": {entries:?}{via}}}")
}

sweep! {
    fn both_find_the_same(effort) {
        let mut dice = Dice(1);
        let mut seen = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..effort.of(1_000, 6_000) {
            let on = if dice.one_in(3) {
                graph(&mut dice)
            } else {
                let named = usize::try_from(dice.below(MACHINES.len() as u64)).unwrap();
                format!("\"{}\"", MACHINES[named])
            };
            let machine = match on.strip_prefix('"') {
                None => read_graph(&on).unwrap(),
                Some(name) => topology(&name[..name.len() - 1]),
            };
            let of = instance(&mut dice, machine.nodes());
            let ports = match dice.below(6) {
                0 => Ports::All,
                1 => Ports::Limited(2),
                2 => Ports::Limited(3),
                _ => Ports::ONE,
            };
            let steps = 0..dice.below(7);
            let listed = Listed(steps.map(|_| step(&mut dice, &machine, &of, ports)).collect());
            let text = document(&on, ports, &of, &listed);
            let judged = match reference::judge(&text) {
                Outcome::Judged(judged) => judged,
                // A link twice in one route.
                Outcome::BadInput(why) => {
                    assert!(why.contains("twice"), "{why}\n{text}");
                    continue;
                }
                Outcome::TooLarge(why) => panic!("{why}"),
            };
            let schedule = Schedule::plain(machine, ports, of.clone(), Arc::new(listed.clone()));
            let checked = checked(&schedule);
            let report = checked.report();
            let broken: Vec<&str> =
                report.counts.iter().filter(|(_, n)| *n > 0).map(|(rule, _)| rule.name()).collect();
            let mut expected: Vec<&str> = judged.broken.iter().copied().collect();
            expected.sort_by_key(|name| CheckerRule::ALL.iter().position(|rule| rule.name() == *name));
            assert_eq!(broken, expected, "{text}");
            for rule in [
                CheckerRule::SendPort,
                CheckerRule::ReceivePort,
                CheckerRule::Link,
                CheckerRule::Congestion,
            ] {
                let count = judged.counts.get(rule.name()).copied().unwrap_or(0);
                assert_eq!(report.counts.of(rule), count as u64, "{text}");
            }
            assert_eq!(report.needs_commutative, judged.needs_commutative, "{text}");
            let steps = &report.measures[0];
            let same = |sum: u128, words: Fraction| {
                assert_eq!(Fraction::new(sum, u128::from(of.pieces)), words, "{text}");
            };
            same(steps.iter().map(StepMeasure::blocks).sum(), judged.words);
            same(steps.iter().map(StepMeasure::blocks_hops).sum(), judged.words_times_hops);
            if let Some(contended) = judged.contended_words {
                let model = cost::Model { contention: true, ..cost::Model::default() };
                if schedule.topology.classes().is_empty() {
                    let found = cost::price(&schedule, &report.measures, model).cost.t_w;
                    assert_eq!(found.to_string(), contended.to_string(), "{text}");
                }
                same_totals(&schedule, &report.measures, &text);
            }
            // The order of writing changes no measure.
            let mut turned = Listed::clone(&listed);
            turned.0.iter_mut().for_each(|step| step.messages.reverse());
            let turned =
                Schedule::plain(schedule.topology.clone(), ports, of.clone(), Arc::new(turned));
            assert_eq!(self::checked(&turned).report().measures, report.measures, "{text}");
            assert_eq!(steps.iter().map(StepMeasure::hops).sum::<u64>(), judged.hops, "{text}");
            *seen.entry(broken.join(" ")).or_default() += 1;
            // Every message and every advice can be put in words.
            for violation in &report.violations {
                assert_ne!(violation.message(&schedule), violation.advice(&schedule));
            }
        }
        for rule in CheckerRule::ALL {
            assert!(seen.keys().any(|broken| broken.split(' ').any(|name| name == rule.name())));
        }
        assert!(seen.contains_key(""));
        assert!(!effort.is_exhaustive() || seen.contains_key("cannot-form"));
    }
}
