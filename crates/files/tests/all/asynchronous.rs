//! Asynchronous times: those of the naive second walk, never above the cost by steps, and the closed form of a ring that
//! runs through boxes.

use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check, templates};
use hockney_core::collective::{Instance, Schedule, collective};
use hockney_core::topology::{Placement, Topology};
use hockney_cost::{Asynchronous, ClassTimes, Model, Numbers, asynchronous, price};
use hockney_files::{Header, Notation, write};
use hockney_plan::planner;
use hockney_plan::question::Question;

use crate::drawn::same_totals;
use hockney_testing::sweep;

fn numbers(m: u64, t_s: u64, t_w: u64, t_h: u64) -> Numbers {
    let [m, t_s, t_w, t_h] = [m, t_s, t_w, t_h].map(Rational::from);
    Numbers { m: Some(m), t_s: Some(t_s), t_w: Some(t_w), t_h, ..Numbers::default() }
}

fn time(schedule: &Schedule, numbers: &Numbers) -> Rational {
    let (model, limits) = (Model::default(), &Limits::default());
    let how = Asynchronous { model, numbers, whole_words: true, limits };
    asynchronous(schedule, &how).unwrap().unwrap()
}

/// Boxes in which a message takes `inside` end to end, and `between` from one to another.
fn boxes(topology: &Topology, inside: u64, between: u64) -> Numbers {
    let class = |(name, time): (&str, u64)| ClassTimes {
        name: name.to_owned(),
        t_w: Some(Rational::zero()),
        t_h: Rational::ratio(time, 2_u64).unwrap(),
        rank: None,
    };
    assert_eq!(
        topology.classes().iter().map(|of| &*of.name).collect::<Vec<_>>(),
        ["inside", "between"]
    );
    let classes = [("inside", inside), ("between", between)].map(class).to_vec();
    Numbers { classes, ..numbers(1, 0, 0, 0) }
}

/// How long a message without words takes on the default route.
fn end_to_end(topology: &Topology, numbers: &Numbers, [from, to]: [u32; 2]) -> Rational {
    let route = topology.whole_route(from, to);
    let hop = |pair: &[u32]| {
        let link = topology.network().link(pair[0], pair[1]).unwrap();
        numbers.classes[topology.class_place(link).unwrap()].t_h.clone()
    };
    route.windows(2).map(hop).sum()
}

/// Catches a rank that waits for the slowest of a step, and a hop between boxes that is counted once too often.
#[test]
fn a_ring_through_boxes_waits_for_each_link_between_them_twice() {
    for (n, g) in (2..=16_u64).flat_map(|n| (3..=8_u64).map(move |g| (n, g))) {
        let topology = Topology::parse(&format!("nodes:{n}x{g}x{g}")).unwrap();
        let numbers = boxes(&topology, 1, 5);
        // End to end: inside a box, and from the last of a box to the first of the next, also past the inside of one.
        let last = u32::try_from(g - 1).unwrap();
        let [a, b] = [[0, 1], [last, last + 1]].map(|ends| end_to_end(&topology, &numbers, ends));
        let times = |count: u64, time: &Rational| &Rational::from(count) * time;
        let expected = &times(2 * (n * g - 1 - n), &a) + &times(2 * n, &b);
        let question = Question::new("all-reduce", topology.clone()).unwrap();
        let ring = planner::algorithm("all-reduce", "ring").unwrap();
        let plan = question.plan_congested_by(ring).unwrap();
        assert_eq!(time(&plan.schedule(), &numbers), expected, "{topology}");
        if let Some(short) = plan.templates() {
            assert!(templates(&short).is_some());
            assert_eq!(time(&short, &numbers), expected, "{topology}");
        }
        let dealt = Placement::round_robin(&topology, n * g).unwrap();
        let dealt = plan.placed_on(dealt).schedule();
        assert!(time(&dealt, &numbers) > expected, "{topology} round-robin");
    }
}

sweep! {
    /// Every algorithm of the catalogue on every machine of at most 16 nodes, in pieces and from several roots.
    fn no_algorithm_takes_longer_than_by_steps(effort) {
        let mut compared = 0;
        for topology in effort.thin(effort.machines(), 3).into_iter().filter(|machine| machine.nodes() <= 16) {
            for algorithm in planner::algorithms() {
                let of = collective(algorithm.collective()).unwrap();
                for (root, pieces) in [(0, 1), (topology.nodes() / 2, 3)] {
                    let instance = Instance::new(of, topology.nodes()).with_pieces(pieces);
                    let Ok(instance) = instance.and_then(|of| of.with_root(root.into())) else {
                        continue;
                    };
                    let question = Question::of(topology.clone(), instance.with_by(1));
                    let Ok(plan) = question.plan_by(algorithm) else { continue };
                    let checked = check(&plan.schedule(), &Limits::default()).unwrap();
                    let (schedule, measures) = (checked.schedule(), &checked.report().measures);
                    let mut text = Vec::new();
                    write(&mut text, &Header::default(), schedule, Notation::Json).unwrap();
                    same_totals(schedule, measures, std::str::from_utf8(&text).unwrap());
                    if topology.classes().len() == 2 {
                        let numbers = boxes(&topology, 1, 5);
                        let total = numbers.total(&price(schedule, measures, Model::default()).cost);
                        assert!(time(schedule, &numbers) <= total.unwrap(), "{topology}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > effort.of(500, 10_000), "{compared}");
    }
}
