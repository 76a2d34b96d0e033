//! Real answers, right and wrong: each file in `tests/grades/` is a problem set whose questions have
//! answers beside them, and the whole of what is said about each is compared.
//!
//! In `<name>.answers.txt` a line is `name of the ask = answer`; ` / ` in it is a new line.

use std::fmt::Write;
use std::fs;

use hockney::internal::grader::{Given, Key, grade, read_problems};

#[test]
fn answers_are_judged_as_written() {
    insta::glob!("grades/*.answers.txt", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let set = path.with_file_name(name.replace(".answers.txt", ".problems.yaml"));
        let set = read_problems(&fs::read_to_string(set).unwrap()).unwrap();
        let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
        let mut said = String::new();
        for line in fs::read_to_string(path).unwrap().lines() {
            let Some((name, answer)) = line.split_once(" = ") else {
                writeln!(said, "{line}").unwrap();
                continue;
            };
            let asks =
                keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
            let (key, ask) = asks.into_iter().find(|(_, ask)| ask.name == name).unwrap();
            let text = answer.replace(" / ", "\n");
            let span = hockney::internal::diagnostic::Span::new(0, text.len());
            let graded = grade(key, ask, Some(&Given { text, span }));
            let points = &graded.share * &ask.points;
            writeln!(
                said,
                "{name} = {answer}\n    {}, {points} points: {}",
                graded.verdict.name(),
                graded.full
            )
            .unwrap();
        }
        insta::assert_snapshot!(said);
    });
}

/// No answer gets a verdict other than its label, and nine of ten get one.
#[test]
fn labelled_answers_get_no_wrong_verdict() {
    let read = |name: &str| fs::read_to_string(format!("tests/grades/{name}")).unwrap();
    let set = read_problems(&read("labelled.problems.yaml")).unwrap();
    let keys: Vec<Key<'_>> = set.questions.iter().map(|of| Key::of(of).unwrap()).collect();
    let (mut all, mut decided, mut false_ones) = (0, 0, String::new());
    for line in read("labelled.txt").lines() {
        let Some((line, label)) = line.rsplit_once("  ## ").filter(|_| !line.starts_with('#'))
        else {
            continue;
        };
        let (name, answer) = line.split_once(" = ").unwrap();
        let asks = keys.iter().flat_map(|key| key.question.asks.iter().map(move |ask| (key, ask)));
        let (key, ask) = asks.into_iter().find(|(_, ask)| ask.name == name).unwrap();
        let text = answer.replace(" / ", "\n");
        let span = hockney::internal::diagnostic::Span::new(0, text.len());
        let graded = grade(key, ask, Some(&Given { text, span }));
        let said = match graded.verdict.name() {
            "partly right" => "partly",
            "could not be read" | "undecided" => "unreadable",
            other => other,
        };
        let label = label.trim();
        all += u32::from(label != "unreadable");
        decided += u32::from(label != "unreadable" && said != "unreadable");
        if said != label && said != "unreadable" {
            writeln!(false_ones, "{line}\n    {label}, and not {said}: {}", graded.full).unwrap();
        }
        if std::env::var_os("HOCKNEY_UNDECIDED").is_some() && said == "unreadable" && label != said
        {
            println!("{line}\n    {label}: {}", graded.full);
        }
    }
    assert!(false_ones.is_empty(), "{false_ones}");
    assert!(decided * 10 >= all * 9, "only {decided} of {all} were decided");
}

#[test]
fn sets_that_nobody_could_answer_are_refused() {
    let refused = |numbers: &str, asks: &str| {
        let set = format!(
            "format: hockney/problems/v1\nquestions:\n  - id: a\n    collective: {{kind: broadcast, root: 0}}\n    topology: ring:8\n    numbers: {numbers}\n    asks: [{asks}]\n"
        );
        match read_problems(&set) {
            Err(unreadable) => {
                let said = unreadable.errors[0].diagnostic();
                let place = said.span.map(|span| set[span.start..span.end].to_owned());
                (said.message, place.unwrap_or_default(), said.help.unwrap_or_default())
            }
            Ok(set) => {
                let why = Key::of(&set.questions[0]).err().unwrap();
                (why.to_string(), String::new(), String::new())
            }
        }
    };
    let plain = "{m: 64, t_s: 5, t_w: 1}";
    for (numbers, asks, message, place, help) in [
        (
            plain,
            "{ask: best, among: [chain, recursive-doubling], over: \"m=9..1\", points: 1}",
            "`m=9..1` is not a range of m",
            "\"m=9..1\"",
            "write a rising range of m: over: \"m=1..1e6\"",
        ),
        (
            plain,
            "{ask: best, among: [chain, recursive-doubling], over: \"p=2..64\", points: 1}",
            "`p=2..64` is not a range of m",
            "\"p=2..64\"",
            "write a rising range of m: over: \"m=1..1e6\"",
        ),
        (
            plain,
            "{ask: verdict, schedule: \"0 -> 1 (0)\", points: 1}",
            "the schedule cannot be read at its line 1, column 8: a comma, a semicolon, `and` or the end of the line belongs here",
            "\"0 -> 1 (0)\"",
            "blocks stand in brackets: 0 -> 4 [0-3 5]",
        ),
        (
            "{m: 64, t_s: 5us, t_w: 1}",
            "{ask: steps, points: 1}",
            "`t_w` needs a unit, such as 1.5us, because another time has one",
            "1",
            "numbers are {m: 100, t_s: 5, t_w: 1}",
        ),
        (
            plain,
            "{ask: number, tolerance: 101%, points: 1}",
            "`101%` is not a share",
            "101%",
            "a share is a number from 0 to 1, such as 0.5, 1/2 or 50%",
        ),
        (
            plain,
            "{ask: number, unit: parsecs, points: 1}",
            "`parsecs` is not a unit",
            "parsecs",
            "write ns, us, ms, s or cycles",
        ),
        (
            plain,
            "{ask: trace, after: 9, points: 1}",
            "no key: a.trace asks for step 9, but recursive-doubling has 3",
            "",
            "",
        ),
        (
            plain,
            "{ask: step, step: 4, points: 1}",
            "no key: a.step asks for step 4, but recursive-doubling has 3",
            "",
            "",
        ),
    ] {
        let wanted = (message.to_owned(), place.to_owned(), help.to_owned());
        assert_eq!(refused(numbers, asks), wanted);
    }
}
