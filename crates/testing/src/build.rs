//! Schedules in few words, and what the checker says of them in lines.

use std::sync::Arc;

use hockney_core::checker::{Checked, Limits, NoAnswer, check};
use hockney_core::collective::{Entry, Instance, Ports, Schedule, collective};
use hockney_core::schedule::{CombinedBlocks, Listed, Message, Payload, Route, Runs, Step};
use hockney_core::topology::Topology;

/// Sender, receiver, entries of `blocks` with spaces between (`*` is everything), and the route
/// (`None` is the default one).
pub type Line<'a> = (u32, u32, &'a str, Option<&'a [u32]>);

/// A message along the default route.
pub fn m(from: u32, to: u32, blocks: &str) -> Line<'_> {
    (from, to, blocks, None)
}

/// A message along this route.
pub fn by<'a>(from: u32, to: u32, blocks: &'a str, via: &'a [u32]) -> Line<'a> {
    (from, to, blocks, Some(via))
}

pub fn topology(name: &str) -> Topology {
    Topology::parse(name).unwrap()
}

/// A collective among so many nodes.
pub fn of(name: &str, nodes: u32) -> Instance {
    Instance::new(collective(name).unwrap(), nodes)
}

fn payload(of: &Instance, blocks: &str) -> Payload {
    if blocks == "*" {
        return Payload::Everything;
    }
    let entries = blocks.split_whitespace().map(|e| Entry::parse(e).unwrap().resolve(of).unwrap());
    let values: Vec<CombinedBlocks> =
        entries.map(|(blocks, contributors)| CombinedBlocks { blocks, contributors }).collect();
    if values.iter().any(|value| value.contributors.is_some()) {
        return Payload::Values(values.into());
    }
    Payload::Plain(values.iter().flat_map(|value| value.blocks.runs().to_vec()).collect::<Runs>())
}

pub fn steps(of: &Instance, steps: &[&[Line<'_>]]) -> Listed {
    let message = |(from, to, blocks, via): &Line<'_>| Message {
        from: *from,
        to: *to,
        route: via.map_or(Route::Default, |via| Route::Via(via.iter().copied().collect())),
        payload: payload(of, blocks),
    };
    Listed(steps.iter().map(|step| Step { messages: step.iter().map(message).collect() }).collect())
}

/// A schedule of one collective among all nodes.
pub fn plain(on: &str, of: Instance, lines: &[&[Line<'_>]]) -> Schedule {
    let listed = steps(&of, lines);
    Schedule::plain(topology(on), Ports::ONE, of, Arc::new(listed))
}

pub fn checked(schedule: &Schedule) -> Checked {
    check(schedule, &Limits::default()).unwrap()
}

pub fn no_answer(schedule: &Schedule) -> NoAnswer {
    check(schedule, &Limits::default()).unwrap_err()
}

/// Every violation in a line: when, rule, message, advice.
pub fn told(schedule: &Schedule) -> Vec<String> {
    let checked = checked(schedule);
    let report = checked.report();
    assert_eq!(report.is_valid(), report.violations.is_empty());
    assert_eq!(checked.certified().is_some(), report.is_valid());
    assert_eq!(report.counts.total(), report.violations.len() as u64);
    let tell = |violation: &hockney_core::checker::Violation| {
        let rule = violation.rule.name();
        let (message, advice) = (violation.message(schedule), violation.advice(schedule));
        format!("{}: {rule}: {message}; {advice}", violation.when(schedule))
    };
    report.violations.iter().map(tell).collect()
}
