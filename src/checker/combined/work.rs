//! The work that may be spent on sets of contributors.

/// The work that may be spent on sets of contributors, in spans and words looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: u64,
    /// The index of the rank that it is for by now.
    pub(crate) rank: u32,
    /// The block that it is for.
    pub(crate) block: u64,
}

/// The work that is allowed has been spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// What came of work, unless it took too long.
pub(crate) type Worked<T = ()> = Result<T, Exhausted>;

impl Work {
    pub(crate) fn new(allowed: u64) -> Self {
        Work { left: allowed, rank: 0, block: 0 }
    }

    /// Says for what it is from now on.
    #[inline]
    pub(crate) fn is_for(&mut self, rank: u32, block: u64) {
        (self.rank, self.block) = (rank, block);
    }

    pub(crate) fn spend(&mut self, amount: usize) -> Worked {
        self.left = self.left.checked_sub(amount as u64).ok_or(Exhausted)?;
        Ok(())
    }
}
