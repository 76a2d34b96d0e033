//! How the blocks of a collective are numbered, written and read: `0-3`, `2.0-1`, `0-3>4-7`, `0@4-7+9`.
//!
//! ```text
//! entry  = nodes [">" nodes] ["." nodes] ["@" nodes {"+" nodes}]
//! nodes  = number ["-" number]        number = "0" | a digit 1-9 and more digits
//! ```

use thiserror::Error;

use super::{Data, Instance};
use crate::schedule::{Brick, Run, Runs, Space};

/// The form of block names. Each form numbers its blocks 0, 1, 2, .. in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// `k`: piece k of the only block.
    Pieces,
    /// `i` or `i.k`: piece k of the block of position i, numbered i pieces + k.
    PerNode,
    /// `i>j` or `i>j.k`: from i for j, numbered (i p + j) pieces + k.
    PerPair,
    /// `0`, a block of no words.
    Token,
}

impl Blocks {
    /// The number of nodes in a block name: none, one, or two.
    pub fn named_by(self) -> usize {
        match self {
            Blocks::Pieces | Blocks::Token => 0,
            Blocks::PerNode => 1,
            Blocks::PerPair => 2,
        }
    }

    /// The number of blocks among `nodes` nodes; `None` if it exceeds 64 bits.
    pub fn count(self, nodes: u32, pieces: u32) -> Option<u64> {
        let (p, n) = (u64::from(nodes), u64::from(pieces));
        match self {
            Blocks::Pieces => Some(n),
            Blocks::PerNode => p.checked_mul(n),
            Blocks::PerPair => p.checked_mul(p)?.checked_mul(n),
            Blocks::Token => Some(1),
        }
    }

    /// Writes a set as entries of the schedule file: `0-3`, `2.0-1`, `0-3>4-7`.
    pub fn entries(self, blocks: &Runs, nodes: u32, pieces: u32) -> Vec<String> {
        if self.named_by() == 0 {
            return blocks.runs().iter().map(|run| span(*run)).collect();
        }
        let (p, n) = (u64::from(nodes), u64::from(pieces));
        let mut parts: Vec<Brick> = Vec::new();
        let names = std::iter::repeat_n(p, self.named_by());
        Space::of_sides(names.chain([n])).parts(blocks, |Brick(next)| match parts.last_mut() {
            // Equal ranges of consecutive i are joined.
            Some(Brick(last))
                if self == Blocks::PerPair
                    && last[1..] == next[1..]
                    && last[0].end == next[0].start =>
            {
                last[0].end = next[0].end;
            }
            _ => parts.push(Brick(next)),
        });
        let written = |Brick(ranges): &Brick| {
            let (names, part) = ranges.split_at(self.named_by());
            let names: Vec<String> = names.iter().map(|range| span(*range)).collect();
            match *part {
                [part] if part.len() < n => format!("{}.{}", names.join(">"), span(part)),
                _ => names.join(">"),
            }
        };
        parts.iter().map(written).collect()
    }
}

/// `3`, `3-5`.
fn span(Run { start, end }: Run) -> String {
    if end - start == 1 { start.to_string() } else { format!("{start}-{}", end - 1) }
}

/// An entry as written, independent of the collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    first: Run,
    second: Option<Run>,
    pieces: Option<Run>,
    contributors: Option<Runs>,
}

