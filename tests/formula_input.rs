//! Formulas from the command line, a file and standard input: the same answer from all three.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn expect(answer: &str, input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(["cost", "broadcast", "-t", "ring:8", "--expect", answer]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    // Whoever is refused before it reads has closed its end.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("writable");
    format!("@{}", path.display())
}

#[test]
fn an_answer_comes_from_the_line_a_file_or_standard_input() {
    for (text, code) in [("(ts + m tw) log p\n", 0), ("\n (ts + m tw) p\n", 1)] {
        let ways =
            [expect(text, ""), expect("-", text), expect(&file("answer-right.txt", text), "")];
        for output in &ways {
            assert_eq!(output.status.code(), Some(code), "{text}");
            assert_eq!(output.stdout, ways[0].stdout, "{text}");
        }
    }
}

#[test]
fn what_is_wrong_in_a_file_has_its_place_there() {
    let name = file("answer-wrong.txt", "(ts + m tw)\n log p # 2\n");
    let said = String::from_utf8(expect(&name, "").stderr).expect("UTF-8");
    assert!(said.contains("answer-wrong.txt:2:8"), "{said}");
    for answer in ["@", "@nowhere.txt"] {
        let output = expect(answer, "");
        assert_eq!(output.status.code(), Some(2), "{answer}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("help: "), "{answer}");
    }
}
