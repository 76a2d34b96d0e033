//! Small sets of contributors as sorted slices of spans: what they have in common and what not.

use crate::schedule::{Run, Runs};

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

/// Whether all of `a` is in `b`.
pub(crate) fn is_subset(a: &[Span], b: &[Span]) -> bool {
    a.iter().all(|span| {
        let at = b.partition_point(|big| big.end <= span.start);
        b.get(at).is_some_and(|big| big.start <= span.start && span.end <= big.end)
    })
}

/// Whether some position is in both.
pub(crate) fn overlap(a: &[Span], b: &[Span]) -> bool {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    few.iter().any(|span| {
        let at = many.partition_point(|other| other.end <= span.start);
        many.get(at).is_some_and(|other| other.start < span.end)
    })
}

/// What is in `a` and not in `b`.
pub(crate) fn minus(a: &[Span], b: &[Span]) -> Vec<Span> {
    let mut left = Vec::new();
    for span in a {
        let mut start = span.start;
        let from = b.partition_point(|cut| cut.end <= span.start);
        for cut in b[from..].iter().take_while(|cut| cut.start < span.end) {
            if cut.start > start {
                left.push(Span { start, end: cut.start });
            }
            start = start.max(cut.end);
        }
        if start < span.end {
            left.push(Span { start, end: span.end });
        }
    }
    left
}

/// What is in both.
pub(crate) fn common(a: &[Span], b: &[Span]) -> Vec<Span> {
    minus(a, &minus(a, b))
}

/// How many positions there are.
pub(crate) fn size(spans: &[Span]) -> u64 {
    spans.iter().map(|span| u64::from(span.end - span.start)).sum()
}

/// The set as a report shows it.
pub(crate) fn runs(spans: &[Span]) -> Runs {
    let run = |span: &Span| Run { start: u64::from(span.start), end: u64::from(span.end) };
    spans.iter().map(run).collect()
}

/// The set that a message names; `None` where a position is not below `count`.
pub(crate) fn of_runs(runs: &Runs, count: u32) -> Option<Vec<Span>> {
    let end = |number: u64| u32::try_from(number).ok().filter(|end| *end <= count);
    runs.runs()
        .iter()
        .map(|run| Some(Span { start: end(run.start)?, end: end(run.end)? }))
        .collect()
}

/// The set whose positions are the bits of a mask.
#[cfg(test)]
pub(crate) fn of_mask(mask: u16) -> Vec<Span> {
    let bits = (0..16).filter(|bit| mask >> bit & 1 == 1);
    let mut spans: Vec<Span> = bits.map(|start| Span { start, end: start + 1 }).collect();
    assert!(coalesce(&mut spans));
    spans
}

#[cfg(test)]
mod tests {
    use quickcheck::{Gen, QuickCheck};

    use super::*;

    #[test]
    fn agrees_with_bit_masks() {
        fn law(a: u16, b: u16) -> bool {
            let (x, y) = (of_mask(a), of_mask(b));
            let mut both = [x.clone(), y.clone()].concat();
            let disjoint = coalesce(&mut both);
            both == of_mask(a | b)
                && disjoint == (a & b == 0)
                && overlap(&x, &y) == (a & b != 0)
                && is_subset(&x, &y) == (a & !b == 0)
                && minus(&x, &y) == of_mask(a & !b)
                && common(&x, &y) == of_mask(a & b)
                && size(&x) == u64::from(a.count_ones())
                && of_runs(&runs(&x), 16) == Some(x)
        }
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(100, 2))
            .tests(5000)
            .quickcheck(law as fn(u16, u16) -> bool);
        assert_eq!(of_runs(&Runs::range(3, 5), 4), None);
    }
}
