//! What nodes hold in the words and tables of students, as the lines that are read: `Nodes 0 and 1
//! hold {0, 1}; the others nothing`, `3 [4]` for a result and what is passed on, `a, a+b`.

mod groups;
mod lists;

pub(in super::super) use self::groups::rows;
use self::groups::{regrouped, without_the_others};
use self::lists::{numbers_and_lists, results, sums};
use super::super::lists::list;
use super::vocabulary::{denies_anything, excepts};
use super::words::{is_node, is_number, plain};

/// Other spellings of an answer about `nodes` nodes, the likeliest first; none is the text itself.
pub(in super::super) fn spellings(text: &str, nodes: u32) -> Vec<String> {
    let cleaned = cleaned(text);
    let mut found: Vec<String> = Vec::new();
    let mut add = |spelling: Option<String>| {
        if let Some(spelling) = spelling
            && spelling != text
            && !spelling.trim().is_empty()
            && !found.contains(&spelling)
        {
            found.push(spelling);
        }
    };
    // Lists side by side are a list.
    let lists = cleaned.starts_with('[') && !cleaned.starts_with("[[");
    add(lists.then(|| format!("[{cleaned}]")));
    add(everywhere(&cleaned, nodes));
    add(everything(&cleaned, nodes));
    add(by_name(&cleaned, nodes));
    add(regrouped(&cleaned, nodes));
    add(without_the_others(&cleaned).and_then(|have| holders(have, nodes)));
    add(named_nodes(&cleaned, nodes));
    add(table(&cleaned));
    add(numbers_and_lists(&cleaned, nodes));
    add(results(&cleaned, nodes));
    add(sums(&cleaned));
    add(holders(&cleaned, nodes));
    add(with_gaps(&cleaned, nodes));
    add(Some(row(&cleaned)));
    found
}

/// Without mark-up, bullets, arrows behind a name, a title and remarks.
fn cleaned(text: &str) -> String {
    let text = plain(text).replace("**", "").replace('`', "");
    let line = |line: &str| {
        let line = line.trim().trim_start_matches(['*', '•', ' ']);
        let line = line.strip_prefix("- ").unwrap_or(line);
        line.replace("->", ":").replace('→', if line.matches('→').count() == 1 { ":" } else { " " })
    };
    let lines: Vec<String> = text.lines().map(line).filter(|line| !line.is_empty()).collect();
    // A line of words beside lines of numbers is a remark.
    let digits = |line: &String| line.contains(|c: char| c.is_ascii_digit());
    let words = |line: &str| line.split_whitespace().filter(|word| word.len() > 3).count();
    let remark = |line: &str| {
        (line.starts_with('(') && line.ends_with(')') && words(line) > 1) || words(line) > 6
    };
    let kept: Vec<&str> = lines
        .iter()
        .filter(|line| lines.len() == 1 || !remark(line))
        .filter(|line| lines.len() == 1 || digits(line) || line.contains(':'))
        .map(String::as_str)
        .collect();
    kept.join("\n")
}

/// `36`, `each node: 36`, `36 (everywhere)`: the same at every node.
fn everywhere(text: &str, nodes: u32) -> Option<String> {
    let lower = text.to_lowercase();
    let named = list("held all").iter().find_map(|all| lower.strip_prefix(all));
    let body = match named {
        Some(rest) => {
            let rest = format!(" {}", rest.trim_start_matches([':', ' ']));
            let held = list("held holds").iter().find_map(|verb| rest.strip_prefix(verb));
            held.unwrap_or(&rest).to_owned()
        }
        None => lower.split_once('(').map_or(&*lower, |(number, _)| number).to_owned(),
    };
    let body = body.trim().trim_end_matches('.');
    let is_list = || body.bytes().all(|b| b.is_ascii_digit() || b" ,-{}[]".contains(&b));
    (is_number(body) || named.is_some() && is_list()).then(|| at_each(nodes, body))
}

/// The same for each node.
fn at_each(nodes: u32, held: &str) -> String {
    (0..nodes).map(|node| format!("{node}: {held}")).collect::<Vec<_>>().join("\n")
}

/// `all`, `all nodes hold everything`: every block at every node.
fn everything(text: &str, nodes: u32) -> Option<String> {
    let lower = text.trim().trim_end_matches('.').to_lowercase();
    let body = list("held all").iter().find_map(|all| lower.strip_prefix(all))?;
    let body = body.trim_start_matches([':', ' ']);
    let last = nodes.checked_sub(1)?;
    list("held everything").contains(&body).then(|| at_each(nodes, &format!("0-{last}")))
}

