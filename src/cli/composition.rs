//! Compositions: files that list phases without messages, which are filled in and then checked as a
//! whole.

use super::failure::Failure;
use super::{choice, input, subject};
use crate::checker::{Checked, Limits};
use crate::collective::{Group, Phase, Ports, Schedule};
use crate::document::{self, Document};
use crate::question::{Choice, Question, QuestionError, side_by_side};
use crate::topology::{Subset, Topology};

/// Reads a composition, plans the phases that have no messages, and checks all of it.
pub(crate) fn planned(file: &str, limit: Limits) -> Result<(Checked, Document), Failure> {
    let text = input::read(file)?;
    let mut document = document::read_composition(&text.text, &input::graphs_beside(file))
        .map_err(|error| input::read_failure(&error, &text))?;
    let Schedule { topology, ports, phases } = &document.schedule;
    let filled = (1..).zip(phases).map(|(number, phase)| {
        if phase.steps.count() > 0 {
            return Ok(phase.clone());
        }
        filled(topology, *ports, phase, number)
    });
    let phases = filled.collect::<Result<Vec<Phase>, Failure>>()?;
    document.schedule.phases = phases;
    Ok((subject::checked(&document.schedule, limit)?, document))
}

/// The phase with messages: each group runs its default algorithm, on a machine of its own where it is
/// not everyone.
fn filled(
    machine: &Topology,
    ports: Ports,
    phase: &Phase,
    number: usize,
) -> Result<Phase, Failure> {
    let plan = |question: Question| {
        let question = question.with_ports(ports);
        question.plan(Choice::Default).map_err(|error| match error {
            QuestionError::NothingFits(_) => choice::no_candidate(question.request()),
            error => Failure::input(format!("phase {number}: {error}")),
        })
    };
    if phase.is_everyone() {
        let plan = plan(Question::of(machine.clone(), phase.instance().clone()))?;
        let mut all = plan.schedule().phases.swap_remove(0);
        all.scale = phase.scale.clone();
        return Ok(all);
    }
    let of_group = |group: &Group| {
        let members: Vec<u32> = (0..group.instance.nodes).map(|at| group.node(at)).collect();
        // The reader of documents has seen to the members.
        let subset = Subset::of(machine, &members)
            .ok_or_else(|| Failure::input(format!("phase {number}: a group has no members")))?;
        plan(Question::among(subset, group.instance.clone()))
    };
    let planned = phase.groups.iter().map(of_group).collect::<Result<Vec<_>, Failure>>()?;
    Ok(side_by_side(machine, phase.scale.clone(), &planned))
}
