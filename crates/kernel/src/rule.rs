//! Claims about the steps of a rule, and the states of data that they lead from and to.

use thiserror::Error;

use super::Refusal;
use hockney_base::rule::{self, Load, Rule, Send, Text};
use hockney_base::term::Term;

/// The steps that a claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Those of a rule.
    Of(Rule),
    /// The first rule brings the data of all positions to the first position, which computes from them the
    /// data that the second brings to all positions.
    Through(Rule, Rule),
    /// Positions are N parts of G places each: stage after stage on lines, each the places of a part, or the equal
    /// places of all parts.
    InGroups(Vec<Lines>),
}

/// A rule on lines at the same time, with the line's length as p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Whether a line is the places of a part, and not the equal places of all parts.
    pub inside: bool,
    /// Whether only the line of the first position takes part, and not all lines.
    pub first_only: bool,
    /// The rule.
    pub rule: Rule,
    /// The cost of a message without words.
    pub startup: Term,
    /// The cost of a word.
    pub word: Term,
}

/// Steps i = from, .., to - 1, in which all senders do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The first i.
    pub from: Term,
    /// The end (exclusive); not above the first if there are no steps.
    pub to: Term,
    /// The messages.
    pub send: Send<Term>,
}

impl Turn {
    /// Reads the texts of a turn.
    ///
    /// # Errors
    /// A turn that no lemma covers, or a text that is not a formula.
    pub fn read(of: &rule::Turn) -> Result<Self, RuleRefusal> {
        let [send] = of.sends else {
            return Err(RuleRefusal::Rule("no lemma covers two kinds of senders in a step"));
        };
        match send.load {
            Load::Before(_) => Err(RuleRefusal::Rule("no lemma covers sums kept apart")),
            Load::TheirHalf => Err(RuleRefusal::Rule("only halving sends halves")),
            _ => {
                Self::terms(of, send).ok_or(RuleRefusal::Rule("a text of a turn is not a formula"))
            }
        }
    }

    fn terms(of: &rule::Turn, send: &Send) -> Option<Self> {
        let term = |text: &Text| Term::read(text).ok();
        let one = |text: &Text, _: bool| term(text);
        let load = send.load.try_map(one, |first, last| Some((term(first)?, term(last)?)))?;
        let send = Send { senders: send.senders.try_map(term)?, to: send.to.try_map(one)?, load };
        Some(Turn { from: term(&of.from)?, to: term(&of.to)?, send })
    }
}

/// The state before or after a rule: the data of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The first position has all data.
    Root,
    /// Every position has its own block.
    Own,
    /// Every position has all data: all blocks, or the whole sum.
    All,
    /// Every position has its part of the data to sum.
    Parts,
    /// Position x has the sum of the parts of 0 to x.
    Prefixes,
    /// Every position has a block for each position, or in the end the block from each for it.
    Pairs,
    /// The transpose: every position has the block for it from each position.
    Delivered,
    /// Every position has the block of the one this many before it.
    Shifted(Term),
    /// The first positions, this many, have all data.
    First(Term),
    /// The multiples of this number have all data.
    Multiples(Term),
    /// The multiples of this number have as many consecutive blocks, from their own on, or all up to the last.
    Leaders(Term),
    /// The first position has all data, and the first ones, this many, have their own block.
    Served(Term),
    /// Position v has the blocks of v + first to v + last.
    Interval([Term; 2]),
    /// Position v has the blocks of all that differ from v in these bits only.
    Subcube([Term; 2]),
    /// Every position knows the sum of the parts of its subcube of this size, and of those in it up to its
    /// own.
    Sums(Term),
    /// Position x knows the sum of this many parts up to its own, or of 0 to x.
    Runs(Term),
    /// Every position has signals from at least this many positions up to its own, or from its subcube of
    /// this size.
    Heard(Term),
    /// The same subcube, without prefixes.
    HeardAcross(Term),
    /// Every position has the blocks for it from this many positions just before it, and just after it.
    Brought([Term; 2]),
    /// Every position has the blocks for it from v XOR 1, .., v XOR x.
    Across(Term),
    /// Position v has the blocks whose origin differs from v in the first bits only, this many, and whose
    /// target agrees with v in these.
    Exchanged(Term),
    /// The same on the way from the first number of bits to the second, with the other bits of the group.
    Grouped([Term; 3]),
    /// Every block for a pair has moved by the first bits, this many, of its distance.
    Carried(Term),
    /// To a base, the first number: every block for a pair at a distance below the second has moved by the
    /// multiple of the base, and no other has moved.
    Multiplied([Term; 2]),
    /// The same for all blocks; and those with a rest below the second have their target.
    Rested([Term; 2]),
    /// The first positions, this many, have sent their block by this distance.
    Handed([Term; 2]),
}

/// The sizes of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Every p >= 1.
    Every,
    /// p = 2^d, d >= 0.
    PowersOfTwo,
    /// p = q + s, q >= 0, s >= 1: a shift by q.
    Shift,
    /// N >= 1 parts of G >= 1 positions, p = N G, and R >= 1 of anything.
    Groups,
    /// A grid with this many sides k_1, k_2, .. >= 1, with p their product.
    Sides(usize),
}

/// The case distinction of the sizes. The kernel ensures that it is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// All at once.
    None,
    /// Even and odd sizes.
    Parity,
    /// p = 1, and p = 2^a + 1 + s with 0 <= s < 2^a, so that a + 1 = ceil(log2 p).
    Binary,
    /// q = 0, 0 < q <= p - q, and q > p - q.
    Distance,
    /// p = 1, 2, .., K - 1, and p = K h + r with h >= 1 for each r = 0, 1, .., K - 1.
    Rests(i64),
}

/// A claim about a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleClaim {
    /// The sizes.
    pub domain: Domain,
    /// The case distinction.
    pub split: Split,
    /// The steps.
    pub steps: Steps,
    /// The state before.
    pub before: State,
    /// The state after.
    pub after: State,
    /// The cost of a block without the startup.
    pub block: Term,
    /// The cost of all data.
    pub whole: Term,
    /// The stated costs of the steps.
    pub stated: Vec<Stage>,
}

/// Steps with their costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The steps.
    pub phase: super::Phase,
    /// Whether the last i comes first.
    pub falling: bool,
}

/// Why a rule is not certified.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleRefusal {
    /// A formula that no rule simplifies.
    #[error(transparent)]
    Formula(#[from] Refusal),
    /// A side condition that is not proved: the turn, and the condition.
    #[error("turn {0}: {1}")]
    Turn(usize, &'static str),
    /// A side condition of a combinator.
    #[error("{0}")]
    Rule(&'static str),
    /// A stage with another cost than the stated one.
    #[error("phase {0}: the costs of the steps differ from the stated costs")]
    Cost(usize),
}
