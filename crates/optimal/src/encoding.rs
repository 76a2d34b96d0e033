//! A cell as a formula, and the messages of a model of it. `specs/optimal.md` defines the encoding.

use std::collections::BTreeSet;

use super::cnf::{Cnf, is_true};
use super::copied::{self, Crossing, New};
use super::formed::{self, ReceivedValue};
use super::routes::{RouteClauses, StepMessages};
use super::symmetry::Symmetry;
use super::task::{Extent, Task, TaskKind};

/// The number of the encoding. A change of any clause needs a new one.
pub const VERSION: u32 = 1;

/// A number of steps, and of pieces that the largest messages of the steps have in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// At most so many steps.
    pub steps: u32,
    /// At most so many pieces; `None` for any number.
    pub rounds: Option<u32>,
}

/// A message of a schedule that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The vertices between them.
    pub via: Vec<u32>,
    /// The pieces; of combined data with the contributors, one bit each.
    pub pieces: Vec<(u64, Option<u32>)>,
}

/// The formula of a cell.
#[derive(Debug)]
pub struct Encoding<'a> {
    /// The formula.
    pub cnf: Cnf,
    task: &'a Task,
    parts: EncodedParts,
}

#[derive(Debug)]
enum EncodedParts {
    Copied(Vec<StepMessages>, New),
    EveryPort(Vec<Vec<Crossing>>),
    Formed(Vec<StepMessages>, Vec<Vec<ReceivedValue>>),
}

impl Cell {
    /// Whether the other cell has no more steps and no more pieces.
    pub fn contains(self, other: Cell) -> bool {
        let rounds = |cell: Cell| cell.rounds.unwrap_or(u32::MAX);
        rounds(self) >= rounds(other) && self.steps >= other.steps
    }

    /// Whether every schedule of the other cell is in this one: each step that is not empty has a piece, so there are
    /// at most as many of them as pieces.
    pub fn covers(self, other: Cell) -> bool {
        self.contains(Cell { steps: other.steps_of_formula(), ..other })
    }

    /// The number of steps that the formula has: more than one for each piece would be empty.
    fn steps_of_formula(self) -> u32 {
        self.rounds.map_or(self.steps, |rounds| self.steps.min(rounds))
    }
}

/// About as many literals as the largest part of a formula has, without writing it.
fn estimate(task: &Task, steps: u32) -> u64 {
    let (p, steps) = (u64::from(task.wires.nodes), u64::from(steps));
    let of_step = match task.kind {
        TaskKind::AllReduce => 3_u64.saturating_pow(task.wires.nodes) * u64::from(task.pieces),
        _ => (task.blocks().len() as u64).saturating_mul(3 * p),
    };
    of_step.saturating_mul(p).saturating_mul(steps)
}

impl<'a> Encoding<'a> {
    /// The formula that a schedule of at most these steps and pieces exists, in at most `most` literals. If
    /// `all_steps`, no step may be empty: this finds schedules faster, and refutes nothing.
    ///
    /// `None` if it is too large, or for an all-reduce without a number of pieces.
    pub fn of(task: &'a Task, cell: Cell, all_steps: bool, most: usize) -> Option<Self> {
        let mut cnf = Cnf::new(most);
        if estimate(task, cell.steps_of_formula()) > most as u64 {
            return None;
        }
        let steps = cell.steps_of_formula();
        let least = if all_steps { steps } else { task.least_steps() };
        let extent = Extent { steps, least, rounds: cell.rounds, ordered: !all_steps };
        let parts = if steps < task.least_steps() {
            cnf.add(&[]);
            EncodedParts::EveryPort(Vec::new())
        } else if task.kind == TaskKind::AllReduce {
            let (messages, received) = formed::encode(task, extent, &mut cnf)?;
            EncodedParts::Formed(messages, received)
        } else if task.all_ports {
            EncodedParts::EveryPort(copied::encode_all_ports(task, extent, &mut cnf))
        } else {
            let (messages, new) = copied::encode(task, extent, &mut cnf);
            EncodedParts::Copied(messages, new)
        };
        let encoding = Encoding { cnf, task, parts };
        (!encoding.cnf.is_too_large()).then_some(encoding)
    }

