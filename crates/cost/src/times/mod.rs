//! The time of a message as a function of its words: a line, or a table of measured times with exact lines between its
//! sizes.

mod fit;
mod head;
mod parts;
mod read;
#[cfg(test)]
mod tests;

use hockney_base::number::Rational;

pub use fit::{Fit, Fits};
pub use head::{Counted, TableFormat};
pub use parts::TimePiece;
pub(super) use parts::{added, greatest, line_at};
pub use read::{MOST_ROWS, TimeRow, TimeTable};
pub(super) use read::{cells, is_row, lines};

/// A line: a fixed time, and a time for each word.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeLine {
    /// The time without words.
    pub fixed: Rational,
    /// The time for each word.
    pub each: Rational,
}

impl TimeLine {
    /// The time at so many words.
    pub fn at(&self, words: &Rational) -> Rational {
        &self.fixed + &(&self.each * words)
    }

    /// The place where a line that rises less meets this one.
    pub fn meets(&self, flatter: &TimeLine) -> Option<Rational> {
        (&flatter.fixed - &self.fixed).checked_div(&(&self.each - &flatter.each))
    }

    /// The line through two points, the second with more words.
    fn between(a: &TimePoint, b: &TimePoint) -> Self {
        let each = (&b.time - &a.time).checked_div(&(&b.words - &a.words)).unwrap_or_default();
        TimeLine { fixed: &a.time - &(&each * &a.words), each }
    }
}

/// The time of a message of any number of words, at least 0: pieces of lines without a jump, of which the first and the last
/// do not fall. All times are in one unit, which the owner knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageTime {
    /// The words at which each piece begins, the first 0, with its line; the last piece has no end.
    pieces: Vec<TimePiece>,
    /// The least and the greatest number of words that were measured; nothing for a line.
    measured: Option<[Rational; 2]>,
    /// Lines that are nowhere above it.
    below: Vec<TimeLine>,
}

impl MessageTime {
    /// t_s and t_w: a message of w words takes t_s + w t_w.
    pub fn linear(t_s: Rational, t_w: Rational) -> Self {
        Self::of_pieces(vec![TimePiece::from_0(TimeLine { fixed: t_s, each: t_w })], None)
    }

    /// At least one piece, and what was measured.
    fn of_pieces(pieces: Vec<TimePiece>, measured: Option<[Rational; 2]>) -> Self {
        let below = parts::lines_below(&pieces);
        MessageTime { pieces, measured, below }
    }

    /// Lines between measured times. Before the first size and after the last one the end line continues, or a level one where
    /// that falls, and no time is below 0.
    ///
    /// `points` are words and times, at least one, by ascending words.
    pub fn through(points: &[TimePoint]) -> Self {
        let [first, .., last] = points else {
            let time = points.first().map_or_else(Rational::zero, |point| point.time.clone());
            return Self::linear(time, Rational::zero());
        };
        let piece = |pair: &[TimePoint]| TimePiece {
            from: pair[0].words.clone(),
            line: TimeLine::between(&pair[0], &pair[1]),
        };
        let mut pieces: Vec<TimePiece> = points.windows(2).map(piece).collect();
        let level = |at: &TimePoint| TimeLine { fixed: at.time.clone(), each: Rational::zero() };
        if pieces.last().is_some_and(|end| end.line.each.is_negative()) {
            pieces.push(TimePiece { from: last.words.clone(), line: level(last) });
        }
        let before = &mut pieces[0];
        if before.line.fixed.is_negative() {
            let each = first.time.checked_div(&first.words).unwrap_or_default();
            pieces.insert(0, TimePiece::from_0(TimeLine { fixed: Rational::zero(), each }));
        } else if before.line.each.is_negative() && first.words.is_positive() {
            pieces.insert(0, TimePiece::from_0(level(first)));
        } else {
            before.from = Rational::zero();
        }
        Self::of_pieces(pieces, Some([first.words.clone(), last.words.clone()]))
    }

    /// The time of a message of so many words.
    pub fn of(&self, words: &Rational) -> Rational {
        parts::line_at(&self.pieces, words).at(words)
    }

    /// Whether some message takes less time than one of fewer words.
    pub fn falls(&self) -> bool {
        self.pieces.iter().any(|piece| piece.line.each.is_negative())
    }

    /// Its pieces, by ascending words; the first begins at 0.
    pub fn pieces(&self) -> &[TimePiece] {
        &self.pieces
    }

    /// The least and the greatest number of words that were measured; nothing for a line.
    pub fn measured(&self) -> Option<&[Rational; 2]> {
        self.measured.as_ref()
    }

    /// The time of each further word of a long message.
    pub fn slope(&self) -> Rational {
        self.pieces.last().map(|piece| piece.line.each.clone()).unwrap_or_default()
    }

    /// Lines that are nowhere above it, with a fixed time of at least 0, by ascending time for each word. For a sum of messages
    /// with so many words one of them gives the greatest lower bound.
    pub fn lines_below(&self) -> &[TimeLine] {
        &self.below
    }
}

/// A measured time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimePoint {
    /// The words of the message.
    pub words: Rational,
    /// Its time.
    pub time: Rational,
}
