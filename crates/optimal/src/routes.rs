//! The messages of a step with one port: who sends to whom, along which simple routes.
//!
//! The routes are exact: a set of messages has disjoint routes if and only if the clauses of its step can be
//! satisfied (specs/optimal.md).

use super::cnf::{Cnf, Literal, is_true};
use super::task::Task;

/// How routes are written.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Way {
    /// Each message goes over one direct link.
    Direct,
    /// Each pair has one or two paths, with both ends.
    Paths(Vec<Vec<Vec<u32>>>),
    /// Each link is labelled with the sender of its message.
    Labels,
}

/// The variables of the messages of one step.
#[derive(Clone, Debug)]
pub struct StepMessages {
    nodes: u32,
    /// For a p + b: a sends to b. 0 if that cannot be.
    sends: Vec<Literal>,
    /// For a p + b: a variable for each path.
    by_path: Vec<Vec<Literal>>,
    /// For link p + a: the link carries the message of a. 0 if that cannot be.
    pub labels: Vec<Literal>,
}

impl StepMessages {
    /// The variable of a message, if it is possible.
    pub fn from_to(&self, a: u32, b: u32) -> Option<Literal> {
        Some(self.sends[(a * self.nodes + b) as usize]).filter(|literal| *literal != 0)
    }

    /// All messages that are possible: sender, receiver and variable.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, Literal)> {
        let from = move |a| (0..self.nodes).filter_map(move |b| Some((a, b, self.from_to(a, b)?)));
        (0..self.nodes).flat_map(from)
    }

    /// The possible senders to a node, with their variables.
    pub fn to(&self, b: u32) -> impl Iterator<Item = (u32, Literal)> {
        (0..self.nodes).filter_map(move |a| Some((a, self.from_to(a, b)?)))
    }
}

/// The routes of a task.
#[derive(Clone, Debug)]
pub struct RouteClauses<'a> {
    task: &'a Task,
    way: Way,
}

impl<'a> RouteClauses<'a> {
    /// Chooses how the routes of a task are written.
    pub fn of(task: &'a Task) -> Self {
        let wires = &task.wires;
        if task.neighbours || wires.is_complete() {
            return RouteClauses { task, way: Way::Direct };
        }
        let pairs = (0..wires.nodes).flat_map(|a| (0..wires.nodes).map(move |b| (a, b)));
        let paths = |(a, b)| if a == b { Some(Vec::new()) } else { wires.few_paths(a, b) };
        let few: Option<Vec<_>> = pairs.map(paths).collect();
        RouteClauses { task, way: few.map_or(Way::Labels, Way::Paths) }
    }

    /// Writes the variables and clauses of one step.
    pub fn step(&self, cnf: &mut Cnf) -> StepMessages {
        let Task { wires, .. } = self.task;
        let p = wires.nodes;
        let none = || vec![0; (p * p) as usize];
        let mut step =
            StepMessages { nodes: p, sends: none(), by_path: Vec::new(), labels: Vec::new() };
        match &self.way {
            Way::Direct => {
                for link in wires.links.iter().filter(|link| link.from < p && link.to < p) {
                    step.sends[(link.from * p + link.to) as usize] = cnf.variable();
                }
            }
            Way::Paths(paths) => self.paths(paths, cnf, &mut step),
            Way::Labels => self.labels(cnf, &mut step),
        }
        for a in 0..p {
            let sent: Vec<Literal> = (0..p).filter_map(|b| step.from_to(a, b)).collect();
            cnf.at_most(1, &sent);
            let received: Vec<Literal> = step.to(a).map(|(_, literal)| literal).collect();
            cnf.at_most(1, &received);
        }
        step
    }