    /// Adds that the schedule looks the same under a symmetry. This refutes nothing.
    pub fn impose(&mut self, symmetry: &Symmetry) {
        let mut same = Vec::new();
        let all = self.task.blocks();
        let images = symmetry.of_blocks(&all);
        for step in self.messages() {
            let image = |a, b| step.from_to(symmetry.of(a), symmetry.of(b));
            same.extend(step.iter().filter_map(|(a, b, sends)| Some((sends, image(a, b)?))));
        }
        match &self.parts {
            EncodedParts::Copied(_, new) => {
                for step in new {
                    for (v, received) in (0..).zip(step) {
                        let image = &step[symmetry.of(v) as usize];
                        let both = received.iter().zip(images.iter().map(|block| image[*block]));
                        same.extend(both.filter_map(|(a, b)| a.literal().zip(b.literal())));
                    }
                }
            }
            EncodedParts::Formed(..) => {}
            EncodedParts::EveryPort(steps) => {
                let wires = &self.task.wires;
                for step in steps {
                    for (link, block, crosses) in step {
                        let (from, to) = (wires.links[*link].from, wires.links[*link].to);
                        let image = wires.link(symmetry.of(from), symmetry.of(to));
                        let key = (image.unwrap_or(*link), images[*block]);
                        let found =
                            step.binary_search_by_key(&key, |(link, block, _)| (*link, *block));
                        same.extend(found.ok().map(|at| (*crosses, step[at].2)));
                    }
                }
            }
        }
        for (a, b) in same.into_iter().filter(|(a, b)| a != b) {
            self.cnf.add(&[-a, b]);
            self.cnf.add(&[a, -b]);
        }
    }

    /// The variables of the messages of each step with one port; of no step with all ports.
    pub fn messages(&self) -> &[StepMessages] {
        match &self.parts {
            EncodedParts::Copied(messages, _) | EncodedParts::Formed(messages, _) => messages,
            EncodedParts::EveryPort(_) => &[],
        }
    }

    /// The messages of a model, step by step. Messages without data and empty steps are left out.
    pub fn read(&self, model: &[bool]) -> Vec<Vec<Sent>> {
        let steps = match &self.parts {
            EncodedParts::Copied(messages, new) => {
                let numbers: Vec<u64> = self.task.blocks().iter().map(|b| b.number).collect();
                let of = |(messages, new): (&StepMessages, &Vec<_>)| {
                    self.sent(messages, model, &|to| {
                        let received: &Vec<super::cnf::Truth> = &new[to as usize];
                        let pieces = numbers.iter().zip(received);
                        pieces.filter(|(_, r)| r.holds(model)).map(|(n, _)| (*n, None)).collect()
                    })
                };
                messages.iter().zip(new).map(of).collect()
            }
            EncodedParts::Formed(messages, received) => {
                let of = |(messages, received): (&StepMessages, &Vec<ReceivedValue>)| {
                    self.sent(messages, model, &|to| {
                        let here =
                            received.iter().filter(|(v, .., r)| *v == to && is_true(model, *r));
                        here.map(|(_, piece, set, _)| (u64::from(*piece), Some(*set))).collect()
                    })
                };
                messages.iter().zip(received).map(of).collect()
            }
            EncodedParts::EveryPort(steps) => {
                steps.iter().map(|step| self.crossed(step, model)).collect()
            }
        };
        let mut steps: Vec<Vec<Sent>> = steps;
        if !self.task.is_unicast() {
            // A model may bring a node what it had before. Backwards in time that would count twice.
            let blocks = self.task.blocks();
            let mut has: BTreeSet<_> = blocks.iter().map(|b| (b.start, b.number)).collect();
            for message in steps.iter_mut().flatten() {
                let to = message.to;
                message.pieces.retain(|(piece, of)| of.is_some() || has.insert((to, *piece)));
            }
            for step in &mut steps {
                step.retain(|message| !message.pieces.is_empty());
            }
        }
        steps.into_iter().filter(|step| !step.is_empty()).collect()
    }

    /// The messages of a step, of which the receivers know what they get.
    fn sent(
        &self,
        messages: &StepMessages,
        model: &[bool],
        received: &dyn Fn(u32) -> Vec<(u64, Option<u32>)>,
    ) -> Vec<Sent> {
        let routes = RouteClauses::of(self.task);
        let mut sent = Vec::new();
        for to in 0..self.task.wires.nodes {
            let mut senders = messages.to(to).filter(|(_, sends)| is_true(model, *sends));
            let Some((from, _)) = senders.next() else { continue };
            let pieces = received(to);
            if !pieces.is_empty() {
                sent.push(Sent { from, to, via: routes.via(messages, from, to, model), pieces });
            }
        }
        sent.sort_by_key(|message| message.from);
        sent
    }

    /// The messages of a step with all ports: the pieces of a link are dealt to its messages.
    fn crossed(&self, step: &[Crossing], model: &[bool]) -> Vec<Sent> {
        let blocks = self.task.blocks();
        let mut sent = Vec::new();
        for of_link in step.chunk_by(|a, b| a.0 == b.0) {
            let link = self.task.wires.links[of_link[0].0];
            let crossing = of_link.iter().filter(|(.., crosses)| is_true(model, *crosses));
            let pieces: Vec<_> =
                crossing.map(|(_, block, _)| (blocks[*block].number, None)).collect();
            let each = pieces.len().div_ceil(link.capacity as usize).max(1);
            for pieces in pieces.chunks(each) {
                let pieces = pieces.to_vec();
                sent.push(Sent { from: link.from, to: link.to, via: Vec::new(), pieces });
            }
        }
        sent
    }
}
