//! One question has one answer: whatever is looked at, whatever the schedule comes from, and whichever command answers.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use hockney_core::topology::{FAMILIES, Family, Sizes};
use hockney_plan::planner::{self, Algorithm};
use hockney_proof::known;
use hockney_testing::sweep;
use serde_json::Value;

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(line.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{line}: {stderr}");
    output
}

/// The exit code, and the report or the error.
fn json(line: &str) -> (i32, Value) {
    let output = run(&format!("{line} -f json"));
    let found = serde_json::from_slice(&output.stdout);
    (output.status.code().unwrap(), found.unwrap_or_else(|error| panic!("{line}: {error}")))
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn all() -> impl Iterator<Item = (&'static Algorithm, &'static Family)> {
    let pairs = planner::algorithms().flat_map(|a| FAMILIES.iter().map(move |f| (a, *f)));
    pairs.filter(|(a, family)| a.on(family).is_some())
}

/// A size of a family, another one for each number.
fn size(family: &Family, number: usize) -> Option<&'static str> {
    let sizes = match family.sizes() {
        Sizes::One => ["1", "2", "5", "7", "9", "12"],
        Sizes::PowerOfTwo => ["1", "2", "4", "8", "16", "8"],
        Sizes::Sides => ["2x2", "2x3", "3x4", "4x4", "1x5", "3x3"],
        Sizes::Machine(_) | Sizes::Links => return None,
    };
    Some(sizes[number % sizes.len()])
}

sweep! {
    /// Catches a look that changes an answer: by proof, by symmetry and by every message have the same exit code,
    /// algorithm, pieces, steps and total.
    fn a_look_changes_no_answer(effort) {
        let (mut proofs, mut symmetries, mut none) = (0, 0, 0);
        let proved = all().filter(|(of, family)| known(of, family, 2).is_ok());
        for (number, (of, family)) in proved.enumerate().step_by(effort.of(11, 1)) {
            let Some(size) = size(family, number) else { continue };
            let by = if of.collective() == "shift" { " --by 2" } else { "" };
            let exclusive =
                if of.collective() == "scan" && number % 2 == 0 { " --exclusive" } else { "" };
            let numbers = ["", " -m 21 --ts 3 --tw 2", " -m 100 --ts 3 --tw 2"][number % 3];
            let (collective, name) = (of.collective(), of.name());
            let line = format!(
                "cost {collective} -t {}:{size} -a {name}{by}{exclusive}{numbers}",
                family.name()
            );
            let (code, every) = json(&format!("{line} --every-message"));
            for look in ["--by-proof", "--by-symmetry"] {
                let (found, other) = json(&format!("{line} {look}"));
                if found == 3 || (look == "--by-symmetry" && found == 2) {
                    none += 1;
                    continue;
                }
                assert_eq!(found, code, "{line} {look}: {other}");
                let places = [
                    "/verdict",
                    "/algorithm",
                    "/collective",
                    "/topology",
                    "/p",
                    "/d",
                    "/root",
                    "/steps",
                    "/messages",
                    "/cost/t_s",
                    "/cost/t_w",
                    "/total",
                    "/whole_words",
                    "/best_pieces",
                    "/error/message",
                    "/error/help",
                ];
                for place in places {
                    assert_eq!(other.pointer(place), every.pointer(place), "{place} of {line} {look}");
                }
                *if look == "--by-proof" { &mut proofs } else { &mut symmetries } += 1;
            }
        }
        assert!(proofs > effort.of(30, 350) && symmetries > effort.of(1, 40), "{proofs}, {symmetries}, {none}");
    }
}

