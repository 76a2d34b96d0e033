//! Random schedules, valid by chance, with their documents; and whether the checker and the naive second one judge them
//! alike.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use hockney_core::checker::{CheckerRule, Limits, Report, check};
use hockney_core::collective::{COLLECTIVES, Data, Instance, Ports, Schedule};
use hockney_core::schedule::{
    CombinedBlocks, Listed, Message, Payload, Route, Run, Runs, Step, StepMeasure,
};
use hockney_core::topology::Topology;

use crate::Dice;
use crate::build::of;
use crate::reference::fraction::Fraction;
use crate::reference::{self, Judged, Outcome};

/// Machines whose names a document has.
pub const MACHINES: &[&str] = &[
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

/// One of the machines above.
pub fn machine(dice: &mut Dice) -> &'static str {
    MACHINES[dice.index(MACHINES.len())]
}

/// A schedule on a machine, and its document, which has the machine as this text.
pub fn schedule(dice: &mut Dice, on: &str, machine: Topology) -> (Schedule, Listed, String) {
    let of = instance(dice, machine.nodes());
    let ports = match dice.below(6) {
        0 => Ports::All,
        1 => Ports::Limited(2),
        2 => Ports::Limited(3),
        _ => Ports::ONE,
    };
    let steps = 0..dice.below(7);
    let listed = Listed(steps.map(|_| step(dice, &machine, &of, ports)).collect());
    let text = document(on, ports, &of, &listed);
    (Schedule::plain(machine, ports, of, Arc::new(listed.clone())), listed, text)
}

/// The report of a schedule and the verdict of the second checker, which say the same of what both say; nothing if a route
/// uses a link twice, which no document may.
pub fn judged(schedule: &Schedule, text: &str) -> Option<(Report, Judged)> {
    let judged = match reference::judge(text) {
        Outcome::Judged(judged) => judged,
        Outcome::BadInput(why) => {
            assert!(why.contains("twice"), "{why}\n{text}");
            return None;
        }
        Outcome::TooLarge(why) => panic!("{why}"),
    };
    let report = check(schedule, &Limits::default()).unwrap().report().clone();
    let broken: BTreeSet<&str> =
        report.counts.iter().filter(|(_, n)| *n > 0).map(|(rule, _)| rule.name()).collect();
    assert_eq!(broken, judged.broken, "{text}");
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
    let pieces = u128::from(schedule.phases[0].instance().pieces);
    let words = |sum: u128| Fraction::new(sum, pieces);
    assert_eq!(words(steps.iter().map(StepMeasure::blocks).sum()), judged.words, "{text}");
    let products = steps.iter().map(StepMeasure::blocks_hops).sum();
    assert_eq!(words(products), judged.words_times_hops, "{text}");
    assert_eq!(steps.iter().map(StepMeasure::hops).sum::<u64>(), judged.hops, "{text}");
    if let Some(contended) = judged.contended_words
        && schedule.topology.classes().is_empty()
    {
        let shared = steps.iter().map(StepMeasure::contended);
        let words = shared.map(|load| Fraction::new(load.blocks, pieces * u128::from(load.lanes)));
        let sum = words.fold(Fraction::ZERO, |sum, words| sum.plus(words).unwrap());
        assert_eq!(sum, contended, "{text}");
    }
    Some((report, judged))
}

fn instance(dice: &mut Dice, nodes: u32) -> Instance {
    let kind = COLLECTIVES[dice.index(COLLECTIVES.len())];
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
        let sets: BTreeSet<Runs> = (0..count).map(|_| dice.some(u64::from(of.nodes))).collect();
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
