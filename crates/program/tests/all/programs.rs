//! Programs for collectives: those of the manual give the planned schedules, and each mistake is found with its line.

use std::collections::BTreeSet;
use std::sync::Arc;

use hockney_core::checker::{Limits, check};
use hockney_core::collective::{Instance, Ports, Schedule, collective};
use hockney_core::schedule::{Listed, Step};
use hockney_core::topology::Topology;
use hockney_plan::question::{Choice, Question};
use hockney_program::{is_program, run_program};

fn text(file: &str) -> String {
    hockney_testing::text(&format!("docs/programs/{file}"))
}

fn instance(name: &str, p: u32, root: u32) -> Option<Instance> {
    let of = Instance::new(collective(name).unwrap(), p).with_by(1);
    of.with_root(root.into()).ok()
}

/// The schedule of a program on a network of p nodes, or its first fault with the line.
fn ran(text: &str, name: &str, topology: &str, root: u32) -> Result<Schedule, (String, u64)> {
    let topology = Topology::parse(topology).unwrap();
    let p = topology.nodes();
    let asked = Schedule::plain(
        topology,
        Ports::ONE,
        instance(name, p, root).unwrap(),
        Arc::new(Listed::default()),
    );
    let at = |p| instance(name, p, root);
    let (ran, found) = run_program(text, &asked, [None, None], &at).map_err(|error| {
        let line = error.diagnostic().span.map(|at| text[..at.start].matches('\n').count() + 1);
        (error.diagnostic().to_string(), line.unwrap_or(0) as u64)
    })?;
    match found.faults.into_iter().next() {
        None => Ok(found.schedule),
        Some(fault) => Err((fault.message, fault.at.map_or(0, |at| ran.program.line(at.start)))),
    }
}

/// Senders and receivers of each step.
fn pairs(schedule: &Schedule) -> Vec<BTreeSet<(u32, u32)>> {
    let mut step = Step::default();
    let steps = &schedule.phases[0].steps;
    let of = |k| {
        steps.step_into(k, &mut step);
        step.messages.iter().map(|message| (message.from, message.to)).collect()
    };
    (0..steps.count()).map(of).collect()
}

/// The messages of all steps.
fn all(steps: &[BTreeSet<(u32, u32)>]) -> Vec<(u32, u32)> {
    let mut all: Vec<_> = steps.iter().flatten().copied().collect();
    all.sort_unstable();
    all
}

/// The programs of the manual, and what they are planned as: file, collective, families, algorithm.
const PLANNED: [(&str, &str, &[&str], &str); 19] = [
    ("broadcast-ring.txt", "broadcast", &["ring", "linear-array"], "recursive-doubling"),
    ("broadcast-mesh.txt", "broadcast", &["mesh", "torus"], "dimension-by-dimension"),
    ("broadcast.txt", "broadcast", &["hypercube"], "hypercube-binomial"),
    ("broadcast.txt", "broadcast", &["tree"], "leaf-halving"),
    ("broadcast.c", "broadcast", &["complete"], "near-first-doubling"),
    ("reduce-ring.txt", "reduce", &["ring", "linear-array"], "recursive-doubling"),
    ("reduce-mesh.txt", "reduce", &["mesh", "torus"], "dimension-by-dimension"),
    ("reduce.txt", "reduce", &["hypercube"], "hypercube-binomial"),
    ("reduce.txt", "reduce", &["tree"], "leaf-halving"),
    ("reduce.c", "reduce", &["complete"], "far-first-doubling"),
    ("all-gather.txt", "all-gather", &["ring", "linear-array"], "ring"),
    ("ring.c", "all-gather", &["ring", "linear-array"], "ring"),
    ("all-gather-mesh.txt", "all-gather", &["mesh", "torus"], "dimension-by-dimension"),
    ("all-gather-cube.txt", "all-gather", &["hypercube"], "recursive-doubling"),
    ("reduce-scatter.txt", "reduce-scatter", &["ring", "linear-array"], "ring"),
    ("reduce-scatter-mesh.txt", "reduce-scatter", &["mesh", "torus"], "dimension-by-dimension"),
    ("reduce-scatter-cube.txt", "reduce-scatter", &["hypercube"], "recursive-halving"),
    ("all-reduce.txt", "all-reduce", &["hypercube"], "recursive-doubling"),
    ("scan.txt", "scan", &["hypercube"], "hypercube-exchange"),
];

