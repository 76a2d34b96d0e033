//! Functions of words or of m that are lines from place to place: sums, the greatest at each place, and lines below one.

use std::collections::{BTreeMap, BTreeSet};

use super::{TimeLine, TimePoint};
use hockney_base::number::Rational;

/// A part of a function: the parts ascend from 0, and the last one has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimePiece {
    /// Where it begins.
    pub from: Rational,
    /// The line that holds from there to the next part.
    pub line: TimeLine,
}

impl TimePiece {
    /// A line that holds from 0 on.
    pub(crate) fn from_0(line: TimeLine) -> Self {
        TimePiece { from: Rational::zero(), line }
    }
}

/// The line that holds at a place and after it.
pub(crate) fn line_at<'a>(parts: &'a [TimePiece], place: &Rational) -> &'a TimeLine {
    let after = parts.partition_point(|part| part.from <= *place);
    &parts[after.saturating_sub(1)].line
}

/// The sum of functions, each so many times.
pub(crate) fn added(all: &[(Vec<TimePiece>, Rational)]) -> Vec<TimePiece> {
    let mut changes: BTreeMap<&Rational, TimeLine> = BTreeMap::new();
    for (parts, times) in all {
        let mut before = TimeLine::default();
        for TimePiece { from, line } in parts {
            let change = changes.entry(from).or_default();
            change.fixed += &((&line.fixed - &before.fixed) * times);
            change.each += &((&line.each - &before.each) * times);
            before = line.clone();
        }
    }
    let mut line = TimeLine::default();
    let part = |(from, change): (&Rational, TimeLine)| {
        line.fixed += &change.fixed;
        line.each += &change.each;
        TimePiece { from: from.clone(), line: line.clone() }
    };
    changes.into_iter().map(part).collect()
}

/// The greatest of functions at each place.
pub(crate) fn greatest(all: &[Vec<TimePiece>]) -> Vec<TimePiece> {
    let starts: BTreeSet<&Rational> = all.iter().flatten().map(|piece| &piece.from).collect();
    let starts: Vec<&Rational> = starts.into_iter().collect();
    let mut found = Vec::new();
    for (i, start) in starts.iter().enumerate() {
        let lines: Vec<&TimeLine> = all.iter().map(|parts| line_at(parts, start)).collect();
        let (mut at, end) = ((*start).clone(), starts.get(i + 1));
        let highest =
            |at: &Rational| lines.iter().copied().max_by_key(|line| (line.at(at), &line.each));
        while let Some(line) = highest(&at) {
            let crossing = |other: &&TimeLine| other.meets(line).filter(|_| other.each > line.each);
            found.push(TimePiece { from: at.clone(), line: line.clone() });
            let next = lines.iter().filter_map(crossing).filter(|place| *place > at).min();
            match next.filter(|place| end.is_none_or(|end| place < *end)) {
                Some(place) => at = place,
                None => break,
            }
        }
    }
    found
}

/// Lines that do not fall and are nowhere above a function, as for [`MessageTime::lines_below`](super::MessageTime::lines_below).
pub(super) fn lines_below(pieces: &[TimePiece]) -> Vec<TimeLine> {
    let between = TimeLine::between;
    let corner = |TimePiece { from, line }: &TimePiece| TimePoint {
        words: from.clone(),
        time: line.at(from),
    };
    let mut corners: Vec<TimePoint> = pieces.iter().map(corner).collect();
    // What falls later is that low before.
    for i in (1..corners.len()).rev() {
        corners[i - 1].time = corners[i - 1].time.clone().min(corners[i].time.clone());
    }
    let mut hull: Vec<TimePoint> = Vec::new();
    let last = pieces.last().map(|piece| piece.line.each.clone()).unwrap_or_default();
    for point in corners {
        while let [.., a, b] = &hull[..] {
            if between(a, b).each < between(b, &point).each {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    // The end of the table continues with its slope: steeper lines lie above it.
    while let [.., a, b] = &hull[..] {
        if between(a, b).each < last {
            break;
        }
        hull.pop();
    }
    let mut lines: Vec<TimeLine> =
        hull.windows(2).map(|pair| between(&pair[0], &pair[1])).collect();
    let end = hull.last().map(|end| &end.time - &(&last * &end.words)).unwrap_or_default();
    lines.push(TimeLine { fixed: end, each: last.clone() });
    if lines.iter().any(|line| line.fixed.is_negative()) {
        let rates = hull.iter().filter_map(|point| point.time.checked_div(&point.words));
        let each = rates.chain([last]).min().unwrap_or_default();
        lines.retain(|line| !line.fixed.is_negative());
        if lines.last().is_none_or(|line| line.each < each) {
            lines.push(TimeLine { fixed: Rational::zero(), each });
        }
    }
    lines
}
