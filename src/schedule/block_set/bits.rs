//! A range of numbers of which any may be held, a bit for each.

use crate::schedule::Run;

#[derive(Clone)]
pub(crate) struct Bits {
    range: Run,
    /// None as long as nothing is held.
    words: Box<[u64]>,
}

impl Bits {
    pub(crate) fn of(range: Run) -> Self {
        Bits { range, words: Box::default() }
    }

    /// Whether a number is in the range and held.
    #[inline]
    pub(crate) fn has(&self, number: u64) -> bool {
        let at = number.wrapping_sub(self.range.start);
        let word = usize::try_from(at / 64).ok().and_then(|word| self.words.get(word));
        number < self.range.end && word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds one number, if it is in the range and there is room for it, unless it is there; says whether
    /// it was added.
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

    /// The parts of a run before, within and after the range; those that are empty, too.
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

    /// Whether all of a run within the range is held.
    #[inline]
    pub(crate) fn has_all(&self, run: Run) -> bool {
        self.words_of(run)
            .all(|(at, mask)| self.words.get(at).is_some_and(|word| word & mask == mask))
    }

    /// Whether any of a run within the range is held.
    #[inline]
    pub(crate) fn has_any(&self, run: Run) -> bool {
        self.words_of(run).any(|(at, mask)| self.words.get(at).is_some_and(|word| word & mask != 0))
    }

    /// Adds a run within the range.
    #[inline]
    pub(crate) fn add(&mut self, run: Run) {
        if self.words.is_empty() {
            let words = self.range.len().div_ceil(64);
            self.words = vec![0; usize::try_from(words).unwrap_or(0)].into();
        }
        for (at, mask) in self.words_of(run) {
            if let Some(word) = self.words.get_mut(at) {
                *word |= mask;
            }
        }
    }

    /// What is held, as runs of one number each, rising.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Run> {
        let all = (self.range.start..self.range.end).filter(|_| !self.words.is_empty());
        all.map(|start| Run { start, end: start + 1 }).filter(|run| self.has_all(*run))
    }

    /// The words that a run touches, and which bits of each.
    #[inline]
    fn words_of(&self, run: Run) -> impl Iterator<Item = (usize, u64)> + use<> {
        let (mut at, end) = (run.start - self.range.start, run.end - self.range.start);
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (word, bit) = (at / 64, at % 64);
                let many = (end - at).min(64 - bit);
                at += many;
                (usize::try_from(word).unwrap_or(usize::MAX), u64::MAX >> (64 - many) << bit)
            })
        })
    }
}
