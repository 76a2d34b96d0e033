//! Symmetric schedules: a few messages for each step, and the translations that generate all others from
//! them.
//!
//! An all-gather round a ring of 2^20 nodes has 10^12 messages, and one message per step determines them all.

use std::ops::Deref;

use smallvec::{SmallVec, smallvec};

use super::{Brick, CombinedBlocks, Message, Payload, Route, Run, Runs, Space, Step, Steps};
use crate::topology::{Topology, Translations, Vertex};
use hockney_base::number::remainder;

/// The maximum number of translations by which a step may repeat the step before that are tried.
const MOST_TRIED: usize = 64;

/// The messages of a step that generate all others by translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The messages.
    pub messages: Vec<Pattern>,
}

/// A message of a template. All its vertices and blocks are translated together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The node that sends.
    pub from: Vertex,
    /// The node that receives; never the sender.
    pub to: Vertex,
    /// The route between them.
    pub route: Route,
    /// The payload.
    pub parts: SmallVec<[Part; 1]>,
}

/// Blocks of a payload, and for combined data their contributors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The blocks; bricks are disjoint.
    pub blocks: SmallVec<[Brick; 1]>,
    /// The contributors; `None` for copied data and for all that the sender knows.
    pub contributors: Option<Runs>,
}

impl Pattern {
    /// A message of plain blocks along the default route.
    pub fn plain(from: Vertex, to: Vertex, blocks: SmallVec<[Brick; 1]>) -> Self {
        let mut parts = SmallVec::new();
        parts.push(Part { blocks, contributors: None });
        Pattern { from, to, route: Route::Default, parts }
    }

    /// The number of pieces, each value of combined data as one; at most the countable number.
    pub fn size(&self) -> u128 {
        let size = |brick: &Brick| brick.0.iter().map(|range| u128::from(range.len())).product();
        let add = |all, brick| u128::saturating_add(all, size(brick));
        self.parts.iter().fold(0, |all, part| part.blocks.iter().fold(all, add))
    }
}

/// Templates for all steps, each generated on demand.
pub trait Templates: Send + Sync {
    /// The number of steps.
    fn count(&self) -> usize;

    /// The number of messages of all templates together.
    fn patterns(&self) -> u128;

    /// Fills `template` with that of step `k`, counted from 0. Its former content is dropped.
    fn template_into(&self, k: usize, template: &mut Template);
}

/// The nodes and the blocks of a collective, with their translations.
#[derive(Clone)]
pub struct Frame {
    by: Translations,
    /// The space of the collective's blocks.
    space: Space,
    /// The nodes as a space, for contributors.
    nodes: Space,
    /// The topology, if its switches move, too.
    topology: Option<Topology>,
}

impl Frame {
    /// For blocks with this many nodes in their names (two if blocks belong to pairs), cut into this many
    /// pieces.
    pub fn new(by: Translations, (named_by, pieces): (usize, u32)) -> Self {
        let (space, nodes) = (Space::of(&by, named_by, pieces), Space::of(&by, 1, 1));
        Frame { by, space, nodes, topology: None }
    }

    /// The same on a topology that looks the same under the translations; its switches move with the nodes.
    #[must_use]
    pub fn on(mut self, topology: &Topology) -> Self {
        let network = topology.network();
        let moves = network.switches() > 0 && network.looks_the_same_under(&self.by);
        self.topology = moves.then(|| topology.clone());
        self
    }

    /// The topology, if its switches move with the nodes.
    pub fn topology(&self) -> Option<&Topology> {
        self.topology.as_ref()
    }

    /// The translations.
    pub fn by(&self) -> &Translations {
        &self.by
    }

    /// The space of blocks.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The nodes as a space.
    pub fn nodes(&self) -> &Space {
        &self.nodes
    }

    /// A translated message of a template.
    pub fn moved(&self, pattern: &Pattern, g: Vertex, scratch: &mut Vec<Brick>) -> Message {
        let to = |vertex: &Vertex| match &self.topology {
            Some(topology) => topology.network().moved(&self.by, g, *vertex),
            None => self.by.apply(g, *vertex),
        };
        let route = match &pattern.route {
            Route::Default => Route::Default,
            Route::Via(via) => Route::Via(via.iter().map(to).collect()),
        };
        let value = |part: &Part, scratch: &mut Vec<Brick>| {
            scratch.clear();
            for brick in &part.blocks {
                self.space.translate(&self.by, g, brick, scratch);
            }
            let blocks = self.space.numbers(scratch);
            let contributors = part.contributors.as_ref();
            let move_set = |who| self.nodes.translate_runs(&self.by, g, who);
            CombinedBlocks { blocks, contributors: contributors.map(move_set) }
        };
        let payload = match &pattern.parts[..] {
            [part @ Part { contributors: None, .. }] => Payload::Plain(value(part, scratch).blocks),
            parts => Payload::Values(parts.iter().map(|part| value(part, scratch)).collect()),
        };
        Message { from: to(&pattern.from), to: to(&pattern.to), route, payload }
    }

