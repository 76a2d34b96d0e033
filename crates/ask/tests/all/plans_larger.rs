//! What can be had where every node has a way of its own to any other, and on the hypercube: as few
//! steps and words as the literature says, at sizes that the other tests of plans do not reach.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_ask::{How, Ranked, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{self, Limits};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Message, Step, Steps};
use hockney_core::topology::Topology;
use hockney_cost::{self as cost, Model, Numbers};
use hockney_formula as formula;
use hockney_plan::planner::{self, Algorithm, Request};
use hockney_testing::sweep;

fn request(kind: &str, topology: &Topology, root: u32, pieces: u32) -> Request {
    let instance = Instance::new(collective(kind).unwrap(), topology.nodes());
    let instance = instance.with_root(root.into()).unwrap().with_pieces(pieces).unwrap();
    Request { topology: topology.clone(), instance, ports: Ports::ONE, order: None }
}

/// Steps, and words in units of m, of a plan that breaks no rule.
fn came_to(algorithm: &Algorithm, request: &Request) -> (u32, Rational) {
    let request = planner::fitted(algorithm, request).unwrap();
    let steps: Arc<dyn Steps> = Arc::from(algorithm.steps(&request));
    let messages = steps.messages();
    let Instance { root, pieces, .. } = request.instance;
    let name = format!("{} on {}, root {root}, {pieces}", algorithm.name(), request.topology);
    let schedule = Schedule::plain(request.topology, request.ports, request.instance, steps);
    let checked = checker::check(&schedule, &Limits::default()).unwrap();
    let report = checked.report();
    assert_eq!(report.violations, [], "{name}");
    assert_eq!(u128::from(report.messages), messages, "{name}");
    let words = cost::price(&schedule, &report.measures, Model::default()).cost.t_w;
    (u32::try_from(report.steps).unwrap(), words)
}

fn ceil_log2(p: u32) -> u32 {
    p.next_power_of_two().trailing_zeros()
}

fn share(of: u32, parts: u32) -> Rational {
    Rational::ratio(of, parts).unwrap()
}

/// The machines of p nodes on which one message to and from every node never share a link, or do
/// not where they all go equally far round.
fn machines(p: u32) -> Vec<Topology> {
    let families = ["complete", "star", "switch", "hypercube"];
    let fits = |family: &&&str| **family != "hypercube" || p.is_power_of_two();
    let on = |family: &&str| Topology::parse(&format!("{family}:{p}")).unwrap();
    families.iter().filter(fits).map(on).collect()
}

