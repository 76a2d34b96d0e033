//! The outcome of a check: what is wrong, what is worth knowing, and what each step measures.

mod advice;
pub(crate) mod judgement;
pub(crate) mod lines;
pub(crate) mod no_answer;
mod phrases;
mod text;
pub(crate) mod violation;
pub(crate) mod when_held;

use std::collections::BTreeMap;

use crate::checker::report::lines::InText;
use crate::checker::report::violation::{BrokenRule, Place, Rule, Violation};
use crate::schedule::{Runs, StepMeasure};
use crate::topology::Vertex;

/// How many violations are reported with their places; the others are only counted.
pub const MOST_PLACES: usize = 1000;

/// How many places a note names.
pub const MOST_NOTED: usize = 5;

/// What the checker found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The first [`MOST_PLACES`] violations: by phase, then by step, judgement at the end last; in a
    /// step by rule, then nodes and links rising and messages as they are written.
    pub violations: Vec<Violation>,
    /// Line and column of the message that each of them is about, by its number from 0, where the text
    /// was read while it was checked.
    pub lines: BTreeMap<usize, InText>,
    /// How many violations there are of each rule, exactly.
    pub counts: Counts,
    /// How many steps there are, in all phases.
    pub steps: usize,
    /// How many messages there are, in all phases.
    pub messages: u64,
    /// Whether some message carries contributions that are not those of a run of positions, so
    /// that the operator must commute; `None` for an invalid schedule or one that combines nothing.
    pub needs_commutative: Option<bool>,
    /// What is legal and still worth knowing.
    pub note: Note,
    /// What each step measures, indexed by phase, then by step.
    pub measures: Vec<Vec<StepMeasure>>,
    /// How all of this was found out.
    pub looked_at: LookedAt,
}

/// What was looked at to check a schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LookedAt {
    /// Every message by itself.
    #[default]
    EveryMessage,
    /// The templates of a schedule that looks the same from every node of a class. Counts are those
    /// of all messages; of violations one is listed for each class.
    Templates {
        /// How many messages stand for each of a template: the nodes of a class.
        copies: u32,
        /// How many classes of nodes there are.
        classes: u32,
    },
}

impl Report {
    /// Whether no rule is broken.
    pub fn is_valid(&self) -> bool {
        self.counts.total() == 0
    }
}

/// How often each rule is broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u64; Rule::ALL.len()]);

impl Counts {
    /// How often this rule is broken.
    pub fn of(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }

    /// All rules in their order, each with how often it is broken.
    pub fn iter(&self) -> impl Iterator<Item = (Rule, u64)> {
        Rule::ALL.into_iter().zip(self.0)
    }

    /// How many violations there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Each violation so many times.
    pub(crate) fn times(&mut self, copies: u64) {
        self.0.iter_mut().for_each(|count| *count = count.saturating_mul(copies));
    }

    fn add(&mut self, rule: Rule, more: u64) {
        self.0[rule as usize] += more;
    }
}

/// Messages that bring a node what it has already: legal, and worth knowing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// How many messages.
    pub count: u64,
    /// The first [`MOST_NOTED`] of them.
    pub first: Vec<Redundant>,
}

/// A message that brings a node what it has already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// The phase, counted from 1; `None` where the schedule has only one.
    pub phase: Option<usize>,
    /// The step, counted from 1 through all phases.
    pub step: usize,
    /// The node that sends.
    pub from: Vertex,
    /// The node that receives.
    pub to: Vertex,
    /// The blocks of which it has already what the message brings.
    pub blocks: Runs,
}

/// Where in the schedule the check is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct At {
    pub(crate) phase: Option<usize>,
    pub(crate) step: Option<usize>,
}

/// A report in the making.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) report: Report,
    /// Where what is found from now on is.
    pub(crate) at: At,
}

impl Findings {
    /// The next step of the phase begins.
    pub(crate) fn begin_step(&mut self) {
        self.report.steps += 1;
        self.at.step = Some(self.report.steps);
    }

    /// Whether the places of further violations are still wanted.
    pub(crate) fn wants_places(&self) -> bool {
        self.report.violations.len() < MOST_PLACES
    }

    /// Counts a violation and keeps it if it is one of the first.
    pub(crate) fn add(&mut self, place: Place, rule: BrokenRule) {
        self.report.counts.add(rule.rule(), 1);
        if self.wants_places() {
            let At { phase, step } = self.at;
            self.report.violations.push(Violation { phase, step, place, rule });
        }
    }

    /// Counts violations beyond those whose places are wanted.
    pub(crate) fn count(&mut self, rule: Rule, more: u64) {
        self.report.counts.add(rule, more);
    }

    /// Whether the next message that brings what is there already will be named.
    pub(crate) fn names_redundant(&self) -> bool {
        self.report.note.first.len() < MOST_NOTED
    }

    /// Notes a message that brings what is there already: these blocks, if it will be named.
    pub(crate) fn redundant(&mut self, (from, to): (Vertex, Vertex), blocks: Runs) {
        self.report.note.count += 1;
        if self.names_redundant() {
            let At { phase, step } = self.at;
            let step = step.unwrap_or(0);
            self.report.note.first.push(Redundant { phase, step, from, to, blocks });
        }
    }

    /// All that has been found stands for so many copies of itself.
    pub(crate) fn copy(&mut self, copies: u64) {
        let note = &mut self.report.note;
        note.count = note.count.saturating_mul(copies);
        self.report.counts.times(copies);
    }
}
