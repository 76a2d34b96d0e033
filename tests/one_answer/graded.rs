//! Answers of students, proofs for all sizes and marks of plots, beside what `cost` says.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use hockney_testing::Effort;

use super::doors::Doors;
use super::lot::Lot;

const TOPOLOGIES: [&str; 14] = [
    "ring:5",
    "ring:7",
    "ring:8",
    "linear-array:6",
    "complete:5",
    "complete:6",
    "mesh:2x3",
    "mesh:3x3",
    "mesh:2x8",
    "torus:2x8",
    "switch:6",
    "tree:6",
    "star:6",
    "hypercube:8",
];

const COLLECTIVES: [&str; 8] = [
    "broadcast",
    "reduce",
    "all-gather",
    "reduce-scatter",
    "all-reduce",
    "scan",
    "scatter",
    "all-to-all",
];

/// Numbers of steps as students write them, right for some sizes only.
const COUNTS: [&str; 9] = [
    "log p",
    "ceil(log2 p)",
    "floor(log2 p)",
    "(floor(log2 p) + 1)",
    "(p-1)",
    "floor(p/2)",
    "2(sqrt p - 1)",
    "(p - 1 + (p mod 2))",
    "(ceil(log2 p) + 100 (ceil(log2 p) - floor(log2 p)))",
];

fn formula(lot: &mut Lot) -> String {
    let steps = lot.one(&COUNTS);
    match lot.below(6) {
        0 | 1 => format!("(ts + m tw) {steps}"),
        2 => format!("{steps} ts + m tw (p-1)"),
        3 => format!("2 {steps} ts + 2 m tw (p-1)/p"),
        4 => format!("(ts + m tw p/2) {steps}"),
        _ => format!("{steps} ts + m tw floor(p^2/4)"),
    }
}

/// The words with which a formula is right although it differs at the size of the question.
fn other_sizes(feedback: &str) -> bool {
    ["2^d", "power of two", "powers of two", "squares", "equal sides", "sides are equal"]
        .iter()
        .any(|words| feedback.contains(words))
}

/// A formula that is graded right without a word equals the cost; one that equals it is not wrong without a word.
pub(super) fn formulas(effort: Effort, doors: &mut Doors, lot: &mut Lot) {
    let mut questions = Vec::new();
    let (mut answers, mut asked) = (BTreeMap::new(), BTreeMap::new());
    let most = effort.of(30, 200);
    for number in 0..most {
        let (collective, topology) = (lot.one(&COLLECTIVES), lot.one(&TOPOLOGIES));
        let (id, formula) = (format!("q{number}"), formula(lot));
        questions.push(json!({"id": id, "collective": collective, "topology": topology,
                              "asks": [{"ask": "formula", "points": 1}]}));
        answers.insert(format!("{id}.formula"), formula.clone());
        asked.insert(format!("{id}.formula"), (collective, topology, formula));
    }
    let set = json!({"format": "hockney/problems/v1", "questions": questions});
    let given = json!({"format": "hockney/answers/v1", "student": "s", "answers": answers});
    fs::write(doors.path().join("set.json"), set.to_string()).unwrap();
    fs::write(doors.path().join("answers.json"), given.to_string()).unwrap();
    let (_, graded) = doors.json("grade set.json answers.json");
    let rows = graded["submissions"][0]["answers"].as_array().cloned().unwrap_or_default();
    doors.hold("graded", rows.len() == most, || format!("{} of {most} are graded", rows.len()));
    for row in rows {
        let (collective, topology, formula) = &asked[row["ask"].as_str().unwrap()];
        let feedback = row["feedback"].as_str().unwrap_or_default();
        // A question without an algorithm takes the cost of any; the feedback names another than the default.
        let name =
            feedback.split("right for ").nth(1).and_then(|rest| rest.split([' ', ';', ',']).next());
        let name = name.filter(|name| !["all", "p", "every"].contains(name));
        let name = name.map_or_else(String::new, |name| format!(" -a {name}"));
        let line = format!("cost {collective} -t {topology}{name} --expect");
        let equal = doors.run_with(&line, &[formula]).status.code();
        let (kind, agrees) = match row["verdict"].as_str() {
            Some("right") => ("right", equal == Some(0) || other_sizes(feedback)),
            Some("wrong") => ("wrong", equal != Some(0) || feedback.contains(" only")),
            _ => continue,
        };
        doors.hold(kind, agrees, || {
            format!(
                "grade {collective} {topology} `{formula}`: {kind}, {feedback}; {line}: {equal:?}"
            )
        });
    }
}

const FAMILIES: [&str; 8] =
    ["ring", "linear-array", "switch", "complete", "star", "hypercube", "tree", "node-tree"];

/// Claims about algorithms for all sizes: closed forms as they are listed, forms that students write, and some that
/// need hops, roots or a size that is no power of two.
pub(super) fn proofs(effort: Effort, doors: &mut Doors, lot: &mut Lot) {
    for (collective, family, name, formula) in [
        ("broadcast", "tree", "leaf-halving", "(t_s + t_w m + t_h (log p + 1)) log p"),
        ("broadcast", "ring", "recursive-doubling", "(ts + m tw) log p"),
        ("all-gather", "ring", "ring", "(ts + m tw) (p - 1) + (sqrt p - 1) ts"),
    ] {
        claim(doors, [collective, family, name], formula);
    }
    for _ in 0..effort.of(3, 60) {
        let (collective, family) = (lot.one(&COLLECTIVES), lot.one(&FAMILIES));
        let (_, list) = doors.json(&format!("list {collective} -t {family}"));
        let Some(rows) = list["algorithms"].as_array().filter(|rows| !rows.is_empty()) else {
            continue;
        };
        let row = &rows[lot.below(rows.len())];
        let formula = match row["closed_form"].as_str() {
            Some(formula) if lot.percent(50) => formula.to_owned(),
            _ => formula(lot),
        };
        let hops = if lot.percent(20) { " + t_h log p" } else { "" };
        let name = row["algorithm"].as_str().unwrap_or_default();
        claim(doors, [collective, family, name], &(formula + hops));
    }
}

