//! Steps as students write them, where the lines of a schedule are written otherwise: in TeX or Markdown, with
//! arrows to the left, with blocks behind a colon or in other brackets.

mod blocks;

use self::blocks::bracketed;
use super::words::{is_number, plain};
use crate::document::{behind_label, has_arrow};

/// The messages of one step in one line: without its label, and a message a line side by side.
pub(in super::super) fn one_step(text: &str) -> String {
    let text = behind_label(text.trim()).unwrap_or(text.trim());
    if let Some(messages) = ring_of_arrows(&plain(text)) {
        return messages;
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let labelled = lines.iter().skip(1).any(|line| behind_label(line).is_some());
    if labelled || lines.iter().any(|line| line.contains('|') || line.starts_with('{')) {
        return text.to_owned();
    }
    let bare = |line: &&str| line.trim_end_matches([',', ';', '.']).to_owned();
    lines.iter().map(bare).collect::<Vec<_>>().join(", ")
}

/// `0 -> 1 -> 2 -> 0` as the messages of one step: whoever comes back to where he began says that all
/// send at once.
fn ring_of_arrows(text: &str) -> Option<String> {
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

/// Whether messages are written without a direction: `0-4, 2-6`.
pub(in super::super) fn undirected(text: &str) -> bool {
    let text = plain(text);
    let digits = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    !has_arrow(&text)
        && !text.contains(['|', '{'])
        && text.split_once(['-', '–']).is_some_and(|(one, other)| digits(one) && digits(other))
}

/// The lines that a text means; `None` where nothing changes. With `pairs`, two nodes in parentheses
/// behind an arrow are a block from one to the other.
pub(super) fn spelled(text: &str, pairs: bool) -> Option<String> {
    let mut plain = plain(text).replace("**", "").replace("\\item", "\n").replace('`', "");
    for frame in ["enumerate", "itemize", "align*", "align"] {
        for end in ["begin", "end"] {
            plain = plain.replace(&format!("\\{end}{{{frame}}}"), "\n");
        }
    }
    for arrow in ["-->", "→", "⇒", "⟶"] {
        plain = plain.replace(arrow, "->");
    }
    let lines: Vec<String> = plain
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| {
            let messages = behind_label(line).unwrap_or(line);
            let label = &line[..line.len() - messages.len()];
            format!("{label}{}", bracketed(&side_by_side(&turned(messages)), pairs))
        })
        .collect();
    let spelled = lines.join("\n");
    (spelled != text).then_some(spelled)
}

/// `4 <- 0` as `0 -> 4`, and `0-4, 2-6` as `0 -> 4, 2 -> 6`.
fn turned(text: &str) -> String {
    let parts = || text.split([',', ';']).map(str::trim);
    let ends = |part: &str| {
        let (one, other) = part.split_once(['-', '–'])?;
        let (one, other) = (one.trim(), other.trim());
        (is_number(one) && is_number(other)).then(|| format!("{one} -> {other}"))
    };
    if let Some(found) = parts().map(ends).collect::<Option<Vec<_>>>() {
        return found.join(", ");
    }
    if !text.contains("<-") || text.contains("->") {
        return text.to_owned();
    }
    let turn = |part: &str| match part.split_once("<-") {
        Some((to, from)) => format!("{} -> {}", from.trim(), to.trim()),
        None => part.to_owned(),
    };
    parts().map(turn).collect::<Vec<_>>().join(", ")
}

/// `0,4 -> 2,6` as `0 -> 2, 4 -> 6`.
fn side_by_side(text: &str) -> String {
    let list = |side: &str| -> Option<Vec<String>> {
        let nodes = side.trim().trim_matches(['{', '}', '.']).split(',').map(str::trim);
        nodes.map(|node| Some(node.to_owned()).filter(|node| is_number(node))).collect()
    };
    let sides = text.split_once("->").filter(|(_, to)| !to.contains("->"));
    match sides.and_then(|(from, to)| Some((list(from)?, list(to)?))) {
        Some((from, to)) if from.len() == to.len() && from.len() > 1 => {
            let pair = |(from, to): (&String, &String)| format!("{from} -> {to}");
            from.iter().zip(&to).map(pair).collect::<Vec<_>>().join(", ")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spelled_out() {
        let wanted = "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 -> 6";
        for text in [
            "Step 1: 0 → 4\nStep 2: 0 --> 2, 4 ⇒ 6",
            "Step 1: 4 <- 0\nStep 2: 2 <- 0, 6 <- 4",
            "Step 1: 0-4\nStep 2: 0-2, 4 – 6",
            "Step 1: 0 -> 4\nStep 2: 0,4 -> 2,6",
            "**Step 1:** 0 -> 4 (M)\n**Step 2:** 0 -> 2 (M), 4 -> 6 (M)",
            "\\begin{enumerate}\n\\item Step 1: $0 \\to 4$\n\\item Step 2: 0 -> 2, 4 -> 6\n\\end{enumerate}",
        ] {
            let found = spelled(text, false).unwrap_or_default();
            let found = found.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>();
            assert_eq!(found.join(" ").replace(" \n", "\n"), wanted, "{text}");
        }
        for text in ["0 -> 4 [0-3]", "banana", "(0,1) -> (2,3)"] {
            assert_eq!(spelled(text, false), None, "{text}");
        }
        assert_eq!(ring_of_arrows("0->1->2->0").as_deref(), Some("0 -> 1, 1 -> 2, 2 -> 0"));
        assert_eq!(ring_of_arrows("0->1->2"), None);
        assert_eq!(one_step("Schritt 2: 0 -> 1\n2 -> 3."), "0 -> 1, 2 -> 3");
    }
}
