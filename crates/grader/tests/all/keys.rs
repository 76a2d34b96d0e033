//! Every printed key can be handed in: for all algorithms on small machines and all kinds of asks its own ask calls it right.

use std::fmt::Write;

use hockney_grader::{GivenAnswer, Key, grade, read_problems};
use hockney_plan::planner::{Algorithm, algorithms};
use hockney_testing::sweep;

const MACHINES: [&str; 13] = [
    "ring:8",
    "ring:5",
    "linear-array:6",
    "complete:8",
    "complete:7",
    "mesh:4x4",
    "mesh:2x3",
    "torus:3x5",
    "hypercube:8",
    "switch:6",
    "tree:8",
    "star:5",
    "boxes:2x4",
];

/// What is asked of each algorithm, of each collective, and of each machine: the answers to the others do not depend on
/// the algorithm.
const OF_ALGORITHMS: [&str; 15] = [
    "ask: formula",
    "ask: formula, of: steps",
    "ask: formula, of: words",
    "ask: growth",
    "ask: growth, in: m",
    "ask: growth, of: steps",
    "ask: growth, of: words, in: m",
    "ask: number",
    "ask: steps",
    "ask: messages",
    "ask: messages, step: 1",
    "ask: step, step: 1",
    "ask: schedule",
    "ask: trace, after: 1",
    "ask: pieces",
];
const OF_COLLECTIVES: [&str; 4] = [
    "ask: verdict, schedule: 'Step 1: 0 -> 1, 0 -> 2'",
    "ask: verdict, schedule: 'Step 1: 0 -> 1'",
    "ask: bound, of: steps",
    "ask: bound, of: words",
];
const OF_MACHINES: [&str; 9] = [
    "ask: route, from: 0, to: 3",
    "ask: links, from: 0, to: 3",
    "ask: routes, from: 0, to: 3",
    "ask: network, of: diameter",
    "ask: network, of: degree",
    "ask: network, of: links",
    "ask: network, of: edge-connectivity",
    "ask: network, of: node-connectivity",
    "ask: network, of: bisection-width",
];

/// The keys of a question that are not right, if it has a key at all.
fn refused(question: &str, said: &mut String) -> usize {
    let set = format!("format: hockney/problems/v1\nquestions:\n  - {{id: q, {question}}}\n");
    let Ok(set) = read_problems(&set) else { return 0 };
    let Ok(key) = Key::of(&set.questions[0]) else { return 0 };
    for ask in &key.question.asks {
        let text = ask.solution(&key);
        let span = hockney_base::diagnostic::Span::new(0, text.len());
        let graded = grade(&key, ask, Some(&GivenAnswer { text: text.clone(), span }));
        if graded.verdict.name() != "right" {
            let (verdict, full) = (graded.verdict.name(), graded.full);
            writeln!(said, "{question}\n    {text}\n    {verdict}: {full}").unwrap();
        }
        // Two algorithms may cost the same.
        if ask.kind() == "best" {
            continue;
        }
        let text = ask.example(&key);
        let graded = grade(&key, ask, Some(&GivenAnswer { text: text.clone(), span }));
        if graded.verdict.name() == "right" || graded.verdict.name() == "partly right" {
            writeln!(said, "{question}\n    the example {text} is right").unwrap();
        }
    }
    key.question.asks.len()
}

sweep! {
    fn every_printed_key_is_accepted_by_its_own_ask(effort) {
        let (mut said, mut compared) = (String::new(), 0);
        for machine in effort.thin(MACHINES.to_vec(), 7) {
            let mut before = "";
            for algorithm in algorithms().step_by(effort.of(5, 1)) {
                let collective = algorithm.collective();
                let of = format!(
                    "collective: {collective}, topology: '{machine}', algorithm: {}, numbers: {{m: 120, t_s: 5, t_w: 1}}",
                    algorithm.name()
                );
                // One at a time, since some have no key for all asks.
                let mut ask = |asks: &[&str]| -> usize {
                    let one = |ask| refused(&format!("{of}, asks: [{{{ask}}}]"), &mut said);
                    asks.iter().map(one).sum()
                };
                let found = ask(&OF_ALGORITHMS);
                compared += found;
                if found > 0 && collective != before {
                    before = collective;
                    compared += ask(&OF_COLLECTIVES) + ask(&OF_MACHINES);
                }
            }
        }
        assert!(said.is_empty(), "{said}");
        assert!(compared > effort.of(200, 5000), "only {compared}");
    }
}

/// The program of the key is right for its question, wherever there is one, and its example is not.
#[test]
fn the_programs_of_keys_can_be_handed_in() {
    let (mut said, mut compared) = (String::new(), 0);
    for machine in MACHINES {
        for collective in hockney_core::collective::COLLECTIVES {
            let name = collective.name();
            let of = if name == "shift" { "{kind: shift, by: 1}" } else { name };
            let question = format!("collective: {of}, topology: '{machine}', sizes: all");
            compared +=
                refused(&format!("{question}, asks: [{{ask: program, up_to: 9}}]"), &mut said);
        }
    }
    assert!(said.is_empty(), "{said}");
    assert!(compared > 80, "only {compared}");
}

#[test]
fn the_best_algorithm_can_be_handed_in() {
    let mut said = String::new();
    for (collective, machine) in
        [("broadcast", "hypercube:64"), ("all-reduce", "ring:8"), ("all-gather", "complete:8")]
    {
        let fits = |algorithm: &&Algorithm| algorithm.collective() == collective;
        let names: Vec<&str> = algorithms().filter(fits).map(Algorithm::name).collect();
        for pair in names.windows(2) {
            let of = format!(
                "collective: {collective}, topology: '{machine}', numbers: {{m: 120, t_s: 5, t_w: 1}}"
            );
            let among = pair.join(", ");
            refused(&format!("{of}, asks: [{{ask: best, among: [{among}]}}]"), &mut said);
            refused(
                &format!("{of}, asks: [{{ask: best, among: [{among}], over: 'm=1..1e6'}}]"),
                &mut said,
            );
        }
    }
    assert!(said.is_empty(), "{said}");
}
