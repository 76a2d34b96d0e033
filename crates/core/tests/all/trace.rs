//! Traces: the values of all nodes after every step, against sums done directly.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check};
use hockney_core::collective::{Data, Group, Instance, Phase, Ports, Schedule};
use hockney_core::schedule::{Listed, Message, Payload, Runs, Steps};
use hockney_core::trace::{
    OfGroup, Operator, TraceState, TracedValue, Transfer, disjoint, starting_values, watch,
};
use hockney_testing::build::{Line, m, of, plain, steps, topology};
use hockney_testing::{Dice, drawn};

/// The transfers of each step, and the state after the last.
fn traced(
    of: &Instance,
    steps: &dyn Steps,
    values: Option<(&[Rational], Operator)>,
) -> (Vec<Vec<Transfer>>, TraceState) {
    let (mut all, mut last, mut number) = (Vec::new(), None, 0);
    watch(of, steps, values, |k, transfers, state| {
        number += 1;
        assert_eq!(k, number);
        all.push(transfers.to_vec());
        last = Some(state.clone());
        Ok::<(), Infallible>(())
    })
    .unwrap();
    (all, last.unwrap())
}

fn numbers(of: &[i64]) -> Vec<Rational> {
    of.iter().map(|number| Rational::from(*number)).collect()
}

fn combined(operator: Operator, values: impl Iterator<Item = i64>) -> Option<i64> {
    values.reduce(|a, b| match operator {
        Operator::Sum => a + b,
        Operator::Product => a * b,
        Operator::Max => a.max(b),
        Operator::Min => a.min(b),
        Operator::And => a & b,
        Operator::Or => a | b,
    })
}

