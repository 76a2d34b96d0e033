//! The encoding of copied data: which node may hold which piece after which step.

use super::cnf::{Cnf, Literal, Truth};
use super::routes::{RouteClauses, StepMessages};
use super::task::{CopiedPiece, Extent, Task};

/// Where pieces may be, for all times 0..=S: `holds[time][node][block]`.
pub(super) fn holders(
    task: &Task,
    blocks: &[CopiedPiece],
    steps: u32,
    cnf: &mut Cnf,
) -> Vec<Vec<Vec<Truth>>> {
    let p = task.wires.nodes;
    let hops: Vec<Vec<Option<u32>>> =
        (0..p).map(|v| task.wires.distances(v, task.neighbours)).collect();
    let within = |a: u32, b: u32, steps: u32| {
        if task.neighbours {
            hops[a as usize][b as usize].is_some_and(|hops| hops <= steps)
        } else {
            a == b || steps > 0
        }
    };
    let unicast = task.is_unicast();
    let mut truth = |time: u32, v: u32, block: &CopiedPiece| {
        let comes = within(block.start, v, time);
        let helps = (0..p).any(|w| block.is_for(w) && within(v, w, steps - time));
        if !comes || !helps {
            Truth::No
        } else if time == 0 || (time == steps && block.is_for(v)) || (!unicast && v == block.start)
        {
            Truth::Yes
        } else {
            Truth::If(cnf.variable())
        }
    };
    let mut at = |time: u32| {
        let node = |v: u32, truth: &mut dyn FnMut(u32, u32, &CopiedPiece) -> Truth| {
            blocks.iter().map(|block| truth(time, v, block)).collect()
        };
        (0..p).map(|v| node(v, &mut truth)).collect()
    };
    (0..=steps).map(&mut at).collect()
}

/// A piece for all nodes has enough holders: the steps that are left at most double them.
fn enough_holders(blocks: &[CopiedPiece], holds: &[Vec<Vec<Truth>>], cnf: &mut Cnf) {
    for (left, at) in holds.iter().rev().enumerate().skip(1) {
        let nodes = at.len();
        let needed = if left < 32 { nodes.div_ceil(1 << left) } else { 1 };
        for block in 0..blocks.len() {
            let lacks = at.iter().filter_map(|node| node[block].literal().map(|holds| -holds));
            let lacks: Vec<Literal> = lacks.collect();
            let never = at.iter().filter(|node| node[block] == Truth::No).count();
            if never > nodes - needed {
                cnf.add(&[]);
            } else {
                cnf.at_most(nodes - needed - never, &lacks);
            }
        }
    }
}

/// Pieces of one block are interchangeable: the first other node gets them in the order of their numbers.
pub(super) fn in_order(
    task: &Task,
    blocks: &[CopiedPiece],
    holds: &[Vec<Vec<Truth>>],
    cnf: &mut Cnf,
) {
    if task.is_unicast() || task.wires.nodes < 2 {
        return;
    }
    for (at, pair) in blocks.windows(2).enumerate() {
        if (pair[0].start, pair[0].wanted) == (pair[1].start, pair[1].wanted) {
            let first = usize::from(pair[0].start == 0);
            for time in holds {
                cnf.imply(&[time[first][at + 1]], &[time[first][at]]);
            }
        }
    }
}

/// What is known of copied data: `new[step][node][block]`, that the node receives the piece in the step.
pub(super) type New = Vec<Vec<Vec<Truth>>>;

