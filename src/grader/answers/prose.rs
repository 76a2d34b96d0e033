//! A formula in a sentence: `The cost is (t_s + m t_w) log p, where p is the number of nodes`.

use super::words::plain;

/// What ends a formula that is explained.
const EXPLAINED: [&str; 14] = [
    ", where", " where ", " with p", ", with ", " because", " since ", ", as ", " weil ",
    ", wobei", ", donde", ", da ", "(since", "(because", "(where",
];
/// What stands before a formula that is announced.
const ANNOUNCED: [&str; 8] =
    [" is ", " ist ", " equals ", " takes ", " costs ", ": ", " es ", "："];

/// A text, and the parts of it that may be the formula that it states, the whole first.
pub(in super::super) fn formulas(text: &str) -> Vec<String> {
    let text = text.trim();
    let mut found = vec![text.to_owned()];
    let lower = text.to_lowercase();
    // Places are the same in both, or nothing is cut.
    if lower.len() != text.len() {
        return found;
    }
    let end = EXPLAINED.iter().filter_map(|word| lower.find(word)).min().unwrap_or(text.len());
    let start = ANNOUNCED
        .iter()
        .filter_map(|word| Some(lower[..end].find(word)? + word.len()))
        .max()
        .unwrap_or(0);
    let in_words = lower[..start].split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 2);
    let mut add = |part: &str| {
        let part = part.trim().trim_end_matches(['.', ',', ';']).to_owned();
        if !part.is_empty() && !found.contains(&part) {
            found.push(part);
        }
    };
    add(&text[..end]);
    if in_words {
        add(&text[start..end]);
    }
    add(&plain(&text[start..end]).replace("**", ""));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_found_in_sentences() {
        let part = |text: &str| formulas(text).into_iter().nth(1).unwrap_or_default();
        assert_eq!(part("ts log p, where p is the number of nodes"), "ts log p");
        assert_eq!(formulas("The cost is ts log p since there are log p steps.")[2], "ts log p");
        assert_eq!(formulas("ts log p"), ["ts log p"]);
        assert_eq!(formulas(""), [""]);
    }
}
