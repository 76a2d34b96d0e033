//! The templates: how each of these algorithms looks from node v, for all sizes.

use super::Part;
use crate::proof::kernel::{Blocks, Moves, Orbit, Term, Turn, Whole};
use crate::proof::statement::read;

/// The parts of a schedule one after another; `None` where no template is written.
pub fn template(collective: &str, algorithm: &str, family: &str) -> Option<Vec<Part>> {
    let direct = matches!(family, "complete" | "star" | "switch");
    let forwards = |orbit| vec![Part { orbit, backwards: false }];
    let backwards = |orbit| vec![Part { orbit, backwards: true }];
    let both = |orbit: Orbit| {
        vec![Part { orbit: orbit.clone(), backwards: true }, Part { orbit, backwards: false }]
    };
    let cube = direct || family == "hypercube";
    Some(match (collective, algorithm) {
        ("all-gather", "ring") if family == "ring" => forwards(round("m t_w")?),
        ("reduce-scatter", "ring") if family == "ring" => backwards(round("m t_w")?),
        ("all-reduce", "ring") if family == "ring" => both(round("m t_w/p")?),
        ("all-to-all", "ring") if family == "ring" => forwards(onwards_round()?),
        ("all-to-all", "ring-shorter-way") if family == "ring" => forwards(shorter_way()?),
        ("all-to-all", "ring-two-hop") if family == "ring" => forwards(two_hop()?),
        ("all-to-all", "rotation") if direct => forwards(rotation()?),
        ("all-to-all", "pairwise-exchange") if cube => forwards(pairwise()?),
        ("all-gather", "recursive-doubling") if cube => forwards(doubling("m t_w", false)?),
        ("reduce-scatter", "recursive-halving") if cube => backwards(doubling("m t_w", false)?),
        ("all-reduce", "halving-doubling") if cube => both(doubling("m t_w/p", false)?),
        ("all-reduce", "recursive-doubling") if cube => forwards(doubling("m t_w", true)?),
        ("scan", "hypercube-exchange") if cube => forwards(swaps()?),
        ("barrier", "recursive-doubling") if cube => forwards(doubling("0", true)?),
        _ => return None,
    })
}

fn term(text: &str) -> Option<Term> {
    read(text).ok()
}

fn pair(first: &str, last: &str) -> Option<[Term; 2]> {
    Some([term(first)?, term(last)?])
}

fn turn(to: &str, moves: Moves, blocks: Blocks, cost: &str) -> Option<Turn> {
    Some(Turn { from: Term::whole(0), to: term(to)?, moves, blocks, cost: term(cost)? })
}

fn on_p(least: i64, modulus: i64, turns: Vec<Turn>, block: &str) -> Option<Orbit> {
    let size = ("p".to_owned(), Whole { least, modulus, residue: 0 });
    Some(Orbit { size, means: Vec::new(), block: term(block)?, turns })
}

fn on_d(turns: Vec<Turn>, block: &str) -> Option<Orbit> {
    let means = vec![("p".to_owned(), term("2^d")?)];
    Some(Orbit { size: ("d".to_owned(), Whole::from(0)), means, block: term(block)?, turns })
}

fn up() -> Moves {
    Moves::Ring { hops: vec![1], turning: false }
}

/// Everyone hands the block of v - i to the next.
fn round(block: &str) -> Option<Orbit> {
    let blocks = Blocks::Interval { known: pair("-i", "0")?, sent: pair("-i", "-i")? };
    on_p(2, 1, vec![turn("p - 1", up(), blocks, &format!("t_s + {block}"))?], block)
}

/// Everyone hands to the next what came from v - i for those after v.
fn onwards_round() -> Option<Orbit> {
    let blocks = Blocks::Onwards { origin: term("-i")?, targets: pair("1", "p - 1 - i")? };
    on_p(2, 1, vec![turn("p - 1", up(), blocks, "t_s + (p - 1 - i) m t_w")?], "m t_w")
}

/// The same as far as half-way round, then backwards.
fn shorter_way() -> Option<Orbit> {
    let ahead = "floor(p/2)";
    let back = "p - 1 - floor(p/2)";
    let first =
        Blocks::Onwards { origin: term("-i")?, targets: pair("1", &format!("{ahead} - i"))? };
    let second =
        Blocks::Onwards { origin: term("i")?, targets: pair(&format!("i - ({back})"), "-1")? };
    let down = Moves::Ring { hops: vec![-1], turning: false };
    let turns = vec![
        turn(ahead, up(), first, &format!("t_s + ({ahead} - i) m t_w"))?,
        turn(back, down, second, &format!("t_s + ({back} - i) m t_w"))?,
    ];
    on_p(2, 1, turns, "m t_w")
}

/// Even nodes send two up while odd ones send two down, then the other way about; single hops at
/// last. Ports and links only.
fn two_hop() -> Option<Orbit> {
    let by = |hops: i64| Moves::Ring { hops: vec![hops, -hops], turning: true };
    let turns = vec![
        turn("p/2 - 1", by(2), Blocks::Unsaid, "t_s")?,
        turn("2", by(1), Blocks::Unsaid, "t_s")?,
    ];
    on_p(4, 2, turns, "m t_w")
}

/// Everyone sends to the node i + 1 further on.
fn rotation() -> Option<Orbit> {
    let moves = Moves::Direct(term("i + 1")?);
    on_p(2, 1, vec![turn("p - 1", moves, Blocks::Own, "t_s + m t_w")?], "m t_w")
}

/// v and v XOR (i + 1) exchange.
fn pairwise() -> Option<Orbit> {
    let moves = Moves::Xor(term("i + 1")?);
    on_d(vec![turn("p - 1", moves, Blocks::Own, "t_s + m t_w")?], "m t_w")
}

/// All that is there goes across dimension i.
fn doubling(block: &str, summed: bool) -> Option<Orbit> {
    let cost = if summed { format!("t_s + {block}") } else { format!("t_s + 2^i {block}") };
    let blocks = Blocks::Subcube { known: pair("0", "i")?, summed };
    on_d(vec![turn("d", Moves::Dimension(term("i")?), blocks, &cost)?], block)
}

/// Everyone swaps across dimension i. Ports and links only: what a node adds to its prefix depends on
/// which side it is of.
fn swaps() -> Option<Orbit> {
    on_d(vec![turn("d", Moves::Dimension(term("i")?), Blocks::Unsaid, "t_s + m t_w")?], "m t_w")
}
