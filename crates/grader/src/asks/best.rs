//! Which of several algorithms costs least, and from where on another does: `binomial, scatter-all-gather from m = 36`.

use super::number::measured;
use crate::Placeholder;
use crate::answers::{bare, plain};
use crate::grade::sizes::of_pieces;
use crate::grade::{symbols, value, value_at};
use crate::prelude::*;
use crate::problems::read::names;
use hockney_ask::{Over, Segment, crossovers};
use hockney_cost::Numbers;
use hockney_files::Result;
use hockney_plan::planner::{aliases, named_algorithm};

/// Which algorithm costs least, and from where on another does.
#[derive(Debug)]
pub(super) struct BestAsk {
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
    pub(super) fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Self {
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

    /// The algorithm of the question that a name or alias means.
    fn algorithm(&self, key: &Key<'_>, name: &str) -> Option<&'static str> {
        let parts = name.split([' ', '_', '+', '-']).filter(|part| !part.is_empty());
        let spelled = parts.collect::<Vec<_>>().join("-").to_lowercase();
        let meant = named_algorithm(&spelled, &key.request).map(Algorithm::name);
        if let Some(known) = meant.filter(|meant| self.among.contains(meant)) {
            return Some(known);
        }
        let collective = key.question.instance.collective.name();
        let alias = aliases(collective).find(|(alias, _)| *alias == spelled);
        let first =
            |name: &str| name.split('-').filter_map(|word| word.chars().next()).collect::<String>();
        let is = |known: &str| match alias {
            Some((_, means)) => means.contains(&known),
            None => known.contains('-') && spelled == first(known),
        };
        let mut meant = self.among.iter().filter(|known| is(known));
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

fn among(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Vec<&'static str> {
    let help = "write at least two algorithms: among: [binomial, scatter-all-gather]";
    let items = |node| Ok((node, hockney_files::list(node, "a list of algorithms", help)?));
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

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        // The name of an algorithm is an answer.
        let bare = bare(text, &[]).without_reason();
        if let (Some(value), Ok(BestOf::Along(segments))) =
            (change_alone(&bare.text), self.compared(key))
            && let [_, second] = &segments[..]
        {
            let sentence = if near(&value, second, false) { "best value" } else { "best change" };
            let words: &[Placeholder<'_>] =
                &[("name", &second.algorithm.name()), ("right", &spelled(&segments))];
            return Ok(key.say(sentence, words));
        }
        let named = |name: &str| self.algorithm(key, &plain_name(name));
        let better = list("better than").into_iter().find_map(|word| bare.text.split_once(word));
        // `ring (315) is cheaper than binomial`
        let text = match better.filter(|(_, other)| named(other).is_some()) {
            Some((best, _)) => best,
            None => &bare.text,
        };
        let known = |why| format!("{why}: the algorithms are {}", self.among.join(", "));
        let graded = match self.compared(key) {
            Ok(BestOf::AtNumbers(rows)) => match by_totals(key, text, &rows, &named) {
                Some(claims) => at_numbers(key, &rows, &claims),
                None => at_numbers(key, &rows, &claims(text, &named, None).map_err(known)?),
            },
            Ok(BestOf::Along(segments)) => {
                let change = <&[_; 2]>::try_from(&segments[..]).ok().map(|[_, second]| second);
                let holds = |text: &str| change.is_some_and(|change| holds(key, text, change));
                along(key, &segments, &claims(text, &named, Some(&holds)).map_err(known)?)
            }
            Err(why) => Graded::undecided(why),
        };
        Ok(graded.skipping(&bare.skipped))
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

/// A name without its total in brackets behind it, `ring (315)`, and the words around it that say nothing.
fn plain_name(name: &str) -> String {
    let total = name.trim().strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    let number = |total: &str| total.chars().all(|c| c.is_ascii_digit() || c == '.');
    let name = total.filter(|(_, total)| number(total)).map_or(name, |(name, _)| name);
    let words = name.split(|c: char| c.is_whitespace() || "():".contains(c));
    let words = words
        .filter(|word| !word.is_empty() && !list("best filler").contains(&&*word.to_lowercase()));
    words.collect::<Vec<_>>().join(" ")
}

/// What an answer claims by right totals, `ring: 7*12 = 84, binomial: 44 → binomial`, `binomial: 44 < ring: 84`, or by none.
fn by_totals(
    key: &Key<'_>,
    text: &str,
    rows: &[Ranked],
    named: Named<'_>,
) -> Option<Vec<BestBetween>> {
    let of = |name| vec![BestBetween { name, limits: [None, None] }];
    if list("best same").contains(&&*text.to_lowercase()) {
        let dearest = rows.iter().max_by_key(|row| row.total.as_ref())?;
        return Some(of(dearest.algorithm.name()));
    }
    let text = plain(text).replace("=>", "->").replace('→', "->");
    let (totals, best) = text.rsplit_once("->").unwrap_or((&text, &text));
    let best = named(best.split_once(':').map_or(best, |(best, _)| best))?;
    let is_right = |part: &str| {
        let (name, sides) = part.split_once(':')?;
        let name = named(name)?;
        let total = rows.iter().find(|row| row.algorithm.name() == name)?.total.as_ref()?;
        Some(sides.split('=').all(|side| value(key, side).as_ref() == Some(total)))
    };
    let in_order = totals.matches('<').count() + 1 == rows.len() || totals.len() < text.len();
    let right = totals.split(['<', ',', ';']).all(|part| is_right(part) == Some(true));
    (in_order && right).then(|| of(best))
}

/// Whether a statement about m has equal sides where the best algorithm changes: `4 (100 + m) < 30 (100 + m/16)`.
fn holds(key: &Key<'_>, text: &str, change: &Segment) -> bool {
    let at = symbols(key).with("m", change.from.clone());
    let number = |side: &str| value_at(side, &at)?.as_rational();
    let most = Rational::ratio(1, 20).unwrap_or_default();
    let near_to = |one: &str, other: &str| match (number(one), number(other)) {
        (Some(_), Some(other)) if one.trim() == "m" => near(&other, change, true),
        (Some(one), Some(other)) => (&one - &other).abs() <= most,
        _ => false,
    };
    let sides: Vec<&str> = text.split(RELATIONS).filter(|side| !side.trim().is_empty()).collect();
    sides.len() > 1 && sides.windows(2).all(|two| near_to(two[0], two[1]))
}

/// What stands between the sides of a statement.
const RELATIONS: [char; 6] = ['=', '<', '>', '≤', '≥', '≈'];

/// Finds the algorithm of a name.
type Named<'n> = &'n dyn Fn(&str) -> Option<&'static str>;

/// The algorithms of the question, the best first, or where the best changes.
enum BestOf {
    AtNumbers(Vec<Ranked>),
    Along(Vec<Segment>),
}

/// Compares the one that is named with the cheapest.
fn at_numbers(key: &Key<'_>, rows: &[Ranked], claims: &[BestBetween]) -> Graded {
    let [BestBetween { name, limits: [None, None] }] = claims else {
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
    for BestBetween { name, limits } in claims {
        let Some(at) = segments.iter().position(|part| part.algorithm.name() == *name) else {
            return say("best nowhere", name);
        };
        if *limits == [None, None] && segments.len() > 1 && (claims.len() == 1 || at > 0) {
            return say(if claims.len() == 1 { "best whole" } else { "best begin" }, name);
        }
        // The beginning and the end: each change is named on one of its sides.
        let changes = [(at > 0).then_some(at), Some(at + 1).filter(|at| *at < segments.len())];
        for (place, (given, change)) in limits.iter().zip(changes).enumerate() {
            match (given, change) {
                (None, _) => {}
                (Some(given), Some(change)) => {
                    said[change] = true;
                    if !near(given, &segments[change], place > 0) {
                        off = Some(name);
                    }
                }
                // A bound of the range itself is not a change.
                (Some(given), None) if at_the_end(given, place, segments) => {}
                (Some(_), None) => return say("best there", name),
            }
        }
    }
    match off {
        Some(name) => say("best change", name),
        None if said[1..].iter().all(|said| *said) => Graded::right("right"),
        None => say("best changes", &""),
    }
}

/// A change between two words may be given as the word before or after, or with a decimal; the part before a change ends a
/// word earlier.
fn near(given: &Rational, change: &Segment, is_end: bool) -> bool {
    let off = given - &change.from;
    if !given.is_integer() {
        return off.abs() * Rational::from(20_u32) <= Rational::one();
    }
    let low = if is_end { off >= -Rational::one() } else { off > -Rational::one() };
    low && off < Rational::one() || change.first_whole.as_ref() == Some(given)
}

/// Whether a value is at or beyond the low end of the range, the place 0, or the high one.
fn at_the_end(given: &Rational, place: usize, segments: &[Segment]) -> bool {
    match segments {
        [first, ..] if place == 0 => *given <= &first.from + &Rational::one(),
        [.., last] => *given >= last.to,
        [] => false,
    }
}

/// `binomial up to m = 36, then scatter-all-gather`
fn spelled(segments: &[Segment]) -> String {
    let one = |segment: &Segment| format!("{} from m = {}", segment.algorithm.name(), segment.from);
    segments.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// That an algorithm is the best between two values of m.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BestBetween {
    /// The algorithm.
    name: &'static str,
    /// From where on and up to where, where it says so.
    limits: [Option<Rational>; 2],
}

/// What an answer claims; `holds` tells which statements about m alone are right where the best algorithm changes.
///
/// # Errors
/// The part that is no claim.
fn claims(
    text: &str,
    named: Named<'_>,
    holds: Option<&dyn Fn(&str) -> bool>,
) -> Result<Vec<BestBetween>, String> {
    let mut claims: Vec<BestBetween> = Vec::new();
    // They say that it is so where nothing else is said.
    let text = list("best signs").rewritten(&list("best else").replaced(text, ""));
    let mut change = None;
    let mut sides = Vec::new();
    for part in text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let unreadable = || {
            format!("`{}` is not an algorithm of the question with a value of m", shortened(part))
        };
        let of_m = part.find(|c: char| c == 'm' || c.is_ascii_digit()).unwrap_or(0);
        let (before, statement) = part.split_at(of_m);
        let is_bound = !claims.is_empty() && statement.starts_with("m ");
        let alone = plain_name(before).is_empty() && (!is_bound || statement.starts_with("m ="));
        if alone && holds.is_some_and(|holds| holds(statement)) {
            let value = statement.rsplit(RELATIONS).next();
            change = value.and_then(|value| value.trim().parse().ok()).or(change);
            continue;
        }
        let Bound { name, limits, side } = bounded(part).ok_or_else(unreadable)?;
        let is_vague = |word: &str| list("best vague").contains(&word);
        let is_open = limits == [None, None];
        if is_open && side.is_none() && name.split(' ').any(is_vague) {
            return Err(unreadable());
        }
        change = limits.iter().flatten().next().cloned().or(change);
        // `scatter-all-gather, from m = 36`
        if plain_name(&name).is_empty() {
            let last = claims.last_mut().ok_or_else(unreadable)?;
            for (known, limit) in last.limits.iter_mut().zip(limits) {
                if is_open || known.is_some() && limit.is_some() {
                    return Err(unreadable());
                }
                *known = known.take().or(limit);
            }
            continue;
        }
        let name = named(&name).ok_or_else(unreadable)?;
        if claims.iter().any(|claim| claim.name == name) {
            return Err(format!("{name} is named twice"));
        }
        sides.extend(side.map(|above| (claims.len(), above)));
        claims.push(BestBetween { name, limits });
    }
    let is_bound = |claim: &BestBetween| claim.limits != [None, None];
    if change.is_some() && sides.is_empty() && !claims.iter().any(is_bound) {
        return Err("it is not said on which side of the value each is the best".to_owned());
    }
    // `above: ring`, where a value is named elsewhere.
    for (at, above) in sides {
        let value = change.clone().ok_or("the value of m is missing")?;
        claims[at].limits[usize::from(!above)] = Some(value);
    }
    // `binomial up to 12, scatter-all-gather` begins where the other ends.
    for at in 1..claims.len() {
        if !is_bound(&claims[at]) {
            let [before, this] = &mut claims[at - 1..=at] else { continue };
            this.limits[0].clone_from(&before.limits[1]);
        }
    }
    if claims.is_empty() { Err("there is no algorithm".to_owned()) } else { Ok(claims) }
}

/// A part of an answer: the name, and from where or up to where, or only on which side of a change, above it or below.
struct Bound {
    name: String,
    limits: [Option<Rational>; 2],
    side: Option<bool>,
}

/// `NAME from m = 36`, `m < 36: NAME`, `NAME (1 ≤ m ≤ 36)`, `above: NAME`; `None` if a value is no number.
fn bounded(part: &str) -> Option<Bound> {
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Bound { name: part.clone(), limits: [None, None], side: None };
    // `1 ≤ m ≤ 36`
    let is_number = |c: char| c.is_ascii_digit() || ".^".contains(c);
    if let Some(at) = part.find("≤ m ").or_else(|| part.find("< m ")) {
        let before = part[..at].trim_end();
        let start = before.trim_end_matches(is_number).len();
        found.limits[0] = Some(before[start..].parse().ok()?);
        found.name = format!("{}{}", &part[..start], part[at..].split_once(' ')?.1);
    }
    let part = found.name.clone();
    // What may stand between an algorithm and a number, and whether the number is where it begins.
    let lists = [("best from", true), ("best to", false)];
    let bounds = lists.map(|(name, from)| list(name).into_iter().map(move |word| (word, from)));
    let places = bounds.into_iter().flatten().filter_map(|(word, from)| {
        let at = part.find(word)?;
        let inside = word.starts_with(char::is_alphabetic);
        let end = &part[at + word.len()..];
        let alone = (part[..at].is_empty() || part[..at].ends_with([' ', '(']))
            && !end.starts_with(char::is_alphanumeric);
        (!inside || alone).then_some((at, word, from))
    });
    let Some((at, word, from)) = places.min_by_key(|(at, word, _)| (*at, usize::MAX - word.len()))
    else {
        return Some(found);
    };
    let value = part[at + word.len()..].trim_start();
    let value = value.strip_prefix('m').unwrap_or(value).trim_start_matches([' ', '=', '≈']);
    let end = value.find(|c: char| !is_number(c) && !"e/".contains(c)).unwrap_or(value.len());
    found.name = format!("{} {}", &part[..at], &value[end..]);
    let number = &value[..end];
    if number.is_empty() && word.starts_with(char::is_alphabetic) {
        found.side = Some(from);
        return Some(found);
    }
    let exact = || value_at(number, &Bindings::new())?.as_rational();
    found.limits[usize::from(!from)] = Some(number.parse().ok().or_else(exact)?);
    Some(found)
}

/// The value from which on the best algorithm is another one, where nothing else is written: `m = 240`.
fn change_alone(text: &str) -> Option<Rational> {
    let text = text.trim().strip_prefix("from ").unwrap_or(text.trim());
    let value = text.strip_prefix('m').map_or(text, |rest| rest.trim_start());
    value.trim_start_matches(['=', '≈']).trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let named = |name: &str| {
            let name = plain_name(name);
            ["ring", "scatter-ring", "binomial"].into_iter().find(|known| *known == name)
        };
        let bound =
            |bound: &Option<Rational>| bound.as_ref().map_or("?".to_owned(), ToString::to_string);
        let one = |BestBetween { name, limits: [from, up_to] }: &BestBetween| {
            format!("{name} {}..{}", bound(from), bound(up_to))
        };
        match claims(text, &named, None) {
            Ok(claims) => claims.iter().map(one).collect::<Vec<_>>().join(", "),
            Err(why) => why,
        }
    }

    #[test]
    fn claims_are_pairs_of_an_algorithm_and_a_number() {
        for (text, wanted) in [
            ("ring", "ring ?..?"),
            ("ring from m = 149", "ring 149..?"),
            ("ring, from m=149", "ring 149..?"),
            ("binomial up to 148 then ring from 149", "binomial ?..148, ring 149..?"),
            ("binomial up to 148, then ring", "binomial ?..148, ring 148..?"),
            ("binomial; ring for m >= 149", "binomial ?..?, ring 149..?"),
            ("binomial m < 12\nscatter-ring from 12", "binomial ?..12, scatter-ring 12..?"),
            (
                "ring or binomial",
                "`ring or binomial` is not an algorithm of the question with a value of m",
            ),
            (
                "ring from m = many",
                "`ring from m = many` is not an algorithm of the question with a value of m",
            ),
            ("from m = 3", "`from m = 3` is not an algorithm of the question with a value of m"),
            ("ring, ring", "ring is named twice"),
            ("not ring", "`not ring` is not an algorithm of the question with a value of m"),
            ("", "there is no algorithm"),
        ] {
            assert_eq!(said(text), wanted, "{text}");
        }
    }
}
