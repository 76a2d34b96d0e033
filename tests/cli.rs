//! The program as scripts and hostile hands see it: exit codes, the keys of its JSON, names, sizes,
//! and input that means no good.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use hockney_core::collective::COLLECTIVES;
use hockney_core::topology::FAMILIES;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_hockney");

/// Runs the program with the words of a line and a text as its standard input.
fn run_with(line: &str, input: &[u8]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(line.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who refuses his arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{line}: {stderr}");
    output
}

fn run(line: &str) -> Output {
    run_with(line, b"")
}

fn code(line: &str) -> i32 {
    run(line).status.code().unwrap()
}

fn stdout(line: &str) -> String {
    String::from_utf8(run(line).stdout).unwrap()
}

fn stderr(line: &str) -> String {
    String::from_utf8(run(line).stderr).unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(&stdout(line)).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A file of a test, in the folder that cargo has for such.
fn scratch(name: &str, text: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

const RIGHT: &str = "tests/accepts/broadcast";
const WRONG: &str = "tests/rejects/several/all-seven-rules.yaml";

/// Catches a program that looks content, or displeased, for the wrong reason.
#[test]
fn exit_codes() {
    let right = fs::read_dir(RIGHT).unwrap().next().unwrap().unwrap().path();
    let right = right.display();
    let cases = [
        (0, "plan broadcast -t ring:8".to_owned()),
        (0, format!("check {right}")),
        (0, format!("cost --schedule {right}")),
        (0, "cost broadcast -t ring:8 --expect 3*(ts+m*tw)".to_owned()),
        (0, "list".to_owned()),
        (0, "completions bash".to_owned()),
        (0, "--help".to_owned()),
        (1, format!("check {WRONG}")),
        (1, "plan broadcast -t linear-array:8 -a near-first-doubling".to_owned()),
        (1, "cost broadcast -t linear-array:8 -a near-first-doubling".to_owned()),
        (0, "cost broadcast -t linear-array:8 -a near-first-doubling --contention".to_owned()),
        (1, "cost broadcast -t ring:8 --expect 4*(ts+m*tw)".to_owned()),
        (2, "check tests/unreadable/cut-off.yaml".to_owned()),
        (2, "check no-such-file.yaml".to_owned()),
        (2, "plan broadcast".to_owned()),
        (2, "plan nothing -t ring:8".to_owned()),
        (2, "plan broadcast -t ring:8 --root 8".to_owned()),
        (2, "plan broadcast -t ring:8 --no-such-option".to_owned()),
        (2, "cost broadcast -t ring:8 --ts 1e999999999".to_owned()),
        (3, "plan all-gather -t ring:100000 -a sequential-broadcasts".to_owned()),
        (3, "plan broadcast -t complete:99999999999".to_owned()),
    ];
    for (expected, line) in cases {
        assert_eq!(code(&line), expected, "{line}: {}", stderr(&line));
    }
}

fn keys(value: &Value, keys: &[&str], what: &str) {
    for key in keys {
        assert!(value.get(key).is_some(), "{what} has no {key}: {value}");
    }
}

#[test]
fn check_answers_in_json() {
    let answer = json(&format!("check {WRONG} -f json"));
    let all = ["verdict", "violations", "counts", "steps", "needs_commutative", "notes"];
    keys(&answer, &all, "check");
    assert_eq!(answer["verdict"], "invalid");
    assert_eq!(answer["steps"], 6);
    assert_eq!(answer["needs_commutative"], Value::Null);
    let rules: Vec<&str> = answer["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["rule"].as_str().unwrap())
        .collect();
    let expected = [
        "send-port",
        "congestion",
        "link",
        "not-held",
        "receive-port",
        "cannot-form",
        "not-delivered",
    ];
    assert_eq!(rules, expected);
    for violation in answer["violations"].as_array().unwrap() {
        keys(violation, &["rule", "step", "node", "message"], "a violation");
        let count = &answer["counts"][violation["rule"].as_str().unwrap()];
        assert_eq!(*count, 1, "{violation}");
    }
    assert_eq!(answer["violations"][0]["node"], 7);
    assert_eq!(answer["violations"][6]["step"], Value::Null);
    let valid = json("check tests/accepts/reduce/cover-found-by-search.yaml -f json");
    assert_eq!(valid["verdict"], "valid");
    assert_eq!(valid["violations"], Value::Array(Vec::new()));
    assert_eq!(valid["needs_commutative"], true);
}

#[test]
fn cost_answers_in_json() {
    let answer = json("cost all-gather -t hypercube:8 -m 1 --ts 3/2 --tw 1 -f json");
    assert_eq!(answer["algorithm"], "recursive-doubling");
    assert_eq!(answer["verdict"], "valid");
    assert_eq!(answer["steps"], 3);
    assert_eq!(answer["cost"], serde_json::json!({"t_s": "3", "t_w": "7", "t_h": "3"}));
    assert_eq!(answer["total"], "23/2");
    assert_eq!(answer["closed_form"]["verdict"], "equal");
    keys(&answer["closed_form"], &["formula", "source"], "closed_form");
    let wrong = "cost broadcast -t linear-array:8 -a near-first-doubling -f json";
    assert_eq!(json(wrong)["closed_form"], Value::Null);
    assert_eq!(json(wrong)["verdict"], "invalid");
    assert_eq!(json("cost broadcast -t ring:8 -f json")["total"], Value::Null);
    let stored = json("cost broadcast -t ring:8 --switching store-and-forward -f json");
    assert_eq!(stored["cost"]["t_w"], "7");
}

#[test]
fn lists_answer_in_json() {
    for row in json("list algorithms -f json")["algorithms"].as_array().unwrap() {
        let all = ["collective", "topology", "algorithm", "constraint", "closed_form", "source"];
        keys(row, &all, "an algorithm");
    }
    let names = |what: &str, key: &str| -> Vec<String> {
        let rows = &json(&format!("list {what} -f json"))[what];
        rows.as_array().unwrap().iter().map(|row| row[key].as_str().unwrap().to_owned()).collect()
    };
    assert!(names("collectives", "collective").iter().eq(COLLECTIVES.iter().map(|c| c.name())));
    assert!(
        names("topologies", "topology")
            .iter()
            .take(FAMILIES.len())
            .eq(FAMILIES.iter().map(|f| f.name()))
    );
}

/// Catches an error that a script cannot place.
#[test]
fn errors_answer_in_json() {
    let error = json("check tests/unreadable/cut-off.yaml -f json")["error"].clone();
    assert_eq!((&error["line"], &error["column"]), (&7.into(), &27.into()));
    assert!(error["message"].as_str().unwrap().starts_with("unexpected end of the document"));
    for line in ["plan broadcast -t ring:0 -f json", "cost broadcast -t ring:8 --nothing -f json"] {
        let error = json(line)["error"].clone();
        keys(&error, &["message", "line", "column"], line);
    }
}

/// A plan in JSON is the document itself, and what is planned is valid when it is read again.
#[test]
fn what_is_planned_is_read_again() {
    for format in ["yaml", "json"] {
        for machine in ["ring:7", "mesh:3x4", "torus:3x4", "hypercube:8", "tree:6", "switch:5"] {
            for collective in ["broadcast", "reduce", "all-gather", "reduce-scatter"] {
                let planned = run(&format!("plan {collective} -t {machine} -f {format}"));
                let output = run_with("check -", &planned.stdout);
                let told = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!(output.status.code(), Some(0), "{collective} {machine}: {told}");
            }
        }
    }
    assert_eq!(json("plan reduce -t ring:4 -f json")["format"], "hockney/schedule/v1");
}

#[test]
fn every_name_is_understood() {
    let names = [
        ("broadcast", "one-to-all-broadcast"),
        ("broadcast", "One-to-All_Broadcast"),
        ("broadcast", "bcast"),
        ("broadcast", "MPI_Bcast"),
        ("reduce", "all-to-one-reduction"),
        ("reduce", "single-node-accumulation"),
        ("reduce", "MPI_Reduce"),
        ("all-gather", "all-to-all-broadcast"),
        ("all-gather", "multinode-broadcast"),
        ("all-gather", "gather-to-all"),
        ("all-gather", "allgather"),
        ("all-gather", "MPI_Allgather"),
        ("reduce-scatter", "all-to-all-reduction"),
        ("reduce-scatter", "MPI_Reduce_scatter"),
    ];
    for (name, alias) in names {
        let by = |name: &str| stdout(&format!("plan {name} -t ring:4"));
        assert!(!by(name).is_empty() && by(alias) == by(name), "{alias}");
    }
}

/// Catches `-p` and `-d` that are taken for something else than the sizes after the colon.
#[test]
fn sizes_are_understood() {
    let same = [
        ("ring:8", "-t ring -p 8"),
        ("ring:8", "-t ring:8 -p 8"),
        ("ring:8", "-t ring -p 2^3"),
        ("hypercube:8", "-t hypercube -p 8"),
        ("hypercube:8", "-t hypercube -d 3"),
        ("hypercube:8", "-t hypercube -d 3 -p 8"),
        ("mesh:4x4", "-t mesh -p 16"),
        ("mesh:4x4", "-t mesh:4x4 -p 16"),
        ("torus:3x3x3", "-t torus -p 27 -d 3"),
    ];
    for (literal, options) in same {
        let planned = stdout(&format!("plan broadcast {options}"));
        assert!(!planned.is_empty(), "{options}");
        assert_eq!(planned, stdout(&format!("plan broadcast -t {literal}")), "{options}");
    }
    for (root, number) in [("110", "6"), ("6", "6")] {
        let planned = stdout(&format!("plan broadcast -t hypercube:8 --root {root}"));
        assert_eq!(planned, stdout(&format!("plan broadcast -t hypercube:8 --root {number}")));
    }
    let planned = stdout("plan broadcast -t mesh:3x4 --root (1,2)");
    assert_eq!(planned, stdout("plan broadcast -t mesh:3x4 --root 6"));
}

/// What is said about sizes, rails and classes of links that cannot be, whole.
#[test]
fn impossible_sizes_are_explained() {
    let lines = [
        "-t hypercube -p 6",
        "-t hypercube -d 3 -p 9",
        "-t hypercube:6",
        "-t mesh -p 8",
        "-t mesh -p 8 -d 2",
        "-t mesh:16",
        "-t mesh:2x4 -p 9",
        "-t ring:8 -p 9",
        "-t ring",
        "-t ring -p 0",
        "-t ring:0",
        "-t ring -p eight",
        "-t ring -p 1.5",
        "-t ring:-4",
        "-t ring:4x4",
        "-t tree -p 7 -d 2",
        "-t rnig:8",
        "-t torus:4x",
        "-t ring:08",
        "-p 8",
        "-t graph:no-such-file.yaml",
        "-t hypercube -p 99999999999999999999",
        "-t ring -p 2^99",
        "-t hypercube -d 99",
        "-t nodes:4",
        "-t nodes -p 32",
        "-t nodes:4x8x2 --rails 3",
        "-t ring:8 --rails 3",
        "-t graph:specs/examples/two-boxes.graph.yaml --rails 3",
        "-t ring:8 --link fast=1",
        "-t ring:8 --link fast=1,2",
        "-t nodes:2x2 --link outside=1,2",
        "-t nodes:2x2 --link inside=1,0",
        "-t nodes:2x2 --ts 1us --link inside=1,2",
        "-t nodes:2x2 --link inside=1,-2",
        "-t nodes:2x2 --link inside=1,2,0",
        "-t nodes:2x2 --link-order inside,outside",
        "-t nodes:2x2 --link-order inside,inside",
        "-t torus:4x4 --link w=1,2",
        "-t fat-tree:5",
        "-t fat-tree -p 16",
        "-t dragonfly:2x4x2x10",
        "-t dragonfly:2x4",
        "-t ring:4/switch:2/switch:2",
        "-t ring:4/switch:0",
        "-t ring/switch:2",
        "-t torus:4x4/switch:2 --rails 2",
        "-t switched:4",
        "-t h100-pad",
        "-t clos",
    ];
    let mut told = String::new();
    for options in lines {
        let line = format!("plan broadcast {options}");
        let code = code(&line);
        assert!(code == 2 || code == 3, "{line}: {code}");
        assert_eq!(stdout(&line), "", "{line}");
        write!(told, "$ hockney {line}\n{}? {code}\n\n", stderr(&line)).unwrap();
    }
    insta::assert_snapshot!(told);
}

fn refused(what: &str, text: &[u8]) {
    for line in ["check - -f json", "cost --schedule - -f json"] {
        let output = run_with(line, text);
        assert_eq!(output.status.code(), Some(2), "{what}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(answer["error"]["line"].as_u64().is_some(), "{what}: {answer}");
        assert!(answer["error"]["column"].as_u64().is_some(), "{what}: {answer}");
        assert!(output.stderr.len() < 4000, "{what}: {}", output.stderr.len());
    }
}

/// Catches recursion without a limit, and work before the limit is seen.
#[test]
fn hostile_documents_are_refused() {
    let head = "format: hockney/schedule/v1\ntopology: ring:4\ncollective: {kind: barrier}\n";
    let after = |text: &str| format!("{head}{text}").into_bytes();
    refused("nested braces", &b"{".repeat(400_000));
    refused("nested brackets", &b"[".repeat(400_000));
    refused("nested keys", &b"{a: ".repeat(100_000));
    refused("nested lists", &b"- ".repeat(200_000));
    refused("nested braces as steps", &after(&format!("steps: {}", "{".repeat(400_000))));
    let mut bomb = "steps:\n- &a [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for (next, last) in ('b'..='k').zip('a'..) {
        let of = format!("*{last}, ").repeat(10);
        writeln!(bomb, "- &{next} [{}]", of.trim_end_matches(", ")).unwrap();
    }
    refused("an alias bomb", &after(&bomb));
    refused("a long line", &after(&format!("steps: {}", "x".repeat(400_000))));
    refused("a long number", &after(&format!("pieces: {}\nsteps: []", "9".repeat(400_000))));
    refused("zeros", &[0; 4000]);
    refused("not a text", b"format: \xff\xfe\n");
    refused("nothing", b"");
}

#[test]
fn a_byte_order_mark_and_foreign_line_ends_are_read() {
    let text = stdout("plan broadcast -t ring:4");
    let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(run_with("check -", marked.as_bytes()).status.code(), Some(0));
}

/// Over a limit nothing is begun: what is needed and what is allowed, and exit code 3.
#[test]
fn limits_are_stated_before_any_work() {
    let line = "plan all-gather -t ring:1000000 -a sequential-broadcasts";
    assert_eq!(code(line), 3);
    assert_eq!(
        stderr(line),
        "no answer: the schedule has 999999000000 messages, but 50000000 are allowed; it has at least \
         999999000000 hops, but 500000000 are allowed; --limit messages=999999000000,hops=999999000000 \
         raises them, but may not be enough\n"
    );
    // Eight nodes are more than seven messages.
    assert_eq!(code("plan broadcast -t ring:8 --limit 8"), 0);
    assert_eq!(code("plan broadcast -t ring:8 --limit 7"), 3);
}

/// Catches a file that is emptied before the new one is whole.
#[test]
fn a_file_is_replaced_only_when_the_new_one_is_whole() {
    let path = scratch("kept.yaml", b"keep me");
    let file = path.display();
    for line in ["-t ring:0", "-t ring:8 -a none", "-t ring:8 --limit 3", "-t hypercube:6"] {
        assert_ne!(code(&format!("plan broadcast {line} -o {file}")), 0);
        assert_eq!(fs::read(&path).unwrap(), b"keep me", "{line}");
    }
    assert_eq!(code(&format!("plan broadcast -t ring:8 -o {file}")), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), stdout("plan broadcast -t ring:8"));
    let lost = path.with_file_name("no-such-folder").join("a.yaml");
    assert_eq!(code(&format!("plan broadcast -t ring:8 -o {}", lost.display())), 2);
    let beside = fs::read_dir(path.parent().unwrap()).unwrap();
    let names: Vec<_> = beside.map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with(".tmp")), "{names:?}");
}

/// `hockney plan .. | head -1`: no complaint and no panic.
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut command = Command::new(PROGRAM);
    command.args(["plan", "all-gather", "-t", "ring:200"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Catches an order that comes from hashing or from a clock.
#[test]
fn the_same_question_has_the_same_bytes() {
    let lines = [
        "plan all-gather -t torus:3x4",
        "cost reduce -t tree:9 -f json",
        "list -f yaml",
        "check tests/rejects/several/all-seven-rules.yaml",
    ];
    for line in lines {
        let (first, second) = (run(line), run(line));
        assert!(first.stdout == second.stdout && !first.stdout.is_empty(), "{line}");
        assert_eq!(first.stderr, second.stderr, "{line}");
    }
}

/// The lines that a student writes: with arrows, in words, with and without blocks.
#[test]
fn lines_are_read_and_become_a_document() {
    let lines = "Step 1: 0 -> 4\nStep 2: 0 -> 2, 4 → 6\nStep 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7\n";
    assert_eq!(run_with("check broadcast -t ring:8 -", lines.as_bytes()).status.code(), Some(0));
    let document = run_with("check broadcast -t ring:8 - --to yaml", lines.as_bytes());
    let again = run_with("check -", &document.stdout);
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&document.stdout));
    // What `grade` reads, `check` reads.
    for lines in [
        "step 1: P0 sends to P1",
        "Schritt 1: 0 -> 1",
        "rank 0 sends to rank 1",
        "First step: 0 -> 1",
        "t = 1: 0 -> 1",
        "Step 1: (0,1)",
        "{{0,1}}",
        "i -> i + 1 for i < 1",
        "Step k: i -> i xor 2^k for i = 0",
    ] {
        let checked = run_with("check broadcast -t ring:2 -", lines.as_bytes());
        assert_eq!(checked.status.code(), Some(0), "{lines}");
    }
    let exchange = run_with("check all-gather -t ring:2 -", b"0 exchanges with 1");
    assert_eq!(exchange.status.code(), Some(0));
    let wrong = "Step 1: 0 -> 1\nStep 2: 0 -> 2, 1 -> 3\n";
    let wrong = run_with("check broadcast -t linear-array:4 -", wrong.as_bytes());
    assert_eq!(wrong.status.code(), Some(1));
}

/// Catches a schedule file that passes for the answer to a question that it is not about.
#[test]
fn a_file_about_another_question_is_no_answer() {
    let document = |topology: &str, question: &str| {
        format!("format: hockney/schedule/v1\ntopology: {topology}\n{question}")
    };
    let line = "{graph: {nodes: 3, links: [[0, 1], [1, 2]]}}";
    let same_line = scratch("same-line.yaml", b"{nodes: 3, links: [[2, 1], [0, 1]]}");
    let bent = scratch("bent.yaml", b"{nodes: 3, links: [[0, 1], [0, 2]]}");
    let (same_line, bent) = (same_line.display(), bent.display());
    let broadcast = "collective: {kind: broadcast, root: 1}\nsteps: []\n";
    let multicast = "phases: [{groups: [[0, 1]], collective: {kind: broadcast, root: 0}, \
                     steps: [[{from: 0, to: 1, blocks: [0]}]]}]\n";
    let (ring, graph) = (document("ring:3", broadcast), document(line, broadcast));
    let cases = [
        (1, "check broadcast -t ring:3 -".to_owned(), &ring),
        (1, "check broadcast -t ring -p 3 --root 1 --pieces 1 -".to_owned(), &ring),
        (2, "check broadcast -t ring:4 -".to_owned(), &ring),
        (2, "check reduce -t ring:3 -".to_owned(), &ring),
        (2, "check broadcast -t ring:3 --root 0 -".to_owned(), &ring),
        (2, "check broadcast -t ring:3 --pieces 2 -".to_owned(), &ring),
        (2, "check broadcast -t ring:3 --ports all -".to_owned(), &ring),
        (2, "cost broadcast -t ring:3 --root 0 --schedule -".to_owned(), &ring),
        (2, "check - --root 1".to_owned(), &ring),
        (2, "check - -p 3".to_owned(), &ring),
        (2, "cost --schedule - --ports all".to_owned(), &ring),
        (1, format!("check broadcast -t graph:{same_line} -"), &graph),
        (2, format!("check broadcast -t graph:{bent} -"), &graph),
        (0, "check -".to_owned(), &document("ring:3", multicast)),
        (2, "check broadcast -t ring:3 -".to_owned(), &document("ring:3", multicast)),
    ];
    for (code, line, text) in cases {
        let output = run_with(&line, text.as_bytes());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{line}: {text}{stderr}");
    }
}

/// Catches a verdict that gets lost when whoever reads it has seen enough.
#[test]
fn a_closed_pipe_does_not_turn_no_into_yes() {
    let mut lines = String::new();
    for to in 1..2000 {
        writeln!(lines, "0 -> {to}\n0 -> 1").unwrap();
    }
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long-and-wrong.txt");
    fs::write(&file, lines).unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["check", "broadcast", "-t", "linear-array:5000"]).arg(&file);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Catches a formula with a wrong t_h that passes because it comes to nothing at a small p.
#[test]
fn a_formula_that_speaks_of_hops_is_held_to_them() {
    let cost = |expected: &str| {
        let arguments = ["cost", "broadcast", "-t", "ring:2", "--expect", expected];
        Command::new(PROGRAM).args(arguments).output().unwrap().status.code()
    };
    assert_eq!(cost("(ts + m tw) log p + (p - 2) th"), Some(1));
    assert_eq!(cost("(ts + m tw) log p + (p - 1) th"), Some(0));
    assert_eq!(cost("(ts + m tw) log p"), Some(0));
}

#[test]
fn an_answer_may_be_a_number_of_steps_or_have_a_unit() {
    let cost = |expected: &str| {
        let arguments = "cost broadcast -t ring:8 -m 10 --ts 1us --tw 1ns --expect";
        let arguments = arguments.split(' ').chain([expected]);
        Command::new(PROGRAM).args(arguments).output().unwrap().status.code()
    };
    assert_eq!(cost("log p steps"), Some(0));
    assert_eq!(cost("3 Steps"), Some(0));
    assert_eq!(cost("p - 1 steps"), Some(1));
    assert_eq!(cost("3.03 us"), Some(0));
    assert_eq!(cost("3.04us"), Some(1));
    assert_eq!(cost("3030 ns"), Some(0));
    assert_eq!(cost("3.03 ms"), Some(1));
    assert_eq!(cost("3.03 lightyears"), Some(2));
}

/// Catches three faults of one message that only their prose tells apart.
#[test]
fn a_link_that_is_not_there_is_named() {
    let text = "format: hockney/schedule/v1\ntopology: ring:8\n\
                collective: {kind: broadcast, root: 0}\n\
                steps: [[{from: 0, to: 4, via: [2, 3, 6], blocks: [0]}]]\n";
    let output = run_with("check - -f json", text.as_bytes());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let violations = answer["violations"].as_array().unwrap();
    let links: Vec<&Value> =
        violations.iter().filter(|v| v["rule"] == "link").map(|v| &v["link"]).collect();
    assert_eq!(links, [&json!([0, 2]), &json!([3, 6]), &json!([6, 4])]);
}

/// Catches a price by templates that is another one than that of every message.
#[test]
fn templates_cost_what_every_message_costs() {
    let priced = |line: &str| -> Value { serde_json::from_str(&stdout(line)).unwrap() };
    let mut compared = 0;
    for collective in COLLECTIVES.iter().map(|collective| collective.name()) {
        for machine in ["ring:12", "hypercube:16", "torus:4x6", "complete:7"] {
            let line = format!("cost {collective} -t {machine} -f json");
            let by_templates = format!("{line} --by-symmetry");
            if code(&by_templates) == 2 {
                continue;
            }
            let mut by_symmetry = priced(&by_templates);
            let every = priced(&format!("{line} --every-message"));
            assert_eq!(every["looked_at"], Value::Null, "{line}");
            let looked_at = by_symmetry["looked_at"].take();
            let number = |key: &str| looked_at[key].as_u64().unwrap();
            assert_eq!(every["messages"], json!(number("templates") * number("copies")), "{line}");
            assert_eq!(by_symmetry, every, "{line}");
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
    // Where every message is looked at, this has too many.
    assert_eq!(code("cost all-gather -t ring:10000"), 0);
    assert_eq!(code("cost all-gather -t ring:10000 --every-message"), 3);
    assert_eq!(code("cost all-gather -t ring:8 --among 0,1 --by-symmetry"), 2);
    assert_eq!(code("cost all-gather -t ring:8 --every-message --by-symmetry"), 2);
}

/// Catches a plan in JSON that calls the copy-back of a result a combination, and a plan that is not read back.
#[test]
fn each_message_of_a_plan_copies_or_combines() {
    let kinds = |line: &str| -> Vec<Vec<Value>> {
        let steps = json(line)["steps"].take();
        let of_step = |step: &Value| {
            step.as_array().unwrap().iter().map(|message| message["kind"].clone()).collect()
        };
        steps.as_array().unwrap().iter().map(of_step).collect()
    };
    let (copy, combine) = (json!("copy"), json!("combine"));
    let ring = kinds("plan all-reduce -t ring:3 -f json");
    assert_eq!(
        ring,
        [
            vec![combine.clone(); 3],
            vec![combine.clone(); 3],
            vec![copy.clone(); 3],
            vec![copy.clone(); 3]
        ]
    );
    assert_eq!(kinds("plan broadcast -t ring:3 -f json"), [[copy.clone()], [copy.clone()]]);
    assert_eq!(kinds("plan reduce -t ring:3 -f json"), [[combine.clone()], [combine.clone()]]);
    // Values with named contributors are kept apart until the end.
    let census = kinds("plan all-reduce -t switch:5 -a census -f json");
    assert!(census.concat().iter().all(|kind| *kind == combine), "{census:?}");
    for without in ["barrier -t ring:3", "reduce-scatter -t ring:400"] {
        let text = stdout(&format!("plan {without} -f json"));
        assert!(!text.contains(r#"], "kind""#), "{without}");
    }
    // Some nodes, and several groups at once.
    let of_phases = |line: &str| -> Vec<Value> {
        let phases = json(line)["phases"].take();
        let steps = phases.as_array().unwrap().iter().flat_map(|p| p["steps"].as_array().unwrap());
        let messages = steps.flat_map(|step| step.as_array().unwrap());
        messages.map(|message| message["kind"].clone()).collect()
    };
    let among = of_phases("plan all-reduce -t ring:8 -a ring --among 0,2,5 -f json");
    assert_eq!(among, [vec![combine.clone(); 6], vec![copy.clone(); 6]].concat());
    let matrix = "plan --composition specs/compositions/matrix-vector.yaml -f json";
    assert_eq!(of_phases(matrix), [vec![copy.clone(); 12], vec![combine.clone(); 12]].concat());
    let text = stdout("plan all-reduce -t ring:8 -f json");
    assert!(text.contains(r#"], "kind": "copy"}"#));
    assert_eq!(run_with("check -", text.as_bytes()).status.code(), Some(0));
}

/// The help is a command that can be run as it is.
#[test]
fn a_missing_topology_is_added_to_the_command() {
    for (line, help) in [
        ("compare all-reduce -p 64", "compare all-reduce -t switch:64"),
        ("cost reduce --nodes=2^3 -m 3", "cost reduce -m 3 -t switch:8"),
        ("plan reduce -n8 -f table", "plan reduce -f table -t switch:8"),
        ("cost reduce -d 3", "cost reduce -d 3 -t hypercube"),
    ] {
        let expected = format!(
            "error: no topology is given\nhelp: add one with -t, such as: hockney {help}\n"
        );
        assert_eq!(stderr(line), expected, "{line}");
        assert_eq!(code(help), 0, "{help}");
    }
}

#[test]
fn check_takes_its_file_by_the_option_of_cost() {
    let right = fs::read_dir(RIGHT).unwrap().next().unwrap().unwrap().path();
    let right = right.display();
    assert_eq!(stdout(&format!("check --schedule {right}")), stdout(&format!("check {right}")));
    assert_eq!(code(&format!("check --schedule {WRONG}")), 1);
    let lines = run_with("check broadcast -t ring:2 --schedule -", b"0 -> 1\n");
    assert_eq!(lines.status.code(), Some(0));
    assert_eq!(code(&format!("check broadcast {right} --schedule {right}")), 2);
}

/// Catches a note that is missing where a message could carry less, and one where there is one block.
#[test]
fn a_message_without_blocks_says_what_it_carries() {
    let note = |line: &str, text: &[u8]| {
        let output = run_with(line, text);
        String::from_utf8(output.stderr).unwrap()
    };
    let said = |block: &str| {
        format!(
            "note: a message without blocks carries all blocks of its sender; to send fewer, write them \
             in brackets, such as 0 -> 1 [{block}]\n"
        )
    };
    for verb in ["check", "cost", "draw -f text"] {
        assert_eq!(note(&format!("{verb} scatter -t ring:2 -"), b"0 -> 1\n"), said("1"), "{verb}");
    }
    assert_eq!(note("check total-exchange -t ring:2 -", b"0 <-> 1\n"), said("0>1"));
    assert_eq!(note("compare scatter -t ring:2 --schedule -", b"0 -> 1\n"), said("1"));
    assert_eq!(note("check gather -t ring:3 -", b"2 -> 1\n1 -> 0\n"), said("1"));
    for one in [
        "check gather -t ring:2 -",
        "check all-gather -t ring:2 -",
        "check permute --map 1,0 -t ring:2 -",
    ] {
        assert_eq!(note(one, b"0 <-> 1\n"), "", "{one}");
    }
    assert_eq!(note("check scatter -t ring:2 -", b"0 -> 1 [1]\n"), "");
    assert_eq!(note("check broadcast -t ring:2 -", b"0 -> 1\n"), "");
    let answer = run_with("check scatter -t ring:2 - -f json", b"0 -> 1\n");
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(format!("note: {}\n", answer["notes"][0].as_str().unwrap()), said("1"));
}

/// Catches advice that is for lines where the file is a schedule file, or the other way round.
#[test]
fn a_file_with_a_topology_beside_it_is_told_what_it_is() {
    let lines = "specs/examples/far-first.txt";
    let missing = format!(
        "error: the collective is missing\n\
         help: {lines} lists steps; write the collective before it, such as broadcast {lines}\n"
    );
    let document = "specs/examples/three-pieces.yaml";
    let leave_out = format!(
        "error: cannot use -t with a schedule file\n\
         help: {document} contains its topology and collective: leave out -t\n"
    );
    for verb in ["check", "cost", "draw -f text", "export goal"] {
        assert_eq!(stderr(&format!("{verb} -t ring:8 {lines}")), missing, "{verb}");
        assert_eq!(stderr(&format!("{verb} {document} -t ring:8")), leave_out, "{verb}");
    }
    assert_eq!(
        stderr("check none.yaml -t ring:8"),
        "error: cannot read none.yaml: there is no such file or folder\n\
         help: name a file that exists, or - for standard input\n"
    );
    assert_eq!(
        stderr("grade specs/examples/short.answers.yaml specs/examples/short.problems.yaml"),
        "error: expected a problem set, found an answer file\n \
         --> specs/examples/short.answers.yaml:1:9\n  |\n1 | format: hockney/answers/v1\n  \
         |         ^^^^^^^^^^^^^^^^^^\n  |\n  \
         = help: the problem set comes first: hockney grade problems.yaml answers.yaml\n"
    );
}

/// Catches `-ts` without advice, and usage errors that are wider than the terminal.
#[test]
fn one_hyphen_too_few_is_noticed() {
    assert_eq!(
        stderr("cost broadcast -ts 5"),
        "error: there is no topology `s`\nhelp: -ts is read as -t s: the startup time is --ts\n"
    );
    let said = stderr("cost broadcast -t ring:8 -m 1 -ts 5 -tw 1");
    assert!(said.ends_with("\nhint: -ts is read as -t s; write --ts\n"), "{said}");
    let mut narrow = Command::new(PROGRAM);
    narrow.args(["cost", "broadcast", "-t", "ring:8", "--switching", "none"]).env("COLUMNS", "40");
    assert_eq!(
        String::from_utf8(narrow.output().unwrap().stderr).unwrap(),
        "error: invalid value 'none' for\n    '--switching <SWITCHING>'\n  [possible values: cut-through,\n      \
         store-and-forward]\n\nFor more information, try '--help'.\n"
    );
}

/// Catches units that are read as products, and an n that is the number of pieces without a word.
#[test]
fn units_and_letters_of_answers_are_explained() {
    let said = |arguments: &[&str]| {
        let output = Command::new(PROGRAM).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let time = "error: `5 us` is a time with a unit, and formulas have no units\n\
                help: write the numbers alone, both in one unit, such as 5 and 5 for 5 us and 5000 ns\n";
    assert_eq!(said(&["equal", "5 us", "5000 ns"]), (Some(2), time.to_owned()));
    assert_eq!(said(&["equal", "5 s", "s + 4 s"]).0, Some(0));
    let cost =
        ["cost", "all-reduce", "-t", "ring:8", "-m", "100", "--ts", "5", "--tw", "1", "--expect"];
    let unit = "error: `0.2 ms` has a unit, and the given times have none\n\
                help: write the number alone, or give --ts and --tw units, such as --ts 5us\n";
    assert_eq!(said(&[&cost[..], &["0.2 ms"]].concat()), (Some(2), unit.to_owned()));
    let answer = said(&[&cost[..], &["2(p-1) alpha + 2(p-1)/p n beta"]].concat());
    assert!(answer.0 == Some(0) && !answer.1.contains("the number of pieces"), "{answer:?}");
    let equal = said(&[&cost[..], &["2(n-1) alpha + 2(p-1)/p m beta"]].concat());
    assert!(equal.0 == Some(0) && !equal.1.contains("number of pieces"), "{equal:?}");
}

/// The first answer names what is missing, and a command that runs.
#[test]
fn what_does_not_run_here_names_what_does() {
    let odd = "cost all-reduce -t switch:1000 -a halving-doubling";
    let instead = "a variant for 1000 nodes is not built in; those that run here are ranked by: hockney \
                   compare all-reduce -t switch:1000\n";
    let why = "halving-doubling needs a power-of-two number of nodes, not 1000; the nearest are 512 and 1024\n";
    assert_eq!(stderr(odd), format!("error: {why}help: {instead}"));
    assert_eq!(
        stderr("compare all-reduce -t switch:1000 -a ring,halving-doubling"),
        format!("note: halving-doubling is left out: {why}note: {instead}")
    );
    let tree = stderr("cost all-reduce -t tree:8 -a ring-by-dimension");
    let refused =
        "error: ring-by-dimension is not an algorithm for tree\nhelp: those for tree are ";
    assert!(tree.starts_with(refused), "{tree}");
    assert_eq!(code("cost all-reduce -t torus:4x4 -a recursive-doubling"), 1);
    let steps = b"Step k = 0..3: i -> i xor 2^k\n";
    let priced = run_with("cost all-reduce -t torus:4x4 - --contention", steps);
    assert!(String::from_utf8(priced.stdout).unwrap().contains("\ncost         4 t_s"));
    assert_eq!(
        stderr("compare all-reduce -t torus:4x4 -a recursive-doubling"),
        "note: recursive-doubling is left out by the rule congestion; --contention ranks it\n\
         error: nothing to rank on torus:4x4: of -a recursive-doubling nothing is left\n\
         help: leave out -a to rank all algorithms\n"
    );
    let range =
        "compare broadcast -t ring:8 --over m=1..1e6:x10,5 --ts 2us --bandwidth 1GB/s -f csv";
    assert_eq!(
        stderr(range),
        "error: --bandwidth needs sizes in bytes\nhelp: write the range in bytes, such as --over \
         m=1B..1e6B:x10,5B, or add the size of a word, such as --word 8B\n"
    );
}

#[test]
fn text_is_a_name_of_the_format_for_people() {
    for line in [
        "plan reduce -t ring:3 -f table",
        "cost reduce -t ring:3 -f table",
        "compare reduce -t ring:3 -f table",
    ] {
        assert_eq!(stdout(&line.replace("table", "text")), stdout(line), "{line}");
    }
}

/// Catches a column without a title, or one that was asked for, that a narrow terminal does not have.
#[test]
fn no_column_is_left_out() {
    let line = "compare all-reduce -t switch:64 -m 1MB --ts 2us --bandwidth 1GB/s --busbw --all";
    let said = |columns: &str| {
        let mut command = Command::new(PROGRAM);
        let output = command.args(line.split(' ')).env("COLUMNS", columns).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (narrow, wide) = (said("80"), said("200"));
    for word in ["algbw", "busbw", "dominated"] {
        assert_eq!(narrow.matches(word).count(), wide.matches(word).count(), "{word}: {narrow}");
    }
}

#[test]
fn a_graph_file_without_its_prefix_is_recognised() {
    for name in ["links.txt", "some/Links", "G_1.dot"] {
        let said = stderr(&format!("cost broadcast -t {name}"));
        assert!(said.ends_with(&format!("help: a graph file is -t graph:{name}\n")), "{said}");
    }
    assert!(stderr("cost broadcast -t rinq.8").ends_with("tpu-v4, slingshot, infiniband\n"));
}

#[test]
fn the_ending_of_the_output_names_its_format() {
    let file = |name: &str| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let json = file("ending.json");
    assert_eq!(code(&format!("plan broadcast -t ring:8 -o {}", json.display())), 0);
    assert!(serde_json::from_slice::<Value>(&fs::read(&json).unwrap()).is_ok());
    let gif = format!("draw broadcast -t ring:8 -o {}", file("ending.gif").display());
    let said = "error: `draw` does not write .gif files\nhelp: its formats are svg, html, tikz, text, pdf, png\n";
    assert_eq!((code(&gif), &*stderr(&gif)), (2, said));
    let other = format!("plan broadcast -t ring:8 -f yaml -o {}", json.display());
    let said = "error: -f yaml writes another format than .json names\n\
                help: leave out -f yaml, or give the file another ending\n";
    assert_eq!((code(&other), &*stderr(&other)), (2, said));
    for (flag, name) in [("pdf", "svg"), ("png", "pdf"), ("pdf", "html")] {
        let path = file(&format!("flag.{name}"));
        let draw = format!("draw broadcast -t ring:8 --{flag} -o {}", path.display());
        let said = format!(
            "error: --{flag} writes another format than .{name} names\n\
             help: leave out --{flag}, or give the file another ending\n"
        );
        assert_eq!((code(&draw), stderr(&draw)), (2, said));
        assert!(!path.exists(), "{name}");
    }
}

/// PDF and PNG come from rsvg-convert, and without it the error has the command to run.
#[test]
fn pictures_for_print() {
    let mut none = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let none =
        none.args(["draw", "broadcast", "-t", "ring:8", "--pdf"]).env("PATH", "").output().unwrap();
    let said = "error: pdf needs rsvg-convert, which is not installed\n\
                help: install librsvg (`apt install librsvg2-bin`, `brew install librsvg`); or write the SVG with \
                -o x.svg, and run `rsvg-convert -f pdf -o x.pdf x.svg` elsewhere\n";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(words(&String::from_utf8_lossy(&none.stderr)), words(said));
    if Command::new("rsvg-convert").arg("--version").output().is_ok() {
        let draw = |line: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
            command.args(line.split_whitespace()).output().unwrap().stdout
        };
        assert!(draw("draw broadcast -t ring:8 --pdf").starts_with(b"%PDF"));
        assert!(draw("draw broadcast -t ring:8 -f png").starts_with(b"\x89PNG"));
    }
}

#[test]
fn files_that_are_no_answers_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set.yaml");
    assert_eq!(code(&format!("problems new -o {}", set.display())), 0);
    let answers = folder.path().join("class");
    fs::create_dir(&answers).unwrap();
    fs::write(answers.join("dan.docx"), "answers: {}").unwrap();
    let blank =
        format!("problems print {} --blank -o {}", set.display(), answers.join("a.yaml").display());
    assert_eq!(code(&blank), 0);
    let grade = format!("grade {} {} -f csv", set.display(), answers.display());
    let said = "note: 1 file left out: dan.docx; answer files end in .yaml, .yml, .json or .txt\n";
    assert_eq!(stderr(&grade), said);
}

/// Catches a size without its column or rows, and an option that is silently dropped.
#[test]
fn compare_takes_several_sizes() {
    let line = "compare all-reduce -t switch:6 -m 1,100 --ts 5 --tw 1 -a recursive-doubling,census";
    let document = json(&format!("{line} -f json"));
    let rows: Vec<[&str; 3]> = document["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| ["m", "algorithm", "total"].map(|key| row[key].as_str().unwrap()))
        .collect();
    let expected = [
        ["1", "census", "18"],
        ["1", "recursive-doubling", "24"],
        ["100", "census", "315"],
        ["100", "recursive-doubling", "420"],
    ];
    assert_eq!(rows, expected);
    let over = line.replace("-m 1,100", "--over m=1,100");
    assert_eq!(stdout(&format!("{line} -f csv")), stdout(&format!("{over} -f csv")));
    let page = stdout(line);
    let has = |page: &str, words: &str| {
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(words), "{words}: {page}");
    };
    has(&page, " algorithm 1 100 -");
    has(&page, " recursive-doubling 24 420 dominated lower bound 17.5 191.667 m ");
    for option in ["--busbw", "--formulas", "--over p=2..9"] {
        let name = option.split(' ').next().unwrap();
        let said = format!(
            "error: {name} needs one size after -m\nhelp: leave out {name}, or name one size\n"
        );
        assert_eq!(stderr(&format!("{line} {option}")), said);
    }
    assert_eq!(
        stderr("compare all-reduce -t switch:6 -m 1,100"),
        "error: several sizes after -m need the times of the model\nhelp: give --ts and --tw as well\n"
    );
    // On links of classes these have the times.
    let boxes = "compare all-reduce -t nodes:4x8 --rails 8 --contention -m 4KiB,1MiB --link \
                 inside=350ns,46us/MB --link between=850ns,106us/MB";
    let page = String::from_utf8(run_with(&format!("{boxes} --ts 0"), b"").stdout).unwrap();
    has(&page, " recursive-doubling 8333.6 373902 ");
    has(&page, " lower bound 2400 93454.3 m ");
    has(&page, " 1MiB folded-halving-doubling is best, 1.27389 times the lower bound ");
    assert_eq!(
        stderr(boxes),
        "error: several sizes after -m need the times of the model\nhelp: give --ts as well\n"
    );
    // With one rail some share links.
    let rails = "compare all-reduce -t nodes:4x8 --rails 1,8 -m 1MiB --link inside=350ns,46us/MB --link \
                 between=850ns,106us/MB";
    let page = stdout(&format!("{rails} --ts 0"));
    has(&page, "algorithm 1r 1MiB 8r 1MiB -");
    has(&page, " ring 364151 364151 ");
    has(&page, " two-level-bruck-doubling 315708 121198 shares links ");
    has(&page, " lower bound 166724 93454.3 m ");
    let document = json(&format!("{rails} --ts 0 -f json"));
    let rows = document["rows"].as_array().unwrap();
    assert_eq!((&rows[0]["rails"], &rows[rows.len() - 1]["rails"]), (&1.into(), &8.into()));
    let csv = stdout(&format!("{rails} --ts 0 -f csv"));
    let one = |of: &str| {
        let one = rails.replace("--rails 1,8", &format!("--rails {of}"));
        stdout(&format!("{one} --ts 0 -f csv"))
    };
    assert_eq!(csv, one("1") + one("8").split_once('\n').unwrap().1);
    assert_eq!(
        stderr(rails),
        "error: several numbers after --rails need the times of the model\nhelp: give --ts as well\n"
    );
    assert_eq!(
        stderr(&format!("{rails} --ts 0 --busbw")),
        "error: --busbw needs one number after --rails\nhelp: leave out --busbw, or name one number\n"
    );
    assert_eq!(
        stderr(&rails.replace("-m 1MiB", "--over m=1KiB..1MiB --ts 0")),
        "error: --over prints one machine, not one for each of --rails\nhelp: name one number of rails, or \
         add --plot FILE, -f csv or -f jsonl\n"
    );
    assert_eq!(
        stderr("cost all-reduce -t nodes:4x8 --rails 1,8"),
        "error: --rails takes one number here\nhelp: name one; only `hockney compare` takes several\n"
    );
}

/// Catches a cost without the waiting, and a mark that is missing or wrong.
#[test]
fn compare_ranks_shared_links_with_contention() {
    let line = "compare all-reduce -t ring:8 -a recursive-doubling,ring -m 80 --ts 5 --tw 1";
    let rows = json(&format!("{line} --contention -f json"));
    let of =
        |row: &Value| (row["algorithm"].clone(), row["total"].clone(), row["shares_links"].clone());
    let rows: Vec<_> = rows["rows"].as_array().unwrap().iter().map(of).collect();
    // Two, and then four messages share a link.
    let shared = (json!("recursive-doubling"), json!("575"), json!(true));
    assert_eq!(rows, [(json!("ring"), json!("210"), json!(false)), shared]);
    assert_eq!(code(&format!("{line} --contention")), 0);
    let page = stdout(&format!("{line} --contention"));
    assert!(page.contains("shares links messages that share a port wait"), "{page}");
    let without = json(&format!("{line} -f json"));
    assert_eq!(without["rows"].as_array().map(Vec::len), Some(1));
    // A name means the algorithm for switches, not one for other networks.
    let line = "compare all-reduce -t torus:2x3 -a rabenseifner -m 8 --ts 5 --tw 1 --contention";
    assert_eq!(
        json(&format!("{line} -f json"))["rows"][0]["algorithm"],
        json!("folded-halving-doubling")
    );
}

/// Catches another name of the field that is printed as if it were the algorithm's, and a page that keeps quiet about
/// what it means.
#[test]
fn a_page_says_what_another_name_means() {
    let by = "halving-doubling (asked as rabenseifner)";
    let question = "all-reduce -t nodes:4x8 -m 1MiB";
    let classes = "--link inside=1us,10GB/s --link between=1us,12.5GB/s --ts 0";
    for line in [
        format!("cost {question} -a rabenseifner --contention {classes}"),
        format!("plan {question} -a rabenseifner -f table"),
        "plan all-reduce -t hypercube:4 -a Rabenseifner -f trace".to_owned(),
        "cost all-reduce -t hypercube:4 -a rabenseifner --by-proof".to_owned(),
        "draw all-reduce -t hypercube:4 -a rabenseifner -f html".to_owned(),
        "export goal all-reduce -t hypercube:4 -m 100 --ts 1 --tw 1 -a rabenseifner".to_owned(),
        "prove all-reduce -t hypercube -a rabenseifner".to_owned(),
        "compare all-reduce -t switch:8 -a ring,rabenseifner".to_owned(),
        "compare all-reduce -t switch:8 -a ring,rabenseifner -m 1kB,1MB --ts 1us --bandwidth 1GB/s"
            .to_owned(),
    ] {
        let page = stdout(&line).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(by), "{line}: {page}");
    }
    // Whoever names the algorithm itself is told nothing more, and a row asked for by its name is that row.
    let line = format!("compare {question} --contention {classes} --all -f json");
    for row in json(&line)["rows"].as_array().unwrap().iter().take(4) {
        let name = row["algorithm"].as_str().unwrap();
        let line = format!("cost {question} --contention {classes} -a {name}");
        assert!(!stdout(&line).contains("asked as"), "{line}");
        let priced = json(&format!("{line} -f json"));
        assert_eq!((&priced["algorithm"], &priced["total"]), (&row["algorithm"], &row["total"]));
    }
}

/// A machine with published times is its topology with these times, and options give others.
#[test]
fn a_machine_with_published_times_is_its_topology_with_them() {
    let long =
        "-t nodes:32x8 --rails 8 --link inside=350ns,450GB/s --link between=500ns,50GB/s --ts 0";
    let ask = "cost all-reduce -a ring -m 1GB";
    let preset = |more: &str| stdout(&format!("{ask} -t H100_pod {more}"));
    assert_eq!(preset(""), stdout(&format!("{ask} {long}")));
    let slower = "--link inside=1us,1GB/s --ts 2us";
    let longer = long.replace(" --ts 0", "");
    assert_eq!(preset(slower), stdout(&format!("{ask} {longer} {slower}")));
    assert_ne!(preset(slower), preset(""));
    let said = stderr(&format!("{ask} -t h100-pod"));
    assert!(said.starts_with("note: h100-pod is 32 boxes of 8 GPUs H100 with 8 rails"), "{said}");
    let rows = json("list topologies -f json");
    let rows: Vec<&Value> = rows["topologies"].as_array().unwrap().iter().collect();
    let machines: Vec<&str> = rows.iter().filter_map(|row| row["topology"].as_str()).collect();
    let first = machines.iter().position(|name| *name == "dgx-1").unwrap();
    for name in &machines[first..] {
        let said = stdout(&format!("cost broadcast -t {name} -m 1MB"));
        assert!(said.contains("\ntotal "), "{name}: {said}");
    }
    // Node 0 has one NVLink to node 1, and two to node 3.
    let links = stdout("plan broadcast -t dgx-1");
    assert!(links.contains("[0, 3, \"nvlink\", 2]") && links.contains("[0, 1, \"nvlink\"]"));
    assert_eq!(machines.len() - first, 7);
}

/// A file that names itself, and one with more links than are read, end in a message with the place.
#[test]
fn graph_files_without_an_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let itself = file("itself.yaml", "nodes: 2\nlinks: [[0, 1]]\ngraph: itself.yaml\n");
    let said = stderr(&format!("cost broadcast -t graph:{itself}"));
    assert!(said.starts_with("error: there is no key `graph` in a graph\n --> "), "{said}");
    assert!(said.contains("itself.yaml:3:1\n"), "{said}");
    let many = format!("nodes: 2\nlinks: [{}[0,1]]\n", "[0,1],".repeat(10_000_000));
    let many = file("many.yaml", &many);
    let said = stderr(&format!("cost broadcast -t graph:{many}"));
    let limit = "error: limit exceeded: 30000005 commas, colons, dashes and brackets in a document that is \
                 not written one message a line are needed, 2000000 are allowed\n";
    assert!(said.starts_with(limit), "{said}");
}

/// `list` shows one number only, and explains the others as well.
#[test]
fn algorithms_named_after_a_number_are_explained() {
    let said = stdout("list all-to-all rotation-3");
    let facts = "\nsource       derived here\nruns on      hypercube, star, switch, complete: any p\n\
                 costs        (min(3, p) + ceil(p/3) - 2) t_s + (2 p - (min(3, p) + ceil(p/3))) m t_w\n";
    assert!(said.contains(facts), "{said}");
    assert!(said.ends_with("\ncertified    for all sizes on hypercube, star, switch, complete\n"));
    let there = stdout("list all-to-all rotation-3 -t star");
    assert!(there.contains("\nruns on      star: any p\n"), "{there}");
    for number in ["0", "1", "02", "+2", "1025", "", "x", "99999999999999999999"] {
        let said = stderr(&format!("cost all-to-all -t star:8 -a rotation-{number}"));
        let expected = format!(
            "error: there is no algorithm `rotation-{number}` for all-to-all\n\
             help: K of rotation-K is a whole number from 2 to 1024\n"
        );
        assert_eq!(said, expected);
    }
}
