//! For which steps a line speaks: `Steps 1-3:`, `Step k:`, `for k = 0..d-1:`, `in each of 3 steps`.

use super::super::numerals::number;
use super::super::words::is_step;
use super::expression::{Names, value};
use super::tokens::tokens;

/// A line without what says for which steps it speaks.
pub(super) struct Labelled<'t> {
    /// The letter that counts them.
    pub(super) letter: Option<char>,
    /// The first of them, where they are numbered.
    pub(super) from: Option<i128>,
    /// All of them; nothing where it is not said.
    pub(super) steps: Vec<i128>,
    pub(super) body: &'t str,
}

/// Takes off what says for which steps a line speaks.
pub(super) fn labelled(line: &str, nodes: u32) -> Labelled<'_> {
    for_each(line, nodes)
        .or_else(|| of_steps(line, nodes))
        .or_else(|| each_of(line, nodes))
        .or_else(|| times(line, nodes))
        .unwrap_or_else(|| numbered(None, Vec::new(), line))
}

/// A whole number: in digits, in a word, or by p and d.
fn count(text: &str, nodes: u32) -> Option<i128> {
    let text = text.trim();
    if let Some(value) = number(text) {
        return Some(i128::from(value));
    }
    let names = Names { node: ('#', 0), step: None, nodes: i128::from(nodes) };
    value(&tokens(text)?, &names)
}

/// `0..2`, `0 to d-1`, `1, 2, 3`, `1-3`.
fn range(text: &str, nodes: u32) -> Option<Vec<i128>> {
    let text =
        text.trim().trim_matches(['{', '}', '(', ')']).replace("...", "..").replace(", ..,", "..");
    let text = text.replace(",..,", "..").replace("\\ldots", "..").replace('…', "..");
    let ends = ["..", " to ", " bis ", " a ", "–", "-", " through "];
    let between = ends.iter().find_map(|end| text.split_once(end)).and_then(|(low, high)| {
        let low = low.trim().trim_end_matches(',');
        Some((count(low, nodes)?, count(high.trim().trim_start_matches(','), nodes)?))
    });
    if let Some((low, high)) = between {
        let few = low >= 0 && low <= high && high - low < i128::from(nodes.max(64));
        return few.then(|| (low..=high).collect());
    }
    let listed: Option<Vec<i128>> = text
        .replace(" and ", ",")
        .replace(" und ", ",")
        .split(',')
        .map(|one| count(one, nodes))
        .collect();
    listed.filter(|listed| listed.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])))
}

fn letter(text: &str) -> Option<(char, &str)> {
    let c = text.chars().next().filter(|c| "ijklst".contains(*c))?;
    let rest = &text[1..];
    (!rest.starts_with(char::is_alphanumeric)).then_some((c, rest))
}

/// `for k = 0..d-1:`
fn for_each(line: &str, nodes: u32) -> Option<Labelled<'_>> {
    let rest = ["for each ", "for ", "für ", "para "].iter().find_map(|word| strip(line, word))?;
    let (letter, rest) = letter(rest.trim_start())?;
    let rest = rest.trim_start();
    let rest = ["=", "in ", "from "].iter().find_map(|is| rest.strip_prefix(is))?;
    let (steps, body) = rest.split_once([':', ';']).or_else(|| rest.split_once(" do "))?;
    let steps = range(steps, nodes)?;
    Some(numbered(Some(letter), steps, body.trim()))
}

/// Steps that are counted by a letter are numbered from 1 where they are not.
fn numbered(letter: Option<char>, steps: Vec<i128>, body: &str) -> Labelled<'_> {
    Labelled { letter, from: steps.first().copied(), steps, body }
}

/// `Step k:`, `Steps 1-3:`, `in step k,`
fn of_steps(line: &str, nodes: u32) -> Option<Labelled<'_>> {
    let line = strip(line, "in ").unwrap_or(line);
    let end = line.find(|c: char| !c.is_alphabetic())?;
    if !is_step(&line[..end]) {
        return None;
    }
    let rest = line[end..].trim_start();
    if let Some((letter, rest)) = letter(rest) {
        let rest = rest.trim_start();
        // `Step k = 1..3:`
        // `Step k (k = 1..3):`
        let inside = rest.strip_prefix('(').map(|rest| rest.trim_start_matches([letter, ' ']));
        let counted = inside.unwrap_or(rest).strip_prefix('=');
        let (steps, body) = match counted.and_then(|rest| rest.split_once(':')) {
            Some((steps, body)) => (range(steps, nodes)?, body),
            None => (Vec::new(), rest),
        };
        let body = body.trim_start_matches([':', ',', ' ', ')']);
        return Some(numbered(Some(letter), steps, body));
    }
    let (steps, body) = rest.split_once(':')?;
    Some(numbered(None, range(steps, nodes)?, body.trim()))
}

/// `in each of the 3 steps`
fn each_of(line: &str, nodes: u32) -> Option<Labelled<'_>> {
    let begins = ["in each of the ", "in each of ", "in all ", "in jedem der ", "each of the "];
    let rest = begins.iter().find_map(|word| strip(line, word))?;
    let at = rest.find([' ', ':'])?;
    let (many, rest) = rest.split_at(at);
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_alphabetic())?;
    let many = count(many, nodes).filter(|many| (1..=i128::from(nodes)).contains(many))?;
    let body = rest[end..].trim_start_matches([':', ',', ' ']);
    is_step(&rest[..end]).then(|| numbered(None, (1..=many).collect(), body))
}

/// `.., three times`, `(p-1 times)`, `3 steps: ..`
fn times(line: &str, nodes: u32) -> Option<Labelled<'_>> {
    let line = line.trim_end_matches(['.', ' ']);
    let inner = line.trim_end_matches(')');
    let inner = ["times", "mal", "steps", "veces"].iter().find_map(|word| inner.strip_suffix(word));
    let mut body = line;
    let mut many = None;
    if let Some((before, said)) = inner.and_then(|inner| inner.trim_end().rsplit_once([',', '('])) {
        many = Some(count(said.trim().trim_start_matches("repeated "), nodes)?);
        body = before.trim();
    }
    if let Some((before, behind)) = body.split_once(':') {
        let before = strip(before, "repeat ").unwrap_or(before);
        let (said, steps) = before.trim().split_once(' ')?;
        let counts = is_step(steps.trim()) || steps.trim() == "times";
        let said = counts.then(|| count(said, nodes))??;
        if many.is_some_and(|many| many != said) {
            return None;
        }
        (many, body) = (Some(said), behind.trim());
    }
    let steps = (1..=many.filter(|many| (1..=i128::from(nodes)).contains(many))?).collect();
    Some(numbered(None, steps, body))
}

/// Without a word at the beginning, in any case of its letters.
fn strip<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let begin = text.get(..word.len())?;
    (begin.to_lowercase() == word).then(|| &text[word.len()..])
}
