//! Checks whether a schedule performs its collective, and finds every violation.
//!
//! The checker follows the messages through the network step by step. It knows the topology and where blocks
//! start and must end, and nothing of how a schedule was planned. Every schedule that leaves the program has
//! passed it: only the functions here that check make a [`Checked`], and only a valid one is [`Certified`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use hockney_core::checker::{Limits, check};
//! use hockney_core::collective::{Instance, Ports, Schedule, collective};
//! use hockney_core::schedule::{Listed, Message, Runs};
//! use hockney_core::topology::Topology;
//!
//! let broadcast = Instance::new(collective("broadcast").unwrap(), 2);
//! let mut steps = Listed::default();
//! steps.add(0, Message::plain(0, 1, Runs::one(0)));
//! let ring = Topology::parse("ring:2").unwrap();
//! let checked = check(&Schedule::plain(ring, Ports::ONE, broadcast, Arc::new(steps)), &Limits::default()).unwrap();
//! assert!(checked.report().is_valid() && checked.certified().is_some());
//! ```

mod ahead;
mod amounts;
mod combined;
mod copied;
mod limits;
mod orbit;
mod passing;
mod ranks;
mod report;
mod state;
mod symmetry;
mod traffic;
mod walk;

use std::fmt;

pub use limits::{Exceeded, Limit, Limits, Malformed, NoAnswer};
pub use passing::{Stopped, check_passing, say_when_possible};
pub use report::text::InText;
pub use report::violation::{
    Because, BrokenRule, CheckerRule, Detour, Lack, Listing, Tangle, Violation, ViolationPlace,
};
pub use report::{Counts, LookedAt, MOST_NOTED, MOST_PLACES, Redundant, Report};
use thiserror::Error;
pub use traffic::{ClassedLinks, SharedLoads};

use crate::collective::Schedule;
use crate::schedule::{Listed, StepMeasure, Symmetric};
use crate::topology::Vertex;
use ahead::MadeStep;
use combined::Arrives;
use combined::forming::Formed;
use combined::sets::{SetId, Sets};
use combined::{Exhausted, Work, Worked};
use hockney_base::number::Rational;
use orbit::{Addressed, End, Orbit, Pair, Rank};
use ranks::{PerRank, Ranks};
use report::judgement::Judgement;
use report::{At, Findings};
use state::PhaseData;
use symmetry::TemplateOrbit;
use walk::Walk;

/// A schedule and its report. Only a check makes one.
#[derive(Clone)]
pub struct Checked {
    schedule: Schedule,
    report: Report,
}

impl Checked {
    /// The schedule.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The report.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// With the line and column of the message of each violation, if the schedule stands in another text.
    #[must_use]
    pub fn with_lines(mut self, line: impl Fn(&Violation) -> Option<InText>) -> Self {
        let lines = self.report.violations.iter().enumerate();
        self.report.lines = lines.filter_map(|(i, one)| Some((i, line(one)?))).collect();
        self
    }

    /// The proof that the schedule breaks no rule, if it is valid.
    pub fn certified(&self) -> Option<Certified<'_>> {
        self.report.is_valid().then_some(Certified(self))
    }

    /// The same if messages that share links and ports wait for each other.
    pub fn certified_with_contention(&self) -> Option<Certified<'_>> {
        self.report.only_waits().then_some(Certified(self))
    }
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("report", &self.report).finish_non_exhaustive()
    }
}

/// A checked schedule without violations; under contention without others than those of ports and links.
#[derive(Clone, Copy, Debug)]
pub struct Certified<'a>(&'a Checked);

impl<'a> Certified<'a> {
    /// The schedule.
    pub fn schedule(self) -> &'a Schedule {
        &self.0.schedule
    }

    /// The report.
    pub fn report(self) -> &'a Report {
        &self.0.report
    }
}

/// Checks a schedule: by its templates, if it is stored as templates and topology and collective are
/// symmetric under their translations, otherwise message by message.
///
/// # Errors
/// [`NoAnswer`]: a limit was reached, or the schedule is malformed in a way that the readers of documents
/// reject.
pub fn check(schedule: &Schedule, limits: &Limits) -> Result<Checked, NoAnswer> {
    let Some(symmetry) = TemplateOrbit::of(schedule) else {
        return check_every_message(schedule, limits);
    };
    amounts::look_at_templates(&symmetry, limits)?;
    let mut walk = Walk::new(schedule, limits);
    let counted = |why| amounts::counted_in_templates(why, schedule, symmetry.symmetric, limits);
    walk.run_templates(&symmetry).map_err(counted)?;
    Ok(Checked { schedule: schedule.clone(), report: walk.report() })
}

/// What messages bring in a step that their receivers combine with their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combined(Vec<u128>);

impl Combined {
    /// The blocks of the message with this number in its step, or in its template.
    pub fn of(&self, number: usize) -> u128 {
        self.0.get(number).copied().unwrap_or(0)
    }

    fn add(&mut self, number: usize, size: u128) {
        if self.0.len() <= number {
            self.0.resize(number + 1, 0);
        }
        self.0[number] += size;
    }
}

