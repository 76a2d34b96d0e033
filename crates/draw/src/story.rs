//! The events of a schedule in short words for a picture: messages with their routes and blocks,
//! and the blocks of each node before the first step and after each step.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::{Serialize, Serializer};

use super::Panel;
use hockney_base::number::saturated;
use hockney_core::checker::Checked;
use hockney_core::collective::{Blocks, Data, Group, Instance, Phase, Required, Schedule};
use hockney_core::schedule::{Listed, Message, Route, Runs, Step};
use hockney_core::topology::Vertex;
use hockney_core::trace::{TraceState, TracedValue, Transfer, watch};

/// A message of a step; the script of a page calls its parts by one letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ToldMessage {
    #[serde(rename = "f")]
    pub(super) from: Vertex,
    #[serde(rename = "t")]
    pub(super) to: Vertex,
    /// Sender, vertices between, receiver.
    #[serde(rename = "w", serialize_with = "serialize_between")]
    pub(super) way: Vec<Vertex>,
    /// The payload; empty if all messages carry the same single block.
    #[serde(rename = "b")]
    pub(super) blocks: String,
    /// How many blocks these are.
    #[serde(skip)]
    pub(super) count: u64,
    /// Whether it is marked as the slowest of its step, on links of classes.
    #[serde(skip)]
    pub(super) slow: bool,
}

/// The vertices between the ends of a way.
pub(super) fn between(way: &[Vertex]) -> &[Vertex] {
    way.get(1..way.len().saturating_sub(1)).unwrap_or_default()
}

fn serialize_between<S: Serializer>(way: &[Vertex], to: S) -> Result<S::Ok, S::Error> {
    between(way).serialize(to)
}

impl ToldMessage {
    /// The label of the payload, in parentheses; `alike` if that of another message is a number of
    /// blocks.
    pub(super) fn label(&self, alike: bool) -> String {
        if alike && self.count > 1 {
            bracketed(&counted(self.count))
        } else {
            bracketed(&self.blocks)
        }
    }
}

/// A schedule as a story.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    /// The messages of each step, through all phases.
    pub(super) steps: Vec<Vec<ToldMessage>>,
    /// The new blocks of each node: before the first step, then after each step.
    pub(super) changes: Vec<BTreeMap<Vertex, String>>,
    /// How many blocks these are.
    counts: Vec<BTreeMap<Vertex, u64>>,
}

/// The state of a node for a single copied block: with or without it.
pub(super) const THE_BLOCK: &str = "M";

