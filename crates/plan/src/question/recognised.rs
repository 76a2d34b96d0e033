//! Finds the algorithm whose steps a schedule from a file has.

use super::{Choice, Question};
use crate::planner::{Algorithm, Role, algorithms, named_algorithm};
use hockney_core::checker::{Limits, spell_out};
use hockney_core::collective::Schedule;

use hockney_core::schedule::{Message, Payload, Step, Steps};
use hockney_core::topology::{Network, Vertex};

/// The maximum number of messages to compare with those of every algorithm, and of nodes for which all
/// algorithms are planned.
const MOST_MESSAGES: u128 = 20_000;
const MOST_NODES: u32 = 1_000;

/// The algorithm with exactly these messages: the one that the file names if it matches, otherwise textbook
/// algorithms first. The name alone proves nothing.
pub fn recognised(schedule: &Schedule, said: Option<&str>) -> Option<&'static Algorithm> {
    let small = schedule.messages() <= MOST_MESSAGES && schedule.topology.nodes() <= MOST_NODES;
    let question = Question::answered_by(schedule).filter(|_| small)?;
    let found = spell_out(schedule, &Limits::default()).ok()?;
    let of = question.collective().name();
    let said = said.and_then(|said| named_algorithm(said, question.request()));
    let family = schedule.topology.family();
    let mut known: Vec<_> = algorithms()
        .filter(|a| a.collective() == of)
        .chain(said)
        .filter_map(|a| Some((a, a.on(family)?.role)))
        .collect();
    known.sort_by_key(|(a, role)| {
        (said.map(Algorithm::name) != Some(a.name()), *role != Role::Textbook)
    });
    known.into_iter().map(|(algorithm, _)| algorithm).find(|algorithm| {
        let Ok(plan) = question.plan_by(algorithm) else { return false };
        plan.question().instance().pieces == question.instance().pieces
            && same(&found, plan.steps(), schedule.topology.network())
    })
}

/// The algorithm that a file names, if it exists for the collective of the file.
pub fn named(schedule: &Schedule, said: Option<&str>) -> Option<&'static Algorithm> {
    let plan = Question::answered_by(schedule)?.plan(Choice::Named(said?)).ok()?;
    Some(plan.algorithm())
}

/// Whether the steps have the same messages, in any order within a step.
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

/// The messages of a step with their routes, sorted by sender, receiver and route.
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
