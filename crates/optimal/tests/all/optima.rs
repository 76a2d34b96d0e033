//! The shipped table of optima: its schedules are what it says, nothing beats them, and the planner reaches them.

use hockney_ask::{How, ranking};
use hockney_base::number::Rational;
use hockney_core::checker::{Limits, check};
use hockney_core::collective::{Instance, Schedule, collective};
use hockney_core::topology::{GraphLinks, Topology};
use hockney_cost::{Numbers, lower_bounds};
use hockney_files::{self as document, Header, Notation};
use hockney_optimal::{Cell, Encoding, Searched, VERSION, size};
use hockney_plan::planner::{
    Optimum, Request, algorithm, default_algorithm, optima, optimum, plan, read_optima,
};
use hockney_plan::question::Question;

use hockney_testing::reference::{self, Outcome};

const TABLE: &str = include_str!("../../../plan/src/planner/optima.txt");

fn request(of: &str, one: &Optimum) -> Request {
    let instance = Instance::new(collective(of).unwrap(), one.topology.nodes());
    let instance = instance.with_pieces(one.pieces).unwrap();
    Request { topology: one.topology.clone(), instance, ports: one.ports, order: None }
}

fn name(one: &Optimum) -> String {
    format!("{} on {}, pieces {}, ports {}", one.collective, one.machine, one.pieces, one.ports)
}

/// The schedule by its name, of a collective of the table or of its reversal.
fn planned(of: &str, one: &Optimum, steps: u32) -> Schedule {
    let algorithm = algorithm(of, &format!("optimal-{steps}")).unwrap();
    let question = Question::from(request(of, one));
    question.plan_by(algorithm).unwrap().schedule()
}

/// Steps and rounds, as the checker measures them.
fn measured(schedule: &Schedule, what: &str) -> (u32, u32) {
    let checked = check(schedule, &Limits::default()).unwrap();
    let report = checked.report();
    assert!(report.is_valid(), "{what}: {:?}", report.violations.first());
    size(report.measures.first().map_or(&[], |steps| steps))
}

fn words(rounds: u32, one: &Optimum) -> Rational {
    Rational::ratio(u64::from(rounds), u64::from(one.pieces)).unwrap()
}

#[test]
fn every_line_of_the_table_is_read() {
    assert!(read_optima(TABLE).is_ok());
    let lines = |start: &str| TABLE.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(optima().iter().map(|one| one.points.len()).sum::<usize>(), lines("yes "));
    let reasons = lines("no ") + lines("open ");
    assert_eq!(optima().iter().map(|one| one.reasons.len()).sum::<usize>(), reasons);
    assert!(optima().len() > 200, "{} fronts", optima().len());
}

#[test]
fn a_line_that_is_none_is_returned() {
    let wrong = [
        "all-gather ring:0 1 pieces one ports",
        "all-gather ring:5 x pieces one ports",
        "all-gather ring:5 1 pieces no ports",
        "yes 3 4",
        "  0>1:0",
        "graph a 2 0-5",
        "graph a 2 01",
        "maybe",
    ];
    for line in wrong {
        assert_eq!(read_optima(line).err(), Some(line));
    }
    let begun = "all-gather ring:5 1 pieces one ports\n";
    for line in ["no 3", "no x any ports", "no 3 4 cell 12", "open 3", "yes 3", "yes -1 4"] {
        let text = format!("{begun}{line}").leak();
        assert_eq!(read_optima(text).err(), Some(line));
    }
}

/// Both checkers accept every schedule, and measure what the table says.
#[test]
fn every_schedule_is_valid_and_has_its_size() {
    for one in optima() {
        for point in &one.points {
            let what = format!("{} in {} steps", name(one), point.steps);
            let schedule = planned(one.collective, one, point.steps);
            assert_eq!(measured(&schedule, &what), (point.steps, point.rounds), "{what}");
            let mut text = Vec::new();
            document::write(&mut text, &Header::default(), &schedule, Notation::Json).unwrap();
            let judged = reference::judge(&String::from_utf8(text).unwrap());
            let Outcome::Judged(judged) = judged else { panic!("{what}: {judged:?}") };
            assert!(judged.is_valid(), "{what}: {judged:?}");
            let second = (judged.words.numerator, judged.words.denominator);
            let second = Rational::ratio(second.0, second.1).unwrap();
            assert_eq!(
                (judged.steps, second),
                (point.steps as usize, words(point.rounds, one)),
                "{what}"
            );
        }
    }
}

