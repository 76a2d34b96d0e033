//! Why no schedule needs less: the argument of a bound, and its sentence.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use super::Doors;
use hockney_base::number::Rational;
use hockney_core::collective::{Instance, Ports};

/// The argument behind a lower bound. A certificate names it, so that a reader can compute the bound again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lemma {
    /// Every block starts where it must end, or some block must move.
    Trivial,
    /// A step multiplies the number of nodes that have a word by at most 1 + ports per node.
    Doubling,
    /// The words that must pass the ports of a node, or of all nodes.
    Ports,
    /// The links between a node and one that needs its data.
    Distance,
    /// The words that must cross from a set of vertices to the others.
    Cut,
    /// The number of nodes that a block's messages can reach in so many steps.
    Counting,
    /// Words that must leave one node early enough to double.
    Spreading,
    /// The cheapest routes of all blocks, at prices of links.
    Prices,
}

impl Lemma {
    /// The name of the argument in a certificate.
    pub fn name(self) -> &'static str {
        match self {
            Lemma::Trivial => "trivial",
            Lemma::Doubling => "doubling",
            Lemma::Ports => "ports",
            Lemma::Distance => "distance",
            Lemma::Cut => "cut",
            Lemma::Counting => "counting",
            Lemma::Spreading => "spreading",
            Lemma::Prices => "prices",
        }
    }
}

/// The argument of a bound with its sentence: `every node must receive p - 1 blocks`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The argument.
    pub lemma: Lemma,
    /// The sentence, in one line, without a full stop.
    text: Cow<'static, str>,
}

impl Reason {
    pub(super) fn new(lemma: Lemma, text: impl Into<Cow<'static, str>>) -> Self {
        Reason { lemma, text: text.into() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The sentence.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// A lower bound and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number: steps, or words in units of m.
    pub value: Rational,
    /// The reason.
    pub why: Reason,
}

impl Bound {
    pub(super) fn new(value: Rational, lemma: Lemma, text: impl Into<Cow<'static, str>>) -> Self {
        Bound { value, why: Reason::new(lemma, text) }
    }

    /// The bound 0 of what needs nothing.
    pub(super) fn nothing() -> Self {
        Bound::new(Rational::zero(), Lemma::Trivial, "every block starts where it must end")
    }

    /// The greater one; of equal ones the first, which has the simpler reason.
    #[must_use]
    pub(super) fn or(self, other: Option<Bound>) -> Bound {
        other.filter(|other| other.value > self.value).unwrap_or(self)
    }

    /// The bound on steps with contention, each counted as often as its messages pay t_s.
    #[must_use]
    pub(super) fn with_contention(self, of: &Instance, ports: Ports) -> Self {
        if self.value <= Rational::one() {
            return self;
        }
        let why = "with contention and all ports a node sends any number of messages in a step";
        let once = || Bound::new(Rational::one(), Lemma::Trivial, why);
        let waiting = Doors::waiting(of, ports).map_or_else(once, |doors| doors.steps(of));
        if waiting.value < self.value { waiting } else { self }
    }
}

/// This many words or blocks over this many links or ports.
pub(super) fn over(blocks: u64, links: u64) -> Rational {
    Rational::ratio(blocks, links).unwrap_or_default()
}
