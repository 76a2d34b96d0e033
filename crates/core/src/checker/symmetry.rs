//! Checks schedules that are translations of templates exactly, by the templates alone.
//!
//! This is sufficient: translations leave no node in place, and map links to links, default routes to default
//! routes and starts and ends to starts and ends, as topology and collective declare. So every message of a
//! template represents as many messages as there are translations, and a port or link of an orbit is used by
//! the translations of a pattern once for each time that the pattern uses one of that orbit; a link between
//! switches as many times as there are translations that leave it in place. The data of a
//! node are those of its representative, translated. Every finding counts once for each translation.

use std::cell::RefCell;
use std::collections::HashMap;

use super::ranks::look_at_contributors;
use crate::checker::{Addressed, End, Malformed, Orbit, Pair, Rank, SetId, Sets, Worked};
use crate::collective::{Data, Instance, Schedule};
use crate::schedule::block_set::Boxes;
use crate::schedule::{Brick, Pattern, Route, Run, Runs, Space, Symmetric};
use crate::topology::{Network, Translations, Vertex};

/// The maximum number of missing boxes that are listed, and of runs of each; there may be millions.
const MOST_LACKING: usize = 16;
const MOST_RUNS: u64 = 4096;

/// The templates of a schedule and the group that generates all messages from them.
pub(crate) struct TemplateOrbit<'a> {
    instance: &'a Instance,
    pub(crate) symmetric: &'a Symmetric,
    pub(crate) by: &'a Translations,
    representatives: Vec<Vertex>,
    network: &'a dyn Network,
    /// For links between switches the number of translations that leave them in place.
    fixed: RefCell<HashMap<Pair, u32>>,
}

impl<'a> TemplateOrbit<'a> {
    /// The symmetry of a schedule that is stored as templates; `None` if they do not determine it.
    pub(crate) fn of(schedule: &'a Schedule) -> Option<Self> {
        let [phase] = &schedule.phases[..] else { return None };
        let symmetric = phase.steps.symmetric().filter(|_| phase.is_everyone())?;
        let (instance, by) = (phase.instance(), symmetric.by());
        let network = schedule.topology.network();
        let settled = by.nodes() == schedule.topology.nodes()
            && network.looks_the_same_under(by)
            && instance.collective.looks_the_same_under(instance, by)
            && [instance.shape(), instance.moving_shape()]
                .iter()
                .any(|(named_by, pieces)| *symmetric.space() == Space::of(by, *named_by, *pieces));
        let (representatives, fixed) = (by.representatives(), RefCell::default());
        settled.then_some(TemplateOrbit {
            instance,
            symmetric,
            by,
            representatives,
            network,
            fixed,
        })
    }

    fn rank_of(&self, node: Vertex) -> Result<Rank, Malformed> {
        if node >= self.by.nodes() {
            return Err(Malformed::NoSuchNode(node));
        }
        Ok(self.rank(if self.representatives.len() == 1 { 0 } else { self.by.class(node) }))
    }

    fn look_at_blocks(&self, blocks: &[Brick]) -> Result<(), Malformed> {
        let space = self.symmetric.space();
        let outside = |brick: &Brick| {
            let ends = |(axis, range): (usize, &Run)| {
                range.is_empty() || range.end > space.whole(axis).end
            };
            brick.0.len() != space.axes() || brick.0.iter().enumerate().any(ends)
        };
        if blocks.is_empty() {
            return Err(Malformed::NoBlocks);
        }
        if blocks.iter().any(outside) {
            return Err(Malformed::NoSuchBlock);
        }
        let mut before = Boxes::new(space.axes());
        let mut comes_twice = |brick: &Brick| {
            let meets = before.meets(&brick.0);
            before.insert(&brick.0);
            meets
        };
        if blocks.len() > 1 && blocks.iter().any(&mut comes_twice) {
            return Err(Malformed::BlockTwice);
        }
        Ok(())
    }

    /// The numbers of some boxes, or of the first of them if there are very many.
    fn numbers(&self, boxes: &[Brick]) -> Runs {
        let space = self.symmetric.space();
        let mut few = Vec::new();
        for brick in boxes {
            let mut brick = brick.clone();
            for axis in 0..brick.0.len() {
                if space.most_runs(std::slice::from_ref(&brick)) > MOST_RUNS {
                    brick.0[axis].end = brick.0[axis].start + 1;
                }
            }
            few.push(brick);
        }
        space.numbers(&few)
    }
}

