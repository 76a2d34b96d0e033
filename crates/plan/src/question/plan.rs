//! A question with the chosen algorithm, and whether it is checked by templates.

use std::sync::Arc;
use std::sync::OnceLock;

use super::Question;
use crate::planner::{self, Algorithm, ClosedForm, Request};
use hockney_base::number::Rational;
use hockney_core::checker::{Checked, Limits, NoAnswer, Violation, check, check_until_violation};
use hockney_core::collective::{Data, Phase, Schedule};
use hockney_core::schedule::Steps;
use hockney_core::topology::{Placement, Subset, Topology};

/// Plans with at least this many messages are checked by templates, if they have any.
const MANY_MESSAGES: u128 = 1_000_000;

/// Limit of values of combined data above which templates are used, counting one value of every block per
/// node.
const MANY_VALUES: u128 = 50_000_000;

/// A question and the algorithm that answers it.
#[derive(Clone)]
pub struct Plan<'a> {
    algorithm: &'a Algorithm,
    /// The question with the number of pieces that the algorithm sets.
    question: Question,
    /// Computed once, because some algorithms search for their steps.
    every_message: OnceLock<Phase>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(algorithm: &'a Algorithm, question: Question) -> Self {
        Plan { algorithm, question, every_message: OnceLock::new() }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'a Algorithm {
        self.algorithm
    }

    /// The question with the number of pieces that the algorithm sets.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The request to the planner.
    pub fn request(&self) -> &Request {
        self.question.request()
    }

    /// The same plan with this many pieces per block, if the algorithm supports it.
    #[must_use]
    pub fn in_pieces(mut self, pieces: u32) -> Self {
        self.question.request.instance.pieces = pieces;
        Plan::new(self.algorithm, self.question)
    }

    /// The same plan with its ranks on other nodes.
    #[must_use]
    pub fn placed_on(&self, placement: Placement) -> Self {
        Plan::new(self.algorithm, self.question.placed_on(placement))
    }

    /// The cost by the closed form of the algorithm, if it has one, all links are alike, and ranks are nodes.
    pub fn closed_form(&self) -> Option<ClosedForm> {
        if self.question.placement().is_some() {
            return None;
        }
        self.algorithm.closed_form_on(&self.question.request.topology)
    }

    /// All messages, step by step, in the node numbers of the topology.
    pub fn steps(&self) -> &dyn Steps {
        &*self.phase().steps
    }

    fn phase(&self) -> &Phase {
        self.every_message.get_or_init(|| self.phase_of(self.algorithm.steps(self.request())))
    }

    fn phase_of(&self, steps: Box<dyn Steps>) -> Phase {
        let instance = self.question.instance().clone();
        let steps = match self.question.placement() {
            None => steps,
            Some(placement) => planner::on_nodes(placement, steps),
        };
        match self.question.members() {
            None => Phase::of_ranks(self.question.machine(), instance, Arc::from(steps)),
            Some(subset) => {
                let group = vec![(subset.clone(), instance, steps)];
                planner::side_by_side(subset.machine(), Rational::one(), group)
            }
        }
    }

    fn schedule_of(&self, phase: Phase) -> Schedule {
        let topology = self.question.machine().clone();
        Schedule { topology, ports: self.request().ports, phases: vec![phase] }
    }

    /// The schedule, message by message.
    pub fn schedule(&self) -> Schedule {
        self.schedule_of(self.phase().clone())
    }

    /// The schedule as templates, of which all steps are translations, if the algorithm has templates. There
    /// are none if only some nodes take part, or ranks are placed.
    pub fn templates(&self) -> Option<Schedule> {
        let all = self.question.members().is_none() && self.question.placement().is_none();
        let symmetric =
            all.then(|| planner::symmetric(self.algorithm, self.request())).flatten()?;
        Some(self.schedule_of(self.phase_of(Box::new(symmetric))))
    }

    /// The same if a file can contain them: the pieces of a block are not moved there.
    pub fn templates_in_a_file(&self) -> Option<Schedule> {
        let instance = self.question.instance();
        self.templates().filter(|_| instance.shape() == instance.moving_shape())
    }

    /// The default form for a check: the templates if there are any and the messages are many (or more than
    /// may be combined), otherwise every message.
    pub fn shortest(&self, limits: &Limits) -> Schedule {
        let templates = if self.is_large(limits) { self.templates() } else { None };
        templates.unwrap_or_else(|| self.schedule())
    }

    fn is_large(&self, limits: &Limits) -> bool {
        let (steps, instance) = (self.steps(), self.question.instance());
        let messages = steps.messages();
        let combined = instance.data() == Data::Combined;
        let known = u128::from(instance.all_blocks().len()) * u128::from(instance.nodes);
        messages > MANY_MESSAGES
            || steps.ranges().is_some_and(|ranges| ranges > MANY_MESSAGES)
            || (combined && known > MANY_VALUES)
            || (combined && messages > limits.combining && messages <= limits.messages)
    }

    /// Checks the plan, by templates if the messages are many.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn check(&self, limits: &Limits) -> Result<Checked, NoAnswer> {
        check(&self.shortest(limits), limits)
    }

    /// Checks the plan up to the first violation, by templates if there are any.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn check_until_violation(
        &self,
        limits: &Limits,
    ) -> Result<Result<Checked, Violation>, NoAnswer> {
        check_until_violation(&self.templates().unwrap_or_else(|| self.schedule()), limits)
    }

    /// Checks every message of the plan.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn check_every_message(&self, limits: &Limits) -> Result<Checked, NoAnswer> {
        check(&self.schedule(), limits)
    }
}

/// The phase that runs plans for several groups of one topology side by side, each with its members.
pub fn side_by_side(machine: &Topology, scale: Rational, plans: Vec<(Subset, Plan<'_>)>) -> Phase {
    let group = |(subset, plan): (Subset, Plan<'_>)| {
        let steps = plan.algorithm.steps(plan.request());
        (subset, plan.question.instance().clone(), steps)
    };
    planner::side_by_side(machine, scale, plans.into_iter().map(group).collect())
}
