//! The encoding of copied data with all ports: direct messages, and pieces on every link.

use super::cnf::{Cnf, Literal, Truth};
use super::copied::{holders, in_order, one_holder};
use super::task::Task;

/// A piece that crosses a link in a step: the place of the link, the place of the block, the variable.
pub(super) type Crossing = (usize, usize, Literal);

/// Writes the clauses. A link of capacity c carries c messages, so c pieces in the time of one.
pub(super) fn encode(
    task: &Task,
    (steps, least): (u32, u32),
    rounds: Option<u32>,
    ordered: bool,
    cnf: &mut Cnf,
) -> Vec<Vec<Crossing>> {
    let p = task.wires.nodes;
    let blocks = task.blocks();
    let holds = holders(task, &blocks, steps, cnf);
    let sizes = rounds.map(|rounds| cnf.sizes(steps as usize, least as usize, rounds as usize));
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
    if ordered {
        in_order(task, &blocks, &holds, cnf);
    }
    all
}
