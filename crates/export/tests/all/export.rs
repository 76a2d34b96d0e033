//! Exports run as the other software runs them: GOAL takes as long as the price, a program for MPI gives each node
//! its data, and traces of SimGrid have the words and routes of the schedule.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hockney_ask::answer::{self as ask, ScheduleSource};
use hockney_base::number::Rational;
use hockney_core::checker::weigh;
use hockney_core::checker::{Checked, Limits, check};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::Listed;
use hockney_core::topology::{Placement, Topology};
use hockney_cost::{GivenNumbers, Model, Numbers, price, price_in_words};
use hockney_export::{Export, ExportError, Exported, Goal, Mode, Mpi, SimGrid};
use hockney_files as document;
use hockney_plan::planner;
use hockney_plan::question::{Choice, Question};

const MACHINES: [&str; 10] = [
    "ring:7",
    "linear-array:5",
    "mesh:2x4",
    "torus:3x3",
    "hypercube:8",
    "tree:6",
    "node-tree:7",
    "star:5",
    "switch:8",
    "complete:6",
];

fn numbers(m: &'static str, t_s: &'static str, t_w: &'static str) -> Numbers {
    Numbers::read(GivenNumbers {
        m: Some(m),
        t_s: Some(t_s),
        t_w: Some(t_w),
        ..GivenNumbers::default()
    })
    .unwrap()
}

/// The valid plans of every algorithm, so many at least.
fn every_plan(ports: Ports, at_least: usize, mut visit: impl FnMut(&str, &Checked)) {
    let mut count = 0;
    for machine in MACHINES {
        let topology = Topology::parse(machine).unwrap();
        for algorithm in planner::algorithms() {
            let of = collective(algorithm.collective()).unwrap();
            let map: Vec<u64> = (0..topology.nodes()).rev().map(u64::from).collect();
            let instance = Instance::new(of, topology.nodes()).with_by(2);
            let instance =
                if of.name() == "permute" { instance.with_map(&map).unwrap() } else { instance };
            let question = Question::of(topology.clone(), instance).with_ports(ports);
            let Ok(plan) = question.plan_by(algorithm) else { continue };
            let checked = check(&plan.schedule(), &Limits::default()).unwrap();
            if checked.report().is_valid() {
                visit(&format!("{} by {} on {machine}", of.name(), algorithm.name()), &checked);
                count += 1;
            }
        }
    }
    assert!(count > at_least, "only {count}");
}

fn total(checked: &Checked, numbers: &Numbers) -> Rational {
    let (schedule, m) = (checked.schedule(), numbers.m.as_ref().unwrap());
    let whole = weigh(schedule, &Limits::default(), m).unwrap();
    let whole = price_in_words(schedule, &whole, Model::default(), m);
    let prices =
        whole.unwrap_or_else(|| price(schedule, &checked.report().measures, Model::default()));
    numbers.total(&prices.cost).unwrap()
}

fn exported<'a>(checked: &'a Checked, numbers: &'a Numbers, price: &'a Rational) -> Exported<'a> {
    Exported {
        certified: checked.certified().unwrap(),
        title: "a schedule",
        numbers,
        price: Some(price),
    }
}

