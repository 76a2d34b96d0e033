//! How much a sweep tries: a little in `cargo test`, everything in `.ci/exhaustive`.

use hockney_core::topology::Topology;

/// The sizes of quick sweeps: all small ones, a power of two, and the one after it.
const QUICK_SIZES: [u32; 7] = [1, 2, 3, 4, 5, 8, 9];

/// How much a sweep tries. `sweep!` makes a test of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Small sizes, one root, one lot: seconds for all sweeps of a crate.
    Quick,
    /// All sizes, roots and lots.
    Exhaustive,
}

impl Effort {
    /// This sweep makes all effort.
    pub fn is_exhaustive(self) -> bool {
        self == Self::Exhaustive
    }

    /// What a sweep tries of its own measure, such as rounds: a little, or all.
    pub fn of<T>(self, quick: T, exhaustive: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Exhaustive => exhaustive,
        }
    }

    /// The sizes up to `most`: the quick ones, or all.
    pub fn sizes(self, most: u32) -> Vec<u32> {
        (1..=most).filter(|p| self.takes(*p)).collect()
    }

    /// Whether a sweep looks at this number of nodes.
    pub fn takes(self, nodes: u32) -> bool {
        self.is_exhaustive() || QUICK_SIZES.contains(&nodes)
    }

    /// The roots among so many nodes: one, or all.
    pub fn roots(self, nodes: u32) -> Vec<u32> {
        self.of(vec![nodes / 2], (0..nodes).collect())
    }

    /// Every `step`th of a list, or all of it.
    pub fn thin<T>(self, all: Vec<T>, step: usize) -> Vec<T> {
        all.into_iter().step_by(self.of(step, 1)).collect()
    }

    /// The machines of `machines()`: those of quick sizes, or all.
    pub fn machines(self) -> Vec<Topology> {
        crate::machines::machines().into_iter().filter(|t| self.takes(t.nodes())).collect()
    }

    /// The machines of `named()`: those of at most 12 nodes, or all.
    pub fn named(self) -> Vec<Topology> {
        let all = crate::machines::named().into_iter();
        all.filter(|t| self.is_exhaustive() || t.nodes() <= 12).collect()
    }
}

/// Makes two tests of a sweep, `quick` and, ignored as exhaustive, `exhaustive`.
///
/// ```text
/// sweep! {
///     /// Catches what it catches.
///     fn plans_are_valid(effort) { for p in effort.sizes(16) { .. } }
/// }
/// ```
#[macro_export]
macro_rules! sweep {
    ($($(#[$of:meta])* fn $name:ident($effort:ident) $body:block)+) => {$(
        $(#[$of])*
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            fn sweep($effort: $crate::Effort) $body

            #[test]
            fn quick() {
                sweep($crate::Effort::Quick);
            }

            #[test]
            #[ignore = "exhaustive"]
            fn exhaustive() {
                sweep($crate::Effort::Exhaustive);
            }
        }
    )+};
}