impl Orbit for TemplateOrbit<'_> {
    const STANDS_FOR_OTHERS: bool = true;
    type Message = Pattern;
    type Blocks = Brick;
    type Stock = Boxes;

    fn data(&self) -> Data {
        self.instance.data()
    }

    fn count(&self) -> u32 {
        self.by.classes()
    }

    fn rank(&self, index: u32) -> Rank {
        Rank { group: 0, position: self.representatives[index as usize], index }
    }

    fn by_node(&self) -> impl Iterator<Item = (Vertex, Rank)> {
        let nodes = self.representatives.iter().zip(0..);
        nodes.map(|(node, index)| (*node, self.rank(index)))
    }

    fn node(&self, rank: Rank) -> Vertex {
        rank.position
    }

    fn instance(&self, _: Rank) -> &Instance {
        self.instance
    }

    fn judge_ends<'m>(&self, message: &'m Pattern) -> Result<Addressed<'m, Pattern>, Malformed> {
        let (from, to) = (self.rank_of(message.from)?, self.rank_of(message.to)?);
        if message.from == message.to {
            return Err(Malformed::ToItself);
        }
        Ok(Addressed { from, to, message })
    }

    fn look_at_payload(&self, sent: &Addressed<'_, Pattern>) -> Result<(), Malformed> {
        if sent.message.parts.is_empty() {
            return Err(Malformed::NoBlocks);
        }
        sent.message.parts.iter().try_for_each(|part| {
            self.look_at_blocks(&part.blocks)?;
            look_at_contributors(self.instance, part.contributors.as_ref())
        })
    }

    fn size(&self, message: &Pattern) -> u128 {
        if self.data() == Data::Token { 0 } else { message.size() }
    }

    fn ends(message: &Pattern) -> Pair {
        (message.from, message.to)
    }

    fn route(message: &Pattern) -> &Route {
        &message.route
    }

    fn home(&self, vertex: Vertex) -> Vertex {
        match &self.representatives[..] {
            _ if vertex >= self.by.nodes() => 0,
            [_] => self.by.inverse(vertex),
            _ => self.by.inverse(self.by.from_representative(vertex)),
        }
    }

    fn apply(&self, by: Vertex, to: Vertex) -> Vertex {
        if by == 0 { to } else { self.network.moved(self.by, by, to) }
    }

    fn home_of_hop(&self, (u, v): Pair) -> Vertex {
        let p = self.by.nodes();
        self.home(match (u < p, v < p) {
            (true, _) => u,
            (false, true) => v,
            (false, false) => self.network.stands_for(u, v),
        })
    }

    fn fixed(&self, (u, v): Pair) -> u32 {
        // Only the identity leaves a node in place.
        if u.min(v) < self.by.nodes() || self.by.order() == 1 {
            return 1;
        }
        let stays = |g: &Vertex| self.moved(*g, (u, v)) == (u, v);
        let count = || u32::try_from(self.by.all().filter(stays).count()).unwrap_or(u32::MAX);
        *self.fixed.borrow_mut().entry((u, v)).or_insert_with(count)
    }

    fn each_fixed(&self, hop: Pair, visit: &mut dyn FnMut(Vertex)) {
        if self.fixed(hop) == 1 {
            return visit(0);
        }
        self.by.all().filter(|g| self.moved(*g, hop) == hop).for_each(visit);
    }

    fn stock_at_start(&self, rank: Rank) -> Boxes {
        let mut held = Boxes::new(self.symmetric.space().axes());
        let mut boxes = Vec::new();
        self.symmetric.space().bricks(&self.instance.initial(rank.position), &mut boxes);
        for brick in &boxes {
            held.insert(&brick.0);
        }
        held
    }

    fn carried<'m>(
        &self,
        end: End,
        message: &'m Pattern,
        scratch: &'m mut Vec<Brick>,
    ) -> &'m [Brick] {
        let by = self.home(if end == End::Sender { message.from } else { message.to });
        if let (0, [part]) = (by, &message.parts[..]) {
            return &part.blocks;
        }
        scratch.clear();
        for brick in message.parts.iter().flat_map(|part| &part.blocks) {
            self.symmetric.space().translate(self.by, by, brick, scratch);
        }
        scratch
    }

    fn numbered<'m>(&self, blocks: &'m Runs, scratch: &'m mut Vec<Brick>) -> &'m [Brick] {
        scratch.clear();
        self.symmetric.space().bricks(blocks, scratch);
        scratch
    }

    fn lacking(&self, held: &Boxes, blocks: &Brick) -> Runs {
        let mut missing = Vec::new();
        held.missing(blocks, MOST_LACKING, &mut missing);
        self.numbers(&missing)
    }

    fn known(&self, held: &Boxes, message: &Pattern) -> Runs {
        let (mut scratch, mut lacking) = (Vec::new(), Vec::new());
        let boxes = self.carried(End::Receiver, message, &mut scratch);
        for brick in boxes {
            held.missing(brick, MOST_LACKING, &mut lacking);
        }
        self.numbers(boxes).minus(&self.numbers(&lacking))
    }

    fn values(
        &self,
        message: &Pattern,
        sets: &mut Sets,
        mut visit: impl FnMut(&Runs, Option<&Runs>, &mut Sets) -> Worked,
    ) -> Worked {
        let (space, home) = (self.symmetric.space(), self.home(message.from));
        let mut moved: Vec<Brick> = Vec::new();
        for part in &message.parts {
            moved.clear();
            part.blocks.iter().for_each(|b| space.translate(self.by, home, b, &mut moved));
            let runs = usize::try_from(space.most_runs(&moved)).unwrap_or(usize::MAX);
            sets.work.spend(runs)?;
            let who = part.contributors.as_ref().map(|who| self.move_positions(home, who));
            visit(&space.numbers(&moved), who.as_ref(), sets)?;
        }
        Ok(())
    }

    fn scatters(&self, set: SetId, sets: &Sets) -> bool {
        scatters(self.by, self.symmetric.nodes(), &sets.get(set))
    }

    fn onward(&self, message: &Pattern) -> Option<Vertex> {
        let away = self.by.from_representative(message.from);
        Some(self.by.apply(self.home(message.to), away))
    }

    fn move_positions(&self, by: Vertex, positions: &Runs) -> Runs {
        self.symmetric.nodes().translate_runs(self.by, by, positions)
    }

    fn move_blocks(&self, by: Vertex, blocks: &Runs) -> Runs {
        self.symmetric.space().translate_runs(self.by, by, blocks)
    }
}

