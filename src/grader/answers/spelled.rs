//! Steps in the words and signs that students use for them, as the plain lines that are read:
//! `Schritt 1: P_0 \to P_4`, `rank 0 sends to rank 4`, `Step 1: (0,4); Step 2: (0,2), (4,6)`.

use super::words::{STEP, is_node, number, place, plain};

/// Phrases between sender and receiver.
const SENDS: [&str; 22] = [
    "sends its data to",
    "sends the data to",
    "sends the message to",
    "sends message to",
    "sends everything to",
    "sends it to",
    "sends data to",
    "sends m to",
    "sends to",
    "send to",
    "sending to",
    "sendet die nachricht an",
    "sendet die daten an",
    "sendet an",
    "sendet zu",
    "schickt an",
    "an",
    "nach",
    "envía a",
    "envia a",
    "发送给",
    "发给",
];
/// Phrases between two nodes that exchange.
const EXCHANGES: [&str; 5] =
    ["exchanges with", "exchange with", "swaps with", "tauscht mit", "and back to"];

/// The text in plain words, a line for each step that is labelled; `None` where nothing changes.
pub(super) fn spelled(text: &str, pairs: bool) -> Option<String> {
    let lines: Vec<String> =
        split_labels(&plain(text)).iter().map(|line| line_of(line, pairs)).collect();
    let spelled = lines.join("\n");
    (spelled != text).then_some(spelled)
}

/// Without the label of a step before it: which one it is was asked.
pub(in super::super) fn without_label(text: &str) -> &str {
    let text = text.trim();
    let Some((_, rest)) = label(text) else { return text };
    rest.trim_start().trim_start_matches([':', '.', ')', '-', '–', ' ']).trim_start()
}

/// With each step on a line of its own: before every label a line begins.
fn split_labels(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut rest = line.to_owned();
        let mut from = 0;
        while let Some(at) = next_label(&rest, from) {
            let head =
                rest[..at].trim().trim_end_matches([';', ',', '.', '|', '/']).trim().to_owned();
            rest = rest[at..].to_owned();
            if !head.is_empty() {
                lines.push(head);
            }
            from = 1;
        }
        lines.push(rest.trim().trim_end_matches([';', ',']).trim().to_owned());
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Where the next label begins in a line, from a byte on.
fn next_label(line: &str, from: usize) -> Option<usize> {
    let at_word = |at: &usize| !line[..*at].ends_with(char::is_alphanumeric);
    let places = line.char_indices().map(|(at, _)| at).filter(|at| *at >= from.max(1));
    places.filter(at_word).find(|at| label(&line[*at..]).is_some())
}

/// A label at the beginning of a text: its number, and what is behind it.
fn label(text: &str) -> Option<(u64, &str)> {
    named(text).or_else(|| in_order(text)).or_else(|| chinese(text)).or_else(|| time(text))
}

fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    text.split_at(end)
}

fn digits(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// `Step 1:`, `Schritt eins`, `round #2`.
fn named(text: &str) -> Option<(u64, &str)> {
    let (name, rest) = word(text);
    if !STEP.contains(&&*name.to_lowercase()) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(['#', '_']);
    let rest = ["no.", "nr."].iter().find_map(|no| rest.strip_prefix(no)).unwrap_or(rest);
    let rest = rest.trim_start();
    digits(rest).or_else(|| {
        let (name, rest) = word(rest);
        Some((number(name)?, rest))
    })
}

/// `First step:`, `2nd round`, `1. Schritt:`.
fn in_order(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let in_words = place(&text[..end]).map(|at| (at, &text[end..]));
    let at = in_words
        .or_else(|| digits(text).and_then(|(at, rest)| Some((at, rest.strip_prefix('.')?))))?;
    let (name, rest) = word(at.1.trim_start());
    STEP.contains(&&*name.to_lowercase()).then_some((at.0, rest))
}

/// `第1步`, `步骤一`.
fn chinese(text: &str) -> Option<(u64, &str)> {
    let counted = |text: &'_ str| -> Option<(u64, usize)> {
        if let Some((value, rest)) = digits(text) {
            return Some((value, text.len() - rest.len()));
        }
        let c = text.chars().next()?;
        Some((number(&c.to_string())?, c.len_utf8()))
    };
    if let Some(rest) = text.strip_prefix('第') {
        let (value, length) = counted(rest)?;
        let rest = &rest[length..];
        return ["步", "轮", "阶段"]
            .iter()
            .find_map(|step| Some((value, rest.strip_prefix(step)?)));
    }
    let rest = text.strip_prefix("步骤")?.trim_start();
    let (value, length) = counted(rest)?;
    Some((value, &rest[length..]))
}

