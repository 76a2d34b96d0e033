//! Symmetric schedules: a few messages for each step, and the translations that generate all others from
//! them.
//!
//! An all-gather round a ring of 2^20 nodes has 10^12 messages, and one message per step determines them all.

use std::ops::Deref;

use smallvec::SmallVec;

use super::{Brick, CombinedBlocks, Message, Payload, Route, Runs, Space, Step, Steps};
use crate::topology::{Topology, Translations, Vertex};
use hockney_base::number::remainder;

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
