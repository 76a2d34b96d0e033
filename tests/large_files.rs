//! Schedule files that are too large to be kept: what is said of them is what is said of small ones.

use hockney_testing::sweep;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A file of a quarter of a million messages, which is read a step at a time.
fn large(name: &str) -> &'static str {
    static TEXTS: [OnceLock<String>; 2] = [OnceLock::new(), OnceLock::new()];
    let format = if name == "json" { "json" } else { "yaml" };
    TEXTS[usize::from(format == "json")].get_or_init(|| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["plan", "all-gather", "-t", "ring:512", "-f", format]);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    })
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Exit code, what is printed, and what is said.
fn run(line: &str, path: &PathBuf, piped: bool) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(line.split_whitespace());
    if piped {
        command.arg("-").stdin(Stdio::from(File::open(path).unwrap()));
    } else {
        command.arg(path);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), said)
}

sweep! {
    /// The price is that of the plan, whether the file can be read again or not.
    fn a_large_file_costs_what_its_plan_costs(effort) {
        let plan = |options: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
            command.args("cost all-gather -t ring:512 --every-message".split_whitespace());
            let output = command.args(options.split_whitespace()).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            // Of a file nobody knows the closed form, and what it is by is what it says.
            let forms = ["closed form", "textbook", "cheaper", "      "];
            let rest = printed.lines().filter(|line| !forms.iter().any(|form| line.starts_with(form)));
            rest.map(|line| line.replace(", by ", ", stated algorithm ") + "\n").collect::<String>()
        };
        for format in effort.thin(vec!["yaml", "json"], 2) {
            let path = file(&format!("large.{format}"), large(format));
            let options = ["-m 100 --ts 5 --tw 1", "", "--switching store-and-forward"];
            for options in effort.thin(options.to_vec(), 3) {
                let line = format!("cost {options} --schedule");
                let expected = plan(options);
                for piped in [false, true] {
                    let (code, printed, said) = run(&line, &path, piped);
                    let forms = |line: &&str| !line.starts_with("      ");
                    let printed: String =
                        printed.lines().filter(forms).map(|line| line.to_owned() + "\n").collect();
                    assert_eq!((code, printed, said.as_str()), (0, expected.clone(), ""), "{line}");
                }
            }
        }
    }
}

/// Pieces of whole words are weighed, for which the file is read again, or kept.
#[test]
fn a_large_file_is_weighed_in_whole_words() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let line = "plan broadcast -t linear-array:20000 --pieces 20 -a pipelined-chain";
    let output = command.args(line.split_whitespace()).output().unwrap();
    let path = file("large-pieces.yaml", &String::from_utf8(output.stdout).unwrap());
    for piped in [false, true] {
        let (code, printed, _) = run("cost -m 15 --ts 1 --tw 1 --schedule", &path, piped);
        assert_eq!(code, 0);
        assert!(printed.contains("\nwhole words  "), "{printed}");
    }
    let totals =
        [false, true].map(|piped| run("cost -m 15 --ts 1 --tw 1 --schedule", &path, piped).1);
    assert_eq!(totals[0], totals[1]);
}

/// What is wrong in the head is said with its place, and not that the file is large.
#[test]
fn what_is_wrong_in_the_head_has_its_place() {
    let yaml = large("yaml");
    let json = large("json");
    let twice = "the key `topology` is repeated";
    let cases = [
        (yaml.replacen("topology:", "topology: ring:512\ntopology:", 1), 3, twice),
        (yaml.replacen("steps:", "steps: []\nsteps:", 1), 8, "the key `steps` is repeated"),
        (
            json.replacen("  \"topology\"", "  \"topology\": \"ring:512\",\n  \"topology\"", 1),
            4,
            twice,
        ),
        (yaml.replacen("generator: \"hockney", "generator: \"hock\"ney", 1), 5, "this is not YAML"),
        (yaml.replacen("topology: ring", "topology: rung", 1), 2, "there is no topology `rung`"),
        (yaml.replacen("algorithm", "algoritm", 1), 4, "there is no key `algoritm`"),
    ];
    for (number, (text, line, message)) in cases.into_iter().enumerate() {
        let path = file(&format!("large-head-{number}"), &text);
        for command in ["check", "cost --schedule"] {
            let (code, _, said) = run(command, &path, false);
            assert_eq!(code, 2, "{said}");
            assert!(said.contains(message) && said.contains(&format!(":{line}:")), "{said}");
        }
    }
}

/// A limit is one of the whole file, wherever it is reached.
#[test]
fn limits_say_what_all_of_the_file_needs() {
    let path = file("large-limits.yaml", large("yaml"));
    let cases = [
        ("messages=1000", "--limit messages=261632 raises it"),
        ("hops=1000", "--limit hops=261632 raises it"),
        ("messages=600,hops=9", "--limit messages=261632,hops=261632 raises them"),
    ];
    for (limit, advice) in cases {
        for command in ["check --limit", "cost --limit --schedule"] {
            let line = command.replacen("--limit", &format!("--limit {limit}"), 1);
            for piped in [false, true] {
                let (code, _, said) = run(&line, &path, piped);
                assert_eq!(code, 3, "{line}: {said}");
                assert!(said.trim_end().ends_with(advice), "{line}: {said}");
            }
        }
    }
}

/// Who looks for a message among a quarter of a million is told where it stands.
#[test]
fn faults_in_a_large_file_have_a_line() {
    let cases = [
        ("yaml", r#"{"from": 12, "to": 13, "blocks": [12]}"#, "line 20, column 7"),
        ("json", r#"{"from": 12, "to": 13, "blocks": [12], "kind": "copy"}"#, "line 21, column 6"),
    ];
    for (format, message, place) in cases {
        let text = large(format).replacen(message, &message.replace("[12]", "[5]"), 1);
        let path = file(&format!("large-fault.{format}"), &text);
        for command in ["check", "cost --schedule"] {
            for piped in [false, true] {
                let (code, printed, _) = run(command, &path, piped);
                let expected = format!("step 1, {place}: not-held: node 12 sends to 13 block 5");
                assert!(code == 1 && printed.contains(&expected), "{printed}");
                // What lacks at the end is in no line.
                assert!(printed.contains("\nnot-delivered: node 13"), "{printed}");
            }
        }
    }
}
