//! What is written for Gradescope, PrairieLearn, Canvas and Moodle has the fields that these systems
//! publish, of their types, and an answer that is left to a person is not shown as failed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Map, Value};

/// A key, whether it must be there, and what its value must be.
type Field = (&'static str, bool, fn(&Value) -> bool);

fn text(value: &Value) -> bool {
    value.is_string()
}

fn number(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number >= 0.0)
}

fn share(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| (0.0..=1.0).contains(&number))
}

fn texts(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(text))
}

fn one_of(value: &Value, known: &[&str]) -> bool {
    value.as_str().is_some_and(|value| known.contains(&value))
}

fn markup(value: &Value) -> bool {
    one_of(value, &["text", "html", "simple_format", "md", "ansi"])
}

fn visibility(value: &Value) -> bool {
    one_of(value, &["hidden", "after_due_date", "visible", "after_published"])
}

fn status(value: &Value) -> bool {
    one_of(value, &["passed", "failed"])
}

/// Gradescope, Autograder Specifications, "Output format".
const GRADESCOPE: &[Field] = &[
    ("score", true, number),
    ("execution_time", false, number),
    ("output", false, text),
    ("output_format", false, markup),
    ("test_output_format", false, markup),
    ("test_name_format", false, markup),
    ("visibility", false, visibility),
    ("stdout_visibility", false, visibility),
    ("extra_data", false, Value::is_object),
    ("tests", true, |tests| list(tests, GRADESCOPE_TEST)),
    ("leaderboard", false, Value::is_array),
];
const GRADESCOPE_TEST: &[Field] = &[
    ("score", false, number),
    ("max_score", false, number),
    ("status", false, status),
    ("name", true, text),
    ("name_format", false, markup),
    ("number", false, text),
    ("output", true, text),
    ("output_format", false, markup),
    ("tags", false, texts),
    ("visibility", false, visibility),
    ("extra_data", false, Value::is_object),
];

/// PrairieLearn, External Grading, "Grading results".
const PRAIRIELEARN: &[Field] = &[
    ("gradable", false, Value::is_boolean),
    ("score", false, share),
    ("message", false, text),
    ("output", false, text),
    ("images", false, Value::is_array),
    ("format_errors", false, |value| text(value) || texts(value)),
    ("tests", false, |tests| list(tests, PRAIRIELEARN_TEST)),
];
const PRAIRIELEARN_TEST: &[Field] = &[
    ("name", true, text),
    ("description", false, text),
    ("points", true, number),
    ("max_points", true, number),
    ("message", false, text),
    ("output", false, text),
    ("images", false, Value::is_array),
];

fn list(value: &Value, fields: &[Field]) -> bool {
    value.as_array().is_some_and(|list| {
        list.iter().all(|item| item.as_object().is_some_and(|item| wrong(item, fields).is_none()))
    })
}

/// The first key that is unknown, missing, or has another type.
fn wrong(found: &Map<String, Value>, fields: &[Field]) -> Option<String> {
    let known: BTreeSet<&str> = fields.iter().map(|(name, ..)| *name).collect();
    if let Some(stranger) = found.keys().find(|key| !known.contains(key.as_str())) {
        return Some(format!("unknown {stranger}"));
    }
    let bad = |(name, needed, is): &&Field| match found.get(*name) {
        Some(value) => !is(value),
        None => *needed,
    };
    fields.iter().find(bad).map(|(name, ..)| (*name).to_owned())
}

fn results(format: &str, answers: &str, more: &[&str]) -> Map<String, Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(["grade", "specs/examples/sheet.problems.yaml", answers, "-f", format]);
    let output = command.args(more).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.stdout.len() < 1 << 20, "PrairieLearn takes 1 MB");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    value.as_object().unwrap().clone()
}

const SUBMISSIONS: [&str; 3] = [
    "specs/examples/student.answers.yaml",
    "specs/examples/mistakes.answers.yaml",
    "specs/examples/class/third.yaml",
];

