//! Finds where the best algorithm changes with the number of nodes, over all sizes that a family allows.

use super::crossovers::Segment;
use super::how::How;
use super::left_out::{LeftOut, Why};
use super::ranking::{Ranking, Unpriced, ranking};
use super::row::Ranked;
use hockney_base::number::Rational;
use hockney_core::topology::{Family, Sizes};
use hockney_cost::Numbers;
use hockney_plan::question::Question;

/// The maximum number of nodes of all sizes together.
pub const MOST_NODES: u64 = 1 << 28;

/// Up to so many sizes each is looked at as if it were alone.
const LOOKS: u64 = 32;

/// Too many sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooManySizes {
    /// `vertices` of the largest topology, or `nodes` of all together.
    pub what: &'static str,
    /// The number of them.
    pub needed: u128,
    /// The limit.
    pub allowed: u64,
}

/// The sizes with `low` to `high` nodes that a family allows: powers of two, equal sides, or every number.
/// None for a graph.
///
/// # Errors
/// A topology with more than `vertices`, or more than `nodes` in all topologies together. Both are computed
/// before any size is listed.
pub fn sizes(
    family: &Family,
    dimensions: u32,
    (low, high): (u64, u64),
    vertices: u64,
    nodes: u64,
) -> Result<Vec<Vec<u64>>, TooManySizes> {
    let low = low.max(1);
    // The variable: the dimension, the side, or the number of nodes.
    let last = match family.sizes() {
        Sizes::One => Some(high),
        Sizes::PowerOfTwo => high.checked_ilog2().map(u64::from),
        Sizes::Sides => Rational::from(high).floor_root(dimensions).and_then(|side| side.to_u64()),
        Sizes::Machine(_) | Sizes::Links => None,
    };
    let nodes_at = |k: u64| match family.sizes() {
        Sizes::PowerOfTwo => 1_u64.checked_shl(u32::try_from(k).ok()?),
        Sizes::Sides => k.checked_pow(dimensions),
        Sizes::One | Sizes::Machine(_) | Sizes::Links => Some(k),
    };
    let largest = last.and_then(nodes_at).filter(|largest| *largest >= low);
    let Some((last, largest)) = last.zip(largest) else { return Ok(Vec::new()) };
    let within = |what, needed: u128, allowed: u64| {
        let over = needed > u128::from(allowed);
        if over { Err(TooManySizes { what, needed, allowed }) } else { Ok(()) }
    };
    within("vertices", largest.into(), vertices)?;
    if family.sizes() == Sizes::One {
        // Two u64 and the numbers between them fit.
        let together = (u128::from(low) + u128::from(high)) * u128::from(high - low + 1) / 2;
        within("nodes", together, nodes)?;
        return Ok((low..=high).map(|p| vec![p]).collect());
    }
    let all = (0..=last).filter_map(|k| Some((k, nodes_at(k)?))).filter(|(_, p)| *p >= low);
    within("nodes", all.clone().map(|(_, p)| u128::from(p)).sum(), nodes)?;
    let sides = family.sizes() == Sizes::Sides;
    Ok(all.map(|(k, p)| if sides { vec![k; dimensions as usize] } else { vec![p] }).collect())
}

/// The best algorithms over ascending numbers of nodes: segments of consecutive sizes with the same best
/// algorithm. `ask` makes the question for each size. Also returns the algorithms that have no cost at some
/// size, and why.
///
/// # Errors
/// An error of `ask`.
pub fn over_sizes<Q: Into<Question>, E>(
    sizes: &[Vec<u64>],
    numbers: &Numbers,
    how: &How<'_>,
    ask: impl Fn(&[u64]) -> Result<Q, E>,
) -> Result<(Vec<Segment>, Vec<Unpriced>), E> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut unpriced = Vec::new();
    let count = sizes.len() as u64;
    let mut how = How { sharing_sizes: count.div_ceil(LOOKS).max(1), ..how.clone() };
    for sizes in sizes {
        let question = ask(sizes)?.into();
        let p = question.machine().nodes();
        let Ranking { rows, unpriced: mut without, left_out, .. } =
            ranking(question, numbers, &how);
        for LeftOut { algorithm, why: of } in left_out {
            if !matches!(of, Why::Large(_)) {
                continue;
            }
            let part = match how.sharing_sizes {
                1 => "it is".to_owned(),
                parts => format!("over {count} sizes, with 1/{parts} of the limits, it is"),
            };
            let why = format!("no lemma says that it is right, and {part} {of}");
            without.push((algorithm, why));
            how.beyond.push(algorithm);
        }
        for (name, why) in without {
            if !unpriced.iter().any(|(other, _)| *other == name) {
                unpriced.push((name, format!("at p = {p}, {why}")));
            }
        }
        let Some(best) = rows.into_iter().next() else { continue };
        let total = best.deciding().cloned();
        let Ranked { algorithm, pieces, best_pieces, .. } = best;
        let (p, pieces) = (Rational::from(p), u64::from(pieces));
        let same = |last: &&mut Segment| last.algorithm.name() == algorithm.name();
        if let Some(last) = segments.last_mut().filter(same) {
            (last.to, last.pieces.1) = (p, pieces);
        } else {
            segments.push(Segment {
                from: p.clone(),
                to: p,
                first_whole: None,
                algorithm,
                pieces: (pieces, pieces),
                cut_at_best: best_pieces.is_some(),
                cost: total.unwrap_or_default(),
            });
        }
    }
    Ok((segments, unpriced))
}
