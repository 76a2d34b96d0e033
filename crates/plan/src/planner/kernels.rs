//! Exchanges between a few nodes of a line or ring, after which each has the values of all.
//!
//! The nodes are numbered along the line, and values are sums of one run of them. Kernels for two and three
//! nodes are valid on every tour, those for five and seven on a line, where messages go both ways at once,
//! and those for four and six on a ring, where neighbours exchange. A SAT solver found those for five and
//! seven, which are the shortest.

/// A message: the sender, the receiver, and the first and the last node of its sum.
pub(super) struct Hop {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) first: usize,
    pub(super) last: usize,
    /// Whether it goes against the line.
    pub(super) back: bool,
}

const fn on(from: usize, to: usize, first: usize, last: usize) -> Hop {
    Hop { from, to, first, last, back: false }
}

const fn back(from: usize, to: usize, first: usize, last: usize) -> Hop {
    Hop { from, to, first, last, back: true }
}

/// The steps of an exchange among this many nodes.
pub(super) struct Kernel {
    pub(super) nodes: u32,
    pub(super) steps: &'static [&'static [Hop]],
}

const TWO: Kernel = Kernel { nodes: 2, steps: &[&[on(0, 1, 0, 0), back(1, 0, 1, 1)]] };

/// Both follow the tour: together the two routes are the whole tour.
pub(super) const GATHERED: Kernel =
    Kernel { nodes: 2, steps: &[&[on(0, 1, 0, 0), on(1, 0, 1, 1)]] };

const THREE: Kernel = Kernel {
    nodes: 3,
    steps: &[
        &[on(0, 1, 0, 0), on(1, 2, 1, 1), on(2, 0, 2, 2)],
        &[on(0, 1, 2, 2), on(1, 2, 0, 0), on(2, 0, 1, 1)],
    ],
};

const FOUR: Kernel = Kernel {
    nodes: 4,
    steps: &[
        &[on(0, 1, 0, 0), back(1, 0, 1, 1), on(2, 3, 2, 2), back(3, 2, 3, 3)],
        &[on(1, 2, 0, 1), back(2, 1, 2, 3), on(3, 0, 2, 3), back(0, 3, 0, 1)],
    ],
};

const FIVE: Kernel = Kernel {
    nodes: 5,
    steps: &[
        &[on(0, 3, 0, 0), back(1, 0, 1, 1), back(2, 1, 2, 2), on(3, 4, 3, 3), back(4, 2, 4, 4)],
        &[on(0, 1, 0, 0), on(1, 3, 1, 2), back(4, 0, 3, 4)],
        &[on(0, 1, 3, 4), on(1, 4, 0, 2), back(2, 0, 2, 2), back(3, 2, 0, 3), back(4, 3, 4, 4)],
    ],
};

const SIX: Kernel = Kernel {
    nodes: 6,
    steps: &[
        &[
            on(0, 1, 0, 0),
            back(1, 0, 1, 1),
            on(2, 3, 2, 2),
            back(3, 2, 3, 3),
            on(4, 5, 4, 4),
            back(5, 4, 5, 5),
        ],
        &[
            on(1, 2, 0, 1),
            back(2, 1, 2, 3),
            on(3, 4, 2, 3),
            back(4, 3, 4, 5),
            on(5, 0, 4, 5),
            back(0, 5, 0, 1),
        ],
        &[
            on(0, 1, 4, 5),
            back(1, 0, 2, 3),
            on(2, 3, 0, 1),
            back(3, 2, 4, 5),
            on(4, 5, 2, 3),
            back(5, 4, 0, 1),
        ],
    ],
};

const SEVEN: Kernel = Kernel {
    nodes: 7,
    steps: &[
        &[on(2, 4, 2, 2), back(1, 0, 1, 1), back(3, 2, 3, 3), on(4, 5, 4, 4), back(6, 3, 6, 6)],
        &[on(0, 4, 0, 1), back(2, 0, 2, 3), back(5, 3, 4, 5), back(6, 5, 6, 6)],
        &[on(0, 5, 0, 3), back(3, 0, 4, 6), back(4, 3, 0, 2), back(5, 4, 5, 6)],
        &[on(0, 2, 0, 6), on(2, 4, 2, 3), back(3, 1, 0, 6), on(5, 6, 0, 5)],
    ],
};

/// The structure that contains a line of nodes, which determines the valid kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The tour of any connected graph.
    Tour,
    /// A line with two ends.
    Open,
    /// A closed ring.
    Closed,
}

impl Shape {
    /// The valid kernels, the smallest first.
    pub(super) fn kernels(self) -> &'static [Kernel] {
        match self {
            Shape::Tour => &[TWO, THREE],
            Shape::Open => &[TWO, THREE, FIVE, SEVEN],
            Shape::Closed => &[TWO, THREE, FOUR, SIX],
        }
    }

    /// The number of steps of parts, exchange and broadcast along k nodes, as a formula that is exact for
    /// every k: 0 for one node, 1 for two.
    pub(super) fn steps_of(self, k: &str) -> String {
        let of = |g: u32, more: &str| format!("2 ceil(log2 ceil({k}/{g})) + {more}");
        let (two, three) = (of(2, "1"), of(3, "2"));
        match self {
            Shape::Tour => format!("min({k} - 1, {two}, {three})"),
            Shape::Open => format!("min({k} - 1, {two}, {three}, {}, {})", of(5, "3"), of(7, "4")),
            // Five nodes are too few for six parts, and four parts would need more steps.
            Shape::Closed => {
                let six = format!("{} + max(0, 6 - {k})", of(6, "3"));
                format!("min({k} - 1, {two}, {three}, {}, {six})", of(4, "2"))
            }
        }
    }
}
