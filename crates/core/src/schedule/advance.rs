//! Finds steps that repeat the previous step with translated blocks.

use smallvec::{SmallVec, smallvec};

use super::{Brick, Message, Pattern, Run, Runs, Space, Symmetric, Template};
use crate::topology::Vertex;
use hockney_base::number::remainder;

/// The maximum number of translations that are tried for one step.
const MOST_TRIED: usize = 64;

impl Symmetric {
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