/// Why an entry cannot be read, or does not fit its collective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EntryError {
    /// `0-`: a number is missing at the end.
    #[error("expected a number at the end")]
    NumberMissing,
    /// `a`, `01`: not a number.
    #[error("expected a number (digits 0 to 9, no sign, no leading zero), found `{0}`")]
    NotANumber(String),
    /// `99999999999999999999`
    #[error("the number {0} is too large")]
    TooLarge(String),
    /// `3-1`
    #[error("the range {0}-{1} is descending: write {1}-{0}")]
    Falls(u64, u64),
    /// `0x`: the rest of the text.
    #[error("unexpected `{0}` after the blocks")]
    LeftOver(String),
    /// `0@3+1`, `0@0-1+2`: ranges of contributors that are not ascending or that are adjacent.
    #[error(
        "the ranges of contributors after @ must be ascending, with gaps between them: 0@0-1+4-5"
    )]
    RunsTouch,
    /// `0>1` in another collective than all-to-all.
    #[error("only blocks of all-to-all contain `>`; the blocks of {0} have one number")]
    NoArrow(&'static str),
    /// `0` in all-to-all.
    #[error("a block of all-to-all is written SENDER>RECEIVER, such as \"0>3\"")]
    ArrowNeeded,
    /// `0.1` in a collective whose blocks are pieces.
    #[error("only blocks numbered by node contain `.`; those of {0} are numbered by piece")]
    NoDot(&'static str),
    /// `0@1` for copied data or a barrier.
    #[error("only combined data takes `@`; {0} does not combine data")]
    NoContributors(&'static str),
    /// A block, piece or contributor out of range: the kind, the number, and the largest allowed one.
    #[error("there is no {0} {1}: the last {0} is {2}")]
    OutOfRange(&'static str, u64, u64),
}

impl Entry {
    /// Reads an entry.
    ///
    /// # Errors
    /// A text that does not match the grammar above.
    pub fn parse(text: &str) -> Result<Self, EntryError> {
        let mut rest = text;
        let first = range(&mut rest)?;
        let second = after(&mut rest, '>').then(|| range(&mut rest)).transpose()?;
        let pieces = after(&mut rest, '.').then(|| range(&mut rest)).transpose()?;
        let contributors = after(&mut rest, '@').then(|| runs(&mut rest)).transpose()?;
        if rest.is_empty() {
            Ok(Entry { first, second, pieces, contributors })
        } else {
            Err(EntryError::LeftOver(shortened(rest)))
        }
    }

    /// The block with this number, as read from an integer in a document.
    pub fn number(number: u64) -> Result<Self, EntryError> {
        let end = number.checked_add(1).ok_or(EntryError::TooLarge(number.to_string()))?;
        let first = Run { start: number, end };
        Ok(Entry { first, second: None, pieces: None, contributors: None })
    }

    /// The number of runs that [`Entry::resolve`] builds, for limits on size.
    ///
    /// # Errors
    /// As [`Entry::resolve`].
    pub fn runs(&self, of: &Instance) -> Result<u64, EntryError> {
        let pieces = self.checked(of)?;
        let whole = pieces.len() == u64::from(of.pieces);
        Ok(match (of.blocks(), self.second) {
            (Blocks::Pieces | Blocks::Token, _) => 1,
            (Blocks::PerNode, _) if whole => 1,
            (Blocks::PerPair, Some(second)) if !whole => {
                self.first.len().saturating_mul(second.len())
            }
            (Blocks::PerNode | Blocks::PerPair, _) => self.first.len(),
        })
    }

    /// The blocks of the entry, and the contributors to them.
    ///
    /// # Errors
    /// Parts that do not fit the collective, and numbers out of range.
    pub fn resolve(&self, of: &Instance) -> Result<(Runs, Option<Runs>), EntryError> {
        let pieces = self.checked(of)?;
        let (p, n) = (u64::from(of.nodes), u64::from(of.pieces));
        let blocks = match (of.blocks(), self.second) {
            (Blocks::Pieces | Blocks::Token, _) => Runs::range(self.first.start, self.first.end),
            (Blocks::PerNode, _) => cut(self.first, pieces, n),
            (Blocks::PerPair, second) => {
                let to = second.unwrap_or(Run { start: 0, end: p });
                (self.first.start..self.first.end)
                    .flat_map(|i| {
                        let row = Run { start: i * p + to.start, end: i * p + to.end };
                        cut(row, pieces, n).runs().to_vec()
                    })
                    .collect()
            }
        };
        Ok((blocks, self.contributors.clone()))
    }

    /// Rejects parts that do not fit the collective, and numbers out of range. Returns the pieces.
    fn checked(&self, of: &Instance) -> Result<Run, EntryError> {
        let name = of.collective.name();
        let (p, n) = (u64::from(of.nodes), u64::from(of.pieces));
        if self.second.is_some() && of.blocks() != Blocks::PerPair {
            return Err(EntryError::NoArrow(name));
        }
        match (&self.contributors, of.data()) {
            (None, _) => {}
            (Some(runs), Data::Combined) => {
                let last = runs.runs().last().map_or(0, |run| run.end - 1);
                within("node", last, p)?;
            }
            (Some(_), Data::Copied | Data::Token) => return Err(EntryError::NoContributors(name)),
        }
        let pieces = match (self.pieces, of.blocks()) {
            (None, _) => Run { start: 0, end: n },
            (Some(pieces), Blocks::PerNode | Blocks::PerPair) => {
                within("piece", pieces.end - 1, n)?;
                pieces
            }
            (Some(_), Blocks::Pieces | Blocks::Token) => return Err(EntryError::NoDot(name)),
        };
        match (of.blocks(), self.second) {
            (Blocks::Pieces, _) => within("piece", self.first.end - 1, n)?,
            (Blocks::Token, _) => within("block", self.first.end - 1, 1)?,
            (Blocks::PerNode, _) => within("block", self.first.end - 1, p)?,
            (Blocks::PerPair, None) => return Err(EntryError::ArrowNeeded),
            (Blocks::PerPair, Some(second)) => {
                within("block", self.first.end - 1, p)?;
                within("block", second.end - 1, p)?;
            }
        }
        Ok(pieces)
    }
}

/// The pieces `k` of the blocks `i`, numbered i n + k.
fn cut(blocks: Run, pieces: Run, n: u64) -> Runs {
    if pieces.len() == n {
        return Runs::range(blocks.start * n, blocks.end * n);
    }
    let part = |i: u64| Run { start: i * n + pieces.start, end: i * n + pieces.end };
    (blocks.start..blocks.end).map(part).collect()
}

fn within(what: &'static str, number: u64, count: u64) -> Result<(), EntryError> {
    if number < count { Ok(()) } else { Err(EntryError::OutOfRange(what, number, count - 1)) }
}

fn after(rest: &mut &str, mark: char) -> bool {
    let tail = rest.strip_prefix(mark);
    *rest = tail.unwrap_or(rest);
    tail.is_some()
}

fn runs(rest: &mut &str) -> Result<Runs, EntryError> {
    let mut last = range(rest)?;
    let mut all = vec![last];
    while after(rest, '+') {
        let next = range(rest)?;
        if next.start <= last.end {
            return Err(EntryError::RunsTouch);
        }
        all.push(next);
        last = next;
    }
    Ok(all.into_iter().collect())
}

fn range(rest: &mut &str) -> Result<Run, EntryError> {
    let start = number(rest)?;
    let last = if after(rest, '-') { number(rest)? } else { start };
    if last < start {
        return Err(EntryError::Falls(start, last));
    }
    let end = last.checked_add(1).ok_or_else(|| EntryError::TooLarge(last.to_string()))?;
    Ok(Run { start, end })
}

fn number(rest: &mut &str) -> Result<u64, EntryError> {
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, tail) = rest.split_at(length);
    if rest.is_empty() {
        return Err(EntryError::NumberMissing);
    }
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return Err(EntryError::NotANumber(shortened(rest)));
    }
    *rest = tail;
    digits.parse().map_err(|_| EntryError::TooLarge(shortened(digits)))
}

fn shortened(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
