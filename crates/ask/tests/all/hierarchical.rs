//! Hierarchical algorithms on boxes: valid at every size and root, as expensive as their closed forms, and never
//! below a bound.

use std::collections::BTreeSet;

use hockney_ask::{Cut, How, ranking, rankings};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check};
use hockney_core::collective::Instance;
use hockney_core::topology::{LinkClass, Topology};
use hockney_cost::{GivenNumbers, Model, Numbers, price};
use hockney_plan::planner;
use hockney_plan::question::Question;

use crate::hierarchical_cases::{Case, OTHERS, cases, hierarchical, other_cases, planned};
use hockney_testing::sweep;

/// Catches a level that promises a way where two messages share a link, and an algorithm for two levels only.
#[test]
fn all_are_valid_on_other_networks_with_groups() {
    let mut counted = std::collections::BTreeMap::<_, [u32; 2]>::new();
    for Case { name, request, schedule, is_free } in other_cases() {
        let what = format!("{name} on {}", request.topology);
        let checked =
            check(&schedule, &Limits::default()).unwrap_or_else(|e| panic!("{what}: {e:?}"));
        let report = checked.report();
        assert!(report.is_valid() || !is_free && report.only_waits(), "{what}: {report:?}");
        // First-fit needs no groups.
        let counts = !name.contains("first-fit");
        let of = counted.entry(request.topology.to_string()).or_default();
        of[usize::from(is_free)] += u32::from(counts);
    }
    // On a crossbar of switches leaders are free, on a torus of switches nothing between switches is.
    assert_eq!(counted.len(), OTHERS.len());
    assert!(counted["fat-tree:4"][1] >= 50, "{counted:?}");
    assert!(counted["complete:5/switch:3"][1] > 20, "{counted:?}");
    assert_eq!(counted["torus:2x3/switch:2"][1], 0, "{counted:?}");
    assert!(counted["torus:2x3/switch:2"][0] > 40, "{counted:?}");
}

#[test]
fn every_collective_of_the_list_has_its_own() {
    let found: Vec<String> =
        hierarchical().map(|a| format!("{} {}", a.collective(), a.name())).collect();
    let of = |name: &str| found.iter().filter(|all| all.starts_with(&format!("{name} "))).count();
    let names = [
        "broadcast",
        "reduce",
        "all-gather",
        "reduce-scatter",
        "all-reduce",
        "all-to-all",
        "barrier",
    ];
    // One all-to-all is first-fit, which needs no groups but machines by name.
    assert_eq!(names.map(of), [4, 4, 4, 4, 10, 3, 2], "{found:?}");
}

sweep! {
    /// Catches a block that is left out, comes too early or from nobody, and a message that is not counted. Without
    /// contention nothing shares a link or a port; with it nothing else is wrong.
    fn all_are_valid_with_any_boxes_rails_and_roots(effort) {
        let (mut free, mut sharing) = (0, 0);
        for Case { name, request, schedule, is_free } in cases(effort.of(8, 36)) {
            let what = format!("{name} on {}", request.topology);
            let checked =
                check(&schedule, &Limits::default()).unwrap_or_else(|e| panic!("{what}: {e:?}"));
            let report = checked.report();
            if is_free {
                assert_eq!(report.violations, [], "{what}");
                free += 1;
            } else {
                assert!(report.only_waits() && !report.is_valid(), "{what}: {:?}", report.violations);
                sharing += 1;
            }
            let steps = &schedule.phases[0].steps;
            let listed = hockney_core::schedule::Listed::of(&**steps);
            let messages: usize = listed.0.iter().map(|step| step.messages.len()).sum();
            assert_eq!(messages as u128, steps.messages(), "{what}");
            assert!(listed.0.iter().all(|step| !step.messages.is_empty()), "{what}");
        }
        assert!(free > effort.of(100, 1000) && sharing > effort.of(20, 300), "{free} {sharing}");
    }
}

/// The numbers of a machine, in ns and bytes.
fn numbers(topology: &Topology, m: &str) -> Numbers {
    let link = |name: &str, t_h: &str, t_w: &str| LinkClass {
        name: name.into(),
        t_h: Some(t_h.into()),
        t_w: Some(t_w.into()),
        ..LinkClass::default()
    };
    let links = vec![link("inside", "350ns", "46us/MB"), link("between", "850ns", "106us/MB")];
    let given = GivenNumbers { m: Some(m), t_s: Some("0ns"), ..GivenNumbers::default() };
    let numbers = Numbers { links, ..Numbers::read(given).unwrap() };
    numbers.with_classes(topology.classes()).unwrap()
}