/// A formula that is refuted differs at the size that is named; one that differs at a small size is refuted; and one
/// that is proved differs at none.
fn claim(doors: &mut Doors, [collective, family, name]: [&str; 3], formula: &str) {
    let cost = |doors: &Doors, p: u64, pieces: &str| {
        // A sum without the node's own is asked for by an option.
        let scans = [" --exclusive", ""];
        let kinds = if collective == "scan" { &scans[..] } else { &scans[1..] };
        let codes = kinds.iter().map(|kind| {
            let line = format!("cost {collective} -t {family}:{p} -a {name}{kind}{pieces}");
            let code = |ports| {
                doors.run_with(&format!("{line}{ports} --expect"), &[formula]).status.code()
            };
            // Some algorithms need all ports.
            if code("") == Some(2) { code(" --ports all") } else { code("") }
        });
        codes.reduce(|one, other| if other == Some(2) { one } else { other }).flatten()
    };
    let at = [2, 3, 4, 5, 7, 8, 16].map(|p| (p, cost(doors, p, "")));
    let differs = at.iter().any(|(_, code)| *code == Some(1));
    let line = format!("prove {collective} -t {family} -a {name}");
    let provable = doors.run(&line).status.code() == Some(0);
    let line = format!("{line} -f json --expect");
    let proved = doors.run_with(&line, &[formula]);
    let answer: Value = serde_json::from_slice(&proved.stdout).unwrap_or_default();
    let (kind, agrees) = match proved.status.code() {
        Some(0) => ("proved", !differs),
        Some(1) => {
            let of = |name: &str| answer["at"][name].as_u64();
            let p = of("p").or_else(|| Some(1 << of("d")?));
            let pieces = of("n").map_or_else(String::new, |n| format!(" --pieces {n}"));
            ("refuted", p.is_some_and(|p| cost(doors, p, &pieces) == Some(1)))
        }
        // A proof that knows no hops says so.
        Some(3) if provable => ("not proved", !differs || formula.contains("t_h")),
        _ => return,
    };
    doors.hold(kind, agrees, || {
        let said = [&answer["at"], &answer["error"]["message"]];
        format!("{line} '{formula}': {kind}, {said:?}, cost: {at:?}")
    });
}

/// The points of a path, or the middle of a circle, from the numbers of an element.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    words.filter_map(|word| word.parse().ok()).collect()
}

fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let text = element.split_once(&format!(" {name}=\"")).map_or("", |(_, rest)| rest);
    text.split('"').next().unwrap_or_default()
}

/// Rows of a sweep cost what `cost` says at their size, and no mark of its plot is below the lower bound.
#[allow(clippy::float_arithmetic, reason = "places on paper")]
pub(super) fn plots(effort: Effort, doors: &mut Doors, lot: &mut Lot) {
    for _ in 0..effort.of(1, 4) {
        let collective = lot.one(&COLLECTIVES);
        let family = lot.one(&["switch", "ring", "complete", "linear-array", "star", "hypercube"]);
        let times = format!("--ts 100 --tw 1 -m {}", lot.one(&["21", "100", "1000"]));
        let line = format!("compare {collective} -t {family} {times} --over p=2..16");
        let text = doors.text(&format!("{line} -f jsonl"));
        let rows: Vec<Value> =
            text.lines().filter_map(|row| serde_json::from_str(row).ok()).collect();
        doors.hold("sweep", !rows.is_empty(), || format!("{line}: no rows"));
        for _ in 0..10.min(rows.len()) {
            let row = &rows[lot.below(rows.len())];
            let word = |key: &str| row[key].as_str().unwrap_or_default();
            // Totals over a range are of m/n words.
            let single = format!(
                "cost {collective} -t {} {times} --ideal -a {}",
                word("topology"),
                word("algorithm")
            );
            let cost = doors.answer(&single);
            doors.hold("row of a sweep", cost.text("total") == row["total"].as_str(), || {
                format!(
                    "{line}: {} {}, {single}: {}",
                    word("algorithm"),
                    row["total"],
                    cost.short()
                )
            });
        }
        doors.run(&format!("{line} --plot plot.svg"));
        let svg = fs::read_to_string(doors.path().join("plot.svg")).unwrap_or_default();
        let bound = svg.lines().find(|line| line.starts_with("<path class=\"bound\""));
        let bound = numbers(attribute(bound.unwrap_or_default(), "d"));
        let mut below = 0;
        for mark in svg.lines().filter(|line| line.starts_with("<circle")) {
            let at = |name| numbers(attribute(mark, name)).first().copied().unwrap_or(f64::NAN);
            let (x, y) = (at("cx"), at("cy"));
            let there = bound.chunks_exact(2).filter(|point| (point[0] - x).abs() < 0.06);
            // Paper has its zero at the top.
            let lowest = there.map(|point| point[1]).reduce(f64::max);
            below += usize::from(lowest.is_some_and(|lowest| y > lowest + 1.0));
        }
        doors.hold("marks of a plot", below == 0 && !bound.is_empty(), || {
            format!("{line} --plot: {below} marks below the lower bound")
        });
    }
}
