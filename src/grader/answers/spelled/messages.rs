//! Messages in words and signs, as plain numbers with arrows between them.

use super::super::super::lists::list;
use super::super::vocabulary::{denies_anything, excepts};
use super::super::words::{in_small_letters, is_node, is_number};
use super::blocks::bracketed;
use super::labels::word;
use super::{Pairs, has_arrow};

/// Messages between plain numbers, with arrows.
pub(super) fn messages(text: &str, pairs: Pairs, both_ways: bool) -> String {
    let mut text = with_blocks_sent(&text.replace("<-->", "<->").replace("-->", "->"));
    for (phrases, arrow) in [
        (&list("step sends")[..], " -> "),
        (&list("step receives")[..], " <- "),
        (&list("step exchanges")[..], " <-> "),
    ] {
        for phrase in phrases {
            text = with_arrow(&text, phrase, arrow);
        }
    }
    if text.contains("<->") {
        text = text.replace(" with ", " <-> ");
    } else if text.contains("<-") {
        text = text.replace(" from ", " <- ").replace(" von ", " <- ").replace(" and ", ", ");
    } else if text.contains("->") {
        text = text.replace(" à ", " -> ");
    }
    // `from 0 to 2`, `el nodo 0`, `the node 0`
    for before in ["from ", "de ", "von ", "el ", "der ", "the "] {
        text = text.strip_prefix(before).unwrap_or(&text).replace(&format!(", {before}"), ", ");
        text =
            text.replace(&format!(" and {before}"), ", ").replace(&format!("-> {before}"), "-> ");
    }
    for (from, to) in list("step signs").pairs() {
        text = text.replace(from, to);
    }
    let mut text = nodes(&text);
    while text.contains("->  ") {
        text = text.replace("->  ", "-> ");
    }
    text = turned(&text);
    if !has_arrow(&text) {
        text = between_pairs(&text, pairs, both_ways);
    }
    side_by_side(&bracketed(&text, pairs == Pairs::Block))
}

/// `0 sends 4,5,6,7 to 4` and `0 sends M7 to 4` with the blocks behind the receiver.
fn with_blocks_sent(text: &str) -> String {
    const VERB: &str = " sends ";
    let text = blocks_to(&text.replace(" send ", VERB));
    let mut made = String::new();
    let mut rest = &*text;
    while let Some((before, behind)) = rest.split_once(VERB) {
        made.push_str(before);
        let Some((arrow, length)) = sent(behind) else {
            made.push_str(VERB);
            rest = behind;
            continue;
        };
        made.push_str(&arrow);
        rest = &behind[length..];
    }
    made.push_str(rest);
    made
}

/// `blocks 4 to 7 to node 4` as `blocks 4-7 to node 4`.
fn blocks_to(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut made: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match words[at..] {
            ["blocks", low, "to", high, "to", ..] if is_number(low) && is_number(high) => {
                made.push(format!("blocks {low}-{high}"));
                at += 4;
            }
            [word, ..] => {
                made.push(word.to_owned());
                at += 1;
            }
            [] => break,
        }
    }
    made.join(" ")
}

/// `4,5,6,7 to node 4` as ` -> 4 [4 5 6 7]`, and how long that is.
fn sent(text: &str) -> Option<(String, usize)> {
    let at = text.find(" to ")?;
    let blocks: Vec<&str> = text[..at]
        .split([',', ' '])
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    let plain = at < 60 && !text.starts_with("to ") && !text[..at].contains("->");
    let receiver = text[at + 4..].find(|c: char| c.is_ascii_digit())? + at + 4;
    let named = text[at + 4..receiver].trim();
    let is_name = named.is_empty() || is_node(named) || named.len() == 1;
    let digits = &text[receiver..];
    let end = receiver + digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    (plain && is_name && !blocks.is_empty())
        .then(|| (format!(" -> {} [{}]", &text[receiver..end], blocks.join(" ")), end))
}

/// `4 <- 0` as `0 -> 4`.
fn turned(text: &str) -> String {
    if !text.contains("<-") || text.contains("->") {
        return text.to_owned();
    }
    let turn = |message: &str| match message.split_once("<-") {
        Some((to, from)) => format!("{} -> {}", from.trim(), to.trim()),
        None => message.to_owned(),
    };
    text.split(',').map(turn).collect::<Vec<_>>().join(", ")
}

