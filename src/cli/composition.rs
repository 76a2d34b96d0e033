//! Compositions: files that list phases without messages, which are filled in and then checked as a
//! whole.

use super::failure::Failure;
use super::{choice, input, plan};
use crate::checker::{Checked, Limits};
use crate::collective::{Phase, Ports, Schedule};
use crate::document::{self, Document};
use crate::planner::{Request, default_algorithm, side_by_side};
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
    Ok((plan::checked(&document.schedule, limit)?, document))
}

/// The phase with messages: each group runs its default algorithm, on a machine of its own where it is
/// not everyone.
fn filled(
    machine: &Topology,
    ports: Ports,
    phase: &Phase,
    number: usize,
) -> Result<Phase, Failure> {
    let steps = |topology: &Topology, instance: &crate::collective::Instance| {
        let (topology, instance) = (topology.clone(), instance.clone());
        let request = Request { topology, instance, ports, order: None };
        let algorithm =
            default_algorithm(&request).ok_or_else(|| choice::no_candidate(&request))?;
        let fitted = crate::planner::fitted(algorithm, &request)
            .map_err(|error| Failure::input(format!("phase {number}: {error}")))?;
        Ok::<_, Failure>((fitted.instance.clone(), algorithm.steps(&fitted)))
    };
    if phase.is_everyone() {
        let (instance, steps) = steps(machine, phase.instance())?;
        return Ok(Phase::everyone(instance, phase.scale.clone(), steps.into()));
    }
    let of_group = |group: &crate::collective::Group| {
        let members: Vec<u32> = (0..group.instance.nodes).map(|at| group.node(at)).collect();
        // The reader of documents has seen to the members.
        let subset = Subset::of(machine, &members)
            .ok_or_else(|| Failure::input(format!("phase {number}: a group has no members")))?;
        let (instance, steps) = steps(subset.topology(), &group.instance)?;
        Ok((subset, instance, steps))
    };
    let planned = phase.groups.iter().map(of_group).collect::<Result<Vec<_>, Failure>>()?;
    Ok(side_by_side(machine, phase.scale.clone(), planned))
}
