//! Steps in the words and signs that students use for them, as the plain lines that are read:
//! `Schritt 1: P_0 \to P_4`, `rank 0 sends to rank 4`, `Step 1: (0,4); Step 2: (0,2), (4,6)`.

mod blocks;
mod labels;
mod loose;
mod messages;

use self::labels::{about, label, split_labels, without_label, without_remark};
use self::loose::{as_pairs, begins_with_then, from_lists, ring_of_arrows, without_words_around};
use self::messages::messages;
use super::super::lists::list;
use super::vocabulary::{denies_anything, excepts};
use super::words::plain;

/// The messages of one step in one line: without its label, and a message a line side by side.
pub(in super::super) fn one_step(text: &str) -> String {
    let text = without_label(text);
    if let Some(messages) = ring_of_arrows(&plain(text)) {
        return messages;
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let labelled = lines.iter().skip(1).any(|line| label(line).is_some());
    if labelled || lines.iter().any(|line| line.contains('|') || line.starts_with('{')) {
        return text.to_owned();
    }
    let bare = |line: &&str| line.trim_end_matches([',', ';', '.']).to_owned();
    lines.iter().map(bare).collect::<Vec<_>>().join(", ")
}

/// Whether messages are written without a direction: `0-4, 2-6`.
pub(in super::super) fn undirected(text: &str) -> bool {
    let text = plain(text);
    let digits = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    !has_arrow(&text)
        && !text.contains(['<', '|', '{'])
        && !text.to_lowercase().contains("send")
        && text.split_once(['-', '–']).is_some_and(|(one, other)| digits(one) && digits(other))
}

/// What two numbers in brackets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairs {
    /// A place of a grid.
    Node,
    /// A message from one to the other.
    Message,
    /// A message, and behind an arrow a block from one to the other.
    Block,
}

/// The text in plain words, a line for each step that is labelled; `None` where nothing changes.
pub(super) fn spelled(text: &str, pairs: Pairs, both_ways: bool) -> Option<String> {
    if let Some(steps) = from_lists(&plain(text)).filter(|_| pairs == Pairs::Message) {
        return Some(steps);
    }
    // Words beside pairs are left out: none of them may turn the answer round.
    if both_ways && (denies_anything(text) || excepts(text)) {
        return None;
    }
    let plain = without_frame(&plain(text));
    let mut lines: Vec<String> =
        in_turn(split_labels(&plain)).iter().map(|line| line_of(line, pairs, both_ways)).collect();
    // A title or a last word beside the steps.
    if lines.iter().any(|line| has_arrow(line)) {
        lines.retain(|line| has_arrow(line) || line.starts_with("Step "));
    }
    let spelled = lines.join("\n");
    (spelled != text).then_some(spelled)
}

fn has_arrow(line: &str) -> bool {
    line.contains(['>', '→', '⇒', '↔', '⟶', '⇔']) || line.contains(" to ")
}

/// Without what stands around steps in TeX, Markdown and YAML, and with one step a line where
/// `first`, `then` and `finally` or bars part them.
fn without_frame(text: &str) -> String {
    let mut text = text.replace("**", "").replace("\\item", "\n").replace('`', "");
    for frame in ["enumerate", "itemize", "align*", "align"] {
        for end in ["begin", "end"] {
            text = text.replace(&format!("\\{end}{{{frame}}}"), "\n");
        }
    }
    let inner = text.trim();
    if let Some(inner) = inner.strip_prefix("[[").and_then(|inner| inner.strip_suffix("]]")) {
        return inner
            .split("],")
            .map(|step| step.trim_start_matches([' ', '[']))
            .collect::<Vec<_>>()
            .join("\n");
    }
    if !text.trim().contains('\n') && text.contains(" | ") {
        text = text.replace(" | ", "\n");
    }
    if label(text.trim()).is_none() && text.to_lowercase().contains("then") {
        for begins in list("step later") {
            text = text.replace(begins, "\n");
        }
        let first = ["First, ", "First ", "first, ", "first "];
        if let Some(rest) = first.iter().find_map(|first| text.trim_start().strip_prefix(first)) {
            text = rest.to_owned();
        }
    }
    text
}

/// With the next number before a line that begins with `then`, where the lines before are numbered.
fn in_turn(lines: Vec<String>) -> Vec<String> {
    let mut last = None;
    let number = |line: String| {
        last = match (label(&line), last) {
            (Some((number, _)), _) => Some(number),
            (None, Some(last)) if begins_with_then(&line) => Some(last + 1),
            (None, _) => return line,
        };
        match (label(&line), last) {
            (None, Some(number)) => format!("Step {number}: {line}"),
            _ => line,
        }
    };
    lines.into_iter().map(number).collect()
}

