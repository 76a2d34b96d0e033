//! The phases of a composition, filled in.

use super::Unanswered;
use super::choice::{meant, no_candidate};
use hockney_core::collective::{Group, Phase, Schedule};
use hockney_core::topology::{FAMILIES, Feature, Subset, Topology};
use hockney_plan::planner::default_algorithm;
use hockney_plan::question::{Plan, Question, side_by_side};

/// The schedule with messages in every phase: each group runs the algorithm that the phase names, or the default one, on a
/// machine of its own where it is not everyone.
pub(super) fn filled(schedule: Schedule) -> Result<Schedule, Unanswered> {
    let filled = (1..).zip(&schedule.phases).map(|(number, phase)| {
        let planned = phase.steps.count() == 0;
        let phase = if planned { of_phase(&schedule, phase) } else { Ok(phase.clone()) };
        phase.map_err(|error| Unanswered {
            message: format!("phase {number}: {}", error.message),
            ..error
        })
    });
    let phases = filled.collect::<Result<Vec<Phase>, _>>()?;
    Ok(Schedule { phases, ..schedule })
}

fn of_phase(schedule: &Schedule, phase: &Phase) -> Result<Phase, Unanswered> {
    let plan = |question: Question| -> Result<Plan<'static>, Unanswered> {
        let question = question.with_ports(schedule.ports);
        let request = question.request();
        let algorithm = match &phase.algorithm {
            Some(name) => meant(name, request)?,
            None => default_algorithm(request).ok_or_else(|| no_candidate(request))?,
        };
        question.plan_by(algorithm).map_err(|error| Unanswered::unusable(error.to_string()))
    };
    let machine = &schedule.topology;
    let mut filled = if phase.is_everyone() {
        let plan = plan(Question::of(machine.clone(), phase.instance().clone()))?;
        plan.schedule().phases.swap_remove(0)
    } else {
        let of_group = |group: &Group| {
            let members: Vec<u32> = (0..group.instance.nodes).map(|at| group.node(at)).collect();
            // The reader of documents has seen to the members.
            let subset = Subset::of(machine, &members);
            let subset = subset.ok_or_else(|| Unanswered::unusable("a group has no members"))?;
            let instance = group.instance.clone();
            let question = match line(machine, &members) {
                Some(line) => Question::of(line, instance),
                None => Question::among(subset.clone(), instance),
            };
            Ok((subset, plan(question)?))
        };
        let planned = phase.groups.iter().map(of_group).collect::<Result<_, Unanswered>>()?;
        side_by_side(machine, phase.scale.clone(), planned)
    };
    (filled.scale, filled.algorithm) = (phase.scale.clone(), phase.algorithm.clone());
    Ok(filled)
}

/// The ring or linear array of the nodes of a line of a grid, from its first one.
fn line(machine: &Topology, members: &[u32]) -> Option<Topology> {
    let sides = machine.network().sides().filter(|sides| sides.len() > 1)?;
    let mut lines = (0..sides.len()).flat_map(|dimension| machine.lines(dimension));
    lines.find(|line| (0..line.length).map(|x| line.node(x)).eq(members.iter().copied()))?;
    let closed = machine.offers(Feature::ClosedSides);
    let feature = if closed { Feature::ClosedRing } else { Feature::Line };
    let family = FAMILIES.iter().find(|family| family.offers().contains(&feature))?;
    Topology::new(family, &[members.len() as u64]).ok()
}
