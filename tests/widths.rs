//! Text for people fits the terminal: no line is wider than `COLUMNS`, whatever the command and the topology.

use hockney_testing::sweep;
use std::process::Command;

const TOPOLOGIES: [&str; 10] = [
    "linear-array:8",
    "ring:8",
    "mesh:4x4",
    "torus:4x4x4",
    "hypercube:16",
    "tree:8",
    "node-tree:7",
    "star:8",
    "switch:12",
    "complete:8",
];

const LINES: [&str; 22] = [
    "plan broadcast -t {} -f table",
    "plan all-gather -t {} -f trace",
    "plan all-to-all -t {} -f table",
    "cost all-reduce -t {} -m 1MB --ts 2us --bandwidth 100Gbit/s --busbw",
    "cost all-to-all -t {}",
    "cost scan -t {} -m 1000 --ts 5 --tw 1",
    "cost broadcast -t {} --expect (ts+m*tw)log(p)",
    "compare all-reduce -t {} -m 1MB --ts 2us --bandwidth 100Gbit/s --all --formulas",
    "compare broadcast -t {} --measure -m 1000 --ts 5 --tw 1 --busbw",
    "compare reduce-scatter -t {}",
    "compare all-gather -t {} --over m=1..1e6 --ts 5 --tw 1",
    "draw broadcast -t {} -f text",
    "draw all-gather -t {} -f text",
    "check broadcast -t {} specs/examples/near-first.txt",
    "check broadcast -t {} --all specs/examples/near-first.txt",
    "list -t {}",
    "list all-reduce -t {} --all",
    "list all-gather ring -t {}",
    "prove all-gather -t {}",
    "prove all-reduce -t {} -a ring",
    "cost barrier -t {}",
    "cost shift -t {} --by 3",
];

const ALONE: [&str; 10] = [
    "list",
    "list collectives",
    "list topologies",
    "list all-to-all",
    "equal ts*log(p) ts*log(p)+m*tw --proof",
    "grade specs/examples/sheet.problems.yaml specs/examples/class",
    "grade specs/examples/sheet.problems.yaml specs/examples/mistakes.answers.yaml",
    "cost specs/examples/two-phases.yaml -m 100 --ts 5 --tw 1",
    "draw --figure 4.5 -f text",
    "cost all-to-all -t hypercube:1024",
];

fn widest(line: &str, columns: &str) -> (usize, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(line.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.env("COLUMNS", columns).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
    (widest.chars().count(), widest.to_owned())
}

sweep! {
    fn no_line_is_wider_than_the_terminal(effort) {
        let families = TOPOLOGIES.iter().flat_map(|topology| {
            // A proof is for a family, not for a size.
            let family = topology.split(':').next().unwrap_or_default();
            LINES.iter().map(move |line| {
                line.replace("{}", if line.starts_with("prove") { family } else { topology })
            })
        });
        let lines = families.chain(ALONE.iter().map(|line| (*line).to_owned())).collect();
        for line in effort.thin(lines, 7) {
            for columns in ["80", "60"] {
                let (width, text) = widest(&line, columns);
                assert!(width <= columns.parse().unwrap(), "{line} at {columns} columns: {text}");
            }
        }
    }
}

/// Catches violations that are wider than the terminal, and those that are wrapped where programs read them.
#[test]
fn violations_of_plans_fit_too() {
    let said = |columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["plan", "broadcast", "-t", "ring:8", "-a", "near-first-doubling"]);
        let output = command.env("COLUMNS", columns).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    for columns in ["80", "60"] {
        let text = said(columns);
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns.parse().unwrap(), "at {columns} columns: {text}");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&text), words(&said("200")), "at {columns} columns");
    }
}

/// Catches a sentence that is cut: every word of it is there in the narrowest terminal, too.
#[test]
fn sentences_of_lists_are_wrapped() {
    let words = |line: &[&str], columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        let output = command.args(line).env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.retain(|word| !word.starts_with("--"));
        words.sort();
        words
    };
    assert_eq!(words(&["list", "broadcast"], "70"), words(&["list", "broadcast"], "200"));
    assert_eq!(words(&["list", "collectives"], "80"), words(&["list", "collectives"], "200"));
    assert_eq!(words(&["list"], "80"), words(&["list"], "200"));
}

/// Catches a column that is left out of a narrow table: what does not fit is below, with the same first column.
#[test]
fn every_column_is_there_in_a_narrow_terminal() {
    let line = "compare all-reduce -t nodes:4x2 --rails 1,2 -m 1kB,64kB,1MB,16MB,1GB --ts 2us --link \
                inside=0,300GB/s --link between=6us,50GB/s";
    for columns in ["60", "80"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        let output = command.args(line.split(' ')).env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("algorithm ")).collect();
        let titles: Vec<&str> = heads.iter().flat_map(|head| head.split_whitespace()).collect();
        for rails in ["1r", "2r"] {
            assert_eq!(titles.iter().filter(|title| **title == rails).count(), 5, "{text}");
        }
        assert!(heads.len() > 1 && !text.contains("left out, for a wider terminal"), "{text}");
    }
}

#[test]
fn the_list_of_algorithms_fits_a_few_screens() {
    for columns in ["80", "100", "120"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        let output = command.arg("list").env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().count();
        assert!((100..=400).contains(&lines), "{lines} lines at {columns} columns");
        assert!(text.contains("far first"), "{text}");
        let star = "\nchild-by-child*            each node sends ";
        assert!(text.contains(star), "{text}");
        assert!(!text.contains(".."), "{text}");
    }
}
