//! Whole classes: of students with variants, and of files that mean no good.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn hockney(args: &[&str], threads: &str) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_hockney"))
        .args(args)
        .env("RAYON_NUM_THREADS", threads)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
    output
}

fn answers(student: &str, body: &str) -> String {
    format!("format: hockney/answers/v1\nstudent: {student}\nanswers:\n{body}")
}

const SET: &str = "format: hockney/problems/v1
questions:
  - {id: q, collective: {kind: broadcast, root: 0}, topology: 'ring:8', asks: [{ask: steps, points: 1}, {ask: trace, after: 1, points: 1}]}
variants: {q: {topology: ['ring:8', 'ring:16', 'ring:32', 'mesh:4x4'], root: any}}
";

/// A student is asked and graded about the same variant, however the name is spelled in either place.
#[test]
fn a_student_is_graded_against_the_sheet_that_was_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("set.yaml"), SET).unwrap();
    fs::write(at("secret"), "a secret\n").unwrap();
    fs::create_dir(at("class")).unwrap();
    let spell: [fn(&str) -> String; 5] = [
        str::to_owned,
        str::to_uppercase,
        |name| format!("  {name} "),
        |name| name.replace(' ', ""),
        |name| {
            let wide = |c: char| match c {
                '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).unwrap(),
                c => c,
            };
            name.chars().map(wide).collect()
        },
    ];
    let mut sheets = Vec::new();
    for k in 0..50 {
        let name = format!("student number {k}");
        let printed = spell[(k + 1) % spell.len()](&name);
        let (set, secret) = (at("set.yaml"), at("secret"));
        let print = ["problems", "print", &set, "--secret", &secret, "--student", &printed];
        let sheet = String::from_utf8(hockney(&print, "1").stdout).unwrap();
        // Consider broadcast on a ring of 16 nodes (ring:16), root 3.
        let about = sheet.lines().find(|line| line.starts_with("Consider")).unwrap();
        let topology = about.split(['(', ')']).nth(1).unwrap().to_owned();
        let root = about.split("root ").nth(1).unwrap();
        let root: u32 = root.split(['.', ' ']).next().unwrap().parse().unwrap();
        let nodes: u32 =
            about.split(" of ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let handed_in = spell[k % spell.len()](&name);
        let body = format!("  q.steps: {}\n  q.trace: {root}\n", nodes.ilog2());
        let file = format!("class/{k:02}.yaml");
        fs::write(at(&file), answers(&format!("{handed_in:?}"), &body)).unwrap();
        sheets.push((topology, root));
    }
    let (set, secret, class) = (at("set.yaml"), at("secret"), at("class"));
    let report = hockney(&["grade", &set, &class, "--secret", &secret, "-f", "json"], "4").stdout;
    let report: Value = serde_json::from_slice(&report).unwrap();
    let submissions = report["submissions"].as_array().unwrap();
    assert_eq!(submissions.len(), 50);
    for (submission, (topology, root)) in submissions.iter().zip(&sheets) {
        assert_eq!(submission["variant"], format!("q: {topology}, root {root}"));
        assert_eq!(submission["answers"][0]["verdict"], "right", "{submission}");
    }
    let different: std::collections::BTreeSet<_> = sheets.iter().collect();
    assert!(different.len() > 20, "{different:?}");
    let text = hockney(&["grade", &set, &class, "--secret", &secret], "4").stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains(&format!("  variant: q: {}, root {}\n", sheets[0].0, sheets[0].1)),
        "{text}"
    );
}

