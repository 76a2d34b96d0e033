//! Pairs of formulas with what must be said about them, from `tests/formulas/*/*.pairs`.
//!
//! Blocks are divided by blank lines: `given: p = 2^d` and `in: p,m` where they are needed, two
//! formulas, and below them what the answer says. `#` begins a comment.
#![allow(dead_code)] // each user needs its part

use std::fs;

use hockney_formula::{EquivalenceAnswer, Given, Link, Verdict, parse};

pub(crate) struct Pair {
    pub(crate) file: String,
    pub(crate) given: Given,
    pub(crate) formulas: [String; 2],
    pub(crate) expected: Vec<String>,
}

impl Pair {
    pub(crate) fn links(&self) -> [Link; 2] {
        self.formulas.each_ref().map(|text| {
            let formula = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            formula.links()[0].clone()
        })
    }
}

/// All pairs of a folder, in the order of their files.
pub(crate) fn pairs(folder: &str) -> Vec<Pair> {
    let folder = hockney_testing::at("tests/formulas").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pairs"))
        .collect();
    paths.sort();
    let mut pairs = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("readable");
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        for block in text.split("\n\n") {
            let lines = block.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            let mut lines = lines.peekable();
            if lines.peek().is_none() {
                continue;
            }
            let mut given = Given::default();
            while let Some(fact) = lines.next_if(|line| line.starts_with("given: ")) {
                let fact = fact.trim_start_matches("given: ");
                given.add(fact).unwrap_or_else(|error| panic!("{fact}: {error}"));
            }
            if let Some(growing) = lines.next_if(|line| line.starts_with("in: ")) {
                given.grow(growing.trim_start_matches("in: "));
            }
            let mut formula = || lines.next().unwrap_or_else(|| panic!("{block}")).to_owned();
            let formulas = [formula(), formula()];
            let expected = lines.map(str::to_owned).collect();
            pairs.push(Pair { file: file.clone(), given, formulas, expected });
        }
    }
    assert!(!pairs.is_empty());
    pairs
}

/// What an answer says beside its verdict, line by line.
pub(crate) fn said(answer: &EquivalenceAnswer) -> Vec<String> {
    let mut lines = Vec::new();
    match &answer.verdict {
        Verdict::Equal => {}
        Verdict::Different(difference) => {
            let at = difference.at.iter().map(|(name, value)| format!("{name} = {value}"));
            lines.push(format!("at: {}", at.collect::<Vec<_>>().join(", ")));
            lines.push(format!("values: {} / {}", difference.left, difference.right));
            let terms = difference.terms.iter();
            lines.extend(terms.map(|t| format!("{}: {} / {}", t.term, t.left, t.right)));
        }
        Verdict::OtherOrder(why) | Verdict::Undecided(why) => lines.push(format!("because: {why}")),
    }
    if !answer.assuming.is_empty() {
        lines.push(format!("assuming: {}", answer.assuming.join(", ")));
    }
    lines.extend(answer.note.iter().map(|note| format!("note: {note}")));
    lines
}
