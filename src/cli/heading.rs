//! The heading of a result.

use super::prelude::*;
use hockney_ask::answer::Proved;
use hockney_core::topology::{Vertex, label_of, labelled};
use hockney_plan::planner::{named_algorithm, spelt};

/// `broadcast (one-to-all broadcast) on ring:8, p = 8 (d = 3), root 0`; of some nodes `.. among 0, 2, 5 of ring:8, p = 3,
/// root 0`, and of placed ranks `.. on ring:8, p = 3, ranks on nodes 0 2 5, root 2 (rank 1)`.
pub(crate) fn heading(
    machine: &Topology,
    instance: &Instance,
    members: Option<&[Vertex]>,
) -> String {
    let Instance { collective, nodes: p, root, exclusive, by, pieces, .. } = instance;
    let on = match members {
        None => format!("on {}", named(machine)),
        Some(nodes) if machine.placement().is_some() => {
            format!("on {machine}, p = {p}, ranks on nodes {}", first_of(nodes, " "))
        }
        Some(nodes) => format!("among {} of {machine}, p = {p}", first_of(nodes, ", ")),
    };
    let root = members.map_or(*root, |nodes| nodes.get(*root as usize).copied().unwrap_or(0));
    let root = machine.show(root);
    let (by, pieces) = (u64::from(*by), u64::from(*pieces));
    let parameters = parameters(collective, &root, *exclusive, by, pieces);
    format!("{} {on}{parameters}", names(collective))
}

/// `broadcast .. on ring:8, p = 8 (d = 3), root 0, by recursive-doubling`
pub(crate) fn title(subject: &Subject) -> String {
    let heading = of_schedule(subject.schedule());
    match (subject.algorithm, &subject.said) {
        (Some(algorithm), _) => {
            format!("{heading}, by {}", named_as(algorithm, subject.asked_as.as_deref()))
        }
        (None, Some(said)) => format!("{heading}, stated algorithm {said}"),
        (None, None) => heading,
    }
}

/// The heading of an answer by proof, on a machine that may be larger than any that is made.
pub(crate) fn of_proved(Proved { question, figures, asked_as, pieces, .. }: &Proved) -> String {
    let Large { collective, family, size, root, exclusive, .. } = question;
    let (names, on, p) = (names(collective), question.machine(), question.nodes());
    let d = question.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
    let root = labelled(root, label_of(family, &size.sizes, *root));
    let by = size.by.unwrap_or_default();
    let parameters = parameters(collective, &root, *exclusive, by, *pieces);
    let by = figures.algorithm.map(|algorithm| named_as(algorithm, asked_as.as_deref()));
    format!("{names} on {on}, p = {p}{d}{parameters}, by {}", by.unwrap_or_default())
}

/// `ring:8, p = 8 (d = 3)`
pub(crate) fn named(topology: &Topology) -> String {
    let p = topology.nodes();
    let dimension = topology.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
    let file = topology.file().map_or_else(String::new, |file| format!(":{file}"));
    format!("{topology}{file}, p = {p}{dimension}")
}

/// `broadcast (one-to-all broadcast)`, or one name where both are the same.
pub(crate) fn names(collective: &Collective) -> String {
    if collective.name() == collective.textbook() {
        collective.name().to_owned()
    } else {
        format!("{} ({})", collective.name(), collective.textbook())
    }
}

fn parameters(of: &Collective, root: &str, exclusive: bool, by: u64, pieces: u64) -> String {
    let pieces = if pieces > 1 { format!(", {pieces} pieces") } else { String::new() };
    match of.parameter() {
        Some(Parameter::Root) => format!(", root {root}{pieces}"),
        Some(Parameter::Exclusive) if exclusive => format!(", exclusive{pieces}"),
        Some(Parameter::By) => format!(", by {by}{pieces}"),
        Some(Parameter::Exclusive | Parameter::Map) | None => pieces,
    }
}

/// The heading of a whole schedule: its one collective, or how many phases it has.
pub(crate) fn of_schedule(schedule: &Schedule) -> String {
    match &schedule.phases[..] {
        [Phase { groups, .. }] if groups.len() == 1 => {
            heading(&schedule.topology, &groups[0].instance, groups[0].members.as_deref())
        }
        phases => {
            let names = phases.iter().map(|phase| names(phase.instance().collective));
            let names: Vec<String> = names.collect();
            format!("{} on {}", names.join(", then "), named(&schedule.topology))
        }
    }
}

/// `hypercube-binomial (asked as binomial)`, or the name alone where that was asked for.
pub(crate) fn named_as(algorithm: &Algorithm, asked: Option<&str>) -> String {
    let name = algorithm.name();
    match asked.map(spelt).filter(|asked| asked != "best" && asked != name) {
        Some(asked) => format!("{name} (asked as {asked})"),
        None => name.to_owned(),
    }
}

/// The heading of a ranking, with the algorithms that were asked for by other names.
pub(crate) fn of_ranking(asked: &Question, only: &[String]) -> String {
    let others = only.iter().filter_map(|name| {
        let algorithm = named_algorithm(name, asked.request())?;
        (algorithm.name() != spelt(name)).then(|| named_as(algorithm, Some(name)))
    });
    let others: Vec<String> = others.collect();
    let with = if others.is_empty() { "" } else { ", with " };
    let members = asked.members().map(Subset::members);
    let members = members.or(asked.placement().map(Placement::nodes));
    let heading = heading(asked.machine(), asked.instance(), members);
    format!("{heading}{with}{}", others.join(" and "))
}

/// The most members that a heading names.
const MOST_NAMED: usize = 16;

/// `0, 2, 5`, and `..` after the first of many.
fn first_of(nodes: &[Vertex], separator: &str) -> String {
    let named = nodes.iter().take(MOST_NAMED).map(u32::to_string);
    let more = (nodes.len() > MOST_NAMED).then(|| "..".to_owned());
    named.chain(more).collect::<Vec<_>>().join(separator)
}

/// The nodes that take part, where one group of some does.
pub(crate) fn among(schedule: &Schedule) -> Option<&[Vertex]> {
    match &schedule.phases[..] {
        [phase] if phase.groups.len() == 1 && schedule.topology.placement().is_none() => {
            phase.groups[0].members.as_deref()
        }
        _ => None,
    }
}

/// How many ranks or nodes take part: all, or where one group of some does as many as it has.
pub(crate) fn participants(schedule: &Schedule) -> u32 {
    among(schedule).map_or(schedule.topology.ranks(), |_| schedule.phases[0].instance().nodes)
}

/// log p, where all take part and p is a power of two.
pub(crate) fn dimension(schedule: &Schedule) -> Option<u32> {
    let p = participants(schedule);
    p.is_power_of_two().then(|| p.trailing_zeros())
}

/// The root, a node of the machine, of the one collective that has one.
pub(crate) fn root(schedule: &Schedule) -> Option<Vertex> {
    let [Phase { groups, .. }] = &schedule.phases[..] else { return None };
    let [group] = &groups[..] else { return None };
    let rooted = group.instance.collective.parameter() == Some(Parameter::Root);
    rooted.then(|| group.node(group.instance.root))
}

/// `broadcast`, and `broadcast, then reduce` of several phases.
pub(crate) fn collectives(schedule: &Schedule) -> String {
    let names: Vec<&str> =
        schedule.phases.iter().map(|phase| phase.instance().collective.name()).collect();
    names.join(", then ")
}
