//! Rows of `compare` are what `cost` answers for their names, and the first of them is `-a best`.

use std::process::{Command, Output};

use hockney_base::number::Rational;
use hockney_testing::sweep;
use serde_json::Value;

fn run(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(line.split_whitespace()).output().unwrap()
}

fn json(line: &str) -> Value {
    let output = run(&format!("{line} -f json"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{line}: {said}"))
}

fn said(line: &str) -> (Option<i32>, String) {
    let output = run(line);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

const CLASSES: &str = "--ts 0 --link inside=1us,10GB/s --link between=1us,12.5GB/s";

/// Questions with numbers, and the options that both commands have.
fn questions() -> Vec<String> {
    let boxed = |line: &str| format!("{line} {CLASSES} --contention");
    let mut all: Vec<String> = [
        "all-reduce -t nodes:3x3 -m 100kB",
        "broadcast -t nodes:2x4 -m 1KiB",
        "all-to-all -t nodes:3x3 -m 1MiB",
        "scatter -t nodes:3x3 -m 1MiB",
        "reduce -t nodes:2x4 -m 100kB --place round-robin",
        "barrier -t nodes:2x4",
    ]
    .map(boxed)
    .into();
    let flat = [
        "all-reduce -t mesh:4x4 -m 1 --ts 1000 --tw 1 --contention",
        "all-reduce -t mesh:4x4 -m 21 --ts 1000 --tw 1",
        "broadcast -t ring:8 -m 21 --ts 100 --tw 2 --contention",
        "broadcast -t ring:8 -m 21 --ts 100 --tw 2 --contention --ideal",
        "all-reduce -t torus:2x2x2 -m 21 --ts 100 --tw 2 --contention",
        "all-to-all -t switch:13 -m 100 --ts 300 --tw 1",
        "all-to-all -t torus:2x3 -m 4096 --ts 3 --tw 2 --contention",
        "reduce-scatter -t linear-array:6 -m 1 --ts 1000 --tw 1 --contention",
        "reduce -t torus:2x2x2 -m 21 --ts 100 --tw 2 --contention --root 5",
        "scan -t fat-tree:4 -m 100 --ts 2 --tw 1 --contention",
        "all-gather -t fat-tree:4 -m 100 --ts 2 --tw 1 --contention",
        "scan -t switch:7 -m 100 --ts 2 --tw 1 --exclusive",
        "broadcast -t ring:8 -m 100 --ts 5 --tw 1",
        "reduce -t mesh:2x4 -m 3 --ts 5 --tw 2 --th 1",
        "all-reduce -t ring:4 -m 41 --ts 10 --tw 1",
        "gather -t star:6 -m 21 --ts 3 --tw 1 --ports 2",
        "all-gather -t hypercube:8 -m 21 --ts 3 --tw 1 --ports all",
        "broadcast -t torus:3x4 -m 21 --ts 3 --tw 1 --th 2",
        "broadcast -t mesh:4x4 -m 21 --ts 3 --tw 1 --among 0,3,5,9",
        "broadcast -t ring:9 -m 100 --ts 3 --tw 2 --pieces 3",
        "barrier -t switch:18 --ts 1us --tw 0.1ns/B",
        "all-reduce -t nodes:16x8 --rails 8 -m 1kB --link inside=1us,300GB/s --link between=2us,50GB/s --ts 0",
    ];
    all.extend(flat.map(str::to_owned));
    all
}

sweep! {
    /// Catches a price or a choice of its own in either command, and a name that means another algorithm in one of them.
    fn rows_are_what_cost_answers(effort) {
        let mut rows = 0;
        for line in effort.thin(questions(), 13) {
            let all = json(&format!("compare {line} --all"));
            let all = all["rows"].as_array().unwrap();
            for row in all {
                let name = row["algorithm"].as_str().unwrap();
                let cost = json(&format!("cost {line} -a {name}"));
                assert_eq!(cost["algorithm"], *name, "{line}");
                assert_eq!(cost["total"], row["total"], "{line} -a {name}");
                rows += 1;
            }
            let total = |row: &Value| row["total"].as_str().unwrap().parse::<Rational>().unwrap();
            let least = all.iter().map(total).min().unwrap();
            let best = json(&format!("cost {line} -a best"));
            assert_eq!(total(&best), least, "{line} -a best");
            assert_eq!(best["algorithm"], all[0]["algorithm"], "{line} -a best");
            // A row that is asked for by its name is the same row.
            let name = all[all.len() / 2]["algorithm"].as_str().unwrap();
            let one = json(&format!("compare {line} -a {name}"));
            assert_eq!(one["rows"][0]["total"], all[all.len() / 2]["total"], "{line} -a {name}");
        }
        assert!(rows > effort.of(10, 150), "{rows}");
    }
}

/// Catches a schedule of the table of optima that is ranked in fewer numbers of pieces than it has by its name.
#[test]
fn no_name_costs_less_than_the_best() {
    let mut named = 0;
    for machine in ["broadcast -t ring:8", "reduce -t linear-array:6", "all-reduce -t star:4"] {
        for m in [1, 3, 100] {
            let line = format!("cost {machine} -m {m} --ts 5 --tw 1");
            let total = |line: &str| {
                let found = run(&format!("{line} -f json"));
                let found: Value = serde_json::from_slice(&found.stdout).ok()?;
                found["total"].as_str()?.parse::<Rational>().ok()
            };
            let best = total(&format!("{line} -a best")).unwrap();
            for steps in 1..=12 {
                if let Some(total) = total(&format!("{line} -a optimal-{steps}")) {
                    named += 1;
                    assert!(best <= total, "{line} -a optimal-{steps}: {total} below {best}");
                }
            }
        }
    }
    assert!(named > 50, "{named}");
}

/// Catches totals of several sizes that are not those of each size, in any format.
#[test]
fn several_sizes_are_those_of_each() {
    let with = |m: &str| format!("compare all-reduce -t mesh:4x4 -m {m} --ts 30 --tw 1 --all");
    let of = |rows: &Value, m: &str| -> Vec<(Value, Value)> {
        let rows = rows.get("rows").unwrap_or(rows).as_array().unwrap().iter();
        let rows = rows.filter(|row| row["m"].is_null() || row["m"] == m);
        rows.map(|row| (row["algorithm"].clone(), row["total"].clone())).collect()
    };
    let (both, lines) = (json(&with("21,100")), run(&format!("{} -f jsonl", with("21,100"))));
    let lines = String::from_utf8(lines.stdout).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for m in ["21", "100"] {
        let each = of(&json(&with(m)), m);
        assert_eq!(of(&both, m), each);
        assert_eq!(of(&Value::from(lines.clone()), m), each);
    }
}

/// Catches an algorithm that is asked for and vanishes.
#[test]
fn what_is_named_never_vanishes() {
    let torus = "compare all-reduce -t torus:4x4 -m 1MiB --ts 1us --bandwidth 10GB/s";
    let (code, text) = said(&format!("{torus} -a recursive-doubling,ring"));
    assert_eq!(code, Some(0), "{text}");
    let told = "recursive-doubling is left out by the rule congestion; --contention ranks it";
    assert!(text.contains(told), "{text}");
    let table = String::from_utf8(run(torus).stdout).unwrap();
    let table = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(table.contains("left out") && table.contains("--contention ranks them"), "{table}");
    let (_, text) = said(&format!("{torus} -f json"));
    assert!(text.contains("by the rule congestion: "), "{text}");
    let (code, text) = said("cost all-reduce -t switch:8 -m 3 --ts 1 -a best");
    assert_eq!(code, Some(2));
    assert!(text.contains("--tw"), "{text}");
}

/// Catches algorithms named after a number that all vanish because one of them has no row.
#[test]
fn one_number_without_a_row_leaves_the_others() {
    let file = std::env::temp_dir().join(format!("hockney-places-{}.txt", std::process::id()));
    std::fs::write(&file, "1\n0\n3\n2\n5\n4\n7\n6\n").unwrap();
    let line = format!("broadcast -t ring:8 --place {} -m 21 --ts 3 --tw 1", file.display());
    let rows = json(&format!("compare {line} --all"));
    let named = |row: &&Value| row["algorithm"].as_str().unwrap().starts_with("knomial-");
    let row = rows["rows"].as_array().unwrap().iter().find(named).unwrap();
    let name = row["algorithm"].as_str().unwrap();
    assert_eq!(json(&format!("cost {line} -a {name}"))["total"], row["total"]);
    std::fs::remove_file(file).unwrap();
}

/// Catches a number of pieces that is chosen without the time per hop.
#[test]
fn what_is_asked_for_by_name_is_not_better_than_the_best() {
    for (line, names) in [
        (
            "broadcast -t ring:8 -m 1000 --ts 1 --tw 1 --th 50",
            &["pipelined-chain --pieces 8", "scatter-ring"][..],
        ),
        ("reduce -t switch:7 -m 100 --ts 3 --tw 2 --th 1", &["binary-tree --pieces 4"]),
    ] {
        let total = |name: &str| -> Rational {
            json(&format!("cost {line} -a {name}"))["total"].as_str().unwrap().parse().unwrap()
        };
        let best = total("best");
        for name in names {
            assert!(best <= total(name), "{line}: {name}");
        }
    }
}

/// Catches a best algorithm that is chosen in another model than it is priced in.
#[test]
fn the_best_is_chosen_in_the_model_of_its_price() {
    for line in [
        "broadcast -t mesh:1x9 -m 100 --ts 300 --tw 20",
        "all-gather -t ring:8 -m 10 --ts 300 --tw 20",
        "reduce-scatter -t ring:8 -m 100 --ts 300 --tw 20",
    ] {
        let rows = json(&format!("compare {line} --all"));
        let line = format!("cost {line} --switching store-and-forward");
        let total = |name: &str| -> Rational {
            json(&format!("{line} -a {name}"))["total"].as_str().unwrap().parse().unwrap()
        };
        let best = total("best");
        for row in rows["rows"].as_array().unwrap() {
            let name = row["algorithm"].as_str().unwrap();
            assert!(best <= total(name), "{line}: {name} is better");
        }
    }
}

/// Catches a user's schedule that is priced otherwise beside algorithms than alone.
#[test]
fn a_schedule_beside_algorithms_costs_what_it_costs_alone() {
    let file = std::env::temp_dir().join(format!("hockney-rows-{}.txt", std::process::id()));
    std::fs::write(&file, "Step 1: 0 -> 1, 0 -> 2\nStep 2: 1 -> 3\n").unwrap();
    let rest = "broadcast -t ring:4 -m 10 --ts 3 --tw 1 --contention";
    let name = file.display().to_string();
    let cost = json(&format!("cost {} {name} {}", &rest[..9], &rest[10..]));
    let rows = json(&format!("compare {rest} --schedule {name}"));
    let own =
        rows["rows"].as_array().unwrap().iter().find(|row| row["role"] == "schedule").unwrap();
    assert_eq!((&own["total"], &own["shares_links"]), (&cost["total"], &Value::from(true)));
    let plain = format!("compare {} --schedule {name}", rest.replace(" --contention", ""));
    let (code, text) = said(&plain);
    assert_eq!(code, Some(2));
    assert!(text.contains("--contention prices it"), "{text}");
    std::fs::remove_file(file).unwrap();
}
