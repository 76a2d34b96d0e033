//! One state per rank, created on first use: a schedule may use few nodes of a large network.

/// The number of states created together.
const AT_ONCE: u32 = 1 << 12;

pub(crate) struct PerRank<T> {
    count: u32,
    /// Each chunk is empty until one of its states is used.
    parts: Vec<Box<[T]>>,
}

impl<T> PerRank<T> {
    /// For this many ranks.
    pub(crate) fn new(count: u32) -> Self {
        let parts = (0..count.div_ceil(AT_ONCE)).map(|_| Box::default()).collect();
        PerRank { count, parts }
    }

    /// The state of a rank. `start` creates the initial state.
    #[inline]
    pub(crate) fn of(&mut self, index: u32, start: impl Fn(u32) -> T) -> &mut T {
        let (part, place) = (index / AT_ONCE, (index % AT_ONCE) as usize);
        if self.parts[part as usize].is_empty() {
            self.make(part, start);
        }
        &mut self.parts[part as usize][place]
    }

    #[cold]
    fn make(&mut self, part: u32, start: impl Fn(u32) -> T) {
        let first = part * AT_ONCE;
        let end = self.count.min(first.saturating_add(AT_ONCE));
        self.parts[part as usize] = (first..end).map(start).collect();
    }

    /// The state of a rank, if its chunk has been created.
    #[inline]
    pub(crate) fn made(&mut self, index: u32) -> Option<&mut T> {
        self.parts[(index / AT_ONCE) as usize].get_mut((index % AT_ONCE) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_made_when_they_are_asked_for() {
        let mut all: PerRank<u32> = PerRank::new(2 * AT_ONCE + 5);
        assert_eq!(all.made(AT_ONCE), None);
        *all.of(AT_ONCE + 1, |index| index) += 1;
        let made = [0, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE].map(|index| all.made(index).copied());
        assert_eq!(made, [None, Some(AT_ONCE), Some(AT_ONCE + 2), None]);
        assert_eq!(*all.of(2 * AT_ONCE + 4, |index| index), 2 * AT_ONCE + 4);
        assert_eq!(all.made(2 * AT_ONCE + 5), None);
    }
}
