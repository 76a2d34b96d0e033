//! The two sweeps of Brent and Kung's scan, as positions.

/// The sweeps over n positions.
pub(super) struct UpAndDown {
    positions: u32,
    /// How many steps go up.
    up: u32,
    /// How many steps go down.
    down: u32,
}

impl UpAndDown {
    /// floor(log2 n) steps up, and down floor(log2(n/3)) + 1, none below 3.
    pub(super) fn of(n: u32) -> Self {
        let log = |n: u32| n.checked_ilog2().unwrap_or(0);
        UpAndDown { positions: n, up: log(n), down: if n < 3 { 0 } else { log(n / 3) + 1 } }
    }

    pub(super) fn count(&self) -> usize {
        (self.up + self.down) as usize
    }

    /// One up into the end of every pair of runs, one down to every other position that is none.
    pub(super) fn messages(&self) -> u128 {
        let pairs = |level: u32| u128::from(self.positions >> (level + 1));
        let up: u128 = (0..self.up).map(pairs).sum();
        let between = |level: u32| {
            // Those with a whole run of 2^(level+1) before them and 2^level of their own.
            u128::from((self.positions >> level).div_ceil(2)).saturating_sub(1)
        };
        up + (0..self.down).map(between).sum::<u128>()
    }

    /// Calls `message(from, to, first)` for every message of step k; it carries the sum of the
    /// positions `first` to `from`.
    pub(super) fn for_each(&self, k: usize, mut message: impl FnMut(u32, u32, u32)) {
        let k = u32::try_from(k).unwrap_or(u32::MAX);
        let (level, up) =
            if k < self.up { (k, true) } else { (self.up + self.down - 1 - k, false) };
        let run = 1 << level;
        let start = if up { run - 1 } else { 2 * run - 1 };
        let mut from = start;
        while from + run < self.positions {
            message(from, from + run, if up { from + 1 - run } else { 0 });
            from += 2 * run;
        }
    }
}
