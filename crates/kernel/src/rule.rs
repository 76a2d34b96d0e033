//! Claims about the steps of a rule, and the states of data that they lead from and to.

use super::Refusal;
use hockney_base::rule::Rule;
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

/// The state before or after a rule: the data of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its kind.
    pub kind: StateKind,
    /// The terms x, y and z of its kind.
    pub terms: Vec<Term>,
}

impl State {
    /// A state with these terms.
    pub fn of(kind: StateKind, terms: &[&str]) -> Self {
        State { kind, terms: terms.iter().map(|text| Term::of(text)).collect() }
    }
}

impl From<StateKind> for State {
    fn from(kind: StateKind) -> Self {
        State::of(kind, &[])
    }
}

/// The kinds of states, with their terms x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
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
    /// Every position has the block of the one x before it.
    Shifted,
    /// The first x positions have all data.
    First,
    /// The multiples of x have all data.
    Multiples,
    /// The multiples of x have as many consecutive blocks, from their own on, or all up to the last.
    Leaders,
    /// The first position has all data, and the first x have their own block.
    Served,
    /// Position v has the blocks of v + x to v + y.
    Interval,
    /// Position v has the blocks of all that differ from v in bits x to y - 1 only.
    Subcube,
    /// Every position knows the sum of the parts of its subcube of size x, and of those in it up to its own.
    Sums,
    /// Position v knows the sum of x parts up to its own, or of 0 to v.
    Runs,
    /// Every position has signals from at least x positions up to its own.
    Heard,
    /// Every position has the blocks for it from x positions just before it, and y just after it.
    Brought,
    /// Every position has the blocks for it from v XOR 1, .., v XOR x.
    Across,
    /// Position v has the blocks whose origin differs from v in the first x bits only, and whose target agrees with
    /// v in these.
    Exchanged,
    /// On the way from x such bits to y, with z of the others of the group.
    Grouped,
    /// To the base x: every block for a pair at a distance below y has moved by the multiple of the base, and no
    /// other has moved.
    Multiplied,
    /// To the base x: all blocks have moved by the multiple of the base, and those with a rest below y have their
    /// target.
    Rested,
    /// The first x positions have sent their block by the distance y.
    Handed,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleRefusal {
    /// A formula that no rule simplifies.
    Formula(Refusal),
    /// A side condition that is not proved: the turn, and the condition.
    Turn(usize, &'static str),
    /// A side condition of a combinator.
    Rule(&'static str),
    /// A stage with another cost than the stated one.
    Cost(usize),
}

impl From<Refusal> for RuleRefusal {
    fn from(refusal: Refusal) -> Self {
        RuleRefusal::Formula(refusal)
    }
}