/// `t = 1:`, `time 1:`, `T1:`, `S2:`.
fn time(text: &str) -> Option<(u64, &str)> {
    let (name, rest) = word(text);
    if !["t", "time", "s", "zeit", "zeitschritt", "it", "takt"].contains(&&*name.to_lowercase()) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(['=', '_']).trim_start();
    let (number, rest) = digits(rest)?;
    rest.trim_start().starts_with([':', ')']).then_some((number, rest))
}

/// A line with its label and messages as they are read.
fn line_of(line: &str, pairs: bool) -> String {
    let line = line.trim_start_matches(['-', '*', '•', ' ']);
    let (number, rest) = match label(line) {
        Some((number, rest)) => (Some(number), rest),
        None => (None, line),
    };
    let rest = match number {
        Some(_) => rest.trim_start().trim_start_matches([':', '.', ')', '-', '–', ' ']),
        None => rest,
    };
    let messages = messages(rest, pairs);
    number.map_or_else(|| messages.clone(), |number| format!("Step {number}: {messages}"))
}

/// Messages between plain numbers, with arrows.
fn messages(text: &str, pairs: bool) -> String {
    let mut text = text.to_owned();
    for (phrases, arrow) in [(&SENDS[..], " -> "), (&EXCHANGES[..], " <-> ")] {
        for phrase in phrases {
            text = with_arrow(&text, phrase, arrow);
        }
    }
    for arrow in ["➔", "➜", "➝", "➡", "↦", "⟹", "⇾", "->>", ">>"] {
        text = text.replace(arrow, "->");
    }
    let mut text = nodes(&text);
    while text.contains("->  ") {
        text = text.replace("->  ", "-> ");
    }
    if pairs && !text.contains(['>', '→', '⇒', '↔', '⟶', '⇔']) {
        from_pairs(&text)
    } else {
        text
    }
}

/// With a phrase between blanks replaced by an arrow, in any case of its letters.
fn with_arrow(text: &str, phrase: &str, arrow: &str) -> String {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return text.to_owned();
    }
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
        let plain = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        match bracketed {
            Some((node, behind)) if open != ' ' && plain(node.trim()) => {
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
fn from_pairs(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('(') {
        let Some((pair, behind)) = inside.split_once(')') else { break };
        let Some((from, to)) = pair.split_once(',') else { break };
        let digits = |node: &str| {
            let node = node.trim();
            !node.is_empty() && node.bytes().all(|b| b.is_ascii_digit())
        };
        if !(digits(from) && digits(to)) {
            break;
        }
        made.push_str(before);
        made.extend([from.trim(), " -> ", to.trim()]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spelled_out() {
        let wanted = "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6";
        for text in [
            "Step 1: 0 -> 4; Step 2: 0 -> 2, 4 -> 6",
            "Schritt 1: 0 -> 4\nSchritt 2: 0 -> 2, 4 -> 6",
            "1. Schritt: 0 -> 4\n2. Schritt: 0 -> 2, 4 -> 6",
            "第1步：0 -> 4\n第二步：0 -> 2, 4 -> 6",
            "First step: 0 -> 4. Second step: 0 -> 2, 4 -> 6",
            "t=1: $P_0 \\to P_4$\nt=2: $P_{0} \\to P_{2}, P_4 \\rightarrow P_6$",
            "Step 1: rank 0 -> rank 4\nStep 2: rank 0 -> rank 2, Rank 4 -> Rank 6",
            "Step 1: node 0 sends to node 4\nStep 2: node 0 sends the data to 2, 4 sends to 6",
            "Step 1: (0,4)\nStep 2: (0,2), (4,6)",
            "Step 1: (0, 4); Step 2: (0, 2) (4, 6)",
            "Runde 1: Knoten 0 sendet an Knoten 4\nRunde 2: 0 sendet an 2, 4 sendet an 6",
            "Step 1: P[0] -> P[4]\nStep 2: P[0] -> P[2], P[4] -> P[6]",
        ] {
            assert_eq!(spelled(text, true).unwrap_or_else(|| text.to_owned()), wanted, "{text}");
        }
        assert_eq!(spelled("0 -> 4 [0-3]", true), None);
        assert_eq!(spelled("(0,1) -> (2,3)", false), None);
        assert_eq!(spelled("banana", true), None);
    }
}
