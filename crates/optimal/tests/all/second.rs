//! A second encoder of cells, written from specs/optimal.md and not from the program: two-way knowledge, one
//! variable for each simple path, and sums by sequential counters.

#![allow(clippy::cast_possible_truncation, clippy::needless_range_loop)] // machines of few nodes

use std::fmt::Write as _;

use hockney_optimal::engine::{Said, solve};
use hockney_optimal::{Task, TaskKind};

/// Clauses as text, and the number of variables.
#[derive(Default)]
struct Clauses {
    text: String,
    count: usize,
    variables: i32,
}

impl Clauses {
    fn new_variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn add(&mut self, clause: &[i32]) {
        for literal in clause {
            write!(self.text, "{literal} ").unwrap();
        }
        self.text += "0\n";
        self.count += 1;
    }

    /// At most `most` of these, by a sequential counter: s(i, j) if at least j of the first i hold.
    fn at_most(&mut self, most: usize, of: &[i32]) {
        let mut before: Vec<i32> = Vec::new();
        for x in of {
            let now: Vec<i32> = (0..=most).map(|_| self.new_variable()).collect();
            self.add(&[-x, now[0]]);
            for (j, b) in before.iter().enumerate() {
                self.add(&[-b, now[j]]);
                if j < most {
                    self.add(&[-b, -x, now[j + 1]]);
                }
            }
            self.add(&[-now[most]]);
            before = now;
        }
    }

    fn has_model(&self) -> bool {
        let text = format!("p cnf {} {}\n{}", self.variables, self.count, self.text);
        match solve(text.as_bytes(), std::io::sink(), u64::MAX).unwrap() {
            Said::Model(_) => true,
            Said::Refuted => false,
            Said::Open => panic!("there is no limit"),
        }
    }
}

/// All simple paths between two vertices.
fn paths(task: &Task, path: &mut Vec<u32>, to: u32, found: &mut Vec<Vec<u32>>) {
    let at = *path.last().unwrap();
    if at == to {
        found.push(path.clone());
        return;
    }
    for link in task.wires.links.iter().filter(|link| link.from == at) {
        if !path.contains(&link.to) {
            path.push(link.to);
            paths(task, path, to, found);
            path.pop();
        }
    }
}

/// The messages of a step: `[a][b]`.
fn messages(task: &Task, to: &mut Clauses) -> Vec<Vec<i32>> {
    let p = task.wires.nodes as usize;
    let mut load = vec![Vec::new(); task.wires.links.len()];
    let mut sends = vec![vec![0; p]; p];
    for a in 0..p {
        for b in (0..p).filter(|b| *b != a) {
            let mut found = Vec::new();
            paths(task, &mut vec![a as u32], b as u32, &mut found);
            let variable = to.new_variable();
            sends[a][b] = variable;
            let mut one = vec![-variable];
            for path in found {
                let taken = to.new_variable();
                one.push(taken);
                for hop in path.windows(2) {
                    let at =
                        |link: &hockney_optimal::Wire| (link.from, link.to) == (hop[0], hop[1]);
                    load[task.wires.links.iter().position(at).unwrap()].push(taken);
                }
            }
            to.add(&one);
        }
    }
    for (link, load) in task.wires.links.iter().zip(&load) {
        to.at_most(link.capacity as usize, load);
    }
    for a in 0..p {
        let out: Vec<i32> = (0..p).filter(|b| *b != a).map(|b| sends[a][b]).collect();
        let into: Vec<i32> = (0..p).filter(|b| *b != a).map(|b| sends[b][a]).collect();
        to.at_most(1, &out);
        to.at_most(1, &into);
    }
    sends
}

/// Whether a schedule of at most these steps and rounds exists: one for each list of sizes of the steps.
pub(crate) fn has_schedule(task: &Task, steps: u32, rounds: u32) -> bool {
    let mut sizes = vec![0; steps as usize];
    any_sizes(task, &mut sizes, 0, rounds as usize)
}

/// Sizes that use all rounds are the largest, so others are not needed.
fn any_sizes(task: &Task, sizes: &mut Vec<usize>, at: usize, left: usize) -> bool {
    if at + 1 == sizes.len() {
        sizes[at] = left;
        return of_sizes(task, sizes);
    }
    (0..=left).any(|size| {
        sizes[at] = size;
        any_sizes(task, sizes, at + 1, left - size)
    })
}

