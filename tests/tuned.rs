//! Rules for Open MPI: at each size the named algorithm is the cheapest of those that the library has, and costs at most so much
//! more than the cheapest of all, by the ranking of that size.
#![allow(clippy::float_arithmetic)] // printed decimals

use std::process::Command;

use hockney_testing::sweep;
use serde_json::Value;

const TIMES: [&str; 2] = ["--ts 2us --tw 0.1ns/B", "--times specs/examples/osu-latency.txt"];

fn run(line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let output = command.args(line.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A rule: from how many bytes on which algorithm is run, and by how many percent it is at most dearer than the cheapest.
struct Rule {
    from: u64,
    name: String,
    percent: f64,
}

/// The rules of each collective.
fn rules(text: &str) -> Vec<(String, Vec<Rule>)> {
    let mut all: Vec<(String, Vec<Rule>)> = Vec::new();
    for line in text.lines().skip(1) {
        let (numbers, comment) = line.split_once(" # ").unwrap();
        if let Some((name, rest)) = comment.split_once("; at most ") {
            let from = numbers.split(' ').next().unwrap().parse().unwrap();
            let name = name.split(' ').next().unwrap().to_owned();
            let percent = rest.split(' ').next().unwrap().parse().unwrap();
            all.last_mut().unwrap().1.push(Rule { from, name, percent });
        } else if !["numbers of ranks", "ranks", "sizes"].contains(&comment) {
            all.push((comment.to_owned(), Vec::new()));
        }
    }
    all
}

/// The totals of the algorithms at a size, the cheapest first.
fn totals(collective: &str, p: u64, bytes: u64, how: &str, times: &str) -> Vec<(String, f64)> {
    let line =
        format!("compare {collective} -t switch:{p} -m {bytes}B --ideal {how} --all -f json");
    let text = run(&format!("{line} {times}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let row = |row: &Value| {
        (row["algorithm"].as_str().unwrap().to_owned(), row["total_value"].as_f64().unwrap())
    };
    document["rows"].as_array().unwrap().iter().map(row).collect()
}

sweep! {
    /// Catches a size that is counted for one rank instead of all, a rule that begins at the size before, and a regret that is
    /// compared with the wrong algorithm, or with one number of pieces.
    fn rules_name_the_cheapest_of_the_library(effort) {
        let mut looked_at = 0;
        for times in effort.thin(TIMES.to_vec(), 2) {
            for p in effort.of(vec![6], vec![6, 8]) {
                let text = run(&format!("tune openmpi -p {p} {times}"));
                for (collective, rules) in rules(&text) {
                    let of_all = ["all-gather", "all-to-all", "reduce-scatter"].contains(&&*collective);
                    let ranks = if of_all { p } else { 1 };
                    assert_eq!(rules[0].from, 0, "a rule for no bytes is required");
                    let names: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
                    let ends = rules
                        .iter()
                        .skip(1)
                        .map(|rule| rule.from)
                        .chain([4 * rules[rules.len() - 1].from + 64]);
                    for (rule, end) in rules.iter().zip(ends) {
                        for size in [rule.from.max(ranks), rule.from.midpoint(end), end - ranks] {
                            let bytes = (size / ranks).max(1);
                            let all = totals(&collective, p, bytes, "--pieces 1", times);
                            // The cheapest may have any number of pieces.
                            let best = totals(&collective, p, bytes, "", times)[0].1;
                            let total = |name: &str| {
                                all.iter().find(|(of, _)| of == name).map(|(_, total)| *total)
                            };
                            let named = total(&rule.name).unwrap();
                            let what =
                                format!("{times}: {} at {bytes} B of {collective}, p = {p}", rule.name);
                            let least =
                                names.iter().filter_map(|name| total(name)).fold(f64::MAX, f64::min);
                            assert!(named <= least * 1.000_001, "{what}: {named} and {least}");
                            let regret = (named / best.min(all[0].1) - 1.0) * 100.0;
                            assert!(regret <= rule.percent * 1.01 + 0.01, "{what}: {regret} %");
                            looked_at += 1;
                        }
                    }
                }
            }
        }
        assert!(looked_at > effort.of(20, 100), "{looked_at}");
    }
}
