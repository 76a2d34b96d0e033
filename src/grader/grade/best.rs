//! Which of several algorithms costs least, and from where on another does.

use super::super::key::Key;
use super::super::verdict::{Graded, Verdict};
use crate::compare::{Over, Ranked, Segment, crossovers};
use crate::number::Rational;

pub(super) fn grade(
    key: &Key<'_>,
    among: &[&'static str],
    over: Option<&str>,
    text: &str,
) -> Graded {
    let words = text.to_lowercase();
    if ["not ", "n't", "but ", "except"].iter().any(|word| words.contains(word)) {
        return Graded::nothing(
            Verdict::Unreadable,
            "write the algorithm itself, without `not` and `but`",
        );
    }
    let named = names(among, text);
    match compared(key, among, over) {
        Ok(Compared::AtNumbers(rows)) => at_numbers(&rows, &named, among),
        Ok(Compared::Along(segments)) => along(key, &segments, &named, text, among),
        Err(why) => Graded::nothing(Verdict::Undecided, why),
    }
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
    Ok(Compared::Along(crossovers(&rows, &over, &low, &high)))
}

fn write_one_of(among: &[&str]) -> Graded {
    Graded::nothing(Verdict::Unreadable, format!("write one of {}", among.join(", ")))
}

fn at_numbers(rows: &[Ranked], named: &[&'static str], among: &[&str]) -> Graded {
    let [given] = named[..] else { return write_one_of(among) };
    let total = |name: &str| {
        rows.iter().find(|row| row.algorithm.name() == name).and_then(|row| row.total.clone())
    };
    let Some((least, mine)) =
        rows.iter().filter_map(|row| row.total.clone()).min().zip(total(given))
    else {
        return Graded::nothing(Verdict::Undecided, "the question does not give all numbers");
    };
    if mine == least {
        return Graded::right("right");
    }
    let best = rows
        .iter()
        .find(|row| row.total.as_ref() == Some(&least))
        .map_or("", |row| row.algorithm.name());
    let hint = format!("{given} costs {mine}, and another costs less");
    Graded::wrong(
        format!("best: {given}"),
        hint,
        format!("{best} costs {least}, {given} costs {mine}"),
    )
}

/// `m=1..1e6`, in the numbers of the question.
fn range(key: &Key<'_>, over: &str) -> Option<(Rational, Rational, Over)> {
    let (name, range) = over.split_once('=')?;
    let (low, high) = range.split_once("..")?;
    let numbers = &key.question.numbers;
    let both = numbers.t_s.is_some() && numbers.t_w.is_some();
    (name.trim() == "m" && both).then_some(())?;
    let number = |text: &str| text.trim().parse::<Rational>().ok();
    Some((number(low)?, number(high)?, Over::M(numbers.clone())))
}

fn along(
    key: &Key<'_>,
    segments: &[Segment],
    named: &[&'static str],
    text: &str,
    among: &[&str],
) -> Graded {
    let spelled = spelled(segments);
    let numbers = numbers(text);
    match segments {
        [only] => match named {
            [given] if *given == only.algorithm.name() && numbers.is_empty() => {
                Graded::right("right")
            }
            [given] if numbers.is_empty() => Graded::wrong(
                format!("best: {given}"),
                "another costs less in the whole range",
                spelled,
            ),
            [_, ..] => {
                Graded::wrong("crossover", "one algorithm is the best in the whole range", spelled)
            }
            [] => write_one_of(among),
        },
        [first, second] => {
            // The last one named is the one that holds from there on.
            let (Some(last), [at]) = (named.last(), &numbers[..]) else {
                return Graded::nothing(
                    Verdict::Unreadable,
                    "write the algorithm that is the best for large m, and from where on: such as `scatter-all-gather from m = 36`",
                );
            };
            let (before, from) = (first.algorithm.name(), second.algorithm.name());
            let (up_to, onwards) = (says_up_to(text), says_from(text));
            if up_to && onwards {
                return Graded::nothing(
                    Verdict::Unreadable,
                    "write one direction only: `.. from m = ..`",
                );
            }
            // `binomial up to m = 148`, or `scatter-all-gather from m = 149`
            let right_name = if up_to { named.first() == Some(&before) } else { *last == from };
            // A value may be given rounded: to the word before or after.
            let off = if *at > second.from { at - &second.from } else { &second.from - at };
            let right_value = off < Rational::one() || second.first_whole.as_ref() == Some(at);
            match (right_name, right_value) {
                (true, true) => Graded::right("right"),
                (true, false) => Graded::partly(
                    &key.question.partial.one_slip,
                    "value of the crossover",
                    format!("{from} is the best for large m, but not from there on"),
                    spelled,
                ),
                (false, _) => Graded::wrong(
                    "best for large m",
                    format!("{last} is not the best for large m"),
                    spelled,
                ),
            }
        }
        _ => {
            Graded::nothing(Verdict::Undecided, format!("there is more than one change: {spelled}"))
        }
    }
}

/// `binomial up to m = 36, then scatter-all-gather`
fn spelled(segments: &[Segment]) -> String {
    let one = |segment: &Segment| format!("{} from m = {}", segment.algorithm.name(), segment.from);
    segments.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn says_from(text: &str) -> bool {
    let text = text.to_lowercase();
    ["from", "above", "more than", ">", "≥", "onwards", "after"]
        .iter()
        .any(|words| text.contains(words))
}

fn says_up_to(text: &str) -> bool {
    let text = text.to_lowercase();
    ["up to", "until", "below", "less than", "<", "≤", "before"]
        .iter()
        .any(|words| text.contains(words))
}

/// The algorithms that a text names, in the order in which it does; the longest names first, since
/// `ring` is a part of `scatter-ring`.
fn names(among: &[&'static str], text: &str) -> Vec<&'static str> {
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let mut text = plain(text);
    let mut longest: Vec<&'static str> = among.to_vec();
    longest.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut found = Vec::new();
    for name in longest {
        let word = plain(name);
        while let Some(at) = text.find(&word) {
            found.push((at, name));
            // What is taken stands there no more, and nothing moves.
            text.replace_range(at..at + word.len(), &"#".repeat(word.len()));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(_, name)| *name);
    found.into_iter().map(|(_, name)| name).collect()
}

/// The numbers that stand by themselves.
fn numbers(text: &str) -> Vec<Rational> {
    let words = text.split(|c: char| c.is_whitespace() || "=,;<>≥≤".contains(c));
    let words = words.map(|word| word.trim_end_matches('.'));
    words
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_sentences() {
        let among = ["ring", "scatter-ring", "binomial"];
        assert_eq!(names(&among, "Scatter ring"), ["scatter-ring"]);
        assert_eq!(
            names(&among, "binomial, then scatter-ring from 36"),
            ["binomial", "scatter-ring"]
        );
        assert_eq!(names(&among, "ring or scatter-ring"), ["ring", "scatter-ring"]);
        assert!(names(&among, "tree").is_empty());
        assert_eq!(numbers("from m = 36."), [Rational::from(36_u32)]);
        assert_eq!(numbers("m>=2.5, d3"), ["2.5".parse::<Rational>().unwrap_or_default()]);
    }
}
