//! Interval halving: each interval of positions splits in two, over and over.
//!
//! The first position of an interval keeps the larger half and hands over the rest to that half's
//! first position. The arcs of one step are disjoint, so Lemma U (specs/lemmas.md) makes it
//! free of congestion on every connected graph, for any number of positions.

use hockney_base::number::saturated;

/// The number of steps for n positions: ceil(log2 n).
pub(super) fn step_count(n: u32) -> usize {
    super::ceil_log2(n) as usize
}

/// An interval of positions that splits before `middle`. The holder sends the data of the other half to a
/// position there.
pub(super) struct Split {
    pub(super) start: u32,
    pub(super) middle: u32,
    pub(super) end: u32,
    pub(super) holder: u32,
    pub(super) other: u32,
}

/// Calls `visit` for every interval that splits in step k, counted from 0. The holder is its first position, and the
/// receiver the first one of the other half.
pub(super) fn for_each_split(n: u32, k: usize, mut visit: impl FnMut(&Split)) {
    if n.is_power_of_two() {
        // All intervals have equal lengths.
        let length = n.checked_shr(saturated(k)).unwrap_or(0);
        let starts = (0..n).step_by(length.max(1) as usize).filter(|_| length > 1);
        return starts.for_each(|start| {
            let middle = start + length / 2;
            visit(&Split { start, middle, end: start + length, holder: start, other: middle });
        });
    }
    for_each_split_from(n, 0, k, |at| at.middle, visit);
}

/// Calls `visit` for every interval that splits in step k, if the first holder is any position, and `other` chooses the
/// receivers.
pub(super) fn for_each_split_from(
    n: u32,
    holder: u32,
    k: usize,
    other: impl Fn(&Split) -> u32,
    mut visit: impl FnMut(&Split),
) {
    // (start, end, holder, remaining splits before step k)
    let mut open = vec![(0, n, holder, k)];
    while let Some((start, end, holder, more)) = open.pop() {
        if end - start < 2 {
            continue;
        }
        let middle = start + (end - start).div_ceil(2);
        let mut split = Split { start, middle, end, holder, other: holder };
        split.other = other(&split);
        if more == 0 {
            visit(&split);
            continue;
        }
        let (low, high) = (holder.min(split.other), holder.max(split.other));
        open.push((middle, end, high, more - 1));
        open.push((start, middle, low, more - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position except the first receives exactly once, from one that has the data already.
    #[test]
    fn reaches_every_position_once() {
        for n in 1..200 {
            let mut reached = vec![false; n as usize];
            reached[0] = true;
            for k in 0..step_count(n) {
                let before = reached.clone();
                for_each_split(n, k, |&Split { start, middle, .. }| {
                    assert!(before[start as usize], "n = {n}, step {k}: {start} has nothing");
                    assert!(!reached[middle as usize], "n = {n}, step {k}: {middle} twice");
                    reached[middle as usize] = true;
                });
            }
            assert!(reached.into_iter().all(|r| r), "n = {n}");
            for_each_split(n, step_count(n), |_| panic!("n = {n}: a step too many"));
        }
    }
}
