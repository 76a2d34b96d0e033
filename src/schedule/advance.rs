//! Steps that say again what the step before said, with their blocks moved on.

use smallvec::{SmallVec, smallvec};

use super::{Brick, Message, Pattern, Run, Runs, Space, Symmetric, Template};
use crate::topology::Vertex;

/// The most ways to move that are tried on one step.
const MOST_TRIED: usize = 64;

impl Symmetric {
    /// Fills `messages` with the template of step `k`, each message as the representative of its
    /// sender sends it.
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

    /// Whether the second messages are the first with blocks and contributors moved so.
    pub fn advances(&self, from: &[Message], to: &[Message], g: Vertex) -> bool {
        let mut scratch = Vec::new();
        same_ways(from, to)
            && from.iter().zip(to).all(|(from, to)| match self.pattern(from) {
                Some(mut pattern) => {
                    self.advance(&mut pattern, g);
                    self.moved(&pattern, 0, &mut scratch).payload == to.payload
                }
                None => from.payload == to.payload,
            })
    }

    /// By which translation blocks and contributors of the first messages become those of the
    /// second, which are otherwise the same; `None` where by none, or where it is hard to find.
    pub fn advance_between(&self, from: &[Message], to: &[Message]) -> Option<Vertex> {
        if from == to {
            return Some(0);
        }
        // Of XOR only every other step would be the same.
        if self.by().is_xor() || !same_ways(from, to) {
            return None;
        }
        let patterns = |messages: &[Message]| -> Option<Vec<Pattern>> {
            messages.iter().map(|message| self.pattern(message)).collect()
        };
        let (a, b) = (patterns(from)?, patterns(to)?);
        let mut tried: SmallVec<[Vertex; 4]> = smallvec![0];
        for (number, side) in self.by().sides().iter().enumerate() {
            let shifts = self.shifts((&a, &b), (number, *side));
            let more = tried.iter().flat_map(|g| shifts.iter().map(move |shift| g * side + shift));
            tried = more.take(MOST_TRIED).collect();
        }
        tried.into_iter().find(|g| self.advances(from, to, *g))
    }

    /// By how much the blocks may have moved along a side: from where some that do not fill it
    /// begin to where others do.
    fn shifts(
        &self,
        (a, b): (&[Pattern], &[Pattern]),
        (number, side): (usize, u32),
    ) -> SmallVec<[u32; 4]> {
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
                    let by = |at: &u64| {
                        let shift = (at + u64::from(side) - first) % u64::from(side);
                        // Below the side, which fits.
                        u32::try_from(shift).unwrap_or(0)
                    };
                    return ends.iter().map(by).collect();
                }
            }
        }
        none
    }
}

/// Whether all is the same but what travels.
fn same_ways(a: &[Message], b: &[Message]) -> bool {
    let same = |a: &Message, b: &Message| (a.from, a.to, &a.route) == (b.from, b.to, &b.route);
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Where what is taken of a closed axis begins; nowhere, where all of it or nothing is taken.
fn beginnings(space: &Space, axis: usize, bricks: &[Brick]) -> Vec<u64> {
    let taken: Runs = bricks.iter().map(|brick| brick.0[axis]).collect();
    let Run { end: size, .. } = space.whole(axis);
    let wraps = taken.contains(size - 1);
    let begins = |run: &&Run| run.len() < size && !(run.start == 0 && wraps);
    taken.runs().iter().filter(begins).map(|run| run.start).collect()
}
