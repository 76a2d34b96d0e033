//! What students put around messages: remarks, sentences before and behind, lists of pairs, rings of
//! arrows that go on in one step.

use super::super::super::lists::list;
use super::super::vocabulary::{denies_anything, excepts};
use super::has_arrow;

/// Without a remark in parentheses behind a message, without a sentence before its colon and without one
/// behind its full stop.
pub(super) fn without_words_around(line: &str) -> String {
    if !has_arrow(line) {
        return line.to_owned();
    }
    let mut line = without_remarks(line);
    if let Some((head, rest)) = line.rsplit_once(": ") {
        let words = head.split_whitespace().filter(|word| word.len() > 1).count();
        if words > 2 && !arrow(head) && arrow(rest) && is_harmless(head) {
            line = rest.to_owned();
        }
    }
    if let Some((messages, tail)) = line.split_once(". ") {
        let words = tail.split_whitespace().count();
        if words > 2
            && arrow(messages)
            && !has_arrow(tail)
            && !tail.contains("->")
            && !excepts(tail)
        {
            line = messages.to_owned();
        }
    }
    let lower = line.to_lowercase();
    let led = list("step then").iter().find(|word| lower.starts_with(**word));
    led.map_or(line.clone(), |word| line[word.len()..].to_owned())
}

/// Whether a line goes on with the next step.
pub(super) fn begins_with_then(line: &str) -> bool {
    let lower = line.trim_start().to_lowercase();
    list("step then").iter().any(|word| lower.starts_with(word))
}

/// Arrows in signs: `to` is a word of sentences.
fn arrow(text: &str) -> bool {
    text.contains(['>', '→', '⇒', '↔', '⟶', '⇔'])
}

/// Whether leaving words away changes nothing: they deny nothing, leave nothing out and say no way.
fn is_harmless(text: &str) -> bool {
    let lower = text.to_lowercase();
    !denies_anything(text)
        && !excepts(text)
        && !["via", "through", "über", "only"].iter().any(|w| lower.contains(w))
}

fn without_remarks(line: &str) -> String {
    let mut made = String::new();
    let mut rest = line;
    while let Some((before, inside)) = rest.split_once('(') {
        let Some((remark, behind)) = inside.split_once(')') else { break };
        let words = remark.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 2);
        made.push_str(before);
        match blocks(remark) {
            Some(blocks) => made.extend(["[", blocks, "]"]),
            None if words
                && !arrow(remark)
                && is_harmless(remark)
                && before.contains(|c: char| c.is_ascii_digit()) =>
            {
                made.truncate(made.trim_end().len());
            }
            None => {
                made.push('(');
                made.push_str(remark);
                made.push(')');
            }
        }
        rest = behind;
    }
    made.push_str(rest);
    made
}

/// `blocks 4-7`, `block 3`
fn blocks(remark: &str) -> Option<&str> {
    let rest = ["blocks ", "block ", "messages ", "data "]
        .iter()
        .find_map(|word| remark.trim().strip_prefix(word))?;
    let listed = rest.contains(|c: char| c.is_ascii_digit())
        && rest.chars().all(|c| c.is_ascii_digit() || ", -".contains(c));
    listed.then_some(rest)
}

/// `0 - 1, 2 with 3, 4 and 5, {6,7}` as `(0,1) (2,3) (4,5) (6,7)`, for exchanges; nothing else may stand
/// there but the words for them.
pub(super) fn as_pairs(text: &str) -> Option<String> {
    // `Exchange along dimension 0: 0-1, 2-3`
    let tail = text.rsplit_once(':').filter(|(head, _)| {
        head.split_whitespace().filter(|word| word.len() > 1).count() > 2 && is_harmless(head)
    });
    let lower = tail.map_or(text, |(_, tail)| tail).to_lowercase();
    let mut parts: Vec<String> = Vec::new();
    let mut numbers: Vec<u64> = Vec::new();
    let mut joined = false;
    let mut word = String::new();
    for c in lower.replace("};", "},").chars().chain([' ']) {
        if c.is_ascii_digit() || c.is_alphabetic() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            match &*word {
                "with" | "and" | "mit" | "und" | "y" | "con" => joined = true,
                "exchange" | "exchanges" | "swap" | "swaps" | "pairs" | "pair" | "tauscht"
                | "tauschen" => {}
                number => numbers.push(number.parse().ok()?),
            }
            word.clear();
        }
        match c {
            '-' | '–' | '{' => joined = true,
            // `0 and 1, 2 and 3`; the comma within braces parts no pairs.
            ',' | ';' if numbers.len() == 1 && joined => {}
            ',' | ';' if numbers.is_empty() => {}
            '}' | ',' | ';' => {
                let [one, other] = numbers[..] else { return None };
                parts.push(format!("({one},{other})"));
                numbers.clear();
                joined = false;
            }
            ' ' | '.' | '\n' => {}
            _ => return None,
        }
        if numbers.len() > 2 {
            return None;
        }
    }
    if let [one, other] = numbers[..] {
        parts.push(format!("({one},{other})"));
        numbers.clear();
    }
    (numbers.is_empty() && !parts.is_empty()).then(|| parts.join(" "))
}

