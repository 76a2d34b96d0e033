//! How algorithms are ranked.

use super::placement::Search;
use hockney_core::checker::Limits;
use hockney_cost::{Model, Numbers, Switching};
use hockney_plan::planner::{Algorithm, PlanError};
use hockney_plan::question::{Plan, Question};

/// Options of the ranking.
#[derive(Clone, Debug)]
pub struct How {
    /// Whether all algorithms are planned, checked and measured with hops, or only those without a closed
    /// form.
    pub measure: bool,
    /// What is charged for; with contention algorithms whose messages share links are ranked, too.
    pub model: Model,
    /// The search for the best placement of each algorithm, if its ranks may be on any nodes.
    pub search: Option<Search>,
    /// How blocks are cut if m is given.
    pub cut: Cut,
    /// The limits for planning and checking one algorithm.
    pub limits: Limits,
    /// The maximum number of messages of a schedule, and of values in them, that are examined for whole
    /// words.
    pub weighed: u64,
    /// The names of the only algorithms to rank; all where there are none.
    pub only: Vec<String>,
}

impl How {
    /// Whether a plan may be one whose messages share links. Moved messages may share links or not, whatever the
    /// algorithm needs.
    pub(super) fn may_share(&self, question: &Question) -> bool {
        self.model.contention || self.search.is_some() || question.placement().is_some()
    }

    /// The plan of an algorithm: also one whose messages share links, if it may be.
    ///
    /// # Errors
    /// The algorithm does not fit.
    pub fn plan(
        &self,
        question: &Question,
        algorithm: &'static Algorithm,
    ) -> Result<Plan<'static>, PlanError> {
        question.plan_by(algorithm).or_else(|error| {
            let shared = self.may_share(question).then(|| question.plan_congested_by(algorithm));
            shared.and_then(Result::ok).ok_or(error)
        })
    }

    /// Whether closed forms are the costs: without hops, on links that are used once.
    pub(super) fn has_forms(&self, question: &Question) -> bool {
        !self.model.by_size && !self.model.combining && self.counts_steps(question)
    }

    /// The same whatever a message of each size takes.
    pub(super) fn counts_steps(&self, question: &Question) -> bool {
        let measured = self.measure || self.model.switching != Switching::CutThrough;
        !measured && self.search.is_none() && question.placement().is_none()
    }

    /// The same options, measuring hops and what is combined, which closed forms do not have, if these take time, and each
    /// size of message with tables.
    pub(super) fn counting_hops(&self, numbers: &Numbers) -> Self {
        let measure = self.measure || !numbers.t_h.is_zero();
        How { measure, model: self.model.with(numbers), ..self.clone() }
    }
}

impl Default for How {
    fn default() -> Self {
        let (cut, limits) = (Cut::default(), Limits::default());
        How {
            measure: false,
            model: Model::default(),
            search: None,
            cut,
            limits,
            weighed: MOST_WEIGHED,
            only: Vec::new(),
        }
    }
}

/// How blocks are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Whether an algorithm with any number of pieces uses the best number instead of the requested one.
    pub best: bool,
    /// Whether totals use pieces of whole words instead of m/n words.
    pub whole_words: bool,
}

/// The default limit of messages that are examined for whole words.
pub const MOST_WEIGHED: u64 = 1 << 22;
