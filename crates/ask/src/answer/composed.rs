//! The phases of a composition, filled in.

use super::Unanswered;
use super::choice::no_candidate;
use hockney_core::collective::{Group, Phase, Schedule};
use hockney_core::topology::Subset;
use hockney_plan::planner::default_algorithm;
use hockney_plan::question::{Plan, Question, side_by_side};

/// The schedule with messages in every phase: each group runs its default algorithm, on a machine of its own where it
/// is not everyone.
pub(super) fn filled(schedule: Schedule) -> Result<Schedule, Unanswered> {
    let filled = (1..).zip(&schedule.phases).map(|(number, phase)| {
        if phase.steps.count() > 0 { Ok(phase.clone()) } else { of_phase(&schedule, phase, number) }
    });
    let phases = filled.collect::<Result<Vec<Phase>, _>>()?;
    Ok(Schedule { phases, ..schedule })
}

fn of_phase(schedule: &Schedule, phase: &Phase, number: usize) -> Result<Phase, Unanswered> {
    let wrong = |why: String| Unanswered::unusable(format!("phase {number}: {why}"));
    let plan = |question: Question| -> Result<Plan<'static>, Unanswered> {
        let question = question.with_ports(schedule.ports);
        let algorithm = default_algorithm(question.request());
        let algorithm = algorithm.ok_or_else(|| no_candidate(question.request()))?;
        question.plan_by(algorithm).map_err(|error| wrong(error.to_string()))
    };
    let machine = &schedule.topology;
    if phase.is_everyone() {
        let plan = plan(Question::of(machine.clone(), phase.instance().clone()))?;
        let mut all = plan.schedule().phases.swap_remove(0);
        all.scale = phase.scale.clone();
        return Ok(all);
    }
    let of_group = |group: &Group| {
        let members: Vec<u32> = (0..group.instance.nodes).map(|at| group.node(at)).collect();
        // The reader of documents has seen to the members.
        let subset = Subset::of(machine, &members);
        let subset = subset.ok_or_else(|| wrong("a group has no members".to_owned()))?;
        plan(Question::among(subset, group.instance.clone()))
    };
    let planned = phase.groups.iter().map(of_group).collect::<Result<Vec<_>, _>>()?;
    Ok(side_by_side(machine, phase.scale.clone(), &planned))
}
