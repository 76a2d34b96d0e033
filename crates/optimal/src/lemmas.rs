//! Lower bounds that need no search: each is a lemma of specs/optimal.md, and is computed again by a check.

use super::task::{Task, TaskKind};

/// A lower bound without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lemma {
    /// A step at most doubles the number of nodes that have a word.
    Doubling,
    /// Direct messages need a step for each hop.
    Distance,
    /// The pieces that nodes must receive pass their ports.
    Ports,
    /// The last piece leaves the root after all others, and then still has to reach all nodes.
    Pipeline,
    /// With S steps, at most S over j nodes get the block of a node by j messages.
    Counting,
    /// The pieces that must leave some vertices share the links out of them.
    Cut,
    /// The pieces must come to some nodes, and so many messages of a step can come there.
    Arrivals,
    /// Summing and distributing a piece takes 2 (p - 1) messages.
    Sums,
    /// Every step but the last ones has at least one piece.
    OnePieceAStep,
}

/// The names of the lemmas in certificates.
const NAMES: [(Lemma, &str, &str); 9] = [
    (Lemma::Doubling, "doubling", "a step at most doubles the number of nodes that have a word"),
    (Lemma::Distance, "distance", "direct messages need a step for each hop"),
    (
        Lemma::Ports,
        "ports",
        "some node sends or receives so many words, and one message per port in a step",
    ),
    (
        Lemma::Pipeline,
        "pipeline",
        "the root sends the last piece after the others, and then it still has to reach all nodes",
    ),
    (
        Lemma::Counting,
        "counting",
        "in S steps the blocks of a node reach at most C(S,j) nodes by j messages each",
    ),
    (Lemma::Cut, "cut", "the pieces that must leave some vertices share the links out of them"),
    (Lemma::Arrivals, "arrivals", "so many pieces must come to some nodes by the links into these"),
    (Lemma::Sums, "sums", "a piece takes p - 1 messages to be summed and p - 1 to be distributed"),
    (Lemma::OnePieceAStep, "one-piece-a-step", "every step has at least one piece"),
];

impl Lemma {
    /// The name in certificates.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// The reason in one line.
    pub fn why(self) -> &'static str {
        self.entry().2
    }

    /// Whether the bound in words is the same for every number of pieces. The others are rounded up to pieces, or
    /// depend on their number.
    pub fn is_for_any_pieces(self) -> bool {
        matches!(self, Lemma::Doubling | Lemma::Distance | Lemma::Ports | Lemma::Counting)
    }

    fn entry(self) -> &'static (Lemma, &'static str, &'static str) {
        NAMES.iter().find(|(lemma, ..)| *lemma == self).unwrap_or(&NAMES[0])
    }

    /// The lemma with this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known, _)| *known == name).map(|(lemma, ..)| *lemma)
    }
}

/// The least number of steps of every schedule.
pub fn fewest_steps(task: &Task) -> (u32, Lemma) {
    let steps = task.least_steps();
    let by_distance = task.neighbours && task.farthest() >= steps;
    (steps, if by_distance { Lemma::Distance } else { Lemma::Doubling })
}

/// The least total of pieces of every schedule of at most `steps` steps; with `None` of any number. No schedule
/// at all is `u32::MAX`.
pub fn fewest_rounds(task: &Task, steps: Option<u32>) -> (u32, Lemma) {
    let (least, why) = fewest_steps(task);
    if steps.is_some_and(|steps| steps < least) {
        return (u32::MAX, why);
    }
    let (p, k) = (u64::from(task.wires.nodes), u64::from(task.pieces));
    let mut bounds = vec![(u64::from(least), Lemma::OnePieceAStep)];
    if p > 1 && !task.all_ports {
        let doubling = u64::from(task.wires.nodes.next_power_of_two().ilog2());
        match task.kind {
            TaskKind::Broadcast => bounds.push((k - 1 + doubling, Lemma::Pipeline)),
            TaskKind::AllGather | TaskKind::Scatter => bounds.push((k * (p - 1), Lemma::Ports)),
            TaskKind::AllToAll => {
                bounds.push((k * (p - 1), Lemma::Ports));
                let counted = steps.and_then(|steps| counted(p - 1, steps.into()));
                bounds.extend(counted.map(|filled| (k * filled, Lemma::Counting)));
            }
            TaskKind::AllReduce => bounds.push(((2 * k * (p - 1)).div_ceil(p), Lemma::Sums)),
        }
    }
    if matches!(task.kind, TaskKind::AllToAll) || task.all_ports {
        bounds.push((cut(task), Lemma::Cut));
    }
    if task.neighbours {
        bounds.push((arrivals(task), Lemma::Arrivals));
    }
    // The first of the greatest.
    let most = bounds.into_iter().rev().max_by_key(|(bound, _)| *bound);
    most.map_or((least, why), |(bound, why)| (u32::try_from(bound).unwrap_or(u32::MAX - 1), why))
}