/// An answer that is indented too little is listed, and its student has no row in the gradebook, which would be a 0.
#[test]
fn a_badly_indented_answer_is_no_silent_zero() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let steps =
        "  Step 1: 0 -> 4\n  Step 2: 0 -> 2, 4 -> 6\n  Step 3: 0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7\n";
    let good = steps.replace("  Step", "    Step");
    put("1.yaml", &answers("ann", &format!("  ring-broadcast.schedule: |\n{steps}")));
    put(
        "2.yaml",
        &answers("ben", &format!("  ring-broadcast.schedule: |\n{}", steps.replace("  S", " S"))),
    );
    put("3.txt", &answers("cas", &format!("  ring-broadcast.schedule: |\n{good}")));
    put("4.txt", "Step 1: 0 -> 4\n");
    let class = folder.path().to_str().unwrap();
    let grade = |format: &str| {
        let output =
            hockney(&["grade", "specs/examples/sheet.problems.yaml", class, "-f", format], "2");
        String::from_utf8(output.stdout).unwrap()
    };
    let book = grade("gradebook");
    let rows: Vec<&str> = book.lines().skip(1).collect();
    // Each line of the second file belongs to its answer.
    let row = |name: &str| format!("\"{name}\",\"\",\"{name}\",\"{name}\",\"\",4");
    assert_eq!(rows, ["ben", "cas"].map(row));
    let text = grade("text").split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "ring-broadcast.schedule: could not be read, 1 x (ann): line 5: the set has no question `Step 1`",
        "submission 4: 4.txt: line 1, column 1:",
    ] {
        assert!(
            text.split_once("open, for a person to decide").unwrap().1.contains(wanted),
            "{text}"
        );
    }
}

/// An answer file without its first line is graded, with a warning.
#[test]
fn an_answer_file_may_lack_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let bob = put("1.yaml", "student: \"bob\"\nanswers:\n  ring-broadcast.steps: 3\n");
    put("2.yaml", "student: eve\nanswers:\n  fault.verdict: invalid: step 2\n");
    put("3.yaml", &answers("zoe", "  ring-broadcast.steps: 3\n"));
    put("4.yaml", "format: hockney/problems/v1\nstudent: max\nanswers: {a: 1}\n");
    put("5.yaml", "student: mia\n");
    let set = "specs/examples/sheet.problems.yaml";
    let grade = |more: &[&str]| {
        let class = folder.path().to_str().unwrap();
        let output = hockney(&[&["grade", set, class, "-f", "json"], more].concat(), "2");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report["submissions"].clone(), String::from_utf8(output.stderr).unwrap())
    };
    let (submissions, stderr) = grade(&[]);
    let warning =
        "`format: hockney/answers/v1` is missing; the file is read as if it had this line";
    assert_eq!(stderr, format!("note: 1.yaml: {warning}\nnote: 2.yaml: {warning}\n"));
    for (place, student, points, warned, unusable) in [
        (0, "bob", "1", true, Value::Null),
        (1, "eve", "1", true, Value::Null),
        (2, "zoe", "1", false, Value::Null),
        (
            3,
            "submission 4",
            "0",
            false,
            "line 1, column 9: expected an answer file, found a problem set".into(),
        ),
        (4, "submission 5", "0", false, "line 1, column 1: a submission without `format`".into()),
    ] {
        let found = &submissions[place];
        assert_eq!((&found["student"], &found["points"]), (&student.into(), &points.into()));
        let warnings: Vec<&str> = Some(warning).filter(|_| warned).into_iter().collect();
        assert_eq!(found["warnings"], serde_json::json!(warnings));
        assert_eq!(found["unusable"], unusable);
    }
    let (_, stderr) = grade(&["--anonymous"]);
    assert_eq!(stderr, format!("note: a file: {warning}\n").repeat(2));
    // For one submission, too.
    let output = hockney(&["grade", set, &bob], "1");
    assert!(String::from_utf8(output.stdout).unwrap().contains("\nbob: 1 of 17 points\n"));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("note: {bob}: {warning}\n"));
    // Of a class without any, the first five are named.
    for k in 0..6 {
        put(&format!("9{k}.yaml"), "answers:\n  fault.verdict: valid\n");
    }
    let (_, stderr) = grade(&[]);
    assert!(stderr.ends_with("note: 3 more answer files have such warnings\n"), "{stderr}");
    assert_eq!(stderr.lines().count(), 6);
}