/// Catches a path that forgets what a plan is asked: what a machine refuses below the limit, it refuses above.
#[test]
fn a_machine_too_large_to_be_made_refuses_the_same() {
    let lines = [
        "cost broadcast -t ring:{} --root zzz",
        "cost broadcast -t ring:{} --root -1",
        "cost broadcast -t ring:{} --root {}",
        "cost broadcast -t hypercube:{} --root 012",
        "cost scatter -t torus:{}x2 --root (1,2)",
        "cost all-gather -t ring:{} --root 1",
        "cost all-gather -t ring:{} --exclusive",
        "cost scan -t switch:{} -a hillis-steele --exclusive",
        "cost scan -t ring:{} -a shifted-brent-kung",
        "cost broadcast -t node-tree:{} -a both-children --root 3",
        "cost broadcast -t ring:{} -a circle",
        "cost broadcast -t ring:{} --order 1,0",
        "cost broadcast -t hypercube:{} --order 1,1",
        "cost broadcast -t ring:{} --pieces 0",
        "cost barrier -t ring:{} --pieces 2",
        "cost shift -t ring:{}",
        "cost shift -t ring:{} --by x",
        "cost broadcast -t hypercube:{} -d 3",
    ];
    for line in lines {
        let said = |p: u64| {
            let (code, report) = json(&line.replace("{}", &p.to_string()));
            let text = |at: &str| {
                report.pointer(at).map(|text| text.to_string().replace(&p.to_string(), "P"))
            };
            (code, text("/error/message"))
        };
        let below = said(1 << 10);
        assert_eq!(below.0, 2, "{line}: {below:?}");
        if line.contains("-d 3") || line.contains("--order 1,1") {
            assert_eq!(said(1 << 60).0, 2, "{line}");
            continue;
        }
        assert_eq!(said(1 << 60), below, "{line}");
    }
    // Odd sizes: an algorithm for powers of two.
    let odd = |p: u64| json(&format!("cost all-gather -t complete:{p} -a recursive-doubling")).0;
    assert_eq!((odd(1025), odd((1 << 60) + 1)), (2, 2));
}

/// Catches a default that depends on the way: the best number of pieces is that by proof as well.
#[test]
fn pieces_are_chosen_before_the_look() {
    let line = "cost broadcast -t ring:9 -a pipelined-chain -m 100 --ts 3 --tw 2";
    let (_, every) = json(line);
    assert_eq!((&every["total"], &every["best_pieces"]["pieces"]), (&"351".into(), &20.into()));
    let (code, proof) = json(&format!("{line} --by-proof"));
    assert_eq!(code, 0, "{proof}");
    assert_eq!(proof["total"], every["total"]);
    assert_eq!(proof["best_pieces"], every["best_pieces"]);
}

/// Catches a hint that promises what the command does not answer.
#[test]
fn a_hint_is_an_answer() {
    let mut hints = 0;
    for line in [
        "cost broadcast -t ring:8 -m 100 --ts 5 --tw 1",
        "cost broadcast -t mesh:4x4 -m 1000 --ts 5 --tw 1",
        "cost all-reduce -t switch:12 -m 100 --ts 1 --tw 1",
        "cost reduce -t ring:7 -m 1001 --ts 3 --tw 2",
        "cost all-reduce -t switch:100 -m 1MB --ts 2us --bandwidth 100Gbit/s",
    ] {
        let text = String::from_utf8(run(&format!("{line} --width 1000")).stdout).unwrap();
        let Some(hint) = text.lines().find_map(|line| line.strip_prefix("cheaper")) else {
            continue;
        };
        let (name, costs) = hint.trim().split_once(" costs ").unwrap();
        let (total, _) = costs.split_once(',').unwrap();
        let text =
            String::from_utf8(run(&format!("{line} -a {name} --width 1000")).stdout).unwrap();
        let total = total.split(" (").next().unwrap();
        assert!(text.contains(&format!("\ntotal        {total} ")), "{line}: {hint}\n{text}");
        hints += 1;
    }
    assert!(hints > 2, "{hints}");
}

/// Catches a best algorithm that is not the first of the ranking with the same options.
#[test]
fn the_best_is_the_first_of_the_ranking() {
    let boxes = "--ts 0 --link inside=1us,10GB/s --link between=1us,12.5GB/s";
    for line in [
        "broadcast -t ring:7 -m 21 --ts 3 --tw 2".to_owned(),
        "all-reduce -t mesh:2x3 -m 100 --ts 3 --tw 1 --contention".to_owned(),
        "all-gather -t switch:12 -m 100 --ts 100 --tw 1 --ports 2".to_owned(),
        "barrier -t ring:8 --ts 5".to_owned(),
        format!("all-reduce -t nodes:2x4 -m 1MiB {boxes} --contention"),
        format!("broadcast -t nodes:2x4 -m 64B {boxes} --contention"),
    ] {
        let (_, rows) = json(&format!("compare {line} --all"));
        let first = &rows["rows"].as_array().unwrap()[0];
        let (code, best) = json(&format!("cost {line} -a best"));
        assert_eq!(code, 0, "{line}: {best}");
        assert_eq!(best["total"], first["total"], "{line}");
        assert_eq!(best["algorithm"], first["algorithm"], "{line}");
    }
}

