//! A phase: in a document that has but one, or in its list of phases.

use std::sync::Arc;

use super::operation::Operation;
use super::steps::STEPS_HELP;
use super::{Budget, compact, steps};
use crate::{Content, Context, Fields, Node, Result, list, refuse, scalar, unknown, within, wrong};
use hockney_base::diagnostic::Diagnostic;
use hockney_base::number::{Rational, saturated};
use hockney_core::collective::{Group, Instance, Phase};
use hockney_core::schedule::Listed;
use hockney_core::topology::{Topology, Vertex};

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
    let fields = fields.only("groups collective scale algorithm pieces steps")?;
    let scale = fields.read("scale", |node| scalar::positive(node, "scale"))?;
    let scale = scale.unwrap_or_else(Rational::one);
    let operation = Operation::of(fields)?;
    let groups = groups(fields.need_or("groups", GROUPS)?, topology, budget)?;
    let empty = Arc::new(Listed::default());
    let mut phase = match groups {
        None => Phase::everyone(operation.among(topology.nodes())?, scale, empty),
        Some(members) => {
            let groups = with_operation(members, &operation)?;
            Phase::of_groups(topology.nodes(), groups, scale, empty)
        }
    };
    phase.algorithm =
        fields.read("algorithm", |node| Ok(scalar::text(node, "the algorithm")?.into()))?;
    with_steps(phase, fields, topology, budget)
}

/// The phase with the value of `steps`: all messages, or templates under some translations.
fn with_steps(
    mut phase: Phase,
    fields: Fields<'_, '_>,
    topology: &Topology,
    budget: &mut Budget,
) -> Result<Phase> {
    let by = fields.read("translate", |node| compact::translations(node, topology))?;
    if budget.steps_may_lack && fields.get("steps").is_none() {
        return Ok(phase);
    }
    let node = fields.need_or("steps", STEPS_HELP)?;
    let scope = &mut Context { topology, phase: &phase, budget };
    phase.steps = match by {
        Some(by) => compact::steps(node, by, scope)?,
        None => Arc::new(steps::steps(node, scope)?),
    };
    Ok(phase)
}

const GROUPS: &str =
    "write groups: all, or rows, columns, planes, or a list such as [[0, 1], [2, 3]]";

/// The names of groups, in the order of what they are made of.
pub(crate) const NAMES: [&str; 4] = ["all", "rows", "columns", "planes"];

/// The members of each group; `None` where the one group is everyone in the order of numbers.
pub(super) fn groups(
    node: &Node<'_>,
    topology: &Topology,
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<Vertex>>>> {
    let groups = match &node.kind {
        Content::Sequence(items) => {
            budget.take_places(topology.nodes(), node.span)?;
            lists(node, items, topology)?
        }
        Content::Mapping(_) => return Err(wrong(node, "the groups", node.span, GROUPS)),
        Content::Scalar { .. } => {
            let name = scalar::text(node, "the groups")?;
            if name == "all" {
                return Ok(None);
            }
            if !NAMES.contains(&name) {
                return Err(unknown("kind of groups", node.span, name, "a phase", &NAMES));
            }
            if topology.network().sides().is_none_or(|sides| sides.len() < 2) {
                let help = "rows, columns and planes are those of a mesh or torus; list the groups";
                return refuse(node.span, format!("a {topology} has no {name}"), help);
            }
            budget.take_places(topology.nodes(), node.span)?;
            sections(name, topology).unwrap_or_default()
        }
    };
    let everyone = matches!(&*groups, [one] if one.iter().copied().eq(0..topology.nodes()));
    Ok(if everyone { None } else { Some(groups) })
}

/// The groups with this name in a grid of two or more dimensions.
pub(crate) fn sections(name: &str, topology: &Topology) -> Option<Vec<Vec<Vertex>>> {
    let sides = topology.network().sides()?;
    let last = sides.len().checked_sub(1)?;
    let lines = |dimension| {
        let members =
            |line: hockney_core::topology::Line| (0..line.length).map(|x| line.node(x)).collect();
        topology.lines(dimension).map(members).collect()
    };
    match name {
        "rows" if last > 0 => Some(lines(last)),
        "columns" if last > 0 => Some(lines(last - 1)),
        "planes" if last > 0 => {
            let size = sides[last] * sides[last - 1];
            let planes = (0..topology.nodes() / size).map(|k| (k * size..(k + 1) * size).collect());
            Some(planes.collect())
        }
        _ => None,
    }
}

fn lists(node: &Node<'_>, items: &[Node<'_>], topology: &Topology) -> Result<Vec<Vec<Vertex>>> {
    if items.is_empty() {
        return refuse(node.span, "a phase needs at least one group", GROUPS);
    }
    let mut taken = vec![false; topology.nodes() as usize];
    let mut groups = Vec::with_capacity(items.len());
    for item in items {
        let members = list(item, "a group", "a group is a list of nodes, such as [0, 1]")?;
        if members.is_empty() {
            return Err(Diagnostic::new("a group has at least one node").at(item.span).into());
        }
        let mut group = Vec::with_capacity(members.len());
        for member in members {
            let node = steps::node(member, "a member of a group", topology)?;
            if std::mem::replace(&mut taken[node as usize], true) {
                let message = format!("node {node} is in a group already");
                let error = Diagnostic::new(message).at(member.span);
                return Err(error.label("groups must not share a node").into());
            }
            group.push(node);
        }
        groups.push(group);
    }
    Ok(groups)
}

/// Each group with its collective.
pub(super) fn with_operation(
    groups: Vec<Vec<Vertex>>,
    operation: &Operation<'_, '_>,
) -> Result<Vec<Group>> {
    let mut last: Option<Instance> = None;
    let mut group = |members: Vec<Vertex>| {
        within("nodes of a group", members.len() as u128, u32::MAX, None)?;
        let nodes = saturated(members.len());
        let instance = match last.take().filter(|instance| instance.nodes == nodes) {
            Some(same) => same,
            None => operation.among(nodes)?,
        };
        last = Some(instance.clone());
        Ok(Group { members: Some(members), instance })
    };
    groups.into_iter().map(&mut group).collect()
}