/// What a node holds, in a sentence.
pub(super) fn in_a_sentence(held: &str) -> String {
    if held == THE_BLOCK { "the message".to_owned() } else { bracketed(held) }
}

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
    pub(super) fn of(checked: &Checked) -> Story {
        let (schedule, mut story) = (checked.schedule(), Story::default());
        // Nothing is missing if messages are only at the wrong time.
        let right = checked.report().only_waits();
        for phase in &schedule.phases {
            story.phase(schedule, phase, right);
        }
        story
    }

    /// Ends with the results if all data are `right`.
    fn phase(&mut self, schedule: &Schedule, phase: &Phase, right: bool) {
        let start = self.steps.len();
        let sent = |message: &Message| {
            let mut way = vec![message.from];
            message.via_into(schedule.topology.network(), &mut way);
            way.push(message.to);
            let (from, to, blocks) = (message.from, message.to, String::new());
            ToldMessage { from, to, way, blocks, count: 0, slow: false }
        };
        let steps = Listed::of(&*phase.steps).0;
        self.steps.extend(steps.iter().map(|step| step.messages.iter().map(sent).collect()));
        self.changes.resize(self.steps.len() + 1, BTreeMap::new());
        self.counts.resize(self.steps.len() + 1, BTreeMap::new());
        // A phase starts afresh with its own blocks.
        for node in 0..schedule.topology.nodes() {
            self.set(start, node, String::new(), 0);
        }
        for group in 0..phase.groups.len() {
            // Contributions are those of ranks, where ranks are placed.
            let of = &phase.groups[group];
            let names = match schedule.topology.placement() {
                Some(_) => Group { members: None, ..of.clone() },
                None => of.clone(),
            };
            self.group(phase, group, &names, start, right);
        }
    }

    /// Watches one group, in which nodes go by their positions; with the names of its contributors.
    fn group(&mut self, phase: &Phase, group: usize, names: &Group, start: usize, right: bool) {
        let of = &phase.groups[group];
        let instance = &of.instance;
        let (steps, order) = among(phase, group);
        let node = |position: u32| of.node(position);
        let mut arrived: Vec<Vec<u64>> = Vec::new();
        for position in 0..instance.nodes {
            let first = instance.initial(position);
            arrived.push(first.iter().take(MOST_LISTED + 1).collect());
            let text = at_start(names, position, &first);
            self.set(start, node(position), text, first.len());
        }
        let end = start + steps.0.len();
        let told = watch::<Infallible>(instance, &steps, None, |number, transfers, state| {
            let k = start + number - 1;
            for (transfer, place) in transfers.iter().zip(&order[number - 1]) {
                let sent = &mut self.steps[k][*place];
                sent.blocks = carried(names, transfer);
                sent.count = transfer.carried.len() as u64;
                let list = &mut arrived[transfer.to as usize];
                for (block, _) in &transfer.carried {
                    if list.len() <= MOST_LISTED && !list.contains(block) {
                        list.push(*block);
                    }
                }
            }
            for transfer in transfers {
                let text = has(names, state, transfer.to, &arrived[transfer.to as usize]);
                let count = state.of(transfer.to).count() as u64;
                self.set(k + 1, node(transfer.to), text, count);
            }
            if k + 1 == end {
                for position in (0..instance.nodes).filter(|_| right) {
                    let (text, count) = result(names, position);
                    self.set(end, node(position), text, count);
                }
            }
            Ok(())
        });
        let Ok(()) = told;
    }

    fn set(&mut self, after: usize, node: Vertex, text: String, count: u64) {
        self.changes[after].insert(node, text);
        self.counts[after].insert(node, count);
    }

    /// The blocks of a node after this number of steps.
    pub(super) fn holds(&self, after: usize, node: Vertex) -> &str {
        last(&self.changes, after, node).map_or("", String::as_str)
    }

    /// What to write beside a node: if the text of any node is a number of blocks, or if that is asked for,
    /// all are.
    pub(super) fn beside(&self, after: usize, nodes: u32, counted: bool) -> Vec<String> {
        let texts: Vec<&str> = (0..nodes).map(|node| self.holds(after, node)).collect();
        let alike = counted || texts.iter().any(|text| is_count(text));
        let one = |(node, text): (u32, &&str)| {
            let count = last(&self.counts, after, node).copied().unwrap_or(0);
            if alike && count > 1 { self::counted(count) } else { (*text).to_owned() }
        };
        (0..nodes).zip(&texts).map(one).collect()
    }

    /// The messages of the steps of a picture, each step with its number, counted from 0.
    pub(super) fn during(&self, panel: &Panel) -> Vec<(usize, &[ToldMessage])> {
        panel.steps().filter_map(|k| Some((k, self.steps.get(k)?.as_slice()))).collect()
    }
}

/// What was last said about a node.
fn last<T>(all: &[BTreeMap<Vertex, T>], after: usize, node: Vertex) -> Option<&T> {
    all.iter().take(after + 1).rev().find_map(|change| change.get(&node))
}