/// Shifts by one node, with the rules of the textbook.
const SHIFTS: [(&str, &str, &[&str], &str); 3] = [
    ("shift.txt", "shift", &["ring", "linear-array"], "unit-shifts"),
    ("shift-mesh.txt", "shift", &["mesh", "torus"], "with-compensation"),
    ("shift.txt", "shift", &["hypercube"], "direct"),
];

/// The machines of a family with at most 16 nodes; grids are squares.
fn machines(family: &str) -> Vec<Topology> {
    let sizes: Vec<String> = match family {
        "mesh" | "torus" => (1..=4).map(|k| format!("{k}x{k}")).collect(),
        "tree" => (0..=4).map(|d| (1 << d).to_string()).collect(),
        _ => (1..=16).map(|p| p.to_string()).collect(),
    };
    sizes.iter().filter_map(|size| Topology::parse(&format!("{family}:{size}")).ok()).collect()
}

/// All roots, where the program takes them and the plan numbers from them.
fn roots(file: &str, name: &str, family: &str, p: u32) -> u32 {
    let takes = matches!(name, "broadcast" | "reduce") && file != "reduce.c";
    if takes && !matches!(family, "linear-array" | "mesh") { p } else { 1 }
}

#[test]
fn the_programs_of_the_manual_give_the_planned_schedules() {
    let (mut equal, mut idle) = (0, BTreeSet::new());
    for (file, name, families, algorithm) in PLANNED.into_iter().chain(SHIFTS) {
        for (family, topology) in
            families.iter().flat_map(|of| machines(of).into_iter().map(move |m| (of, m)))
        {
            let p = topology.nodes();
            for root in 0..roots(file, name, family, p) {
                let what = format!("{file} on {topology}, root {root}");
                assert!(is_program(&text(file)), "{what}");
                let schedule = ran(&text(file), name, &topology.to_string(), root);
                let schedule = schedule.unwrap_or_else(|fault| panic!("{what}: {fault:?}"));
                let checked = check(&schedule, &Limits::default()).unwrap();
                assert!(checked.report().is_valid(), "{what}");
                let question = Question::of(topology.clone(), instance(name, p, root).unwrap());
                let plan = question.plan(Choice::Named(algorithm)).unwrap().schedule();
                let (found, planned) = (pairs(&schedule), pairs(&plan));
                if found == planned {
                    equal += 1;
                    continue;
                }
                // A node that idles in a step of the plan goes on; the messages are the same.
                idle.insert((file, p));
                assert_eq!(found.len(), planned.len(), "{what}");
                assert_eq!(all(&found), all(&planned), "{what}");
            }
        }
    }
    let idle: Vec<_> = idle.into_iter().map(|(file, p)| format!("{file}: {p}")).collect();
    insta::assert_snapshot!(format!("{equal} equal; {}", idle.join(", ")));
}

