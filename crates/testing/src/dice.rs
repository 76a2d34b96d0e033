//! Numbers that look random and are the same every time.

use hockney_core::schedule::Runs;

/// The linear congruential generator of Knuth's MMIX, from a seed.
#[derive(Debug, Clone)]
pub struct Dice(pub u64);

impl Dice {
    /// One of `0..count`.
    pub fn below(&mut self, count: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    /// One of `0..count`, such as a place in a list; 0 where there is none.
    pub fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count.max(1) as u64)).unwrap()
    }

    /// One of `0..count`, or None.
    pub fn pick(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| self.index(count))
    }

    /// Two different ones of `0..count`, the smaller first.
    pub fn two(&mut self, count: usize) -> Option<(usize, usize)> {
        let a = self.pick(count)?;
        let b = self.pick(count - 1)?;
        let b = if b >= a { b + 1 } else { b };
        Some((a.min(b), a.max(b)))
    }

    /// A permutation of so many positions.
    pub fn map(&mut self, count: u32) -> Vec<u64> {
        let mut map: Vec<u64> = (0..u64::from(count)).collect();
        for i in (1..map.len()).rev() {
            map.swap(i, self.index(i + 1));
        }
        map
    }

    /// One of `0..count`, such as a node.
    pub fn below_u32(&mut self, count: u32) -> u32 {
        u32::try_from(self.below(u64::from(count))).unwrap()
    }

    /// True once in so many times.
    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// Some of the numbers below a bound, at least one.
    pub fn some(&mut self, bound: u64) -> Runs {
        let one = self.below(bound);
        let others: Vec<u64> = (0..bound).filter(|_| self.one_in(3)).collect();
        others.into_iter().chain([one]).collect()
    }
}
