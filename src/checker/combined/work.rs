//! The work that may be spent on sets of contributors.

/// The work that may be spent on sets of contributors, in spans and words looked at.
#[derive(Debug)]
pub(crate) struct Work {
    left: u64,
}

/// The work that is allowed has been spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

impl Work {
    pub(crate) fn new(allowed: u64) -> Self {
        Work { left: allowed }
    }

    pub(crate) fn spend(&mut self, amount: usize) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(amount as u64).ok_or(Exhausted)?;
        Ok(())
    }
}

/// The work on sets ended at this block.
#[derive(Clone, Copy)]
pub(crate) struct Stuck {
    pub(crate) block: u64,
}
