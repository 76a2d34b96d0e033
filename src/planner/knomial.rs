//! K-nomial trees: every holder sends to the places of its subtrees, the farthest first.
//!
//! Position x has a digit to base k for each level. A level is one step for each digit that is not 0: the
//! positions whose digits from this level down are 0 send ahead by the digit. Cost: with K = ceil(log_k p)
//! levels (k - 1) (K - 1) + ceil(p/k^(K - 1)) - 1 steps, since the highest level has only as many digits as p
//! needs. As MPICH and Open MPI number them; with k = 2 it is the binomial tree.

use super::prelude::*;

/// One level, whose base is p: the root sends to one position after another.
pub(super) const SEQUENTIAL_RULE: Rule =
    Turns(RootFirst, &[Turn::new("1", "p", &[Send::one("0", Ahead("i"), Everything)])]);

/// Base 2.
pub(super) const BINOMIAL_RULE: Rule = Turns(
    Pairs,
    &[Turn::new(
        "1 - ceil(log2 p)",
        "1",
        &[Send::each("0", "2^(1 - i)", "p - 1 - 2^(-i)", Ahead("2^(-i)"), Everything)],
    )],
);

/// The rule and the number of steps to a base, whose logarithm to base 2 and predecessor follow.
macro_rules! knomial {
    ($rule:ident, $steps:ident, $k:literal, $log:literal, $digits:literal) => {
        pub(super) const $steps: &str = concat!(
            "max(0, ",
            $digits,
            " (ceil(ceil(log2 p)/",
            $log,
            ") - 1) + ceil(p/",
            $k,
            "^max(0, ceil(ceil(log2 p)/",
            $log,
            ") - 1)) - 1)"
        );

        pub(super) const $rule: Rule = Turns(
            Pairs,
            &[Turn::new(
                concat!(
                    "1 - max(0, ",
                    $digits,
                    " (ceil(ceil(log2 p)/",
                    $log,
                    ") - 1) + ceil(p/",
                    $k,
                    "^max(0, ceil(ceil(log2 p)/",
                    $log,
                    ") - 1)) - 1)"
                ),
                "1",
                &[Send::each(
                    "0",
                    concat!($k, "^(floor((0 - i)/", $digits, ") + 1)"),
                    concat!(
                        "p - 1 - (((0 - i) mod ",
                        $digits,
                        ") + 1) ",
                        $k,
                        "^floor((0 - i)/",
                        $digits,
                        ")"
                    ),
                    Ahead(concat!(
                        "(((0 - i) mod ",
                        $digits,
                        ") + 1) ",
                        $k,
                        "^floor((0 - i)/",
                        $digits,
                        ")"
                    )),
                    Everything,
                )],
            )],
        );
    };
}

knomial!(BASE_4_RULE, BASE_4_STEPS, "4", "2", "3");
knomial!(BASE_8_RULE, BASE_8_STEPS, "8", "3", "7");
