//! The blocks of a message as students write them, `0 -> 4: 4-7`, `0 -> 1 (M7)`, `0 -[7]-> 1`, as the
//! brackets that are read: `0 -> 4 [4-7]`.

use super::super::words::is_number;

/// The signs that open and close a list of blocks.
const BRACKETS: [(char, char); 3] = [('(', ')'), ('{', '}'), ('[', ']')];

/// A line of messages with their blocks in brackets; `pairs` are blocks with a source and a
/// destination, `(0,2)` for `0>2`.
pub(super) fn bracketed(line: &str, pairs: bool) -> String {
    let line = behind(line);
    let mut made = String::new();
    let mut rest = &*line;
    while let Some(at) = rest.find("->").map(|at| at + 2) {
        made.push_str(&rest[..at]);
        rest = &rest[at..];
        let blanks = rest.len() - rest.trim_start().len();
        let node = node_length(&rest[blanks..]);
        made.push_str(&rest[..blanks + node]);
        rest = &rest[blanks + node..];
        if node == 0 {
            continue;
        }
        let Some((list, length)) = list(rest, pairs) else { continue };
        if !list.is_empty() {
            made.extend([" [", &list, "]"]);
        }
        rest = &rest[length..];
    }
    made.push_str(rest);
    made
}

/// `0 -[7]-> 1` and `0 -(7)-> 1` with the blocks behind the receiver.
fn behind(line: &str) -> String {
    let mut line = line.to_owned();
    for (open, close) in BRACKETS {
        let (begin, end) = (format!("-{open}"), format!("{close}->"));
        while let Some(at) = line.find(&begin) {
            let Some(length) = line[at..].find(&end) else { break };
            let inside = line[at + begin.len()..at + length].trim_matches('-').to_owned();
            let after = at + length + end.len();
            let blanks = line[after..].len() - line[after..].trim_start().len();
            let node = node_length(&line[after + blanks..]);
            let receiver = line[after + blanks..after + blanks + node].to_owned();
            line.replace_range(at..after + blanks + node, &format!("-> {receiver} [{inside}]"));
        }
    }
    line
}

/// How long the node is that stands at the beginning: digits behind a word or letter, or coordinates.
fn node_length(text: &str) -> usize {
    let bare = text.trim_start_matches(|c: char| c.is_alphabetic() || c == '_').trim_start();
    if bare.starts_with('(') {
        return bare.find(')').map_or(0, |at| text.len() - bare.len() + at + 1);
    }
    let behind = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() < bare.len() { text.len() - behind.len() } else { 0 }
}

/// A list of blocks at the beginning, as it stands between brackets, and its length.
fn list(text: &str, pairs: bool) -> Option<(String, usize)> {
    let start = text.len() - text.trim_start().len();
    let first = text[start..].chars().next()?;
    if first == ':' {
        let (list, length) = open_list(&text[start + 1..])?;
        return Some((list, start + 1 + length));
    }
    let close = BRACKETS.iter().find(|(open, _)| *open == first)?.1;
    let length = text[start..].find(close)?;
    let inside = &text[start + 1..start + length];
    let end = start + length + close.len_utf8();
    if pairs && let Some(pair) = pair(inside) {
        return Some((pair, end));
    }
    let items: Vec<&str> = inside
        .split([',', ';', ' ', '+'])
        .filter(|item| !item.is_empty() && *item != "and")
        .collect();
    // A message by a name alone, `(M)`, is what the sender has.
    if items.iter().all(|item| item.chars().all(char::is_alphabetic)) {
        return Some((String::new(), end));
    }
    let items: Option<Vec<String>> = items.into_iter().map(item).collect();
    Some((items?.join(" "), end))
}

/// `0,2` as `0>2`.
fn pair(inside: &str) -> Option<String> {
    let (from, to) = inside.split_once([',', '>', '→'])?;
    let (from, to) = (from.trim(), to.trim());
    (is_number(from) && is_number(to)).then(|| format!("{from}>{to}"))
}

/// `7`, `M7`, `M_7`, `4-7`, `M4-M7`, `4..7`.
fn item(text: &str) -> Option<String> {
    let text = text.replace("...", "-").replace("..", "-").replace(['–', '…'], "-");
    let bare = |part: &str| {
        let part = part.trim_start_matches(|c: char| c.is_alphabetic() || c == '_');
        let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'>');
        plain.then(|| part.to_owned())
    };
    match text.split_once('-') {
        Some((low, high)) => Some(format!("{}-{}", bare(low)?, bare(high)?)),
        None => bare(&text),
    }
}

/// Blocks behind a colon, up to the next message.
fn open_list(text: &str) -> Option<(String, usize)> {
    let mut items: Vec<String> = Vec::new();
    let mut at = 0;
    loop {
        let start =
            at + text[at..].len() - text[at..].trim_start_matches([',', ' ', '{', '(']).len();
        let word = text[start..].split([',', ';', ' ', '}', ')', '\n']).next().unwrap_or_default();
        let behind = &text[start + word.len()..];
        let sends = behind.trim_start().starts_with("->") || behind.trim_start().starts_with("<->");
        let Some(item) = item(word).filter(|_| !sends) else { break };
        items.push(item);
        let closing = behind.len() - behind.trim_start_matches(['}', ')']).len();
        at = start + word.len() + closing;
    }
    (!items.is_empty()).then(|| (items.join(" "), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stand_in_brackets() {
        for (text, wanted) in [
            ("0 -> 4: 4-7", "0 -> 4 [4-7]"),
            ("0 -> 2: 2-3, 4 -> 6: 6-7", "0 -> 2 [2-3], 4 -> 6 [6-7]"),
            ("0->1 (7), 1->2 (0)", "0->1 [7], 1->2 [0]"),
            ("0->4 (4,5,6,7)", "0->4 [4 5 6 7]"),
            ("0 -> 4: {4,5,6,7}", "0 -> 4 [4 5 6 7]"),
            ("0->4: M4 M5 M6 M7", "0->4 [4 5 6 7]"),
            ("0 -> 1 [M7], 1 -> 2 [M_0]", "0 -> 1 [7], 1 -> 2 [0]"),
            ("0 -[7]-> 1, 1 -[0]-> 2", "0 -> 1 [7], 1 -> 2 [0]"),
            ("0 -> 4 (M), 2 -> 6 (data)", "0 -> 4, 2 -> 6"),
            ("0 -> 4", "0 -> 4"),
            ("0 -> 1 [0@4-7]", "0 -> 1 [0@4-7]"),
            ("0 -> 4:", "0 -> 4:"),
            ("0 -> 4 (", "0 -> 4 ("),
            ("(0,1) -> (0,2)", "(0,1) -> (0,2)"),
        ] {
            assert_eq!(bracketed(text, false), wanted, "{text}");
        }
        assert_eq!(bracketed("0 -> 2 (0,2), 2 -> 0 (2,0)", true), "0 -> 2 [0>2], 2 -> 0 [2>0]");
    }
}
