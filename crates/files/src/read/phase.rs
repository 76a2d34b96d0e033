//! A phase: in a document that has but one, or in its list of phases.

use std::sync::Arc;

use super::operation::Operation;
use super::steps::STEPS_HELP;
use super::{Budget, compact, groups, steps, translate};
use crate::{Fields, Node, Result, Scope, scalar};
use hockney_base::number::Rational;
use hockney_core::collective::Phase;
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;

/// The one phase of a document without a list of phases: every rank takes part.
pub(super) fn plain(
    top: Fields<'_, '_>,
    topology: &Topology,
    budget: &mut Budget,
) -> Result<Phase> {
    let instance = Operation::of(top)?.among(topology.ranks())?;
    let phase = Phase::of_ranks(topology, instance, Arc::new(Listed::default()));
    with_steps(phase, top, topology, budget)
}

/// One item of `phases`.
pub(crate) fn listed(node: &Node<'_>, topology: &Topology, budget: &mut Budget) -> Result<Phase> {
    let example = "a phase is {groups: rows, collective: {kind: all-gather}, steps: [..]}";
    let fields = Fields::open(node, "a phase", example)?;
    let fields = fields.only("groups collective scale pieces steps")?;
    let scale = fields.get("scale");
    let scale = scale.map_or(Ok(Rational::one()), |node| scalar::positive(node, "scale"))?;
    let operation = Operation::of(fields)?;
    let help = "write groups: all, or rows, columns, planes, or a list such as [[0, 1], [2, 3]]";
    let groups = groups::groups(fields.need("groups", help)?, topology, budget)?;
    let empty = Arc::new(Listed::default());
    let phase = match groups {
        None => Phase::everyone(operation.among(topology.nodes())?, scale, empty),
        Some(members) => {
            let groups = groups::with_operation(members, &operation)?;
            Phase::of_groups(topology.nodes(), groups, scale, empty)
        }
    };
    with_steps(phase, fields, topology, budget)
}

/// The phase with the value of `steps`: all messages, or templates under some translations.
fn with_steps(
    mut phase: Phase,
    fields: Fields<'_, '_>,
    topology: &Topology,
    budget: &mut Budget,
) -> Result<Phase> {
    let by = fields.get("translate").map(|node| translate::translations(node, topology));
    let by = by.transpose()?;
    if budget.steps_may_lack && fields.get("steps").is_none() {
        return Ok(phase);
    }
    let node = fields.need("steps", STEPS_HELP)?;
    let scope = &mut Scope { topology, phase: &phase, budget };
    phase.steps = match by {
        Some(by) => compact::steps(node, by, scope)?,
        None => Arc::new(steps::steps(node, scope)?),
    };
    Ok(phase)
}
