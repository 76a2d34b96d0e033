//! Where the best algorithm changes as the machine grows: every size that its family allows.

use super::ranking::{How, Ranking, Unpriced, ranking};
use crate::cost::Numbers;
use crate::planner::{Algorithm, Request};
use crate::topology::{Family, Sizes};

/// The most nodes of all sizes together that are looked at.
pub const MOST_NODES: u64 = 1 << 28;

/// Sizes that follow each other and have the same best algorithm.
#[derive(Clone)]
pub struct SizeSegment {
    /// The first number of nodes.
    pub from: u32,
    /// The last.
    pub to: u32,
    /// The algorithm.
    pub algorithm: &'static dyn Algorithm,
}

/// The numbers of nodes from `low` to `high` that a family allows, each with its sizes: powers of
/// two, equal sides, or every number. `None` where the sizes are those of [`MOST_NODES`] or more
/// together, or the family has none.
pub fn sizes(family: &dyn Family, dimensions: u32, low: u64, high: u64) -> Option<Vec<Vec<u64>>> {
    let mut sizes = Vec::new();
    let mut together = 0_u64;
    let mut add = |p: u64, of: Vec<u64>| {
        together = together.saturating_add(p);
        sizes.push(of);
        together < MOST_NODES
    };
    match family.sizes() {
        Sizes::One => {
            for p in low.max(1)..=high {
                if !add(p, vec![p]) {
                    return None;
                }
            }
        }
        Sizes::PowerOfTwo => {
            for p in (0..63).map(|d| 1_u64 << d).filter(|p| (low..=high).contains(p)) {
                if !add(p, vec![p]) {
                    return None;
                }
            }
        }
        Sizes::Sides => {
            for side in 1.. {
                match u64::checked_pow(side, dimensions) {
                    Some(p) if p <= high => {
                        if p >= low && !add(p, vec![side; dimensions as usize]) {
                            return None;
                        }
                    }
                    _ => break,
                }
            }
        }
        Sizes::Links => return None,
    }
    Some(sizes)
}

/// The best algorithms over sizes that rise. `ask` makes the request for each; beside them the
/// algorithms that have no price somewhere, and why.
///
/// # Errors
/// What `ask` has to say.
pub fn over_sizes<E>(
    sizes: &[Vec<u64>],
    numbers: &Numbers,
    how: &How,
    ask: impl Fn(&[u64]) -> Result<Request, E>,
) -> Result<(Vec<SizeSegment>, Vec<Unpriced>), E> {
    let mut segments: Vec<SizeSegment> = Vec::new();
    let mut unpriced = Vec::new();
    for sizes in sizes {
        let request = ask(sizes)?;
        let p = request.topology.nodes();
        let Ranking { rows, unpriced: without, .. } = ranking(&request, numbers, how);
        for (name, why) in without {
            if !unpriced.iter().any(|(other, _)| *other == name) {
                unpriced.push((name, format!("at p = {p}, {why}")));
            }
        }
        let Some(best) = rows.first().map(|row| row.algorithm) else { continue };
        match segments.last_mut().filter(|last| last.algorithm.name() == best.name()) {
            Some(last) => last.to = p,
            None => segments.push(SizeSegment { from: p, to: p, algorithm: best }),
        }
    }
    Ok((segments, unpriced))
}
