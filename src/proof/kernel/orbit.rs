//! Steps that look the same from every node: ports, links and data of all sizes at once.
//!
//! Where node v does what node 0 does, moved by v, one node is enough to look at. A node is a number
//! mod p, and v sends to v + g; or it is a word of d bits, and v sends to v XOR g. What v holds is
//! then v plus a set that is the same for all: an interval, or a subcube. The kernel checks that
//! the set of each step grows by what arrives until it is everything.

use super::polynomial::Polynomial;
use super::scope::{Scope, Whole};
use super::template::{Blocks, Moves, Orbit, OrbitRefusal, Turn};
use super::term::Term;
use super::{INDEX, Refusal};

/// What has been seen of the turns so far.
#[derive(Default)]
struct Seen {
    /// What was there at the end of the last turn: an interval or the dimensions of a subcube.
    there: Option<[Polynomial; 2]>,
    /// How many origins have delivered from below and from above, in turns of their own.
    delivered: [Option<Polynomial>; 2],
}

/// Certifies a template; whether its data were looked at too.
///
/// # Errors
/// The first thing that is not seen to hold.
pub fn certify(orbit: &Orbit) -> Result<bool, OrbitRefusal> {
    let mut scope = Scope::default();
    scope.whole.insert(orbit.size.0.clone(), orbit.size.1);
    scope.means.extend(orbit.means.iter().cloned());
    let mut seen = Seen::default();
    for (k, turn) in orbit.turns.iter().enumerate() {
        one(&scope, turn, &orbit.block, k + 1, &mut seen)?;
    }
    if orbit.turns.iter().any(|turn| turn.blocks == Blocks::Unsaid) {
        return Ok(false);
    }
    let p = scope.polynomial(&Term::name("p"))?;
    let cube = orbit.turns.iter().any(|turn| matches!(turn.blocks, Blocks::Subcube { .. }));
    let wanted =
        if cube { scope.polynomial(&Term::name("d"))? } else { p.minus(&Polynomial::number(1)) };
    let got = if let Some([first, last]) = &seen.there {
        // From the first to the last there are p offsets, or d dimensions up to below the last.
        last.minus(first)
    } else {
        let of = |side: usize| seen.delivered[side].clone().unwrap_or_default();
        of(0).plus(&of(1))
    };
    if got == wanted { Ok(true) } else { Err(OrbitRefusal::NotAll) }
}

/// The scope within a turn, and how far i is from the end of it.
struct Within {
    scope: Scope,
    /// to - 1 - i, which is not negative.
    left: Polynomial,
}

impl Within {
    fn value(&self, term: &Term) -> Result<Polynomial, OrbitRefusal> {
        Ok(self.scope.polynomial(term)?)
    }

    fn next(&self, term: &Term) -> Result<Polynomial, OrbitRefusal> {
        let next = Term::Sum(vec![Term::name(INDEX), Term::whole(1)]);
        self.value(&term.with(INDEX, &next))
    }

    /// Is it at least 0 in all steps? Surely where it is, even without some of what is left.
    fn at_least_0(&self, of: &Polynomial) -> bool {
        self.scope.not_negative(of) || self.scope.not_negative(&of.minus(&self.left))
    }
}

