//! Step rules: regular schedules as data, for all sizes.
//!
//! The planner expands a rule into messages and templates. The kernel reads the same rule for all sizes.
//! Positions are 0, 1, .., p - 1; the [`Place`] maps them to nodes. In a collective with a root, the root is
//! at position 0.
//!
//! The block of a position is that of its node. In a vector that is cut into p pieces, it is the piece with
//! the node's number.

/// A [`term`](crate::term) with a whole value.
///
/// Names are `p` (the number of positions), `d` (log2 p), `i` (the number of the step within its turn), `n`
/// (the number of pieces per block) and `q` (the distance of a shift). A quotient must be exact or inside
/// `floor` or `ceil`.
pub type Text = &'static str;

/// The nodes of positions, and the routes of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Along the tour of all nodes, cyclically from the root; routes along the tour.
    Tour,
    /// By number, from the root: by XOR on a hypercube, cyclically elsewhere; default routes.
    Pairs,
    /// By XOR with the root; default routes.
    Cube,
    /// The same with the dimensions in the requested order, the first as the highest. The messages of a step
    /// are in the order of their senders' numbers.
    CubeInOrder,
    /// The root, then the others by number; default routes.
    RootFirst,
}

/// A rule for all steps of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Steps in which the positions of a progression do the same, turn after turn.
    Turns(Place, &'static [Turn]),
    /// Interval halving in ceil(log2 p) steps. In each step the first position of every interval of two or
    /// more sends to the first position of its second half, which is not larger than the first half.
    Halving(Place, Load),
    /// n pieces follow each other, one step apart. Along a tour from position to position: in step i position x
    /// sends piece i - x to x + 1. Across the bits of a cube down d trees in turn: piece i goes from position 0
    /// to 2^j, j = i mod d; then those that have it send it across the bits after j, one in each step; then all of
    /// these but the first send it back across bit j.
    Pipeline(Place),
    /// A few parts of nearly equal length reduce to their first positions by reversed halving, these exchange
    /// their data, and each broadcasts in its part by halving. A table of the planner gives the number of
    /// parts and the exchange.
    Parts(Place),
    /// Among the leaves of a balanced tree: in each step, in every subtree of two or more leaves, the one
    /// leaf that has everything sends it to the leaf at the same place in the other half.
    Subtrees,
    /// For a permutation: every block that moves goes directly to its target, all in one step or, in the
    /// order of their origins, one in each step.
    Straight(Pace),
    /// One rule after another.
    Then(&'static [Rule]),
    /// From the last step to the first, from every receiver to its sender, on the reversed routes.
    Backwards(&'static Rule),
    /// Along all lines of one dimension of a grid after another, the last coordinate first. On a line p is
    /// its length, and the block of a position represents the blocks of all nodes that agree with it up to
    /// this coordinate. In a collective with a root only the lines with a node that has the data take part.
    /// Without sides, the rule itself.
    ByDimension(&'static Rule),
    /// From each node in turn, as the root, with its block as the whole data.
    FromEach(&'static Rule),
    /// Among 2^floor(log2 p) positions, to which the other nodes hand their data first. If the rule brings
    /// the result to all of them, they send it to the others at the end. A vector is cut into as many pieces
    /// as there are positions.
    Folded(Fold, &'static Rule),
    /// As many copies at the same time as a node has links, each on its share of the pieces: on a hypercube with
    /// the bits of all positions rotated by 0, 1, .., d - 1; on a torus of equal sides with their coordinates
    /// rotated, and mirrored or not.
    Rotated(&'static Rule),
}

/// The r = p - 2^floor(log2 p) nodes that hand over their data, and their partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Of the first 2 r nodes every even one sends everything to the odd one after it.
    Even,
    /// The last r nodes send everything to the first r.
    Last,
    /// Of the first 2 r nodes every even one exchanges halves of the vector with the odd one after it, and
    /// gets back the sum of its half.
    Halves,
}

/// The number of messages of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As many as there are.
    AllAtOnce,
    /// One.
    OneByOne,
}

/// Steps i = `from`, .., `to` - 1; none unless `to` is above `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The first i.
    pub from: Text,
    /// One past the last.
    pub to: Text,
    /// The senders of a step. No position is in two groups of senders. Messages are in the order of their
    /// senders' positions.
    pub sends: &'static [Send],
}

/// The messages of the positions of a progression in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Send {
    /// The senders.
    pub senders: Senders,
    /// The receivers.
    pub to: Move,
    /// The loads.
    pub load: Load,
}

/// Positions that send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Senders {
    /// All positions. None is first: along a tour their messages are in the order of the tour, not from the
    /// root.
    Everyone,
    /// One position.
    Only(Text),
    /// A first position, and every following one at a fixed distance up to a last one; none if the last is
    /// before the first.
    Every {
        /// The first.
        first: Text,
        /// The distance between two senders.
        stride: Text,
        /// The upper limit.
        last: Text,
    },
}

/// The receiver of position v, with texts or numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move<T = Text> {
    /// This many positions ahead, cyclically, along the route of the place.
    Ahead(T),
    /// This many positions back, against it.
    Back(T),
    /// To the position v XOR this.
    Xor(T),
}