/// All errors of a problem set are printed, at most 20; keys that cannot be computed are among them.
#[test]
fn all_errors_of_a_problem_set_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.yaml");
    let name = file.to_str().unwrap();
    let question = |id: &str, asks: &str| {
        format!(
            "  - {{id: {id}, collective: all-gather, topology: 'ring:6', algorithm: ring, asks: \
             [{asks}]}}\n"
        )
    };
    let steps = "{ask: steps, points: 1}";
    let begin = "format: hockney/problems/v1\nquestions:\n";
    let late = "{ask: step, step: 9, points: 1}";
    let set = begin.to_owned() + &question("a", late) + &question("b", "{ask: step, points: 1}");
    fs::write(&file, &set).unwrap();
    let json = hockney(&["grade", name, name, "-f", "json"], "1");
    assert_eq!(json.status.code(), Some(2));
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    let no_key = "question a: no key: a.step asks for step 9, but ring has 5";
    assert_eq!(
        found["error"],
        serde_json::json!({
            "kind": "input",
            "message": no_key,
            "help": "name an algorithm that fits, a smaller size, or a step that there is",
            "line": 3,
            "column": 10,
            "more": [{
                "kind": "input",
                "message": "an ask without `step`",
                "help": "write step: 1, or a later one",
                "line": 4,
                "column": 81,
            }],
        })
    );
    let text = String::from_utf8(hockney(&["problems", "print", name], "1").stderr).unwrap();
    let first = text.find("error: question a: ").unwrap();
    assert!(first < text.find("\n\nerror: an ask without `step`\n").unwrap(), "{text}");
    // One error has no list of others, and neither has one key that cannot be computed.
    fs::write(&file, begin.to_owned() + &question("a", late) + &question("b", steps)).unwrap();
    let json = hockney(&["grade", name, name, "-f", "json"], "1");
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(
        (&found["error"]["message"], &found["error"]["more"]),
        (&no_key.into(), &Value::Null)
    );
    let many: String = (0..25).map(|k| question(&format!("q{k}"), late)).collect();
    fs::write(&file, begin.to_owned() + &many).unwrap();
    let text = String::from_utf8(hockney(&["problems", "print", name], "1").stderr).unwrap();
    assert_eq!(text.matches("error: question q").count(), 20);
    assert!(text.ends_with("\nnote: 5 more errors are not shown\n"), "{text}");
}

/// What `problems new` writes is printed at once, and is what the library has.
#[test]
fn a_new_problem_set_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.yaml");
    let name = file.to_str().unwrap();
    assert!(hockney(&["problems", "new", "-o", name], "1").status.success());
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written, hockney_grader::NEW_PROBLEMS);
    assert_eq!(hockney(&["problems", "new"], "1").stdout, written.as_bytes());
    for more in [&[][..], &["--key"], &["--blank"], &["-f", "tex"]] {
        let output = hockney(&[&["problems", "print", name], more].concat(), "1");
        assert!(output.status.success() && output.stderr.is_empty(), "{more:?}");
    }
}

/// What is said about every file that cannot be used, by its name.
#[test]
fn a_class_of_hostile_files_is_graded_and_each_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    hostile(&class);
    let good = fs::read_to_string("specs/examples/student.answers.yaml").unwrap();
    let bad = fs::read_to_string("specs/examples/mistakes.answers.yaml").unwrap();
    for k in 0..900 {
        let text = if k % 2 == 0 { &good } else { &bad };
        let student = format!("t{k:07}");
        let text = text.replace("s1234567", &student).replace("s7654321", &student);
        fs::write(class.join(format!("ordinary-{k:03}.yaml")), text).unwrap();
    }
    let class = class.to_str().unwrap();
    let grade = |format: &str, threads: &str| {
        let set = "specs/examples/sheet.problems.yaml";
        hockney(&["grade", set, class, "-f", format, "--feedback", "hint"], threads).stdout
    };
    let alone = grade("json", "1");
    assert!(alone == grade("json", "4"), "the number of threads shows");
    let report: Value = serde_json::from_slice(&alone).unwrap();
    let mut said = String::new();
    for submission in report["submissions"].as_array().unwrap() {
        let file = submission["file"].as_str().unwrap();
        if file.starts_with("ordinary") {
            let whole =
                submission["student"].as_str().unwrap().ends_with(['0', '2', '4', '6', '8']);
            assert_eq!(submission["points"] == "17", whole, "{submission}");
            continue;
        }
        let shown: String = file.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        writeln!(said, "{shown}").unwrap();
        for why in submission["look_at"].as_array().unwrap() {
            writeln!(said, "    {}", why.as_str().unwrap().replace(char::is_control, "?")).unwrap();
        }
        for note in submission["notes"].as_array().unwrap() {
            writeln!(said, "    note: {}", note.as_str().unwrap()).unwrap();
        }
        for answer in submission["answers"].as_array().unwrap() {
            if answer["verdict"] != "missing" {
                let text: String = answer["feedback"].as_str().unwrap().chars().take(200).collect();
                writeln!(said, "    {}: {}: {text}", answer["ask"], answer["verdict"]).unwrap();
            }
        }
    }
    insta::assert_snapshot!(said);
    // A terminal is not told to do anything.
    let text = grade("text", "4");
    assert!(!text.contains(&0x1b) && !text.contains(&0x07));
    assert!(!grade("csv", "4").contains(&0x1b));
}