#[test]
fn results_have_the_published_fields() {
    let overrides = ["--overrides", "specs/examples/sheet.overrides.yaml"];
    for answers in SUBMISSIONS {
        for more in [&[][..], &["--feedback", "score"], &["--feedback", "hint"], &overrides] {
            let found = results("gradescope", answers, more);
            assert_eq!(wrong(&found, GRADESCOPE), None, "{answers} {more:?}");
            let found = results("prairielearn", answers, more);
            assert_eq!(wrong(&found, PRAIRIELEARN), None, "{answers} {more:?}");
            // The score may be left out only where the attempt does not count.
            assert_eq!(found["gradable"] == true, found.contains_key("score"));
            assert_eq!(found["gradable"] == true, !found.contains_key("format_errors"));
        }
    }
}

/// Where students may hand in again, the right answer is left out unless it is asked for.
#[test]
fn the_right_answer_is_left_out_by_default() {
    for format in ["gradescope", "prairielearn"] {
        let of = |more: &[&str]| results(format, SUBMISSIONS[1], more);
        assert_eq!(of(&[]), of(&["--feedback", "hint"]));
        assert_ne!(of(&[]), of(&["--feedback", "full"]));
        assert_ne!(of(&[]), of(&["--feedback", "score"]));
    }
    let of = |more: &[&str]| results("json", SUBMISSIONS[1], more);
    assert_eq!(of(&[]), of(&["--feedback", "full"]));
    assert_ne!(of(&[]), of(&["--feedback", "hint"]));
}

/// The checker refuses what is not of the published shape.
#[test]
fn other_fields_are_noticed() {
    let mut found = results("gradescope", SUBMISSIONS[0], &[]);
    found["tests"][0]["status"] = "undecided".into();
    assert_eq!(wrong(&found, GRADESCOPE), Some("tests".to_owned()));
    let mut found = results("prairielearn", SUBMISSIONS[0], &[]);
    found.insert("score".to_owned(), 2.into());
    assert_eq!(wrong(&found, PRAIRIELEARN), Some("score".to_owned()));
    found.insert("verdict".to_owned(), "right".into());
    assert_eq!(wrong(&found, PRAIRIELEARN), Some("unknown verdict".to_owned()));
}

/// The problem set of the tests: three asks for 2 points.
const SET: &str = "format: hockney/problems/v1
title: Sheet (1)
questions:
  - id: q
    collective: broadcast
    topology: ring:8
    numbers: {m: 100, t_s: 5, t_w: 1}
    asks: [{ask: formula, points: 2/3}, {ask: steps, points: 1}, {ask: number, points: 1/3}]
";

fn answers(student: &str, answers: &[(&str, &str)]) -> String {
    let lines = answers.iter().map(|(ask, answer)| format!("  q.{ask}: '{answer}'\n"));
    let lines: String = lines.collect();
    let lines = if lines.is_empty() { " {}\n".to_owned() } else { format!("\n{lines}") };
    format!("format: hockney/answers/v1\nstudent: {student}\nanswers:{lines}")
}

/// A folder with the problem set and other files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("set.yaml", SET)].iter().chain(files) {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

fn hockney(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
    command.args(args).current_dir(folder).output().unwrap()
}