fn one(
    scope: &Scope,
    turn: &Turn,
    block: &Term,
    k: usize,
    seen: &mut Seen,
) -> Result<(), OrbitRefusal> {
    let (from, to) = (scope.polynomial(&turn.from)?, scope.polynomial(&turn.to)?);
    let count = to.minus(&from);
    let Some(first) = scope.least(&from).and_then(|first| first.floor().to_i64()) else {
        return Err(OrbitRefusal::Distance(k));
    };
    if !scope.is_whole(&from) || !scope.is_whole(&to) || !scope.not_negative(&count) {
        return Err(OrbitRefusal::Distance(k));
    }
    let inner = scope.and(INDEX, Whole::from(first));
    let index = Polynomial::name(INDEX);
    let left = to.minus(&index).minus(&Polynomial::number(1));
    let within = Within { scope: inner, left };
    let by = moved(&within, turn, k)?;
    let blocks = match &turn.blocks {
        Blocks::Unsaid => return Ok(()),
        Blocks::Own => {
            match &by {
                XorOrBy::By(by) => {
                    delivers(&within, turn, &by.scaled(&(-1).into()), &count, k, seen)?;
                }
                // v XOR (i + 1) for i = 0, .., p - 2 is everyone else, once.
                XorOrBy::Xor if from.is_zero() && seen.delivered[1].is_none() => {
                    seen.delivered[1] = Some(count);
                }
                XorOrBy::Xor | XorOrBy::Dimension(_) => return Err(OrbitRefusal::Kinds(k)),
            }
            Polynomial::number(1)
        }
        Blocks::Interval { known, sent } => {
            let XorOrBy::By(by) = &by else { return Err(OrbitRefusal::Kinds(k)) };
            interval(&within, turn, (known, sent), by, k, seen)?
        }
        Blocks::Subcube { known, summed } => {
            let XorOrBy::Dimension(dimension) = &by else { return Err(OrbitRefusal::Kinds(k)) };
            subcube(&within, turn, known, dimension, k, seen)?;
            if *summed { Polynomial::number(1) } else { power(&within, known)? }
        }
        Blocks::Onwards { origin, targets } => {
            let XorOrBy::By(by) = &by else { return Err(OrbitRefusal::Kinds(k)) };
            onwards(&within, turn, (origin, targets), by, k)?;
            let delivered = within.value(origin)?.minus(by);
            delivers(&within, turn, &delivered, &count, k, seen)?;
            let [a, b] = [within.value(&targets[0])?, within.value(&targets[1])?];
            b.minus(&a).plus(&Polynomial::number(1))
        }
    };
    // A message pays t_s, and for each of its blocks.
    let paid = blocks.times(&within.value(block)?).ok_or(Refusal::TooLarge)?;
    let same = within.value(&turn.cost)? == Polynomial::name("t_s").plus(&paid);
    if same { Ok(()) } else { Err(OrbitRefusal::Cost(k)) }
}

enum XorOrBy {
    By(Polynomial),
    Dimension(Polynomial),
    Xor,
}

/// Ports and links. A node is moved by the same as all of its class, so a class sends to a class, each
/// node to another; and it is enough that no two classes use the same links, class by class.
fn moved(within: &Within, turn: &Turn, k: usize) -> Result<XorOrBy, OrbitRefusal> {
    let inside = |of: &Polynomial, least: i64, size: &Polynomial| {
        let low = of.minus(&Polynomial::number(least));
        let high = size.minus(of).minus(&Polynomial::number(1));
        within.scope.is_whole(of) && within.at_least_0(&low) && within.at_least_0(&high)
    };
    match &turn.moves {
        Moves::Ring { hops, turning } => {
            let p = within.value(&Term::name("p"))?;
            ring(within, hops, &p, k)?;
            if *turning {
                let turned: Vec<i64> =
                    hops.iter().cycle().skip(1).take(hops.len()).copied().collect();
                ring(within, &turned, &p, k)?;
            }
            match hops.as_slice() {
                [by] => Ok(XorOrBy::By(Polynomial::number(*by))),
                _ if turn.blocks == Blocks::Unsaid => Ok(XorOrBy::Xor),
                _ => Err(OrbitRefusal::Kinds(k)),
            }
        }
        Moves::Direct(by) => {
            let (by, p) = (within.value(by)?, within.value(&Term::name("p"))?);
            let ok = inside(&by, 1, &p);
            if ok { Ok(XorOrBy::By(by)) } else { Err(OrbitRefusal::Distance(k)) }
        }
        // The link of v in that dimension is used by v alone.
        Moves::Dimension(dimension) => {
            let (dimension, d) = (within.value(dimension)?, within.value(&Term::name("d"))?);
            let ok = inside(&dimension, 0, &d);
            if ok { Ok(XorOrBy::Dimension(dimension)) } else { Err(OrbitRefusal::Distance(k)) }
        }
        // E-cube crosses the ones of j in one order, so who crosses a dimension at a node is known.
        Moves::Xor(by) => {
            let (value, p) = (within.value(by)?, within.value(&Term::name("p"))?);
            let all = turn.blocks != Blocks::Own || *by == next_index();
            let ok = inside(&value, 1, &p) && all;
            if ok { Ok(XorOrBy::Xor) } else { Err(OrbitRefusal::Distance(k)) }
        }
    }
}

