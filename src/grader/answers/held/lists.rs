//! Numbers with lists behind them, results with what is passed on, sums by their terms.

use super::super::words::is_number;

/// `0 (0,7,6), 1 (1,0,7)`: the book's own way to write nodes and blocks.
pub(super) fn numbers_and_lists(text: &str, nodes: u32) -> Option<String> {
    let mut lines = Vec::new();
    let text = text.replace("\\{", "{").replace("\\}", "}");
    // Some nodes are named with their lists: the others hold nothing.
    let mut last = None;
    for part in text.trim_end_matches('.').split_inclusive([')', '}', ']']) {
        let (name, list) = part.split_once(['(', '{', '['])?;
        let name = name.trim_matches([',', ';', ' ', '\n', 'P', '_', ':', '-', '=']);
        let list = list.trim_end_matches([')', '}', ']']);
        // The names are nodes, rising, or it means something else.
        let node = name.parse::<u32>().ok()?;
        if last.is_some_and(|last| node <= last) || node > nodes {
            return None;
        }
        last = Some(node);
        lines.push(format!("{node}: {list}"));
    }
    (!lines.is_empty() && lines.len() <= nodes as usize).then(|| lines.join("\n"))
}

/// The results of `3 [4]`, a result and what is passed on, for each node.
pub(super) fn results(text: &str, nodes: u32) -> Option<String> {
    let mut row = Vec::new();
    for part in text.trim_end_matches('.').split_inclusive([')', ']']) {
        let (result, passed) = part.split_once(['(', '['])?;
        let result = result.trim_matches([',', ';', ' ', '\n']);
        if !is_number(result) || !is_number(passed.trim_end_matches([')', ']']).trim()) {
            return None;
        }
        row.push(result.to_owned());
    }
    (row.len() == nodes as usize).then(|| row.join(" "))
}

/// Sums by their terms, `a+b`, `x0+x1`, `0@0-1`, as lists of who is in them; of `3+1=4` the value.
pub(super) fn sums(text: &str) -> Option<String> {
    let named = text.contains(|c: char| c.is_ascii_lowercase());
    (named || text.contains(['+', '@', '='])).then(|| letters(text)).flatten()
}

fn letters(text: &str) -> Option<String> {
    let mut lists = Vec::new();
    for line in text.split([',', '\n', ';']) {
        let line = line.trim().trim_end_matches('.');
        let (name, item) =
            line.split_once(':').map_or((None, line), |(name, item)| (Some(name), item));
        // Of an equation the value.
        if let Some((_, value)) = item.split_once('=') {
            lists.push(value.trim().to_owned());
            continue;
        }
        let item = item.trim();
        let item = item.rsplit('@').next().unwrap_or(item);
        let terms: Option<Vec<String>> =
            item.split('+').map(|term| contributor(term.trim())).collect();
        let list = terms?.join(" ");
        lists.push(name.map_or(format!("[{list}]"), |name| format!("{name}: {list}")));
    }
    if text.contains('=') {
        for value in &mut lists {
            *value = value.trim_matches(['[', ']']).to_owned();
        }
    }
    if lists.iter().any(|list| list.contains(':')) {
        return (lists.len() > 1).then(|| lists.join("\n"));
    }
    let joined = lists.join(" ");
    let joined = if joined.starts_with('[') { format!("[{joined}]") } else { joined };
    (lists.len() > 1).then_some(joined)
}

/// `a`, `x3`, `x_3`, `M3`, `3`, `0-1`: whose contribution it is.
fn contributor(term: &str) -> Option<String> {
    if let [letter @ b'a'..=b'z'] = term.as_bytes() {
        return Some((letter - b'a').to_string());
    }
    let bare = term.trim_start_matches(|c: char| c.is_alphabetic()).trim_start_matches('_');
    let digits = !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    digits.then(|| bare.to_owned())
}
