//! Exact cover by trying everything: can a set be put together from known sets that have nobody in common?

use std::collections::BTreeSet;

use super::json::{Read, too_large};

/// A set of contributors, one bit for each position in a group.
pub type Set = u128;

/// More positions than this do not fit a set.
pub const MOST_CONTRIBUTORS: usize = 128;

/// More tries than this end without an answer.
const MOST_TRIES: usize = 2_000_000;

/// The set `0..count`.
pub fn first(count: usize) -> Set {
    (0..count).fold(0, |set, position| set | 1 << position)
}

/// One run `a-b` without a gap.
pub fn is_one_run(set: Set) -> bool {
    set != 0 && {
        let low = set >> set.trailing_zeros();
        low & low.wrapping_add(1) == 0
    }
}

/// Whether some of the known sets, no two of them with a common member, make up exactly `target`.
pub fn can_form(target: Set, known: &BTreeSet<Set>) -> Read<bool> {
    let inside: Vec<Set> = known.iter().copied().filter(|set| set & !target == 0).collect();
    let mut hopeless = BTreeSet::new();
    let mut tries = 0;
    cover(target, &inside, &mut hopeless, &mut tries)
}

fn cover(rest: Set, known: &[Set], hopeless: &mut BTreeSet<Set>, tries: &mut usize) -> Read<bool> {
    if rest == 0 {
        return Ok(true);
    }
    if hopeless.contains(&rest) {
        return Ok(false);
    }
    *tries += 1;
    if *tries > MOST_TRIES {
        return too_large("a value that might be formed in too many ways");
    }
    // Somebody has to bring in the lowest member that is still missing.
    let lowest = rest & rest.wrapping_neg();
    for &set in known {
        if set & lowest != 0 && set & !rest == 0 && cover(rest & !set, known, hopeless, tries)? {
            return Ok(true);
        }
    }
    hopeless.insert(rest);
    Ok(false)
}
