//! Which of several algorithms costs least, and from where on another does.

use super::super::answers::{
    Claim, always, claims, denies, is_cheaper, is_contrary, named, without_contrast,
};
use super::super::key::Key;
use super::super::problems::range as range_of;
use super::super::verdict::Graded;
use crate::compare::{Over, Ranked, Segment, crossovers};
use crate::number::Rational;

pub(super) fn grade(
    key: &Key<'_>,
    among: &[&'static str],
    over: Option<&str>,
    text: &str,
) -> Graded {
    let text = &*without_contrast(text);
    if denies(text) {
        return Graded::unreadable(
            "write only the best algorithm, without `not`, `except` and `worse`",
        );
    }
    let judged = match compared(key, among, over) {
        Ok(Compared::AtNumbers(rows)) => at_numbers(&rows, &the_best(among, text)),
        Ok(Compared::Along(segments)) => along(key, &segments, &claims(among, text), always(text)),
        Err(why) => Some(Graded::undecided(why)),
    };
    judged.unwrap_or_else(|| Graded::unreadable(format!("write one of {}", among.join(", "))))
}

/// The algorithm that the answer names as the best; the first one in `A is cheaper than B`. `None`
/// if two are named without a comparison.
fn the_best(among: &[&'static str], text: &str) -> Vec<&'static str> {
    let found = named(among, text);
    let [first, second] = found[..] else { return found };
    let lower = text.to_lowercase();
    let than = [" than ", " als ", " que "].iter().find_map(|than| lower.split_once(than));
    let (before, behind) = match (than, lower.split_once('<')) {
        (Some((before, behind)), _)
            if before.split(|c: char| !c.is_alphabetic()).any(is_cheaper) =>
        {
            (before, behind)
        }
        (None, Some(sides)) => sides,
        _ => return Vec::new(),
    };
    let plain = named(among, before) == [first] && named(among, behind) == [second];
    if plain && !is_contrary(&lower) { vec![first] } else { Vec::new() }
}

/// The right answer, spelled out.
pub(super) fn solution(key: &Key<'_>, among: &[&'static str], over: Option<&str>) -> String {
    match compared(key, among, over) {
        Ok(Compared::AtNumbers(rows)) => {
            let costs = |row: &Ranked| {
                let total = row.total.as_ref().map_or_else(String::new, ToString::to_string);
                format!("{} costs {total}", row.algorithm.name())
            };
            rows.iter().map(costs).collect::<Vec<_>>().join(", ")
        }
        Ok(Compared::Along(segments)) => spelled(&segments),
        Err(why) => why,
    }
}

/// The algorithms of the question, the best first, or where the best changes.
enum Compared {
    AtNumbers(Vec<Ranked>),
    Along(Vec<Segment>),
}

fn compared(key: &Key<'_>, among: &[&'static str], over: Option<&str>) -> Result<Compared, String> {
    let row = |name: &&str| {
        key.ranking
            .rows
            .iter()
            .find(|row| row.algorithm.name() == *name)
            .cloned()
            .ok_or_else(|| format!("{name} has no cost here"))
    };
    let mut rows = among.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    let Some(over) = over else {
        rows.sort_by(|a, b| a.total.cmp(&b.total));
        return Ok(Compared::AtNumbers(rows));
    };
    // In the order for crossovers: by steps, then words.
    rows.sort_by(|a, b| (&a.cost.t_s, &a.cost.t_w).cmp(&(&b.cost.t_s, &b.cost.t_w)));
    let (low, high, over) = range(key, over)
        .ok_or_else(|| format!("the range `{over}` of the question is not a range of m"))?;
    let parts = crossovers(&rows, &over, &low, &high);
    parts.map(Compared::Along).map_err(|why| why.to_string())
}

/// Compares the one that is named with the cheapest; `None` where it is not one.
fn at_numbers(rows: &[Ranked], named: &[&'static str]) -> Option<Graded> {
    let [given] = named[..] else { return None };
    let mine = rows.iter().find(|row| row.algorithm.name() == given);
    let priced = rows.iter().filter(|row| row.total.is_some());
    let Some((least, mine)) =
        priced.min_by_key(|row| &row.total).and_then(|best| Some((best, mine?.total.as_ref()?)))
    else {
        return Some(Graded::undecided("the question does not give all numbers"));
    };
    let (best, total) = (least.algorithm.name(), least.total.as_ref()?);
    if mine == total {
        return Some(Graded::right("right"));
    }
    let graded = Graded::wrong(format!("{given} costs {mine}, but another algorithm costs less"))
        .counted_as(format!("{given} named as the best"))
        .full(format!("{best} costs {total}, {given} costs {mine}"));
    Some(graded)
}

/// `m=1..1e6`, in the numbers of the question.
fn range(key: &Key<'_>, over: &str) -> Option<(Rational, Rational, Over)> {
    let numbers = &key.question.numbers;
    let both = numbers.t_s.is_some() && numbers.t_w.is_some();
    let (low, high) = range_of(over).filter(|_| both)?;
    Some((low, high, Over::M(numbers.clone())))
}

/// Compares what is claimed with where each algorithm is the best; `None` where nothing is.
fn along(key: &Key<'_>, segments: &[Segment], claims: &[Claim], always: bool) -> Option<Graded> {
    let names: Vec<&str> = claims.iter().map(|claim| claim.name).collect();
    let more = format!("; it is {}", spelled(segments));
    let taken = |name: &str, hint: String| {
        let counted = format!("{name} named as the best");
        Some(Graded::wrong(hint).counted_as(counted).and(&more))
    };
    let first = names.first()?;
    let mut said = vec![false; segments.len()];
    let mut off = None;
    for claim in claims {
        let name = claim.name;
        let Some(at) = segments.iter().position(|part| part.algorithm.name() == name) else {
            return taken(name, format!("{name} is nowhere the best in the range"));
        };
        let (begin, end) = (at.checked_sub(1).map(|_| &segments[at]), segments.get(at + 1));
        for (given, bound, bound_is_low) in [(&claim.from, begin, true), (&claim.up_to, end, false)]
        {
            match (given, bound) {
                (None, _) => {}
                (Some(given), Some(bound)) if near(given, bound) => {}
                // A bound of the range itself is not a change.
                (Some(given), None) if at_the_end(given, bound_is_low, segments) => {}
                (Some(_), Some(_)) => off = Some(name),
                (Some(_), None) => {
                    let graded = Graded::wrong(format!("{name} is not the best there"));
                    return Some(
                        graded.counted_as("another algorithm is the best there").and(more),
                    );
                }
            }
        }
        // The beginning and the end: each change is named on one of its sides.
        said[at] |= claim.from.is_some() && begin.is_some();
        if let (Some(_), Some(next)) = (&claim.up_to, said.get_mut(at + 1)) {
            *next = true;
        }
    }
    let slip = |hint: &str, counted| Some(key.one_slip(hint).counted_as(counted).and(&more));
    if let Some(name) = off {
        let counted = "the right algorithms, but a wrong value for the change";
        return slip(
            &format!("{name} is the best for some m, but not exactly in this range"),
            counted,
        );
    }
    if said[1..].iter().all(|said| *said) {
        return Some(Graded::right("right"));
    }
    if said[1..].iter().any(|said| *said) {
        let hint = "this is right but incomplete: the best algorithm changes more often in the \
                    range";
        return slip(hint, "some changes of the best algorithm are missing");
    }
    let last = segments.last().map_or("", |last| last.algorithm.name());
    if names.len() == 1 && (always || *first != last) {
        return taken(first, format!("{first} is not the best in the whole range"));
    }
    Some(Graded::unreadable("write also where it begins to be the best: `.. from m = ..`"))
}

/// A value may be given rounded: to the word before or after.
fn near(given: &Rational, change: &Segment) -> bool {
    let off = if *given > change.from { given - &change.from } else { &change.from - given };
    off <= Rational::one() || change.first_whole.as_ref() == Some(given)
}

/// Whether a value is at or beyond the low or the high end of the range.
fn at_the_end(given: &Rational, low: bool, segments: &[Segment]) -> bool {
    if low {
        segments.first().is_some_and(|part| *given <= &part.from + &Rational::one())
    } else {
        segments.last().is_some_and(|part| *given >= part.to)
    }
}

/// `binomial up to m = 36, then scatter-all-gather`
fn spelled(segments: &[Segment]) -> String {
    let one = |segment: &Segment| format!("{} from m = {}", segment.algorithm.name(), segment.from);
    segments.iter().map(one).collect::<Vec<_>>().join(", ")
}
