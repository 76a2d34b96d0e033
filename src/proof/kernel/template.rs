//! A schedule whose steps look the same from every node, as it is put to the kernel.

use std::fmt;

use super::Refusal;
use super::scope::Whole;
use super::term::Term;

/// Where every node sends in step i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Round a ring, by so many links: node v by the entry of v mod their number; above 0 is up.
    /// Where `turning`, in steps of odd i by the entry of (v + 1).
    Ring {
        /// For each class of nodes.
        hops: Vec<i64>,
        /// Whether the classes change places from step to step.
        turning: bool,
    },
    /// To v + g mod p, where each pair of nodes has a way of its own.
    Direct(Term),
    /// Across a dimension of the hypercube.
    Dimension(Term),
    /// To v XOR j on the hypercube, by E-cube routes.
    Xor(Term),
}

/// Which blocks travel. Offsets are from the node, an interval from its first to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Before step i node v has the blocks of v + known, and sends those of v + sent.
    Interval {
        /// What is there.
        known: [Term; 2],
        /// What is sent.
        sent: [Term; 2],
    },
    /// Before step i node v has, or knows the sum of, the blocks of its subcube of the dimensions from
    /// the first up to below the last, and sends all of them.
    Subcube {
        /// The dimensions.
        known: [Term; 2],
        /// Whether they travel as one sum.
        summed: bool,
    },
    /// Node v sends the blocks that came from v + origin for the targets v + first to v + last: in
    /// the first step its own, then of those that came in the step before.
    Onwards {
        /// Whose.
        origin: Term,
        /// For whom.
        targets: [Term; 2],
    },
    /// Node v sends its own block for its receiver.
    Own,
    /// Nothing is said of them.
    Unsaid,
}

/// Steps i = from, .., to - 1 that look the same from every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The first i.
    pub from: Term,
    /// One past the last.
    pub to: Term,
    /// Where to.
    pub moves: Moves,
    /// What.
    pub blocks: Blocks,
    /// What a step is stated to cost.
    pub cost: Term,
}

/// A template of a schedule for all sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The name of the size, p or d, and for which values of it; at smaller ones there are no steps
    /// or other ones.
    pub size: (String, Whole),
    /// The names that stand for something, p = 2^d.
    pub means: Vec<(String, Term)>,
    /// What a block pays beside the startup: m t_w.
    pub block: Term,
    /// Its steps.
    pub turns: Vec<Turn>,
}

/// Why a template is not certified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrbitRefusal {
    /// A formula that no rule simplifies.
    Formula(Refusal),
    /// Two classes of nodes send to the same nodes.
    Ports(usize),
    /// Two messages of a step want the same link.
    Link(usize),
    /// A node may send to itself, or farther than round.
    Distance(usize),
    /// What is sent is not surely there.
    NotThere(usize),
    /// What arrives does not make what is said to be there next.
    NotNext(usize),
    /// Something is still missing, or there too early.
    NotAll,
    /// The words are not those of the stated cost.
    Cost(usize),
    /// Moves and blocks of different kinds.
    Kinds(usize),
}

impl fmt::Display for OrbitRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(refusal) => refusal.fmt(f),
            Self::Ports(k) => write!(f, "turn {k}: two classes send to the same nodes"),
            Self::Link(k) => write!(f, "turn {k}: two messages want the same link"),
            Self::Distance(k) => {
                write!(f, "turn {k}: a message may go nowhere, or farther than round")
            }
            Self::NotThere(k) => write!(f, "turn {k}: what is sent is not seen to be there"),
            Self::NotNext(k) => {
                write!(f, "turn {k}: what arrives does not make what is there next")
            }
            Self::NotAll => f.write_str("in the end it is not seen that everything is there"),
            Self::Cost(k) => write!(f, "turn {k}: a step does not cost what is stated"),
            Self::Kinds(k) => write!(f, "turn {k}: these blocks do not go with these moves"),
        }
    }
}

impl std::error::Error for OrbitRefusal {}

impl From<Refusal> for OrbitRefusal {
    fn from(refusal: Refusal) -> Self {
        OrbitRefusal::Formula(refusal)
    }
}