/// A line with its label and messages as they are read.
fn line_of(line: &str, pairs: Pairs, both_ways: bool) -> String {
    let line = line.trim_start_matches(['-', '*', '•', ' ']);
    let (number, rest) = match label(line) {
        Some((number, rest)) => (Some(number), rest),
        None => (None, line),
    };
    let rest = match number {
        Some(_) => without_remark(rest)
            .trim_start()
            .trim_start_matches([':', '.', ')', '-', '–', ' ', ',']),
        None => about(line).unwrap_or(rest).trim_start(),
    };
    let rest = without_words_around(rest);
    let exchanged = as_pairs(&rest).filter(|_| both_ways && pairs != Pairs::Node);
    let messages = messages(&exchanged.unwrap_or(rest), pairs, both_ways);
    number.map_or_else(|| messages.clone(), |number| format!("Step {number}: {messages}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spelled_out() {
        let wanted = "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6";
        for text in [
            "Step 1: 0 -> 4; Step 2: 0 -> 2, 4 -> 6",
            "Step 1: 0 -> 4. Step 2: 0 -> 2, 4 -> 6. Nothing wants the same link.",
            "Step 1: 0 -> 4\nand then 0 -> 2, from 4 -> 6",
            "Step 1: 4 receives from 0\nStep 2: 2 receives from 0, 6 from 4",
            "Step 1: 0 -> 4 (far first)\nthen the near ones: 0 -> 2, 4 -> 6",
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
            "Using recursive doubling:\nStep 1: 0 --> 4\nStep 2: 0 --> 2, 4 --> 6\nDone.",
            "Step 1: 4 <- 0\nStep 2: 2 <- 0, 6 <- 4",
            "Step 1: 0 -> 4\nStep 2: 0,4 -> 2,6",
            "Step 1 (dim 2): 0 -> 4\nStep 2 (dim 1): 0 -> 2, 4 -> 6",
            "T1: 0-4\nT2: 0-2, 4-6",
            "Paso 1: P0 -> P4\nPaso 2: P0 -> P2 y P4 -> P6",
            "**Step 1:** 0 -> 4\n**Step 2:** 0 -> 2, 4 -> 6",
            "(1) 0 -> 4\n(2) 0 -> 2, 4 -> 6",
            "Step I: 0 -> 4 (M)\nStep II: 0 -> 2 (M), 4 -> 6 (M)",
        ] {
            assert_eq!(
                spelled(text, Pairs::Message, false).unwrap_or_else(|| text.to_owned()),
                wanted,
                "{text}"
            );
        }
        let lines = "0 -> 4\n0 -> 2, 4 -> 6";
        for text in [
            "First, node 0 sends to node 4. Then node 0 sends to node 2 and node 4 sends to node 6.",
            "\\begin{enumerate}\n\\item $P_0 \\to P_4$\n\\item $P_0 \\to P_2$, $P_4 \\to P_6$\n\\end{enumerate}",
            "Dimension 2: 0->4\nDimension 1: 0->2, 4->6",
            "i=2: 0 sends to 4\ni=1: 0 sends to 2, 4 sends to 6",
            "[[0->4], [0->2, 4->6]]",
            "0 -> 4 | 0 -> 2, 4 -> 6",
        ] {
            let said = spelled(text, Pairs::Message, false).unwrap_or_default();
            let said = said
                .replace("0->", "0 -> ")
                .replace("4->", "4 -> ")
                .replace(" and ", ", ")
                .replace("  ", " ")
                .replace(" ,", ",")
                .replace('.', "");
            assert!(lines.starts_with(said.trim()) && !said.is_empty(), "{text}: {said}");
        }
        let exchange = "Step 1: 0 <-> 1, 2 <-> 3";
        for text in [
            "Step 1: pairs 0-1, 2-3 exchange",
            "Step 1: exchange (0,1) (2,3)",
            "Step 1: 0 exchanges with 1, 2 with 3",
        ] {
            assert_eq!(
                spelled(text, Pairs::Message, false).unwrap_or_default(),
                exchange,
                "{text}"
            );
        }
        let blocks =
            spelled("0 sends 4,5,6,7 to 4, node 1 sends M7 to node 2", Pairs::Message, false);
        assert_eq!(blocks.unwrap_or_default(), "0 -> 4 [4 5 6 7], 1 -> 2 [7]");
        assert_eq!(spelled("0 -> 4 [0-3]", Pairs::Message, false), None);
        assert_eq!(spelled("(0,1) -> (2,3)", Pairs::Node, false), None);
        assert_eq!(spelled("banana", Pairs::Message, false), None);
    }
}
