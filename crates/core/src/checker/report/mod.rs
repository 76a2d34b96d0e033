//! The report of a check: violations, notes, and the measures of each step.

mod advice;
pub(crate) mod judgement;
mod phrases;
pub(crate) mod possible_from;
pub(crate) mod text;
pub(crate) mod violation;

use std::collections::BTreeMap;

use crate::checker::report::text::InText;
use crate::checker::report::violation::{
    BrokenRule, CheckerRule, Listing, Violation, ViolationPlace,
};
use crate::schedule::{Runs, StepMeasure};
use crate::topology::Vertex;

/// The maximum number of violations with places; the others are only counted.
pub const MOST_PLACES: usize = 1000;

/// The maximum number of redundant messages that are listed.
pub const MOST_NOTED: usize = 5;

/// The report of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The first [`MOST_PLACES`] violations: by phase, then by step, those of the end last; in a step by
    /// rule, then by ascending nodes or links and messages in their written order.
    pub violations: Vec<Violation>,
    /// Line and column of the message of each violation, by its number from 0, if the text was checked while
    /// it was read.
    pub lines: BTreeMap<usize, InText>,
    /// The exact number of violations of each rule.
    pub counts: Counts,
    /// The number of steps of all phases.
    pub steps: usize,
    /// The number of messages of all phases.
    pub messages: u64,
    /// Whether some message carries contributions that are not a run of positions, so that the operator must
    /// commute; `None` for an invalid schedule or copied data.
    pub needs_commutative: Option<bool>,
    /// The messages with data that the receiver already has, of which the first [`MOST_NOTED`] are listed. They are legal.
    pub redundant: Listing<Redundant>,
    /// The measures of each step, indexed by phase, then by step.
    pub measures: Vec<Vec<StepMeasure>>,
    /// How the schedule was checked.
    pub looked_at: LookedAt,
}

/// How a schedule was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LookedAt {
    /// Message by message.
    #[default]
    EveryMessage,
    /// By the templates of a symmetric schedule. Counts include all messages; one violation is listed per
    /// class.
    Templates {
        /// The number of messages that each template message represents: the size of a class.
        copies: u32,
        /// The number of classes of nodes.
        classes: u32,
    },
}

impl Report {
    /// Whether no rule is broken.
    pub fn is_valid(&self) -> bool {
        self.counts.total() == 0
    }

    /// Whether no rule is broken, but for those of ports and links where messages may wait for each other.
    pub fn is_valid_if(&self, may_wait: bool) -> bool {
        if may_wait { self.only_waits() } else { self.is_valid() }
    }

    /// Whether the only faults are messages that would have to wait for each other.
    pub fn only_waits(&self) -> bool {
        self.counts.iter().all(|(rule, count)| count == 0 || rule.is_about_waiting())
    }
}

/// The number of violations of each rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u64; CheckerRule::ALL.len()]);

impl Counts {
    /// The number of violations of this rule.
    pub fn of(&self, rule: CheckerRule) -> u64 {
        self.0[rule as usize]
    }

    /// All rules in their order, each with its number of violations.
    pub fn iter(&self) -> impl Iterator<Item = (CheckerRule, u64)> {
        CheckerRule::ALL.into_iter().zip(self.0)
    }

    /// The number of violations.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Multiplies each count.
    pub(crate) fn times(&mut self, copies: u64) {
        self.0.iter_mut().for_each(|count| *count = count.saturating_mul(copies));
    }

    fn add(&mut self, rule: CheckerRule, more: u64) {
        self.0[rule as usize] += more;
    }

    fn subtract(&mut self, rule: CheckerRule, fewer: u64) {
        self.0[rule as usize] = self.0[rule as usize].saturating_sub(fewer);
    }
}

/// A message with data that the receiver already has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// The phase, counted from 1; `None` if the schedule has only one.
    pub phase: Option<usize>,
    /// The step, counted from 1 through all phases.
    pub step: usize,
    /// The node that sends.
    pub from: Vertex,
    /// The node that receives.
    pub to: Vertex,
    /// The blocks of which the receiver already has the data of the message.
    pub blocks: Runs,
}

/// The current phase and step of the check.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct At {
    pub(crate) phase: Option<usize>,
    pub(crate) step: Option<usize>,
}

/// A report under construction.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) report: Report,
    /// The place of the following findings.
    pub(crate) at: At,
    /// Whether only the first violation is wanted.
    pub(crate) first_only: bool,
    /// The number of congested links that several translations leave in place, by the number of these.
    fixed: BTreeMap<u32, u64>,
}

impl Findings {
    /// Begins the next step of the phase.
    pub(crate) fn begin_step(&mut self) {
        self.report.steps += 1;
        self.at.step = Some(self.report.steps);
    }

    /// Of how many further violations the places are needed.
    pub(crate) fn places_left(&self) -> usize {
        let most = if self.first_only { 1 } else { MOST_PLACES };
        most.saturating_sub(self.report.violations.len())
    }

    /// Whether the places of further violations are needed.
    pub(crate) fn wants_places(&self) -> bool {
        self.places_left() > 0
    }

    /// Counts a violation and stores it if it is one of the first.
    pub(crate) fn add(&mut self, place: ViolationPlace, rule: BrokenRule) {
        self.report.counts.add(rule.rule(), 1);
        if self.wants_places() {
            let At { phase, step } = self.at;
            self.report.violations.push(Violation { phase, step, place, rule });
        }
    }

    /// Counts violations without places.
    pub(crate) fn count(&mut self, rule: CheckerRule, more: u64) {
        self.report.counts.add(rule, more);
    }

    /// Whether the next redundant message will be listed.
    pub(crate) fn names_redundant(&self) -> bool {
        self.report.redundant.first.len() < MOST_NOTED
    }

    /// Counts a redundant message, with these blocks if it will be listed.
    pub(crate) fn redundant(&mut self, (from, to): (Vertex, Vertex), blocks: Runs) {
        self.report.redundant.count += 1;
        if self.names_redundant() {
            let At { phase, step } = self.at;
            let step = step.unwrap_or(0);
            self.report.redundant.first.push(Redundant { phase, step, from, to, blocks });
        }
    }

    /// A congested link has fewer copies than there are translations, if several of these leave it in place.
    pub(crate) fn fewer_copies(&mut self, fixed: u32) {
        if fixed > 1 {
            *self.fixed.entry(fixed).or_default() += 1;
        }
    }

    /// Multiplies all findings by a number of copies.
    pub(crate) fn copy(&mut self, copies: u64) {
        let redundant = &mut self.report.redundant;
        redundant.count = redundant.count.saturating_mul(copies);
        self.report.counts.times(copies);
        for (fixed, links) in &self.fixed {
            let more = links.saturating_mul(copies - copies / u64::from(*fixed));
            self.report.counts.subtract(CheckerRule::Congestion, more);
        }
    }
}
