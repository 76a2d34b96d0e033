//! The schedules of the planner, which bound a search from above.

use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check};
use hockney_core::collective::Schedule;
use hockney_optimal::{Point, Searched, size};
use hockney_plan::planner;
use hockney_plan::question::Question;

/// A valid schedule of an algorithm.
pub(super) struct Planned {
    pub(super) schedule: Schedule,
    pieces: u32,
    pub(super) steps: u32,
    rounds: u32,
}

impl Planned {
    /// Its words, in m.
    pub(super) fn words(&self) -> Rational {
        super::words(self.rounds, self.pieces)
    }

    /// The point that it is, if it has the pieces that are searched.
    pub(super) fn point(&self, searched: &Searched) -> Option<Point> {
        let same = self.pieces == searched.task.pieces;
        same.then(|| Point::sized((self.steps, self.rounds)))
    }
}

/// The valid schedules of all algorithms of the collective, each also in whole blocks, in the order of the
/// registry.
pub(super) fn all(searched: &Searched, limits: &Limits) -> Vec<Planned> {
    let instance = searched.instance();
    let mut planned = Vec::new();
    for pieces in [1, instance.pieces] {
        let Ok(instance) = instance.clone().with_pieces(pieces) else { continue };
        let question = Question::of(searched.topology().clone(), instance);
        let question = question.with_ports(searched.ports());
        let nodes = searched.topology().nodes();
        // The table of optima is what this search must find by itself.
        for algorithm in planner::algorithms_for(question.collective().name(), nodes) {
            let Ok(plan) = question.plan_by(algorithm) else { continue };
            let schedule = plan.schedule();
            let Ok(checked) = check(&schedule, limits) else { continue };
            let measures = checked.report().measures.first().map_or(&[][..], |steps| steps);
            let far = measures.iter().any(|step| step.hops() > 1);
            if !checked.report().is_valid() || (searched.task.neighbours && far) {
                continue;
            }
            let (steps, rounds) = size(measures);
            let pieces = plan.question().instance().pieces;
            planned.push(Planned { schedule, pieces, steps, rounds });
        }
        if searched.instance().pieces == 1 {
            break;
        }
    }
    planned
}
