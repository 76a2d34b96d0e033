//! What stands before the messages of a step: `Schritt 1:`, `First step:`, `第1步：`, `t = 1:`.

use super::super::words::{is_step, number, place};
use super::has_arrow;

/// Without the label of a step before it: which one it is was asked.
pub(super) fn without_label(text: &str) -> &str {
    let text = text.trim();
    let bare = text.strip_prefix("In the ").or_else(|| text.strip_prefix("in ")).unwrap_or(text);
    let Some((_, rest)) = label(bare) else { return text };
    rest.trim_start_matches(',')
        .trim_start()
        .trim_start_matches([':', '.', ')', '-', '–', ' '])
        .trim_start()
}

/// With each step on a line of its own: before every label a line begins.
pub(super) fn split_labels(text: &str) -> Vec<String> {
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
    let at_word = |at: &usize| {
        let before = &line[..*at];
        !before.ends_with(char::is_alphanumeric)
            && before.matches('(').count() == before.matches(')').count()
    };
    let places = line.char_indices().map(|(at, _)| at).filter(|at| *at >= from.max(1));
    places.filter(at_word).find(|at| label(&line[*at..]).is_some())
}

/// A label at the beginning of a text: its number, and what is behind it.
pub(super) fn label(text: &str) -> Option<(u64, &str)> {
    named(text)
        .or_else(|| in_order(text))
        .or_else(|| chinese(text))
        .or_else(|| time(text))
        .or_else(|| enclosed(text))
}

pub(super) fn word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    text.split_at(end)
}

pub(super) fn digits(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// `Step 1:`, `Schritt eins`, `round #2`.
fn named(text: &str) -> Option<(u64, &str)> {
    let (name, rest) = word(text);
    if !is_step(name) {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(['#', '_']);
    let rest = ["no.", "nr."].iter().find_map(|no| rest.strip_prefix(no)).unwrap_or(rest);
    let rest = rest.trim_start();
    digits(rest).or_else(|| {
        let (name, rest) = word(rest);
        let roman = (1..).zip(ROMAN).find(|(_, roman)| *roman == name).map(|(value, _)| value);
        Some((roman.or_else(|| number(name))?, rest))
    })
}

/// `First step:`, `2nd round`, `1. Schritt:`.
fn in_order(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let in_words = place(&text[..end]).map(|at| (at, &text[end..]));
    let at = in_words
        .or_else(|| digits(text).and_then(|(at, rest)| Some((at, rest.strip_prefix('.')?))))?;
    let (name, rest) = word(at.1.trim_start());
    // `4. Step 2:` is the end of a message and another label.
    let again = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    (is_step(name) && !again).then_some((at.0, rest))
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

/// `(2)` before messages.
fn enclosed(text: &str) -> Option<(u64, &str)> {
    // `2)` alone may close coordinates.
    let open = text.strip_prefix('(');
    let (number, rest) = digits(open.unwrap_or(text))?;
    let rest = rest.strip_prefix(')')?;
    let plain = open.is_some()
        || !rest.contains(['(', ')'])
        || rest.contains(['→', '>']) && !rest.contains(',');
    (plain && rest.starts_with(' ') && has_arrow(rest)).then_some((number, rest))
}

/// `Dimension 2:`, `i=2:`: what a line is about, which numbers no steps.
pub(super) fn about(text: &str) -> Option<&str> {
    let (name, rest) = word(text);
    let name = name.to_lowercase();
    if !["dimension", "dim", "i", "j", "k", "bit", "stage", "level", "d"].contains(&&*name) {
        return None;
    }
    let (_, rest) = digits(rest.trim_start_matches([' ', '=', '_']))?;
    rest.trim_start().strip_prefix([':', ')'])
}

const ROMAN: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/// Without a remark behind a label: `(dim 2):`.
pub(super) fn without_remark(text: &str) -> &str {
    let remark = text.trim_start().strip_prefix('(').and_then(|inside| inside.split_once(')'));
    match remark {
        Some((remark, rest))
            if rest.trim_start().starts_with(':') && remark.contains(char::is_alphabetic) =>
        {
            rest
        }
        _ => text,
    }
}
