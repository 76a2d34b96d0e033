//! A subset of a range of numbers, one bit for each number.

use crate::schedule::Run;
use hockney_base::number::index;

#[derive(Clone)]
pub(crate) struct Bits {
    range: Run,
    /// Empty as long as the subset is empty.
    words: Box<[u64]>,
}

impl Bits {
    pub(crate) fn of(range: Run) -> Self {
        Bits { range, words: Box::default() }
    }

    /// Whether a number is in the range and in the subset.
    #[inline]
    pub(crate) fn has(&self, number: u64) -> bool {
        let at = number.wrapping_sub(self.range.start);
        let word = usize::try_from(at / 64).ok().and_then(|word| self.words.get(word));
        number < self.range.end && word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds one number, if it is in the range, new, and there is space for it. Returns whether it was added.
    #[inline]
    pub(crate) fn set_new(&mut self, number: u64) -> bool {
        let at = number.wrapping_sub(self.range.start);
        let word = usize::try_from(at / 64).ok().and_then(|word| self.words.get_mut(word));
        let in_range = number < self.range.end;
        word.filter(|word| in_range && **word >> (at % 64) & 1 == 0).is_some_and(|word| {
            *word |= 1 << (at % 64);
            true
        })
    }

    /// The parts of a run before, within and after the range, including empty parts.
    #[inline]
    pub(crate) fn cut(&self, run: Run) -> [Run; 3] {
        let Run { start, end } = self.range;
        [
            Run { start: run.start, end: run.end.min(start) },
            Run { start: run.start.max(start), end: run.end.min(end) },
            Run { start: run.start.max(end), end: run.end },
        ]
    }

    /// Whether a run is within the range.
    #[inline]
    pub(crate) fn are_of(&self, run: Run) -> bool {
        self.range.start <= run.start && run.end <= self.range.end
    }

    /// Whether all numbers of a run within the range are in the subset.
    #[inline]
    pub(crate) fn has_all(&self, run: Run) -> bool {
        self.words_of(run)
            .all(|(at, mask)| self.words.get(at).is_some_and(|word| word & mask == mask))
    }

    /// Whether any number of a run within the range is in the subset.
    #[inline]
    pub(crate) fn has_any(&self, run: Run) -> bool {
        self.words_of(run).any(|(at, mask)| self.words.get(at).is_some_and(|word| word & mask != 0))
    }

    /// Adds a run within the range.
    #[inline]
    pub(crate) fn add(&mut self, run: Run) {
        if self.words.is_empty() {
            let words = self.range.len().div_ceil(64);
            self.words = vec![0; index(words)].into();
        }
        for (at, mask) in self.words_of(run) {
            if let Some(word) = self.words.get_mut(at) {
                *word |= mask;
            }
        }
    }

    /// The numbers of the subset, as runs of one number each, ascending.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Run> {
        let all = (self.range.start..self.range.end).filter(|_| !self.words.is_empty());
        all.map(|start| Run { start, end: start + 1 }).filter(|run| self.has_all(*run))
    }

    /// The words that a run touches, with the bits of each.
    #[inline]
    fn words_of(&self, run: Run) -> impl Iterator<Item = (usize, u64)> + use<> {
        let (mut at, end) = (run.start - self.range.start, run.end - self.range.start);
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (word, bit) = (at / 64, at % 64);
                let many = (end - at).min(64 - bit);
                at += many;
                (index(word), u64::MAX >> (64 - many) << bit)
            })
        })
    }
}