    fn paths(&self, paths: &[Vec<Vec<u32>>], cnf: &mut Cnf, step: &mut StepMessages) {
        let wires = &self.task.wires;
        let mut loads = vec![Vec::new(); wires.links.len()];
        for (pair, paths) in paths.iter().enumerate() {
            let by_path = cnf.some(paths.len());
            for (literal, path) in by_path.iter().zip(paths) {
                for hop in path.windows(2) {
                    if let Some(link) = wires.link(hop[0], hop[1]) {
                        loads[link].push(*literal);
                    }
                }
            }
            step.sends[pair] = match by_path[..] {
                [] => 0,
                [only] => only,
                [first, second, ..] => {
                    let message = cnf.variable();
                    cnf.add(&[-message, first, second]);
                    for path in &by_path {
                        cnf.add(&[-path, message]);
                    }
                    cnf.at_most(1, &by_path);
                    message
                }
            };
            step.by_path.push(by_path);
        }
        for (link, load) in wires.links.iter().zip(loads) {
            cnf.at_most(link.capacity as usize, &load);
        }
    }

    fn labels(&self, cnf: &mut Cnf, step: &mut StepMessages) {
        let wires = &self.task.wires;
        let p = wires.nodes;
        for link in &wires.links {
            step.labels.extend((0..p).map(|a| if link.to == a { 0 } else { cnf.variable() }));
        }
        let label = |labels: &[Literal], link: usize, a: u32| {
            Some(labels[link * p as usize + a as usize]).filter(|literal| *literal != 0)
        };
        for (at, link) in wires.links.iter().enumerate() {
            let load: Vec<Literal> = (0..p).filter_map(|a| label(&step.labels, at, a)).collect();
            cnf.at_most(link.capacity as usize, &load);
        }
        for a in 0..p {
            for b in (0..p).filter(|b| *b != a) {
                step.sends[(a * p + b) as usize] = cnf.variable();
            }
            for v in 0..wires.vertices {
                let of = |link: usize| label(&step.labels, link, a);
                let into: Vec<Literal> = wires.into_of(v).filter_map(of).collect();
                let out: Vec<Literal> = wires.out_of(v).filter_map(of).collect();
                cnf.at_most(1, &into);
                cnf.at_most(1, &out);
                if v == a {
                    continue;
                }
                let ends = if v < p { step.from_to(a, v) } else { None };
                // What leaves came, what ends here came and does not leave, and what comes leaves or ends.
                for leaves in &out {
                    cnf.add(&[&[-leaves], &into[..]].concat());
                    if let Some(ends) = ends {
                        cnf.add(&[-ends, -leaves]);
                    }
                }
                if let Some(ends) = ends {
                    cnf.add(&[&[-ends], &into[..]].concat());
                }
                let on: Vec<Literal> = out.iter().copied().chain(ends).collect();
                for comes in &into {
                    cnf.add(&[&[-comes], &on[..]].concat());
                }
            }
            for (at, link) in wires.links.iter().enumerate().filter(|(_, link)| link.from < link.to)
            {
                let back =
                    wires.link(link.to, link.from).and_then(|back| label(&step.labels, back, a));
                if let (Some(there), Some(back)) = (label(&step.labels, at, a), back) {
                    cnf.add(&[-there, -back]);
                }
            }
        }
    }

    /// The vertices strictly between the ends of a message of a model.
    pub fn via(&self, step: &StepMessages, a: u32, b: u32, model: &[bool]) -> Vec<u32> {
        let Task { wires, .. } = self.task;
        match &self.way {
            Way::Direct => Vec::new(),
            Way::Paths(paths) => {
                let pair = (a * wires.nodes + b) as usize;
                let mut taken = step.by_path[pair].iter().zip(&paths[pair]);
                let path = taken.find(|(literal, _)| is_true(model, **literal));
                path.map_or_else(Vec::new, |(_, path)| path[1..path.len() - 1].to_vec())
            }
            Way::Labels => {
                let (mut via, mut at) = (Vec::new(), a);
                while via.len() < wires.vertices as usize {
                    let carries = |link: &usize| {
                        let literal = step.labels[link * wires.nodes as usize + a as usize];
                        literal != 0 && is_true(model, literal)
                    };
                    let Some(link) = wires.out_of(at).find(carries) else { break };
                    at = wires.links[link].to;
                    if at == b {
                        break;
                    }
                    via.push(at);
                }
                via
            }
        }
    }
}
