//! Formulas of cells have the models that they must have, and fronts are those that are known.

use hockney_core::checker::{Limits, check};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Step;
use hockney_core::topology::{GraphLinks, Topology};
use hockney_optimal::engine::{self, Said};
use hockney_optimal::{
    Cell, Cnf, Effort, Encoding, Engine, Front, Lemma, Reason, Refutation, SearchPlan, Searched,
    Solved, Symmetry, Task, Wire, Wires, fewest_rounds, front, gossip_of, lrat, size,
};
use hockney_plan::planner;
use hockney_plan::question::Question;
use hockney_testing::sweep;

/// The collectives that are searched.
pub(crate) const NAMES: [&str; 8] = [
    "broadcast",
    "reduce",
    "all-gather",
    "reduce-scatter",
    "scatter",
    "gather",
    "all-to-all",
    "all-reduce",
];

/// The solver in this process. Every refutation is checked.
pub(crate) struct Inside;

impl Engine for Inside {
    type Error = String;

    fn solve(&mut self, formula: &Cnf, comment: &str, order: Effort) -> Result<Solved, String> {
        let (mut text, mut proof) = (Vec::new(), Vec::new());
        formula.write(&mut text, comment).unwrap();
        Ok(match engine::solve(&text[..], &mut proof, order.clauses)? {
            Said::Open => Solved::Open,
            Said::Refuted => {
                lrat::check(formula, &mut &proof[..]).unwrap();
                let (variables, clauses) = (formula.variables(), formula.clauses());
                let bytes = proof.len() as u64;
                Solved::Refuted(Refutation { variables, clauses, bytes, proof: 0 })
            }
            Said::Model(literals) => {
                let mut model = vec![false; formula.variables() + 1];
                for literal in literals.iter().filter(|literal| **literal > 0) {
                    model[literal.unsigned_abs() as usize] = true;
                }
                Solved::Model(model)
            }
        })
    }

    fn is_over(&self) -> bool {
        false
    }
}

/// A collective on a machine, in so many pieces.
pub(crate) fn asked(name: &str, topology: &Topology, pieces: u32) -> Searched {
    let instance = Instance::new(collective(name).unwrap(), topology.nodes());
    Searched::of(topology, &instance.with_pieces(pieces).unwrap(), Ports::ONE, false).unwrap()
}

/// Whether the formula of a cell has a model.
pub(crate) fn has_model(encoding: &Encoding<'_>) -> bool {
    let order = Effort { clauses: u64::MAX, proof: true };
    match Inside.solve(&encoding.cnf, "", order).unwrap() {
        Solved::Model(_) => true,
        Solved::Refuted(_) => false,
        Solved::Open => panic!("there is no limit"),
    }
}

/// The front of a task; the checker accepts every schedule of it, with the size that was found.
pub(crate) fn searched(asked: &Searched, to: Option<u32>) -> Front {
    let plan = SearchPlan { from: 0, to, clauses: u64::MAX, literals: usize::MAX };
    let claim = |_: &Task, cell: Cell| asked.claim(cell);
    let found = front(&asked.task, plan, &[], &mut Inside, &claim).unwrap();
    assert!(found.open.is_empty());
    for point in &found.points {
        let checked = check(&asked.schedule(&point.messages), &Limits::default()).unwrap();
        assert!(checked.report().is_valid(), "{:?}", checked.report().violations);
        assert_eq!(size(&checked.report().measures[0]), (point.steps, point.rounds));
    }
    found
}