/// Algorithms named after numbers cost what ranks them, and what their closed forms say. Catches words of a ranking, or a
/// closed form on one of these networks, that no schedule has.
#[test]
fn algorithms_of_all_numbers_cost_what_ranks_them() {
    let mut compared = 0;
    for (family, p) in planner::families().flat_map(|of| [5, 8, 9, 12, 16].map(|p| (of, p))) {
        for kind in ["broadcast", "all-to-all", "all-reduce"] {
            let known = RefCell::new(BTreeSet::new());
            let found = family.least(kind, p, usize::MAX, |costs| {
                known.borrow_mut().insert(costs.clone());
                costs.clone()
            });
            // A family prices its numbers for collectives that it has not, too.
            if found.is_empty() {
                continue;
            }
            assert_eq!(found.len(), known.borrow().len());
            for (algorithm, [steps, words]) in found.iter().zip(known.into_inner()) {
                for topology in machines(p) {
                    let Some(form) = algorithm.closed_form(topology.family(), 1) else { continue };
                    let name = format!("{} on {topology}", algorithm.name());
                    let (measured, m) = came_to(algorithm, &request(kind, &topology, 0, 1));
                    assert_eq!((measured.into(), &m), (steps.clone(), &words), "{name}");
                    let cost = |t_s: u32, t_w: u32| {
                        let at = cost::bindings(&topology, None).with("m", 1);
                        let at = at.with("t_s", t_s).with("t_w", t_w);
                        formula::parse(&form.formula).unwrap().evaluate(&at).unwrap().as_rational()
                    };
                    assert_eq!(
                        [cost(1, 0), cost(0, 1)],
                        [&steps, &words].map(|x| Some(x.clone())),
                        "{name}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// Catches a piece that is sent before it is there, or twice, or to nobody, in any round and at any
/// distance from the root.
#[test]
fn n_pieces_take_the_fewest_steps_for_any_number_of_nodes() {
    for p in 1..=70 {
        for topology in machines(p) {
            for (kind, n) in
                [1, 2, 3, 5, 8].map(|n| ("broadcast", n)).into_iter().chain([("reduce", 5)])
            {
                let algorithm = planner::algorithm(kind, "circulant-n-block").unwrap();
                let steps = if p == 1 { 0 } else { ceil_log2(p) - 1 + n };
                let roots = (0..p).filter(|root| p < 18 || [0, p / 3, p - 1].contains(root));
                for root in roots {
                    let found = came_to(algorithm, &request(kind, &topology, root, n));
                    assert_eq!(
                        found,
                        (steps, share(steps, n)),
                        "{kind} on {topology}, {root}, {n}"
                    );
                }
            }
        }
    }
}

/// Many nodes and many pieces, in time that grows as the messages do.
#[test]
fn n_pieces_reach_many_nodes() {
    for (p, n) in [(1 << 14, 16), (9_999, 33), (1_025, 200)] {
        for kind in ["broadcast", "reduce"] {
            let algorithm = planner::algorithm(kind, "circulant-n-block").unwrap();
            for topology in machines(p) {
                let steps = ceil_log2(p) - 1 + n;
                let found = came_to(algorithm, &request(kind, &topology, p / 7, n));
                assert_eq!(found, (steps, share(steps, n)), "{kind} on {topology}");
            }
        }
    }
}

sweep! {
    /// Catches a collective that cannot be had in as few steps, or with as few words, at some size.
    fn the_fewest_steps_and_words_can_be_had(effort) {
        for p in effort.thin((1..=40).chain([63, 64, 65, 127, 128]).collect(), 6) {
            let log = ceil_log2(p);
            let (all, whole) = (share(p - 1, 1), share(log, 1));
            // Twice a p-th of everyone else's data: with p pieces nothing moves fewer words.
            let least = share(2 * (p - 1), p);
            let wanted = [
                ("broadcast", log, whole.clone()),
                ("broadcast", 2 * log, least.clone()),
                ("reduce", log, whole.clone()),
                ("reduce", 2 * log, least.clone()),
                ("scatter", log, all.clone()),
                ("gather", log, all.clone()),
                ("all-gather", log, all.clone()),
                ("reduce-scatter", log, all.clone()),
                ("all-reduce", log, whole.clone()),
                ("all-reduce", 2 * log, least.clone()),
                ("scan", log, whole.clone()),
                ("barrier", log, share(0, 1)),
            ];
            for topology in machines(p) {
                for (kind, steps, words) in &wanted {
                    let request = request(kind, &topology, 0, 1);
                    let ranking = ranking(&request, &Numbers::default(), &How::default());
                    let on_family = |row: &&Ranked| row.algorithm.on(topology.family()).is_some();
                    let mut rows = ranking.rows.iter().filter(on_family);
                    let few = |row: &&Ranked| {
                        row.cost.t_s <= Rational::from(*steps) && row.cost.t_w <= *words
                    };
                    let reached = rows.find(few);
                    let row =
                        reached.unwrap_or_else(|| panic!("{kind} on {topology}: {steps} and {words}"));
                    let (taken, moved) = came_to(row.algorithm, &request);
                    assert!(taken <= *steps && moved <= *words, "{kind} on {topology}");
                }
            }
        }
    }
}

sweep! {
    /// Where many nodes send in a step. A part has 8192 messages.
    fn parts_of_a_step_make_the_step(effort) {
        let mut in_parts = 0;
        let kinds = ["all-gather", "barrier", "broadcast", "reduce", "scatter", "gather"];
        let machines = ["hypercube:16384", "ring:8193", "linear-array:20000"];
        for (kind, on) in effort.thin(kinds.to_vec(), 3).into_iter().flat_map(|kind| machines.map(|on| (kind, on))) {
            let topology = Topology::parse(on).unwrap();
            let of_kind = |of: &&Algorithm| of.collective() == kind;
            for algorithm in planner::algorithms().filter(of_kind) {
                let asked = request(kind, &topology, 0, 1);
                if algorithm.on(topology.family()).is_none() {
                    continue;
                }
                let Ok(asked) = planner::fitted(algorithm, &asked) else { continue };
                let steps = algorithm.steps(&asked);
                let count = steps.count();
                for k in [0, 1, count / 2, count.saturating_sub(1)].into_iter().filter(|k| *k < count) {
                    let (mut whole, mut part, mut made) = (Step::default(), Step::default(), 0);
                    steps.step_into(k, &mut whole);
                    let mut parts: Vec<Message> = Vec::new();
                    assert!(steps.in_parts(k, &mut part, &mut |some| {
                        made += 1;
                        parts.extend_from_slice(some);
                        true
                    }));
                    let name = format!("{} on {on}, step {k}", algorithm.name());
                    assert!(parts == whole.messages, "{name}");
                    assert!(made > 1 || part == whole, "{name}: a step of one part stays as it is");
                    assert!(
                        made == 1 || !steps.in_parts(k, &mut part, &mut |_| false),
                        "{name}: stops where it is told to"
                    );
                    let kept = part.messages.len();
                    assert!(made == 1 || kept < whole.messages.len(), "{name}: {kept} are kept");
                    in_parts += usize::from(made > 1);
                }
            }
        }
        assert!(in_parts > effort.of(3, 10), "{in_parts}");
    }
}
