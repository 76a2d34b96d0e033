//! The events of a schedule in short words for a picture: messages with their routes and blocks,
//! and the blocks of each node before the first step and after each step.

use std::collections::BTreeMap;
use std::convert::Infallible;

use super::Panel;
use crate::collective::{Blocks, Data, Instance, Phase, Schedule};
use crate::schedule::{Listed, Message, Route, Runs, Step};
use crate::topology::Vertex;
use crate::trace::{Held, State, Transfer, watch};

/// A message of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) from: Vertex,
    pub(super) to: Vertex,
    /// Sender, vertices between, receiver.
    pub(super) way: Vec<Vertex>,
    /// The payload; empty if all messages carry the same single block.
    pub(super) blocks: String,
}

impl Sent {
    /// The vertices between sender and receiver.
    pub(super) fn between(&self) -> &[Vertex] {
        self.way.get(1..self.way.len().saturating_sub(1)).unwrap_or_default()
    }
}

/// A schedule as a story.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    /// The messages of each step, through all phases.
    pub(super) steps: Vec<Vec<Sent>>,
    /// The new blocks of each node: before the first step, then after each step.
    changes: Vec<BTreeMap<Vertex, String>>,
}

/// The state of a node for a single copied block: with or without it.
pub(super) const THE_BLOCK: &str = "M";

/// `(0,3)`, and `{0-3}` as it is.
pub(super) fn bracketed(text: &str) -> String {
    if text.ends_with('}') { text.to_owned() } else { format!("({text})") }
}

/// The longest text of what a node holds; a longer one becomes a count.
const LONGEST: usize = 26;

/// The most blocks that are listed in the order in which they came.
const MOST_LISTED: usize = 7;

impl Story {
    /// Tells a schedule.
    pub(super) fn of(schedule: &Schedule) -> Story {
        let mut story = Story::default();
        for phase in &schedule.phases {
            story.phase(schedule, phase);
        }
        story
    }

    fn phase(&mut self, schedule: &Schedule, phase: &Phase) {
        let start = self.steps.len();
        let sent = |message: &Message| {
            let mut way = vec![message.from];
            message.via_into(schedule.topology.network(), &mut way);
            way.push(message.to);
            Sent { from: message.from, to: message.to, way, blocks: String::new() }
        };
        let steps = Listed::of(&*phase.steps).0;
        self.steps.extend(steps.iter().map(|step| step.messages.iter().map(sent).collect()));
        self.changes.resize(self.steps.len() + 1, BTreeMap::new());
        // A phase starts afresh with its own blocks.
        for node in 0..schedule.topology.nodes() {
            self.changes[start].insert(node, String::new());
        }
        for group in 0..phase.groups.len() {
            self.group(phase, group, start);
        }
    }

    /// Watches one group, in which nodes go by their positions.
    fn group(&mut self, phase: &Phase, group: usize, start: usize) {
        let instance = &phase.groups[group].instance;
        let (steps, order) = among(phase, group);
        let node = |position: u32| phase.groups[group].node(position);
        let mut arrived: Vec<Vec<u64>> = Vec::new();
        for position in 0..instance.nodes {
            let first = instance.initial(position);
            arrived.push(first.iter().take(MOST_LISTED + 1).collect());
            let text = at_start(instance, position, &first);
            self.changes[start].insert(node(position), text);
        }
        let told = watch::<Infallible>(instance, &steps, None, |number, transfers, state| {
            let k = start + number - 1;
            for (transfer, place) in transfers.iter().zip(&order[number - 1]) {
                self.steps[k][*place].blocks = carried(instance, transfer);
                let list = &mut arrived[transfer.to as usize];
                for (block, _) in &transfer.carried {
                    if list.len() <= MOST_LISTED && !list.contains(block) {
                        list.push(*block);
                    }
                }
            }
            for transfer in transfers {
                let text = held(instance, state, transfer.to, &arrived[transfer.to as usize]);
                self.changes[k + 1].insert(node(transfer.to), text);
            }
            Ok(())
        });
        let Ok(()) = told;
    }

    /// The blocks of a node after this number of steps.
    pub(super) fn holds(&self, after: usize, node: Vertex) -> &str {
        let mut known = self.changes.iter().take(after + 1).rev();
        known.find_map(|change| change.get(&node)).map_or("", String::as_str)
    }

    /// The messages of the steps of a picture, each step with its number, counted from 0.
    pub(super) fn during(&self, panel: &Panel) -> Vec<(usize, &[Sent])> {
        panel.steps().filter_map(|k| Some((k, self.steps.get(k)?.as_slice()))).collect()
    }

