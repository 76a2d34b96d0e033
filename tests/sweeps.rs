//! Sweeps: shards that together are the whole, byte for byte, and rows that say what `compare` says.

use std::process::{Command, Output};

use hockney_testing::sweep;
use serde_json::Value;

fn run(line: &str, threads: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(line.split_whitespace()).env("RAYON_NUM_THREADS", threads);
    command.output().unwrap()
}

fn bytes(line: &str, threads: &str) -> Vec<u8> {
    let output = run(line, threads);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

const SWEEPS: [&str; 4] = [
    "all-reduce -t hypercube --over p=2^0..2^6 --over m=1,1e3,1e6 --ts 50 --tw 1",
    "broadcast -t mesh --over m=0..9:+3 --over p=2..40 --over ts/tw=1..100:x10",
    "all-to-all -t ring:5 --over m=1/2,7",
    "shift -t mesh --by 3 --over p=4..25 --measure",
];

/// Whatever Python's `float()` reads is a number for Rust too.
#[test]
fn numeric_columns_of_csv_are_decimals() {
    const TEXT: [&str; 9] = [
        "collective",
        "topology",
        "algorithm",
        "role",
        "unit",
        "price",
        "dominated_by",
        "why",
        "shares_links",
    ];
    for line in [
        "compare allreduce -p 1024 -t switch --ts 2us --tw 0.32ns --over m=1..1e6:x10 -f csv",
        "compare broadcast -t ring --over p=2..40 --over ts/tw=1..100:x7 -m 1/3 -f csv",
        "compare all-reduce -t switch:12 -m 1/3 --ts 1/7 --tw 3 -f csv --over p=5,7 --measure",
    ] {
        let output = bytes(&line.replace(" -t switch:12", " -t switch"), "1");
        let mut reader = csv::Reader::from_reader(&*output);
        let head = reader.headers().unwrap().clone();
        let mut numbers = 0;
        for row in reader.records() {
            for (name, cell) in head.iter().zip(&row.unwrap()) {
                if cell.is_empty() || TEXT.contains(&name) || name.ends_with("_exact") {
                    continue;
                }
                assert!(cell.parse::<f64>().is_ok_and(f64::is_finite), "{line}: {name} is {cell}");
                numbers += 1;
            }
        }
        assert!(numbers > 20, "{line}");
        assert!(head.iter().any(|name| name == "total_exact"), "{line}");
    }
}

sweep! {
    /// Catches a head in every part, a point that is lost or told twice where parts meet, and an order that
    /// depends on who is ready first.
    fn shards_are_the_whole(effort) {
        for sweep in SWEEPS {
            for format in ["csv", "jsonl"] {
                let line = format!("compare {sweep} -f {format}");
                let whole = bytes(&line, "1");
                assert_eq!(bytes(&line, "4"), whole, "{line}");
                for of in effort.of(vec![3], vec![1, 2, 3, 7, 100]) {
                    let part = |k| bytes(&format!("{line} --shard {k}/{of}"), "2");
                    let parts: Vec<u8> = (1..=of).flat_map(part).collect();
                    assert_eq!(parts, whole, "{line} in {of}");
                }
            }
        }
    }
}

/// Catches a number that belongs to another point, and a sweep that prices otherwise than `compare`.
#[test]
fn rows_are_those_of_compare() {
    let sweep = "compare broadcast -t ring --over m=7,100 --over p=5..7 --ts 30 --tw 2 -f jsonl";
    let text = String::from_utf8(bytes(sweep, "3")).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    for p in 5..=7 {
        for m in [7, 100] {
            let one = format!(
                "compare broadcast -t ring:{p} -m {m} --ts 30 --tw 2 --ideal --all -f json"
            );
            let rows: Value = serde_json::from_slice(&bytes(&one, "1")).unwrap();
            for (rank, row) in (1..).zip(rows["rows"].as_array().unwrap()) {
                let line = lines.next().unwrap();
                assert_eq!((&line["p"], &line["row"]), (&Value::from(p), &Value::from(rank)));
                assert_eq!(line["m"], Value::from(m.to_string()));
                for (key, value) in row.as_object().unwrap() {
                    assert_eq!(&line[key], value, "{key} of {line}");
                }
            }
        }
    }
    assert_eq!(lines.next(), None);
}

/// Catches columns that slip: the cells of CSV are those of the JSON lines.
#[test]
fn csv_has_the_same_cells() {
    let sweep = "compare scan -t torus --over p=4..9 --over m=3,8 --ts 5 --tw 1/3";
    let table = bytes(&format!("{sweep} -f csv"), "2");
    let mut table = csv::Reader::from_reader(&*table);
    let head = table.headers().unwrap().clone();
    let lines = String::from_utf8(bytes(&format!("{sweep} -f jsonl"), "2")).unwrap();
    let mut compared = 0;
    for (record, line) in table.records().zip(lines.lines()) {
        let (record, line) = (record.unwrap(), serde_json::from_str::<Value>(line).unwrap());
        for (name, cell) in head.iter().zip(&record) {
            let value = match name {
                "cost_t_s" | "cost_t_w" | "cost_t_h" => &line["cost"][&name["cost_".len()..]],
                "bound_t_s" => &line["lower_bound"]["steps"],
                "bound_t_w" => &line["lower_bound"]["words"],
                "bound_total" => &line["lower_bound"]["total"],
                _ => &line[name],
            };
            // The exact value stands in a column of its own.
            let exact = head.iter().position(|other| other == format!("{name}_exact"));
            let cell = exact.map_or(cell, |column| &record[column]);
            if name.ends_with("_exact") {
                continue;
            }
            let text = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(text, cell, "{name}");
        }
        compared += 1;
    }
    assert_eq!(compared, lines.lines().count());
}

/// Catches an answer where there is none, and a part of a table before an error.
#[test]
fn what_cannot_be_swept() {
    let cases = [
        (2, "--over p=4,6"),
        (2, "--over p=2..1:x2"),
        (2, "--over p=2..8:x1"),
        (2, "--over p=2..8:7"),
        (2, "--over p=2..9:x3/2"),
        (2, "--over p=-1"),
        (2, "--over p=4 --over p=8"),
        (2, "--over p=4 --over m=1..10"),
        (2, "--over p=4 --over m=0..10:x2"),
        (2, "--over p=4 --over m=0..10:+0"),
        (2, "--over p=4 --over m=1 -m 1"),
        (2, "--over p=4 --over ts/tw=1 --ts 1"),
        (2, "--over p=4 --shard 0/3"),
        (2, "--over p=4 --shard 4/3"),
        (2, "--over p=4 --shard 1/0"),
        (2, "--over p=4 --shard 1"),
        (2, "--over p=4 --limit pints=3"),
        (3, "--over p=2^10..2^26"),
        (3, "--over p=4 --over m=1..1e30:+1"),
        (3, "--over p=4 --over m=1..1e9:+1"),
        (3, "--over p=4 --over m=1..1e300:x10 --limit points=299"),
        (3, "--over p=4,8 --limit points=1"),
        (0, "--over p=4,8 --limit points=2"),
    ];
    for (code, options) in cases {
        let output = run(&format!("compare all-gather -t hypercube {options} -f csv"), "1");
        assert_eq!(output.status.code(), Some(code), "{options}");
        assert_eq!(output.stdout.is_empty(), code != 0, "{options}");
    }
}

/// Catches a quantity that is given beside its values and is left aside, in rows or in a range.
#[test]
fn what_runs_is_not_given() {
    for (options, option, runs, why) in [
        ("--over m=1,2 -m 1 --ts 1 --tw 1", "-m", "m", "m runs"),
        ("--over ts/tw=1,2 -m 1 --ts 1", "--ts", "ts/tw", "t_w is 1 there"),
        ("--over ts/tw=1,2 -m 1 --tw 1", "--tw", "ts/tw", "t_w is 1 there"),
        ("--over ts/tw=1,2 -m 1B --bandwidth 1GB/s", "--bandwidth", "ts/tw", "t_w is 1 there"),
    ] {
        for line in [format!("{options} -f csv"), options.replace("1,2", "1..2")] {
            let output = run(&format!("compare all-gather -t hypercube:4 {line}"), "1");
            let said = String::from_utf8(output.stderr).unwrap();
            let told = format!(
                "error: cannot use {option} with --over {runs}\nhelp: leave out {option}: {why}\n"
            );
            assert_eq!((output.status.code(), &*said), (Some(2), &*told), "{line}");
        }
    }
}

/// Catches values whose digits grow without bound, which would take minutes before the first row.
#[test]
fn digits_of_values_are_limited() {
    for rest in ["--ts 1 --tw 1 --over m=1..1e30:x1.0005", "-m 1 --over ts/tw=1..1e30:x1.0005"] {
        let output = run(&format!("compare broadcast -t ring:8 {rest} -f csv"), "1");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains("more than 1000 digits") && output.stdout.is_empty(), "{said}");
    }
}
