//! How blocks for everyone go round a ring: one way, the shorter way, or two hops at a time.
//!
//! Positions are 0..n and a block goes from its origin to its target. All that a position sends
//! from one origin is for consecutive targets, so a [`Cargo`] says it in three numbers.

/// The rule by which blocks go round a ring of n positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// Everyone hands on to the next what is not yet there: n - 1 steps, n(n-1)/2 blocks.
    OneDirection,
    /// All targets up to half-way ahead forwards, then the others backwards: n - 1 steps,
    /// floor(n^2/4) blocks.
    ShorterWay,
    /// On a closed ring of even n >= 4: even positions send two ahead while odd ones send two
    /// back, all links busy, then the other way about; single hops at last. n/2 + 1 steps,
    /// n(n+2)/8 blocks. For two positions and for odd n it is the shorter way.
    TwoHop,
}

/// Blocks of one origin for `count` targets from `first` on, counted round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cargo {
    pub(super) origin: u32,
    pub(super) first: u32,
    pub(super) count: u32,
}

/// A message of a step: between which positions, which way round, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) forward: bool,
    pub(super) cargo: Vec<Cargo>,
}

impl Rounds {
    /// How many steps n positions take.
    pub(super) fn count(self, n: u32) -> usize {
        let count = if self.in_pairs(n) { n / 2 + 1 } else { n - 1 };
        count as usize
    }

    /// Whether blocks go two hops at a time.
    fn in_pairs(self, n: u32) -> bool {
        self == Rounds::TwoHop && n >= 4 && n.is_multiple_of(2)
    }

    /// How many positions in a row send differently.
    pub(super) fn classes(self, n: u32) -> u32 {
        if self.in_pairs(n) { 2 } else { 1 }
    }

    /// The messages of step k, counted from 0; each position sends one.
    pub(super) fn moves(self, n: u32, k: usize) -> Vec<Move> {
        (0..n).map(|at| self.sent(n, k, at)).collect()
    }

    /// What one position sends in step k.
    pub(super) fn sent(self, n: u32, k: usize, at: u32) -> Move {
        let k = u32::try_from(k).unwrap_or(u32::MAX);
        if self.in_pairs(n) {
            return two_hops(n, k, at);
        }
        let ahead = if self == Rounds::OneDirection { n - 1 } else { n / 2 };
        if k < ahead {
            // What came from `origin` has come k hops and goes on to those after `at`.
            let (origin, to) = ((at + n - k) % n, (at + 1) % n);
            let cargo = vec![Cargo { origin, first: to, count: ahead - k }];
            Move { from: at, to, forward: true, cargo }
        } else {
            let (back, k) = (n - 1 - ahead, k - ahead);
            let (origin, to) = ((at + k) % n, (at + n - 1) % n);
            let cargo = vec![Cargo { origin, first: (origin + n - back) % n, count: back - k }];
            Move { from: at, to, forward: false, cargo }
        }
    }
}

/// What a position sends in step k of the two-hop rule, for even n >= 4.
///
/// Half-way round, even origins send forwards and odd ones backwards. A block that has still two
/// hops to go is always at a position of its origin's parity.
fn two_hops(n: u32, k: u32, at: u32) -> Move {
    let half = n / 2;
    let doubles = half - 1;
    // The two directions change places from one step to the next.
    let turn = if k < doubles { k } else { k - doubles };
    let forward = (at + turn).is_multiple_of(2);
    let farthest = if at.is_multiple_of(2) == forward { half } else { half - 1 };
    // All blocks of the origin `behind` here that go at least to `nearest` and to `far`.
    let cargo_of = |behind: u32, nearest: u32, far: u32| {
        let origin = if forward { (at + n - behind) % n } else { (at + behind) % n };
        let first = if forward { (origin + nearest) % n } else { (origin + n - far) % n };
        Cargo { origin, first, count: far + 1 - nearest }
    };
    let (hops, cargo) = if k < doubles {
        let behind = k / 2 * 2;
        (2, vec![cargo_of(behind, behind + 2, farthest)])
    } else {
        (1, (1..=farthest).step_by(2).map(|d| cargo_of(d - 1, d, d)).collect())
    };
    let to = if forward { (at + hops) % n } else { (at + n - hops) % n };
    Move { from: at, to, forward, cargo }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every block goes where it should, and the counts are those of the rule.
    #[test]
    fn everyone_gets_everything() {
        for n in 1..40_u32 {
            for rounds in [Rounds::OneDirection, Rounds::ShorterWay, Rounds::TwoHop] {
                // Where the block of each origin for each target is.
                let mut at: Vec<Vec<u32>> = (0..n).map(|o| vec![o; n as usize]).collect();
                let mut words = 0;
                for k in 0..rounds.count(n) {
                    let moves = rounds.moves(n, k);
                    let most = moves.iter().map(|m| m.cargo.iter().map(|c| c.count).sum::<u32>());
                    words += most.max().unwrap();
                    for m in moves {
                        for Cargo { origin, first, count } in m.cargo {
                            for target in (first..first + count).map(|t| t % n) {
                                let place = &mut at[origin as usize][target as usize];
                                assert_eq!(*place, m.from, "{rounds:?} n = {n}, step {k}");
                                *place = m.to;
                            }
                        }
                    }
                }
                assert!(at.iter().all(|targets| targets.iter().copied().eq(0..n)));
                let expected = match rounds {
                    Rounds::OneDirection => n * (n - 1) / 2,
                    Rounds::TwoHop if n.is_multiple_of(2) => n * (n + 2) / 8,
                    Rounds::ShorterWay | Rounds::TwoHop => n * n / 4,
                };
                assert_eq!(words, expected, "{rounds:?} n = {n}");
            }
        }
    }
}
