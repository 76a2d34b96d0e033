//! Step rules: a regular schedule said once, as data, for all sizes.
//!
//! The planner expands a rule into messages and templates, `proof` reads the same data for all sizes.
//! Positions are 0, 1, .., p - 1; where nodes are at them says the [`Place`]. Of a collective with a root
//! the root is at position 0.
//!
//! The block of a position is that of its node; of a vector that is cut in p pieces the piece with the
//! node's number.

/// A whole-number expression, in the notation of cost formulas.
///
/// Names are `p` (how many positions there are), `d` (log2 p), `i` (the number of the step within its
/// turn), `n` (the pieces of a block) and `q` (how far a shift moves). Operations are `+ - * / ^ mod`,
/// `floor`, `ceil`, `log2`, `log`, `min` and `max`; `2 p` is a product, and what is divided is exact or
/// stands in `floor` or `ceil`.
pub type Text = &'static str;

/// Where positions lie, and which way messages go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Along the tour of all nodes from the root on, round and round; ways along the tour.
    Tour,
    /// By number from the root on, on a hypercube by XOR and elsewhere round and round; default routes.
    Pairs,
    /// By XOR with the root; default routes.
    Cube,
    /// The same with the dimensions in the order that is asked for, the first taken for the highest; the
    /// messages of a step stand in the order of their senders' numbers.
    CubeInOrder,
    /// The root, then the others by number; default routes.
    RootFirst,
}

/// A rule for all steps of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Steps in which positions in a progression do the same, turn after turn.
    Turns(Place, &'static [Turn]),
    /// Interval halving, ceil(log2 p) steps: in each the first position of every interval of two or more
    /// sends to the first position of its second half, which is the smaller one where they differ.
    Halving(Place, Load),
    /// n pieces follow each other from position to position, a step apart: in step i position x sends
    /// piece i - x to x + 1.
    Pipeline(Place),
    /// A few parts of nearly equal length reduce to their first positions by halving run backwards,
    /// these exchange what they have, and each broadcasts in its part by halving. How many parts there
    /// are and how few positions exchange says a table of the planner's.
    Parts(Place),
    /// Among the leaves of a balanced tree: in each step, in every subtree of two or more, the one leaf
    /// that has everything sends it to the leaf at the same place in the other half.
    Subtrees,
    /// Of a permutation: every block that moves goes straight to its target, all in one step or, in the
    /// order of their origins, a step each.
    Straight(Pace),
    /// One rule after another.
    Then(&'static [Rule]),
    /// From the last step to the first, from every receiver to its sender, on the same ways back.
    Backwards(&'static Rule),
    /// Along all lines of one dimension of a grid after another, the last coordinate first. On a line p
    /// is its length, and the block of a position stands for the blocks of all nodes that agree with
    /// it up to this coordinate. Of a collective with a root only those lines take part on which a
    /// node has the data by then.
    ByDimension(&'static Rule),
    /// From each node in turn, taken as the root, with its block as everything there is.
    FromEach(&'static Rule),
}

/// How many messages a step has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As many as there are.
    AllAtOnce,
    /// One.
    OneByOne,
}

/// Steps i = `from`, .., `to` - 1; none where `to` is not above `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The first i.
    pub from: Text,
    /// One past the last.
    pub to: Text,
    /// Who sends in a step. No position is in two of them; messages stand in the order of their
    /// senders' positions.
    pub sends: &'static [Send],
}

/// What positions in a progression do in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Send {
    /// Who.
    pub senders: Senders,
    /// Where to.
    pub to: Move,
    /// What.
    pub load: Load,
}

/// Positions that send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Senders {
    /// All. There is no first among them: along a tour their messages stand in the order of the
    /// tour, not from the root on.
    Everyone,
    /// One.
    Only(Text),
    /// A first one, and every so many further on up to a last one; none where the last is before the
    /// first.
    Every {
        /// The first.
        first: Text,
        /// How far from one to the next.
        stride: Text,
        /// None is after this one.
        last: Text,
    },
}

/// Where a position v sends, by texts or by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move<T = Text> {
    /// So many positions ahead, round and round, along the way of the place.
    Ahead(T),
    /// So many positions back, against it.
    Back(T),
    /// To the position v XOR this.
    Xor(T),
}