/// `0 -> 1 -> 2 -> 0` as the messages of one step: whoever comes back to where he began says that all
/// send at once.
pub(super) fn ring_of_arrows(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let mut messages: Vec<String> = Vec::new();
    for chain in text.split([',', ';', '\n']).map(str::trim).filter(|chain| !chain.is_empty()) {
        let plain = chain.replace("-->", "→").replace("->", "→").replace('⇒', "→");
        let nodes: Vec<&str> = plain.split('→').map(str::trim).collect();
        let named = |node: &&str| !node.is_empty() && !node.contains([' ', '[', '(', ':', '<']);
        if nodes.len() < 3 || nodes.first() != nodes.last() || !nodes.iter().all(named) {
            return None;
        }
        messages.extend(nodes.windows(2).map(|pair| format!("{} -> {}", pair[0], pair[1])));
    }
    (!messages.is_empty()).then(|| messages.join(", "))
}

/// Numbers, and lists of them.
enum Listed {
    Number(u64),
    List(Vec<Listed>),
}

/// `[[[0, 4]], [[0, 2], [4, 6]]]`, `{{0,4}}` and the like: steps, of messages, of sender and receiver.
pub(super) fn from_lists(text: &str) -> Option<String> {
    let mut text = text.trim().trim_end_matches(';');
    // int steps[][2] = {..}
    if let Some((name, list)) = text.split_once('=')
        && !name.contains(['{', '>', '('])
    {
        text = list.trim();
    }
    let mut stack: Vec<Vec<Listed>> = vec![Vec::new()];
    let mut digits = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            stack.last_mut()?.push(Listed::Number(digits.parse().ok()?));
            digits.clear();
        }
        match c {
            '[' | '{' | '(' => stack.push(Vec::new()),
            ']' | '}' | ')' => {
                let list = stack.pop()?;
                stack.last_mut()?.push(Listed::List(list));
            }
            ',' | '-' | ';' => {}
            c if c.is_whitespace() => {}
            _ => return None,
        }
        if stack.len() > 4 {
            return None;
        }
    }
    let [top] = &stack[..] else { return None };
    // A bracket around everything does not count.
    let steps = match &top[..] {
        [Listed::List(inner)] if inner.iter().all(|step| pairs(step).is_some()) => inner,
        _ => top,
    };
    let lines: Vec<String> = steps.iter().map(pairs).collect::<Option<_>>()?;
    let line = |(k, line): (usize, &String)| format!("Step {}: {line}", k + 1);
    (!lines.is_empty()).then(|| lines.iter().enumerate().map(line).collect::<Vec<_>>().join("\n"))
}

/// The messages of a step.
fn pairs(step: &Listed) -> Option<String> {
    let Listed::List(pairs) = step else { return None };
    let pair = |pair: &Listed| match pair {
        Listed::List(ends) => match &ends[..] {
            [Listed::Number(from), Listed::Number(to)] => Some(format!("{from} -> {to}")),
            _ => None,
        },
        Listed::Number(_) => None,
    };
    let found: Vec<String> = pairs.iter().map(pair).collect::<Option<_>>()?;
    (!found.is_empty()).then(|| found.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_around_messages_are_left_out() {
        for (text, wanted) in [
            ("0 -> 4 (distance p/2)", "0 -> 4"),
            ("0 -> 4 (blocks 4-7)", "0 -> 4 [4-7]"),
            ("nodes that differ in bit 1 exchange: 0<->2, 1<->3", "0<->2, 1<->3"),
            ("0 -> 1. Because of this there is no congestion.", "0 -> 1"),
            ("and then 0 -> 2", "0 -> 2"),
            ("0 -> 4 (not 5)", "0 -> 4 (not 5)"),
            ("(0,1) -> (2,3)", "(0,1) -> (2,3)"),
            (
                "all but these are left out, except: 0 -> 1",
                "all but these are left out, except: 0 -> 1",
            ),
        ] {
            assert_eq!(without_words_around(text), wanted, "{text}");
        }
    }

    #[test]
    fn pairs_rings_and_lists_are_messages() {
        for text in [
            "0 - 1, 2 - 3",
            "0 with 1, 2 with 3",
            "{0,1}, {2,3}",
            "0 and 1 exchange, 2 and 3 exchange",
        ] {
            assert_eq!(as_pairs(text).as_deref(), Some("(0,1) (2,3)"), "{text}");
        }
        for text in ["0 - 1 - 2", "0, 1", "0 not with 1", "P0 - P1", ""] {
            assert_eq!(as_pairs(text), None, "{text}");
        }
        assert_eq!(ring_of_arrows("0->1->2->0").as_deref(), Some("0 -> 1, 1 -> 2, 2 -> 0"));
        assert_eq!(ring_of_arrows("0->1->2"), None);
        let steps = "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6";
        for text in [
            "[[[0,4]],[[0,2],[4,6]]]",
            "- [[0,4]]\n- [[0,2],[4,6]]",
            "{{{0,4}},{{0,2},{4,6}}}",
            "steps = [[(0,4)], [(0,2), (4,6)]]",
        ] {
            assert_eq!(from_lists(text).as_deref(), Some(steps), "{text}");
        }
        for text in ["[0,4]", "[[0,4],[2]]", "0 -> 4", "", "[[0,4]"] {
            assert_eq!(from_lists(text), None, "{text}");
        }
    }
}
