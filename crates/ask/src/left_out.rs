//! What has no row in a ranking, and why.

use std::fmt;

use hockney_core::checker::{CheckerRule, NoAnswer};

/// An algorithm that is left out of a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Why it is left out.
    pub why: Why,
}

/// Why an algorithm that has a plan here is left out of a ranking.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The checker found that its schedule breaks this rule.
    Breaks(CheckerRule),
    /// It sets its number of pieces, and another one is requested.
    SetsItsPieces,
    /// No lemma says that it is right here, and these messages, their hops or their sets are more than are looked at unasked.
    Large(u128),
    /// It packs trees, which cannot be cheaper than the best that is ranked.
    NoCheaper,
    /// It takes no machine that is as large, in a sentence.
    Limit(String),
}

impl Why {
    /// The option that brings such algorithms in: `--contention ranks` it, or them. Nothing does where the data are wrong.
    pub fn remedy(&self) -> Option<&'static str> {
        match self {
            Why::Breaks(rule) if rule.is_about_waiting() => Some("--contention ranks"),
            Why::Breaks(_) => Some("`hockney cost -a NAME` shows where, of"),
            Why::SetsItsPieces => Some("leave out --pieces to rank"),
            Why::Large(_) => Some("-a NAME checks and ranks"),
            Why::NoCheaper => Some("-a NAME ranks"),
            Why::Limit(_) => None,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Breaks(rule) => write!(out, "by the rule {}", rule.name()),
            Why::SetsItsPieces => out.write_str("bound to another number of pieces"),
            Why::Large(_) => {
                out.write_str("beyond 2^20 messages, 2^24 hops or ranges, 2^26 set operations")
            }
            Why::NoCheaper => out.write_str("no cheaper than the best"),
            Why::Limit(why) => out.write_str(why),
        }
    }
}

/// The most messages, and hops, ranges of blocks or operations on sets of these, of a plan that is looked at because no lemma
/// says that it is right.
pub(super) const MOST_LOOKED_AT: u64 = 1 << 20;
pub(super) const MOST_HOPS_LOOKED_AT: u64 = 1 << 24;
pub(super) const MOST_RANGES_LOOKED_AT: u64 = 1 << 24;
pub(super) const MOST_SET_WORK_LOOKED_AT: u64 = 1 << 26;

/// Why a candidate has no row.
pub(super) enum NoRow {
    /// It is no answer to the question.
    IsNoAnswer,
    LeftOut(Why),
    /// It has no cost.
    NoCost(String),
}

impl From<NoAnswer> for NoRow {
    fn from(why: NoAnswer) -> Self {
        NoRow::NoCost(format!("{why}{}", why.raised()))
    }
}
