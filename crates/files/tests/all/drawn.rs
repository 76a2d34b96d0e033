//! Random schedules, valid by chance, judged by the checker and by the naive second one.

use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{CheckerRule, Limits};
use hockney_core::collective::Schedule;
use hockney_core::schedule::StepMeasure;
use hockney_cost::{self as cost, Numbers, Switching};
use hockney_files::read_graph;

use hockney_testing::build::{checked, topology};
use hockney_testing::reference;
use hockney_testing::reference::fraction::Fraction;
use hockney_testing::reference::price::{Given, Model, More, asynchronous, price};
use hockney_testing::{Dice, drawn, sweep};

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

sweep! {
    fn both_find_the_same(effort) {
        let mut dice = Dice(1);
        let mut seen = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..effort.of(1_000, 6_000) {
            let (on, machine) = if dice.one_in(3) {
                let on = graph(&mut dice);
                let machine = read_graph(&on).unwrap();
                (on, machine)
            } else {
                let name = drawn::machine(&mut dice);
                (format!("\"{name}\""), topology(name))
            };
            let (schedule, listed, text) = drawn::schedule(&mut dice, &on, machine);
            let Some((report, judged)) = drawn::judged(&schedule, &text) else { continue };
            if let Some(contended) = judged.contended_words {
                let model = cost::Model { contention: true, ..cost::Model::default() };
                if schedule.topology.classes().is_empty() {
                    let found = cost::price(&schedule, &report.measures, model).cost.t_w;
                    assert_eq!(found.to_string(), contended.to_string(), "{text}");
                }
                same_totals(&schedule, &report.measures, &text);
            }
            // The order of writing changes no measure.
            let mut turned = listed;
            turned.0.iter_mut().for_each(|step| step.messages.reverse());
            let (ports, of) = (schedule.ports, schedule.phases[0].instance().clone());
            let turned = Schedule::plain(schedule.topology.clone(), ports, of, Arc::new(turned));
            assert_eq!(checked(&turned).report().measures, report.measures, "{text}");
            let broken: Vec<&str> = judged.broken.iter().copied().collect();
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