/// A line for each node, where nodes are named in groups and sentences.
fn by_name(text: &str, nodes: u32) -> Option<String> {
    // Rows and columns of a grid are not nodes.
    if lines_of_the_grid(text) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    // `0 and 1 hold {0,1}, 2 and 3 hold {2,3}`
    let text = text.replace("}, ", "}\n").replace("], ", "]\n");
    for part in text.split(['\n', ';']).flat_map(|part| part.split(". ")) {
        let mut part = format!(" {} ", part.trim().trim_end_matches('.'));
        for verb in list("held holds") {
            part = part.replacen(verb, " : ", 1);
        }
        let Some((names, held)) = part.split_once(':') else {
            let others =
                list("held others").iter().any(|others| part.to_lowercase().contains(others));
            if others || part.trim().is_empty() {
                continue;
            }
            return None;
        };
        let named = names.trim().to_lowercase();
        if list("held others").contains(&&*named) || named.is_empty() {
            continue;
        }
        let held = held.trim().replace(" and ", " ");
        for node in group(names, nodes)? {
            lines.push(format!("{node}: {held}"));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Whether an answer speaks of the rows or columns of a grid.
pub(in super::super) fn lines_of_the_grid(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    words.any(|word| {
        ["row", "rows", "column", "columns", "zeile", "zeilen", "spalte", "fila", "ligne"]
            .contains(&word)
    })
}

/// The nodes that a list names: `P0,P1`, `0 and 1`, `Nodes 0-2`, `nodes 0..3`.
fn group(names: &str, nodes: u32) -> Option<Vec<String>> {
    let names = names.replace("...", "-").replace("..", "-").replace(['–', '{', '}'], " - ");
    let names = names.replace(" - ", "-");
    let mut found = Vec::new();
    for word in names.split([',', ' ', '&']).filter(|word| !word.is_empty()) {
        if is_node(word) || ["and", "und", "y", "the", "-"].contains(&word) {
            continue;
        }
        let bare = |name: &str| {
            let name =
                name.trim_start_matches(['P', 'p', 'N', 'n', '_']).trim_matches('-').to_owned();
            is_number(&name).then_some(name)
        };
        match word.trim_matches('-').split_once('-') {
            Some((low, high)) => {
                let (low, high) =
                    (bare(low)?.parse::<u32>().ok()?, bare(high)?.parse::<u32>().ok()?);
                // Nodes may be counted from 1.
                let many = found.len() as u64 + u64::from(high.saturating_sub(low));
                if high > nodes || low > high || many > u64::from(nodes) {
                    return None;
                }
                found.extend((low..=high).map(|node| node.to_string()));
            }
            None => found.push(bare(word)?),
        }
        if found.len() as u64 > u64::from(nodes) {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The last row of a table, or all of it, without bars.
fn table(text: &str) -> Option<String> {
    if !text.contains('|') {
        return None;
    }
    let rule = |line: &str| line.chars().all(|c| "|-: ".contains(c));
    let rows: Vec<&str> = text.lines().filter(|line| !rule(line)).collect();
    let bare = |row: &str| {
        row.trim_matches(['|', ' ']).split('|').map(str::trim).collect::<Vec<_>>().join(" ")
    };
    let headed = rows.len() == 2 && rows[0].contains(|c: char| c.is_alphabetic());
    match &rows[..] {
        [only] => Some(bare(only)),
        [_, values] if headed => Some(bare(values)),
        // A row for each node: its name, then what it holds.
        rows => {
            let line = |row: &&str| {
                let (name, held) = row.trim_matches(['|', ' ']).split_once('|')?;
                let digits = name.contains(|c: char| c.is_ascii_digit());
                digits.then(|| format!("{}: {}", name.trim(), held.replace('|', " ").trim()))
            };
            let lines: Vec<String> = rows.iter().filter_map(line).collect();
            (lines.len() > 1).then(|| lines.join("\n"))
        }
    }
}

/// `0, 2, 4, 6 have the message`: the nodes alone.
fn holders(text: &str, nodes: u32) -> Option<String> {
    let padded = format!(" {} ", text.replace('\n', " "));
    let at = list("held holds").iter().filter_map(|verb| padded.find(verb)).min()?;
    let behind = &padded[at..];
    let behind = behind.split(". ").next()?;
    let alone = !behind.contains(|c: char| c.is_ascii_digit());
    if denies_anything(&padded) {
        return None;
    }
    let names = group(&padded[..at], nodes)?;
    alone.then(|| names.join(" "))
}

/// `nodes 2, 6`: the nodes that have it.
fn named_nodes(text: &str, nodes: u32) -> Option<String> {
    let (first, _) = text.split_once(' ')?;
    is_node(&first.to_lowercase()).then(|| group(text, nodes))?.map(|names| names.join(" "))
}

/// `3 - 7 -` and `3 0 7 0`: nothing where a dash or a zero stands.
fn with_gaps(text: &str, nodes: u32) -> Option<String> {
    let words: Vec<&str> =
        text.split([' ', ',', '\n', ';']).filter(|word| !word.is_empty()).collect();
    let gap = |word: &&str| ["-", "–", "—", "0", "x", "/", "_"].contains(word);
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let fits = words.len() == nodes as usize
        && words.iter().any(gap)
        && words.iter().all(|word| gap(word) || digits(word));
    fits.then(|| {
        let named = words.iter().enumerate().filter(|(_, word)| !gap(word));
        named.map(|(node, word)| format!("{node}: {word}")).collect::<Vec<_>>().join("\n")
    })
}

/// Numbers in a row, without what announces them and what closes them in.
fn row(text: &str) -> String {
    let body = [": ", " are ", " is ", "= "]
        .iter()
        .filter_map(|announced| text.split_once(announced))
        .map(|(_, body)| body)
        .min_by_key(|body| body.len())
        .filter(|body| !body.contains(':'))
        .unwrap_or(text);
    let body = body
        .split_once('(')
        .filter(|(_, inside)| inside.contains(' '))
        .map_or(body, |(row, _)| if row.trim().is_empty() { body } else { row });
    // `Prefix sums 3, 4`
    let numbers = body.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let led = body[..numbers].split_whitespace().filter(|word| word.len() > 3).count();
    let turned = denies_anything(body) || excepts(body);
    let words = !body[numbers..].contains(char::is_alphabetic) && !turned;
    let body = if led > 0 && words { &body[numbers..] } else { body };
    body.trim().trim_matches(['<', '>', '.', ' ', '⟨', '⟩']).replace(['→', '|'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holdings_are_spelled_out() {
        let has = |text: &str, nodes: u32, wanted: &str| {
            let found = spellings(text, nodes);
            assert!(found.iter().any(|spelling| spelling == wanted), "{text}: {found:#?}");
        };
        has("0, 2, 4, 6 have the message", 8, "0 2 4 6");
        has("nodes 0, 1, 2, 3 have it", 8, "0 1 2 3");
        has("P0,P1: {M0,M1}; P2,P3: {M2,M3}", 4, "0: {M0,M1}\n1: {M0,M1}\n2: {M2,M3}\n3: {M2,M3}");
        has("0 and 1 hold {0,1}; 2 and 3 hold {2,3}", 4, "0: {0,1}\n1: {0,1}\n2: {2,3}\n3: {2,3}");
        has("Nodes 0-1: 0,1; nodes 2..3: 2,3", 4, "0: 0,1\n1: 0,1\n2: 2,3\n3: 2,3");
        has("Node 0 holds 0, 1 and 2. Node 1 has 1.", 2, "0: 0, 1 2\n1: 1");
        has("all nodes hold 36", 2, "0: 36\n1: 36");
        has("36 (everywhere)", 2, "0: 36\n1: 36");
        has("0: 0,1; others: nothing", 2, "0: 0,1");
        has("0 (0,1), 1 (1,0)", 2, "0: 0,1\n1: 1,0");
        has("P0 {0,1}, P2 {2,3}", 4, "0: 0,1\n2: 2,3");
        has("P0 - {0,1}; P2 - {2,3}", 4, "0: 0,1\n2: 2,3");
        has("all", 2, "0: 0-1\n1: 0-1");
        has("3 [4]\n4 [4]", 2, "3 4");
        has("a, a+b, c, c+d", 4, "[[0] [0 1] [2] [2 3]]");
        has("x0\nx0+x1", 2, "[[0] [0 1]]");
        has("0@0-1\n0@0-1", 2, "[[0-1] [0-1]]");
        has("3, 3+1=4", 2, "3 4");
        has("3 - 7 -", 4, "0: 3\n2: 7");
        has("3 0 7 0", 4, "0: 3\n2: 7");
        has("The prefix sums are 3, 4", 2, "3, 4");
        has("<3,4>", 2, "3,4");
        has("3 → 4 → 5", 3, "3   4   5");
        has("P0..P1: 3, 4", 2, "3, 4");
        has("3 4 (the prefix sums)", 2, "3 4");
        has("| P0 | P1 |\n|---|---|\n| 3 | 4 |", 2, "3 4");
        has("3 | 4", 2, "3 4");
        has("| 0 | 0, 6 |\n| 1 | 1 |", 2, "0: 0, 6\n1: 1");
        has("- 0: 0 1\n- 1: 1", 2, "0: 0 1\n1: 1");
        has("0 -> {0,1}\n1 -> {1}", 2, "0: {0,1}\n1: {1}");
        assert!(spellings("", 4).is_empty());
        // Neither a denial nor a huge range is taken for nodes.
        for text in
            ["0, 2 have nothing", "0, 2 have not got it", "0-4294967294 have it", "row 0: 0-2"]
        {
            let found = spellings(text, 8);
            assert!(
                found.iter().all(|spelling| !["0 2", "0: 0-2"].contains(&&**spelling)),
                "{text}: {found:?}"
            );
            assert!(found.iter().all(|spelling| spelling.len() < 100), "{text}");
        }
    }
}