/// The least messages for so many targets if at most C(S,j) of them take j messages. `None` if they are too
/// many.
fn counted(mut targets: u64, steps: u64) -> Option<u64> {
    let (mut places, mut messages) = (1_u64, 0);
    for j in 1..=steps {
        places = places.saturating_mul(steps - j + 1) / j;
        let served = targets.min(places);
        messages += served * j;
        targets -= served;
        if targets == 0 {
            break;
        }
    }
    (targets == 0).then_some(messages)
}

/// The pieces that must leave some of the vertices, over the links out of these, rounded up. All sets of up to
/// 16 vertices are looked at, otherwise the first vertices for every number of these.
fn cut(task: &Task) -> u64 {
    const MOST_VERTICES: u32 = 16;
    let wires = &task.wires;
    let blocks = task.blocks();
    let mut most = 0;
    let mut look = |inside: u64| {
        let is_in = |vertex: u32| inside >> vertex & 1 == 1;
        let leaves =
            |block: &&super::task::CopiedPiece| is_in(block.start) && block.wanted & !inside != 0;
        let leaving = blocks.iter().filter(leaves).count() as u64;
        let out = wires.links.iter().filter(|link| is_in(link.from) && !is_in(link.to));
        let capacity: u64 = out.map(|link| u64::from(link.capacity)).sum();
        if leaving > 0 && capacity > 0 {
            most = most.max(leaving.div_ceil(capacity));
        }
    };
    if wires.vertices <= MOST_VERTICES {
        (1..(1_u64 << wires.vertices) - 1).for_each(&mut look);
    } else if wires.vertices <= 64 {
        (1..wires.vertices).for_each(|first| look((1 << first) - 1));
    }
    most
}

/// The messages that must come to some nodes, over those that a step can bring there, rounded up, if messages are
/// direct. Of up to 12 nodes all sets are looked at, otherwise each node and all nodes.
fn arrivals(task: &Task) -> u64 {
    const MOST_NODES: u32 = 12;
    let p = task.wires.nodes;
    let is_in = |set: u64, v: u32| set >> v & 1 == 1;
    let blocks = task.blocks();
    let direct: Vec<_> = task.wires.links.iter().filter(|l| l.from < p && l.to < p).collect();
    // How often a way between two nodes comes to the set at least.
    let entered = |set: u64, start: u32| {
        let mut least = vec![u64::MAX; p as usize];
        least[start as usize] = 0;
        for _ in 0..p {
            for link in &direct {
                let by = least[link.from as usize].saturating_add(is_in(set, link.to).into());
                least[link.to as usize] = least[link.to as usize].min(by);
            }
        }
        least
    };
    let bound = |set: u64| {
        let ways: Vec<Vec<u64>> = if task.is_unicast() {
            (0..p).map(|start| entered(set, start)).collect()
        } else {
            Vec::new()
        };
        let comes = |block: &super::task::CopiedPiece| match ways.get(block.start as usize) {
            Some(least) => least[block.wanted.trailing_zeros() as usize],
            None => (block.wanted & set & !(1 << block.start)).count_ones().into(),
        };
        let needed: u64 = blocks.iter().map(comes).sum();
        let into = direct.iter().filter(|link| is_in(set, link.to));
        let most: u64 = if task.all_ports {
            into.map(|link| u64::from(link.capacity)).sum()
        } else {
            let senders = into.fold(0, |from, link| from | 1_u64 << link.from);
            senders.count_ones().min(set.count_ones()).into()
        };
        needed.div_ceil(most.max(1))
    };
    let all = u64::MAX >> (64 - p.clamp(1, 64));
    let sets: Box<dyn Iterator<Item = u64>> = if p <= MOST_NODES {
        Box::new(1..=all)
    } else {
        Box::new((0..p).map(|v| 1 << v).chain([all]))
    };
    sets.map(bound).max().unwrap_or(0)
}