#[test]
fn none_is_below_the_bound_of_a_machine() {
    let mut compared = 0;
    for name in ["nodes:2x3", "nodes:3x4x2", "nodes:4x4x4", "nodes:4x2x2", "nodes:1x5", "nodes:5x1"]
    {
        let topology = Topology::parse(name).unwrap();
        for algorithm in hierarchical().filter(|a| a.collective() != "barrier") {
            let case = planned(algorithm, &topology, 0, 1).unwrap();
            for m in ["64B", "4KiB", "1MiB"] {
                let how = How {
                    model: Model { contention: true, ..Model::default() },
                    only: vec![algorithm.name().to_owned()],
                    ..How::default()
                };
                let mut request = case.request.clone();
                request.instance = Instance::new(request.instance.collective, topology.nodes());
                let ranking = ranking(&request, &numbers(&topology, m), &how);
                let (total, least) = (&ranking.rows[0].total, &*ranking.least);
                assert!(
                    total.is_some() && total >= least,
                    "{} on {name}: {total:?} {least:?}",
                    case.name
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// ceil(log2 n) for n of at least 1.
fn log(n: u64) -> u64 {
    u64::from(n.next_power_of_two().ilog2())
}

/// The closed forms of specs/planner.md: the time of a message inside a box and of one between boxes, with words
/// in units of m, where c accelerators share a rail.
fn form(name: &str, (n, g, rails): (u64, u64, u64), m: &Rational) -> Rational {
    let number = |text: &str| text.parse::<Rational>().unwrap();
    let ratio = |a: u64, b: u64| Rational::from(a).checked_div(&Rational::from(b)).unwrap();
    let most = |a: Rational, b: Rational| if a > b { a } else { b };
    let inside = |words: Rational| &number("700") + &(&(&words * m) * &number("23/500"));
    // The words of a message on its own links, and together on the rail.
    let between = |words: Rational, c: u64| {
        let rail = &(&words * &Rational::from(c)) * &number("53/500");
        &number("2400") + &(m * &most(rail, &words * &number("23/500")))
    };
    let times = |count: u64, step: Rational| &Rational::from(count) * &step;
    let c = g.div_ceil(rails);
    let shares = |words: &dyn Fn(u64) -> u64| {
        (0..log(g)).map(|i| inside(ratio(words(i), g))).fold(Rational::zero(), |a, b| &a + &b)
    };
    let bruck = || shares(&|i| if i + 1 < log(g) { 1 << i } else { g - (1 << i) });
    let (ring, tree) = (times(2 * (g - 1), inside(ratio(1, g))), log(g));
    let folded = u64::from(n.ilog2()) + if n.is_power_of_two() { 0 } else { 2 };
    match name {
        "leaders" => {
            &times(2 * tree, inside(ratio(1, 1))) + &times(folded, between(ratio(1, 1), 1))
        }
        "two-level-ring-doubling" => &ring + &times(folded, between(ratio(1, g), c)),
        "two-level-ring-ring" => &ring + &times(2 * (n - 1), between(ratio(1, n * g), c)),
        // Two pieces for each place.
        "two-level-ring-two-tree" => {
            let depth = (n - 1).min(u64::from((n - 1).max(1).ilog2() + (n + 1).ilog2()));
            let steps = if n == 1 { 0 } else { 2 * (depth + 1) };
            &ring + &times(steps, between(ratio(1, 2 * g), c))
        }
        "two-level-bruck-doubling" => &times(2, bruck()) + &times(folded, between(ratio(1, g), c)),
        "two-level-bruck-ring" => {
            &times(2, bruck()) + &times(2 * (n - 1), between(ratio(1, n * g), c))
        }
        other => panic!("{other}"),
    }
}

sweep! {
    /// Catches a step too many, and words that cross the wrong links.
    fn two_level_all_reduces_cost_their_closed_forms(effort) {
        let mut compared = 0;
        let most = effort.of(4, 9);
        let sizes = (1..=most).flat_map(|n| (1..=most).map(move |g| (n, g)));
        for (n, g) in sizes.filter(|(n, g)| n * g > 1) {
            for rails in BTreeSet::from([1, 2, 3, g]) {
                let topology = Topology::parse(&format!("nodes:{n}x{g}x{rails}")).unwrap();
                for name in [
                    "leaders",
                    "two-level-ring-doubling",
                    "two-level-ring-ring",
                    "two-level-ring-two-tree",
                    "two-level-bruck-doubling",
                    "two-level-bruck-ring",
                ] {
                    let algorithm = planner::algorithm("all-reduce", name).unwrap();
                    let what = || panic!("{name} on {topology}");
                    let case = planned(algorithm, &topology, 0, 1).unwrap_or_else(what);
                    let checked = check(&case.schedule, &Limits::default()).unwrap();
                    let model = Model { contention: true, ..Model::default() };
                    let cost = price(&case.schedule, &checked.report().measures, model).cost;
                    for m in ["64B", "1MiB"] {
                        let numbers = numbers(&topology, m);
                        let expected = form(name, (n, g, rails), numbers.m.as_ref().unwrap());
                        let total = numbers.total(&cost);
                        assert_eq!(total, Some(expected), "{name} on {topology} with {m}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > effort.of(200, 2000), "{compared}");
    }
}

sweep! {
    /// Catches a ranking that keeps the totals or the order of another size.
    fn several_sizes_are_ranked_as_each_alone(effort) {
        let topology = Topology::parse(effort.of("nodes:2x2x2", "nodes:2x4x4")).unwrap();
        let question = Question::new("all-reduce", topology.clone()).unwrap();
        for cut in [Cut::default(), Cut { best: true, whole_words: true }] {
            let how =
                How { model: Model { contention: true, ..Model::default() }, cut, ..How::default() };
            let sizes = effort.thin(vec!["64B", "10KiB", "64MiB"], 2);
            let sizes: Vec<_> = sizes.into_iter().map(|m| numbers(&topology, m)).collect();
            let together = rankings(&question, &sizes, &how);
            for (numbers, found) in sizes.iter().zip(together) {
                let alone = ranking(question.request(), numbers, &how);
                let rows = |of: &hockney_ask::Ranking| -> Vec<_> {
                    of.rows
                        .iter()
                        .map(|row| (row.algorithm.name(), row.total.clone(), row.ratio.clone()))
                        .collect()
                };
                assert_eq!(rows(&found), rows(&alone));
                assert_eq!(*found.least, *alone.least);
            }
        }
    }
}

#[test]
fn what_shares_links_is_refused_with_a_way_out() {
    let refused = |machine: &str, name: &str| {
        let topology = Topology::parse(machine).unwrap();
        let question = Question::new("all-reduce", topology).unwrap();
        let algorithm = planner::algorithm("all-reduce", name).unwrap();
        question.plan_by(algorithm).err().map(|error| error.to_string())
    };
    assert_eq!(
        refused("nodes:4x8", "two-level-ring-ring").unwrap(),
        "two-level-ring-ring sends from all 8 nodes of a group at once, which share one way out: add \
         --contention, or on boxes --rails 8"
    );
    assert_eq!(
        refused("nodes:4x8x2", "two-level-bruck-ring").unwrap(),
        "two-level-bruck-ring sends from all 8 nodes of a group at once, which share 2 ways out: add \
         --contention, or on boxes --rails 8"
    );
    assert_eq!(
        refused("nodes:4x8x8", "multi-ring").unwrap(),
        "multi-ring runs 8 rings at once, which share links: add --contention"
    );
    assert_eq!(
        refused("dragonfly:2x4x2x9", "multi-ring").unwrap(),
        "multi-ring runs a ring through all groups at once, which share links: add --contention"
    );
    assert_eq!(
        refused("torus:4x4/switch:2", "leaders").unwrap(),
        "leaders sends from each group at once, which share links between the groups: add --contention"
    );
    assert_eq!(
        refused("fat-tree:4:2", "two-level-ring-ring").unwrap(),
        "two-level-ring-ring sends from all 8 nodes of a group at once, which share 2 ways out: add \
         --contention, or on boxes --rails 8"
    );
    assert_eq!(refused("switch:8", "leaders").unwrap(), "leaders is not an algorithm for switch");
    for (machine, name) in [
        ("nodes:4x8x8", "two-level-ring-ring"),
        ("nodes:1x8", "two-level-ring-ring"),
        ("nodes:8x1", "two-level-bruck-rabenseifner"),
        ("nodes:4x8", "multi-ring"),
        ("nodes:4x8", "leaders"),
        ("nodes:1x1", "multi-ring"),
    ] {
        assert_eq!(refused(machine, name), None, "{name} on {machine}");
    }
}