/// Files that are no submissions, and submissions that want to take long.
fn hostile(class: &Path) {
    fs::create_dir(class).unwrap();
    let put = |name: &str, text: &[u8]| fs::write(class.join(name), text).unwrap();
    put("400-kilobytes.yaml", "{".repeat(400_000).as_bytes());
    put("17-megabytes.yaml", "#".repeat(17_000_000).as_bytes());
    put("braces.yaml", "{".repeat(60_000).as_bytes());
    put("not-yaml.yaml", b"not yaml: : - [");
    put("empty.yaml", b"");
    put("blank.yaml", b"\n\n");
    put("not-utf-8.yaml", b"\xff\xfe\0");
    put("another-1.yaml", answers("s1000001", "  ring-broadcast.steps: 3\n").as_bytes());
    put("another-2.yaml", answers("' S1000001'", "  ring-broadcast.steps: 3\n").as_bytes());
    put(
        "escape-\x1b[31m.yaml",
        answers("\"\\e[31mred\\a\"", "  ring-broadcast.steps: 3\n").as_bytes(),
    );
    let bomb = "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: [*b, *b, *b, *b]\n";
    put("aliases.yaml", bomb.as_bytes());
    let many: String = (0..10_000).fold(String::new(), |text, k| text + &format!("  a{k}: 1\n"));
    put("10000-answers.yaml", answers("s2", &many).as_bytes());
    let some: String = many.split_inclusive('\n').take(4000).collect();
    put("4000-answers.yaml", answers("s3", &some).as_bytes());
    let deep = format!("  ring-broadcast.steps: {}{}\n", "[".repeat(20_000), "]".repeat(20_000));
    put("deep.yaml", answers("s4", &deep).as_bytes());
    for (k, formula) in [
        "p^p^p^p",
        "10^100000",
        "9^9^9^9^9",
        &"(".repeat(2000),
        &format!("{}p{}", "sqrt(".repeat(100), ")".repeat(100)),
        "(ts + tw m + p)^64",
        "sum(i=1..10^9, i)",
        "sum(i=1..p, sum(j=1..p, sum(k=1..p, 2^(i j k))))",
        &"1".repeat(5000),
    ]
    .iter()
    .enumerate()
    {
        let body = format!(
            "  ring-broadcast.formula: '{formula}'\n  ring-broadcast.number: '{formula}'\n  \
             ring-broadcast.steps: '{formula}'\n  cube-all-gather.growth: '{formula}'\n  \
             cube-all-gather.trace: '{formula}'\n"
        );
        put(&format!("huge-{k}.yaml"), answers(&format!("h{k}"), &body).as_bytes());
    }
    let long = format!("  ring-broadcast.schedule: |\n    Step 1: {}\n", "0 -> 4, ".repeat(7000));
    put("long-step.yaml", answers("s5", &long).as_bytes());
    let steps = (1..2500).fold(String::new(), |text, k| text + &format!("    Step {k}: 0 -> 4\n"));
    let steps = format!("  ring-broadcast.schedule: |\n{steps}");
    put("many-steps.yaml", answers("s6", &steps).as_bytes());
    let pieces = "  ring-broadcast.schedule:\n    format: hockney/schedule/v1\n    topology: ring:8\n    \
                  collective: {kind: broadcast, root: 0}\n    pieces: 1000000\n    steps:\n      \
                  - - {from: 0, to: 4, blocks: [0-999999]}\n";
    put("million-pieces.yaml", answers("s7", pieces).as_bytes());
    let machine = "  ring-broadcast.schedule:\n    format: hockney/schedule/v1\n    \
                   topology: ring:33000000\n    collective: {kind: broadcast, root: 0}\n    steps: []\n";
    put("large-machine.yaml", answers("s8", machine).as_bytes());
    let ranges = format!("  cube-all-gather.trace: '{}'\n", "0-99999 ".repeat(500));
    put("ranges.yaml", answers("s9", &ranges).as_bytes());
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::symlink;
        let odd = std::ffi::OsStr::from_bytes(b"name-\xff.yaml");
        fs::write(class.join(odd), answers("s10", "  ring-broadcast.steps: 3\n")).unwrap();
        symlink("/etc/hostname", class.join("out.yaml")).unwrap();
        symlink("/dev/zero", class.join("device.yaml")).unwrap();
        symlink("loop.yaml", class.join("loop.yaml")).unwrap();
        symlink("nowhere", class.join("dangling.yaml")).unwrap();
        Command::new("mkfifo").arg(class.join("pipe.yaml")).status().unwrap();
    }
}