/// One mistake each: the file, what is changed to what, and the line that is named, or 0 for an error of reading.
const MISTAKES: [(&str, &str, &str, u64); 31] = [
    ("broadcast.txt", "2^d - 1", "2^d", 9),
    ("broadcast.txt", "2^d - 1", "0", 9),
    ("broadcast.txt", "d - 1 downto 0", "d downto 0", 9),
    ("broadcast.txt", "d - 1 downto 0", "d - 1 downto 1", 11),
    ("broadcast.txt", "d - 1 downto 0", "d - 2 downto 0", 11),
    ("broadcast.txt", "AND mask) = 0", "AND mask) ≠ 0", 9),
    ("broadcast.txt", "AND 2^i) = 0", "AND 2^i) ≠ 0", 9),
    ("broadcast.txt", "        receive X from (my_virtual_id XOR 2^i) XOR source;\n", "", 9),
    (
        "broadcast.txt",
        "receive X from (my_virtual_id XOR 2^i)",
        "receive X from (my_virtual_id XOR 1)",
        9,
    ),
    ("broadcast.txt", "my_id XOR source;\n  mask", "my_id;\n  mask", 9),
    ("broadcast.txt", "send X", "sent X", 0),
    ("reduce.txt", "  for j := 0 to m - 1 do sum[j] := X[j];\n", "", 8),
    ("reduce.txt", "sum[j] := X[j]", "sum[j] := 0", 12),
    ("reduce.txt", "0 to m - 1 do sum[j] := X", "1 to m - 1 do sum[j] := X", 12),
    ("reduce.txt", "0 to m - 1 do sum[j] := X", "0 to m do sum[j] := X", 4),
    ("reduce.txt", "sum[j] := sum[j] + X[j]", "sum[j] := X[j]", 12),
    ("reduce.txt", "send sum to", "send X to", 12),
    ("reduce.txt", "for i := 0 to d - 1", "for i := 0 to d - 2", 12),
    ("all-gather.txt", "1 to p - 1", "1 to p - 2", 8),
    ("all-gather.txt", "send msg to", "send my_msg to", 8),
    ("all-gather.txt", "(my_id - 1)", "(my_id + 1)", 6),
    ("all-gather.txt", "  result := my_msg;\n", "", 5),
    ("all-gather-cube.txt", "0 to d - 1", "1 to d", 6),
    ("all-gather-cube.txt", "result ∪ msg", "msg", 8),
    ("reduce-scatter.txt", "(my_id + i) mod", "(my_id - i) mod", 6),
    ("all-reduce.txt", "sum := sum + other", "sum := sum + X", 8),
    ("scan.txt", "partner < my_id", "partner > my_id", 10),
    ("shift.txt", "(my_id - q)", "(my_id + q)", 3),
    ("ring.c", "(rank - 1 + size) % size", "(rank - 1) % size", 5),
    ("broadcast.c", "if (to < size)", "if (to <= size)", 8),
    ("reduce.c", "            break;\n", "", 11),
];

#[test]
fn each_mistake_is_found() {
    for (file, from, to, line) in MISTAKES {
        let right = text(file);
        assert!(right.contains(from), "{file}: {from}");
        let name = match file.split('.').next().unwrap() {
            "ring" | "all-gather-cube" => "all-gather",
            name => name,
        };
        let wrong = right.replacen(from, to, 1);
        let mut found = Vec::new();
        for p in [8, 5, 6] {
            let network = format!("complete:{p}");
            let root = if file == "broadcast.txt" { 3 } else { 0 };
            let before = ran(&right, name, &network, root);
            if before.is_ok()
                && let Err(fault) = ran(&wrong, name, &network, root)
            {
                found.push(fault);
            }
        }
        let Some((message, at)) = found.first() else {
            panic!("{file}: {from} -> {to} is not found")
        };
        assert!(*at > 0 || message.starts_with("error"), "{file}: {message}");
        assert!(line == 0 || *at == line, "{file}: {from} -> {to}: line {at}: {message}");
    }
}

/// Numbers beyond 64 bits are faults of the program, at their line, in every operation.
#[test]
fn numbers_without_room_are_faults() {
    let least = "(-9223372036854775807 - 1)";
    for (number, fails) in [
        (format!("{least} / -1"), true),
        (format!("{least} % -1"), true),
        (format!("9223372036854775807 + {least} + 1"), false),
        (format!("{least} - 1"), true),
    ] {
        let line = format!("if (rank == 0) MPI_Send(buf, n, MPI_INT, {number} == 7, 0, comm);");
        let other = "if (rank == 1) MPI_Recv(buf, n, MPI_INT, 0, 0, comm, &status);";
        let found = ran(&format!("{line}\n{other}\n"), "broadcast", "complete:2", 0);
        let Err((message, at)) = found else { panic!("{number}: it is right") };
        assert_eq!((message.contains("gets no number here"), at), (fails, 1), "{message}");
    }
    let line = "for (int i = 9223372036854775800; i > 0; i += 9) MPI_Send(buf + i, n, MPI_INT, 1, 0, comm);";
    assert!(ran(line, "broadcast", "complete:2", 0).is_err());
    let text =
        "procedure P(X)\nbegin\n  send X[9223372036854775807..-9223372036854775807] to 1;\nend P\n";
    assert!(ran(text, "broadcast", "complete:2", 0).is_err());
}