    /// Translates the payload of a message, but not its ends.
    pub fn advance(&self, message: &mut Pattern, g: Vertex) {
        let mut moved = Vec::new();
        for part in &mut message.parts {
            moved.clear();
            let blocks = part.blocks.iter();
            blocks.for_each(|brick| self.space.translate(&self.by, g, brick, &mut moved));
            part.blocks.clear();
            part.blocks.extend(moved.drain(..));
            if let Some(who) = &mut part.contributors {
                *who = self.nodes.translate_runs(&self.by, g, who);
            }
        }
    }

    /// A message as a template message; `None` if it does not list its blocks.
    pub fn pattern(&self, message: &Message) -> Option<Pattern> {
        let bricks = |blocks: &Runs| {
            let mut bricks = Vec::new();
            self.space.bricks(blocks, &mut bricks);
            bricks.into()
        };
        if message.payload == Payload::Everything {
            return None;
        }
        let part = |(blocks, contributors): (&Runs, Option<&Runs>)| Part {
            blocks: bricks(blocks),
            contributors: contributors.cloned(),
        };
        let parts = message.payload.parts().map(part).collect();
        let Message { from, to, ref route, .. } = *message;
        Some(Pattern { from, to, route: route.clone(), parts })
    }
}

/// A schedule generated from templates. Its steps are exactly the translations of its templates, so a check
/// of the templates is a check of the steps.
pub struct Symmetric {
    frame: Frame,
    templates: Box<dyn Templates>,
}

impl Symmetric {
    /// The schedule of all translations of some templates.
    pub fn new(frame: Frame, templates: Box<dyn Templates>) -> Self {
        Symmetric { frame, templates }
    }

    /// The templates.
    pub fn templates(&self) -> &dyn Templates {
        &*self.templates
    }

    /// Fills `messages` with the template of step `k`, each message translated for the representative of its
    /// sender.
    pub fn at_home(&self, k: usize, messages: &mut Vec<Message>) {
        let (mut template, mut scratch) = (Template::default(), Vec::new());
        self.templates().template_into(k, &mut template);
        let by = self.by();
        messages.clear();
        messages.extend(template.messages.iter().map(|pattern| {
            let home = by.inverse(by.from_representative(pattern.from));
            self.moved(pattern, home, &mut scratch)
        }));
    }

    /// Whether the second messages are the first with blocks and contributors translated in this way.
    pub fn advances(&self, from: &[Message], to: &[Message], g: Vertex) -> bool {
        let mut scratch = Vec::new();
        same_routes(from, to)
            && from.iter().zip(to).all(|(from, to)| match self.pattern(from) {
                Some(mut pattern) => {
                    self.advance(&mut pattern, g);
                    self.moved(&pattern, 0, &mut scratch).payload == to.payload
                }
                None => from.payload == to.payload,
            })
    }

    /// The translation of blocks and contributors from the first messages to the second, which are otherwise
    /// equal; `None` if there is none, or if it is hard to find.
    pub fn advance_between(&self, from: &[Message], to: &[Message]) -> Option<Vertex> {
        if from == to {
            return Some(0);
        }
        // With XOR, only every other step would be equal.
        if self.by().is_xor() || !same_routes(from, to) {
            return None;
        }
        let patterns = |messages: &[Message]| -> Option<Vec<Pattern>> {
            messages.iter().map(|message| self.pattern(message)).collect()
        };
        let (a, b) = (patterns(from)?, patterns(to)?);
        let mut tried: SmallVec<[Vertex; 4]> = smallvec![0];
        for (number, side) in self.by().sides().iter().enumerate() {
            let shifts = self.shifts(&a, &b, number, *side);
            let more = tried.iter().flat_map(|g| shifts.iter().map(move |shift| g * side + shift));
            tried = more.take(MOST_TRIED).collect();
        }
        tried.into_iter().find(|g| self.advances(from, to, *g))
    }

