//! Which of several algorithms costs least, and from where on another does.

use std::sync::Arc;

use super::number::measured;
use super::{AskKind, Asked};
use crate::answers::{BestBetween, bare, claims};
use crate::grade::sizes::of_pieces;
use crate::problems::keys::{AskContext, Keys, bad, text_of};
use crate::problems::parts::names;
use crate::{Graded, Key, Placeholder, Question};
use hockney_ask::{Over, Ranked, Segment, crossovers};
use hockney_base::number::Rational;
use hockney_cost::Numbers;
use hockney_files::{Node, Result, list, shortened};
use hockney_plan::planner::{Algorithm, aliases, named_algorithm};

pub(super) const KIND: AskKind = AskKind {
    name: "best",
    keys: &["among", "over"],
    traits: &[],
    read: |keys, context| Some(Arc::new(BestAsk::read(keys, context))),
};

/// Which algorithm costs least, and from where on another does.
#[derive(Debug)]
struct BestAsk {
    /// The algorithms to choose from, at least two.
    among: Vec<&'static str>,
    /// The range of m over which the best changes.
    over: Option<RangeOfM>,
}

/// `m=1..1e6`
#[derive(Debug)]
struct RangeOfM {
    low: Rational,
    high: Rational,
    /// Both ends as they are written.
    written: [String; 2],
}

impl BestAsk {
    fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Self {
        let over = keys.read("over", range);
        let ranged = keys.get("over").is_some();
        let lacks = |n: &Numbers| n.t_s.is_none() || n.t_w.is_none() || (!ranged && n.m.is_none());
        if context.numbers.is_some_and(lacks) {
            let help = "write numbers: {t_s: 5, t_w: 1} in the question; without `over`, also m";
            let message = "a choice is asked for, and the question gives no numbers";
            keys.errors.add(message, context.at, help);
        }
        BestAsk { among: among(keys, context), over }
    }
}

fn among(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Vec<&'static str> {
    let help = "write at least two algorithms: among: [binomial, scatter-all-gather]";
    let items = |node| Ok((node, list(node, "a list of algorithms", help)?));
    let Some((node, items)) = keys.must("among", help, items) else { return Vec::new() };
    if items.len() < 2 {
        keys.errors.add("a choice of fewer than two", node.span, help);
    }
    names(items, context.on, keys.errors)
}

fn range(node: &Node<'_>) -> Result<RangeOfM> {
    let text = text_of(node, "a range")?;
    let read = || {
        let (name, range) = text.split_once('=')?;
        let (low, high) = range.split_once("..")?;
        let written = [low, high].map(|end| end.trim().to_owned());
        let number = |text: &String| text.parse::<Rational>().ok().filter(|n| !n.is_negative());
        let (low, high) = (number(&written[0])?, number(&written[1])?);
        (name.trim() == "m" && low < high).then_some(RangeOfM { low, high, written })
    };
    let message = || format!("`{}` is not a range of m", shortened(&text));
    let help = "write a rising range of m: over: \"m=1..1e6\"";
    read().map_or_else(|| bad(message(), node.span, help), Ok)
}

impl Asked for BestAsk {
    /// `Which of ring and census costs less?`
    fn sentence(&self, question: &Question) -> String {
        let least = if self.among.len() == 2 { "less" } else { "least" };
        let names = match &self.among[..] {
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
            [] => String::new(),
        };
        let pieces = of_pieces(question, &self.among);
        let which = format!("Which of {names} costs {least}{pieces}");
        match &self.over {
            Some(RangeOfM { written: [low, high], .. }) => format!(
                "{which} for m from {low} to {high}? If the answer changes in this range, from which m on?"
            ),
            None => which + "?",
        }
    }

