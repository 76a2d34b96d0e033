//! The piece that each node gets in each step on a circulant graph, so that n pieces need the fewest steps.
//!
//! The skips of p nodes are p, halved and rounded up until it is 1: 1, 2, 4 and 7 for p = 7. With q =
//! ceil(log2 p), label x sends to x + skip j in step j of each round of q steps, and the root, label 0,
//! has a new piece to send in each. The base of a label is the smallest of the skips that make it up,
//! the largest that fits taken first. Of a round's q new pieces a label gets one in the round itself,
//! the one with the number of its base. In its other steps it gets pieces of the round before: in step
//! j the largest base that it had none of yet among the labels that are at least skip j and less than
//! skip j + 1 behind it, or, where there is none, the base of the next. That every sender has its piece
//! in time is proved in Traeff 2023 (arXiv 2312.11236) and Traeff 2024 (arXiv 2407.18004), and the search
//! is theirs: a few times q trials for each label, where looking at all that are behind it would make
//! p squared.

use hockney_base::number::saturated;

/// The pieces of every label in each step of a round.
pub(super) struct Rounds {
    /// The target of each step, and p.
    skips: Vec<u32>,
    /// For each label except the root its q pieces, counted from the first new piece of the round before.
    pieces: Vec<u8>,
}

impl Rounds {
    /// Of p > 1 labels.
    pub(super) fn new(p: u32) -> Self {
        let skips = skips(p);
        let q = saturated(skips.len() - 1);
        let mut pieces = Vec::with_capacity((p as usize - 1) * (skips.len() - 1));
        let mut search = Search { skips: &skips, label: 0, got: 0, bases: Vec::new() };
        for label in 1..p {
            let own = base(label, &skips, q);
            // Continued past p, every label has the root, which is also p, behind it.
            search.label = p + label;
            search.got = 1 << own;
            search.bases.clear();
            search.behind(0, q, u32::MAX);
            // Base q is that of the root, whose pieces are new.
            pieces.extend(search.bases.iter().map(|e| if *e == q { q + own } else { *e }));
        }
        Rounds { skips, pieces }
    }

    /// The number of steps of a round.
    pub(super) fn steps(&self) -> usize {
        self.skips.len() - 1
    }

    /// The distance of step j of a round.
    pub(super) fn skip(&self, j: usize) -> u32 {
        self.skips[j]
    }

    /// The piece that a label other than the root gets in step j of a round, counted from the first new piece
    /// of the round before.
    pub(super) fn piece(&self, label: u32, j: usize) -> usize {
        usize::from(self.pieces[(label as usize - 1) * self.steps() + j])
    }
}

/// p, halved and rounded up until it is 1, the smallest first.
fn skips(p: u32) -> Vec<u32> {
    let mut skips: Vec<u32> =
        std::iter::successors(Some(p), |skip| (*skip > 1).then(|| skip.div_ceil(2))).collect();
    skips.reverse();
    skips
}

/// The index of the smallest skip in the greedy sum of a label, the largest fitting skip first; q for the
/// root.
fn base(label: u32, skips: &[u32], q: u8) -> u8 {
    let (mut rest, mut base) = (label, q);
    for e in (0..q).rev() {
        let skip = skips[usize::from(e)];
        if rest > 0 && skip <= rest {
            rest -= skip;
            base = e;
        }
    }
    base
}

/// The search for the pieces of one label in the steps of a round, one after another.
struct Search<'a> {
    skips: &'a [u32],
    /// The label, continued past p.
    label: u32,
    /// The bases that it already has, one bit each.
    got: u32,
    /// The base of each step so far.
    bases: Vec<u8>,
}

impl Search<'_> {
    /// The farthest label behind that step j depends on.
    fn from(&self, j: usize) -> u32 {
        self.label - self.skips[j]
    }

    /// Visits the labels that are `sum` plus skips up to `largest`, below `limit`, the highest first, and
    /// takes the base of each that a step can use.
    fn behind(&mut self, sum: u32, largest: u8, limit: u32) {
        let (q, mut limit) = (self.skips.len() - 1, limit);
        for e in (0..=largest).rev() {
            let next = sum + self.skips[usize::from(e)];
            let step = self.bases.len();
            // After the last step it has every base.
            if self.got >> e & 1 == 1 || next > self.from(step) || next >= limit {
                continue;
            }
            if next <= self.from(step + 1) {
                self.behind(next, e, limit);
            }
            let step = self.bases.len();
            if step == q || sum > self.from(step + 1) {
                return;
            }
            limit = next;
            self.got |= 1 << e;
            self.bases.push(e);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The four conditions under which every sender has its piece in time, for every round.
    fn in_time(p: u32) {
        let rounds = Rounds::new(p);
        let q = rounds.steps();
        let row = |label| (0..q).map(|j| rounds.piece(label, j)).collect::<Vec<_>>();
        for label in 1..p {
            let gets = row(label);
            let new = gets.iter().find(|piece| **piece >= q);
            let new = *new.unwrap_or_else(|| panic!("p = {p}: {label} gets {gets:?}"));
            let all: BTreeSet<usize> = (0..q).filter(|e| *e != new - q).chain([new]).collect();
            assert_eq!(gets.iter().copied().collect::<BTreeSet<_>>(), all, "p = {p}, {label}");
            for (j, piece) in gets.iter().enumerate() {
                let from = (label + p - rounds.skip(j)) % p;
                // The root sends new pieces. Other labels send pieces that they got before in this round, or
                // the new piece of the round before, which they got there.
                let has = if from == 0 {
                    *piece == q + j
                } else {
                    let had = row(from);
                    let before = had.iter().find(|piece| **piece >= q).map(|new| new - q);
                    had[..j].contains(piece) || before == Some(*piece)
                };
                assert!(has, "p = {p}: {from} has no {piece} for {label} in step {j}");
            }
        }
    }

    #[test]
    fn every_sender_has_its_piece_in_time() {
        (2..400).for_each(in_time);
        for p in [511, 512, 513, 1000, 2047, 2049, 4095, 4096, 4097, 12_345, 65_535, 65_537] {
            in_time(p);
        }
    }

    /// The rule that the search implements: the two are compared.
    #[test]
    fn the_search_finds_the_largest_base_that_is_left() {
        for p in 2..130 {
            let (rounds, skips) = (Rounds::new(p), skips(p));
            let q = saturated(rounds.steps());
            for label in 1..p {
                let own = base(label, &skips, q);
                let mut got = BTreeSet::from([own]);
                for (j, ends) in skips.windows(2).enumerate() {
                    let behind = |far| base((p + label - far) % p, &skips, q);
                    let left = (ends[0]..ends[1]).map(behind).filter(|e| !got.contains(e)).max();
                    // If there is none, the next label behind them is used.
                    let e = left.unwrap_or_else(|| behind(ends[1]));
                    got.insert(e);
                    let piece = if e == q { q + own } else { e };
                    assert_eq!(rounds.piece(label, j), usize::from(piece), "p = {p}, {label}");
                }
            }
        }
    }
}
