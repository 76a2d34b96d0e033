//! Where the best algorithm changes as the machine grows: every size that its family allows.

use super::ranking::{How, Ranked, Ranking, Unpriced, ranking};
use crate::cost::Numbers;
use crate::number::Rational;
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
    pub algorithm: &'static Algorithm,
    /// Into how many pieces it cuts a block at the first and at the last.
    pub pieces: (u32, u32),
    /// Whether these were chosen as the best.
    pub cut_at_best: bool,
}

/// Sizes of which there are too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooManySizes {
    /// `vertices` of the largest machine, or `nodes` of all together.
    pub what: &'static str,
    /// How many there are.
    pub needed: u128,
    /// How many are allowed.
    pub allowed: u64,
}

/// The numbers of nodes from `low` to `high` that a family allows, each with its sizes: powers of
/// two, equal sides, or every number. None for a graph.
///
/// # Errors
/// A machine of more than `vertices`, or more than `nodes` in all machines together; nothing is
/// listed before both are known.
pub fn sizes(
    family: &Family,
    dimensions: u32,
    (low, high): (u64, u64),
    vertices: u64,
    nodes: u64,
) -> Result<Vec<Vec<u64>>, TooManySizes> {
    let low = low.max(1);
    let largest = match family.sizes() {
        Sizes::One => Some(high),
        Sizes::PowerOfTwo => high.checked_ilog2().map(|d| 1_u64 << d),
        Sizes::Sides => {
            let side = Rational::from(high).floor_root(dimensions);
            side.and_then(|side| side.to_u64()?.checked_pow(dimensions))
        }
        Sizes::Links => None,
    };
    let Some(largest) = largest.filter(|largest| *largest >= low) else { return Ok(Vec::new()) };
    if largest > vertices {
        let needed = u128::from(largest);
        return Err(TooManySizes { what: "vertices", needed, allowed: vertices });
    }
    let within = |needed: u128| {
        let over = needed > u128::from(nodes);
        if over { Err(TooManySizes { what: "nodes", needed, allowed: nodes }) } else { Ok(()) }
    };
    if family.sizes() == Sizes::One {
        // Two u64 and their number fit.
        within((u128::from(low) + u128::from(high)) * u128::from(high - low + 1) / 2)?;
        return Ok((low..=high).map(|p| vec![p]).collect());
    }
    let mut sizes = Vec::new();
    let mut together = 0_u128;
    for number in 0.. {
        let (p, of) = if family.sizes() == Sizes::PowerOfTwo {
            let p = 1_u64.checked_shl(number);
            (p, vec![p.unwrap_or(0)])
        } else {
            let side = u64::from(number) + 1;
            (side.checked_pow(dimensions), vec![side; dimensions as usize])
        };
        let Some(p) = p.filter(|p| *p <= largest) else { break };
        if p >= low {
            together += u128::from(p);
            sizes.push(of);
        }
    }
    within(together)?;
    Ok(sizes)
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
        let Some(Ranked { algorithm, pieces, cut_at_best, .. }) = rows.into_iter().next() else {
            continue;
        };
        let same = |last: &&mut SizeSegment| last.algorithm.name() == algorithm.name();
        if let Some(last) = segments.last_mut().filter(same) {
            (last.to, last.pieces.1) = (p, pieces);
        } else {
            let pieces = (pieces, pieces);
            segments.push(SizeSegment { from: p, to: p, algorithm, pieces, cut_at_best });
        }
    }
    Ok((segments, unpriced))
}