    fn examples(&self, _: &Question) -> Vec<String> {
        let from = self.over.as_ref().map_or("", |_| " from m = 36");
        self.among.iter().rev().map(|name| format!("{name}{from}")).collect()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Graded {
        // The name of an algorithm is an answer.
        let bare = bare(text, &[]);
        let claims = match claims(&bare.text, &|name| self.algorithm(key, name)) {
            Ok(claims) => claims,
            Err(why) => {
                let known = self.among.join(", ");
                return Graded::unreadable(format!("{why}: the algorithms are {known}"));
            }
        };
        let graded = match self.compared(key) {
            Ok(BestOf::AtNumbers(rows)) => at_numbers(key, &rows, &claims),
            Ok(BestOf::Along(segments)) => along(key, &segments, &claims),
            Err(why) => Graded::undecided(why),
        };
        graded.skipping(&bare.skipped)
    }

    fn solution(&self, key: &Key<'_>) -> String {
        match self.compared(key) {
            Ok(BestOf::AtNumbers(rows)) => {
                rows.first().map_or(String::new(), |row| row.algorithm.name().to_owned())
            }
            Ok(BestOf::Along(segments)) => spelled(&segments),
            Err(why) => why,
        }
    }

    fn unanswerable(&self, key: &Key<'_>) -> Option<String> {
        self.compared(key).err().map(|why| format!("has no answer: {why}"))
    }

    fn reason(&self, key: &Key<'_>) -> Option<String> {
        let Ok(BestOf::AtNumbers(rows)) = self.compared(key) else { return None };
        let costs = |row: &Ranked| {
            Some(format!("{} costs {}", row.algorithm.name(), measured(row.total.as_ref()?, None)))
        };
        Some(rows.iter().filter_map(costs).collect::<Vec<_>>().join(", "))
    }
}

impl BestAsk {
    /// The algorithm of the question that a name or alias means.
    fn algorithm(&self, key: &Key<'_>, name: &str) -> Option<&'static str> {
        let parts = name.split([' ', '_', '+', '-']).filter(|part| !part.is_empty());
        let spelled = parts.collect::<Vec<_>>().join("-").to_lowercase();
        let meant = named_algorithm(&spelled, &key.request).map(Algorithm::name);
        if let Some(known) = meant.filter(|meant| self.among.contains(meant)) {
            return Some(known);
        }
        let collective = key.question.instance.collective.name();
        let (_, means) = aliases(collective).find(|(alias, _)| *alias == spelled)?;
        let mut meant = self.among.iter().filter(|known| means.contains(known));
        meant.next().filter(|_| meant.next().is_none()).copied()
    }

    fn compared(&self, key: &Key<'_>) -> Result<BestOf, String> {
        let row = |name: &&str| {
            let row = key.ranking.rows.iter().find(|row| row.algorithm.name() == *name);
            row.cloned().ok_or_else(|| format!("{name} has no cost here"))
        };
        let mut rows = self.among.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        let Some(RangeOfM { low, high, .. }) = &self.over else {
            rows.sort_by(|a, b| a.total.cmp(&b.total));
            return Ok(BestOf::AtNumbers(rows));
        };
        // In the order for crossovers: by steps, then words.
        rows.sort_by(|a, b| (&a.cost.t_s, &a.cost.t_w).cmp(&(&b.cost.t_s, &b.cost.t_w)));
        let parts = crossovers(&rows, &Over::M(key.question.numbers.clone()), low, high);
        parts.map(BestOf::Along).map_err(|why| why.to_string())
    }
}

/// The algorithms of the question, the best first, or where the best changes.
enum BestOf {
    AtNumbers(Vec<Ranked>),
    Along(Vec<Segment>),
}

/// Compares the one that is named with the cheapest.
fn at_numbers(key: &Key<'_>, rows: &[Ranked], claims: &[BestBetween]) -> Graded {
    let [BestBetween { name, from: None, up_to: None }] = claims else {
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

/// Compares what is claimed with where each algorithm is the best.
fn along(key: &Key<'_>, segments: &[Segment], claims: &[BestBetween]) -> Graded {
    let right = spelled(segments);
    let say = |sentence, name| key.say(sentence, &[("name", name), ("right", &right)]);
    let mut said = vec![false; segments.len()];
    let mut off = None;
    for BestBetween { name, from, up_to } in claims {
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
