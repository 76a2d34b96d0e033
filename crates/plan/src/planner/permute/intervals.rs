//! Partitions intervals into the fewest classes of disjoint intervals: interval-graph colouring.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The class of each interval (first, end), or (end, first), counted from 0; ends may touch. There are as
/// many classes as intervals over the busiest gap, which is optimal.
pub(super) fn classes(intervals: &[(u32, u32)]) -> Vec<usize> {
    let rising = |(a, b): &(u32, u32)| (*a.min(b), *a.max(b));
    let intervals: Vec<(u32, u32)> = intervals.iter().map(rising).collect();
    let mut order: Vec<usize> = (0..intervals.len()).collect();
    order.sort_unstable_by_key(|i| (intervals[*i], *i));
    let mut of_interval = vec![0; intervals.len()];
    // The end of the last interval of each class.
    let mut ends: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    for i in order {
        let (first, end) = intervals[i];
        let class = match ends.peek() {
            Some(Reverse((free, class))) if *free <= first => {
                let class = *class;
                ends.pop();
                class
            }
            _ => ends.len(),
        };
        ends.push(Reverse((end, class)));
        of_interval[i] = class;
    }
    of_interval
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_as_many_classes_as_cross_one_gap() {
        for seed in 0..500_u32 {
            let number = |i: u32| (seed * 7919 + i * 104_729) % 13;
            let intervals: Vec<(u32, u32)> = (0..seed % 9)
                .map(|i| (number(2 * i), number(2 * i) + 1 + number(2 * i + 1)))
                .collect();
            let found = classes(&intervals);
            let crossing =
                |gap: u32| intervals.iter().filter(|(a, b)| *a <= gap && gap < *b).count();
            let load = (0..30).map(crossing).max().unwrap();
            assert_eq!(found.iter().map(|class| class + 1).max().unwrap_or(0), load);
            for (i, a) in intervals.iter().enumerate() {
                for (j, b) in intervals.iter().enumerate().skip(i + 1) {
                    assert!(found[i] != found[j] || a.1 <= b.0 || b.1 <= a.0);
                }
            }
        }
    }
}