fn grade(folder: &Path, args: &[&str]) -> Value {
    let output = hockney(folder, &[&["grade", "set.yaml"], args].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// An answer that is left to a person has no score, no status and no points of a table.
#[test]
fn what_is_left_to_a_person_is_not_failed() {
    let text = answers("s1", &[("formula", "(ts + tw m) log p"), ("steps", "perhaps")]);
    let folder = folder(&[("a.yaml", &text)]);
    let graded = "graded by hockney";
    let found = grade(folder.path(), &["a.yaml", "-f", "gradescope"]);
    assert_eq!(found["score"], serde_json::json!(0.666_666));
    let output = found["output"].as_str().unwrap();
    let head = "0.666667 (2/3) of 2 points, 1 point open\na person will look at q.steps\n";
    assert!(output.starts_with(&format!("{head}{graded}")), "{output}");
    let keys = ["score", "max_score", "status"];
    let of_test = |test: &Value| keys.map(|key| test.get(key).cloned());
    assert_eq!(
        of_test(&found["tests"][0]),
        [Some(0.666_666.into()), Some(0.666_666.into()), Some("passed".into())]
    );
    assert_eq!(of_test(&found["tests"][1]), [None, None, None]);
    assert_eq!(of_test(&found["tests"][2]).map(|key| key.is_some()), [true; 3]);
    // A right answer says so once.
    assert_eq!(found["tests"][0]["output"], "right");
    let said = found["tests"][1]["output"].as_str().unwrap();
    let (verdict, why) = said.split_once('\n').unwrap();
    assert_eq!(verdict, "could not be read: a person will look at this answer");
    assert!(!why.is_empty());
    let found = grade(folder.path(), &["a.yaml", "-f", "prairielearn"]);
    assert_eq!(found["message"], head.trim_end());
    let points = |test: &Value| (test["points"].clone(), test["max_points"].clone());
    assert_eq!(points(&found["tests"][1]), (0.into(), 0.into()));
    assert_eq!(points(&found["tests"][2]), (0.into(), 0.333_333.into()));
    // In text, too.
    let text = hockney(folder.path(), &["grade", "set.yaml", "a.yaml", "--feedback", "score"]);
    let text = String::from_utf8(text.stdout).unwrap();
    let expected = "Sheet (1)\ns1: 0.666667 (2/3) of 2 points, 1 point open\n  \
                    q.formula: right, 0.666667 (2/3) of 0.666667 (2/3), by identity\n  \
                    q.steps: could not be read, 1 point open\n  \
                    q.number: missing, 0 of 0.333333 (1/3)\ngraded by";
    assert!(text.starts_with(expected), "{text}");
}

/// The points of a decision are a verdict.
#[test]
fn a_decision_replaces_the_verdict() {
    let text = answers("s1", &[("formula", "(ts + tw m) log p"), ("steps", "perhaps")]);
    let decisions = "format: hockney/overrides/v1\ndecisions:\n  \
                     - {student: s1, ask: q.formula, points: 0}\n  \
                     - {student: s1, ask: q.steps, points: 0.5}\n  \
                     - {student: s1, ask: q.number, points: 1/3}\n";
    let folder = folder(&[("a.yaml", &text), ("b.yaml", &text), ("decisions.yaml", decisions)]);
    let overrides = ["--overrides", "decisions.yaml"];
    let found = grade(folder.path(), &[&["a.yaml", "-f", "gradescope"], &overrides[..]].concat());
    for (test, score, status) in [(0, 0.0, "failed"), (1, 0.5, "failed"), (2, 0.333_333, "passed")]
    {
        let test = &found["tests"][test];
        assert_eq!((test["score"].as_f64(), &test["status"]), (Some(score), &status.into()));
    }
    let class = ["grade", "set.yaml", "a.yaml", "b.yaml", "--feedback", "score"];
    let text = hockney(folder.path(), &[&class[..], &overrides].concat()).stdout;
    let text = String::from_utf8(text).unwrap();
    let expected = "the class: 2 submissions\n  right:\n    q.number: 2 right\n  wrong:\n    \
                    q.formula: 2 wrong\n    q.steps: 2 partly right\n  open, for a person to decide (2):\n    \
                    s1: b.yaml is by the same student\n    s1: a.yaml is by the same student\n";
    assert!(text.contains(expected), "{text}");
}

/// An attempt of which nothing was read does not count, and every attempt has results, in a folder that
/// need not exist.
#[test]
fn an_attempt_without_a_readable_answer_does_not_count() {
    let unread = answers("s1", &[("steps", "perhaps")]);
    let wrong = answers("s1", &[("steps", "perhaps"), ("number", "1")]);
    let folder = folder(&[
        ("unread.yaml", &unread),
        ("wrong.yaml", &wrong),
        ("none.yaml", &answers("s1", &[])),
        ("two/a.yaml", &wrong),
        ("two/b/c.json", &wrong),
        ("empty/readme.md", "no answers"),
    ]);
    let no_file = "there is no answer file; submit one that ends in .yaml, .yml, .json or .txt";
    for (name, gradable, why) in [
        ("wrong.yaml", true, None),
        ("unread.yaml", false, Some("q.steps: could not be read: ")),
        ("none.yaml", false, Some("the file contains no answer")),
        ("missing.yaml", false, Some(no_file)),
        ("empty", false, Some(no_file)),
        ("two", false, Some("there are 2 files, `a.yaml`, `b/c.json`; submit one")),
    ] {
        let results = folder.path().join(format!("{name}-results/new/results.json"));
        let args =
            ["grade", "set.yaml", name, "-f", "prairielearn", "-o", results.to_str().unwrap()];
        assert!(hockney(folder.path(), &args).status.success());
        let found: Value = serde_json::from_slice(&fs::read(results).unwrap()).unwrap();
        assert_eq!(found["gradable"], gradable, "{name}");
        let said = found["format_errors"][0].as_str();
        assert_eq!(said.is_some(), why.is_some(), "{name}: {said:?}");
        assert!(said.zip(why).is_none_or(|(said, why)| said.starts_with(why)), "{name}: {said:?}");
        assert_eq!(wrong_of(&found, PRAIRIELEARN), None);
        let found = grade(folder.path(), &[name, "-f", "gradescope"]);
        assert_eq!(wrong_of(&found, GRADESCOPE), None);
        if name == "two" {
            let said = found["output"].as_str().unwrap();
            assert!(
                said.starts_with(
                    "not graded: there are 2 files, `a.yaml`, `b/c.json`; submit one\n"
                )
            );
            let anonymous = grade(folder.path(), &[name, "-f", "gradescope", "--anonymous"]);
            let said = anonymous["output"].as_str().unwrap();
            assert!(
                said.starts_with("not graded: there are 2 files, `..`; submit one\n"),
                "{said}"
            );
            assert_eq!((&found["score"], &found["tests"]), (&0.into(), &serde_json::json!([])));
        }
    }
}

fn wrong_of(found: &Value, fields: &[Field]) -> Option<String> {
    wrong(found.as_object().unwrap(), fields)
}

/// The student is the one that Gradescope names, and so are the variant and the decisions.
#[test]
fn gradescope_names_the_student() {
    let metadata = r#"{"id": 7, "users": [{"email": "zoe@x.edu", "id": 1, "name": "Zoe"},
        {"email": "Ann@x.edu", "id": 2, "name": "Ann"}], "previous_submissions": []}"#;
    let variants = "variants: {q: {topology: ['ring:8', 'ring:16', 'ring:32', 'ring:64']}}\n";
    let decisions = "format: hockney/overrides/v1\ndecisions:\n  \
                     - {student: ann@x.edu, ask: q.steps, points: 1, note: yes}\n";
    let folder = folder(&[
        ("variants.yaml", &format!("{SET}{variants}")),
        ("secret", "a secret"),
        ("decisions.yaml", decisions),
        ("metadata.json", metadata),
        ("nobody.json", r#"{"users": []}"#),
        ("friend.yaml", &answers("friend", &[("steps", "perhaps")])),
        ("own.yaml", &answers("ANN@x.edu", &[("steps", "perhaps")])),
    ]);
    let run = |file: &str, more: &[&str]| {
        let args = ["grade", "variants.yaml", file, "--secret", "secret", "-f", "gradescope"];
        hockney(folder.path(), &[&args[..], more].concat())
    };
    let said = |file: &str, more: &[&str]| {
        let found: Value = serde_json::from_slice(&run(file, more).stdout).unwrap();
        found["output"].as_str().unwrap().to_owned()
    };
    let variant = |said: &str| {
        said.lines().find(|line| line.starts_with("variant")).map(str::to_owned).unwrap()
    };
    let named = ["--metadata", "metadata.json", "--overrides", "decisions.yaml"];
    let (friend, own) = (said("friend.yaml", &named), said("own.yaml", &named));
    assert_eq!(variant(&friend), variant(&own));
    assert_eq!(variant(&own), variant(&said("own.yaml", &[])));
    assert_ne!(variant(&friend), variant(&said("friend.yaml", &[])), "choose other names");
    assert!(friend.starts_with("1 of 2 points\n"), "{friend}");
    let note = "the file names `friend`, but `Ann@x.edu` submitted it and counts";
    assert!(friend.contains(note) && !own.contains("submitted it"), "{friend}\n{own}");
    assert!(said("friend.yaml", &[&named[..], &["--anonymous"]].concat()).contains("names `..`"));
    let refused = |args: &[&str]| {
        let output = hockney(folder.path(), &[&["grade", "set.yaml", "own.yaml"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        refused(&["-f", "gradescope", "--metadata", "nobody.json"]),
        "error: nobody.json does not name the student: it names no user with an email\n\
         help: name the submission_metadata.json that Gradescope writes\n"
    );
    assert_eq!(
        refused(&["--metadata", "metadata.json"]),
        "error: --metadata names the student of one submission to Gradescope\n\
         help: add -f gradescope\n"
    );
}

/// The scripts of `specs/` in an imitation of the folders of both systems.
#[cfg(unix)]
#[test]
fn the_scripts_write_results() {
    let text = answers("friend", &[("steps", "3")]);
    let folder = folder(&[
        ("submission/homework/answers.yaml", &text),
        ("submission/notes.txt", "notes"),
        ("submission_metadata.json", r#"{"users": [{"email": "ann@x.edu"}]}"#),
        ("source/problems.yaml", SET),
        ("student/answers.yaml", &text),
        ("tests/problems.yaml", SET),
        ("broken/source/problems.yaml", "no problems"),
        ("broken/tests/problems.yaml", "no problems"),
    ]);
    let root = folder.path();
    let program = Path::new(env!("CARGO_BIN_EXE_hockney"));
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    for source in ["source", "broken/source"] {
        std::os::unix::fs::symlink(program, root.join(source).join("hockney")).unwrap();
    }
    let run = |script: &str, root: &Path| -> Value {
        let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
        let mut command = Command::new("bash");
        command.arg(specs.join(script)).env("PATH", path);
        command.env("AUTOGRADER_ROOT", root).env("GRADE_ROOT", root);
        command.env("AUTOGRADER_SOURCE", root.join("source"));
        assert!(command.output().unwrap().status.success(), "{script}");
        let results = fs::read(root.join("results/results.json"));
        results.map_or(Value::Null, |results| serde_json::from_slice(&results).unwrap())
    };
    assert_eq!(run("gradescope/setup.sh", root), Value::Null);
    let found = run("gradescope/run_autograder", root);
    let output = found["output"].as_str().unwrap();
    let note = "the file names `friend`, but `ann@x.edu` submitted it and counts\n";
    assert!(output.starts_with(&format!("1 of 2 points\n{note}")), "{output}");
    let found = run("prairielearn/grade.sh", root);
    assert_eq!((&found["score"], &found["message"]), (&0.5.into(), &"1 of 2 points".into()));
    // A defect of the recipe is not the student's.
    let broken = root.join("broken");
    let tell = "The answers could not be graded. Tell your teacher.";
    let found = run("gradescope/run_autograder", &broken);
    assert_eq!(found, serde_json::json!({"score": 0, "output": tell}));
    let found = run("prairielearn/grade.sh", &broken);
    assert_eq!(found, serde_json::json!({"gradable": false, "message": tell}));
}

/// A gradebook has the head that Canvas demands, and only points that are decided.
#[test]
fn a_gradebook_has_decided_points_only() {
    let folder = folder(&[
        ("class/1.yaml", &answers("s1", &[("steps", "3"), ("number", "315")])),
        ("class/2.yaml", &answers("s2", &[("steps", "perhaps"), ("number", "315")])),
        ("class/3.yaml", &answers("s3", &[("steps", "3")])),
        ("class/4.yaml", &answers("S3", &[("steps", "3")])),
        ("class/5.yaml", "answers: {q.steps: 3}"),
        ("class/6.yaml", &answers("=1+1", &[])),
    ]);
    let run = |more: &[&str]| {
        let args = ["grade", "set.yaml", "class", "-f", "gradebook"];
        let output = hockney(folder.path(), &[&args[..], more].concat());
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (table, note) = run(&[]);
    assert_eq!(
        table,
        "\"Student\",\"ID\",\"SIS User ID\",\"SIS Login ID\",\"Section\",\"Sheet (1)\"\n\
         \"s1\",\"\",\"s1\",\"s1\",\"\",1.333333\n5,\"\",5,5,\"\",1\n\"'=1+1\",\"\",\"'=1+1\",\"'=1+1\",\"\",0\n"
    );
    let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
    let left_out = "note: 3 of 6 submissions are left out, since they are open or have no name: \
                    s2, s3, S3; --open FILE writes the answers to decide";
    assert!(note.ends_with(left_out), "{note}");
    assert_eq!(
        run(&["--anonymous"]),
        (
            String::new(),
            "error: a gradebook finds students by their names\n\
             help: leave out --anonymous, or take -f csv\n"
                .to_owned()
        )
    );
}

/// Students read nothing about the teacher's shell.
#[test]
fn only_the_command_line_knows_of_a_shell() {
    let shell = "help: the shell replaces `$..` and removes backslashes: put the formula in single \
                 quotes, as in '(ts + m tw) log p'";
    for formula in ["$ + m tw", "+ m tw", "frac{p}{2} ts"] {
        let folder = folder(&[("a.yaml", &answers("s1", &[("formula", formula)]))]);
        let equal = hockney(folder.path(), &["equal", formula, "p"]);
        let said = String::from_utf8(equal.stderr).unwrap();
        assert!(said.replace("\n        ", " ").contains(shell), "{said}");
        let graded = hockney(folder.path(), &["grade", "set.yaml", "a.yaml"]).stdout;
        let graded = String::from_utf8(graded).unwrap();
        assert!(graded.contains("could not be read") && !graded.contains("shell"), "{graded}");
    }
}

/// Whatever is quoted from a file may be a name, also one with backticks.
#[test]
fn anonymous_reports_quote_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, format!("format: hockney/answers/v1\nstudent: Mustermann\n{text}"))
            .unwrap();
        file.to_str().unwrap().to_owned()
    };
    let answers = "answers:\n  cube-all-gather.trace: '0: Mustermann'\n  \
                   ring-broadcast.formula: Mustermann asks\n  \
                   ring-broadcast.schedule: 'Step 1: Mustermann -> 2'\n  a`Mustermann`b: 1\n";
    let files = [file("m1.yaml", answers), file("m2.yaml", "Mustermann: 1\nanswers: {}\n")];
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["grade", "specs/examples/sheet.problems.yaml"]).args(more);
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let [one, other] = &files;
    for format in ["text", "json", "jsonl", "csv", "gradescope", "prairielearn"] {
        let single = ["gradescope", "prairielearn"].contains(&format);
        for files in if single { vec![vec![one], vec![other]] } else { vec![vec![one, other]] } {
            for feedback in ["hint", "full"] {
                let mut args = vec!["-f", format, "--feedback", feedback];
                args.extend(files.iter().map(|file| file.as_str()));
                assert!(run(&args).contains("Mustermann"), "{format}: the name is nowhere");
                args.push("--anonymous");
                let said = run(&args);
                assert!(said.contains("..") && !said.contains("Mustermann"), "{format}: {said}");
            }
        }
    }
}

/// The note about a decision that finds no submission is for a class: what grades one submission may
/// be read by its student.
#[test]
fn one_submission_says_nothing_of_other_students() {
    let folder = tempfile::tempdir().unwrap();
    let overrides = folder.path().join("overrides.yaml");
    let text = "format: hockney/overrides/v1\ndecisions:\n  \
                - {student: Mustermann, ask: ring-broadcast.steps, points: 1}\n";
    fs::write(&overrides, text).unwrap();
    let noted = |answers: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hockney"));
        command.args(["grade", "specs/examples/sheet.problems.yaml"]).args(answers);
        command.arg("--overrides").arg(&overrides).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = command.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap().contains("Mustermann finds no submission")
    };
    assert!(!noted(&SUBMISSIONS[..1]));
    assert!(noted(&SUBMISSIONS[..2]));
}