/// Collective, machine, pieces, and the points of the front.
type Known = (&'static str, &'static str, u32, &'static [(u32, u32)]);

/// Steps and pieces of the points.
pub(crate) fn points(found: &Front) -> Vec<(u32, u32)> {
    found.points.iter().map(|point| (point.steps, point.rounds)).collect()
}

fn topology(name: &str) -> Topology {
    Topology::parse(name).unwrap()
}

sweep! {
    /// Catches a condition too many in the formulas, which would refute what exists.
    fn planned_schedules_satisfy_the_formulas_of_their_cells(effort) {
        let machines = [
            "ring:4",
            "ring:5",
            "linear-array:4",
            "mesh:2x3",
            "star:5",
            "complete:5",
            "tree:4",
            "node-tree:6",
            "hypercube:4",
            "switch:3",
            "torus:2x3",
        ];
        let mut seen = 0;
        for machine in effort.thin(machines.map(topology).to_vec(), 5) {
            for name in NAMES {
                for pieces in [1, 2] {
                    let asked = asked(name, &machine, pieces);
                    let question = Question::of(machine.clone(), asked.instance.clone());
                    for algorithm in planner::algorithms().filter(|a| a.collective() == name) {
                        let Ok(plan) = question.plan_by(algorithm) else { continue };
                        let schedule = plan.schedule();
                        let checked = check(&schedule, &Limits::default()).unwrap();
                        if plan.question().instance().pieces != pieces || !checked.report().is_valid() {
                            continue;
                        }
                        let (steps, rounds) = size(&checked.report().measures[0]);
                        // All-reduce in many pieces has formulas of millions of clauses.
                        if steps > 8 || (name == "all-reduce" && rounds > 8) {
                            continue;
                        }
                        assert!(
                            is_found(&asked, &schedule),
                            "{name} on {machine} by {}",
                            algorithm.name()
                        );
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > effort.of(40, 250), "{seen} schedules");
    }
}

/// Whether the formula of the cell of a valid schedule has a model with its messages.
pub(crate) fn is_found(asked: &Searched, schedule: &Schedule) -> bool {
    let checked = check(schedule, &Limits::default()).unwrap();
    let (_, rounds) = size(&checked.report().measures[0]);
    // Empty steps are the last in a formula.
    let pairs: Vec<_> =
        pairs(asked, schedule).into_iter().filter(|step| !step.is_empty()).collect();
    let cell = Cell { steps: u32::try_from(pairs.len()).unwrap(), rounds: Some(rounds) };
    let mut formula = Encoding::of(&asked.task, cell, false, usize::MAX).unwrap();
    fix(&mut formula, asked.task.wires.nodes, &pairs);
    has_model(&formula)
}

/// Adds that exactly these pairs of nodes send in each step.
fn fix(formula: &mut Encoding<'_>, nodes: u32, pairs: &[Vec<(u32, u32)>]) {
    let all = || (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b)));
    for (step, pairs) in formula.messages().to_vec().iter().zip(pairs) {
        for (a, b) in all() {
            match (step.from_to(a, b), pairs.contains(&(a, b))) {
                (Some(sends), true) => formula.cnf.add(&[sends]),
                (Some(sends), false) => formula.cnf.add(&[-sends]),
                (None, true) => formula.cnf.add(&[]),
                (None, false) => {}
            }
        }
    }
}

/// Who sends to whom, step by step, forwards in time.
fn pairs(asked: &Searched, schedule: &Schedule) -> Vec<Vec<(u32, u32)>> {
    let steps = &schedule.phases[0].steps;
    let mut step = Step::default();
    let mut pairs: Vec<Vec<(u32, u32)>> = Vec::new();
    for k in 0..steps.count() {
        steps.step_into(k, &mut step);
        let turned = |from, to| if asked.reversed { (to, from) } else { (from, to) };
        pairs.push(step.messages.iter().map(|m| turned(m.from, m.to)).collect());
    }
    if asked.reversed {
        pairs.reverse();
    }
    pairs
}

/// Catches formulas that hold for anything: without one of its messages the schedule is none.
#[test]
fn damaged_schedules_do_not_satisfy_the_formulas() {
    let cases = [
        ("broadcast", "ring:6"),
        ("all-gather", "mesh:2x3"),
        ("reduce", "ring:6"),
        ("all-to-all", "complete:4"),
    ];
    for (name, machine) in cases {
        let asked = asked(name, &topology(machine), 1);
        let question = Question::of(topology(machine), asked.instance.clone());
        let schedule = question.plan(hockney_plan::question::Choice::Default).unwrap().schedule();
        let checked = check(&schedule, &Limits::default()).unwrap();
        let (steps, rounds) = size(&checked.report().measures[0]);
        let cell = Cell { steps, rounds: Some(rounds) };
        for damaged in [false, true] {
            let mut pairs = pairs(&asked, &schedule);
            if damaged {
                pairs.last_mut().unwrap().pop();
            }
            let mut formula = Encoding::of(&asked.task, cell, false, usize::MAX).unwrap();
            fix(&mut formula, asked.task.wires.nodes, &pairs);
            assert_eq!(has_model(&formula), !damaged, "{name} on {machine}");
        }
    }
}

/// The numbers are those of the feasibility study, which a verified checker confirmed.
#[test]
fn fronts_are_those_that_are_known() {
    let known: [Known; 16] = [
        ("all-gather", "linear-array:5", 1, &[(3, 6), (4, 4)]),
        ("all-gather", "linear-array:6", 1, &[(4, 6), (5, 5)]),
        ("all-gather", "ring:5", 1, &[(3, 4)]),
        ("all-gather", "star:4", 1, &[(2, 3)]),
        ("reduce-scatter", "linear-array:5", 1, &[(3, 6), (4, 4)]),
        ("all-to-all", "ring:4", 1, &[(2, 4), (3, 3)]),
        ("all-to-all", "ring:5", 1, &[(3, 5), (4, 4)]),
        ("all-to-all", "linear-array:5", 1, &[(3, 9), (4, 6)]),
        ("all-to-all", "tree:4", 1, &[(3, 4)]),
        ("broadcast", "linear-array:4", 2, &[(2, 4), (3, 3)]),
        ("broadcast", "ring:5", 3, &[(3, 8), (4, 6), (5, 5)]),
        ("reduce", "linear-array:4", 3, &[(2, 6), (3, 5), (4, 4)]),
        ("all-reduce", "ring:5", 1, &[(3, 3)]),
        ("all-reduce", "linear-array:4", 1, &[(3, 3)]),
        ("all-reduce", "ring:3", 2, &[(2, 4)]),
        ("scatter", "linear-array:1", 1, &[(0, 0)]),
    ];
    for (name, machine, pieces, expected) in known {
        let found = searched(&asked(name, &topology(machine), pieces), None);
        assert_eq!(points(&found), expected, "{name} on {machine} in {pieces} pieces");
    }
}

/// A front does not depend on how nodes are numbered; links never harm.
#[test]
fn fronts_follow_the_machine() {
    let line = |order: [u64; 5], more: &[[u64; 2]]| {
        let links = order.windows(2).map(|pair| [pair[0], pair[1]]);
        let links = links.chain(more.iter().copied()).collect();
        let links = GraphLinks { nodes: 5, switches: 0, links };
        points(&searched(&asked("all-gather", &Topology::graph(links).unwrap(), 1), None))
    };
    let plain = line([0, 1, 2, 3, 4], &[]);
    assert_eq!(plain, [(3, 6), (4, 4)]);
    assert_eq!(line([3, 0, 4, 1, 2], &[]), plain);
    assert_eq!(line([0, 1, 2, 3, 4], &[[0, 4]]), [(3, 4)]);
}

/// With k pieces a multiple of those of another front, no point is worse.
#[test]
fn multiples_of_pieces_are_no_worse() {
    for machine in ["ring:5", "linear-array:5"].map(topology) {
        let whole = points(&searched(&asked("broadcast", &machine, 1), None));
        let halves = points(&searched(&asked("broadcast", &machine, 2), None));
        for (steps, rounds) in whole {
            assert!(halves.iter().any(|(s, r)| *s <= steps && *r <= 2 * rounds));
        }
    }
}

/// Symmetries map links to links, and what looks the same under them is still a model.
#[test]
fn symmetric_schedules_are_schedules() {
    let asked = asked("all-to-all", &topology("hypercube:4"), 1);
    let groups = Symmetry::of_task(&asked.task);
    assert!(groups.iter().any(|group| group.len() > 1));
    let cell = Cell { steps: 2, rounds: Some(4) };
    for group in &groups {
        let mut formula = Encoding::of(&asked.task, cell, true, usize::MAX).unwrap();
        let plain = formula.cnf.clauses();
        for symmetry in group {
            formula.impose(symmetry);
        }
        assert!(formula.cnf.clauses() > plain);
    }
    let mut formula = Encoding::of(&asked.task, cell, true, usize::MAX).unwrap();
    for symmetry in &groups[0] {
        formula.impose(symmetry);
    }
    assert!(has_model(&formula));
}

/// The bounds of the lemmas, each where it is the greatest.
#[test]
fn lemmas_say_what_they_say() {
    let bound = |name: &str, machine: &str, pieces: u32, steps: Option<u32>| {
        fewest_rounds(&asked(name, &topology(machine), pieces).task, steps)
    };
    assert_eq!(bound("broadcast", "ring:5", 4, None), (6, Lemma::Pipeline));
    assert_eq!(bound("all-gather", "ring:5", 2, None), (8, Lemma::Ports));
    assert_eq!(bound("all-gather", "ring:5", 2, Some(2)), (u32::MAX, Lemma::Doubling));
    let counted = |steps| bound("all-to-all", "complete:8", 1, Some(steps));
    assert_eq!([3, 4, 5, 6].map(counted), [12, 10, 9, 8].map(|rounds| (rounds, Lemma::Counting)));
    assert_eq!(counted(7), (7, Lemma::Ports));
    assert_eq!(bound("all-to-all", "tree:8", 1, None), (16, Lemma::Cut));
    assert_eq!(bound("all-reduce", "ring:4", 3, None), (5, Lemma::Sums));
    assert_eq!(bound("all-reduce", "ring:4", 1, None), (2, Lemma::OnePieceAStep));
    // Direct messages: the middle of a line, all nodes of a torus, one colour of a chessboard.
    let direct = |name: &str, machine: &str| {
        let machine = topology(machine);
        let instance = Instance::new(collective(name).unwrap(), machine.nodes());
        let asked = Searched::of(&machine, &instance, Ports::ONE, true).unwrap();
        fewest_rounds(&asked.task, None)
    };
    for (name, machine, rounds) in [
        ("all-to-all", "linear-array:5", 12),
        ("all-to-all", "linear-array:8", 31),
        ("all-to-all", "torus:3x3", 12),
        ("all-to-all", "mesh:3x3", 18),
        ("all-gather", "mesh:3x3", 10),
        ("reduce-scatter", "node-tree:7", 15),
        ("broadcast", "star:5", 4),
    ] {
        assert_eq!(direct(name, machine), (rounds, Lemma::Arrivals), "{name} on {machine}");
    }
    let nothing = bound("all-gather", "linear-array:1", 1, None);
    assert_eq!(nothing.0, 0);
}

/// Catches a model that brings a node what it had, which is harmless forwards and counts twice backwards.
#[test]
fn what_is_found_is_valid_backwards() {
    let mesh = topology("mesh:3x3");
    let instance = Instance::new(collective("reduce-scatter").unwrap(), 9);
    let asked = Searched::of(&mesh, &instance, Ports::ONE, true).unwrap();
    let cell = Cell { steps: 10, rounds: Some(10) };
    let formula = Encoding::of(&asked.task, cell, false, usize::MAX).unwrap();
    let order = Effort { clauses: u64::MAX, proof: true };
    let Solved::Model(model) = Inside.solve(&formula.cnf, "", order).unwrap() else {
        panic!("there is a schedule");
    };
    let checked = check(&asked.schedule(&formula.read(&model)), &Limits::default()).unwrap();
    assert!(checked.report().is_valid(), "{:?}", checked.report().violations);
}

/// A machine with all ports: the front of SCCL on a DGX-1 begins with (2, 3/2).
#[test]
fn all_ports_are_searched_between_neighbours() {
    let ring = topology("ring:4");
    let instance = Instance::new(collective("all-gather").unwrap(), 4).with_pieces(2).unwrap();
    let asked = Searched::of(&ring, &instance, Ports::All, false).unwrap();
    // Both neighbours send 2 pieces each, and then half of the opposite node's block each.
    assert_eq!(points(&searched(&asked, None)), [(2, 3)]);
}

/// An all-reduce in too few steps is refuted by the all-gather in it.
#[test]
fn gossip_refutes_an_all_reduce() {
    let found = searched(&asked("all-reduce", &topology("linear-array:4"), 1), None);
    let gossip = |reason: &Reason| matches!(reason, Reason::NoGossip(_));
    assert!(found.corners.iter().any(|corner| gossip(&corner.reason) && corner.cell.steps == 2));
}

/// Only what contains an all-gather is refuted by one: another certificate must not name its formula.
#[test]
fn gossip_is_part_of_some_collectives_only() {
    for (name, pieces, contains) in [
        ("all-reduce", 1, true),
        ("all-to-all", 1, true),
        ("all-gather", 2, true),
        ("all-gather", 1, false),
        ("broadcast", 2, false),
        ("scatter", 1, false),
    ] {
        let asked = asked(name, &topology("linear-array:4"), pieces);
        assert_eq!(gossip_of(&asked.task).is_some(), contains, "{name}");
    }
}

/// The places of links, and the few paths of a pair.
#[test]
fn wires_know_their_paths() {
    let link = |from, to| Wire { from, to, capacity: 1 };
    let links = vec![link(0, 1), link(0, 2), link(1, 0), link(1, 2), link(2, 0), link(2, 1)];
    let ring = Wires { nodes: 3, vertices: 3, links };
    assert_eq!(ring.few_paths(0, 1), Some(vec![vec![0, 1], vec![0, 2, 1]]));
    assert!(ring.is_complete());
    assert_eq!(ring.distances(0, false), [Some(0), Some(1), Some(1)]);
}