/// A class of 30 with 60 answers that nobody can read takes few decisions, and then everybody has points.
#[test]
fn equal_answers_are_decided_together() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("class")).unwrap();
    let good = fs::read_to_string("specs/examples/student.answers.yaml").unwrap();
    let (steps, formula) = ("ring-broadcast.steps: ", "ring-broadcast.formula: ");
    for k in 0..30 {
        let line = |line: &str| {
            if line.contains(steps) {
                format!("  {steps}\"about {} or so\"", k % 8)
            } else if line.contains(formula) {
                // Blanks make no other answer.
                format!("  {formula}\"as in {}the lecture, page {}\"", " ".repeat(k % 2), k % 7)
            } else {
                line.replace("s1234567", &format!("student {k}"))
            }
        };
        let messy: Vec<String> = good.lines().map(line).collect();
        fs::write(at(&format!("class/{k}.yaml")), messy.join("\r\n")).unwrap();
    }
    // One is decided from the beginning.
    fs::write(at("class/decided.yaml"), &good).unwrap();
    let set = "specs/examples/sheet.problems.yaml";
    let grade = |more: &[&str]| {
        let output = hockney(&[&["grade", set], more].concat(), "2");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (class, open, table) = (at("class"), at("open.yaml"), at("points.csv"));
    let (_, said) = grade(&[&class, "-f", "gradebook", "-o", &table, "--open", &open]);
    assert!(
        said.contains("30 of 31 submissions are left out") && said.contains("student 29"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 2);
    let students = fs::read_to_string(at("points.open.csv")).unwrap();
    assert_eq!(students.lines().count(), 31, "{students}");
    assert!(students.contains("ring-broadcast.steps ring-broadcast.formula"), "{students}");
    let decisions = fs::read_to_string(&open).unwrap();
    assert_eq!(decisions.matches("  - students: [").count(), 15, "{decisions}");
    // As it is, it decides nothing.
    let (points, _) = grade(&[&class, "-f", "gradebook", "--overrides", &open]);
    assert_eq!(points.lines().count(), 2);
    fs::write(&open, decisions.replace("points: #", "points: 1 #")).unwrap();
    let (points, said) = grade(&[&class, "-f", "gradebook", "--overrides", &open]);
    assert_eq!((points.lines().count(), &*said), (32, ""), "{points}");
    for k in 0..30 {
        let file = at(&format!("class/{k}.yaml"));
        let (results, _) = grade(&[&file, "-f", "gradescope", "--overrides", &open]);
        let results: Value = serde_json::from_str(&results).unwrap();
        let tests = results["tests"].as_array().unwrap();
        assert!(tests.iter().all(|test| test["score"].is_number()), "{results}");
    }
    // Whoever writes a text is graded by a person.
    let explain = SET.replace("{ask: steps, points: 1}", "{ask: explain, what: 'Why?'}");
    fs::write(at("set.yaml"), explain.split("variants").next().unwrap()).unwrap();
    fs::write(at("one.yaml"), answers("s1", "  q.explain: It doubles.\n  q.trace: 0 4\n")).unwrap();
    let output = hockney(&["grade", &at("set.yaml"), &at("one.yaml")], "1");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("s1: 1 of 2 points, 1 point open\n  q.explain: undecided, 1 point open"),
        "{said}"
    );
}