#[test]
fn backwards_they_are_schedules_of_reduce_and_reduce_scatter() {
    let mut seen = 0;
    for (forward, backward) in [("broadcast", "reduce"), ("all-gather", "reduce-scatter")] {
        for one in optima().iter().filter(|one| one.collective == forward) {
            for point in &one.points {
                let what = format!("{backward}: {}", name(one));
                let schedule = planned(backward, one, point.steps);
                assert_eq!(measured(&schedule, &what), (point.steps, point.rounds), "{what}");
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// No point is below a lower bound, and the reasons leave no room for a schedule between the points.
#[test]
fn nothing_is_better_than_a_front() {
    for one in optima() {
        let what = name(one);
        let Request { topology, instance, ports, .. } = request(one.collective, one);
        let bounds = lower_bounds(&topology, &instance, ports);
        let mut before: Option<u32> = None;
        for point in &one.points {
            let least = bounds.words_in_pieces(point.steps.into(), one.pieces);
            let least = least.unwrap_or_else(|| panic!("{what}: fewer steps than the lower bound"));
            assert!(least.value <= words(point.rounds, one), "{what}: {}", point.steps);
            assert!(before.is_none_or(|rounds| point.rounds < rounds), "{what}: not a front");
            let fewer_steps = one.refuted(point.steps - 1, before.map_or(u32::MAX, |r| r - 1));
            assert!(fewer_steps.is_some(), "{what}: fewer than {} steps", point.steps);
            assert!(one.why(point).is_some(), "{what}: fewer words in {} steps", point.steps);
            before = Some(point.rounds);
        }
        let last = one.points.last().unwrap();
        assert!(one.refuted(u32::MAX, last.rounds - 1).is_some(), "{what}: fewer words");
    }
}

/// A reason covers no more than its sentence.
#[test]
fn a_reason_covers_what_it_says() {
    let text =
        "all-gather ring:5 1 pieces one ports\nno 3 7 cell a b\nopen 4 6\nno 2 any doubling\n";
    let table = read_optima(text).unwrap();
    let by = |steps, rounds| table[0].refuted(steps, rounds).map(|reason| reason.by);
    assert_eq!(by(3, 7), Some("cell"));
    assert_eq!(by(3, 8), None);
    assert_eq!(by(4, 6), None);
    // Three rounds are at most three steps, and seven may be seven.
    assert_eq!(by(9, 3), Some("cell"));
    assert_eq!(by(9, 7), None);
    // A lemma goes before a refutation.
    assert_eq!(by(2, 7), Some("doubling"));
    assert_eq!(by(2, 99), Some("doubling"));
}

/// What `compare` ranks has every point of the fronts, and nothing that beats one.
#[test]
fn the_planner_has_no_gap_on_the_machines_of_the_table() {
    for one in optima() {
        let rows = ranking(request(one.collective, one), &Numbers::default(), &How::default()).rows;
        let rows: Vec<_> = rows.iter().filter(|row| row.pieces == one.pieces).collect();
        for point in &one.points {
            let (steps, words) = (Rational::from(point.steps), words(point.rounds, one));
            let what = format!("{} in {} steps", name(one), point.steps);
            let same = |row: &&&_| {
                let row: &&hockney_ask::Ranked = row;
                (&row.cost.t_s, &row.cost.t_w) == (&steps, &words)
            };
            let found = rows.iter().find(same).map(|row| row.algorithm.name());
            let said =
                point.algorithm.map_or_else(|| format!("optimal-{}", point.steps), str::to_owned);
            assert!(found.is_some(), "{what}: no row");
            assert!(
                rows.iter().filter(same).any(|row| row.algorithm.name() == said),
                "{what}: {found:?}"
            );
            let beats = |row: &&&hockney_ask::Ranked| row.cost.t_s <= steps && row.cost.t_w < words;
            assert!(!rows.iter().any(|row| beats(&row)), "{what} is beaten");
        }
    }
}

/// The machines that issue texts ask for: all-gather up to 10 nodes, broadcast in up to 4 pieces and all-reduce up to 8,
/// all-to-all up to 6. What is not in the table is named here.
#[test]
fn every_small_machine_is_in_the_table_or_named() {
    // Their searches take minutes.
    let exceptions = [
        "all-gather linear-array:10 1",
        "all-gather tree:9 1",
        "all-gather tree:10 1",
        "all-to-all linear-array:6 1",
    ];
    let families = ["ring", "linear-array", "star", "tree", "complete"];
    let others = ["mesh:2x2", "mesh:2x3", "mesh:2x4", "mesh:3x3", "torus:3x3", "hypercube:4"];
    let others = others.into_iter().chain(["hypercube:8", "node-tree:3", "node-tree:7"]);
    let machines: Vec<String> = families
        .iter()
        .flat_map(|family| (3..=10).map(move |p| format!("{family}:{p}")))
        .chain(others.map(str::to_owned))
        .collect();
    let asked =
        [("all-gather", 1, 10), ("broadcast", 4, 8), ("all-reduce", 1, 8), ("all-to-all", 1, 6)];
    let mut missing = Vec::new();
    for (of, most_pieces, most_nodes) in asked {
        for machine in &machines {
            let topology = Topology::parse(machine).unwrap();
            for pieces in (1..=most_pieces).filter(|_| topology.nodes() <= most_nodes) {
                let is = |one: &&Optimum| {
                    (one.collective, one.machine, one.pieces) == (of, machine, pieces)
                };
                if !optima().iter().any(|one| is(&one)) {
                    missing.push(format!("{of} {machine} {pieces}"));
                }
            }
        }
    }
    assert_eq!(missing, exceptions);
}

/// The digests of the formulas are those of the encoder, where it writes one quickly.
#[test]
fn refuted_formulas_are_those_of_the_encoder() {
    let mut seen = 0;
    for one in optima().iter().filter(|one| one.topology.nodes() <= 6) {
        let Request { topology, instance, ports, .. } = request(one.collective, one);
        let searched = Searched::of(&topology, &instance, ports, false).unwrap();
        for reason in one.reasons.iter().filter(|reason| reason.by == "cell") {
            let steps = reason.steps.unwrap_or(u32::MAX);
            let cell = Cell { steps, rounds: reason.rounds };
            let comment = format!(
                "hockney optimum, encoding {VERSION}\nif this has no model: {}",
                searched.claim(cell)
            );
            let encoding = Encoding::of(&searched.task, cell, false, 1 << 24).unwrap();
            let digest = encoding.cnf.digest(&comment);
            assert_eq!(reason.digests.unwrap()[0], digest, "{}: {comment}", name(one));
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The error without an entry, and with a number of steps in which nothing exists.
#[test]
fn what_the_table_lacks_is_refused() {
    let refused = |of: &str, machine: &str, by: &str, change: fn(&mut Request)| {
        let topology = Topology::parse(machine).unwrap();
        let instance = Instance::new(collective(of).unwrap(), topology.nodes());
        let ports = hockney_core::collective::Ports::ONE;
        let mut request = Request { topology, instance, ports, order: None };
        change(&mut request);
        plan(algorithm(of, by).unwrap(), &request).err().map(|error| error.to_string())
    };
    let nothing = |_: &mut Request| {};
    let no = |text: &str| Some(text.to_owned());
    assert_eq!(
        refused("all-gather", "ring:31", "optimal", nothing),
        no("the table of optima has no all-gather on ring:31, pieces 1, ports one")
    );
    assert_eq!(
        refused("reduce", "ring:5", "optimal", |request| request.instance.root = 2),
        no("the table of optima has no reduce on ring:5, root 2, pieces 1, ports one")
    );
    assert_eq!(
        refused("broadcast", "ring:5", "optimal", |request| request.instance.pieces = 5),
        no("the table of optima has no broadcast on ring:5, pieces 5, ports one")
    );
    assert_eq!(
        refused("all-gather", "ring:5", "optimal-2", nothing),
        no("optimal-2 does not exist here: no schedule has fewer than 3 steps")
    );
    assert_eq!(refused("all-gather", "ring:5", "optimal-9", nothing), None);
    for name in ["optimal-0", "optimal-", "optimal-03", "optimal-+3", "optimal-65", "optimal-x"] {
        assert!(algorithm("all-gather", name).is_none(), "{name}");
    }
    assert!(algorithm("scatter", "optimal").is_none());
}

/// A graph is found by its links, in any order and with any times of one class; not with a link more, or among ranks.
#[test]
fn a_machine_by_name_is_known_by_its_links() {
    let one = optima().iter().find(|one| one.machine == "dgx-1").unwrap();
    let of = |topology: Topology| {
        let instance = Instance::new(collective(one.collective).unwrap(), topology.nodes());
        let request = Request { topology, instance, ports: one.ports, order: None };
        optimum(&request).map(|found| found.machine)
    };
    assert_eq!(of(one.topology.clone()), Some("dgx-1"));
    let line = TABLE.lines().find(|line| line.starts_with("graph dgx-1 8 ")).unwrap();
    let links = line.split_whitespace().skip(3).map(|link| {
        let (from, to) = link.split_once('-').unwrap();
        [to.parse().unwrap(), from.parse().unwrap()]
    });
    let mut links: Vec<[u64; 2]> = links.collect();
    links.reverse();
    let graph = |links| Topology::graph(GraphLinks { nodes: 8, switches: 0, links }).unwrap();
    assert_eq!(of(graph(links.clone())), Some("dgx-1"));
    links.push([0, 1]);
    assert_eq!(of(graph(links)), None);
}

#[test]
fn no_default_comes_from_the_table() {
    for one in optima() {
        let default = default_algorithm(&request(one.collective, one));
        assert!(default.is_some_and(|algorithm| !algorithm.is_tabled()), "{}", name(one));
    }
}