fn next_index() -> Term {
    Term::Sum(vec![Term::name(INDEX), Term::whole(1)])
}

fn ring(within: &Within, hops: &[i64], p: &Polynomial, k: usize) -> Result<(), OrbitRefusal> {
    let classes = i64::try_from(hops.len()).unwrap_or(0);
    let each = within.scope.fraction(
        &p.scaled(&crate::number::Rational::ratio(1, classes.max(1)).unwrap_or_default()),
    );
    let least = within.scope.least(p);
    let farthest = hops.iter().map(|hops| hops.abs()).max().unwrap_or(0);
    // Up and down are the same link between two nodes.
    let enough = if farthest > 1 { (farthest + 1).max(3) } else { 2 };
    let far = least.is_none_or(|least| least < enough.into());
    if hops.contains(&0) || farthest > 64 || far || each.is_none_or(|rest| !rest.is_zero()) {
        return Err(OrbitRefusal::Distance(k));
    }
    let (mut targets, mut links) = (Vec::new(), Vec::new());
    for (class, by) in (0..).zip(hops) {
        targets.push((class + by).rem_euclid(classes));
        links.extend(
            (0..by.abs()).map(|j| ((class + j * by.signum()).rem_euclid(classes), by.signum())),
        );
    }
    let (senders, ways) = (targets.len(), links.len());
    targets.sort_unstable();
    targets.dedup();
    links.sort_unstable();
    links.dedup();
    if targets.len() < senders {
        Err(OrbitRefusal::Ports(k))
    } else if links.len() < ways {
        Err(OrbitRefusal::Link(k))
    } else {
        Ok(())
    }
}

/// Is this what was there before the turn? In the first turn a node has its own.
fn begins(
    within: &Within,
    turn: &Turn,
    known: &[Term; 2],
    own: [i64; 2],
    k: usize,
    seen: &Seen,
) -> Result<(), OrbitRefusal> {
    let at = |term: &Term| within.value(&term.with(INDEX, &turn.from));
    let begins = [at(&known[0])?, at(&known[1])?];
    let before = seen.there.clone().unwrap_or_else(|| own.map(Polynomial::number));
    if begins == before { Ok(()) } else { Err(OrbitRefusal::NotNext(k)) }
}

fn ends(
    within: &Within,
    turn: &Turn,
    known: &[Term; 2],
    seen: &mut Seen,
) -> Result<(), OrbitRefusal> {
    let at = |term: &Term| within.value(&term.with(INDEX, &turn.to));
    seen.there = Some([at(&known[0])?, at(&known[1])?]);
    Ok(())
}

/// What arrives of v + [a, b] at v + g is [a - g, b - g] there: it must join on to what is there, at
/// one side. How many blocks are sent.
fn interval(
    within: &Within,
    turn: &Turn,
    (known, sent): (&[Term; 2], &[Term; 2]),
    by: &Polynomial,
    k: usize,
    seen: &mut Seen,
) -> Result<Polynomial, OrbitRefusal> {
    begins(within, turn, known, [0, 0], k, seen)?;
    let [low, high] = [within.value(&known[0])?, within.value(&known[1])?];
    let [a, b] = [within.value(&sent[0])?, within.value(&sent[1])?];
    let there = [a.minus(&low), high.minus(&b), b.minus(&a)];
    if !there.iter().all(|of| within.at_least_0(of)) {
        return Err(OrbitRefusal::NotThere(k));
    }
    let [come_low, come_high] = [a.minus(by), b.minus(by)];
    let [next_low, next_high] = [within.next(&known[0])?, within.next(&known[1])?];
    let one = Polynomial::number(1);
    let below = next_high == high && next_low == come_low && come_high.plus(&one) == low;
    let above = next_low == low && next_high == come_high && come_low == high.plus(&one);
    if !below && !above {
        return Err(OrbitRefusal::NotNext(k));
    }
    ends(within, turn, known, seen)?;
    Ok(b.minus(&a).plus(&one))
}

