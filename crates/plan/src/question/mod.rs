//! The main path through the library: ask, plan, check, price.
//!
//! ```
//! use hockney_core::checker::Limits;
//! use hockney_core::topology::Topology;
//! use hockney_cost::{Model, price_checked};
//! use hockney_plan::question::{Choice, Question};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let question = Question::new("broadcast", Topology::parse("mesh:4x4")?)?.with_root(5)?;
//! let plan = question.plan(Choice::Named("chain"))?;
//! let limits = Limits::default();
//! let checked = plan.check(&limits)?;
//! let prices = price_checked(&checked, Model::default(), &limits)?.unwrap();
//! assert_eq!(prices.cost.to_string(), "15 t_s + 15 m t_w + 29 t_h");
//! # Ok(())
//! # }
//! ```

mod plan;

use super::planner::{Role, algorithms};
use crate::planner::{self, Algorithm, PlanError, Request, default_algorithm, named_algorithm};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, spell_out};
use hockney_core::collective::{
    Collective, Group, Instance, InstanceError, Parameter, Phase, Ports, Schedule, collective,
};
use hockney_core::schedule::{Message, Payload, Step, Steps};
use hockney_core::topology::{Network, Placement, PlacementError, Subset, Topology, Vertex};
use hockney_cost::{Bound, LowerBounds, Reason, lower_bounds};
pub use plan::{Plan, side_by_side};
use std::sync::Arc;
use thiserror::Error;

/// A collective with its parameters, on all or some nodes of a topology, without an algorithm.
#[derive(Clone)]
pub struct Question {
    /// If only some nodes take part, the planner sees a topology of these nodes alone.
    request: Request,
    among: Option<Subset>,
    /// The whole topology with its ranks, if ranks are placed. Then the planner sees the first nodes.
    placed: Option<Topology>,
}

/// Which algorithm answers a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice<'a> {
    /// The textbook algorithm if it fits, otherwise the one with the fewest steps.
    #[default]
    Default,
    /// The algorithm with this name, or that another name means on the machine.
    Named(&'a str),
    /// The cheapest, of which only a ranking with numbers knows.
    Best,
}

/// No name is the default, and `best` the cheapest.
impl<'a> From<Option<&'a str>> for Choice<'a> {
    fn from(name: Option<&'a str>) -> Self {
        match name {
            None => Choice::Default,
            Some("best") => Choice::Best,
            Some(name) => Choice::Named(name),
        }
    }
}

/// All nodes of the topology.
impl From<Request> for Question {
    fn from(request: Request) -> Self {
        Question { request, among: None, placed: None }
    }
}

impl From<&Request> for Question {
    fn from(request: &Request) -> Self {
        Question::from(request.clone())
    }
}

impl From<&Question> for Question {
    fn from(question: &Question) -> Self {
        question.clone()
    }
}

impl Question {
    /// A collective, by any of its names, on all nodes, with one port and root 0.
    ///
    /// # Errors
    /// An unknown name, or a collective with a required parameter: use [`Question::of`] for these.
    pub fn new(name: &str, topology: Topology) -> Result<Self, QuestionError> {
        let found = collective(name);
        let found = found.ok_or_else(|| QuestionError::NoSuchCollective(name.to_owned()))?;
        if found.parameter() == Some(Parameter::Map) {
            return Err(QuestionError::NeedsItsMap(found.name()));
        }
        let instance = Instance::new(found, topology.nodes());
        Ok(Question::of(topology, instance))
    }

    /// A collective with its parameters, on all nodes with one port.
    pub fn of(topology: Topology, instance: Instance) -> Self {
        Question::from(Request { topology, instance, ports: Ports::ONE, order: None })
    }

    /// The same question for some of the nodes. The instance numbers them by position.
    pub fn among(subset: Subset, instance: Instance) -> Self {
        let all = Question::of(subset.topology().clone(), instance);
        Question { among: Some(subset), ..all }
    }

    /// The same question for ranks on nodes of a topology. The instance numbers the ranks. The algorithm is planned
    /// as if rank r were on node r; then only the messages move.
    ///
    /// # Errors
    /// More ranks than nodes.
    pub fn of_ranks(
        machine: &Topology,
        placement: Placement,
        instance: Instance,
    ) -> Result<Self, PlacementError> {
        let placed = machine.clone().with_ranks(placement);
        if placed.placement().is_none() {
            return Ok(Question::of(placed, instance));
        }
        let ranks = placed.ranks();
        let first: Vec<_> = (0..ranks).collect();
        let topology = match Subset::of(machine, &first).filter(|_| ranks < machine.nodes()) {
            Some(first) => first.topology().clone(),
            None => machine.clone(),
        };
        Ok(Question { placed: Some(placed), ..Question::of(topology, instance) })
    }

