//! What groups of nodes hold, a sentence for each: `nodes 0-3 hold blocks 0-3, nodes 4-7 hold blocks 4-7`,
//! `{0,1} at P0`, `9 for nodes 0, 1`, `P0 yes, others no`, `1: same`.

use super::super::super::lists::list;
use super::super::numerals::number;
use super::super::vocabulary::denies_anything;
use super::super::words::{is_node, is_number, place};
use super::group;

/// A line for each node; where only whether they have it is said, the nodes that have it.
pub(super) fn regrouped(text: &str, nodes: u32) -> Option<String> {
    let mut text = format!(" {} ", text.to_lowercase());
    for (from, to) in [(" bis ", "-"), (" through ", "-"), ("...", "-"), ("..", "-")] {
        text = text.replace(from, to);
    }
    let mut lines: Vec<String> = Vec::new();
    let mut holders: Vec<String> = Vec::new();
    let mut before: Option<String> = None;
    for part in parts(&text) {
        let (names, held) = sides(&part)?;
        let held = words(&held);
        if list("held others").contains(&names.trim()) {
            (list("held no").contains(&&*held)).then_some(())?;
            continue;
        }
        let held = if list("held same").contains(&&*held) { before.clone()? } else { held };
        let names = group(&names, nodes)?;
        before = Some(held.clone());
        if list("held yes").contains(&&*held) {
            holders.extend(names);
        } else if !list("held no").contains(&&*held) {
            if denies_anything(&held) {
                return None;
            }
            lines.extend(names.iter().map(|node| format!("{node}: {held}")));
        }
    }
    match (lines.is_empty(), holders.is_empty()) {
        (false, true) => Some(lines.join("\n")),
        (true, false) => Some(holders.join(" ")),
        _ => None,
    }
}

/// Without the words that say nothing.
fn words(text: &str) -> String {
    let kept = text.split_whitespace().filter(|word| !list("held fillers").contains(word));
    kept.collect::<Vec<_>>().join(" ").trim_matches([',', '.', ' ']).to_owned()
}

/// The sentences: one ends where the next node, or a list at a node, begins.
fn parts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.split([';', '\n']).flat_map(|line| line.split(". ")) {
        let mut part = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let and = [", and ", ", ", " and ", " und ", " y "]
                .into_iter()
                .find(|and| rest.starts_with(*and));
            if let Some(and) = and.filter(|and| begins(&rest[and.len()..], &part)) {
                found.push(std::mem::take(&mut part));
                rest = &rest[and.len()..];
                continue;
            }
            let length = rest.chars().next().map_or(1, char::len_utf8);
            part.push_str(&rest[..length]);
            rest = &rest[length..];
        }
        found.push(part);
    }
    found.retain(|part| !part.trim().is_empty());
    found
}

/// Whether a sentence begins, after one that says something already.
fn begins(text: &str, before: &str) -> bool {
    let word = text.split([' ', ',', ':', '=']).next().unwrap_or_default();
    let digits = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let named = is_node(word)
        || word.strip_prefix('p').is_some_and(digits)
        || list("held others").iter().any(|of| text.starts_with(of));
    let said = before.contains([':', '=', '{', '['])
        || list("held holds").iter().any(|verb| before.contains(verb));
    let at = list("held at").iter().any(|at| before.contains(at));
    // `P0 yes, P2 yes`, and not `P0, P2 hold it`
    let words = before.split_whitespace().filter(|word| !is_node(word)).count();
    if named {
        said || at || words > 1
    } else {
        at && (text.starts_with('{') || digits(text) && next_is_at(text))
    }
}

/// `22 for nodes 4, 5`
fn next_is_at(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    list("held at").iter().any(|at| rest.starts_with(at))
}

/// Who holds, and what.
fn sides(part: &str) -> Option<(String, String)> {
    let part = format!(" {} ", part.trim());
    let two = |(names, held): (&str, &str)| (names.to_owned(), held.to_owned());
    if let Some(sides) = part.split_once([':', '=']) {
        return Some(two(sides));
    }
    if let Some(sides) = list("held holds").iter().find_map(|verb| part.split_once(verb)) {
        return Some(two(sides));
    }
    if let Some((held, names)) = list("held at").iter().find_map(|at| part.split_once(at)) {
        return Some((names.to_owned(), held.to_owned()));
    }
    let others = list("held others").iter().find(|of| part.trim_start().starts_with(**of));
    if let Some(others) = others {
        return Some(((*others).to_owned(), part.trim_start()[others.len()..].to_owned()));
    }
    // `node 0 {0,1}`, `P0 0 1`
    let part = part.trim();
    let (first, rest) = part.split_once(' ')?;
    let (name, held) = if is_node(first) { rest.split_once([' ', '{'])? } else { (first, rest) };
    let named = is_node(first) || first.starts_with('p');
    let digits = name.trim_start_matches('p');
    (named && is_number(digits))
        .then(|| (digits.to_owned(), held.trim_matches(['{', '}', ' ']).to_owned()))
}

