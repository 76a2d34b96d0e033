//! The ways to an answer, and what they say.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::lot::backwards;

/// A folder in which the program runs, what was compared there, and what disagreed.
pub(super) struct Doors {
    folder: tempfile::TempDir,
    /// How often each kind of comparison was made.
    pub(super) compared: BTreeMap<&'static str, usize>,
    /// The comparisons that failed, each with its commands.
    pub(super) disagree: Vec<String>,
}

impl Doors {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for p in 2..=16_usize {
            let ranks = (0..p).rev().fold(String::new(), |text, node| format!("{text}{node}\n"));
            fs::write(folder.path().join(backwards(p)), ranks).unwrap();
        }
        Doors { folder, compared: BTreeMap::new(), disagree: Vec::new() }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn run(&self, line: &str) -> Output {
        self.run_with(line, &[])
    }

    /// Runs the program with the words of a line, and one more that may contain spaces.
    pub(super) fn run_with(&self, line: &str, more: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(line.split_whitespace()).args(more).current_dir(self.path());
        let output = command.env("RAYON_NUM_THREADS", "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{line}: {said}");
        output
    }

    pub(super) fn text(&self, line: &str) -> String {
        String::from_utf8(self.run(line).stdout).unwrap()
    }

    pub(super) fn json(&self, line: &str) -> (i32, Value) {
        let output = self.run(&format!("{line} -f json"));
        let value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output.status.code().unwrap(), value)
    }

    /// The answer of `cost` and of commands that print the same.
    pub(super) fn answer(&self, line: &str) -> Answer {
        let (code, value) = self.json(line);
        Answer { code, value }
    }

    /// Counts a comparison, and keeps it if it fails.
    pub(super) fn hold(
        &mut self,
        kind: &'static str,
        agrees: bool,
        commands: impl FnOnce() -> String,
    ) {
        *self.compared.entry(kind).or_default() += 1;
        if !agrees {
            self.disagree.push(format!("{kind}: {}", commands()));
        }
    }

    /// The comparisons of another thread.
    pub(super) fn add(&mut self, other: Doors) {
        for (kind, count) in other.compared {
            *self.compared.entry(kind).or_default() += count;
        }
        self.disagree.extend(other.disagree);
    }
}

/// An exit code and a document.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) code: i32,
    pub(super) value: Value,
}

impl Answer {
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.value[key].as_str()
    }

    pub(super) fn number(&self, key: &str) -> Option<u64> {
        self.value[key].as_u64()
    }

    /// The coefficient of t_s, t_w or t_h, where there are no classes of links.
    pub(super) fn coefficient(&self, of: &str) -> Option<&str> {
        self.value["cost"][of].as_str()
    }

    /// Equal in all that a look must not change: everything but the hops, the table of the steps and the
    /// words on how it was looked at.
    pub(super) fn equals_without_hops(&self, other: &Answer) -> bool {
        let keys = ["algorithm", "verdict", "steps", "messages", "total", "whole_words"];
        let pieces = |of: &Answer| of.value["best_pieces"]["pieces"].as_u64().unwrap_or(1);
        self.code == other.code
            && keys.iter().all(|key| self.value[*key] == other.value[*key])
            && ["t_s", "t_w"].iter().all(|of| self.coefficient(of) == other.coefficient(of))
            && pieces(self) == pieces(other)
    }

    /// Equal in what a schedule costs, whoever made it.
    pub(super) fn costs_the_same(&self, other: &Answer) -> bool {
        ["cost", "total", "steps", "messages"]
            .iter()
            .all(|key| self.value[*key] == other.value[*key])
    }

    /// For a report: the algorithm, the total and the coefficients.
    pub(super) fn short(&self) -> String {
        let mut text = format!("exit {}", self.code);
        for key in ["algorithm", "steps", "messages", "total", "cost"] {
            if !self.value[key].is_null() {
                let _ = write!(text, " {}", self.value[key]);
            }
        }
        if let Some(message) = self.value["error"]["message"].as_str() {
            let _ = write!(text, " {message}");
        }
        text
    }
}
