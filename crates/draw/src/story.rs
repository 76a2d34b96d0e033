//! The events of a schedule in short words for a picture: messages with their routes and blocks,
//! and the blocks of each node before the first step and after each step.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use super::Panel;
use hockney_base::number::saturated;
use hockney_core::checker::Checked;
use hockney_core::collective::{Blocks, Data, Group, Instance, Phase, Required, Schedule};
use hockney_core::schedule::{Listed, Message, Route, Run, Runs, Step};
use hockney_core::topology::Vertex;
use hockney_core::trace::{TraceState, TracedValue, Transfer, watch};

/// A message of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToldMessage {
    pub(super) from: Vertex,
    pub(super) to: Vertex,
    /// Sender, vertices between, receiver.
    pub(super) way: Vec<Vertex>,
    /// The payload; empty if all messages carry the same single block.
    pub(super) blocks: String,
    /// How many blocks these are.
    pub(super) count: u64,
    /// Whether it is marked as the slowest of its step, on links of classes.
    pub(super) slow: bool,
}

/// The vertices between the ends of a way.
pub(super) fn between(way: &[Vertex]) -> &[Vertex] {
    way.get(1..way.len().saturating_sub(1)).unwrap_or_default()
}

impl ToldMessage {
    /// The label of the payload; `alike` if that of another message is a number of blocks.
    pub(super) fn label(&self, alike: bool) -> String {
        if alike && self.count > 1 { counted(self.count) } else { self.blocks.clone() }
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
    if held == THE_BLOCK { "the message".to_owned() } else { held.to_owned() }
}

/// The longest text of what a node holds; a longer one becomes a count.
const LONGEST: usize = 26;

/// Of more nodes than this no list of blocks is written that has a shorter form.
const MANY: u32 = 16;

/// The most blocks that are listed one by one.
const MOST_LISTED: u64 = 4;

/// The most blocks of pairs whose names are looked at.
const MOST_NAMED: u64 = 1000;

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
        let needs = needs(instance, &steps);
        for position in 0..instance.nodes {
            let first = instance.initial(position);
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
            }
            let touched = transfers.iter().flat_map(|transfer| [transfer.from, transfer.to]);
            for position in touched.collect::<BTreeSet<u32>>() {
                let (text, count) = has(names, state, position, &needs[number][&position]);
                self.set(k + 1, node(position), text, count);
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

    /// What to write beside a node: if the text of any node is a number of blocks, all are.
    pub(super) fn beside(&self, after: usize, nodes: u32) -> Vec<String> {
        let texts: Vec<&str> = (0..nodes).map(|node| self.holds(after, node)).collect();
        let alike = texts.iter().any(|text| is_count(text));
        let one = |(node, text): (u32, &&str)| {
            let count = last(&self.counts, after, node).copied().unwrap_or(0);
            if alike && count > 1 { self::counted(count) } else { (*text).to_owned() }
        };
        (0..nodes).zip(&texts).map(one).collect()
    }

    /// Whether each of many nodes begins with nothing but its own block.
    pub(super) fn is_own(&self, nodes: u32) -> bool {
        let own = |node| self.holds(0, node) == format!("({node})");
        nodes > MANY && (0..nodes).all(own)
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
    text.ends_with(" blocks)")
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

/// What a node needs from some time on.
#[derive(Clone, Debug, Default)]
struct Need {
    /// The blocks that it sends later or has to have at the end.
    blocks: Runs,
    /// Of prefix sums, the contributors in what it sends next.
    next: Option<Runs>,
}

/// What each position needs: before the first step, then after each step.
fn needs(instance: &Instance, steps: &Listed) -> Vec<BTreeMap<u32, Need>> {
    let mut sent: Vec<Vec<(u32, Runs, Runs)>> = Vec::new();
    let told = watch::<Infallible>(instance, steps, None, |_, transfers, _| {
        let one = |transfer: &Transfer| {
            let blocks = transfer.carried.iter().map(|(block, _)| *block).collect();
            let mut whose = Runs::new();
            for (_, value) in transfer.carried.iter().filter(|_| is_scan(instance)) {
                whose.extend(&value.contributors);
            }
            (transfer.from, blocks, whose)
        };
        sent.push(transfers.iter().map(one).collect());
        Ok(())
    });
    let Ok(()) = told;
    let need =
        |position| (position, Need { blocks: instance.required(position).blocks, next: None });
    let mut now: BTreeMap<u32, Need> = (0..instance.nodes).map(need).collect();
    let mut after = vec![now.clone()];
    for step in sent.into_iter().rev() {
        for (from, blocks, whose) in step {
            let need = now.entry(from).or_default();
            need.blocks.extend(&blocks);
            need.next = Some(whose);
        }
        after.push(now.clone());
    }
    after.reverse();
    after
}

/// Whether all is one sum that one node must have.
pub(super) fn is_one_sum(instance: &Instance) -> bool {
    let needs = |position: &u32| !instance.required(*position).blocks.is_empty();
    instance.data() == Data::Combined
        && instance.all_blocks().len() == 1
        && (0..instance.nodes).filter(needs).count() == 1
}

fn is_one_block(instance: &Instance) -> bool {
    instance.data() == Data::Copied && instance.all_blocks().len() == 1
}

/// Whether each node has a result of its own of one block, beside which it has another sum to send.
fn is_scan(instance: &Instance) -> bool {
    let (Some(last), Some(before)) = (instance.nodes.checked_sub(1), instance.nodes.checked_sub(2))
    else {
        return false;
    };
    let [last, before] = [last, before].map(|position| instance.required(position));
    instance.data() == Data::Combined
        && instance.all_blocks().len() == 1
        && !before.blocks.is_empty()
        && last.contributors != before.contributors
}

fn at_start(group: &Group, position: u32, first: &Runs) -> String {
    let instance = &group.instance;
    match instance.data() {
        Data::Copied if is_one_block(instance) => one(!first.is_empty()),
        Data::Copied => text(instance, first),
        Data::Combined | Data::Token => {
            let own = Runs::one(position.into());
            if is_scan(instance) {
                let result = if instance.exclusive { "[]".to_owned() } else { kept(&own, group) };
                return format!("{result} {}", sum(&own, group));
            }
            of_blocks(instance, first) + &sum(&own, group)
        }
    }
}

/// `0-3,7`: who contributed, as nodes.
fn whose(contributors: &Runs, group: &Group) -> String {
    if group.members.is_none() {
        return written(contributors, false);
    }
    let all = contributors.iter();
    written(&all.map(|number| u64::from(group.node(saturated(number)))).collect(), false)
}

/// `Σ(0-3)`; of a single node `(3)`, and where all is a sum `(0-3)`.
fn sum(contributors: &Runs, group: &Group) -> String {
    let instance = &group.instance;
    let plain = contributors.len() == 1 || is_scan(instance) || instance.data() == Data::Token;
    format!("{}({})", if plain { "" } else { "Σ" }, whose(contributors, group))
}

/// `[0-3]`: a prefix sum that a node keeps.
fn kept(contributors: &Runs, group: &Group) -> String {
    format!("[{}]", whose(contributors, group))
}

/// `2:`, if there are several blocks.
fn of_blocks(instance: &Instance, blocks: &Runs) -> String {
    let single = instance.all_blocks().len() == 1;
    if single { String::new() } else { named(instance, blocks) + ":" }
}

/// `0-4,7`; where they are `few` one by one.
fn written(numbers: &Runs, few: bool) -> String {
    let run = |run: &Run| match run.end - run.start {
        length if few || length < 3 => {
            (run.start..run.end).map(|number| number.to_string()).collect::<Vec<_>>().join(",")
        }
        _ => format!("{}-{}", run.start, run.end - 1),
    };
    numbers.runs().iter().map(run).collect::<Vec<_>>().join(",")
}

/// The names of blocks: `0,1,2,3`, and of pairs `0,4>2,3`.
fn named(instance: &Instance, blocks: &Runs) -> String {
    if instance.pieces > 1 && instance.blocks() != Blocks::Pieces {
        return instance.entries(blocks).join(",");
    }
    if instance.blocks() != Blocks::PerPair {
        return written(blocks, blocks.len() <= MOST_LISTED && instance.nodes <= MANY);
    }
    let p = u64::from(instance.nodes);
    let mut targets: BTreeMap<u64, Runs> = BTreeMap::new();
    for block in blocks.iter() {
        targets.entry(block / p).or_default().extend(&Runs::one(block % p));
    }
    let boxes = grouped(targets.into_iter().map(|(from, to)| (to, from)));
    let one =
        |(to, from): &(Runs, Runs)| format!("{}>{}", written(from, false), written(to, false));
    boxes.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Blocks in parentheses, or how many they are.
fn text(instance: &Instance, blocks: &Runs) -> String {
    match blocks.len() {
        0 => String::new(),
        count if count > MOST_NAMED => counted(count),
        count => short(format!("({})", named(instance, blocks)), count),
    }
}

/// What a node must have at the end; what else it has is not needed any more.
fn result(group: &Group, position: u32) -> (String, u64) {
    let instance = &group.instance;
    let Required { blocks, contributors } = instance.required(position);
    let count = blocks.len();
    if is_one_block(instance) || blocks.is_empty() {
        return (one(!blocks.is_empty()), count);
    }
    let text = match instance.data() {
        Data::Copied => text(instance, &blocks),
        _ if is_scan(instance) => kept(&contributors, group),
        _ => short(of_blocks(instance, &blocks) + &sum(&contributors, group), count),
    };
    (text, count)
}

/// All of the one block, or nothing.
fn one(has: bool) -> String {
    if has { THE_BLOCK.to_owned() } else { String::new() }
}

/// `(5 blocks)`
fn counted(count: u64) -> String {
    if count == 1 { "(1 block)".to_owned() } else { format!("({count} blocks)") }
}

fn short(text: String, count: u64) -> String {
    if text.chars().count() <= LONGEST { text } else { counted(count) }
}

fn carried(group: &Group, transfer: &Transfer) -> String {
    let instance = &group.instance;
    if is_one_block(instance) {
        return String::new();
    }
    if instance.data() == Data::Copied {
        return text(instance, &transfer.carried.iter().map(|(block, _)| *block).collect());
    }
    let one = |(block, held): &(u64, TracedValue)| (*block, vec![held.clone()]);
    combined(group, &transfer.carried.iter().map(one).collect::<Vec<_>>())
}

/// What a node has and needs, and how many blocks these are.
fn has(group: &Group, state: &TraceState, position: u32, need: &Need) -> (String, u64) {
    let instance = &group.instance;
    let needed = state.of(position).filter(|(block, _)| need.blocks.contains(*block));
    if instance.data() == Data::Copied {
        let blocks: Runs = needed.map(|(block, _)| block).collect();
        let all = is_one_block(instance).then(|| one(!blocks.is_empty()));
        return (all.unwrap_or_else(|| text(instance, &blocks)), blocks.len());
    }
    let known: Vec<(u64, Vec<TracedValue>)> =
        needed.map(|(block, known)| (block, known.to_vec())).collect();
    let count = known.len() as u64;
    if !is_scan(instance) {
        return (combined(group, &known), count);
    }
    let mut all = Runs::new();
    for value in known.iter().flat_map(|(_, values)| values) {
        all.extend(&value.contributors);
    }
    let both = |other: &Runs| all.minus(&all.minus(other));
    let result = kept(&both(&instance.required(position).contributors), group);
    let next = need.next.as_ref().map(|next| format!(" {}", sum(&both(next), group)));
    (result + &next.unwrap_or_default(), count)
}

/// `Σ(0-3)` of a single block, `2:Σ(0,1)` of one of several; blocks with equal contributors as one.
fn combined(group: &Group, known: &[(u64, Vec<TracedValue>)]) -> String {
    let instance = &group.instance;
    let all = |held: &[TracedValue]| held.iter().map(|h| sum(&h.contributors, group)).collect();
    let text =
        |(whose, blocks): (Vec<String>, Runs)| of_blocks(instance, &blocks) + &whose.concat();
    let groups = grouped(known.iter().map(|(block, held)| (all(held), *block)));
    short(groups.into_iter().map(text).collect::<Vec<_>>().join(" "), known.len() as u64)
}

/// What the notation of a phase means, if it has blocks to tell apart, each with a sign by which it is known.
pub(super) fn legend(instance: &Instance) -> Vec<[&'static str; 2]> {
    let several = instance.all_blocks().len() > 1;
    match (instance.data(), instance.blocks()) {
        (Data::Copied, _) if !several => Vec::new(),
        (Data::Copied, Blocks::PerNode) => vec![["(", "(i-j): the blocks of nodes i to j."]],
        (Data::Copied, Blocks::Pieces) => vec![["(", "(i-j): pieces i to j of the message."]],
        (Data::Copied, _) => vec![[">", "(i>j): the block from node i to node j."]],
        (Data::Token, _) => vec![["(", "(i-j): nodes i to j have arrived at the barrier."]],
        (Data::Combined, _) if is_scan(instance) => vec![
            ["[", "[i-j]: the sum of the data of nodes i to j, kept as a result."],
            ["(", "(i-j): the sum of the data of nodes i to j, to be sent."],
        ],
        (Data::Combined, _) if several => {
            vec![["Σ", "b:Σ(i-j): block b, summed over nodes i to j."]]
        }
        (Data::Combined, _) => vec![["Σ", "Σ(i-j): the sum of the data of nodes i to j."]],
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
