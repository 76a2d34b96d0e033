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
            "write the best algorithm itself, without `not`, `except` and `worse`",
        );
    }
    match compared(key, among, over) {
        Ok(Compared::AtNumbers(rows)) => at_numbers(&rows, &the_best(among, text), among),
        Ok(Compared::Along(segments)) => {
            along(key, &segments, &claims(among, text), always(text), among)
        }
        Err(why) => Graded::undecided(why),
    }
}

/// The algorithm that is said to be the best; of `A is cheaper than B` it is the first. Nothing where
/// two are named and it is not said so.
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
            .ok_or_else(|| format!("{name} has no price here"))
    };
    let mut rows = among.iter().map(row).collect::<Result<Vec<_>, _>>()?;
    let Some(over) = over else {
        rows.sort_by(|a, b| a.total.cmp(&b.total));
        return Ok(Compared::AtNumbers(rows));
    };
    // As the crossovers want them: by steps, then words.
    rows.sort_by(|a, b| (&a.cost.t_s, &a.cost.t_w).cmp(&(&b.cost.t_s, &b.cost.t_w)));
    let (low, high, over) = range(key, over)
        .ok_or_else(|| format!("the range `{over}` of the question is none of m"))?;
    let parts = crossovers(&rows, &over, &low, &high);
    parts.map(Compared::Along).map_err(|why| why.to_string())
}

fn write_one_of(among: &[&str]) -> Graded {
    Graded::unreadable(format!("write one of {}", among.join(", ")))
}

fn at_numbers(rows: &[Ranked], named: &[&'static str], among: &[&str]) -> Graded {
    let [given] = named[..] else { return write_one_of(among) };
    let total = |name: &str| {
        rows.iter().find(|row| row.algorithm.name() == name).and_then(|row| row.total.clone())
    };
    let Some((least, mine)) =
        rows.iter().filter_map(|row| row.total.clone()).min().zip(total(given))
    else {
        return Graded::undecided("the question does not give all numbers");
    };
    if mine == least {
        return Graded::right("right");
    }
    let best = rows
        .iter()
        .find(|row| row.total.as_ref() == Some(&least))
        .map_or("", |row| row.algorithm.name());
    let hint = format!("{given} costs {mine}, and another costs less");
    Graded::wrong(hint)
        .counted_as(format!("{given} taken for the best"))
        .full(format!("{best} costs {least}, {given} costs {mine}"))
}

/// `m=1..1e6`, in the numbers of the question.
fn range(key: &Key<'_>, over: &str) -> Option<(Rational, Rational, Over)> {
    let numbers = &key.question.numbers;
    let both = numbers.t_s.is_some() && numbers.t_w.is_some();
    let (low, high) = range_of(over).filter(|_| both)?;
    Some((low, high, Over::M(numbers.clone())))
}

/// Holds what is claimed against where each algorithm is the best.
fn along(
    key: &Key<'_>,
    segments: &[Segment],
    claims: &[Claim],
    always: bool,
    among: &[&str],
) -> Graded {
    let full = |text: &str| format!("{text}; it is {}", spelled(segments));
    if claims.is_empty() {
        return write_one_of(among);
    }
    let mut said = vec![false; segments.len()];
    let mut off = None;
    for claim in claims {
        let Some(at) = segments.iter().position(|part| part.algorithm.name() == claim.name) else {
            let text = format!("{} is nowhere the best in the range", claim.name);
            return Graded::wrong(&text)
                .counted_as(format!("{} taken for the best", claim.name))
                .full(full(&text));
        };
        let (begin, end) = (at.checked_sub(1).map(|_| &segments[at]), segments.get(at + 1));
        for (given, bound, bound_is_low) in [(&claim.from, begin, true), (&claim.up_to, end, false)]
        {
            match (given, bound) {
                (None, _) => {}
                (Some(given), Some(bound)) if near(given, bound) => {}
                // A bound of the range itself says nothing.
                (Some(given), None) if at_the_end(given, bound_is_low, segments) => {}
                (Some(_), Some(_)) => off = Some(claim.name),
                (Some(_), None) => {
                    let text = format!("{} is not the best there", claim.name);
                    return Graded::wrong(&text)
                        .counted_as("another algorithm is the best there")
                        .full(full(&text));
                }
            }
        }
        // From where on, and up to where: each change is said by one of its sides.
        said[at] |= claim.from.is_some() && begin.is_some();
        if let (Some(_), Some(next)) = (&claim.up_to, said.get_mut(at + 1)) {
            *next = true;
        }
    }
    if let Some(name) = off {
        let share = &key.question.partial.one_slip;
        let hint = format!("{name} is the best for some m, but not just there");
        return Graded::partly(share, &hint)
            .counted_as("the right algorithms, and another value where the best one changes")
            .full(full(&hint));
    }
    let names: Vec<&str> = claims.iter().map(|claim| claim.name).collect();
    if segments.len() == 1 || said[1..].iter().all(|said| *said) {
        return Graded::right("right");
    }
    if said[1..].iter().any(|said| *said) {
        let share = &key.question.partial.one_slip;
        let hint = "this is right, and the best changes more often in the range";
        return Graded::partly(share, hint)
            .counted_as("not every change of the best one is named")
            .full(full(hint));
    }
    let example = segments.last().map_or("", |last| last.algorithm.name());
    if names.len() == 1 && (always || names[0] != example) {
        let text = format!("{} is not the best in the whole range", names[0]);
        return Graded::wrong(&text)
            .counted_as(format!("{} taken for the best", names[0]))
            .full(full(&text));
    }
    Graded::unreadable("write also from where on it is the best: `.. from m = ..`")
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