/// The load of position v, with texts or numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load<T = Text> {
    /// All blocks; for combined data the sums of all that v knows.
    Everything,
    /// The blocks of the positions from v + first to v + last, cyclically.
    Interval(T, T),
    /// The same without those beyond position p - 1.
    Clipped(T, T),
    /// The blocks of the positions that agree with v in all bits except those from the first up to but not
    /// including the last.
    Subcube(T, T),
    /// The blocks of the positions of the half that is handed over, in interval halving. If blocks belong to
    /// pairs, those for these positions, or reversed those from them. For a scan their prefixes, or reversed
    /// their contributions.
    TheirHalf,
    /// If blocks belong to pairs: those from v + origin for v + first to v + last, cyclically.
    Onwards {
        /// The origin.
        origin: T,
        /// The targets: the first and the last.
        targets: (T, T),
    },
    /// If blocks belong to pairs: the one from v for its receiver.
    Own,
    /// If blocks belong to pairs: those from the positions that agree with v in all bits except the first
    /// `low`, for those that agree with the receiver in the first `high` bits.
    Sides {
        /// The bits in which origins differ.
        low: T,
        /// The bits in which targets agree with the receiver.
        high: T,
    },
    /// If blocks belong to pairs: those for the receiver from every `stride`-th position from v + first to v +
    /// last, cyclically.
    Apart {
        /// The distance between two origins.
        stride: T,
        /// The origins: the first and the last.
        origins: (T, T),
    },
    /// If blocks belong to pairs: of a base, a power of it and a digit, those whose distance has this digit of this power,
    /// and that have already moved by its lower digits.
    Digit(T, T, T),
    /// For combined data: the sum of this many positions before v, cyclically, but for a scan none before 0; with
    /// v's own contribution if the second number is 1, and without it if that is 0.
    Before(T, T),
}

impl Turn {
    /// This many steps, i = 0, 1, ..
    pub const fn times(count: Text, sends: &'static [Send]) -> Self {
        Self::new("0", count, sends)
    }

    /// Steps i = `from`, .., `to` - 1.
    pub const fn new(from: Text, to: Text, sends: &'static [Send]) -> Self {
        Turn { from, to, sends }
    }
}

impl Send {
    /// From all positions.
    pub const fn all(to: Move, load: Load) -> Self {
        Send { senders: Senders::Everyone, to, load }
    }

    /// From one position.
    pub const fn one(sender: Text, to: Move, load: Load) -> Self {
        Send { senders: Senders::Only(sender), to, load }
    }

    /// From every `stride`-th position from the first up to the last.
    pub const fn each(first: Text, stride: Text, last: Text, to: Move, load: Load) -> Self {
        Send { senders: Senders::Every { first, stride, last }, to, load }
    }

    /// From every second position from the first on.
    pub const fn second(first: Text, to: Move, load: Load) -> Self {
        Self::each(first, "2", "p - 1", to, load)
    }
}