    /// The same question with the same number of ranks on other nodes.
    #[must_use]
    pub fn placed_on(&self, placement: Placement) -> Self {
        let machine = self.machine().clone().with_ranks(placement);
        let placed = machine.placement().is_some().then_some(machine);
        Question { placed, ..self.clone() }
    }

    /// The question that a schedule answers, if it is one collective of all nodes.
    pub fn answered_by(schedule: &Schedule) -> Option<Self> {
        let [phase] = &schedule.phases[..] else { return None };
        let question = Question::of(schedule.topology.clone(), phase.instance().clone());
        phase.is_everyone().then(|| question.with_ports(schedule.ports))
    }

    /// The schedule with these steps, in the node numbers of the topology.
    pub fn with_steps(&self, steps: Arc<dyn Steps>) -> Schedule {
        let instance = self.request.instance.clone();
        let phase = match &self.among {
            None => Phase::of_ranks(self.machine(), instance, steps),
            Some(subset) => {
                let group = Group { members: Some(subset.members().to_vec()), instance };
                Phase::of_groups(subset.machine().nodes(), vec![group], Rational::one(), steps)
            }
        };
        let topology = self.machine().clone();
        Schedule { topology, ports: self.request.ports, phases: vec![phase] }
    }

    /// The same question with another root.
    ///
    /// # Errors
    /// A root that is not one of the nodes.
    pub fn with_root(mut self, root: u64) -> Result<Self, QuestionError> {
        self.request.instance = self.request.instance.with_root(root)?;
        Ok(self)
    }

    /// The same question with this port model.
    #[must_use]
    pub fn with_ports(mut self, ports: Ports) -> Self {
        self.request.ports = ports;
        self
    }

    /// The same question about links that carry so many words in the same time ([`Topology::with_speeds`]).
    #[must_use]
    pub fn with_speeds(mut self, speeds: &[u32]) -> Self {
        if self.request.topology.speeds() != speeds {
            self.request.topology = self.request.topology.with_speeds(speeds);
        }
        self
    }

    /// The same question with an order of dimensions for the algorithm.
    #[must_use]
    pub fn with_order(mut self, order: Option<Vec<u32>>) -> Self {
        self.request.order = order;
        self
    }

    /// The request to the planner. If only some nodes take part, it is about a topology of these nodes alone.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The collective with its parameters.
    pub fn instance(&self) -> &Instance {
        &self.request.instance
    }

    /// The collective.
    pub fn collective(&self) -> &'static Collective {
        self.request.instance.collective
    }

    /// The whole topology.
    pub fn machine(&self) -> &Topology {
        let planned_on = || self.among.as_ref().map_or(&self.request.topology, Subset::machine);
        self.placed.as_ref().unwrap_or_else(planned_on)
    }

    /// The participating nodes, unless they are all nodes in ascending order.
    pub fn members(&self) -> Option<&Subset> {
        self.among.as_ref()
    }

    /// The ranks, if they are not the nodes themselves.
    pub fn placement(&self) -> Option<&Placement> {
        self.placed.as_ref()?.placement()
    }

    /// Chooses an algorithm. Messages are generated on demand.
    ///
    /// # Errors
    /// An unknown name, an algorithm that does not support the topology or the parameters, and [`Choice::Best`].
    pub fn plan(&self, choice: Choice<'_>) -> Result<Plan<'static>, QuestionError> {
        let collective = self.collective().name();
        let algorithm = match choice {
            Choice::Named(name) => named_algorithm(name, &self.request).ok_or_else(|| {
                QuestionError::NoSuchAlgorithm { collective, name: name.to_owned() }
            })?,
            Choice::Default => default_algorithm(&self.request)
                .ok_or_else(|| QuestionError::NothingFits(self.machine().to_string()))?,
            Choice::Best => return Err(QuestionError::NeedsARanking),
        };
        Ok(self.plan_congested_by(algorithm)?)
    }

    /// Plans with this algorithm.
    ///
    /// # Errors
    /// The algorithm does not support the topology or the parameters.
    pub fn plan_by<'a>(&self, algorithm: &'a Algorithm) -> Result<Plan<'a>, PlanError> {
        Ok(self.planned(algorithm, planner::fitted(algorithm, &self.request)?))
    }

    /// Whether a lemma says that the plan of this algorithm breaks no rule. Moved messages may share links.
    pub fn is_proved(&self, algorithm: &Algorithm) -> bool {
        self.placed.is_none() && planner::is_proved(algorithm, &self.request)
    }

    /// Plans with this algorithm wherever its steps can be written down, whatever the checker says of them.
    ///
    /// # Errors
    /// The algorithm does not support the parameters, or follows sides, groups or a tree that the topology lacks.
    pub fn plan_congested_by<'a>(&self, algorithm: &'a Algorithm) -> Result<Plan<'a>, PlanError> {
        Ok(self.planned(algorithm, planner::congested(algorithm, &self.request)?))
    }

    fn planned<'a>(&self, algorithm: &'a Algorithm, request: Request) -> Plan<'a> {
        Plan::new(algorithm, Question { request, ..self.clone() })
    }
}

