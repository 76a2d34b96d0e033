//! Reading an entry of `blocks`: `0-3`, `2.0-1`, `0-3>4-7`, `0@4-7+9`.
//!
//! ```text
//! entry  = nodes [">" nodes] ["." nodes] ["@" nodes {"+" nodes}]
//! nodes  = number ["-" number]        number = "0" | a digit 1-9 and more digits
//! ```

use thiserror::Error;

use super::{Blocks, Data, Instance};
use crate::schedule::{Run, Runs};

/// An entry as it is written, before it is known which blocks there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    first: Run,
    second: Option<Run>,
    pieces: Option<Run>,
    contributors: Option<Runs>,
}

/// Why an entry cannot be read, or names no blocks of its collective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// `0-`: nothing stands where a number belongs.
    #[error("a number is missing at the end")]
    NumberMissing,
    /// `a`, `01`: what stands where a number belongs.
    #[error("a number belongs where `{0}` stands: digits 0 to 9, no sign, no leading zero")]
    NotANumber(String),
    /// `99999999999999999999`
    #[error("the number {0} is too large")]
    TooLarge(String),
    /// `3-1`
    #[error("the range {0}-{1} falls: write {1}-{0}")]
    Falls(u64, u64),
    /// `0x`: what is left over.
    #[error("`{0}` is left over after the blocks")]
    LeftOver(String),
    /// `0@3+1`, `0@0-1+2`: runs of contributors that do not rise or that touch.
    #[error("the runs of contributors after @ must rise and not touch: 0@0-1+4-5")]
    RunsTouch,
    /// `0>1` outside all-to-all.
    #[error("`>` belongs to all-to-all; the blocks of {0} have one number")]
    NoArrow(&'static str),
    /// `0` in all-to-all.
    #[error("a block of all-to-all is written from>for, such as \"0>3\"")]
    ArrowNeeded,
    /// `0.1` where blocks are pieces already.
    #[error("`.` belongs to blocks that are numbered by node; those of {0} are not")]
    NoDot(&'static str),
    /// `0@1` for copied data or a barrier.
    #[error("`@` belongs to combined data; {0} does not combine")]
    NoContributors(&'static str),
    /// A block, piece or contributor that is out of range: which, and the largest allowed.
    #[error("there is no {0} {1}: the last is {2}")]
    OutOfRange(&'static str, u64, u64),
}

impl Entry {
    /// Reads an entry.
    ///
    /// # Errors
    /// What breaks the grammar above.
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

    /// The block of one number, as an integer in a document is read.
    pub fn number(number: u64) -> Result<Self, EntryError> {
        let end = number.checked_add(1).ok_or(EntryError::TooLarge(number.to_string()))?;
        let first = Run { start: number, end };
        Ok(Entry { first, second: None, pieces: None, contributors: None })
    }

    /// How many runs [`Entry::resolve`] puts together: what limits on size look at.
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

    /// The blocks it names, and whose contributions to them.
    ///
    /// # Errors
    /// Parts that the collective's blocks do not have, and numbers out of range.
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

    /// Refuses parts that the collective's blocks do not have, and numbers out of range; gives
    /// the pieces that are meant.
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
