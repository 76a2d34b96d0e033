//! `hockney optimal` and its certificates: accepted as written, refused when anything in them is changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hockney_optimal::hex;
use sha2::{Digest, Sha256};

fn hockney(folder: &Path, line: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    let done = command.args(line).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The lines of a certificate that is refused.
fn refusals(report: &str) -> Vec<String> {
    let lines: Vec<&str> = report.lines().collect();
    let refused = lines.iter().enumerate().filter(|(_, line)| line.contains("REFUSED"));
    refused.map(|(at, _)| lines[at + 1].trim().to_owned()).collect()
}

/// Every kind of change is refused, each for its own reason.
#[test]
#[allow(clippy::too_many_lines)] // one certificate for all changes
fn tampered_certificates_are_refused() {
    let folder = folder("optimum");
    let line = ["optimal", "all-gather", "-t", "linear-array:5", "-o", ".", "--width", "400"];
    let (code, text, _) = hockney(&folder, &line);
    assert_eq!(code, Some(0), "{text}");
    let check = || hockney(&folder, &["check", "optimum.yaml", "--width", "400"]);
    let (code, text, _) = check();
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("accepted\n") && text.contains("  cake_lpr no-steps-3"), "{text}");
    let names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    let one = |start: &str, end: &str| {
        names.iter().find(|n| n.starts_with(start) && n.ends_with(end)).unwrap().clone()
    };
    let (schedule, cnf, proof) = (
        "steps-3-rounds-6-pieces-1.yaml".to_owned(),
        one("no-steps-3-rounds-5", ".cnf"),
        one("no-steps-3-rounds-5", ".lrat"),
    );
    let certificate = "optimum.yaml".to_owned();
    let old = fs::read_to_string(folder.join(&certificate)).unwrap();
    let digest = |key: &str| {
        let at = old.find(&format!("proof: {proof}")).unwrap();
        let part = if key == "cnf" { &old[..at] } else { &old[at..] };
        let start = part
            .rfind(&format!("{key}_sha256: "))
            .or_else(|| part.find(&format!("{key}_sha256: ")))
            .unwrap();
        part[start..].lines().next().unwrap().to_owned()
    };
    let turned = |line: &str| {
        let last = line.chars().last().unwrap();
        format!("{}{}", &line[..line.len() - 1], if last == '0' { '1' } else { '0' })
    };
    // A file, what is replaced in it by what, and the refusal.
    let changes: Vec<(&String, String, String, &str)> = vec![
        (
            &schedule,
            "\"blocks\": [0]".into(),
            "\"blocks\": [1]".into(),
            "the schedule is not valid: `hockney check` lists why",
        ),
        (
            &schedule,
            "topology: linear-array:5".into(),
            "topology: ring:5".into(),
            "the schedule answers another question",
        ),
        (
            &schedule,
            "kind: all-gather".into(),
            "kind: all-reduce".into(),
            "it is not a schedule file",
        ),
        (
            &certificate,
            "rounds: 6\n".into(),
            "rounds: 5\n".into(),
            "the schedule has 3 steps and 6 m words",
        ),
        (
            &certificate,
            "fewer than 6 m".into(),
            "fewer than 7 m".into(),
            "the sentence is not what the numbers mean",
        ),
        (
            &certificate,
            "rounds: 5\n".into(),
            "rounds: 6\n".into(),
            "the sentence is not what the numbers mean",
        ),
        (
            &certificate,
            "lemma: ports".into(),
            "lemma: pipeline".into(),
            "the lemma pipeline does not say this",
        ),
        (
            &certificate,
            digest("cnf"),
            turned(&digest("cnf")),
            "the formula of this cell has another digest",
        ),
        (&certificate, digest("proof"), turned(&digest("proof")), " has another digest"),
        (
            &certificate,
            "formula: cell".into(),
            "formula: gossip".into(),
            "it names no formula of this cell",
        ),
        (&cnf, "p cnf".into(), "c\np cnf".into(), " is not the formula of this cell"),
    ];
    for (file, from, to, why) in changes {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&from), "{file}: {from}");
        fs::write(&path, text.replacen(&from, &to, 1)).unwrap();
        let (code, report, error) = check();
        assert_eq!(code, Some(1), "{from} -> {to}: {report}{error}");
        assert!(
            refusals(&report).iter().any(|line| line.contains(why)),
            "{from} -> {to}: {report}"
        );
        fs::write(&path, text).unwrap();
    }
    // A proof that is cut has another digest; with the right digest it is still no proof.
    let bytes = fs::read(folder.join(&proof)).unwrap();
    fs::write(folder.join(&proof), &bytes[..bytes.len() / 2]).unwrap();
    assert!(refusals(&check().1)[0].ends_with("has another digest"));
    fs::remove_file(folder.join(&proof)).unwrap();
    assert!(refusals(&check().1)[0].ends_with("there is no such file or folder"));
    fs::write(folder.join(&proof), bytes).unwrap();
    // What cannot be read is no certificate.
    for (from, to, message) in [
        ("encoding: 1", "encoding: 2", "encoding 2 is not 1, the one of this program"),
        ("ports: one", "ports: two", "`ports` is not one or all"),
        ("routes: any", "routes: all", "`routes` is not any or neighbours"),
        (
            "schedule: steps",
            "schedule: ../steps",
            "`schedule` is not the plain name of a file beside this one",
        ),
        ("lemma: ports", "lemmas: ports", "there is no key `lemmas` in a cell"),
    ] {
        fs::write(folder.join(&certificate), old.replacen(from, to, 1)).unwrap();
        let (code, _, error) = check();
        assert_eq!(code, Some(2), "{from}");
        assert!(error.contains(message), "{from}: {error}");
    }
    // A missing reason leaves a point unproved.
    let at = old.find("  rounds: 5\n").unwrap();
    let start = old[..at].rfind("- claim").unwrap();
    let end = at + old[at..].find("- claim").unwrap();
    fs::write(folder.join(&certificate), format!("{}{}", &old[..start], &old[end..])).unwrap();
    let (code, report, _) = check();
    assert_eq!(code, Some(3), "{report}");
    assert!(
        report.contains("missing: that fewer words are not enough: steps-3-rounds-6-pieces-1.yaml"),
        "{report}"
    );
}

