//! Positions one after another, half as large as a run: very many are kept.

#[cfg(test)]
use crate::schedule::Runs;

/// The positions from `start` to just before `end`; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Sorts spans and joins those that meet, so that they are a set; says whether no position was
/// in two of them.
pub(crate) fn coalesce(spans: &mut Vec<Span>) -> bool {
    spans.sort_unstable();
    let mut disjoint = true;
    let mut kept: usize = 0;
    for i in 0..spans.len() {
        let next = spans[i];
        match kept.checked_sub(1).map(|last| spans[last]) {
            Some(last) if next.start <= last.end => {
                disjoint &= next.start == last.end;
                spans[kept - 1].end = last.end.max(next.end);
            }
            _ => {
                spans[kept] = next;
                kept += 1;
            }
        }
    }
    spans.truncate(kept);
    disjoint
}

/// The set whose positions are the bits of a mask.
#[cfg(test)]
pub(crate) fn of_mask(mask: u16) -> Runs {
    (0..16_u64).filter(|bit| mask >> bit & 1 == 1).collect()
}