/// Messages without arrows: `(0,4)`, `0-4`; of an exchange both ways.
fn between_pairs(text: &str, pairs: Pairs, both_ways: bool) -> String {
    let lower = text.to_lowercase();
    let said = ["exchange", "swap", "pairs"].iter().any(|word| lower.contains(word));
    let mut kept = text.to_owned();
    let mut arrow = "->";
    if said || both_ways {
        // Other words are left out: none of them may turn it round.
        if denies_anything(text) || excepts(text) {
            return kept;
        }
        arrow = "<->";
        let word = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
        kept = text.split_whitespace().filter(word).collect::<Vec<_>>().join(" ");
    }
    if pairs != Pairs::Node {
        kept = from_pairs(&kept, arrow);
    }
    // 0-4, 2-6
    let parts: Vec<&str> = kept.split([',', ';']).map(str::trim).collect();
    let ends = |part: &&str| {
        part.split_once(['-', '–']).is_some_and(|(a, b)| is_number(a.trim()) && is_number(b.trim()))
    };
    if parts.iter().all(ends) {
        return parts.join(", ").replace(['-', '–'], &format!(" {arrow} "));
    }
    kept
}

/// `0,4 -> 2,6` as `0 -> 2, 4 -> 6`.
fn side_by_side(text: &str) -> String {
    let found =
        (text.matches("->").count() == 1 && !text.contains('<')).then(|| text.split_once("->"));
    let Some(Some((from, to))) = found else { return text.to_owned() };
    let list = |side: &str| -> Option<Vec<String>> {
        side.trim()
            .trim_matches(['{', '}', '.'])
            .split(',')
            .map(|node| Some(node.trim().to_owned()).filter(|node| is_number(node)))
            .collect()
    };
    match (list(from), list(to)) {
        (Some(from), Some(to)) if from.len() == to.len() && from.len() > 1 => {
            let pair = |(from, to): (&String, &String)| format!("{from} -> {to}");
            from.iter().zip(&to).map(pair).collect::<Vec<_>>().join(", ")
        }
        _ => text.to_owned(),
    }
}

/// With a phrase between blanks replaced by an arrow, in any case of its letters.
fn with_arrow(text: &str, phrase: &str, arrow: &str) -> String {
    let Some(lower) = in_small_letters(text) else { return text.to_owned() };
    let apart = |at: usize| {
        let bounded = phrase.is_ascii() || phrase.starts_with(|c: char| c < '\u{2e80}');
        !bounded
            || (!lower[..at].ends_with(char::is_alphabetic)
                && !lower[at + phrase.len()..].starts_with(char::is_alphabetic))
    };
    let mut made = String::new();
    let mut done = 0;
    for (at, _) in lower.match_indices(phrase) {
        if at >= done && apart(at) {
            made.push_str(text[done..at].trim_end());
            made.push_str(arrow);
            done = at + phrase.len();
        }
    }
    made.push_str(text[done..].trim_start_matches(|c: char| done > 0 && c == ' '));
    made
}

/// Without the words and letters for a node: `rank 4`, `P_4`, `P_{4}`, `P[4]`, `n4`.
fn nodes(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let inside = made.ends_with(|c: char| c.is_alphanumeric());
        let (name, behind) = word(rest);
        let short = name.len() == 1 && "PpNnRrTtCc".contains(name);
        if inside || name.is_empty() || !(short || is_node(name)) {
            let length = if name.is_empty() || inside { c.len_utf8() } else { name.len() };
            made.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let place = behind.trim_start_matches(['_', ' ']);
        let (open, close) = match place.chars().next() {
            Some('{') => ('{', '}'),
            Some('[') => ('[', ']'),
            _ => (' ', ' '),
        };
        let bracketed = place.strip_prefix(open).and_then(|inner| inner.split_once(close));
        match bracketed {
            Some((node, behind)) if open != ' ' && is_number(node.trim()) => {
                made.push_str(node.trim());
                rest = behind;
            }
            _ if place.starts_with(|c: char| c.is_ascii_digit() || c == '(') => rest = place,
            _ => {
                made.push_str(name);
                rest = behind;
            }
        }
    }
    made
}

/// `(0,4), (2,6)` as messages, where a pair is not a node.
fn from_pairs(text: &str, arrow: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('(') {
        let Some((pair, behind)) = inside.split_once(')') else { break };
        let Some((from, to)) = pair.split_once(',') else { break };
        if !(is_number(from.trim()) && is_number(to.trim())) {
            break;
        }
        made.push_str(before);
        made.extend([from.trim(), " ", arrow, " ", to.trim()]);
        rest = behind;
        // Pairs may stand side by side without a comma.
        if rest.trim_start().starts_with('(') {
            made.push_str(", ");
            rest = rest.trim_start();
        }
    }
    made.push_str(rest);
    made
}