/// `0 2 4 6 have it, 1 3 5 7 do not` without what is said of those that have not.
pub(super) fn without_the_others(text: &str) -> Option<&str> {
    let at = match text.find(" have it, ") {
        Some(at) => at + " have it".len(),
        None => [", ", "; "].iter().filter_map(|by| text.rfind(by)).min()?,
    };
    let (have, have_not) = (&text[..at], &text[at + 2..]);
    let numbers = |text: &str| -> Vec<u64> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let apart = numbers(have).iter().all(|node| !numbers(have_not).contains(node));
    (!denies_anything(have) && denies_anything(have_not) && apart).then_some(have)
}

/// `row 0: 0-2; row 1: 3-5`: each node of a row holds that.
pub(in super::super::super) fn rows(text: &str, sides: [u32; 2]) -> Option<String> {
    let lower = list("held rows").iter().fold(text.to_lowercase(), |text, row| {
        text.replace(&format!(", {row} "), &format!("; {row} "))
    });
    let mut found: Vec<(u64, String)> = Vec::new();
    for part in lower.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
        let spaced = list("held holds")
            .iter()
            .fold(part.to_owned(), |part, verb| part.replacen(verb, ": ", 1));
        let (name, held) = spaced.split_once(':')?;
        let words: Vec<&str> = name.split_whitespace().collect();
        let at = words.iter().position(|word| list("held rows").contains(word))?;
        let behind = words.get(at + 1).and_then(|word| word.parse().ok().or_else(|| number(word)));
        let before = at.checked_sub(1).and_then(|at| place(words[at]));
        let plain = |word: &&str| {
            ["each", "every", "all", "node", "nodes", "of", "in", "the", "die", "der"]
                .contains(word)
        };
        let used = usize::from(behind.is_some()) + usize::from(before.is_some()) + 1;
        if words.iter().filter(|word| plain(word)).count() + used != words.len()
            || held.contains("row")
        {
            return None;
        }
        found.push((behind.or(before)?, held.trim().replace(" and ", " ")));
    }
    let [count, columns] = sides;
    let first = found.first().map(|(row, _)| *row).filter(|first| *first <= 1)?;
    if !found.iter().map(|(row, _)| *row).eq(first..first + u64::from(count)) {
        return None;
    }
    let line = |(row, (_, held)): (u32, &(u64, String))| {
        (0..columns).map(|column| format!("{}: {held}", row * columns + column)).collect::<Vec<_>>()
    };
    Some((0..count).zip(&found).flat_map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_nodes() {
        let wanted = "0: 0-1\n1: 0-1\n2: 2-3\n3: 2-3";
        for text in [
            "nodes 0-1 hold blocks 0-1, nodes 2-3 hold blocks 2-3",
            "Knoten 0 bis 1 haben 0-1, Knoten 2 bis 3 haben 2-3",
            "nodes 0-1: 0-1, nodes 2-3: 2-3",
            "P0: 0-1\nP1: same\nP2: 2-3\nP3: same",
        ] {
            assert_eq!(regrouped(text, 4).as_deref(), Some(wanted), "{text}");
        }
        for text in ["{0,1} at P0, {2,3} at P2", "{0,1} in node 0 and {2,3} in node 2"] {
            assert_eq!(regrouped(text, 4).as_deref(), Some("0: {0,1}\n2: {2,3}"), "{text}");
        }
        assert_eq!(
            regrouped("9 for nodes 0,1 and 22 for nodes 2,3", 4).as_deref(),
            Some("0: 9\n1: 9\n2: 22\n3: 22")
        );
        assert_eq!(
            regrouped("P0..P1 = 9, P2..P3 = 22", 4).as_deref(),
            Some("0: 9\n1: 9\n2: 22\n3: 22")
        );
        assert_eq!(regrouped("node 0 {0,1}, node 2 {2,3}", 4).as_deref(), Some("0: 0,1\n2: 2,3"));
        assert_eq!(regrouped("P0 yes, P2 yes, others no", 4).as_deref(), Some("0 2"));
        assert_eq!(
            regrouped("the message is at 0,2; the others have nothing", 4).as_deref(),
            Some("0 2")
        );
        for text in ["node 0 does not have 1", "P0: not 3", "others have it", "banana"] {
            assert_eq!(regrouped(text, 4), None, "{text}");
        }
        assert_eq!(without_the_others("0 2 have it, 1 3 do not"), Some("0 2 have it"));
        assert_eq!(without_the_others("0 2 have it, 2 3 do not"), None);
    }

    #[test]
    fn rows_are_their_nodes() {
        let wanted = "0: 0-1\n1: 0-1\n2: 2-3\n3: 2-3";
        for text in [
            "row 0: 0-1; row 1: 2-3",
            "first row: 0-1\nsecond row: 2-3",
            "each node of row 1 holds 0-1; row 2: 2-3",
        ] {
            assert_eq!(rows(text, [2, 2]).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "row 0: 0-1",
            "row 0: 0-1; row 2: 2-3",
            "row 0: row 0; row 1: row 1",
            "rows: 0",
            "row 18446744073709551615: 0-1",
        ] {
            assert_eq!(rows(text, [2, 2]), None, "{text}");
        }
    }
}