/// Whether blocks are not named, but counted.
pub(super) fn is_count(text: &str) -> bool {
    text.ends_with(" blocks")
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

fn at_start(group: &Group, position: u32, first: &Runs) -> String {
    let instance = &group.instance;
    match instance.data() {
        Data::Copied if is_one_block(instance) => one(!first.is_empty()),
        Data::Copied => short(&instance.entries(first), first.len()),
        Data::Combined | Data::Token => {
            let single = instance.all_blocks().len() == 1;
            let blocks = if single { String::new() } else { instance.entries(first).join(" ") };
            format!("{blocks}{{{}}}", group.node(position))
        }
    }
}

/// `{0-3,7}`: who contributed, as nodes.
fn whose(contributors: &Runs, group: &Group) -> String {
    let text = if group.members.is_none() {
        contributors.to_string()
    } else {
        let all = contributors.runs().iter().flat_map(|run| run.start..run.end);
        all.map(|number| u64::from(group.node(saturated(number)))).collect::<Runs>().to_string()
    };
    format!("{{{}}}", text.replace('+', ","))
}

/// What a node must have at the end; what else it has is not needed any more.
fn result(group: &Group, position: u32) -> (String, u64) {
    let instance = &group.instance;
    let Required { blocks, contributors } = instance.required(position);
    if is_one_block(instance) || blocks.is_empty() {
        return (one(!blocks.is_empty()), blocks.len());
    }
    let mut names = instance.entries(&blocks);
    if instance.data() != Data::Copied {
        let single = instance.all_blocks().len() == 1;
        let all = if single { String::new() } else { names.join(",") };
        names = vec![all + &whose(&contributors, group)];
    }
    (short(&names, blocks.len()), blocks.len())
}

/// All of the one block, or nothing.
fn one(has: bool) -> String {
    if has { THE_BLOCK.to_owned() } else { String::new() }
}

/// `5 blocks`
fn counted(count: u64) -> String {
    if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") }
}

fn short(entries: &[String], count: u64) -> String {
    let text = entries.join(",");
    if text.chars().count() <= LONGEST { text } else { counted(count) }
}

fn carried(group: &Group, transfer: &Transfer) -> String {
    let instance = &group.instance;
    if is_one_block(instance) {
        return String::new();
    }
    if instance.data() == Data::Copied {
        let blocks: Runs = transfer.carried.iter().map(|(block, _)| *block).collect();
        return short(&instance.entries(&blocks), blocks.len());
    }
    let one = |(block, held): &(u64, TracedValue)| (*block, vec![held.clone()]);
    combined(group, &transfer.carried.iter().map(one).collect::<Vec<_>>())
}

fn has(group: &Group, state: &TraceState, position: u32, arrived: &[u64]) -> String {
    let instance = &group.instance;
    if instance.data() != Data::Copied {
        let known: Vec<(u64, Vec<TracedValue>)> =
            state.of(position).map(|(block, known)| (block, known.to_vec())).collect();
        return combined(group, &known);
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
fn combined(group: &Group, known: &[(u64, Vec<TracedValue>)]) -> String {
    let instance = &group.instance;
    let single = instance.all_blocks().len() == 1;
    let all = |held: &[TracedValue]| held.iter().map(|h| whose(&h.contributors, group)).collect();
    let text = |(whose, blocks): (Vec<String>, Runs)| {
        let names = if single { String::new() } else { instance.entries(&blocks).join(",") };
        format!("{names}{}", whose.concat())
    };
    let groups = grouped(known.iter().map(|(block, held)| (all(held), *block)));
    let texts = groups.into_iter().map(text).collect::<Vec<_>>().join(" ");
    short(&[texts], known.len() as u64)
}

/// What the notation of a phase means, if it has blocks to tell apart.
pub(super) fn legend(instance: &Instance) -> Option<&'static str> {
    let several = instance.all_blocks().len() > 1;
    match (instance.data(), instance.blocks()) {
        (Data::Copied, _) if !several => None,
        (Data::Copied, Blocks::PerNode) => Some("(i-j): the blocks of nodes i to j."),
        (Data::Copied, Blocks::Pieces) => Some("(i-j): pieces i to j of the message."),
        (Data::Copied, _) => Some("(i>j-k): the blocks from node i to nodes j to k."),
        (Data::Token, _) => Some("{i-j}: nodes i to j have arrived at the barrier."),
        (Data::Combined, _) if several => {
            Some("b{i-j}: block b, combined of the data of nodes i to j.")
        }
        (Data::Combined, _) => Some("{i-j}: the combined data of nodes i to j."),
    }
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
