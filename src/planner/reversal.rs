//! Time reversal of an algorithm: a collective that spreads becomes one that combines.

use super::template::Planned;
use super::{Algorithm, ClosedForm, PlanError, Request, StepCosts, Use};
use crate::collective::collective;
use crate::schedule::{Reversed, ReversedTemplates, Steps};
use crate::topology::Family;

/// An algorithm that is another one run backwards, with the same cost.
pub(super) struct Reversal {
    pub(super) of: &'static dyn Algorithm,
    pub(super) name: &'static str,
    pub(super) collective: &'static str,
    pub(super) about: &'static str,
    pub(super) source: &'static str,
}

impl Reversal {
    /// What has to be planned forwards: the collective that spreads, its dimensions in the
    /// opposite order.
    fn forward(&self, request: &Request) -> Request {
        let mut forward = request.clone();
        if let Some(spreading) = collective(self.of.collective()) {
            forward.instance.collective = spreading;
        }
        if let Some(order) = &mut forward.order {
            order.reverse();
        }
        forward
    }
}

impl Algorithm for Reversal {
    fn name(&self) -> &'static str {
        self.name
    }

    fn collective(&self) -> &'static str {
        self.collective
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn on(&self, family: &'static dyn Family) -> Option<Use> {
        self.of.on(family)
    }

    fn fits(&self, request: &Request) -> Result<(), PlanError> {
        self.of.fits(&self.forward(request)).map_err(|error| match error {
            PlanError::TakesNoOrder(_) => PlanError::TakesNoOrder(self.name),
            PlanError::NeedsPowerOfTwo(_, p) => PlanError::NeedsPowerOfTwo(self.name, p),
            PlanError::NeedsRootZero(_, root) => PlanError::NeedsRootZero(self.name, root),
            PlanError::NeedsEven(_, p) => PlanError::NeedsEven(self.name, p),
            PlanError::SetsItsPieces(_, n) => PlanError::SetsItsPieces(self.name, n),
            PlanError::NeedsTwoSides(_, sides) => PlanError::NeedsTwoSides(self.name, sides),
            PlanError::TooManyRows(_) => PlanError::TooManyRows(self.name),
            PlanError::Inclusive(_) => PlanError::Inclusive(self.name),
            PlanError::Exclusive(_) => PlanError::Exclusive(self.name),
            PlanError::NotAlongATour(_) => PlanError::NotAlongATour(self.name),
            PlanError::NeedsAllPorts(_) => PlanError::NeedsAllPorts(self.name),
            other @ (PlanError::NotOnFamily { .. } | PlanError::NotAnOrder(_)) => other,
        })
    }

    fn pieces(&self, request: &Request) -> u32 {
        self.of.pieces(&self.forward(request))
    }

    fn closed_form(&self, family: &'static dyn Family, sides: usize) -> Option<ClosedForm> {
        let form = self.of.closed_form(family, sides)?;
        Some(ClosedForm { source: self.source, ..form })
    }

    fn step_costs(&self, family: &'static dyn Family, sides: usize) -> Option<StepCosts> {
        Some(self.of.step_costs(family, sides)?.backwards())
    }

    fn steps(&self, request: &Request) -> Box<dyn Steps> {
        let forward = self.of.steps(&self.forward(request));
        Box::new(Reversed::new(forward, request.topology.clone()))
    }

    fn templates(&self, request: &Request) -> Option<Planned> {
        let (by, forward) = self.of.templates(&self.forward(request))?;
        let reversed = ReversedTemplates::new(forward, request.topology.clone());
        Some((by, Box::new(reversed)))
    }
}
