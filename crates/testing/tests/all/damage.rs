//! The mutants: the same each time, all kinds of them at work, and wrong in every way there is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::samples::{
    anywhere, document, first_page, judged, message, on_a_ring, on_complete, verdict,
};
use hockney_testing::mutants::{DAMAGES, Mutant, chained, mutants};
use hockney_testing::reference::RULES;

/// Right documents of every collective, of composed ones, with sets, ranges, routes and pieces.
fn right() -> Vec<Value> {
    let mut documents = vec![first_page()];
    for topology in ["mesh:2x3", "ring:6", "complete:6", "tree:6"] {
        documents.extend(anywhere(topology, 6, 2).into_iter().map(|(_, document)| document));
    }
    documents.extend(on_a_ring("ring:6", 6).into_iter().map(|(_, document)| document));
    documents.extend(on_complete(5).into_iter().map(|(_, document)| document));
    let mut scatter = document(
        "hypercube:4",
        &json!({"kind": "scatter", "root": 0}),
        &json!([
            [{"from": 0, "to": 3, "blocks": ["2-3.0-1"], "via": [2]}],
            [message(3, 2, "2"), message(0, 1, "1")],
        ]),
    );
    scatter["pieces"] = json!(2);
    documents.push(scatter);
    let mut routed = first_page();
    routed["steps"][0][0]["via"] = json!([7, 6, 5]);
    documents.push(routed);
    documents.push(document(
        "complete:6",
        &json!({"kind": "reduce", "root": 5}),
        &json!([
            [message(0, 1, "0"), message(3, 2, "0")],
            [message(1, 2, "0@0-1")],
            [message(4, 2, "0")],
            [{"from": 2, "to": 5, "blocks": ["0@0-1+4", "0@2-3"]}],
        ]),
    ));
    let broadcast = json!({"kind": "broadcast", "root": 0});
    documents.push(json!({
        "format": "hockney/schedule/v1",
        "topology": "mesh:2x2",
        "phases": [
            {"groups": [[0, 2]], "collective": broadcast, "steps": [[message(0, 2, "0")]]},
            {"groups": [[0, 1], [2, 3]], "collective": broadcast, "scale": 2,
             "steps": [[message(0, 1, "0"), message(2, 3, "0")]]},
        ],
    }));
    documents
}

fn all_mutants(seed: u64, each: usize) -> Vec<Mutant> {
    right().iter().flat_map(|document| mutants(document, seed, each)).collect()
}

/// Catches a sample that is wrong to begin with.
#[test]
fn what_is_damaged_was_right() {
    for document in right() {
        assert!(judged(&document).is_valid(), "{document}");
    }
}

/// Catches a source of chance other than the seed, and a mutant that is no mutant.
#[test]
fn the_same_seed_gives_the_same_mutants() {
    let texts = |seed| {
        let mutants = mutants(&first_page(), seed, 3).into_iter();
        mutants.map(|mutant| mutant.document.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(texts(7), texts(7));
    assert_ne!(texts(7), texts(8));
    let different: BTreeSet<String> = texts(7).into_iter().collect();
    assert_eq!(different.len(), texts(7).len());
    assert!(!different.contains(&first_page().to_string()));
}

/// Catches a kind of damage that never finds a place, and a rule that no mutant breaks alone.
#[test]
fn every_kind_is_at_work_and_every_rule_is_broken() {
    let mutants = all_mutants(1, 4);
    let kinds: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.damage.as_str()).collect();
    for (name, _) in DAMAGES {
        assert!(kinds.contains(name), "no {name}");
    }
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for mutant in &mutants {
        *verdicts.entry(verdict(&mutant.document)).or_insert(0) += 1;
    }
    for rule in RULES.iter().chain(&["valid", "bad input"]) {
        assert!(verdicts.contains_key(*rule), "none is only {rule}: {verdicts:?}");
    }
    assert!(verdicts.len() > 20, "{verdicts:?}");
    assert!(!verdicts.contains_key("too large"));
}

/// Some damage has one outcome only, whatever it is done to.
#[test]
fn damage_that_is_always_bad_input() {
    for mutant in all_mutants(2, 3) {
        let always =
            ["send a message to oneself", "empty a step", "repeat an entry of blocks", "no blocks"];
        if always.contains(&mutant.damage.as_str()) {
            assert_eq!(verdict(&mutant.document), "bad input", "{}", mutant.damage);
        }
        if mutant.damage == "say a message twice in its step" {
            let verdict = verdict(&mutant.document);
            assert!(verdict.contains("send-port") && verdict.contains("receive-port"));
            assert!(verdict.contains("congestion"), "{verdict}");
        }
        if mutant.damage == "split a step" {
            let verdict = verdict(&mutant.document);
            assert!(["valid", "cannot-form"].contains(&verdict.as_str()), "{verdict}");
        }
    }
}

/// Catches a second kind of damage that trips over what the first has left.
#[test]
fn damage_upon_damage() {
    let mut verdicts = BTreeSet::new();
    for (seed, document) in right().iter().enumerate() {
        for mutant in chained(document, seed as u64, 100) {
            verdicts.insert(verdict(&mutant.document));
        }
    }
    assert!(verdicts.len() > 30, "{verdicts:?}");
}

/// Turns round every list whose order means nothing.
fn backwards(work: &mut Value) {
    for phase in work.get_mut("phases").and_then(Value::as_array_mut).into_iter().flatten() {
        backwards(phase);
    }
    for step in work.get_mut("steps").and_then(Value::as_array_mut).into_iter().flatten() {
        let messages = step.as_array_mut().expect("a step is a list");
        messages.reverse();
        for message in messages {
            message["blocks"].as_array_mut().expect("blocks is a list").reverse();
        }
    }
}

/// Rules are about what is there, not about the order in which it is written: messages of a step, entries of a
/// message. Catches state that leaks from one message to the next.
#[test]
fn order_within_a_step_means_nothing() {
    for mutant in all_mutants(3, 2) {
        let mut turned = mutant.document.clone();
        backwards(&mut turned);
        let outcomes = [&mutant.document, &turned].map(hockney_testing::reference::judge_value);
        assert_eq!(outcomes[0].judged(), outcomes[1].judged(), "{}", mutant.damage);
    }
}

/// A ring looks the same from every node: turned by one, a schedule breaks the same rules as often.
#[test]
fn a_turned_ring_is_the_same_ring() {
    const P: u64 = 6;
    let turn = |value: &mut Value| *value = json!((value.as_u64().unwrap() + 1) % P);
    let base = document(
        "ring:6",
        &json!({"kind": "broadcast", "root": 0}),
        &json!([
            [message(0, 3, "0")],
            [message(0, 1, "0"), message(3, 4, "0")],
            [message(1, 2, "0"), message(4, 5, "0")],
        ]),
    );
    assert!(judged(&base).is_valid());
    for mutant in mutants(&base, 4, 10) {
        let Some(before) =
            hockney_testing::reference::judge_value(&mutant.document).judged().cloned()
        else {
            continue;
        };
        if mutant.document["topology"] != "ring:6" {
            continue;
        }
        let mut turned = mutant.document.clone();
        turn(&mut turned["collective"]["root"]);
        for step in turned["steps"].as_array_mut().unwrap() {
            for message in step.as_array_mut().unwrap() {
                turn(&mut message["from"]);
                turn(&mut message["to"]);
                if let Some(via) = message.get_mut("via") {
                    via.as_array_mut().unwrap().iter_mut().for_each(turn);
                }
            }
        }
        assert_eq!(judged(&turned), before, "{}", mutant.damage);
    }
}
