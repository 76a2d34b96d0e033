//! The least steps and words of any answer to a question.

use super::Question;
use crate::planner::Request;
use hockney_base::number::Rational;
use hockney_cost::{Bound, LowerBounds, Reason, lower_bounds, steps_of_neighbours};

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

    /// The least number of steps if every message goes over one link, and why; `None` if there are switches, or
    /// too many links to visit.
    pub fn least_steps_of_neighbours(&self) -> Option<(u64, Reason)> {
        let Request { topology, instance, ports, .. } = &self.request;
        let Bound { value, why } = steps_of_neighbours(topology, instance, *ports)?;
        Some((value.to_u64()?, why))
    }

    /// The least words of schedules with at most `steps` steps, in units of m, and why. It holds for any
    /// number of pieces. `None` if every schedule has more steps.
    pub fn least_words(&self, steps: u64) -> Option<(Rational, Reason)> {
        self.lower_bounds().words_in(steps).map(|bound| (bound.value, bound.why))
    }
}
