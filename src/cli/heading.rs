//! The line that says what a result is about.

use crate::collective::{Collective, Instance, Parameter, Schedule};
use crate::topology::Topology;

/// `broadcast (one-to-all broadcast) on ring:8, p = 8 (d = 3), root 0`
pub(crate) fn heading(topology: &Topology, instance: &Instance) -> String {
    let named = named(topology);
    format!("{} on {named}{}", operation(instance), parameters(topology, instance))
}

/// `ring:8, p = 8 (d = 3)`
pub(crate) fn named(topology: &Topology) -> String {
    let p = topology.nodes();
    let dimension = topology.dimension().map_or_else(String::new, |d| format!(" (d = {d})"));
    format!("{topology}, p = {p}{dimension}")
}

/// `broadcast (one-to-all broadcast)`, or one name where both are the same.
pub(crate) fn operation(instance: &Instance) -> String {
    names(instance.collective)
}

/// The name of a collective and the textbook's.
pub(crate) fn names(collective: &dyn Collective) -> String {
    if collective.name() == collective.textbook() {
        collective.name().to_owned()
    } else {
        format!("{} ({})", collective.name(), collective.textbook())
    }
}

fn parameters(topology: &Topology, instance: &Instance) -> String {
    let text = match instance.collective.parameter() {
        Some(Parameter::Root) => format!(", root {}", topology.show(instance.root)),
        Some(Parameter::Exclusive) if instance.exclusive => ", exclusive".to_owned(),
        Some(Parameter::By) => format!(", by {}", instance.by),
        Some(Parameter::Exclusive | Parameter::Map) | None => String::new(),
    };
    if instance.pieces > 1 {
        return format!("{text}, {} pieces", instance.pieces);
    }
    text
}

/// The heading of a whole schedule: its one collective, or how many phases it has.
pub(crate) fn of_schedule(schedule: &Schedule) -> String {
    match &schedule.phases[..] {
        [phase] if phase.is_everyone() => heading(&schedule.topology, phase.instance()),
        phases => {
            let names: Vec<String> = phases.iter().map(|p| operation(p.instance())).collect();
            format!("{} on {}", names.join(", then "), named(&schedule.topology))
        }
    }
}

/// `broadcast`, and `broadcast, then reduce` of several phases.
pub(crate) fn collectives(schedule: &Schedule) -> String {
    let names: Vec<&str> =
        schedule.phases.iter().map(|phase| phase.instance().collective.name()).collect();
    names.join(", then ")
}