fn of_sizes(task: &Task, sizes: &[usize]) -> bool {
    let mut to = Clauses::default();
    if task.kind == TaskKind::AllReduce {
        combined(task, sizes, &mut to);
    } else {
        copied(task, sizes, &mut to);
    }
    to.has_model()
}

fn copied(task: &Task, sizes: &[usize], to: &mut Clauses) {
    let p = task.wires.nodes as usize;
    let blocks = task.blocks();
    let mut has: Vec<Vec<i32>> =
        (0..p).map(|_| blocks.iter().map(|_| to.new_variable()).collect()).collect();
    for (v, has) in has.iter().enumerate() {
        for (block, has) in blocks.iter().zip(has) {
            to.add(&[if block.start as usize == v { *has } else { -has }]);
        }
    }
    for size in sizes {
        let sends = messages(task, to);
        let mut next = Vec::new();
        for v in 0..p {
            let mut comes = Vec::new();
            let mut after = Vec::new();
            for b in 0..blocks.len() {
                // The block comes from one sender that has it.
                let (arrives, then) = (to.new_variable(), to.new_variable());
                let mut from = vec![-arrives];
                for a in (0..p).filter(|a| *a != v) {
                    let brings = to.new_variable();
                    to.add(&[-brings, sends[a][v]]);
                    to.add(&[-brings, has[a][b]]);
                    from.push(brings);
                }
                to.add(&from);
                // Two-way: it is there if and only if it was or comes.
                to.add(&[-then, has[v][b], arrives]);
                to.add(&[-has[v][b], then]);
                to.add(&[-arrives, then]);
                comes.push(arrives);
                after.push(then);
            }
            to.at_most(*size, &comes);
            next.push(after);
        }
        has = next;
    }
    for (v, has) in has.iter().enumerate() {
        for (block, has) in blocks.iter().zip(has) {
            if block.is_for(v as u32) {
                to.add(&[*has]);
            }
        }
    }
}

/// All-reduce: what a node knows, and what it can form of it.
fn combined(task: &Task, sizes: &[usize], to: &mut Clauses) {
    let (p, all) = (task.wires.nodes as usize, (1_usize << task.wires.nodes) - 1);
    let pieces = task.pieces as usize;
    // knows[v][piece][set], and what is formed of these.
    let mut knows: Vec<Vec<Vec<i32>>> = Vec::new();
    for v in 0..p {
        let mut of_node = Vec::new();
        for _ in 0..pieces {
            let sets: Vec<i32> = (0..=all).map(|_| to.new_variable()).collect();
            for set in 0..=all {
                to.add(&[if set == 1 << v { sets[set] } else { -sets[set] }]);
            }
            of_node.push(sets);
        }
        knows.push(of_node);
    }
    for size in sizes {
        let sends = messages(task, to);
        let forms: Vec<Vec<Vec<i32>>> = knows
            .iter()
            .map(|node| node.iter().map(|sets| formed(sets, all, to)).collect())
            .collect();
        let mut next = Vec::new();
        for v in 0..p {
            let (mut comes, mut after) = (Vec::new(), Vec::new());
            for piece in 0..pieces {
                let mut sets = vec![to.new_variable()];
                for set in 1..=all {
                    let (arrives, then) = (to.new_variable(), to.new_variable());
                    let mut from = vec![-arrives];
                    for a in (0..p).filter(|a| *a != v) {
                        let brings = to.new_variable();
                        to.add(&[-brings, sends[a][v]]);
                        to.add(&[-brings, forms[a][piece][set]]);
                        from.push(brings);
                    }
                    to.add(&from);
                    to.add(&[-then, knows[v][piece][set], arrives]);
                    comes.push(arrives);
                    sets.push(then);
                }
                after.push(sets);
            }
            to.at_most(*size, &comes);
            next.push(after);
        }
        knows = next;
    }
    for node in &knows {
        for sets in node {
            let forms = formed(sets, all, to);
            to.add(&[forms[all]]);
        }
    }
}

/// A set can be formed if a known part of it can be left out and the rest is empty or can be formed.
fn formed(knows: &[i32], all: usize, to: &mut Clauses) -> Vec<i32> {
    let mut forms = vec![to.new_variable()];
    for set in 1..=all {
        let this = to.new_variable();
        let mut ways = vec![-this];
        for part in (1..=set).filter(|part| part & !set == 0) {
            let way = to.new_variable();
            to.add(&[-way, knows[part]]);
            if part != set {
                to.add(&[-way, forms[set ^ part]]);
            }
            ways.push(way);
        }
        to.add(&ways);
        forms.push(this);
    }
    forms
}
