//! Sums of the preceding nodes, doubled along the bits of p - 1.
//!
//! Node v has S_k, the sum of the k nodes before it. For a bit 0 it sends S_k to v + k, which then
//! has S_2k; for a bit 1 it sends S_k and its own to v + k + 1, which then has S_(2k+1). After all
//! bits k is p - 1. The own contribution is kept apart from S_k, and S_k is formed from values
//! received, of which no two share a contributor.

use super::prelude::*;

/// Cyclic: the nodes before node 0 are p - 1, p - 2, ..
pub(super) const CENSUS_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[
            Send::up_to(
                "(floor((p - 1)/2^(ceil(log2 p) - 1 - i)) mod 2) p - 1",
                Ahead("floor((p - 1)/2^(ceil(log2 p) - i)) + 1"),
                Everything,
            ),
            Send::up_to(
                "(1 - (floor((p - 1)/2^(ceil(log2 p) - 1 - i)) mod 2)) p - 1",
                Ahead("floor((p - 1)/2^(ceil(log2 p) - i))"),
                Before("floor((p - 1)/2^(ceil(log2 p) - i))"),
            ),
        ],
    )],
);

/// Node 0 has no predecessor. With their own contribution, nodes do not send past the end; without it, node 0
/// has nothing to send either.
pub(super) const CLIPPED_CENSUS_RULE: Rule = Turns(
    Pairs,
    &[Turn::times(
        "ceil(log2 p)",
        &[
            Send::up_to(
                "(floor((p - 1)/2^(ceil(log2 p) - 1 - i)) mod 2) (p - floor((p - 1)/2^(ceil(log2 p) - i)) - 1) - 1",
                Ahead("floor((p - 1)/2^(ceil(log2 p) - i)) + 1"),
                Everything,
            ),
            Send::each(
                "1",
                "1",
                "(1 - (floor((p - 1)/2^(ceil(log2 p) - 1 - i)) mod 2)) (p - floor((p - 1)/2^(ceil(log2 p) - i)) - 1)",
                Ahead("floor((p - 1)/2^(ceil(log2 p) - i))"),
                Before("floor((p - 1)/2^(ceil(log2 p) - i))"),
            ),
        ],
    )],
);