/// Whether some translation of these positions is not one run.
fn scatters(by: &Translations, positions: &Space, who: &Runs) -> bool {
    let [Run { start, end }] = who.runs() else { return true };
    let length = end - start;
    if by.is_xor() {
        // XOR with half of the smallest aligned part around a run maps the run's two ends to the part's
        // two ends. It stays a run only if it is the whole part.
        return !(length.is_power_of_two() && start.is_multiple_of(length));
    }
    let mut boxes = Vec::new();
    positions.bricks(who, &mut boxes);
    if let [Brick(ranges)] = &boxes[..] {
        // Single coordinates, then a range, then everything: a run if the range does not cross the end of
        // its side.
        let range = ranges.iter().zip(by.sides()).zip(by.steps());
        return range.into_iter().any(|((range, side), step)| {
            let partial = range.len() > 1 && range.len() < u64::from(*side);
            let step = u64::from(*step);
            partial && range.start % step + range.len() > step
        });
    }
    by.all().any(|g| positions.translate_runs(by, g, who).runs().len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with all translations of all runs.
    #[test]
    fn a_set_scatters_if_a_translation_tears_it_apart() {
        let cyclic = [
            (&[8][..], &[1][..]),
            (&[8], &[2]),
            (&[9], &[3]),
            (&[3, 4], &[1, 1]),
            (&[3, 4], &[1, 2]),
            (&[4, 3, 2], &[2, 1, 1]),
            (&[6], &[6]),
        ];
        let cyclic =
            cyclic.into_iter().filter_map(|(sides, steps)| Translations::cyclic(sides, steps));
        let all: Vec<Translations> =
            cyclic.chain([1, 2, 8, 16].into_iter().filter_map(Translations::xor)).collect();
        assert_eq!(all.len(), 11);
        for by in all {
            let (positions, p) = (Space::of(&by, 1, 1), u64::from(by.nodes()));
            for (start, end) in
                (0..p).flat_map(|start| (start + 1..=p).map(move |end| (start, end)))
            {
                let who = Runs::range(start, end);
                let torn = |g| positions.translate_runs(&by, g, &who).runs().len() > 1;
                assert_eq!(scatters(&by, &positions, &who), by.all().any(torn), "{by:?} {who:?}");
            }
        }
    }
}
