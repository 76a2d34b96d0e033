//! Which algorithm has the steps of a schedule that came from a file.

use crate::checker::{Limits, spell_out};
use crate::collective::Schedule;
use crate::planner::{Algorithm, Role, algorithms};
use crate::question::{Choice, Question};
use crate::schedule::{Message, Payload, Step, Steps};
use crate::topology::{Network, Vertex};

/// The most messages that are compared with those of every algorithm, and the most nodes for which all
/// of them are planned.
const MOST_MESSAGES: u128 = 20_000;
const MOST_NODES: u32 = 1_000;

/// The algorithm whose steps these are, message by message: the one that the file names if it is, else
/// the textbook's own before others. A name alone proves nothing.
pub(crate) fn recognised(schedule: &Schedule, said: Option<&str>) -> Option<&'static Algorithm> {
    let small = schedule.messages() <= MOST_MESSAGES && schedule.topology.nodes() <= MOST_NODES;
    let question = Question::answered_by(schedule).filter(|_| small)?;
    let found = spell_out(schedule, &Limits::default()).ok()?;
    let of = question.collective().name();
    let family = schedule.topology.family();
    let mut known: Vec<_> = algorithms()
        .filter(|a| a.collective() == of)
        .filter_map(|a| Some((a, a.on(family)?.role)))
        .collect();
    known.sort_by_key(|(a, role)| (said != Some(a.name()), *role != Role::Textbook));
    known.into_iter().map(|(algorithm, _)| algorithm).find(|algorithm| {
        let Ok(plan) = question.plan_by(*algorithm) else { return false };
        plan.question().instance().pieces == question.instance().pieces
            && same(&found, plan.steps(), schedule.topology.network())
    })
}

/// The algorithm that a file names, if there is one of this name for what the file is about.
pub(crate) fn named(schedule: &Schedule, said: Option<&str>) -> Option<&'static Algorithm> {
    let plan = Question::answered_by(schedule)?.plan(Choice::Named(said?)).ok()?;
    Some(plan.algorithm())
}

/// Whether the steps have the same messages, in whatever order within a step.
fn same(one: &dyn Steps, other: &dyn Steps, network: &dyn Network) -> bool {
    let (mut a, mut b) = (Step::default(), Step::default());
    one.count() == other.count()
        && one.messages() == other.messages()
        && (0..one.count()).all(|k| {
            one.step_into(k, &mut a);
            other.step_into(k, &mut b);
            in_order(&a, network) == in_order(&b, network)
        })
}

/// The messages of a step with their ways, by sender, receiver and way.
fn in_order<'a>(step: &'a Step, network: &dyn Network) -> Vec<(Vec<Vertex>, &'a Payload)> {
    let way = |message: &'a Message| {
        let mut way = vec![message.from, message.to];
        message.via_into(network, &mut way);
        (way, &message.payload)
    };
    let mut messages: Vec<_> = step.messages.iter().map(way).collect();
    messages.sort_by(|(one, _), (other, _)| one.cmp(other));
    messages
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::collective::{COLLECTIVES, Instance, Ports};
    use crate::document::{self, Header, Notation};
    use crate::schedule::Listed;
    use crate::topology::Topology;

    fn planned(algorithm: &Algorithm, topology: &Topology, ports: Ports) -> Option<Schedule> {
        let of = COLLECTIVES.iter().find(|c| c.name() == algorithm.collective())?;
        let map: Vec<u64> = (0..u64::from(topology.nodes())).rev().collect();
        let instance = Instance::new(*of, topology.nodes()).with_by(3).with_map(&map).ok()?;
        let question = Question::of(topology.clone(), instance).with_ports(ports);
        Some(question.plan_by(algorithm).ok()?.schedule())
    }

    fn read_back(schedule: &Schedule) -> Schedule {
        let mut text = Vec::new();
        document::write(&mut text, &Header::default(), schedule, Notation::Yaml).unwrap();
        let text = String::from_utf8(text).unwrap();
        document::read(&text, &|_: &str| Err(String::new())).unwrap().schedule
    }

    /// What an algorithm plans is recognised as its own when it comes back from a file, and is no
    /// longer where a message is missing.
    #[test]
    fn what_is_planned_is_recognised() {
        let mut seen = 0;
        for name in ["ring:8", "mesh:3x4", "hypercube:8", "complete:7", "tree:8"] {
            let topology = Topology::parse(name).unwrap();
            for algorithm in algorithms().filter(|a| a.on(topology.family()).is_some()) {
                let Some(schedule) = planned(algorithm, &topology, Ports::One) else { continue };
                let schedule = read_back(&schedule);
                let found = recognised(&schedule, Some(algorithm.name()));
                let what = format!("{} on {name} by {}", algorithm.collective(), algorithm.name());
                assert_eq!(found.map(Algorithm::name), Some(algorithm.name()), "{what}");
                // Whoever says nothing is told an algorithm with the same steps.
                assert!(recognised(&schedule, None).is_some(), "{what}");
                let mut less = schedule.clone();
                let mut steps = Listed::of(&*less.phases[0].steps);
                let last = steps.0.last_mut().and_then(|step| step.messages.pop());
                less.phases[0].steps = Arc::new(steps);
                if last.is_some() {
                    assert!(recognised(&less, Some(algorithm.name())).is_none(), "{what}");
                }
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn a_name_is_known_where_it_fits() {
        let topology = Topology::parse("ring:8").unwrap();
        let chain = crate::planner::algorithm("broadcast", "chain").unwrap();
        let schedule = planned(chain, &topology, Ports::One).unwrap();
        let found = |said| named(&schedule, said).map(Algorithm::name);
        assert_eq!(found(Some("recursive-doubling")), Some("recursive-doubling"));
        assert_eq!(found(Some("binomial")), None);
        assert_eq!(found(Some("by hand")), None);
        assert_eq!(found(None), None);
    }
}
