//! What stands beside a number and only repeats what is given: `315 for m = 100`, `8 nodes: 3`,
//! `6 steps in 2 phases`.

use super::super::super::lists::list;
use super::super::words::is_node;
use crate::formula::{Bindings, parse};

/// Without what only repeats what is given: `for m = 100`, `(p = 8)`, `p = 8:`.
pub(super) fn without_circumstances(text: &str, names: &Bindings) -> String {
    let worth = |text: &str| {
        // n is the number of nodes as well.
        let text =
            if text == "n" && parse("n").ok()?.evaluate(names).is_err() { "p" } else { text };
        parse(text).ok()?.evaluate(names).ok()
    };
    let nodes = |part: &str| {
        let (count, word) = part.trim().split_once(' ')?;
        (is_node(word.trim()) && worth(count)? == worth("p")?).then_some(())
    };
    let given = |part: &str| {
        if nodes(part).is_some() {
            return Some(());
        }
        let (name, value) = part.split_once('=')?;
        // `log p = 3` is no circumstance.
        let symbol = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let plain = name.trim().len() <= 4 && name.trim().chars().all(symbol);
        let known = worth(name.trim()).filter(|_| plain)?;
        (worth(value.trim())? == known).then_some(())
    };
    let led = ["for ", "with ", "bei ", "mit ", "für "];
    let behind = text
        .split_once(':')
        .filter(|(before, _)| given(without_word(before.trim(), &led)).is_some());
    let mut text = behind.map_or(text, |(_, behind)| behind).trim().to_owned();
    for word in [" for ", " with ", " bei ", " für ", " mit ", " at ", " (", ", "] {
        let end = text.rsplit_once(word).map(|(before, behind)| {
            (before.to_owned(), behind.trim_end_matches([')', '.']).trim().to_owned())
        });
        if let Some((before, behind)) = end
            && given(&behind).is_some()
        {
            text = before;
        }
    }
    // `6 steps in 2 phases`
    match text.rsplit_once(" in ") {
        Some((before, behind))
            if list("quantity parts").iter().any(|part| behind.ends_with(part))
                && before.contains(|c: char| c.is_ascii_digit())
                && behind.split(' ').count() == 2 =>
        {
            before.to_owned()
        }
        _ => text,
    }
}

fn without_word<'t>(text: &'t str, words: &[&str]) -> &'t str {
    words.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim()
}
