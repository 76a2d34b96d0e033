//! All schedules of very small machines, one after another, against the fronts; and a second encoder.
//!
//! States that are equal are merged. Nothing else is left out but steps that could have a message more, and
//! messages that could carry more in the same time.

#![allow(clippy::cast_possible_truncation, clippy::match_bool)] // machines of few nodes

use std::collections::BTreeMap;

use hockney_core::topology::Topology;
use hockney_optimal::{Cell, Encoding, Task, TaskKind};

use super::optimal::{asked, has_model, points, searched};
use crate::second;

/// Sets of messages, by sender for each receiver, that have disjoint routes.
fn steps(task: &Task) -> Vec<Vec<(usize, usize)>> {
    let p = task.wires.nodes as usize;
    let mut all = Vec::new();
    let mut chosen = Vec::new();
    choose(task, p, 0, &mut chosen, &mut all);
    // A message more does no harm.
    let is_part = |a: &Vec<(usize, usize)>, b: &Vec<(usize, usize)>| {
        a.len() < b.len() && a.iter().all(|message| b.contains(message))
    };
    all.iter().filter(|a| !all.iter().any(|b| is_part(a, b))).cloned().collect()
}

fn choose(
    task: &Task,
    p: usize,
    from: usize,
    chosen: &mut Vec<(usize, usize)>,
    all: &mut Vec<Vec<(usize, usize)>>,
) {
    if from == p {
        all.push(chosen.clone());
        return;
    }
    choose(task, p, from + 1, chosen, all);
    for to in (0..p).filter(|to| *to != from) {
        if chosen.iter().all(|(_, other)| *other != to) {
            chosen.push((from, to));
            if has_routes(task, chosen, &mut vec![0; task.wires.links.len()]) {
                choose(task, p, from + 1, chosen, all);
            }
            chosen.pop();
        }
    }
}

/// Whether the last messages have routes beside what the links carry already.
fn has_routes(task: &Task, messages: &[(usize, usize)], load: &mut Vec<u32>) -> bool {
    let Some(((from, to), rest)) = messages.split_first() else { return true };
    walk(task, *from as u32, *to as u32, rest, &mut vec![*from as u32], load)
}

fn walk(
    task: &Task,
    at: u32,
    to: u32,
    rest: &[(usize, usize)],
    seen: &mut Vec<u32>,
    load: &mut Vec<u32>,
) -> bool {
    if at == to {
        return has_routes(task, rest, load);
    }
    for (link, wire) in task.wires.links.iter().enumerate() {
        if wire.from != at || seen.contains(&wire.to) || load[link] == wire.capacity {
            continue;
        }
        load[link] += 1;
        seen.push(wire.to);
        let found = walk(task, wire.to, to, rest, seen, load);
        seen.pop();
        load[link] -= 1;
        if found {
            return true;
        }
    }
    false
}

/// Subsets of `set` with `size` members, or all of it if it has fewer.
fn largest(set: u32, size: u32) -> Vec<u32> {
    if set.count_ones() <= size {
        return vec![set];
    }
    let mut found = Vec::new();
    let mut part = set;
    while part > 0 {
        if part.count_ones() == size {
            found.push(part);
        }
        part = (part - 1) & set;
    }
    found
}

/// What each node has, 16 bits a node: pieces of copied data; of combined data bit A - 1 is the value A.
type State = u64;

fn of(state: State, v: usize) -> u32 {
    (state >> (16 * v) & 0xffff) as u32
}

/// The least rounds for 0, 1, .. steps, `None` if there is no schedule. Of a reduction to one node `task` is the
/// all-reduce, and only the root must have the result.
fn least(task: &Task, most: usize, root: Option<usize>) -> Vec<Option<u32>> {
    let p = task.wires.nodes as usize;
    let combined = task.kind == TaskKind::AllReduce;
    let blocks = task.blocks();
    let bits = |test: &dyn Fn(usize) -> bool| {
        (0..blocks.len()).filter(|b| test(*b)).fold(0_u32, |set, b| set | 1 << b)
    };
    let all = (1_u32 << p) - 1;
    let start = |v: usize| match combined {
        true => 1 << ((1 << v) - 1),
        false => bits(&|b| blocks[b].start as usize == v),
    };
    let start: State = (0..p).map(|v| u64::from(start(v)) << (16 * v)).sum();
    let wanted: Vec<u32> = (0..p).map(|v| bits(&|b| blocks[b].is_for(v as u32))).collect();
    let is_done = |v: usize, has: u32| match combined {
        true => root.is_some_and(|root| root != v) || formable(has, all) >> (all - 1) & 1 == 1,
        false => wanted[v] & !has == 0,
    };
    let can_send = |has: u32| if combined { formable(has, all) } else { has };
    let steps = steps(task);
    // The least size with which one more step ends it.
    let finish = |state: State| {
        let need = |a: usize, v: usize| {
            let new = can_send(of(state, a)) & !of(state, v);
            let ends =
                |size: &u32| largest(new, *size).iter().any(|part| is_done(v, of(state, v) | part));
            (1..=new.count_ones()).find(ends)
        };
        let needs: Vec<Option<u32>> = (0..p * p)
            .map(|pair| if pair / p == pair % p { None } else { need(pair / p, pair % p) })
            .collect();
        let size = |messages: &Vec<(usize, usize)>| {
            let of_node = |v: usize| {
                if is_done(v, of(state, v)) {
                    return Some(0);
                }
                messages.iter().find(|(_, to)| *to == v).and_then(|(from, _)| needs[from * p + v])
            };
            (0..p).map(of_node).try_fold(0, |most, size| Some(most.max(size?)))
        };
        steps.iter().filter_map(size).min()
    };
    let ready = (0..p).all(|v| is_done(v, of(start, v)));
    let mut found = vec![ready.then_some(0)];
    let mut open = BTreeMap::from([(start, 0_u32)]);
    for step in 1..=most {
        let ended = open.iter().filter_map(|(state, rounds)| Some(rounds + finish(*state)?)).min();
        found.push(ended.into_iter().chain(found[step - 1]).min());
        if step == most {
            break;
        }
        let mut next: BTreeMap<State, u32> = BTreeMap::new();
        for (state, rounds) in &open {
            for messages in &steps {
                let news: Vec<u32> = messages
                    .iter()
                    .map(|(a, b)| can_send(of(*state, *a)) & !of(*state, *b))
                    .collect();
                let greatest = news.iter().map(|new| new.count_ones()).max().unwrap_or(0);
                for size in 1..=greatest {
                    let mut states = vec![*state];
                    for ((_, to), new) in messages.iter().zip(&news) {
                        let parts = largest(*new, size);
                        let with = |state: &State| -> Vec<State> {
                            parts.iter().map(|part| state | u64::from(*part) << (16 * to)).collect()
                        };
                        states = states.iter().flat_map(with).collect();
                    }
                    for state in states {
                        let known = next.entry(state).or_insert(u32::MAX);
                        *known = (*known).min(rounds + size);
                    }
                }
            }
        }
        open = next;
    }
    found
}