/// Catches an option that works for a plan and not for the same plan in a file.
#[test]
fn a_file_costs_what_its_plan_costs() {
    let file = scratch("one_way.yaml");
    for (plan, numbers) in [
        ("broadcast -t torus:2x4", "-m 100 --ts 3 --link x=1,1 --link y=1,3"),
        ("all-gather -t fat-tree:4", "-m 8 --ts 3 --link host=1,1 --link edge=1,2 --link core=1,3"),
        ("broadcast -t nodes:2x4", "-m 100 --ts 3 --link inside=1,1 --link between=1,3"),
        ("broadcast -t torus:2x4", "-m 100 --ts 3 --link-order x,y --link x=0,1 --link y=0,2"),
        ("broadcast -t ring:8", "-m 100 --ts 3 --tw 2 --th 1"),
        ("barrier -t ring:8", "-m 100 --ts 3 --tw 2"),
    ] {
        assert_eq!(run(&format!("plan {plan} -o {}", file.display())).status.code(), Some(0));
        let (code, planned) = json(&format!("cost {plan} {numbers}"));
        assert_eq!(code, 0, "{plan}: {planned}");
        let (code, read) = json(&format!("cost {} {numbers}", file.display()));
        assert_eq!((code, &read["total"]), (0, &planned["total"]), "{plan} {numbers}: {read}");
        let lines = plan.replacen(" -t", &format!(" {} -t", file.display()), 1);
        let (code, given) = json(&format!("cost {lines} {numbers}"));
        assert_eq!((code, &given["total"]), (0, &planned["total"]), "{lines} {numbers}: {given}");
    }
}

/// Catches a row of one's own that is priced in another way than its file.
#[test]
fn an_own_row_costs_what_its_file_costs() {
    let file = scratch("one_way.txt");
    fs::write(&file, "Step 1: 0 -> 2\nStep 2: 0 -> 1, 2 -> 3, 0 -> 3\n").unwrap();
    let own = "-t ring:4 -m 100 --ts 3 --tw 2 --contention";
    let (_, cost) = json(&format!("cost broadcast {} {own}", file.display()));
    assert!(cost["total"].is_string(), "{cost}");
    let (code, rows) = json(&format!("compare broadcast {own} --schedule {}", file.display()));
    assert_eq!(code, 0, "{rows}");
    let row =
        rows["rows"].as_array().unwrap().iter().find(|row| row["role"] == "schedule").unwrap();
    assert_eq!(row["total"], cost["total"]);
}

/// Catches a composition that can be priced and not be shown.
#[test]
fn a_composition_has_a_table_and_a_trace() {
    let file = "specs/compositions/matrix-vector.yaml";
    for format in ["table", "trace", "yaml", "json"] {
        let output = run(&format!("plan --composition {file} -f {format}"));
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert!(output.stdout.len() > 500, "{format}");
    }
    let trace =
        String::from_utf8(run(&format!("plan --composition {file} -f trace")).stdout).unwrap();
    assert!(trace.contains("\nPhase 2: "), "{trace}");
    // A trace of some nodes, and of ranks on nodes, names the nodes.
    let some =
        String::from_utf8(run("plan broadcast -t ring:8 --among 1,3,5 --root 1 -f trace").stdout)
            .unwrap();
    assert!(some.contains("\n5 holds the message\n") && !some.contains("\n0 holds"), "{some}");
}

/// Catches a barrier that asks for the size of data that it does not have.
#[test]
fn a_barrier_needs_no_size() {
    for command in ["cost", "compare"] {
        for numbers in ["--ts 1us --tw 0.1ns/B", "--ts 5 --tw 1", "--ts 5"] {
            let line = format!("{command} barrier -t switch:18 {numbers}");
            let (code, found) = json(&line);
            let found = found.pointer("/rows/0").unwrap_or(&found);
            assert_eq!(code, 0, "{line}: {found}");
            assert!(found["total"].is_string(), "{line}: {found}");
            let (_, sized) =
                json(&format!("{line} -m 7{}", if numbers.contains("ns") { "B" } else { "" }));
            let sized = sized.pointer("/rows/0").unwrap_or(&sized);
            if numbers.contains("--tw") {
                assert_eq!(sized["total"], found["total"], "{line}");
            }
        }
    }
}