impl Question {
    /// The lower bounds of every schedule: compute them once to ask for several numbers of steps.
    pub fn lower_bounds(&self) -> LowerBounds {
        lower_bounds(&self.request.topology, &self.request.instance, self.request.ports)
    }

    /// The least number of steps, and why.
    pub fn least_steps(&self) -> (u64, Reason) {
        let Bound { value, why } = self.lower_bounds().steps;
        (value.clamped(), why)
    }

    /// The least words of schedules with at most `steps` steps, in units of m, and why. It holds for any
    /// number of pieces. `None` if every schedule has more steps.
    pub fn least_words(&self, steps: u64) -> Option<(Rational, Reason)> {
        self.lower_bounds().words_in(steps).map(|bound| (bound.value, bound.why))
    }
}

/// Why a question is invalid or has no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// `Question::new("gossip", ..)`
    #[error("there is no collective `{0}`")]
    NoSuchCollective(String),
    /// `Question::new("permute", ..)`, which needs a map
    #[error("{0} needs a map")]
    NeedsItsMap(&'static str),
    /// A root out of range, or another error of [`Instance`].
    #[error(transparent)]
    Parameter(#[from] InstanceError),
    /// `plan(Choice::Named("bubble"))`
    #[error("there is no algorithm `{name}` for {collective}")]
    NoSuchAlgorithm {
        /// The collective.
        collective: &'static str,
        /// The unknown name.
        name: String,
    },
    /// `plan(Choice::Best)`
    #[error("the best algorithm depends on numbers: rank all of them")]
    NeedsARanking,
    /// No algorithm supports this topology.
    #[error("no algorithm fits {0}")]
    NothingFits(String),
    /// The named algorithm does not support the topology or the parameters.
    #[error(transparent)]
    DoesNotFit(#[from] PlanError),
}

/// The maximum number of messages to compare with those of every algorithm, and of nodes for which all
/// algorithms are planned.
const MOST_MESSAGES: u128 = 20_000;
const MOST_NODES: u32 = 1_000;

/// The algorithm with exactly these messages: the one that the file names if it matches, otherwise textbook
/// algorithms first. The name alone proves nothing.
pub fn recognised(schedule: &Schedule, said: Option<&str>) -> Option<&'static Algorithm> {
    let small = schedule.messages() <= MOST_MESSAGES && schedule.topology.nodes() <= MOST_NODES;
    let question = Question::answered_by(schedule).filter(|_| small)?;
    let found = spell_out(schedule, &Limits::default()).ok()?;
    let of = question.collective().name();
    let said = said.and_then(|said| named_algorithm(said, question.request()));
    let role = |a: &Algorithm| a.on(schedule.topology.family()).map(|usage| usage.role);
    let mut known: Vec<_> = algorithms().filter(|a| a.collective() == of).chain(said).collect();
    known.sort_by_key(|a| {
        let other = said.map(Algorithm::name) != Some(a.name());
        (other, role(a) != Some(Role::Textbook), role(a).is_none())
    });
    known.into_iter().find(|algorithm| {
        let Ok(plan) = question.plan_congested_by(algorithm) else { return false };
        plan.question().instance().pieces == question.instance().pieces
            && same(&found, plan.steps(), schedule.topology.network())
    })
}

/// The algorithm that a file names, if it exists for the collective of the file.
pub fn named(schedule: &Schedule, said: Option<&str>) -> Option<&'static Algorithm> {
    let plan = Question::answered_by(schedule)?.plan(Choice::Named(said?)).ok()?;
    Some(plan.algorithm())
}

/// Whether the steps have the same messages, in any order within a step.
fn same(one: &dyn Steps, other: &dyn Steps, network: &dyn Network) -> bool {
    let (mut a, mut b) = (Step::default(), Step::default());
    one.count() == other.count()
        && one.messages() == other.messages()
        && (0..one.count()).all(|k| {
            one.step_into(k, &mut a);
            other.step_into(k, &mut b);
            in_order(&a, network) == in_order(&b, network)
        })
}

/// The messages of a step with their routes, sorted by sender, receiver and route.
fn in_order<'a>(step: &'a Step, network: &dyn Network) -> Vec<(Vec<Vertex>, &'a Payload)> {
    let way = |message: &'a Message| {
        let mut way = vec![message.from, message.to];
        message.via_into(network, &mut way);
        (way, &message.payload)
    };
    let mut messages: Vec<_> = step.messages.iter().map(way).collect();
    messages.sort_by(|(one, _), (other, _)| one.cmp(other));
    messages
}
