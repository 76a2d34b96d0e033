//! The work allowed for sets of contributors.

/// The work allowed for sets of contributors, in spans and words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: u64,
    /// The index of the rank that the current work is for.
    pub(crate) rank: u32,
    /// The block that it is for.
    pub(crate) block: u64,
}

/// The limit of work is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

/// The result of work, unless the limit was reached.
pub(crate) type Worked<T = ()> = Result<T, Exhausted>;

impl Work {
    pub(crate) fn new(allowed: u64) -> Self {
        Work { left: allowed, rank: 0, block: 0 }
    }

    /// Sets the rank and block of the following work.
    #[inline]
    pub(crate) fn is_for(&mut self, rank: u32, block: u64) {
        (self.rank, self.block) = (rank, block);
    }

    pub(crate) fn spend(&mut self, amount: usize) -> Worked {
        self.left = self.left.checked_sub(amount as u64).ok_or(Exhausted)?;
        Ok(())
    }
}