/// What arrives across a dimension that is not yet there is as much again, and shares nothing with it.
fn subcube(
    within: &Within,
    turn: &Turn,
    known: &[Term; 2],
    dimension: &Polynomial,
    k: usize,
    seen: &mut Seen,
) -> Result<(), OrbitRefusal> {
    // No dimension yet: the first one that is crossed.
    let start = within.value(&known[0].with(INDEX, &turn.from))?;
    let empty = start == within.value(&known[1].with(INDEX, &turn.from))?;
    if seen.there.is_some() || !empty {
        return Err(OrbitRefusal::NotNext(k));
    }
    let [low, high] = [within.value(&known[0])?, within.value(&known[1])?];
    let [next_low, next_high] = [within.next(&known[0])?, within.next(&known[1])?];
    let one = Polynomial::number(1);
    let up = *dimension == high && next_low == low && next_high == high.plus(&one);
    let down = dimension.plus(&one) == low && next_high == high && next_low == *dimension;
    if !up && !down {
        return Err(OrbitRefusal::NotNext(k));
    }
    ends(within, turn, known, seen)
}

fn power(within: &Within, known: &[Term; 2]) -> Result<Polynomial, OrbitRefusal> {
    let minus = Term::Product(vec![Term::whole(-1), known[0].clone()]);
    let exponent = Term::Sum(vec![known[1].clone(), minus]);
    within.value(&Term::Power(Box::new(Term::whole(2)), Box::new(exponent)))
}

/// What goes on in step i + 1 is among what came in step i, and of that the receiver keeps its own:
/// 0 is among the targets as it sees them.
fn onwards(
    within: &Within,
    turn: &Turn,
    (origin, targets): (&Term, &[Term; 2]),
    by: &Polynomial,
    k: usize,
) -> Result<(), OrbitRefusal> {
    let [a, b] = [within.value(&targets[0])?, within.value(&targets[1])?];
    let first = within.value(&origin.with(INDEX, &turn.from))?;
    let came = within.value(origin)?.minus(by);
    if !first.is_zero() || within.next(origin)? != came {
        return Err(OrbitRefusal::NotThere(k));
    }
    let [next_a, next_b] = [within.next(&targets[0])?, within.next(&targets[1])?];
    // As the receiver sees them. Its next step is looked at only where there is one.
    let [a, b] = [a.minus(by), b.minus(by)];
    let among = [next_a.minus(&a), b.minus(&next_b)];
    let own = [a.scaled(&(-1).into()), b];
    if !among.iter().all(|of| within.at_least_0(of)) {
        return Err(OrbitRefusal::NotThere(k));
    }
    if own.iter().all(|of| within.at_least_0(of)) { Ok(()) } else { Err(OrbitRefusal::NotNext(k)) }
}

/// In each step one more origin, from -1 on downwards or from 1 on upwards, and no side twice.
fn delivers(
    within: &Within,
    turn: &Turn,
    origin: &Polynomial,
    count: &Polynomial,
    k: usize,
    seen: &mut Seen,
) -> Result<(), OrbitRefusal> {
    let index = Polynomial::name(INDEX);
    let from = within.value(&turn.from)?;
    let passed = index.minus(&from).plus(&Polynomial::number(1));
    let side = if *origin == passed.scaled(&(-1).into()) {
        0
    } else if *origin == passed {
        1
    } else {
        return Err(OrbitRefusal::NotNext(k));
    };
    if seen.delivered[side].replace(count.clone()).is_some() {
        return Err(OrbitRefusal::NotNext(k));
    }
    Ok(())
}