/// What a position v sends, by texts or by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load<T = Text> {
    /// All blocks; of combined data the sums of all that v knows.
    Everything,
    /// The blocks of the positions from v + first to v + last, round and round.
    Interval(T, T),
    /// The blocks of the positions that agree with v in all bits but those from the first to just
    /// before the last.
    Subcube(T, T),
    /// The blocks of the positions of the half that is handed over, in interval halving. Of blocks for
    /// pairs those for these positions, or run backwards those from them; of a scan their prefixes,
    /// or run backwards what each of them has.
    TheirHalf,
    /// Of blocks for pairs: those from v + origin for v + first to v + last, round and round.
    Onwards {
        /// Whose.
        origin: T,
        /// For whom: the first and the last.
        targets: (T, T),
    },
    /// Of blocks for pairs: the one from v for its receiver.
    Own,
    /// Of blocks for pairs: those from the positions that agree with v in all bits but the first `low`,
    /// for those that agree with the receiver in the first `high` bits.
    Sides {
        /// Within which bits origins differ.
        low: T,
        /// In which bits targets are the receiver's.
        high: T,
    },
    /// Of blocks for pairs: those for the receiver from each second of the positions from v + first to
    /// v + last, round and round.
    Second(T, T),
    /// Of blocks for pairs: those that have a way with this bit to go, and are as far on as its lower
    /// bits say.
    Digit(T),
    /// Of combined data: the sum of so many positions before v without v's own; round and round, but of
    /// a scan none before 0.
    Before(T),
}

impl<T> Move<T> {
    /// The same with what is made of each text or number, if something is.
    pub(crate) fn try_map<U>(&self, made: impl FnOnce(&T, bool) -> Option<U>) -> Option<Move<U>> {
        Some(match self {
            Move::Ahead(by) => Move::Ahead(made(by, true)?),
            Move::Back(by) => Move::Back(made(by, true)?),
            Move::Xor(by) => Move::Xor(made(by, false)?),
        })
    }
}

impl<T> Load<T> {
    /// The same with what is made of each text or number, if something is: of one, said whether it is
    /// counted round and round, and of the ends of an interval.
    pub(crate) fn try_map<U>(
        &self,
        made: impl Fn(&T, bool) -> Option<U>,
        interval: impl Fn(&T, &T) -> Option<(U, U)>,
    ) -> Option<Load<U>> {
        let plain = |of: &T| made(of, false);
        Some(match self {
            Load::Everything => Load::Everything,
            Load::TheirHalf => Load::TheirHalf,
            Load::Own => Load::Own,
            Load::Interval(first, last) => {
                let (first, last) = interval(first, last)?;
                Load::Interval(first, last)
            }
            Load::Second(first, last) => {
                let (first, last) = interval(first, last)?;
                Load::Second(first, last)
            }
            Load::Onwards { origin, targets: (first, last) } => {
                Load::Onwards { origin: made(origin, true)?, targets: interval(first, last)? }
            }
            Load::Subcube(low, high) => Load::Subcube(plain(low)?, plain(high)?),
            Load::Sides { low, high } => Load::Sides { low: plain(low)?, high: plain(high)? },
            Load::Digit(bit) => Load::Digit(plain(bit)?),
            Load::Before(count) => Load::Before(plain(count)?),
        })
    }
}

impl Turn {
    /// So many steps, i = 0, 1, ..
    pub const fn times(count: Text, sends: &'static [Send]) -> Self {
        Self::new("0", count, sends)
    }

    /// Steps i = `from`, .., `to` - 1.
    pub const fn new(from: Text, to: Text, sends: &'static [Send]) -> Self {
        Turn { from, to, sends }
    }
}

impl Send {
    /// By positions 0, 1, .., up to the last.
    pub const fn up_to(last: Text, to: Move, load: Load) -> Self {
        Self::each("0", "1", last, to, load)
    }

    /// By everyone.
    pub const fn all(to: Move, load: Load) -> Self {
        Send { senders: Senders::Everyone, to, load }
    }

    /// By one position.
    pub const fn one(sender: Text, to: Move, load: Load) -> Self {
        Send { senders: Senders::Only(sender), to, load }
    }

    /// By each `stride`-th position from the first up to the last.
    pub const fn each(first: Text, stride: Text, last: Text, to: Move, load: Load) -> Self {
        Send { senders: Senders::Every { first, stride, last }, to, load }
    }

    /// By each second position from the first on.
    pub const fn second(first: Text, to: Move, load: Load) -> Self {
        Self::each(first, "2", "p - 1", to, load)
    }
}