/// A refuted all-gather says nothing about a broadcast, which contains none.
#[test]
fn the_formula_of_another_collective_is_refused() {
    let folder = folder("other-formula");
    let line = ["optimal", "all-reduce", "-t", "linear-array:4", "-o", "."];
    let (code, text, _) = hockney(&folder, &line);
    assert_eq!(code, Some(0), "{text}");
    let (certificate, cnf) =
        (folder.join("optimum.yaml"), folder.join("no-steps-2-rounds-any-pieces-1.cnf"));
    let digest = |path: &Path| hex(&Sha256::digest(fs::read(path).unwrap()));
    let old = digest(&cnf);
    let formula = fs::read_to_string(&cnf).unwrap();
    fs::write(&cnf, formula.replace("schedule of all-reduce", "schedule of broadcast")).unwrap();
    let text = fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("formula: gossip") && text.contains(&old), "{text}");
    let text = text.replace("kind: all-reduce", "kind: broadcast\n  root: 0");
    let text = text.replace(&old, &digest(&cnf)).replace("all-reduce", "broadcast");
    fs::write(&certificate, text).unwrap();
    let (code, report, error) = hockney(&folder, &["check", "optimum.yaml", "--width", "400"]);
    assert_eq!(code, Some(1), "{report}{error}");
    let refused = refusals(&report);
    assert!(refused.contains(&"it names no formula of this cell".to_owned()), "{report}");
}

