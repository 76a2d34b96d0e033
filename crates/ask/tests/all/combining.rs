//! The time to combine words: the textbook's terms in γ at every small size, by messages and by templates alike.

use hockney_ask::{How, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, combining};
use hockney_core::topology::Topology;
use hockney_cost::{Asynchronous, Model, Numbers, Timing, asynchronous, price};
use hockney_plan::planner::{self, algorithms};
use hockney_plan::question::{Plan, Question};

/// The plan of an algorithm; `None` where it does not fit.
fn plan(collective: &str, name: &str, topology: &str) -> Option<Plan<'static>> {
    let question = Question::new(collective, Topology::parse(topology).unwrap()).ok()?;
    question.plan_by(planner::algorithm(collective, name).unwrap()).ok()
}

/// How often m words are combined, message by message and by templates.
fn gamma(plan: &Plan<'_>) -> Rational {
    let of = |schedule: &hockney_core::collective::Schedule| {
        let found = combining(schedule, &Limits::default(), None).unwrap();
        price(schedule, &found.measures, Model::default()).cost.gamma
    };
    let gamma = of(&plan.schedule());
    if let Some(templates) = plan.templates() {
        assert_eq!(of(&templates), gamma, "{}", plan.algorithm().name());
    }
    gamma
}

/// Catches a value that is combined twice, and one that only passes through.
#[test]
fn the_textbook_terms_hold_at_every_small_size() {
    let (mut counted, whole) = (0, |n: u32| Rational::from(n));
    for p in 1..=33_u32 {
        let rounds = whole(p.next_power_of_two().ilog2());
        let share = Rational::ratio(p - 1, p).unwrap();
        let machine = format!("switch:{p}");
        let cases = [
            ("reduce", "far-first-doubling", rounds.clone()),
            ("all-reduce", "recursive-doubling", rounds),
            ("all-reduce", "ring", share.clone()),
            ("all-reduce", "rabenseifner", share.clone()),
            ("reduce-scatter", "ring", whole(p - 1)),
            ("scan", "pipelined-chain", whole(p - 1)),
            ("broadcast", "near-first-doubling", Rational::zero()),
            ("all-gather", "ring", Rational::zero()),
        ];
        for (collective, name, expected) in cases {
            let folds = ["recursive-doubling", "rabenseifner"].contains(&name);
            if folds && !p.is_power_of_two() {
                continue;
            }
            let name = if name == "rabenseifner" { "folded-halving-doubling" } else { name };
            let Some(plan) = plan(collective, name, &machine) else { continue };
            assert_eq!(gamma(&plan), expected, "{collective} {name} on {machine}");
            counted += 1;
        }
    }
    assert!(counted > 150, "{counted}");
}

/// Catches unequal pieces that are combined as equal ones.
#[test]
fn unequal_pieces_are_combined_word_by_word() {
    let plan = plan("all-reduce", "ring", "ring:4").unwrap();
    let ten = Rational::from(10_u64);
    let found = combining(&plan.schedule(), &Limits::default(), Some(&ten)).unwrap();
    // The first half of the steps adds up every piece at some node.
    for step in &found.each[0][..3] {
        let mut words: Vec<u128> = (0..4).map(|message| step.of(message)).collect();
        words.sort_unstable();
        assert_eq!(words, [2, 2, 3, 3]);
    }
}

/// Catches a combination that an asynchronous time charges and a step does not: asynchronous times with γ are at most those by steps.
#[test]
fn asynchronous_times_with_gamma_are_at_most_those_by_steps() {
    let one = Some(Rational::one());
    let timing = Timing { gamma: Rational::from(7_u64), ..Timing::default() };
    let (m, t_s, t_w) = (Some(Rational::from(12_u64)), Some(Rational::from(5_u64)), one);
    let numbers = Numbers { m, t_s, t_w, timing, ..Numbers::default() };
    for p in [2, 3, 7, 8, 12] {
        for algorithm in algorithms() {
            let Some(plan) = plan(algorithm.collective(), algorithm.name(), &format!("switch:{p}"))
            else {
                continue;
            };
            let (schedule, limits) = (plan.schedule(), &Limits::default());
            let found = combining(&schedule, limits, numbers.m.as_ref()).unwrap();
            let even = combining(&schedule, limits, None).unwrap();
            assert_eq!(even.each.concat().len(), schedule.steps());
            let by_steps = numbers.total(&price(&schedule, &even.measures, Model::default()).cost);
            let times = Asynchronous {
                model: Model::default(),
                numbers: &numbers,
                whole_words: false,
                limits,
            };
            let time = asynchronous(&schedule, &times).unwrap();
            assert!(time <= by_steps, "{} {}", algorithm.collective(), algorithm.name());
            assert!(found.each.len() == even.each.len());
        }
    }
}

/// A ranking with γ has the costs of the plans, and every bound leaves γ out.
#[test]
fn rankings_charge_for_combining() {
    let question = Question::new("all-reduce", Topology::parse("switch:8").unwrap()).unwrap();
    let timing = Timing { gamma: Rational::from(1_u64), ..Timing::default() };
    let one = Some(Rational::one());
    let numbers = Numbers {
        m: Some(Rational::from(64_u64)),
        t_s: one.clone(),
        t_w: one,
        timing,
        ..Numbers::default()
    };
    let with = ranking(question.clone(), &numbers, &How::default());
    let without =
        ranking(question, &Numbers { timing: Timing::default(), ..numbers }, &How::default());
    let cost = |of: &hockney_ask::Ranking, name: &str| {
        of.rows.iter().find(|row| row.algorithm.name() == name).unwrap().cost.to_string()
    };
    assert_eq!(cost(&with, "ring"), "14 t_s + 7/4 m t_w + 7/8 m γ");
    assert_eq!(cost(&without, "ring"), "14 t_s + 7/4 m t_w");
    assert_eq!(*with.least, *without.least);
    assert!(with.rows.iter().all(|row| row.cost.gamma >= Rational::ratio(7_u64, 8_u64).unwrap()));
}
