//! Which of several algorithms costs least, and from where on another does.

use super::super::answers::{Claim, bare, claims};
use super::super::problems::range as range_of;
use crate::{Graded, Key, Placeholder};
use hockney_ask::{Over, Ranked, Segment, crossovers};
use hockney_base::number::Rational;
use hockney_plan::planner::{Algorithm, aliases, named_algorithm};

pub(super) fn grade(
    key: &Key<'_>,
    among: &[&'static str],
    over: Option<&str>,
    text: &str,
) -> Graded {
    // The name of an algorithm is an answer.
    let bare = bare(text, &[]);
    let named = |name: &str| algorithm(key, among, name);
    let claims = match claims(&bare.text, &named) {
        Ok(claims) => claims,
        Err(why) => {
            return Graded::unreadable(format!("{why}: the algorithms are {}", among.join(", ")));
        }
    };
    let graded = match compared(key, among, over) {
        Ok(BestOf::AtNumbers(rows)) => at_numbers(key, &rows, &claims),
        Ok(BestOf::Along(segments)) => along(key, &segments, &claims),
        Err(why) => Graded::undecided(why),
    };
    graded.skipping(&bare.skipped)
}

/// The algorithm of the question that a name or alias means.
fn algorithm(key: &Key<'_>, among: &[&'static str], name: &str) -> Option<&'static str> {
    let parts = name.split([' ', '_', '+', '-']).filter(|part| !part.is_empty());
    let spelled = parts.collect::<Vec<_>>().join("-").to_lowercase();
    let meant = named_algorithm(&spelled, &key.request).map(Algorithm::name);
    if let Some(known) = meant.filter(|meant| among.contains(meant)) {
        return Some(known);
    }
    let collective = key.question.instance.collective.name();
    let (_, means) = aliases(collective).find(|(alias, _)| *alias == spelled)?;
    let mut meant = among.iter().filter(|known| means.contains(known));
    meant.next().filter(|_| meant.next().is_none()).copied()
}

/// The right answer, spelled out.
pub(super) fn solution(key: &Key<'_>, among: &[&'static str], over: Option<&str>) -> String {
    match compared(key, among, over) {
        Ok(BestOf::AtNumbers(rows)) => {
            let costs = |row: &Ranked| {
                let total = row.total.as_ref().map_or_else(String::new, ToString::to_string);
                format!("{} costs {total}", row.algorithm.name())
            };
            rows.iter().map(costs).collect::<Vec<_>>().join(", ")
        }
        Ok(BestOf::Along(segments)) => spelled(&segments),
        Err(why) => why,
    }
}

/// The algorithms of the question, the best first, or where the best changes.
enum BestOf {
    AtNumbers(Vec<Ranked>),
    Along(Vec<Segment>),
}

fn compared(key: &Key<'_>, among: &[&'static str], over: Option<&str>) -> Result<BestOf, String> {
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
        return Ok(BestOf::AtNumbers(rows));
    };
    // In the order for crossovers: by steps, then words.
    rows.sort_by(|a, b| (&a.cost.t_s, &a.cost.t_w).cmp(&(&b.cost.t_s, &b.cost.t_w)));
    let (low, high, over) = range(key, over)
        .ok_or_else(|| format!("the range `{over}` of the question is not a range of m"))?;
    let parts = crossovers(&rows, &over, &low, &high);
    parts.map(BestOf::Along).map_err(|why| why.to_string())
}

/// Compares the one that is named with the cheapest.
fn at_numbers(key: &Key<'_>, rows: &[Ranked], claims: &[Claim]) -> Graded {
    let [Claim { name, from: None, up_to: None }] = claims else {
        return Graded::unreadable("write one algorithm, without a value of m");
    };
    let totals = || rows.iter().filter_map(|row| Some((row.total.as_ref()?, row.algorithm.name())));
    let mine = totals().find(|(_, of)| of == name);
    let (Some((mine, _)), Some((total, best))) = (mine, totals().min_by_key(|row| row.0)) else {
        return key.say("number missing", &[]);
    };
    if mine == total {
        return Graded::right("right");
    }
    let words: &[Placeholder<'_>] =
        &[("name", name), ("mine", mine), ("best", &best), ("total", total)];
    key.say("best dearer", words)
}

/// `m=1..1e6`, in the numbers of the question.
fn range(key: &Key<'_>, over: &str) -> Option<(Rational, Rational, Over)> {
    let numbers = &key.question.numbers;
    let both = numbers.t_s.is_some() && numbers.t_w.is_some();
    let (low, high) = range_of(over).filter(|_| both)?;
    Some((low, high, Over::M(numbers.clone())))
}

/// Compares what is claimed with where each algorithm is the best.
fn along(key: &Key<'_>, segments: &[Segment], claims: &[Claim]) -> Graded {
    let right = spelled(segments);
    let say = |sentence, name| key.say(sentence, &[("name", name), ("right", &right)]);
    let mut said = vec![false; segments.len()];
    let mut off = None;
    for Claim { name, from, up_to } in claims {
        let Some(at) = segments.iter().position(|part| part.algorithm.name() == *name) else {
            return say("best nowhere", name);
        };
        let unbounded = from.is_none() && up_to.is_none() && segments.len() > 1;
        if unbounded && claims.len() == 1 {
            return say("best whole", name);
        }
        if unbounded && at > 0 {
            return say("best begin", name);
        }
        let (begin, end) = (at.checked_sub(1).map(|_| &segments[at]), segments.get(at + 1));
        for (given, bound, bound_is_low) in [(from, begin, true), (up_to, end, false)] {
            match (given, bound) {
                (None, _) => {}
                (Some(given), Some(bound)) if near(given, bound) => {}
                // A bound of the range itself is not a change.
                (Some(given), None) if at_the_end(given, bound_is_low, segments) => {}
                (Some(_), Some(_)) => off = Some(name),
                (Some(_), None) => return say("best there", name),
            }
        }
        // The beginning and the end: each change is named on one of its sides.
        said[at] |= from.is_some() && begin.is_some();
        if let (Some(_), Some(next)) = (up_to, said.get_mut(at + 1)) {
            *next = true;
        }
    }
    match off {
        Some(name) => say("best change", name),
        None if said[1..].iter().all(|said| *said) => Graded::right("right"),
        None => say("best changes", &""),
    }
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
