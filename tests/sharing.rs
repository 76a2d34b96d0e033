//! Where messages may share links and ports, it is no fault that they do: exit code 0, one line, and `shares_links`.

use std::process::{Command, Output};

use serde_json::Value;

const CLASSES: &str = "--ts 0 --link inside=1us,300GB/s --link between=2us,50GB/s";

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(line.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.output().unwrap()
}

fn code(line: &str) -> Option<i32> {
    run(line).status.code()
}

fn json(line: &str) -> Value {
    let output = run(&format!("{line} -f json"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{line}: {said}"))
}

/// Catches a violation of a link or port that is a "no" where it is allowed, of algorithms and of files, and one that is
/// allowed where it is not.
#[test]
fn shared_links_are_no_fault_where_they_are_allowed() {
    let ring = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sharing.txt");
    // Three messages through the one port of node 0.
    std::fs::write(&ring, "0 -> 1, 0 -> 2, 0 -> 3\n").unwrap();
    let ring = ring.display();
    let allowed = [
        format!("cost all-reduce -t nodes:4x8 -m 1MB {CLASSES} -a recursive-doubling"),
        format!("cost all-reduce -t nodes:4x8 -m 1MB {CLASSES} -a rabenseifner"),
        "cost all-gather -t fat-tree:4 -a recursive-doubling".to_owned(),
        "cost all-gather -t ring:8 -a recursive-doubling --contention".to_owned(),
        format!("cost broadcast -t nodes:1x4 {ring}"),
        format!("cost broadcast -t ring:4 {ring} --contention"),
    ];
    let mut shared = 0;
    for line in &allowed {
        let (found, output) = (json(line), run(line));
        assert_eq!(output.status.code(), Some(0), "{line}");
        let text = String::from_utf8(output.stdout).unwrap();
        if found["shares_links"] == true {
            shared += 1;
            let said = text.lines().filter(|line| line.starts_with("shares links: ")).count();
            assert_eq!(said, 1, "{line}: {text}");
            assert!(!text.contains("fix:"), "{line}: {text}");
        }
    }
    assert!(shared >= 5, "{shared}");
    assert_eq!(code(&format!("check broadcast -t nodes:1x4 {ring} --contention")), Some(0));
    for line in [
        format!("check broadcast -t nodes:1x4 {ring}"),
        format!("cost broadcast -t ring:4 {ring}"),
        "cost all-gather -t ring:8 -a recursive-doubling".to_owned(),
        "cost all-gather -t torus:4x4/switch:2 -a recursive-doubling".to_owned(),
        "plan reduce -t nodes:4x8 -a rabenseifner".to_owned(),
        "plan all-gather -t ring:8 -a bruck".to_owned(),
    ] {
        assert_eq!(code(&line), Some(1), "{line}");
    }
    assert_eq!(code("plan reduce -t nodes:4x8 -a rabenseifner --contention"), Some(0));
}

/// Catches a best row that shares links and is the only one that is named.
#[test]
fn the_best_row_without_shared_links_is_named() {
    let line = format!("compare all-reduce -t nodes:4x8 --rails 8 -m 1GB {CLASSES}");
    let rows = json(&line)["rows"].clone();
    let shares = |row: &&Value| row["shares_links"] == true;
    let rows = rows.as_array().unwrap();
    assert!(shares(&&rows[0]), "{}", rows[0]);
    let text = String::from_utf8(run(&line).stdout).unwrap();
    let named = text.lines().find_map(|line| line.strip_prefix("shares none"));
    assert!(named.is_some_and(|named| named.contains("shares no link or port")), "{text}");
    // Also where it is refused: the whole is not refused with it.
    let best = json(&format!("cost all-reduce -t nodes:4x8 --rails 8 -m 1GB {CLASSES} -a best"));
    assert_eq!(best["total"], rows[0]["total"]);
}

/// Catches a hint that is not the answer of `-a best`, and one that is missing.
#[test]
fn what_is_cheaper_is_the_best() {
    let mut named = 0;
    for asked in [
        "broadcast -t ring:8 -m 100 --ts 5 --tw 1",
        "all-reduce -t ring:8 -m 1 --ts 5 --tw 1",
        "all-gather -t linear-array:8 -m 1 --ts 5 --tw 1",
        "reduce-scatter -t mesh:3x4 -m 10000 --ts 1 --tw 2",
        "all-gather -t node-tree:7 -m 1 --ts 100 --tw 1",
        "scatter -t hypercube:8 -m 1 --ts 100 --tw 1",
    ] {
        let total = |line: &str| json(line)["total_value"].as_f64().unwrap();
        let (own, best) =
            (total(&format!("cost {asked}")), total(&format!("cost {asked} -a best")));
        let text = String::from_utf8(run(&format!("cost {asked}")).stdout).unwrap();
        let hint = text.lines().find_map(|line| line.strip_prefix("cheaper"));
        let figure =
            hint.map(|hint| hint.split(" costs ").nth(1).unwrap().split(',').next().unwrap());
        let figure = figure.map(|figure| figure.parse::<f64>().unwrap());
        assert_eq!(figure, (best < own).then_some(best), "{asked}: {text}");
        named += usize::from(hint.is_some());
    }
    assert!(named >= 4, "{named}");
}