fn text(export: &dyn Export, file: &str) -> String {
    let mut out = Vec::new();
    export.write(file, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The last end of LogGOPSim without overheads: an operation begins when those that it requires have ended, the
/// first byte arrives after L, and each byte but the first keeps the receiver for G.
fn simulated(goal: &str) -> u64 {
    let flag = |name: &str| -> u64 {
        let flags = goal.lines().find(|line| line.starts_with("// LogGOPSim")).unwrap();
        flags.split(name).nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap()
    };
    let (l, g) = (flag(" -L "), flag(" -G "));
    let number = |word: &str| word.trim_end_matches('b').parse::<u64>().unwrap();
    // Of each operation its text, what it requires, and its end.
    let mut ops: BTreeMap<(u64, String), (Vec<String>, Vec<String>)> = BTreeMap::new();
    let mut rank = 0;
    for line in goal.lines().filter(|line| !line.starts_with("//")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["num_ranks", _] | ["}"] => {}
            ["rank", number, "{"] => rank = number.parse().unwrap(),
            [label, "requires", before] => {
                ops.get_mut(&(rank, label.into())).unwrap().1.push(before.into());
            }
            [label, ..] => {
                let op = words[1..].iter().map(|word| (*word).to_owned()).collect();
                ops.insert((rank, label.trim_end_matches(':').into()), (op, Vec::new()));
            }
            [] => panic!("an empty line"),
        }
    }
    let (mut ends, mut sent) = (HashMap::new(), HashMap::new());
    while ends.len() < ops.len() {
        let before = ends.len();
        for ((rank, label), (op, requires)) in &ops {
            let at = |label: &String| ends.get(&(*rank, label.clone())).copied();
            let Some(begins) = requires.iter().map(at).collect::<Option<Vec<u64>>>() else {
                continue;
            };
            let begin = begins.into_iter().max().unwrap_or(0);
            let end = match (&*op[0], op.get(3).map(|peer| number(peer))) {
                ("calc", _) => begin + number(&op[1]),
                ("send", Some(to)) => {
                    sent.insert((*rank, to, op[5].clone()), (begin, op[1].clone()));
                    begin
                }
                (_, from) => {
                    let Some((left, bytes)) = sent.get(&(from.unwrap(), *rank, op[5].clone()))
                    else {
                        continue;
                    };
                    assert_eq!(*bytes, op[1]);
                    begin.max(left + l) + (number(bytes) - 1) * g
                }
            };
            ends.insert((*rank, label.clone()), end);
        }
        assert!(ends.len() > before, "a deadlock: {goal}");
    }
    ends.into_values().max().unwrap()
}

#[test]
fn goal_takes_as_long_as_the_price() {
    let numbers = numbers("100", "3/2", "1/4");
    every_plan(Ports::ONE, 300, |name, checked| {
        let price = total(checked, &numbers);
        let of = exported(checked, &numbers, &price);
        let goal = text(&Goal::new(of, Mode::LockStep).unwrap(), "");
        // A unit is a quarter.
        assert_eq!(Rational::from(simulated(&goal)), &price * &Rational::from(4), "{name}");
        assert!(goal.contains("// a unit of time is 1/4\n"), "{name}");
        // Without waiting for others no step ends later, as long as no message waits for a port.
        let free = text(&Goal::new(of, Mode::Dependencies).unwrap(), "");
        assert!(Rational::from(simulated(&free)) <= &price * &Rational::from(4), "{name}");
    });
}

/// Runs a program as `replay.c` does, with sums of contributors in place of words. Returns what is wrong.
fn replayed(program: &str) -> Vec<String> {
    type Value = Vec<(u64, u64)>;
    let mut wrong = Vec::new();
    let mut slots: HashMap<(u64, u64), Value> = HashMap::new();
    let mut arriving: Vec<((u64, u64), Value)> = Vec::new();
    let mut now = 0;
    for line in program.lines() {
        let mut words = line.split(' ');
        let what = words.next().unwrap();
        if what == "program" || what == "end" {
            slots.extend(arriving.drain(..));
            slots.clear();
            continue;
        }
        let n: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        let step = if matches!(what, "m" | "+") { n[0] } else { now };
        if step != now {
            slots.extend(arriving.drain(..));
            now = step;
        }
        match what {
            "h" => _ = slots.insert((n[0], n[1]), vec![(n[3], n[2])]),
            "+" => {
                let mut sum = slots[&(n[1], n[3])].clone();
                sum.extend(&slots[&(n[1], n[4])]);
                slots.insert((n[1], n[2]), sum);
            }
            "m" => {
                let (count, lists) = (usize::try_from(n[3]).unwrap(), &n[4..]);
                assert_eq!(lists.len(), 2 * count);
                for (from, to) in lists[..count].iter().zip(&lists[count..]) {
                    // Everything in a slot is there before the step.
                    arriving.push(((n[2], *to), slots[&(n[1], *from)].clone()));
                    assert!(!slots.contains_key(&(n[2], *to)), "{line}: the slot is in use");
                }
            }
            _ => {
                slots.extend(arriving.drain(..));
                let ranges = n[4..].chunks(2).flat_map(|range| range[0]..=range[1]);
                let expected: Value = ranges.map(|who| (who, n[2])).collect();
                let mut found = slots[&(n[0], n[1])].clone();
                found.sort_unstable();
                if found != expected {
                    wrong.push(line.to_owned());
                }
            }
        }
    }
    wrong
}

#[test]
fn programs_for_mpi_give_each_node_its_data() {
    let none = Numbers::read(GivenNumbers::default()).unwrap();
    let mut runs = |name: &str, checked: &Checked| {
        let zero = Rational::zero();
        let of = Exported { price: None, ..exported(checked, &none, &zero) };
        let program = text(&Mpi::new(of).unwrap(), "schedule.prog");
        assert_eq!(replayed(&program), Vec::<String>::new(), "{name}");
        let schedule = checked.schedule();
        let instance = schedule.phases[0].instance();
        let required: u64 =
            (0..instance.nodes).map(|node| instance.required(node).blocks.len()).sum();
        let checks = program.lines().filter(|line| line.starts_with('=')).count() as u64;
        assert_eq!(
            checks,
            if instance.collective.name() == "barrier" { 0 } else { required },
            "{name}"
        );
        let messages = program.lines().filter(|line| line.starts_with("m ")).count() as u128;
        assert_eq!(messages, schedule.messages(), "{name}");
    };
    every_plan(Ports::ONE, 300, &mut runs);
    every_plan(Ports::All, 400, &mut runs);
}

fn planned(name: &str, machine: &str) -> Checked {
    let question = Question::new(name, Topology::parse(machine).unwrap()).unwrap();
    check(&question.plan(Choice::Default).unwrap().schedule(), &Limits::default()).unwrap()
}

/// The check of the tests notices a message with other data.
#[test]
fn a_program_with_other_data_is_wrong() {
    let (checked, none) =
        (planned("reduce", "ring:4"), Numbers::read(GivenNumbers::default()).unwrap());
    let program =
        text(&Mpi::new(exported(&checked, &none, &Rational::zero())).unwrap(), "schedule.prog");
    let sum = program.lines().rfind(|line| line.starts_with('+')).unwrap();
    let words: Vec<&str> = sum.split(' ').collect();
    let twice = [&words[..5], &words[4..5]].concat().join(" ");
    assert_eq!(replayed(&program.replace(sum, &twice)).len(), 1);
}

/// The program names ranks, and the nodes that they are on change nothing in it.
#[test]
fn placed_ranks_are_those_of_mpi() {
    let topology = Topology::parse("complete:6").unwrap();
    let none = Numbers::read(GivenNumbers::default()).unwrap();
    let program = |nodes: &[u32]| {
        let instance = Instance::new(collective("all-reduce").unwrap(), 4);
        let placement = Placement::of(&topology, nodes.to_vec()).unwrap();
        let question = Question::of_ranks(&topology, placement, instance).unwrap();
        let doubling = planner::algorithm("all-reduce", "recursive-doubling").unwrap();
        let plan = question.plan_congested_by(doubling).unwrap();
        let checked = check(&plan.schedule(), &Limits::default()).unwrap();
        let zero = Rational::zero();
        let mpi = Mpi::new(exported(&checked, &none, &zero)).unwrap();
        assert!(mpi.commands(".")[1].starts_with("mpirun -n 4 "));
        text(&mpi, "schedule.prog")
    };
    let placed = program(&[5, 0, 4, 2]);
    assert!(placed.starts_with("program all-reduce 4 2 1 1 1\n"), "{placed}");
    assert_eq!(replayed(&placed), Vec::<String>::new());
    assert_eq!(placed, program(&[1, 5, 3, 0]));
}

/// Simulators get the same ranks as MPI; where these are is in the list of hosts and in the routes.
#[test]
fn placed_ranks_are_those_of_the_simulators() {
    let (topology, numbers) = (Topology::parse("star:6").unwrap(), numbers("10", "4", "1"));
    let exports = |nodes: &[u32]| {
        let instance = Instance::new(collective("broadcast").unwrap(), 4);
        let placement = Placement::of(&topology, nodes.to_vec()).unwrap();
        let question = Question::of_ranks(&topology, placement, instance).unwrap();
        let plan = question.plan_congested_by(planner::algorithm("broadcast", "chain").unwrap());
        let checked = check(&plan.unwrap().schedule(), &Limits::default()).unwrap();
        let price = total(&checked, &numbers);
        let of = exported(&checked, &numbers, &price);
        let goal = text(&Goal::new(of, Mode::LockStep).unwrap(), "");
        assert_eq!(Rational::from(simulated(&goal)), price);
        let simgrid = SimGrid::new(of, false).unwrap();
        let files = ["hosts", "trace.txt", "replay.sh", "platform.xml"];
        (goal, files.map(|file| text(&simgrid, file)))
    };
    let (goal, [hosts, trace, script, platform]) = exports(&[5, 1, 4, 2]);
    assert!(goal.contains("\nnum_ranks 4\nrank 0 {\nl1: send 11b to 1 tag 0\n"), "{goal}");
    assert_eq!(hosts, "node-5\nnode-1\nnode-4\nnode-2\n");
    assert!(trace.contains("\n1 irecv 0 0 "), "{trace}");
    assert!(script.contains("-np 4 "), "{script}");
    assert!(platform.contains("<route src=\"node-5\" dst=\"node-1\""), "{platform}");
    let (other_goal, [other_hosts, other_trace, ..]) = exports(&[3, 2, 5, 1]);
    assert_eq!((&goal, &trace), (&other_goal, &other_trace));
    assert_eq!(other_hosts, "node-3\nnode-2\nnode-5\nnode-1\n");
}

#[test]
fn phases_and_groups_are_programs_too() {
    for name in ["matrix-vector-2d-mesh", "block-transpose", "matrix-vector"] {
        let file = hockney_testing::at(&format!("specs/compositions/{name}.yaml"));
        let file = std::fs::read_to_string(file).unwrap();
        let document = document::read_composition(&file, &|_| Err(String::new())).unwrap();
        let source = ScheduleSource::Composed(document.schedule);
        let checked = ask::checked(source, &ask::How::default()).unwrap().checked;
        let numbers = numbers("16", "3", "2");
        let price = total(&checked, &numbers);
        let of = exported(&checked, &numbers, &price);
        assert_eq!(replayed(&text(&Mpi::new(of).unwrap(), "schedule.prog")), Vec::<String>::new());
        let goal = text(&Goal::new(of, Mode::LockStep).unwrap(), "");
        assert_eq!(Rational::from(simulated(&goal)), price, "{name}");
    }
}

#[test]
fn simgrid_gets_the_links_routes_and_words() {
    let (checked, numbers) = (planned("broadcast", "switch:3"), numbers("10", "4us", "1us"));
    let price = total(&checked, &numbers);
    let of = exported(&checked, &numbers, &price);
    let all = |export: &SimGrid| {
        let text = |file: &String| format!("==> {file}\n{}", text(export, file));
        export.files().iter().map(text).collect::<String>()
    };
    insta::assert_snapshot!("simgrid", all(&SimGrid::new(of, false).unwrap()));
    let each = SimGrid::new(of, true).unwrap();
    let files = "platform.xml hosts replay.sh step-1.index step-1.txt step-2.index step-2.txt";
    assert_eq!(each.files().join(" "), files);
    let sends =
        |file: &str| text(&each, file).lines().filter(|line| line.contains("isend")).count();
    assert_eq!((sends("step-1.txt"), sends("step-2.txt")), (1, 1));
}

/// Links of classes have their own times, a link of several lanes has one for each message besides, both directions of
/// a half-duplex link are one, and with contention a port is a link.
#[test]
fn simgrid_gets_classes_lanes_and_ports() {
    let graph = "{nodes: 3, switches: 1, classes: {bus: {t_h: 1, t_w: 2, half_duplex: true}, wide: {t_w: 3}}, \
                 links: [[0, 3, wide, 2], [1, 3, wide], [3, 2, bus], [0, 1, wide]]}";
    let topology = document::read_graph(graph).unwrap();
    let given = GivenNumbers { m: Some("4"), t_s: Some("0"), ..GivenNumbers::default() };
    let numbers = Numbers::read(given).unwrap().with_classes(topology.classes()).unwrap();
    let scatter = |second: &str| {
        let question = Question::new("scatter", topology.clone()).unwrap();
        let empty = question.with_steps(Arc::new(Listed::default()));
        let lines = format!("0 -> 1 [1]; {second}");
        let steps = document::read_lines_of(&lines, &empty.topology, &empty.phases[0]).unwrap();
        check(&question.with_steps(Arc::new(steps)), &Limits::default()).unwrap()
    };
    let checked = scatter("0 -> 2 [2]");
    let price = Rational::from(1);
    let of = Exported {
        certified: checked.certified_with_contention().unwrap(),
        title: "a schedule",
        numbers: &numbers,
        price: Some(&price),
    };
    insta::assert_snapshot!(
        "simgrid_classes",
        text(&SimGrid::new(of, true).unwrap(), "platform.xml")
    );
    // The two links of node 0 take different times.
    let unequal = graph.replace("[0, 1, wide]", "[0, 1]");
    let topology = document::read_graph(&unequal).unwrap();
    let (t_s, t_w) = (Some("0"), Some("1"));
    let numbers =
        Numbers::read(GivenNumbers { m: Some("4"), t_s, t_w, ..GivenNumbers::default() }).unwrap();
    let numbers = numbers.with_classes(topology.classes()).unwrap();
    let question = Question::new("scatter", topology).unwrap();
    let empty = question.with_steps(Arc::new(Listed::default()));
    let lines = "0 -> 1 [1]; 0 -> 2 [2]";
    let steps = document::read_lines_of(lines, &empty.topology, &empty.phases[0]).unwrap();
    let checked = check(&question.with_steps(Arc::new(steps)), &Limits::default()).unwrap();
    let certified = checked.certified_with_contention().unwrap();
    let of = Exported { certified, title: "a schedule", numbers: &numbers, price: Some(&price) };
    assert_eq!(
        refusal(SimGrid::new(of, true)),
        "the links of node 0 differ in t_w, and SimGrid has no port for them to share; export for MPI, or give the \
         node equal links or --ports all"
    );
}

/// The whole message and the advice.
fn refusal<T>(export: Result<T, ExportError>) -> String {
    let error = export.err().unwrap();
    format!("{error}; {}", error.help().unwrap_or("no advice"))
}

#[test]
fn what_a_format_cannot_express_is_refused() {
    let checked = planned("broadcast", "ring:4");
    let goal = |numbers: &Numbers| {
        let price = Rational::from(1);
        refusal(Goal::new(exported(&checked, numbers, &price), Mode::LockStep))
    };
    let with = |m, t_s, t_w, t_h| {
        goal(&Numbers::read(GivenNumbers { m, t_s, t_w, t_h, ..GivenNumbers::default() }).unwrap())
    };
    let help = "give the size and both times, such as -m 1000 --ts 1000 --tw 1";
    assert_eq!(with(None, Some("1"), Some("1"), None), format!("the format needs -m; {help}"));
    assert_eq!(with(Some("1"), None, Some("1"), None), format!("the format needs --ts; {help}"));
    assert_eq!(with(Some("1"), Some("1"), None, None), format!("the format needs --tw; {help}"));
    assert_eq!(
        with(Some("1"), Some("1"), Some("1"), Some("1")),
        "LogGOPSim has no time per hop, and --th is not 0; leave out --th, or export for SimGrid, whose links \
         have times of their own"
    );
    assert_eq!(
        with(Some("3/2"), Some("1"), Some("1"), None),
        "a block of 3/2 words cannot be sent in whole words; give a size -m that is a whole number of words"
    );
    let smaller = "give a smaller -m, a larger --word, or rounder times";
    assert_eq!(
        with(Some("2147483647"), Some("1"), Some("1"), None),
        format!(
            "the size of a message in words is 2147483647, and 2147483646 is the most that LogGOPSim reads; \
             {smaller}"
        )
    );
    assert_eq!(
        with(Some("1"), Some("2147483648"), Some("1"), None),
        format!(
            "the latency -L is 2147483648, and 2147483647 is the most that LogGOPSim reads; {smaller}"
        )
    );
    assert_eq!(
        with(Some("1"), Some("1/2147483648"), Some("1"), None),
        format!(
            "the time per byte -G is 2147483648, and 2147483647 is the most that LogGOPSim reads; {smaller}"
        )
    );
    let numbers = numbers("2147483647", "1", "0");
    let price = Rational::from(1);
    let simgrid = |checked: &Checked, numbers: &Numbers| {
        refusal(SimGrid::new(exported(checked, numbers, &price), false))
    };
    assert_eq!(
        simgrid(&checked, &numbers),
        format!(
            "the size of a message in words is 2147483647, and 134217727 is the most that SimGrid reads; {smaller}"
        )
    );
    assert_eq!(
        simgrid(&checked, &self::numbers("1", "1", "0")),
        "SimGrid needs links of finite bandwidth, and --tw is 0; give a time per word, such as --tw 1ns"
    );
    let file = hockney_testing::at("tests/accepts/scatter/halves-on-two-ways.yaml");
    let two =
        document::read(&std::fs::read_to_string(file).unwrap(), &|_| Err(String::new())).unwrap();
    let two = check(&two.schedule, &Limits::default()).unwrap();
    assert_eq!(
        simgrid(&two, &self::numbers("10", "1", "1")),
        "0 sends to 3 by way of 1 in step 1 and by way of 2 in step 2, and SimGrid has one route for each pair \
         of nodes; export for MPI or GOAL, which have no routes"
    );
    let question = Question::new("broadcast", Topology::parse("ring:4").unwrap()).unwrap();
    let schedule =
        Schedule { ports: Ports::All, ..question.plan(Choice::Default).unwrap().schedule() };
    let all_ports = check(&schedule, &Limits::default()).unwrap();
    assert_eq!(
        refusal(Goal::new(
            exported(&all_ports, &self::numbers("1", "1", "1"), &price),
            Mode::LockStep
        )),
        "LogGOPSim has one port for each rank, and the schedule has more; export for SimGrid or MPI"
    );
    let large = planned("all-to-all", "switch:1000");
    assert_eq!(
        refusal(Mpi::new(exported(&large, &self::numbers("1", "1", "1"), &price))),
        "the schedule has 4932000 blocks in its messages, and a program for MPI lists at most 4000000; no advice"
    );
}

#[test]
fn replay_is_short() {
    let (checked, none) =
        (planned("broadcast", "ring:4"), Numbers::read(GivenNumbers::default()).unwrap());
    let price = Rational::zero();
    let replay = text(&Mpi::new(exported(&checked, &none, &price)).unwrap(), "replay.c");
    assert!(replay.lines().count() <= 200, "{} lines", replay.lines().count());
}