/// The sets that are disjoint unions of these values; bit A - 1 is the set A.
fn formable(values: u32, all: u32) -> u32 {
    let mut formed = values;
    loop {
        let mut more = formed;
        for a in (1..=all).filter(|a| formed >> (a - 1) & 1 == 1) {
            for b in (1..=all).filter(|b| values >> (b - 1) & 1 == 1 && a & b == 0) {
                more |= 1 << ((a | b) - 1);
            }
        }
        if more == formed {
            return formed;
        }
        formed = more;
    }
}

/// The points of a list of the least rounds by steps.
fn front_of(least: &[Option<u32>]) -> Vec<(u32, u32)> {
    let mut points: Vec<(u32, u32)> = Vec::new();
    for (steps, rounds) in (0..).zip(least) {
        let Some(rounds) = *rounds else { continue };
        if points.last().is_none_or(|(_, best)| rounds < *best) {
            points.push((steps, rounds));
        }
    }
    points
}

/// Catches a formula that refutes too much or too little.
#[test]
fn all_schedules_agree_with_the_fronts() {
    let machines = [
        "ring:3",
        "linear-array:3",
        "linear-array:4",
        "ring:4",
        "star:4",
        "complete:4",
        "tree:3",
        "tree:4",
        "node-tree:4",
        "switch:4",
    ];
    for machine in machines {
        let topology = Topology::parse(machine).unwrap();
        for name in ["broadcast", "scatter", "all-gather", "reduce", "all-reduce", "all-to-all"] {
            let p = topology.nodes();
            // All-to-all of 4 nodes has too many states.
            if name == "all-to-all" && p > 3 {
                continue;
            }
            let asked = asked(name, &topology, 1);
            // A reduce is searched as a broadcast backwards in time, and here as what it is.
            let expected = match name {
                "reduce" => {
                    let combined = Task { kind: TaskKind::AllReduce, ..asked.task.clone() };
                    least(&combined, 3, Some(asked.task.root as usize))
                }
                _ => least(&asked.task, 3, None),
            };
            let found = points(&searched(&asked, Some(3)));
            assert_eq!(found, front_of(&expected), "{name} on {machine}");
        }
    }
}

/// The same for blocks in two pieces.
#[test]
fn all_schedules_in_pieces_agree_with_the_fronts() {
    for (name, machine) in [
        ("broadcast", "linear-array:3"),
        ("broadcast", "ring:4"),
        ("all-gather", "linear-array:3"),
        ("scatter", "ring:3"),
    ] {
        let asked = asked(name, &Topology::parse(machine).unwrap(), 2);
        let expected = front_of(&least(&asked.task, 3, None));
        assert_eq!(points(&searched(&asked, Some(3))), expected, "{name} on {machine}");
    }
}

/// Every cell around a front, in both encodings.
#[test]
fn a_second_encoder_agrees() {
    let cases = [
        ("all-gather", "linear-array:4", 1),
        ("all-gather", "ring:5", 1),
        ("broadcast", "star:5", 2),
        ("scatter", "mesh:2x2", 1),
        ("all-to-all", "ring:4", 1),
        ("all-to-all", "tree:4", 1),
        ("all-gather", "mesh:2x3", 1),
        ("all-reduce", "ring:4", 1),
        ("all-reduce", "linear-array:3", 2),
    ];
    let mut empty = 0;
    for (name, machine, pieces) in cases {
        let asked = asked(name, &Topology::parse(machine).unwrap(), pieces);
        let task = &asked.task;
        let least = task.least_steps();
        for steps in least..least + 2 {
            let front = points(&searched(&asked, Some(steps)));
            let near = front.last().map_or(steps, |(_, rounds)| *rounds);
            for rounds in near.saturating_sub(2)..=near {
                let cell = Cell { steps, rounds: Some(rounds) };
                let formula = Encoding::of(task, cell, false, usize::MAX).unwrap();
                let first = has_model(&formula);
                assert_eq!(
                    first,
                    second::has_schedule(task, steps, rounds),
                    "{name} on {machine}: {cell:?}"
                );
                empty += usize::from(!first);
            }
        }
    }
    assert!(empty > 15, "{empty} cells were empty");
}
