//! Which step is blamed: `step 2`, `in the second of three steps`, `第二步`.

use super::super::super::lists::list;
use super::super::words::{is_node, is_step, number, place};
use super::{Blamed, states, words};

/// It is not clear which step is blamed.
pub(super) struct Unclear;

/// The step that is blamed, if one is: the only one that is named, or that a clause with a fault names.
pub(super) fn blamed(text: &str) -> Result<Blamed, Unclear> {
    let clauses: Vec<Vec<&str>> = text
        .split([',', '.', ';', ':', '!', '\n', '(', ')', '，'])
        .map(|clause| words(clause).collect())
        .collect();
    let all: Vec<&str> = clauses.iter().flatten().copied().collect();
    let said: Vec<(Vec<usize>, bool)> = clauses.iter().map(|clause| steps(clause)).collect();
    let last = said.iter().any(|(_, last)| *last);
    let mut named = once(said.into_iter().flat_map(|(steps, _)| steps));
    if named.len() > 1 {
        // `step 1 works, but in step 2 ..`: what is said to be right is not blamed.
        let fine = |clause: &&Vec<&str>| states(clause) == Some(true);
        let right: Vec<usize> =
            clauses.iter().filter(fine).flat_map(|clause| steps(clause).0).collect();
        let before = ["unlike", "after", "before", "anders", "nach"];
        let compared = all.iter().any(|word| before.contains(word));
        named.retain(|step| !right.contains(step));
        let range = all.windows(2).any(|pair| pair[1] == "or" || pair[0] == "or");
        let rising = named.is_sorted();
        let joined = all.iter().any(|word| ["and", "und", "y"].contains(word)) || named.len() == 1;
        if compared || range || !rising || !joined {
            return Err(Unclear);
        }
    }
    if all.contains(&"or") && all.iter().filter(|word| word.parse::<u64>().is_ok()).count() > 1 {
        return Err(Unclear);
    }
    if let Some(first) = named.first() {
        return Ok(Blamed::Step(*first));
    }
    if last {
        return Ok(Blamed::Last);
    }
    // A number alone may be the step: not one beside another, or beside words for nodes.
    let numbers: Vec<usize> = all.iter().filter_map(|word| word.parse().ok()).collect();
    let places: Vec<u64> = all.iter().filter_map(|word| place(word)).collect();
    let short = all.len() <= 3;
    let of_nodes = all.iter().any(|word| is_node(word) || list("verdict links").contains(word));
    match (&numbers[..], &places[..]) {
        _ if of_nodes || !short => Ok(Blamed::Nothing),
        ([step], []) => Ok(Blamed::Step(*step)),
        ([], [place]) => usize::try_from(*place).map(Blamed::Step).map_err(|_| Unclear),
        // Numbers of nodes and links say nothing of steps.
        _ => Ok(Blamed::Nothing),
    }
}

/// The steps that words name, each once, in their order, and whether they name the last one.
fn steps(words: &[&str]) -> (Vec<usize>, bool) {
    let value = |word: &str| {
        let value = word.parse().ok().or_else(|| number(word));
        value.and_then(|value| usize::try_from(value).ok())
    };
    let mut found: Vec<usize> = Vec::new();
    let mut last = false;
    for (k, word) in words.iter().enumerate() {
        if !is_step(word) {
            found.extend(joined(word));
            continue;
        }
        let before = k.checked_sub(1).and_then(|k| words.get(k));
        // `the second step`, `in the second of three steps`
        let ordinal = before.and_then(|word| place(word)).or_else(|| {
            let of = k.checked_sub(2).filter(|at| words.get(*at) == Some(&"of"))?;
            place(words.get(of.checked_sub(1)?)?)
        });
        last |= before.is_some_and(|word| list("verdict last").contains(word));
        if let Some(place) = ordinal {
            found.extend(usize::try_from(place).ok());
            continue;
        }
        let behind =
            words[k + 1..].iter().filter(|word| !["number", "no", "nr", "#"].contains(*word));
        for word in behind {
            match value(word) {
                Some(step) => found.push(step),
                // `steps 2 and 3`
                None if ["and", "und", "y"].contains(word) => {}
                None => break,
            }
        }
    }
    (once(found), last)
}

/// Each once, in the order of the first.
fn once(steps: impl IntoIterator<Item = usize>) -> Vec<usize> {
    let mut seen = Vec::new();
    for step in steps {
        if !seen.contains(&step) {
            seen.push(step);
        }
    }
    seen
}

/// `step2`, `第2步`, `第二步`
fn joined(word: &str) -> Option<usize> {
    let bare = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let digits = bare.trim_end_matches(|c: char| !c.is_ascii_digit());
    let names = is_step(&word[..word.len() - bare.len()]) || word.contains('步');
    let digits = digits.parse::<usize>().ok().filter(|_| names);
    digits.or_else(|| {
        let inside = word.split_once('第')?.1.split_once('步')?.0;
        usize::try_from(number(inside)?).ok()
    })
}