/// What runs out of its budget says all that is known, with its exit code.
#[test]
fn a_limit_leaves_open_what_it_leaves_open() {
    let folder = folder("limited");
    let line =
        ["optimal", "all-gather", "-t", "linear-array:7", "--limit", "clauses=100", "-f", "json"];
    let (code, text, _) = hockney(&folder, &line);
    assert_eq!(code, Some(3), "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(!report["open"].as_array().unwrap().is_empty());
    let again = hockney(&folder, &line);
    assert_eq!(text, again.1);
    let (code, text, _) =
        hockney(&folder, &["optimal", "all-gather", "-t", "ring:9", "--limit", "seconds=0"]);
    assert_eq!(code, Some(3), "{text}");
}

/// What the search does not have is refused with the reason.
#[test]
fn other_models_are_refused() {
    let folder = folder("refused");
    for (line, code, message) in [
        (
            &["scan", "-t", "ring:4"][..],
            2,
            "error: scan is not searched: there is no encoding of it",
        ),
        (
            &["all-gather", "-t", "nodes:2x2"],
            2,
            "error: the links of nodes:2x2 have classes, and the search counts words on equal links only",
        ),
        (
            &["all-gather", "-t", "ring:4", "--th", "1"],
            2,
            "error: --th 1: the search counts steps and words, not hops",
        ),
        (
            &["all-gather", "-t", "ring:4", "--switching", "store-and-forward"],
            2,
            "error: --switching store-and-forward: the search counts words once, not at each hop",
        ),
        (
            &["all-gather", "-t", "ring:4", "--ports", "2"],
            2,
            "error: --ports 2 is not searched: write --ports one or all",
        ),
        (
            &["all-gather", "-t", "star:4", "--ports", "all", "--steps", "5..4"],
            2,
            "error: --steps 5..4 is not a range of steps",
        ),
        (
            &["all-gather", "-t", "switch:4", "--neighbours"],
            2,
            "error: not all nodes of switch:4 can be reached by messages between neighbours",
        ),
        (
            &["all-reduce", "-t", "ring:4", "--ports", "all"],
            2,
            "error: all-reduce with all ports is not searched: there is no encoding of it",
        ),
        (
            &["all-reduce", "-t", "ring:9"],
            3,
            "no answer: 9 nodes are too many: all-reduce is searched up to 8",
        ),
        (
            &["all-gather", "-t", "ring:65"],
            3,
            "no answer: 65 nodes are too many: all-gather is searched up to 64",
        ),
        (
            &["all-gather", "-t", "ring:4", "--pieces", "0"],
            2,
            "error: a block has at least one piece",
        ),
        (
            &["all-gather", "-t", "ring:4", "--solver", "minisat {cnf}"],
            2,
            "error: --solver minisat {cnf} names no {cnf} or no {proof}",
        ),
    ] {
        let (found, _, error) = hockney(&folder, &[&["optimal"], line].concat());
        assert_eq!(error.lines().next(), Some(message), "{line:?}");
        assert_eq!(found, Some(code), "{line:?}");
    }
}

/// A solver that lies is not believed.
#[cfg(unix)]
#[test]
fn solvers_are_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("liars");
    for (says, message) in [
        ("s SATISFIABLE\\nv 1 2 3 0", "no answer: the solver's model does not satisfy its formula"),
        (
            "s UNSATISFIABLE",
            "no answer: the solver's proof is not accepted: it ends after 0 steps without the empty clause",
        ),
    ] {
        let script = folder.join("liar");
        fs::write(&script, format!("#!/bin/sh\n: > \"$2\"\nprintf '{says}\\n'\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let solver = format!("{} {{cnf}} {{proof}}", script.display());
        let line = ["optimal", "all-gather", "-t", "linear-array:5", "--solver", &solver];
        let (code, _, error) = hockney(&folder, &line);
        assert_eq!((code, error.trim_end()), (Some(3), message));
    }
}
