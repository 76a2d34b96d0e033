//! A question with the algorithm that answers it, and whether it is checked by its templates.

use std::sync::Arc;
use std::sync::OnceLock;

use super::{CheckedPlan, Question};
use crate::checker::{Limits, NoAnswer, check};
use crate::collective::{Data, Phase, Schedule};
use crate::number::Rational;
use crate::planner::{self, Algorithm, ClosedForm, Request};
use crate::schedule::Steps;
use crate::topology::Topology;

/// From how many messages on a plan is checked by its templates, if it has any.
const MANY_MESSAGES: u128 = 1_000_000;

/// From how many values of combined data on, where every node may come to know one of every block.
const MANY_VALUES: u128 = 50_000_000;

/// A question and the algorithm that answers it.
#[derive(Clone)]
pub struct Plan<'a> {
    algorithm: &'a Algorithm,
    /// As the algorithm carries it out: with the number of pieces that it sets.
    question: Question,
    /// Made once, since some algorithms search for them.
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

    /// The question as the algorithm carries it out.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What the planner is asked.
    pub fn request(&self) -> &Request {
        self.question.request()
    }

    /// The same with each block in so many pieces, which the algorithm must take.
    #[must_use]
    pub fn in_pieces(mut self, pieces: u32) -> Self {
        self.question.request.instance.pieces = pieces;
        Plan::new(self.algorithm, self.question)
    }

    /// What the algorithm says that it costs here, if it has a formula for that.
    pub fn closed_form(&self) -> Option<ClosedForm> {
        let topology = &self.question.request.topology;
        self.algorithm.closed_form(topology.family(), topology.sizes().len())
    }

    /// Every message, step by step, in the numbers of the machine.
    pub fn steps(&self) -> &dyn Steps {
        &*self.phase().steps
    }

    fn phase(&self) -> &Phase {
        self.every_message.get_or_init(|| self.phase_of(self.algorithm.steps(self.request())))
    }

    fn phase_of(&self, steps: Box<dyn Steps>) -> Phase {
        let instance = self.question.instance().clone();
        match self.question.members() {
            None => Phase::everyone(instance, Rational::one(), Arc::from(steps)),
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

    /// The schedule as templates that all steps are translations of, where the algorithm says them.
    /// Where only some nodes take part there are none.
    pub fn templates(&self) -> Option<Schedule> {
        let all = self.question.members().is_none();
        let symmetric =
            all.then(|| planner::symmetric(self.algorithm, self.request())).flatten()?;
        Some(self.schedule_of(self.phase_of(Box::new(symmetric))))
    }

    /// What a check looks at where nothing else is asked for: the templates where there are some and
    /// messages are many, or more than may be combined; else every message.
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

    /// Checks it, by its templates where messages are many.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn check(self, limits: &Limits) -> Result<CheckedPlan<'a>, NoAnswer> {
        let checked = check(&self.shortest(limits), limits)?;
        Ok(CheckedPlan { plan: self, checked })
    }

    /// Checks every message.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn check_every_message(self, limits: &Limits) -> Result<CheckedPlan<'a>, NoAnswer> {
        let checked = check(&self.schedule(), limits)?;
        Ok(CheckedPlan { plan: self, checked })
    }
}

/// The phase of plans for groups of one machine, side by side.
pub fn side_by_side(machine: &Topology, scale: Rational, plans: &[Plan<'_>]) -> Phase {
    let group = |plan: &Plan<'_>| {
        let subset = plan.question.members()?.clone();
        let steps = plan.algorithm.steps(plan.request());
        Some((subset, plan.question.instance().clone(), steps))
    };
    planner::side_by_side(machine, scale, plans.iter().filter_map(group).collect())
}
