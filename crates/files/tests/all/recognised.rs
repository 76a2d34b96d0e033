//! A schedule that comes back from a file is recognised as what an algorithm plans.

use std::sync::Arc;

use hockney_core::collective::{COLLECTIVES, Instance, Ports, Schedule};
use hockney_core::schedule::Listed;
use hockney_core::topology::Topology;
use hockney_files::{self as document, Header, Notation};
use hockney_plan::planner::{self, Algorithm, algorithms};
use hockney_plan::question::{Question, named, recognised};

fn planned(algorithm: &Algorithm, topology: &Topology, ports: Ports) -> Option<Schedule> {
    let of = COLLECTIVES.iter().find(|c| c.name() == algorithm.collective())?;
    let map: Vec<u64> = (0..u64::from(topology.nodes())).rev().collect();
    let instance = Instance::new(of, topology.nodes()).with_by(3).with_map(&map).ok()?;
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
            let Some(schedule) = planned(algorithm, &topology, Ports::ONE) else { continue };
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
    let chain = planner::algorithm("broadcast", "chain").unwrap();
    let schedule = planned(chain, &topology, Ports::ONE).unwrap();
    let found = |said| named(&schedule, said).map(Algorithm::name);
    assert_eq!(found(Some("recursive-doubling")), Some("recursive-doubling"));
    assert_eq!(found(Some("binomial")), Some("recursive-doubling"));
    assert_eq!(found(Some("hypercube-binomial")), Some("hypercube-binomial"));
    assert_eq!(found(Some("both-children")), None);
    assert_eq!(found(Some("by hand")), None);
    assert_eq!(found(None), None);
}