/// Measures of steps with what is combined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combining {
    /// The measures, indexed by phase, then by step.
    pub measures: Vec<Vec<StepMeasure>>,
    /// What each message brings, indexed in the same way.
    pub each: Vec<Vec<Combined>>,
}

/// The measures of the steps of a checked schedule with what is combined: a value that a node receives, does not have
/// yet, and to which it has not contributed. If a block has m words and pieces are whole words, sizes are those of
/// [`weigh`].
///
/// # Errors
/// As for [`weigh`].
pub fn combining(
    schedule: &Schedule,
    limits: &Limits,
    m: Option<&Rational>,
) -> Result<Combining, NoAnswer> {
    let mut walk = Walk::new(schedule, limits).combining();
    match (m, TemplateOrbit::of(schedule)) {
        (None, Some(symmetry)) => walk.run_templates(&symmetry)?,
        (None, None) => walk.run()?,
        (Some(m), _) => {
            walk = walk.weighing(m)?;
            walk.run()?;
        }
    }
    let each = walk.combined();
    Ok(Combining { measures: walk.measures(), each })
}

/// The templates of a schedule, if all its steps are translations of them under symmetries of topology and collective.
pub fn templates(schedule: &Schedule) -> Option<&Symmetric> {
    TemplateOrbit::of(schedule).map(|orbit| orbit.symmetric)
}

/// Checks a schedule message by message in any case.
///
/// # Errors
/// As for [`check`].
pub fn check_every_message(schedule: &Schedule, limits: &Limits) -> Result<Checked, NoAnswer> {
    let counted = |why| amounts::counted(why, schedule, limits);
    amounts::count_if_large(schedule, limits)?;
    let mut walk = Walk::new(schedule, limits);
    walk.run().map_err(counted)?;
    let mut report = walk.report();
    report::possible_from::fill_in(schedule, limits, &mut report);
    Ok(Checked { schedule: schedule.clone(), report })
}

/// Checks a schedule, by its templates as [`check`] does or message by message, up to its first violation.
///
/// # Errors
/// A limit that is reached before a violation is found; of hops it does not say how many there are.
pub fn check_until_violation(
    schedule: &Schedule,
    limits: &Limits,
) -> Result<Result<Checked, Violation>, NoAnswer> {
    let symmetry = TemplateOrbit::of(schedule);
    match &symmetry {
        Some(symmetry) => amounts::look_at_templates(symmetry, limits)?,
        None => amounts::Amounts::of(schedule).within(limits)?,
    }
    let mut walk = Walk::new(schedule, limits).until_violation();
    let ran = match &symmetry {
        Some(symmetry) => walk.run_templates(symmetry),
        None => walk.run(),
    };
    let report = walk.report();
    match report.violations.first() {
        Some(violation) => Ok(Err(violation.clone())),
        None => ran.map(|()| Ok(Checked { schedule: schedule.clone(), report })),
    }
}

/// The measures of the steps of a checked schedule if a block has m words and pieces are whole words. In a
/// phase with unequal pieces every measure counts words instead of pieces.
///
/// # Errors
/// As for [`check`], and blocks with too many words.
pub fn weigh(
    schedule: &Schedule,
    limits: &Limits,
    m: &Rational,
) -> Result<Vec<Vec<StepMeasure>>, NoAnswer> {
    weighed(Walk::new(schedule, limits).weighing(m)?, schedule, limits)
}

/// The same if all messages list their blocks, as planned ones do. The data of nodes are not followed.
///
/// # Errors
/// As for [`weigh`].
pub fn weigh_listed(
    schedule: &Schedule,
    limits: &Limits,
    m: &Rational,
) -> Result<Vec<Vec<StepMeasure>>, NoAnswer> {
    weighed(Walk::new(schedule, limits).without_data().weighing(m)?, schedule, limits)
}

fn weighed(
    mut walk: Walk<'_>,
    schedule: &Schedule,
    limits: &Limits,
) -> Result<Vec<Vec<StepMeasure>>, NoAnswer> {
    walk.run().map_err(|why| amounts::counted(why, schedule, limits))?;
    Ok(walk.measures())
}

/// Why payloads cannot be written out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpellError {
    /// Scatter from 0 by `Step 1: 1 -> 2`, where 1 holds nothing yet
    #[error("step {step}: node {node} holds nothing to send")]
    NothingToSend {
        /// The step, counted from 1 through all phases.
        step: usize,
        /// The node.
        node: Vertex,
    },
    /// As for [`check`].
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// The steps of all phases of a schedule, with the blocks of every message listed.
/// [`Payload::Everything`](crate::schedule::Payload::Everything) becomes the blocks that the sender holds at
/// that step, or all blocks of combined data. A sender that holds nothing of a broadcast claims all pieces.
///
/// # Errors
/// A sender that holds nothing of another collective, and as for [`check`].
pub fn spell_out(schedule: &Schedule, limits: &Limits) -> Result<Listed, SpellError> {
    let mut walk = Walk::new(schedule, limits).spelling();
    walk.run().map_err(|why| amounts::counted(why, schedule, limits))?;
    let steps = walk.spelled();
    steps.map(Listed).map_err(|(step, node)| SpellError::NothingToSend { step, node })
}