    /// The changes of a step, or the state before the first.
    pub(super) fn changes(&self, after: usize) -> impl Iterator<Item = (Vertex, &str)> {
        self.changes.get(after).into_iter().flatten().map(|(node, text)| (*node, text.as_str()))
    }
}

/// The messages of a group by position, and where each is in its step of the phase.
fn among(phase: &Phase, group: usize) -> (Listed, Vec<Vec<usize>>) {
    let position = |node: Vertex| {
        let (of, position) = phase.place(node)?;
        (of == group).then_some(position)
    };
    let among = |step: Step| -> (Step, Vec<usize>) {
        let inside = |(place, message): (usize, Message)| {
            let (from, to) = (position(message.from)?, phase.place(message.to)?.1);
            Some((Message { from, to, route: Route::Default, ..message }, place))
        };
        let (messages, places) = step.messages.into_iter().enumerate().filter_map(inside).unzip();
        (Step { messages }, places)
    };
    let (steps, order) = Listed::of(&*phase.steps).0.into_iter().map(among).unzip();
    (Listed(steps), order)
}

fn is_one_block(instance: &Instance) -> bool {
    instance.data() == Data::Copied && instance.all_blocks().len() == 1
}

fn at_start(instance: &Instance, position: u32, first: &Runs) -> String {
    match instance.data() {
        Data::Copied if is_one_block(instance) => one(!first.is_empty()),
        Data::Copied => short(&instance.entries(first), first.len()),
        Data::Combined | Data::Token => {
            let single = instance.all_blocks().len() == 1;
            let blocks = if single { String::new() } else { instance.entries(first).join(" ") };
            format!("{blocks}{{{position}}}")
        }
    }
}

/// All of the one block, or nothing.
fn one(has: bool) -> String {
    if has { THE_BLOCK.to_owned() } else { String::new() }
}

fn short(entries: &[String], count: u64) -> String {
    let text = entries.join(",");
    if text.chars().count() <= LONGEST { text } else { format!("{count} blocks") }
}

fn carried(instance: &Instance, transfer: &Transfer) -> String {
    if is_one_block(instance) {
        return String::new();
    }
    if instance.data() == Data::Copied {
        let blocks: Runs = transfer.carried.iter().map(|(block, _)| *block).collect();
        return short(&instance.entries(&blocks), blocks.len());
    }
    let one = |(block, held): &(u64, Held)| (*block, vec![held.clone()]);
    combined(instance, &transfer.carried.iter().map(one).collect::<Vec<_>>())
}

fn held(instance: &Instance, state: &State, position: u32, arrived: &[u64]) -> String {
    if instance.data() != Data::Copied {
        let known: Vec<(u64, Vec<Held>)> =
            state.of(position).map(|(block, known)| (block, known.to_vec())).collect();
        return combined(instance, &known);
    }
    let blocks: Runs = state.of(position).map(|(block, _)| block).collect();
    if is_one_block(instance) {
        return one(!blocks.is_empty());
    }
    // In the order of their coming while they are few, as the textbook writes them.
    let by_name = matches!(instance.blocks(), Blocks::PerNode | Blocks::Pieces);
    if by_name && arrived.len() <= MOST_LISTED {
        let name = |block: &u64| instance.entries(&Runs::one(*block)).join(",");
        return short(&arrived.iter().map(name).collect::<Vec<_>>(), blocks.len());
    }
    short(&instance.entries(&blocks), blocks.len())
}

/// `{0-3}` of a single block, `2{0-1}` of one of several; blocks with equal contributors as one.
fn combined(instance: &Instance, known: &[(u64, Vec<Held>)]) -> String {
    let single = instance.all_blocks().len() == 1;
    let whose = |held: &[Held]| held.iter().map(|h| format!("{{{}}}", h.contributors)).collect();
    let text = |(whose, blocks): (Vec<String>, Runs)| {
        let names = if single { String::new() } else { instance.entries(&blocks).join(" ") };
        format!("{names}{}", whose.concat())
    };
    let groups = grouped(known.iter().map(|(block, held)| (whose(held), *block)));
    short(&groups.into_iter().map(text).collect::<Vec<_>>(), known.len() as u64)
}

/// Groups of equal items, in the order of the first of each group.
pub(super) fn grouped<K: PartialEq>(all: impl Iterator<Item = (K, u64)>) -> Vec<(K, Runs)> {
    let mut groups: Vec<(K, Runs)> = Vec::new();
    for (key, number) in all {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, numbers)) => _ = numbers.extend(&Runs::one(number)),
            None => groups.push((key, Runs::one(number))),
        }
    }
    groups
}