/// Right schedules of combined data on a complete machine, with values that are combined on arrival or kept apart.
fn combining() -> Vec<(Instance, Listed)> {
    let chain: &[&[Line<'_>]] = &[&[m(0, 1, "*")], &[m(1, 2, "*")], &[m(2, 3, "*")]];
    let doubling: &[&[Line<'_>]] = &[
        &[m(0, 1, "*"), m(1, 0, "*"), m(2, 3, "*"), m(3, 2, "*")],
        &[m(0, 2, "*"), m(2, 0, "*"), m(1, 3, "*"), m(3, 1, "*")],
    ];
    let ring = |k: u32| (0..4).map(move |v| (v, (v + 1) % 4, (v + 4 - k) % 4));
    let single: Vec<Vec<String>> =
        (0..3).map(|k| ring(k).map(|(.., of)| format!("0@{of} 1@{of}")).collect()).collect();
    let single: Vec<Vec<Line<'_>>> = (0..3)
        .zip(&single)
        .map(|(k, texts)| ring(k).zip(texts).map(|((a, b, _), text)| m(a, b, text)).collect())
        .collect();
    let single: Vec<&[Line<'_>]> = single.iter().map(Vec::as_slice).collect();
    let two = |name| of(name, 4).with_pieces(2).unwrap();
    let at = |of: Instance, lines: &[&[Line<'_>]]| {
        let listed = steps(&of, lines);
        (of, listed)
    };
    vec![
        at(two("reduce").with_root(3).unwrap(), chain),
        at(two("all-reduce"), doubling),
        at(two("all-reduce"), &single),
        at(two("scan"), chain),
        at(two("scan").with_exclusive(true), chain),
    ]
}

#[test]
fn results_are_what_combining_all_contributions_gives() {
    let values: Vec<i64> = vec![5, 3, 6, 12, 9, 7, 1, 4];
    for (of, listed) in combining() {
        let schedule = Schedule::plain(
            topology("complete:4"),
            Ports::ONE,
            of.clone(),
            Arc::new(listed.clone()),
        );
        assert!(check(&schedule, &Limits::default()).unwrap().report().is_valid(), "{of:?}");
        for (name, operator) in Operator::NAMES {
            let (_, state) = traced(&of, &listed, Some((&numbers(&values), operator)));
            for node in 0..4 {
                let required = of.required(node);
                let expected: Vec<(u64, TracedValue)> = required
                    .blocks
                    .iter()
                    .map(|block| {
                        let own = |from: u64| values[usize::try_from(from * 2 + block).unwrap()];
                        let value = combined(operator, required.contributors.iter().map(own));
                        let contributors = required.contributors.clone();
                        (block, TracedValue { contributors, value: value.map(Rational::from) })
                    })
                    .collect();
                assert_eq!(state.results(&of, node), expected, "{name}, {of:?}, node {node}");
            }
            let apart = of.collective.name() == "scan"
                || listed.0[0].messages.iter().any(|of| matches!(of.payload, Payload::Values(_)));
            assert_eq!(state.keeps_apart(), apart, "{of:?}");
        }
    }
}

/// Of copied data a node has what it had and what it was sent.
#[test]
fn copies_are_where_messages_brought_them() {
    let mut dice = Dice(6);
    let mut copied = 0;
    for _ in 0..600 {
        let name = drawn::machine(&mut dice);
        let (schedule, listed, text) = drawn::schedule(&mut dice, "", topology(name));
        let of = schedule.phases[0].instance();
        if of.data() == Data::Combined || listed.0.is_empty() {
            continue;
        }
        copied += 1;
        let blocks = of.all_blocks().len();
        let given: Vec<Rational> = (0..blocks).map(|block| Rational::from(block * block)).collect();
        // What a false message claims has no number.
        let number = |block: u64| given[usize::try_from(block).unwrap()].clone();
        let number = |block| (of.data() == Data::Copied).then(|| number(block));
        let at_start = |node| of.initial(node).iter().map(|block| (block, number(block))).collect();
        let mut held: Vec<BTreeMap<u64, Option<Rational>>> = (0..of.nodes).map(at_start).collect();
        let mut heard: Vec<Runs> = (0..u64::from(of.nodes)).map(Runs::one).collect();
        let values = (of.data() == Data::Copied).then_some((&given[..], Operator::Sum));
        let (transfers, state) = traced(of, &listed, values);
        for (step, transfers) in listed.0.iter().zip(transfers) {
            let (before, knew) = (held.clone(), heard.clone());
            for (Message { from, to, payload, .. }, transfer) in step.messages.iter().zip(transfers)
            {
                let Payload::Plain(blocks) = payload else { panic!("{text}") };
                let carried: Vec<u64> = transfer.carried.iter().map(|(block, _)| *block).collect();
                assert!(blocks.iter().eq(carried), "{text}");
                assert!(!transfer.combines && (transfer.from, transfer.to) == (*from, *to));
                for (block, value) in transfer.carried {
                    let known = before[*from as usize].get(&block).cloned().flatten();
                    assert_eq!(value.value, known, "{text}");
                    held[*to as usize].entry(block).or_insert(known);
                }
                heard[*to as usize].extend(&knew[*from as usize]);
            }
        }
        for node in 0..of.nodes {
            let found: Vec<u64> = state.of(node).map(|(block, _)| block).collect();
            assert!(held[node as usize].keys().eq(&found), "{text}");
            let values = state.of(node).map(|(_, known)| known[0].value.clone());
            assert!(held[node as usize].values().cloned().eq(values), "{text}");
            if of.data() == Data::Token {
                let known = &state.of(node).next().unwrap().1[0].contributors;
                assert_eq!(*known, heard[node as usize], "{text}");
            }
        }
        assert!(!state.keeps_apart());
    }
    assert!(copied > 100, "{copied}");
}

/// `*` is what a node holds; of a broadcast the message, even where nothing is held.
#[test]
fn everything_is_what_a_node_holds() {
    let carried = |of: &Instance, lines: &[&[Line<'_>]]| {
        let (transfers, _) = traced(of, &steps(of, lines), None);
        let blocks = |of: &Transfer| of.carried.iter().map(|(block, _)| *block).collect::<Vec<_>>();
        transfers.iter().map(|step| blocks(&step[0])).collect::<Vec<_>>()
    };
    let lines: &[&[_]] = &[&[m(1, 2, "*")], &[m(2, 0, "*")]];
    assert_eq!(carried(&of("all-gather", 3), lines), [vec![1], vec![1, 2]]);
    assert_eq!(carried(&of("scatter", 3), lines), [vec![0; 0], vec![0; 0]]);
    assert_eq!(
        carried(&of("broadcast", 3).with_pieces(2).unwrap(), lines),
        [vec![0, 1], vec![0, 1]]
    );
}

/// A message combines where its receiver has a value of other contributors.
#[test]
fn what_is_combined_has_no_contributor_twice() {
    let lines: &[&[_]] = &[&[m(0, 1, "*")], &[m(0, 1, "*")], &[m(2, 1, "*")]];
    let all_reduce = of("all-reduce", 3);
    let (transfers, state) = traced(&all_reduce, &steps(&all_reduce, lines), None);
    let combines: Vec<bool> = transfers.iter().map(|step| step[0].combines).collect();
    assert_eq!(combines, [true, false, true]);
    let known: Vec<String> =
        state.of(1).flat_map(|(_, known)| known).map(|of| of.contributors.to_string()).collect();
    assert_eq!(known, ["0-1", "0", "2"]);
    // The values of a scan are kept apart, and the second message has another contributor than one of them.
    let scan = of("scan", 3);
    let (transfers, _) = traced(&scan, &steps(&scan, &lines[..2]), None);
    assert!(transfers.iter().all(|step| step[0].combines));
    let gather = of("all-gather", 3);
    let lines: &[&[_]] = &[&[m(0, 1, "0")]];
    assert!(!traced(&gather, &steps(&gather, lines), None).0[0][0].combines);
}

#[test]
fn disjoint_values_are_found_as_trying_all_finds_them() {
    let mut dice = Dice(9);
    for _ in 0..2000 {
        let sets: Vec<Runs> = (0..dice.below(6)).map(|_| dice.some(5)).collect();
        let wanted = dice.some(5);
        let known: Vec<TracedValue> =
            sets.iter().map(|of| TracedValue { contributors: of.clone(), value: None }).collect();
        let fits = |choice: &Vec<usize>| {
            let total: u64 = choice.iter().map(|at| sets[*at].len()).sum();
            let all: Runs = choice.iter().flat_map(|at| sets[*at].runs().to_vec()).collect();
            total == wanted.len() && all == wanted
        };
        let choices = (0..1_usize << sets.len())
            .map(|mask| (0..sets.len()).filter(|at| mask >> at & 1 == 1).collect::<Vec<_>>());
        let possible = choices.into_iter().any(|choice| fits(&choice));
        let found = disjoint(&known, &wanted);
        assert_eq!(found.is_some(), possible, "{sets:?} {wanted:?}");
        assert!(found.is_none_or(|choice| fits(&choice)));
    }
}

#[test]
fn starting_values_are_one_for_each_block_or_node() {
    let count = |of: &Instance, count: i64| {
        let given = numbers(&(0..count).collect::<Vec<_>>());
        starting_values(of, &given, Operator::Sum).map_err(|error| error.to_string())
    };
    let gather = of("all-gather", 3).with_pieces(2).unwrap();
    assert_eq!(count(&gather, 6), Ok(numbers(&[0, 1, 2, 3, 4, 5])));
    assert_eq!(count(&gather, 3), Err("expected 6 values, found 3".to_owned()));
    let reduce = of("reduce", 3).with_pieces(2).unwrap();
    assert_eq!(count(&reduce, 3), Ok(numbers(&[0, 0, 1, 1, 2, 2])));
    assert_eq!(count(&reduce, 6), Ok(numbers(&[0, 1, 2, 3, 4, 5])));
    assert_eq!(count(&reduce, 2), Err("expected 3 or 6 values, found 2".to_owned()));
    assert_eq!(count(&of("reduce", 3), 1), Err("expected 3 values, found 1".to_owned()));
    let refused = starting_values(&of("reduce", 2), &numbers(&[1, -1]), Operator::And).unwrap_err();
    assert_eq!(refused.to_string(), "`and` and `or` take whole numbers from 0 to 2^64 - 1, not -1");
    for (name, operator) in Operator::NAMES {
        let bits = ["and", "or"].contains(&name);
        assert_eq!(operator.takes(&Rational::from(-1)), !bits, "{name}");
        assert!(operator.takes(&Rational::from(3)), "{name}");
    }
}

/// Catches messages of another group, and nodes where positions are meant.
#[test]
fn the_messages_of_a_group_are_between_its_positions() {
    let instance = of("broadcast", 2);
    let listed =
        plain("ring:4", of("broadcast", 4), &[&[m(3, 1, "0"), m(0, 2, "0")], &[m(2, 0, "0")]]);
    let group =
        |members: [u32; 2]| Group { members: Some(members.to_vec()), instance: instance.clone() };
    let steps = Arc::clone(&listed.phases[0].steps);
    let phase = Phase::of_groups(4, vec![group([0, 2]), group([3, 1])], Rational::one(), steps);
    let ends = |group| {
        let of = OfGroup { phase: &phase, group };
        assert_eq!((of.count(), of.messages()), (2, 3));
        let ends = |k| of.step(k).messages.iter().map(|m| (m.from, m.to)).collect::<Vec<_>>();
        [ends(0), ends(1)]
    };
    assert_eq!(ends(0), [vec![(0, 1)], vec![(1, 0)]]);
    assert_eq!(ends(1), [vec![(0, 1)], vec![]]);
}
