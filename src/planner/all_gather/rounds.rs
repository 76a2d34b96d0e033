//! How blocks go round a ring until everyone has them all: one way, by neighbours, or in pairs.
//!
//! Positions are 0..n and each starts with a block of its own. In every step every position sends one
//! message, of blocks from consecutive positions, so a [`Move`] says them in two numbers. Nobody
//! receives a block twice, so that each rule may be run backwards (specs/lemmas.md, Duality).

/// The rule by which blocks go round a ring of n positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// Everyone hands on to the next what it received last: n - 1 steps of one block.
    OneDirection,
    /// On a closed ring of even n: everyone swaps with one neighbour and then with the other, at
    /// first its own block, from then on the two that came last. n/2 steps.
    Neighbours,
    /// On a closed ring of even n >= 4: pairs swap; even positions hand pairs of blocks on two
    /// ahead while odd ones hand them on two back, all links busy; at last the partners swap what
    /// came from either side. 2 + floor(n/4) steps. For two positions and for odd n it is one
    /// direction.
    PairFlow,
    /// On a closed ring: neighbours for four positions, else pair flow.
    FewestSteps,
}

/// A message of a step: between which positions, which way round, and of which `count` positions,
/// from `first` on and counted round, it carries the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) forward: bool,
    pub(super) first: u32,
    pub(super) count: u32,
}

impl Rounds {
    /// How many steps n positions take.
    pub(super) fn count(self, n: u32) -> u32 {
        match self {
            Rounds::Neighbours => n / 2,
            Rounds::FewestSteps if n == 4 => n / 2,
            Rounds::PairFlow | Rounds::FewestSteps if in_pairs(n) => 2 + n / 4,
            Rounds::OneDirection | Rounds::PairFlow | Rounds::FewestSteps => n - 1,
        }
    }

    /// The messages of step k, counted from 0; each position sends one.
    pub(super) fn moves(self, n: u32, k: u32) -> impl Iterator<Item = Move> {
        (0..n).map(move |at| self.moved(n, k, at))
    }

    /// What a position sends in step k.
    #[inline]
    pub(super) fn moved(self, n: u32, k: u32, at: u32) -> Move {
        match self {
            Rounds::Neighbours => neighbours(n, k, at),
            Rounds::FewestSteps if n == 4 => neighbours(n, k, at),
            Rounds::PairFlow | Rounds::FewestSteps if in_pairs(n) => pair_flow(n, k, at),
            Rounds::OneDirection | Rounds::PairFlow | Rounds::FewestSteps => {
                let to = if at + 1 < n { at + 1 } else { 0 };
                let first = if at >= k { at - k } else { at + n - k };
                Move { from: at, to, forward: true, first, count: 1 }
            }
        }
    }
}

/// Whether pairs of positions are more than one and leave none over.
fn in_pairs(n: u32) -> bool {
    n >= 4 && n.is_multiple_of(2)
}

/// A hop or two, ahead or back.
fn towards(n: u32, at: u32, forward: bool, hops: u32) -> u32 {
    if forward { (at + hops) % n } else { (at + n - hops) % n }
}

/// What a position sends in step k of the exchange with neighbours.
///
/// The blocks of a pair set out from its even position back and from its odd one ahead, and
/// keep to their way: what comes from one neighbour goes on to the other.
fn neighbours(n: u32, k: u32, at: u32) -> Move {
    let forward = (at + k).is_multiple_of(2);
    let (first, count) = match (k, forward) {
        (0, _) => (at, 1),
        (_, true) => ((at + n - k) % n, 2),
        (_, false) => ((at + k - 1) % n, 2),
    };
    Move { from: at, to: towards(n, at, forward, 1), forward, first, count }
}

/// What a position sends in step k of the flow of pairs, for even n >= 4.
///
/// Ahead and back n/2 - 1 blocks come to each pair. If that is odd, the pair half-way round comes
/// in halves, the nearer one of it from each side, in the last step of the flow.
fn pair_flow(n: u32, k: u32, at: u32) -> Move {
    let forward = at.is_multiple_of(2);
    let (flow, each) = (n / 4, n / 2 - 1);
    let (hops, first, count) = if k == 0 {
        (1, at, 1)
    } else if k <= flow {
        let behind = 2 * (k - 1);
        let half = k == flow && n.is_multiple_of(4);
        let first = if forward { at + n - behind + u32::from(half) } else { at - 1 + behind };
        (2, first % n, if half { 1 } else { 2 })
    } else {
        let first = if forward { at + n - each } else { at + 1 };
        (1, first % n, each)
    };
    Move { from: at, to: towards(n, at, forward, hops), forward, first, count }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everyone gets every block once, from one that has it; no link carries two messages; the
    /// steps and the words are those of the rule.
    #[test]
    fn everyone_gets_everything_once() {
        let rules =
            [Rounds::OneDirection, Rounds::Neighbours, Rounds::PairFlow, Rounds::FewestSteps];
        for (n, rounds) in (1..=70_u32).flat_map(|n| rules.map(|rounds| (n, rounds))) {
            if rounds == Rounds::Neighbours && !n.is_multiple_of(2) {
                continue;
            }
            let mut has: Vec<Vec<bool>> =
                (0..n).map(|v| (0..n).map(|block| block == v).collect()).collect();
            let mut words = 0;
            for k in 0..rounds.count(n) {
                let before = has.clone();
                let mut busy = Vec::new();
                for Move { from, to, forward, first, count } in rounds.moves(n, k) {
                    for block in (first..first + count).map(|block| (block % n) as usize) {
                        assert!(before[from as usize][block], "{rounds:?}, {n}, step {k}");
                        assert!(!has[to as usize][block], "{rounds:?}, {n}, step {k}: twice");
                        has[to as usize][block] = true;
                    }
                    let mut at = from;
                    while at != to {
                        busy.push((at, forward));
                        at = towards(n, at, forward, 1);
                    }
                }
                let links = busy.len();
                busy.sort_unstable();
                busy.dedup();
                assert_eq!(busy.len(), links, "{rounds:?}, {n}, step {k}: a link twice");
                words += rounds.moves(n, k).map(|m| m.count).max().unwrap();
            }
            assert!(has.iter().flatten().all(|has| *has), "{rounds:?}, {n}");
            assert_eq!(words, n - 1, "{rounds:?}, {n}");
            let steps = match rounds {
                Rounds::Neighbours => n / 2,
                Rounds::PairFlow if n.is_multiple_of(2) => (n - 1).min(2 + (n - 2).div_ceil(4)),
                Rounds::FewestSteps if n.is_multiple_of(2) => (n / 2).min(2 + (n - 2).div_ceil(4)),
                Rounds::OneDirection | Rounds::PairFlow | Rounds::FewestSteps => n - 1,
            };
            assert_eq!(rounds.count(n), steps, "{rounds:?}, {n}");
        }
    }
}
