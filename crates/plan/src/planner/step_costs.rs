//! The stated cost of each step of an algorithm, as formulas of the step's number.
//!
//! A closed form is one formula for all steps together, and it is the sum of these costs. The file of the
//! algorithm derives them from the step rule, and the tests compare them with real schedules, size by size.

use serde::{Deserialize, Serialize};

/// The steps of one piece down a binary tree whose nodes send to one child after the other.
///
/// With D = floor(log2 p), the last node to hear is the last of depth D - 1, after 2 (D - 1) steps, or one of
/// depth D: the p - 2^D + 1 nodes there are j = 0, 1, .. counted from the left, and j hears after D steps and one
/// more for each bit of j.
pub(super) const TREE: &str =
    "max(2 floor(log2 p) - 2, floor(log2 p) + floor(log2(p - 2^floor(log2 p) + 1)))";

/// The steps of n pieces down two trees at once (`two_tree.rs`).
pub(super) const TWO_TREES: &str =
    "min(1, p - 1) (min(p - 1, floor(log2 max(1, p - 1)) + floor(log2(p + 1))) + n - 1)";

/// Consecutive steps i from `from` to `to` - 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedPhase {
    /// The first i, in the symbols of a closed form.
    pub from: String,
    /// The end (exclusive) of i.
    pub to: String,
    /// Whether the last i comes first, as in a reversed schedule.
    #[serde(default)]
    pub falling: bool,
    /// The cost of step i.
    pub cost: String,
    /// The number of repetitions of the whole phase.
    pub repeat: String,
}

/// The stated cost of every step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepCosts {
    /// Phase after phase.
    pub phases: Vec<StatedPhase>,
    /// Whether the algorithm supports powers of two only, on every family.
    pub powers_of_two: bool,
    /// Whether they are about N boxes of G nodes with R ways between them, and the times of their classes.
    pub groups: bool,
    /// Whether the algorithm supports multiples of this number only.
    pub multiples_of: u32,
}

impl StepCosts {
    /// This many steps, i = 0, 1, .., each with this cost.
    pub(super) fn steps(count: &str, cost: &str) -> Self {
        Self::from_to("0", count, cost)
    }

    /// Steps i = `from`, .., `to` - 1.
    pub(super) fn from_to(from: &str, to: &str, cost: &str) -> Self {
        let phase = StatedPhase {
            from: from.to_owned(),
            to: to.to_owned(),
            cost: cost.to_owned(),
            repeat: "1".to_owned(),
            falling: false,
        };
        StepCosts { phases: vec![phase], powers_of_two: false, groups: false, multiples_of: 1 }
    }

    /// Interval halving: in step i the largest interval has ceil(p/2^i) positions and hands over its smaller
    /// half, with this many words (in t_w) per position.
    pub(super) fn halving(words: &str) -> Self {
        Self::steps("ceil(log2 p)", &format!("t_s + floor(ceil(p/2^i)/2) {words}"))
    }

    /// For each dimension of a grid, the last first, this many steps of this cost.
    pub(super) fn by_dimension(sides: usize, count: impl Fn(usize) -> String, cost: &str) -> Self {
        let none = StepCosts { phases: Vec::new(), ..Self::steps("0", "t_s") };
        (1..=sides).rev().fold(none, |all, j| all.then(Self::steps(&count(j), cost)))
    }

    /// These steps, and then the others.
    pub(super) fn then(mut self, other: StepCosts) -> Self {
        self.phases.extend(other.phases);
        self.powers_of_two |= other.powers_of_two;
        self
    }

    /// Each phase repeated this many times.
    pub(super) fn repeated(mut self, times: &str) -> Self {
        for phase in &mut self.phases {
            times.clone_into(&mut phase.repeat);
        }
        self
    }

    /// For p = 2^d only.
    pub(super) fn powers_of_two(self) -> Self {
        StepCosts { powers_of_two: true, ..self }
    }

    /// The last step first.
    pub(super) fn backwards(mut self) -> Self {
        self.phases.reverse();
        for phase in &mut self.phases {
            phase.falling = !phase.falling;
        }
        self
    }
}