/// Writes the clauses for one port.
pub(super) fn encode(task: &Task, extent: Extent, cnf: &mut Cnf) -> (Vec<StepMessages>, New) {
    let (p, steps) = (task.wires.nodes, extent.steps);
    let blocks = task.blocks();
    let routes = RouteClauses::of(task);
    let messages: Vec<StepMessages> = (0..steps).map(|_| routes.step(cnf)).collect();
    let holds = holders(task, &blocks, steps, cnf);
    let sizes = extent.sizes(cnf);
    let mut new = Vec::new();
    for (step, messages) in messages.iter().enumerate() {
        let mut of_step = Vec::new();
        for v in 0..p {
            let senders: Vec<(u32, Literal)> = messages.to(v).collect();
            let some: Vec<Truth> = senders.iter().map(|(_, sends)| Truth::If(*sends)).collect();
            let mut received = Vec::new();
            let times = holds[step][v as usize].iter().zip(&holds[step + 1][v as usize]);
            for (block, (before, after)) in times.enumerate() {
                let (before, after) = (*before, *after);
                if after == Truth::No || before == Truth::Yes {
                    received.push(Truth::No);
                    continue;
                }
                let comes = Truth::If(cnf.variable());
                received.push(comes);
                cnf.imply(&[after], &[before, comes]);
                cnf.imply(&[comes], &some);
                cnf.imply(&[comes, before], &[]);
                for (a, sends) in &senders {
                    let there = holds[step][*a as usize][block];
                    cnf.imply(&[comes, Truth::If(*sends)], &[there]);
                }
            }
            if let Some(sizes) = &sizes {
                let inputs: Vec<Literal> = received.iter().filter_map(|r| r.literal()).collect();
                cnf.bounded(&inputs, &sizes[step]);
            }
            of_step.push(received);
        }
        new.push(of_step);
    }
    one_holder(task, &holds, cnf);
    if !task.is_unicast() {
        enough_holders(&blocks, &holds, cnf);
    }
    if extent.ordered {
        in_order(task, &blocks, &holds, cnf);
    }
    (messages, new)
}

/// A piece for one node has one holder at a time.
pub(super) fn one_holder(task: &Task, holds: &[Vec<Vec<Truth>>], cnf: &mut Cnf) {
    if !task.is_unicast() {
        return;
    }
    for at in holds.iter().take(holds.len() - 1).skip(1) {
        let blocks = at.first().map_or(0, Vec::len);
        for block in 0..blocks {
            let holders: Vec<Literal> =
                at.iter().filter_map(|node| node[block].literal()).collect();
            cnf.at_most(1, &holders);
        }
    }
}

/// A piece that crosses a link in a step: the place of the link, the place of the block, the variable.
pub(super) type Crossing = (usize, usize, Literal);

/// Writes the clauses for all ports: messages are direct, and pieces cross every link. A link of capacity c carries c messages, so c pieces in the time of one.
pub(super) fn encode_all_ports(task: &Task, extent: Extent, cnf: &mut Cnf) -> Vec<Vec<Crossing>> {
    let (p, steps) = (task.wires.nodes, extent.steps);
    let blocks = task.blocks();
    let holds = holders(task, &blocks, steps, cnf);
    let sizes = extent.sizes(cnf);
    let mut all = Vec::new();
    for step in 0..steps as usize {
        let (now, then) = (&holds[step], &holds[step + 1]);
        let mut crossings: Vec<Crossing> = Vec::new();
        let mut into = vec![Vec::new(); p as usize * blocks.len()];
        for (at, link) in task.wires.links.iter().enumerate() {
            if link.from >= p || link.to >= p {
                continue;
            }
            let (from, to) = (link.from as usize, link.to as usize);
            let mut load = Vec::new();
            for block in 0..blocks.len() {
                let (there, here) = (now[from][block], now[to][block]);
                if there == Truth::No || here == Truth::Yes || then[to][block] == Truth::No {
                    continue;
                }
                let crosses = cnf.variable();
                cnf.imply(&[Truth::If(crosses)], &[there]);
                cnf.imply(&[Truth::If(crosses), here], &[]);
                into[to * blocks.len() + block].push(crosses);
                load.push(crosses);
                crossings.push((at, block, crosses));
            }
            if let Some(sizes) = &sizes {
                let each = link.capacity as usize;
                // Every size stands for as many pieces as the link carries messages.
                let sizes: Vec<Literal> =
                    sizes[step].iter().flat_map(|size| std::iter::repeat_n(*size, each)).collect();
                cnf.bounded(&load, &sizes);
            }
        }
        for v in 0..p as usize {
            for block in 0..blocks.len() {
                let comes = &into[v * blocks.len() + block];
                let (before, after) = (now[v][block], then[v][block]);
                if after != Truth::No && before != Truth::Yes {
                    let ways: Vec<Truth> =
                        comes.iter().map(|literal| Truth::If(*literal)).chain([before]).collect();
                    cnf.imply(&[after], &ways);
                    cnf.at_most(1, comes);
                }
            }
        }
        all.push(crossings);
    }
    one_holder(task, &holds, cnf);
    if extent.ordered {
        in_order(task, &blocks, &holds, cnf);
    }
    all
}