    /// The possible translation along a side: the distance between the starts of ranges that do not fill it.
    fn shifts(&self, a: &[Pattern], b: &[Pattern], number: usize, side: u32) -> SmallVec<[u32; 4]> {
        let none = smallvec![0];
        let parts = |of: &[Pattern]| of.iter().flat_map(|m| m.parts.clone()).collect::<Vec<_>>();
        for (a, b) in parts(a).iter().zip(&parts(b)) {
            let who = |who: &Option<Runs>| {
                let mut bricks = Vec::new();
                if let Some(who) = who {
                    self.nodes().bricks(who, &mut bricks);
                }
                bricks
            };
            let blocks = (self.space(), a.blocks.to_vec(), b.blocks.to_vec());
            let whose = (self.nodes(), who(&a.contributors), who(&b.contributors));
            for (space, a, b) in [blocks, whose] {
                for axis in (0..space.axes()).filter(|axis| space.side(*axis) == Some(number)) {
                    let (starts, ends) = (beginnings(space, axis, &a), beginnings(space, axis, &b));
                    let Some(first) = starts.first() else { continue };
                    let by = |at: &u64| remainder(at + u64::from(side) - first, side);
                    return ends.iter().map(by).collect();
                }
            }
        }
        none
    }
}

impl Deref for Symmetric {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

impl Steps for Symmetric {
    fn count(&self) -> usize {
        self.templates.count()
    }

    fn messages(&self) -> u128 {
        self.templates.patterns() * u128::from(self.by.order())
    }

    fn step_into(&self, k: usize, step: &mut Step) {
        step.messages.clear();
        let (mut template, mut scratch) = (Template::default(), Vec::new());
        self.templates.template_into(k, &mut template);
        for pattern in &template.messages {
            step.messages.extend(self.by.all().map(|g| self.moved(pattern, g, &mut scratch)));
        }
    }

    fn symmetric(&self) -> Option<&Symmetric> {
        Some(self)
    }
}

/// A template for consecutive steps, whose blocks are translated from each step to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The number of steps.
    pub count: usize,
    /// The translation of blocks and contributors from each step to the next; 0 for none.
    pub advance: Vertex,
    /// The template of the first step.
    pub template: Template,
}

/// Templates in a list, as in a file.
pub struct ListedTemplates {
    frame: Frame,
    items: Vec<Repeated>,
    /// The first step of each item.
    starts: Vec<usize>,
    count: usize,
}

impl ListedTemplates {
    /// The number of steps of these items, which is at most the countable number.
    pub fn new(frame: Frame, items: Vec<Repeated>) -> Self {
        let (mut starts, mut count) = (Vec::with_capacity(items.len()), 0_usize);
        for item in &items {
            starts.push(count);
            count = count.saturating_add(item.count);
        }
        ListedTemplates { frame, items, starts, count }
    }
}

impl Templates for ListedTemplates {
    fn count(&self) -> usize {
        self.count
    }

    fn patterns(&self) -> u128 {
        let patterns = |item: &Repeated| item.count as u128 * item.template.messages.len() as u128;
        self.items.iter().map(patterns).sum()
    }

    fn template_into(&self, k: usize, template: &mut Template) {
        let at = self.starts.partition_point(|start| *start <= k) - 1;
        let Repeated { advance, template: first, .. } = &self.items[at];
        template.clone_from(first);
        let times = k - self.starts[at];
        if *advance != 0 && times > 0 {
            let g = multiple(&self.frame.by, *advance, times);
            template.messages.iter_mut().for_each(|message| self.frame.advance(message, g));
        }
    }
}

/// A translation, applied this many times.
fn multiple(by: &Translations, advance: Vertex, times: usize) -> Vertex {
    if by.is_xor() {
        return if times.is_multiple_of(2) { 0 } else { advance };
    }
    let sides = by.sides().iter().enumerate();
    sides.fold(0, |g, (i, side)| {
        let (at, wide) = (u64::from(by.coordinate(advance, i)), u64::from(*side));
        g * side + remainder(at * (times as u64 % wide), *side)
    })
}

/// Whether everything except the payloads is equal.
fn same_routes(a: &[Message], b: &[Message]) -> bool {
    let same = |a: &Message, b: &Message| (a.from, a.to, &a.route) == (b.from, b.to, &b.route);
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// The start of the range on a closed axis; nothing if the range is empty or the whole axis.
fn beginnings(space: &Space, axis: usize, bricks: &[Brick]) -> Vec<u64> {
    let taken: Runs = bricks.iter().map(|brick| brick.0[axis]).collect();
    let Run { end: size, .. } = space.whole(axis);
    let wraps = taken.contains(size - 1);
    let begins = |run: &&Run| run.len() < size && !(run.start == 0 && wraps);
    taken.runs().iter().filter(begins).map(|run| run.start).collect()
}
