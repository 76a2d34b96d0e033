//! A rule for all steps of a schedule, as it is put to the kernel: formulas and positions, no names.

use thiserror::Error;

use super::Refusal;
use super::term::Term;

/// Where positions lie, which says what steps share no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Along a closed tour: messages one way whose arcs are disjoint share no link.
    Tour,
    /// Steps in which all go equally far, or across the same bits, share no link.
    Pairs,
    /// Only a single bit at a time.
    OneBit,
    /// Any way; so there is one message in a step.
    Single,
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Turn after turn.
    Turns(Place, Vec<Turn>),
    /// Every interval of positions hands over its second half, of blocks or of everything.
    Halving {
        /// Where.
        place: Place,
        /// Whether everything goes along, and not the half's own blocks only.
        everything: bool,
    },
    /// So many pieces of everything follow each other, a step apart.
    Pipeline {
        /// Where.
        place: Place,
        /// How many pieces.
        pieces: Term,
    },
    /// One after another.
    Then(Vec<Rule>),
    /// The first brings what everyone has to the first position, which forms from it what the second
    /// brings to everyone.
    Through(Box<Rule>, Box<Rule>),
    /// From the last step to the first, from every receiver to its sender.
    Backwards(Box<Rule>),
    /// Along the lines of a grid, dimension after dimension, the last first.
    ByDimension(Box<Rule>),
    /// From each position in turn, with its block as everything.
    FromEach(Box<Rule>),
}

/// Steps i = from, .., to - 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The first i.
    pub from: Term,
    /// One past the last; not above the first where there are none.
    pub to: Term,
    /// Who sends.
    pub senders: Senders,
    /// Where to.
    pub to_whom: Move,
    /// What.
    pub load: Load,
}

/// Positions that send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Senders {
    /// All.
    Everyone,
    /// One.
    Only(Term),
    /// A progression.
    Every {
        /// The first.
        first: Term,
        /// From one to the next.
        stride: Term,
        /// None is after this one.
        last: Term,
    },
}

/// How far a position sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// So many positions ahead, round and round.
    Ahead(Term),
    /// So many back.
    Back(Term),
    /// Across these bits.
    Xor(Term),
}

/// What a position sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// Everything, or the sums of all that is known.
    Everything,
    /// The blocks of the positions from so many on to so many on.
    Interval([Term; 2]),
    /// The blocks of the positions that differ in these bits only, from the first to before the last.
    Subcube([Term; 2]),
    /// Of blocks for pairs: those from so many on, for those from so many on to so many on.
    Onwards {
        /// Whose.
        origin: Term,
        /// For whom.
        targets: [Term; 2],
    },
    /// Of blocks for pairs: its own for its receiver.
    Own,
    /// Of blocks for pairs: from those that differ in the first `low` bits, for those that have the
    /// receiver's first `high` bits.
    Sides {
        /// Within which bits origins differ.
        low: Term,
        /// In which bits targets are the receiver's.
        high: Term,
    },
    /// Of blocks for pairs: those that are there and have a way with this bit to go.
    Digit(Term),
}

/// What is there before a rule, or after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The first position has everything.
    Root,
    /// Every position has its own block.
    Own,
    /// Every position has everything: all blocks, or the whole sum.
    All,
    /// Every position has its part of everything, which is summed.
    Parts,
    /// Position x has the sum of the parts of 0 to x.
    Prefixes,
    /// Every position has a block for each, or the block from each for it.
    Pairs,
    /// The transpose: every position has the block for it of each.
    Delivered,
    /// Every position has the block of the one so many before it.
    Shifted(Term),
    /// The first so many have everything.
    First(Term),
    /// The multiples of so many have everything.
    Multiples(Term),
    /// The multiples of so many have the blocks of as many from their own on.
    Leaders(Term),
    /// Position v has the blocks of v + first to v + last.
    Interval([Term; 2]),
    /// Position v has the blocks of all that differ from v in these bits only.
    Subcube([Term; 2]),
    /// Everyone knows the sum of the parts of its subcube of so many positions, and of those in it up
    /// to its own.
    Sums(Term),
    /// Position x knows the sum of the parts of so many up to its own, or of 0 to x.
    Runs(Term),
    /// Everyone has heard of at least so many positions up to its own, or its subcube of so many.
    Heard(Term),
    /// The same subcube, and nothing said of who is before it.
    HeardAcross(Term),
    /// Everyone has what is for it of so many just before it, and of so many just after it.
    Brought([Term; 2]),
    /// Everyone has what is for it of v XOR 1, .., v XOR x.
    Across(Term),
    /// Position v has those blocks whose origin differs from v in the first so many bits only, and
    /// whose target is v in these.
    Exchanged(Term),
    /// So on the way from the first number of bits to the second, with so many others of the group.
    Grouped([Term; 3]),
    /// Every block for a pair has gone as far as the first so many bits of its way say.
    Carried(Term),
    /// The first so many positions have handed on their block, this far.
    Handed([Term; 2]),
}

/// Which sizes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Every p >= 1.
    Every,
    /// p = 2^d, d >= 0.
    PowersOfTwo,
    /// p = q + s, q >= 0, s >= 1: a shift by q.
    Shift,
    /// A grid of so many sides k_1, k_2, .. >= 1 with p their product.
    Sides(usize),
}

/// How the sizes are told apart; the kernel sees to it that none is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// All at once.
    None,
    /// Even and odd ones.
    Parity,
    /// p = 1, and p = 2^a + 1 + s with 0 <= s < 2^a, so that a + 1 = ceil(log2 p).
    Binary,
    /// q = 0, 0 < q <= p - q, and q > p - q.
    Distance,
}

/// What is claimed of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleClaim {
    /// For which sizes.
    pub domain: Domain,
    /// How they are told apart.
    pub split: Split,
    /// The rule.
    pub rule: Rule,
    /// What is there at first.
    pub before: State,
    /// What is there in the end.
    pub after: State,
    /// What a block costs beside the startup.
    pub block: Term,
    /// What everything costs.
    pub whole: Term,
    /// What the steps are stated to cost.
    pub stated: Vec<Stage>,
}

/// Steps with their cost.
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
    /// A side condition that is not seen to hold: of which turn, and which.
    #[error("turn {0}: {1}")]
    Turn(usize, &'static str),
    /// A side condition of a combinator.
    #[error("{0}")]
    Rule(&'static str),
    /// A stage whose cost is not that which is stated.
    #[error("phase {0}: the steps do not cost what is stated")]
    Cost(usize),
}
