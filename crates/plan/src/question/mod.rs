//! The main path through the library: ask, plan, check, price.
//!
//! ```
//! use hockney_core::checker::{Limits};
//! use hockney_core::topology::{Topology};
//! use hockney_cost::{Model};
//! use hockney_plan::question::{Choice, Question};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let question = Question::new("broadcast", Topology::parse("mesh:4x4")?)?.with_root(5)?;
//! let plan = question.plan(Choice::Named("chain"))?;
//! let checked = plan.check(&Limits::default())?;
//! assert_eq!(checked.certified()?.price(Model::default()).cost.to_string(),
//!            "15 t_s + 15 m t_w + 29 t_h");
//! # Ok(())
//! # }
//! ```

mod bounds;
mod error;
mod plan;
mod priced;
mod recognised;

pub use error::QuestionError;
pub use plan::{Plan, side_by_side};
pub use priced::{CertifiedPlan, CheckedPlan, Refused};
pub use recognised::{named, recognised};

use std::sync::Arc;

use crate::planner::{self, Algorithm, PlanError, Request, default_algorithm, named_algorithm};
use hockney_base::number::Rational;
use hockney_core::collective::{
    Collective, Group, Instance, Parameter, Phase, Ports, Schedule, collective,
};
use hockney_core::schedule::Steps;
use hockney_core::topology::{Placement, PlacementError, Subset, Topology};

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
#[derive(Clone, Copy)]
pub enum Choice<'a> {
    /// The textbook algorithm if it fits, otherwise the one with the fewest steps.
    Default,
    /// The algorithm with this name, or that another name means on the machine.
    Named(&'a str),
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
    /// An unknown name, or an algorithm that does not support the topology or the parameters.
    pub fn plan(&self, choice: Choice<'_>) -> Result<Plan<'static>, QuestionError> {
        let collective = self.collective().name();
        let algorithm = match choice {
            Choice::Named(name) => named_algorithm(name, &self.request).ok_or_else(|| {
                QuestionError::NoSuchAlgorithm { collective, name: name.to_owned() }
            })?,
            Choice::Default => default_algorithm(&self.request)
                .ok_or_else(|| QuestionError::NothingFits(self.machine().to_string()))?,
        };
        Ok(self.plan_by(algorithm)?)
    }

    /// Plans with this algorithm.
    ///
    /// # Errors
    /// The algorithm does not support the topology or the parameters.
    pub fn plan_by<'a>(&self, algorithm: &'a Algorithm) -> Result<Plan<'a>, PlanError> {
        Ok(self.planned(algorithm, planner::fitted(algorithm, &self.request)?))
    }

    /// The same where messages may share links.
    ///
    /// # Errors
    /// The algorithm does not support the parameters, or needs more of the topology than disjoint routes.
    pub fn plan_congested_by<'a>(&self, algorithm: &'a Algorithm) -> Result<Plan<'a>, PlanError> {
        Ok(self.planned(algorithm, planner::congested(algorithm, &self.request)?))
    }

    fn planned<'a>(&self, algorithm: &'a Algorithm, request: Request) -> Plan<'a> {
        Plan::new(algorithm, Question { request, ..self.clone() })
    }
}
